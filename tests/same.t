# shellcheck shell=sh
# same.t - what does not change the records: the order of rows and events, gzip,
# CRLF, a byte order mark, and what else ran at the same time.
#
# Where two ranges of a thread have one start and one end, their order in the file
# or their ids decide which is around the other: pp-record(5).  These profiles have
# no such ranges.
. "$SRC/tests/lib.sh"

# records FILE: all records of FILE; keys, lines and devices in an order of their
# own.  A range that ends before it begins is none: whether it is left out or has no
# end depends on which of its rows comes first.
records()
{
	pp-parse -k all "$1" 2>err |
	    jq -cS 'select(.name != "inverted") | if .devices then .devices |= sort else . end' | sort
}

# --- traces ---------------------------------------------------------------------

# A step: a product in a module's range, its backward on another thread, a copy, a
# collective, a graph of two kernels, a range of the user.  PID is 7 here, and
# correlation ids count from BASE.
trace()
{
	pid=$1 base=$2
	cat <<END
{"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "NVIDIA A100", "numSms": 108}],
"traceEvents": [
{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#1", "pid": $pid, "tid": 7, "ts": 10, "dur": 900, "args": {"External id": 1}},
{"ph": "X", "cat": "user_annotation", "name": "my range", "pid": $pid, "tid": 7, "ts": 11, "dur": 300, "args": {"External id": 2}},
{"ph": "X", "cat": "cpu_op", "name": "aten::linear", "pid": $pid, "tid": 7, "ts": 20, "dur": 30, "args": {"External id": 3, "Sequence number": 3, "Input Dims": [[64, 32], [16, 32]], "Input type": ["float", "float"]}},
{"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": $pid, "tid": 7, "ts": 22, "dur": 26, "args": {"External id": 4, "Sequence number": 3, "Input Dims": [[64, 32], [32, 16]], "Input type": ["float", "float"]}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": $pid, "tid": 7, "ts": 26, "dur": 2, "args": {"correlation": $((base + 1))}},
{"ph": "X", "cat": "kernel", "name": "sgemm", "pid": 0, "tid": 7, "ts": 1000, "dur": 10, "args": {"device": 0, "stream": $pid, "correlation": $((base + 1)), "grid": [1, 2, 1], "block": [128, 1, 1]}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaMemcpyAsync", "pid": $pid, "tid": 7, "ts": 60, "dur": 5, "args": {"correlation": $((base + 2))}},
{"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy HtoD (Pinned -> Device)", "pid": 0, "tid": 7, "ts": 1020, "dur": 4, "args": {"device": 0, "stream": $pid, "correlation": $((base + 2)), "bytes": 64}},
{"ph": "X", "cat": "cpu_op", "name": "autograd::engine::evaluate_function: MmBackward0", "pid": $pid, "tid": 9, "ts": 400, "dur": 60, "args": {"External id": 5, "Sequence number": 3, "Fwd thread id": 1}},
{"ph": "X", "cat": "cpu_op", "name": "MmBackward0", "pid": $pid, "tid": 9, "ts": 402, "dur": 50, "args": {"External id": 6, "Sequence number": 3, "Fwd thread id": 1}},
{"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": $pid, "tid": 9, "ts": 410, "dur": 20, "args": {"External id": 7, "Input Dims": [[32, 64], [64, 16]], "Input type": ["float", "float"]}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": $pid, "tid": 9, "ts": 412, "dur": 3, "args": {"correlation": $((base + 3))}},
{"ph": "X", "cat": "kernel", "name": "dgemm", "pid": 0, "tid": 7, "ts": 1100, "dur": 12, "args": {"device": 0, "stream": $pid, "correlation": $((base + 3)), "grid": [1, 1, 1], "block": [128, 1, 1]}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaGraphLaunch", "pid": $pid, "tid": 7, "ts": 500, "dur": 5, "args": {"correlation": $((base + 4))}},
{"ph": "X", "cat": "kernel", "name": "one", "pid": 0, "tid": 7, "ts": 1200, "dur": 3, "args": {"device": 0, "stream": $pid, "correlation": $((base + 4))}},
{"ph": "X", "cat": "kernel", "name": "two", "pid": 0, "tid": 7, "ts": 1210, "dur": 3, "args": {"device": 0, "stream": $pid, "correlation": $((base + 4))}},
{"ph": "s", "cat": "fwdbwd", "name": "fwdbwd", "id": $((base + 9)), "pid": $pid, "tid": 7, "ts": 22},
{"ph": "f", "cat": "fwdbwd", "name": "fwdbwd", "id": $((base + 9)), "pid": $pid, "tid": 9, "ts": 402, "bp": "e"}
]}
END
}
trace 7 0 >t.json
records t.json >wanted
check "a trace: 16 records" test "$(wc -l <wanted)" -ge 16

jq '.traceEvents |= reverse' t.json >x.json
records x.json >got
same "a trace: events backwards" got wanted
for seed in 3 5 7 11; do
	jq --argjson k "$seed" '.traceEvents |= (to_entries | sort_by(.key * $k % 19) | map(.value))' \
	    t.json >x.json
	records x.json >got
	same "a trace: every ${seed}th event first" got wanted
done
jq '{traceEvents, deviceProperties, schemaVersion}' t.json >x.json
records x.json >got
same "a trace: devices behind the events" got wanted
jq -S . t.json >x.json
records x.json >got
same "a trace: keys in order" got wanted
jq -c . t.json >x.json
records x.json >got
same "a trace: on one line" got wanted
gzip -c t.json >x.json.gz
records x.json.gz >got
same "a trace: gzip" got wanted
gzip -c x.json.gz | gzip -dc >y.json.gz
records - <y.json.gz >got
same "a trace: gzip from standard input" got wanted
sed "s/\$/$(printf '\r')/" t.json >x.json
records x.json >got
same "a trace: CRLF" got wanted
{ printf '\357\273\277'; cat t.json; } >x.json
records x.json >got
same "a trace: byte order mark" got wanted
{ printf '\357\273\277'; sed "s/\$/$(printf '\r')/" t.json; } | gzip -c >x.json.gz
records x.json.gz >got
same "a trace: all three" got wanted

# Two processes at the same time: each has the records that it has alone
trace 8 100 >u.json
records u.json >wanted8
jq -s '.[0] + {traceEvents: (.[0].traceEvents + .[1].traceEvents)}' t.json u.json >x.json
records x.json >all
for pid in 7 8; do
	grep "\"pid\":${pid}[,}]" all >got
	grep -v '"kind":"profile"' "wanted$([ $pid = 7 ] || echo 8)" >w
	same "a trace: process $pid of two" got w
done

# --- databases ------------------------------------------------------------------

# backwards DB OUT: the same tables, their rows in the other order
backwards()
{
	cp "$1" "$2"
	sqlite3 "$2" "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'" |
	while read -r table; do
		# the key of a row is not its place in the table
		columns=$(sqlite3 "$2" "SELECT group_concat('\"' || name || '\"') FROM pragma_table_info('$table')
		    WHERE name <> '_id_' OR '$table' = 'StringTable'")
		sqlite3 -bail "$2" "CREATE TABLE pp_tmp AS SELECT $columns FROM \"$table\" ORDER BY rowid DESC;
		    DROP TABLE \"$table\"; ALTER TABLE pp_tmp RENAME TO \"$table\""
	done
}
for name in examples/lenet nvprof nsys frameworks chainer; do
	f=$(db "$name")
	records "$f" >wanted
	check "$name: records" test -s wanted
	backwards "$f" back.db
	records back.db >got
	same "$name: rows backwards" got wanted
	gzip -c "$f" >x.gz
	records x.gz >got
	same "$name: gzip" got wanted
done

# --- ncu ------------------------------------------------------------------------

for f in "$SRC"/tests/fixtures/ncu-*.csv; do
	records "$f" >wanted
	for change in "sed s/\$/$(printf '\r')/" "sed 1s/^/$(printf '\357\273\277')/" 'gzip -c'; do
		$change "$f" >x.csv
		records x.csv >got
		same "${f##*/}: ${change%%"$(printf '\r')"*}" got wanted
	done
done
done_testing
