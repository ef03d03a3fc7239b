# shellcheck shell=sh
# damaged.t - profiles of rocprof, rocprofv3 and ONNX Runtime, each with one thing
# damaged: what a record tells is what the undamaged profile tells of the kernel,
# or a message says that something is odd.  No kernel is lost without a word.
. "$SRC/tests/lib.sh"

command -v python3 >/dev/null || {
	skip "damaged profiles" "no python3"
	done_testing
	exit
}

cat >damage.py <<'END'
import json, random, re, subprocess, sys
random.seed(1)
whole = open(sys.argv[1]).read()
commas = sys.argv[1].endswith(".csv")

def run(text):
    p = subprocess.run(["pp-parse", "-k", "gpu"], input=text.encode(),
                       capture_output=True)
    return [json.loads(l) for l in p.stdout.splitlines()], p.stderr.decode(), p.returncode

def known(r):
    return (r.get("kind"), r.get("name") or r.get("kernel"))

def cut_out(text, at, n, new=""):
    return text[:at] + new + text[at + n:]

def places(what):
    return list(re.finditer(what, whole))

# What is not told is not wrong; the first time told is 0, whichever is lost; a counter
# may have any value.
def same(got, want):
    if isinstance(got, dict) and isinstance(want, dict):
        return all(k in want and same(v, want[k]) for k, v in got.items()
                   if k not in ("start", "unknown", "tid") and not (k == "counters" and any_value))
    if isinstance(got, list) and isinstance(want, list):
        return len(got) == len(want) and all(map(same, got, want))
    return got == want

def waits(records):
    return [r["start"] - records[0]["start"] for r in records if "start" in r]

def damage():
    global any_value
    what = random.randrange(5)
    any_value = what == 3
    if what == 0:   # cut, not at the end of a line, where rows may end
        return whole[:random.choice([i for i in range(1, len(whole) - 1)
                                     if "\n" not in whole[i - 1:i + 1]])]
    if what == 1:   # a character of the syntax is gone, but not between digits
        at = random.choice(places(r'[",]' if commas else r'[][{}":]|,(?![0-9])'))
        return cut_out(whole, at.start(), 1)
    numbers = places(r'(?<=[,:])"?-?[0-9]+"?(?=[,}\n])' if commas else
                     r'(?<=: )"?-?[0-9]+"?(?=[,}])')
    at = random.choice(numbers)
    n = at.end() - at.start()
    if what == 2:   # no number
        return cut_out(whole, at.start(), n, random.choice(
            ["", "x", "1e999", "nan", "-"] if commas else ["null", '"x"', "1e999", "[]", "{}"]))
    if what == 3:   # one out of range
        return cut_out(whole, at.start(), n, random.choice(
            ["99999999999999999999999", "-99999999999999999999999", "-1"]))
    # a name that nobody knows; what is no column of a table is a counter,
    # and a table without streams tells queues
    at = random.choice(places(r'(?<![^,"\n])(?!SQ_|Dispatch|Complete|Duration|Stream)[A-Za-z_-]+'
                              r'(?="?[,\n])' if commas else
                              r'(?<=")(?!cat"|ph"|name")[a-z_]+(?=" ?:)'))
    return cut_out(whole, at.start(), at.end() - at.start(), "unknown")

any_value = False
records, said, _ = run(whole)
usual = set(said.splitlines())
of = {known(r): r for r in records}
assert len(of) == len(records) > 1
wrong = lost = 0
for _ in range(int(sys.argv[2])):
    text = damage()
    got, said, rc = run(text)
    if rc != 0 or set(said.splitlines()) - usual:
        continue
    bad = [r for r in got if known(r) in of and not same(r, of[known(r)])]
    timed = len(got) == len(records) and all("start" in r for r in got)
    wrong += bool(bad) or (timed and waits(got) != waits(records))
    lost += len(got) < len(records)
print(wrong, lost)
END

for x in v1.csv v2.csv v3.csv v3.json; do
	cp "$SRC/tests/fixtures/rocprof-$x" $x
done
cat >ort.json <<'END'
[
{"cat" : "Session","pid" : 77,"tid" : 77,"dur" : 400,"ts" : 90,"ph" : "X","name" : "model_run","args" : {}},
{"cat" : "Node","pid" : 77,"tid" : 77,"dur" : 10,"ts" : 100,"ph" : "X","name" : "c1_kernel_time","args" : {"op_name" : "Conv","provider" : "CUDAExecutionProvider","node_index" : "0","input_type_shape" : [{"float16":[1,3,8,8]},{"float16":[4,3,3,3]}],"output_type_shape" : [{"float16":[1,4,6,6]}]}},
{"cat" : "Kernel","pid" : -1,"tid" : -1,"dur" : 5,"ts" : 104,"ph" : "X","name" : "f","args" : {"stream" : "7","grid_x" : "4","grid_y" : "2","grid_z" : "1","block_x" : "128","block_y" : "1","block_z" : "1","op_name" : "Conv","parent_name" : "c1_kernel_time"}},
{"cat" : "Node","pid" : 77,"tid" : 77,"dur" : 9,"ts" : 120,"ph" : "X","name" : "r_kernel_time","args" : {"op_name" : "Relu","provider" : "CUDAExecutionProvider","node_index" : "1","input_type_shape" : [{"float16":[1,4,6,6]}],"output_type_shape" : [{"float16":[1,4,6,6]}]}},
{"cat" : "Kernel","pid" : -1,"tid" : -1,"dur" : 6,"ts" : 124,"ph" : "X","name" : "g","args" : {"stream" : "8","grid_x" : "9","grid_y" : "1","grid_z" : "1","block_x" : "64","block_y" : "1","block_z" : "1","op_name" : "Relu","parent_name" : "r_kernel_time"}}
]
END

# said PROFILE: the records' names, the messages without the file
said()
{
	status pp-parse -k gpu "$1"
	echo "$rc $(jq -r .name out | tr '\n' ' ')$(sed "s/.*$1: //" err)"
}

# In its first half a row has too few commas for one of a program's lines
head -c -70 v3.csv >cut.csv
is "rocprof: cut in a row" "$(said cut.csv)" \
    "0 f(float*, int) 1 row of a table not read (first: line 3)"
printf '%s\n' '"Start (ns)","Duration (ns)","CorrId","GrdX","GrdY","GrdZ","BlkX","BlkY","BlkZ","Reg/Trd","StcSMem (MB)","DymSMem (MB)","Bytes (MB)","Device","Ctx","Strm","Name"' \
    '100,20,7,2,1,1,32,1,1,16,0,0,,A (0),1,7,f' >cut.csv
# A name without quotes where the file ends may be half of one; a copy's ends in ].
# Half a name is a kernel's, which stays, unless it begins as a copy's or set's.
for name in g 'g [1]' '[CUDA mem' '"g"' '[CUDA memset]'; do
	{
		cat cut.csv
		printf '200,20,8,,,,,,,,,,,A (0),1,7,%s' "$name"
	} >half.csv
	said half.csv
done >names
printf '%s\n' \
    '0 f null 1 name where the file ends: left out (first: g)' \
    '0 f null 1 name where the file ends: left out (first: g [1])' \
    '0 f 1 name where the file ends: left out (first: [CUDA mem)
1 row without a name: left out' \
    '0 f g ' '0 f Memset ' >wanted
same "nsys stats: a name where the file ends" names wanted
printf '%s\n' '"API Start (ns)","API Dur (ns)","Kernel Start (ns)","Kernel Dur (ns)","PID","TID","DevId","API Function","Kernel Name"' \
    '90,5,100,20,7,8,0,cudaLaunchKernel,f' '190,5,200,20,7,8,0,cudaLaunchKernel,' \
    '290,5,300,20,7,8,0,cudaLaunchKernel,g' | head -c -1 >half.csv
is "nsys stats: a launch's name where the file ends" "$(said half.csv)" \
    '0 f null 1 row of cuda_kern_exec_trace without a name: left out
1 name where the file ends: left out (first: g)'
# Where both reports are there, half a name is that of the one kernel with its times and
# device that begins so and is not joined: f is that of its own row
trace='"Start (ns)","Duration (ns)","CorrId","GrdX","GrdY","GrdZ","BlkX","BlkY","BlkZ","Reg/Trd","Device","Ctx","Strm","Name"'
exec='"API Start (ns)","API Dur (ns)","Kernel Start (ns)","Kernel Dur (ns)","PID","TID","DevId","API Function","Kernel Name"'
# kernels NAME ...: rows of one time of the first report; calls, of the second
kernels() { echo "$trace"; for k; do echo "100,20,7,2,1,1,32,1,1,16,A (0),1,7,$k"; done; }
calls() { echo "$exec"; for k; do echo "90,5,100,20,7,8,0,call_$k,$k"; done; }
both() # FIRST SECOND, of which the second has no line end
{
	{ echo "$1"; echo "$2" | head -c -1; } >half.csv
	status pp-parse half.csv
	echo "$rc $(jq -c '[.name, .api]' out | tr '\n' ' ')$(sed 's/.*half.csv: //; s/ (first.*//' err | tr '\n' ',')"
}
{
	both "$(kernels gemm_a f)" "$(calls f gem)"
	both "$(kernels gemm_a gemm_b)" "$(calls gemm_b gemm_)"
	both "$(kernels gemm_a gemm_b)" "$(calls gemm_)"
	both "$(kernels gemm_a)" "$(calls gemm_b)"
	both "$(calls gemm_a f)" "$(kernels f gem)"
	both "$(calls gemm_a gemm_b)" "$(kernels gemm_)"
	both "$(calls gemm_a)" "$(kernels f)"
} >names
cat >wanted <<'END'
0 ["gemm_a","call_gem"] ["f","call_f"] 1 name where the file ends: left out,
0 ["gemm_a","call_gemm_"] ["gemm_b","call_gemm_b"] 1 name where the file ends: left out,
0 ["gemm_a",null] ["gemm_b",null] 1 name where the file ends: left out,1 row of cuda_kern_exec_trace of no kernel in cuda_gpu_trace: left out,
0 ["gemm_a",null] 1 name where the file ends: left out,1 row of cuda_kern_exec_trace of no kernel in cuda_gpu_trace: left out,
0 ["f","call_f"] ["gemm_a","call_gemm_a"] 1 name where the file ends: left out,
0 [null,null] 1 name where the file ends: left out,2 rows of cuda_kern_exec_trace of no kernel in cuda_gpu_trace: left out,
0 [null,null] 1 name where the file ends: left out,1 row of cuda_kern_exec_trace of no kernel in cuda_gpu_trace: left out,
END
same "nsys stats: half a name, with both reports" names wanted
# Whole but for the last line end: the kernel keeps all but its name, and of a name that
# ends in a correlation id the id
half='1 name where the file ends: left out (first: '
for form in nsys-csv nsys-columns exec-csv exec-columns nvprof-table; do
	for at in 100 200; do
		printf '{"v":1,"kernel":"f","name":"f()","start":%s,"dur":20,"device":0,"stream":7,"grid":[2,1,1],"block":[32,1,1],"regs":16,"smem":0,"corr":%s,"context":1,"pid":7,"tid":8,"api":"cudaLaunchKernel","api_start":%s,"api_dur":5,"gpu":{"name":"A"}}\n' \
			$at $at $((at - 50))
	done | python3 -B "$SRC/tests/print_table.py" $form | sed '/^Regs/d' >whole.txt
	printf %s "$(sed 's/"f()"$/f()/' whole.txt)" >half.csv # without its line ends
	name='f()'
	[ $form != nvprof-table ] || name='f() [200]'
	is "$form: whole but for the last line end" "$(said half.csv | grep -v rounded)" \
	    "0 f() null $half$name)"
	rest='del(.name, .kernel, .class, .corr)'
	is "$form: the kernel stays" "$(jq -c "$rest" out)" \
	    "$(pp-parse whole.txt 2>/dev/null | jq -c "$rest")"
	case $form in
	nsys*) is "$form: its id, too" "$(jq -c .corr out | tail -1)" 200 ;;
	esac
done
# What the file ends in is no name here, and there is none
printf '%s\n' '"Name","Start (ns)","Duration (ns)","GrdX","Device"' 'f,100,20,2,A (0)' \
    ',200,20,2,A (0' | head -c -1 >half.csv
is "nsys stats: no name, and a device where the file ends" "$(said half.csv)" \
    "0 f ${half}A (0)
1 row without a name: left out"
# another kernel without a name is counted on its own
cat >half.csv <<'END'
Kind,Agent_Id,Queue_Id,Correlation_Id,Start_Timestamp,End_Timestamp,Kernel_Name
KERNEL_DISPATCH,2,1,7,100,150,
KERNEL_DISPATCH,2,1,7,200,250,g
END
is "rocprof: no name, and a name" "$(said half.csv)" "0 null g 1 kernel without a name"
head -c -1 half.csv >cut.txt
is "rocprof: no name, and a name where the file ends" "$(said cut.txt)" \
    "0 null null ${half}g)
1 kernel without a name"
printf '200,20,8,2' >>cut.csv
is "nsys stats: cut in a row" "$(said cut.csv)" \
    "0 f 1 row of a table not read (first: line 3)"
# 512.000000 of 9500 to 9800; behind a quote a cell is whole
head -c -8 v2.csv >cut.csv
is "rocprof: cut in a number" "$(said cut.csv) $(jq -c '[.dur, .counters]' out | tail -1)" \
    "0 f(float*, int) g 1 number where the file ends: left out (first: 512) [300,null]"
sed 's/,\([^,]*\)$/,"\1"/' v2.csv | head -c -1 >cut.csv
is "rocprof: whole without a line end" "$(said cut.csv) $(jq -c .counters out | tail -1)" \
    '0 f(float*, int) g  {"SQ_WAVES":512}'
sed 's/^"KERNEL_DISPATCH","Agent 8"/"OTHER","Agent 8"/' v3.csv >kind.csv
is "rocprof: a kind that is not known" "$(said kind.csv)" \
    "0 f(float*, int) 1 row of another kind: passed over (first: OTHER)"
sed 's/BeginNs/BeganNs/' v1.csv >begin.csv
is "rocprof: ends without beginnings" "$(said begin.csv)" \
    "0 f(float*, int) g 2 kernels without valid times: no duration"
for what in '"y": 2' '"y": 4' '"z": 1}, "grid_size": {"x": 320'; do
	sed "s/$what/\"q\": 1/" v3.json >shape.json
	is "rocprofv3: no shape without $what" \
	    "$(pp-parse shape.json | jq -c '[.grid, .block]' | tail -1)" "[null,null]"
done
for what in x y z; do
	sed "s/\"grid_$what\" : \"[0-9]*\"/\"grid_$what\" : \"-1\"/" ort.json >shape.json
	is "ONNX Runtime: no shape with grid_$what -1" \
	    "$(pp-parse shape.json | jq -c '[.grid, .block]' | tail -1)" "[null,null]"
done
for profile in v1.csv v2.csv v3.csv v3.json ort.json; do
	is "$profile: 300 times damaged: wrong without a word, lost without a word" \
	    "$(python3 damage.py $profile 300)" "0 0"
done
done_testing
