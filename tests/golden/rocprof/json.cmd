# rocprofv3 --output-format json: what numbers mean may stand behind the records that
# use them; counters of parts of the GPU add up; a dispatch that has counters alone
# is a kernel, too.
cat >t.json <<'END'
{"rocprofiler-sdk-tool": [{
 "callback_records": {"counter_collection": [
  {"dispatch_data": {"correlation_id": {"internal": 5}, "start_timestamp": 900, "end_timestamp": 950,
    "dispatch_info": {"agent_id": {"handle": 18446744073709551615}, "queue_id": {"handle": 3}, "kernel_id": 2, "dispatch_id": 1,
     "group_segment_size": 0, "workgroup_size": {"x": 64, "y": 1, "z": 1}, "grid_size": {"x": 130, "y": 1, "z": 1}}},
   "records": [{"counter_id": {"handle": 7}, "value": 2.5}, {"counter_id": {"handle": 7}, "value": 4}, {"counter_id": {"handle": 9}, "value": 1}]},
  {"dispatch_data": {"correlation_id": {"internal": 6}, "start_timestamp": 1900, "end_timestamp": 1960, "dispatch_info": {"kernel_id": 3, "dispatch_id": 2}},
   "records": [{"counter_id": {"handle": 7}, "value": 8}], "thread_id": 41}]},
 "buffer_records": {
  "kernel_dispatch": [{"thread_id": 40, "correlation_id": {"internal": 5}, "start_timestamp": 1000, "end_timestamp": 1200,
    "dispatch_info": {"agent_id": {"handle": 18446744073709551615}, "queue_id": {"handle": 3}, "kernel_id": 2, "dispatch_id": 1,
     "group_segment_size": 64, "workgroup_size": {"x": 64, "y": 1, "z": 1}, "grid_size": {"x": 130, "y": 1, "z": 1}}}],
  "marker_api": [
   {"kind": 1, "operation": 1, "correlation_id": {"internal": 1}, "start_timestamp": 500, "end_timestamp": 800, "thread_id": 40},
   {"kind": 1, "operation": 0, "correlation_id": {"internal": 2}, "start_timestamp": 510, "end_timestamp": 790, "thread_id": 40}],
  "hip_api": [{"kind": 0, "operation": 1, "correlation_id": {"internal": 5}, "start_timestamp": 600, "end_timestamp": 620, "thread_id": 40}]},
 "kernel_symbols": [{"kernel_id": 0, "formatted_kernel_name": "0"}, {"kernel_id": 2, "formatted_kernel_name": "f<int>(int)"},
  {"kernel_id": 3, "formatted_kernel_name": "", "demangled_kernel_name": "g(int) [clone .kd]"}],
 "strings": {"marker_api": [{"key": 1, "value": "layer:fc"}, {"key": 2, "value": "a mark"}],
  "buffer_records": [{"kind": "HIP_RUNTIME_API", "operations": ["hipNone", "hipModuleLaunchKernel"]},
   {"kind": "MARKER_CORE_API", "operations": ["roctxMarkA", "roctxRangePushA"]}]},
 "counters": [{"id": {"handle": 7}, "name": "SQ_WAVES"}, {"id": {"handle": 9}, "name": "GRBM_COUNT"}],
 "agents": [{"id": {"handle": 1}, "type": 1, "name": "CPU"}, {"id": {"handle": 18446744073709551615}, "type": 2, "name": "gfx942", "cu_count": 304}],
 "metadata": {"pid": 12}}]}
END
# time 0 is the range's: 500
pp-parse t.json | tee rec | jq -c '[.name, .start, .dur, .device, .stream, .corr, .tid, .api, .api_start, .layer, .range, .grid, .counters, .gpu.name]'
# the same of a pipe, packed
gzip -c t.json | pp-parse | cmp - rec
# cut behind the dispatch: what was read is told, and that is an error
head -c 2200 t.json | pp-parse | jq -c '[.kernel, .start, .dur]'
echo '{"rocprofiler-sdk-tool": 3}' | pp-parse || echo "status $?"
