# Two runs of one process id in one file, with other metrics each: the launches are told
# apart by where they ran and how large they were, on both pages.
raw()
{
	echo '"ID","Process ID","Kernel Name","Stream","Block Size","Grid Size","'"$1"'"'
	echo '"","","","","","","inst"'
}
{
	raw a
	echo '"0","7","k","7","(32, 1, 1)","(2, 1, 1)","5"'
	echo '"1","7","k","7","(32, 1, 1)","(2, 1, 1)","6"'
	raw b
	echo '"0","7","k","7","(32, 1, 1)","(9, 1, 1)","7"'
	echo '"1","7","k","8","(32, 1, 1)","(2, 1, 1)","8"'
	raw c # of the run before
	echo '"0","7","k","7","(32, 1, 1)","(9, 1, 1)","9"'
} >raw.csv
pp-parse raw.csv | jq -c '[.grid[0], .stream, .counters]'
details()
{
	echo '"ID","Process ID","Kernel Name","Grid Size","Block Size","Metric Name","Metric Unit","Metric Value"'
}
{
	details
	echo '"0","7","k","(2, 1, 1)","(32, 1, 1)","a","inst","5"'
	details
	echo '"0","7","k","(9, 1, 1)","(32, 1, 1)","b","inst","1"'
	echo '"0","7","k","(9, 1, 1)","(32, 1, 1)","a","inst","6"'
} >details.csv
pp-parse details.csv | jq -c '[.grid[0], .counters]'
