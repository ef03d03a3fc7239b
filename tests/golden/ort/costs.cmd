# Inputs alone, without attributes: what they would tell follows from the result, or
# is not known.
call() # OP INPUTS RESULT
{
	printf '{"v":1,"kernel":"k","start":0,"dur":1,"main":true,"op":[{"op":"%s","args":[' "$1"
	tensors "$2"
	printf '],"out":['
	tensors "$3"
	printf '],"noattr":true}]}\n'
}
tensors()
{
	sep=
	for shape in $1; do
		printf '%s{"type":"tensor","shape":%s,"dtype":"float32"}' "$sep" "$shape"
		sep=,
	done
}
{
	# stride and padding: 2 * 64 * 27, and 64 for the bias
	call Conv '[1,3,8,8] [4,3,3,3] [4]' '[1,4,4,4]'
	# 2 * 2 * 4 * 8, whatever is transposed
	call Gemm '[2,8] [8,4]' '[2,4]'
	call Gemm '[2,8] [4,8]' '[2,4]'
	call Gemm '[8,2] [4,8]' '[2,4]'
	# without a result nothing tells: as by default, an estimate
	call Gemm '[2,8] [8,4]' ''
	# 3 * 2 * 2 * 4 * 8
	call FusedMatMul '[3,2,8] [3,4,8]' '[3,2,4]'
	# windows, bounds and axes
	call MaxPool '[1,3,8,8]' '[1,3,4,4]'
	call Clip '[4,6]' '[4,6]'
	# to float32: 24 read, 24 written
	call Cast '[4,6]' '[4,6]'
	# 24 summed and read, 4 divided and written
	call ReduceMean '[4,6]' '[4,1]'
	# B, the lengths or the first state
	call LSTM '[5,1,3] [1,16,3] [1,16,4]' '[5,1,1,4]'
	call LSTM '[5,1,3] [1,16,3] [1,16,4] [1,32]' '[5,1,1,4]'
	# which of the inputs are past keys
	call GroupQueryAttention '[1,1,24] [1,2,9,4] [1,2,9,4] [1] []' '[1,1,8]'
} | pp-prof -c op,shapes,flops,gemm,bytes,conf,why --no-header
