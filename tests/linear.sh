# shellcheck shell=sh
# linear.sh - time that grows with the input; for the shell tests, after lib.sh.

# time_of MOST COMMAND ...: the least of three wall times, ms, in the variable ms;
# a status above MOST, or a minute, is a failure
time_of()
{
	most=$1
	shift
	ms=
	for _ in 1 2 3; do
		t0=$(date +%s%N)
		timeout 60 "$@" >time.out 2>time.err
		[ $? -le "$most" ] || {
			ms=failed
			return
		}
		t1=$(date +%s%N)
		t=$(((t1 - t0) / 1000000))
		[ -n "$ms" ] && [ "$ms" -le "$t" ] || ms=$t
	done
}

# linear DESCRIPTION N-FILE 2N-FILE [MOST]: twice the input takes at most three
# times as long (quadratic is four, and 200 ms are for starting up and for others
# who use the machine)
linear()
{
	time_of "${4-0}" pp-parse "$2"
	t_n=$ms
	time_of "${4-0}" pp-parse "$3"
	t_2n=$ms
	case $t_n$t_2n in
	*failed*)
		point "not ok" "$1: linear"
		diag <time.err
		return
		;;
	esac
	check "$1: linear ($t_n ms, twice of it $t_2n ms)" \
	    test "$t_2n" -le $((3 * t_n + 200))
}
