# ROCm: grid, block and shared memory stand on the call's row, ids and sizes may
# be texts; a call with an extension of its name; no compute capability; copies
# by their older names.
cat >t.json <<'END'
{"deviceProperties":[{"id":2,"name":"AMD Radeon Graphics","computeMajor":9,"computeMinor":0,"warpSize":64,"maxSharedMemoryPerMultiProcessor":65536,"numSms":104}],"traceEvents":[
{"ph":"X","cat":"kernel","name":"Cijk_Ailk_Bljk_SB_MT32x32x8","pid":2,"tid":3,"ts":20.5,"dur":2.25,"args":{"device":2,"stream":3,"correlation":8,"kind":"Dispatch Kernel"}},
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":9,"tid":9,"ts":1.0,"dur":9.0,"args":{"External id":4}},
{"ph":"X","cat":"cuda_runtime","name":"hipExtModuleLaunchKernel","pid":9,"tid":9,"ts":2.0,"dur":3.0,"args":{"cid":4,"correlation":8,"stream":"0x0","kernel":"Cijk_Ailk_Bljk_SB_MT32x32x8","grid":[4,2,1],"block":[256,1,1],"shared memory":512}},
{"ph":"X","cat":"cuda_runtime","name":"hipMemcpyWithStream","pid":9,"tid":9,"ts":6.0,"dur":1.0,"args":{"cid":5,"correlation":9,"src":"0x7f","dst":"0x10","size":"4096","kind":"1"}},
{"ph":"X","cat":"gpu_memcpy","name":"CopyHostToDevice","pid":2,"tid":3,"ts":30.0,"dur":1.0,"args":{"device":2,"stream":3,"correlation":9,"kind":"CopyHostToDevice"}},
{"ph":"X","cat":"gpu_memset","name":"FillBufferAligned","pid":2,"tid":3,"ts":40.0,"dur":1.0,"args":{"device":2,"stream":3,"correlation":10}}]}
END
pp-parse -k gpu,profile t.json
