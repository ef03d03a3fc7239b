# shellcheck shell=sh
# traces.t - FLOPs of PyTorch traces: products, convolutions and attention against
# sums worked out here, and against what the operators' rows in the trace add up to.
#
# The sums by hand are from the architectures; how many iterations there are is
# counted in the trace.  The rows are read by jq and awk, not by pp-parse.
. "$SRC/tests/lib.sh"

# rows TRACE: of the products, a line each: "operator count FLOPs", 2 a
# multiply-add, of those rows that have shapes and in which a kernel was launched
# that is not a helper.  A row in one of the same name is the same call.  A backward
# counts for each of its products, which have a kernel each.
rows()
{
	case $1 in
	*.gz) gzip -dc "$1" ;;
	*) cat "$1" ;;
	esac | jq -r '
	def prod: reduce .[] as $n (1; . * $n);
	def mm($a; $b): 2 * ($a | prod) * $b[-1];
	def at($i): (.args["Concrete Inputs"] // [])[$i] // "" | gsub("T"; "t") |
	    gsub("F"; "f") | try fromjson catch null;
	def places($x; $w; $pad; $stride; $gap): [range(2; $x | length) as $i |
	    (($x[$i] + 2 * $pad[$i - 2] - $gap[$i - 2] * ($w[$i] - 1) - 1) /
		$stride[$i - 2] | floor) + 1] | prod;
	def attention($q; $k): 4 * $q[0] * $q[1] * $q[2] * $q[3] * $k[1];
	def wanted: at(10)[:2] | map(select(.)) | length;
	def flops($d):
	    if .name == "aten::mm" or .name == "aten::bmm" then mm($d[0]; $d[1])
	    elif .name == "aten::addmm" or .name == "aten::baddbmm" then mm($d[1]; $d[2])
	    elif .name == "aten::miopen_convolution" then
		2 * $d[0][0] * ($d[1] | prod) * places($d[0]; $d[1]; at(3); at(4); at(5))
	    elif .name == "aten::convolution_backward" then
		2 * ($d[0] | prod) * ($d[2][1:] | prod) * wanted
	    elif .name == "aten::cudnn_convolution_transpose" then
		2 * ($d[0] | prod) * ($d[1][1:] | prod)
	    elif .name == "aten::_flash_attention_forward" then attention($d[0]; $d[1])
	    else empty end;
	(.traceEvents? // .)[] | select(.ph == "X") |
	(.cat | ascii_downcase) as $cat |
	(.args["Input Dims"] // .args["Input dims"]) as $dims |
	if $cat == "kernel" then ["K", .args.correlation, .name]
	elif $dims != null and ($dims | length) > 0 then
	    . as $row | flops($dims) |
	    ["R", $row.tid, $row.ts, ($row.ts + $row.dur), $row.name, .,
		if $row.name == "aten::convolution_backward" then $row | wanted else 1 end]
	elif .args.correlation? != null then ["L", .tid, .ts, .args.correlation]
	else empty end | map(tostring) | @tsv' |
	awk -F '\t' -v OFS='\t' '
	$1 == "K" { if ($3 !~ /splitKreduce|globalKernel|scal_kernel/) main[$2] = 1; next }
	{ line[++n] = $0 }
	END {
		for (i = 1; i <= n; i++) {
			split(line[i], f, "\t")
			if (f[1] == "R")
				print f[2], f[3], 0, f[4], f[5], f[6], f[7]
			else if (f[4] in main)
				print f[2], f[3], 1
		}
	}' | sort -t "$(printf '\t')" -k 1,1 -k 2,2n -k 3,3n -k 4,4nr |
	awk -F '\t' '
	function leave(all) {
		while (depth && (all || end[depth] < $2)) {
			if (used[depth] && !(depth > 1 && name[depth - 1] == name[depth])) {
				count[name[depth]] += products[depth]
				sum[name[depth]] += flops[depth]
			}
			depth--
		}
	}
	{ leave($1 != thread); thread = $1 }
	$3 == 1 { for (i = 1; i <= depth; i++) used[i] = 1; next }
	{ depth++; end[depth] = $4; name[depth] = $5; flops[depth] = $6; products[depth] = $7; used[depth] = 0 }
	END { leave(1); for (k in sum) printf "%s %d %.0f\n", k, count[k], sum[k] }' | sort
}

# counted RECORDS: the same of pp-prof: "operator count FLOPs"; of the operators
# in the file "asked"
counted()
{
	pp-prof --no-header -c call,gemm "$1" | awk '
	FILENAME == "asked" { asked[$1] = 1; next }
	!($1 in asked) || $2 == 0 { next }
	{ count[$1]++; sum[$1] += $2; if ($2 == "na") na[$1] = " and na" }
	END { for (k in sum) printf "%s %d %.0f%s\n", k, count[k], sum[k], na[k] }' asked - | sort
}

# sum RECORDS CALL [DIR [ROLE [RECOMP]]]: the FLOPs of products; na is no number
sum()
{
	pp-prof --no-header -c call,dir,role,recomp,gemm "$1" |
	awk -v call="$2" -v dir="${3-}" -v role="${4-}" -v again="${5-}" '
	$1 !~ call || (dir != "" && $2 != dir) || (role != "" && $3 != role) ||
	    (again != "" && $4 != again) { next }
	$5 == "na" { bad = 1 }
	{ n += $5 }
	END { printf "%.0f%s\n", n, bad ? " and na" : "" }'
}

# all RECORDS: the FLOPs of products of all kernels that have any
all()
{
	pp-prof --no-header -c gemm "$1" | awk '$1 != "na" { n += $1 } END { printf "%.0f\n", n }'
}

# layers BLOCK N1 N2 N3 N4: the convolutions of a ResNet for pictures of 224 by
# 224, a line each: channels in and out, size of the filter, size of the result.
# BLOCK 1 is two convolutions of 3 by 3; 4 is a bottleneck of 1, 3 and 1, in which
# that of 3 has the stride, four times as wide at its end.
layers()
{
	awk -v wide="$1" -v blocks="$2 $3 $4 $5" '
	BEGIN {
		print 3, 64, 7, 112
		split(blocks, n, " ")
		from = 64
		size = 56
		for (stage = 1; stage <= 4; stage++) {
			width = 64 * 2 ^ (stage - 1)
			for (i = 1; i <= n[stage]; i++) {
				was = size
				if (stage > 1 && i == 1)
					size /= 2
				if (wide == 1) {
					print from, width, 3, size
					print width, width, 3, size
				} else {
					print from, width, 1, was
					print width, width, 3, size
					print width, width * wide, 1, size
				}
				if (from != width * wide) # the shortcut
					print from, width * wide, 1, size
				from = width * wide
			}
		}
	}'
}

# flops BATCH: of the layers of stdin together
flops()
{
	awk -v batch="$1" '{ n += 2 * batch * $2 * $4 * $4 * $1 * $3 * $3 } END { printf "%.0f\n", n }'
}

# 1. A step of one convolution, as torch 1.9 recorded it: shapes and nothing else.
cat >conv.json <<'END'
{"traceEvents": [
{"ph": "X", "cat": "Operator", "name": "aten::conv2d", "pid": 9, "tid": "1", "ts": 10, "dur": 9, "args": {"Sequence number": 7, "Input Dims": [[2, 3, 8, 8], [4, 3, 3, 3], [], [], [], [], []], "Input type": ["float", "float", "", "GenericList", "GenericList", "GenericList", "Int"]}},
{"ph": "X", "cat": "Operator", "name": "aten::cudnn_convolution", "pid": 9, "tid": "1", "ts": 11, "dur": 7, "args": {"Sequence number": 7, "Input Dims": [[2, 3, 8, 8], [4, 3, 3, 3], [], [], [], [], [], [], []], "Input type": ["float", "float", "GenericList", "GenericList", "GenericList", "Int", "Bool", "Bool", "Bool"]}},
{"ph": "X", "cat": "Operator", "name": "CudnnConvolutionBackward", "pid": 9, "tid": "2", "ts": 30, "dur": 20, "args": {"Sequence number": 7, "Input Dims": [[2, 4, 4, 4]], "Input type": ["float"]}},
{"ph": "X", "cat": "Operator", "name": "aten::cudnn_convolution_backward", "pid": 9, "tid": "2", "ts": 31, "dur": 18, "args": {"Input Dims": [[2, 3, 8, 8], [2, 4, 4, 4], [4, 3, 3, 3], [], [], [], [], [], [], [], []], "Input type": ["float", "float", "float"]}},
{"ph": "X", "cat": "Operator", "name": "aten::cudnn_convolution_backward_input", "pid": 9, "tid": "2", "ts": 32, "dur": 6, "args": {"Input Dims": [[], [2, 4, 4, 4], [4, 3, 3, 3], [], [], [], [], [], [], []], "Input type": ["GenericList", "float", "float"]}},
{"ph": "X", "cat": "Operator", "name": "aten::cudnn_convolution_backward_weight", "pid": 9, "tid": "2", "ts": 40, "dur": 6, "args": {"Input Dims": [[], [2, 4, 4, 4], [2, 3, 8, 8], [], [], [], [], [], [], []], "Input type": ["GenericList", "float", "float"]}},
{"ph": "X", "cat": "Runtime", "name": "cudaLaunchKernel", "pid": 9, "tid": "1", "ts": 12, "dur": 1, "args": {"correlation": 1}},
{"ph": "X", "cat": "Runtime", "name": "cudaLaunchKernel", "pid": 9, "tid": "1", "ts": 14, "dur": 1, "args": {"correlation": 2}},
{"ph": "X", "cat": "Runtime", "name": "cudaLaunchKernel", "pid": 9, "tid": "2", "ts": 33, "dur": 1, "args": {"correlation": 3}},
{"ph": "X", "cat": "Runtime", "name": "cudaLaunchKernel", "pid": 9, "tid": "2", "ts": 35, "dur": 1, "args": {"correlation": 4}},
{"ph": "X", "cat": "Runtime", "name": "cudaLaunchKernel", "pid": 9, "tid": "2", "ts": 42, "dur": 1, "args": {"correlation": 5}},
{"ph": "X", "cat": "Kernel", "name": "cask_cudnn::computeOffsetsKernel(cask_cudnn::ComputeOffsetsParams)", "pid": 0, "tid": "7", "ts": 100, "dur": 1, "args": {"correlation": 1}},
{"ph": "X", "cat": "Kernel", "name": "volta_sgemm_64x64_nn", "pid": 0, "tid": "7", "ts": 110, "dur": 5, "args": {"correlation": 2}},
{"ph": "X", "cat": "Kernel", "name": "void cudnn::ops::scalePackedTensor_kernel<float, float>(long, float*, float)", "pid": 0, "tid": "7", "ts": 120, "dur": 1, "args": {"correlation": 3}},
{"ph": "X", "cat": "Kernel", "name": "volta_sgemm_64x64_nt", "pid": 0, "tid": "7", "ts": 130, "dur": 5, "args": {"correlation": 4}},
{"ph": "X", "cat": "Kernel", "name": "volta_sgemm_32x128_nt", "pid": 0, "tid": "7", "ts": 140, "dur": 5, "args": {"correlation": 5}}
]}
END
# The result is (2, 4, 4, 4), which its gradient tells: the stride was 2.  Each
# product is 2 * 2*4*4*4 * 3*3*3 = 6912; helpers have nothing.
pp-parse conv.json | pp-prof --no-header -c kernel,call,dir,role,flops,conf >got
cat >wanted <<'END'
cask_cudnn::computeOffsetsKernel aten::cudnn_convolution fprop - 0 helper
volta_sgemm_64x64_nn aten::cudnn_convolution fprop - 6912 exact
cudnn::ops::scalePackedTensor_kernel aten::cudnn_convolution bprop - 0 helper
volta_sgemm_64x64_nt aten::cudnn_convolution_backward bprop dgrad 6912 exact
volta_sgemm_32x128_nt aten::cudnn_convolution_backward bprop wgrad 6912 exact
END
same "a convolution without attributes" got wanted

kineto=$PP_SHARED/data/kineto
have_shared data/kineto || {
	skip "traces of ../shared" "no $PP_SHARED/data/kineto"
	done_testing
}

# 2. Each operator's sum, in every trace, against the rows of the trace; and what
# may be na.  In "unknown" stands how many products with shapes have no FLOPs.
traces=0
: >unknown
for f in "$kineto"/*; do
	name=${f##*/}
	pp-parse "$f" >rec 2>/dev/null
	pp-prof --no-header -c class,call,gemm,why rec |
	    awk -v name="$name" '
	$1 ~ /^(gemm|conv|attention)$/ && $3 == "na" && $4 !~ /^(no_call|graph|no_arguments)$/ {
		n[$2 " " $4]++
	}
	END { for (k in n) print name, k, n[k] }' >>unknown
	rows "$f" >wanted
	[ -s wanted ] || continue
	traces=$((traces + 1))
	cut -d ' ' -f 1 wanted >asked
	counted rec >got
	same "$name: the products of $(tr '\n' ' ' <asked)" got wanted
done
check "traces with products: $traces" test "$traces" -ge 12
is "products with shapes that have no FLOPs" "$(cat unknown)" ""

# 3. Sums by hand.

# calls TRACE NAME SHAPES: how many rows of the name have these shapes; an operator
# that is one row a call
calls()
{
	gzip -dc "$1" | jq --arg name "$2" --argjson shapes "$3" '
	[(.traceEvents? // .)[] | select(.name == $name) |
	    (.args["Input Dims"] // .args["Input dims"])[:($shapes | length)] |
	    select(. == $shapes)] | length'
}

# torchvision gives 4.089 and 1.814 thousand million multiply-adds for these two
# with their last layer; torch's own test 3628146688 FLOPs for ResNet-18
layers 4 3 4 6 3 >resnet50
layers 1 2 2 2 2 >resnet18
is "ResNet-50: convolutions" "$(wc -l <resnet50)" 53
is "ResNet-50: FLOPs of a picture" "$(flops 1 <resnet50)" $((2 * 4089184256 - 2 * 2048 * 1000))
is "ResNet-18: convolutions" "$(wc -l <resnet18)" 20
is "ResNet-18: FLOPs of a picture" "$(flops 1 <resnet18)" $((3628146688 - 2 * 512 * 1000))

# resnet NAME TRACE LAYERS BATCH WIDE STEPS: a training, against a step of the layers,
# forward and backward.  The first layer's input has no gradient.  WIDE is what the
# last layer has of inputs, for 1000 classes.
resnet()
{
	pp-parse "$2" >rec 2>err
	steps=$(calls "$2" aten::conv2d "[[$4,3,224,224],[64,3,7,7]]")
	is "$1: steps" "$steps" "$6"
	forward=$((steps * $(flops "$4" <"$3")))
	first=$((steps * $(head -1 "$3" | flops "$4")))
	last=$((steps * 2 * $4 * $5 * 1000))
	is "$1: last layer, forward" "$(sum rec '^aten::addmm$' fprop)" $last
	is "$1: last layer, both gradients" "$(sum rec '^aten::mm$' bprop)" $((2 * last))
}

f=$kineto/pytorch-kineto-samples_c-worker0.1623143089861.pt.trace.json.gz
resnet "ResNet-50, torch 1.9" "$f" resnet50 32 2048 6
is "ResNet-50, torch 1.9: convolutions, forward" "$(sum rec conv fprop)" $forward
is "ResNet-50, torch 1.9: their weights' gradients" "$(sum rec conv bprop wgrad)" $forward
is "ResNet-50, torch 1.9: their inputs' gradients" \
    "$(sum rec conv bprop dgrad)" $((forward - first))
is "ResNet-50, torch 1.9: all" "$(all rec)" $((3 * forward - first + 3 * last))

f=$kineto/pytorch-kineto-samples_b-worker0.pt.trace.json.gz
resnet "ResNet-50, torch 1.8" "$f" resnet50 32 2048 6
# A trace of December 2020 has no sequence numbers, so nothing leads from a node to
# a convolution, whose stride is not recorded: the backward's calls have the size of
# its result, 53 a step of 6.
is "ResNet-50, torch 1.8: convolutions, forward" "$(sum rec conv fprop)" $forward
is "ResNet-50, torch 1.8: which are estimates" \
    "$(pp-prof --no-header -c call,dir,flops,conf,why rec |
    awk '$1 ~ /conv/ && $2 == "fprop" && $3 > 0 { print $4, $5 }' | uniq -c |
    awk '{ print $1, $2, $3 }')" "318 estimate result_of_a_similar_call"
is "ResNet-50, torch 1.8: their weights' gradients" "$(sum rec conv bprop wgrad)" $forward
is "ResNet-50, torch 1.8: their inputs' gradients" \
    "$(sum rec conv bprop dgrad)" $((forward - first))

# Its blocks are checkpoints: all but the first convolution are run again, in the
# backward.
f=$kineto/AMD-AGI-TraceLens-mi300-resnet_act_checkpoint.json.gz
resnet "ResNet-18, checkpoints" "$f" resnet18 10 512 3
is "ResNet-18, checkpoints: convolutions, forward" "$(sum rec conv fprop)" $forward
is "ResNet-18, checkpoints: run again" \
    "$(sum rec 'miopen_convolution$' bprop '' 1)" $((forward - first))
is "ResNet-18, checkpoints: the weights' gradients" \
    "$(sum rec convolution_backward bprop wgrad)" $forward
is "ResNet-18, checkpoints: the inputs' gradients" \
    "$(sum rec convolution_backward bprop dgrad)" $((forward - first))
is "ResNet-18, checkpoints: all" "$(all rec)" \
    $((4 * forward - 2 * first + 3 * last))

# BERT-small: 4 layers, 512 wide, 8 heads of 64, 2048 inside, 30522 words; a text of
# 141 words, forward alone.  A layer: query, key, value and output of 512 by 512, up
# and down of 512 by 2048; the scores and the sums of values of each head.  At the
# end 512 by 512, and 512 by each word.
f=$kineto/AMD-AGI-TraceLens-h100-gaunernst_bert-small-uncased__1016001.json.gz
L=4 d=512 H=8 S=141 V=30522
is "BERT: the table of words" \
    "$(calls "$f" aten::embedding "[[$V,$d],[1,$S]]")" 1
is "BERT: layers" "$(calls "$f" aten::linear "[[1,$S,$d],[$((4 * d)),$d],[$((4 * d))]]")" $L
pp-parse "$f" >rec
is "BERT: linear layers" "$(sum rec '^aten::addmm$')" \
    $((2 * S * (L * (4 * d * d + 2 * d * 4 * d) + d * d + d * V)))
is "BERT: attention" "$(sum rec attention)" $((L * H * (2 * 2 * S * S * (d / H))))
is "BERT: all" "$(all rec)" \
    $((2 * S * (L * 12 * d * d + d * d + d * V) + L * 4 * S * S * d))

# Where no shape was recorded, nothing is counted.
for f in "$kineto"/*alexnet* "$kineto"/*linear_kineto* "$kineto"/*nccl_data* \
    "$kineto"/*df_index_resolver* "$kineto"/*rank-0.Apr*; do
	is "${f##*/}: no shape, no FLOPs" "$(pp-parse "$f" 2>err |
	    pp-prof --no-header -c class,flops,why | awk '
	    $1 ~ /^(gemm|conv|attention)$/ { n++; print $2, $3 }
	    END { print (n > 0) }' | sort -u)" "$(printf '1\nna no_arguments')"
done
done_testing
