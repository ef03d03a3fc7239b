# shellcheck shell=sh
# tables.t - tables that nsys stats and nvprof print: cases of ../shared, the same
# records from a table as from the database that it was printed of, and tables that
# are damaged.
. "$SRC/tests/lib.sh"

# told FILE KEYS: the records of FILE, their keys as a list; messages in err.
told()
{
	status pp-parse -k gpu "$1"
	jq -c "[$2]" out
}

name='.kind // "kernel", (.kernel // .copy), .start, .dur, .device, .stream'

# --- cases ---------------------------------------------------------------------------

if have_shared cases/in-nsys-stats; then
	c=$PP_SHARED/cases/in-nsys-stats
	is "nsys: trace.csv" "$(told "$c/trace.csv" "$name, .context, .corr, .bytes, .grid, .block, .regs, .smem")" \
	    '["memcpy","HtoD",0,672,0,7,1,128,16,null,null,null,null]
["kernel","gemm",2648526,65025,0,7,1,131,null,[2304,3,1],[128,1,1],160,null]
["memcpy","DtoH",10175029,29000000,1,13,2,140,null,null,null,null,null]'
	is "nsys: trace.csv: a name with quotes" "$(pp-parse "$c/trace.csv" 2>/dev/null | jq -r .name)" \
	    'void gemm<float, (int)128>(T1 *, const T1 *, "x")'
	is "nsys: trace.txt" "$(told "$c/trace.txt" "$name, .bytes, .grid, .gpu.name")" \
	    '["memcpy","HtoD",0,2940588676,0,7,null,null,"NVIDIA A30"]
["kernel","add",5803927186,27567396,0,7,null,[6250000,1,1],"NVIDIA A30"]'
	exec='.pid, .tid, .api, .api_start, .api_dur, .grid, .corr'
	is "nsys: exec.csv" "$(told "$c/exec.csv" "$name, $exec")" \
	    '["kernel","attn",65881,75200,0,null,501,502,"cuLaunchKernelEx",0,78512,[148,1,1],null]
["kernel","relu",296034,2000,1,null,501,503,"cudaLaunchKernel",196034,5000,[64,2,1],null]'
	is "nsys: many.csv: joined" "$(told "$c/many.csv" "$name, $exec")" \
	    '["kernel","attn",65881,75200,0,7,501,502,"cuLaunchKernelEx",0,78512,[148,1,1],1312]
["kernel","relu",296034,2000,1,9,501,503,"cudaLaunchKernel",196034,5000,[64,2,1],1320]'
	for f in sum proj; do
		status pp-parse "$c/$f.csv"
		is "nsys: $f.csv: refused" "$rc $(wc -c <out) $(grep -c 'has no single kernels: nsys stats -r cuda_gpu_trace -f csv' err)" "1 0 1"
	done
	c=$PP_SHARED/cases/in-nvprof-csv
	more='.name, .bytes, .corr, .pid'
	is "nvprof: trace.csv" "$(told "$c/trace.csv" "$name, $more, .grid, .block, .regs, .smem, .gpu.name, .dir, .api, .tid")" \
	    '["memcpy","HtoD",0,8256,1,13,"Memcpy HtoD (Pageable -> Device)",40000,210,4242,null,null,null,null,"GeForce GTX 950",null,null,null]
["memset",null,18573,1888,1,7,"Memset (Device)",1028,214,4242,null,null,null,null,"GeForce GTX 950",null,null,null]
["kernel","axpy",39680,2016,1,13,"void axpy<float, int=4>(float const *, float*, int)",null,218,4242,[40,2,1],[256,1,1],8,1536,"GeForce GTX 950",null,null,null]'
	status pp-parse "$c/trace.csv"
	is "nvprof: what it says" "$rc $(grep -c '2 records have invalid timestamps' err)" "0 1"
	is "nvprof: suffix.csv" "$(told "$c/suffix.csv" "$name, $more")" \
	    '["kernel","scale",0,2500,0,7,"scale(float*, int)",null,31,null]
["memcpy","DtoH",10125,1000,0,7,"Memcpy DtoH",16,null,null]'
	is "nvprof: unified.csv" "$(told "$c/unified.csv" "$name, $more")" \
	    '["kernel","fill",0,287308,0,7,"fill(int, float*)",null,121,77]
["memset",null,822000,1312,0,7,"Memset (Managed)",388608,139,77]'
	is "nvprof: two.csv" "$(told "$c/two.csv" "$name, $more")" \
	    '["kernel","f",0,100,0,7,"f()",null,5,10]
["kernel","f",0,200,1,7,"f()",null,5,11]
["kernel","g",400,50,0,7,"g()",null,6,10]'
	c2=$PP_SHARED/cases/in-nvprof-table
	is "nvprof: table.txt" "$(told "$c2/table.txt" ".name, .start, .dur, .grid, .block, .smem, .corr, .bytes")" \
	    '["void init_kernel<double>(double*, double)",0,1678200,[32768,1,1],[1024,1,1],0,128,null]
["void dot_kernel<double>(double const *, unsigned int)",7930000,1230500,[256,1,1],[1024,1,1],8192,167,null]
["Memcpy DtoH (Device -> Pageable)",9160000,928,null,null,null,null,2048]
["Memcpy DtoH (Device -> Pageable)",748930000,33831000,null,null,null,null,null]'
	is "nvprof: table.txt: rounded" "$(grep -c 'nvprof --csv -u ns' err)" 1
	status pp-parse "$c2/lost.txt"
	is "nvprof: lost.txt" "$rc $(wc -c <out) $(grep -c 'invalid timestamps' err)" "0 0 1"
	for f in "$c/summary.csv" "$c2/summary.txt"; do
		status pp-parse "$f"
		is "nvprof: ${f##*/}: refused" "$rc $(wc -c <out) $(grep -c 'has no single kernels.*nvprof --csv --print-gpu-trace' err)" "1 0 1"
	done
else
	skip "cases of tables" "no $PP_SHARED/cases/in-nsys-stats"
fi

if have_shared cases/in-rocprof-csv; then
	c=$PP_SHARED/cases/in-rocprof-csv
	more='.name, .start, .dur, .device, .stream, .smem, .pid, .tid, .corr, .grid, .block, .counters'
	is "rocprof: v1.csv" "$(told "$c/v1.csv" "$more")" \
	    '["scale(float*, int)",0,15520,1,0,512,219,220,null,null,null,null]
["__omp_offloading_2d_18a8108__Z2mml_l28",7449050,69920,1,2,0,219,220,null,null,null,null]'
	is "rocprof: v1-counters.csv" "$(told "$c/v1-counters.csv" "$more")" \
	    '["add(float*, float*, int)",null,null,4,0,0,295,295,null,null,null,{"GPUBusy":100,"Wavefronts":15625000}]'
	# 1316678074130702 - 1316678074105702
	is "rocprof: v2.csv" "$(told "$c/v2.csv" ".kernel, .start, .dur, .corr, .tid, .counters")" \
	    '["matrixTranspose",0,25000,2,354,{"SQ_WAVES":65536}]
["matrixTranspose",null,null,0,353,{"SQ_WAVES":65536}]'
	is "rocprof: v3-a.csv" "$(told "$c/v3-a.csv" "$more")" \
	    '["norm_l26",0,108920,4,1,4360,null,null,1,[912,1,1],[256,1,1],null]'
	is "rocprof: v3-b.csv" "$(told "$c/v3-b.csv" "$more")" \
	    '["void addition_kernel<float>(float*, float const*, int)",0,10520,7,26,0,null,847,101,[16,512,1],[64,2,1],null]'
	is "rocprof: v3-c.csv" "$(told "$c/v3-c.csv" "$more")" \
	    '["norm_l23",0,100080,0,0,8456,null,714789,1,[912,1,1],[256,1,1],null]'
	status pp-parse "$c/stats.csv"
	is "rocprof: stats.csv: refused" "$rc $(wc -c <out) $(grep -c 'has no single kernels' err)" "1 0 1"
else
	skip "cases of rocprof" "no $PP_SHARED/cases/in-rocprof-csv"
fi
if have_shared cases/in-rocprofv3-json; then
	c=$PP_SHARED/cases/in-rocprofv3-json/results.json
	is "rocprofv3: results.json" "$(told "$c" ".name, .start, .dur, .device, .stream, .grid, .smem, .corr, .pid, .api, .api_start, .api_dur, .op[0].op, .seq, [.op[0].args[]?.shape], .bytes, .copy")" \
	    '["Memcpy HtoD",200,1000,0,null,null,null,3,908,"hipMemcpyAsync",0,100,null,null,[],655360,"HtoD"]
["scale(float*, int)",4300,2840,0,567,[16,4,1],2112,2,908,"hipLaunchKernel",2300,400,"aten::mul",[3],[[1000,16],null],null,null]
["scale(float*, int)",5300,500,0,16,[4,1,1],0,2,909,null,null,null,null,null,[],null,null]
["copyBuffer",8300,1000,1,0,[1,1,1],0,4,908,null,null,null,null,null,[],null,null]'
	is "rocprofv3: gpu" "$(jq -c .gpu out | sort -u)" \
	    '{"name":"AMD Instinct MI350X","sms":256,"clock_khz":2200000}'
else
	skip "case of rocprofv3's JSON" "no $PP_SHARED/cases/in-rocprofv3-json"
fi
# a copy trace alone has no kernels, and is no error
cp "$SRC/tests/fixtures/rocprof-copies.csv" copies.csv
is "rocprof: copies" "$(told copies.csv ".kind, .name, .start, .dur, .copy, .device, .stream, .corr, .bytes")" \
    '["memcpy","Memcpy HtoD",0,600,"HtoD",1,0,4,null]
["memcpy","Memcpy DtoH",1000,100,"DtoH",1,0,5,null]'
status pp-parse copies.csv
is "rocprof: copies alone" "$rc $(wc -l <err)" "0 1"
# the same kernels from tables with other columns, in any order, quoted or not
cat >a.csv <<'END'
Kind,Agent_Id,Queue_Id,Kernel_Name,Correlation_Id,Start_Timestamp,End_Timestamp,Workgroup_Size_X,Workgroup_Size_Y,Workgroup_Size_Z,Grid_Size_X,Grid_Size_Y,Grid_Size_Z
KERNEL_DISPATCH,2,1,"f(int, float).kd",7,100,150,64,1,1,129,1,1
KERNEL_DISPATCH,2,1,g [clone .kd],8,200,230,64,2,1,64,3,1
MEMORY_COPY,2,1,copy,9,240,250,1,1,1,1,1,1
END
cat >b.csv <<'END'
loss 0.25, step 1
"Grid_Size_X","grid_size_z","GRID_SIZE_Y","Workgroup_Size_X","Workgroup_Size_Y","Workgroup_Size_Z","Correlation_Id","Queue_Id","Kernel_Name","Agent_Id","End_Timestamp","Start_Timestamp","Other"

64,1,3,64,2,1,8,1,"g","Agent 2",230,200,x
loss 0.24, step 2
129,1,1,64,1,1,7,1,"f(int, float)","Agent 2",150,100,y
END
pp-parse a.csv >a 2>&1
pp-parse b.csv >b 2>&1
same "rocprof: other columns" a b
is "rocprof: groups hold work items" "$(jq -c '[.grid, .block]' a)" '[[3,1,1],[64,1,1]]
[[1,2,1],[64,2,1]]'
sed 's/$/\r/' a.csv | gzip -c | pp-parse >b 2>&1
same "rocprof: CRLF, gzip, a pipe" a b
# a row that lost a quote or a cell is counted, and costs no other
sed '2s/"f(int/f(int/; 4d' a.csv >c.csv
is "rocprof: a lost quote" "$(pp-parse c.csv 2>&1 >c | sed 's/.*: //') $(jq -r .kernel c)" "line 2) g"

# Tables of two machines: each row names its own device 0
cat >two.csv <<'END'
"Start (ns)","Duration (ns)","GrdX","GrdY","GrdZ","BlkX","BlkY","BlkZ","Device","Strm","Name"
100,20,2,1,1,32,1,1,"A (0)",7,"f"
200,20,2,1,1,32,1,1,"A (0)",7,"g"
300,20,2,1,1,32,1,1,"A (1)",7,"g"
"Start (ns)","Duration (ns)","GrdX","GrdY","GrdZ","BlkX","BlkY","BlkZ","Device","Strm","Name"
400,20,2,1,1,32,1,1,"B (0)",7,"f"
500,20,2,1,1,32,1,1,"A (0)",7,"f"
END
is "nsys: tables of two machines" "$(told two.csv .gpu.name,.device | paste -sd ' ') $(cat err)" \
    '["A",0] ["A",0] ["A",1] ["B",0] ["A",0] '

# Lines of nsys inside a table, where both its streams go to one file, end none; a report
# that is not known, as that of sizes is, does, whether its columns are as many or not
cat >between.csv <<'END'
Start (ns),Duration (ns),GrdX,GrdY,GrdZ,BlkX,Device,Name
100,20,2,1,1,32,A (0),f
Processing [net.sqlite] with [cuda_gpu_trace.py]...
NOTICE: net.sqlite is newer
200,20,2,1,1,32,A (0),g
loss 0.25, step 1
[2/3] Executing 'cuda_gpu_trace' stats report
300,20,2,1,1
 ** CUDA GPU Trace (cuda_gpu_trace):
400,20,2,1,1,32,A (0),h
 ** CUDA GPU MemOps Summary (by Size) (cuda_gpu_mem_size_sum):

Total (MB),Count,Avg (MB),Med (MB),Min (MB),Max (MB),StdDev (MB),Operation
500,20,2,1,1,32,0,[CUDA memset]
END
is "nsys: its lines in a table" "$(told between.csv .kernel,.start | paste -sd ' ') $(cat err)" \
    '["f",0] ["g",100] ["h",300] pp-parse: between.csv: 1 row of a table not read (first: line 8)'

# Rows of both reports with equal times, device and name are of one kernel by grid and block,
# whichever are missing; those of one size by their order, and without sizes all are
cat >tie.csv <<'END'
Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Device,Name
100,20,5,4,1,1,32,1,1,A (0),f
100,20,6,8,1,1,32,1,1,A (0),f
100,20,7,8,1,1,64,1,1,A (0),f
100,20,8,8,1,1,64,1,1,A (0),f

Kernel Start (ns),Kernel Dur (ns),PID,TID,DevId,GridXYZ,BlockXYZ,Kernel Name
100,20,1,13,0,8 1 1,64 1 1,f
100,20,1,12,0,8 1 1,32 1 1,f
100,20,1,14,0,8 1 1,64 1 1,f
100,20,1,11,0,4 1 1,32 1 1,f
END
is "nsys: rows that only their sizes tell apart" "$(told tie.csv .corr,.tid | paste -sd ' ') $(cat err)" \
    '[5,11] [6,12] [7,13] [8,14] '
is "nsys: and of which one is missing" \
    "$(grep -v ,11, tie.csv | pp-parse | jq -c '[.corr, .tid]' | paste -sd ' ')" \
    '[5,null] [6,12] [7,13] [8,14]'
is "nsys: and of another size" "$(sed 's/,11,0,4/,11,0,9/' tie.csv | pp-parse 2>err |
    jq -c '[.corr, .tid]' | paste -sd ' ') $(cat err)" \
    '[5,null] [6,12] [7,13] [8,14] pp-parse: <stdin>: 1 row of cuda_kern_exec_trace of no kernel in cuda_gpu_trace: left out'
is "nsys: and without sizes" \
    "$(sed '8,$s/,[48] 1 1,[36][24] 1 1/,,/' tie.csv | pp-parse | jq -c '[.corr, .tid]' | paste -sd ' ')" \
    '[5,13] [6,12] [7,14] [8,11]'

# A row has far fewer than 65536 cells and 4 MiB: one that has more is told, whether it is
# the header, which is an error, or not, and takes no memory for its cells.
cells() # N: so many empty ones, behind another
{
	head -c "$1" /dev/zero | tr '\0' ,
}
nsys='Start (ns),Duration (ns),GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Name'
nvprof='"Start","Duration","Grid X","Grid Y","Grid Z","Block X","Block Y","Block Z","Name"
ns,ns,,,,,,,'
rocprof='"Index","KernelName","gpu-id","queue-id","pid","tid","BeginNs","EndNs"'
row='1,20,2,1,1,32,1,1,f'
{ echo "$nsys"; cells 65536; echo; echo "$row"; } >nsys
{ echo "$nvprof"; cells 65536; echo; echo "$row"; } >nvprof
{ echo "$rocprof"; cells 65536; echo; echo 0,f,0,0,1,1,100,120; } >rocprof
for form in nsys nvprof rocprof; do
	lines=$(($(wc -l <$form) - 1))
	is "$form: a row of 65537 cells" "$(told $form .kernel,.dur) $(cat err)" \
	    "[\"f\",20] pp-parse: $form: 1 row of more than 4 MiB or 65536 cells: not read (first: line $lines)"
done
{ printf %s "$nsys"; cells 65536; echo; echo "$row"; } >wide
status pp-parse wide
is "nsys: heads of 65545 cells" "$rc $(wc -l <out) $(cat err)" \
    "1 0 pp-parse: wide:1: a row of more than 4 MiB or 65536 cells"
{ echo "$nsys"; printf '1,20,2,1,1,32,1,1,'; head -c 4194304 /dev/zero | tr '\0' x; echo; echo "$row"; } >long
is "nsys: a row of 4 MiB and more" "$(told long .kernel) $(cat err)" \
    '["f"] pp-parse: long: 1 row of more than 4 MiB or 65536 cells: not read (first: line 2)'
{ printf %s "$nsys"; cells 60000; echo; echo "$row"; } >wide
is "nsys: fewer cells than the header, most of which are empty" "$(told wide .kernel) $(cat err)" \
    ' pp-parse: wide: 1 row of a table not read (first: line 2)
pp-parse: wide: 0 GPU kernels: was the run traced on the GPU?'
case $B in
*/san) skip "memory of cells" "the sanitizer's is much" ;;
*)
	for form in nsys nvprof rocprof; do
		{ sed '$d' $form; cells 4000000; echo; tail -1 $form; } >long
		"$B/tests/bench/rss" rss pp-parse long >rec 2>err
		check "$form: memory of 4000000 cells: $(cut -d' ' -f3 rss) KiB" test "$(cut -d' ' -f3 rss)" -lt 32768
	done
	;;
esac

# Tables count from their own time 0, so that kernels of two do not overlap: only f, which
# ends at 150, and g, from 120 on, of the second do; times in ms are not asked.  Without an
# id none is named.
cat >anew.csv <<'END'
======== Profiling result:
"Start","Duration","Grid X","Grid Y","Grid Z","Block X","Block Y","Block Z","Device","Stream","Name"
ns,ns,,,,,,,,,
1000,100,1,1,1,32,1,1,"A (0)","7","f()"
======== Profiling result:
"Start","Duration","Grid X","Grid Y","Grid Z","Block X","Block Y","Block Z","Device","Stream","Name"
ns,ns,,,,,,,,,
2000,150,1,1,1,32,1,1,"A (0)","7","f()"
2120,50,1,1,1,32,1,1,"A (0)","7","g()"
======== Profiling result:
"Start","Duration","Grid X","Grid Y","Grid Z","Block X","Block Y","Block Z","Device","Stream","Name"
ms,ms,,,,,,,,,
1.0,0.2,1,1,1,32,1,1,"A (0)","7","f()"
1.1,0.2,1,1,1,32,1,1,"A (0)","7","g()"
END
is "nvprof: tables that begin anew" "$(told anew.csv .start | paste -sd ' ') $(cat err)" \
    '[0] [0] [0] [120] [100000] pp-parse: anew.csv: 1 kernel ending after the next of the stream began (first: by 30 ns)
pp-parse: anew.csv: times are rounded in print: nvprof --csv -u ns has all digits'

# Without the row of units, as grep leaves it, times and sizes may be in any
cat >units.csv <<'END'
==7== Profiling result:
"Start","Duration","Grid X","Grid Y","Grid Z","Block X","Block Y","Block Z","Static SMem","Dynamic SMem","Size","Throughput","Device","Stream","Name"
1.5,2.5,4,1,1,32,1,1,0,0,,,"A (0)","7","f() [55]"
2.5,2.5,,,,,,,,,4096,1,"A (0)","7","[CUDA memset]"
3.5,2.5,4,1,1,32,1,1,0,0,,,"A (0)","7","g() [57]"
END
is "nvprof: no row of units" "$(told units.csv ".kind,.name,.start,.dur,.grid,.smem,.bytes,.corr,.pid"; cat err)" \
    '[null,"f()",null,null,[4,1,1],null,null,55,7]
["memset","Memset",null,null,null,null,null,null,7]
[null,"g()",null,null,[4,1,1],null,null,57,7]
pp-parse: units.csv: 1 table without its row of units: no times and sizes (first: line 3)
pp-parse: units.csv: 2 kernels without valid times: no duration
pp-parse: units.csv: 1 memset row without valid times: no duration'

command -v python3 >/dev/null || {
	skip "tables printed of databases" "no python3"
	done_testing
}
# --- the records of a database, and of a table printed of it ------------------------------

nvprof='nvprof-ns,nvprof-us,nvprof-ms,nvprof-s,nvprof-table'
trip()
{
	forms=nsys-csv,nsys-columns,$nvprof
	python3 -B "$SRC/tests/round_trip.py" "$forms" "$@" 2>&1
}

# a form, its records, those whose bytes are left out, those that differ
is "lenet: round trip" "$(trip "$(db examples/lenet)" | cut -d ' ' -f 1,2,4)" \
    "$(echo "nsys-csv,nsys-columns,$nvprof" | tr , '\n' | sed 's/$/ 67 0/')"
if have_shared data/nsys; then
	# 2128 of the 2415 copies, and all sets; a millionth of a KB is less than a byte
	is "nsys: round trip" "$(trip "$PP_SHARED"/data/nsys/*.sqlite | grep -v nvprof-table)" \
	    "nsys-csv 15625 287 0
nsys-columns 15625 287 0
nvprof-ns 15625 0 0
nvprof-us 15625 0 0
nvprof-ms 15625 0 0
nvprof-s 15625 0 0"
else
	skip "tables printed of databases" "no $PP_SHARED/data/nsys"
fi

# --- the same records whatever is around, in whatever order ---------------------------------

pp-parse -k gpu "$(db examples/lenet)" 2>/dev/null | head -40 >rec
for form in nsys-csv nsys-columns exec-csv exec-columns nvprof-us nvprof-table; do
	python3 -B "$SRC/tests/print_table.py" $form <rec >$form.in
done
for x in "$SRC"/tests/fixtures/rocprof-*; do
	cp "$x" "$(basename "$x").in"
done
# same_as NAME: stdin has the records of want
same_as()
{
	pp-parse -k gpu >got 2>&1
	same "${table%.in}: $1" got want
}
for table in *.in; do
	pp-parse -k gpu <$table >want 2>&1
	check "${table%.in}: records" grep -q '"dur"' want
	{
		printf '\357\273\277'
		sed 's/$/\r/' $table
	} >other
	same_as "CRLF, a byte-order mark, a pipe" <other
	gzip -c $table >other
	same_as "gzip" <other
	for what in rows columns; do
		python3 "$SRC/tests/rearrange.py" $what <$table >other
		same_as "$what in another order" <other
	done
	case $table in
	*.json.in) ;;
	*)
		sed 's/.*/&\nloss 0.25, step 1\n\n---- ----\n[a] 7, b (c)  d  e/' $table >other
		same_as "lines of a program" <other
		sed 's/.*/&\nProcessing [a.sqlite] with [b.py]...\nNOTICE: c, d\n ** E (f):/' $table >other
		same_as "lines of nsys" <other
		;;
	esac
done
is "-f" "$(pp-parse -f nsys-csv nsys-csv.in 2>/dev/null | wc -l) $(pp-parse -f nvprof-csv nsys-csv.in 2>&1)" \
    "$(pp-parse nsys-csv.in | wc -l) pp-parse: nsys-csv.in: not a table of nvprof"

# --- damage ----------------------------------------------------------------------------------

# What a record tells is what the undamaged table tells of the kernel, or a message
# says that something is odd, and no kernel is lost without a word.
cat >mutate.py <<'END'
import csv, io, json, random, re, subprocess, sys
name, times = sys.argv[1], int(sys.argv[2])
random.seed(1)
table = open(name).read().split("\n")
placed = name in ("nsys-columns", "exec-columns", "nvprof-table")
heads = next(i for i, l in enumerate(table) if "Start" in l)
units = name.startswith("nvprof") and not placed
rows = [i for i in range(heads + 1, len(table)) if re.match(r" *[0-9]", table[i])]
# where the last column, a name, begins: text that nothing else confirms
last = placed and re.search(r" Name| Kernel Name", table[heads]).start() - 1
if name.endswith("columns"):
    last = [m.start() for m in re.finditer("-+", table[heads + 1])][-1]

def run(lines):
    p = subprocess.run(["pp-parse", "-k", "gpu"], input="\n".join(lines).encode(),
                       capture_output=True)
    records = [json.loads(l) for l in p.stdout.splitlines()]
    # the first time told is 0, whichever is lost
    first = min((r["start"] for r in records if "start" in r), default=0)
    for r in records:
        for key in ("start", "api_start"):
            if key in r:
                r[key] -= first
    return records, p.stderr.decode(), p.returncode

def change(lines, at, first, end, new):
    lines[at] = lines[at][:first] + new + lines[at][end:]

def cell_emptied(lines):
    at = random.choice(rows)
    if placed:
        cells = list(re.finditer(r"(?<= )\S+( \S+)*", lines[at][:last]))
        m = random.choice(cells)
        change(lines, at, m.start(), m.end(), " " * len(m.group()))
        return
    cells = next(csv.reader([lines[at]]))
    cells[random.randrange(len(cells))] = ""
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow(cells)
    lines[at] = out.getvalue()

def quote_dropped(lines):
    at = random.choice(rows)
    quotes = [m.start() for m in re.finditer('"', lines[at])]
    if quotes:
        i = random.choice(quotes)
        change(lines, at, i, i + 1, "")

def header_cut(lines):
    at = heads + random.randrange(1 + (units or "columns" in name))
    change(lines, at, random.randrange(len(lines[at])), len(lines[at]), "")

def swap(line, spans):
    a, b = sorted(random.sample(spans, 2))
    return line[:a[0]] + line[slice(*b)] + line[a[1]:b[0]] + line[slice(*a)] + line[b[1]:]

def units_swapped(lines):
    at = heads
    if name == "nvprof-table":      # of a time and a size, of the same length
        at = random.choice([i for i in rows if re.search("[KMG]B ", lines[i])])
        spans = [random.choice(list(re.finditer("[mu]s(?= )", lines[at]))).span(),
                 random.choice(list(re.finditer("[KMG]B(?= )", lines[at]))).span()]
    elif units:
        at += 1
        spans = [m.span() for m in re.finditer("[^,]+", lines[at])]
        if lines[at].startswith("us,us"):
            spans = spans[1:]       # two that differ
    elif name.startswith("exec"):   # all are ns
        spans = [random.choice(list(re.finditer(r"\(ns\)", lines[at]))).span(),
                 re.search(r"PID|TID", lines[at]).span()]
    else:
        spans = [random.choice(list(re.finditer(r"\(ns\)", lines[at]))).span(),
                 random.choice(list(re.finditer(r"\(MB\)|\(MB/s\)", lines[at]))).span()]
    lines[at] = swap(lines[at], spans)

def shifted(lines):
    at = random.choice(rows + [heads] * 3 + [heads + 1] * ("columns" in name))
    i = random.randrange(1, last)
    if random.randrange(2):
        change(lines, at, i, i + 1, "")
    else:
        change(lines, at, i, i, random.choice(" x0"))

def known(records):
    return {r["stream"] if "stream" in r else r.get("tid"): r for r in records}

records, said, _ = run(table)
usual = set(said.splitlines())
of = known(records)
assert len(of) == len(records) > 9
wrong = lost = 0
kinds = [cell_emptied, header_cut, units_swapped] + [shifted if placed else quote_dropped]
for _ in range(times):
    lines = list(table)
    random.choice(kinds)(lines)
    got, said, rc = run(lines)
    if rc != 0 or set(said.splitlines()) - usual:
        continue
    for r in got:
        n = r.get("stream", None if "exec" not in name else r.get("tid"))
        # kinds of memory that are not told are no part of a copy's name
        if n is not None and (n not in of or any(
                r[k] != of[n][k] for k in r if not (k == "name" and "kind" in r))):
            wrong += 1
            print(r, of.get(n), file=sys.stderr)
            print("\n".join(lines), file=sys.stderr)
    if len(got) < len(records):
        lost += 1
        print("lost:", *lines, sep="\n", file=sys.stderr)
print(wrong, lost)
END
# each row has a stream, or thread, of its own
pp-parse -k gpu "$(db examples/lenet)" 2>/dev/null | head -14 |
	jq -c '.stream = 7000 + 111 * input_line_number | .tid = .stream' >rec
for form in nsys-csv:500 nsys-columns:500 exec-csv:250 exec-columns:250 nvprof-us:500 nvprof-table:500; do
	times=${form#*:}
	form=${form%:*}
	python3 -B "$SRC/tests/print_table.py" $form <rec >$form
	is "$form: $times mutations: wrong without a word, lost without a word" \
	    "$(python3 mutate.py $form $times)" "0 0"
done
done_testing
