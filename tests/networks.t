# shellcheck shell=sh
# networks.t - whole networks as records: the sums are those of torch's own tests,
# or worked out here from the sizes.
#
# Each call is two kernels, as libraries launch them: a helper, and the main one
# whose name no table knows.  The helper must add nothing, the main one all.
. "$SRC/tests/lib.sh"

# net: stdin is a call a line: direction, role or -, name, arguments as
# "f16[2,3]", "none", "true", "0.5" or "[1,1]"; a name with ".forward" is of fwd.
net()
{
	awk '
	function arg(s,   type) {
		if (s == "none")
			return "{\"type\":\"NoneType\",\"value\":null}"
		if (s ~ /^[a-z]+[0-9]*\[/) {
			type = s
			sub(/\[.*/, "", type)
			sub(/^[a-z0-9]*/, "", s)
			return "{\"type\":\"tensor\",\"shape\":" s ",\"dtype\":\"" \
			    (type == "f16" ? "float16" : type == "f32" ? "float32" : \
			    type == "i64" ? "int64" : type) "\"}"
		}
		if (s ~ /^"/)
			return "{\"type\":\"str\",\"value\":" s "}"
		return "{\"type\":\"" (s ~ /^\[/ ? "list" : s ~ /^[tf]/ ? "bool" : \
		    s ~ /\./ ? "float" : "int") "\",\"value\":" s "}"
	}
	{
		dir = $1
		role = $2
		name = $3
		mod = ""
		if (name !~ /::/ && match(name, /.*\./)) {
			mod = "\"mod\":\"" substr(name, 1, RLENGTH - 1) "\","
			name = substr(name, RLENGTH + 1)
		}
		args = ""
		for (i = 4; i <= NF; i++)
			args = args (i > 4 ? "," : "") arg($i)
		call = "{" mod "\"op\":\"" name "\",\"args\":[" args "]}"
		if (dir == "bprop" && name !~ /backward/)
			calls = "\"op\":[{\"op\":\"Backward0\",\"node\":true}],\"fwd\":[" call "]"
		else
			calls = "\"op\":[" call "]"
		head = "{\"v\":1,\"kernel\":\"k\",\"dir\":\"" dir "\"," \
		    (role == "-" ? "" : "\"role\":\"" role "\",")
		print head "\"sub\":0,\"nsub\":2,\"class\":\"helper\"," calls "}"
		print head "\"sub\":1,\"nsub\":2,\"main\":true," calls "}"
	}'
}

# sum COLUMN: over the records of stdin; na is no number, and fails.
sum()
{
	pp-prof --no-header -c "$1" | awk '
	$1 !~ /^[0-9]+$/ { bad = 1 }
	{ n += $1 }
	END { printf "%.0f%s\n", n, bad ? " and na" : "" }'
}

# backward: of the calls of stdin both products, and the bias of each that has one.
backward()
{
	awk '{
		$1 = "bprop"
		for (i = split("dgrad wgrad", role, " "); i > 0; i--) {
			$2 = role[i]
			print
		}
		if ($6 != "none" && $6 != "") {
			$2 = "dbias"
			print
		}
	}'
}

# --- ResNet-18, a batch of 1 -----------------------------------------------------

# 3628146688 is a third of the 10884440064 that test_flop_counter.py of torch asserts
# for forward and backward of one picture of 224 by 224.
conv()
{
	echo "fprop - aten::convolution f16[1,$1,$2,$2] f16[$3,$1,$4,$4] none" \
	    "[$5,$5] [$(($4 / 2)),$(($4 / 2))] [1,1] false [0,0] 1"
}
{
	conv 3 224 64 7 2
	for _ in 1 2 3 4; do
		conv 64 56 64 3 1
	done
	in=64
	size=56
	for out in 128 256 512; do
		conv $in $size $out 3 2
		conv $in $size $out 1 2 # the shortcut
		in=$out
		size=$((size / 2))
		for _ in 1 2 3; do
			conv $in $size $out 3 1
		done
	done
	echo "fprop - torch.nn.functional.linear f16[1,512] f16[1000,512] none"
} >resnet
is "resnet18: 20 convolutions and the linear" "$(wc -l <resnet)" 21
net <resnet >resnet.rec
is "resnet18: forward" "$(sum gemm <resnet.rec)" 3628146688
{
	cat resnet
	backward <resnet
} | net >resnet.rec
is "resnet18: forward and backward" "$(sum gemm <resnet.rec)" 10884440064
is "resnet18: FLOPs are those of products where nothing is added" \
    "$(sum flops <resnet.rec)" 10884440064

# --- a block of GPT-2, as torch's own operators ------------------------------------

# B samples of S tokens, d wide, H heads of d / H, float16.
B=2 S=128 d=256 H=4
T=$((B * S))
head=$((d / H))
x="f16[$T,$d]"
qkv="f16[$B,$H,$S,$head]"
norm="f16[$B,$S,$d] [$d] f16[$d] f16[$d] 0.00001"
stats="f32[$B,$S,1] f32[$B,$S,1]"
cat >gpt.products <<END
fprop - torch.nn.functional.linear $x f16[$((3 * d)),$d] f16[$((3 * d))]
fprop - torch.nn.functional.linear $x f16[$d,$d] f16[$d]
fprop - torch.nn.functional.linear $x f16[$((4 * d)),$d] f16[$((4 * d))]
fprop - torch.nn.functional.linear f16[$T,$((4 * d))] f16[$d,$((4 * d))] f16[$d]
END
cat >gpt.rest <<END
fprop - aten::_scaled_dot_product_flash_attention $qkv $qkv $qkv 0.0 true false
fprop - aten::native_layer_norm $norm
fprop - aten::native_layer_norm $norm
fprop - aten::gelu f16[$B,$S,$((4 * d))] "tanh"
fprop - aten::add f16[$B,$S,$d] f16[$B,$S,$d] 1
fprop - aten::add f16[$B,$S,$d] f16[$B,$S,$d] 1
END
# qkv, projection, up, down: 2 T d (3d + d + 4d + 4d).  Attention: a query sees
# itself and those before, 1 + 2 + ... + S pairs in each head of each sample, each
# 2 * head for the score and 2 * head for the sum of values.
products=$((2 * T * d * 12 * d))
pairs=$((B * H * S * (S + 1) / 2))
net <gpt.products >gpt.rec
net <gpt.rest >>gpt.rec
is "GPT block, forward: products" "$(sum gemm <gpt.rec)" $((products + 2 * pairs * 2 * head))
# Besides: biases 3d + d + 4d + d, two norms of 5, gelu 9 * 4d, two additions
is "GPT block, forward: all" "$(sum flops <gpt.rec)" \
    $((products + 2 * pairs * 2 * head + T * d * (9 + 2 * 5 + 9 * 4 + 2)))
cat >gpt.back <<END
bprop - aten::_scaled_dot_product_flash_attention_backward $qkv $qkv $qkv $qkv $qkv f32[$B,$H,$S] none none $S $S 0.0 true i64[] i64[]
bprop - aten::native_layer_norm_backward f16[$B,$S,$d] f16[$B,$S,$d] [$d] $stats f16[$d] f16[$d] [true,true,true]
bprop - aten::native_layer_norm_backward f16[$B,$S,$d] f16[$B,$S,$d] [$d] $stats f16[$d] f16[$d] [true,true,true]
bprop - aten::gelu_backward f16[$B,$S,$((4 * d))] f16[$B,$S,$((4 * d))] "tanh"
fprop - aten::add_ f16[$B,$S,$d] f16[$B,$S,$d] 1
fprop - aten::add_ f16[$B,$S,$d] f16[$B,$S,$d] 1
END
backward <gpt.products | net >gpt.rec
net <gpt.back >>gpt.rec
# Each product twice.  Attention: scores again, then the gradients of the weights,
# values, queries and keys: five products of `head` for each pair.
is "GPT block, backward: products" "$(sum gemm <gpt.rec)" \
    $((2 * products + 2 * pairs * 5 * head))
# Besides: the biases' sums 9d, norms 13 each, gelu 18 * 4d, and where the two
# residuals meet an addition each
is "GPT block, backward: all" "$(sum flops <gpt.rec)" \
    $((2 * products + 2 * pairs * 5 * head + T * d * (9 + 2 * 13 + 18 * 4 + 2)))

# --- a layer of BERT, as PyProf's markers ------------------------------------------

# float32; scores and context are products of matrices, B * H of them
B=2 S=64 d=192 H=3
T=$((B * S))
head=$((d / H))
f=torch.nn.functional
x="f32[$B,$S,$d]"
scores="f32[$B,$H,$S,$S]"
linear="fprop - $f.linear $x f32[$d,$d] f32[$d]"
cat >bert.products <<END
$linear
$linear
$linear
fprop - torch.matmul f32[$B,$H,$S,$head] f32[$B,$H,$head,$S]
fprop - torch.matmul $scores f32[$B,$H,$S,$head]
$linear
fprop - $f.linear $x f32[$((4 * d)),$d] f32[$((4 * d))]
fprop - $f.linear f32[$B,$S,$((4 * d))] f32[$d,$((4 * d))] f32[$d]
END
cat >bert.rest <<END
fprop - torch.div $scores 8.0
fprop - torch.add $scores f32[$B,1,1,$S]
fprop - $f.softmax $scores -1
fprop - $f.dropout $scores 0.1 true false
fprop - $f.dropout $x 0.1 true false
fprop - torch.add $x $x
fprop - $f.layer_norm $x [$d] f32[$d] f32[$d] 0.00001
fprop - $f.gelu f32[$B,$S,$((4 * d))]
fprop - $f.dropout $x 0.1 true false
fprop - torch.add $x $x
fprop - $f.layer_norm $x [$d] f32[$d] f32[$d] 0.00001
END
# q, k, v, output, up, down: 2 T d (4d + 4d + 4d); scores and context 2 B H S S head
products=$((2 * T * d * 12 * d + 2 * 2 * B * H * S * S * head))
net <bert.products >bert.rec
net <bert.rest >>bert.rec
is "BERT layer, forward: products" "$(sum gemm <bert.rec)" $products
# Besides: biases 4d + 4d + d; scores divided 1, mask added 1, softmax 5, dropout 2;
# then two dropouts of 2, two additions, two norms of 5, gelu by erf 5 * 4d
is "BERT layer, forward: all" "$(sum flops <bert.rec)" \
    $((products + T * d * 9 + B * H * S * S * (1 + 1 + 5 + 2) +
	T * d * (2 * 2 + 2 + 2 * 5 + 5 * 4)))
backward <bert.products | net >bert.rec
sed 's/^fprop/bprop/' bert.rest | net >>bert.rec
is "BERT layer, backward: products" "$(sum gemm <bert.rec)" $((2 * products))
# Besides: the biases' sums 9d; of the scores' division 1, addition 0, softmax 4,
# dropout 2; two dropouts of 2, additions 0, norms 13, gelu by erf 11 * 4d
is "BERT layer, backward: all" "$(sum flops <bert.rec)" \
    $((2 * products + T * d * 9 + B * H * S * S * (1 + 4 + 2) +
	T * d * (2 * 2 + 2 * 13 + 11 * 4)))
done_testing
