# shellcheck shell=sh
# host.t - what the records of the host say of each other, found out again from
# nothing but their times: which range each lies in, and how much of a range no
# other covers.
. "$SRC/tests/lib.sh"

# spans RECORDS: process, thread, start, end, 0 of a range or 1 of a call, dur,
# self, name, parent of each record that has a thread and a start, in order of
# time, the longer first.  A range without an end ends at 9e15.
spans()
{
	jq -r 'select(.kind == "api" or .kind == "op" or .kind == "step" or .kind == "range") |
	    select(.tid != null and .start != null) |
	    [.pid // -1, .tid, .start, (if .dur == null then 9e15 else .start + .dur end),
		(if .kind == "api" then 1 else 0 end), .dur // -1, .self // -1,
		(.name // .api // ""), (.parent // "-")] | @tsv' "$1" |
	sort -t '	' -k1,1n -k2,2n -k3,3n -k4,4nr -k5,5n
}

# wrong RECORDS: the records whose parent or self is another, a line each.  Ranges
# of one thread, start and end are a group: which of them is around the others no
# time tells, so that their sum is looked at.
wrong()
{
	spans "$1" | awk -F '\t' '
	function say(text) { print what[n] ": " text }
	# the innermost open group is over: all its names and parents are known
	function close_group(   i, in_outer) {
		if (known[n] && own[n] != last[n] - first[n] - cov[n])
			say("self is " own[n] " of " last[n] - first[n] ", " cov[n] " are covered")
		for (i = 1; i <= size[n]; i++) {
			outer = n > 1 ? is_in(parent[n, i], n - 1) : parent[n, i] == "-"
			in_outer += outer
			if (!outer && (size[n] == 1 || !is_in(parent[n, i], n)))
				say("parent is " parent[n, i])
		}
		if (!in_outer && size[n] > 1)
			say("none of its ranges lies in the one around")
		n--
	}
	function is_in(name, g) { return g > 0 && index(names[g], "\n" name "\n") > 0 }
	# what ends after the innermost group covers those around it, too
	function cover_all(from, to,   g) {
		for (g = n; g > 0; g--) {
			cover(g, from, to)
			if (to <= last[g])
				break
		}
	}
	function cover(g, from, to) {
		from = from > upto[g] ? from : upto[g]
		to = to < last[g] ? to : last[g]
		if (to > from) {
			cov[g] += to - from
			upto[g] = to
		}
	}
	{ thread = $1 "\t" $2; s = $3 + 0; e = $4 + 0 }
	thread != at { while (n) close_group(); at = thread }
	{
		while (n && !(last[n] > s || (last[n] == s && e <= last[n])))
			close_group()
		same = n && first[n] == s && last[n] == e
	}
	$5 == 1 { # a call, in which no range lies
		if (n ? !is_in($9, n) : $9 != "-")
			print $8 " at " s ": parent is " $9
		if ($7 != $6)
			print $8 " at " s ": self is " $7 " of a call"
		cover_all(s, e)
		next
	}
	{
		if (!same) {
			cover_all(s, e)
			n++
			first[n] = upto[n] = s
			last[n] = e
			cov[n] = own[n] = size[n] = 0
			names[n] = "\n"
			known[n] = $7 >= 0
			what[n] = $8 " at " s
		}
		names[n] = names[n] $8 "\n"
		own[n] += $7
		parent[n, ++size[n]] = $9
	}
	END { while (n) close_group() }'
}

# The check can fail.  A [0, 100] holds B [10, 40] and a call [50, 60]: 100 - 30 - 10
cat >host.rec <<'END'
{"v":1,"kind":"range","name":"A","start":0,"dur":100,"pid":1,"tid":1,"self":60}
{"v":1,"kind":"op","name":"B","start":10,"dur":30,"pid":1,"tid":1,"self":30,"parent":"A"}
{"v":1,"kind":"api","api":"c","start":50,"dur":10,"pid":1,"tid":1,"self":10,"parent":"A"}
{"v":1,"kind":"op","name":"B","start":10,"dur":30,"pid":1,"tid":2,"self":30}
END
is "records that are right" "$(wrong host.rec)" ""
sed 's/"self":60/"self":59/' host.rec >bad.rec
is "the check sees a time" "$(wrong bad.rec)" "A at 0: self is 59 of 100, 40 are covered"
sed 's/"parent":"A"/"parent":"B"/' host.rec >bad.rec
is "the check sees a parent" "$(wrong bad.rec | head -1)" "B at 10: parent is B"

# C [20, 70] begins in B [10, 40] and covers A until 70, too: 100 - 60
cat >host.rec <<'END'
{"v":1,"kind":"range","name":"A","start":0,"dur":100,"pid":1,"tid":1,"self":40}
{"v":1,"kind":"range","name":"B","start":10,"dur":30,"pid":1,"tid":1,"self":10,"parent":"A"}
{"v":1,"kind":"range","name":"C","start":20,"dur":50,"pid":1,"tid":1,"self":50,"parent":"B"}
END
is "records that cross" "$(wrong host.rec)" ""

for f in "$SRC"/tests/fixtures/*.sql "$SRC"/examples/*.sql; do
	name=${f#"$SRC/"}
	name=${name%.sql}
	name=${name#tests/fixtures/}
	pp-parse -k host "$(db "$name")" >rec 2>/dev/null || continue
	[ -s rec ] || continue
	is "$name: $(wc -l <rec) records" "$(wrong rec | head -9)" ""
done

have_shared data || {
	skip "profiles of ../shared" "no $PP_SHARED/data"
	done_testing
}
read=0
for f in "$PP_SHARED"/data/*/*; do
	pp-parse -k host -s "$f" >rec 2>/dev/null || :
	[ -s rec ] || continue
	is "${f##*/}: $(wc -l <rec) records" "$(wrong rec | head -9)" ""
	read=$((read + 1))
done
check "profiles with records of the host: $read" test "$read" -ge 25
done_testing
