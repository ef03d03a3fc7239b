# Two rows of counters with ids and their kernels, without any call: the kernels
# have them.
cat >ids.json <<'END'
{"traceEvents":[
{"ph":"X","cat":"kernel","name":"a","ts":4.5,"dur":1,"args":{"correlation":5}},
{"ph":"X","cat":"kernel","name":"b","ts":14.5,"dur":1,"args":{"correlation":6}},
{"ph":"X","cat":"cuda_profiler_range","name":"a","ts":10.5,"dur":1,"args":{"correlation":5,"x.sum":3}},
{"ph":"X","cat":"cuda_profiler_range","name":"b","ts":12.5,"dur":1,"args":{"correlation":6,"x.sum":4}}
]}
END
pp-parse ids.json 2>/dev/null | jq -c '[.kernel, .start, .counters]'
# A stray comma where a bare quote is forgiven too, in an event of its own, in
# counters, and beside the events: nothing else is taken for the text.
cat >comma.json <<'END'
{"displayTimeUnit":"ms",,"traceEvents":[
{"ph":"X","cat":"kernel","name":"a","ts":1.5,"dur":1},
{"ph":"X","cat":"kernel","name":"say "b" now","ts":14.5,"dur":1,"args":{"x":"y",}},
{"ph":"X","cat":"kernel","name":"c","ts":24.5,"dur":1},
{"ph":"X","cat":"cuda_profiler_range","name":"d","ts":1,"dur":1,"args":{"note":"a", , "x.sum":3}},
{"ph":"X","cat":"kernel","name":"e","ts":34.5,"dur":1}
],"a":"b",
}
END
pp-parse comma.json 2>/dev/null | jq -c '[.kernel, .start, .counters]'
# Before Kineto: kernels of two devices, one in turn with the other.
{
	printf '['
	for i in 1 2 3 4; do
		host='"pid":"CPU functions","tid":1'
		gpu="\"pid\":\"CUDA functions\",\"tid\":$((i % 2))"
		echo "{\"ph\":\"X\",\"name\":\"aten::op$i\",$host,\"ts\":${i}0.5,\"dur\":5},"
		echo "{\"ph\":\"s\",\"cat\":\"cpu_to_cuda\",\"name\":\"x\",\"id\":$i,$host,\"ts\":${i}0.5},"
		echo "{\"ph\":\"X\",\"name\":\"k$i\",$gpu,\"ts\":${i}00.5,\"dur\":5},"
		echo "{\"ph\":\"f\",\"cat\":\"cpu_to_cuda\",\"name\":\"x\",\"id\":$i,$gpu,\"ts\":${i}00.5},"
	done
} | pp-parse | jq -c '[.kernel, .device, .op[0].op]'
# A packed file that is cut: what can be unpacked is read, and it is said.
{
	echo '{"traceEvents":[{"ph":"X","cat":"kernel","name":"a","ts":1.5,"dur":1},'
	awk 'BEGIN { srand(1); for (i = 0; i < 200; i++) printf "{\"ph\":\"M\",\"x\":%d},\n", rand() * 1e9 }'
	echo '{"ph":"X","cat":"kernel","name":"b","ts":2.5,"dur":1}]}'
} | gzip -n >whole.gz
head -c 1200 whole.gz | pp-parse | jq -c '[.kernel, .start]'
