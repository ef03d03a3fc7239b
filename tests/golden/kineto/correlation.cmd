# Traces of two processes put together use correlation ids again: a kernel
# belongs to the last call with its id that began by then.  A trap: External id 7
# is an operator's, and a correlation id.  One kernel has no call.
cat >t.json <<'END'
{"traceEvents":[
{"ph":"X","cat":"cpu_op","name":"aten::first","pid":1,"tid":1,"ts":10,"dur":9,"args":{"External id":5}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":11,"dur":2,"args":{"External id":7,"correlation":7}},
{"ph":"X","cat":"kernel","name":"of_first","pid":0,"tid":7,"ts":20,"dur":1,"args":{"External id":7,"correlation":7}},
{"ph":"X","cat":"cpu_op","name":"aten::second","pid":2,"tid":1,"ts":30,"dur":9,"args":{"External id":6}},
{"ph":"X","cat":"cuda_driver","name":"cuLaunchKernelEx","pid":2,"tid":1,"ts":31,"dur":2,"args":{"External id":7,"correlation":7}},
{"ph":"X","cat":"kernel","name":"of_second","pid":0,"tid":7,"ts":40,"dur":1,"args":{"External id":7,"correlation":7}},
{"ph":"X","cat":"cpu_op","name":"aten::trap","pid":2,"tid":1,"ts":41,"dur":5,"args":{"External id":7}},
{"ph":"X","cat":"kernel","name":"of_none","pid":0,"tid":7,"ts":50,"dur":1,"args":{"External id":5,"correlation":99}}]}
END
# Where no time decides there is no call, whichever row comes first: a kernel begins
# before both calls with its id, one before the only one, which may be of the other
# process; one has no valid times.
cat >none.json <<'END'
{"traceEvents":[
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":10,"dur":2,"args":{"correlation":7}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":2,"tid":1,"ts":30,"dur":2,"args":{"correlation":7}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":2,"tid":1,"ts":40,"dur":2,"args":{"correlation":8}},
{"ph":"X","cat":"kernel","name":"before","pid":0,"tid":7,"ts":9,"dur":1,"args":{"correlation":7}},
{"ph":"X","cat":"kernel","name":"untimed","pid":0,"tid":7,"ts":50,"dur":-1,"args":{"correlation":7}},
{"ph":"X","cat":"kernel","name":"with_first","pid":0,"tid":7,"ts":10,"dur":1,"args":{"correlation":7}},
{"ph":"X","cat":"kernel","name":"alone","pid":0,"tid":7,"ts":35,"dur":1,"args":{"correlation":8}}]}
END
pp-parse none.json | jq -c '[.kernel, .pid, .api_start]'
pp-parse t.json | jq -c '[.kernel, .start, .corr, .pid, .api, .api_start, .op[0].op]'
