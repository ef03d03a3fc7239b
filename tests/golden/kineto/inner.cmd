# What calls inside did with kernels of their own: the addition of a bias (2 * 16
# * 9 = 288 FLOPs are left of 304; 64 + 144 + 64 bytes), and a fill of the
# gradient's 8 * 10 * 4 bytes (8 * 8 + 4 + 4 + 8 * 4). A fill of another tensor
# leaves the gradient to the call: 8 * 8 + 4 + 4 + 8 * 10 * 4.
cat >t.json <<'END'
{"traceEvents":[
{"ph":"X","cat":"cpu_op","name":"aten::miopen_convolution","pid":1,"tid":1,"ts":1,"dur":8,"args":{"Input Dims":[[1,1,4,4],[4,1,3,3],[4],[],[],[],[],[],[]],"Input type":["float","float","float","ScalarList","ScalarList","ScalarList","Scalar","Scalar","Scalar"],"Concrete Inputs":["","","","[0, 0]","[1, 1]","[1, 1]","1","False","False"]}},
{"ph":"X","cat":"cuda_runtime","name":"hipLaunchKernel","pid":1,"tid":1,"ts":2,"dur":1,"args":{"correlation":1}},
{"ph":"X","cat":"kernel","name":"miopenSp3AsmConv_v30_3_1_gfx9_fp32_f2x3","pid":0,"tid":7,"ts":100,"dur":9,"args":{"stream":7,"correlation":1}},
{"ph":"X","cat":"cpu_op","name":"aten::add_","pid":1,"tid":1,"ts":5,"dur":3,"args":{"Input Dims":[[1,4,2,2],[1,4,1,1],[]],"Input type":["float","float","Scalar"],"Concrete Inputs":["","","1"]}},
{"ph":"X","cat":"cuda_runtime","name":"hipLaunchKernel","pid":1,"tid":1,"ts":6,"dur":1,"args":{"correlation":2}},
{"ph":"X","cat":"kernel","name":"void at::native::elementwise_kernel<add>()","pid":0,"tid":7,"ts":110,"dur":3,"args":{"stream":7,"correlation":2}},
{"ph":"X","cat":"cpu_op","name":"aten::nll_loss_backward","pid":1,"tid":1,"ts":20,"dur":9,"args":{"Input Dims":[[],[8,10],[8],[],[],[],[]],"Input type":["float","float","long int","","Scalar","Scalar","float"],"Concrete Inputs":["","","","","1","-100",""]}},
{"ph":"X","cat":"cpu_op","name":"aten::fill_","pid":1,"tid":1,"ts":21,"dur":3,"args":{"Input Dims":[[8,10],[]],"Input type":["float","Scalar"],"Concrete Inputs":["","0"]}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":22,"dur":1,"args":{"correlation":3}},
{"ph":"X","cat":"kernel","name":"void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>>(int)","pid":0,"tid":7,"ts":120,"dur":3,"args":{"stream":7,"correlation":3}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":26,"dur":1,"args":{"correlation":4}},
{"ph":"X","cat":"kernel","name":"void at::native::nll_loss_backward_reduce_cuda_kernel_2d<float>(x)","pid":0,"tid":7,"ts":130,"dur":3,"args":{"stream":7,"correlation":4}},
{"ph":"X","cat":"cpu_op","name":"aten::nll_loss_backward","pid":1,"tid":1,"ts":40,"dur":9,"args":{"Input Dims":[[],[8,10],[8],[],[],[],[]],"Input type":["float","float","long int","","Scalar","Scalar","float"],"Concrete Inputs":["","","","","1","-100",""]}},
{"ph":"X","cat":"cpu_op","name":"aten::fill_","pid":1,"tid":1,"ts":41,"dur":3,"args":{"Input Dims":[[1,10],[]],"Input type":["float","Scalar"],"Concrete Inputs":["","0"]}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":42,"dur":1,"args":{"correlation":5}},
{"ph":"X","cat":"kernel","name":"void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>>(int)","pid":0,"tid":7,"ts":140,"dur":3,"args":{"stream":7,"correlation":5}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":46,"dur":1,"args":{"correlation":6}},
{"ph":"X","cat":"kernel","name":"void at::native::nll_loss_backward_reduce_cuda_kernel_2d<float>(x)","pid":0,"tid":7,"ts":150,"dur":3,"args":{"stream":7,"correlation":6}}]}
END
pp-parse t.json >rec
jq -c '[.kernel[0:20], (.op[] | [.op, .inner.calls, .inner.zeroed])]' rec
pp-prof --csv -c call,flops,bytes rec
