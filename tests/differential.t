# shellcheck shell=sh
# differential.t - the same network in four profiles: with PyProf's markers, as
# emit_nvtx writes it, as a trace with values and as one without.
#
# One table of calls (below) becomes events, and these become the profiles.  Each
# kernel has the FLOPs that it has in the trace with values, or na where its call's
# cost needs a value that the profile lacks; the sums are worked out by hand.
. "$SRC/tests/lib.sh"

# --- from calls to events ----------------------------------------------------------

# events: stdin is a call a line, an operator and what its arguments are made of:
#
#	conv FIRST N CI H CO K STRIDE	H by H pictures, K by K filters; FIRST 1: the
#					input has no gradient
#	bn|relu N C H			training
#	maxpool N C H			3 by 3, stride 2, padding 1
#	mean N C H			of each picture
#	linear SHAPE IN OUT		SHAPE: what stands in front of IN, "2,64"
#	bmm B H M K N			of two with four dimensions
#	softmax|layernorm|gelu SHAPE	SHAPE: "2,3,64,64"
#	div|add SHAPE
#
# Out: events of the forward, then those of the backward in reverse order:
#
#	B KIND NAME NUMBER ARGS...	a range begins: of a marker, call or node
#	E				it ends
#	K NAME				a kernel is launched
#
# An argument is f32[2,3], none, true, 1, 0.5, [1,1] or "text".
events()
{
	awk -v F=torch.nn.functional '
	function begin(kind, name, number, args) { out = out "B " kind " " name " " number " " args "\n" }
	function end(n) { while (n-- > 0) out = out "E\n" }
	function kernel(name) { gsub(/ /, "~", name); out = out "K " name "\n" }
	# A call with its one kernel
	function alone(name, number, args, k) { begin("call", name, number, args); kernel(k); end(1) }
	# What follows until kept() is the backward of this call
	function keep(name, args) { forward = forward out; out = ""; begin("node", name, seq, args) }
	function kept() { end(1); backward = out backward; out = ""; seq++ }
	function t(shape) { return "f32[" shape "] " }
	function prod(shape,   v, n, p) { n = split(shape, v, ","); for (p = 1; n; n--) p *= v[n]; return p }
	function pointwise(of) { return "void at::native::vectorized_elementwise_kernel<4, at::native::" of ", at::detail::Array<char*, 2> >(int)" }
	BEGIN { seq = 1 }
	$1 == "conv" {
		size = int(($5 + 2 * int($7 / 2) - $7) / $8) + 1
		x = t($3 "," $4 "," $5 "," $5)
		w = t($6 "," $4 "," $7 "," $7)
		y = t($3 "," $6 "," size "," size)
		s = "[" $8 "," $8 "] "
		p = "[" int($7 / 2) "," int($7 / 2) "] "
		begin("marker", F ".conv2d", "-", x w "none " s p "[1,1] 1")
		begin("call", "aten::conv2d", seq, x w "none " s p "[1,1] 1")
		begin("call", "aten::convolution", seq, x w "none " s p "[1,1] false [0,0] 1")
		begin("call", "aten::_convolution", seq, x w "none " s p "[1,1] false [0,0] 1 false false true true")
		alone("aten::cudnn_convolution", seq, x w p s "[1,1] 1 false false true", \
		    "void cudnn::cnn::implicit_convolve_sgemm<float, float, 128>(int)")
		end(4)
		keep("ConvolutionBackward0", y)
		begin("call", "aten::convolution_backward", "-", y x w "[0] " s p "[1,1] false [0,0] 1 [" \
		    ($2 ? "false" : "true") ",true,false]")
		if (!$2)
			kernel("void cudnn::detail::dgrad_engine<float, 512, 6>(int)")
		kernel("void cudnn::cnn::wgrad_alg0_engine<float, 128, 5>(int)")
		end(1)
		kept()
	}
	$1 == "bn" {
		x = t($2 "," $3 "," $4 "," $4)
		c = t($3)
		begin("marker", F ".batch_norm", "-", x c c c c "true 0.1 0.00001")
		begin("call", "aten::batch_norm", seq, x c c c c "true 0.1 0.00001 true")
		begin("call", "aten::_batch_norm_impl_index", seq, x c c c c "true 0.1 0.00001 true")
		alone("aten::cudnn_batch_norm", seq, x c c c c "true 0.1 0.00001", \
		    "void cudnn::bn_fw_tr_1C11_kernel_NCHW<float, float, int, 512, true, 1, true>(int)")
		end(3)
		keep("CudnnBatchNormBackward0", x)
		alone("aten::cudnn_batch_norm_backward", "-", x x c c c c c "0.00001 u8[0]", \
		    "void cudnn::bn_bw_1C11_kernel_new<float, float, float2, 512, true, 1>(float)")
		kept()
	}
	$1 == "relu" {
		x = t($2 "," $3 "," $4 "," $4)
		begin("marker", F ".relu", "-", x)
		alone("aten::relu", seq, x, pointwise("launch_clamp_scalar(float)"))
		end(1)
		keep("ReluBackward0", x)
		alone("aten::threshold_backward", "-", x x "0", pointwise("threshold_kernel_impl<float>"))
		kept()
	}
	$1 == "maxpool" {
		x = t($2 "," $3 "," $4 "," $4)
		y = t($2 "," $3 "," int(($4 - 1) / 2) + 1 "," int(($4 - 1) / 2) + 1)
		a = "[3,3] [2,2] [1,1] [1,1] false"
		index_ = y
		sub(/f32/, "i64", index_)
		begin("marker", F ".max_pool2d", "-", x a)
		begin("call", "aten::max_pool2d", seq, x a)
		alone("aten::max_pool2d_with_indices", seq, x a, \
		    "void at::native::max_pool_forward_nchw<float, float>(int)")
		end(2)
		keep("MaxPool2DWithIndicesBackward0", y)
		alone("aten::max_pool2d_with_indices_backward", "-", y x a " " index_, \
		    "void at::native::max_pool_backward_nchw<float, float>(int)")
		kept()
	}
	$1 == "mean" {
		x = t($2 "," $3 "," $4 "," $4)
		begin("marker", "torch.mean", "-", x "[2,3]")
		alone("aten::mean", seq, x "[2,3] false none", \
		    "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::MeanOps<float, float> > >(int)")
		end(1)
		keep("MeanBackward1", t($2 "," $3))
		alone("aten::div", "-", x $4 * $4, pointwise("MulFunctor<float>"))
		kept()
	}
	$1 == "linear" {
		rows = prod($2)
		x = t($2 "," $3)
		w = t($4 "," $3)
		b = t($4)
		begin("marker", F ".linear", "-", x w b)
		begin("call", "aten::linear", seq, x w b)
		alone("aten::addmm", seq, b t(rows "," $3) t($3 "," $4) "1 1", "volta_sgemm_128x64_tn")
		end(2)
		keep("AddmmBackward0", t(rows "," $4))
		alone("aten::mm", "-", t(rows "," $4) t($4 "," $3), "volta_sgemm_128x64_nn")
		alone("aten::mm", "-", t($4 "," rows) t(rows "," $3), "volta_sgemm_128x64_nt")
		alone("aten::sum", "-", t(rows "," $4) "[0] true none", \
		    "void at::native::reduce_kernel<128, 4, at::native::ReduceOp<float, at::native::sum_functor<float> > >(int)")
		kept()
	}
	$1 == "bmm" {
		n = $2 * $3
		begin("marker", "torch.matmul", "-", t($2 "," $3 "," $4 "," $5) t($2 "," $3 "," $5 "," $6))
		begin("call", "aten::matmul", seq, t($2 "," $3 "," $4 "," $5) t($2 "," $3 "," $5 "," $6))
		alone("aten::bmm", seq, t(n "," $4 "," $5) t(n "," $5 "," $6), "volta_sgemm_64x64_nn")
		end(2)
		keep("BmmBackward0", t(n "," $4 "," $6))
		alone("aten::bmm", "-", t(n "," $5 "," $4) t(n "," $4 "," $6), "volta_sgemm_64x64_nt")
		alone("aten::bmm", "-", t(n "," $4 "," $6) t(n "," $6 "," $5), "volta_sgemm_64x64_nn")
		kept()
	}
	$1 == "softmax" {
		x = t($2)
		begin("marker", F ".softmax", "-", x "-1")
		begin("call", "aten::softmax", seq, x "-1 none")
		alone("aten::_softmax", seq, x "-1 false", "void softmax_warp_forward<float, float, float, 6, false>(float*)")
		end(2)
		keep("SoftmaxBackward0", x)
		alone("aten::_softmax_backward_data", "-", x x "-1 6", \
		    "void softmax_warp_backward<float, float, float, 6, false>(float*)")
		kept()
	}
	$1 == "layernorm" {
		x = t($2)
		wide = $2
		sub(/.*,/, "", wide)
		c = t(wide)
		stats = $2
		sub(/,[0-9]*$/, ",1", stats)
		begin("marker", F ".layer_norm", "-", x "[" wide "] " c c "0.00001")
		begin("call", "aten::layer_norm", seq, x "[" wide "] " c c "0.00001 true")
		alone("aten::native_layer_norm", seq, x "[" wide "] " c c "0.00001", \
		    "void at::native::vectorized_layer_norm_kernel<float, float>(int)")
		end(2)
		keep("NativeLayerNormBackward0", x)
		alone("aten::native_layer_norm_backward", "-", \
		    x x "[" wide "] " t(stats) t(stats) c c "[true,true,true]", \
		    "void at::native::layer_norm_grad_input_kernel<float, float>(float const*)")
		kept()
	}
	$1 == "gelu" {
		x = t($2)
		begin("marker", F ".gelu", "-", x)
		alone("aten::gelu", seq, x "\"none\"", \
		    pointwise("GeluCUDAKernelImpl(at::TensorIteratorBase&, at::native::GeluType)::{lambda()#2}::operator()() const::{lambda(float)#1}"))
		end(1)
		keep("GeluBackward0", x)
		alone("aten::gelu_backward", "-", x x "\"none\"", \
		    pointwise("GeluBackwardCUDAKernelImpl(at::TensorIteratorBase&, at::native::GeluType)::{lambda()#2}::operator()() const::{lambda(float, float)#1}"))
		kept()
	}
	$1 == "div" {
		x = t($2)
		begin("marker", "torch.div", "-", x "8.0")
		alone("aten::div", seq, x "8.0", pointwise("MulFunctor<float>"))
		end(1)
		keep("DivBackward0", x)
		alone("aten::div", "-", x "8.0", pointwise("MulFunctor<float>"))
		kept()
	}
	$1 == "add" {
		x = t($2)
		begin("marker", "torch.add", "-", x x)
		alone("aten::add", seq++, x x "1", pointwise("CUDAFunctor_add<float>"))
		end(1)
	}
	END { printf "%s%s%s", forward, out, backward }'
}

# --- from events to profiles -------------------------------------------------------

# spans: events with their times: "R BEGIN END THREAD KIND NAME NUMBER ARGS...", and
# "K TIME THREAD NAME".  A node and what is in it runs on another thread.
spans()
{
	awk '
	{ time += 10 }
	$1 == "B" {
		from[++depth] = time
		thread[depth] = $2 == "node" ? 2 : depth > 1 ? thread[depth - 1] : 1
		$1 = ""
		text[depth] = $0
	}
	$1 == "K" { print "K", time, thread[depth], $2 }
	$1 == "E" { print "R", from[depth], time, thread[depth] text[depth]; depth-- }'
}

# kineto VALUES: spans as a trace of the PyTorch profiler, with values if 1
kineto()
{
	echo '{"schemaVersion":1,"traceEvents":['
	awk -v values="$1" '
	function list(of, s) { return "\"" of "\":[" s "]" }
	function type(a) { return a ~ /^f32/ ? "float" : a ~ /^i64/ ? "long int" : \
	    a ~ /^u8/ ? "unsigned char" : a ~ /^\[/ ? "ScalarList" : a ~ /^[-0-9tf]/ ? "Scalar" : "" }
	function value(a) {
		if (a ~ /^(f32|i64|u8|none|")/)
			return "" # texts and None are not shown
		gsub(/,/, ", ", a)
		gsub(/true/, "True", a)
		gsub(/false/, "False", a)
		return a
	}
	$1 == "R" && $5 != "marker" {
		dims = types = shown = ""
		for (i = 8; i <= NF; i++) {
			comma = i > 8 ? "," : ""
			tensor = $i ~ /^(f32|i64|u8)/
			shape = $i
			sub(/^[a-z0-9]*/, "", shape)
			dims = dims comma (tensor ? shape : "[]")
			types = types comma "\"" type($i) "\""
			shown = shown comma "\"" value($i) "\""
		}
		printf "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"%s\",\"pid\":1,\"tid\":%d,\"ts\":%d,\"dur\":%d,\"args\":{%s%s,%s%s}},\n", \
		    $6, $4, $2, $3 - $2, \
		    $7 == "-" ? "" : "\"Sequence number\":" $7 ",\"Fwd thread id\":" ($5 == "node") ",", \
		    list("Input Dims", dims), list("Input type", types), \
		    values ? "," list("Concrete Inputs", shown) : ""
	}
	$1 == "K" {
		gsub(/~/, " ", $4)
		printf "{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"cudaLaunchKernel\",\"pid\":1,\"tid\":%d,\"ts\":%d,\"dur\":1,\"args\":{\"correlation\":%d}},\n", $3, $2, ++n
		printf "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"%s\",\"pid\":0,\"tid\":7,\"ts\":%d,\"dur\":5,\"args\":{\"correlation\":%d}},\n", $4, 1000000 + $2, n
	}'
	echo '{"ph":"i","name":"end","pid":1,"tid":1,"ts":9}]}'
}

# nvprof MARKERS NAME: spans as the database NAME: with PyProf's markers if 1 (torch
# then had no sizes in its ranges), else as emit_nvtx of torch 1.11 and later
nvprof()
{
	rm -f "$2"
	{
		cat <<'END'
CREATE TABLE StringTable(_id_ INTEGER PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL(_id_ INTEGER PRIMARY KEY, registersPerThread INT, start INT, end INT,
 deviceId INT, contextId INT, streamId INT, gridX INT, gridY INT, gridZ INT, blockX INT, blockY INT, blockZ INT,
 staticSharedMemory INT, dynamicSharedMemory INT, correlationId INT, name INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(_id_ INTEGER PRIMARY KEY, cbid INT, start INT, end INT, processId INT, threadId INT, correlationId INT, returnValue INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_MARKER(_id_ INTEGER PRIMARY KEY, flags INT, timestamp INT, id INT, objectKind INT, objectId BLOB, name INT);
BEGIN;
END
		awk -v markers="$1" '
		# %: a quote in a quoted text of SQL
		function arg(a,   type, v) {
			type = a ~ /^none/ ? "NoneType" : a ~ /^\[/ ? "tuple" : a ~ /^[tf][ra]/ ? "bool" : a ~ /\./ ? "float" : "int"
			if (a ~ /^f32/) {
				v = substr(a, 5, length(a) - 5)
				gsub(/,/, ", ", v)
				return "{%name%: %%, %type%: %tensor%, %shape%: (" v (v ~ /,/ ? "" : ",") "), %dtype%: %float32%}"
			}
			gsub(/,/, ", ", a)
			gsub(/\[/, "(", a)
			gsub(/\]/, ")", a)
			sub(/^none/, "None", a)
			sub(/^true/, "True", a)
			sub(/^false/, "False", a)
			return "{%name%: %%, %type%: %" type "%, %value%: " a "}"
		}
		function marker(   at, i, s) {
			at = match($6, /\.[^.]*$/)
			s = "{%mod%: %" substr($6, 1, at - 1) "%, %op%: %" substr($6, at + 1) "%, %args%: ["
			for (i = 8; i <= NF; i++)
				s = s (i > 8 ? ", " : "") arg($i)
			gsub(/%/, "\047\047", s)
			return s "]}"
		}
		function range(   i, s, shape) {
			s = $6 ($7 == "-" ? "" : ", seq = " $7)
			if (markers)
				return s
			s = s ", op_id = " NR ", sizes = ["
			for (i = 8; i <= NF; i++) {
				shape = $i
				if (!sub(/^(f32|i64|u8)/, "", shape))
					shape = "[]"
				gsub(/,/, ", ", shape)
				s = s (i > 8 ? ", " : "") shape
			}
			return s "]"
		}
		function object(thread) { return "X\0472A000000" (thread == 1 ? "01" : "02") "00000000000000\047" }
		function text(s) { printf "INSERT INTO StringTable VALUES(%d,\047%s\047);\n", ++texts, s; return texts }
		$1 == "R" && ($5 != "marker" || markers) {
			id = text($5 == "marker" ? marker() : range())
			printf "INSERT INTO CUPTI_ACTIVITY_KIND_MARKER VALUES(NULL,2,%d,%d,2,%s,%d);\n", $2, id, object($4), id
			printf "INSERT INTO CUPTI_ACTIVITY_KIND_MARKER VALUES(NULL,4,%d,%d,2,%s,0);\n", $3, id, object($4)
		}
		$1 == "K" {
			gsub(/~/, " ", $4)
			n++
			printf "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(NULL,211,%d,%d,42,%d,%d,0);\n", $2, $2 + 1, $3, n
			printf "INSERT INTO CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL VALUES(NULL,32,%d,%d,0,1,7,1,1,1,64,1,1,0,0,%d,%d);\n", \
			    1000000 + $2, 1000005 + $2, n, text($4)
		}'
		echo "COMMIT;"
	} | sqlite3 -bail "$2"
}

# profiles NAME: of the calls of stdin the records NAME.markers, NAME.nvtx,
# NAME.values and NAME.shapes
profiles()
{
	events | spans >"$1.spans"
	nvprof 1 "$1.db" <"$1.spans" && pp-parse "$1.db" >"$1.markers"
	nvprof 0 "$1.db" <"$1.spans" && pp-parse "$1.db" >"$1.nvtx"
	kineto 1 <"$1.spans" >"$1.json" && pp-parse "$1.json" >"$1.values"
	kineto 0 <"$1.spans" >"$1.json" && pp-parse "$1.json" >"$1.shapes"
}

# sum RECORDS DIR: FLOPs and those of products; na is no number
sum()
{
	pp-prof --no-header -c dir,flops,gemm "$1" | awk -v dir="$2" '
	$1 == dir { all += $2; products += $3; bad = bad || $2 == "na" || $3 == "na" }
	END { printf "%.0f %.0f%s\n", all, products, bad ? " and na" : "" }'
}

# against NAME KIND: how many kernels of the profile have other FLOPs than with values;
# then the calls whose FLOPs are na, with their number
against()
{
	for kind in values "$2"; do
		pp-prof --no-header -c kernel,dir,call,flops "$1.$kind" >"$kind.flops"
	done
	paste -d ' ' values.flops "$2.flops" | awk '
	$1 != $5 || $2 != $6 { other++ }
	$8 == "na" && $4 != "na" { na[$2 " " $3]++; next }
	$4 != $8 { other++ }
	END {
		print other + 0 " of " NR
		for (k in na) print na[k], k
	}' | LC_ALL=C sort
}

# --- ResNet-18, a picture of 224 by 224 ----------------------------------------------

# conv_bn FIRST N CI H CO K STRIDE
conv_bn()
{
	echo "conv $*"
	echo "bn 1 $5 $((($4 + 2 * ($6 / 2) - $6) / $7 + 1))"
}
# block CI H CO STRIDE: two convolutions of 3 by 3, and of 1 by 1 where the sizes change
block()
{
	size=$((($2 - 1) / $4 + 1))
	conv_bn 0 1 "$1" "$2" "$3" 3 "$4"
	echo "relu 1 $3 $size"
	conv_bn 0 1 "$3" $size "$3" 3 1
	[ "$4" -eq 1 ] || conv_bn 0 1 "$1" "$2" "$3" 1 "$4"
	echo "add 1,$3,$size,$size"
	echo "relu 1 $3 $size"
}
{
	conv_bn 1 1 3 224 64 7 2
	echo "relu 1 64 112"
	echo "maxpool 1 64 112"
	block 64 56 64 1
	block 64 56 64 1
	block 64 56 128 2
	block 128 28 128 1
	block 128 28 256 2
	block 256 14 256 1
	block 256 14 512 2
	block 512 7 512 1
	echo "mean 1 512 7"
	echo "linear 1 512 1000"
} | profiles resnet
# Products of the forward: 3628146688 as in networks.t, twice torchvision's 1814073344
# multiply-adds.  Of the backward twice that but for the gradient of the picture, 2 *
# 64*112*112 * 3*7*7 = 236027904.
#
# Elements: after the first layer 64*112*112 = 802816; in the stages 64*56*56 = 200704,
# 100352, 50176 and 25088.  Normalised: the first layer's, four times each stage's, and
# of three stages the shortcut's: 802816 + 4 * 376320 + 175616 = 2483712.  relu: 802816
# + 4 * 376320 = 2308096.  Added: 2 * 376320 = 752640.  The maximum makes 200704 of 3
# by 3 each, the mean 512 of 25088.
#
# Forward: 5 a normalised element, 1 a relu, 1 an addition, 9 a maximum, 25088 + 512,
# 1000 biases.  Backward: 13, 1, 0, 1, 25088 quotients, 1000 sums.
products=3628146688
forward="$((products + 5 * 2483712 + 2308096 + 752640 + 9 * 200704 + 25600 + 1000)) $products"
twice=$((2 * products - 236027904))
backward="$((twice + 13 * 2483712 + 2308096 + 200704 + 25088 + 1000)) $twice"
# 20 convolutions and norms, 17 relus, 8 additions, pool, mean, linear; of the backward 39
# + 20 + 17 + 2 + 3
is "ResNet-18: kernels" "$(wc -l <resnet.values)" $((20 + 20 + 17 + 8 + 2 + 1 + 39 + 20 + 17 + 2 + 3))
is "ResNet-18, with values: forward" "$(sum resnet.values fprop)" "$forward"
is "ResNet-18, with values: backward" "$(sum resnet.values bprop)" "$backward"
is "ResNet-18, with markers: forward" "$(sum resnet.markers fprop)" "$forward"
is "ResNet-18, with markers: backward" "$(sum resnet.markers bprop)" "$backward"
is "ResNet-18: markers and values agree" "$(against resnet markers)" "0 of 149"
# Without values the window of the pool is not known.
for kind in nvtx shapes; do
	is "ResNet-18: $kind and values agree, or need a value" "$(against resnet $kind)" \
	    "0 of 149
1 fprop aten::max_pool2d_with_indices"
done

# --- a block of a transformer, as BERT's ----------------------------------------------

# float32; B samples of S tokens, d wide, H heads of d / H
B=2 S=64 d=192 H=3
x="$B,$S,$d"
scores="$B,$H,$S,$S"
head=$((d / H))
cat <<END | profiles bert
linear $B,$S $d $d
linear $B,$S $d $d
linear $B,$S $d $d
bmm $B $H $S $head $S
div $scores
softmax $scores
bmm $B $H $S $S $head
linear $B,$S $d $d
add $x
layernorm $x
linear $B,$S $d $((4 * d))
gelu $B,$S,$((4 * d))
linear $B,$S $((4 * d)) $d
add $x
layernorm $x
END
# q, k, v, output, up, down: 2 T d (4d + 4d + 4d) of T tokens; scores and context 2 B H
# S S head.  In the backward each twice.
#
# Forward: biases 4d + 4d + d a token; a score is divided, 1, and in a softmax, 5; two
# additions, two norms of 5, gelu by erf 5 * 4d.  Backward: the biases' sums; a score
# 1 and 4; two norms of 13, gelu 11 * 4d.
T=$((B * S))
n=$((B * H * S * S))
products=$((2 * T * d * 12 * d + 2 * 2 * n * head))
forward="$((products + T * d * 9 + n * (1 + 5) + T * d * (2 + 2 * 5 + 5 * 4))) $products"
backward="$((2 * products + T * d * 9 + n * (1 + 4) + T * d * (2 * 13 + 11 * 4))) $((2 * products))"
is "BERT: kernels" "$(wc -l <bert.values)" $((15 + 6 * 3 + 2 * 2 + 2 + 2 + 1))
for kind in values markers nvtx shapes; do
	is "BERT, $kind: forward" "$(sum bert.$kind fprop)" "$forward"
	is "BERT, $kind: backward" "$(sum bert.$kind bprop)" "$backward"
	is "BERT: $kind and values agree" "$(against bert $kind)" "0 of 42"
done
done_testing
