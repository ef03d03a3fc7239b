# What is no object in an array counts as a place of it and costs nothing else: a
# process, a kind of record, an operation.  Without a dispatch's id nothing says that
# its counters are another one's.
cat >t.json <<'END'
{"rocprofiler-sdk-tool": [null, [{}], {
 "strings": {"buffer_records": [null, {"operations": ["hipNone", 5, {"x": [1]}, "hipLaunchKernel"], "more": 1}]},
 "kernel_symbols": [7, {"kernel_id": 2, "kernel_name": "f"}, {"kernel_id": 3, "kernel_name": "g"}],
 "counters": [{"id": {"handle": 7}, "name": "SQ_WAVES"}],
 "buffer_records": {
  "hip_api": [{"kind": 1, "operation": 3, "correlation_id": {"internal": 5}, "start_timestamp": 600, "end_timestamp": 620, "thread_id": 40}],
  "kernel_dispatch": [{"correlation_id": {"internal": 5}, "start_timestamp": 1000, "end_timestamp": 1200, "bytes": 8,
    "dispatch_info": {"kernel_id": 2}, "records": [{"counter_id": {"handle": 7}, "value": 1}]}]},
 "callback_records": {"counter_collection": [
  {"dispatch_data": {"correlation_id": {"internal": 6}, "start_timestamp": 1500, "end_timestamp": 1600, "dispatch_info": {"kernel_id": 3}},
   "records": [{"counter_id": {"handle": 7}, "value": 8, "records": [{"counter_id": {"handle": 7}, "value": 32}]}]}]}}]}
END
# time 0 is the call's: 600
pp-parse t.json | jq -c '[.name, .start, .dur, .corr, .api, .bytes, .counters]'
# one process is no array of one
sed 's/\[null, \[{}\], {/{/; s/}\]}$/}}/' t.json | pp-parse | jq -c '[.name, .start, .api, .counters]'
