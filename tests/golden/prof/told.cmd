# What a call does not say.  A trace with values: a bound that is not shown is None
# (42; 2 * 168), and so are dimensions (42 + 1; 168 + 4); gelu's word never is
# shown, the name of its kernel tells tanh, 9 * 42.  A trace without: the gradients
# of the result say what was summed, 42 / 168 + 24, and averaged, 42 + 6; the
# kernel of a batch norm says training, 5 * 120 / 480 * 2 + 48 + 24 + 24.
cat >values.json <<'EOF'
{"schemaVersion":1,"traceEvents":[
{"ph":"X","cat":"cpu_op","name":"aten::clamp","pid":1,"tid":1,"ts":10,"dur":5,"args":{"Input Dims":[[6,7],[],[]],"Input type":["float","","Scalar"],"Concrete Inputs":["","","6."]}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":11,"dur":1,"args":{"correlation":1}},
{"ph":"X","cat":"kernel","name":"clamp","ts":100,"dur":1,"args":{"correlation":1}},
{"ph":"X","cat":"cpu_op","name":"aten::mean","pid":1,"tid":1,"ts":20,"dur":5,"args":{"Input Dims":[[6,7],[],[],[]],"Input type":["float","","Scalar",""],"Concrete Inputs":["","","False",""]}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":21,"dur":1,"args":{"correlation":2}},
{"ph":"X","cat":"kernel","name":"mean","ts":200,"dur":1,"args":{"correlation":2}},
{"ph":"X","cat":"cpu_op","name":"aten::gelu","pid":1,"tid":1,"ts":30,"dur":5,"args":{"Input Dims":[[6,7],[]],"Input type":["float",""],"Concrete Inputs":["",""]}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":31,"dur":1,"args":{"correlation":3}},
{"ph":"X","cat":"kernel","name":"void vectorized_elementwise_kernel<4, GeluCUDAKernelImpl(TensorIteratorBase&, GeluType)::{lambda()#1}::operator()() const>()","ts":300,"dur":1,"args":{"correlation":3}}
]}
EOF
cat >none.json <<'EOF'
{"schemaVersion":1,"traceEvents":[
{"ph":"X","cat":"cpu_op","name":"aten::sum","pid":1,"tid":1,"ts":10,"dur":5,"args":{"Sequence number":4,"Fwd thread id":0,"Input Dims":[[6,7],[],[],[]],"Input type":["float","","Scalar",""]}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":11,"dur":1,"args":{"correlation":1}},
{"ph":"X","cat":"kernel","name":"sum","ts":100,"dur":1,"args":{"correlation":1}},
{"ph":"X","cat":"cpu_op","name":"aten::mean","pid":1,"tid":1,"ts":20,"dur":5,"args":{"Sequence number":5,"Fwd thread id":0,"Input Dims":[[6,7],[],[],[]],"Input type":["float","","Scalar",""]}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":21,"dur":1,"args":{"correlation":2}},
{"ph":"X","cat":"kernel","name":"mean","ts":200,"dur":1,"args":{"correlation":2}},
{"ph":"X","cat":"cpu_op","name":"aten::cudnn_batch_norm","pid":1,"tid":1,"ts":30,"dur":5,"args":{"Input Dims":[[2,3,4,5],[3],[3],[3],[3],[],[],[]],"Input type":["float","float","float","float","float","","",""]}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":31,"dur":1,"args":{"correlation":3}},
{"ph":"X","cat":"kernel","name":"void cudnn::bn_fw_tr_1C11_kernel_NCHW<float>()","ts":300,"dur":1,"args":{"correlation":3}},
{"ph":"X","cat":"cpu_op","name":"MeanBackward1","pid":1,"tid":2,"ts":40,"dur":5,"args":{"Sequence number":5,"Fwd thread id":1,"Input Dims":[[6]],"Input type":["float"]}},
{"ph":"X","cat":"cpu_op","name":"SumBackward1","pid":1,"tid":2,"ts":50,"dur":5,"args":{"Sequence number":4,"Fwd thread id":1,"Input Dims":[[6]],"Input type":["float"]}}
]}
EOF
for f in values none; do
	pp-parse $f.json 2>/dev/null | pp-prof --csv -c kernel,call,flops,bytes,conf
done
