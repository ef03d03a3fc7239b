# A step is that of all threads of its process: the backward has one of its own.
# Other annotations are of their thread.  The stranger is another process.
cat >t.json <<'END'
{"traceEvents":[
{"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":1,"tid":1,"ts":10,"dur":50},
{"ph":"X","cat":"gpu_user_annotation","name":"ProfilerStep#1","pid":0,"tid":7,"ts":12,"dur":70},
{"ph":"X","cat":"user_annotation","name":"## forward ##","pid":1,"tid":1,"ts":11,"dur":20},
{"ph":"X","cat":"user_annotation","name":"Optimizer.step#SGD.step","pid":1,"tid":1,"ts":40,"dur":9},
{"ph":"X","cat":"user_annotation","name":"ProfilerStep#2","pid":1,"tid":1,"ts":60,"dur":50},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":12,"dur":2,"args":{"correlation":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":2,"ts":20,"dur":2,"args":{"correlation":2}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":42,"dur":2,"args":{"correlation":3}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":2,"ts":60,"dur":2,"args":{"correlation":4}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":2,"tid":1,"ts":20,"dur":2,"args":{"correlation":5}},
{"ph":"X","cat":"kernel","name":"in_forward","ts":101,"dur":1,"args":{"correlation":1}},
{"ph":"X","cat":"kernel","name":"other_thread","ts":102,"dur":1,"args":{"correlation":2}},
{"ph":"X","cat":"kernel","name":"in_optimizer","ts":103,"dur":1,"args":{"correlation":3}},
{"ph":"X","cat":"kernel","name":"where_steps_meet","ts":104,"dur":1,"args":{"correlation":4}},
{"ph":"X","cat":"kernel","name":"stranger","ts":105,"dur":1,"args":{"correlation":5}}]}
END
pp-parse t.json | jq -c '[.kernel, .pid, .tid, .step, .phase, .range, (.op // [] | map(.op))]'
