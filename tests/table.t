# shellcheck shell=sh
# table.t - what -w must hold for every profile: no line is wider than N cells,
# no two rows of a group or a view look the same, no digit is lost.
. "$SRC/tests/lib.sh"

# GNU wc knows the cells of a line, in a UTF-8 locale
widest()
{
	LC_ALL=C.UTF-8 wc -L <"$1"
}

# fits NAME N FILE: lines of at most N cells, none ends in a blank
fits()
{
	[ "$(widest "$3")" -le "$2" ] || echo "$1: wider than $2: $(widest "$3")"
	! grep -q ' $' "$3" || echo "$1: a blank at the end of a line"
}

# digits NAME N COLUMNS OPTION ...: numbers first, a text last: the numbers are
# those of CSV
digits()
{
	name=$1 n=$2 cols=$3
	shift 3
	count=$(echo "$cols" | tr ',' '\n' | sed '$d' | wc -l)
	pp-prof -w "$n" -u ns --no-header -c "$cols" "$@" 2>/dev/null |
		awk -v n="$count" '{ for (i = 1; i <= n; i++) printf "%s ", $i; print "" }' >got
	pp-prof --csv --no-header -c "$cols" "$@" 2>/dev/null |
		awk -F '^"|","' -v n="$count" \
		    '{ for (i = 2; i <= n + 1; i++) printf "%s ", $i; print "" }' >wanted
	cmp -s got wanted || echo "$name: digits differ: $(diff got wanted | sed -n 2p)"
}

# holds NAME RECORDS: nothing, or what is wrong
holds()
{
	for n in 80 120 200; do
		for options in '' '-g op,dir' '-g kernel,layer,stream' \
		    '--view roofline' '--view coverage'; do
			# shellcheck disable=SC2086 # words
			pp-prof -w $n $options "$2" >out 2>err || echo "$1: -w $n $options: status $?"
			fits "$1: -w $n $options" $n out
			[ -z "$options" ] || [ -z "$(sort out | uniq -d)" ] ||
				echo "$1: -w $n $options: alike: $(sort out | uniq -d | head -1)"
		done
	done
	digits "$1: rows" 80 idx,sil,flops,bytes,kernel "$2"
	digits "$1: -g" 80 count,total,mean,min,op -g op,dir "$2"
}

# one NAME PROFILE: a profile of which some records do
one()
{
	pp-parse "$2" 2>/dev/null | awk 'NR <= 500 || NR % 17 == 0' >rec
	is "$1" "$(holds "$1" rec)" ""
}

# views NAME PROFILE: every view of all kinds of records, at 80 with all columns
# that it has without -c, unless it needs what the profile has not
views()
{
	pp-parse -k all "$2" 2>/dev/null | awk 'NR <= 4000' >rec
	for view in $(pp-prof --completion-helper | grep '^--view' | tr '\t' '\n' | sed 1,2d); do
		pp-prof -w 80 --view "$view" rec >out 2>err || {
			grep -q "^pp-prof: view '$view' needs" err || echo "$1: $view: $(cat err)"
		}
		fits "$1: $view" 80 out
		[ -z "$(sort out | uniq -d)" ] || echo "$1: $view: alike"
		! grep 'no room' err
	done
}

echo '中' >wide
[ "$(widest wide)" = 2 ] || {
	skip "lines of -w" "wc -L does not know C.UTF-8"
	done_testing
}
for f in "$SRC"/tests/fixtures/*.sql; do
	name=${f##*/}
	one "$name" "$(db "${name%.sql}")"
done
for f in "$SRC"/tests/fixtures/*.csv "$SRC"/examples/*.json; do
	one "${f##*/}" "$f"
done
one lenet "$(db examples/lenet)"
for f in "$SRC"/examples/*.json; do
	is "${f##*/}: views" "$(views "${f##*/}" "$f")" ""
done

# Numbers as large as they can be, texts of any width, with what looks alike
awk 'BEGIN {
	split("relu 中中中中中中中中中中中中中中中 e\\u0301e\\u0301 \\u202eabc a\\tb \\ud83d\\ude00 na -", text, " ")
	for (i = 0; i < 300; i++) {
		t = text[i % 8 + 1]
		for (long = t; length(long) < i; long = long "_" t)
			;
		printf "{\"v\":1,\"kernel\":\"%s\",\"dur\":%s,\"stream\":%d,\"op\":[{\"op\":\"%s%d\"}]}\n",
		    long, i % 7 ? i * i * i : "9223372036854775807", i % 3, long, i
	}
	print "{\"v\":1,\"kernel\":\"na\",\"dur\":1}"
	print "{\"v\":1,\"dur\":1}"
}' >odd
is "odd records" "$(holds odd odd)" ""

have_shared data || {
	skip "profiles of ../shared" "no $PP_SHARED/data"
	done_testing
}
for f in "$PP_SHARED"/data/nvprof/* "$PP_SHARED"/data/kineto/* \
    "$PP_SHARED"/data/nsys/* "$PP_SHARED"/data/ncu/*; do
	one "${f##*/}" "$f"
done
for f in "$PP_SHARED"/data/kineto/*rank-0* "$PP_SHARED"/data/kineto/*alexnet*; do
	is "${f##*/}: views" "$(views "${f##*/}" "$f")" ""
done

done_testing
