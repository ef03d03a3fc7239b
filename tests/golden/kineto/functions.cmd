# Functions in C++: the lookup has no number, its node (CppNode) that of the
# counter, which the call before it shows: 7.  The next call has the number 8, so
# that the second lookup's node is 8.  Of the two lookups in a row behind it, where
# the counter is at 11, the first is 11, and which one is 12 is not known.
# The columns of all tables are those of dy, 24: 60 * 24 / 3 = 480.
# Indices 480, offsets 128, rows of float16 960, result 5 * 24 * 4 = 480.
call()
{
	printf '{"ph":"X","cat":"cpu_op","name":"%s","pid":1,"tid":%s,"ts":%s,"dur":%s,"args":{%s}},\n' "$@"
}
kernel()
{
	printf '{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":%s,"ts":%s,"dur":1,"args":{"correlation":%s}},\n' "$1" "$2" "$3"
	printf '{"ph":"X","cat":"kernel","name":"%s","pid":0,"tid":7,"ts":%s,"dur":9,"args":{"correlation":%s}},\n' "$4" "$((1000 + $3 * 10))" "$3"
}
# lookup TIME INDICES OPTIMIZER
lookup()
{
	call "fbgemm::split_embedding_codegen_lookup_$3_function" 1 "$1" 8 \
	    "\"Input Dims\":[[0],[800],[0],[0,0],[3],[3],[4],[],[],[4],[],[$2],[16],[],[],[],[0]],\"Input type\":[\"float\",\"c10::Half\",\"c10::Half\",\"c10::Half\",\"int\",\"long int\",\"int\",\"\",\"\",\"long int\",\"\",\"long int\",\"long int\",\"\",\"\",\"\",\"int\"]"
	kernel 1 "$(($1 + 1))" "$1" split_embedding_codegen_forward_unweighted_kernel
}
zero()
{
	call aten::zero_ 1 "$1" 2 "\"Sequence number\":$2,\"Fwd thread id\":0,\"Input Dims\":[[1]],\"Input type\":[\"int\"]"
}
# node TIME NUMBER OPTIMIZER
node()
{
	call "torch::autograd::CppNode<SplitLookupFunction_$3_Op>" 2 "$1" 8 \
	    "\"Sequence number\":$2,\"Fwd thread id\":1,\"Input Dims\":[[5,24]],\"Input type\":[\"float\"]"
	kernel 2 "$(($1 + 1))" "$1" split_embedding_backward_codegen_unweighted_kernel_warp_per_row_1
}
{
	echo '{"traceEvents":['
	zero 1 7
	lookup 10 60 adagrad
	zero 20 8
	lookup 30 30 adagrad
	zero 40 11
	lookup 50 15 adam
	lookup 60 45 adam
	node 110 12 adam
	node 120 11 adam
	node 130 8 adagrad
	node 140 7 adagrad
	printf '{"ph":"i","name":"end","pid":1,"tid":1,"ts":999}]}\n'
} >t.json
pp-parse t.json | pp-prof --csv -c dir,call,flops,bytes,conf
