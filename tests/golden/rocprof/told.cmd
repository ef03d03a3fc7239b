# Nothing of rocprofv3's JSON is lost without a word, and nothing is anybody's by luck.
# profile CALLS RANGES DISPATCHES ENTRIES
profile()
{
	cat <<EOF
{"rocprofiler-sdk-tool": [{"metadata": {"pid": 12}, "strings": {"buffer_records": [{"kind": "NONE", "operations": []},
 {"kind": "HIP_RUNTIME_API", "operations": ["hipNone", "hipLaunchKernel"]},
 {"kind": "MARKER_CORE_API", "operations": ["roctxMarkA", "roctxRangePushA", "roctxProfilerPause"]}],
 "marker_api": [{"key": 1, "value": "layer:fc"}, {"key": 2, "value": "aten::mm, seq = 7, op_id = 9"}, {"key": 3, "value": "layer:in"}]},
 "kernel_symbols": [{"kernel_id": 2, "formatted_kernel_name": "f"}, {"kernel_id": 3, "formatted_kernel_name": "g"}],
 "counters": [{"id": {"handle": 7}, "name": "SQ_WAVES"}],
 "buffer_records": {"hip_api": [$1], "marker_api": [$2], "kernel_dispatch": [$3]},
 "callback_records": {"counter_collection": [$4]}}]}
EOF
}
# row KIND OPERATION CORR START END [THREAD]: a call or a range
row()
{
	echo "{\"kind\": $1, \"operation\": $2, \"correlation_id\": {\"internal\": $3}, \"start_timestamp\": $4, \"end_timestamp\": $5${6:+, \"thread_id\": $6}}"
}
# info CORR START KERNEL DISPATCH: it ran for 10 ns
info()
{
	echo "\"correlation_id\": {\"internal\": $1}, \"start_timestamp\": $2, \"end_timestamp\": $(($2 + 10)), \"dispatch_info\": {\"kernel_id\": $3, \"dispatch_id\": $4}"
}
dispatch() { echo "{\"thread_id\": 40, $(info "$@")}"; }
# entry CORR START KERNEL DISPATCH WAVES
entry() { echo "{\"dispatch_data\": {$(info "$1" "$2" "$3" "$4")}, \"records\": [{\"counter_id\": {\"handle\": 7}, \"value\": $5}]}"; }
shows() { jq -c '[.kernel, .start, .corr, .tid, .api, .layer, .counters.SQ_WAVES]'; }
said() { pp-parse "$@" 2>&1 >rec | sed 's/^pp-parse: <stdin>: //'; shows <rec; }

echo the first kernel without a call is that of the least start, then id, in any order
a=$(dispatch 9 500 2 1) b=$(dispatch 8 400 2 2) c=$(dispatch 6 400 2 3) d=$(dispatch 0 100 2 4)
profile '' '' "$a,$b,$c,$d" '' | said
profile '' '' "$d,$c,$b,$a" '' | said | head -1
# one without valid times is not the first
profile '' '' "$(dispatch 3 -100 2 1),$a" '' | said | tail -1
echo so is the first call without a kernel
a=$(row 1 1 9 300 310 41) b=$(row 1 1 5 300 310 42)
profile "$a,$b" '' '' '' | said
profile "$b,$a" '' '' '' | said
echo a call without a thread is on that of its dispatch, one whose end is before its start is none
profile "$(row 1 1 5 300 310),$(row 1 1 6 400 390 40)" "$(row 2 1 1 290 320 40)" "$(dispatch 5 500 2 1),$(dispatch 6 600 3 2)" '' | said
profile "$(row 1 1 5 300 310),$(row 1 1 6 400 390 40)" '' '' '' | pp-parse -k api | jq -c '[.corr, .start, .dur, .tid]'
echo ranges that are left out are told: no thread, an end before the start, no text
profile "$(row 1 1 5 300 310 40)" "$(row 2 1 1 290 320),$(row 2 1 2 295 294 40),$(row 2 1 3 296 320 40),$(row 2 1 4 297 320 40),$(row 2 2 5 298 320 40)" "$(dispatch 5 500 2 1)" '' | said
echo a kernel that has no symbol has no name
profile "$(row 1 1 5 300 310 40)" '' "$(dispatch 5 500 4 1)" '' | said
echo an id that no record can tell joins all the same
profile "$(row 1 1 18446744073709551615 300 310 41)" '' "$(dispatch 18446744073709551615 500 2 1)" '' | said
echo counters of two dispatches with one id, or of another kernel, are nobody\'s
calls="$(row 1 1 5 300 310 40),$(row 1 1 6 320 330 40)"
profile "$calls" '' "$(dispatch 5 500 2 1),$(dispatch 6 600 3 1)" "$(entry 5 500 2 1 8)" | said
profile "$calls" '' "$(dispatch 5 500 2 1),$(dispatch 6 600 3 2)" "$(entry 5 500 3 1 8),$(entry 6 600 3 2 4)" | said
echo two dispatches of one id that have counters alone are two kernels, parts of one add up
profile "$calls" '' '' "$(entry 5 500 2 1 8),$(entry 6 600 3 1 4),$(entry 6 600 3 1 2)" | said
# whichever it is that tells them apart
for other in '6 500 2' '5 600 2' '5 500 3'; do
	# shellcheck disable=SC2086 # words
	profile "$calls" '' '' "$(entry 5 500 2 1 8),$(entry $other 1 4)" | pp-parse 2>/dev/null | jq -c .counters.SQ_WAVES | paste -sd ' '
done
