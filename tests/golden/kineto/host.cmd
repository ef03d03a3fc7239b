# The host's rows as records: calls, operators, steps and ranges, a frame; a row
# of the engine is a range.
cat >t.json <<'END'
{"traceEvents":[
{"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":1,"tid":1,"ts":10,"dur":90},
{"ph":"X","cat":"user_annotation","name":"my range","pid":1,"tid":1,"ts":20,"dur":70},
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":30,"dur":50,"args":{"External id":3,"Sequence number":8}},
{"ph":"X","cat":"python_function","name":"net.py(12): forward","pid":1,"tid":1,"ts":31,"dur":40,"args":{"Python id":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":40,"dur":2,"args":{"correlation":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaDeviceSynchronize","pid":1,"tid":1,"ts":95,"dur":2,"args":{"correlation":2}},
{"ph":"X","cat":"cpu_op","name":"autograd::engine::evaluate_function: MmBackward0","pid":1,"tid":2,"ts":96,"dur":2,"args":{"Sequence number":8}},
{"ph":"X","cat":"kernel","name":"k","ts":50,"dur":1,"args":{"correlation":1}}]}
END
pp-parse -k host t.json
pp-parse -k host --stacks t.json | jq -c 'select(.trace) | [.kind // "kernel", .name, .trace]'
