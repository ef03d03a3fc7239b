# shellcheck shell=sh
# progress.t - how far the reading is, said on stderr: where, what of, and gone at
# the end.  The clock is one that goes a second at a time (tests/clock.c).
. "$SRC/tests/lib.sh"

# parse ARG ...: pp-parse with that clock
cat >parse <<END
#!/bin/sh
LD_PRELOAD=$B/tests/clock.so exec pp-parse "\$@"
END
chmod +x parse

# said: the lines of the file err, without the program's name
said()
{
	tr '\r' '\n' <err | sed -n 's/^pp-parse: \(.*[^ ]\) *$/\1/p'
}

# screen: what the file err leaves on a terminal, as each \r goes back to the start
screen()
{
	awk '{
		n = split($0, part, "\r")
		line = ""
		for (i = 1; i <= n; i++)
			line = part[i] substr(line, length(part[i]) + 1)
		sub(/ +$/, "", line)
		if (line != "")
			print line
	}' err
}

# A trace of 700 kB, most of it blanks; and a file's size in kB
{
	sed '$d' "$SRC/examples/block.json"
	head -c 700000 /dev/zero | tr '\0' ' '
	echo '}'
} >net.json
gzip -c net.json >net.json.gz
kb()
{
	echo $(($(wc -c <"$1") / 1000))
}
check "the trace is read" sh -c 'pp-parse net.json >wanted && test "$(wc -l <wanted)" = 8'

status ./parse --progress net.json
is "a trace: status" "$rc" 0
same "a trace: the records" out wanted
said >lines
check "a trace: lines" test -s lines
is "a trace: bytes read of all, rate, time left" "$(grep -cvxE \
    "[0-9]+ kB of $(kb net.json) kB, [0-9]+ kB/s, [0-9]+ (s|min) left" lines)" 0
is "a trace: the last has all" "$(tail -1 lines | cut -d ' ' -f 1)" "$(kb net.json)"
is "a trace: gone at the end" "$(screen)" ""

status ./parse --progress net.json.gz
same "packed: the records" out wanted
said >lines
is "packed: bytes as they are in the file" "$(grep -cvxE \
    "[0-9]+ kB of $(kb net.json.gz) kB, [0-9]+ kB/s, [0-9]+ (s|min) left" lines) $(tail -1 lines |
    cut -d ' ' -f 1)" "0 $(kb net.json.gz)"
is "packed: gone at the end" "$(screen)" ""

cat net.json | ./parse --progress >out 2>err
same "a pipe: the records" out wanted
said >lines
is "a pipe: bytes and rate" "$(grep -cvxE '[0-9]+ kB, [0-9]+ kB/s' lines) $(tail -1 lines |
    cut -d ' ' -f 1)" "0 $(kb net.json)"
is "a pipe: gone at the end" "$(screen)" ""

status ./parse --progress - <net.json
is "standard input that is a file has a size" "$(said | grep -c " of $(kb net.json) kB, ")" \
    "$(said | wc -l)"

# A database: its pages, each once, however often they are read
p=$(db filter)
sqlite3 "$p" 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 60000)
	INSERT INTO CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL
	SELECT 10 + i, 10000 + i * 10, 10005 + i * 10, 0, 1, 7, 1, 1, 1, 32, 1, 1, 1000 + i, 1 FROM n'
pp-parse "$p" >wanted 2>/dev/null
all=$(awk -v n="$(wc -c <"$p")" 'BEGIN { printf "%.1f MB", int(n / 100000) / 10 }')
status ./parse --progress "$p"
same "a database: the records" out wanted
said | grep -v ' kernels ' >lines
check "a database: several lines" test "$(wc -l <lines)" -ge 2
is "a database: bytes read of all, rate, time left" "$(grep -cvxE \
    "[0-9.]+ [kM]B of $all, [0-9.]+ [kM]B/s, [0-9]+ (s|min) left" lines)" 0
awk '{ print $2 == "kB" ? $1 / 1000 : $1 }' lines >amounts
sort -n amounts >sorted
same "a database: never less than before" amounts sorted
check "a database: never more than there is" sh -c \
    "! awk -v all='${all% MB}' '\$1 > all' amounts | grep ."
is "a database: gone at the end, and the warning whole" "$(screen | cut -c 1-40)" \
    "pp-parse: filter.sqlite: 60000 kernels w"
gzip -c "$p" >packed
status ./parse --progress packed
same "a packed database: the records" out wanted
is "a packed database: first what is packed, then the copy" \
    "$(said | sed -n 's/.* of \(.*B\), .*/\1/p' | uniq | tail -2 | tail -1)" "$all"

# Several profiles, and messages between them
status ./parse --progress net.json "$p" nope
is "several: which one" "$(said | sed -n 's/^\(file . of .\): .*/\1/p' | uniq | paste -sd , -)" \
    "file 1 of 3,file 2 of 3"
is "several: messages have lines of their own" "$rc $(screen | cut -c 1-40)" "1 pp-parse: filter.sqlite: 60000 kernels w
pp-parse: nope: No such file or director"

# By itself: not where stderr is none, nor where the output is none
status ./parse net.json
is "not without a terminal" "$rc $(cat err)" "0 "
on_terminal()
{
	TERM=xterm script -q -c "stty -opost; $1" typescript >err 2>&1 </dev/null
	rm -f typescript
}
on_terminal 'test -t 2 && echo a terminal'
if [ "$(cat err)" = 'a terminal' ]; then
	on_terminal "./parse -o to net.json"
	check "by itself: -o FILE and a terminal" sh -c 'grep -q " left" err'
	is "by itself: gone at the end" "$(screen)" ""
	on_terminal "./parse net.json >to"
	check "by itself: >FILE and a terminal" sh -c 'grep -q " left" err'
	on_terminal "./parse net.json"
	same "not where the records are on the terminal" err "$PWD/err"
	check "not among records" sh -c '! grep -q " left" err'
	on_terminal "./parse net.json | cat >to"
	is "not where another program may write there" "$(cat err)" ""
	on_terminal "./parse -o /dev/null net.json"
	is "not where nothing is kept" "$(cat err)" ""
	on_terminal "./parse -o to net.json 2>none"
	is "not where stderr is a file" "$(cat err none)" ""
	on_terminal "./parse --progress net.json | cat >to"
	check "--progress: always" sh -c 'grep -q " left" err'

	# Whoever forgot the file is told what is waited for
	for prog in pp-parse pp-prof; do
		on_terminal "$prog 2>&1 >to"
		is "$prog: standard input is a terminal" "$(tr -d '\r' <err | head -1 |
		    sed 's/^\^D.*\(pp-\)/\1/')" "$prog: reading standard input"
		on_terminal "$prog </dev/null 2>&1 >to"
		is "$prog: it is not" "$(grep -c 'reading standard' err)" 0
	done
	on_terminal "pp-prof -c idx $PWD/wanted - 2>&1 >to"
	is "pp-prof: - among files" "$(grep -c 'reading standard input' err)" 1
	on_terminal "pp-prof wanted 2>&1 >to"
	is "pp-prof: a file is not" "$(grep -c 'reading standard input' err)" 0
else
	skip "on a terminal" "this system gives none"
fi
done_testing
