# Sums of what is known, on a V100 (15.7 TFLOP/s, 900 GB/s):
# 1 mm of 64x32 and 32x16 float32: 2*64*32*16 = 65536 FLOPs, (2048 + 512 + 1024)*4
#   = 14336 bytes, in 10000 ns; at the roofline 14336/900 = 15.929
# 2 its helper, 1000 ns: nothing, which is known
# 3 a convolution without arguments, 30000 ns, and 4 its helper, 2000: unknown
# 5 nonzero of 1000x2000 bool, 10000 ns: at most 2000000 + 2000000*2*8 = 34000000
#   bytes: in the sum, in no rate and no roofline
# 6 cat of a float16 and a tensor without a type, 5000 ns: 0 FLOPs, bytes unknown
# 7 the helper of a clamp without its bounds, 1000 ns: the clamp has bytes, and no
#   FLOPs
# 8 a copy of 4096 bytes, 4000 ns
gpu='"gpu":{"name":"Tesla V100-SXM2-16GB"}'
unit='"nsub":1,"main":true,"dir":"fprop"'
helper='"sub":1,"nsub":2,"main":false,"dir":"fprop"'
tensor() { echo "{\"type\":\"tensor\",\"shape\":$1${2:+,\"dtype\":\"$2\"}}"; }
mm="\"op\":[{\"op\":\"aten::mm\",\"args\":[$(tensor '[64,32]' float32),$(tensor '[32,16]' float32)]}]"
cat="\"op\":[{\"op\":\"aten::cat\",\"args\":[{\"type\":\"tensorlist\",\"value\":[$(tensor '[8,8]' float16),$(tensor '[8,8]')]},{\"type\":\"int\",\"value\":0}]}]"
clamp="\"op\":[{\"op\":\"aten::clamp\",\"args\":[$(tensor '[16]' float32),{\"type\":\"unknown\"},{\"type\":\"unknown\"}]}]"
cat >rec <<END
{"v":1,"kernel":"volta_sgemm_128x64_nn","class":"gemm","dur":10000,$unit,$mm,$gpu}
{"v":1,"kernel":"splitKreduce_kernel","class":"helper","dur":1000,$helper,$mm,$gpu}
{"v":1,"kernel":"volta_scudnn_128x64_relu_interior_nn_v1","class":"conv","dur":30000,$unit,"op":[{"op":"aten::cudnn_convolution"}],$gpu}
{"v":1,"kernel":"cask_cudnn::computeOffsetsKernel","class":"helper","dur":2000,$helper,"op":[{"op":"aten::cudnn_convolution"}],$gpu}
{"v":1,"kernel":"DeviceSelectSweepKernel","class":"index","dur":10000,$unit,"op":[{"op":"aten::nonzero","args":[$(tensor '[1000,2000]' bool)]}],$gpu}
{"v":1,"kernel":"CatArrayBatchedCopy","class":"copy","dur":5000,$unit,$cat,$gpu}
{"v":1,"kernel":"k","class":"pointwise","dur":1000,$helper,$clamp,$gpu}
{"v":1,"kind":"memcpy","dur":4000,"bytes":4096,"copy":"HtoD",$gpu}
END
# The column tc is of products and convolutions, not of their helpers
pp-prof -c idx,flops,bytes,conf,fconf,bconf,tflops,gbs,sol,roof,tc rec
# FLOPs are known in 10000 + 1000 + 10000 + 5000 = 26000 of 59000 ns, 44.068 %, and
# 65536 / 26000 is 0.003 TFLOP/s; bytes in 10000 + 1000 + 10000 + 1000 = 22000,
# 37.288 %, and without the bound 14336 / 12000 = 1.195 GB/s.  mm with its helper:
# 65536 / 11000 = 0.006 TFLOP/s, 14336 / 11000 = 1.303 GB/s, 4.571 FLOPs a byte.
pp-prof --view roofline -c call,kernels,flops,known,bytes,bknown,ai,tflops,gbs,roof rec
pp-prof --view roofline --json -c call,flops,known,tflops,bytes,gbs,sol rec | tail -2
pp-prof --view coverage -c part,what,kernels,time,share rec
# A copy has bytes, and no FLOPs that could be unknown
pp-prof -g kind rec
pp-prof --csv -g class -c class,count,known,bknown rec
