# shellcheck shell=sh
# ncu.t - tables of ncu that others published or reported (../shared/data/ncu,
# ../shared/cases/ncu-csv).  The project's own are golden cases (golden/ncu).
. "$SRC/tests/lib.sh"

# Rows of a table wait only until it is known which run they are of: two runs, or those of
# two processes, take what one of all the kernels takes.  (Rows that wait took twice that.)
# run PID VALUE [N]: N kernels, or 2000, with ten metrics each
run()
{
	awk -v pid="$1" -v value="$2" -v n="${3-2000}" 'BEGIN {
		print "\"ID\",\"Process ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\""
		for (i = 0; i < n; i++)
			for (m = 0; m < 10; m++)
				printf "\"%d\",\"%d\",\"kernel%100d\",\"metric%100d\",\"\",\"%d\"\n",
				    i, pid, i % 7, m, value + i
	}'
}
peak() # FILE: the most memory, in KiB
{
	"$B/tests/bench/rss" rss pp-parse "$1" >rec
	cut -d' ' -f3 rss
}
run 7 1 4000 >one.csv
{ run 7 1; run 7 2; } >runs.csv
{ run 7 1; run 8 2; } >processes.csv
# One run, the metrics in one table or in two: the second waits, to its end
sed 's/"metric/"other/' one.csv >second.csv
{ cat one.csv; sed 1d second.csv; } >long.csv
cat one.csv second.csv >tables.csv
case $B in
*/san) skip "memory of tables" "the sanitizer's is much" ;;
*)
	one=$(peak one.csv)
	for x in runs processes; do
		most=$(peak $x.csv)
		is "$x: kernels" "$(wc -l <rec)" 4000
		check "$x: memory ($most KiB, of one run $one KiB)" \
		    test $((10 * most)) -lt $((13 * one))
	done
	long=$(peak long.csv)
	jq .counters rec >counters
	most=$(peak tables.csv)
	is "two tables: counters" "$(jq .counters rec | cmp - counters) $(wc -l <rec)" " 4000"
	check "two tables: memory ($most KiB, of one table $long KiB)" \
	    test $((10 * most)) -lt $((17 * long))
	;;
esac

have_shared cases/ncu-csv && have_shared data/ncu || {
	skip "tables of ncu in ../shared" "no $PP_SHARED/cases/ncu-csv or data/ncu"
	done_testing
}

# --- the cases, a check a sentence of expected.md ----------------------------------

C=$PP_SHARED/cases/ncu-csv

# facts FILE: the records of a table, what expected.md tells of them
facts()
{
	pp-parse "$1" | jq -c '[.kernel, .grid, .block, .stream, .dur, (.counters |
	    .["dram__bytes.sum"], .["sm__inst_executed_pipe_tensor.sum"],
	    .["smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"])]'
}

# 1,234.50 Kbyte * 1000; 1,002.94 us; 12.00 Kbyte, 2.56 us
cat >wanted <<'END'
["gemm",[64,32,1],[128,1,1],7,1002940,1234500,98304,1073741824]
["relu_k",[4,1,1],[256,1,1],7,2560,12000,0,null]
["nan_k",[1,1,1],[32,1,1],13,0,null,null,null]
END
facts "$C/wide.csv" >got 2>err
same "wide.csv: three records, what is unknown is not 0" got wanted
is "wide.csv: no word" "$(cat err)" ""
is "wide.csv: the name is exact" "$(pp-parse "$C/wide.csv" | jq -r .name | head -1)" \
    'void gemm<float, (int)128>(T1 *, const T2 *, "x")'
facts "$C/decimal_comma.csv" >got 2>err
same "decimal_comma.csv: the numbers of wide.csv" got wanted
is "decimal_comma.csv: no word" "$(cat err)" ""

status pp-parse "$C/long.csv"
is "long.csv: status, records, messages" "$rc $(wc -l <out) $(cat err)" "0 2 "
# 3.20 us, 1.5 ms
is "long.csv: the unit differs from row to row; a rule adds nothing" \
    "$(jq -c '[.kernel, .dur, .counters]' out)" \
    '["k_a",3200,{"Duration":3200,"Elapsed Cycles":4512,"Registers Per Thread":24}]
["k_a",1500000,{"Duration":1500000,"Elapsed Cycles":2115000}]'

status pp-parse "$C/no_units_row.csv"
is "no_units_row.csv: row 0 is a record" "$rc $(wc -l <out) $(head -1 out | jq -r .kernel)" "0 3 gemm"
is "no_units_row.csv: a warning on units" "$(wc -l <err) $(grep -c unit err)" "1 1"
is "no_units_row.csv: counts of no unit, nothing else" "$(jq -c '[.dur, .counters]' out)" \
    '[null,{"sm__inst_executed_pipe_tensor.sum":98304,"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum":1073741824}]
[null,{"sm__inst_executed_pipe_tensor.sum":0}]
[null,null]'

# --- more cases -------------------------------------------------------------------------

R=$PP_SHARED/cases
if have_shared cases/read-ncu-two-runs; then
	cat "$R/read-ncu-two-runs/run1.csv" "$R/read-ncu-two-runs/run2.csv" >two.csv
	pp-parse two.csv 2>err | jq -c '[.kernel, .dur]' >got
	printf '%s\n' '["sgemm",1000]' '["relu",200]' '["sgemm",3000]' '["relu",500]' >wanted
	same "two runs in one stream: four records" got wanted
	is "two runs in one stream: no word" "$(cat err)" ""
	grep -v PROF two.csv | pp-parse | jq -c '[.kernel, .dur]' >got
	same "two runs without ncu's own lines" got wanted

	status pp-parse "$R/read-ncu-nvtx/details.csv"
	is "ranges of NVTX: status and messages" "$rc $(cat err)" "0 "
	jq -c '[.op[0].op, .op[0].seq, .dir, .phase, .range, .tid, .dur]' out >got
	printf '%s\n' '["aten::mm",3,"fprop","forward",["forward"],97844,4512]' \
	    '["MmBackward0",3,"bprop","backward",null,97901,5020]' >wanted
	same "ranges of NVTX: as any ranges" got wanted
	is "ranges of NVTX: FLOPs and node" \
	    "$(pp-prof --no-header -c flops out | head -1) $(tail -1 out | jq '.op[0].node')" \
	    "65536 true"

	is "rates of the roofline's section" \
	    "$(pp-parse "$R/read-ncu-rates/roof.csv" |
	    pp-prof --no-header -c sil,hwflops,hwbytes,hwtflops,hwgbs)" \
	    "100000 284115000 50000000 2.841 500.000"

	status pp-parse "$R/read-ncu-summary/gsum.csv"
	is "a summary is refused" "$rc $(wc -c <out) $(cat err)" \
	    "1 0 pp-parse: $R/read-ncu-summary/gsum.csv: a summary has no single kernels: print without --print-summary"

	for f in fr1 ch; do
		status pp-parse "$R/read-ncu-digits/$f.csv"
		is "thousands of $f.csv" \
		    "$rc $(cat err) $(jq -c '[.dur, .counters["dram__bytes.sum"]]' out)" \
		    "0  [117344,27595520]"
	done
else
	skip "cases of ncu's runs, ranges and rates" "no $R/read-ncu-two-runs"
fi

# --- every file ---------------------------------------------------------------------

# rows FILE: of a details page ID, metric, unit and value, tabs between; ncu
# quotes all fields, and none of these files has a quote in one that is used
rows()
{
	awk -F '","' '
	/^"ID",|^"[0-9]+",/ { sub(/^"/, "", $1); sub(/",?$/, "", $NF) }
	$1 == "ID" { for (i = 1; i <= NF; i++) at[$i] = i; next }
	$1 ~ /^[0-9]+$/ { print $1 "\t" $at["Metric Name"] "\t" $at["Metric Unit"] "\t" $at["Metric Value"] }
	' "$1"
}

# Each counter of each kernel, from the text of the file alone: the first value
# of a name, times what the unit says.
for f in "$PP_SHARED"/data/ncu/*; do
	name=${f##*/}
	status pp-parse "$f"
	is "$name: status 0" "$rc" 0
	if ! grep -q '^"ID"' "$f"; then
		is "$name: no kernels, and ncu's reason" \
		    "$(wc -c <out) $(wc -l <err) $(grep -c '0 GPU kernels: ncu says: ' err)" "0 1 1"
		continue
	fi
	check "$name: JSON" jq -e . out
	is "$name: no word" "$(cat err)" ""
	rows "$f" >rows
	is "$name: a record a launch" "$(wc -l <out)" "$(cut -f 1 rows | sort -u | wc -l)"
	awk -F '\t' '
	BEGIN {
		m["Kbyte"] = m["us"] = m["usecond"] = m["Kbyte/block"] = 1000
		m["Mbyte"] = m["ms"] = m["msecond"] = 1000000
		m["Gbyte"] = m["Gbyte/s"] = m["Ghz"] = 1000000000
	}
	$2 != "" && $4 ~ /^[0-9]/ && !(($1, $2) in seen) {
		seen[$1, $2] = 1
		gsub(/,/, "", $4)
		printf "%s\t%s\t%.6g\n", $1, $2, $4 * (($3 in m) ? m[$3] : 1)
	}' rows | sort >wanted
	# of a name in a second unit, only pp-parse has a counter
	jq -r -s 'to_entries[] | .key as $id | .value.counters | to_entries[] |
	    select(.key | endswith("[byte/s]") | not) |
	    [$id, .key, .value] | @tsv' out |
	    awk -F '\t' '{ printf "%s\t%s\t%.6g\n", $1, $2, $3 }' | sort >got
	check "$name: there are numbers to compare" test "$(wc -l <wanted)" -ge 5
	same "$name: the numbers of the file, in base units" got wanted
done

D=$PP_SHARED/data/ncu
f=$D/brycelelbach-nsightful-copy_blocked.csv
is "copy_blocked: shape, time and device" \
    "$(pp-parse "$f" | jq -c '[.grid, .block, .regs, .smem, .dur, .device, .gpu]')" \
    '[[1024,1,1],[256,1,1],32,0,21058944,0,{"cc":"7.5","sms":40}]'
is "copy_blocked: two units of one name" \
    "$(pp-parse "$f" | jq -c '.counters | [.["Memory Throughput"], .["Memory Throughput [byte/s]"]]')" \
    '[61.84,196456177859.63]'
f=$D/CodeGandee-llm-perf-opt-k0001-ncu.details.csv
# 2.33 Mbyte, 6.75 us, 13.72 Ghz
is "k0001: bytes, time, frequency" \
    "$(pp-parse "$f" | jq -c '[.dur, (.counters | .["dram__bytes_read.sum"],
    .["gpu__time_duration.sum"], .["DRAM Frequency"])]')" \
    '[6750,2330000,6750,13720000000]'
f=$D/peihunglin-XPlacer-ML-DataPlacement-nsight_bfs_graph4096.log
is "bfs: 13 launches, in order, the nsecond of each" \
    "$(pp-parse "$f" | jq .dur | paste -sd ' ' -)" \
    "$(sed -n 's/.*"Duration","nsecond","\([0-9]*\)".*/\1/p' "$f" | paste -sd ' ' -)"
is "bfs: neither device nor sizes" "$(pp-parse "$f" | jq -c '[.device, .grid, .gpu]' | sort -u)" \
    '[null,null,null]'
done_testing
