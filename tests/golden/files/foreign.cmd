# Traces of other tools: no event has a category of torch's, and the beginning
# shows whose they are.
gpu='{"ph":"M","pid":1,"name":"process_name","args":{"name":"/device:GPU:0 (A100)"}}'
echo '{"traceEvents":['"$gpu"',{"ph":"X","pid":1,"tid":14,"ts":20,"dur":12,"name":"gemm"}]}' >jax.json
pp-parse jax.json || echo "status $?"
echo '{"traceEvents":[{},{"args":{"name":"0 CPU HIP API"},"ph":"M","name":"process_name","pid":2}]}' |
    pp-parse || echo "status $?"
echo '[{"ph":"X","name":"k","ts":1,"dur":2,"args":{"BeginNs":"1000","EndNs":"3000"}}]' |
    pp-parse || echo "status $?"
# one event of torch's is enough, whatever the text of the others
echo '{"traceEvents":['"$gpu"',{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":1,"dur":2}]}' |
    pp-parse || echo "status $?"
# nothing shows whose this is
echo '{"traceEvents":[{"ph":"X","name":"k","pid":1,"tid":1,"ts":1,"dur":2}]}' |
    pp-parse || echo "status $?"
