# shellcheck shell=sh
# kineto.t - traces of the PyTorch profiler that others published
# (../shared/data/kineto), and the reports about traces (../shared/cases).
#
# Times are compared as decimal text: jq 1.6 has doubles, which hold microseconds
# since 1970 to a quarter of one, so sed puts the numbers into quotes before jq
# sees them, and SQL does the arithmetic in 64 bits.
. "$SRC/tests/lib.sh"

have_shared data/kineto || {
	skip "traces of ../shared" "no $PP_SHARED/data/kineto"
	done_testing
}
D=$PP_SHARED/data/kineto
HTA=$D/facebookresearch-HolisticTraceAnalysis

# unpacked FILE
unpacked()
{
	case $1 in
	*.gz) gzip -dc "$1" ;;
	*) cat "$1" ;;
	esac
}

# texts_of FILE: "base<TAB>NS", then "ts<TAB>dur" of each kernel as the file has it
texts_of()
{
	unpacked "$1" |
	sed -E 's/"(ts|dur|baseTimeNanoseconds)": *(-?[0-9][0-9.]*)/"\1":"\2"/g' |
	jq -r '(if type == "array" then . else .traceEvents end) as $events |
	    (if type == "array" then null else .baseTimeNanoseconds end) as $base |
	    "base\t\($base // "0")", ($events[] |
	    select(.ph == "X" and (.cat // "" | ascii_downcase) == "kernel") |
	    "\(.ts)\t\(.dur)")'
}

# How many times differ, of files `wanted` (of times) and `got`: base, then
# "start<TAB>dur" in ns from there.
compare()
{
	sqlite3 -batch -bail :memory: <<'END'
.mode tabs
CREATE TABLE w(a TEXT, b TEXT);
CREATE TABLE g(a TEXT, b TEXT);
.import wanted w
.import got g
CREATE TABLE base AS SELECT (SELECT CAST(b AS INT) FROM w WHERE a = 'base') AS w,
  (SELECT CAST(b AS INT) FROM g WHERE a = 'base') AS g;
CREATE TABLE part AS SELECT 0 AS n, a, b,
  CASE instr(a, '.') WHEN 0 THEN a ELSE substr(a, 1, instr(a, '.') - 1) END AS us,
  CASE instr(a, '.') WHEN 0 THEN '' ELSE substr(a, instr(a, '.') + 1) END AS ns,
  CASE instr(b, '.') WHEN 0 THEN b ELSE substr(b, 1, instr(b, '.') - 1) END AS us2,
  CASE instr(b, '.') WHEN 0 THEN '' ELSE substr(b, instr(b, '.') + 1) END AS ns2
  FROM w WHERE a <> 'base';
CREATE TABLE wanted AS SELECT CAST(us AS INT) * 1000 +
  CAST(substr(ns || '000', 1, 3) AS INT) + base.w AS start,
  CAST(us2 AS INT) * 1000 + CAST(substr(ns2 || '000', 1, 3) AS INT) AS dur,
  count(*) AS n FROM part, base WHERE length(ns) <= 3 AND length(ns2) <= 3
  GROUP BY 1, 2;
CREATE TABLE got AS SELECT CAST(a AS INT) + base.g AS start, CAST(b AS INT) AS dur,
  count(*) AS n FROM g, base WHERE a <> 'base' GROUP BY 1, 2;
SELECT (SELECT count(*) FROM (SELECT * FROM wanted EXCEPT SELECT * FROM got)) ||
  ' missing, ' ||
  (SELECT count(*) FROM (SELECT * FROM got EXCEPT SELECT * FROM wanted)) ||
  ' other, of ' || (SELECT total(n) FROM wanted);
END
}

# --- every trace ------------------------------------------------------------------

for f in "$D"/*; do
	name=${f##*/}
	texts_of "$f" >wanted
	n=$(($(wc -l <wanted) - 1))
	status pp-parse -k kernel,profile "$f"
	mv out rec
	case $name in
	*benchmark_result_924719*) n=77 ;; # rows of counters, without times
	esac
	is "$name: $n kernels" "$rc $(($(wc -l <rec) - 1))" "0 $n"
	jq -r 'if .kind == "profile" then "base\t\(.base)"
	    else select(.start != null) | "\(.start)\t\(.dur)" end' rec >got
	[ $n -ne 77 ] || n=0
	is "$name: times to the ns" "$(compare)" "0 missing, 0 other, of $n.0"
	is "$name: in order of time" \
	    "$(jq -n '[inputs.start // empty] | . == sort' rec)" true
done
# The check can fail: one ns, in one record, and in the base
sed '2s/$/1/' got >wrong && mv wrong got
is "a ns more is seen" "$(compare)" "1 missing, 1 other, of 2514.0"
pp-parse -k kernel,profile "$D/JeremyMorlier-GPUModel-trace.json" |
jq -r 'if .kind == "profile" then "base\t\(.base)1" else "\(.start)\t\(.dur)" end' >got
texts_of "$D/JeremyMorlier-GPUModel-trace.json" >wanted
check "another base is seen" test "$(compare)" != "0 missing, 0 other, of 5.0"

# Time 0 is the first row of the host or the GPU
for f in JeremyMorlier-GPUModel-trace.json pytorch-kineto-gpu_metrics_input.json \
    facebookresearch-HolisticTraceAnalysis-mi250_minitoy_train_ROCm6_2_kineto.json.gz; do
	is "$f: something is at 0" \
	    "$(pp-parse -k all "$D/$f" | jq -n '[inputs.start // empty] | min')" 0
done

# --- kernels and their operators -------------------------------------------------

# linked FILE: kernels with an operator; with one whose name is that of a cpu_op
# row; all
linked()
{
	unpacked "$1" | jq -c '(if type == "array" then . else .traceEvents end) |
	    map(select(.cat // "" | ascii_downcase | . == "cpu_op" or . == "operator") |
	    {(.name): 1}) | add' >names
	pp-parse "$1" | jq -n -r --slurpfile names names '
	    reduce inputs as $r ([0, 0, 0]; .[2] += 1 |
		if $r.op then .[0] += 1 else . end |
		if [$r.op[]?.op | $names[0][.]] | any then .[1] += 1 else . end) |
	    join(" ")'
}
is "linear_kineto: every kernel has an operator" \
    "$(linked "$D/facebookresearch-param-linear_kineto.json.gz")" "8716 8716 8716"
# 48 kernels are launched by a user's annotation alone (nccl:all_to_all)
is "control: kernels with an operator" "$(linked "$HTA-control.json.gz")" "8568 8520 8568"
is "nccl_data: kernels with an operator" "$(linked "$HTA-nccl_data.json.gz")" \
    "2700 2700 2700"
is "df_index_resolver: kernels with an operator" \
    "$(linked "$HTA-df_index_resolver.json.gz")" "19370 19370 19370"

# --- counters -----------------------------------------------------------------------

csv=$PP_SHARED/golden/hta/cupti_profiler.cupti_counters_with_operators.csv
pp-parse "$HTA-benchmark_result_924719_1679055439_trace.json.gz" >rec
sqlite3 -batch -bail hta.db ".mode csv" ".import '$csv' t"
# HTA's rows as JSON: name, the stack with bars between, top, bottom, nine counters
columns=$(sqlite3 hta.db "SELECT name FROM pragma_table_info('t') WHERE name LIKE 'smsp%' ORDER BY name")
is "counters: HTA's table has nine" "$(echo "$columns" | wc -l)" 9
{
	printf '%s' 'SELECT json_array(name, op_stack, top_level_op, bottom_level_op, json_object('
	echo "$columns" | sed 's/.*/'"'&', CAST(\"&\" AS REAL)"'/' | paste -sd, -
	echo ')) FROM t ORDER BY CAST(index_runtime AS INT);'
} | sqlite3 hta.db | jq -c '.[4] |= map_values(. * 1)' >wanted
is "counters: HTA's table has 77 rows" "$(wc -l <wanted)" 77
jq -c '[.name // "__missing__", (.op | map(.op) | join("|")), .op[0].op, .op[-1].op,
    (.counters | to_entries | map(select(.key | startswith("smsp"))) | sort_by(.key) |
    from_entries | map_values(. * 1))]' rec >got
same "counters: names, operators, counters as HTA has them" got wanted
is "counters: one kernel without a name" "$(jq -c 'select(.kernel == null)' rec | wc -l)" 1
# 2 for fma, 1 for add and mul
is "counters: the sum of HTA's FLOPs" "$(jq -n '[inputs.counters | to_entries[] |
    select(.key | test("_op_[fhd](add|mul|fma)_pred_on.sum$")) |
    .value * (if .key | test("fma") then 2 else 1 end)] | add' rec)" 80231038456

# --- exact-ns ---------------------------------------------------------------------------

for t in nccl df_index_resolver; do
	f=$HTA-$t.json.gz
	[ -e "$f" ] || f=$HTA-${t}_data.json.gz
	pp-parse -k kernel,memcpy,memset "$f" >gpu
	jq -r --arg t "$t" '.[$t + ".all"] | to_entries[] |
	    select(.key != "overlap_pct") | "\(.key | sub("_ns$"; "")) \(.value)"' \
	    "$PP_SHARED/golden/hta/exact_ns.json" >wanted
	bash "$SRC/examples/exact-ns.sh" <gpu >got
	same "exact-ns: $t" got wanted
	# the launched rows are all of them here
	jq -c 'select(.api)' gpu | bash "$SRC/examples/exact-ns.sh" >got
	jq -r --arg t "$t" '.[$t + ".launched"] | to_entries[] |
	    select(.key != "overlap_pct") | "\(.key | sub("_ns$"; "")) \(.value)"' \
	    "$PP_SHARED/golden/hta/exact_ns.json" >wanted
	same "exact-ns: $t, launched" got wanted
done

# --- what was reported about traces: ../shared/cases --------------------------------

cp -R "$PP_SHARED"/cases/kineto-* .
chmod -R u+w kineto-*

# case_of NAME: its records in rec, what was said in rec.err, the status in rc
case_of()
{
	status pp-parse "$1"
	mv out rec
	mv err rec.err
	pp-prof --csv --no-header -c flops,gemm rec | tr -d '"' >flops
}

case_of kineto-bare-inf-nan/trace.json
is "bare-inf-nan: status, records, one warning" \
    "$rc $(wc -l <rec) $(wc -l <rec.err)" "0 1 1"
# bare words: none of them lies in a string there
n=$(grep -oE '[:,[] *-?(inf|nan|NaN|Infinity|N/A)\b' kineto-bare-inf-nan/trace.json | wc -l)
is "bare-inf-nan: the warning counts them and has the first one's line" \
    "$(grep -c ": $n places are not JSON.*first: line 6, column" rec.err)" 1
is "bare-inf-nan: the record" "$(jq -c '[.kernel, (.op | map(.op)), .dur, .grid,
    .block, .device, .stream, (.op[0].args | map(.shape, .dtype))]' rec)" \
    '["ampere_sgemm_32x32_nn",["aten::mm"],7000,[1,2,1],[256,1,1],0,7,[[64,32],"float32",[32,16],"float32"]]'
is "bare-inf-nan: 2*64*32*16" "$(cut -d, -f1 flops)" 65536
mv rec mm.rec

case_of kineto-correlation/trace.json
is "correlation: status, records" "$rc $(wc -l <rec)" "0 6"
is "correlation: operators" "$(jq -r '[.kernel, .op[0].op // "none", .dur] | join(" ")' rec)" \
    "nvjet_tst_a aten::addmm 5000
triton_poi_fused_add_0 triton_poi_fused_add_0 6000
coop_k coop 7000
by_time_only aten::no_ext 8000
no_runtime_event none 9000
sigmoid_k aten::sigmoid 4000"
is "correlation: one is counted in a warning" \
    "$(wc -l <rec.err) $(grep -c '1 kernel without a launch.*504' rec.err)" "1 1"

sh kineto-gzip-names/mk.sh
for f in gz_named.json plain_named.json.gz two_members.json.gz bom.json; do
	case_of kineto-gzip-names/$f
	is "gzip-names: $f" "$rc $(cat rec.err) $(jq -c '[.op[0].op, .dur]' rec)" \
	    '0  ["aten::mm",7000]'
done
case_of kineto-gzip-names/cut.json.gz
is "gzip-names: cut: an error" \
    "$rc $(wc -l <rec.err) $(grep -c 'unexpected end of gzip data' rec.err)" "1 1 1"
is "gzip-names: two members through a pipe" \
    "$(gzip -dc kineto-gzip-names/two_members.json.gz | pp-parse | jq -c '[.op[0].op, .dur]')" \
    '["aten::mm",7000]'
is "gzip-names: two members, packed, through a pipe" \
    "$(cat kineto-gzip-names/two_members.json.gz | pp-parse | jq -c '[.op[0].op, .dur]')" \
    '["aten::mm",7000]'

for f in cpu_only empty_events; do
	case_of kineto-no-kernels/$f.json
	is "no-kernels: $f: as an empty database, with a word" \
	    "$rc $(wc -c <rec) $(wc -l <rec.err) $(grep -c '0 GPU kernels in [0-9]* events' rec.err)" \
	    "0 0 1 1"
done
case_of kineto-no-kernels/not_a_trace.json
is "no-kernels: not a trace" \
    "$rc $(wc -c <rec) $(wc -l <rec.err) $(grep -c 'no traceEvents' rec.err)" "1 0 1 1"
case_of kineto-no-kernels/ort.json
is "no-kernels: ort" "$rc $(jq -c '[.kernel, .dur, .grid, .block, .stream, .op]' rec)" \
    '0 ["implicit_convolve_sgemm",41000,[4,2,1],[128,1,1],7,null]'

# 2*64*112*112*3*7*7 by the result's shape, 2*64*1024*512
status pp-parse "$PP_SHARED/cases/read-ort-profile/ort.json"
mv out rec
mv err rec.err
is "ort-profile" "$rc $(cat rec.err) $(pp-prof --no-header -c op,module,shapes,gemm rec)" \
    "0  Conv Conv_0 [1,3,224,224];[64,3,7,7] 236027904
MatMul MatMul_1 [64,1024];[1024,512] 67108864
Add Add_2 [64,512];[512] 0"
# of the host: the nodes, that of the CPU's provider too
pp-parse -k op "$PP_SHARED/cases/read-ort-profile/ort.json" >rec
is "ort-profile: nodes" "$(jq -c '[.op[0].op, .dur]' rec | tr '\n' ' ')" \
    '["Conv",120000] ["MatMul",50000] ["Add",30000] ["Softmax",30000] '

case_of kineto-old-formats/kineto_2021.json
is "old-formats: kineto_2021" "$rc $(cat rec.err) $(jq -c '[.kernel, .op[0].op, .dur,
    .grid, .block, .device, .stream, .tid, (.op[0].args | map(.shape))]' rec)" \
    '0  ["volta_sgemm_64x64_nt","aten::mm",7000,[4,4,36],[64,1,1],0,7,3239786240,[[64,32],[32,16]]]'
case_of kineto-old-formats/both_cases.json
is "old-formats: both_cases" "$rc $(cat rec.err) $(jq -c .dur rec | tr '\n' ' ')" \
    "0  7000 7000 "
case_of kineto-old-formats/autograd_legacy.json
is "old-formats: autograd_legacy" "$rc $(cat rec.err) $(jq -c '[.kernel, .dur, .device,
    .stream, .op[0].op]' rec)" '0  ["aten::mul",13250,0,null,"aten::mul"]'

case_of kineto-shapes/trace.json
is "shapes: status, records, no word" "$rc $(wc -l <rec) $(cat rec.err)" "0 5 "
is "shapes: durations" "$(jq .dur rec | uniq)" 5000
# 2*64*784*500 and 64*500; 2*1*64*112*112*3*49
is "shapes: FLOPs, of matrices" "$(cat flops)" "50208000,50176000
0,0
na,na
236027904,236027904
na,na"
is "shapes: k_cat: one level deeper" \
    "$(jq -c 'select(.kernel == "k_cat") | .op[0].args[0].value | map(.shape)' rec)" \
    "[[2,3],[4,3]]"
is "shapes: k_noshapes" \
    "$(jq -c 'select(.kernel == "k_noshapes") | [.op[0].op, .op[0].args]' rec)" \
    '["aten::relu",null]'

for f in no_bracket cut_in_event leading_comma empty_list_comma missing_key_quote; do
	case_of kineto-truncated/$f.json
	is "truncated: $f: the record" \
	    "$(jq -c '[.kernel, .op[0].op, .dur]' rec) $(cut -d, -f1 flops)" \
	    '["ampere_sgemm_32x32_nn","aten::mm",7000] 65536'
	case $f in
	no_bracket) is "truncated: $f: a word, but no error" \
	    "$rc $(grep -c 'the array of events has no end' rec.err)" "0 1" ;;
	cut_in_event) is "truncated: $f: an error" \
	    "$rc $(grep -c 'ends inside an event' rec.err)" "1 1" ;;
	missing_key_quote) is "truncated: $f: an error with its place" \
	    "$rc $(grep -c 'line [0-9]*, column [0-9]*: .*1 event left out' rec.err)" "1 1" ;;
	*) is "truncated: $f: a warning" "$rc $(wc -l <rec.err)" "0 1" ;;
	esac
done

case_of kineto-windows-paths/trace.json
is "windows-paths: the record is that of bare-inf-nan, but for where time begins" \
    "$(jq -c 'del(.start, .api_start)' rec)" "$(jq -c 'del(.start, .api_start)' mm.rec)"
# \c, \_, \x and \u with no hex behind; \\ is none
n=$(sed 's/\\\\//g' kineto-windows-paths/trace.json |
    grep -oE '\\([^"\\/bfnrtu]|u([^0-9a-fA-F]|.[^0-9a-fA-F]|..[^0-9a-fA-F]|...[^0-9a-fA-F]))' | wc -l)
is "windows-paths: one warning with their count" \
    "$rc $(wc -l <rec.err) $(grep -c ": $n places are not JSON" rec.err)" "0 1 1"

# --- two processes in one trace ------------------------------------------------------
# The traces of two ranks, one behind the other, in which 17 kernels of each have ids of
# the other's, as counted by jq: what a kernel has in the trace of its own rank it has
# here, where its label or device tells the rank; where nothing does it has that or
# nothing.
P=$D/facebookresearch-param-dlrm_kineto-worker
# rank N [FILTER]: its trace, with N in the names of kernels
rank()
{
	jq -c --arg n "$1" '.traceEvents[] |
	    (select(.cat == "kernel") | .name) |= $n + "@" + . | '"${2:-.}" "$P$1"_*.json
}
# calls: name, id, call and operators of each kernel of stdin
calls()
{
	pp-parse 2>/dev/null |
	jq -c '[.name, .corr, .api_dur, (.op // [] | map(.op))]' | sort
}
# ranks [FILTER]: both in one trace
ranks()
{
	{ rank 0 "$1"; rank 1 "$1"; } | jq -c -s '{traceEvents: .}'
}
for n in 0 1; do
	rank $n | jq -c -s '{traceEvents: .}' | calls
done | sort >apart
is "ranks: kernels, ids that both have, kernels with a call" \
    "$(wc -l <apart) $(jq -r '.[1]' apart | sort | uniq -d | wc -l) $(grep -vc ',null,' apart)" \
    "555 17 491"
ranks '.pid |= "[TP0\($n)] \(.)"' | calls >together
same "ranks: labels tell" together apart
ranks | calls >together
same "ranks: devices tell" together apart
ranks '(select(.cat == "kernel") | .args.device) |= 0' | calls >together
is "ranks: what times do not decide is nobody's" \
    "$(comm -13 apart together | grep -vc ',null,\[\]') $(comm -13 apart together | grep -c ',null,\[\]')" "0 21"
done_testing
