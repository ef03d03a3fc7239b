# shellcheck shell=sh
# group.t - what -g can do besides adding up times: by hand, and against HTA.
. "$SRC/tests/lib.sh"

# rec KEYS ...: one record each, its keys as JSON
rec()
{
	for r; do
		printf '{"v":1,%s}\n' "$r"
	done
}

# group ARGS ...: the rows without a header
group()
{
	pp-prof --no-header -g "$@"
}

#
# More sums
#

# Nearest rank: of 4 the 2nd, of 5 the 3rd.
# a: mean 25.25; squares of 15.25, 14.75, 5.25, 5.75 are 510.75; / 3 = 170.25, whose
# root is 13.05.  b: 1 and 2 have a mean of 1.5, 0.25 + 0.25 = 0.5, / 1, root 0.71.
# One row has no deviation; what has no duration, or less than none, has no part.
rec '"kernel":"a","dur":10' '"kernel":"a","dur":40' '"kernel":"a","dur":20' \
    '"kernel":"a","dur":31' '"kernel":"b","dur":2' '"kernel":"b","dur":1' \
    '"kernel":"c","dur":7' '"kernel":"c"' '"kernel":"c","dur":-1' '"kernel":"d"' >durs
is "med, std" "$(group kernel -c kernel,med,std durs)" "a 20 13
c 7 na
b 1 1
d na na"
# The texts of the keys decide among rows of 0, and among those of no known time.
rec '"kernel":"b"' '"kernel":"d","dur":0' '"kernel":"c","dur":0' '"kernel":"a"' \
    '"kernel":"a"' '"kernel":"e","dur":1' >unknown
is "an unknown total is behind 0" "$(group kernel -c kernel,total unknown)" "e 1
c 0
d 0
a na
b na"
rec '"dur":5' '"dur":1' '"dur":4' '"dur":2' '"dur":3' >five
is "med of an odd number, std" "$(group kernel -c med,std five)" "3 2"
is "they are not shown by default" "$(pp-prof --csv -g dir five | head -1)" \
    '"Direction","count","total","share","mean","min","max","known","bknown"'
is "+ adds them" "$(pp-prof -g dir -c +median,std five)" \
    "Direction count total share mean min max known bknown med std
na 5 15 100.000 3 1 5 0.000 0.000 3 2"
is "--sort by a sum that is not shown" "$(group kernel -s std -c kernel durs)" "a
b
c
d"
# (2^62 - 1) / root 2; 3 * 2 * (2^63 - 1)^2 does not fit 128 bits
rec '"dur":4611686018427387904' '"dur":1' >huge
is "std of large numbers" "$(group dir -c med,std huge)" "1 3260954456333195552"
rec '"dur":9223372036854775807' '"dur":9223372036854775807' '"dur":1' >huge
is "std of what is too large is unknown" "$(group dir -c med,std huge)" \
    "9223372036854775807 na"

# No time at all is known all the same; it has no shares
rec '"kernel":"a","dur":0' '"kernel":"a","dur":0' >zero
is "rows of 0 ns" "$(group kernel -c count,total,mean,min,max,share,med,std zero)" "2 0 0 0 0 - 0 0"

# A product of 2x3 and 3x4 in float32: 2*2*3*4 = 48 FLOPs, 4*(6+12+8) = 104 bytes.
# Twice, in 10 and 30 ns: 96 FLOPs in 40 ns are 2.4 GFLOP/s; 208 / 40 = 5.2 GB/s.
mm='"op":[{"op":"aten::mm","args":[{"type":"tensor","shape":[2,3],"dtype":"float32"},{"type":"tensor","shape":[3,4],"dtype":"float32"}]}],"sub":0,"nsub":1,"main":true'
rec '"kernel":"mm","class":"gemm","dur":10,'"$mm" '"kernel":"mm","class":"gemm","dur":30,'"$mm" \
    '"kernel":"x","dur":9' '"kind":"memcpy","copy":"HtoD","bytes":64,"dur":4' \
    '"kind":"memcpy","copy":"HtoD","dur":4' '"kind":"memcpy","copy":"DtoH","dur":1' >work
is "work, rates: na where none is known, none where there is nothing to know" \
    "$(group kernel -c kernel,flops,bytes,moved,tflops,gbs work)" \
    "mm 96 208 - 0.002 5.200
x na na - na na
memcpy_HtoD - 64 64 - 16.000
memcpy_DtoH - na na - na"
is "moved: how much is not known" "$(rec '"kind":"memcpy","copy":"a","bytes":-1,"dur":4' \
	'"kind":"memcpy","copy":"b","bytes":0,"dur":3' | group copy -c copy,moved)" "a na
b 0"
is "of all: what is known" "$(group rank -c flops,bytes,moved,known work)" "96 272 64 81.633"
# An upper bound is in the sum and in no rate
is "the sums are those of the roofline" \
    "$(group kind -c kind,flops,bytes,tflops work | sed -n 's/^kernel //p')" \
    "$(pp-prof --no-header --view roofline -c flops,bytes,tflops work | tail -1)"

# Tensor Cores: 30 ns on them, 10 not, a kernel that cannot (5), one of which it is
# unknown.  Half of what is known is said; nothing known is na.
gpu='"gpu":{"name":"A100","cc":"8.0"}'
half=$(echo "$mm" | sed 's/float32/float16/g')
rec "\"pid\":1,\"kernel\":\"k\",\"name\":\"ampere_fp16_s16816gemm_fp16_64x64_nn\",\"class\":\"gemm\",\"dur\":30,$half,$gpu" \
    "\"pid\":1,\"kernel\":\"k\",\"name\":\"ampere_sgemm_32x32_nn\",\"class\":\"gemm\",\"dur\":10,$half,$gpu" \
    "\"pid\":1,\"kernel\":\"relu\",\"dur\":5,\"op\":[{\"op\":\"aten::relu\",\"args\":[{\"type\":\"tensor\",\"shape\":[4],\"dtype\":\"float32\"}]}],$gpu" \
    '"pid":2,"kernel":"x","dur":9' '"pid":3,"kind":"memset","dur":9' >tensor
is "tctime" "$(pp-prof --no-header -c pid,tc tensor | paste -sd , -)
$(group pid -c pid,tctime tensor)" "1 1,1 0,1 -,2 na,3 -
1 30
2 na
3 -"
is "eligtime" "$(pp-prof --no-header -c pid,elig tensor | paste -sd , -)
$(group pid -c pid,eligtime tensor)" "1 1,1 1,1 -,2 na,3 -
1 40
2 na
3 -"
# no rate without a time, nor the time on Tensor Cores; nothing where there is none
rec "\"pid\":1,\"kernel\":\"k\",\"name\":\"ampere_fp16_s16816gemm_fp16_64x64_nn\",\"class\":\"gemm\",$half,$gpu" \
    "\"pid\":2,\"kernel\":\"relu\",\"op\":[{\"op\":\"aten::relu\",\"args\":[{\"type\":\"tensor\",\"shape\":[4],\"dtype\":\"float32\"}]}],\"main\":true,$gpu" \
    '"pid":3,"kind":"memcpy","copy":"HtoD","bytes":4' '"pid":4,"kind":"memcpy","copy":"HtoD","dur":3' >untimed
is "without a time" "$(group pid -c pid,count,flops,bytes,tflops,gbs,tctime,eligtime untimed | sort)" \
    "1 1 48 52 na na na na
2 1 4 32 na na - -
3 1 - 4 - na - -
4 1 - na - na - -"
is "rows of copies of no known size" "$(pp-prof --no-header -c pid,bytes,gbs,moved untimed | tail -1)" "4 na na na"
# with today's cuBLAS alone, as the sizes are no multiples of 8
rec "\"kernel\":\"k\",\"name\":\"volta_sgemm_32x32_nn\",\"class\":\"gemm\",\"dur\":10,$half,\"gpu\":{\"name\":\"Tesla V100-SXM2-16GB\"}" >today
is "eligtime: sizes that only new libraries take" "$(pp-prof --no-header -c elig today) $(group kind -c eligtime today)" "1? 10"
# by the compute capability alone: of 7.5 some have none, 5.0 none, of 99 nobody knows
for cc in 5.0 6.1 7.0 7.5 8.0 gfx90a 99.0; do
	echo "{\"cc\":\"$cc\"}" >cc.json
	echo "$cc $(pp-prof --no-header --gpu cc.json -c elig today)"
done >got
is "elig by the compute capability" "$(paste -sd , got)" \
    "5.0 0,6.1 0,7.0 1?,7.5 na,8.0 1,gfx90a 1,99.0 na"

# By time: (1*10 + 2*40) / 50, (50*10 + 100*40) / 50; 20 ns have neither
rec '"kernel":"a","dur":10,"blocks":1,"occ":50' '"kernel":"a","dur":20' \
    '"kernel":"a","dur":40,"blocks":2,"occ":100' '"kind":"memset","dur":1' >weights
is "blocks, occ" "$(group kernel -c kernel,blocks,occ weights)" "a 1.800 90.000
memset na na"
for f in durs work tensor weights; do
	sort -r $f >shuffled
	is "$f: in any order" "$(group kernel -c +med,std,flops,bytes,moved,tflops,gbs,tctime,blocks,occ shuffled)" \
	    "$(group kernel -c +med,std,flops,bytes,moved,tflops,gbs,tctime,blocks,occ $f)"
done

#
# Levels of a list
#

# 10 in Net.fc.x, 40 in Net.conv, 50 in none, 100 in Net itself: 200 in all.  Net has
# 150, fc the 10 of x.  Net.fc.x of 10 has three prefixes and is in all once.
rec '"kernel":"a","dur":10,"layer":["Net","fc","x"],"trace":["/a/b.py:3","/c/d.py:4"]' \
    '"kernel":"a","dur":40,"layer":["Net","conv"]' '"kernel":"b","dur":50' \
    '"kernel":"b","dur":100,"layer":["Net"]' >layers
is "KEY:1" "$(pp-prof -g layer:1 -c layer,count,total,share layers)" \
    "layer:1 count total share
Net 3 150 75.000
- 1 50 25.000"
is "KEY:2" "$(group layer:2 -c layer:2,count,total layers)" "Net 1 100
- 1 50
Net:conv 1 40
Net:fc 1 10"
is "KEY:*: inclusive" "$(group 'layer:*' -c 'layer:*,count,total,share,max,med' layers)" \
    "Net 3 150 75.000 100 40
- 1 50 25.000 50 50
Net:conv 1 40 20.000 40 40
Net:fc 1 10 5.000 10 10
Net:fc:x 1 10 5.000 10 10"
is "KEY:* beside another key" "$(group 'kernel,layer:*' -c kernel,layer,total layers | head -3)" \
    "b Net 100
a Net 50
b - 50"
is "lists are lists in JSON" "$(pp-prof --json -g 'layer:*' -c layer,total layers | sed -n 4,5p)" \
    '{"layer:*":["Net","fc"],"total":10}
{"layer:*":["Net","fc","x"],"total":10}'
is "-w: the last frame of a prefix" "$(pp-prof --no-header -w 80 -g 'trace:*' -c trace,total layers |
    awk '{ print $1, $2 }')" "- 190
b.py:3 10
d.py:4 10"
# A prefix is of the calls alone: the operator stays
rec '"kernel":"a","dur":10,"op":[{"op":"out"},{"op":"in"}]' >ops
is "opstack:*" "$(group 'opstack:*,op,botop' -c opstack,op,botop,total ops)" "out out in 10
out;in out in 10"
is "-c KEY:N of rows" "$(pp-prof --no-header -c layer:1,layer:2,sil layers)" "Net Net:fc 10
Net Net:conv 40
- - 50
Net Net 100"
# So many groups and no more
jq -nc '{v: 1, kernel: "k", dur: 1, range: [range(300) | "r\(.)"]}' >deep
is "a path of 300: 256 prefixes" "$(group 'range:*' -c count deep | sort | uniq -c | tr -s ' ')" " 256 1"
for wrong in '-g layer:0' '-g layer:-1' '-g layer:x' '-g layer:' '-g layer:2147483648' '-g op:2' \
    '-g layers:2' '-g layer:*,trace:*' '-c layer:*' '--tree layer:*'; do
	# shellcheck disable=SC2086
	pp-prof $wrong layers 2>&1
	echo "$?"
done >got
is "wrong ones" "$(cat got)" "pp-prof: column 'layer': '0' is no number of levels (layer:2; with -g layer:* for each)
2
pp-prof: column 'layer': '-1' is no number of levels (layer:2; with -g layer:* for each)
2
pp-prof: column 'layer': 'x' is no number of levels (layer:2; with -g layer:* for each)
2
pp-prof: column 'layer': '' is no number of levels (layer:2; with -g layer:* for each)
2
pp-prof: column 'layer': '2147483648' is no number of levels (layer:2; with -g layer:* for each)
2
pp-prof: column 'op' is no list, so it has no levels
2
pp-prof: unknown column 'layers:2' (try: layer)
2
pp-prof: only one key may be 'layer:*' or 'trace:*'
2
pp-prof: 'layer:*' goes with -g alone
2
pp-prof: 'layer:*' goes with -g alone
2"

#
# Steps
#

# a: 20 ns in 2 rows, b 5; steps 1, 2 and 3 of one process, which the second row is
# of, too; c is of no step.  20 / 3 = 6.67, 5 / 3 = 1.67; 2 / 3 rows; of 25 ns
# (2 * 48 FLOPs of mm in 10 ns) / 3 = 32
rec '"kernel":"a","dur":10,"step":"1","pid":1' '"kernel":"a","dur":10,"step":"2"' \
    '"kernel":"b","dur":5,"step":"3","pid":1' '"kernel":"c","dur":5,"pid":1' \
    '"kernel":"n","step":"1","pid":1' >steps
is "--per-step" "$(pp-prof --per-step -g kernel -c kernel,count,total,share,mean,max,med steps 2>err; cat err)" \
    "Kernel count total share mean max med
a 0.667 7 80.000 10 10 10
b 0.333 2 20.000 5 5 5
n 0.333 na na na na na
pp-prof: rows of no step, which are left out: 1"
# Two steps "1" of two processes
rec '"kernel":"a","dur":10,"step":"1","pid":1' '"kernel":"a","dur":10,"step":"1","pid":2' \
    '"kind":"memset","dur":4,"bytes":9,"step":"1","pid":2' >processes
is "--per-step: a step of each process" \
    "$(group kernel --per-step -c kernel,count,total,moved processes)" "a 1.000 10 -
memset 0.500 2 5"
rec "\"step\":\"1\",\"kernel\":\"mm\",\"class\":\"gemm\",\"dur\":10,$mm" \
    '"step":"2","kernel":"x","dur":9' '"step":"3","kernel":"x","dur":9' >product
is "--per-step: work, not rates" "$(group kernel --per-step -c kernel,flops,bytes,tflops,known product)" \
    "x na na na 0.000
mm 16 35 0.005 100.000"
# Two steps: products of 2x3 and 3x4 in float16, of 48 FLOPs and 2 * 26 bytes, one of
# them on Tensor Cores, and a copy.  Halves are 3 / 2 rows, (30 + 10 + 4) / 2 ns, 96 / 2
# FLOPs, (104 + 64) / 2 bytes, 64 / 2 moved, 30 / 2 ns used Tensor Cores, 40 / 2 could.
# The rest is of all: 96 / 40, 168 / 44, a mean of 14.7, the 2nd of 3, the root of (113.8 +
# 21.8 + 235.1) / 2, (30 * 1 + 10 * 2) / 40, (30 * 50 + 10 * 100) / 40.
rec "\"step\":\"1\",\"kernel\":\"k\",\"name\":\"ampere_fp16_s16816gemm_fp16_64x64_nn\",\"class\":\"gemm\",\"dur\":30,\"blocks\":1,\"occ\":50,$half,$gpu" \
    "\"step\":\"2\",\"kernel\":\"k\",\"name\":\"ampere_sgemm_32x32_nn\",\"class\":\"gemm\",\"dur\":10,\"blocks\":2,\"occ\":100,$half,$gpu" \
    '"step":"2","kind":"memcpy","copy":"HtoD","bytes":64,"dur":4' >halves
is "--per-step: what is divided" "$(group rank --per-step -c count,total,flops,bytes,moved,tctime,eligtime halves)" \
    "1.500 22 48 84 32 15 20"
is "--per-step: what is not" "$(group rank --per-step -c tflops,gbs,mean,min,max,med,std,blocks,occ halves)" \
    "0.002 3.818 15 4 30 10 14 1.250 62.500"
is "--per-step: none has one" "$(group kernel --per-step five 2>&1)" \
    "pp-prof: rows of no step, which are left out: 5"
is "--per-step: nor a table" "$(group kernel --per-step -w 80 five 2>&1 | tail -n 1)" \
    "pp-prof: no rows: no row is of a step: leave out --per-step"
is "--per-step: the count in JSON" "$(pp-prof --json --per-step -g kernel -c count processes)" \
    '{"count":1.000}
{"count":0.500}'

#
# Two files
#

# a 20 -> 30, b 5 -> 2, g gone, w new, c the same; of n no time is known before
rec '"kernel":"a","dur":10' '"kernel":"a","dur":10' '"kernel":"b","dur":5' \
    '"kernel":"g","dur":5' '"kernel":"c","dur":5' '"kernel":"n"' >old
rec '"kernel":"a","dur":30' '"kernel":"b","dur":2' '"kernel":"c","dur":5' \
    '"kernel":"w","dur":7' '"kernel":"n","dur":100' >new
is "--diff" "$(pp-prof -g kernel --diff old new)" "Kernel count0 count1 total0 total1 delta ratio state
a 2 1 20 30 10 1.500 more
w 0 1 0 7 7 na new
g 1 0 5 0 -5 0.000 gone
b 1 1 5 2 -3 0.400 less
c 1 1 5 5 0 1.000 same
n 1 1 na 100 na na na"
is "--diff: the other way round" "$(group kernel --diff -c kernel,delta,state new old | head -4)" \
    "a -10 less
w -7 gone
g 5 new
b 3 more"
for order in 'old -' '- new'; do
	case $order in *-) from=new ;; *) from=old ;; esac
	# shellcheck disable=SC2086
	is "--diff $order" "$(pp-prof -g kernel --diff $order <$from)" \
	    "$(pp-prof -g kernel --diff old new)"
done
is "--diff: a file and itself" "$(group kernel --diff -c delta,state old old | sort | uniq -c | tr -s ' ')" \
    " 4 0 same
 1 na na"
is "--diff: --sort, -n, --where" \
    "$(group kernel --diff -s total1 -n 2 --where 'kernel!=n' -c kernel old new)" "a
w"
is "--diff: inclusive" "$(group 'layer:*' --diff -c layer,total0,total1 layers layers | head -2)" \
    "- 50 50
Net 150 150"
# a: 30 ns in 3 steps, then 12 in 1
rec '"kernel":"a","dur":10,"step":"1"' '"kernel":"a","dur":10,"step":"2"' \
    '"kernel":"a","dur":10,"step":"3"' >old
rec '"kernel":"a","dur":12,"step":"1"' >new
is "--diff --per-step: each file by its own" "$(group kernel --diff --per-step old new)" \
    "a 1.000 1.000 10 12 2 1.200 more"
is "--diff --per-step: the other way round" "$(group kernel --diff --per-step new old)" \
    "a 1.000 1.000 12 10 -2 0.833 less"
rec '"kernel":"a","dur":12' >without
is "--diff --per-step: the first one" "$(group kernel --diff --per-step -c kernel,total1 without old 2>&1 | sed -n 2,3p)" \
    "pp-prof: the first file has no row of a step: leave out --per-step
a 10"
is "--diff --per-step: the counts in JSON" \
    "$(pp-prof --json -g kernel --diff --per-step -c count0,count1 old new)" \
    '{"count0":1.000,"count1":1.000}'
is "--diff: the counts in JSON" "$(pp-prof --json -g kernel --diff -c count0,count1 old new)" \
    '{"count0":3,"count1":1}'
is "--diff --per-step: a file without steps" "$(group kernel --diff --per-step old five 2>&1)" \
    "pp-prof: rows of no step, which are left out: 5
pp-prof: the second file has no row of a step: leave out --per-step
a 1.000 na 10 na na na na"
for wrong in '-g kernel --diff' '-g kernel --diff old' '-g kernel --diff old old old' \
    '-g kernel --diff - -' '--diff old old' '--per-step old' '--view busy --diff old old' \
    '--view busy -g class --per-step old'; do
	# shellcheck disable=SC2086
	pp-prof $wrong 2>&1 </dev/null
	echo "$?"
done | sed "s/ (try 'pp-prof --help')//" >got
is "wrong ones" "$(cat got)" "pp-prof: --diff wants two files, 0 given
2
pp-prof: --diff wants two files, 1 given
2
pp-prof: --diff wants two files, 3 given
2
pp-prof: --diff reads standard input once
2
pp-prof: --diff goes with -g KEYS, without --view
2
pp-prof: --per-step goes with -g KEYS, without --view
2
pp-prof: --diff goes with -g KEYS, without --view
2
pp-prof: --per-step goes with -g KEYS, without --view
2"
# What goes with none of other options says so, whichever it is given
keyed='goes with none of -c, -g, --view, --sort and -n'
for options in '-c op' '-g op' '--view busy' '--view busy,idle' '-s sil' '-n 0'; do
	for format in '--tree op' --chrome; do
		# shellcheck disable=SC2086 # words
		pp-prof $format $options old 2>&1 | grep -qx "pp-prof: ${format% *} $keyed (.*" ||
			echo "$format $options"
	done
done >got
for options in '--view busy,idle --per-step' '--view busy,idle -g op --per-step' \
    '--view busy -g class --diff' '--diff'; do
	# shellcheck disable=SC2086 # words
	pp-prof $options old new 2>&1 | grep -qx "pp-prof: .* goes with .*\|pp-prof: several views go .*" ||
		echo "$options"
done >>got
is "options that exclude each other" "$(cat got)" ""
for how in '-g op' '--view busy' '-c op'; do
	# shellcheck disable=SC2086 # words
	pp-prof $how -s nothing old 2>&1
	echo $?
done >got
is "--sort by what is not there" "$(sed 's/ (.*//' got)" "pp-prof: unknown column 'nothing'
2
pp-prof: unknown column 'nothing'
2
pp-prof: unknown column 'nothing'
2"
# A file that is not there is no file without kernels
is "--diff: a file that cannot be read" "$(pp-prof -g kernel --diff old nowhere 2>&1
    echo $?)" "pp-prof: nowhere: No such file or directory
1"

have_shared data || {
	skip "profiles of ../shared" "no $PP_SHARED/data"
	done_testing
}

traces=$PP_SHARED/data/kineto/facebookresearch-HolisticTraceAnalysis

# HTA's times by rank and full name are floats of us: the same but for 1 ns.  It says
# 0 of the deviation of one.
for t in nccl:nccl_data df_index_resolver:df_index trace_diff_control:control \
    trace_filter:sampled_rank-[01] alexnet_cp:alexnet amd:mi250; do
	theirs=${t%%:*}.kernel_type.kernels.csv
	pp-parse -k kernel,memcpy,memset "$traces"-${t#*:}* >hta.rec 2>/dev/null
	pp-prof --csv -g rank,name -c total,max,min,std,mean hta.rec | tr -d '"' |
	    sed 1d | sort -t, -k1,1n -k2,2n -k3,3n -k5,5n >ours
	is "-g rank,name: ${t%%:*}" "$(awk -F, 'NR > 1 {
	    for (i = 6; i >= 2; i--) printf "%.0f%s", $(NF - i) * 1000, (i > 2 ? "," : "\n") }' \
	    "$PP_SHARED/golden/hta/$theirs" | sort -t, -k1,1n -k2,2n -k3,3n -k5,5n |
	    paste -d, - ours |
	    awk -F, 'NF != 10 { print; next } { for (i = 1; i <= 5; i++) {
		d = $i - $(i + 5); if (d < -1 || d > 1 || ($(i + 5) == "na") != (i == 4 && $1 == $2))
		    print $0 } }')" ""
done
pp-parse "$traces"-nccl_data* >hta.rec 2>/dev/null
is "nccl: AllReduce" "$(group rank,name -c name,count,total,med,std hta.rec |
    sed -n 's/^ncclKernel_AllReduce[^ ]*(.*) //p')" "15 46762159 2520607 1498454"

for rank in 0 1; do
	pp-parse "$traces"-sampled_rank-$rank.json.gz >rank$rank 2>/dev/null
done
is "--diff: two ranks" "$(pp-prof --json -g kernel --diff rank0 rank1 | jq -cn '[inputs] |
    [(map(select(.count0 > 0)) | length), (map(select(.count1 > 0)) | length),
	(map(.count0) | add), (map(.count1) | add), (map(.total0) | add), (map(.total1) | add)],
    (group_by(.state) | map([.[0].state, length]))')" \
    '[61,55,1154,1104,606519000,651026000]
[["gone",6],["less",18],["more",37]]'
is "--diff: a rank and itself" "$(group kernel --diff -c state rank0 rank0 | uniq -c | tr -s ' ')" \
    " 61 same"

done_testing
