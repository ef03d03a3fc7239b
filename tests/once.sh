# shellcheck shell=sh
# once.sh - nothing is counted twice; for the shell tests, after lib.sh.

# once RECORDS: how many kernels were counted and, a line each, which call was at
# two of them; from the records and the columns call and flops alone.
#
# A call of `op` encloses n kernels (its own n, or those of the unit), which its
# thread launched one after the other.  In each such stretch at most one kernel
# may have the call's cost, but for those that divide it (key share).  An autograd
# node stands for the backward of one forward call: in its stretch at most one
# kernel a role.
#
# jq makes a line of each call around each kernel, in the thread's order; awk counts,
# since jq copies what it changes.
once()
{
	pp-prof --json -c idx,call,flops "$1" >once.rows || return
	jq -rn --slurpfile r "$1" --slurpfile p once.rows '
	def name: (if .mod then .mod + "." else "" end) + .op;
	def last_place(f): [range(length) as $k | select(.[$k] | f) | $k] | last // -1;
	[range($r | length) as $i |
	    $r[$i] + {i: ($i + 1), call: $p[$i].call, flops: $p[$i].flops}] |
	group_by([.pid, .tid]) | to_entries[] | .key as $thread | .value |
	sort_by([.api_start // 0, .i])[] | . as $k |
	($k.op // []) as $op |
	($op | last_place(.node)) as $node |
	($op | last_place(name == $k.call and .args)) as $at |
	(if $at > $node then $at else $node end) as $entry |
	foreach range($op | length) as $d ("\($thread)";
	    . + ($op[$d] | del(.n, .main) | tojson);
	    [., $op[$d].n // $k.nsub // 1,
		if ($k.flops // 0) > 0 and $d == $entry and ($k.share | not)
		then (if $node >= 0 then $k.role else "" end), $k.i, ($op[$d] | name)
		else empty end] | map(tostring) | join("\t"))' >once.calls || return
	awk -F '\t' '
	{
		if (!left[$1]) {
			left[$1] = $2
			turn[$1]++
		}
		left[$1]--
	}
	NF > 2 {
		what = $1 FS turn[$1] FS $3
		if (what in taken)
			twice = twice $5 ": kernels " taken[what] " and " $4 "\n"
		taken[what] = $4
		counted++
	}
	END { printf "%d\n%s", counted, twice }' once.calls
}
