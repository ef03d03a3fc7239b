# Every column of one record, typed.  mm (4,8) x (8,2): 2*4*8*2 = 128 FLOPs,
# 4*(32+16+8) = 224 bytes; 128/224 = 0.571, 128/64 ns = 0.002 TFLOP/s,
# 224/64 ns = 3.5 GB/s.  The device is none that is known by name: its peaks are
# 80 * 1 GHz * 128 = 10.24 TFLOP/s and 700 GB/s, so that the roofline is at
# max(128/10240, 224/700) = 0.32 ns, 0.5 % of 64 ns.  No TF32 on a 7.0.
cat >rec <<'END'
{"v":1,"kernel":"volta_sgemm_32x32_nn","name":"volta_sgemm_32x32_nn","class":"gemm","start":1000,"dur":64,"device":0,"context":1,"stream":7,"grid":[12,1,5],"block":[256,1,1],"regs":32,"smem":48,"corr":9,"graph":3,"pid":41,"tid":42,"rank":2,"api":"cudaLaunchKernel","api_start":900,"api_dur":20,"layer":["Net","fc"],"module":["Linear(8, 2)"],"trace":["/a/train.py:8","net.py:2"],"range":["warm up","it 3"],"step":"ProfilerStep#3","phase":"forward","pass":4,"recomp":true,"dir":"fprop","seq":[5],"altseq":[6,7],"sub":0,"nsub":1,"main":true,"op":[{"mod":"torch","op":"mm","seq":5,"args":[{"type":"tensor","shape":[4,8],"dtype":"float32"},{"type":"tensor","shape":[8,2],"dtype":"float32"}]},{"op":"mm","seq":5}],"occ":37.5,"warps":2.25,"blocks":0.0625,"gpu":{"cc":"7.0","sms":80,"clock_khz":1000000,"mem_bps":700000000000}}
END
all=$(pp-prof --help | sed -n 's/^  \([a-z][a-z_]*\) .*/\1/p' | paste -sd ,)
pp-prof --json -c "$all" rec | sed 's/,\("[a-z_]*":\)/,\
\1/g'
