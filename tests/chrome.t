# shellcheck shell=sh
# chrome.t - the Chrome trace of pp-prof --chrome: another reader reads it, and
# pp-parse reads it back.
#
# The rows of the GPU must be the same to the ns, as must the times and steps of all
# rows and what kernels cost.  Times are compared since 1970, as a trace may begin
# with an event that no record is of.
. "$SRC/tests/lib.sh"

cat >check.py <<'EOF'
import json, sys
events = json.load(open(sys.argv[1]))["traceEvents"]
named = {(e["pid"], e["name"] == "process_name" or e["tid"]) for e in events if e["ph"] == "M"}
slices = {(e["pid"], e["tid"], e["ts"]) for e in events if e["ph"] == "X"}
ends = {ph: [e["id"] for e in events if e["ph"] == ph] for ph in "sf"}
print(len(ends["f"]), "launches",
    len(set(ends["s"]) & set(ends["f"])), "pairs",
    sum(e["ph"] in "sf" and (e["pid"], e["tid"], e["ts"]) not in slices for e in events), "loose",
    sum(e["ph"] == "X" and not {(e["pid"], True), (e["pid"], e["tid"])} <= named for e in events),
    "nameless")
EOF

# rows RECORDS: of the GPU; every RECORDS: of all
rows()
{
	jq -rc 'if .kind == "profile" then ["base", .base] else
	    select(.kind == null or .kind == "memcpy" or .kind == "memset" or .kind == "sync") |
	    [.kind // "kernel", .start, .api_start, .kernel, .name, .dur, .device, .stream, .api_dur, .api,
		.bytes, .copy, .grid, .block, .regs, .comm.name] end | map(tojson) | @tsv' "$1" | since
}
every()
{
	jq -rc 'if .kind == "profile" then ["base", .base] else
	    [.kind // "kernel", .start, null, .dur, .name // .api, .step] end | map(tojson) | @tsv' "$1" | since
}

# Seconds and nanoseconds apart, as awk adds doubles.
since()
{
	awk -F '\t' -v OFS='\t' '
	function at(ns,   n) {
		if (ns == "null") return ns
		n = low + ns
		return sprintf("%.0f.%09.0f", high + int(n / 1e9), n % 1e9)
	}
	$1 == "\"base\"" {
		gsub(/"/, "", $2)
		high = substr($2, 1, length($2) - 9) + 0
		low = substr($2, length($2) - 8) + 0
		next
	}
	{ $2 = at($2); $3 = at($3); print }' | sort
}

# costs RECORDS: what kernels are of and cost
costs()
{
	pp-prof --where kind=kernel --csv -c kernel,sil,op,dir,call,shapes,flops,bytes,tc "$1" 2>/dev/null | sort
}

# again NAME FILE ...: the profile's trace, read back
again()
{
	name=$1
	shift
	pp-parse -k all "$@" >rec 2>/dev/null
	pp-prof --chrome rec >trace.json 2>err
	is "$name: no message" "$(cat err)" ""
	launches=$(jq -n '[inputs | select(.api_start)] | length' rec)
	is "$name: an arrow for each launch" "$(python3 check.py trace.json)" \
	    "$launches launches $launches pairs 0 loose 0 nameless"
	pp-parse -k all trace.json >rec.again 2>/dev/null
	for what in rows every; do
		$what rec >wanted
		$what rec.again >got
		same "$name: $what" got wanted
	done
}

again "the example" "$SRC/examples/bert.json"
costs rec >wanted
costs rec.again >got
same "the example: costs" got wanted
is "the example has kernels" "$(wc -l <wanted)" "$(($(grep -vc '"kind"' rec) + 1))"

# Rows in any order: the same slices and arrows, but for numbers of arrows.
slices() { sed '1d; s/,$//; s/"id":[0-9]*/"id":0/' "$1" | sort; }
slices trace.json >wanted
tail -r rec 2>/dev/null >back || tac rec >back
pp-prof --chrome back >back.json
slices back.json >got
same "the other way round" got wanted

# Kernels alone: their calls have slices all the same
pp-parse "$SRC/examples/bert.json" | pp-prof --chrome >alone.json
jq -c '.traceEvents[] | select(.cat == "cuda_runtime") | [.tid, .ts, .dur, .name]' trace.json | sort >all
jq -c '.traceEvents[] | select(.cat == "cuda_runtime") | [.tid, .ts, .dur, .name]' alone.json | sort >got
is "kernels alone: calls" "$(comm -13 all got | wc -l) $(wc -l <got)" "0 $(grep -vc '"kind"' rec)"

# No correlation ids: what was launched is found again by its External id
cat >external.json <<'EOF'
{"traceEvents":[
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":2,"ts":10,"dur":20,"args":{"External id":9}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":2,"ts":12,"dur":3,"args":{"External id":9}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":40,"dur":5,"args":{"device":0,"stream":7,"External id":9}}]}
EOF
again "no correlation ids" external.json
is "no correlation ids: the operator" \
    "$(jq -c 'select(.kernel) | [.kernel, .api_start, .op[].op]' rec.again)" '["gemm",2000,"aten::mm"]'

# 5000 launches, more than the table of calls first has room for, each told twice
awk 'BEGIN {
	for (i = 0; i < 10000; i++)
		printf "{\"v\":1,\"kernel\":\"k\",\"start\":%d,\"dur\":1,\"stream\":7,\"corr\":%d,\"pid\":1,\"tid\":2,\"api\":\"l\",\"api_start\":%d,\"api_dur\":1}\n",
		    i + 9, i % 5000, i % 5000
}' | pp-prof --chrome | jq -r '.traceEvents[] | .cat // .ph' | sort | uniq -c | awk '{ print $2, $1 }' >got
is "each call once" "$(tr '\n' ' ' <got)" "M 4 ac2g 20000 cuda_runtime 5000 kernel 10000 "

have_shared data/kineto || {
	skip "traces of others" "no shared data"
	done_testing
}
for trace in "$PP_SHARED"/data/kineto/*.json* "$PP_SHARED"/data/inline/*.json; do
	name=${trace##*/}
	case $name in
	*benchmark_result_924719*) continue ;; # counters alone, without times
	esac
	again "$name" "$trace"
	case $name in
	*nccl_data*)
		costs rec >wanted
		costs rec.again >got
		same "$name: costs" got wanted
		is "$name: rows of the GPU" "$launches" 3774
		;;
	esac
done
done_testing
