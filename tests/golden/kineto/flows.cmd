# Two threads' forwards have the same number, as replicas of DataParallel do; the
# later one is not that of the first backward: the flow says so.  Without flows
# the later one is taken.
make_trace()
{
	cat <<'END'
{"traceEvents": [
{"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 9, "tid": 1, "ts": 10, "dur": 5, "args": {"Sequence number": 7, "Input Dims": [[2, 3], [3, 4]], "Input type": ["float", "float"]}},
{"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 9, "tid": 2, "ts": 12, "dur": 5, "args": {"Sequence number": 7, "Input Dims": [[5, 6], [6, 8]], "Input type": ["float", "float"]}},
{"ph": "X", "cat": "cpu_op", "name": "MmBackward0", "pid": 9, "tid": 3, "ts": 20, "dur": 9, "args": {"Sequence number": 7, "Fwd thread id": 1}},
{"ph": "X", "cat": "cpu_op", "name": "MmBackward0", "pid": 9, "tid": 3, "ts": 30, "dur": 9, "args": {"Sequence number": 7, "Fwd thread id": 2}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 9, "tid": 3, "ts": 22, "dur": 1, "args": {"correlation": 1}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 9, "tid": 3, "ts": 32, "dur": 1, "args": {"correlation": 2}},
END
	[ $# = 0 ] || cat <<'END'
{"ph": "s", "id": 1, "cat": "fwdbwd", "name": "fwdbwd", "pid": 9, "tid": 1, "ts": 10},
{"ph": "f", "id": 1, "cat": "fwdbwd", "name": "fwdbwd", "pid": 9, "tid": 3, "ts": 20, "bp": "e"},
{"ph": "f", "id": 2, "cat": "fwdbwd", "name": "fwdbwd", "pid": 9, "tid": 3, "ts": 30, "bp": "e"},
{"ph": "s", "id": 2, "cat": "fwdbwd", "name": "fwdbwd", "pid": 9, "tid": 2, "ts": 12},
END
	cat <<'END'
{"ph": "X", "cat": "kernel", "name": "a", "pid": 0, "tid": 7, "ts": 40, "dur": 1, "args": {"correlation": 1}},
{"ph": "X", "cat": "kernel", "name": "b", "pid": 0, "tid": 7, "ts": 50, "dur": 1, "args": {"correlation": 2}}
]}
END
}
make_trace with | pp-parse | jq -c '[.kernel, .fwd[0].args[0].shape]'
make_trace | pp-parse | jq -c '[.kernel, .fwd[0].args[0].shape]'
