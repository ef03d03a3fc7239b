# Copies, sets and synchronisations; "no stream" is -1 or 2^32 - 1.
cat >t.json <<'END'
{"traceEvents":[
{"ph":"X","cat":"cuda_runtime","name":"cudaMemcpyAsync","pid":1,"tid":1,"ts":10,"dur":2,"args":{"correlation":1}},
{"ph":"X","cat":"gpu_memcpy","name":"Memcpy DtoH (Device -> Pinned)","pid":0,"tid":7,"ts":20,"dur":2,"args":{"device":0,"context":1,"stream":7,"correlation":1,"bytes":512,"memory bandwidth (GB/s)":0.256}},
{"ph":"X","cat":"gpu_memcpy","name":"Memcpy PtoP (Device -> Device)","pid":0,"tid":7,"ts":30,"dur":2,"args":{"fromDevice":0,"inDevice":0,"toDevice":1,"stream":7,"correlation":2,"bytes":64}},
{"ph":"X","cat":"gpu_memset","name":"Memset (Device)","pid":0,"tid":7,"ts":40,"dur":0,"args":{"device":0,"context":1,"stream":7,"correlation":3,"bytes":16,"memory bandwidth (GB/s)":inf}},
{"ph":"X","cat":"cuda_sync","name":"Stream Sync","pid":0,"tid":1000007,"ts":50,"dur":2,"args":{"cuda_sync_kind":"Stream Sync","stream":7,"correlation":4,"device":0,"context":1}},
{"ph":"X","cat":"cuda_sync","name":"Context Sync","pid":0,"tid":-1,"ts":60,"dur":2,"args":{"stream":4294967295,"correlation":5,"device":0,"context":1}},
{"ph":"X","cat":"cuda_sync","name":"Event Sync","pid":0,"tid":-1,"ts":70,"dur":2,"args":{"stream":-1,"correlation":6,"device":0,"context":1}},
{"ph":"X","cat":"overhead","name":"Activity Buffer Request","pid":-1,"tid":0,"ts":1,"dur":2}]}
END
pp-parse -k gpu t.json
