# A range whose key has several texts has none of them; the same text twice is one.
texts()
{
	cat <<EOF
{"rocprofiler-sdk-tool": [{"metadata": {"pid": 12}, "strings": {"buffer_records": [{"kind": "NONE", "operations": []},
 {"kind": "HIP_RUNTIME_API", "operations": ["hipNone", "hipLaunchKernel"]},
 {"kind": "MARKER_CORE_API", "operations": ["roctxMarkA", "roctxRangePushA"]}],
 "marker_api": [$1]}, "kernel_symbols": [{"kernel_id": 2, "formatted_kernel_name": "k"}],
 "buffer_records": {"hip_api": [{"kind": 1, "operation": 1, "correlation_id": {"internal": 5}, "start_timestamp": 120, "end_timestamp": 130, "thread_id": 40}],
 "marker_api": [{"kind": 2, "operation": 1, "correlation_id": {"internal": 1}, "start_timestamp": 100, "end_timestamp": 200, "thread_id": 40}],
 "kernel_dispatch": [{"thread_id": 40, "correlation_id": {"internal": 5}, "start_timestamp": 150, "end_timestamp": 160, "dispatch_info": {"kernel_id": 2, "dispatch_id": 1}}]}}]}
EOF
}
mul='{"key": 1, "value": "aten::mul, seq = 3, op_id = 5"}'
for other in 'aten::add, seq = 3, op_id = 5' 'aten::mul, seq = 4, op_id = 5' 'aten::mul, seq = 3, op_id = 5'; do
	texts "$mul, {\"key\": 1, \"value\": \"$other\"}, {\"key\": 2, \"value\": \"x\"}, $mul" | pp-parse |
	    jq -c '[.kernel, .op[0].op, .op[0].seq]'
done
