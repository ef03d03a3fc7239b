# Rows of counters of which it is not told whose they are.
call() # TS CORR [NAME [PID]]
{
	echo "{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"${3:-cudaLaunchKernel}\",\"pid\":${4:-1},\"tid\":1,\"ts\":$1,\"dur\":1,\"args\":{\"correlation\":$2}},"
}
kernel() # NAME TS CORR
{
	echo "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"$1\",\"pid\":0,\"tid\":7,\"ts\":$2,\"dur\":1,\"args\":{\"correlation\":$3}},"
}
row() # NAME TS VALUE [CORR]
{
	echo "{\"ph\":\"X\",\"cat\":\"cuda_profiler_range\",\"name\":\"$1\",\"pid\":0,\"tid\":0,\"ts\":$2,\"dur\":1,\"args\":{\"n\":$3${4:+,\"correlation\":$4}}},"
}
trace() # WHAT ROWS
{
	echo "$1"
	echo "$1:" >&2
	printf '{"traceEvents":[%s]}' "$(printf '%s' "$2" | sed '$s/,$//')" |
	pp-parse | jq -c '[.kernel, .start, .corr, .api_start, .counters.n]'
}
two="$(call 1 11) $(call 2 12)"
more="$(call 3 13)" # so that there are more launches than rows
trace "one row of each kernel" "$two $more $(kernel a 10 11) $(kernel b 20 12) $(row a 1 5 11) $(row b 2 6 12)"
trace "two rows of one kernel" "$two $more $(kernel a 10 11) $(kernel b 20 12) $(row a 1 5 11) $(row a 2 6 11)"
trace "and of none: one call launched both" "$two $more $(row a 1 5 11) $(row b 2 6 11)"
trace "as that of a graph may" "$two $(call 3 13 cudaGraphLaunch) $(row a 1 5 13)  $(row b 2 6 13) $(row c 3 7 13)"
trace "two kernels of one id" "$two $more $(kernel a 10 11) $(kernel b 20 11) $(row a 1 5 11)"
trace "the same in order of time" "$two $(kernel a 10 11) $(kernel b 20 11) $(row a 1 5) $(row b 2 6)"
trace "two calls of one id" "$(call 1 11) $(call 2 11) $more $(kernel a 10 11) $(row a 1 5 11)"
trace "the same in order of time" "$(call 1 11) $(call 2 11) $(kernel a 10 11) $(row a 1 5) $(row a 2 6)"
trace "a kernel of another name" "$two $more $(kernel a 10 11) $(row b 1 5 11)"
trace "of a name that is not told" "$two $more $(kernel a 10 11) $(row __missing__ 1 5 11)"
trace "ids in another order than the times" "$two $(row a 1 5 12) $(row b 2 6 11)"
trace "an id of no call" "$two $(row a 1 5 12) $(row b 2 6 13)"
trace "ids of another counting: the order tells" "$two $(row a 1 5 1) $(row b 2 6 2)"
trace "rows at one time" "$two $(row a 1 5) $(row b 1 6)"
trace "launches at one time" "$(call 1 11) $(call 1 12) $(row a 1 5) $(row b 2 6)"
trace "launches of two processes" "$(call 1 11) $(call 2 12 cudaLaunchKernel 2) $(row a 1 5) $(row b 2 6)"
trace "and ids of them" "$(call 1 11) $(call 2 12 cudaLaunchKernel 2) $(row a 1 5 12) $(row b 2 6 11)"
range='{"ph":"X","cat":"user_annotation","name":"w","pid":2,"tid":1,"ts":1,"dur":3},'
trace "launches of one process, and a range of another" "$two $range $(row a 1 5) $(row b 2 6)"
