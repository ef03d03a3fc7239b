# A copy of 10 elements, 2 and 4 bytes, in launches of 2, 2 and 3 blocks, the last
# on the GPU first in the file: 60 * 2 / 7 = 17, 17, and 26 are left. Another call
# launches two kernels: the longer one has it all.
cat >t.json <<'END'
{"traceEvents":[
{"ph":"X","cat":"cpu_op","name":"aten::copy_","pid":1,"tid":1,"ts":1,"dur":8,"args":{"Input Dims":[[10],[10],[]],"Input type":["float","c10::Half","Scalar"],"Concrete Inputs":["","","False"]}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":2,"dur":1,"args":{"correlation":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":4,"dur":1,"args":{"correlation":2}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":6,"dur":1,"args":{"correlation":3}},
{"ph":"X","cat":"kernel","name":"void at::native::unrolled_elementwise_kernel<at::native::direct_copy_kernel_cuda(x)>()","pid":0,"tid":7,"ts":130,"dur":9,"args":{"stream":7,"correlation":3,"grid":[1,3,1],"block":[128,1,1]}},
{"ph":"X","cat":"kernel","name":"void at::native::unrolled_elementwise_kernel<at::native::direct_copy_kernel_cuda(x)>()","pid":0,"tid":7,"ts":100,"dur":9,"args":{"stream":7,"correlation":1,"grid":[2,1,1],"block":[128,1,1]}},
{"ph":"X","cat":"kernel","name":"void at::native::unrolled_elementwise_kernel<at::native::direct_copy_kernel_cuda(x)>()","pid":0,"tid":7,"ts":110,"dur":9,"args":{"stream":7,"correlation":2,"grid":[1,1,2],"block":[128,1,1]}},
{"ph":"X","cat":"cpu_op","name":"aten::copy_","pid":1,"tid":1,"ts":11,"dur":8,"args":{"Input Dims":[[10],[10],[]],"Input type":["float","c10::Half","Scalar"],"Concrete Inputs":["","","False"]}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":12,"dur":1,"args":{"correlation":4}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":14,"dur":1,"args":{"correlation":5}},
{"ph":"X","cat":"kernel","name":"void at::native::unrolled_elementwise_kernel<at::native::direct_copy_kernel_cuda(x)>()","pid":0,"tid":7,"ts":140,"dur":9,"args":{"stream":7,"correlation":4,"grid":[1,3,1],"block":[128,1,1]}},
{"ph":"X","cat":"kernel","name":"void at::native::elementwise_kernel<at::native::direct_copy_kernel_cuda(x)>()","pid":0,"tid":7,"ts":150,"dur":8,"args":{"stream":7,"correlation":5,"grid":[1,3,1],"block":[128,1,1]}}]}
END
pp-parse t.json >rec
jq -c '[.grid, .main, .peers, .share]' rec
pp-prof --csv -c bytes,conf rec
