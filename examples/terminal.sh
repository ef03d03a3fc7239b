#!/usr/bin/env bash
# terminal.sh - the columns of interest, in a fixed width.
#
#	terminal.sh PROFILE ...
#
# -w has nothing to do with the size of the terminal: the lines are the same in
# a mail or a log.
set -euo pipefail

pp-parse "$@" | pp-prof -w 100 -c idx,dir,op,kernel,sil,flops
