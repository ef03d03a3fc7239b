#!/usr/bin/env bash
# top-ops.sh - where the GPU time goes: by operator and direction, longest first.
#
#	top-ops.sh [PROFILE ...]
#
# Columns, between tabs: ns, share, kernels, operator, direction.
set -euo pipefail
export LC_ALL=C

pp-parse "$@" | pp-prof --no-header -c sil,op,dir |
awk '
	{ ns[$2 "\t" $3] += $1; n[$2 "\t" $3]++; all += $1 }
	END {
		for (k in ns)
			printf "%d\t%.1f%%\t%d\t%s\n", ns[k], 100 * ns[k] / all, n[k], k
	}' | sort -t '	' -k1,1nr -k4
