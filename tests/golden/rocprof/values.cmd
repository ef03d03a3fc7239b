# A value of a counter may be a text; one that is no number is told, and takes none of
# another.
cat >v.json <<'END'
{"rocprofiler-sdk-tool": [{"counters": [{"id": {"handle": 7}, "name": "A"}, {"id": {"handle": 8}, "name": "B"},
 {"id": {"handle": 9}, "name": "C"}, {"id": {"handle": 10}, "name": "D"}], "callback_records": {"counter_collection": [
 {"dispatch_data": {"start_timestamp": 1, "end_timestamp": 2, "dispatch_info": {"dispatch_id": 1}}, "records": [
 {"counter_id": {"handle": 8}, "value": 1000}, {"counter_id": {"handle": 7}, "value": "3"},
 {"counter_id": {"handle": 9}, "value": "abc"}, {"counter_id": {"handle": 10}, "value": null}]}]}}]}
END
pp-parse v.json | jq -c .counters
echo "a counter that no entry names, and what has two meanings in one process"
cat >names.json <<'END'
{"rocprofiler-sdk-tool": [{"counters": [{"id": {"handle": 7}, "name": "A"}, {"id": {"handle": 7}, "name": "A"},
 {"id": {"handle": 8}, "name": "B"}, {"id": {"handle": 8}, "name": "C"}, {"id": {"handle": 8}, "name": "C"}],
 "agents": [{"id": {"handle": 1}, "type": 2}, {"id": {"handle": 2}, "type": 2}, {"id": {"handle": 2}, "type": 2}],
 "kernel_symbols": [{"kernel_id": 2, "formatted_kernel_name": "k"}, {"kernel_id": 3, "formatted_kernel_name": "l"},
 {"kernel_id": 3, "formatted_kernel_name": "m"}],
 "callback_records": {"counter_collection": [
 {"dispatch_data": {"start_timestamp": 1, "end_timestamp": 2, "dispatch_info": {"agent_id": {"handle": 1}, "kernel_id": 2, "dispatch_id": 1}}, "records": [
 {"counter_id": {"handle": 7}, "value": 3}, {"counter_id": {"handle": 8}, "value": 4}, {"counter_id": {"handle": 9}, "value": 5}]},
 {"dispatch_data": {"start_timestamp": 5, "end_timestamp": 6, "dispatch_info": {"agent_id": {"handle": 2}, "kernel_id": 3, "dispatch_id": 2}}, "records": []}]}},
 {"counters": [{"id": {"handle": 7}, "name": "Z"}]}]}
END
pp-parse names.json | jq -c '[.kernel, .device, .counters]'
