# What torch wrote before Kineto: an array, no categories, flows for launches; the
# kernel's thread is its device, and so no stream.
cat >t.json <<'END'
[{"name":"linear","ph":"X","ts":10.5,"dur":30.0,"tid":1,"pid":"CPU functions","args":{}},
{"name":"mul","ph":"X","ts":12.0,"dur":20.0,"tid":1,"pid":"CPU functions","args":{}},
{"name":"mul","ph":"s","ts":14.0,"tid":1,"pid":"CPU functions","id":1,"cat":"cpu_to_cuda","args":{}},
{"name":"mul","ph":"f","ts":40.25,"tid":2,"pid":"CUDA functions","id":1,"cat":"cpu_to_cuda","args":{}},
{"name":"mul","ph":"X","ts":40.25,"dur":13.25,"tid":2,"pid":"CUDA functions","args":{}},
{"name":"alone","ph":"X","ts":60.0,"dur":1.5,"tid":2,"pid":"CUDA functions","args":{}}]
END
pp-parse t.json
