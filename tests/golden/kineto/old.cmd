# A trace of 2021: whole us since 1970, capitals, threads and processes as texts,
# "external id", users' ranges among the operators, streams as threads.  The
# clock is cut to us: the launch, [1006, 1011], seems to end behind aten::mm,
# [1005, 1010], and is in it all the same.
cat >t.json <<'END'
{"schemaVersion":1,"computeProperties":[{"id":0,"name":"Tesla V100","computeMajor":7,"computeMinor":0,"numSms":80}],"traceEvents":[
{"ph":"M","name":"process_name","pid":"77","tid":0,"args":{"name":"python"}},
{"ph":"X","cat":"Operator","name":"ProfilerStep#2","pid":"77","tid":"0x1f","ts":1623143089001000,"dur":100,"args":{"Device":77,"External id":1,"Trace name":"PyTorch Profiler","Trace iteration":0}},
{"ph":"X","cat":"Operator","name":"my block","pid":"77","tid":"25738","ts":1623143089001001,"dur":80,"args":{"External id":2,"Input dims":[],"Input type":"()"}},
{"ph":"X","cat":"Operator","name":"aten::mm","pid":"77","tid":"25738","ts":1623143089001005,"dur":5,"args":{"External id":3,"Input dims":[[64,32],[32,16]],"Input type":"('float', 'c10::Half')"}},
{"ph":"X","cat":"Runtime","name":"cudaLaunchKernel","pid":"77","tid":"25738","ts":1623143089001006,"dur":5,"args":{"cbid":211,"correlation":40,"external id":3,"external ts":1623143089001005}},
{"ph":"X","cat":"Kernel","name":"volta_sgemm_64x64_nt","pid":0,"tid":"stream 7","ts":1623143089001020,"dur":0,"args":{"device":0,"context":1,"stream":7,"correlation":40,"external id":3,"registers per thread":57,"shared memory":0,"grid":[4,4,36],"block":[64,1,1],"theoretical occupancy %":25}},
{"ph":"X","cat":"Memcpy","name":"Memcpy HtoD (Pagable -> Device)","pid":0,"tid":"stream 7","ts":1623143089001030,"dur":3,"args":{"device":0,"context":1,"stream":7,"correlation":41,"bytes":4096,"memory bandwidth (GB/s)":1.3}}]}
END
pp-parse -k gpu,profile t.json
