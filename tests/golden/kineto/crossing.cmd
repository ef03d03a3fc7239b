# The own time of what crosses.  C begins in B and ends after it, so that it covers
# A, too: of A's 100 are left 100 - 60 (10 to 70) - 10 (the call) = 30, of B's 30
# those before C, 10, of C's 50 those without D, 40.  The driver's call lies in the
# runtime's, of whose 10 are left 5.  30 + 10 + 40 + 10 + 5 + 5 are the 100 of A.
cat >t.json <<'EOF'
{"traceEvents":[
{"ph":"X","cat":"user_annotation","name":"A","pid":1,"tid":1,"ts":0,"dur":100},
{"ph":"X","cat":"user_annotation","name":"B","pid":1,"tid":1,"ts":10,"dur":30},
{"ph":"X","cat":"user_annotation","name":"C","pid":1,"tid":1,"ts":20,"dur":50},
{"ph":"X","cat":"user_annotation","name":"D","pid":1,"tid":1,"ts":50,"dur":10},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":80,"dur":10,"args":{"correlation":1}},
{"ph":"X","cat":"cuda_driver","name":"cuLaunchKernel","pid":1,"tid":1,"ts":82,"dur":5,"args":{"correlation":2}},
{"ph":"X","cat":"kernel","name":"k","ts":95,"dur":1,"args":{"correlation":1}}]}
EOF
pp-parse -k host t.json 2>/dev/null | jq -r '[.name // .api, .self, .parent // "-"] | @tsv'
