# Runs of ncu one behind the other.  Ids of containers' processes are often the
# same, and so are IDs of kernels.
head='"ID","Process ID","Kernel Name","gpu__time_duration.sum","a"'
units='"","","","ns",""'
say()
{
	pp-parse "$@" | jq -c '[.kernel, .pid, .dur, .counters.a]'
}
run()
{
	printf '%s\n' "$head" "$units" "\"0\",\"7\",\"mm\",\"$1\",\"1\"" \
	    "\"1\",\"7\",\"relu\",\"$2\",\"2\""
}
connected='==PROF== Connected to process 7 (/usr/bin/python3)'
echo 'told by a line of ncu: four kernels'
{ echo "$connected"; run 1000 200; echo "$connected"; run 3000 500; } | say
echo 'told by a metric that comes again: four'
{ run 1000 200; run 3000 500; } | say
echo 'three runs, and on the details page: six'
long()
{
	printf '"ID","Process ID","Kernel Name","Metric Name","Metric Unit","Metric Value"\n'
	printf '"0","7","mm","gpu__time_duration.sum","ns","%s"\n' "$1"
	printf '"0","7","mm","a","","1"\n"0","7","mm","a","","1"\n'
	printf '"1","7","relu","gpu__time_duration.sum","ns","%s"\n' "$2"
}
{ long 1 2; long 3 4; long 5 6; } | say
echo 'a second table with other metrics, and the line of another process: one run'
{
	echo "$connected"
	printf '%s\n' '"ID","Process ID","Kernel Name","a"' '"","","",""' '"0","7","mm","1"'
	echo '==PROF== Connected to process 77'
	printf '%s\n' '"ID","Process ID","Kernel Name","gpu__time_duration.sum"' \
	    '"","","","ns"' '"0","7","mm","1000"' '"0","77","mm","9"'
} | say
echo 'the line alone tells, where the metrics differ: two'
{
	printf '%s\n' '"ID","Process ID","Kernel Name","a"' '"","","",""' '"0","7","mm","1"'
	echo "$connected"
	printf '%s\n' '"ID","Process ID","Kernel Name","gpu__time_duration.sum"' \
	    '"","","","ns"' '"0","7","mm","1000"'
} | say
