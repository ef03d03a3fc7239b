# Two members of one pid, as of two containers, with the same threads, ids, symbols and
# agents: each is a process of its own.  A third one has no pid, nor has the fourth.
member() # WORD START GPU METADATA: one dispatch of a kernel in an op and a call, from START on
{
	cat <<END
{"metadata": {$4},
 "agents": [{"id": {"handle": 7}, "type": 2, "name": "$3"}],
 "kernel_symbols": [{"kernel_id": 2, "formatted_kernel_name": "$1"}],
 "strings": {"marker_api": [{"key": 1, "value": "aten::$1, seq = 5"}],
  "buffer_records": [{"kind": "HIP_RUNTIME_API", "operations": ["hipNone", "hipLaunchKernel"]},
   {"kind": "MARKER_CORE_API", "operations": ["roctxMarkA", "roctxRangePushA"]}]},
 "counters": [{"id": {"handle": 9}, "name": "of_$1"}],
 "callback_records": {"counter_collection": [{"dispatch_data": {"start_timestamp": $2, "end_timestamp": $(($2 + 1)), "dispatch_info": {"kernel_id": 2, "dispatch_id": 1}},
   "records": [{"counter_id": {"handle": 9}, "value": 1}]}]},
 "buffer_records": {
  "marker_api": [{"kind": 1, "operation": 1, "correlation_id": {"internal": 1}, "start_timestamp": $2, "end_timestamp": $(($2 + 900)), "thread_id": 40}],
  "hip_api": [{"kind": 0, "operation": 1, "correlation_id": {"internal": 5}, "start_timestamp": $(($2 + 100)), "end_timestamp": $(($2 + 120)), "thread_id": 40}],
  "kernel_dispatch": [{"thread_id": 40, "correlation_id": {"internal": 5}, "start_timestamp": $(($2 + 200)), "end_timestamp": $(($2 + 300)),
    "dispatch_info": {"agent_id": {"handle": 7}, "kernel_id": 2, "dispatch_id": 1}}]}}
END
}
show()
{
	pp-parse "$@" | jq -c '[.kernel, .pid, .tid, .api_start, [.op[]? | [.op, .seq]], .gpu.name, .counters]'
}
printf '{"rocprofiler-sdk-tool": [%s,\n%s,\n%s,\n%s]}' "$(member a 1000 gfx942 '"pid": 1')" "$(member b 1050 gfx90a '"pid": 1')" \
    "$(member c 1010 gfx1100 '')" "$(member d 1020 gfx1201 '')" | show
