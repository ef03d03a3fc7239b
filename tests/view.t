# shellcheck shell=sh
# view.t - what every view of every profile must hold: sums are those of the
# records, whatever the format.
. "$SRC/tests/lib.sh"

# sums NAME RECORDS: the totals of both views are the sums of their rows, and of
# the records
sums()
{
	want=$(jq -n '[inputs | select((.kind // "kernel") == "kernel")] |
	    {n: length, ns: (map(.dur // 0) | add // 0)}' "$2" | jq -r '"\(.n) \(.ns)"')
	pp-prof --json --view coverage "$2" >coverage
	pp-prof --json --view roofline "$2" >roofline
	is "$1: coverage: all kernels, once" "$(jq -rn '[inputs | select(.part != "with")] |
	    (map(select(.part != "total")) | "\(map(.kernels) | add) \(map(.time // 0) | add)"),
	    (map(select(.part == "total")) | "\(.[0].kernels) \(.[0].time // 0)")' coverage)" \
	    "$want
$want"
	is "$1: roofline: all kernels, once" "$(jq -rn '[inputs] |
	    (.[:-1] | "\(map(.kernels) | add) \(map(.time // 0) | add)"),
	    (.[-1] | "\(.call) \(.kernels) \(.time // 0)")' roofline)" \
	    "$want
total $want"
	is "$1: roofline: FLOPs and bytes are those of the rows" \
	    "$(jq -rn '[inputs][-1] | "\(.flops // 0) \(.bytes // 0)"' roofline)" \
	    "$(pp-prof --json -c kind,flops,bytes "$2" |
		jq -rn '[inputs | select(.kind == "kernel")] |
		    "\(map(.flops // 0) | add // 0) \(map(.bytes // 0) | add // 0)"')"
	is "$1: -g: all kernels, once" "$(pp-prof --json -g op,dir,class "$2" |
	    jq -rn '[inputs] | "\(map(.count) | add // 0) \(map(.total // 0) | add // 0)"')" "$want"
	check "$1: -g: most time first" sh -c 'pp-prof --json -g kernel "$0" |
	    jq -en "[inputs.total // 0] | . == (sort | reverse)"' "$2"
	# -g kind has all kernels in a row
	is "$1: known: coverage, roofline and -g agree" \
	    "$(jq -rn '[inputs | select(.part == "with" and (.what | IN("flops", "bytes"))) |
		.share // "none"] | join(" ")' coverage)
$(jq -rn '[inputs][-1] | "\(.known // "none") \(.bknown // "none")"' roofline)" \
	    "$(for _ in 1 2; do pp-prof --json -g kind "$2" |
		jq -rn 'first(inputs | select(.kind == "kernel")) // {} |
		    "\(.known // "none") \(.bknown // "none")"'; done)"
	pp-prof --tree dir,op "$2" >tree
	is "$1: --tree: all kernels, once" "$(jq -r '[.[][][]] |
	    "\(length) \(map(.["duration(ns)"] // 0) | add // 0)"' tree)" "$want"
	jq -S --indent 4 . tree >tree.jq
	same "$1: --tree: as jq writes it" tree tree.jq
	check "$1: most time first" jq -en '[inputs.time][:-1] | . == (sort | reverse)' roofline
	check "$1: why is said of all that is not counted" jq -en \
	    '[inputs | select(.part | startswith("no_")) | .what] | all(type == "string")' coverage
}

pp-parse "$(db examples/lenet)" >lenet.rec
sums lenet lenet.rec
check "lenet: shares are of the whole" \
    jq -en '[inputs | select(.part == "total") | .share] == [100]' coverage

# Rates are of kernels whose time is known: 2 * 2 * 3 * 4 FLOPs and
# (6 + 12 + 8) * 4 bytes in 1 ns, though there are two such calls
tensor='"type":"tensor","dtype":"float32","shape"'
mm='"op":[{"op":"aten::mm","args":[{'$tensor':[2,3]},{'$tensor':[3,4]}]}]'
printf '{"v":1,"kernel":"k",%s%s}\n' '"dur":1,' "$mm" '' "$mm" >untimed.rec
is "untimed: roofline and -g: rates without it" \
    "$(pp-prof --json --view roofline -c flops,bytes,tflops,gbs untimed.rec
    pp-prof --json -g op -c flops,bytes,tflops,gbs untimed.rec)" \
    '{"flops":96,"bytes":208,"tflops":0.048,"gbs":104.000}
{"flops":96,"bytes":208,"tflops":0.048,"gbs":104.000}
{"flops":96,"bytes":208,"tflops":0.048,"gbs":104.000}'

# What has no duration takes no known time, nor a share; what does not exist takes 0.
printf '{"v":1,"op":[{"op":"o"}],%s}\n' '"kernel":"a"' '"kernel":"b","dur":-1' >untimed
is "coverage: of no duration" "$(pp-prof --view coverage untimed)" \
    "part what kernels time share top
with operator 2 na na -
with shapes 0 0 - -
with flops 0 0 - -
with bytes 0 0 - -
no_flops no_model 2 na na o
total - 2 na na -"
is "coverage: some of no duration" "$({
	cat untimed
	echo '{"v":1,"kernel":"c","dur":5}'
} | pp-prof --view coverage | sed -n '2,3p;6,$p')" \
    "with operator 2 na na -
with shapes 0 0 0.000 -
no_flops no_call 1 5 100.000 na
no_flops no_model 2 na na o
total - 3 5 100.000 -"
is "roofline: of no duration" "$(pp-prof --view roofline untimed | cut -d' ' -f 1-8)" \
    "call kernels time share FLOPs known Bytes bknown
- 2 na na na na na na
total 2 na na na na na na"

# An upper bound is in the sums and in no rate: at most 1000 additions, 3 * 4000 bytes and
# a mask of 1000; beside it 1000 FLOPs and 12000 bytes in 50 ns
mask='{"type":"tensor","dtype":"bool","shape":[1000]}'
printf '{"v":1,"kernel":"k","dur":%s,"op":[{"op":"aten::%s","args":[%s],"main":true}],"main":true}\n' \
    100 index_put_ "{$tensor:[1000]},{\"type\":\"list\",\"value\":[$mask]},{$tensor:[1000]},{\"type\":\"bool\",\"value\":true}" \
    50 add "{$tensor:[1000]},{$tensor:[1000]}" >bound.rec
is "upper bounds: roofline and -g: none in a rate" \
    "$(pp-prof --no-header --view roofline -c call,flops,bytes,tflops,gbs bound.rec
    pp-prof --no-header -g kernel -c flops,bytes,tflops,gbs bound.rec)" \
    "aten::index_put_ 1000 13000 na na
aten::add 1000 12000 0.020 240.000
total 2000 25000 0.020 240.000
2000 25000 0.020 240.000"

# What most of the time is bound by: two additions of 12000 bytes and 1000 FLOPs, 52000 ns.
# At 1 GB/s they take 24000 ns, 46.154 %, at 0.05 GFLOP/s 40000, 76.923 %, at 1 GFLOP/s
# 2000, of which 3.846 % are far from any roof.
printf '{"v":1,"kernel":"k","dur":%s,"op":[{"op":"aten::add","args":[%s],"main":true}],"main":true}\n' \
    12000 "{$tensor:[1000]},{$tensor:[1000]}" 40000 "{$tensor:[1000]},{$tensor:[1000]}" >bounds.rec
is "roofline: memory, compute, latency" \
    "$(for peaks in fp32=1,dram=1 fp32=0.00005,dram=1000 fp32=0.001,dram=1000; do
	pp-prof --no-header --view roofline -c roof,sol,bound --peak $peaks bounds.rec | tail -n 1
    done)" "24000 46.154 memory
40000 76.923 compute
2000 3.846 latency"
echo x >bad.rec
status pp-prof --no-header -c kernel bad.rec bounds.rec
is "nothing is read behind a line that is no record" "$rc $(cat out)" "1 "
is "a device whose peaks nobody knows, but its memory" \
    "$(pp-prof -w 80 -c kernel,sol --gpu 'NVIDIA GB10' bounds.rec 2>&1 >out)" \
    "pp-prof: sol: no peaks of 'NVIDIA GB10': see --gpu"

# Many kernels, few keys: memory does not grow with the rows
awk 'BEGIN { for (i = 0; i < 20000; i++)
	printf "{\"v\":1,\"kernel\":\"k\",\"dur\":%d,\"op\":[{\"op\":\"op%d\"}]}\n", i % 7, i % 3 }' >many.rec
sums many many.rec
is "many: -g: a row a key" "$(pp-prof -g op --no-header many.rec | wc -l)" 3
is "many: a row a key" "$(pp-prof --view coverage --no-header many.rec | wc -l)" 6

have_shared data || {
	skip "profiles of ../shared" "no $PP_SHARED/data"
	done_testing
}
for f in "$PP_SHARED"/data/nvprof/* "$PP_SHARED"/data/kineto/*; do
	pp-parse "$f" >rec 2>/dev/null && [ -s rec ] || continue
	sums "${f##*/}" rec
done
# What the host did is not added to what the GPU did: a range of 900 ns holds a
# call of 10 and a kernel of 50.
for r in '"kind":"range","dur":900' '"kind":"api","api":"cudaLaunchKernel","dur":10' \
    '"kernel":"k","dur":50' '"kind":"op","name":"aten::mm","dur":400' '"kind":"step","dur":950'; do
	echo "{\"v\":1,$r}"
done >host
is "-g: kernels alone, beside records of the host" \
    "$(pp-prof --no-header -g pid host)" "na 1 50 100.000 50 50 50 0.000 0.000"
is "-g kind: all, kept apart" "$(pp-prof --no-header -g kind host | cut -d' ' -f1-3 | sort)" \
    "$(printf '%s\n' 'api 1 10' 'kernel 1 50' 'op 1 400' 'range 1 900' 'step 1 950')"

done_testing
