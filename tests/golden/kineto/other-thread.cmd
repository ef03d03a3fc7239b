# A launch that is in no operator of its thread is of the one whose External id it
# has, where that is the only one of the number and was running, on another thread of
# the process.  The correlation id in its place, as torch 1.13 to 2.2 have it, is no
# such number.  Until 2022 the key was "external id".
op() { printf '{"ph":"X","cat":"cpu_op","name":"%s","pid":%d,"tid":%d,"ts":%d,"dur":%d,"args":{"External id":%d}},\n' "$@"; }
# launch KERNEL PID TID TS ID [CORR [KEY]]: a call of 2 us
launch()
{
	corr=${6:-$4}
	printf '{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":%d,"tid":%d,"ts":%d,"dur":2,"args":{"correlation":%d,"%s":%d}},\n' \
	    "$2" "$3" "$4" "$corr" "${7:-External id}" "$5"
	printf '{"ph":"X","cat":"kernel","name":"%s","pid":0,"tid":7,"ts":%d,"dur":1,"args":{"device":0,"stream":7,"correlation":%d,"%s":%d}},\n' \
	    "$1" $(($4 + 1000)) "$corr" "${7:-External id}" "$5"
}
{
	echo '{"traceEvents":['
	op aten::linear 1 1 100 100 20
	op aten::mm 1 1 120 50 21
	op aten::add 1 1 180 10 22
	launch outer 1 2 130 20
	launch inner 1 2 140 21
	launch old 1 2 150 21 150 "external id"
	# from its first us to its last
	launch begins 1 2 120 21
	launch ends 1 2 168 21
	# not running: too early, still on its way when it ended, too late
	launch early 1 2 119 21
	launch late 1 2 169 21
	launch after 1 2 250 22
	# its own number
	launch own 1 2 185 22 22
	# no operator has it; nor has one without any id the number -1
	launch none 1 2 190 99
	printf '{"ph":"X","cat":"cpu_op","name":"aten::bare","pid":1,"tid":5,"ts":192,"dur":9,"args":{"Sequence number":6}},\n'
	launch minus 1 2 195 -1
	# another process
	launch other 5 2 155 21
	# two have it
	op aten::a 1 1 300 50 30
	op aten::b 1 3 300 50 30
	launch two 1 2 310 30
	# three have it
	op aten::c 1 1 400 50 31
	op aten::d 1 3 400 50 31
	op aten::e 1 4 400 50 31
	launch three 1 2 410 31
	# one of its own thread
	op aten::f 1 1 500 50 40
	op aten::g 1 2 500 50 41
	launch near 1 2 510 40
	# a range of its own thread is no operator; around both
	printf '{"ph":"X","cat":"user_annotation","name":"%s","pid":1,"tid":%d,"ts":%d,"dur":%d,"args":{"External id":%d}},\n' \
	    mine 2 600 100 50 his 1 605 60 51
	op aten::h 1 1 610 50 52
	launch ranges 1 2 620 52
	# nor is that which the number is of
	launch annotation 1 2 630 51
	echo '{"ph":"M","name":"process_name"}]}'
} >t.json
show() { jq -c 'select(.kernel) | [.kernel, .tid, [.op[]?.op], .range]' "$@"; }
pp-parse -k all t.json | tee t.rec | show
# and through a Chrome trace and back
pp-prof --chrome t.rec | pp-parse -k all | show >back
show t.rec | cmp - back && echo same
