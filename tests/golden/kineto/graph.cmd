# A replay of a CUDA graph: its kernels are of no operator, and have their place
# in it where the trace has no node's id; the second replay counts anew.
cat >t.json <<'END'
{"traceEvents":[
{"ph":"X","cat":"cpu_op","name":"aten::whole","pid":1,"tid":1,"ts":10,"dur":90,"args":{"Sequence number":6}},
{"ph":"X","cat":"cuda_runtime","name":"cudaGraphLaunch","pid":1,"tid":1,"ts":11,"dur":5,"args":{"correlation":50}},
{"ph":"X","cat":"kernel","name":"b","pid":0,"tid":7,"ts":31,"dur":1,"args":{"correlation":50}},
{"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":30,"dur":1,"args":{"correlation":50}},
{"ph":"X","cat":"cuda_runtime","name":"cudaGraphLaunch","pid":1,"tid":1,"ts":40,"dur":5,"args":{"correlation":51}},
{"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":60,"dur":1,"args":{"correlation":51,"graph id":2,"graph node id":4294967299}},
{"ph":"X","cat":"kernel","name":"b","pid":0,"tid":7,"ts":61,"dur":1,"args":{"correlation":51,"graph id":2,"graph node id":4294967300}}]}
END
pp-parse t.json | jq -c '[.kernel, .corr, .graph, .api, .op, .seq, .dir, .range]'
