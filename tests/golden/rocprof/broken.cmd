# rocprofv3's JSON where it is not JSON: what is forgiven is counted; else the item that
# it is in and what follows are left out, which is an error.
try()
{
	echo "$1:" >&2
	rc=0
	printf '{"rocprofiler-sdk-tool": [{"metadata": {"pid": 12},
"buffer_records": {"kernel_dispatch": [%s]}, "kernel_symbols": [{"kernel_id": 2, "formatted_kernel_name": "k"}]}]}' "$2" |
	    pp-parse >out || rc=$?
	jq -c '[.kernel, .start, .dur]' out
	echo "status $rc"
}
one='{"start_timestamp": 1000, "end_timestamp": 1200, "dispatch_info": {"kernel_id": 2}}'
two='{"start_timestamp": 2000, "end_timestamp": 2300, "dispatch_info": {"kernel_id": 2}}'
try "nothing" "$one, $two"
try "a comma" "$one,, $two"
try "commas and a bare word" "$one, {\"start_timestamp\": 2000, \"end_timestamp\": 2300, \"dispatch_info\": {\"kernel_id\": 2}, \"x\": nan,},"
try "what is not forgiven" "$one, $two, {\"start_timestamp\": 3000, \"end_timestamp\": 3300, bad}, $one"
