#!/bin/sh
# map.sh - sum up the profiles of some ranks, where they are.
#
#	map.sh LIST FOLDER KEYS FIRST [LAST]
#
# In:  LIST, a file with a profile on each line; of these number FIRST to LAST
# Out: FOLDER/N.sums, pp-prof's sums of profile N; FOLDER/N.err, what was said
#
# Sums that are there are not made again.  They get their name when they are whole, so
# that a task that is killed leaves none.  The status is 1 if a profile has no sums.
set -u
list=$1 folder=$2 keys=$3 first=$4
last=${5:-$first}
failed=0

mkdir -p "$folder" || exit
n=$first
while [ "$n" -le "$last" ]; do
	profile=$(sed -n "${n}p" "$list")
	out=$folder/$n
	if [ -n "$profile" ] && [ ! -e "$out.sums" ]; then
		rm -f "$out.lost" "$out.err"
		# both sides write to .err; a pipeline has the status of its last command alone
		if { pp-parse -H "$profile" || : >"$out.lost"; } 2>>"$out.err" |
		    pp-prof -g "$keys" --sums >"$out.tmp" 2>>"$out.err" &&
		    [ ! -e "$out.lost" ]; then
			mv "$out.tmp" "$out.sums"
		else
			rm -f "$out.tmp" "$out.lost"
			echo "rank $n failed: $profile: $(tail -n 1 "$out.err")" >&2
			failed=1
		fi
	fi
	n=$((n + 1))
done
exit "$failed"
