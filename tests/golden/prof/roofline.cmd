# The roofline of a V100 (125 and 15.7 TFLOP/s, 900 GB/s), by hand:
# 1  mm of 4096^3 in fp16 is 2*4096^3 = 137438953472 FLOPs, 1099.512 us at 125
#    TFLOP/s; 3*4096^2*2 bytes take 111.8 us; 1099512/1500000 ns = 73.301 %
# 2  add of 2^24 floats: 3*4*2^24 = 201326592 bytes, 223.696 us at 900 GB/s, and
#    2^24 FLOPs at 15.7 take 1.07 us; 223696.213/250000 = 89.478 %
# 3  copy_: no FLOPs, 2*4*2^20 = 8388608 bytes, 9.321 us; of 4 us 233.017 %
# 4  add of 2^10 floats: 12288 bytes, 13.653 ns of 2000: 0.683 %
# 5  a helper; 6 no duration; 7 no call; 8 a type that V100 has no units for, and a
#    device that is not known; 9 a copy
gpu='"gpu":{"name":"Tesla V100-SXM2-16GB","cc":"7.0","sms":80,"clock_khz":1530000}'
unit='"nsub":1,"main":true,"dir":"fprop"'
add='"kernel":"elementwise","class":"pointwise"'
tensor() { echo "{\"type\":\"tensor\",\"shape\":$1,\"dtype\":\"$2\"}"; }
big=$(tensor '[16777216]' float32)
small=$(tensor '[1024]' float32)
half=$(tensor '[4096,4096]' float16)
cat >rec <<END
{"v":1,"kernel":"volta_fp16_s884gemm_fp16_256x128_ldg8_f2f_nn","class":"gemm","dur":1500000,$unit,"op":[{"op":"aten::mm","args":[$half,$half]}],$gpu}
{"v":1,$add,"dur":250000,$unit,"op":[{"op":"aten::add","args":[$big,$big]}],$gpu}
{"v":1,"kernel":"copy","class":"copy","dur":4000,$unit,"op":[{"op":"aten::copy_","args":[$(tensor '[1048576]' float32),$(tensor '[1048576]' float32)]}],$gpu}
{"v":1,$add,"dur":2000,$unit,"op":[{"op":"aten::add","args":[$small,$small]}],$gpu}
{"v":1,"kernel":"splitKreduce_kernel","class":"helper","dur":2000,"sub":1,"nsub":2,"main":false,"dir":"fprop","op":[{"op":"aten::mm","args":[$half,$half]}],$gpu}
{"v":1,$add,$unit,"op":[{"op":"aten::add","args":[$big,$big]}],$gpu}
{"v":1,"kernel":"k","dur":5,$gpu}
{"v":1,$add,"dur":2000,$unit,"op":[{"op":"aten::add","args":[$small,$small]}],"gpu":{"name":"nobody's"}}
{"v":1,"kind":"memcpy","dur":2000,"bytes":4,"copy":"HtoD",$gpu}
END
cols=idx,tc,peak,sol,roof,bound,elig
pp-prof -c $cols rec
pp-prof --json -c $cols rec | sed -n '1,3p;7p'
pp-prof --no-header -u us -c idx,roof rec | sed 2q
# The user's peaks, for the last that has a call too
pp-prof --no-header --peak fp32=10,dram=1000 --peak fp16=100 -c idx,peak,sol,bound rec |
    sed -n '1,2p;8p'
pp-prof --no-header --gpu 'NVIDIA T4' -c idx,peak,elig rec | sed -n '1p;8p'
