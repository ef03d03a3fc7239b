#!/bin/sh
# run.sh - `make bench`: speed and memory as ratios, in one run on one machine.
#
# In:  the programs PP_PARSE and PP_PROF (./pp-parse, ./pp-prof), BENCH_N
#      (kernels, 1000000), BENCH_RUNS (the least of so many runs counts, 3),
#      BENCH_DIR (some GB of space, build/bench).
# Out: one line a bar on stdout; status 1 when one is missed.
#
# Ratios to sqlite3, Python and md5sum rather than seconds: they hold on any machine.
# CPU time of all processes rather than wall time: others may use the machine,
# and everything is read from memory.

set -eu
LC_ALL=C
export LC_ALL

n=${BENCH_N:-1000000}
runs=${BENCH_RUNS:-3}
dir=${BENCH_DIR:-build/bench}
parse=${PP_PARSE:-./pp-parse}
prof=${PP_PROF:-./pp-prof}
here=$(dirname "$0")
tenth=$((n / 10))
missed=0

[ "$tenth" -ge 1 ] || { echo "run.sh: BENCH_N must be 10 or more" >&2; exit 2; }
mkdir -p "$dir"
trap 'rm -f "$dir"/*.db "$dir"/*.jsonl "$dir"/trace*' EXIT
trap 'exit 130' INT TERM

build() {
	${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L -O2 -I "$here/../.." -o "$dir/$1" \
	    "$here/$1.c" $2
}

# measure NAME COMMAND: the least CPU time in ms, the greatest peak memory in KiB
# and the least page faults of the shell command, into $dir/NAME.ms, .kb, .faults.
measure() {
	name=$1
	i=0
	: >"$dir/$name.all"
	while [ "$i" -lt "$runs" ]; do
		"$dir/rss" "$dir/report" sh -c "$2" || {
			echo "run.sh: failed: $2" >&2
			exit 1
		}
		cat "$dir/report" >>"$dir/$name.all"
		i=$((i + 1))
	done
	sort -k2n "$dir/$name.all" | awk 'NR == 1 { print $2 < 1 ? 1 : $2 }' \
	    >"$dir/$name.ms"
	sort -k3nr "$dir/$name.all" | awk 'NR == 1 { print $3 }' \
	    >"$dir/$name.kb"
	sort -k4n "$dir/$name.all" | awk 'NR == 1 { print $4 }' \
	    >"$dir/$name.faults"
}

# bar TEXT VALUE LIMIT REMARK: print, count a miss.
bar() {
	awk -v text="$1" -v value="$2" -v limit="$3" -v remark="$4" 'BEGIN {
		ok = value + 0 <= limit + 0
		printf "%-4s %-44s %10.3f  bar %-6s %s\n",
		    ok ? "PASS" : "FAIL", text, value, limit, remark
		exit !ok
	}' || missed=$((missed + 1))
}

ms() { cat "$dir/$1.ms"; }
kb() { cat "$dir/$1.kb"; }
# by_byte NAME FILE: CPU time in ps
by_byte() { awk -v ms="$(ms "$1")" -v b="$(wc -c <"$2")" 'BEGIN { print ms * 1e9 / b }'; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { print a / b }'; }

build rss ""
build gen_nvprof -lsqlite3
"$dir/gen_nvprof" "$n" "$dir/big.db"
"$dir/gen_nvprof" "$tenth" "$dir/small.db"
db=$dir/big.db
small=$dir/small.db
rows="SELECT * FROM CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
SELECT * FROM CUPTI_ACTIVITY_KIND_RUNTIME;
SELECT * FROM CUPTI_ACTIVITY_KIND_MARKER;
SELECT * FROM StringTable;"

# The first reads bring the files into memory for all that follow.
cat "$db" "$small" >/dev/null
"$parse" "$db" >"$dir/big.jsonl"
"$parse" "$small" >"$dir/small.jsonl"
got=$(wc -l <"$dir/big.jsonl")
[ "$got" -eq "$n" ] || {
	echo "run.sh: pp-parse gave $got records for $n kernels" >&2
	exit 1
}

build gen_nsys -lsqlite3
"$dir/gen_nsys" "$n" "$dir/nsys.db"
"$dir/gen_nsys" "$tenth" "$dir/nsys_small.db"
nsys=$dir/nsys.db
nsys_small=$dir/nsys_small.db
nsys_rows="SELECT * FROM CUPTI_ACTIVITY_KIND_KERNEL;
SELECT * FROM CUPTI_ACTIVITY_KIND_RUNTIME;
SELECT * FROM NVTX_EVENTS;
SELECT * FROM StringIds;"
cat "$nsys" "$nsys_small" >/dev/null
got=$("$parse" "$nsys" | wc -l)
[ "$got" -eq "$n" ] || {
	echo "run.sh: pp-parse gave $got records for $n kernels of nsys" >&2
	exit 1
}

build gen_trace ""
"$dir/gen_trace" "$n" "$dir/trace.json"
"$dir/gen_trace" "$tenth" "$dir/trace_small.json"
trace=$dir/trace.json
trace_small=$dir/trace_small.json
gzip -1 -c "$trace" >"$trace.gz"
cat "$trace" "$trace_small" "$trace.gz" >/dev/null
want=$(grep -c '"cat": "kernel"' "$trace")
got=$("$parse" "$trace" | wc -l)
[ "$got" -eq "$want" ] || {
	echo "run.sh: pp-parse gave $got records for $want kernels of a trace" >&2
	exit 1
}

# Other tables: a row a kernel, of ncu five.
build gen_tables ""
tables="nsys-csv nvprof-csv rocprof-csv rocprof-json ncu-csv"
for t in $tables; do
	kernels=$n
	[ "$t" != ncu-csv ] || kernels=$((n / 5))
	"$dir/gen_tables" "$t" "$kernels" "$dir/trace.$t"
	got=$("$parse" "$dir/trace.$t" | wc -l)
	[ "$got" -eq "$kernels" ] || {
		echo "run.sh: pp-parse gave $got records for $kernels kernels of $t" >&2
		exit 1
	}
	measure "$t" "exec $parse $dir/trace.$t >/dev/null"
done

# exec: the peak is the program's, not the shell's.
measure json "exec python3 -c 'import json, sys; json.load(open(sys.argv[1]))' $trace"
measure trace "exec $parse $trace >/dev/null"
measure trace_small "exec $parse $trace_small >/dev/null"
measure trace_gz "exec $parse $trace.gz >/dev/null"
measure shell "exec sqlite3 -readonly '$db' '$rows' >/dev/null"
measure parse "exec $parse $db >/dev/null"
measure parse_small "exec $parse $small >/dev/null"
measure nsys_shell "exec sqlite3 -readonly '$nsys' '$nsys_rows' >/dev/null"
measure nsys "exec $parse $nsys >/dev/null"
measure nsys_small "exec $parse $nsys_small >/dev/null"
measure md5 "exec md5sum $dir/big.jsonl >/dev/null"
measure prof "exec $prof --csv $dir/big.jsonl >/dev/null"
measure prof_small "exec $prof --csv $dir/small.jsonl >/dev/null"
gen_ops=${GEN_OPS:-build/opt/tests/bench/gen_ops}
"$gen_ops" short "$n" >"$dir/short.jsonl"
"$gen_ops" mix "$n" >"$dir/mix.jsonl"
measure md5_short "exec md5sum $dir/short.jsonl >/dev/null"
measure prof_short "exec $prof --csv $dir/short.jsonl >/dev/null"
measure md5_mix "exec md5sum $dir/mix.jsonl >/dev/null"
measure prof_mix "exec $prof --csv $dir/mix.jsonl >/dev/null"
measure pipe "$parse $db | $prof --csv >/dev/null"
measure pipe_small "$parse $small | $prof --csv >/dev/null"

echo "N = $n kernels, $((4 * n)) ranges; CPU times, the least of $runs runs"
bar "pp-parse : sqlite3 printing the rows" \
    "$(ratio "$(ms parse)" "$(ms shell)")" 0.5 "$(ms parse) ms : $(ms shell) ms"
bar "pp-parse peak memory, GB" \
    "$(ratio "$(kb parse)" 976562.5)" 0.6 "$(kb parse) KiB"
bar "pp-parse of nsys : sqlite3 printing the rows" \
    "$(ratio "$(ms nsys)" "$(ms nsys_shell)")" 0.5 \
    "$(ms nsys) ms : $(ms nsys_shell) ms"
bar "pp-parse of nsys peak memory, GB" \
    "$(ratio "$(kb nsys)" 976562.5)" 0.6 "$(kb nsys) KiB"
bar "growth N/10 to N, pp-parse of nsys" \
    "$(ratio "$(ms nsys)" "$(ms nsys_small)")" 11 \
    "$(ms nsys) ms : $(ms nsys_small) ms"
bar "pp-parse of a trace : Python's json.load" \
    "$(ratio "$(ms trace)" "$(ms json)")" 0.333 "$(ms trace) ms : $(ms json) ms"
bar "pp-parse of a trace peak memory, MB" \
    "$(ratio "$(kb trace)" 976.5625)" 300 "$(kb trace) KiB; json.load $(kb json)"
bar "growth N/10 to N, pp-parse of a trace" \
    "$(ratio "$(ms trace)" "$(ms trace_small)")" 11 \
    "$(ms trace) ms : $(ms trace_small) ms"
for t in nsys-csv nvprof-csv rocprof-csv rocprof-json; do
	of=ncu-csv file=$dir/trace.ncu-csv
	[ "$t" != rocprof-json ] || of=trace file=$trace
	own=$(by_byte "$t" "$dir/trace.$t")
	other=$(by_byte $of "$file")
	bar "pp-parse of $t : of $of, by the byte" "$(ratio "$own" "$other")" 1 \
	    "$own ps : $other ps"
done
bar "pp-parse of rocprof-json peak memory, MB" \
    "$(ratio "$(kb rocprof-json)" 976.5625)" 300 "$(kb rocprof-json) KiB"
printf '     %-44s %10.3f  (no bar)   %s\n' "pp-parse of a trace, packed : json.load" \
    "$(ratio "$(ms trace_gz)" "$(ms json)")" "$(ms trace_gz) ms, $(kb trace_gz) KiB"
bar "pp-prof --csv : md5sum of the stream" \
    "$(ratio "$(ms prof)" "$(ms md5)")" 3 "$(ms prof) ms : $(ms md5) ms"
bar "pp-prof --csv of short records : md5sum" \
    "$(ratio "$(ms prof_short)" "$(ms md5_short)")" 4 \
    "$(ms prof_short) ms : $(ms md5_short) ms"
bar "pp-prof --csv of all operators : md5sum" \
    "$(ratio "$(ms prof_mix)" "$(ms md5_mix)")" 5 \
    "$(ms prof_mix) ms : $(ms md5_mix) ms"
bar "pp-prof --csv peak memory, MB" \
    "$(ratio "$(kb prof)" 976.5625)" 20 "$(kb prof) KiB"
bar "growth N/10 to N, pp-parse" \
    "$(ratio "$(ms parse)" "$(ms parse_small)")" 11 \
    "$(ms parse) ms : $(ms parse_small) ms"
bar "growth N/10 to N, pp-prof --csv" \
    "$(ratio "$(ms prof)" "$(ms prof_small)")" 11 \
    "$(ms prof) ms : $(ms prof_small) ms"
bar "growth N/10 to N, pp-parse | pp-prof --csv" \
    "$(ratio "$(ms pipe)" "$(ms pipe_small)")" 11 \
    "$(ms pipe) ms : $(ms pipe_small) ms"
printf '     %-44s %10.3f  (no bar)   %s\n' \
    "pp-parse | pp-prof --csv : sqlite3" \
    "$(ratio "$(ms pipe)" "$(ms shell)")" "$(ms pipe) ms : $(ms shell) ms"
for s in parse nsys trace; do
	printf '     %-44s %10d  (no bar)\n' "page faults, $s" "$(cat "$dir/$s.faults")"
done
# Instructions do not depend on who else uses the machine.
if command -v valgrind >/dev/null 2>&1; then
	for s in nvprof nsys; do
		"$dir/gen_$s" 20000 "$dir/some.db"
		valgrind --tool=callgrind --callgrind-out-file=/dev/null \
		    "$parse" "$dir/some.db" 2>&1 >/dev/null |
		    awk -v s="$s" '/Collected/ {
			printf "     %-44s %10.0f  (no bar)\n",
			    "instructions a kernel, " s, $4 / 20000 }'
	done
	for s in big short mix; do
		head -n 20000 "$dir/$s.jsonl" >"$dir/some.jsonl"
		valgrind --tool=callgrind --callgrind-out-file=/dev/null \
		    "$prof" --csv "$dir/some.jsonl" 2>&1 >/dev/null |
		    awk -v s="$s" '/Collected/ {
			printf "     %-44s %10.0f  (no bar)\n",
			    "instructions a record, " s, $4 / 20000 }'
	done
fi
[ "$missed" -eq 0 ]
