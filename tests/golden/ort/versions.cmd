# ONNX Runtime's own profile, by the versions of the profiler.  Rows as
# Profiler::EndProfiling writes them (onnxruntime/core/common/profiler.cc), kernels
# as GPUProfilerBase::MergeEvents puts them between (gpu_profiler_common.h).
row() # CATEGORY ID TS DUR NAME ARGS
{
	printf '%s{"cat" : "%s","pid" :%s,"tid" :%s,"dur" :%s,"ts" :%s,"ph" : "X","name" :"%s","args" : {%s}}' \
	    "$sep" "$1" "$2" "$2" "$4" "$3" "$5" "$6"
	sep=',
'
}
thread=77
provider=CUDAExecutionProvider
node() # TS DUR NAME OP INDEX INPUTS OUTPUTS
{
	row Node $thread "$1" "$2" "$3_kernel_time" "\"op_name\" : \"$4\",\"provider\" : \"$provider\",\"node_index\" : \"$5\",\"input_type_shape\" : [$6],\"output_type_shape\" : [$7],\"thread_scheduling_stats\" : \"\""
}
fence() # TS NAME OP
{
	row Node $thread "$1" 0 "$2" "\"op_name\" : \"$3\""
}
grid='"stream" : "7","grid_x" : "4","grid_y" : "2","grid_z" : "1","block_x" : "128","block_y" : "1","block_z" : "1"'
none='"stream" : "7","grid_x" : "-1","grid_y" : "-1","grid_z" : "-1","block_x" : "-1","block_y" : "-1","block_z" : "-1"'
kernel() # TS NAME MORE
{
	row Kernel -1 "$1" 5 "$2" "$grid$3"
}
show() # LINES
{
	echo "$1:"
	{
		echo '['
		sep=
		"$1"
		echo ']'
	} | pp-parse -k gpu | jq -c '[.kernel // .name, .op[0].op, .module[0],
	    [.op[0].args[]?.shape], [.op[0].out[]?.shape], .sub, .nsub, .copy]'
}

# Two convolutions one behind the other, of unlike shapes.
conv1='{"float16":[1,3,8,8]},{"float16":[4,3,3,3]}'
conv2='{"float16":[1,4,6,6]},{"float16":[4,4,3,3]}'
out1='{"float16":[1,4,6,6]}'
out2='{"float16":[1,4,4,4]}'

# From 1.14 on: parent_name is the row with the start of the kernel's node, which
# may be its fence; a node of the second run has the name of the first run's.  Of
# no row: input that is copied before the first node; what names no row that is
# there, or the row of another operator, has its operator alone.
named()
{
	row Session 77 90 400 model_run
	row Kernel -1 92 3 MemcpyHostToDevice "$none"
	fence 100 c1_fence_before Conv
	node 100 10 c1 Conv 0 "$conv1" "$out1"
	kernel 104 conv_a ',"op_name" : "Conv","parent_name" : "c1_fence_before"'
	kernel 150 conv_b ',"op_name" : "Conv","parent_name" : "c1_kernel_time"'
	fence 110 c1_fence_after Conv
	fence 111 c2_fence_before Conv
	node 111 9 c2 Conv 1 "$conv2" "$out2"
	kernel 160 conv_c ',"op_name" : "Conv","parent_name" : "c2_kernel_time"'
	node 200 10 c1 Conv 0 "$conv2" "$out2"
	kernel 205 conv_d ',"op_name" : "Conv","parent_name" : "c1_kernel_time"'
	kernel 210 lost ',"op_name" : "Relu","parent_name" : "r_kernel_time"'
	kernel 216 other ',"op_name" : "Relu","parent_name" : "c2_kernel_time"'
	kernel 222 outside ',"op_name" : "","parent_name" : "model_run"'
}
show named

# 1.10: only op_name, behind the first row with the start, which is the fence's.
behind()
{
	fence 100 c1_fence_before Conv
	kernel 104 conv_a ',"op_name" : "Conv"'
	node 100 10 c1 Conv 0 "$conv1" "$out1"
	fence 110 c1_fence_after Conv
	fence 111 c2_fence_before Conv
	node 112 9 c2 Conv 1 "$conv2" "$out2"
	kernel 115 conv_b ',"op_name" : "Conv"'
	node 130 9 r Relu 2 "$out2" "$out2"
	kernel 135 relu ',"op_name" : "Relu"'
}
show behind

# 1.8: in front of that row; the Relu's kernel shows it.
first()
{
	kernel 104 conv_a ',"op_name" : "Conv"'
	fence 100 c1_fence_before Conv
	node 100 10 c1 Conv 0 "$conv1" "$out1"
	kernel 115 conv_b ',"op_name" : "Conv"'
	node 112 9 c2 Conv 1 "$conv2" "$out2"
	kernel 135 relu ',"op_name" : "Relu"'
	node 130 9 r Relu 2 "$out2" "$out2"
}
show first

# The plugin: event_name or node_index; before it had those, nothing.
plugin()
{
	node 100 10 c1 Conv 5 "$conv1" "$out1"
	node 112 9 c2 Conv 6 "$conv2" "$out2"
	kernel 115 by_name ',"event_name" : "c1_kernel_time"'
	kernel 122 by_index ',"node_index" : "5"'
	kernel 128 by_place
	kernel 140 unknown ',"node_index" : "7"'
}
show plugin

# A name is written as it is.
quoted()
{
	node 100 10 'the "q" node' Relu 0 "$out1" "$out1"
	kernel 104 'f<\"x\">' ',"op_name" : "Relu","parent_name" : "the "q" node_kernel_time"'
}
show quoted

# A node of the CPU launches no kernel: not the one in front, nor the one with
# the start of the kernel's.  A kernel whose row names such a node all the same
# has the operator that its row tells.
cpu()
{
	node 100 10 c1 Conv 0 "$conv1" "$out1"
	on_cpu 111 3 s Shape 1 "$out1" '{"int64":[4]}'
	kernel 115 by_place
	node 120 5 r Relu 2 "$out1" "$out1"
	on_cpu 120 0 s2 Shape 3 "$out1" '{"int64":[4]}'
	kernel 122 by_start ',"op_name" : "Relu","parent_name" : "s2_kernel_time"'
	kernel 124 by_index ',"node_index" : "3"'
	kernel 126 of_shape ',"op_name" : "Shape","parent_name" : "s_kernel_time"'
	kernel 128 of_none ',"node_index" : "1"'
}
on_cpu()
{
	provider=CPUExecutionProvider
	node "$@"
	provider=CUDAExecutionProvider
}
show cpu

# Of two threads whose nodes start at one time a fence is of its own's.
threads()
{
	fence 100 c1_fence_before Conv
	node 100 10 c1 Conv 0 "$conv1" "$out1"
	thread=78
	node 100 9 c2 Conv 1 "$conv2" "$out2"
	thread=77
	kernel 104 conv_a ',"op_name" : "Conv","parent_name" : "c1_fence_before"'
}
show threads

# A row of nodes that is neither a run by its name nor a fence is a run.
unlike()
{
	node 100 10 c1 Conv 0 "$conv1" "$out1"
	row Node 77 111 9 partition_2 '"op_name" : "Relu"'
	kernel 115 in_partition
}
show unlike

# The clock was set back: the node has no duration, but its kernel is of no other,
# and has its operator, without arguments.
negative()
{
	node 100 10 c1 Conv 0 "$conv1" "$out1"
	node 111 -3 r Relu 1 "$out1" "$out1"
	kernel 115 relu
	kernel 122 relu_too ',"op_name" : "Relu","parent_name" : "r_kernel_time"'
}
show negative
