# What Inductor says of the kernels that it made: FLOPs of their products, 10^9
# bytes, a whole number of which torch ends in its point, what made them, and the
# file, which is hostile.  They are the innermost call's; 2 * 10^9 bytes decide where
# no rule does, and 2 * 4 * 8 * 2 FLOPs, 4 * (32 + 16 + 8) bytes where one does.
cat >t.json <<'END'
{"traceEvents":[
{"ph":"X","cat":"cpu_op","name":"my_kernel_0","pid":1,"tid":1,"ts":10,"dur":9,"args":{"Input Dims":[[4]],"Input type":["float"],"kernel_flop":128,"kernel_num_gb":2.,"kernel_backend":"triton","kernel_file":"/tmp/\u001b[31m'$(rm x)\",\n=1+1.py"}},
{"ph":"X","cat":"cuda_runtime","name":"cuLaunchKernel","pid":1,"tid":1,"ts":12,"dur":2,"args":{"correlation":1}},
{"ph":"X","cat":"kernel","name":"my_kernel_0","ts":101,"dur":9,"args":{"correlation":1,"kernel_flop":5}},
{"ph":"X","cat":"cpu_op","name":"triton_poi_fused_add_0","pid":1,"tid":1,"ts":20,"dur":20,"args":{"kernel_backend":"triton","kernel_num_gb":0.,"kernel_flop":0}},
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":21,"dur":9,"args":{"Input Dims":[[4,8],[8,2]],"Input type":["float","float"]}},
{"ph":"X","cat":"cuda_runtime","name":"cuLaunchKernel","pid":1,"tid":1,"ts":22,"dur":2,"args":{"correlation":2}},
{"ph":"X","cat":"kernel","name":"sgemm","ts":120,"dur":9,"args":{"correlation":2}},
{"ph":"X","cat":"cuda_runtime","name":"cuLaunchKernel","pid":1,"tid":1,"ts":32,"dur":2,"args":{"correlation":3}},
{"ph":"X","cat":"kernel","name":"triton_poi_fused_add_0","ts":130,"dur":9,"args":{"correlation":3}},
{"ph":"X","cat":"cpu_op","name":"my_kernel_1","pid":1,"tid":1,"ts":50,"dur":9,"args":{"kernel_flop":-1,"kernel_num_gb":-2.5,"kernel_backend":7,"kernel_file":["x"]}},
{"ph":"X","cat":"cuda_runtime","name":"cuLaunchKernel","pid":1,"tid":1,"ts":52,"dur":2,"args":{"correlation":4}},
{"ph":"X","cat":"kernel","name":"my_kernel_1","ts":140,"dur":9,"args":{"correlation":4}},
{"ph":"X","cat":"cpu_op","name":"my_kernel_2","pid":1,"tid":1,"ts":60,"dur":9,"args":{"kernel_flop":1.5,"kernel_num_gb":1e999,"kernel_backend":"","kernel_file":null}},
{"ph":"X","cat":"cuda_runtime","name":"cuLaunchKernel","pid":1,"tid":1,"ts":62,"dur":2,"args":{"correlation":5}},
{"ph":"X","cat":"kernel","name":"my_kernel_2","ts":150,"dur":9,"args":{"correlation":5}},
{"ph":"X","cat":"cpu_op","name":"my_kernel_3","pid":1,"tid":1,"ts":70,"dur":9,"args":{"kernel_flop":"33","kernel_num_gb":"0.000001024","kernel_backend":"triton"}},
{"ph":"X","cat":"cuda_runtime","name":"cuLaunchKernel","pid":1,"tid":1,"ts":72,"dur":2,"args":{"correlation":6}},
{"ph":"X","cat":"kernel","name":"my_kernel_3","ts":160,"dur":9,"args":{"correlation":6}}]}
END
pp-parse t.json >rec
# times one: jq 1.7 prints a number as it was written, 1.6 in its own way
jq -c 'def number: if . == null then . else . * 1 end;
    [.kernel, (.kernel_flop | number), (.kernel_num_gb | number), .kernel_backend, .kernel_file]' rec
pp-prof --csv -c kernel_flop,kernel_num_gb,kernel_backend,kernel_file,flops,gemm,bytes,why rec
pp-prof --no-header -c kernel_file,flops rec
