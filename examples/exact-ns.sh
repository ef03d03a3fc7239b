#!/usr/bin/env bash
# exact-ns.sh - how the GPU's time is spent, in ns: busy or idle, computing,
# communicating, both at once.
#
#	exact-ns.sh [PROFILE ...]
#
# Standard input may be a profile, or its records, those that you want:
#
#	pp-parse -k kernel,memcpy,memset PROFILE | jq ... | exact-ns.sh
#
# A line a figure, of the records that have times, all streams and devices
# together:
#	rows		how many they are
#	kernel_time	from the first start to the last end
#	busy, idle	the part of it in which something, or nothing, runs
#	compute		in which a kernel runs that is none of NCCL's
#	non_compute	busy, but not compute
#	comm		in which a kernel of NCCL runs
#	overlap		in which both do
# Whole numbers below 2^53, so nothing is rounded.
set -euo pipefail
export LC_ALL=C

# Records begin with {"v", which no profile does
records()
{
	if [ $# -gt 0 ]; then
		pp-parse -k kernel,memcpy,memset "$@"
		return
	fi
	cat >"$tmp/input"
	case $(head -c 4 "$tmp/input" | tr -d '\0') in
	'{"v"') cat "$tmp/input" ;;
	*) pp-parse -k kernel,memcpy,memset <"$tmp/input" ;;
	esac
}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

records "$@" |
jq -r 'select(.start != null) |
    (if (.kind // "kernel") != "kernel" then "copy"
     elif .name // "" | startswith("nccl") then "comm" else "compute" end) as $what |
    "\(.start) 1 \($what)", "\(.start + .dur) -1 \($what)"' |
sort -k1,1n |
awk '
	NR == 1 { first = last = $1 }
	{
		span = $1 - last
		last = $1
		if (n["copy"] + n["compute"] + n["comm"] > 0)
			busy += span
		if (n["compute"] > 0)
			compute += span
		if (n["comm"] > 0)
			comm += span
		if (n["compute"] > 0 && n["comm"] > 0)
			overlap += span
		n[$3] += $2
	}
	END {
		all = last - first
		printf "rows %.0f\nkernel_time %.0f\nbusy %.0f\nidle %.0f\n", NR / 2, all,
		    busy, all - busy
		printf "compute %.0f\nnon_compute %.0f\ncomm %.0f\noverlap %.0f\n",
		    compute, busy - compute, comm, overlap
	}'
