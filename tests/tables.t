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
cat >copies.csv <<'END'
"Kind","Direction","Stream_Id","Source_Agent_Id","Destination_Agent_Id","Correlation_Id","Start_Timestamp","End_Timestamp"
"MEMORY_COPY","MEMORY_COPY_HOST_TO_DEVICE",0,"CPU 0","GPU 1",4,1000,1600
"MEMORY_COPY","MEMORY_COPY_DEVICE_TO_HOST",0,"GPU 1","CPU 0",5,2000,2100
END
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

command -v python3 >/dev/null || {
	skip "tables printed of databases" "no python3"
	done_testing
}
print()
{
	python3 "$SRC/tests/print_table.py" "$1"
}

# --- the records of a database, and of a table printed of it ------------------------------

# same_records KEYS: what rec and got have of the keys, times from the first; bytes are
# equal or absent
norm='[.[] | select(.start and .dur and .kind != "sync")] | (map(.start) | min) as $min |
    map(.start -= $min) | map({kind, kernel, name, start, dur, device, context, stream, grid,
	block, regs, corr, copy, bytes}) | sort_by(.start, .dur, .stream, .corr, .name, .grid)'
round_trip() # NAME FORM KEYS-LEFT-OUT
{
	print "$2" <rec >table
	pp-parse -k gpu table >got 2>got.err
	for f in rec got; do
		jq -sc "$norm | map(del(${3-.none}))" "$f" >"$f.json"
	done
	is "$1: $2" "$(jq -nc --slurpfile a rec.json --slurpfile b got.json '$a[0] as $a | $b[0] as $b |
	    [($a | map(del(.bytes))) == ($b | map(del(.bytes))),
	    ([range($a | length) | select($b[.].bytes and $a[.].bytes != $b[.].bytes)] | length)]')" \
	    "[true,0]"
	bytes=$((bytes + $(jq '[.[] | select(.bytes)] | length' got.json)))
	absent=$((absent + $(sed -n 's/.*: \([0-9]*\) .* whose size is rounded.*/\1/p' got.err | awk '{ n += $1 } END { print n + 0 }')))
}

bytes=0 absent=0
pp-parse -k gpu "$(db examples/lenet)" >rec 2>/dev/null
for form in nsys-csv nsys-columns nvprof-ns nvprof-us nvprof-ms; do
	round_trip lenet $form
done
# what is printed with few digits keeps everything but the times
round_trip lenet nvprof-s .start,.dur
round_trip lenet nvprof-table .start,.dur,.device,.corr
if have_shared data/nsys; then
	bytes=0 absent=0
	for x in "$PP_SHARED"/data/nsys/*.sqlite; do
		pp-parse -k gpu "$x" 2>/dev/null >rec
		[ -s rec ] || continue
		round_trip "${x##*/}" nsys-csv
	done
	# 2128 of the 2415 copies, and all sets
	is "bytes told, and left out" "$absent" 287
	for x in "$PP_SHARED"/data/nsys/*.sqlite; do
		pp-parse -k gpu "$x" 2>/dev/null >rec
		[ -s rec ] || continue
		round_trip "${x##*/}" nsys-columns
		round_trip "${x##*/}" nvprof-us
	done
else
	skip "tables printed of databases" "no $PP_SHARED/data/nsys"
fi

# --- the same records whatever is around ---------------------------------------------------

pp-parse -k gpu "$(db examples/lenet)" 2>/dev/null | head -40 >rec
for form in nsys-csv nvprof-us; do
	print $form <rec >table
	pp-parse -k gpu table >want
	{
		printf '\357\273\277'
		sed 's/$/\r/' table
	} >crlf
	gzip -c table >table.gz
	sed 's/.*/&\nloss 0.25, step 1\n/' table >between
	same_as() # NAME FILE
	{
		pp-parse -k gpu ${2+"$2"} >got
		same "$form: $1" got want
	}
	same_as "CRLF, a byte-order mark" crlf
	same_as "gzip" table.gz
	same_as "lines of a program" between
	same_as "a pipe" <table
done
# columns and rows in another order
print nsys-csv <rec | python3 -c '
import csv, sys
lines = list(csv.reader(sys.stdin))
out = csv.writer(sys.stdout)
out.writerow(lines[1][::-1])
out.writerows(row[::-1] for row in lines[:1:-1])' >turned
print nsys-csv <rec >table
pp-parse -k gpu table >want
pp-parse -k gpu turned >got
same "nsys-csv: columns and rows in another order" got want
is "-f" "$(pp-parse -f nsys-csv table | wc -l) $(pp-parse -f nvprof-csv table 2>&1)" \
    "$(pp-parse table | wc -l) pp-parse: table: not a table of nvprof"

# --- damage ----------------------------------------------------------------------------------

# 1,000 mutations: what a record tells is what the undamaged table tells of the
# kernel, or a message says that something is odd.
cat >mutate.py <<'END'
import csv, io, json, random, subprocess, sys
form, seed = sys.argv[1], int(sys.argv[2])
random.seed(seed)
table = open("table").read().split("\n")
head = next(i for i, l in enumerate(table) if "Start" in l and "," in l)
body = [i for i in range(head + 1 + (form != "nsys-csv"), len(table)) if table[i]]

def run(lines):
    p = subprocess.run(["pp-parse", "-k", "gpu"], input="\n".join(lines).encode(),
                       capture_output=True)
    return [json.loads(l) for l in p.stdout.splitlines()], p.stderr.decode(), p.returncode

def mutate(lines):
    what = random.randrange(4)
    at = random.choice(body)
    if what == 0:
        cells = next(csv.reader([lines[at]]))
        cells[random.randrange(len(cells))] = ""
        out = io.StringIO()
        csv.writer(out, lineterminator="").writerow(cells)
        lines[at] = out.getvalue()
    elif what == 1:
        quotes = [i for i, c in enumerate(lines[at]) if c == '"']
        if quotes:
            i = random.choice(quotes)
            lines[at] = lines[at][:i] + lines[at][i + 1:]
    elif what == 2:
        at = head + (form != "nsys-csv" and random.randrange(2))
        lines[at] = lines[at][:random.randrange(len(lines[at]))]
    else:
        at = head + (form != "nsys-csv")
        if form == "nsys-csv":
            units = ["(ns)", "(MB)", "(MB/s)"]
            a, b = random.sample(units, 2)
            lines[at] = lines[at].replace(a, "\0", 1).replace(b, a, 1).replace("\0", b, 1)
        else:
            cells = lines[at].split(",")
            a, b = random.sample([i for i, c in enumerate(cells) if c], 2)
            cells[a], cells[b] = cells[b], cells[a]
            lines[at] = ",".join(cells)
    return lines

def known(records):
    return {(r.get("kind"), r.get("corr")): r for r in records}

whole, said, _ = run(table)
wrong = silent = 0
of = known(whole)
usual = set(said.splitlines())
for _ in range(500):
    records, said, rc = run(mutate(list(table)))
    odd = rc != 0 or bool(set(said.splitlines()) - usual)
    if odd:
        continue
    for r in records:
        o = of.get((r.get("kind"), r.get("corr")))
        if o is None:
            wrong += "corr" in r
        else:
            # kinds of memory that are not told are no part of a copy's name
            wrong += any(r[k] != o[k] for k in r if not (k == "name" and "kind" in r))
    silent += len(records) < len(whole)
print(wrong, silent)
END
pp-parse -k gpu "$(db examples/lenet)" 2>/dev/null | head -12 >rec
for form in nsys-csv nvprof-us; do
	print $form <rec >table
	is "$form: 500 mutations: wrong without a word, lost without a word" \
	    "$(python3 mutate.py $form 1)" "0 0"
done
done_testing
