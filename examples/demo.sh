#!/bin/sh
# demo.sh - three questions about a profile, and what answers them, in 76 columns.
#
#	demo.sh [PROFILE ...]
#
# `make demo` shows bert.json.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
case ${1--} in
-) name='<FILE' ;;
*) name=$* ;;
esac
pp-parse "$@" >"$tmp/records" # once; and sh has no pipefail

# show QUESTION LINES OPTION ...: a command as one would type it, and that many
# lines of what it prints
show()
{
	question=$1
	lines=$2
	shift 2
	pp-prof "$@" "$tmp/records" >"$tmp/out"
	cat <<END
# $question
$ pp-parse $name |
> pp-prof $* | head -$lines
END
	head -"$lines" "$tmp/out"
	echo
}

show 'Where does the time go?' 11 -g phase,op -w 76
show 'On Tensor Cores (peak bf16), and how far from the roofline (sol)?' 9 \
    --view roofline -c call,time,peak,tflops,sol,bound -w 76
show 'What are the first eight kernels? tc: 1 used Tensor Cores' 9 -w 76
