# shellcheck shell=sh
# intervals.t - views of what records say together about time: by hand, on what is
# missing, and whatever the order of the input.
. "$SRC/tests/lib.sh"

# rec KEYS ...: one record each; K is a kernel, the rest of its keys as JSON
rec()
{
	for r; do
		printf '{"v":1,%s}\n' "$r"
	done
}

# view ARGS ...: the rows without a header
view()
{
	pp-prof --no-header --view "$@"
}

echo '{"v":1,"kind":"profile","kinds":["all"]}' >prof
all='"kind":"profile","kinds":["all"]'

# The host alone, kernels alone
rec "$all" '"kind":"op","name":"mm","start":0,"dur":9,"pid":1,"tid":1,"op":[{"op":"mm"}],"self":9' \
    '"kind":"api","api":"l","start":1,"dur":2,"pid":1,"tid":1,"self":2' \
    '"kind":"range","name":"r","start":0,"dur":20,"pid":1,"tid":1,"range":["r"],"self":9' >host
rec '"kernel":"a","start":3,"dur":4,"device":0,"pid":1' >kernels

# Compute 0-10 and 30-40, comm 5-20, a copy 18-25:
# busy 0-25 and 30-40, overlap 5-10, comm alone 10-20, the copy alone 20-25.
# A wait is no work; what has no duration is nowhere; the kernel that has no pid is
# of the only process.
rec "$all" '"kernel":"a","class":"gemm","start":0,"dur":10,"device":0,"pid":1' \
    '"kernel":"n","class":"comm","start":5,"dur":15,"device":0,"pid":1' \
    '"kind":"memcpy","start":18,"dur":7,"device":0,"pid":1' \
    '"kernel":"b","class":"other","start":30,"dur":10,"device":0' \
    '"kind":"sync","start":0,"dur":100,"device":0,"pid":1' \
    '"kernel":"c","start":70,"device":0,"pid":1' \
    '"kernel":"c","start":80,"dur":-5,"device":0,"pid":1' \
    '"kernel":"c","start":9223372036854775000,"dur":1000,"device":0,"pid":1' >gpu
is "busy" "$(pp-prof --view busy gpu)" \
    "device span busy idle compute comm memory overlap exposedcomm exposedmem
0 40 35 5 20 15 7 5 10 5"
# Several views are what each is alone, under its name
for format in "" "-w 80" --csv "-u ms"; do
	# shellcheck disable=SC2086 # options
	is "several views $format" "$(pp-prof $format --view busy,kernels,busy gpu)" \
	    "busy
$(pp-prof $format --view busy gpu)

kernels
$(pp-prof $format --view kernels gpu)

busy
$(pp-prof $format --view busy gpu)"
done
is "several views, JSON" "$(pp-prof --json --view kernels,busy gpu)" "{\"view\":\"kernels\"}
$(pp-prof --json --view kernels gpu)
{\"view\":\"busy\"}
$(pp-prof --json --view busy gpu)"
is "several views, no header" "$(pp-prof --no-header --view busy,kernels -u us gpu | sed -n '1p;4p')" "busy
kernels"
rec '"kernel":"a","start":0,"dur":10,"device":0,"pid":1' >bare
status pp-prof --view steps,busy,idle bare
is "several views: one that lacks a kind" "$rc $(cat err)
$(sed 1q out) $(wc -l <out)" "1 pp-prof: view 'steps' needs op,api,step: run pp-parse -k all
pp-prof: view 'idle' needs memcpy,memset,api: run pp-parse -k all
busy 3"
status pp-prof -w 80 --view kernels,busy,collectives bare
is "several views: which one has no rows" "$rc $(cat err)" \
    "0 pp-prof: kernels: tc, name: not in the input
pp-prof: busy: memory, expmem: no copies in the input: none ran, or see pp-parse -k
pp-prof: collectives: no rows: no kernel of a collective in the input"
status pp-prof -w 80 --view kernels,busy --where kernel=z bare
is "several views: why none has rows" "$rc $(cat err)" \
    "0 pp-prof: kernels: no rows: no record meets --where
pp-prof: busy: no rows: no record meets --where"
is "several views: why a page has no rows" \
    "$(pp-prof --html --view kernels,busy --where kernel=z bare | grep -c 'no rows: no record meets --where')" 2
# Of any input: what each says on stderr, behind its name, the worst status of all, the rows of those
# that had what they need.  Rows in another order change no byte.
views=kernels,calls,busy,steps,device,idle,launches,collectives,ranges,advice
: >nothing
rec '"kind":"op","name":"o","start":0,"dur":9,"pid":1,"tid":1,"self":9' >cpu
process()
{
	rec '"kernel":"k\u001b[31m\"=1+1,\n","name":"\u001b]0;x\u0007","start":4,"dur":5,"device":0,"stream":7,"pid":'"$1"',"rank":'"$1"',"class":"comm","api":"c\u001b","api_start":0,"api_dur":1,"range":["r\r\n"],"op":[{"op":"\u001bo"}],"step":"=cmd"' \
	    '"kind":"memcpy","start":20,"dur":3,"device":0,"stream":7,"pid":'"$1"',"rank":'"$1" \
	    '"kind":"op","name":"\u001b[2J","start":0,"dur":9,"pid":'"$1"',"rank":'"$1"',"tid":1,"self":9' \
	    '"kind":"range","name":"r\r\n","range":["r\r\n"],"start":0,"dur":9,"pid":'"$1"',"rank":'"$1"',"tid":1,"self":9' \
	    '"kind":"step","name":"=cmd","step":"=cmd","start":0,"dur":99,"pid":'"$1"',"rank":'"$1"',"tid":1,"self":9' \
	    '"kind":"api","api":"\u009bx","start":0,"dur":1,"pid":'"$1"',"rank":'"$1"',"tid":1'
}
{
	rec "$all"
	process 1
	process 2
} >ranks
# alone FORMAT FILE: the views one by one, as the list of them should be
alone()
{
	worst=0
	blank=
	: >out.alone
	for v in $(echo "$views" | tr , ' '); do
		# shellcheck disable=SC2086 # options
		status pp-prof $1 --view "$v" "$2"
		sed "/^pp-prof: view '/!s/^pp-prof: /&$v: /" err >&2
		[ "$rc" -le "$worst" ] || worst=$rc
		[ "$rc" = 0 ] || continue
		case $1 in
		--json) echo "{\"view\":\"$v\"}" ;;
		*) printf '%s%s\n' "$blank" "$v" ;;
		esac
		cat out
		blank='
'
	done
}
for f in nothing bare cpu ranks; do
	for format in "" --csv --csv=sheet --json "-w 100" "-w 100 --no-header"; do
		alone "$format" "$f" >want 2>want.err
		# shellcheck disable=SC2086 # options
		status pp-prof $format --view "$views" "$f"
		is "all views of $f $format: status" "$rc" "$worst"
		same "all views of $f $format" out want
		same "all views of $f $format: stderr" err want.err
	done
done
is "all views: some lack a kind" "$(for f in nothing bare cpu ranks; do
	pp-prof --view "$views" "$f" >out 2>/dev/null
	echo "$f $? $(grep -c '^[a-z][a-z]*$' out)"
done)" "nothing 0 10
bare 1 5
cpu 1 0
ranks 0 10"
for format in "" --csv --json "-w 100"; do
	# shellcheck disable=SC2086 # options
	pp-prof $format --view "$views" ranks >want
	for order in "sort -r" "sort" "tac"; do
		# shellcheck disable=SC2086 # options and a command
		$order ranks | pp-prof $format --view "$views" >got
		same "all views $format, $order: the same bytes" got want
	done
done
check "all views: no control characters" sh -c '! LC_ALL=C grep -q "$(printf "[\001-\010\033\177]")" want'
for option in "-c busy" "-g op" "-s busy" "-n 1"; do
	# shellcheck disable=SC2086 # options
	status pp-prof --view busy,steps $option gpu
	is "several views with $option" "$rc $(cat out err)" \
	    "2 pp-prof: several views go with none of -c, -g, --sort and -n (try 'pp-prof --help')"
done
is "the last --view counts" "$(pp-prof --view busy,kernels --view busy gpu)" "$(pp-prof --view busy gpu)"
# of a span of 40; 5 of 15
is "busy: percents" "$(view busy -c \
	busypct,idlepct,computepct,commpct,memorypct,overlappct,exposedcommpct,exposedmempct gpu)" \
    "87.500 12.500 50.000 37.500 17.500 33.333 25.000 12.500"
# compute 0-5, 30-40; both 5-10; comm 10-18; comm and memory 18-20; memory 20-25;
# of 35 busy ns
is "busy -g class" "$(pp-prof --view busy -g class gpu)" \
    "device class time share
0 compute 15 42.857
0 comm 8 22.857
0 compute+comm 5 14.286
0 memory 5 14.286
0 comm+memory 2 5.714"
# nothing communicates, and the span is empty
rec '"kernel":"a","start":3,"dur":0,"device":0' >point
is "busy: percent of nothing" "$(view busy -c +idlepct,overlappct point)" \
    "0 0 0 0 0 0 na 0 0 na na na"
is "busy: copies that were not asked for" \
    "$(rec '"kernel":"a","start":3,"dur":4,"device":0' | view busy -c +memorypct,idlepct)" \
    "0 4 4 0 4 0 na 0 0 na na 0.000"
is "busy: copies that were asked for" \
    "$(rec '"kind":"profile","kinds":["kernel","memcpy","memset"]' \
	'"kernel":"a","start":3,"dur":4,"device":0' | view busy)" "0 4 4 0 4 0 0 0 0 0"
is "-c names exactly the columns" "$(view busy -c pid,busy,device gpu)" "1 35 0"
is "-c + adds to the default" "$(view busy -c +busypct gpu)" "0 40 35 5 20 15 7 5 10 5 87.500"

# Two processes, and two ranks in two files: what differs is shown, in its order
rec '"kernel":"a","start":0,"dur":1,"device":1,"pid":10' \
    '"kernel":"a","start":0,"dur":2,"device":0,"pid":10' \
    '"kernel":"a","start":0,"dur":3,"device":0,"pid":9' \
    '"kernel":"a","start":0,"dur":4,"device":0' >two
is "two processes, and a kernel that is of either" "$(pp-prof --view busy two | cut -d' ' -f1-3)" \
    "pid device span
na 0 4
9 0 3
10 0 2
10 1 1"
rec '"kernel":"a","start":0,"dur":1,"device":0,"pid":7,"rank":1,"file":"b"' \
    '"kernel":"a","start":0,"dur":2,"device":0,"pid":7,"rank":0,"file":"a"' \
    '"kernel":"a","start":5,"dur":4,"device":0,"rank":0,"file":"a"' \
    '"kernel":"a","start":10,"dur":4,"device":0,"file":"a"' >ranks
is "two ranks: those without a pid are of their rank's, or file's" \
    "$(pp-prof --view busy ranks | cut -d' ' -f1-5)" \
    "file rank device span busy
a 0 0 14 10
b 1 0 1 1"
# The process that is only on the host counts
rec '"kernel":"a","start":0,"dur":1,"device":0,"pid":7' \
    '"kernel":"a","start":0,"dur":2,"device":0' \
    '"kind":"api","api":"f","start":0,"dur":2,"pid":8' >hosts
is "a process of the host is one" "$(view busy hosts | cut -d' ' -f1-3)" \
    "na 0 2
7 0 1"
status pp-prof --view busy -g op gpu
is "-g that the view does not have" "$rc $(cat err)" \
    "2 pp-prof: --view busy goes with -g class alone"
status pp-prof --view roofline -g op gpu
is "-g of a view without one" "$rc $(cat err)" \
    "2 pp-prof: -g does not go with --view roofline"

# On stream 7 (in us) a runs 10-20, b 25-26: launched at 19, before a's end: 5 of gap.
# c runs 100-150, launched 1 ns after b's end: 74 of host; d, without a launch, in it.
# e 180-200, launched by 150: 30 are no short gap but other. f at 210, without a launch:
# 10. g at 310.001, launched before: 100.001 of other. In all 219.001 of the 300.006
# until 310.006.
# Delays: 0 (b), 7 (a), 13.999 (c), 29 (e), 100.001 (g): the 3rd of 5 and the last.
# Shorter than their calls: b, c, g; a call of 60: c; late: g. Waiting: 9 + 6 +
# 73.999 + 30 + 110.001 = 229 of 309.001.
# On stream 8 y is launched when x starts: two wait; 5 + 4 of 9 ns.
on7='"device":0,"pid":1,"stream":7,"kernel"'
on8='"device":0,"pid":1,"stream":8,"kernel"'
rec "$all" "$on7"':"a","start":10000,"dur":10000,"api_start":1000,"api_dur":2000' \
    "$on7"':"b","start":25000,"dur":1000,"api_start":19000,"api_dur":8000' \
    "$on7"':"c","start":100000,"dur":50000,"api_start":26001,"api_dur":60000' \
    "$on7"':"d","start":110000,"dur":10000' \
    "$on7"':"e","start":180000,"dur":20000,"api_start":150000,"api_dur":1000' \
    "$on7"':"f","start":210000,"dur":0,"api":"no times"' \
    "$on7"':"g","start":310001,"dur":5,"api_start":200000,"api_dur":10000' \
    "$on8"':"x","start":5,"dur":1,"api_start":0,"api_dur":1' \
    "$on8"':"y","start":9,"dur":1,"api_start":5,"api_dur":1' >streams
is "idle" "$(pp-prof --view idle streams)" \
    "device stream host gap other nolaunch share
0 7 74000 5000 130001 10000 72.999
0 8 0 3 0 0 60.000"
is "launches" "$(pp-prof --view launches streams)" \
    "device stream count delaymed delayp95 delaymax short slowapi late queuemean queuemax
0 7 5 13999 100001 100001 3 1 1 0.741 1
0 8 2 3 4 4 0 0 0 1.000 2"
# 20 delays of 1 to 20: the 10th, the 19th, the last; a limit itself is not above it;
# all start at once, at time 100
is "launches: nearest rank" "$(i=0; { rec "$all"; while [ $((i += 1)) -le 20 ]; do
	rec "$on7"':"k","start":100,"dur":2,"api_start":'$((98 - i))',"api_dur":2'
done; } | view launches -c count,delaymed,delayp95,delaymax,short,queuemax)" "20 10 19 20 0 20"
is "launches: at the limits" "$(rec "$all" \
	"$on7"':"k","start":200000,"dur":50000,"api_start":50000,"api_dur":50000' |
    view launches -c short,slowapi,late,queuemean)" "0 0 0 1.000"
is "launches: a start before the call" "$(rec "$all" \
	"$on7"':"k","start":3,"dur":2,"api_start":8,"api_dur":2' |
    view launches -c delaymax,queuemean,queuemax)" "0 na 1"
is "idle: 29.999 us" "$(rec "$all" "$on7"':"a","start":0,"dur":1,"api_start":0,"api_dur":0' \
	"$on7"':"b","start":30000,"dur":1,"api_start":1,"api_dur":0' | view idle)" "0 7 0 29999 0 0 99.993"
for v in idle:memcpy,memset,api launches:api; do
	rec '"kernel":"k","start":1,"dur":1,"stream":7' >only
	status pp-prof --view "${v%:*}" only
	is "${v%:*}: kernels alone" "$rc $(cat err) $(cat out)" \
	    "1 pp-prof: view '${v%:*}' needs ${v#*:}: run pp-parse -k all "
done

# Step A is 0-100, B 100-200, C 200-300; a step in A is none of its own.
# A launches k1, 20-50, m1, 45-55, and n1, 60-130: its window ends at 130. e, which
# nobody launched, ends at 5, before k1, as e2 does at 2: the window begins at 5.
# Of A's 125: kernel 30, memcpy 50-55, comm 70, runtime 10-12, 13-14 and 15-16, data
# 5-10, cpu 12-13, 14-15 and 16-20, other 55-60.
# B, 130-200: kernel 160-190, memset 190-200, comm 140-150, runtime 150-151, 152-153
# and 154-155, other 130-140, 151-152, 153-154 and 155-160. The call 195-205 is in no
# step, and so is what it launched.
# C launched 1, B 3: less than 80 %.
step='"pid":1,"kind":"step"' api='"pid":1,"kind":"api","api":"l"' gpu='"pid":1,"device":0'
tensor='"type":"tensor","dtype":"float16","shape"'
mm='"name":"volta_h884gemm_64x64_ldg8_nn","main":true,"op":[{"mod":"torch","op":"mm"'
mm=$mm',"args":[{'$tensor':[1,1]},{'$tensor':[1,13]}]}]'
rec "$all" "$step"',"step":"A","start":0,"dur":100' "$step"',"step":"B","start":100,"dur":100' \
    "$step"',"step":"C","start":200,"dur":100' "$step"',"step":"in A","start":20,"dur":20' \
    '"pid":1,"kind":"op","name":"mm","start":5,"dur":25' \
    '"pid":1,"kind":"range","name":"enumerate(DataLoader)#x.__next__","start":0,"dur":10' \
    '"pid":1,"kind":"op","name":"nccl:all_reduce","start":140,"dur":10' \
    "$api"',"start":10,"dur":2' "$api"',"start":13,"dur":1' "$api"',"start":15,"dur":1' \
    "$api"',"start":150,"dur":1' "$api"',"start":152,"dur":1' "$api"',"start":154,"dur":1' \
    "$api"',"start":195,"dur":10' "$api"',"start":210,"dur":1' \
    "$gpu"',"kernel":"volta_h884gemm","class":"gemm","start":20,"dur":30,"api_start":10,"api_dur":2,"blocks":0.5,"occ":50,'"$mm" \
    "$gpu"',"kind":"memcpy","start":45,"dur":10,"api_start":13,"api_dur":1' \
    "$gpu"',"kernel":"n1","class":"comm","start":60,"dur":70,"api_start":15,"api_dur":1,"blocks":0.25,"occ":0' \
    '"device":0,"kernel":"e","class":"pointwise","start":2,"dur":3,"blocks":9,"occ":9' \
    '"device":0,"kernel":"e2","class":"pointwise","start":1,"dur":1' \
    "$gpu"',"kernel":"k2","class":"pointwise","start":160,"dur":20,"api_start":150,"api_dur":1,"blocks":2,"occ":100' \
    "$gpu"',"kernel":"k4","class":"pointwise","start":170,"dur":20,"api_start":154,"api_dur":1,"blocks":0.5' \
    "$gpu"',"kind":"memset","start":170,"dur":30,"api_start":152,"api_dur":1' \
    "$gpu"',"kernel":"k3","class":"pointwise","start":220,"dur":5,"api_start":210,"api_dur":1' \
    "$gpu"',"kernel":"k5","class":"pointwise","start":230,"dur":10,"api_start":195,"api_dur":10' >steps
status pp-prof --view steps steps
is "steps" "$(cat out err)" \
    "step total kernel memcpy memset comm runtime dataloader cpu other
A 125 30 5 0 70 4 5 6 5
B 70 30 0 10 10 3 0 0 17
mean 98 30 3 5 40 4 3 3 11
pp-prof: view 'steps': the last step 'C' was not recorded whole: left out"
is "steps: percents; those of the mean are of all" "$(pp-prof --no-header --view steps \
    -c step,kernelpct,memcpypct,memsetpct,commpct,runtimepct,dataloaderpct,cpupct,otherpct \
    steps 2>&-)" \
    "A 24.000 4.000 0.000 56.000 3.200 4.000 4.800 4.000
B 42.857 0.000 14.286 14.286 4.286 0.000 0.000 24.286
mean 30.769 2.564 5.128 41.026 3.590 2.564 3.077 11.282"
# Of the window 5-200: kernels 30 + 70 + 30. Blocks 30 * 0.5 + 70 * 0.25 + 10 * 1 +
# 10 * 1, as 2.5 is all of them, + 10 * 0.5 = 57.5. Occupancy (30 * 50 + 70 * 0 + 20 *
# 100) / 120. One kernel of 30 of 140 ns is of Tensor Cores; its 26 FLOPs take 26 ns
# at 1 GFLOP/s.
# a product of no known time, and a helper's 1000 ns, which are not its
half_mm='"op":[{"op":"aten::mm","args":[{"type":"tensor","shape":[4,8],"dtype":"float16"},{"type":"tensor","shape":[8,16],"dtype":"float16"}]}]'
rec '"kernel":"a","main":true,"nsub":2,"sub":0,'"$half_mm" '"kernel":"b","class":"helper","dur":1000,"nsub":2,"sub":1,'"$half_mm" >late
is "roofline: a rate without a time" "$(view roofline -c call,time,flops,tflops,gbs late)" \
    "aten::mm 1000 1024 na na
total 1000 1024 na na"
is "device" "$(pp-prof --view device --peak fp16=0.001 steps)" \
    "device window util smeff occ tcshare mfu
0 195 66.667 29.487 29.167 21.429 13.333"
# Kernels alone: what was launched before the first began is in the window, 100-200
is "device: without steps all work is in the window" "$(rec \
    '"kernel":"a","start":100,"dur":40,"device":0,"api_start":10,"api_dur":1' \
    '"kernel":"a","start":150,"dur":50,"device":0,"api_start":160,"api_dur":1' |
    view device -c device,window,util 2>&-)" "0 100 90.000"
# A kernel 0-20, a graph traced as a whole 10-50, a copy 60-70: 50 of 100 ns
is "device: a whole graph runs kernels" "$(rec "$all" \
    '"kind":"step","step":"A","start":0,"dur":100' \
    '"kernel":"a","start":0,"dur":20,"device":0,"blocks":0.5' \
    '"kind":"graph","start":10,"dur":40,"device":0' \
    '"kind":"memcpy","start":60,"dur":10,"device":0' |
    view device -c device,window,util,smeff 2>&-)" "0 100 50.000 10.000"
# 4 of 5 are 80 %
four()
{
	rec "$all" "$step"',"step":"A","start":0,"dur":100' "$step"',"step":"B","start":100,"dur":100'
	for at in 1 2 3 4 5 101 102 103 "$@"; do
		rec "$gpu"',"kernel":"k","start":'"$at"',"dur":1,"api_start":'"$at"',"api_dur":0'
	done
}
is "steps: 80 %" "$(four 104 | view steps -c step,total,kernel) $(four | view steps -c step,kernel 2>&-)" \
    "A 100 5
B 100 4
mean 100 5 A 5
mean 5"
is "steps: gloo and DataPipe" "$(rec "$all" '"kind":"op","name":"gloo:all_reduce","start":0,"dur":10' \
	'"kind":"range","name":"enumerate(DataPipe)#X","start":10,"dur":20' |
    view steps -c total,comm,dataloader,cpu | sed 1q)" "30 10 20 0"
is "steps: of two ranks; the mean is of neither" "$(rec "$all" \
	'"kind":"op","name":"a","rank":3,"start":0,"dur":10' \
	'"kind":"op","name":"a","rank":5,"start":0,"dur":30' | view steps -c rank,step,total)" \
    "3 - 10
5 - 30
- mean 20"
# without steps: the host's time, or the GPU's
is "steps: none" "$(view steps -c step,total,cpu host)" "- 20 18
mean 20 18"
is "steps: none, and no row of the host" "$(rec "$all" "$gpu"',"kernel":"a","start":2,"dur":3' \
	"$gpu"',"kind":"memcpy","start":9,"dur":1' | view steps -c step,total,kernel,memcpy)" \
    "- 8 3 1
mean 8 3 1"
# 10000 kernels at a time, each of which would fill the GPU alone
is "device: more blocks than any GPU has" "$(
	yes '{"v":1,"kernel":"a","start":0,"dur":4,"device":0,"blocks":1e9}' 2>/dev/null |
		head -n 10000 | view device -c smeff
)" 100.000
# 26 FLOPs in 26 ns; of the product that took no time nothing can be said
is "device: a product without a duration" "$(rec "$gpu"',"kernel":"volta_h884gemm","class":"gemm","start":0,"dur":26,'"$mm" \
	"$gpu"',"kernel":"volta_h884gemm","class":"gemm","start":5,"dur":0,"occ":1,"blocks":1,'"$mm" |
    view device --peak fp16=0.001)" "0 26 100.000 na na 100.000 100.000"
is "device: kernels alone" "$(view device kernels)" "0 4 100.000 na na na na"
# 1 ns of all multiprocessors, 2 ns of a quarter of them
rec '"kernel":"a","device":0,"start":0,"dur":1,"occ":100' \
    '"kernel":"b","device":0,"start":1,"dur":2,"occ":25' >short
is "device: a kernel of 1 ns" "$(view device -c occ short)" "50.000"
# the call 195-205 is B's runtime then, for 5
is "steps: copies that were not asked for" "$(sed 's/"all"/"kernel","op","api","step"/; /"mem/d' steps |
    view steps -c step,memcpy,memset,memcpypct,other 2>&-)" \
    "A na na na 10
B na na na 22
mean na na na 16"
for kind in memcpy memset; do
	sed 's/"all"/"kernel","op","api","step","'$kind'"/; /"kind":"mem/d' steps | view steps -c step,memcpy,memset 2>err
done >got
is "steps: one of both was asked for" "$(cat got)" "A 0 na
B 0 na
mean 0 na
A na 0
B na 0
mean na 0"
status pp-prof --view steps kernels
is "steps: kernels alone" "$rc $(cat out err)" \
    "1 pp-prof: view 'steps' needs op,api,step: run pp-parse -k all"

# Two kernels of a name, 10 and 30 ns: occupancy (10 * 20 + 30 * 60) / 40, blocks of
# the one that has any; 40 of 50 ns. One of another name, on Tensor Cores; a copy is
# none. A name of two verdicts has none.
rec "$all" "$gpu"',"kernel":"k","name":"k<1> x","class":"pointwise","dur":10,"occ":20,"blocks":2' \
    "$gpu"',"kernel":"k","name":"k<1> x","class":"pointwise","dur":30,"occ":60' \
    "$gpu"',"kernel":"volta_h884gemm","class":"gemm","dur":10,'"$mm" \
    "$gpu"',"kernel":"k","name":"k<2>","class":"pointwise"' \
    "$gpu"',"kind":"memcpy","name":"Memcpy","dur":70' >named
is "kernels" "$(pp-prof --view kernels named)" \
    "name TC count total share mean min max blocks occ
k<1>_x - 2 40 80.000 20 10 30 2.000 50.000
volta_h884gemm_64x64_ldg8_nn 1 1 10 20.000 10 10 10 na na
k<2> - 1 na na na na na na na"
# Of those of 0 the most kernels first.
is "kernels: an unknown total is behind 0" "$(rec "$gpu"',"name":"a"' \
	"$gpu"',"name":"a"' "$gpu"',"name":"b","dur":0' "$gpu"',"name":"c","dur":0' \
	"$gpu"',"name":"c","dur":0' "$gpu"',"name":"d","dur":2' |
	view kernels -c name,count,total)" "d 1 2
c 2 0
b 1 0
a 2 na"
is "kernels: two verdicts" "$(rec "$gpu"',"kernel":"g","name":"g","dur":1,"class":"gemm"' \
	"$gpu"',"kernel":"g","name":"g","dur":1,"class":"pointwise"' | view kernels -c tc)" "na"
# A range r of 100 holds mm, which holds mm again, as a wrapper does, and that aten::t.
# The kernel on Tensor Cores ran in all three: once for mm. The copy ran in r alone, and
# is no kernel.
call='"pid":1,"kind":"op"'
rec "$all" '"pid":1,"kind":"range","name":"r","start":0,"dur":100,"range":["r"],"self":60' \
    "$call"',"name":"mm","start":10,"dur":40,"op":[{"op":"mm","args":[{"type":"tensor","shape":[2,3],"dtype":"float32"},{"type":"int","value":1}]}],"self":5' \
    "$call"',"name":"mm","start":12,"dur":35,"op":[{"op":"mm"},{"op":"mm"}],"self":20' \
    "$call"',"name":"aten::t","start":15,"dur":15,"op":[{"op":"mm"},{"op":"mm"},{"op":"aten::t","args":[]}],"self":15' \
    "$call"',"name":"Own","start":60,"dur":4,"op":[{"op":"around"}],"self":4' \
    '"pid":1,"kind":"range","name":"layer:x","start":0,"dur":100,"layer":["x"],"self":60' \
    "$gpu"',"kernel":"volta_h884gemm","class":"gemm","dur":30,"name":"volta_h884gemm_64x64_ldg8_nn","range":["r"],"op":[{"op":"mm","args":[{"type":"tensor","shape":[2,3],"dtype":"float32"},{"type":"int","value":1}]},{"op":"mm"},{"op":"aten::t","args":[]}]' \
    "$gpu"',"kernel":"k","class":"pointwise","dur":10,"name":"k","range":["r"],"op":[{"op":"mm"}]' \
    "$gpu"',"kind":"memcpy","dur":7,"range":["r"]' \
    "$gpu"',"kind":"sync","dur":500,"range":["r"]' >calls
is "calls" "$(pp-prof --view calls calls)" \
    "name calls devself devtotal hostself hosttotal tcself tctotal
aten::t 1 30 30 15 15 100.000 100.000
mm 1 10 40 25 40 0.000 75.000
r 1 0 47 60 100 na 75.000
Own 1 0 0 4 4 na na"
# The range of an optimizer is the call that it names, which has its row; a range that only
# ends in the call's name is another's
optimizer='"kind":"op","pid":1,"name":"Optimizer.step#SGD.step","start":0,"dur":9,"range":["Optimizer.step#SGD.step"],"op":[{"op":"SGD.step"}],"self":4'
for other in Optimizer.step#SGD.step SGD.step#SGD.step1 SGD.step '#SGD.step' MySGD.step; do
	rec "$all" "$optimizer" "$gpu"',"kernel":"k","dur":5,"range":["'"$other"'"],"op":[{"op":"SGD.step"}]' |
	    view calls -c name,calls,devtotal
done >got
is "calls: an optimizer's range" "$(cat got)" "SGD.step 1 5
SGD.step 1 5
SGD.step#SGD.step1 0 5
SGD.step 1 5
SGD.step 1 5
SGD.step 1 5
MySGD.step 0 5"
is "calls: a module, and names of one letter" "$(rec "$all" \
	"$call"',"name":"x","start":0,"dur":2,"op":[{"mod":"m","op":"f","args":[]}],"self":2' \
	"$call"',"name":"y","start":3,"dur":1,"op":[{"mod":"m","op":"","args":[]}],"self":1' | view calls -c name,hostself)" "m.f 2
m. 1"
is "calls -g botshapes,opstack" "$(pp-prof --view calls -g botshapes calls | cut -d' ' -f1-5)
$(view calls -g botshapes,opstack -c name,botshapes,opstack,calls calls | head -2)" \
    "name botshapes calls devself devtotal
aten::t - 1 30 30
mm - 0 10 40
r - 1 0 47
mm [2,3];[] 1 0 30
Own - 1 0 0
aten::t - mm;mm;aten::t 1
mm - mm 0"
status pp-prof --view calls -g kernel calls
is "calls -g kernel" "$rc $(cat err)" \
    "2 pp-prof: --view calls goes with -g botshapes,opstack,step,module alone"

# Three ranks; of broadcast the second took least, and came last; of all_reduce the
# first of two that took as long. The third has one kernel less.
nth=0
for by in 0 1 2; do
	for k in "b 5" "a 9" "a 7"; do
		case $by$k in
		1b*) d=2 ;;
		1a*7) d=9 ;;
		2a*7) continue ;;
		*) d=${k#* } ;;
		esac
		nth=$((nth + 1))
		rec "$(printf '"kernel":"%s","class":"comm","comm":{"pg":"0"},"device":%d,"pid":1%d,"rank":%d,"start":%d,"dur":%d' \
		    "${k% *}" "$by" "$by" "$by" "$nth" "$d")"
	done
done >three
status pp-prof --view collectives three
is "collectives" "$(cat out err)" \
    "pid device group name nth rank dur min wait late
10 0 0 a 0 0 9 9 0 1
11 1 0 a 0 1 9 9 0 0
12 2 0 a 0 2 9 9 0 0
10 0 0 a 1 0 7 7 0 1
11 1 0 a 1 1 9 7 2 0
10 0 0 b 0 0 5 2 3 0
11 1 0 b 0 1 2 2 0 1
12 2 0 b 0 2 5 2 3 0
pp-prof: view 'collectives': some ranks have 1 of 'a', others 2: they may not belong together"
is "collectives: of one rank" "$(sed 1q three | view collectives)" "0 0 b 0 0 5 5 na na"
is "collectives: streams without a group" "$(sed 's/"comm":{[^}]*}/"stream":"x"/; s/"x"/8/' three |
    view collectives -c group,name,nth,rank,wait 2>&- | tail -1)" "8 b 0 2 3"
# Thread 1: step S 0-100, a 10-60 and 70-80, b 20-40 in a, e 85-90; thread 3: w 0-50.
# k1 30-50 is launched in b; k2 45-60 in a; the copy 70-80 at 30 on thread 2, which has
# no ranges, so in b; k3 200-205 in w; k4 90-95 when a has ended; k5 100-110, of which
# no thread is known, in the second a.
# b: 30-80, busy 20 + 10; a: 30-80, busy 30 + 10; S: 30-110, busy 30 + 10 + 5 + 10
range='"pid":1,"kind":"range"' on1='"tid":1' kernel='"pid":1,"device":0,"kernel":"k"'
rec "$all" "$step,$on1"',"step":"S","start":0,"dur":100' \
    "$range,$on1"',"name":"a","range":["a"],"start":10,"dur":50' \
    "$range,$on1"',"name":"b","range":["a","b"],"start":20,"dur":20' \
    "$range,$on1"',"name":"a","range":["a"],"start":70,"dur":10' \
    "$range,$on1"',"name":"e","range":["e"],"start":85,"dur":5' \
    "$range,$on1"',"name":"mark","range":["mark"],"start":86,"dur":0' \
    "$range,$on1"',"name":"autograd::engine::evaluate_function: X","range":["autograd::engine::evaluate_function: X"],"start":20,"dur":20' \
    "$range"',"tid":3,"name":"w","range":["w"],"start":0,"dur":50' \
    "$kernel,$on1"',"start":30,"dur":20,"api_start":25,"api_dur":1' \
    "$kernel,$on1"',"start":45,"dur":15,"api_start":45,"api_dur":1' \
    '"pid":1,"kind":"memcpy","tid":2,"start":70,"dur":10,"api_start":30,"api_dur":1' \
    "$kernel"',"tid":3,"start":200,"dur":5,"api_start":10,"api_dur":1' \
    "$kernel,$on1"',"start":90,"dur":5,"api_start":60,"api_dur":1' \
    "$kernel"',"start":100,"dur":10,"api_start":75,"api_dur":1' \
    "$kernel,$on1"',"start":300,"dur":10' >inside
is "ranges" "$(pp-prof --view ranges inside)" \
    "range nth start dur gpustart gpuend projected busy kernels
S 0 0 100 30 110 80 55 4
w 0 0 50 200 205 5 5 1
a 0 10 50 30 80 50 40 2
b 0 20 20 30 80 50 30 1
a 1 70 10 100 110 10 10 1
e 0 85 5 - - - 0 0"
rec "$all" '"pid":1,"tid":1,"kind":"range","name":"q","range":["q"],"start":0,"dur":5' \
    '"pid":1,"tid":1,"kind":"range","name":"q","range":["q"],"start":10,"dur":5' \
    '"pid":1,"tid":1,"kind":"range","name":"q","range":["q"],"start":20,"dur":5' >thrice
is "ranges: of one text" "$(view ranges -c nth,start thrice | paste -sd, -)" "0 0,1 10,2 20"
is "ranges -g range" "$(pp-prof --view ranges -g range inside)" \
    "range count dur projected busy kernels
S 1 100 80 55 4
a 2 60 60 50 3
b 1 20 50 30 1
w 1 50 5 5 1
e 1 5 0 0 0"

# No steps: what a thread without ranges launches is in those of the only thread that has
# some; steps on two threads: in those of the first
inner='"start":10,"dur":10,"api_start":5,"api_dur":1'
is "ranges: one thread has some, two have, two have steps" "$(
	rec "$all" "$range"',"tid":5,"name":"r","range":["r"],"start":0,"dur":100' "$kernel"',"tid":2,'"$inner" >one.thread
	{ cat one.thread; rec "$range"',"tid":3,"name":"w","range":["w"],"start":0,"dur":100'; } >two.threads
	{ cat two.threads; rec "$step"',"tid":9,"step":"T","start":0,"dur":100' "$step"',"tid":8,"step":"S","start":0,"dur":100'; } >stepped
	for f in one.thread two.threads stepped; do
		view ranges -c range,busy,kernels $f | sort | paste -sd, -
	done)" "r 10 1
r 0 0,w 0 0
S 10 1,T 0 0,r 0 0,w 0 0"
# A range of no thread is the whole process's: what any thread launches in it is its
is "ranges: of no thread" "$(rec "$all" "$range"',"name":"r","range":["r"],"start":0,"dur":100' \
    "$kernel"',"tid":2,'"$inner" "$kernel"',"tid":3,"start":30,"dur":5,"api_start":25,"api_dur":1' |
    view ranges -c range,busy,kernels)" "r 15 2"

# advice RULE RECORD ...: the value and the limit, where it is said; and for each rule a
# stream at the limit and one beyond it
advice()
{
	rule=$1
	shift
	rec "$@" >advised
	pp-prof --csv --no-header --view advice -c command advised >>commands
	view advice -c rule,value,limit advised | sed -n "s/^$rule //p"
}
k='"kernel":"k","class":"pointwise","device":0,"start"'
step='"kind":"step","step":"S","start":0,"dur":1000'
loads='"kind":"range","name":"enumerate(DataLoader)#x.__next__","start":0'
is "advice: dataloader: 5 %, 5.1 %" "$(advice dataloader "$all" "$step" "$loads"',"dur":50' "$k"':100,"dur":900')/$(
    advice dataloader "$all" "$step" "$loads"',"dur":51' "$k"':100,"dur":900')" "/5.100 5"
nccl='"kernel":"ncclDevKernel","class":"comm","device":0,"start":0'
is "advice: exposedcomm" "$(advice exposedcomm "$nccl"',"dur":10' "$k"':10,"dur":90')/$(
    advice exposedcomm "$nccl"',"dur":11' "$k"':11,"dur":89')" "/11.000 10"
# 100 ns, of which a copy has 10 and then 11
copy='"kind":"memcpy","copy":"HtoD","device":0,"start"'
is "advice: exposedmem" "$(advice exposedmem "$all" "$copy"':0,"dur":10' "$k"':10,"dur":90')/$(
    advice exposedmem "$all" "$copy"':0,"dur":11' "$k"':11,"dur":89')" "/11.000 10"
# kernels for 10 of 100 ns, copies for 49 and then for 50
is "advice: util where copies fill the time" \
    "$(advice util "$all" "$copy"':0,"dur":49' "$k"':90,"dur":10')/$(
    advice util "$all" "$copy"':0,"dur":50' "$k"':90,"dur":10')" "10.000 50/"
# GPU 0 copies alone, GPU 1 does next to nothing, GPU 2 copies
is "advice: util of the GPU that it is of" "$(rec "$all" "$copy"':0,"dur":100' \
    "$k"':0,"dur":1' "$k"':99,"dur":1' "$k"':0,"dur":2' "$copy"':2,"dur":96' "$k"':98,"dur":2' |
    sed '3,4s/"device":0/"device":1/; 5,7s/"device":0/"device":2/' |
    pp-prof --csv --no-header --view advice -c rule,value,text | grep '^"util"' | sed 's/,"%.*(/ (/; s/"//g')" \
    "util,2.000 (GPU 1)"
is "advice: util" "$(advice util "$k"':0,"dur":25' "$k"':75,"dur":25')/$(
    advice util "$k"':0,"dur":25' "$k"':76,"dur":24')" "/49.000 50"
is "advice: util of each GPU" "$(rec "$k"':0,"dur":1' "$k"':9,"dur":1' | sed 'p; s/"device":0/"device":1/' |
    pp-prof --csv --no-header --view advice -c value,text)" \
    '"20.000","% of the steps'\'' time has a kernel running: larger batches, less between them (GPU 0)"
"20.000","% of the steps'\'' time has a kernel running: larger batches, less between them (GPU 1)"'
late='"api_start":90,"api_dur":1'
is "advice: idlehost" "$(advice idlehost "$all" "$k"':0,"dur":80' "$k"':100,"dur":0,'"$late")/$(
    advice idlehost "$all" "$k"':0,"dur":79' "$k"':100,"dur":0,'"$late")/$(
    advice idlehost "$k"':0,"dur":79' "$k"':100,"dur":0,'"$late")" "/21.000 20/"
# 8 x 8 by 8 x 8, and by 8 x 7, which is no multiple of 16 bytes
mm()
{
	printf '"kernel":"%s","name":"%s","class":"gemm","main":true,"device":0,"start":0,"dur":%d,"gpu":{"cc":"%s"},' \
	    "$1" "$1" "$2" "$3"
	printf '"op":[{"mod":"torch","op":"mm","args":[{%s:[8,8]},{%s:[8,%d]}]}]' "$tensor" "$tensor" "$4"
}
is "advice: amp" "$(advice amp "$(mm volta_sgemm_128x64_nn 10 7.0 8)" "$k"':20,"dur":90')/$(
    advice amp "$(mm volta_sgemm_128x64_nn 11 7.0 8)" "$k"':20,"dur":89')/$(
    advice amp "$(mm volta_sgemm_128x64_nn 11 6.1 8)" "$k"':20,"dur":89')/$(
    advice amp "$(mm volta_h884gemm_64x64_nn 11 7.0 8)" "$k"':20,"dur":89')" "/11.000 10//"
is "advice: sizes" "$(advice sizes "$(mm volta_h884gemm_64x64_nn 10 7.0 7)" "$k"':20,"dur":90')/$(
    advice sizes "$(mm volta_h884gemm_64x64_nn 11 7.0 7)" "$k"':20,"dur":89')/$(
    advice sizes "$(mm volta_h884gemm_64x64_nn 11 7.0 8)" "$k"':20,"dur":89')" "/11.000 10/"
# 4000 of 20000 and of 19000 ns; 5000 are not short; without idle time it is nothing
late='"api_start":50000,"api_dur":1'
is "advice: short" "$(advice short "$all" "$k"':0,"dur":4000' "$k"':90000,"dur":16000,'"$late")/$(
    advice short "$all" "$k"':0,"dur":4000' "$k"':90000,"dur":15000,'"$late")/$(
    advice short "$all" "$k"':0,"dur":5000' "$k"':90000,"dur":15000,'"$late")/$(
    advice short "$all" "$k"':0,"dur":4999' "$k"':4999,"dur":15000,'"$late")" "/21.053 20//"
copies='"kernel":"copy_kernel","class":"copy","device":0,"start":0'
is "advice: copies" "$(advice copies "$copies"',"dur":5' "$k"':5,"dur":95')/$(
    advice copies "$copies"',"dur":6' "$k"':6,"dur":94')/$(
    advice copies "$(echo "$copies" | sed 's/copy_k/nchwToNhwcK/; s/"copy"/"helper"/')"',"dur":6' "$k"':6,"dur":94')" \
    "/6.000 5/6.000 5"
pages='"kind":"memcpy","name":"Memcpy HtoD (Pageable -> Device)","start":0'
is "advice: pageable" "$(advice pageable "$pages"',"dur":2' "$k"':5,"dur":98')/$(
    advice pageable "$pages"',"dur":3' "$k"':5,"dur":97')/$(
    advice pageable "$(echo "$pages" | sed s/Pageable/Pinned/)"',"dur":3' "$k"':5,"dur":97')" "/3.000 2/"
dp='"kind":"op","name":"DataParallel.forward","start":0,"dur":1' on1='"kernel":"k","device":1,"start":0,"dur":1'
is "advice: dataparallel" "$(advice dataparallel "$dp" "$k"':0,"dur":1')/$(
    advice dataparallel "$dp" "$k"':0,"dur":1' "$on1")/$(
    advice dataparallel "$(echo "$dp" | sed s/Data/DistributedData/)" "$k"':0,"dur":1' "$on1")" "/2.000 1/"
# two GPUs are of process 1, one is of process 2: not one each, nor three
own='"kernel":"k","start":0,"dur":1,"device"'
is "advice: dataparallel: of one process" "$(
    advice dataparallel "$dp,\"pid\":1" "$own"':0,"pid":1' "$own"':1,"pid":1' "$own"':2,"pid":2')/$(
    advice dataparallel "$dp,\"pid\":1" "$own"':0,"pid":1' "$own"':1,"pid":2')" "2.000 1/"
ddp='"kind":"range","name":"DistributedDataParallel.forward","start":0,"dur":1'
is "advice: ddp" "$(advice ddp "$ddp" "$k"':0,"dur":1' "$nccl"',"dur":1')/$(
    advice ddp "$ddp" "$k"':0,"dur":1' '"kind":"op","name":"nccl:all_reduce","start":0,"dur":1')/$(
    advice ddp "$ddp" "$k"':0,"dur":1')/$(advice ddp "$ddp")" "//0.000 1/"
# each command, with records in place of what pp-parse prints
is "advice: commands run" "$(tr -d '"' <commands | sed 's/^pp-parse -k all PROFILE | //' | sort -u |
    while read -r command; do $command host >/dev/null || echo "$command"; done)" ""
is "advice: and are of all rules; two have the same" "$(sort -u commands | wc -l)" 10
is "advice: of several ranks, whom it is about" "$(rec "$k"':0,"dur":1' "$k"':9,"dur":1' |
    sed 's/^{/{"rank":0,"pid":6,/p; s/"rank":0,"pid":6/"rank":1,"pid":7/' | pp-prof --csv --no-header --view advice -c text | sed 's/.*(//')" \
    'GPU 0, rank 0, pid 6)"
GPU 0, rank 1, pid 7)"'
is "advice: a terminal of 80" "$(rec "$k"':0,"dur":1' "$k"':9,"dur":1' | pp-prof -w 80 --view advice)" \
    "rule value limit command       text
util 20.00    50 --view device % of time busy: larger batches (GPU 0)"
{ cat point; rec "$all"; } >asked
status pp-prof --no-header --view advice asked
is "advice: nothing to say" "$rc $(cat out err)" "0 "
# kernels alone: what the other rules need was not asked for
status pp-prof --no-header --view advice point
is "advice: what was not tried" "$rc $(cat out err)" \
    "0 pp-prof: some rules were not tried, as they need memcpy,memset,op,api,step,range: run pp-parse -k all"

# Every view: streams that lack something, and in any order
rec "$all" '"kernel":"k\u001b[31m","name":"k \u001b[31m\"\n","class":"comm","start":0,"dur":9,"pid":1,"device":0,"stream":0,"comm":{"name":"x y\u0007","pg":"\u001b]0;t"},"op":[{"op":"\u001b[2J"}],"range":["\u001b[2J\n"],"step":"\u001b"' \
    '"kind":"step","name":"\u001b[2J\u009b x","step":"\u001b[2J\u009b x","start":0,"dur":9,"pid":1,"tid":1' \
    '"kind":"op","name":"a b\u001b","start":0,"dur":9,"pid":1,"tid":1,"op":[{"op":"\u001b[2J"}],"self":9' >hostile
: >empty
for f in empty kernels host two ranks hostile gpu streams steps named calls three inside; do
	sed '1!G;h;$!d' "$f" >"$f.back"
	LC_ALL=C sort "$f" >"$f.sorted"
done
views=$(pp-prof --help | sed -n '1,/^Views and/d; s/^    \([a-z][a-z]*\) .*/\1/p' | grep -vx report)
for v in $views; do
	is "$v: nothing of nothing" "$(pp-prof --no-header --view "$v" empty)" ""
	for f in empty kernels host two ranks hostile gpu streams steps named calls three inside; do
		status pp-prof --csv --view "$v" "$f"
		case $rc:$(cat err) in
		0:* | "1:pp-prof: view '$v' needs "*": run pp-parse -k all") ok=ok ;;
		*) ok=$rc ;;
		esac
		is "$v: $f" "$ok" ok
		for other in "$f.back" "$f.sorted"; do
			pp-prof --csv --view "$v" "$other" >out.other 2>err.other
			same "$v: $other: the same" out.other out
		done
	done
	is "$v: nothing raw to a terminal" \
	    "$(pp-prof --view "$v" hostile | LC_ALL=C tr -d '\n -~' | wc -c)" 0
done
# What lacks a process id is of the only process: every other record without one changes
# nothing
for f in gpu streams steps named calls inside; do
	for odd in 0 1; do
		awk -v odd=$odd 'NR % 2 == odd || /"kind":"profile"/ { print; next }
		    { gsub(/,"pid":[0-9]+|"pid":[0-9]+,/, ""); print }' $f >$f.part$odd
	done
done
for v in $views "busy -g class" "calls -g opstack" "ranges -g range"; do
	for f in gpu streams steps named calls inside; do
		# shellcheck disable=SC2086 # options
		pp-prof --csv --view $v $f >want 2>err
		for odd in 0 1; do
			# shellcheck disable=SC2086 # options
			pp-prof --csv --view $v $f.part$odd 2>err | cmp - want || echo "$v: $f: $odd"
		done
	done
done >got 2>&1
is "records without a process id" "$(cat got)" ""
# Of two processes that did the same each has the rows that it has alone; means and shares
# of all are of both
for f in gpu streams steps named calls inside; do
	sed '/"kind":"profile"/!{ s/"pid":1,//; s/,"pid":1\>//; s/{"v":1,/&"pid":1,/; }' $f >$f.one
	grep -v '"kind":"profile"' $f.one | sed 's/"pid":1/"pid":2/' | cat $f.one - >$f.both
done
for v in busy "busy -g class" idle launches steps device calls "calls -g opstack" ranges \
    "ranges -g range" "kernels -c pid,name,tc,count,total,mean,min,max,blocks,occ"; do
	for f in gpu streams steps named calls inside; do
		# shellcheck disable=SC2086 # options
		pp-prof --csv --view $v $f.one 2>err | sed '1d; /^"mean"/d; s/^"1",//' >want
		# shellcheck disable=SC2086 # options
		pp-prof --csv --view $v $f.both >both 2>err
		for pid in 1 2; do
			if [ -s want ]; then
				sed -n 's/^"'$pid'",//p' both | cmp - want
			fi || echo "$v: $f: $pid"
		done
	done
done >got 2>&1
is "two processes alike" "$(cat got)" ""
# A million rows take 60 MB at most; 100,000 no more than 6 MB beyond what two take, in
# whatever order they come.
awk 'BEGIN {
	print "{\"v\":1,\"kind\":\"profile\",\"kinds\":[\"kernel\",\"memcpy\",\"memset\",\"op\",\"api\",\"step\",\"range\"]}"
	for (i = 0; i < 100000; i++) {
		t = (i * 7919) % 100000 * 10
		printf "{\"v\":1,\"kernel\":\"k\",\"start\":%d,\"dur\":9,\"device\":0,\"stream\":7,\"pid\":1,\"tid\":1,\"api\":\"c\",\"api_start\":%d,\"api_dur\":2}\n", t + 5, t
	}
}' >many.rec
head -n 3 many.rec >few.rec
for v in advice busy steps device idle launches collectives ranges; do
	case $B in
	*/san)
		skip "$v: memory" "the sanitizer's is much"
		continue
		;;
	esac
	for n in few many; do
		"$B/tests/bench/rss" "$n.rss" pp-prof --csv --view "$v" "$n.rec" >out
	done
	kb=$(($(cut -d' ' -f3 many.rss) - $(cut -d' ' -f3 few.rss)))
	check "$v: memory of 100,000 rows: $kb KiB" test "$kb" -le 6000
done
rm many.rec

have_shared golden || {
	skip "views against other tools' figures" "no $PP_SHARED/golden"
	done_testing
}
traces=$PP_SHARED/data/kineto

# records NAME TRACE ...: NAME.rec of the traces, all kinds
records()
{
	name=$1
	shift
	pp-parse -k all "$@" >"$name.rec" 2>/dev/null
}
records nccl "$traces"/*nccl_data*
records df_index_resolver "$traces"/*df_index_resolver*
records trace_diff_control "$traces"/*Analysis-control*
records trace_filter "$traces"/*sampled_rank-[01]*
records alexnet_cp "$traces"/*alexnet*

# HTA's unions, computed again with integers
for t in nccl df_index_resolver; do
	is "busy: $t: to the nanosecond" "$(pp-prof --json --view busy "$t.rec" |
	    jq -c '[.span, .busy, .idle, .compute, .busy - .compute, .comm, .overlap]')" \
	    "$(jq -c --arg t "$t.all" '.[$t] | [.kernel_time_ns, .busy_ns, .idle_ns,
		.compute_ns, .non_compute_ns, .comm_ns, .overlap_ns]' \
		"$PP_SHARED/golden/hta/exact_ns.json")"
done
is "busy: nccl: alone" "$(view busy -c exposedcomm,exposedmem nccl.rec)" "39559468 2284699"
# HTA's classes: us of traces in us; it lists sets of less than one, too
for t in df_index_resolver trace_diff_control trace_filter alexnet_cp; do
	is "busy -g class: $t" "$(view busy -g class -c class,time "$t.rec" |
	    awk '{ ns[$1] += $2 } END { for (c in ns) print c, ns[c] / 1000 }' | sort)" \
	    "$(sed '1d; s/ overlapping /+/g; s/COMPUTATION/compute/g; s/COMMUNICATION/comm/g
		s/MEMORY/memory/g' "$PP_SHARED/golden/hta/$t.kernel_type.types.csv" |
		awk -F, '$2 > 0 { print $1, $2 }' | sort)"
done
records amd "$traces"/*mi250*
# HTA's ranks and streams, to 0.01 us; it lists a cause that has no gap or does not
for t in nccl df_index_resolver trace_diff_control trace_filter alexnet_cp amd; do
	is "idle: $t" "$(view idle -c rank,stream,host,gap,other "$t.rec" |
	    awk '{ sub(/na|-/, 0, $1); n = split("host_wait kernel_wait other", c)
		for (i = 1; i <= n; i++) if ($(i + 2) > 0)
		    printf "%s,%s,%s,%.2f\n", $1, $2, c[i], $(i + 2) / 1000 }' | sort)" \
	    "$(awk -F, 'NR > 1 && $4 > 0 { printf "%s,%s,%s,%.2f\n", $1, $2, $3, $4 }' \
		"$PP_SHARED/golden/hta/$t.idle.csv" | sort)"
	is "launches: $t: longest queues" "$(view launches -c rank,stream,queuemax "$t.rec" |
	    awk '{ sub(/na|-/, 0, $1); print $1, $2, $3 }' | sort)" \
	    "$(awk -F, 'NR > 3 { print $1, $2, $NF + 0 }' \
		"$PP_SHARED/golden/hta/$t.queue_summary.csv" | sort)"
done
is "launches: nccl" "$(view launches nccl.rec)" \
    "0 7 3753 1956 125927 964931 2074 1 264 0.208 10
0 40 21 1386 589785 604194 3 0 3 0.003 1"
# TensorBoard's steps: all but its mistakes, of which the README of its figures tells.
# Of test_distributed_nccl.1: kernel 30-191, comm 0-30 and 191-235 = 74.
records resnet "$traces"/*samples_c*
for f in "$PP_SHARED"/golden/tb/inline.*.json "$PP_SHARED"/golden/tb/resnet50*; do
	t=${f##*/inline.}
	case $t in
	*/resnet50*) t=resnet ;;
	test_memory_curve*) continue ;;
	*) records "$t" "$PP_SHARED/data/inline/$t" ;;
	esac
	view steps -c total,kernel,memcpy,memset,comm,runtime,dataloader,cpu,other,step "$t.rec" 2>/dev/null |
	    sed '/mean$/d; s/ [^ ]*$//; s/000\>//g; s/\<00*\>/0/g' >ours
	jq -r '.steps_costs[] | [.Total, .Kernel, .Memcpy, .Memset, .Communication,
	    .Runtime, .DataLoader, .CpuOp, .Other] | join(" ")' "$f" |
	    sed 's/^235 161 0 0 74 0 0 20 215$/235 161 0 0 74 0 0 0 0/' >theirs
	same "steps: $t" ours theirs
	# no blocks were recorded where it says null, or 0 of rows without
	is "device: $t" "$(pp-prof --json --view device -c device,util,smeff,occ "$t.rec" |
	    jq -c '[.device, .util, .smeff, .occ]')" \
	    "$(jq -c 'def p: if . == null then null else . * 1000 | round | . / 1000 end;
		.gpu | to_entries[] | [(.key | tonumber), (.value | (.gpu_utilization * 100 | p),
		(.est_sm_efficiency | if . then . * 100 else . end | p),
		(.est_achieved_occupancy | p))]' "$f")"
done
is "steps: nccl" "$(view steps nccl.rec | sed 's/ProfilerStep#//; $d')" \
    "4 222442191 38506406 758032 127556 10399970 10161995 0 162258079 230153
5 219726905 38429422 738524 128891 10740272 10108724 0 159372818 208254
6 224936243 38720019 766225 134270 19081458 9877763 0 156134587 221921"
is "device: nccl" "$(view device -c util,smeff,occ nccl.rec)" "23.263 16.869 35.314"
is "steps: no row of nothing" "$(pp-parse -k all "$PP_SHARED"/data/inline/test_memory_curve_step_plot.json 2>&- |
    pp-prof --view steps --no-header)" ""
is "steps: resnet: mean" "$(view steps -c step,total,dataloaderpct resnet.rec | tail -1)" "mean 177592167 33.370"
for f in "$traces"/* "$PP_SHARED"/data/nsys/* "$PP_SHARED"/data/nvprof/*; do
	pp-parse -k all "$f" >any.rec 2>/dev/null || continue
	is "steps: ${f##*/}: roles add up" "$(pp-prof --json --view steps any.rec 2>/dev/null |
	    jq -c '[.kernel, .memcpy, .memset, .comm, .runtime, .dataloader, .cpu, .other] as $r |
		select(.step != "mean" and (($r | add) != .total or ($r | min) < 0))')" ""
done

# TensorBoard's kernels and operators, in us. Its mistakes: records of NCCL's kernels,
# and the host's time of two.
is "kernels: resnet" "$(view kernels -c name resnet.rec | wc -l)" 67
is "kernels: resnet, as TensorBoard has them" "$(pp-prof --json --view kernels resnet.rec |
    jq -rs --slurpfile tb "$(echo "$PP_SHARED"/golden/tb/resnet50*)" '
	def near($a; $b; $by): ($a - $b | fabs) <= $by;
	INDEX(.name) as $ours | $tb[0].kernel_table.rows[] | . as $o | $ours[.[0]] |
	select((. != null and .count == $o[2] and .total == $o[3] * 1000 and
	    near(.mean; $o[4] * 1000; 501) and .max == $o[5] * 1000 and .min == $o[6] * 1000 and
	    near(.blocks; $o[7]; 0.006) and near(.occ; $o[8]; 0.006)) | not) | $o[0]')" ""
for t in resnet nccl; do
	case $t in
	nccl) f=$PP_SHARED/golden/tb/nccl_data.json theirs='aten::cudnn_batch_norm_backward record_param_comms' ;;
	*) f=$(echo "$PP_SHARED"/golden/tb/resnet50*) theirs= ;;
	esac
	is "calls: $t" "$(pp-prof --json --view calls "$t.rec" | jq -rs --slurpfile tb "$f" '
	    def near($a; $b): ($a / 1000 - $b | fabs) <= 1;
	    INDEX(.name) as $ours | $tb[0].operator_by_name[] | . as $o | $ours[.name] |
	    select((. != null and .calls == $o.calls and near(.devself; $o.device_self_duration) and
		near(.devtotal; $o.device_total_duration) and near(.hostself; $o.host_self_duration) and
		near(.hosttotal; $o.host_total_duration)) | not) | $o.name' | sort | paste -sd' ')" "$theirs"
done
is "calls: nccl: where TensorBoard errs" "$(view calls -c name,devself,hostself nccl.rec |
    grep 'norm_backward\|record_param')" \
    "aten::cudnn_batch_norm_backward 20477579 22710614
record_param_comms 0 2215162"
is "calls: resnet: AccumulateGrad" "$(view calls -c name,calls,devtotal resnet.rec | grep Accumulate)" \
    "torch::autograd::AccumulateGrad 966 3030000"
# By shapes, too.  What ran inside AccumulateGrad tells its name, not its shapes.
is "calls -g botshapes: resnet, as TensorBoard has them" \
    "$(pp-prof --json --view calls -g botshapes resnet.rec |
	jq -rs --slurpfile tb "$(echo "$PP_SHARED"/golden/tb/resnet50*)" '
	def key: "\(.name) \(.botshapes // "")";
	INDEX(key) as $ours | $tb[0].operator_by_name_input | map(. as $o |
	    {name, botshapes: (.input_shape | gsub(" "; "") | .[1:-1] | gsub("\\],\\["; "];["))} |
	    $ours[key] | . != null and .calls == $o.calls and
	    .devself == $o.device_self_duration * 1000 and
	    (.devtotal == $o.device_total_duration * 1000 or (.name | endswith("::AccumulateGrad"))) and
	    .hostself == $o.host_self_duration * 1000 and
	    .hosttotal == $o.host_total_duration * 1000) |
	"\(map(select(.)) | length) of \(length)"')" "577 of 577"
# Each piece of work is of one call, or of none.
for f in "$PP_SHARED"/data/inline/*.json; do
	pp-parse -k all "$f" >any.rec 2>/dev/null
	is "calls: ${f##*/}: devself, and what has no call, are all work" \
	    "$( (
		pp-prof --json --view calls any.rec 2>/dev/null | jq .devself
		pp-prof --json --where 'kind!=sync' -c kind,botop,sil any.rec |
		    jq 'select(.botop | not) | select(.kind | IN("kernel", "memcpy", "memset")) | .sil'
	    ) | jq -s 'add // 0')" \
	    "$(jq '[.traceEvents[] | select(.ph == "X") |
		select(.cat | ascii_downcase | IN("kernel", "memcpy", "memset", "gpu_memcpy", "gpu_memset")) |
		.dur] | (add // 0) * 1000' "$f")"
done
# Where External id alone tells that an operator of another thread launched the work.
# Of test_external_id and test_gpu_utilization the calls lie inside the inner operator.
for t in test_group_by_kernel_columns test_memory_view test_tensor_core; do
	is "calls: $t: devself, devtotal" "$(pp-parse -k all "$PP_SHARED/data/inline/$t.json" 2>/dev/null |
	    pp-prof --json --view calls | jq -r 'select(.devtotal > 0) | "\(.name) \(.devself) \(.devtotal)"' | sort)" \
	    "$(jq -r '.operator_by_name[] | select(.device_total_duration > 0) |
		"\(.name) \(.device_self_duration * 1000) \(.device_total_duration * 1000)"' \
		"$PP_SHARED/golden/tb/inline.$t.json" | sort)"
done
is "-g name: nccl AllReduce" "$(pp-prof --no-header -g rank,name -c rank,count,total nccl.rec | sed 1q)" "0 15 46762159"

# The kernels' own times of a pair of traces: 16 and 1058 us at least; waits of 0 and
# 498, 15 and 0.
is "collectives: two files without ranks" "$(pp-parse "$PP_SHARED"/data/inline/test_distributed_nccl.json \
	"$PP_SHARED"/data/inline/test_distributed_nccl.1.json 2>&- |
    view collectives -c min,wait,late | sort -n)" \
    "16000 0 1
16000 15000 0
1058000 0 1
1058000 498000 0"
pp-parse "$traces"/*dlrm* >dlrm.rec 2>&-
is "collectives: dlrm: 8, at least 5754 us, waits of 44 and 5582" "$(view collectives -c rank,min,wait dlrm.rec |
    awk '{ n++; min += $2 / 2; wait[$1] += $3 } END { print n / 2, min, wait[0], wait[1] }')" \
    "8 5754000 44000 5582000"
# All kernels of a step are launched in it or in what it holds: as the record says
is "ranges: nccl: the steps" "$(view ranges -g range -c range,kernels,projected nccl.rec | grep Step)" \
    "ProfilerStep#6 900 218764039
ProfilerStep#5 900 213532750
ProfilerStep#4 900 215769424"
is "as many as have the step" "$(jq -r 'select(.kernel and .step) | .step' nccl.rec | sort | uniq -c | sort -r | sed 's/ *//')" \
    "900 ProfilerStep#6
900 ProfilerStep#5
900 ProfilerStep#4"

# TensorBoard's recommendations: 33.4 % and 0.6761950
is "advice: resnet" "$(view advice -c rule,value resnet.rec | grep 'data\|amp')" "dataloader 33.370
amp 67.620"
is "advice: nccl" "$(view advice -c rule,value,limit nccl.rec | sed -n 1p)" "util 23.263 50"

# HTA's launches, one by one, in us: the columns are within 1 ns of its floats
for t in nccl.0 df_index_resolver.1 trace_diff_control.3 trace_filter.0 trace_filter.1 alexnet_cp.0; do
	case $t in trace_filter*) by=".rank == ${t##*.}" ;; *) by=true ;; esac
	theirs=$PP_SHARED/golden/hta/${t%.*}.launch_stats.${t##*.}.csv
	pp-prof --json -c corr,apidur,sil,delay,rank "${t%.*}.rec" |
	    jq -r "select(.delay != null and $by) | [.corr, .apidur, .sil, .delay] | @csv" >ours
	is "delay, apidur, sil: $t" "$(awk -F, 'function far(a, b) { return a - b > 1 || b - a > 1 }
	    NR == FNR { a[$1] = $2; b[$1] = $3; c[$1] = $4; next }
	    FNR > 1 && !($1 in a && !far(a[$1], $2 * 1000) && !far(b[$1], $3 * 1000) &&
		!far(c[$1], $4 * 1000))' ours "$theirs")" ""
done
is "busy -g class: nccl" "$(view busy -g class -c class,time nccl.rec)" \
    "compute 108338822
comm 39190669
compute+comm 7317025
memory 2284699
comm+memory 368799"

done_testing
