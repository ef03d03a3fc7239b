#!/bin/sh
# reduce.sh - add up the sums of all ranks, and say which are missing.
#
#	reduce.sh LIST FOLDER OPTION ...
#
# In:  LIST and FOLDER as for map.sh; options of pp-prof: -g op -w 100
# Out: what pp-prof prints of the ranks that have sums; on standard error the others,
#      and how many there are.  The status is 1 if one is missing.
set -u
list=$1 folder=$2
shift 2

n=0
have=0
while read -r profile || [ -n "$profile" ]; do # the last line may have no LF
	n=$((n + 1))
	if [ -e "$folder/$n.sums" ]; then
		have=$((have + 1))
		set -- "$@" "$folder/$n.sums"
	else
		echo "rank $n is missing: $profile: $(tail -n 1 "$folder/$n.err" 2>&1)" >&2
	fi
done <"$list"
echo "$have of $n ranks" >&2
[ "$have" -gt 0 ] && pp-prof "$@" && [ "$have" -eq "$n" ]
