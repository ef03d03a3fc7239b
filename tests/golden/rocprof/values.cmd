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
