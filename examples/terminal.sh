#!/usr/bin/env bash
# terminal.sh - the columns of interest, for lines of 100 cells.
#
#	terminal.sh [PROFILE ...]
#
# -w does not ask for the size of the terminal: the lines are the same in a mail
# or a log.  -w "$(tput cols)" fits the terminal.
set -euo pipefail

pp-parse "$@" | pp-prof -w 100 -c idx,dir,op,sil,flops,kernel
