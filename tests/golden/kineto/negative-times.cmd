# Times below 0 are times, as those of traces that were shifted: time 0 is the earliest,
# the range's at -100.5 us.  Lost are two zeros; an end before the start is none.
cat >t.json <<'END'
{"traceEvents":[
{"ph":"X","cat":"user_annotation","name":"r","pid":1,"tid":1,"ts":-100.5,"dur":200},
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":-50,"dur":30},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":-40,"dur":10,"args":{"correlation":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":-5,"dur":10,"args":{"correlation":2}},
{"ph":"X","cat":"kernel","name":"k1","ts":-20,"dur":20,"args":{"correlation":1}},
{"ph":"X","cat":"kernel","name":"k2","ts":0,"dur":7,"args":{"correlation":2}},
{"ph":"X","cat":"kernel","name":"lost","ts":0,"dur":0,"args":{"correlation":3}},
{"ph":"X","cat":"kernel","name":"back","ts":-9,"dur":-1,"args":{"correlation":4}}]}
END
pp-parse t.json | jq -c '[.kernel, .start, .dur, .api_start, .op[0].op, .range]'
pp-parse -k profile t.json | jq -c .base
