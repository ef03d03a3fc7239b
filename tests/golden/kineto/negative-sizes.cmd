# Sizes below 0 are none, and are told; what else the row says stays.  0 is one.
cat >t.json <<'EOF'
{"traceEvents":[
{"ph":"X","cat":"gpu_memset","name":"Memset (Device)","ts":1,"dur":1,"args":{"bytes":-5,"device":0,"stream":7}},
{"ph":"X","cat":"gpu_memcpy","name":"Memcpy HtoD","ts":3,"dur":1,"args":{"bytes":0,"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"a","ts":5,"dur":1,"args":{"grid":[2,1,1],"block":[-32,1,1],"registers per thread":16,"shared memory":0}},
{"ph":"X","cat":"kernel","name":"b","ts":7,"dur":1,"args":{"grid":[2,1,-1],"block":[32,1,1],"registers per thread":-16,"shared memory":-1}},
{"ph":"X","cat":"kernel","name":"c","ts":9,"dur":1,"args":{"grid":[2,1,1],"block":[32,1,1],"registers per thread":0,"shared memory":4}}]}
EOF
pp-parse -k gpu t.json | jq -c '[.kind // .kernel, .bytes, .grid, .block, .regs, .smem, .device, .stream]'
echo "a set that no record is wanted of is not told"
pp-parse t.json | jq -c .kernel
