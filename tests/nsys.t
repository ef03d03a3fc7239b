# shellcheck shell=sh
# nsys.t - Nsight Systems exports: what versions, profilers and broken runs make
# of them, then real ones and the schema of every version that is known
# (../shared/data).
#
# A global id is hardware, machine, pid and tid: 281474976710656 + pid * 16777216
# + tid.  Process 1001 is 281491770703872, its thread 1 one more; process 1002 is
# 281491787481088.
. "$SRC/tests/lib.sh"

P1=281491770703872
P2=281491787481088
T1=$((P1 + 1))
T2=$((P2 + 1))

# make_nsys FILE: a small export, then the SQL on stdin.  Strings: 1 is the launch
# call, 2 the kernel k, 3 aten::mm with number 7.
make_nsys()
{
	rm -f "$1"
	{
		cat <<'END'
PRAGMA journal_mode = OFF;
CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);
INSERT INTO StringIds VALUES(1, 'cudaLaunchKernel_v7000'), (2, 'k'),
  (3, 'aten::mm, seq = 7');
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INT, end INT, deviceId INT,
  contextId INT, streamId INT, correlationId INT, globalPid INT,
  demangledName INT, gridX INT, gridY INT, gridZ INT, blockX INT, blockY INT,
  blockZ INT, graphNodeId INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INT, end INT, eventClass INT,
  globalTid INT, correlationId INT, nameId INT);
CREATE TABLE NVTX_EVENTS(start INT, end INT, eventType INT, text TEXT,
  globalTid INT, endGlobalTid INT, textId INT, domainId INT);
END
		cat
	} | sqlite3 -bail "$1" >/dev/null
}

# kernel START END CORR PID [NODE]; call START END CORR TID; range START END TID
# TEXT [TYPE]: rows; the arguments are SQL
kernel()
{
	echo "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES($1, $2, 0, 1, 7, $3, $4,
	  2, 1, 1, 1, 32, 1, 1, ${5-NULL});"
}
call()
{
	echo "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES($1, $2, 0, $4, $3, 1);"
}
range()
{
	echo "INSERT INTO NVTX_EVENTS VALUES($1, $2, ${5-59}, $4, $3, NULL, NULL, 0);"
}

# parse FILE: its records in rec, messages in err, status in rc
parse()
{
	status pp-parse "$@"
	mv out rec
}

# each FILTER: of each record, on a line
each()
{
	jq -c "$1" rec
}

# --- processes and threads --------------------------------------------------------

# Both processes have the ids 77 and 78, and the graph node 5.
{
	for p in $P1 $P2; do
		call 100 110 77 $((p + 1))
		call 200 210 78 $((p + 2))
		kernel $((300 + (p == P2))) 400 77 $p
		kernel $((500 + (p == P2))) 600 78 $p 5
	done
	range 90 120 $T1 "'aten::mm, seq = 1'"
	range 90 120 $T2 "'aten::add, seq = 2'"
	# begun on another thread, in one process only; they cross each other
	range 80 150 $((P1 + 9)) "'step one'" 60
	range 95 215 $((P1 + 9)) "'step two'" 60
	range 190 250 $((P1 + 9)) "'not mine'"
	range 190 220 $((P2 + 2)) "'replay'"
	echo "CREATE TABLE CUDA_GRAPH_NODE_EVENTS(start INT, end INT, globalTid INT,
	  graphNodeId INT, originalGraphNodeId INT);
	INSERT INTO CUDA_GRAPH_NODE_EVENTS VALUES(30, 31, $T1, 5, NULL),
	  (40, 41, $T2, 5, NULL);"
	range 25 35 $T1 "'aten::relu, seq = 3'"
	range 38 45 $T2 "'aten::tanh, seq = 4'"
} | make_nsys two.db
parse two.db
is "two processes: no word" "$rc $(cat err)" "0 "
is "two processes: everything is its own process's" \
    "$(each '[.start, .pid, .tid, .api_start, .graph, .range, (.op // [] | map(.op))]')" \
    '[275,1001,1,75,null,["step one","step two"],["aten::mm"]]
[276,1002,1,75,null,null,["aten::add"]]
[475,1001,2,175,5,["step two"],["aten::relu"]]
[476,1002,2,175,5,["replay"],["aten::tanh"]]'
is "two processes: calls of a capture say so" \
    "$(each '[.op[].capture] | all' | tr '\n' ' ')" "false false true true "

# A graph that is gone leaves the id of its node: that of the last made before the launch,
# also of the original of a copy; of a launch before both, or without a time, nothing
# tells.  Rows are in no order.
{
	call 400 410 1 $T1
	kernel 420 430 1 $P1 5
	call 800 810 2 $T1
	kernel 820 830 2 $P1 5
	call 50 60 3 $T1
	kernel 900 910 3 $P1 5
	kernel NULL NULL 4 $P1 5
	kernel 300 310 5 $P1 5
	call 850 860 6 $T1
	kernel 870 880 6 $P1 9
	echo "CREATE TABLE CUDA_GRAPH_NODE_EVENTS(start INT, end INT, globalTid INT,
	  graphNodeId INT, originalGraphNodeId INT);
	INSERT INTO CUDA_GRAPH_NODE_EVENTS VALUES(600, 601, $T1, 5, NULL),
	  (200, 201, $T1, 5, NULL), (500, 501, $T1, 9, 5);"
	range 190 210 $T1 "'aten::relu, seq = 3'"
	range 590 610 $T1 "'aten::tanh, seq = 4'"
} | make_nsys node.db
parse node.db
is "a node id that comes again" "$(each '[.corr, (.op // [] | map(.op))]')" \
    '[5,["aten::relu"]]
[1,["aten::relu"]]
[2,["aten::tanh"]]
[6,["aten::relu"]]
[3,[]]
[4,[]]'

# Global ids whose highest bit is set are negative in SQL: hardware 0x81, machine
# 2, pid 16777215, tid 16777214.  (0x81020000 - 2^32) * 2^32 + 2^48 - 2
big=$(((0x81020000 - 4294967296) * 4294967296 + 281474976710656 - 2))
# The same pid and id in machine 3
other=$((big + 281474976710656))
{
	call 100 110 1 $big
	call 200 210 1 $other
	kernel 300 310 1 $((big - 16777214))
	kernel 400 410 1 $((other - 16777214))
	range 90 120 $big "'aten::mm, seq = 1'"
	range 190 220 $other "'aten::add, seq = 2'"
} | make_nsys big.db
parse big.db
is "ids above INT64_MAX, two machines" "$rc $(cat err) $(each '[.pid, .tid, .api_start, .op[0].op]')" \
    '0  [16777215,16777214,10,"aten::mm"]
[16777215,16777214,110,"aten::add"]'
is "of two machines no process is the only one" \
    "$(pp-parse -k profile big.db | jq .pid) $(sqlite3 big.db "DELETE FROM CUPTI_ACTIVITY_KIND_KERNEL
	WHERE globalPid = $((other - 16777214)); DELETE FROM CUPTI_ACTIVITY_KIND_RUNTIME WHERE globalTid = $other;
	DELETE FROM NVTX_EVENTS WHERE globalTid = $other"; pp-parse -k profile big.db | jq .pid)" 'null 16777215'

# Since 2020 the ids may be NULL: nobody's are not those of process 0, so that of
# one call of each it is not told whose the kernel is; one of them has none
{
	call 100 110 1 NULL
	call 105 110 2 NULL
	call 200 210 2 0
	kernel 300 310 1 NULL
	kernel 400 410 2 NULL
	range 90 120 NULL "'aten::mm, seq = 1'"
	range 90 120 0 "'aten::add, seq = 2'"
} | make_nsys null.db
parse null.db
is "rows without a process: joined by id, and no process 0" \
    "$rc $(grep NVTX -v err | sed 's/.*db: //') $(each '[.pid, .tid, .api_start, (.op // [] | map(.op))]')" \
    '0 1 kernel without a launch call: no operator (first: correlation id 2)
1 launch call without the kernel'"'"'s row (first: correlation id 2) [null,null,10,["aten::mm"]]
[null,null,null,[]]'

# A range without a thread beside a call that has one
{
	call 10 20 1 $T1
	call 60 70 2 $T1
	kernel 100 110 1 $P1
	kernel 200 210 2 $P1
	range 5 30 NULL "'aten::mm, seq = 1'"
	range 50 80 $T1 "'aten::add, seq = 2'"
} | make_nsys loose.db
parse loose.db
is "a range of no thread is told" "$rc $(sed 's/.*db: //' err) $(each '[.api_start, (.op // [] | map(.op))]')" \
    '0 1 range of no thread: no call is in it (first: aten::mm, seq = 1) [5,[]]
[55,["aten::add"]]'

# Of what runs on no known thread nothing tells what is in it
{
	call 10 100 1 NULL
	call 20 30 2 NULL
	call 10 100 3 $T1
	call 20 30 4 $T1
} | make_nsys nowhere.db
is "calls of no thread have no self" \
    "$(pp-parse -k api nowhere.db 2>&1 | jq -c '[.corr, .dur, .self]' | sort)" \
    '[1,90,null]
[2,10,null]
[3,90,80]
[4,10,10]'

# A row that another table has, too: a kernel without a name, a copy
{
	kernel 100 110 1 $P1
	echo "UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET demangledName = NULL;
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL_V2 AS SELECT * FROM CUPTI_ACTIVITY_KIND_KERNEL;
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY(start INT, end INT, deviceId INT, streamId INT, correlationId INT, bytes INT, copyKind INT);
INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES(200, 210, 0, 7, 2, 64, 1);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY_V2 AS SELECT * FROM CUPTI_ACTIVITY_KIND_MEMCPY;"
} | make_nsys same.db
parse -k gpu same.db
is "what two tables have is read once, without a name, too" \
    "$rc $(grep -c '2 rows left out: another table has the same' err) $(each '[.kind, .kernel, .start]')" \
    '0 1 [null,null,0]
["memcpy",null,100]'

# Ids that awk and jq would round are strings
{
	call 100 110 9007199254740993 $T1
	kernel 300 310 9007199254740993 $P1 -9223372036854775808
	echo "UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET streamId = 9223372036854775807;"
} | make_nsys ids.db
parse ids.db
is "ids above 2^53" "$rc $(each '[.corr, .graph, .stream, .api_start]')" \
    '0 ["9007199254740993","-9223372036854775808","9223372036854775807",0]'

# --- times ------------------------------------------------------------------------

{
	for i in 1 2 3 4 5 6; do
		call $((100 + i)) $((110 + i)) $i $T1
	done
	kernel 300 300 1 $P1 # no time at all
	kernel 300 200 2 $P1 # back in time
	kernel 0 0 3 $P1     # lost
	kernel 0 90 4 $P1    # at the start of the session
	kernel -9223372036854775808 9223372036854775807 5 $P1
	kernel 9223372036854775806 9223372036854775807 6 $P1
	kernel NULL NULL 7 $P1
} | make_nsys times.db
parse times.db
is "times: every kernel" "$rc $(wc -l <rec)" "0 7"
is "times: those without come last, in the order of the table" \
    "$(each '[.corr, .start, .dur]')" \
    '[4,0,90]
[1,300,0]
[6,"9223372036854775806",1]
[2,null,null]
[3,null,null]
[5,null,null]
[7,null,null]'
is "times: words" "$(cat err)" \
    "pp-parse: times.db: 4 kernels without valid times: no duration
pp-parse: times.db: 1 kernel without a launch call: no operator (first: correlation id 7)"

# Time 0 is the first event's, whatever is asked for and whatever it is
{
	call 100 110 1 $T1
	kernel 300 310 1 $P1
	echo "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY(start INT, end INT, bytes INT);
	INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES(0, 0, 1), (90, 50, 1), (60, 70, 1);"
} | make_nsys base.db
for kinds in kernel gpu all; do
	is "time 0: -k $kinds" "$(pp-parse -k $kinds base.db 2>/dev/null |
	    jq -c 'select(.kernel) | [.start, .api_start]')" '[240,40]'
done
for sql in \
	"0 INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES(0, 5, 1)" \
	"20 INSERT INTO NVTX_EVENTS VALUES(20, 30, 59, 'r', $T1, NULL, NULL, 0)" \
	"30 INSERT INTO NVTX_EVENTS VALUES(30, NULL, 34, 'a mark', $T1, NULL, NULL, 0)" \
	"60 INSERT INTO NVTX_EVENTS VALUES(20, 10, 59, 'inverted', $T1, NULL, NULL, 0)" \
	"60 INSERT INTO NVTX_EVENTS VALUES(-5, 30, 75, 'a domain', $T1, NULL, NULL, 1)" \
	"50 INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(50, 55, 0, $T1, NULL, 1)" \
	"-50 INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(-50, 55, 0, $T1, 9, 1)" \
	"-70 INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES(-70, -60, 1)" \
	"60 INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES(-9223372036854775807, 5, 1)"; do
	cp base.db base2.db
	sqlite3 base2.db "${sql#* }"
	is "time 0: ${sql% [A-Z]*}: ${sql#*INTO }" \
	    "$(pp-parse base2.db 2>/dev/null | jq .start) $(pp-parse -k gpu base2.db 2>/dev/null |
		jq 'select(.kernel) | .start')" "$((300 - (${sql%% *}))) $((300 - (${sql%% *})))"
done

# When the recording began, and the first event 60 ns later; what is no time is none
for case in "5000000000 5000000060" "9223372036854775747 9223372036854775807" \
	"9223372036854775748 null" "0 60" "-5 null" "NULL null" "'soon' null"; do
	cp base.db base2.db
	sqlite3 base2.db "CREATE TABLE TARGET_INFO_SESSION_START_TIME(utcEpochNs INT);
	    INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES(${case% *})"
	is "base: ${case% *}" "$(pp-parse -k profile base2.db 2>/dev/null | jq -r .base)" "${case#* }"
done

# Time 0 is not told where a table cannot be read, whoever asks for its rows
page=$(sqlite3 base.db "SELECT rootpage FROM sqlite_master WHERE name = 'CUPTI_ACTIVITY_KIND_MEMCPY'")
size=$(sqlite3 base.db "PRAGMA page_size")
cp base.db base2.db
printf '\167' | dd of=base2.db bs=1 seek=$(((page - 1) * size)) conv=notrunc 2>dd.err
for kinds in kernel gpu; do
	status pp-parse -k $kinds base2.db
	is "time 0: a damaged table: -k $kinds" "$rc $(wc -l <out) $(cat err)" \
	    "1 0 pp-parse: base2.db: table 'CUPTI_ACTIVITY_KIND_MEMCPY': database disk image is malformed: the file is cut or damaged, export it again"
done

# and it is the same whichever rows are asked for, where times are no integers: 60 of
# a copy, 300 of the kernel
cp base.db base2.db
check "times that are no integers: a table" sqlite3 base2.db "
    CREATE TABLE x AS SELECT start + 0.0 AS start, \"end\" + 0.0 AS \"end\", bytes
	FROM CUPTI_ACTIVITY_KIND_MEMCPY;
    DROP TABLE CUPTI_ACTIVITY_KIND_MEMCPY; ALTER TABLE x RENAME TO CUPTI_ACTIVITY_KIND_MEMCPY"
for kinds in kernel kernel,memcpy; do
	is "time 0: times that are no integers: -k $kinds" \
	    "$(pp-parse -k $kinds base2.db 2>/dev/null | jq -c 'select(.kernel) | .start')" 240
done

# Nothing is lost in silence where a page is damaged that a question for rows reads
# before the rows are: its first cell is said to begin behind the page
for table in StringIds CUPTI_ACTIVITY_KIND_KERNEL CUPTI_ACTIVITY_KIND_RUNTIME \
	TARGET_INFO_GPU META_DATA_CAPTURE; do
	db=$(db nsys)
	page=$(sqlite3 "$db" "SELECT rootpage FROM sqlite_master WHERE name = '$table'")
	size=$(sqlite3 "$db" 'PRAGMA page_size')
	printf '\377\377' | dd of="$db" bs=1 seek=$(((page - 1) * size + 8)) conv=notrunc 2>dd.err
	status pp-parse -k all "$db"
	is "a damaged page of $table" "$rc $(wc -l <out) $(cat err)" \
	    "1 0 pp-parse: $db: table '$table': database disk image is malformed: the file is cut or damaged, export it again"
done
db=$(db nvprof)
page=$(sqlite3 "$db" "SELECT rootpage FROM sqlite_master WHERE name = 'StringTable'")
printf '\377\377' | dd of="$db" bs=1 seek=$(((page - 1) * size + 8)) conv=notrunc 2>dd.err
status pp-parse "$db"
is "a damaged page of StringTable" "$rc $(wc -l <out) $(cat err)" \
    "1 0 pp-parse: $db: table 'StringTable': database disk image is malformed: the file is cut or damaged, export it again"

# --- ids that come again, lost kernels ----------------------------------------------

# Three calls with the id 7, in any order; launches before all of them, after the
# second, at the very start of the third, at no time.  A process of its own has
# the same id, and a single call with it.  Where no time decides there is no call: nor
# where a kernel is of no process and the calls are of two.
{
	call 500 510 7 $T1
	call 100 110 7 $T1
	call 300 310 7 $T1
	call 600 610 7 $T2
	kernel 50 60 7 $P1
	kernel 450 460 7 $P1
	kernel 500 520 7 $P1
	kernel NULL NULL 7 $P1
	kernel 590 599 7 $P2
	kernel NULL NULL 7 $P2
	call 800 810 8 $T1
	call 900 910 8 $T2
	kernel 950 960 8 NULL
	call 1000 1010 9 $T1
	call 1100 1110 9 $T1
	kernel 1050 1060 9 NULL
	kernel NULL NULL 9 NULL
} | make_nsys again.db
parse again.db
is "an id that comes again: the last call that began by then" \
    "$(each '[.start, .pid, .tid, .api, .api_start]')" \
    '[0,1001,null,null,null]
[400,1001,1,"cudaLaunchKernel",250]
[450,1001,1,"cudaLaunchKernel",450]
[540,1002,1,"cudaLaunchKernel",550]
[900,null,null,null,null]
[1000,1001,1,"cudaLaunchKernel",950]
[null,1001,null,null,null]
[null,1002,1,"cudaLaunchKernel",550]
[null,1001,null,null,null]'
# Of the calls without a kernel that with id 7 may have one of the two that nobody has,
# and that with 9; of the two with 8 one has none.
is "an id that comes again: no call where no time decides" "$(grep call err)" \
    "pp-parse: again.db: 4 kernels without a launch call: no operator (first: correlation id 7)
pp-parse: again.db: 1 launch call without the kernel's row (first: correlation id 8)"

# Launches that have no kernel: not one that failed, nor one in a capture of its
# thread; those of HIP, too; a host function is none.  The first is by its start.
{
	call 100 110 1 $T1
	kernel 150 160 1 $P1
	echo "ALTER TABLE CUPTI_ACTIVITY_KIND_RUNTIME ADD returnValue INT;
	INSERT INTO StringIds VALUES (20, 'cudaLaunchKernel_v7000'), (21, 'cudaLaunchHostFunc'),
	  (22, 'hipExtModuleLaunchKernel'), (23, 'cudaStreamBeginCapture_v10000'),
	  (24, 'cudaStreamEndCapture_v10000'), (25, 'cudaGraphLaunch'), (26, 'cuLaunchKernelEx');
	CREATE TABLE c(start, tid, corr, name, value);
	INSERT INTO c VALUES (900, $T1, 9, 20, 0), (200, $T1, 2, 20, NULL), (210, $T1, 3, 21, 0),
	  (220, $T1, 4, 22, 0), (230, $T1, 5, 20, 700), (240, $T1, 6, 23, 0), (250, $T1, 7, 20, 0),
	  (255, $T2, 8, 26, 0), (260, $T1, 10, 24, 0), (270, $T1, 11, 25, 0);
	INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME(start, end, globalTid, correlationId, nameId, returnValue)
	  SELECT start, start + 5, tid, corr, name, value FROM c;"
} | make_nsys lost.db
parse lost.db
is "launches without a kernel" "$rc $(wc -l <rec) $(grep -v NVTX err)" \
    "0 1 pp-parse: lost.db: 4 launch calls without the kernel's row (first: correlation id 2)"
is "launches without a kernel: only where kernels are asked for" \
    "$(pp-parse -k api lost.db 2>&1 >/dev/null | grep -c 'row')" 0

cp lost.db none.db
sqlite3 none.db "DROP TABLE CUPTI_ACTIVITY_KIND_KERNEL"
none="pp-parse: none.db: no kernel table: was the run traced with nsys profile --trace=cuda?"
is "launches without a kernel: nor a table of them" "$(pp-parse none.db 2>&1)" \
    "$none (5 launch calls without the kernel's row, first: correlation id 1)"
sqlite3 none.db "UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET correlationId = NULL;
    DELETE FROM CUPTI_ACTIVITY_KIND_RUNTIME WHERE start > 150"
is "launches without a kernel: nor an id" "$(pp-parse none.db 2>&1)" \
    "$none (1 launch call without the kernel's row)"

# The same where an id comes again, whatever the order of the rows: of the four calls
# with id 7 one failed, one has the kernel, and two have lost theirs.  A call inside
# another, as the driver's in the runtime's, is the same launch (8); one that copied
# launched no kernel (9).  A time without an end is none of a call (7).
{
	call 900 NULL 7 $T1
	kernel 950 960 7 $P1
	call 100 110 7 $T1
	call 200 210 7 $T1
	call 300 310 7 $T1
	call 400 450 8 $T1
	call 410 440 8 $T1
	kernel 460 470 8 $P1
	call 500 510 9 $T1
	call 520 530 9 $T1
	kernel 540 550 9 $P1
	echo "INSERT INTO StringIds VALUES (20, 'cudaMemcpyAsync_v3020');
	ALTER TABLE CUPTI_ACTIVITY_KIND_RUNTIME ADD returnValue INT;
	UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET nameId = 20 WHERE start = 500;
	UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET returnValue = 700 WHERE start = 200;"
} | make_nsys twice.db
parse twice.db
lost='pp-parse: twice.db: 2 launch calls without the kernel'"'"'s row (first: correlation id 7)'
is "launches without a kernel: an id that comes again" "$rc $(grep -v NVTX err)" "0 $lost"
is "a call without an end has no duration" "$(each '[.corr, .api_start, .api_dur]' | tr '\n' ' ')" \
    "[8,310,30] [9,420,10] [7,800,null] "
# which of them is the first row changes nothing
for first in 100 200 300; do
	cp twice.db first.db
	sqlite3 first.db "CREATE TABLE r AS SELECT * FROM CUPTI_ACTIVITY_KIND_RUNTIME
	    ORDER BY start <> $first, start DESC;
	    DELETE FROM CUPTI_ACTIVITY_KIND_RUNTIME;
	    INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME SELECT * FROM r"
	is "launches without a kernel: $first in front" \
	    "$(pp-parse first.db 2>&1 >/dev/null | grep -v NVTX)" "pp-parse: first.db: ${lost#*.db: }"
done

# Of two calls the one that failed launched nothing, and the other has the kernel: none is
# lost, whether the kernel's process is known or not
{
	call 100 110 1 $T1
	call 200 210 1 $T1
	kernel 300 310 1 NULL
	echo "ALTER TABLE CUPTI_ACTIVITY_KIND_RUNTIME ADD returnValue INT;
	UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET returnValue = 700 WHERE start = 100;"
} | make_nsys failed.db
for pid in NULL $P1; do
	sqlite3 failed.db "UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET globalPid = $pid"
	parse failed.db
	is "a call that failed in front: a kernel of process $pid" \
	    "$rc $(each '[.tid, .api_start]') $(grep -v NVTX err)" "0 [1,100] "
done

# Whichever of them began first, and of whatever process it is: the call that did not fail
# is as if it were alone, and has kernels of any time and of none
{
	call 100 110 1 $T1
	call 200 210 1 $T2
	call 300 310 2 $T1
	call 400 410 2 $T1
	call 500 510 2 $T1
	kernel 350 360 2 $P1
	kernel 600 610 1 NULL
	kernel 50 60 1 NULL
	kernel NULL NULL 1 NULL
	kernel 700 710 2 $P1
	echo "ALTER TABLE CUPTI_ACTIVITY_KIND_RUNTIME ADD returnValue INT;
	UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET returnValue = 700 WHERE start IN (200, 500);"
} | make_nsys failed.db
for order in start "start DESC"; do
	cp failed.db first.db
	sqlite3 first.db "CREATE TABLE r AS SELECT * FROM CUPTI_ACTIVITY_KIND_RUNTIME ORDER BY $order;
	    DELETE FROM CUPTI_ACTIVITY_KIND_RUNTIME;
	    INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME SELECT * FROM r"
	parse first.db
	# times count from 50
	is "calls that failed, by $order: a kernel is of one that did not" \
	    "$rc $(each '[.corr, .pid, .api_start]' | tr '\n' ' ') $(grep call err)" \
	    "0 [1,1001,50] [2,1001,250] [1,1001,50] [2,1001,350] [1,1001,50]  "
done
# Where all failed the last that began has it, as of any calls, and none is lost
sqlite3 failed.db "UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET returnValue = 700"
parse failed.db
is "calls that all failed" \
    "$rc $(each 'select(.corr == 2) | .api_start' | tr '\n' ' ') $(grep -c "kernel's row" err)" \
    "0 250 450  0"

# A call inside another is the same launch whatever other threads call meanwhile: of the
# launches at 100, with the call at 140 in it, and at 120, one has the kernel of which
# nothing tells whose it is, and one is lost.  A call after the other's end (id 2) is one
# of its own; so is one around a call that failed (3), which launched nothing
{
	call 100 200 1 $T1
	call 120 130 1 $((T1 + 1))
	call 140 150 1 $T1
	kernel 50 60 1 $P1
	call 300 310 2 $T1
	call 305 308 2 $((T1 + 1))
	call 310 320 2 $T1
	kernel 250 260 2 $P1
	kernel 250 260 2 $P1
	call 400 450 3 $T1
	call 410 420 3 $T1
	call 430 440 3 $((T1 + 1))
	kernel 350 360 3 $P1
	echo "ALTER TABLE CUPTI_ACTIVITY_KIND_RUNTIME ADD returnValue INT;
	UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET returnValue = 700 WHERE start = 410;"
} | make_nsys inside.db
for id in 1 2 3; do
	cp inside.db one-id.db
	sqlite3 one-id.db "DELETE FROM CUPTI_ACTIVITY_KIND_RUNTIME WHERE correlationId <> $id;
	    DELETE FROM CUPTI_ACTIVITY_KIND_KERNEL WHERE correlationId <> $id"
	is "calls of several threads: id $id" \
	    "$(pp-parse one-id.db 2>&1 >/dev/null | grep "kernel's row")" \
	    "pp-parse: one-id.db: 1 launch call without the kernel's row (first: correlation id $id)"
done

# What is no integer is no id: 7.9, '7x' and a blob are not 7, and have not the call at 100
# with that id.  A real or a text that is exactly 7 is one.  Times count from 100.
for id in 7.9 "'7x'" "x'37'" "'7.5'" 1e300 "''" 7.0 "'7'"; do
	{
		call 100 110 7 $T1
		kernel 150 160 7 $P1
		kernel 200 210 8 $P1
		echo "CREATE TABLE x(start, end, globalPid, demangledName, correlationId);
		INSERT INTO x SELECT start, end, globalPid, demangledName, correlationId
		  FROM CUPTI_ACTIVITY_KIND_KERNEL;
		UPDATE x SET correlationId = $id WHERE correlationId = 8;
		DROP TABLE CUPTI_ACTIVITY_KIND_KERNEL;
		ALTER TABLE x RENAME TO CUPTI_ACTIVITY_KIND_KERNEL;"
	} | make_nsys id.db
	parse id.db
	case $id in
	7.0 | "'7'") wanted="[50,7,0] [100,7,0] " ;;
	*) wanted="[50,7,0] [100,null,null] " ;;
	esac
	is "an id that is $id" "$(each '[.start, .corr, .api_start]' | tr '\n' ' ')" "$wanted"
done
# Nor is it a time: of the call from 90.5 on nothing is known, not even what was first
{
	call 90 110 7 $T1
	kernel 150 160 7 $P1
	echo "CREATE TABLE x(start, end, globalTid, correlationId);
	INSERT INTO x SELECT start + 0.5, end, globalTid, correlationId FROM CUPTI_ACTIVITY_KIND_RUNTIME;
	DROP TABLE CUPTI_ACTIVITY_KIND_RUNTIME;
	ALTER TABLE x RENAME TO CUPTI_ACTIVITY_KIND_RUNTIME;
	CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY(start, end);
	INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES(50.5, 60), ('55x', 60), (70, 80.5), (120, 130);"
} | make_nsys time.db
for kinds in kernel kernel,memcpy; do # 150 - 120
	is "a time that is no integer: -k $kinds" \
	    "$(pp-parse -k $kinds time.db 2>/dev/null | jq -c 'select(.kernel) | [.start, .api_start]')" "[30,null]"
done

# A call has made the launches of its own process: a kernel without a process gets another
# process's call, if any.  Times count from 100
{
	call 100 110 7 $T1
	kernel 150 160 7 $P1
	kernel 600 610 7 NULL
} | make_nsys nobody.db
parse nobody.db
is "a kernel of no process: its id's call has one" \
    "$(each '[.start, .api_start]' | tr '\n' ' ')" "[50,0] [500,null] "
call 300 310 7 $T2 | sqlite3 nobody.db
parse nobody.db
is "a kernel of no process: another process's call has none" \
    "$(each '[.start, .api_start]' | tr '\n' ' ')" "[50,0] [500,200] "

# Tables of kernels that both have rows are both read, but for rows that both have: of 1 and
# 2, and 2 and 3, and 3 twice in the last, there are 1, 2, 3, 3.  Of another table's versions
# one is read.
for table in CONCURRENT_KERNEL KERNEL_V3; do
	{
		call 100 110 1 $T1
		kernel 150 160 1 $P1
		kernel 250 260 2 $P1
		echo "CREATE TABLE CUPTI_ACTIVITY_KIND_$table AS SELECT * FROM CUPTI_ACTIVITY_KIND_KERNEL
		  WHERE correlationId = 2;
		INSERT INTO CUPTI_ACTIVITY_KIND_$table SELECT start + 100, end + 100, deviceId, contextId,
		  streamId, 3, globalPid, demangledName, gridX, gridY, gridZ, blockX, blockY, blockZ,
		  graphNodeId FROM CUPTI_ACTIVITY_KIND_KERNEL WHERE correlationId = 2;
		INSERT INTO CUPTI_ACTIVITY_KIND_$table SELECT * FROM CUPTI_ACTIVITY_KIND_$table
		  WHERE correlationId = 3;
		CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME_V2 AS SELECT * FROM CUPTI_ACTIVITY_KIND_RUNTIME;"
	} | make_nsys two.db
	parse two.db
	is "two tables of kernels: $table" "$(each .corr | tr '\n' ' ')" "1 2 3 3 "
	is "two tables of kernels: $table: what is left out" "$(grep -c 'row left out: another table has the same (first: k)' err)" 1
done
is "two tables of calls" "$(grep "not read" err)" \
    "pp-parse: two.db: 1 table not read, as another version of it is (first: CUPTI_ACTIVITY_KIND_RUNTIME_V2)"

# The whole text of a range without a start is told
range NULL 120 $T1 "'aten::mm, seq = 7'" | make_nsys begin.db
parse begin.db
is "a range without a start" "$(grep range err)" \
    "pp-parse: begin.db: 1 range left out: it has no start (first: aten::mm, seq = 7)"

# An empty text is a name; two texts of one id are none, but the same twice is one
for value in "''" "'other'" "'k'"; do
	{
		call 100 110 1 $T1
		kernel 150 160 1 $P1
		echo "CREATE TABLE s(id INT, value TEXT); INSERT INTO s SELECT * FROM StringIds;
		DROP TABLE StringIds; ALTER TABLE s RENAME TO StringIds;"
		if [ "$value" = "''" ]; then
			echo "UPDATE StringIds SET value = '' WHERE id = 2;"
		else
			echo "INSERT INTO StringIds VALUES(2, $value);"
		fi
	} | make_nsys name.db
	parse name.db
	case $value in
	"''") wanted='"" ' ;;
	"'other'") wanted="null pp-parse: name.db: 1 text of an id that has another: neither is read (first: other)
pp-parse: name.db: 1 kernel without a name" ;;
	*) wanted='"k" ' ;;
	esac
	is "a name that is also $value" "$(each .name) $(cat err)" "$wanted"
done

# A graph launched at 100 has no node that was made at 500; one made at 90 it has
for made in 500 90; do
	{
		call 100 110 1 $T1
		kernel 150 160 1 $P1 5
		range 80 95 $T1 "'aten::mm, seq = 7'"
		range 490 520 $T1 "'aten::mm, seq = 7'"
		echo "CREATE TABLE CUDA_GRAPH_NODE_EVENTS(start INT, end INT, globalTid INT, graphNodeId INT);
		INSERT INTO CUDA_GRAPH_NODE_EVENTS VALUES($made, $made + 1, $T1, 5);"
	} | make_nsys made.db
	parse made.db
	is "a graph's only node, made at $made" "$(each '[.op[]?.op]')" \
	    "$([ $made = 90 ] && echo '["aten::mm"]' || echo '[]')"
done

# Launches of kernels whose names do not say so, of CUDA up to 9 and of HIP; a function of
# the host is no kernel.
{
	call 100 110 1 $T1
	kernel 150 160 1 $P1
	echo "INSERT INTO StringIds VALUES (20, 'cudaLaunch'), (21, 'cudaLaunch_ptsz_v7000'),
	  (22, 'cuLaunch'), (23, 'cuLaunchGrid'), (24, 'cuLaunchGridAsync'),
	  (25, 'hipLaunchByPtr'), (26, 'cuLaunchHostFunc'), (27, 'cudaLaunchHostFunc_ptsz');
	INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME(start, end, globalTid, correlationId, nameId)
	  SELECT id * 10, id * 10 + 5, $T1, id, id FROM StringIds WHERE id >= 20;"
} | make_nsys old.db
is "launches without a kernel: whose names have none" \
    "$(pp-parse old.db 2>&1 >/dev/null | grep -v NVTX)" \
    "pp-parse: old.db: 6 launch calls without the kernel's row (first: correlation id 20)"

# What nsys says of lost events, each text once and not more than 20 of them, of the 2 +
# 30 that there are: 12 are counted
sqlite3 lost.db "CREATE TABLE DIAGNOSTIC_EVENT(severity INT, text TEXT);
INSERT INTO DIAGNOSTIC_EVENT VALUES (2, 'Not all CUDA events.'), (3, 'NVTX events were lost.'),
  (2, 'Not all CUDA events.'), (1, 'No CUDA events.'), (2, 'No OpenGL events.'), (2, NULL),
  (2, 'CUDA is traced.');
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
  INSERT INTO DIAGNOSTIC_EVENT SELECT 2, 'No CUDA events of ' || i FROM n"
pp-parse lost.db 2>&1 >/dev/null | sed -n 's/.*nsys says: //p' >said
is "nsys's own words" "$(head -3 said | paste -sd '|' -) $(wc -l <said)" \
    "Not all CUDA events.|NVTX events were lost.|No CUDA events of 1 20"
is "nsys's own words: how many more" \
    "$(pp-parse lost.db 2>&1 >/dev/null | grep 'of nsys')" \
    "pp-parse: lost.db: 12 other messages of nsys: not shown"


# --- tables and columns -----------------------------------------------------------

{
	call 100 110 1 $T1
	kernel 300 310 1 $P1
	range 90 120 $T1 "'aten::mm, seq = 1'"
} | make_nsys one.db

# after NAME SQL WANTED: the kernel's call and operator after the SQL; the call is
# 10 after the range where the range counts
after()
{
	cp one.db after.db
	chmod u+w after.db
	sqlite3 -bail after.db "$2"
	parse after.db
	is "$1" "$rc $(each '[.kernel, .api_start, .op[0].op]') $(cat err)" "$3"
}
all='["k",10,"aten::mm"]'
after "as it is" "" "0 $all "
for table in CUPTI_ACTIVITY_KIND_KERNEL CUPTI_ACTIVITY_KIND_RUNTIME NVTX_EVENTS StringIds; do
	want=$all
	[ $table = StringIds ] && want='[null,10,"aten::mm"]'
	for v in V2 V3; do
		after "$table is $table""_$v" \
		    "ALTER TABLE $table RENAME TO ${table}_$v;
		    CREATE TABLE IF NOT EXISTS META_DATA_EXPORT(name TEXT, value TEXT)" "0 $all "
	done
	after "$table is empty, its second version has the rows" \
	    "CREATE TABLE ${table}_V2 AS SELECT * FROM $table; DELETE FROM $table" "0 $all "
	after "$table and an empty second version" \
	    "CREATE TABLE ${table}_V2 AS SELECT * FROM $table WHERE 0" "0 $all "
done
after "kernels in CONCURRENT_KERNEL" \
    "ALTER TABLE CUPTI_ACTIVITY_KIND_KERNEL RENAME TO CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL" \
    "0 $all "
after "two tables of kernels, one empty" \
    "CREATE TABLE CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL AS SELECT * FROM
    CUPTI_ACTIVITY_KIND_KERNEL; DELETE FROM CUPTI_ACTIVITY_KIND_KERNEL" "0 $all "
after "two tables of kernels that say the same" \
    "CREATE TABLE CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL AS SELECT * FROM
    CUPTI_ACTIVITY_KIND_KERNEL" \
    "0 $all pp-parse: after.db: 1 row left out: another table has the same (first: k)"
after "no NVTX" "DROP TABLE NVTX_EVENTS" \
    "0 [\"k\",0,null] pp-parse: after.db: no table NVTX_EVENTS, so no operators: was the run traced with nsys profile --trace=cuda,nvtx?"
after "no calls" "DROP TABLE CUPTI_ACTIVITY_KIND_RUNTIME" \
    "0 [\"k\",null,null] pp-parse: after.db: 1 kernel without a launch call: no operator (first: correlation id 1)"
after "no strings" "DELETE FROM StringIds" \
    "0 [null,10,\"aten::mm\"] pp-parse: after.db: 1 kernel without a name"
after "no kernels" "DELETE FROM CUPTI_ACTIVITY_KIND_KERNEL" \
    "0  pp-parse: after.db: 1 launch call without the kernel's row (first: correlation id 1)
pp-parse: after.db: 0 GPU kernels: was the run traced on the GPU?"

# Names: demangled, else mangled, else the short one
after "only a short name" "ALTER TABLE CUPTI_ACTIVITY_KIND_KERNEL
    RENAME COLUMN demangledName TO shortName" "0 $all "
after "a mangled name where the demangled one is gone" \
    "ALTER TABLE CUPTI_ACTIVITY_KIND_KERNEL ADD mangledName INT;
    INSERT INTO StringIds VALUES(9, '_ZN2ns1fEi');
    UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET mangledName = 9, demangledName = 99" \
    '0 ["ns::f",10,"aten::mm"] '

# Texts: registered, or empty beside a registered one (2019)
after "registered text" "UPDATE NVTX_EVENTS SET text = NULL, textId = 3" "0 $all "
after "registered text beside an empty one" "UPDATE NVTX_EVENTS SET text = '', textId = 3" "0 $all "
after "its own text first" "UPDATE NVTX_EVENTS SET textId = 2" "0 $all "
after "a registered text that is gone" "UPDATE NVTX_EVENTS SET text = NULL, textId = 99" \
    '0 ["k",0,null] pp-parse: after.db: 1 range left out: no text'

# Texts that differ in numbers are decoded once: a kernel in each, with its own
awk -v tid=$T1 -v pid=$P1 'BEGIN {
	n = split("aten::mm, seq = , op_id = 5|aten::mm, seq = 6, op_id = 7|aten::mm, seq = 8, op_id = 9" \
	    "|aten::mm, seq = 1, op_id = |aten::mm, seq = 010|aten::mm, seq = 11|aten::mm, seq = 0" \
	    "|MmBackward0, seq = 12, op_id = 13|MmBackward0, seq = 14, op_id = 15" \
	    "|mine, op_id = 1|mine, op_id = 2|ProfilerStep#3, op_id = 4", text, "|")
	for (i = 1; i <= n; i++) {
		printf "INSERT INTO NVTX_EVENTS VALUES(%d, %d, 59, \047%s\047, %s, NULL, NULL, 0);\n",
		    1000 * i, 1000 * i + 500, text[i], tid
		printf "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(%d, %d, 0, %s, %d, 1);\n",
		    1000 * i + 10, 1000 * i + 20, tid, i
		printf "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(%d, %d, 0, 1, 7, %d, %s, 2, 1, 1, 1, 32, 1, 1, NULL);\n",
		    1000 * i + 30, 1000 * i + 40, i, pid
	}
}' | make_nsys numbers.db
parse numbers.db
# rows 1 and 4 are nothing that torch writes; they must not change the others
is "texts that differ in numbers: each its own" \
    "$(sed -n '2,3p;5,12p' rec | jq -c '[.op[0].op // .step, .seq[0], .op[0].id, .dir]')" \
    '["aten::mm",6,7,"fprop"]
["aten::mm",8,9,"fprop"]
["aten::mm",10,null,"fprop"]
["aten::mm",11,null,"fprop"]
["aten::mm",0,null,"fprop"]
["MmBackward0",12,13,"bprop"]
["MmBackward0",14,15,"bprop"]
["mine",null,1,"fprop"]
["mine",null,2,"fprop"]
["ProfilerStep#3",null,null,null]'

# What NVTX rows are is the enum's word where there is one
after "kinds by the export's own numbers" \
    "CREATE TABLE ENUM_NSYS_EVENT_TYPE(id INTEGER PRIMARY KEY, name TEXT, label TEXT);
    INSERT INTO ENUM_NSYS_EVENT_TYPE VALUES(159, 'NvtxPushPopRange', ''), (59, 'NvtxMark', '');
    UPDATE NVTX_EVENTS SET eventType = 159;
    INSERT INTO NVTX_EVENTS VALUES(95, 115, 59, 'aten::no', $T1, NULL, NULL, 0)" "0 $all "
for kind in 33 34 39 75 76; do
	after "kind $kind is no range" \
	    "INSERT INTO NVTX_EVENTS VALUES(95, 115, $kind, 'aten::no', $T1, NULL, NULL, 0)" "0 $all "
done
for kind in 70 71; do
	after "kind $kind is a range" "UPDATE NVTX_EVENTS SET eventType = $kind" "0 $all "
done

# Any bytes: ESC, NUL, a lone continuation byte, an apostrophe
after "a name of any bytes" \
    "UPDATE StringIds SET value = CAST(x'6B1B00FF27C3' AS TEXT) WHERE id = 2" \
    '0 ["k\u001b\u0000�'"'"'�",10,"aten::mm"] '
after "a name and a text that are blobs" \
    "UPDATE StringIds SET value = x'6B' WHERE id = 2;
    UPDATE NVTX_EVENTS SET text = x'6174656e3a3a6d6d'" "0 $all "
cp one.db after.db
sqlite3 after.db "UPDATE NVTX_EVENTS SET text = CAST(x'6C617965723A1B5B30FF0A00C3' AS TEXT)"
parse after.db
is "a layer of any bytes: one line, JSON" "$(wc -l <rec) $(each .layer)" \
    '1 ["\u001b[0�\n\u0000�"]'

# --- who wrote it, on what --------------------------------------------------------

# meta SQL: what the profile record has, without its kinds and base
meta()
{
	cp one.db after.db
	sqlite3 -bail after.db "$1"
	pp-parse -k kernel,profile after.db >rec 2>err
	jq -c 'if .kind == "profile" then del(.v, .kind, .kinds, .base) else {pid, rank, gpu} end' rec |
	tr -d '\n'
}
for table in META_DATA_EXPORT EXPORT_META_DATA; do
	is "version from $table" "$(meta "CREATE TABLE $table(name TEXT, value TEXT);
	    INSERT INTO $table VALUES('EXPORT_PRODUCT_VERSION', '2024.5.1.113')" |
	    jq -r '.producer // empty')" "nsys 2024.5.1.113"
done
env="CREATE TABLE META_DATA_CAPTURE(name TEXT, value TEXT);
INSERT INTO META_DATA_CAPTURE VALUES('PROCESS_0:ENVIRONMENT_VARIABLE', 'SLURM_PROCID=\"1\"'),
 ('PROCESS_0:ENVIRONMENT_VARIABLE', 'RANK=\"5\"'), ('PROCESS_0:ENVIRONMENT_VARIABLE', 'PMI_RANK=\"2\"'),
 ('NOTE', 'RANK=\"6\"'), ('PROCESS_0:ENVIRONMENT_VARIABLE', 'MY_RANK=\"7\"'),
 ('PROCESS_0:ENVIRONMENT_VARIABLE', 'RANK='), ('PROCESS_0:ENVIRONMENT_VARIABLE', NULL), (NULL, NULL)"
# of the profile, and of its kernel
is "rank: torchrun's first" "$(meta "$env" | jq -s -c 'map(.rank)')" "[5,5]"
is "rank: else the job's" "$(meta "$env; DELETE FROM META_DATA_CAPTURE WHERE value LIKE 'RANK=%'" |
    jq -s -c 'map(.rank)')" "[2,2]"
is "rank: of two processes nobody's" "$(meta "$env;
    INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL SELECT start, end, 0, 1, 7, 9, $P2, 2, 1, 1, 1, 1, 1, 1, NULL
    FROM CUPTI_ACTIVITY_KIND_KERNEL" | jq -s -c 'map(.rank)')" '[null,null,null]'

# P2 has a range and no kernel: P1's kernel keeps its rank, whatever -k says
cp one.db after.db
sqlite3 -bail after.db "$env; INSERT INTO NVTX_EVENTS(start, end, eventType, text, globalTid)
    VALUES(1, 9, 59, 'launcher', $P2 + 1)"
for k in kernel kernel,range all; do
	is "rank: of the process that used the GPU, -k $k" "$(pp-parse -k $k after.db |
	    jq -s -c 'map(select(.kind == null or .range == ["launcher"]).rank)')" \
	    "$([ $k = kernel ] && echo '[5]' || echo '[null,5]')"
done
# Rows without a start or end have no times, and do not move time 0
cp one.db after.db
sqlite3 -bail after.db "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME(start, end, globalTid, correlationId)
    VALUES(NULL, 1, $P1 + 1, 801), (7, NULL, $P1 + 1, 802);
    INSERT INTO NVTX_EVENTS(start, end, eventType, text, globalTid)
    VALUES(NULL, 9, 59, 'no start', $P1 + 1)"
pp-parse -k all after.db >rec 2>err
is "no start: calls have no times" "$(jq -c 'select(.corr == 801 or .corr == 802) |
    [.start, .dur]' rec | tr -d '\n')" '[null,null][null,null]'
is "no start: time 0 is the same" "$(jq 'select(.kind == null).start' rec)" \
    "$(pp-parse one.db | jq .start)"
is "no start: a range is left out, and said" \
    "$(grep -c '1 range left out: it has no start (first: no start)' err) $(grep -c '"no start"' rec)" '1 0'

gpu="CREATE TABLE TARGET_INFO_GPU(id INT, name TEXT, memoryBandwidth INT, clockRate INT,
 smCount INT, computeMajor INT, computeMinor INT, cuDevice INT);
INSERT INTO TARGET_INFO_GPU VALUES(0, 'A40', 696096000000, 1740000000, 84, 8, 6, 1),
 (1, 'A100', 1555200000000, 1410000000, 108, 8, 0, 0)"
a100='{"name":"A100","cc":"8.0","sms":108,"clock_khz":1410000,"mem_bps":1555200000000}'
is "GPU: by CUDA's number, not the export's" "$(meta "$gpu" | jq -c '.gpu // empty')" "$a100"
is "GPU: by the process's own number" "$(meta "$gpu;
    CREATE TABLE TARGET_INFO_CUDA_DEVICE(gpuId INT, cudaId INT, pid INT);
    INSERT INTO TARGET_INFO_CUDA_DEVICE VALUES(1, 0, 1002), (0, 0, 1001), (1, 1, 1001), (9, 0, 1001)" |
    jq -c '.gpu.name // empty')" '"A40"'
# Each machine numbers its GPUs from 0: which of them a process's is nothing tells,
# unless they are alike
two="$gpu; CREATE TABLE TARGET_INFO_CUDA_DEVICE(gpuId INT, cudaId INT, pid INT);
    INSERT INTO TARGET_INFO_CUDA_DEVICE VALUES(1, 0, 1001);
    INSERT INTO TARGET_INFO_GPU(id, name) VALUES(1, "
is "GPU: of two with the export's number nobody's" "$(meta "$two 'H100')" | jq -c '.gpu // empty')" ""
is "GPU: two that are alike are one" "$(meta "$two 'A100')" | jq -c '.gpu.name // empty')" '"A100"'
# Before 2021: kHz, kB/s, numbers by process where there is a pid
old="CREATE TABLE TARGET_INFO_CUDA_GPU(name TEXT, globalMemoryBandwidth INT, coreClockRate INT,
 numMultiprocessors INT, computeCapabilityMajor INT, computeCapabilityMinor INT, deviceId INT, pid INT);
CREATE TABLE TARGET_INFO_GPU(vmId INT, deviceId INT, name TEXT, busLocation TEXT);
INSERT INTO TARGET_INFO_GPU VALUES(0, 0, 'no facts', '');
INSERT INTO TARGET_INFO_CUDA_GPU VALUES('V100', 898048000, 1530000, 80, 7, 0, 0, 1002),
 ('T4', 320064000, 1590000, 40, 7, 5, 0, "
is "GPU: in the table of old" "$(meta "$old NULL)" | jq -c '.gpu // empty')" \
    '{"name":"T4","cc":"7.5","sms":40,"clock_khz":1590000,"mem_bps":320064000000}'
is "GPU: in the table of old, by process" "$(meta "$old 1001)" | jq -c '.gpu.name // empty')" '"T4"'
is "GPU: another process's is nobody else's" "$(meta "$old 1003)" | jq -c '.gpu // empty')" ""
is "GPU: nonsense is unknown" "$(meta "$gpu; UPDATE TARGET_INFO_GPU SET name = NULL,
    memoryBandwidth = -1, clockRate = -9223372036854775808, smCount = 'many', computeMajor = NULL" |
    jq -c 'select(.gpu) | .gpu')" ""

# --- CUDA graphs ------------------------------------------------------------------

# graph ROWS: rows of the nodes' making in the table of 2022; the calls of two
# kernels, whose nodes are copies 11 and 12
graph()
{
	{
		call 500 510 1 $T1
		kernel 600 610 1 $P1 11
		kernel 620 630 1 $P1 12
		range 100 199 $T1 "'aten::mm, seq = 1'"
		range 200 299 $T1 "'aten::relu, seq = 2'"
		range 300 399 $T1 "'aten::instantiate'"
		echo "CREATE TABLE CUDA_GRAPH_EVENTS(start INT, end INT, globalTid INT,
		  nameId INT, graphNodeId INT, originalGraphNodeId INT);
		INSERT INTO CUDA_GRAPH_EVENTS VALUES $1;"
	} | make_nsys graph.db
	parse graph.db
	each '[.graph, .dir, (.op // [] | map(.op))]' | tr '\n' ' '
}
is "graph: copies of captured nodes, in the table of 2022" \
    "$(graph "(110, 111, $T1, 1, 1, NULL), (210, 211, $T1, 1, 2, NULL),
	(310, 311, $T1, 1, 11, 1), (320, 321, $T1, 1, 12, 2)")" \
    '[11,"fprop",["aten::mm"]] [12,"fprop",["aten::relu"]] '
is "graph: a copy of a copy" \
    "$(graph "(110, 111, $T1, 1, 1, NULL), (310, 311, $T1, 1, 5, 1), (320, 321, $T1, 1, 11, 5)")" \
    '[11,"fprop",["aten::mm"]] [12,null,[]] '
is "graph: where the capture is not in the file, nothing tells the call" \
    "$(graph "(310, 311, $T1, 1, 11, 1), (320, 321, $T1, 1, 12, 12)")" \
    '[11,null,[]] [12,null,[]] '
# The table of whole graphs that took the name later has no nodes
{
	call 500 510 1 $T1
	kernel 600 610 1 $P1 11
	echo "CREATE TABLE CUDA_GRAPH_EVENTS(start INT, end INT, globalTid INT, graphId INT);
	INSERT INTO CUDA_GRAPH_EVENTS VALUES(1, 2, $T1, 11);"
} | make_nsys graph.db
parse graph.db
is "graph: a table of whole graphs has no nodes" "$rc $(cat err) $(each '[.graph, .op]')" \
    '0 pp-parse: graph.db: 1 kernel of graphs: no operator [11,null]'

# --- the file ---------------------------------------------------------------------

# A write-ahead log with the rows in it
cp one.db wal.db
sqlite3 wal.db 'PRAGMA journal_mode = WAL' '.dbconfig no_ckpt_on_close on' \
    "UPDATE StringIds SET value = 'logged' WHERE id = 2" >/dev/null
check "WAL: the row is in the log" grep -q logged wal.db-wal
check "WAL: and nowhere else" sh -c '! grep -q logged wal.db'
rm -f wal.db-shm
mkdir log
mv wal.db wal.db-wal log
sum=$(cat log/wal.db log/wal.db-wal | cksum)
parse log/wal.db
is "WAL: it is read" "$rc $(each .kernel) $(cat err)" '0 "logged" '
is "WAL: nothing is left beside it, nothing changed" \
    "$(ls log | tr '\n' ' ')$(cat log/wal.db log/wal.db-wal | cksum)" "wal.db wal.db-wal $sum"
if [ "$(id -u)" -eq 0 ]; then
	skip "WAL: in a folder without write permission" "root may write everywhere"
else
	chmod a-w log log/*
	parse log/wal.db
	is "WAL: in a folder without write permission" "$rc $(each .kernel) $(cat err)" '0 "logged" '
	chmod u+w log log/*
fi
rm log/wal.db-wal
parse log/wal.db
is "WAL: without its log" "$rc $(each .kernel) $(ls log)" '0 "k" wal.db'

# Cut at every page: records only of what is whole, else an error that says so
size=$(wc -c <one.db)
page=$(sqlite3 one.db 'PRAGMA page_size')
cut=$page
while [ "$cut" -lt "$size" ]; do
	head -c "$cut" one.db >cut.db
	parse cut.db
	is "cut at $cut of $size: an error, no half record" \
	    "$rc $(wc -c <rec) $(wc -l <err) $(grep -c '^pp-parse: cut.db: .*\(malformed\|cut\)' err)" "1 0 1 1"
	cut=$((cut + page))
done

# --- the same run as nvprof and as nsys --------------------------------------------

# as_nsys NVPROF.db NSYS.db: the rows of one in the tables of the other; an nvprof
# thread id is wider than nsys's, so threads are numbered from 1
as_nsys()
{
	rm -f "$2"
	sqlite3 -bail "$2" <<END
ATTACH '$1' AS n;
CREATE TABLE StringIds AS SELECT _id_ AS id, value FROM n.StringTable WHERE value <> '-- null --';
CREATE TEMP TABLE pair AS SELECT s.id, s.timestamp AS start, e.timestamp AS end, s._id_ AS at,
  s.name, hex(s.objectId) AS object FROM n.CUPTI_ACTIVITY_KIND_MARKER s
  JOIN n.CUPTI_ACTIVITY_KIND_MARKER e ON e.id = s.id AND s.flags = 2 AND e.flags = 4;
CREATE TEMP TABLE call AS SELECT start, end, correlationId, processId, threadId & 4294967295 AS tid, cbid
  FROM n.CUPTI_ACTIVITY_KIND_RUNTIME
  UNION ALL SELECT start, end, correlationId, processId, threadId & 4294967295, cbid
  FROM n.CUPTI_ACTIVITY_KIND_DRIVER;
CREATE TEMP TABLE thread(tid INTEGER PRIMARY KEY);
INSERT INTO thread SELECT DISTINCT tid FROM call;
-- byte 4 to 7 of the object are the thread, the lowest first
CREATE TEMP TABLE object AS SELECT DISTINCT object FROM pair;
ALTER TABLE object ADD tid INT;
UPDATE object SET tid = (SELECT tid FROM thread WHERE
  printf('%08X', tid) = substr(object, 15, 2) || substr(object, 13, 2) || substr(object, 11, 2) || substr(object, 9, 2));
CREATE TEMP TABLE global AS SELECT tid, row_number() OVER (ORDER BY tid) AS nr FROM thread;
CREATE TABLE NVTX_EVENTS AS SELECT start, end, 59 AS eventType, NULL AS text, $P1 + nr AS globalTid, name AS textId
  FROM pair JOIN object USING (object) JOIN global USING (tid) ORDER BY at;
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME AS SELECT start, end, correlationId, $P1 + nr AS globalTid, NULL AS nameId
  FROM call JOIN global USING (tid);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL AS SELECT start, end, deviceId, contextId, streamId, correlationId,
  $P1 AS globalPid, name AS demangledName, gridX, gridY, gridZ, blockX, blockY, blockZ, registersPerThread,
  staticSharedMemory, dynamicSharedMemory FROM n.CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
END
	# sets of memory say what a kernel need not fill
	sqlite3 "$2" "ATTACH '$1' AS n; CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET AS
	  SELECT start, end, bytes, correlationId, $P1 AS globalPid FROM n.CUPTI_ACTIVITY_KIND_MEMSET" 2>/dev/null || :
}

# both NAME NVPROF.db: all but ids of threads, the call's name and the GPU agree
both()
{
	as_nsys "$2" as.db
	for f in "$2" as.db; do
		pp-parse "$f" 2>err | jq -c 'del(.pid, .tid, .api, .gpu)'
	done >all.rec
	n=$(sqlite3 -readonly "file:$2?immutable=1" "SELECT count(*) FROM CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL")
	is "$1: $n kernels each" "$(wc -l <all.rec)" $((2 * n))
	head -n "$n" all.rec >wanted
	tail -n "$n" all.rec >got
	same "$1: as nvprof and as nsys" got wanted
	check "$1: forward and backward" test "$(jq -r .dir got | sort -u | wc -l)" -eq 2
	check "$1: with links" jq -es 'any(.fwd)' got
}
both lenet "$(db examples/lenet)"

have_shared data/nsys || {
	skip "profiles and schemas of ../shared" "no $PP_SHARED/data"
	done_testing
}
D=$PP_SHARED/data
both net "$D/nvprof/josiahdavis-profiling-lm-net.sql"

# --- every profile -----------------------------------------------------------------

# ask FILE SQL: bars between columns
ask()
{
	sqlite3 -readonly "file:$1?immutable=1" "$2"
}

# What encloses a call, by SQL: x is each kernel's call and place in time, n the
# push/pop ranges in the order of their starts.
joined="CREATE TEMP TABLE n AS SELECT e.rowid AS nr, start, end, globalTid,
  coalesce(text, value) AS text, eventType FROM NVTX_EVENTS e LEFT JOIN StringIds s ON s.id = textId;
CREATE INDEX temp.n_start ON n(globalTid, start);
CREATE TEMP TABLE r AS SELECT * FROM CUPTI_ACTIVITY_KIND_RUNTIME;
CREATE INDEX temp.r_corr ON r(correlationId);
CREATE TEMP TABLE x AS SELECT row_number() OVER (ORDER BY k.start, k.rowid) AS nr, k.*,
  r.start AS call, r.end AS call_end, r.globalTid, r.nameId
  FROM CUPTI_ACTIVITY_KIND_KERNEL k LEFT JOIN r ON r.correlationId = k.correlationId
  AND r.globalTid / 16777216 = k.globalPid / 16777216;"
for f in "$D"/nsys/* "$D"/pyprof-fixtures/nsys_*; do
	name=${f##*/}
	name=${name%.sqlite}
	want=$(ask "$f" "SELECT count(*) FROM CUPTI_ACTIVITY_KIND_KERNEL" 2>/dev/null) || want=0
	parse "$f"
	is "$name: $want kernels" "$rc $(wc -l <rec)" "0 $want"
	if [ "$want" -eq 0 ]; then
		is "$name: a line on stderr says that there is no kernel" \
		    "$(grep -v 'nsys says' err | wc -l) $(grep -c 'no kernel table' err)" "1 1"
		continue
	fi
	status pp-prof rec
	is "$name: as many rows, and no word" "$rc $(wc -l <out) $(cat err)" "0 $((want + 1)) "
	cp "$f" x.db
	chmod u+w x.db
	sqlite3 x.db "CREATE TABLE IF NOT EXISTS NVTX_EVENTS(start, end, eventType, text, textId, globalTid)"
	# a file made by hand says only that its one process is 0
	sqlite3 x.db "ALTER TABLE CUPTI_ACTIVITY_KIND_KERNEL ADD globalPid INT DEFAULT 0" 2>/dev/null || :
	# times count from the beginning of the recording, and that from 1970
	sqlite3 x.db "DROP TABLE IF EXISTS TARGET_INFO_SESSION_START_TIME;
	  CREATE TABLE TARGET_INFO_SESSION_START_TIME(utcEpochNs INT);
	  INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES(0)"
	base=$(pp-parse -k profile x.db 2>/dev/null | jq -r '.base // "0"')
	sqlite3 -separator '	' x.db "$joined SELECT start, end - start, deviceId, streamId,
	  correlationId, (coalesce(globalTid, globalPid) / 16777216) % 16777216, globalTid % 16777216,
	  call, call_end - call,
	  (SELECT CASE WHEN value GLOB '*_v[0-9]*' THEN substr(value, 1, instr(value, '_v') - 1)
	    ELSE value END FROM StringIds WHERE id = nameId),
	  (SELECT value FROM StringIds WHERE id = demangledName), gridX, gridY, gridZ
	  FROM x ORDER BY nr" >wanted
	jq -r --argjson base "$base" '[.start + $base, .dur, .device, .stream, .corr, .pid, .tid,
	    (if .api_start then .api_start + $base else null end), .api_dur,
	    .api, .name] + .grid | map(. // "") | join("	")' rec >got
	same "$name: times, place, ids, process and thread, call" got wanted
	jq -r '(.op // []) | map(select(.op | startswith("aten::")) |
	    .op + (if .seq then ", seq = " + (.seq | tostring) else "" end) +
	    (if .id then ", op_id = " + (.id | tostring) else "" end)) | join(" > ")' rec >got
	sqlite3 x.db "$joined SELECT coalesce((SELECT group_concat(t, ' > ') FROM
	  (SELECT substr(text || ', sizes', 1, instr(text || ', sizes', ', sizes') - 1) AS t
	    FROM n WHERE n.globalTid = x.globalTid AND n.start < call AND n.end > call_end
	    AND text LIKE 'aten::%' ORDER BY n.start, n.nr)), '') FROM x ORDER BY nr" >wanted
	same "$name: operators and numbers" got wanted
done

# Two processes: the numbers of links, by SQL.  Both runs have no autograd node
# (RegisterPostBackwardFunction is a call of the forward), so no bprop.
torch="(text GLOB '*, op_id = [0-9]*' OR text GLOB '*, seq = [0-9]*')"
for name in mfu_2gpu_before h100_2gpu_1s; do
	f=$D/nsys/GindaChen-nsys-ai-$name.sqlite
	cp "$f" x.db
	chmod u+w x.db
	parse "$f"
	around="EXISTS (SELECT 1 FROM n WHERE n.globalTid = x.globalTid AND n.start < call AND n.end > call_end AND"
	is "$name: nodes" "$(sqlite3 x.db "SELECT count(*) FROM NVTX_EVENTS WHERE text GLOB '*evaluate_function*'
	  OR substr(text, 1, instr(text || ', ', ', ') - 1) GLOB '*Backward'
	  OR substr(text, 1, instr(text || ', ', ', ') - 1) GLOB '*Backward[0-9]'")" 0
	is "$name: without a call, with an operator, with a number, backward, linked" \
	    "$(jq -rs 'def n(f): map(select(f)) | length;
		[n(.api_start | not), n(.op), n(.seq), n(.dir == "bprop"), n(.fwd)] | join(" ")' rec)" \
	    "$(sqlite3 -separator ' ' x.db "$joined SELECT sum(call IS NULL), sum($around $torch)),
	      sum($around text GLOB '*, seq = [0-9]*')), 0, 0 FROM x")"
	is "$name: as many of each process and device" \
	    "$(jq -r '[.pid, .device] | join(" ")' rec | sort | uniq -c | awk '{ print $1, $2, $3 }')" \
	    "$(ask "$f" "SELECT count(*) || ' ' || ((globalPid / 16777216) % 16777216) || ' ' || deviceId
	      FROM CUPTI_ACTIVITY_KIND_KERNEL GROUP BY globalPid, deviceId ORDER BY 1")"
done

# --- every schema ------------------------------------------------------------------

schemas=0
for f in "$D"/schemas/nsys-*.sql; do
	name=${f##*/}
	rm -f s.db
	# a table that SQLite makes itself is in the dump too
	grep -v 'CREATE TABLE sqlite_' "$f" | sqlite3 -bail s.db
	parse s.db
	is "$name: empty: a warning, no record, status 0" \
	    "$rc $(wc -c <rec) $(grep -c 'kernel' err)" "0 0 1"
	has()
	{
		sqlite3 s.db "SELECT count(*) FROM sqlite_master WHERE name = '$1'"
	}
	sqlite3 -bail s.db "INSERT INTO StringIds(id, value) VALUES(1, 'void ns::k<float>(int)'), (2, 'k'),
	  (3, 'cudaLaunchKernel_v7000'), (4, 'aten::mm, seq = 5')"
	[ "$(has CUPTI_ACTIVITY_KIND_RUNTIME)" -eq 0 ] ||
		fill s.db CUPTI_ACTIVITY_KIND_RUNTIME start=3000 end=4000 globalTid=$((P1 + 5)) \
		    correlationId=77 nameId=3
	[ "$(has NVTX_EVENTS)" -eq 0 ] || {
		fill s.db NVTX_EVENTS start=2000 end=4500 eventType=59 globalTid=$((P1 + 5)) \
		    endGlobalTid=NULL text=NULL textId=4
		fill s.db NVTX_EVENTS start=2500 end=4400 eventType=59 globalTid=$((P1 + 5)) \
		    endGlobalTid=NULL text="'relu'" textId=NULL
	}
	[ "$(has CUPTI_ACTIVITY_KIND_KERNEL)" -gt 0 ] || {
		parse s.db
		is "$name: no kernel table: a warning, no record" \
		    "$rc $(wc -c <rec) $(grep -c 'no kernel table' err)" "0 0 1"
		continue
	}
	schemas=$((schemas + 1))
	fill s.db CUPTI_ACTIVITY_KIND_KERNEL start=5000 end=7000 deviceId=3 contextId=1 streamId=7 \
	    gridX=12 gridY=1 gridZ=5 blockX=256 blockY=2 blockZ=1 registersPerThread=32 \
	    staticSharedMemory=1024 dynamicSharedMemory=512 correlationId=77 globalPid=$P1 \
	    demangledName=1 shortName=2 mangledName=NULL graphNodeId=NULL graphId=NULL
	parse s.db
	is "$name: one record" "$rc $(wc -l <rec)" "0 1"
	# a table that was made by hand has no contexts and registers
	rest='1 32 1536'
	[ -n "$(sqlite3 s.db "SELECT 1 FROM pragma_table_info('CUPTI_ACTIVITY_KIND_KERNEL')
	    WHERE name = 'registersPerThread'")" ] || rest='null null null'
	is "$name: context, registers, shared memory, where there are columns" \
	    "$(jq -r '[.context, .regs, .smem | tostring] | join(" ")' rec)" "$rest"
	if [ "$(has NVTX_EVENTS)" -gt 0 ]; then
		is "$name: a right one" "$(each '[.kernel, .name, .start, .dur, .device,
		    .stream, .grid, .block, .corr, .pid, .tid, .api, .api_start,
		    .api_dur, .seq, .op[0].op, .graph]') $(cat err)" \
		    '["ns::k","void ns::k<float>(int)",3000,2000,3,7,[12,1,5],[256,2,1],77,1001,5,"cudaLaunchKernel",1000,1000,[5],"aten::mm",null] '
	else
		is "$name: a right one, and a word on NVTX" "$(each '[.kernel, .name, .start, .dur, .device,
		    .stream, .grid, .block, .corr, .pid, .tid, .api, .api_start,
		    .api_dur, .op, .graph]') $(wc -l <err) $(grep -c NVTX_EVENTS err)" \
		    '["ns::k","void ns::k<float>(int)",2000,2000,3,7,[12,1,5],[256,2,1],77,1001,5,"cudaLaunchKernel",0,1000,null,null] 1 1'
	fi
done
is "schemas that have kernels" "$schemas" "$(grep -l 'TABLE CUPTI_ACTIVITY_KIND_KERNEL' "$D"/schemas/nsys-*.sql | wc -l)"

done_testing
