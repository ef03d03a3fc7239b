# An ID is unique in a run, so that one which comes again is of another run; and which
# run a table is of is known of all its rows together.
shows() { jq -c '[.kernel, .pid, .dur, .counters]'; }
raw()
{
	echo '"ID","Process ID","Kernel Name","gpu__time_duration.sum","a"'
	echo '"","","","ns",""'
}
echo an ID that comes again in a raw table: three runs, four kernels
{
	raw
	printf '%s\n' '"0","7","f","100","1"' '"1","7","g","200","2"' '"0","7","f","300","3"' '"0","7","f","400","3"'
} | pp-parse | shows
echo so of no process, in its own table
{
	raw | sed 's/"Process ID",//; s/"",//'
	printf '%s\n' '"0","f","100","1"' '"0","f","300","3"'
	raw | sed 's/"Process ID",//; s/"",//'
	echo '"0","f","500","5"'
} | pp-parse | shows
echo the next table is of the last run, and another process has its own
{
	raw
	printf '%s\n' '"0","7","f","100","1"' '"0","8","f","150","1"' '"0","7","f","300","3"'
	raw | sed 's/"a"/"b"/; s/gpu__time_duration.sum/c/; s/"ns"/""/'
	printf '%s\n' '"0","7","f","30","31"' '"0","8","f","40","41"'
} | pp-parse | shows
details() { echo '"ID","Process ID","Kernel Name","Section Name","Metric Name","Metric Unit","Metric Value"'; }
echo rows of the second run before the one that repeats a metric, and a kernel that only it has
{
	details
	printf '%s\n' '"0","7","f","S","a","","1"' '"1","7","g","S","a","","2"'
	details
	printf '%s\n' '"0","7","f","S","b","","3"' '"0","7","f","S","a","","4"' '"1","7","g","S","b","","5"' '"2","7","h","S","a","","6"' \
	    '"0","8","f","S","b","","7"'
	details # of it, as it repeats nothing
	printf '%s\n' '"0","7","f","S","c","","8"' '"2","7","h","S","c","","9"' '"0","8","f","S","a","","10"'
} | pp-parse | shows
echo the same on the raw page
{
	raw
	printf '%s\n' '"0","7","f","100","1"' '"1","7","g","200","2"'
	raw | sed 's/"gpu__time_duration.sum"/"b"/; s/"ns"/""/'
	printf '%s\n' '"0","7","f","3",""' '"1","7","g","5","4"'
} | pp-parse | shows
echo rows of the details page in another order are of one run, with a metric again in another section
{
	details
	printf '%s\n' '"0","7","f","S","a","","1"' '"1","7","g","S","a","","2"' '"0","7","f","T","a","","1"' '"0","7","f","S","b","","3"' '"1","7","g","S","b","","4"'
} | pp-parse | shows
echo two runs below one header: what is another\'s is told
{
	details
	printf '%s\n' '"0","7","f","S","a","","1"' '"1","7","g","S","a","","2"' '"0","7","f","S","a","","3"' '"1","7","g","S","a","","2"' '"0","7","f","S","a","","4"'
} | pp-parse | shows
echo quotes that another program put elsewhere: around the header alone, or around rows
{
	raw
	printf '%s\n' '0,7,"f(int, int)",100,1' '7, of a program' '3,4' '1,7,g,200,2' '2,7,h,300'
} >quotes.csv
pp-parse quotes.csv | shows
{
	raw | tr -d '"'
	printf '%s\n' '"0","7","f(int, int)","100","1"' '7,8' '"1","7","g","200","2"'
} | pp-parse | shows
echo two runs, the second with many more kernels
{
	raw
	for i in 0 1 2 3 4 5 6 7 8 9; do echo "\"$i\",\"7\",\"f\",\"1$i\",\"1\""; done
	raw
	i=9
	while [ $i -lt 400 ]; do echo "\"$i\",\"7\",\"f\",\"2$i\",\"1\""; i=$((i + 1)); done
} | pp-parse | jq -s -c '[length, .[9].dur, .[10].dur, .[400].dur]'
echo a cut row among rows with quotes loses half a number, one with quotes none
{
	raw
	echo '"0","7","f","10","1"'
	raw | tr -d '"'
	printf '%s\n' 0,7,f,11,2 1,7,g,12
	raw
	printf '%s\n' '"0","7","f","13"' '"2","7","h","14","3"'
} | pp-parse | shows
echo where the file ends, on both pages
for end in '' ,1 ',12' '\n'; do
	{ raw | tr -d '"'; printf "0,7,f,100,5\\n1,7,g,200$end"; } | pp-parse | shows
	{ details | tr -d '"'; printf "0,7,f,S,a,,100\\n0,7,f,S,b,,7$end"; } | pp-parse | shows
done

echo a metric again with another value: told where its rows stand together, and in a column that comes again
pp-parse <<'END' | jq -c .counters
"ID","Process ID","Kernel Name","Section Name","Metric Name","Metric Unit","Metric Value"
"0","9","gemm","S","a__x.sum","inst","100"
"0","9","gemm","T","a__x.sum","inst","100"
"0","9","gemm","U","a__x.sum","inst","200"
END
pp-parse <<'END' | jq -c .counters
"ID","Process ID","Kernel Name","a__x.sum","a__x.sum","b__x.sum","b__x.sum"
"","","","inst","inst","inst","inst"
"0","9","gemm","1","2","3","3"
END
# Rows of one table: in "ID NAME METRIC VALUE" the ID comes again with another name
names()
{
	echo '"ID","Process ID","Kernel Name","Metric Name","Metric Unit","Metric Value"'
	printf '"%s","7","%s","%s","","%s"\n' "$@"
}
echo an ID with another name is of another run, and so are the rows behind it: four kernels
names 0 f a 1 1 g a 2 0 h a 3 1 g a 4 | pp-parse | shows
echo the same of no process
names 0 f a 1 1 g a 2 0 h a 3 1 g a 4 | sed '1s/"Process ID",//; 2,$s/"7",//' | pp-parse | shows
echo rows in another order, where the metric is one that the launch lacks: two kernels
names 0 f a 1 0 h a 2 0 f b 3 0 h b 4 | pp-parse | shows
echo so where the second run does not have the ID yet, and then another kernel with it: four
names 0 k a 1 0 k b 2 1 m a 3 0 j a 4 1 m b 5 0 k c 6 0 j b 7 1 n a 8 >order.csv
pp-parse order.csv | shows
echo the same of no process
sed '1s/"Process ID",//; 2,$s/"7",//' order.csv | pp-parse | shows
echo where it has the metric: three
names 0 f a 1 0 f b 2 0 h a 3 0 f a 4 0 f b 5 | pp-parse | shows
echo in the next table it may be the same launch by another name: one run
{ names 0 f a 1; names 0 h b 2 0 f c 3; } | pp-parse | shows
echo rows of a process wait for what tells their run, those of a new one behind them too
{
	names 0 f a 1
	names 0 f b 2 0 f a 3
	names 0 f c 4
	names 0 k c 5 | sed '1d; s/"7"/"8"/'
	names 0 f a 6 | sed 1d
} | pp-parse | shows
