# Kernels of a replay that have one name, in operators of their own: which is which is
# known only of those that ran one after the other, or whose nodes have ids.
op() # NAME TS SIZE [KERNEL]: with a launch of its kernel, in a capture
{
	echo "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::$1\",\"pid\":1,\"tid\":1,\"ts\":$2,\"dur\":8,\"args\":{\"Input Dims\":[[$3]],\"Input type\":[\"float\"],\"Concrete Inputs\":[\"\"]}},
{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"hipLaunchKernel\",\"pid\":1,\"tid\":1,\"ts\":$(($2 + 1)),\"dur\":1,\"args\":{\"kernel\":\"${4:-k}\"}},"
}
module() # NAME TS
{
	echo "{\"ph\":\"X\",\"cat\":\"python_function\",\"name\":\"nn.Module: $1\",\"pid\":1,\"tid\":1,\"ts\":$2,\"dur\":9},"
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
kernel() # START [STREAM [NODE [NAME [DEVICE]]]]
{
	echo "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"${4:-k}\",\"pid\":0,\"ts\":$1,\"dur\":5,\"args\":{\"correlation\":201,\"device\":${5:-0}${2:+,\"stream\":$2}${3:+,\"graph node id\":$3}}},"
}
# joined WHAT KERNELS
joined()
{
	echo "$1"
	echo "$1:" >&2
	printf '{"traceEvents":[{"ph":"X","cat":"cuda_runtime","name":"hipGraphLaunch","pid":3,"tid":9,"ts":1000,"dur":5,"args":{"correlation":201}},%s]}' \
	    "$(printf '%s' "$2" | sed '$s/,$//')" >r.json
	pp-parse --capture c.json r.json |
	    jq -c '[.start, .kernel, .stream, [.op[]? | .op, .args[0].shape], .module]'
}
capture "$(op relu 10 8) $(op add 20 8) $(op mm 30 8 other)" >c.json
joined "one after the other" "$(kernel 1010 7) $(kernel 1020 7) $(kernel 1030 7 '' other)"
joined "two at one time; another name on another stream" \
    "$(kernel 1010 7) $(kernel 1010 7) $(kernel 1030 8 '' other)"
joined "on two streams" "$(kernel 1010 7) $(kernel 1020 8) $(kernel 1030 7 '' other)"
joined "or devices" "$(kernel 1010 7) $(kernel 1020 7 '' k 1) $(kernel 1030 7 '' other)"
joined "the stream is not told" "$(kernel 1010) $(kernel 1020) $(kernel 1030 7 '' other)"
joined "nodes have ids" "$(kernel 1020 8 6) $(kernel 1020 7 5) $(kernel 1020 7 9 other)"
joined "and one id twice" "$(kernel 1010 7 5) $(kernel 1020 7 5) $(kernel 1020 7 9 other)"
joined "one has an id" "$(kernel 1010 7 1) $(kernel 1020 7) $(kernel 1030 7 '' other)"
capture "$(op relu 10 8) $(op relu 20 8) $(op relu 30 4)" >c.json
joined "the same calls, whichever is which; the third is in order" \
    "$(kernel 1010 7) $(kernel 1010 7) $(kernel 1020 7)"
capture "$(op relu 10 8) $(op relu 20 4)" >c.json
joined "other shapes" "$(kernel 1010 7) $(kernel 1010 7)"
capture "$(module M_0 9) $(op relu 10 8) $(module M_1 19) $(op relu 20 8)" >c.json
joined "other modules" "$(kernel 1010 7) $(kernel 1010 7)"
capture "$(module M_0 9) $(op relu 10 8) $(op relu 20 8)" >c.json
joined "fewer ranges" "$(kernel 1010 7) $(kernel 1010 7)"
