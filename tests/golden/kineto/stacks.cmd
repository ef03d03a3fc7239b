# --stacks: frames and modules of rows, and of an operator's own arguments, which
# has the innermost frame first; without it none.
cat >t.json <<'END'
{"traceEvents":[
{"ph":"X","cat":"python_function","name":"train.py(7): main","pid":1,"tid":1,"ts":10.0,"dur":90.0,"args":{"Python id":1}},
{"ph":"X","cat":"python_function","name":"nn.Module: Net_0","pid":1,"tid":1,"ts":11.0,"dur":80.0,"args":{"Python id":2,"Python module id":0}},
{"ph":"X","cat":"python_function","name":"C:\\code\\net.py(12): forward","pid":1,"tid":1,"ts":12.0,"dur":70.0,"args":{"Python id":3}},
{"ph":"X","cat":"python_function","name":"<built-in method conv2d of type object at 0x7f>","pid":1,"tid":1,"ts":13.0,"dur":60.0,"args":{"Python id":4}},
{"ph":"X","cat":"cpu_op","name":"aten::conv2d","pid":1,"tid":1,"ts":14.0,"dur":50.0,"args":{"External id":1,"Call stack":"inner.py(3): g(x);outer.py(1): <module>","Module Hierarchy":"Net.conv1"}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":20.0,"dur":2.0,"args":{"correlation":1}},
{"ph":"X","cat":"kernel","name":"k","ts":150.0,"dur":1.0,"args":{"correlation":1}}]}
END
pp-parse --stacks t.json | jq -c '[.trace, .module, .range, (.op | map(.op))]'
pp-parse t.json | jq -c '[.trace, .module, .range, (.op | map(.op))]'
