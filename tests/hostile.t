# shellcheck shell=sh
# hostile.t - a profile is written by the program that was profiled: its texts
# run nothing, break no line and no terminal, and cost linear time.
. "$SRC/tests/lib.sh"
. "$SRC/tests/linear.sh"

# make_db FILE: SQL of rows on stdin, into a database with nvprof's tables.
# Thread A is 16909060 (0x01020304), thread B 84281096 (0x05060708).
make_db()
{
	rm -f "$1"
	{
		cat <<'END'
PRAGMA journal_mode = OFF;
CREATE TABLE StringTable(_id_ INTEGER PRIMARY KEY, value TEXT);
CREATE TABLE CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL(_id_ INTEGER PRIMARY KEY,
  start INT, end INT, deviceId INT, contextId INT, streamId INT, gridX INT,
  gridY INT, gridZ INT, blockX INT, blockY INT, blockZ INT, correlationId INT,
  name INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(_id_ INTEGER PRIMARY KEY, cbid INT,
  start INT, end INT, processId INT, threadId INT, correlationId INT,
  returnValue INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_MARKER(_id_ INTEGER PRIMARY KEY, flags INT,
  timestamp INT, id INT, objectKind INT, objectId BLOB, name INT, domain INT);
BEGIN;
END
		cat
		echo 'COMMIT;'
	} | sqlite3 -bail "$1" >/dev/null
}

# awk functions that print rows: kernel(TIME, NAME) is launched by thread A
# from TIME to TIME + 2; range(THREAD, FROM, TO, NAME); text(ID, VALUE)
rows='
	function text(id, value) {
		gsub(/\047/, "\047\047", value)
		printf "INSERT INTO StringTable VALUES(%d, \047%s\047);\n", id, value
	}
	function kernel(time, name) {
		corr++
		printf "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(NULL, 211, %d,"\
		    " %d, 4242, 16909060, %d, 0);\n", time, time + 2, corr
		printf "INSERT INTO CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL VALUES(NULL,"\
		    " %d, %d, 0, 1, 7, 1, 1, 1, 32, 1, 1, %d, %d);\n",
		    time + 3, time + 5, corr, name
	}
	function range(thread, from, to, name) {
		id++
		object = thread == "A" ? "921000000403020100000000" : "921000000807060500000000"
		printf "INSERT INTO CUPTI_ACTIVITY_KIND_MARKER VALUES(NULL, 2, %d, %d,"\
		    " 2, x\047%s\047, %d, 0), (NULL, 4, %d, %d, 2, x\047%s\047, 0, 0);\n",
		    from, id, object, name, to, id, object
	}
'

# --- texts that run under eval ------------------------------------------------------

cat >texts <<'END'
{'mod': 'torch', 'op': __import__('os').system('touch pwned'), 'args': [], 'type': 0}
{'mod': 'torch', 'op': 'mm', 'args': [{'name': '', 'type': 'tensor', 'shape': (exec("import os; os.system('touch pwned')"), 2), 'dtype': 'float32'}]}
__import__('os').system('touch pwned') or {'mod': 'a', 'op': 'b', 'args': [], 'type': 1}
{'traceMarker': [open('pwned', 'w').write('x')]}
{'mod': 'M', 'strRepr': ().__class__.__bases__[0].__subclasses__()}
layer:$(touch pwned)`touch pwned`
'; DROP TABLE StringTable; --
END
awk "$rows"'{
	text(NR, $0)
	range("A", 100 * NR, 100 * NR + 50, NR)
	kernel(100 * NR + 10, 900)
} END { text(900, "k") }' texts | make_db eval.db
cp eval.db before.db
status pp-parse eval.db
mv out rec
is "eval: every kernel is there" "$rc $(wc -l <rec)" "0 7"
check "eval: JSON on every line" jq -e . rec
for format in "--csv" "--csv=sheet" "--json" "-w 200" ""; do
	# shellcheck disable=SC2086 # two words are meant
	status pp-prof $format -c idx,seq,layer,trace,mod,op,kernel,params,flops rec
	is "eval: pp-prof $format: status" "$rc" 0
done
is "eval: nothing was run" "$(find . "$SRC" -maxdepth 1 -name pwned)" ""
same "eval: the profile is as it was" eval.db before.db
is "eval: a layer is its text" "$(sed -n 6p rec | jq -r '.layer[0]')" \
    '$(touch pwned)`touch pwned`'

# --- control characters, quotes, commas -----------------------------------------------

# ESC [31m, LF, TAB, comma, quote, backslash, BEL, DEL, a C1 control in UTF-8,
# an invalid byte
cat >layer.sql <<'END'
INSERT INTO StringTable VALUES(1, CAST(x'6C617965723A611B5B33316D0A6209632C64226520665C67' AS TEXT)),
  (2, CAST(x'6B1B5D303B7469746C6507' AS TEXT)), (3, CAST(x'6C617965723A787FC29BFF79' AS TEXT));
END
{
	cat layer.sql
	awk "$rows"'BEGIN {
		range("A", 100, 150, 1); kernel(110, 2)
		range("A", 200, 250, 3); kernel(210, 2)
	}'
} | make_db layer.db
status pp-parse layer.db
mv out rec
is "layer: two records" "$rc $(wc -l <rec)" "0 2"
is "layer: JSON holds it" "$(head -1 rec | jq -c .layer)" \
    '["a\u001b[31m\nb\tc,d\"e f\\g"]'
head -1 rec >rec1

printf '"a\033[31m\nb\tc,d""e f\\g","k\033]0;title\a"\n' >wanted
pp-prof --csv --no-header -c layer,kernel rec1 >got
same "layer: --csv is exact, RFC 4180" got wanted
is "layer: --json" "$(pp-prof --json -c layer rec1 | jq -c .layer | tr -d '[]')" \
    '"a\u001b31m\nb\tc,d\"e f\\g"'
is "layer: --json is one line" "$(pp-prof --json -c layer,kernel rec1 | wc -l)" 1
is "layer: spaces" "$(pp-prof --no-header -c layer,kernel rec1)" \
    'a\x1b[31m\nb\tc,d"e_f\\g k\x1b]0;title\x07'
# Cut to 10 cells, of which the beginning has 4 and the end 4
is "layer: -w" "$(pp-prof -w 50 --no-header -c layer,kernel rec1)" \
    'a\x1b[31m\nb\tc,d"e f\\g k\x1b]0;title\x07'
is "layer: -w, cut" "$(pp-prof -w 21 --no-header -c layer,kernel rec1)" \
    'a\x1..f\\g k\x1..\x07'
for format in "" "-w 80"; do
	# shellcheck disable=SC2086 # two words are meant
	pp-prof $format --no-header -c layer,kernel rec >out
	is "layer: $format: no control character on a terminal" \
	    "$(tr -d '\n -~\302-\364\200-\277' <out | wc -c) $(wc -l <out)" "0 2"
	is "layer: $format: no C1 control either" \
	    "$(LC_ALL=C grep -c "$(printf '\302[\200-\237]')" out)" 0
done
# An invalid byte becomes U+FFFD; the record is JSON, which must be UTF-8
check "layer: an invalid byte does not break JSON" jq -e '.layer[0] | test("y$")' rec
is "layer: an invalid byte is U+FFFD" \
    "$(sed -n 2p rec | jq -r '.layer[0]' | od -An -tx1 | tr -d ' \n')" \
    787fc29befbfbd790a

# --- size and depth ----------------------------------------------------------------------

# A marker of 1 MB: a layer, a dict, brackets without an end, a quote without one
big()
{
	awk -v n="$1" "$rows"'
	function many(s, n,    t) {
		t = s
		while (length(t) < n)
			t = t t
		return substr(t, 1, n)
	}
	BEGIN {
		text(1, "layer:" many("a", n))
		text(2, "{\047mod\047: \047torch\047, \047op\047: \047cat\047, \047args\047: [" \
		    many("{\047name\047: \047\047, \047type\047: \047tensor\047, \047shape\047: (8, 8), \047dtype\047: \047float32\047}, ", n) "]}")
		text(3, "{\047mod\047: \047torch\047, \047op\047: \047x\047, \047args\047: " many("[", n))
		text(4, "{\047mod\047: \047" many("\\", n))
		text(5, many("op, seq = ", n))
		text(6, many("x, sizes = [[", n))
		text(7, many("1", n) ", seq = " many("9", n))
		text(8, many("\n\033\"\\", n))
		text(9, "_ZN" many("1a", n))
		text(10, "_Z1k" many("P", n))
		text(11, many("<", n) many("void ", n))
		for (i = 1; i <= 8; i++) {
			range("A", 100 * i, 100 * i + 50, i)
			kernel(100 * i + 10, 900)
		}
		kernel(1000, 9)
		kernel(1100, 10)
		kernel(1200, 11)
		text(900, "k")
	}' </dev/null | make_db "$2"
}
big 1048576 mb.db
big 2097152 mb2.db
status pp-parse mb.db
mv out rec
is "1 MB texts: every kernel is there" "$rc $(wc -l <rec)" "0 11"
check "1 MB texts: JSON" jq -e . rec
is "1 MB texts: the layer is whole" "$(sed -n 1p rec | jq '.layer[0] | length')" 1048576
is "1 MB texts: the last kernel's name is whole" \
    "$(sed -n 11p rec | jq '.name | length')" $((2 * 1048576))
linear "1 MB texts" mb.db mb2.db
status pp-prof -w 200 -c idx,layer,op,kernel,params rec
is "1 MB texts: pp-prof's rows" "$rc $(wc -l <out)" "0 12"

# 10,000 ranges around one launch
deep()
{
	awk -v n="$1" -v what="$2" "$rows"'BEGIN {
		for (i = 1; i <= n; i++) {
			text(i, what == "op" ? "aten::op" i ", seq = " i : "layer:l" i)
			range("A", i, 3 * n + 10 - i, i)
		}
		text(n + 1, "k")
		kernel(n + 2, n + 1)
	}' </dev/null | make_db "$3"
}
for what in layer op; do
	deep 10000 $what deep.db
	deep 20000 $what deep2.db
	status pp-parse deep.db
	mv out rec
	is "10,000 nested ranges ($what): one record, and what it lacks" \
	    "$rc $(wc -l <rec) $(cat err)" \
	    "0 1 pp-parse: deep.db: 1 record tells 256 of the ranges around it"
	# the 128 outermost, then the 128 innermost: 1 to 128 and 9873 to 10000
	is "10,000 nested ranges ($what): the outermost and the innermost" \
	    "$(jq -c ".$what | [length, .[0, 127, 128, 255]] | map(.op? // .)" rec)" \
	    "$([ $what = op ] && echo '[256,"aten::op1","aten::op128","aten::op9873","aten::op10000"]' ||
		echo '[256,"l1","l128","l9873","l10000"]')"
	status pp-prof --csv -c idx,seq,layer,op rec
	is "10,000 nested ranges ($what): pp-prof's status" "$rc" 0
	linear "10,000 nested ranges ($what)" deep.db deep2.db
done

# The same as records of their own: range i has i ranges around it with itself, so
# 257 to N are cut, and so is the one call; memory is linear.  Of 300:
# 44 and the call.
for shape in nested equal; do
	for n in 300 20000; do
		awk -v n=$n -v shape=$shape 'BEGIN {
			print "{\"traceEvents\":["
			for (i = 1; i <= n; i++)
				printf "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"a::b\",\"pid\":1,\"tid\":1,\"ts\":%d,\"dur\":%d},\n",
				    shape == "equal" ? 100 : i,
				    shape == "equal" ? 3 * n : 3 * n - 2 * i
			printf "{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"cudaLaunchKernel\",\"pid\":1,"\
			    "\"tid\":1,\"ts\":%d,\"dur\":1,\"args\":{\"correlation\":1}}]}\n", n + 2
		}' </dev/null >host$n.json
	done
	status pp-parse -k host host300.json
	is "300 ranges of the host, $shape: records, message" "$rc $(wc -l <out) $(cat err)" \
	    "0 301 pp-parse: host300.json: 45 records tell 256 of the ranges around them"
	is "300 ranges of the host, $shape: lists" \
	    "$(jq '.op | length' out | sort -n | tail -46 | uniq -c | awk '{ print $1, $2 }')" "46 256"
	case $B in
	*/san) skip "20,000 ranges of the host, $shape: little memory" "the sanitizer takes terabytes of addresses" ;;
	*) check "20,000 ranges of the host, $shape: little memory" \
	    sh -c 'ulimit -v 250000; pp-parse -k host host20000.json >out' ;;
	esac
done

# Ranges of a thread that launches nothing: open through the whole run, short
# ones, and ranges of the launching thread that cross each other
idle()
{
	awk -v n="$1" -v shape="$2" "$rows"'BEGIN {
		text(1, "aten::mm, seq = 1")
		text(2, "batch")
		text(3, "k")
		end = 100 * n
		for (i = 1; i <= n; i++) {
			if (shape == "short")
				range("B", 90 * i, 90 * i + 50, 2)
			else if (shape == "open")
				range("B", i, end - i, 2)
			else # crossing: each ends behind the start of the next ten
				range("A", 90 * i, 90 * i + 1000, 2)
		}
		for (i = 1; i <= n / 10; i++) {
			range("A", 900 * i + 5, 900 * i + 25, 1)
			kernel(900 * i + 10, 3)
		}
	}' </dev/null | make_db "$3"
}
for shape in short open crossing; do
	idle 100000 $shape idle.db
	idle 200000 $shape idle2.db
	status pp-parse idle.db
	mv out rec
	is "100,000 ranges, $shape: every kernel, no word" \
	    "$rc $(wc -l <rec) $(cat err)" "0 10000 "
	is "100,000 ranges, $shape: each in its own call" \
	    "$(jq -c '[.op[0].op, .seq[0]]' rec | sort -u)" '["aten::mm",1]'
	linear "100,000 ranges, $shape" idle.db idle2.db
done
# Launch 5000 is at 4500010: open are the ranges that start at 90 * j for j from
# 49990 (ends at 4500100) to 50000 (starts at 4500000)
is "100,000 ranges, crossing: the open ones" \
    "$(sed -n 5000p rec | jq '.range | length')" 11

# One correlation id for all kernels and all calls
one_id()
{
	awk -v n="$1" 'BEGIN {
		print "INSERT INTO StringTable VALUES(1, \047k\047);"
		for (i = 1; i <= n; i++) {
			printf "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(NULL, 211, %d,"\
			    " %d, 4242, 16909060, 7, 0);\n", i, i + 2
			printf "INSERT INTO CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL VALUES(NULL,"\
			    " %d, %d, 0, 1, 7, 1, 1, 1, 32, 1, 1, 7, 1);\n", i + 3, i + 5
		}
	}' </dev/null | make_db "$2"
}
one_id 40000 id.db
one_id 80000 id2.db
linear "40,000 kernels and calls, one correlation id" id.db id2.db
# kernel i begins at i + 3, as the call i + 3 does where there is one: none is after it
is "one correlation id: the last call by then" \
    "$(pp-parse id.db | jq -s 'map(.api_start == ([.start, 39999] | min)) | all')" true

# Backward nodes without a forward, which PyProf searches for from the end
orphans()
{
	awk -v n="$1" "$rows"'BEGIN {
		text(0, "k")
		for (i = 1; i <= n; i++) {
			text(i, "MulBackward0, seq = " 1000000 + i)
			range("A", 100 * i, 100 * i + 50, i)
			kernel(100 * i + 10, 0)
		}
	}' </dev/null | make_db "$2"
}
orphans 20000 orphans.db
orphans 40000 orphans2.db
linear "20,000 nodes without a forward" orphans.db orphans2.db
# All calls with one number: each node has 20,000 candidates
same_seq()
{
	awk -v n="$1" "$rows"'BEGIN {
		text(1, "aten::mul, seq = 7")
		text(2, "MulBackward0, seq = 7")
		text(3, "k")
		for (i = 1; i <= n; i++) {
			range("A", 100 * i, 100 * i + 50, i % 2 ? 1 : 2)
			kernel(100 * i + 10, 3)
		}
	}' </dev/null | make_db "$2"
}
same_seq 20000 seq.db
same_seq 40000 seq2.db
linear "20,000 calls and nodes with one number" seq.db seq2.db
is "nodes with one number: each links to a call" \
    "$(pp-parse seq.db | jq -r '[.dir, .fwd[0].op // "none"] | join(" ")' | sort | uniq -c | awk '{ print $2, $3, $1 }')" \
    "bprop aten::mul 10000
fprop none 10000"

# --- ids ---------------------------------------------------------------------------------

# ids WHAT N FILE: N kernels; n(I) are the numbers from 1 to N
ids()
{
	n="WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $2)"
	object="x'921000000403020100000000'"
	call=i
	[ "$1" = none ] && call='i + 1048576' # an id that no kernel has
	{
		echo "INSERT INTO StringTable VALUES(1, 'k'), (2, 'r'), (3, 'mm, seq = 5');
		INSERT INTO CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL $n
		  SELECT i, 100000000 + i, 100000001 + i, 0, 1, 7, 1, 1, 1, 32, 1, 1,
		  i, 1 FROM n;
		INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME $n
		  SELECT i, 211, 10000000 + 2 * i, 10000001 + 2 * i, 4242, 16909060,
		  $call, 0 FROM n;"
		case $1 in
		queue) # ranges that all begin before the first one ends
			echo "INSERT INTO CUPTI_ACTIVITY_KIND_MARKER $n
			  SELECT i, 2, i, i, 2, $object, 2, 0 FROM n;
			INSERT INTO CUPTI_ACTIVITY_KIND_MARKER $n
			  SELECT $2 + i, 4, $2 + i, i, 2, $object, 0, 0 FROM n;"
			;;
		again) # ranges of one id, of which one ends
			echo "INSERT INTO CUPTI_ACTIVITY_KIND_MARKER $n
			  SELECT i, 2, i, 7, 2, $object, 2, 0 FROM n;
			INSERT INTO CUPTI_ACTIVITY_KIND_MARKER
			  VALUES(NULL, 4, 9000000, 7, 2, $object, 0, 0);"
			;;
		process) # each call in a process of its own
			echo "INSERT INTO CUPTI_ACTIVITY_KIND_MARKER $n
			  SELECT i, 2, i, i, 2, CAST(char(33 + i % 90,
			    33 + i / 90 % 90, 33 + i / 8100, 65) || 'THREAD' AS BLOB), 3, 0 FROM n;"
			;;
		device) # each kernel on the last of many devices
			echo "CREATE TABLE CUPTI_ACTIVITY_KIND_DEVICE(id INT, name INT);
			INSERT INTO CUPTI_ACTIVITY_KIND_DEVICE $n
			  SELECT $2 - i, 1 FROM n;"
			;;
		esac
	} | make_db "$3"
}
for what in none queue again process device; do
	ids $what 40000 ids.db
	ids $what 80000 ids2.db
	status pp-parse ids.db
	mv out rec
	is "ids, $what: every kernel" "$rc $(wc -l <rec)" "0 40000"
	linear "ids, $what" ids.db ids2.db
done
# 16 KiB a process would be 640 MB
ids process 40000 ids.db
case $B in
*/san) skip "ids, process: little memory" "the sanitizer takes terabytes of addresses" ;;
*) check "ids, process: little memory" sh -c 'ulimit -v 300000; pp-parse ids.db' ;;
esac
ids again 3 ids.db
pp-parse ids.db 2>err >rec
is "ids: a range without an end is over when its id begins again" \
    "$(jq -c .range rec | sort -u) $(cat err)" \
    "null pp-parse: ids.db: 2 ranges without an end, ended where its id begins again (first: r)"

# The rows of a pair in the other order, as after a sort; an end of another
# range, before the start, is not its end
awk "$rows"'BEGIN {
	text(1, "r"); text(2, "k")
	kernel(110, 2); kernel(210, 2)
	m = "INSERT INTO CUPTI_ACTIVITY_KIND_MARKER VALUES(NULL, %d, %d, %d, 2, x\047921000000403020100000000\047, %d, 0);\n"
	printf m, 4, 150, 1, 0; printf m, 2, 100, 1, 1
	printf m, 4, 50, 2, 0; printf m, 2, 205, 2, 1; printf m, 4, 220, 2, 0
}' </dev/null | make_db order.db
pp-parse order.db >rec
is "ids: an end row before its start row" "$(jq -c .range rec)" '["r"]
["r"]'

# --- a schema that computes -------------------------------------------------------------

# A view of the tables' names that never ends, and one that calls the function
# by which rows are read
sqlite3 -bail view.db "CREATE TABLE t(a); INSERT INTO t VALUES(1);
CREATE TABLE StringTable(_id_ INTEGER PRIMARY KEY, value TEXT);
CREATE VIEW CUPTI_ACTIVITY_KIND_KERNEL AS SELECT pp_row(a) AS start FROM t;
CREATE VIEW CUPTI_ACTIVITY_KIND_RUNTIME AS
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
  SELECT i AS start, i AS end, i AS correlationId FROM n;"
status pp-parse view.db
is "views are no tables" "$rc $(cat out err)" \
    "0 pp-parse: view.db: no kernel table: was the run traced on the GPU?"

# A virtual table whose root page is written in by hand, and which computes
sqlite3 -bail virtual.db "CREATE TABLE StringTable(_id_ INTEGER PRIMARY KEY, value TEXT);
CREATE TABLE g(name INT, correlationId INT AS (length(hex(zeroblob(400000000)))));
INSERT INTO g(name) VALUES(1);
CREATE VIRTUAL TABLE CUPTI_ACTIVITY_KIND_KERNEL USING fts4(content='g', correlationId, name);
PRAGMA writable_schema = ON;
UPDATE sqlite_master SET rootpage = 2 WHERE sql LIKE '%fts4%';"
status "$B/tests/bench/rss" rss pp-parse virtual.db
is "a virtual table is none" "$rc $(cat out err)" \
    "0 pp-parse: virtual.db: no kernel table: was the run traced on the GPU?"
case $B in
*/san) skip "a virtual table: little memory" "the sanitizer's is much" ;;
*) check "a virtual table: little memory ($(cut -d' ' -f3 rss) KiB)" test "$(cut -d' ' -f3 rss)" -lt 100000 ;;
esac

# --- beside the database ----------------------------------------------------------------

# a database with one kernel, and one whose only kernel is in its log
awk "$rows"'BEGIN { text(1, "k"); kernel(100, 1) }' </dev/null | make_db one.db
mkdir log
make_db log/x.db </dev/null
sqlite3 log/x.db 'PRAGMA journal_mode = WAL' '.dbconfig no_ckpt_on_close on' \
    "INSERT INTO StringTable VALUES(1, 'logged');
INSERT INTO CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL VALUES(NULL, 1, 2, 0, 1, 7, 1, 1, 1, 32, 1, 1, 7, 1);" >/dev/null
rm -f log/x.db-shm
echo "somebody's own" >log/other
ln log/other log/x.db-shm
before=$(cat log/x.db log/x.db-wal log/other | cksum)
status timeout 60 pp-parse log/x.db
is "an index that is another file's name: read" "$rc $(jq -r .kernel out)" "0 logged"
is "an index that is another file's name: unchanged" "$(cat log/x.db log/x.db-wal log/other | cksum)" "$before"
rm log/x.db-shm
mkfifo log/x.db-shm
status timeout 60 pp-parse log/x.db
is "an index that is a pipe" "$rc $(jq -r .kernel out)" "0 logged"
rm log/x.db-shm
for way in 'pp-parse <log/x.db' 'cat log/x.db | pp-parse' 'gzip -c log/x.db | pp-parse'; do
	status sh -c "$way"
	is "the log on standard input is told: $way" "$rc $(wc -l <out) $(head -1 err)" \
	    "0 0 pp-parse: <stdin>: in write-ahead mode: what its log (-wal) holds is read only where the database is given by name, and not packed"
done
mkdir cut
cp log/x.db cut
head -c 3000 log/x.db-wal >cut/x.db-wal
status pp-parse cut/x.db
is "a log that was cut is told" "$rc $(wc -l <out) $(head -1 err)" \
    "0 0 pp-parse: cut/x.db: its log (-wal) ends inside a page: is it whole?"
ln -s log/x.db link.db
status pp-parse link.db
is "the log is beside what a link points to" "$rc $(jq -r .kernel out)" "0 logged"

for end in -journal -wal -shm; do
	mkfifo one.db$end
done
status timeout 60 pp-parse one.db
is "pipes beside a database are not waited for" "$rc $(jq -r .kernel out)" "0 k"
is "and nothing is made there" "$(echo one.db*)" "one.db one.db-journal one.db-shm one.db-wal"
rm one.db-*

# -o onto what belongs to an input
for out in log/x.db-wal log/x.db-journal log/x.db-shm link.db-wal; do
	status pp-parse -o $out log/x.db
	case $out in
	log/*) is "-o $out: refused" "$rc $(cat err)" \
	    "1 pp-parse: log/x.db: the database's log is the output file: give -o another name" ;;
	*) is "-o $out: is not one" "$rc $(jq -r .kernel $out)" "0 logged" ;;
	esac
done
ln -s log/x.db-journal dangling
for out in "$PWD/log/x.db-wal" dangling; do
	status pp-parse -o "$out" one.db link.db
	is "-o ${out##*/}, of a link's database: refused" "$rc $(cat err)" \
	    "1 pp-parse: link.db: the database's log is the output file: give -o another name"
done
rm -f log/x.db-journal
is "-o: inputs are as they were" "$(cat log/x.db log/x.db-wal log/other | cksum) $(echo log/*)" \
    "$before log/other log/x.db log/x.db-wal"
pp-parse -k host host300.json >wanted 2>err
cp host300.json text.json
status pp-parse -k host -o text.json-wal text.json
same "-o: a text has no log" text.json-wal wanted

# --- names ------------------------------------------------------------------------------

pp-parse one.db >wanted 2>err
long=$(printf '%0200d' 0)
mkdir -p "$long/$long/$long"
for name in :memory: file:one.db 'a?mode=memory#%41' "$long/$long/$long/x.db"; do
	cp one.db "$name"
	status pp-parse "$name"
	mv out rec
	same "name: $(printf %.30s "$name")" rec wanted
	rm "$name"
done

# --- packed -----------------------------------------------------------------------------

# The header says where a database ends: zeros behind it stay packed.  TMPDIR has
# no room for them under the limit on sizes of files, 1 MB; 8 MB become 8 KB
{ cat one.db; head -c 8000000 /dev/zero; } | gzip >zeros.gz
status sh -c 'ulimit -f 2048; pp-parse zeros.gz'
mv out rec
same "packed with more behind it: its records" rec wanted
is "packed with more behind it: a message" "$rc $(head -1 err)" \
    "0 pp-parse: zeros.gz: more data than the database has by its header: the rest was not read"
# 2^32 - 1 pages by its header: there is no such room, and nothing is written
sqlite3 :memory: "SELECT writefile('most.db', substr(readfile('one.db'), 1, 28) ||
    x'FFFFFFFF' || substr(readfile('one.db'), 33))" >/dev/null
gzip -c most.db >most.gz
status pp-parse most.gz
is "packed, terabytes by its header" "$rc $(cat out err)" \
    "1 pp-parse: most.gz: cannot make a temporary copy in '$TMPDIR': No space left on device: set TMPDIR to a folder with room"
# The last four bytes are the length
for name in one.db host300.json; do
	gzip -c $name >length.gz
	size=$(wc -c <length.gz)
	{ head -c $((size - 4)) length.gz; printf '\1\2\3\4'; } >wrong.gz
	status pp-parse -k host wrong.gz
	is "packed, with a wrong length: $name" "$rc $(grep -c 'broken gzip data: incorrect length check' err)" "1 1"
done

# --- values that are anything ------------------------------------------------------------

# 1000 databases from small ones of nvprof and nsys: all texts, all integers, both,
# or some of all, with tables and columns gone (tests/fuzz/fuzz_db.c has the checks)
mkdir variants
awk 'BEGIN {
	for (i = 0; i < 1000; i++) {
		file = sprintf("variants/%03d", i)
		printf "%c%c%cvariant %d", 48 + i % 3, 48 + int(i / 3) % 4, 1 + i % 120 * 2, i >file
		close(file)
	}
}'
timeout 900 "$B/tests/fuzz/replay_db" variants/* >out 2>err
is "1000 databases of random values: status, checked" "$? $(grep -c '^ok' out)" "0 1000"

done_testing
