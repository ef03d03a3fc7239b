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
# without a byte-order mark, as iconv and .NET write; a page instead of a download, in
# whichever letters; what Git keeps for a file that it has elsewhere; packed again
try utf16-bare '{\000"\000t\000'
try utf16be-bare '\000"\000I\000D\000"'
try utf16-short '{\000'
try utf16-no-text '\001\000\002\000'
try page '\n <!DOCTYPE html>\n<html lang="en">'
try page-bom '\357\273\277<HTML><head>'
try page-cut '<html\000\000'
try page-events '<html>{"traceEvents": []}'
try no-page '<htm>'
try lfs 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n'
try annex '/annex/objects/SHA256E-s12--4d.json\n'
gzip -c rec | gzip -c >twice
pp-parse twice || echo "status $?"
# events behind 64 KiB: the first bytes are those of JSON lines, or blanks
blanks() { head -c "$1" /dev/zero | tr '\0' ' '; }
events='"traceEvents":[{"ph":"X","cat":"kernel","name":"k","ts":1,"dur":2}]}'
for begin in '{"data":["[Unknown]"],' '{"v":1,"kind":"sums",' '{'; do
	for n in 70000 200000; do
		{ echo "$begin"; blanks $n; echo "$events"; } >far
		pp-parse far 2>/dev/null | cut -c1-34
		pp-parse -f kineto far 2>/dev/null | cut -c1-34
		{ blanks $n; echo "$begin$events"; } >far
		pp-parse far 2>/dev/null | cut -c1-34
		gzip -c far | pp-parse 2>/dev/null | cut -c1-34
	done
done
{ blanks 70000; cat rec; } >far
pp-parse far || echo "status $?"
# whole lines of these, and blanks alone, are what they were
{ echo '{"data":["[Unknown]"]}'; blanks 70000; echo '{"Type":48}'; } >far
pp-parse far || echo "status $?"
pp-parse -f ncu far || echo "status $?"
yes '{"v":1,"kernel":"k"}' | head -n 4000 >far
pp-parse far || echo "status $?"
blanks 200000 >far
pp-parse far || echo "status $?"
