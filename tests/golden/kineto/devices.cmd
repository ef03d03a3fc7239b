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
