# examples/exact-ns.sh. Times less 1 us: compute [0, 10), nccl [5, 20), a copy
# [30, 40), a kernel of no length at 35; span 40 us, busy 20 + 10, compute 10,
# both 5.
cat >t.json <<'END'
{"traceEvents":[
{"ph":"X","cat":"kernel","name":"k","ts":1,"dur":10},
{"ph":"X","cat":"kernel","name":"ncclKernel_AllReduce_RING_LL_Sum_float(ncclWorkElem)","ts":6,"dur":15},
{"ph":"X","cat":"gpu_memcpy","name":"Memcpy HtoD (Pinned -> Device)","ts":31,"dur":10},
{"ph":"X","cat":"kernel","name":"short","ts":36,"dur":0},
{"ph":"X","cat":"kernel","name":"lost","ts":36,"dur":-1}]}
END
pp-parse -k kernel,memcpy,memset t.json 2>err | bash "$SRC/examples/exact-ns.sh"
