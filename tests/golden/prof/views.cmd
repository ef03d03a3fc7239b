# Views of eight kernels and a copy, on a V100 (125 and 15.7 TFLOP/s, 900 GB/s):
# mm of 4096^3 in fp16: 137438953472 FLOPs, 100663296 bytes, 1099511.628 ns at the
# roofline, in 1500000 and 2000000 ns; its helper takes 500000.
# add of 2^24 floats: 16777216 FLOPs, 201326592 bytes, 223696.213 ns, in 250000.
# add of floats without a type: 1024 FLOPs in 1000; a kernel without a call, 7000,
# one whose call has no arguments, 8000, and one without a duration.
gpu='"gpu":{"name":"Tesla V100-SXM2-16GB"}'
unit='"nsub":1,"main":true,"dir":"fprop"'
add='"kernel":"elementwise","class":"pointwise"'
mm='"kernel":"volta_fp16_s884gemm_fp16_256x128_ldg8_f2f_nn","class":"gemm"'
tensor() { echo "{\"type\":\"tensor\",\"shape\":$1$2}"; }
big=$(tensor '[16777216]' ',"dtype":"float32"')
half=$(tensor '[4096,4096]' ',"dtype":"float16"')
bare=$(tensor '[1024]')
cat >rec <<END
{"v":1,$mm,"dur":1500000,$unit,"op":[{"op":"aten::mm","args":[$half,$half]}],$gpu}
{"v":1,$mm,"dur":2000000,$unit,"op":[{"op":"aten::mm","args":[$half,$half]}],$gpu}
{"v":1,"kernel":"splitKreduce_kernel","class":"helper","dur":500000,"sub":1,"nsub":2,"main":false,"dir":"fprop","op":[{"op":"aten::mm","args":[$half,$half]}],$gpu}
{"v":1,$add,"dur":250000,$unit,"op":[{"op":"aten::add","args":[$big,$big,{"type":"int","value":1}]}],$gpu}
{"v":1,$add,"dur":1000,$unit,"op":[{"op":"aten::add","args":[$bare,$bare]}],$gpu}
{"v":1,"kernel":"k","dur":7000,$gpu}
{"v":1,"kernel":"k","dur":8000,$unit,"op":[{"op":"aten::sub"}],$gpu}
{"v":1,"kernel":"k",$unit,"op":[{"op":"aten::sub"}],$gpu}
{"v":1,"kind":"memcpy","dur":2000,"bytes":4,"copy":"HtoD",$gpu}
END
# all 4266000 ns: counted 3750000 + 500000, without FLOPs 7000 + 8000, without
# bytes 1000; bytes 3750000 and the helper; shapes and an operator of all but what they say.
pp-prof --view coverage rec
# mm: 2 * 137438953472 in 4000000 ns is 68.719 TFLOP/s; 2 * 100663296 bytes in as
# many, as nothing of the helper is unknown, 50.332 GB/s; attainable 125; 2199023.256 / 4000000 = 54.976 %.
# add: 16778240 / 251000 = 66.846 GFLOP/s, 201326592 / 250000 = 805.306 GB/s,
# 250000 of 251000 is 99.602 %; 16777216 / 201326592 = 0.083; 900 / 12 = 75 GFLOP/s; 223696.213/250000 = 89.478 %.
pp-prof --view roofline rec
pp-prof --view roofline --csv -u us -c call,time,sol rec
pp-prof --view roofline --json -c call,peak,roof,bound rec
pp-prof --view coverage --json --no-header -c part,time,top rec | tail -2
pp-prof --view coverage -w 100 rec
pp-prof --view coverage </dev/null
# What is missing would make wrong totals
(cat rec; echo x) | pp-prof --view coverage
