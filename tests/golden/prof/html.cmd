# --html: every line of a page but its style and script.  75 and 25 of 100 ns, both of
# kernels without a model; rows of each kind, what is absent, a text that is cut by the
# style at 41 bytes and so stands in a title, 150 % of a roofline (54000 FLOPs in 54 ns are
# 1 TFLOP/s; a peak of 0.667), the first row of two and a total behind it, two views, a
# line that is no record, nothing at all.
page()
{
	pp-prof --html "$@" | sed '/^<style>/,/<\/style>$/d; /^<script>/,/<\/script>$/d; s/sha256-[^'\'']*/HASH/g; s/pp-prof [0-9.]*</pp-prof VERSION</'
}
tensor='{"type":"tensor","dtype":"float16","shape":[30,30]}'
{
	echo '{"v":1,"kind":"profile","kinds":["kernel"],"producer":"p<1>"}'
	printf '{"v":1,"kernel":"%s","dur":%s,"gpu":{"name":"G"}%s}\n' 'a<b>&\"c'\''' 75 ',"recomp":true,"regs":7,"seq":[1,2],"grid":[2,3,4],"step":"s"' b 25
} >quarters
page -g kernel quarters
page -c kernel,sil,recomp,regs,seq,grid,tc -u us quarters | sed -n '/<main>/,$p'
echo '{"v":1,"kernel":"volta_h884gemm_64x64_ldg8_nn","dur":54,"op":[{"op":"aten::mm","args":['"$tensor,$tensor"'],"main":true}],"main":true}' >mm
echo '{"name":"test","mem_bps":1000000000000000,"peaks":{"fp16":0.667}}' >gpu.json
page -c sol,bound,flops,tc --gpu gpu.json mm | sed -n '/<main>/,$p'
printf '{"v":1,"kernel":"%040d"}\n{"v":1,"kernel":"%041d"}\n' 0 0 >long
page -c kernel long | sed -n '/<main>/,$p'
page -n 1 --view roofline quarters | sed -n '/<main>/,$p'
page --view kernels,busy quarters | sed -n '/<nav/,$p'
echo x >>quarters
page -c kernel quarters | sed -n '/<body/,/<main/p'
page -c kernel </dev/null | sed -n '/<body/,$p'
