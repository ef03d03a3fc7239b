# What is not JSON in traces, one kind after the other; each costs at most the
# event that it is in, and is said.
kernel='{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":5,"dur":2,"args":{"device":0}}'
try()
{
	printf '== %s\n' "$1"
	printf '%s' "$2" >t.json
	rc=0
	pp-parse -k kernel,op --stacks t.json 2>err >out || rc=$?
	grep -v 'without a launch call' err || :
	jq -c '[.kernel // .name, .start, .dur, .blocks, .trace]' out
	echo "status $rc"
}
try "bare words" '{"traceEvents":[{"ph":"X","cat":"kernel","name":"k","ts":5,"dur":2,"args":{"blocks per SM":inf,"a":-inf,"b":nan,"c":N/A}}]}'
try "inf as text" '{"traceEvents":[{"ph":"X","cat":"kernel","name":"k","ts":5,"dur":2,"args":{"blocks per SM":"inf"}}]}'
try "paths of Windows" '{"traceEvents":[{"ph":"X","cat":"python_function","name":"C:\path\_x.py(3): f","ts":1,"dur":9},'"$kernel"']}'
try "quotes in a name" '{"traceEvents":[{"ph":"X","cat":"cpu_op","name":"{"device": "cpu"}(12): run","ts":1,"dur":9},'"$kernel"']}'
try "quotes and braces" '{"traceEvents":[{"ph":"X","cat":"cpu_op","name":"Library("x"), {"device": "cpu"}","ts":1,"dur":9},'"$kernel"']}'
try "quotes in an argument" '{"traceEvents":[{"ph":"X","cat":"cpu_op","name":"o","ts":1,"dur":9,"args":{"Call stack":"a.py(1): f("b")"}},'"$kernel"']}'
try "a line end in a name" '{"traceEvents":[{"ph":"X","cat":"cpu_op","name":"a
b","ts":1,"dur":9},'"$kernel"']}'
try "controls and bytes that are no UTF-8" "$(printf '{"traceEvents":[{"ph":"X","cat":"cpu_op","name":"a\001\377b","ts":1,"dur":9},%s]}' "$kernel")"
try "a comma before the end" '{"traceEvents":['"$kernel"',]}'
try "commas in args" '{"traceEvents":[{"ph":"X","cat":"kernel","name":"k","ts":5,"dur":2,"args":{"device":0,}},,'"$kernel"']}'
try "no args" '{"traceEvents":[{"ph":"X","cat":"kernel","name":"k","ts":5,"dur":2,"args":{}},{"ph":"X","cat":"kernel","name":"k2","ts":6,"dur":2}]}'
try "no end, an array" '['"$kernel"
try "no end, an array, behind a comma" '['"$kernel"','
try "no end, an object" '{"traceEvents":['"$kernel"
try "cut inside an event" '{"traceEvents":['"$kernel"',{"ph":"X","cat":"ker'
try "a dur of null, a ts that is no number, numbers as texts" '{"traceEvents":[{"ph":"X","cat":"kernel","name":"a","ts":5,"dur":null},{"ph":"X","cat":"kernel","name":"b","ts":"x","dur":1},{"ph":"X","cat":"kernel","name":"c","ts":"7.5","dur":"0.25"}]}'
try "years of dur" '{"traceEvents":[{"ph":"X","cat":"kernel","name":"a","ts":5,"dur":604800000001},{"ph":"X","cat":"kernel","name":"b","ts":6,"dur":604800000000}]}'
try "no cat" '{"traceEvents":[{"ph":"X","name":"a","ts":5,"dur":1},'"$kernel"']}'
try "a comma is missing between events" '{"traceEvents":[{"ph":"X","cat":"kernel","name":"a","ts":1,"dur":2} {"ph":"X","cat":"kernel","name":"b","ts":3,"dur":1}, '"$kernel"']}'
try "an event that is none" '{"traceEvents":[{"ph":"X","cat":"kernel","name":"a","ts":1,"dur":2}, 7, {"ph" "X"}, '"$kernel"']}'
try "quotes beside the events" '{"traceEvents":['"$kernel"'],"INFO":["say "hi""],"traceName":"C:\x"}'
try "no array" '{"traceEvents":{"a":[]}}'
try "nothing but a brace" '{'
