# shellcheck shell=sh
# once.sh - nothing is counted twice; for the shell tests, after lib.sh.

# once RECORDS: how many kernels were counted and, a line each, which call was at
# two of them; from the records and the columns call and flops alone.
#
# A call of `op` encloses n kernels (its own n, or those of the unit), which its
# thread launched one after the other.  In each such stretch at most one kernel
# may have the call's cost.  An autograd node stands for the backward of one
# forward call: in its stretch at most one kernel a role.
once()
{
	pp-prof --json -c idx,call,flops "$1" >once.rows || return
	jq -rn --slurpfile r "$1" --slurpfile p once.rows '
	def name: (if .mod then .mod + "." else "" end) + .op;
	def last_place(f): [range(length) as $k | select(.[$k] | f) | $k] | last // -1;
	[range($r | length) as $i |
	    $r[$i] + {i: ($i + 1), call: $p[$i].call, flops: $p[$i].flops}] |
	group_by([.pid, .tid]) |
	map(sort_by([.api_start // 0, .i]) |
	    reduce .[] as $k ({open: {}, taken: {}, twice: [], counted: 0};
		($k.op // []) as $op |
		($op | last_place(.node)) as $node |
		($op | last_place(name == $k.call and .args)) as $at |
		(if $at > $node then $at else $node end) as $entry |
		reduce range($op | length) as $d (.;
		    ($op[:$d + 1] | map(del(.n, .main)) | tojson) as $key |
		    ($op[$d].n // $k.nsub // 1) as $n |
		    (if (.open[$key].left // 0) == 0
		     then .open[$key] = {left: $n, turn: ((.open[$key].turn // 0) + 1)}
		     else . end) |
		    .open[$key].left -= 1 |
		    if ($k.flops // 0) > 0 and $d == $entry
		    then ($key + " \(.open[$key].turn)" +
			(if $node >= 0 then " \($k.role)" else "" end)) as $what |
			.counted += 1 |
			(if .taken[$what]
			 then .twice += ["\($op[$d] | name): kernels \(.taken[$what]) and \($k.i)"]
			 else . end) |
			.taken[$what] = $k.i
		    else . end))) |
	"\(map(.counted) | add // 0)", (map(.twice) | add // [] | .[])'
}
