#!/usr/bin/env bash
# to-spreadsheet.sh - a CSV file that a spreadsheet can open without harm.
#
#	to-spreadsheet.sh [PROFILE ...] >kernels.csv
#
# --csv=sheet, not --csv: a layer called =2+5 stays a text, the grid 12,1,5 does
# not become a number or a date.
set -euo pipefail

pp-parse "$@" |
pp-prof --csv=sheet -c idx,dir,op,kernel,grid,block,sil,flops,bytes,tflops
