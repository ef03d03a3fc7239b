# --chrome: what records may lack.  Of two profiles' bases, of two ranks and of a
# world without a rank nothing is said; the first kernel of a device tells its facts.
# What has no number gets one from 10^9 on, and so does -1.  A range that a record
# of it names last is the user's, whatever Python was in; keywords and calls of
# PyProf have no lists.  Of tensors in a list types are listed where one has a type.
cat >rec <<'END'
{"v":1,"kind":"profile","base":"1700000000000000123","kinds":["all"]}
{"v":1,"kind":"profile","base":"1700000000000000124","kinds":["all"]}
{"v":1,"kind":"range","name":"m","start":0,"dur":9,"pid":-1,"module":["m"]}
{"v":1,"kind":"range","name":"t","start":1,"dur":8,"pid":-1,"trace":["a.py:1"]}
{"v":1,"kind":"range","name":"u","start":2,"dur":7,"pid":-1,"module":["m"],"trace":["a.py:1"],"range":["u"]}
{"v":1,"kind":"range","name":"f","start":3,"dur":6,"pid":-1,"trace":["a.py:1"],"range":["f","u"]}
{"v":1,"kind":"range","name":"r","start":4,"dur":5,"pid":-1,"range":["r"]}
{"v":1,"kind":"op","start":10,"dur":9,"tid":2,"op":[{"op":"aten::out"},{"op":"aten::to","id":8,"seq":3,"args":[]}],"kernel_flop":5,"kernel_num_gb":0.25,"kernel_backend":"triton","kernel_file":"/a.py"}
{"v":1,"kind":"op","start":11,"dur":8,"tid":2}
{"v":1,"kind":"op","name":"k","start":12,"dur":7,"tid":2,"op":[{"op":"aten::add","args":[{"name":"x","type":"int","value":1}]}]}
{"v":1,"kind":"op","name":"p","start":13,"dur":6,"tid":2,"op":[{"mod":"torch","op":"add","args":[{"type":"int","value":1}]}]}
{"v":1,"kind":"op","name":"l","start":14,"dur":5,"tid":2,"op":[{"op":"aten::l","args":[{"type":"list","value":[{"type":"tensor","shape":[2]},{"type":"tensor","shape":[],"strides":[]}]},{"type":"list","value":[{"type":"tensor","shape":[2]}]},{"type":"float","value":0.5},{"type":"list","value":[[1,2],["a"],[]]},{"type":"list","value":[{"type":"tensor","shape":[2]},{"type":"tensor","shape":[3],"dtype":"int64"}]}]}],"comm":{"dtype":"Int","elements":0,"received":6}}
{"v":1,"kind":"api","start":15,"dur":1,"tid":2}
{"v":1,"kind":"api","start":16,"dur":1,"tid":2,"api":"c","op":[{"op":"aten::x","id":4},{"op":"aten::y","id":5}]}
{"v":1,"start":20,"dur":1,"device":0,"api":"c","api_start":17,"graph":6,"warps":1.5,"blocks":0.25,"world_size":2}
{"v":1,"kernel":"k","start":21,"dur":1,"device":0,"api_start":18,"api_dur":1,"gpu":{"cc":"8","mem":1000,"threads":2048}}
{"v":1,"kernel":"k","start":22,"dur":1,"device":0,"gpu":{"name":"other","cc":"9.0"}}
{"v":1,"kind":"memset","start":23,"dur":1,"device":1,"rank":2,"file":"f","bytes":9,"gpu":{"name":"B","cc":"9.x"}}
{"v":1,"kind":"memset","start":24,"dur":1,"device":1,"rank":3,"file":"f","bytes":9}
{"v":1,"kind":"graph","start":25,"dur":1,"pid":4,"stream":1,"gpu":{"name":"C"}}
{"v":1,"kernel":"late","start":26}
{"v":1,"kernel":"later","dur":26}
END
pp-prof --chrome rec
