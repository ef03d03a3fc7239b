#!/bin/sh
# above-roof.sh - kernels that were faster than their roofline allows, by kind.
#
#	tests/above-roof.sh [PROFILE ...]
#
# In:  profiles; without, all of $PP_SHARED/data
# Out: one line for each device, reason, call and kernel, most kernels first:
#
#	65 of 510	108-142 %	5.5-35.4 MB	cache	A100 ...	aten::add	...
#
#	how many took less than 100/105 of their time at the roofline, of how many;
#	the least and the greatest percent, and bytes.  Status 1 where a line has
#	no reason ('-'): its cost is wrong.
#
# Reasons, of which pp-prof(1), THE ROOFLINE, has the first two:
#	cache		the memory need not move what is in the last cache when the
#			kernel begins, nor what is there when it ends
#	winograd	a convolution with 3x3 weights takes down to a quarter of the
#			products (F(4x4, 3x3)), by a kernel of that name or as
#			products between transforms
#	rows		a lookup reads a row for each index; one that comes again is in
#			a cache
#	shared		the call's work is counted at one of its kernels
#	invented	a fixture whose times nobody measured
set -eu
SRC=$(cd "$(dirname "$0")/.." && pwd)
PATH=${B:-$SRC/build/opt}:$PATH LC_ALL=C
case ${PP_SHARED:=../shared} in /*) ;; *) PP_SHARED=$SRC/$PP_SHARED ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

[ $# -gt 0 ] || set -- "$PP_SHARED"/data/*/*
for f; do
	# what is no profile has no records
	pp-parse "$f" >"$work/rec" 2>/dev/null || :
	case $f in */pyprof-fixtures/*) times=invented ;; *) times=- ;; esac
	jq -r --arg times "$times" '[$times, .gpu.name // "-"] | @tsv' "$work/rec" >"$work/gpu"
	pp-prof --json -c call,kernel,bytes,sol,roof,sil,why,shapes,bound "$work/rec" 2>/dev/null |
	jq -r '[.call // "-", .kernel, .bytes // 0, .sol // 0, .roof // 0, .sil // 0,
	    .why // "-", .shapes // "-", .bound // "-"] | @tsv' | paste "$work/gpu" - || :
done |
awk -F '\t' '
BEGIN { # MB of the last cache, by the makers'"'"' papers on each architecture
	n = split("A100 40 H100 50 H200 50 H800 50 V100 6 T4 4 P100 4 MI300X 256 L4 48", w, " ")
	for (i = 1; i < n; i += 2)
		cache[w[i]] = w[i + 1] * 1048576
}
function cache_of(device,  d) {
	for (d in cache)
		if (device ~ d "([- ]|$)")
			return cache[d]
	return 0
}
# ns it would take at the roofline without what the cache holds
function reason(  left) {
	if ($1 != "-")
		return $1
	left = $5 - 2 * cache_of($2)
	if (left < 0)
		left = 0
	if ($11 == "memory" && $7 * left / $5 <= 1.05 * $8)
		return "cache"
	if ($3 ~ /conv/ && ($4 ~ /winograd/ || $10 ~ /,3,3\]/) && $6 <= 400)
		return "winograd"
	if ($3 ~ /embedding|lookup/ && $9 == "value-dependent")
		return "rows"
	return $9 == "shared with other kernels" ? "shared" : "-"
}
$7 > 0 && $8 > 0 {
	all[$2 "\t" $3 "\t" $4]++
	if ($6 <= 105)
		next
	k = reason() "\t" $2 "\t" $3 "\t" $4
	if (!n_of[k]++ || $6 < low[k]) low[k] = $6
	if ($6 > high[k]) high[k] = $6
	if (n_of[k] == 1 || $5 < least[k]) least[k] = $5
	if ($5 > most[k]) most[k] = $5
}
END {
	for (k in n_of)
		printf "%d of %d\t%.0f-%.0f %%\t%.1f-%.1f MB\t%s\n", n_of[k],
		    all[substr(k, index(k, "\t") + 1)], low[k], high[k],
		    least[k] / 1e6, most[k] / 1e6, k
}' | sort -t "	" -k1,1nr -k4,7 >"$work/lines"
cat "$work/lines"
! cut -f 4 "$work/lines" | grep -qx -e -
