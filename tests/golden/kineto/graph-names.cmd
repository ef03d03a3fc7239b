# A trace behind torch.cuda._annotate_cuda_graph_trace: what mark_kernels named the
# nodes of a graph stands beside their ids. The name is of the kernel, not of the
# replay; beside no node's id it is nobody's.
cat >t.json <<'END'
{"traceEvents":[
{"ph":"X","cat":"user_annotation","name":"decode","pid":1,"tid":1,"ts":10,"dur":90,"args":{}},
{"ph":"X","cat":"cuda_runtime","name":"cudaGraphLaunch","pid":1,"tid":1,"ts":11,"dur":5,"args":{"correlation":50}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":30,"dur":1,"args":{"correlation":50,"graph node id":4294967299,"name":"qkv_proj","stream":7}},
{"ph":"X","cat":"kernel","name":"softmax","pid":0,"tid":62,"ts":40,"dur":1,"args":{"correlation":50,"graph node id":4294967300,"name":"attention","stream":62}},
{"ph":"X","cat":"kernel","name":"add","pid":0,"tid":7,"ts":50,"dur":1,"args":{"correlation":50,"graph node id":4294967301,"stream":7}},
{"ph":"X","cat":"kernel","name":"copy","pid":0,"tid":7,"ts":60,"dur":1,"args":{"graph node id":0,"name":"nobody","stream":7}}]}
END
pp-parse t.json >r.jsonl
jq -c '[.kernel, .graph, .range]' r.jsonl
pp-prof -g range -c range,count r.jsonl
