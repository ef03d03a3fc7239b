# shellcheck shell=sh
# man.t - the manual pages are well-formed, complete, and their examples true.
#
# In a section EXAMPLES, ".Dl $ command" is a command that must work.  A literal
# block (.Bd -literal) is a session: a line that starts with "$ " is a command,
# lines that start with "> " go on with it, and what follows is all that it
# prints on stdout (nothing shown: not compared; a line "..." stands for any
# number of lines).  The status must be 0 and stderr empty.  The profile of
# examples/ is there as net.sql, net.sql.gz and lenet.sqlite, its records as
# net.jsonl, and its kernels as those of ncu.csv.  The console blocks of
# README.md are sessions too.
. "$SRC/tests/lib.sh"

pages='pp-parse.1 pp-prof.1 pp-nvtx.1 pp-record.5 pp-models.7'

for page in $pages; do
	mandoc -T lint -W warning "$SRC/man/$page" >lint 2>&1
	is "$page: mandoc has no complaint" "$(cat lint)" ""
	# what a reader sees, for the checks below
	mandoc -T utf8 "$SRC/man/$page" 2>/dev/null | sed "s/.$(printf '\b')//g" >"$page.txt"
done
if command -v groff >/dev/null; then
	quotes=$(printf '\342\200\230\342\200\231') # one at once behind the other
	for page in $pages; do
		groff -mandoc -Tutf8 -P-c "$SRC/man/$page" 2>/dev/null |
		    sed "s/.$(printf '\b')//g" >groff.txt
		check "$page: groff prints it" test -s groff.txt
		is "$page: groff prints no empty quotes" "$(grep -n "$quotes" groff.txt)" ""
	done
else
	skip "empty quotes" "no groff"
fi
for page in $pages; do
	for xr in $(sed -n 's/^\.Xr \(pp-[a-z]*\) \([0-9]\).*/\1.\2/p' "$SRC/man/$page" | sort -u); do
		check "$page refers to $xr, which exists" test -e "$SRC/man/$xr"
	done
done
for page in pp-parse.1 pp-prof.1 pp-nvtx.1; do
	for section in NAME SYNOPSIS DESCRIPTION 'EXIT STATUS' EXAMPLES 'SEE ALSO'; do
		check "$page has $section" grep -qx "$section" "$page.txt"
	done
done
check "pp-prof.1 has DIFFERENCES FROM PYPROF" grep -qx 'DIFFERENCES FROM PYPROF' pp-prof.1.txt

# Options: those of --help are those of the page
printf '#!/bin/sh\nexec python3 "$SRC/examples/capture/pp_nvtx.py" "$@"\n' >pp-nvtx
chmod +x pp-nvtx
for prog in pp-parse pp-prof pp-nvtx; do
	PATH=$PATH:. $prog --help | sed -n 's/^  \(-.*\)/\1/p; s/^      \(--.*\)/\1/p' |
	    sed 's/   *.*//' | grep -oE -- '(^|[ ,])--?[A-Za-z][a-z-]*' |
	    tr -d ' ,' | sort -u >help.options
	sed -n 's/^\.It \(Fl .*\)/\1/p' "$SRC/man/$prog.1" |
	    grep -oE 'Fl -?[A-Za-z][a-z-]*' | sed 's/^Fl /-/' | sort -u >page.options
	check "$prog has options" test -s help.options
	same "$prog.1 has the options of --help" page.options help.options
done

# ... and one name of each is in its SYNOPSIS, where letters may share a dash
for prog in pp-parse pp-prof; do
	sed -n '/^\.Sh SYNOPSIS/,/^\.Sh DESC/p' "$SRC/man/$prog.1" | grep -oE 'Fl -?[A-Za-z-]+' |
	    sed 's/^Fl -/--/; t; s/^Fl //; s/[A-Za-z]/-&\n/g' | sed '/^$/d' >synopsis
	$prog --help | sed -n '/^Examples:/q; s/^ \{2,6\}\(-.*\)/\1/p' |
	    sed 's/   *.*//' | grep -oE -- '^--?[A-Za-z][a-z-]*(, --[a-z-]*)?' >options
	check "$prog: options" test "$(wc -l <options)" -ge 10
	tr -d , <options | while read -r a b; do
		grep -qxe "$a" -e "${b:-$a}" synopsis || echo "$a"
	done >lacking
	is "$prog.1: SYNOPSIS has all options" "$(cat lacking)" ""
done

# The words of an option's help fill its lines: the next would not fit into 80.
# What is said of a default may begin a line.
for prog in pp-parse pp-prof; do
	$prog --help | awk '/^Examples:/ { exit }
	    /^  / { goes_on = /^                    *[^ (]/; split($0, word, " ")
		if (goes_on && last && length(last) + 1 + length(word[1]) <= 80) print
		last = $0; next }
	    { last = "" }' >loose
	is "$prog --help: lines are filled" "$(cat loose)" ""
done

# Formats: those of --help are those of the page, in OPTIONS and in FORMATS
pp-parse --help | sed -n '/format of the profiles: /,/(default/{
	/(default/!{s/.*format of the profiles: //;p;}
}' | tr -d ' \n' | tr , '\n' >help.formats
echo >>help.formats
check "pp-parse has formats" test "$(wc -l <help.formats)" -ge 5
sed -n '/^\.Sh FORMATS/,/^\.Sh [^F]/s/^\.It Sy //p' "$SRC/man/pp-parse.1" >page.formats
same "pp-parse.1, FORMATS, has the formats of --help" page.formats help.formats
sed -n '/^\.It Fl f /,/^\.It Fl s /s/^\.Sy //p' "$SRC/man/pp-parse.1" |
    tr -d ' ' | tr , '\n' | sed '/^$/d' >page.formats
same "pp-parse.1, -f, has the formats of --help" page.formats help.formats

# Columns: every one of --help has its .It Sy in the page's section COLUMNS, and
# the other way round
pp-prof --help | sed -n 's/^  \([a-z][a-z0-9_]*\(:NAME\)\{0,1\}\) .*/\1/p' | sort -u >help.columns
check "pp-prof has columns" test "$(wc -l <help.columns)" -ge 40
sed -n '/^\.Sh COLUMNS/,/^\.Sh [^C]/s/^\.It Sy //p' "$SRC/man/pp-prof.1" |
    sed 's/ Ns Ar name/NAME/' | tr -d ' ' | tr , '\n' | sort -u >page.columns
same "pp-prof.1 has the columns of --help" page.columns help.columns

# The release is the one of the Makefile
version=$(sed -n 's/^VERSION = //p' "$SRC/Makefile")
is "NEWS.md begins with this release" "$(grep -m 1 '^## ' "$SRC/NEWS.md")" "## $version"
is "so does the changelog of Debian's package" \
    "$(sed -n '1s/^pp (\(.*\)-[1-9][0-9]*) .*/\1/p' "$SRC/examples/debian/changelog")" "$version"
is "so do both programs" "$(pp-parse --version) $(pp-prof --version)" \
    "pp-parse $version pp-prof $version"

# Examples
mkdir session
(cd session && db examples/lenet >/dev/null && cp lenet.sqlite net.sql &&
    gzip -k net.sql && ln -s "$SRC/examples" . && pp-parse net.sql >net.jsonl &&
    {
	echo '"ID","Process ID","Kernel Name","Block Size","Grid Size","Device","dram__bytes.sum","gpu__time_duration.sum"'
	echo '"","","","","","","Kbyte","us"'
	jq -r 'def dim: "(\(map(tostring) | join(", ")))";
	    [input_line_number - 1, 7, .name, (.block | dim), (.grid | dim),
	    .device, 1.5, .dur / 1000] | map(tostring) | @csv' net.jsonl
    } >ncu.csv)

# examples PAGE: its sessions as PAGE.N.cmd, PAGE.N.out
examples()
{
	awk -v name="${1##*/}" '
	/^\.Sh / { in_examples = /EXAMPLES/ }
	/^\.Bd .*-literal/ && in_examples { block = 1; next }
	/^```console$/ { block = in_examples = 1; next }
	/^\.Ed|^```$/ { block = 0; next }
	/^\.Dl \$ / && in_examples { sub(/^\.Dl /, "") }
	!block && !/^\$ / { next }
	!in_examples { next }
	# what mdoc needs escaped in literal text
	{ gsub(/\\&/, ""); gsub(/\\\(aq/, "\047"); gsub(/\\-/, "-"); gsub(/\\\(ti/, "~")
	  gsub(/\\\(ha/, "^"); gsub(/\\\(ga/, "`"); gsub(/\\\(dq/, "\""); gsub(/\\e/, "\\") }
	/^\$ / { n++; cmd = sprintf("%s.%02d", name, n)
		 print substr($0, 3) > (cmd ".cmd"); next }
	/^> / && n { print substr($0, 3) > (cmd ".cmd"); next }
	n && !/^$/ { print > (cmd ".out") }
	' "$1"
}

# matches GOT WANTED: WANTED may have lines "..." for any number of lines.
matches()
{
	awk -v wanted="$2" '
	BEGIN { while ((getline line < wanted) > 0) w[++n] = line; at = 1 }
	{
		sub(/ *$/, "")
		if (skipping && at <= n && $0 == w[at]) skipping = 0
		if (skipping) next
		if (at <= n && w[at] == "...") {
			skipping = 1
			at++
			if (at <= n && $0 == w[at]) { skipping = 0 } else next
		}
		if (at > n || $0 != w[at]) { bad = 1; exit }
		at++
	}
	END {
		while (at <= n && w[at] == "...") at++
		exit bad || at <= n
	}' "$1"
}

for page in $pages; do
	examples "$SRC/man/$page"
done
examples "$SRC/README.md"

# Commands that are not run are understood all the same: with nothing to read, each
# pp-prof of a page or of README.md knows its options and columns.
{
	sed -n -e 's/^\.\(Ql\|Li\|Ic\) \(-[cg] \|--view \)\([^ ]*\).*/pp-prof \2\3/p' \
	    -e 's/^[^#]*\(pp-prof -[^|>`]*\).*/\1/p' "$SRC"/man/*.[157]
	sed -n -e 's/^[^`]*`\(-[cg] \|--view \)\([^`]*\)`.*/pp-prof \1\2/p' \
	    -e 's/.*\(pp-prof -[^|>`]*\).*/\1/p' "$SRC/README.md"
} | sed 's/ 2$//; s/ [.,]$//' | sort -u >named
check "commands are named" test "$(wc -l <named)" -ge 30
while read -r cmd; do
	printf '%s\n' "$cmd" >ask
	status sh -c '. "$0" </dev/null' "$PWD/ask"
	check "$cmd: is understood" test "$rc" != 2
done <named

# README's further questions are rows of options: "| question | `options of pp-parse` |
# `options of pp-prof` |".  All are asked of two ranks and the training step, where
# each has an answer: a row behind the header.  Rank 1 came last: 9 us instead of 5.
for rank in 0 1; do
	cat >"session/rank$rank.json" <<END
{"traceEvents":[{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernelExC","pid":1,"tid":1,
"ts":90,"dur":2,"args":{"correlation":1}},
{"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce()","ts":100,
"dur":$((9 - 4 * rank)),"args":{"correlation":1,"device":0,"stream":20,"Collective name":"allreduce",
"dtype":"Float","In msg nelems":64,"Out msg nelems":64,"Group size":2,"Process Group Name":"1"}}],
"distributedInfo":{"rank":$rank,"world_size":2}}
END
done
sed -n '/^| question | `pp-parse` | `pp-prof` |$/,/^$/p' "$SRC/README.md" | sed 1,2d >questions
check "README.md has questions" test "$(wc -l <questions)" -ge 10
awk -F ' *[|] *' 'NF && $2 != "" {
	gsub(/`/, ""); print "pp-parse " $3 " examples/bert.json rank0.json rank1.json | pp-prof " $4
}' questions >asked
while read -r cmd; do
	printf '%s\n' "$cmd" >ask
	status sh -c 'cd session && . "$0"' "$PWD/ask"
	is "$cmd: status" "$rc" 0
	check "$cmd: an answer" test "$(wc -l <out)" -ge 2
	is "$cmd: nothing amiss" "$(cat err)" ""
done <asked
status sh -c 'cd session && pp-parse rank?.json | pp-prof --no-header --view collectives -c rank,dur,wait,late'
is "README.md: which rank was late" "$(sort out | paste -sd , -)" "0 9000 4000 0,1 5000 0 1"

# Each message of pp-parse about a profile has its item in DIAGNOSTICS: the literals of
# calls that say one, and what is in SAID(), as a message must be that a call has in a
# variable.
cat >said.awk <<'AWK'
# the n-th argument of the call that text begins in
function argument(text, n,   i, c, depth, quoted, out)
{
	for (i = 1; i <= length(text); i++) {
		c = substr(text, i, 1)
		if (quoted && c == "\\")
			c = c substr(text, ++i, 1)
		else if (c == "\"")
			quoted = !quoted
		if (!quoted && c == "," && depth == 0) {
			if (--n == 0)
				break
			out = ""
			continue
		}
		depth += !quoted && (c == "(" || c == "{")
		if (!quoted && (c == ")" || c == "}") && depth-- == 0)
			break
		out = out c
	}
	gsub(/" *\\? *"/, "", out)
	gsub(/^[ \\]+|[ \\]+$/, "", out)
	return out
}
# the longest text between the conversions of a format
function fixed(format,   part, n, i, longest)
{
	gsub(/^"|"$/, "", format)
	sub(/ \(first.*/, "", format)
	n = split(format, part, /%[a-z]+/)
	longest = ""
	for (i = 1; i <= n; i++)
		if (length(part[i]) > length(longest))
			longest = part[i]
	gsub(/^[ :(]+|[ :(]+$/, "", longest)
	return longest
}
{ gsub(/\t/, " "); all = all " " $0 }
END {
	while (match(all, /(warnings_add|warnings_say|profile_note|diag_error|SAID)\(/)) {
		call = substr(all, RSTART, RLENGTH)
		all = substr(all, RSTART + RLENGTH)
		head = substr(all, 1, 800)
		text = argument(head, call == "SAID(" ? 1 : call == "diag_error(" ? 3 : 2)
		if (text ~ /^"/ && argument(head, 1) != "NULL" && (text = fixed(text)) != "")
			print "text " text
		else if (text ~ /^[A-Za-z_>.-]+$/)
			print "variable " text
	}
}
AWK
find "$SRC/parse" -name '*.c' | while read -r file; do
	awk -f said.awk "$file" >said
	sed -n 's/^text //p' said >>kinds
	sed -n 's/^variable //p' said | while read -r variable; do
		case $variable in
		*[.\>]*) grep -rqF ".${variable##*[.>]} = SAID(" "$SRC/parse" ;;
		*) grep -q 'SAID(' "$file" ;;
		esac || echo "${file#"$SRC/"}: $variable"
	done >>unsaid
done
is "messages in variables are in SAID()" "$(cat unsaid)" ""
sort -u kinds -o kinds
check "pp-parse has oddities" test "$(wc -l <kinds)" -gt 60
sed -n '/^\.Sh DIAGNOSTICS/,/^\.Sh SEE/s/^\.It //p' "$SRC/man/pp-parse.1" >items
while IFS= read -r kind; do
	check "DIAGNOSTICS: $kind" grep -qF -e "$kind" items
done <kinds

for page in pp-parse.1 pp-prof.1 README.md; do
	check "$page has examples" test -e "$page.01.cmd"
done
# mdoc's quotes nest: two on a line close together at its end
for page in $pages; do
	# shellcheck disable=SC1112 # the quotes are what is looked for
	mandoc -T utf8 "$SRC/man/$page" | grep -n '’’\|””\|(‘’' >out
	same "$page: quotes close where they should" out /dev/null
done
for cmd in *.cmd; do
	[ -e "$cmd" ] || continue
	name=${cmd%.cmd}
	status timeout 600 sh -c 'cd session && . "$0"' "$PWD/$cmd"
	grep -v '^$' out >shown
	if [ "$rc" = 0 ] && [ ! -s err ] &&
	    { [ ! -e "$name.out" ] || matches shown "$name.out"; }; then
		point ok "$name: $(head -1 "$cmd")"
	else
		point "not ok" "$name: $(head -1 "$cmd")"
		{
			echo "status $rc"
			cat err
			[ ! -e "$name.out" ] || diff -u "$name.out" shown
		} | diag
	fi
done
done_testing
