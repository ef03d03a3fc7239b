# --chrome: the first call has its own record, here before and after that of what it
# launched; the second has none and launched two rows.  Process 0 is older than
# device 0, which so gets a number that is free; of two ranks each has its own
# device.  48 FLOPs = 2 * 2 * 3 * 4 in 48 ns: 0.001 TFLOP/s; (6 + 12 + 8) * 4 = 104
# bytes: 2.167 GB/s.
cat >rec <<'END'
{"v":1,"kind":"profile","base":"1700000000000000123","kinds":["all"],"rank":3}
{"v":1,"kind":"step","name":"ProfilerStep#1","start":0,"dur":9223372036854775,"pid":0,"tid":5,"rank":3}
{"v":1,"kind":"op","name":"aten::mm","start":1000,"dur":9001,"pid":0,"tid":5,"rank":3,"op":[{"op":"aten::mm","seq":4,"id":7,"args":[{"type":"tensor","shape":[2,3],"strides":[3,1],"dtype":"float32"},{"type":"tensor","shape":[3,4],"dtype":"float32"}]}]}
{"v":1,"kind":"op","name":"aten::cat","start":1001,"dur":1,"pid":0,"tid":5,"rank":3,"op":[{"op":"aten::cat","args":[{"type":"list","value":[{"type":"tensor","shape":[2],"dtype":"int64"},{"type":"tensor","shape":[3],"dtype":"int64"}]},{"type":"int","value":-1},{"type":"list","value":[1,null,true]},{"type":"str","value":"a\"b"},{"type":"NoneType","value":null},{"type":"bool","value":false}]}]}
{"v":1,"kind":"api","start":2000,"dur":500,"corr":3,"pid":0,"tid":5,"rank":3,"api":"cudaLaunchKernel"}
{"v":1,"kernel":"k","name":"k<\"\u001b[31m\\\n\u009b\ud800>","start":3005,"dur":48,"device":0,"context":1,"stream":7,"grid":[4,1,1],"block":[32,2,1],"regs":16,"smem":0,"corr":3,"pid":0,"tid":5,"rank":3,"api":"cudaLaunchKernel","api_start":2000,"api_dur":500,"sub":0,"nsub":1,"main":true,"op":[{"op":"aten::mm","args":[{"type":"tensor","shape":[2,3],"dtype":"float32"},{"type":"tensor","shape":[3,4],"dtype":"float32"}]}],"occ":12.5,"comm":{"name":"x\"","group":2,"elements":8,"dtype":"Float","pg":"0"},"world_size":4,"gpu":{"name":"G\"1","cc":"8.6","sms":82}}
{"v":1,"kind":"api","start":2000,"dur":500,"corr":3,"pid":0,"tid":5,"rank":3,"api":"cudaLaunchKernel"}
{"v":1,"kind":"memcpy","start":4000,"dur":1,"device":1,"stream":7,"corr":9,"pid":0,"tid":6,"rank":3,"api":"cuda\"Graph","api_start":3999,"api_dur":0,"bytes":4,"copy":"HtoD"}
{"v":1,"kind":"memset","start":4001,"dur":0,"device":1,"stream":7,"corr":9,"pid":8,"tid":6,"rank":3,"api":"cuda\"Graph","api_start":3999,"api_dur":0}
{"v":1,"kind":"sync","name":"Event Sync","start":5000,"dur":1,"device":1,"rank":3}
{"v":1,"kernel":"no duration","start":5001}
{"v":1,"kind":"tomorrow","start":5001,"dur":1}
END
pp-prof --chrome rec
echo $?
# nothing but its own columns
for wrong in '-c op' '-g op' '--view busy' '--json' '-n 1'; do
	pp-prof --chrome $wrong rec
	echo $?
done
# no records; one that is none, alone and behind others
pp-prof --chrome </dev/null
echo '{' | pp-prof --chrome
echo $?
{ sed 3q rec; echo '{'; } | pp-prof --chrome | tail -2
