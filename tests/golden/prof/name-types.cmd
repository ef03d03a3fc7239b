# Calls whose types were not recorded, by the kernel's name: the operands' for all
# tensors, the result's for the result.  Products of [512,512]:
# 1  two of one byte, a result of two: 512*512 * (1+1+2) = 1048576, at fp8's peak
# 2  bf8 and a bfloat16 result, the same; MI300X has 2614.9 TFLOP/s in fp8
# 3  nvjet_tss: bfloat16 operands, float32 result: 512*512 * (2+2+4) = 2097152
# 4  s884gemm_fp16: float16 operands, and nothing in front: a float32 result, as 3
# 5  fp16_s884gemm_fp16: 512*512 * (2+2+2) = 1572864
# 6  a dot in float32 of bfloat16 vectors of 512: 2*512*2 + 2 = 2050
# 7  a convolution of (1,1,3,3) and (1,1,2,2) in TF32, a result of (1,1,2,2):
#    4 * (9+4+4) = 68
# 8  the gradient of A reads a result and B and writes A, all as the operands:
#    512*512 * 3*2 = 1572864
# A recorded type goes before the name's: 9  float32, 3*4*512*512 = 3145728
tensor() { echo "{\"type\":\"tensor\",\"shape\":$1$2}"; }
m=$(tensor '[512,512]')
mm="\"op\":[{\"op\":\"aten::mm\",\"args\":[$m,$m]}]"
v=$(tensor '[512]')
alone='"class":"gemm","dur":1000,"nsub":1,"main":true'
float=$(tensor '[512,512]' ',"dtype":"float32"')
pp-prof -c idx,dtype,flops,bytes,peak,conf <<END
{"v":1,"name":"cutlass3x_sm100_tensorop_s256x256x32gemm_f8_f8_f32_f16_f16_128x256x64_0_tnn_align16_2sm",$alone,$mm,"gpu":{"name":"NVIDIA B200","cc":"10.0"}}
{"v":1,"name":"Cijk_Ailk_Bljk_B8BS_BH_MT128x64x32_MI32x32x8x1",$alone,$mm,"gpu":{"name":"AMD Instinct MI300X","cc":"9.4"}}
{"v":1,"name":"nvjet_tss_128x64_64x6_1x1_h_bz_TNT",$alone,$mm}
{"v":1,"name":"volta_s884gemm_fp16_128x64_ldg8_tn",$alone,$mm}
{"v":1,"name":"volta_fp16_s884gemm_fp16_128x64_ldg8_f2f_tn",$alone,$mm}
{"v":1,"name":"void dot_kernel<float, 128, 0, cublasDotParams<cublasGemvTensorStridedBatched<__nv_bfloat16 const>, cublasGemvTensorStridedBatched<float> > >(x)",$alone,"op":[{"op":"aten::dot","args":[$v,$v]}]}
{"v":1,"name":"cutlass_tensorop_s1688fprop_optimized_tf32_128x128_16x4_nhwc",$alone,"op":[{"mod":"torch.nn.functional","op":"conv2d","args":[$(tensor '[1,1,3,3]'),$(tensor '[1,1,2,2]')]}]}
{"v":1,"name":"volta_s884gemm_fp16_128x64_ldg8_tn",$alone,"dir":"bprop","role":"dgrad","fwd":[{"op":"aten::mm","args":[$m,$m]}]}
{"v":1,"name":"volta_fp16_s884gemm_fp16_128x64_ldg8_f2f_tn",$alone,"op":[{"op":"aten::mm","args":[$float,$float]}]}
END
