# The GPU's facts by its id, not by its place; without capability of CUDA on AMD,
# whatever the order of the keys; one without an id is nobody's.
cat >t.json <<'END'
{"deviceProperties":[{"name":"no id","numSms":1},
{"numSms":132,"computeMinor":0,"computeMajor":9,"name":"NVIDIA H100","id":1,"warpSize":32},
{"warpSize":64,"name":"AMD Instinct MI250X","computeMinor":0,"computeMajor":9,"id":0,"numSms":110}],"traceEvents":[
{"ph":"X","cat":"kernel","name":"a","ts":1,"dur":1,"args":{"device":0}},
{"ph":"X","cat":"kernel","name":"b","ts":2,"dur":1,"args":{"device":1}},
{"ph":"X","cat":"kernel","name":"c","ts":3,"dur":1,"args":{"device":2}}]}
END
pp-parse t.json | jq -c '[.kernel, .gpu]'
# Two devices with one id: what both say is told only if it is the same, and only where a
# kernel ran there.  4 is nobody's.
cat >two.json <<'END'
{"deviceProperties":[{"id":0,"name":"A","numSms":1},{"id":0,"name":"B"},{"id":1,"name":"C"},
{"id":2,"name":"D","numSms":2},{"id":2,"name":"D"},{"id":3,"numSms":3},{"id":3,"numSms":4},
{"id":4,"name":"E"},{"id":4,"name":"F"}],"traceEvents":[
{"ph":"X","cat":"kernel","name":"a","ts":1,"dur":1,"args":{"device":0}},
{"ph":"X","cat":"kernel","name":"b","ts":2,"dur":1,"args":{"device":0}},
{"ph":"X","cat":"kernel","name":"c","ts":3,"dur":1,"args":{"device":1}},
{"ph":"X","cat":"kernel","name":"d","ts":4,"dur":1,"args":{"device":2}},
{"ph":"X","cat":"kernel","name":"e","ts":5,"dur":1,"args":{"device":3}}]}
END
pp-parse two.json | jq -c '[.kernel, .device, .gpu]'
