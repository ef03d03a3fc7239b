# An id that comes again: a dispatch is of the last call with it that began by then, and
# a call that has none is lost.  Time 0 is that of the first call, at 100.  A dispatch is
# of no call if it began before all of them, or has no valid times.
call()
{
	echo "{\"kind\": 1, \"operation\": 1, \"correlation_id\": {\"internal\": 5}, \"start_timestamp\": $1, \"end_timestamp\": $(($1 + 5)), \"thread_id\": $2}"
}
dispatch()
{
	echo "{\"thread_id\": 9, \"correlation_id\": {\"internal\": 5}, \"start_timestamp\": $1, \"end_timestamp\": $(($1 + 9)), \"dispatch_info\": {\"kernel_id\": 2, \"dispatch_id\": $1}}"
}
# profile CALL ...: with two dispatches
profile()
{
	cat <<END
{"rocprofiler-sdk-tool": [{"metadata": {"pid": 12}, "strings": {"buffer_records": [{"kind": "NONE", "operations": []},
 {"kind": "HIP_RUNTIME_API", "operations": ["hipNone", "hipLaunchKernel"]}]}, "kernel_symbols": [{"kernel_id": 2, "formatted_kernel_name": "k"}],
 "buffer_records": {"hip_api": [$(printf '%s\n' "$@" | paste -sd ,)], "kernel_dispatch": [$(dispatch 6000), $(dispatch 1000)]}}]}
END
}
profile "$(call 7000 42)" "$(call 5000 41)" "$(call 100 40)" | pp-parse | jq -c '[.start, .api_start, .tid]'
# both of one call, whose clock is late
profile "$(call 5000 41)" | pp-parse | jq -c '[.start, .api_start, .tid]'
# before both; and without times
profile "$(call 5000 41)" "$(call 5500 42)" | sed 's/"start_timestamp": 6000/"start_timestamp": 0/' | pp-parse | jq -c '[.start, .api_start, .tid]'
