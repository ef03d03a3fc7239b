# shellcheck shell=sh
# sums.t - partial sums: what they are, that they add up, and what is refused.
. "$SRC/tests/lib.sh"

# 1. Any split, order and tree of merges gives the bytes of one run.
pp-parse -k all "$SRC/examples/bert.json" >one.jsonl
pp-parse "$(db examples/lenet)" >two.jsonl
python3 "$SRC/tests/sums.py" make
is "200 splits of three streams" "$(python3 "$SRC/tests/sums.py" split 1 200)" "200 splits"

# 2. The format, by hand.  Two products (16, 8) x (8, 4): 2*16*8*4 = 1024 FLOPs and
# 2 bytes of (128 + 32 + 64) = 448 each, in 3 and 5 ns, squares 9 + 25 = 34; with blocks
# 0.125 and 1.5, the mean is of 10^-9: 3 * 125000000 + 5 * 1500000000 = 7875000000.
# No name of a kernel says Tensor Cores: tc is inferred on a 7.5.
mm()
{
	printf '{"v":1,"kernel":"k","class":"gemm",%s,"main":true,"sub":0,"nsub":1,"op":[{"op":"aten::mm","args":[{"type":"tensor","shape":[16,8],"dtype":"float16"},{"type":"tensor","shape":[8,4],"dtype":"float16"}]}]}\n' "$1"
}
{
	mm '"rank":3,"pid":7,"step":"s1","dur":3,"blocks":0.125'
	mm '"rank":3,"pid":7,"step":"s2","dur":5,"blocks":1.5'
	mm '"rank":3,"pid":7'
	echo '{"v":1,"kind":"memcpy","copy":"HtoD","rank":3,"bytes":64,"dur":2}'
} >rank3
pp-prof -g op,kind --sums rank3 >rank3.sums
jq -c 'del(.tctime, .eligtime)' rank3.sums >got
cat >wanted <<'END'
{"kind":"sums","head":{"v":1,"keys":["op","kind"],"rank":3}}
{"kind":"sums","group":["aten::mm","kernel"],"count":2,"timed":2,"total":8,"min":3,"max":5,"known":[8,8],"bknown":[8,8],"std":[34],"flops":[2048,8,2,0,0],"bytes":[896,8,2,0,0],"tflops":[2048,8,2,0,0],"gbs":[896,8,2,0,0],"blocks":[7875000000,8]}
{"kind":"sums","group":[null,"memcpy"],"stepless":true,"count":1,"timed":1,"total":2,"min":2,"max":2,"bknown":[2,2],"std":[4],"bytes":[64,2,1,0,0],"moved":[64,2,1,0,0],"gbs":[64,2,1,0,0]}
{"kind":"sums","group":["aten::mm","kernel"],"stepless":true,"count":1,"flops":[1024,0,1,0,0],"bytes":[448,0,1,0,0],"tflops":[0,0,0,0,1],"gbs":[0,0,0,0,1]}
{"kind":"sums","process":{"rank":3}}
{"kind":"sums","process":{"rank":3,"pid":7},"steps":["s1","s2"]}
{"kind":"sums","end":6}
END
same "what is written" got wanted
# 3072 FLOPs; (3 + 5 + 2) / 2 steps; the root of (2*34 - 64) / 2 = 1.414, rounded 1
is "what is shown of it" \
    "$(pp-prof -g op --no-header -c op,count,total,flops,std,med,blocks rank3.sums)" \
    "aten::mm 3 8 3072 1 na 0.984
- 1 2 - na na na"
is "by step: what is of no step is left out" \
    "$(pp-prof -g kind --no-header --per-step -c kind,count,total rank3.sums 2>err; cat err)" \
    "kernel 1.000 4
pp-prof: rows of no step, which are left out: 2"
# A step of the GPU and one of the host alone are two
printf '{"v":1,"pid":7,%s}\n' '"kernel":"k","step":"s1","dur":4' \
    '"kind":"op","name":"o","step":"s2","dur":10' >two
is "by step: one step of the host alone" \
    "$(pp-prof -g kind --sums two | pp-prof -g kind --no-header --per-step -c kind,count,total)" \
    "op 0.500 5
kernel 0.500 2"
# A step is its own, though it has the name of the file
printf '{"v":1,"kernel":"k","dur":3,"file":"a","step":"%s"}\n' b a >alike
is "a step that is called as the file is" \
    "$(pp-prof -g kernel --sums alike | jq -c 'select(.process).steps')" '["a","b"]'
: >nothing
pp-prof -g op --sums nothing >got
is "of nothing" "$(cat got)" '{"kind":"sums","head":{"v":1,"keys":["op"]}}
{"kind":"sums","end":1}'
pp-prof -g op --sums rank3 >rank3.op
is "which adds nothing" "$(cat got rank3.sums | pp-prof -g op --sums)" "$(cat rank3.op)"
cat >names <<'END'
{"v":1,"kernel":"k","op":[{"op":"a\u0000\u001b\"\\\u202e"}],"dur":1,"file":"\u0007"}
END
pp-prof -g op,file --sums names >names.sums
is "hostile names are escaped" "$(LC_ALL=C grep -c '[^ -~]' names.sums)" 1
is "no control character is raw" "$(LC_ALL=C tr -d '\n' <names.sums | LC_ALL=C grep -c '[[:cntrl:]]')" 0
is "and come back" "$(pp-prof -g op,file --json names.sums)" "$(pp-prof -g op,file --json names)"

# Rows that follow each other and differ in what tells processes and steps apart, if only
# in that one has it
for k in '' '"rank":0,' '' '"pid":0,' '' '"file":"f",' '' '"rank":1,' '"rank":0,' '"pid":1,' \
    '"pid":0,' '"file":"g",' '"file":"f",' '"rank":0,"pid":0,' '' '"step":"t",'; do
	case $k in *step*) ;; *) k=$k'"step":"s",' ;; esac
	echo '{"v":1,'"$k"'"kernel":"k","dur":1}'
done >neighbours
echo '{"v":1,"kernel":"k","dur":1}' >>neighbours
is "processes and steps of neighbours" \
    "$(pp-prof -g kernel --sums neighbours | jq -c 'select(.process) | [.process, .steps]')" \
    '[{},["s","t"]]
[{"pid":0},["s"]]
[{"pid":1},["s"]]
[{"rank":0},["s"]]
[{"rank":0,"pid":0},["s"]]
[{"rank":1},["s"]]
[{"file":"f"},["s"]]
[{"file":"g"},["s"]]'

# 3. Two files side by side, each as sums
pp-prof -g op,kind,rank --sums one.jsonl >one.sums
pp-prof -g kind,op --sums two.jsonl >two.sums
for how in '--diff -g op' '--diff -g op --per-step' '--diff -g kind,op -n 2 -w 120'; do
	# shellcheck disable=SC2086 # words are meant
	pp-prof $how one.jsonl two.jsonl >wanted 2>&1
	# shellcheck disable=SC2086
	is "$how" "$(pp-prof $how one.sums two.sums 2>&1)" "$(cat wanted)"
done
is "of files and of standard input" "$(pp-prof -g op one.sums - <two.sums)" \
    "$(pp-prof -g op one.jsonl two.jsonl)"
is "a page" "$(pp-prof -g op --html one.sums | grep -c '</html>')" 1

# 4. What is refused: refused STATUS MESSAGE ARGUMENT ...; nothing is printed
refused()
{
	wanted_rc=$1
	wanted_err=$2
	shift 2
	status pp-prof "$@"
	is "$*: $wanted_err" "$rc $(cat out)$(cat err)" "$wanted_rc pp-prof: $wanted_err"
}
sed '$d' rank3.sums >short
sed 3d rank3.sums >lost
sed 1d rank3.sums >headless
sed 's/"v":1/"v":2,"keys":7/' rank3.sums >newer
sed '1s/"v":1,//' rank3.sums >versionless
refused 1 "short: cut off: no end line" -g op short
refused 1 "short: cut off: no end line" -g op short rank3.sums
refused 1 "lost:6: cut off: 5 lines before the end, 6 were written" -g op lost
cat short rank3.sums >cut2
refused 1 "cut2:7: cut off: the sums before have no end line" -g op cut2
refused 1 "nothing: cut off: no sums at all" -g op rank3.sums nothing
refused 1 "nothing: cut off: no sums at all" -g op --sums nothing rank3.sums
refused 1 "headless:1: sums without a head" -g op headless
refused 1 "newer:1: version 2 is newer than this program reads (1)" -g op newer
refused 1 "versionless:1: no version: not the sums of pp-prof" -g op versionless
refused 1 "rank3.sums:1: sums behind records: give either" -g op rank3 rank3.sums
refused 1 "rank3:1: no line of sums, as those before: give either" -g op rank3.sums rank3
cat rank3.sums rank3 >mixed
refused 1 "mixed:8: no line of sums, as those before: give either" -g op mixed
refused 1 "rank3.sums:1: no key 'layer' in these sums (they have: op, kind)" -g layer rank3.sums
refused 1 "rank3.sums:1: no key 'layer:2' in these sums (they have: op, kind)" -g op,layer:2 rank3.sums
refused 1 "rank3.sums:1: no key 'sil' in these sums (they have: op, kind)" -g op --where 'sil>3' rank3.sums
these="these are sums: -g shows them, by any of the keys in this line"
refused 1 "rank3.sums:1: $these" --view kernels rank3.sums
refused 1 "rank3.sums:1: $these" --no-header -c op rank3.sums
refused 1 "rank3.sums:1: $these" --view calls -g step rank3.sums
steps="the steps where 'kind' holds are not in these sums: --where goes with records then, when the sums are made"
refused 1 "rank3.sums:1: $steps" -g op --per-step --where kind=kernel rank3.sums
refused 1 "rank3.sums:1: $steps" -g op --sums --where kind=kernel rank3.sums
# ... but those of a rank, a process or a step are: 3 and 5 ns of rank 3 in two steps
for step in '3,"pid":7,"step":"s1","dur":3' '3,"pid":7,"step":"s2","dur":5' '4,"pid":8,"step":"s3","dur":9'; do
	echo '{"v":1,"kernel":"k","start":1,"op":[{"op":"aten::mm"}],"rank":'"$step}"
done >processes
pp-prof -g op,rank,pid,step --sums processes >processes.sums
is "--per-step --where: a rank, a process, a step" \
    "$(for holds in rank=3 pid=7 step=s1; do
	pp-prof -g op --per-step --no-header --where $holds processes.sums | cut -d ' ' -f 1-3
done 2>&1)" "aten::mm 1.000 4
aten::mm 1.000 4
aten::mm 1.000 3"
refused 1 "rank3.sums:1: --gpu, --peak and --half go with records, when the sums are made" \
    -g op --gpu 'Tesla T4' rank3.sums
refused 1 "rank3.sums:1: --gpu, --peak and --half go with records, when the sums are made" \
    -g op --peak fp16=1 rank3.sums
refused 1 "rank3.sums:1: --gpu, --peak and --half go with records, when the sums are made" \
    -g op --half ncu rank3.sums
is "peaks are part of how they were made" \
    "$(pp-prof -g op --sums --half ncu --peak fp16=1.5,dram=2 rank3 | jq -c '.head.with // empty')" \
    '["--half ncu","--peak dram=2000000000","--peak fp16=1500000000000"]'
is "peaks: the first of all, too" \
    "$(pp-prof -g op --sums --peak fp64=1 rank3 | jq -c '.head.with // empty')" '["--peak fp64=1000000000000"]'
pp-prof -g op,kind --sums --where kind=kernel --gpu 'Tesla T4' rank3 >where.sums
is "how they were made" "$(jq -c '.head.with // empty' where.sums)" '["--gpu Tesla T4","--where kind=kernel"]'
refused 1 "rank3.sums:1: sums with '--gpu Tesla T4', and sums without" -g op where.sums rank3.sums
refused 1 "where.sums:1: sums with '--gpu Tesla T4', and sums without" -g op rank3.sums where.sums
refused 2 "--sums keeps whole lists: 'layer:*' can be made of 'layer'" -g 'layer:*' --sums rank3
refused 2 "'idx' is no key of --sums" -g op,idx --sums rank3
refused 2 "--sums keeps each key once: 'sil'" -g 'sil,op,Sil(ns)' --sums rank3
refused 2 "--sums keeps each key once: 'op'" -g op,op --sums rank3
none="--sums goes with -g KEYS, and with none of -c, --view, --sort, -n, --per-step and --diff"
for how in '' '-g op -c op' '-g op -s op' '-g op -n 3' '-g op --per-step' '-g op --diff' \
    '--view calls -g step' '--view calls,busy'; do
	# shellcheck disable=SC2086 # words are meant
	refused 2 "$none (try 'pp-prof --help')" $how --sums rank3 rank3
done

# 5. Numbers that nobody can have written: line LINE REASON
line()
{
	printf '%s\n' '{"kind":"sums","head":{"v":1,"keys":["op"]}}' "$1" \
	    '{"kind":"sums","end":2}' >odd
	refused 1 "odd:2: $2" -g op odd
}
group='{"kind":"sums","group":["a"],"count":2,"timed":2,"total":9,"min":4,"max":5'
count="no count of at most 64 bits"
is "a line that is one" "$(printf '%s\n' '{"kind":"sums","head":{"v":1,"keys":["op"]}}' \
    "$group,\"std\":[41]}" '{"kind":"sums","end":2}' | pp-prof --no-header -g op -c op,total,std)" "a 9 1"
line "${group%5}-5}" "field 'max': $count"
line "${group%5}1.5}" "field 'max': wrong type"
line "${group%5}\"1e3\"}" "field 'max': $count"
line "${group%5}NaN}" "column 74: expected a value, found 'N'"
line "${group%5}18446744073709551616}" "field 'max': $count"
line "$group,\"max\":5}" "field 'max' twice"
line "$group,\"std\":[340282366920938463463374607431768211456]}" "field 'std': no count of at most 128 bits"
line "$group,\"std\":[40]}" "'std' is less than 'total' needs"
line "$group,\"std\":[41,1]}" "field 'std': wrong type"
line "$group,\"std\":[]}" "field 'std': wrong type"
line "$group,\"flops\":[1,2,3,4]}" "field 'flops': wrong type"
line "$group,\"flops\":{}}" "field 'flops': wrong type"
line "$group,\"known\":[9,8]}" "more time is known than there is"
line "$group,\"bknown\":[10,10]}" "more time is known than there is"
line "$group,\"end\":2}" "none of head, group, process and end, or several"
line '{"kind":"sums","count":2}' "none of head, group, process and end, or several"
line "${group%4,*}4}" "'min', 'max' and 'total' contradict each other"
line "${group%4,*}6,\"max\":5}" "'min', 'max' and 'total' contradict each other"
line "${group%5}10}" "'min', 'max' and 'total' contradict each other"
# 2 times of 4 to 5 ns are 8 to 10 together
line '{"kind":"sums","group":["a"],"count":2,"timed":2,"total":11,"min":4,"max":5,"std":[61]}' \
    "'min', 'max' and 'total' contradict each other"
line '{"kind":"sums","group":["a"],"count":2,"timed":2,"total":7,"min":4,"max":5,"std":[25]}' \
    "'min', 'max' and 'total' contradict each other"
line '{"kind":"sums","group":["a"],"count":1,"timed":2,"total":9,"min":4,"max":5}' \
    "'timed' is more than 'count', or that is 0"
line '{"kind":"sums","group":["a"]}' "'timed' is more than 'count', or that is 0"
line '{"kind":"sums","group":["a"],"count":1,"total":9}' "'min', 'max' and 'total' contradict each other"
line '{"kind":"sums","group":["a","b"],"count":1}' "2 keys, but the head has 1"
line '{"kind":"sums","group":[7],"count":1}' "key 'op': wrong type"
line '{"kind":"sums","group":[{"list":["a"],"by":";"}],"count":1}' "key 'op': wrong type"
for cell in '{}' '{"na":false}' '{"na":true,"int":3}' '{"list":[],"by":";"}' '{"list":["a"]}' \
    '{"list":["a"],"by":"ab"}' '{"real":"1.00"}' '{"real":"1.-00"}' '{"real":".000"}' '{"uint":"-1"}' \
    '{"peak":"x"}' '{"dim3":[1,2]}' '{"number":"nan"}' '{"int":3,"frames":true}'; do
	line "{\"kind\":\"sums\",\"group\":[$cell],\"count\":1}" "field 'group': not a key"
done
# a cell is of one kind: no member stands beside another's
set -- '"na":true' '"int":3' '"uint":"3"' '"time":3' '"number":1.5' '"dim3":[1,2,3]' '"real":"1.000"' \
    '"ints":[1],"by":","' '"list":["a"],"by":","' '"peak":"x","real":"1.000"' '"frames":true' '"by":","'
for a; do
	for b; do
		# not itself, no member twice, not those that go together
		case $a,$b in
		"$b,$a" | '"real"'*'"peak"'* | '"frames"'*'"list"'* | '"list"'*'"frames"'*) continue ;;
		*'"by"'*'"by"'* | *'"real"'*'"real"'*) continue ;;
		esac
		line "{\"kind\":\"sums\",\"group\":[{$a,$b}],\"count\":1}" "field 'group': not a key"
	done
done
line '{"kind":"sums","process":[]}' "field 'process': wrong type"
line '{"kind":"sums","process":{"pid":"x"}}' "field 'process.pid': wrong type"
line '{"kind":"sums","process":{},"steps":[3]}' "field 'steps': wrong type"
line '{"kind":"sums"' "column 15: the text ends inside an object"
line '{"kind":"sums"}' "none of head, group, process and end, or several"
line '{"kind":"sums"}x' "column 16: text behind the end"
line '' "no line of sums"
line '{"kind":"sums","head":{"v":1,"keys":["op"]}}' "cut off: the sums before have no end line"
# with TEXTS ...: sums that were made with each of these
with()
{
	for texts; do
		printf '{"kind":"sums","head":{"v":1,"keys":["op"],"with":[%s]}}\n' "$texts"
		echo '{"kind":"sums","end":1}'
	done >odd
}
with '"--gpu A","--where op=x"' '"--gpu A"'
refused 1 "odd:3: sums with '--where op=x', and sums without" -g op odd
with '"--gpu B"' '"--gpu A","--gpu B"'
refused 1 "odd:3: sums with '--gpu A', and sums without" -g op odd
with '"b","a"' '"a","b","a"'
is "what they were made with has no order" \
    "$(pp-prof -g op --sums odd | jq -c 'select(.head).head.with')" '["a","b"]'
echo '{"kind":"sums","head":{"v":1,"keys":["op","op"]}}' >odd
refused 1 "odd:1: a key is there twice" -g op odd
echo '{"kind":"sums","head":{"v":1,"keys":[]}}' >odd
refused 1 "odd:1: no keys: not the sums of pp-prof" -g op odd
is "jq's and Python's blanks do no harm" \
    "$(python3 -c 'import json, sys
for line in sys.stdin: print(json.dumps(json.loads(line)))' <rank3.sums | pp-prof -g op)" \
    "$(pp-prof -g op rank3.sums)"
is "a newer member does no harm" "$(sed 's/"count"/"more":{"x":[1]},&/' rank3.sums | pp-prof -g op)" \
    "$(pp-prof -g op rank3.sums)"

# 6. Sums that are too large are too large in any tree: 2^63 - 1 ns three times is more
# than 2^64, and unknown; twice is 2^64 - 2, which is known, but no time of 63 bits.
for n in 1 2 3; do
	for _ in $(seq $n); do
		echo '{"v":1,"kernel":"k","dur":9223372036854775807}'
	done >much
	pp-prof -g kernel --sums much >"much$n"
done
is "the largest sum, as it is" "$(jq -c 'select(.group) | .total' much1 much2 much3 | paste -sd ' ')" \
    '"9223372036854775807" "18446744073709551614" "18446744073709551615"'
is "unknown in any tree" "$(pp-prof --no-header -g kernel -c total,std,count much1 much2 |
    cat - && pp-prof --no-header -g kernel -c total,std,count much3)" "na na 3
na na 3"
is "and added to sums as well" "$(pp-prof -g kernel --sums much1 much1 much1)" "$(cat much3)"
is "more of it" "$(pp-prof --no-header -g kernel -c total,count much3 much3)" "na 6"
# 7. The recipes for clusters, by hand: one profile of two is cut
head -c 20000 "$SRC/examples/bert.json" >cut.json
cp "$SRC/examples/bert.json" .
printf '%s\n' cut.json bert.json >list
status sh "$SRC/examples/cluster/map.sh" list made file,op 1 2
why="cut.json: pp-parse: cut.json: the file ends inside an event: is it whole?"
is "a rank that fails" "$rc $(cat out err)" "1 rank 1 failed: $why"
is "leaves nothing, the other its sums" "$(cd made && echo *)" "1.err 2.err 2.sums"
status sh "$SRC/examples/cluster/reduce.sh" list made -g op
is "is missing" "$rc $(cat err)" "1 rank 1 is missing: $why
1 of 2 ranks"
same "the table is that of the others" out - <<END
$(pp-parse bert.json | pp-prof -g op)
END
cp bert.json cut.json
sh "$SRC/examples/cluster/map.sh" list made file,op 1
status sh "$SRC/examples/cluster/reduce.sh" list made -g op --json
is "mended, it is there" "$rc $(cat err)" "0 2 of 2 ranks"
same "in the table, too" out - <<END
$(pp-parse cut.json bert.json | pp-prof -g op --json)
END
status sh -c 'pp-prof -g op --sums rank3 >/dev/full'
is "a full disk" "$rc $(cat err)" "1 pp-prof: <stdout>: No space left on device"
done_testing
