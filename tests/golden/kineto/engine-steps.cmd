# Steps of vLLM and of SGLang, with the sums of their lengths: 5 tokens of a prompt
# that then has 8, and one of a request that has 12. The innermost step with a sum
# tells it. Attention over a cache that is no argument has FLOPs by them: 30 + 12
# pairs, 2*8*42*(64 + 64) = 86016; outside of a step it has none.
cat >t.json <<'END'
{"traceEvents":[
{"ph":"X","cat":"user_annotation","name":"execute_6_context_1(sq5sk8sqsq25sqsk40)_generation_1(sq1sk12sqsq1sqsk12)","pid":1,"tid":1,"ts":10,"dur":50,"args":{}},
{"ph":"X","cat":"user_annotation","name":"step[MIXED bs=2]","pid":1,"tid":1,"ts":11,"dur":40,"args":{}},
{"ph":"X","cat":"cpu_op","name":"vllm::unified_attention_with_output","pid":1,"tid":1,"ts":20,"dur":10,"args":{"Input Dims":[[6,8,64],[6,2,64],[6,2,64],[6,8,64],[]],"Input type":["c10::BFloat16","c10::BFloat16","c10::BFloat16","c10::BFloat16",""],"Concrete Inputs":["","","","","model.layers.0.attn"]}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":25,"dur":1,"args":{"correlation":7}},
{"ph":"X","cat":"kernel","name":"kernel_unified_attention_2d","pid":0,"tid":7,"ts":30,"dur":4,"args":{"correlation":7}},
{"ph":"X","cat":"cpu_op","name":"vllm::unified_attention_with_output","pid":1,"tid":1,"ts":70,"dur":10,"args":{"Input Dims":[[6,8,64],[6,2,64],[6,2,64],[6,8,64],[]],"Input type":["c10::BFloat16","c10::BFloat16","c10::BFloat16","c10::BFloat16",""],"Concrete Inputs":["","","","","model.layers.0.attn"]}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":75,"dur":1,"args":{"correlation":8}},
{"ph":"X","cat":"kernel","name":"kernel_unified_attention_2d","pid":0,"tid":7,"ts":80,"dur":4,"args":{"correlation":8}},
{"ph":"X","cat":"user_annotation","name":"step[DECODE bs=2 g_sq=2 g_sqsq=2 g_sqsk=30 g_sk=30]","pid":1,"tid":1,"ts":90,"dur":10,"args":{}}]}
END
pp-parse -k kernel,step t.json >r.jsonl
jq -c '[.kind, .step, .lengths]' r.jsonl
pp-prof --json -c corr,call,gemm,flops,bytes,conf,why r.jsonl
