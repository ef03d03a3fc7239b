# A graph that was captured in one run and replayed in another: the kernels of its
# replay have the capture's calls and modules, without their numbers (2*8*16*4 =
# 1024 FLOPs); grids and the range are the replay's.  A second replay lacks a
# kernel, and stays as it is.
cat >c.json <<'END'
{"traceEvents":[
{"ph":"X","cat":"user_annotation","name":"capture_8_DECODE","pid":1,"tid":1,"ts":9,"dur":90,"args":{}},
{"ph":"X","cat":"cuda_runtime","name":"hipStreamBeginCapture","pid":1,"tid":1,"ts":10,"dur":1,"args":{"correlation":1}},
{"ph":"X","cat":"python_function","name":"nn.Module: Linear_0","pid":1,"tid":1,"ts":19,"dur":12,"args":{"Python id":1}},
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":20,"dur":10,"args":{"External id":4,"Sequence number":3,"Input Dims":[[8,16],[16,4]],"Input type":["c10::BFloat16","c10::BFloat16"],"Input Strides":[[16,1],[1,16]],"Concrete Inputs":["",""]}},
{"ph":"X","cat":"cuda_runtime","name":"hipExtModuleLaunchKernel","pid":1,"tid":1,"ts":25,"dur":1,"args":{"correlation":2,"kernel":"Cijk_Alik_Bljk","grid":[2,1,1],"block":[256,1,1]}},
{"ph":"X","cat":"cpu_op","name":"aten::relu","pid":1,"tid":1,"ts":40,"dur":10,"args":{"External id":5,"Input Dims":[[8,4]],"Input type":["c10::BFloat16"],"Concrete Inputs":[""]}},
{"ph":"X","cat":"cuda_runtime","name":"hipLaunchKernel","pid":1,"tid":1,"ts":45,"dur":1,"args":{"correlation":3,"kernel":"relu_kernel(float*)","grid":[1,1,1],"block":[64,1,1]}},
{"ph":"X","cat":"cuda_runtime","name":"hipStreamEndCapture","pid":1,"tid":1,"ts":90,"dur":1,"args":{"correlation":4}}]}
END
cat >r.json <<'END'
{"traceEvents":[
{"ph":"X","cat":"user_annotation","name":"decode","pid":3,"tid":9,"ts":900,"dur":300,"args":{}},
{"ph":"X","cat":"cuda_runtime","name":"hipGraphLaunch","pid":3,"tid":9,"ts":1000,"dur":5,"args":{"correlation":201}},
{"ph":"X","cat":"kernel","name":"relu_kernel(float*)","pid":0,"tid":3,"ts":1040,"dur":10,"args":{"stream":3,"correlation":201}},
{"ph":"X","cat":"kernel","name":"Cijk_Alik_Bljk","pid":0,"tid":3,"ts":1020,"dur":10,"args":{"stream":3,"correlation":201}},
{"ph":"X","cat":"cuda_runtime","name":"hipGraphLaunch","pid":3,"tid":9,"ts":1100,"dur":5,"args":{"correlation":202}},
{"ph":"X","cat":"kernel","name":"Cijk_Alik_Bljk","pid":0,"tid":3,"ts":1120,"dur":10,"args":{"stream":3,"correlation":202}}]}
END
pp-parse --capture c.json r.json >r.jsonl
cat r.jsonl
pp-prof -c corr,kernel,call,module,gemm,range,why r.jsonl
