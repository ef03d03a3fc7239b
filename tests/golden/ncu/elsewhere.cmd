# An ID and name that come again below one header with another size, device, stream or
# context are another kernel's; the rows of both may be mixed.
for at in '"1","7","(32, 1, 1)","(2, 1, 1)","0"' '"1","7","(64, 1, 1)","(1, 1, 1)","0"' \
    '"1","7","(32, 1, 1)","(1, 1, 1)","1"' '"1","8","(32, 1, 1)","(1, 1, 1)","0"' \
    '"2","7","(32, 1, 1)","(1, 1, 1)","0"'; do
	one='"0","9","k","1","7","(32, 1, 1)","(1, 1, 1)","0"'
	two='"0","9","k",'$at
	head='"ID","Process ID","Kernel Name","Context","Stream","Block Size","Grid Size","Device"'
	printf '%s\n' "$head"',"Metric Name","Metric Unit","Metric Value"' \
	    "$one"',"m","","1"' "$two"',"n","","2"' "$one"',"o","","3"' "$two"',"m","","4"' \
	    '"1","9","g","1","7","(32, 1, 1)","(1, 1, 1)","0","m","","5"' >long.csv
	printf '%s\n' "$head"',"m"' '"","","","","","","",""," "' "$one"',"1"' "$two"',"2"' >wide.csv
	pp-parse long.csv | jq -c .counters
	pp-parse wide.csv | jq -c .counters
done
# without processes
cut -d, -f 1,3- long.csv | pp-parse | jq -c .counters
