#!/bin/sh
# parallel.sh - the table of many ranks with GNU parallel.
#
#	parallel.sh LIST FOLDER KEYS OPTION ...
#
#	ls run/rank*.json.gz >list
#	parallel.sh list sums file,op,dir -g op,dir -w 100
#
# In:  LIST, a file with a profile on each line; keys that are kept; options of pp-prof
#      for the table
# Out: the table; FOLDER with the sums.  The status is 1 if a rank is missing.
#
# Run again, it does what is missing.  PARALLEL has options of parallel: -j 4 for four
# at a time, -S node1,node2 for others' cores where they see the same files.
set -u
list=$1 folder=$2 keys=$3
shift 3
here=$(dirname "$0")

mkdir -p "$folder" || exit
n=$(awk 'END { print NR }' "$list") # wc passes over a last line without LF
seq "$n" | parallel -q sh "$here/map.sh" "$list" "$folder" "$keys"
exec sh "$here/reduce.sh" "$list" "$folder" "$@"
