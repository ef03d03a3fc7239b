# The columns that ncu --nvtx adds, on both pages: the thread, then the ranges
# around the launch, outermost first, with six fields behind each text.
pushed='"thread Domain:Push/Pop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg"'
started='"Id:Domain:Start/Stop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg"'
# around DOMAIN TEXT: a range as it stands in the cell of a CSV file
around()
{
	printf '""%s:%s:none:none:none:none:none:none""  ' "$1" "$2"
}
mm='aten::mm, seq = 3, op_id = 7, sizes = [[64, 32], [32, 16]]'
{
	echo "\"ID\",\"Process ID\",$pushed,$started,\"Kernel Name\",\"gpu__time_duration.sum\""
	echo '"","","","","","ns"'
	# two kernels of one call: one has its work
	cell="11  $(around '<default domain>' forward)$(around '<default domain>' "$mm")"
	echo "\"0\",\"5\",\"$cell\",\"$(around '1:lib' 'a:b')\",\"gemm\",\"10\""
	echo "\"1\",\"5\",\"$cell\",\"$(around '1:lib' 'a:b')\",\"splitKreduce_kernel\",\"20\""
	# the same call made again, with a number of its own
	cell="11  $(around '<default domain>' forward)$(around '<default domain>' "$(echo "$mm" | sed 's/3/4/; s/7/8/')")"
	echo "\"2\",\"5\",\"$cell\",\"\",\"gemm\",\"30\""
	echo "\"3\",\"5\",\"12  $(around '<default domain>' 'MmBackward0, seq = 4, op_id = 9')\",\"\",\"gemm\",\"40\""
	# what is no cell of ranges is told, but for an id alone
	echo '"4","5","","no ranges","relu","50"'
	echo '"5","5","12","7","relu","60"'
	echo '"6","","12  ""a:b:none:none:none:none:none:none""","","relu","70"'
	# the text's last quote is lost, and the next range with it
	echo '"7","5","12  ""<default domain>:a:none:none:none:none:none:none""  ""<default domain>:b:none","","relu","80"'
} >raw.csv
pp-parse raw.csv >rec
jq -c '[.dur, .tid, .op[0].op, .op[0].seq, .main // false, .dir, .phase, .range]' rec
# 2 * 64 * 32 * 16 = 65536 a call
pp-prof -c sil,flops,gemm rec
# the number that a range carries is its step's, of each a range of its own
{
	echo "\"ID\",\"Process ID\",$pushed,$started,\"Kernel Name\",\"a\""
	for payload in int64:5 int64:6 uint32:6 double:2.5 none:none; do
		echo "\"$payload\",\"5\",\"11  ""$(around '<default domain>' iteration | sed "s/none:none/$payload/")\",\"\",\"f\",\"\"" |
		    sed 's/^"[^"]*"/"'$((n += 1))'"/'
	done
} >steps.csv
pp-parse steps.csv | jq -c '[.step, .range]'
