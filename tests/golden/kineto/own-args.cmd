# A record of an operator has its own arguments, whatever it is: AccumulateGrad, which
# is no operator around others; a range with shapes.  In traces of 2021 a row with
# shapes is an operator, whatever its name.
cat >t.json <<'EOT'
{"traceEvents":[
{"ph":"X","cat":"cpu_op","name":"torch::autograd::AccumulateGrad","pid":1,"tid":1,"ts":10,"dur":90,"args":{"External id":3,"Sequence number":8,"Input Dims":[[5,7]],"Input type":["float"]}},
{"ph":"X","cat":"cpu_op","name":"aten::add_","pid":1,"tid":1,"ts":30,"dur":50,"args":{"External id":4,"Input Dims":[[5],[5]],"Input type":["float","float"]}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":40,"dur":2,"args":{"correlation":1}},
{"ph":"X","cat":"kernel","name":"k","ts":50,"dur":1,"args":{"correlation":1}},
{"ph":"X","cat":"cpu_op","name":"torch::autograd::AccumulateGrad","pid":1,"tid":1,"ts":110,"dur":10},
{"ph":"X","cat":"cpu_op","name":"my op (of mine)","pid":1,"tid":1,"ts":200,"dur":20,"args":{"External id":5,"Input Dims":[[2]]}},
{"ph":"X","cat":"cpu_op","name":"aten::neg","pid":1,"tid":1,"ts":205,"dur":10,"args":{"External id":6,"Input Dims":[[2]]}},
{"ph":"X","cat":"cpu_op","name":"autograd::engine::evaluate_function: MulBackward0","pid":1,"tid":1,"ts":300,"dur":20,"args":{"External id":7,"Input Dims":[[2]]}},
{"ph":"X","cat":"user_annotation","name":"mine","pid":1,"tid":1,"ts":400,"dur":20,"args":{"External id":8,"Input Dims":[[2]]}},
{"ph":"X","cat":"Operator","name":"shaped","pid":1,"tid":1,"ts":500,"dur":20,"args":{"External id":9,"Input Dims":[[3]]}},
{"ph":"X","cat":"Operator","name":"plain","pid":1,"tid":1,"ts":600,"dur":20,"args":{"External id":10,"Input Dims":[]}}]}
EOT
pp-parse -k all t.json | jq -c 'select(.kind | IN("profile", "api") | not) |
    [.kind // "kernel", .name, .range, (.op[]? | [.op, .id, .seq, .args[]?.shape])]'
pp-parse -k all t.json | pp-prof --view calls -g botshapes -c name,botshapes,calls,devself,devtotal
# and through a Chrome trace and back
pp-parse -k all t.json | pp-prof --chrome | pp-parse -k all | jq -c 'select(.kind == "op") | [.name, .op[-1].args[]?.shape]'
