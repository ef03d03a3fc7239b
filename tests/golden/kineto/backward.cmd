# Forward calls by the number: of two with number 5 the one with the node's name;
# the copy of gradients (AccumulateGrad) is backward without a forward.
cat >t.json <<'END'
{"traceEvents":[
{"ph":"X","cat":"cpu_op","name":"aten::linear","pid":1,"tid":1,"ts":10.000,"dur":9.000,"args":{"External id":1,"Sequence number":4,"Fwd thread id":0}},
{"ph":"X","cat":"cpu_op","name":"aten::addmm","pid":1,"tid":1,"ts":11.000,"dur":5.000,"args":{"External id":2,"Sequence number":5,"Fwd thread id":0,"Input Dims":[[16],[64,32],[32,16],[],[]],"Input type":["float","float","float","Scalar","Scalar"],"Concrete Inputs":["","","","1","1"]}},
{"ph":"X","cat":"cpu_op","name":"aten::relu","pid":1,"tid":1,"ts":20.000,"dur":2.000,"args":{"External id":3,"Sequence number":5,"Fwd thread id":0}},
{"ph":"X","cat":"cpu_op","name":"autograd::engine::evaluate_function: AddmmBackward0","pid":1,"tid":2,"ts":40.000,"dur":20.000,"args":{"External id":4,"Sequence number":5,"Fwd thread id":1}},
{"ph":"X","cat":"cpu_op","name":"AddmmBackward0","pid":1,"tid":2,"ts":41.000,"dur":10.000,"args":{"External id":5,"Sequence number":5,"Fwd thread id":1}},
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":2,"ts":42.000,"dur":8.000,"args":{"External id":6,"Input Dims":[[64,16],[16,32]],"Input type":["float","float"]}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":2,"ts":43.000,"dur":2.000,"args":{"correlation":1}},
{"ph":"X","cat":"cpu_op","name":"autograd::engine::evaluate_function: torch::autograd::AccumulateGrad","pid":1,"tid":2,"ts":70.000,"dur":9.000,"args":{"External id":7}},
{"ph":"X","cat":"cpu_op","name":"torch::autograd::AccumulateGrad","pid":1,"tid":2,"ts":71.000,"dur":7.000,"args":{"External id":8}},
{"ph":"X","cat":"cpu_op","name":"aten::detach","pid":1,"tid":2,"ts":72.000,"dur":5.000,"args":{"External id":9}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":2,"ts":73.000,"dur":2.000,"args":{"correlation":2}},
{"ph":"X","cat":"kernel","name":"volta_sgemm_32x128_nn","ts":100.000,"dur":4.000,"args":{"correlation":1}},
{"ph":"X","cat":"kernel","name":"copy_kernel","ts":110.000,"dur":1.000,"args":{"correlation":2}}]}
END
pp-parse t.json | jq -c '[.kernel, .dir, .role, .seq, (.op | map(.op)), (.fwd // [] | map([.op, .seq, .id]))]'
