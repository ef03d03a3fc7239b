# Rows of counters. Their own times are made up, so by position among the
# launches of kernels (the memset's call is none); __missing__ is no name.
calls='{"ph":"X","cat":"cpu_op","name":"aten::a","pid":1,"tid":1,"ts":10,"dur":9},
{"ph":"X","cat":"cpu_op","name":"aten::b","pid":1,"tid":1,"ts":20,"dur":9},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":21,"dur":1,"args":{"correlation":2}},
{"ph":"X","cat":"cuda_runtime","name":"cudaMemsetAsync","pid":1,"tid":1,"ts":15,"dur":1,"args":{"correlation":9}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":11,"dur":1,"args":{"correlation":1}}'
what='[.kernel, .start, .corr, .op[0].op, .counters]'
cat >place.json <<END
{"traceEvents":[$calls,
{"ph":"X","cat":"cuda_profiler_range","name":"__missing__","pid":0,"tid":0,"ts":6,"dur":5,"args":{"dram__bytes.sum":2.5,"External id":0}},
{"ph":"X","cat":"cuda_profiler_range","name":"ka","pid":0,"tid":0,"ts":1,"dur":5,"args":{"dram__bytes.sum":4096,"sm__cycles.avg":1e3,"text":"x"}}]}
END
pp-parse place.json | jq -c "$what"
echo "by correlation id: fewer rows than launches"
cat >id.json <<END
{"traceEvents":[$calls,
{"ph":"X","cat":"cuda_profiler_range","name":"kb","pid":0,"tid":0,"ts":1,"dur":5,"args":{"dram__bytes.sum":7,"correlation":2}}]}
END
pp-parse id.json | jq -c "$what"
echo "refused: fewer rows, no ids"
sed 's/,"correlation":2}}]/}}]/' id.json >none.json
pp-parse none.json | jq -c "$what"
echo "refused: another name at that place"
cat >names.json <<END
{"traceEvents":[$calls,
{"ph":"X","cat":"kernel","name":"ka","ts":30,"dur":1,"args":{"correlation":1}},
{"ph":"X","cat":"kernel","name":"kb","ts":31,"dur":1,"args":{"correlation":2}},
{"ph":"X","cat":"cuda_profiler_range","name":"kb","ts":1,"dur":5,"args":{"dram__bytes.sum":1}},
{"ph":"X","cat":"cuda_profiler_range","name":"ka","ts":6,"dur":5,"args":{"dram__bytes.sum":2}}]}
END
pp-parse names.json | jq -c "$what"
echo "kernels with rows get them"
sed 's/"kb","ts":1,/"ka","ts":1,/; s/"ka","ts":6,/"kb","ts":6,/' names.json >rows.json
pp-parse rows.json | jq -c "$what"
echo "each of two things is said: that, and what is no JSON"
sed 's/"dram__bytes.sum":7/"dram__bytes.sum":nan/' none.json >nan.json
pp-parse nan.json | jq -c "$what"
