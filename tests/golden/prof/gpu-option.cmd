# --gpu decides tc, elig and peak, whatever device the record speaks of, or none:
# a generated kernel is on matrix units where they have the type.  An A30 multiplies
# bfloat16 at 165 TFLOP/s, one of its four slices at 41.25; float16 of a MI300X
# is 1307.4.  A P100 has no Tensor Cores, a T4 none for bfloat16.
mm()
{
	printf '{"kernel":"matmul_kernel","dur":1000,"main":true,"v":1%s,"op":[{"op":"aten::mm","args":[{"type":"tensor","shape":[64,64],"dtype":"%s"},{"type":"tensor","shape":[64,64],"dtype":"%s"}]}]}\n' "$2" "$1" "$1"
}
mm bfloat16 '' >rec
mm bfloat16 ',"gpu":{"name":"Tesla P100-PCIE-16GB","cc":"6.0"}' >>rec
mm float16 ',"gpu":{"name":"Tesla P100-PCIE-16GB","cc":"6.0"}' >>rec
mm float8_e4m3fn ',"gpu":{"name":"Tesla P100-PCIE-16GB","cc":"6.0"}' >>rec
pp-prof --csv -c tc,elig,peak rec
for gpu in 'NVIDIA A30' 'NVIDIA A30 MIG 1g.6gb' 'Tesla T4' 'Tesla P100' \
	'AMD Instinct MI300X VF' 'AMD Instinct MI250X' 'AMD Instinct MI50'; do
	echo "$gpu"
	pp-prof --gpu "$gpu" --csv --no-header -c tc,elig,peak rec
done
# the capability of a description
echo '{"cc": "8.9", "peaks": {"fp8": 3}}' >mine.json
pp-prof --gpu mine.json --csv --no-header -c tc,elig,peak rec
