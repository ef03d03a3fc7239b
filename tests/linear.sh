# shellcheck shell=sh
# linear.sh - time that grows with the input; for the shell tests, after lib.sh.
#
# CPU time of the program, so that others may use the machine.  The clock only
# ends what hangs.

# cpu_ms MOST COMMAND ...: its user and system time in the variable ms; a status
# above MOST, or ten minutes, is a failure
cpu_ms()
{
	most=$1
	shift
	ms=failed
	cpu_rc=0
	"$B/tests/bench/rss" time.rss timeout 600 "$@" >time.out 2>time.err || cpu_rc=$?
	[ $cpu_rc -gt "$most" ] || read -r _ ms _ <time.rss
}

# least COUNT ENOUGH MOST COMMAND ...: the least time of so many runs in ms; one
# that takes ENOUGH or less ends them
least()
{
	runs=$1
	enough=$2
	shift 2
	least=
	while [ "$runs" -gt 0 ]; do
		cpu_ms "$@"
		[ "$ms" != failed ] || return
		[ -n "$least" ] && [ "$least" -le "$ms" ] || least=$ms
		[ "$least" -gt "$enough" ] || break
		runs=$((runs - 1))
	done
	ms=$least
}

# linear DESCRIPTION N-FILE 2N-FILE [MOST]: twice the input takes at most three
# times as long (quadratic is four; 50 ms are for starting up); $filter is the
# program, pp-parse unless it is set
linear()
{
	t_2n=
	least 3 0 "${4-0}" ${filter-pp-parse} "$2"
	t_n=$ms
	if [ "$t_n" != failed ]; then
		limit=$((3 * t_n + 50))
		least 5 $limit "${4-0}" ${filter-pp-parse} "$3"
		t_2n=$ms
	fi
	case $t_n$t_2n in
	*failed*)
		point "not ok" "$1: linear"
		diag <time.err
		return
		;;
	esac
	check "$1: linear ($t_n ms, twice of it $t_2n ms)" test "$t_2n" -le $limit
}
