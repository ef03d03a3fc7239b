# A trace of torch 2.x: decimal us from baseTimeNanoseconds, which comes last as
# the devices do; the kernel's row stands before its call's.  Time 0 is the
# step's 1000.001 us: base 1700000000000000000 + 1000001.  The kernel's External
# id is that of aten::relu, which is no link here.
cat >t.json <<'END'
{"schemaVersion":1,"distributedInfo":{"backend":"nccl","rank":3,"world_size":8},"traceEvents":[
{"ph":"X","cat":"kernel","name":"ampere_sgemm_32x32_nn","pid":1,"tid":7,"ts":1100.123,"dur":7.007,"args":{"External id":9,"queued":0,"device":1,"context":2,"stream":7,"correlation":500,"registers per thread":57,"shared memory":2048,"blocks per SM":0.25,"warps per SM":2,"grid":[1,2,1],"block":[256,1,1],"est. achieved occupancy %":3}},
{"ph":"X","cat":"user_annotation","name":"ProfilerStep#4","pid":20,"tid":21,"ts":1000.001,"dur":90.000,"args":{"External id":1}},
{"ph":"X","cat":"cpu_op","name":"aten::linear","pid":20,"tid":21,"ts":1001.000,"dur":60.500,"args":{"External id":2,"Sequence number":12,"Fwd thread id":0,"Input Dims":[[64,32],[16,32],[]],"Input type":["float","float",""],"Input Strides":[[32,1],[32,1],[]],"Concrete Inputs":["","",""]}},
{"ph":"X","cat":"cpu_op","name":"aten::addmm","pid":20,"tid":21,"ts":1002.000,"dur":50.000,"args":{"External id":3,"Sequence number":12,"Fwd thread id":0,"Input Dims":[[16],[64,32],[32,16],[],[]],"Input type":["float","float","c10::Half","Scalar","Scalar"],"Concrete Inputs":["","","","1","2.5"]}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":20,"tid":21,"ts":1003.250,"dur":5.125,"args":{"External id":3,"cbid":211,"correlation":500}},
{"ph":"s","id":500,"pid":20,"tid":21,"ts":1003.250,"cat":"ac2g","name":"ac2g"},
{"ph":"f","id":500,"pid":1,"tid":7,"ts":1100.123,"cat":"ac2g","name":"ac2g","bp":"e"},
{"ph":"X","cat":"cpu_op","name":"aten::relu","pid":20,"tid":21,"ts":1070.000,"dur":2.000,"args":{"External id":9}},
{"ph":"i","s":"t","name":"[memory]","pid":20,"tid":21,"ts":1004.000,"args":{"Bytes":64}},
{"ph":"X","cat":"Trace","name":"PyTorch Profiler (0)","pid":"Spans","tid":"PyTorch Profiler","ts":1.000,"dur":9000.000,"args":{"Op count":3}},
{"ph":"i","s":"g","name":"Record Window End","pid":"","tid":"","ts":99999999999.000}
],"traceName":"/tmp/t.json","displayTimeUnit":"ms","baseTimeNanoseconds":1700000000000000000,
"deviceProperties":[{"id":1,"name":"NVIDIA A100-SXM4-80GB","totalGlobalMem":85899345920,"computeMajor":8,"computeMinor":0,"warpSize":32,"numSms":108}]}
END
pp-parse -k kernel,profile t.json
