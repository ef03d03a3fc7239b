#!/bin/sh
# coverage.sh - how much of the kernels' time has its FLOPs and bytes known, and
# why the rest has not.
#
# In:  profiles; PARSE and PROF, the programs (default: ./pp-parse, ./pp-prof)
# Out: "file ms flops% bytes%", then what is left of each: "why ms %, call"
#
#	tests/coverage.sh ../shared/data/kineto/*
#
# Of kernels that an operator launched, collectives and copies of memory apart;
# of files in which a call has shapes.
set -u
PARSE=${PARSE:-./pp-parse} PROF=${PROF:-./pp-prof}
[ $# -gt 0 ] || {
	echo "usage: tests/coverage.sh PROFILE ..." >&2
	exit 2
}
rows=$(mktemp)
trap 'rm -f "$rows"' EXIT

# A call's name may have anything in it, and so comes last.
for file; do
	"$PARSE" "$file" 2>/dev/null |
	    "$PROF" --csv --no-header -c sil,flops,bytes,kind,class,why,shapes,call,topop |
	    awk -v file="$(basename "$file")" -F '","' '{ print file "\",\"" substr($0, 2) }'
done >"$rows"

awk -F '","' '
{
	sub(/"$/, "", $10)
	file = $1; ms = $2 / 1e6; call = $9 == "-" ? $10 : $9
	if ($8 != "-" && $8 != "na" && $8 != "")
		shapes[file] = 1
	if (call == "-" || $5 != "kernel" || $6 == "comm")
		next
	if (!(file in time))
		order[++n] = file
	time[file] += ms
	if ($3 != "na")
		flops[file] += ms
	else {
		left[file, $7] += ms
		part[file, $7, call] += ms
		if (part[file, $7, call] > part[file, $7, most[file, $7]])
			most[file, $7] = call
		reasons[$7] = 1
	}
	if ($4 != "na")
		bytes[file] += ms
}
function line(name, time, flops, bytes)
{
	printf "%-72s %9.1f %6.1f %6.1f\n", name, time, 100 * flops / time, 100 * bytes / time
}
END {
	printf "%-72s %9s %6s %6s\n", "file", "ms", "FLOPs%", "bytes%"
	for (i = 1; i <= n; i++) {
		file = order[i]
		if (!(file in shapes) || time[file] == 0)
			continue
		line(file, time[file], flops[file], bytes[file])
		sum += time[file]; fsum += flops[file]; bsum += bytes[file]
		for (why in reasons)
			if (left[file, why] >= time[file] / 2000)
				printf "    %-68s %9.1f %6.1f\n", why ": " most[file, why], left[file, why], 100 * left[file, why] / time[file] | "sort -t: -k2"
		close("sort -t: -k2")
	}
	if (sum > 0)
		line("all", sum, fsum, bsum)
}' "$rows"
