# Six replicas' forwards of one number, on threads 1 to 6, and their backwards on
# two threads at the same times: each kernel's forward is where its flow begins.
call() # NAME TID TS DUR [ARGS]
{
	echo "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"$1\",\"pid\":9,\"tid\":$2,\"ts\":$3,\"dur\":$4,\"args\":{\"Sequence number\":7${5-}}},"
}
# backward KERNEL TID TS FORWARD
backward()
{
	call MmBackward0 "$2" "$3" 9
	cat <<-EOF
	{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":$2,"ts":$(($3 + 2)),"dur":1,"args":{"correlation":$1}},
	{"ph":"X","cat":"kernel","name":"k$1","pid":0,"tid":7,"ts":$(($1 * 10 + 40)),"dur":1,"args":{"correlation":$1}},
	{"ph":"s","id":$1,"cat":"fwdbwd","name":"fwdbwd","pid":9,"tid":$4,"ts":$((10 + $4))},
	{"ph":"f","id":$1,"cat":"fwdbwd","name":"fwdbwd","pid":9,"tid":$2,"ts":$3,"bp":"e"},
	EOF
}
{
	echo '{"traceEvents":['
	for tid in 1 2 3 4 5 6; do
		call aten::mm $tid $((10 + tid)) 5 ",\"Input Dims\":[[$tid,3],[3,4]],\"Input type\":[\"float\",\"float\"]"
	done
	backward 1 11 20 2
	backward 2 12 20 5
	backward 3 11 30 6
	backward 4 12 30 1
	backward 5 11 40 3
	backward 6 12 40 4
	echo '{"ph":"M","name":"process_name","pid":9}]}'
} >t.json
pp-parse t.json | jq -c '[.kernel, .fwd[0].args[0].shape[0]]'
