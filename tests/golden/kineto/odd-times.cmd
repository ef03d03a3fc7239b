# Times that cannot be are said, with the amount, and kept.  The 2nd kernel ends
# 300 ns, the 3rd 2 us after the next began; a clock of whole us is 1 us coarse.
# 100.7 and 0.2 us are 100700 and 200 ns; a negative duration is none, nor is one
# of eight days; the call 9 has no kernel.
kernel()
{
	printf '{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":%s,"dur":%s,"args":{"device":0,"stream":7,"correlation":%s}},\n' "$@"
}
call()
{
	printf '{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":%s,"dur":1,"args":{"correlation":%s}},\n' "$@"
}
{
	echo '['
	call 90 1; call 91 2; call 92 3; call 93 4; call 94 5; call 95 6; call 96 9
	kernel 100.7 0.2 1; kernel 101 1.3 2; kernel 102 3 3; kernel 103 7 4
	kernel 110 -4 5; kernel 120 691200000000 6
	echo ']'
} >x.json
pp-parse x.json | jq -c '[.corr, .start, .dur]'
sed 's/\.[0-9]//g' x.json >whole.json # 100 0, 101 1, 102 3, 103 7: 2 us too long
pp-parse whole.json | jq -c '[.corr, .start, .dur]' | head -3
# programmatic dependent launch lets the 3rd begin early
sed '/correlation":3/s/cudaLaunchKernel/&ExC/' x.json >early.json
pp-parse early.json | jq -c '[.corr, .api]' | sed -n 3p
# Rows that are no complete events, the phase first or last; of others none is said
cat >phases.json <<-'END'
	[{"ph":"B","cat":"kernel","name":"b","ts":1,"dur":1},
	{"cat":"gpu_memcpy","name":"c","ts":1,"dur":1,"ph":"i"},
	{"ph":"X","cat":"kernel","name":"k","ts":5,"dur":1},
	{"cat":"kernel","name":"none","ts":1,"dur":1},
	{"ph":"i","cat":"cuda_runtime","name":"r","ts":1},
	{"ph":"E","cat":"kernel","name":"b","ts":2},
	{"ph":"s","id":1,"cat":"kernel","name":"flow","ts":2},
	{"ph":"C","cat":"gpu_memcpy","name":"counter","ts":2},
	{"ph":"M","name":"process_name","pid":1,"args":{"name":"p"}}]
END
pp-parse phases.json | jq -c '[.kernel, .dur]'
# of another program's trace such rows are not ours to tell of
echo '[{"ph":"B","cat":"Kernel","name":"b","ts":1},{"ph":"E","cat":"Kernel","name":"b","ts":2},
{"ph":"M","name":"process_name","pid":1,"args":{"name":"/device:GPU:0"}}]' >foreign.json
pp-parse foreign.json || echo "status $?"
