# Traces of several processes put together, where ids repeat: of each kernel the start of
# its call, of which process, and its operator.
call() # PID TS CORR [NAME]
{
	echo "{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"${4:-cudaLaunchKernel}\",\"pid\":$1,\"tid\":1,\"ts\":$2,\"dur\":1,\"args\":{\"correlation\":$3}},"
}
row() # CATEGORY NAME TS CORR [PID [DEVICE]]
{
	echo "{\"ph\":\"X\",\"cat\":\"$1\",\"name\":\"$2\",\"pid\":${5:-0},\"tid\":7,\"ts\":$3,\"dur\":1,\"args\":{\"correlation\":$4${6:+,\"device\":$6}}},"
}
kernel()
{
	row kernel "$@"
}
op() # PID TS
{
	echo "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::of_$1\",\"pid\":$2,\"tid\":1,\"ts\":$3,\"dur\":5},"
}
# trace WHAT ROWS
trace()
{
	echo "$1"
	echo "$1:" >&2
	printf '{"traceEvents":[%s]}' "$(printf '%s' "$2" | sed '$s/,$//')" |
	pp-parse -k "${kinds:-kernel}" | jq -c '[.name, .api_start, .pid, .op[0].op]'
}
others="$(op a 1 0) $(op b 2 10) $(call 2 10 99 cudaFree)"
trace "one call, one kernel" "$others $(call 1 1 7) $(kernel a 20 7)"
trace "one call, two kernels: a call is missing" \
    "$others $(call 1 1 7) $(kernel a 20 7) $(kernel b 30 7)"
kinds=memcpy,memset
trace "so it is of copies and sets" \
    "$others $(call 1 1 7 cudaMemcpyAsync) $(call 1 2 8 hipMemsetAsync)
    $(row gpu_memcpy a 20 7) $(row gpu_memcpy b 30 7) $(row gpu_memset c 20 8)
    $(row gpu_memset d 30 8)"
kinds=gpu
trace "batches of copies have several, but of kernels only HIP's" \
    "$others $(call 1 1 7 cudaMemcpyBatchAsync) $(call 2 12 7) $(kernel a 13 7)
    $(row gpu_memcpy b 20 7) $(row gpu_memcpy c 30 7)
    $(call 2 13 8 cudaMemcpy3DBatchAsync) $(row gpu_memcpy d 20 8) $(row gpu_memcpy e 30 8)
    $(call 1 2 9 hipMemcpyBatchAsync) $(kernel f 20 9) $(kernel g 30 9)"
kinds=
trace "graphs and launches on several devices may have several" \
    "$others $(call 1 1 7 cudaGraphLaunch) $(kernel a 20 7) $(kernel b 30 7)
    $(call 2 11 8 cudaLaunchCooperativeKernelMultiDevice) $(kernel c 20 8) $(kernel d 30 8)
    $(call 2 12 9 other) $(kernel e 20 9) $(kernel f 30 9)"
trace "two calls, then two kernels: no time tells" \
    "$others $(call 1 1 7) $(call 2 12 7) $(kernel a 20 7) $(kernel b 30 7)"
trace "one by one" \
    "$others $(call 1 1 7) $(kernel a 11 7) $(call 2 12 7) $(kernel b 30 7)"
rows="$others $(call 1 1 7) $(call 2 12 7 cudaMemcpyAsync) $(kernel a 20 7)
    $(row gpu_memcpy 'Memcpy HtoD' 13 7) $(call 1 2 8 hipLaunchKernel) $(call 2 13 8 hipMemsetAsync)
    $(row gpu_memset Memset 21 8) $(kernel b 21 8)"
kinds=gpu
trace "launches have kernels, and CUDA's copies have none; HIP's may" "$rows"
kinds=
trace "the same of the kernels alone" "$rows"
# five calls with ids that no other process has tell of which process a device is
own() # PID DEVICE ID [CATEGORY CALL]
{
	for i in 1 2 3 4 5; do
		call "$1" $((20 + i)) $(($3 + i)) "$5"
		row "${4:-kernel}" "own$1" $((50 + i)) $(($3 + i)) "$2" "$2"
	done
}
trace "devices; that of device 2 are of both" "$others $(call 1 1 7) $(call 2 12 7)
    $(kernel a 20 7 0 0) $(kernel b 18 7 1 1) $(own 1 0 100) $(own 2 1 200)
    $(own 1 2 300) $(call 2 14 11) $(kernel b11 60 11 2 2)
    $(call 1 4 12) $(call 2 14.5 12) $(kernel c 70 12 2 2) $(kernel d 71 12 2 2)"
trace "one kernel of b does not tell that the others are" "$others
    $(call 2 11 7) $(kernel b 20 7 0 0)
    $(call 1 1 8) $(call 2 12 8) $(kernel a 20 8 0 0)
    $(call 1 2 9) $(call 2 13 9) $(kernel a 21 9 0 0)"
# what -k asks for changes none of the records
rows="$others $(call 1 1 7) $(call 2 12 7) $(kernel a 20 7 0 0) $(kernel b 18 7 1 1)
    $(own 1 0 100 gpu_memcpy cudaMemcpyAsync) $(own 2 1 200 gpu_memcpy cudaMemcpyAsync)"
for kinds in kernel gpu memcpy; do
	trace "copies tell of which process a device is, -k $kinds" "$rows"
done
# a label that only a copy has: the kernel's process is not known, and it begins before
# the call
rows="$(op a '"[TP00] 77"' 2) $(call '"[TP00] 77"' 5 7) $(kernel a 4 7)
    $(row gpu_memcpy b 20 8 '"[TP01] 0"')"
for kinds in kernel gpu; do
	trace "a label that only a copy has, -k $kinds" "$rows"
done
kinds=gpu
trace "a device that both use, one of them for a batch" "$others
    $(call 1 1 7 cudaMemcpyBatchAsync) $(row gpu_memcpy a 20 7 0 0) $(row gpu_memcpy b 30 7 0 0)
    $(call 2 11 8) $(kernel c 25 8 0 0)"
kinds=
# as SGLang's merger writes the processes
label="$(op a '"[TP00] 77"' 0) $(op b '"[TP01] 77"' 10)"
trace "labels" "$label $(call '"[TP00] 77"' 1 7) $(call '"[TP01] 77"' 12 7)
    $(kernel a 20 7 '"[TP00] 0"') $(kernel b 18 7 '"[TP01] 0"')"
trace "a label of which there is no call" "$(op a '"[TP00] 77"' 0) $(call '"[TP00] 77"' 1 7)
    $(kernel a 20 7 '"[TP00] 0"') $(kernel b 18 8 '"[TP01] 0"') $(call '"[TP00] 77"' 1.5 8)"
trace "other texts are no labels" "$others $(call 1 1 7) $(kernel a 20 7 '"GPU 0"')
    $(call 2 12 8) $(kernel b 20 8 '"[0]"')"
trace "of one process" "$(op a 1 0) $(call 1 1 7) $(kernel a 20 7) $(kernel b 30 7)
    $(call 1 1 8) $(kernel c 20 8 '"[TP01] 0"')"
# Ranges alone make no other process: the clocks of the host and the GPU may differ, so
# that a kernel begins before its call.
one="$(op a 1 2) $(call 1 5 7) $(kernel a 4 7)"
trace "ranges of another process" "$(op b 2 0) $one"
trace "ranges of none" "$(op b 2 0 | sed 's/"pid":2,//') $one"
trace "ranges of a process without a number" "$(op b '"Spans"' 0) $one"
trace "ranges of another label" "$(op b '"[TP01] 77"' 0) $(op a '"[TP00] 77"' 2)
    $(call '"[TP00] 77"' 5 7) $(kernel a 4 7)"
trace "a label that only ranges have" "$(op b '"[TP01] 77"' 0) $one $(kernel b 4 7 '"[TP01] 0"')"
