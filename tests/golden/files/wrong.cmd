# Files that people have and that are no profile: one line each, of what kind it
# is and what to run.  The first bytes decide, not the name.
try()
{
	printf "$2" >"$1" # the format is ours: octal bytes
	pp-parse "$1" || echo "$1: status $?"
}
try nsys-rep 'NVIDIA Tegra Profiler Report 1.\n'
try qdstrm 'QDSTRM\001'
try ncu-rep 'NVR\000\001'
try parquet 'PAR1\025\004'
try arrow 'ARROW1\000\000'
try hdf5 '\211HDF\r\n\032\n'
try jsonl '{"data":["[Unknown]"]}\n{"Type":48}\n'
try rec '{"v":1,"kernel":"k"}\n{"v":1,"kernel":"k"}\n'
try rec-python '{"v": 1, "kernel": "k"}\n'
try rec-jq '{\n  "v": 1,\n  "kernel": "k"\n}\n'
try rec-bom '\357\273\277{"v":1,"kind":"op"}\n'
try rec-other '{"v":2,"kernel":"k"}\n'
try rec-blank '{"v ":1,"kernel":"k"}\n'
try no-sums '{"kind":"sums"}\n'
try partial-sums '{"kind":"sums","head":{"v":1,"keys":["op"]}}\n'
try jsonl-tail '{"Type":48,"CudaEvent":{"startNs":"1"}}\n{"Type":48}\n'
try arrow-stream '\377\377\377\377\020\000\000\000'
try zip 'PK\003\004'
try xz '\3757zXZ\000\000'
try zst '\050\265\057\375\004'
try bz2 'BZh91AY'
try utf16le '\377\376{\000'
try utf16be '\376\377\000{'
try utf32le '\377\376\000\000{\000\000\000'
try utf32be '\000\000\376\377\000\000\000{'
try stats 'Start (ns),Duration (ns),CorrId\n1,2,3\n'
try stats-2021 'Start(nsec),Duration(nsec)\n'
try sums 'Processing [x.sqlite]...\n"Time (%%)","Total Time (ns)"\n'
try sums-plain 'Time (%%),Total Time (ns)\n'
try sums-old 'Time(%%),Total Time (ns),Instances\n'
try sums-quoted '"Time(%%)","Total Time (ns)","Instances"\n'
try nvprof '==2119== NVPROF is profiling process 2119\n'
try nvprof-csv '\357\273\277"Start","Duration","Name"\nus,us,\n'
try nvprof-sums '"Type","Time(%%)","Time"\n'
try nvprof-2017 '"Time(%%)","Time","Calls"\n'
try words 'Start and end of the Time\n'
# told for a format that was asked for, too, and behind gzip
pp-parse -f kineto rec || echo "status $?"
gzip -c stats | pp-parse || echo "status $?"
# the database that rocprofv3 writes by default
sqlite3 rocpd.db 'CREATE TABLE "rocpd_string_00000" (id INTEGER, string TEXT);
    CREATE VIEW rocpd_string AS SELECT * FROM "rocpd_string_00000"'
pp-parse rocpd.db || echo "status $?"
# a trace's first key may be any word
for key in '"Type":48' '"data":["a"]' '"v":1,"kernel":"k"' '"kind":"sums"'; do
	echo "{$key,\"traceEvents\":[{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"ts\":1,\"dur\":2}]}" |
	    pp-parse 2>/dev/null | cut -c1-34
done
