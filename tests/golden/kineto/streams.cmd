# The stream is an argument, or else the row's thread: a whole number, or behind
# the word "stream", as the first profilers of PyTorch wrote it.  All ones of 32
# bits, a fraction and other words are none.
n=0
row()
{
	n=$((n + 1))
	echo "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k$n\",\"pid\":0,\"ts\":$n,\"dur\":1,\"tid\":$1,\"args\":{\"device\":0,${2-}\"correlation\":$n}}"
}
{
	echo '{"traceEvents":['
	for tid in '"stream 7"' 9 '"9"' 0 4294967294 4294967295 -1 7.5 '"stream -1"' '"stream 4294967295"' '"stream 7.5"' '"stream "' '"main"' '"stream 0"'; do
		row "$tid"
		echo ,
	done
	row '"stream 7"' '"stream":20,'
	echo ,
	row 9 '"stream":21,'
	echo ']}'
} >t.json
pp-parse t.json | jq -c '[.kernel, .stream]'
