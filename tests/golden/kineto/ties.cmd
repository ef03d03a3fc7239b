# Rows with equal times nest by their ids, which count up as they begin: as in the
# file where they have none.  Where one operator ends as the next begins, a launch
# at that us is in the next.
cat >t.json <<'END'
{"traceEvents":[
{"ph":"X","cat":"cpu_op","name":"aten::inner","pid":1,"tid":1,"ts":10,"dur":5,"args":{"External id":4}},
{"ph":"X","cat":"cpu_op","name":"aten::outer","pid":1,"tid":1,"ts":10,"dur":5,"args":{"External id":3}},
{"ph":"X","cat":"cpu_op","name":"aten::next","pid":1,"tid":1,"ts":15,"dur":5,"args":{"External id":5}},
{"ph":"X","cat":"cpu_op","name":"aten::one","pid":1,"tid":1,"ts":30,"dur":5},
{"ph":"X","cat":"cpu_op","name":"aten::two","pid":1,"tid":1,"ts":30,"dur":5},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":10,"dur":5,"args":{"correlation":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":15,"dur":1,"args":{"correlation":2}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":31,"dur":1,"args":{"correlation":3}},
{"ph":"X","cat":"kernel","name":"k1","ts":50,"dur":1,"args":{"correlation":1}},
{"ph":"X","cat":"kernel","name":"k2","ts":51,"dur":1,"args":{"correlation":2}},
{"ph":"X","cat":"kernel","name":"k3","ts":52,"dur":1,"args":{"correlation":3}}]}
END
pp-parse t.json | jq -c '[.kernel, (.op | map(.op))]'
