# shellcheck shell=sh
# trace-hostile.t - traces that are cut, huge, deep or made to be slow: what can
# be read is, the rest is said, and it costs linear time and little memory.
# (Random bytes: tests/unit/test_kineto_any.c and tests/fuzz/fuzz_trace.c.)
. "$SRC/tests/lib.sh"
. "$SRC/tests/linear.sh"

# --- cut ------------------------------------------------------------------------------

# cuts NAME FILE STEP: cut at every STEP bytes: status 1 with a reason, or 0 only
# where nothing is missing; the kernels are the first ones of the file, never fewer
# than of a shorter piece, and each line is a record
cuts()
{
	size=$(wc -c <"$2")
	pp-parse "$2" 2>whole.err | jq -r .name | sort >whole
	at=$3
	before=0
	: >wrong
	while [ "$at" -lt "$size" ]; do
		head -c "$at" "$2" >cut.json
		status timeout 300 pp-parse cut.json
		n=$(wc -l <out)
		[ "$rc" -eq 1 ] || echo "$at: status $rc" >>wrong
		[ -s err ] || echo "$at: no word" >>wrong
		[ "$n" -ge "$before" ] || echo "$at: $n after $before" >>wrong
		before=$n
		jq -e 'type == "object" and .v == 1' out >one 2>&1 ||
		    { [ ! -s out ] || echo "$at: no records" >>wrong; }
		[ ! -s out ] || jq -r .name out | sort | comm -23 - whole |
		    sed "s/^/$at: not in the whole: /" >>wrong
		at=$((at + $3))
	done
	is "$1: cut at every $3 bytes of $size" "$(head -20 wrong)" ""
	check "$1: kernels come before the cut" test "$before" -gt 0
}

# trace SHAPE N: a trace of some kind and size
trace()
{
	awk -v shape="$1" -v n="$2" '
	function row(cat, name, tid, ts, dur, args) {
		printf "%s{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%s\",\"pid\":%d,"\
		    "\"tid\":%s,\"ts\":%d,\"dur\":%d,\"args\":{%s}}", rows++ ? ",\n" : "",
		    cat, name, pid, tid, ts, dur, args
	}
	function op(ts, dur, args) { row("cpu_op", "aten::mm", 1, ts, dur, args) }
	function call(ts, corr) {
		row("cuda_runtime", "cudaLaunchKernel", 1, ts, 1, "\"correlation\":" corr)
	}
	function kernel(ts, corr) {
		row("kernel", "k", 7, ts, 1, "\"correlation\":" corr)
	}
	function flow(ph, id, ts) {
		printf "%s{\"ph\":\"%s\",\"cat\":\"fwdbwd\",\"name\":\"fwdbwd\",\"id\":%d,"\
		    "\"pid\":1,\"tid\":1,\"ts\":%d}", rows++ ? ",\n" : "", ph, id, ts
	}
	function many(s, n,    t) {
		for (t = s; length(t) < n; t = t t)
			;
		return substr(t, 1, n)
	}
	BEGIN {
		pid = 1
		printf "{\"traceEvents\":[\n"
		for (i = 1; i <= n; i++) {
			if (shape == "plain") {
				op(10 * i, 8, "\"Input Dims\":[[4,4],[4,4]]")
				call(10 * i + 1, i)
				kernel(10 * i + 5, i)
			} else if (shape == "one-id") {
				call(10 * i, 7); kernel(10 * i + 5, 7)
			} else if (shape == "processes") {
				pid = i
				call(10 * i, 7)
				row("kernel", "k", 7, 10 * i + 5, 1,
				    "\"correlation\":7,\"device\":" i % 100)
			} else if (shape == "one-time") {
				call(10, i); kernel(50, i)
			} else if (shape == "equal-ranges") {
				op(10, 9, "\"External id\":" n - i)
			} else if (shape == "counters") {
				call(10 * i, i)
				row("cuda_profiler_range", "k", 0, i, 1, "\"a.sum\":" i)
			} else if (shape == "counters-of-one") {
				row("cuda_profiler_range", "k", 0, i, 1,
				    "\"correlation\":1,\"m" i "\":1")
			} else if (shape == "flows") {
				flow(i % 2 ? "s" : "f", 3, i)
			} else if (shape == "texts") {
				row("cpu_op", "op" i, "\"t" i "\"", i, 5,
				    "\"Input Dims\":[[" i "]]")
			} else if (shape == "replays") {
				if (i == 1)
					row("cuda_runtime", "cudaGraphLaunch", 1, 5, 1, "\"correlation\":1")
				kernel(10 * i, 1)
			} else if (shape == "loose") {
				row("cuda_runtime", "cudaLaunchKernel", 1, i, 1, "\"External id\":3")
				row("kernel", "k", 7, 10 * i, 1, "\"External id\":3")
			} else if (shape == "zero-length") {
				# each at the end of the last, all of them open to a coarse clock
				op(i, 1); call(i, i); kernel(i + 5, i)
			} else if (shape == "broken") {
				op(10 * i, 8, "\"x\":\"a\"b\"c\"")
				printf ",\n{\"ph\" \"X\"}"
				kernel(10 * i, i)
			}
		}
		if (shape == "equal-ranges" || shape == "counters-of-one") {
			call(12, 1); kernel(50, 1)
		}
		if (shape == "quotes")
			row("cpu_op", many("\"", n), 1, 1, 1)
		if (shape == "quotes-braces")
			row("cpu_op", many("\" } \" , \"a\" ", n), 1, 1, 1)
		if (shape == "braces") # no object begins behind any of them
			row("cpu_op", "a", 1, 1, 1, many("} , {", n))
		if (shape == "backslashes")
			row("cpu_op", many("\\u12\\", n) "x", 1, 1, 1)
		if (shape == "keys") {
			printf "%s{\"ph\":\"X\"", rows++ ? "," : ""
			for (i = 0; i < n / 10; i++)
				printf ",\"k%d\":%d", i, i
			printf "}"
		}
		if (shape ~ /^(quotes|quotes-braces|braces|backslashes|keys)$/)
			printf ",\n{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"ts\":9,\"dur\":1}"
		printf "\n]}\n"
	}' </dev/null
}

trace plain 40 >own.json
cuts "an own trace" own.json 97
real=$PP_SHARED/data/kineto/facebookresearch-HolisticTraceAnalysis-mi250_minitoy_train_ROCm6_2_kineto.json.gz
if [ -e "$real" ]; then
	gzip -dc "$real" >real.json
	cuts "a real trace" real.json 1000
	# gzip data: what the whole blocks held; never in silence
	: >wrong
	for at in 1 10 20 100 1000 3000 5000 6700; do
		head -c $at "$real" >cut.gz
		status timeout 300 pp-parse cut.gz
		[ "$rc $(wc -l <err)" = "1 1" ] || [ $rc -eq 1 ] || echo "$at: $rc" >>wrong
	done
	is "a real trace, packed and cut" "$(cat wrong)" ""
else
	skip "a real trace is cut" "no $PP_SHARED/data/kineto"
fi

# --- gzip data -------------------------------------------------------------------------

# packed DESCRIPTION STATUS KERNELS WORDS: of z.gz
packed()
{
	status timeout 300 pp-parse z.gz
	is "gzip: $1" "$rc $(wc -l <out) $(grep -c "$4" err)" "$2 $3 1"
}
trace plain 800 >t.json # 2400 rows, some 200 KB: more than is looked at to detect
gzip -c t.json >whole.gz
{ cat whole.gz; head -c 5000 /dev/zero; } >z.gz
status pp-parse z.gz
is "gzip: zeros behind it, as tapes have them" "$rc $(wc -l <out) $(cat err)" "0 800 "
{ gzip -c </dev/null; cat whole.gz; gzip -c </dev/null; } >z.gz
status pp-parse z.gz
is "gzip: empty members before and behind it" "$rc $(wc -l <out) $(cat err)" "0 800 "
for at in 1 2 3 4095 9000 65535 65536 65537 70000; do
	{ head -c $at t.json | gzip -c; tail -c +$((at + 1)) t.json | gzip -1c; }
	printf '\n' | gzip -c
done >members.gz
# eight texts in one file are no document
cp members.gz z.gz
packed "a second document behind the first" 1 800 'text behind the end'
i=0
while [ $i -lt 100 ]; do
	tail -c +$((i * 100 + 1)) t.json | head -c 100 | gzip -c
	i=$((i + 1))
done >z.gz
tail -c +10001 t.json | gzip -c >>z.gz
status pp-parse z.gz
is "gzip: a member every 100 bytes" "$rc $(wc -l <out) $(cat err)" "0 800 "
{ cat whole.gz; echo text; } >z.gz
packed "text behind it" 1 800 'text behind the gzip data'
size=$(wc -c <whole.gz)
# its last eight bytes are the check sum and the length
{ head -c $((size - 8)) whole.gz; printf 'abcd'; tail -c 4 whole.gz; } >z.gz
packed "a check sum that is wrong" 1 800 'broken gzip data'
head -c $((size - 4)) whole.gz >z.gz
packed "cut in the check sum" 1 800 'unexpected end of gzip data'
printf '\037\213' >z.gz
packed "two bytes" 1 0 'unexpected end of gzip data'
printf '\037\213zzzzzzzzzzzzzzzz' >z.gz
packed "what only begins like it" 1 0 'broken gzip data'
echo 'no trace' | gzip -c >z.gz
packed "of what is no profile" 1 0 'not a profile'
mv "$(db nsys)" x.db
gzip -c x.db >z.gz
pp-parse x.db >wanted
pp-parse z.gz >got
same "gzip: of a database" got wanted

# --- size and depth ----------------------------------------------------------------------

# grows SHAPE N: linear, whether all of it can be read or not
grows()
{
	trace "$1" "$2" >n.json
	trace "$1" $((2 * $2)) >2n.json
	linear "$1, $2" n.json 2n.json 1
}

# shape NAME N STATUS KERNELS: also how many kernels come out
shape()
{
	grows "$1" "$2"
	status pp-parse n.json
	mv out rec
	is "$1, $2: status, kernels" "$rc $(wc -l <rec)" "$3 $4"
}

shape one-id 40000 0 40000
is "one id: each kernel to the call before it" \
    "$(jq -r '.start - .api_start' rec | sort | uniq -c | awk '{ print $1, $2 }')" "40000 5000"
# Each call of a process of its own, which use a hundred devices
shape processes 40000 0 40000
is "processes: each kernel to the call before it" \
    "$(jq -r '.start - .api_start' rec | sort | uniq -c | awk '{ print $1, $2 }')" "40000 5000"
shape one-time 40000 0 40000
shape equal-ranges 40000 0 1
# of 0 to 39999 the first and the last 128
is "equal ranges: by their ids" "$(jq -c '.op | [length, .[0, 127, 128, 255].id]' rec)" \
    "[256,0,127,39872,39999]"
shape counters 40000 0 40000
is "counters: the i-th row is that of the i-th launch" \
    "$(jq -s 'map(.api_start == (.counters["a.sum"] - 1) * 10000) | all' rec)" true
shape counters-of-one 20000 0 1
is "counters of one launch: nothing tells which are its" "$(jq '.counters | length' rec)/$(
    sed -n 's/.*n.json: //p' err)" \
    "0/20000 counter rows of no one kernel: left out (first: correlation id 1)"
shape flows 80000 0 0
shape texts 40000 0 0
shape replays 40000 0 40000
is "replays: places from 1" "$(jq -s 'map(.graph) == [range(1; 40001)]' rec)" true
shape loose 40000 0 40000
shape zero-length 40000 0 40000
is "zero length: each in its own" "$(jq -c '.op | length' rec | sort | uniq -c |
    awk '{ print $1, $2 }')" "40000 1"
shape broken 20000 1 20000
is "broken: how many events" "$(grep -o '[0-9]* events left out' err)" "20000 events left out"
shape quotes 1000000 0 1
# Garbage: that event is left out, and the next one is found
shape braces 1000000 1 1
is "braces: one event" "$(grep -o '[0-9]* event.* left out.*' err)" "1 event left out"
grows quotes-braces 1000000
is "quotes-braces: the next event is found" "$(pp-parse n.json 2>/dev/null | jq -r .kernel)" k
shape backslashes 1000000 0 1
shape keys 1000000 0 1

# Arguments nested 500 deep, and a million deep: the scanner's stack ends at 512
nested()
{
	printf '[{"ph":"X","cat":"cpu_op","name":"o","ts":1,"dur":9,"args":{"Input Dims":'
	head -c "$1" /dev/zero | tr '\0' '['
	head -c "$1" /dev/zero | tr '\0' ']'
	printf '}},\n{"ph":"X","cat":"kernel","name":"k","ts":5,"dur":2}]'
}
nested 500 >deep.json
status pp-parse -k kernel,op deep.json
is "500 deep: status, records" "$rc $(wc -l <out)" "0 2"
check "500 deep: JSON" jq -e .v out
nested 1000000 >deep.json
status pp-parse -k kernel,op deep.json
is "a million deep: the event is left out, with its place" \
    "$rc $(jq -r .kernel out) $(grep -c 'line 1, column [0-9]*: nested more than 512 deep: 1 event left out' err)" \
    "1 k 1"

# A text of 300 MB is refused, and what came before is there
long()
{
	printf '[{"ph":"X","cat":"kernel","name":"k","ts":5,"dur":2},\n{"ph":"X","name":"'
	head -c 300000000 /dev/zero | tr '\0' a
	printf '"}]'
}
long >long.json
status pp-parse long.json
is "300 MB of a name: refused" \
    "$rc $(jq -r .kernel out) $(grep -c 'a text of more than 256 MiB' err)" "1 k 1"
rm -f long.json

# --- two profiles ----------------------------------------------------------------------

# joins DESCRIPTION OPTION N: pp-parse OPTION FIRST SECOND is linear, on pairs that
# make_first and make_second write
joins()
{
	for i in "$3" $((2 * $3)); do
		make_first "$i" >"first.$i"
		make_second "$i" >"second.$i"
	done
	echo "exec pp-parse $2 \"first.\$1\" \"second.\$1\"" >join.sh
	filter="sh join.sh" linear "$1, $3" "$3" $((2 * $3))
}

# kernels of one name and one stream, of which no call is known, and what was measured
make_first()
{
	awk -v n="$1" 'BEGIN {
		print "\"ID\",\"Process ID\",\"Kernel Name\",\"Stream\",\"Block Size\",\"Grid Size\",\"Device\",\"a.sum\""
		print "\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"inst\""
		for (i = 0; i < n; i++)
			printf "\"%d\",\"5\",\"k\",\"7\",\"(32, 1, 1)\",\"(1, 1, 1)\",\"0\",\"%d\"\n", i, i
	}' </dev/null
}
make_second()
{
	awk -v n="$1" 'BEGIN {
		printf "{\"traceEvents\":["
		for (i = 0; i < n; i++)
			printf "%s{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"ts\":%d,\"dur\":1,\"args\":"\
			    "{\"device\":0,\"stream\":7,\"grid\":[1,1,1],\"block\":[32,1,1]}}", i ? ",\n" : "", 2 * i
		print "]}"
	}' </dev/null
}
joins "--counters: one name" --counters 40000
is "--counters: each has its own" "$(sh join.sh 40000 | jq -s 'map(.counters["a.sum"] == .start / 2000) | all')" true

# a replay in which two kernels of one name start together
make_first()
{
	awk -v n="$1" 'BEGIN {
		call = "{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"pid\":1,\"tid\":1,\"dur\":1,"
		print "{\"traceEvents\":[" call "\"ts\":1,\"name\":\"hipStreamBeginCapture\"}"
		for (i = 0; i < n; i++) {
			print ",{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::relu\",\"pid\":1,\"tid\":1,\"ts\":" 10 + 10 * i ",\"dur\":8}"
			print "," call "\"ts\":" 11 + 10 * i ",\"name\":\"hipLaunchKernel\",\"args\":{\"kernel\":\"k\"}}"
		}
		print "," call "\"ts\":" 10 * n + 100 ",\"name\":\"hipStreamEndCapture\"}]}"
	}' </dev/null
}
make_second()
{
	awk -v n="$1" 'BEGIN {
		print "{\"traceEvents\":[{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"hipGraphLaunch\",\"pid\":3,\"tid\":9,\"ts\":1000,\"dur\":5,\"args\":{\"correlation\":201}}"
		for (i = 0; i < n; i++)
			print ",{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"ts\":" 1010 + 10 * (i ? i : 1) \
			    ",\"dur\":5,\"args\":{\"correlation\":201,\"device\":0,\"stream\":7}}"
		print "]}"
	}' </dev/null
}
joins "--capture: one name" --capture 30000
is "--capture: all of the same call" "$(sh join.sh 30000 | jq -r '.op[0].op' | sort | uniq -c | tr -s ' ')" " 30000 aten::relu"
rm -f first.* second.*

# Memory: rows that are nothing to us take none, those of kernels what they are
tiny()
{
	awk -v n="$1" 'BEGIN {
		print "["
		for (i = 1; i <= n; i++)
			print "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":" i ",\"tid\":" i ",\"args\":{\"name\":\"t" i "\"}},"
		print "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"ts\":5,\"dur\":2}]"
	}' </dev/null
}
tiny 1000000 >tiny.json
trace plain 333333 >million.json
case $B in
*/san) skip "memory" "the sanitizer takes terabytes of addresses" ;;
*)
	is "a million rows of no use in 40 MB" \
	    "$(sh -c 'ulimit -v 40000; pp-parse tiny.json' 2>/dev/null | wc -l)" 1
	is "a million events in 400 MB" \
	    "$(sh -c 'ulimit -v 400000; pp-parse million.json' | wc -l)" 333333
	gzip -1c tiny.json >tiny.gz
	is "the same, packed" \
	    "$(sh -c 'ulimit -v 40000; pp-parse tiny.gz' 2>/dev/null | wc -l)" 1
	;;
esac
rm -f tiny.* million.json

done_testing
