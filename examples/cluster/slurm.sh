#!/bin/sh
# slurm.sh - the table of many ranks with Slurm: a job array, and a job behind it.
#
#	slurm.sh LIST FOLDER KEYS OPTION ...
#
#	ls run/rank*.json.gz >list
#	slurm.sh list sums file,op,dir -g op,dir -w 100
#
# In:  as for parallel.sh
# Out: the number of the second job; when that is done, the table in FOLDER/table, what is
#      missing in FOLDER/log
#
# Each task of the array sums up PER profiles (1).  An array has at most MaxArraySize
# tasks, 1000 where nobody changed it: PER=10 is for 10000 ranks.  The second job begins
# when the array has ended, however that was (afterany).  Run again, this does what is
# missing: tasks that have nothing to do are not submitted.  SBATCH_PARTITION and the
# like say where.
set -eu
list=$1 folder=$2 keys=$3
shift 3
here=$(cd "$(dirname "$0")" && pwd)
per=${PER:-1}

# words TEXT ...: the texts for another shell, which may have any characters
words()
{
	for text; do
		printf " '%s'" "$(printf %s "$text" | sed "s/'/'\\\\''/g")"
	done
}

mkdir -p "$folder"
n=$(awk 'END { print NR }' "$list") # wc passes over a last line without LF
tasks=$(seq "$n" | while read -r i; do
	[ -e "$folder/$i.sums" ] || echo $(((i - 1) / per))
done | uniq | paste -sd , -)
after=
if [ -n "$tasks" ]; then
	job=$(sbatch --parsable --array="$tasks" --output="$folder/map-%a.log" --wrap \
	    "first=\$((SLURM_ARRAY_TASK_ID * $per + 1))
	    sh$(words "$here/map.sh" "$list" "$folder" "$keys") \$first \$((first + $per - 1))")
	after=--dependency=afterany:${job%%;*}
fi
# shellcheck disable=SC2086 # no job, no word
job=$(sbatch --parsable $after --output="$folder/log" --wrap \
    "sh$(words "$here/reduce.sh" "$list" "$folder" "$@") >$(words "$folder/table")")
echo "${job%%;*}"
