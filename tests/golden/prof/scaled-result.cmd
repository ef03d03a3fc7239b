# What a scaled product writes.  (16, 256) by (256, 512) in fp8: 4096 + 131072 and two
# scales of 4 are read; 8192 elements are written, 143368 in all as fp8, 151560 in
# two bytes, 167944 in four.
rec() # name, out_dtype, more keys of the call
{
	printf '{"v":1,"name":"%s","main":true,"op":[{"op":"aten::_scaled_mm","args":[{"type":"tensor","shape":[16,256],"dtype":"float8_e4m3fn"},{"type":"tensor","shape":[256,512],"dtype":"float8_e4m3fn"},{"type":"tensor","shape":[],"dtype":"float32"},{"type":"tensor","shape":[],"dtype":"float32"},{"type":"NoneType"},{"type":"NoneType"},%s]%s}]}\n' "$1" "$2" "$3"
}
one='void cutlass::device_kernel<GemmUniversal>(x)'
none='{"type":"NoneType"}'
lost='{"type":"unknown"}'
{
# recorded: 15 is bfloat16, 6 float32; before the name
rec "$one" '{"type":"int","value":15}'
rec nvjet_qqtst_128x64_128x6_2x1_v_bz_TNN '{"type":"int","value":6}'
# the name: t is bfloat16, s float32
rec nvjet_qqtst_128x64_128x6_2x1_v_bz_TNN "$none"
rec nvjet_qqtst_128x64_128x6_2x1_v_bz_TNN "$lost"
rec nvjet_qqtss_128x64_128x6_2x1_v_bz_TNN "$lost"
# the result, where the profile tells of it
rec "$one" "$lost" ',"out":[{"type":"tensor","shape":[16,512],"dtype":"float16"}]'
# none chosen: as the left operand; not recorded: not known
rec "$one" "$none"
rec "$one" "$lost"
} >rec
pp-prof --csv -c flops,bytes,why rec
