# A row that is too long to be read (4 MiB) is told, as one whose quotes are wrong is.
{
	echo '"ID","Process ID","Kernel Name","Block Size","Grid Size","a"'
	echo '"","","","","","inst"'
	echo '"0","7","k","(32, 1, 1)","(2, 1, 1)","5"'
	printf '"1","7","'
	head -c 5000000 /dev/zero | tr '\0' x
	echo '","(32, 1, 1)","(2, 1, 1)","6"'
	echo '"2","7","k","(32, 1, 1)","(2, 1, 1)","7"'
} >x.csv
pp-parse x.csv | jq -c .counters
