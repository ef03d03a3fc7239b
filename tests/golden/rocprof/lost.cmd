# Launch calls without a dispatch are counted, as in every format: ids are those of a
# process, and what a stream capture recorded launched nothing.
# call OPERATION CORR START THREAD
call()
{
	echo "{\"kind\": 1, \"operation\": $1, \"correlation_id\": {\"internal\": $2}, \"start_timestamp\": $3, \"end_timestamp\": $(($3 + 5)), \"thread_id\": $4}"
}
# process PID CORR: calls on standard input, the dispatch of one of them
process()
{
	cat <<END
{"metadata": {"pid": $1}, "agents": [], "counters": [], "strings": {"buffer_records": [{"kind": "NONE", "operations": []},
 {"kind": "HIP_RUNTIME_API", "operations": ["hipNone", "hipLaunchKernel", "hipExtModuleLaunchKernel", "hipStreamBeginCapture",
  "hipStreamEndCapture", "hipLaunchHostFunc", "hipGraphLaunch", "hipMemcpyAsync"]}]}, "kernel_symbols": [{"kernel_id": 2, "formatted_kernel_name": "k"}],
 "buffer_records": {"kernel_dispatch": [{"thread_id": 40, "correlation_id": {"internal": $2}, "start_timestamp": 1000,
  "end_timestamp": 1200, "dispatch_info": {"kernel_id": 2, "dispatch_id": 1}}], "hip_api": [$(paste -sd ,)]}}
END
}
{
	echo '{"rocprofiler-sdk-tool": ['
	# its dispatch; a function of the host, a graph, a copy; a capture of one call,
	# and meanwhile the other thread's, which is lost; so is the one behind it
	{
		call 1 1 100 40
		call 5 2 110 40
		call 6 3 120 40
		call 7 4 130 40
		call 3 5 200 40
		call 1 6 210 40
		call 2 7 220 41
		call 4 8 230 40
		call 1 9 240 40
	} | process 12 1
	echo ,
	# the earliest of all has an id that process 12 has a dispatch for, not this one
	{
		call 2 1 90 40
		call 1 5 300 40
	} | process 13 5
	echo ']}'
} >t.json
pp-parse t.json | jq -c '[.kernel, .pid, .corr, .api]'
# none is left
jq '."rocprofiler-sdk-tool"[].buffer_records.kernel_dispatch = []' t.json >none.json
pp-parse none.json
# nobody asked for kernels
pp-parse -k memcpy none.json
