# Copies and fills have rows too; what only a kernel has is none. 4096 B /
# 1000 ns; within the device both ways count: 2 * 4096.
cat >rec <<'END'
{"v":1,"kind":"memcpy","start":0,"dur":1000,"device":0,"stream":7,"bytes":4096,"copy":"HtoD"}
{"v":1,"kind":"memcpy","start":1500,"dur":1000,"device":0,"stream":7,"bytes":4096,"copy":"DtoD"}
{"v":1,"kind":"memset","start":2000,"dur":500,"device":0,"stream":7,"bytes":100}
{"v":1,"kind":"sync","start":3000,"dur":5}
END
pp-prof -c kind,kernel,mod,op,params,tc,flops,bytes,gbs,conf,grid,sil rec
