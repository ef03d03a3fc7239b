# shellcheck shell=sh
# filter.t - what a Unix user expects of a filter, whatever it computes.
#
# The numbers are those of the list that this contract was written down as; each
# was measured on other filters first (cat, sort, jq, git).
. "$SRC/tests/lib.sh"

# Three records by hand: pp-prof's side must not depend on pp-parse's.
cat >rec <<'END'
{"v":1,"kernel":"k1","name":"void k1<float>(int)","start":0,"dur":10,"device":0,"stream":7,"grid":[1,1,1],"block":[32,1,1],"dir":"fprop"}
{"v":1,"kernel":"k2","name":"k2","start":20,"dur":20,"device":0,"stream":7,"grid":[12,1,5],"block":[32,1,1],"dir":"bprop"}
{"v":1,"kernel":"k3","name":"k3","start":50,"dur":30,"device":0,"stream":7,"grid":[2,1,1],"block":[32,1,1],"dir":"fprop"}
END
mkdir folder
p=$(db filter)
pp-parse "$p" >prec 2>prec.err
pp-prof rec >rows 2>rows.err
pp-prof --no-header rec >rows.bare 2>bare.err

# lines FILE: how many, also where the last one has no newline.
lines()
{
	grep -c '' "$1" || :
}

# fails DESCRIPTION STATUS PATTERN: the last `status` printed one line on stderr
# that matches, nothing on stdout, and had this status.
fails()
{
	if [ "$rc" = "$2" ] && [ ! -s out ] && [ "$(lines err)" = 1 ] &&
	    grep -q -- "$3" err; then
		point ok "$1"
	else
		point "not ok" "$1"
		{
			echo "status $rc, wanted $2; stderr, wanted '$3':"
			cat err
			echo "stdout:"
			cat out
		} | diag
	fi
}

# gives DESCRIPTION FILE: the last `status` printed this, quietly, with status 0.
gives()
{
	if [ "$rc" = 0 ] && cmp -s out "$2" && [ ! -s err ]; then
		point ok "$1"
	else
		point "not ok" "$1"
		{ echo "status $rc"; cat err; diff -u "$2" out; } | diag
	fi
}

is "0 three records of the fixture, quietly" "$(lines prec) $(cat prec.err)" "3 "
is "0 a header and three rows, quietly" "$(lines rows) $(cat rows.err)" "4 "
is "0 three rows without header, quietly" "$(lines rows.bare) $(cat bare.err)" "3 "

# 1 no operand is -
status pp-prof <rec; gives "1 pp-prof: no operand" rows
status pp-prof - <rec; gives "1 pp-prof -" rows
status pp-prof -- rec; gives "1 pp-prof -- FILE" rows
status pp-parse <"$p"; gives "1 pp-parse: no operand" prec
status pp-parse - <"$p"; gives "1 pp-parse -" prec

# 2 a missing file
status pp-prof nope
fails "2 pp-prof: missing file" 1 '^pp-prof: nope: No such file or directory'
status pp-parse nope
fails "2 pp-parse: missing file" 1 '^pp-parse: nope: No such file or directory'
check "2 pp-parse does not make the missing file" test ! -e nope
for x in '' '-o '; do
	status sh -c "pp-parse $x'' '$p'"
	is "2 pp-parse $x'': an empty name is shown" "$rc $(cat err)" \
	    "1 pp-parse: '': No such file or directory"
done
status pp-prof ''
is "2 pp-prof '': an empty name is shown" "$rc $(cat err)" \
    "1 pp-prof: '': No such file or directory"

# 3 a folder
status pp-prof folder
fails "3 pp-prof: a folder" 1 '^pp-prof: folder: Is a directory'
status pp-parse folder
fails "3 pp-parse: a folder" 1 '^pp-parse: folder: Is a directory'

# 4 one bad of three operands: the others are read, the status tells
cat rec rec >rec2
pp-prof rec2 >rows2
status pp-prof rec nope rec
is "4 pp-prof: one bad of three: status and message" "$rc $(cat err)" \
    "1 pp-prof: nope: No such file or directory"
same "4 pp-prof: one bad of three: rows of the good ones" out rows2
status pp-parse "$p" nope "$p"
is "4 pp-parse: one bad of three: status and message" "$rc $(cat err)" \
    "1 pp-parse: nope: No such file or directory"
is "4 pp-parse: one bad of three: records of the good ones" "$(lines out)" 6

# 5 nothing in
head -1 rows >header
: >nothing
status pp-prof </dev/null; gives "5 pp-prof: empty input, header only" header
status pp-prof --no-header </dev/null; gives "5 pp-prof: empty input, no header" nothing
status pp-prof --json </dev/null; gives "5 pp-prof: empty input, JSON" nothing
status pp-parse </dev/null
fails "5 pp-parse: an empty file is no profile" 1 '^pp-parse: <stdin>: '

# 6, 7, 8 no final newline, CRLF, byte-order mark
printf %s "$(cat rec)" >rec.nonl
status pp-prof rec.nonl; gives "6 no final newline" rows
sed "s/\$/$(printf '\r')/" rec >rec.crlf
status pp-prof rec.crlf; gives "7 CRLF" rows
{ printf '\357\273\277'; cat rec; } >rec.bom
status pp-prof rec.bom; gives "8 byte-order mark" rows

# 9 NUL in a line: named with its number, never cut off there
{ head -1 rec; sed -n 2p rec | tr 7 '\0'; sed -n 3p rec; } >rec.nul
status pp-prof --no-header rec.nul
is "9 NUL: status" "$rc" 1
is "9 NUL: one line names file and line" \
    "$(grep -c '^pp-prof: rec.nul:2: ' err) $(lines err)" "1 1"
check "9 NUL: nothing is made of the line" sh -c '! grep -q k2 out'

# 9 a line without an end does not take all memory
if [ -r /dev/zero ]; then
	status pp-prof --no-header /dev/zero
	fails "9 pp-prof /dev/zero" 1 '^pp-prof: /dev/zero: a line of more than'
	{ head -1 rec; cat /dev/zero; } | pp-prof --no-header >out 2>err; rc=$?
	is "9 a line without an end is named" "$rc $(lines out) $(cut -d : -f 1-3 err)" \
	    "1 1 pp-prof: <stdin>:2"
	{ printf "{'kShortName'"; cat /dev/zero; } | pp-parse >out 2>err; rc=$?
	fails "9 pp-parse: a line without an end" 1 '^pp-parse: <stdin>:1: a line of more than'
else
	skip "9 /dev/zero" "it is not there"
fi

# 10 what is not UTF-8 becomes U+FFFD
printf '{"v":1,"kernel":"b\377d","name":"b\377d","dur":5,"layer":["x\300y"]}\n' >rec.bad
status pp-prof -c kernel,layer --no-header rec.bad
printf 'b\357\277\275d x\357\277\275y\n' >wanted
is "10 pp-prof: status" "$rc" 0
same "10 pp-prof: not UTF-8" out wanted
check "10 pp-parse: its records are UTF-8" iconv -f UTF-8 -t UTF-8 prec
is "10 pp-parse: repaired" "$(jq -r 'select(.kernel == "third_kernel").layer[0]' prec)" \
    "$(printf 'b\357\277\275d')"

# 11 a hostile layer name through every writer
hostile=$(printf 'a\tb\nc,d"e\033[31m')
is "11 record" "$(jq -r 'select(.kernel == "second_kernel").layer[0]' prec)" "$hostile"
sed -n 2p prec >prec.hostile
pp-prof --json -c layer prec.hostile >out
is "11 --json" "$(lines out) $(jq -r '.layer | if type == "array" then .[0] else . end' out)" "1 $hostile"
pp-prof --tree layer prec.hostile >out
is "11 --tree" "$(LC_ALL=C tr -d '\n -~' <out | wc -c) $(jq -r keys[] out)" "0 $hostile"
# sqlite3 knows RFC 4180 and is not ours
pp-prof --csv --no-header -c layer,sil prec.hostile >h.csv
sqlite3 :memory: 'CREATE TABLE t(layer TEXT, sil TEXT)' '.mode csv' \
    '.import h.csv t' '.mode list' 'SELECT hex(layer) FROM t' >out 2>&1
is "11 --csv is exact" "$(cat out)" \
    "$(printf %s "$hostile" | od -An -v -tx1 | tr -d ' \n' | tr a-f A-F)"
pp-prof -c layer,sil --no-header prec.hostile >out
is "11 space: escaped, two fields" "$(cat out)" 'a\tb\nc,d"e\x1b[31m 20'
pp-prof -w 150 -c layer,sil --no-header prec.hostile >out
is "11 -w: escaped, one line" "$(lines out) $(cut -c 1-10 out | sed 's/ *$//')" '1 a\tb\nc,d"'
pp-prof --html -c layer,sil prec.hostile >out
check "11 --html: escaped" grep -qF 'a\tb\nc,d&quot;e\x1b[31m</td>' out
pp-prof --csv=sheet -c layer,sil prec.hostile >out
check "11 --csv=sheet has the text" grep -q 'c,d""e' out
# (CSV is exact: it keeps it)
for format in -w150 --json --html --no-header; do
	pp-prof "$format" -c layer,kernel,sil prec >out
	check "11 $format: no ESC" sh -c '! grep -q "$(printf "\033")" out'
done

# 12 a full disk, with little to write and with much
awk '{ l[NR] = $0 } END { for (i = 0; i < 40000; i++) print l[i % NR + 1] }' rec >rec.big
if [ -w /dev/full ]; then
	full='No space left on device'
	: >out
	rc=0; pp-prof rec >/dev/full 2>err || rc=$?
	fails "12 pp-prof, small" 1 "^pp-prof: <stdout>: $full"
	rc=0; pp-prof rec.big >/dev/full 2>err || rc=$?
	fails "12 pp-prof, large" 1 "^pp-prof: <stdout>: $full"
	for f in --csv --json -w150; do
		rc=0; pp-prof "$f" rec >/dev/full 2>err || rc=$?
		fails "12 pp-prof $f" 1 "^pp-prof: <stdout>: $full"
	done
	rc=0; pp-parse "$p" >/dev/full 2>err || rc=$?
	fails "12 pp-parse, small" 1 "^pp-parse: <stdout>: $full"
	sqlite3 many.sqlite <"$SRC/tests/fixtures/filter.sql"
	sqlite3 many.sqlite 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 2000)
		INSERT INTO CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL
		SELECT 10 + i, 10000 + i * 10, 10005 + i * 10, 0, 1, 7, 1, 1, 1, 32, 1, 1, 1000 + i, 1 FROM n'
	is "12 many.sqlite has 2003 kernels" "$(pp-parse many.sqlite 2>err | wc -l)" 2003
	rc=0; pp-parse many.sqlite >/dev/full 2>err || rc=$?
	is "12 pp-parse, large" "$rc $(grep -c "^pp-parse: <stdout>: $full" err)" "1 1"
	for prog in pp-prof pp-parse; do
		for f in --help --version; do
			rc=0; $prog $f >/dev/full 2>err || rc=$?
			fails "17 $prog $f >/dev/full" 1 "^$prog: <stdout>: $full"
		done
	done
else
	skip "12 /dev/full" "it is not there"
fi

# 13 stdout closed; 14 stdin closed
: >out
rc=0; pp-prof rec >&- 2>err || rc=$?
fails "13 pp-prof >&-" 1 '^pp-prof: <stdout>: Bad file descriptor'
rc=0; pp-parse "$p" >&- 2>err || rc=$?
fails "13 pp-parse >&-" 1 '^pp-parse: <stdout>: Bad file descriptor'
is "13 the profile is not written to" "$(pp-parse "$p" | cksum)" "$(cksum <prec)"
rc=0; pp-prof --no-header <&- >out 2>err || rc=$?
fails "14 pp-prof <&-" 1 '^pp-prof: <stdin>: Bad file descriptor'
rc=0; pp-parse <&- >out 2>err || rc=$?
fails "14 pp-parse <&-" 1 '^pp-parse: <stdin>: Bad file descriptor'
rc=0; pp-prof rec <&- >out 2>err || rc=$?
gives "14 pp-prof FILE <&-" rows
rc=0; pp-parse "$p" <&- >out 2>err || rc=$?
gives "14 pp-parse FILE <&-" prec
rc=0; pp-parse "$p" >out 2>&- || rc=$?
is "14 pp-parse 2>&-" "$rc $(cksum <out)" "0 $(cksum <prec)"

# 15 the reader goes away; 16 and the parent ignores SIGPIPE
: >out
for trap in - "''"; do
	case $trap in -) n=15 ;; *) n="16 SIGPIPE ignored:" ;; esac
	sh -c "trap $trap PIPE; pp-prof rec.big 2>err; echo \$? >rc" | head -1 >/dev/null
	is "$n pp-prof | head -1" "$(cat rc) $(cat err)" "141 "
	sh -c "trap $trap PIPE; pp-parse many.sqlite many.sqlite many.sqlite 2>err; echo \$? >rc" |
	    head -1 >/dev/null
	is "$n pp-parse | head -1" "$(cat rc) $(grep -c 'ipe' err)" "141 0"
done

# 17 --help and --version (to /dev/full: above)
for prog in pp-prof pp-parse; do
	status $prog --help
	is "17 $prog --help: status, stderr" "$rc $(cat err)" "0 "
	check "17 $prog --help says how it is used" grep -q "^usage: $prog" out
	status $prog --version
	version=$(sed -n 's/^VERSION = //p' "$SRC/Makefile")
	is "17 $prog --version" "$rc $(cat out err)" "0 $prog $version"
done
check "17 pp-prof --help | grep tc" sh -c 'pp-prof --help | grep -q "^ *tc "'
# -h fits a terminal of 24 lines of 80, with a dozen options; its examples run
db examples/lenet >/dev/null && mv lenet.sqlite net.sqlite
gzip -c "$SRC/examples/block.json" >net.pt.trace.json.gz
wide()
{
	awk 'length($0) > 80' "$1" | wc -l
}
for prog in pp-prof pp-parse; do
	status $prog --help
	is "17 $prog --help: no line above 80" "$(wide out)" 0
	cp out all
	status $prog -h
	is "17 $prog -h: status, stderr" "$rc $(cat err)" "0 "
	check "17 $prog -h: at most 24 lines" test "$(lines out)" -le 24
	is "17 $prog -h: no line above 80" "$(wide out)" 0
	sed -n 's/^ *\(-.*[a-z]\) .*/\1/p' out >options
	check "17 $prog -h: at most a dozen options" test "$(lines options)" -le 12
	sed -n 's/^  \(pp-parse .*\)/\1/p' out >commands
	is "17 $prog -h: three examples" "$(lines commands)" 3
	is "17 $prog --help has them too" "$(grep -cxFf commands all; sed -n 's/^  \(pp-parse .*\)/\1/p' all | grep -cxFf commands)" "0
3"
	while read -r command; do
		status sh -c "$command"
		is "17 $command" "$rc $(cat err)" "0 "
	done <commands
done
# what every option of a letter is called, alike in both
for prog in pp-prof pp-parse; do
	is "17 $prog: each letter has a long name" \
	    "$($prog --help | grep -c '^  -[A-Za-z] ')" 0
done
for prog in pp-prof pp-parse; do
	$prog --help | sed -n 's/^  \(-[A-Za-z]\), \(--[a-z-]*\).*/\1 \2/p'
done | sort -u >letters
# a profile is read with frames (-s), a table is sorted (-s)
is "17 the same in both, but one" "$(cut -d ' ' -f 1 letters | uniq -d)" "-s"
check "17 and there are some" test "$(lines letters)" -ge 8

# 18 wrong usage: one line, status 2
status pp-prof --nope rec; fails "18 unknown option" 2 "^pp-prof: .*--nope.*--help"
status pp-prof -Q rec; fails "18 unknown letter" 2 "^pp-prof: .*-Q.*--help"
status pp-prof -w twelve rec; fails "18 bad number" 2 "^pp-prof: .*twelve"
status pp-prof -w 99999999999999999999 rec; fails "18 number too large" 2 "^pp-prof: "
status pp-prof -w 1 rec; fails "18 width too small: names the least" 2 "^pp-prof: .*[0-9][0-9]"
status pp-prof -c flop rec; fails "18 unknown column: the culprit and a hint" 2 "^pp-prof: .*'flop'.*flops"
status pp-prof -c; fails "18 missing argument" 2 "^pp-prof: "
status pp-prof -w 150 --csv rec; fails "18 two formats" 2 "^pp-prof: "
status pp-prof rec -w 80
fails "18 an option after a file" 2 "^pp-prof: '-w' comes after a file: options go first$"
status pp-prof rec --view=roofline rec
fails "18 a long one after a file" 2 "^pp-prof: '--view=roofline' comes after a file: options go first$"
status pp-parse "$p" -o late
fails "18 pp-parse: an option after a profile" 2 "^pp-parse: '-o' comes after a file: options go first$"
check "18 nothing was made" test ! -e late
cp rec ./-w; status pp-prof --no-header -- rec -w
is "18 -- FILE -w: files" "$rc $(cat err) $(lines out)" "0  6"
status pp-prof -u s rec; fails "18 a wrong unit has right ones" 2 "'s' (try: ns, us, ms"
status pp-prof --view roof rec; fails "18 a wrong view has right ones" 2 "'roof' (try: .*roofline"
status pp-prof --half x rec; fails "18 a wrong way to count has right ones" 2 "'x' (try: hta, ncu)"
status pp-parse -k gpu,kernels "$p"
fails "18 pp-parse: a wrong kind has right ones" 2 "'kernels' (try: kernel, .*, all)"
status pp-parse -f sqlite "$p"
fails "18 pp-parse: a wrong format has right ones" 2 "'sqlite' (try: nvprof, nsys, .*ncu.*)"
status pp-parse --nope; fails "18 pp-parse: unknown option" 2 "^pp-parse: .*--nope.*--help"
status pp-parse -k nope "$p"; fails "18 pp-parse: unknown kind" 2 "^pp-parse: .*'nope'"
status pp-parse -f nope "$p"; fails "18 pp-parse: unknown format" 2 "^pp-parse: .*'nope'"

# 19, 28 the same bytes whatever the terminal
on_terminal()
{
	TERM=xterm-256color script -q -c "stty -opost cols 20; $1" typescript \
	    >out 2>&1 </dev/null
}
on_terminal 'test -t 1 && echo a terminal'
terminal=$(cat out)
for f in -w150 --csv --json; do
	pp-prof $f rec >plain
	NO_COLOR=1 pp-prof $f rec >out; same "19 $f NO_COLOR" out plain
	TERM=dumb COLUMNS=20 pp-prof $f rec >out; same "28 $f TERM=dumb COLUMNS=20" out plain
	[ "$terminal" = 'a terminal' ] || continue
	on_terminal "pp-prof $f rec"; same "19 $f on a terminal" out plain
done
if [ "$terminal" = 'a terminal' ]; then
	on_terminal "pp-parse $p"; same "19 pp-parse on a terminal" out prec
else
	skip "19 on a terminal" "this system gives none: $terminal"
fi

# 20 a locale with decimal commas
check "20 the locale is there" localedef -i de_DE -f UTF-8 "$PWD/de_DE.UTF-8"
is "20 the locale has a decimal comma" \
    "$(LOCPATH=$PWD LC_ALL=de_DE.UTF-8 locale decimal_point)" ,
cat >rec.rate <<'END'
{"v":1,"kernel":"k","name":"k","dur":1500,"occ":37.5,"op":[{"mod":"torch","op":"mm","args":[{"type":"tensor","shape":[8,8],"dtype":"float32"},{"type":"tensor","shape":[8,8],"dtype":"float32"}]}],"main":true,"sub":0,"nsub":1}
END
for f in --csv --json -w200; do
	pp-prof $f -c sil,occ,ai,tflops,gbs rec.rate >plain
	LOCPATH=$PWD LC_ALL=de_DE.UTF-8 pp-prof $f -c sil,occ,ai,tflops,gbs rec.rate >out
	same "20 pp-prof $f, de_DE" out plain
	check "20 $f has a decimal point" grep -q '[0-9]\.[0-9]' plain
done
LOCPATH=$PWD LC_ALL=de_DE.UTF-8 pp-parse "$p" >out 2>err
same "20 pp-parse, de_DE" out prec

# 21 a profile that may not be written, in a folder that may not
# root may write anything: then as nobody, with a copy of the program
mkdir ro
cp "$p" ro/plain.sqlite
cp "$p" ro/wal.sqlite
sqlite3 ro/wal.sqlite 'PRAGMA journal_mode = WAL' >/dev/null
rm -f ro/wal.sqlite-*
cp "$B/pp-parse" ./parse-copy
chmod 444 ro/*
chmod 555 ro
if [ "$(id -u)" -eq 0 ]; then
	d=$PWD
	while [ "$d" != / ]; do chmod o+x "$d"; d=$(dirname "$d"); done 2>/dev/null
	as='setpriv --reuid=65534 --regid=65534 --clear-groups'
else
	as=
fi
check "21 the folder is read-only" sh -c "! $as touch ro/x 2>/dev/null"
for f in plain wal; do
	# shellcheck disable=SC2086 # words
	status $as ./parse-copy ro/$f.sqlite
	gives "21 read-only, $f" prec
done
is "21 nothing was made beside it" "$(echo ro/*)" "ro/plain.sqlite ro/wal.sqlite"
chmod 755 ro
cksum ro/*.sqlite >sums
status pp-parse ro/wal.sqlite
gives "21 write-ahead mode where writing is allowed" prec
is "21 nothing was made there either" "$(echo ro/*)" "ro/plain.sqlite ro/wal.sqlite"
is "21 the profiles are as they were" "$(cksum ro/*.sqlite)" "$(cat sums)"

# 22 SQLite on a pipe
# shellcheck disable=SC2002 # a pipe is what is tested
cat "$p" | pp-parse >out 2>err; rc=$?
gives "22 database on a pipe" prec
gzip -c "$p" | gzip -dc | pp-parse - >out 2>err; rc=$?
gives "22 zcat | pp-parse -" prec
is "22 no temporary file is left" "$(echo pp-*)" "pp-*"

# 23 gzip data are read by their content, whatever the name says
pp-parse many.sqlite >many.out
gzip <many.sqlite >packed.sqlite
status pp-parse packed.sqlite
same "23 gzip: a database in it is read as it is" out many.out
pp-parse <packed.sqlite >out
same "23 gzip: also from stdin" out many.out
{ head -c 5000 many.sqlite | gzip; tail -c +5001 many.sqlite | gzip -1; head -c 999 /dev/zero; } >members.gz
status pp-parse members.gz
same "23 gzip: several members, and zeros behind them" out many.out
head -c 3000 packed.sqlite >cut.gz
status pp-parse cut.gz
fails "23 gzip: cut off" 1 '^pp-parse: cut.gz: unexpected end of gzip data'
{ cat packed.sqlite; echo more; } >more.gz
status pp-parse more.gz
fails "23 gzip: something else behind it" 1 '^pp-parse: more.gz: text behind the gzip data'
{ echo '{"traceEvents":[{"ph":"X","cat":"kernel","name":"k","ts":1,"dur":2}]}' | gzip; echo more; } >short.gz
status pp-parse short.gz
is "23 gzip: something else behind a short trace: it is read, and that said" \
    "$rc $(jq -r .kernel out) $(grep -c '^pp-parse: short.gz: text behind the gzip data' err)" "1 k 1"
# a whole member, then one whose first block has the type that there is not
{ head -c 5000 many.sqlite | gzip; printf '\037\213\010\0\0\0\0\0\0\003\007'; } >broken.gz
status pp-parse broken.gz
fails "23 gzip: broken" 1 '^pp-parse: broken.gz: broken gzip data: '
status pp-parse packed.sqlite many.sqlite
is "23 gzip: one of several" "$rc $(jq -r .file <out | sort | uniq -c | awk '{ print $2, $1 }' | tr '\n' ' ')" \
    "0 many.sqlite $(wc -l <many.out) packed.sqlite $(wc -l <many.out) "

# 24 what is cut off: no record, one line
size=$(wc -c <many.sqlite)
head -c $((size / 2)) many.sqlite >cut.sqlite
status pp-parse cut.sqlite
fails "24 half a database" 1 '^pp-parse: cut.sqlite: '
head -c 50 many.sqlite >cut50.sqlite
status pp-parse cut50.sqlite
fails "24 half a database header" 1 '^pp-parse: cut50.sqlite: '
printf '{"traceEvents":[{"ph":"X","cat":"kernel","name":"k","ts":1,' >cut.json
status pp-parse cut.json
fails "24 half an event" 1 '^pp-parse: cut.json: the file ends inside an event'
head -c 300 rec >rec.cut
status pp-prof --no-header rec.cut
is "24 half a record: status, rows before it" "$rc $(cut -d ' ' -f 1 out | tr '\n' ' ')" "1 1 2 "
is "24 half a record: file and line" "$(sed 's/^\(pp-prof: rec.cut:[0-9]*\):.*/\1/' err)" "pp-prof: rec.cut:3"

# 25 a record stands alone: shuffled, filtered, concatenated
columns=$(pp-prof --help | sed -n 's/^  \([a-z][a-z_]*\) .*/\1/p' | grep -vx idx | paste -sd, -)
l=$(db examples/lenet)
pp-parse "$l" >lrec 2>err
pp-prof --csv --no-header -c "$columns" lrec >whole
check "25 there are many columns" test "$(echo "$columns" | tr , '\n' | wc -l)" -ge 40
check "25 there are many records" test "$(lines lrec)" -ge 20
awk 'BEGIN { srand(1) } { print rand() "\t" $0 }' lrec | sort | cut -f 2- >lrec.shuffled
pp-prof --csv --no-header -c "$columns" lrec.shuffled | sort >out
sort whole >whole.sorted
same "25 shuffled" out whole.sorted
awk 'NR % 3 == 0' lrec | pp-prof --csv --no-header -c "$columns" >out
awk 'NR % 3 == 0' whole >wanted
same "25 every third line" out wanted
cat lrec lrec | pp-prof --csv --no-header -c "$columns" >out
cat whole whole >wanted
same "25 twice" out wanted
tac lrec | jq -c . | pp-prof --csv --no-header -c "$columns" | tac >out
same "25 through jq, backwards" out whole

# 26 a long stream in constant memory; each name is another one
if [ -n "${PP_SAN-}" ]; then
	# address space says nothing there: the resident set, and fewer
	n=100000
	limit() { ASAN_OPTIONS=$ASAN_OPTIONS:quarantine_size_mb=1:hard_rss_limit_mb=100 "$@"; }
else
	n=1000000
	# shellcheck disable=SC3045 # dash and bash have it
	limit() { (ulimit -v 40000 && exec "$@"); }
fi
tensor='{\"type\":\"tensor\",\"shape\":[64,64],\"dtype\":\"float16\"}'
stream()
{
	awk -v n=$n 'BEGIN { for (i = 0; i < n; i++)
	printf "{\"v\":1,\"kernel\":\"k%d\",\"name\":\"k%d<float>(int)\",\"start\":%d,\"dur\":5,\"layer\":[\"l%d\"],\"op\":[{\"mod\":\"torch\",\"op\":\"mm\",\"args\":['"$tensor,$tensor"']}]}\n", i, i, i * 10, i }'
}
stream | limit pp-prof --csv --no-header -c idx,kernel,tc >out 2>err
is "26 $n records in 40 MB" "$(wc -l <out) $(tail -1 out | cut -d , -f 1,2) $(cat err)" \
    "$n \"$n\",\"k$((n - 1))\" "
stream | limit pp-prof --no-header -g op,tc >out 2>err
is "26 -g: memory is for the tuples" "$(cat out err)" "mm na $n $((n * 5)) 100.000 5 5 5 100.000 100.000"

# 27 keys from the future
sed 's/"dur"/"from_the_future":{"a":[1,{"b":null}]},"dur"/' rec >rec.new
status pp-prof rec.new; gives "27 unknown key" rows
{ head -1 rec; sed -n '2s/"v":1/"v":2/p' rec; } >rec.v2
status pp-prof --no-header rec.v2
is "27 newer v: status, line, key" \
    "$rc $(sed -n "s/^\(pp-prof: rec.v2:2\): .*version 2.*/\1/p" err)" "1 pp-prof: rec.v2:2"
sed '2s/\[12,1,5\]/"12"/' rec >rec.type
status pp-prof --no-header rec.type
is "27 wrong type: status, line, key" \
    "$rc $(sed -n "s/^\(pp-prof: rec.type:2\): .*'grid'.*/\1/p" err)" "1 pp-prof: rec.type:2"
done_testing
