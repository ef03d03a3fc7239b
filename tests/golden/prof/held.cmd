# Held tables with -w.  All times are 16.3 ms: 12345678, 3000000, 954322 and 0 ns.
# 12345678 / 16300000 = 75.7404 %, 3000000: 18.4049, 954322: 5.8547.
gpu='"gpu":{"name":"XYZ"}'
call() { echo "\"op\":[{\"op\":\"$1\"}],\"dir\":\"fprop\",$gpu"; }
cat >rec <<END
{"v":1,"kernel":"k","dur":12345678,$(call aten::a_call_with_a_long_name_of_the_first_kind)}
{"v":1,"kernel":"k","dur":1000000,$(call aten::a_call_with_a_long_name_of_the_other_kind)}
{"v":1,"kernel":"k","dur":2000000,$(call aten::a_call_with_a_long_name_of_the_other_kind)}
{"v":1,"kernel":"k","dur":954322,$(call aten::short)}
{"v":1,"kernel":"k","dur":0,$(call aten::none)}
{"v":1,"kernel":"k",$gpu}
END
# the largest of each column is above 9999 us: ms
pp-prof -g op -w 80 rec
# 40 and 17 cells for op: 19 and 19, 8 and 7 of the text with .. between
pp-prof -g op -w 56 -c op,count,total rec
pp-prof -g op -w 33 -c op,count,total rec
# a unit by name loses no digit, and is said once; keys lose none either
pp-prof -g op -w 60 -u ns -c total,mean,share,op rec
pp-prof -g sil -w 60 -c sil,count,mean rec
# no room: the last sums go, keys and what -c names stay; cut to 12 the two texts
# look the same, so that the second is cut to 10 and marked
pp-prof -g op,dir,kernel -w 50 rec
pp-prof -g op,dir,kernel -w 32 -c op,dir,kernel,total rec
pp-prof -g op -w 80 --no-header -c count,op rec
# what no row has is left out, unless -c names it; - has a row for each operator
pp-prof --view roofline -w 80 rec
pp-prof --view roofline -w 80 -c call,sol rec
pp-prof --view roofline -w 60 -c +attain rec 2>&1
pp-prof --view roofline -w 80 --gpu 'Tesla T4' rec
pp-prof -g module,layer,dir,step -w 80 rec
# of kernels na, of copies none: it tells rows apart, and stays
{ cat rec; echo '{"v":1,"kind":"memcpy","dur":1}'; } | pp-prof -g dir,step -w 80
# two texts that look the same: unknown and "na"
printf '{"v":1,"kernel":"k","dur":1%s}\n' '' ',"dir":"na"' | pp-prof -g dir -w 40 -c dir,count,total
pp-prof -g op -w 80 </dev/null
# all sums may go, keys never do
pp-prof -g op,dir,kernel -w 24 rec
pp-prof -g op,dir,kernel -w 22 rec || echo "status $?"
# known is left out where it is 100 of all that there is; 2 * 64^3 FLOPs in 1024 ns
# are 0.512 TFLOP/s, and 3 * 4 * 64^2 bytes 48 GB/s
mm='"kernel":"sgemm","class":"gemm","nsub":1,"main":true,"dir":"fprop"'
t='{"type":"tensor","shape":[64,64],"dtype":"float32"}'
echo "{\"v\":1,$mm,\"dur\":1024,\"op\":[{\"op\":\"aten::mm\",\"args\":[$t,$t]}]}" >mm
pp-prof --view roofline -w 80 mm
pp-prof --view roofline -w 80 -c call,known,flops,bytes mm
# rows that are held come out when the input ends, however it does
(cat mm; echo x) | pp-prof -w 80 || echo "status $?"
pp-prof -w 80 nowhere || echo "status $?"
pp-prof -w 80 nowhere mm || echo "status $?"
# parts have the unit of what they are of: 2 ms, 3 us and 0
for r in '"kernel":"k","start":0,"dur":1000000' '"kernel":"k","start":1003000,"dur":997000'; do
	echo "{\"v\":1,$r,\"device\":0}"
done >two
pp-prof --view busy -w 80 two
# those that -c names behind a + stay
pp-prof --view busy -w 90 -c +memorypct two
# 0 in all rows: the unit of the total, 20 us; but a key has its own
printf '{"v":1,"kernel":"k","dur":%d}\n' 0 20000 >zero
pp-prof -g kernel -w 80 -c total,min zero
head -1 zero | pp-prof -g sil -w 80 -c sil,min
# a kernel whose direction is unknown, and a copy that has none: not alike
{ head -1 zero; echo '{"v":1,"kind":"memcpy","dur":0}'; } | pp-prof -g dir -w 80
# a device without a bandwidth has no roofline
echo '{"name":"Mine","peaks":{"fp32":10}}' >mine.json
pp-prof --view roofline -w 80 --gpu mine.json mm
# keys that have to be quoted
printf '%s\n' '{"v":1,"dur":5,"counters":{"a\\,b":7}}' | pp-prof -g 'ctr:a\\\,b' -w 80
