# Kernels of a replay that have one name and began at one time are told apart by their
# grids and blocks, where all of the name have them on both sides.
op() # NAME TS [GRID [BLOCK]]: with the launch of its kernel, in a capture
{
	echo "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::$1\",\"pid\":1,\"tid\":1,\"ts\":$2,\"dur\":8},
{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"hipLaunchKernel\",\"pid\":1,\"tid\":1,\"ts\":$(($2 + 1)),\"dur\":1,\"args\":{\"kernel\":\"k\"${3:+,\"grid\":[$3,1,1],\"block\":[${4:-64},1,1]}}},"
}
capture() # ROWS
{
	cat <<END
{"traceEvents":[
{"ph":"X","cat":"cuda_runtime","name":"hipStreamBeginCapture","pid":1,"tid":1,"ts":1,"dur":1},
$1
{"ph":"X","cat":"cuda_runtime","name":"hipStreamEndCapture","pid":1,"tid":1,"ts":900,"dur":1}]}
END
}
kernel() # STREAM [GRID [BLOCK]]
{
	echo "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"pid\":0,\"ts\":1010,\"dur\":5,\"args\":{\"correlation\":201,\"device\":0,\"stream\":$1${2:+,\"grid\":[$2,1,1],\"block\":[${3:-64},1,1]}}},"
}
# joined WHAT KERNELS [CAPTURE]
joined()
{
	echo "$1"
	echo "$1:" >&2
	printf '{"traceEvents":[{"ph":"X","cat":"cuda_runtime","name":"hipGraphLaunch","pid":3,"tid":9,"ts":1000,"dur":5,"args":{"correlation":201}},%s]}' \
	    "$(printf '%s' "$2" | sed '$s/,$//')" >r.json
	pp-parse --capture c.json ${3:+--capture "$3"} r.json |
	    jq -c '[.stream, .grid[0], .block[0], [.op[]? | .op]]'
}
capture "$(op relu 10 8) $(op add 20 4)" >c.json
joined "other grids" "$(kernel 7 8) $(kernel 8 4)"
joined "one has no grid" "$(kernel 7 8) $(kernel 8)"
capture "$(op relu 10 8) $(op add 20 8 32)" >c.json
joined "other blocks" "$(kernel 7 8) $(kernel 8 8 32)"
capture "$(op relu 10 8) $(op add 20 4) $(op mm 30 8)" >c.json
joined "two of one grid, in operators of their own" "$(kernel 7 8) $(kernel 8 4) $(kernel 9 8)"
capture "$(op relu 10 8) $(op add 20)" >c.json
joined "the capture has one without a grid" "$(kernel 7 8) $(kernel 8 4)"
# Which of the captures ran is not told, and the second may have run the other way round
capture "$(op relu 10 8) $(op add 20 4)" >c.json
capture "$(op relu 10) $(op add 20)" >bare.json
joined "two captures, one without grids" "$(kernel 7 8) $(kernel 8 4)" bare.json
