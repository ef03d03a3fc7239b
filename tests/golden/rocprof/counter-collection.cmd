# counter_collection.csv of rocprofv3 has a row a dispatch and counter: one kernel a
# dispatch, with all its counters.  Values of one counter add up: 8 + 4 = 12.
heads='"Correlation_Id","Dispatch_Id","Agent_Id","Queue_Id","Process_Id","Thread_Id","Grid_Size","Kernel_Id","Kernel_Name","Workgroup_Size","LDS_Block_Size","Scratch_Size","VGPR_Count","Accum_VGPR_Count","SGPR_Count","Counter_Name","Counter_Value"'
# row DISPATCH PID KERNEL COUNTER VALUE [,START,END]
row() { echo "$1,$1,\"Agent 4\",1,$2,$2,1024,16,\"$3\",64,512,0,8,0,16,\"$4\",$5$6"; }
{
	echo "$heads,\"Start_Timestamp\",\"End_Timestamp\""
	row 1 70 'f(float*, int)' SQ_WAVES 8 ,1000,1200
	row 1 70 'f(float*, int)' SQ_INSTS_VALU 2.5 ,1000,1200
	row 2 70 g SQ_WAVES 32 ,1500,1600
	row 1 70 'f(float*, int)' SQ_WAVES 4 ,1000,1200
	# the first dispatch of another process
	row 1 71 'f(float*, int)' SQ_WAVES 16 ,1050,1200
	row 3 70 g SQ_WAVES many ,1700,1800
	row 4 70 g '' 1 ,1900,1950
} >t.csv
shows() { jq -c '[.name, .start, .dur, .pid, .device, .smem, .grid, .counters]'; }
pp-parse t.csv | shows

echo beside kernel_trace.csv, in front of it and behind it
{
	echo '"Kind","Agent_Id","Queue_Id","Thread_Id","Dispatch_Id","Kernel_Id","Kernel_Name","Correlation_Id","Start_Timestamp","End_Timestamp","Workgroup_Size_X","Workgroup_Size_Y","Workgroup_Size_Z","Grid_Size_X","Grid_Size_Y","Grid_Size_Z"'
	echo '"KERNEL_DISPATCH","Agent 4",1,70,2,16,"g",2,1500,1600,64,1,1,640,1,1'
} >k.csv
sed '/many/d' t.csv >c.csv
for order in 'k.csv c.csv' 'c.csv k.csv'
do
	cat $order | pp-parse | shows | grep '"g",500'
	cat $order | pp-parse | wc -l
done

echo without times, as in ROCm 6.2: the process tells them apart
{
	echo "$heads"
	row 1 70 f SQ_WAVES 8
	row 1 71 f SQ_WAVES 9
	row 1 70 f SQ_BUSY_CYCLES 7
} | pp-parse | shows

echo no value, no dispatch
printf '%s\n' '"Agent_Id","Kernel_Name","Counter_Name"' '4,"f","SQ_WAVES"' | pp-parse
printf '%s\n' '"Agent_Id","Kernel_Name","Counter_Name","Counter_Value"' '4,"f","SQ_WAVES",1' | pp-parse

echo runs of version 2, one behind the other
printf '%s\n' Dispatch_ID,GPU_ID,PID,obj,Kernel_Name,SQ_WAVES '1,0,70,0x1,"f",8' '1,0,70,0x1,"f",9' | pp-parse | shows

echo cut in a number: the row is of its kernel all the same
{
	echo "$heads,\"Start_Timestamp\",\"End_Timestamp\""
	row 1 70 f SQ_WAVES 8 ,1000,1200
	printf %s "$(row 1 70 f SQ_BUSY_CYCLES 7 ,1000,12)"
} | pp-parse | shows
