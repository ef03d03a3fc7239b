# shellcheck shell=sh
# replays.t - kernels of graphs that are replayed, with traces of the capture
# (pp-parse --capture).
. "$SRC/tests/lib.sh"
. "$SRC/tests/linear.sh"

# trace: stdin is a trace's rows, in order of time, a line each:
#
#	[ NAME DIMS [VALUES]	an operator begins, of float tensors; a dash for no
#				dims.  Also: [ annotation NAME, [ python NAME
#	]			it ends
#	begin [TID], end [TID]	a stream capture, on thread 1 unless it is said
#	launch NAME [GRID]	a kernel's launch with its name
#	cuda			a launch without it
#	replay CORR K ...	a graph's launch and its kernels: NAME, NAME@GRID, or
#				NAME#NODE
#
# A blank in a NAME is written as '~'.
trace()
{
	awk '
	function put(cat, name, from, to, tid, args) {
		gsub(/~/, " ", name)
		printf "%s{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%s\",\"pid\":%d,\"tid\":%d,\"ts\":%.3f,\"dur\":%.3f,\"args\":{%s}}",
		    n++ ? ",\n" : "{\"traceEvents\":[\n", cat, name, tid == 7 ? 0 : 1, tid, from, to - from, args
	}
	function sizes(grid) { return grid == "" ? "" : ",\"grid\":[" grid ",1,1],\"block\":[64,1,1]" }
	function open_op(   args, k, types) {
		cat[++depth] = $2 == "annotation" ? "user_annotation" : $2 == "python" ? "python_function" : "cpu_op"
		name[depth] = cat[depth] == "cpu_op" ? $2 : $3
		from[depth] = t
		args = ""
		if (cat[depth] == "cpu_op" && $3 != "-") {
			types = $3
			gsub(/\[\]/, "\"Scalar\"", types)
			gsub(/\[[0-9,]+\]/, "\"float\"", types)
			args = "\"Input Dims\":[" $3 "],\"Input type\":[" types "],\"Sequence number\":9,\"External id\":" t
			if ($4 != "")
				args = args ",\"Concrete Inputs\":[" $4 "]"
		}
		arg[depth] = args
	}
	{ t += 10 }
	$1 == "[" { open_op() }
	$1 == "]" { put(cat[depth], name[depth], from[depth], t, 1, arg[depth]); depth-- }
	$1 == "begin" || $1 == "end" {
		put("cuda_runtime", $1 == "begin" ? "hipStreamBeginCapture" : "hipStreamEndCapture", t, t + 1,
		    $2 == "" ? 1 : $2, "\"correlation\":" t)
	}
	$1 == "launch" {
		put("cuda_runtime", "hipLaunchKernel", t, t + 1, 1, "\"correlation\":" t ",\"kernel\":\"" $2 "\"" sizes($3))
	}
	$1 == "cuda" { put("cuda_runtime", "cudaLaunchKernel", t, t + 1, 1, "\"correlation\":" t) }
	$1 == "replay" {
		put("cuda_runtime", "hipGraphLaunch", t, t + 1, 1, "\"correlation\":" $2)
		for (i = 3; i <= NF; i++) {
			t += 10
			split($i, part, /[@#]/)
			put("kernel", part[1], t, t + 2, 7, "\"stream\":7,\"correlation\":" $2 \
			    ($i ~ /@/ ? sizes(part[2]) : "") ($i ~ /#/ ? ",\"graph node id\":" part[2] : ""))
		}
	}
	END { print n ? "]}" : "{\"traceEvents\":[]}" }'
}

# each FILTER: what jq makes of each record of out, on one line
each()
{
	jq -c "$1" out | tr '\n' ' '
}

# ops: kernel, and of each call its name and the first two dims of its arguments
ops='[.kernel, (.op // [] | .[] | [.op, (.args // [] | .[] | .shape)])]'

# --- which capture ------------------------------------------------------------------

trace >one.json <<'END'
begin
[ aten::linear [8,16],[4,16],[4]
[ aten::mm [8,16],[16,4]
launch gemm
]
launch bias
]
[ aten::relu [8,4]
launch relu
]
end
END
trace >replay.json <<'END'
[ annotation decode~step
replay 50 gemm bias relu
]
END
status pp-parse --capture one.json replay.json
is "a replay has the calls of its capture" "$rc $(cat err) $(each "$ops")" \
    '0  ["gemm",["aten::linear",[8,16],[4,16],[4]],["aten::mm",[8,16],[16,4]]] ["bias",["aten::linear",[8,16],[4,16],[4]]] ["relu",["aten::relu",[8,4]]] '
is "its calls are of the capture, without its numbers; what else is told is of the replay" \
    "$(each '[(.op[0] | .capture, has("seq"), has("id")), .seq, .dir, .range, .api, .tid, .corr]' | cut -d' ' -f1-2)" \
    '[true,false,false,null,"fprop",["decode step"],"hipGraphLaunch",1,50]'
is "one call has two kernels, and its own launch is its main one" \
    "$(each '[.sub, .nsub, .main, (.op[0] | .n, .main)]')" \
    '[0,1,true,2,null] [0,1,true,2,true] [0,1,true,null,null] '

# Half of a replay, more than it, other names, another order: none of it
n=0
for kernels in "gemm bias" "gemm bias relu relu" "gemm bias relu2" "bias gemm relu" gemm; do
	echo "replay 50 $kernels" | trace >r.json
	status pp-parse --capture one.json r.json
	[ "$rc $(grep -c '"op"' out) $(grep -c ': 0 of ' err)" = "0 0 1" ] && n=$((n + 1))
done
is "a replay that is not the whole capture is not joined" $n 5
trace >two.json <<'END'
replay 50 gemm bias
replay 51 gemm bias relu
replay 52 gemm
END
status pp-parse --capture one.json two.json
is "the first that is not joined is named" "$rc $(cat err)" \
    '0 pp-parse: two.json: 3 of 6 kernels of graphs joined (first not: correlation id 50, no capture of 2 kernels with these names)'
is "and its reason is graph" "$(pp-prof -c corr,kernel,call,why --no-header out | tr '\n' ',')" \
    '50 gemm - graph,50 bias - graph,51 gemm aten::mm -,51 bias aten::linear shared_with_other_kernels,51 relu aten::relu -,52 gemm - graph,'
echo "replay 50 gemm" | trace >r.json
pp-parse --capture one.json r.json 2>err >out
is "one kernel, one name" "$(sed 's/.*, //' err)" 'no capture of 1 kernel with this name)'

# Sizes count where both have them
trace >sized.json <<'END'
begin
[ aten::mm [8,16],[16,4]
launch gemm 1
]
[ aten::mm [32,16],[16,4]
launch gemm 4
]
end
END
for kernels in "gemm@1 gemm@4" "gemm gemm" "gemm@1 gemm" "gemm@4 gemm@1" "gemm@1 gemm@5"; do
	echo "replay 50 $kernels" | trace >r.json
	status pp-parse --capture sized.json r.json
	echo "$rc $(each "[.kernel, .op[0].args[0].shape]") $(sed 's/.*, //' err)"
done >got
cat >wanted <<'END'
0 ["gemm",[8,16]] ["gemm",[32,16]]  
0 ["gemm",[8,16]] ["gemm",[32,16]]  
0 ["gemm",[8,16]] ["gemm",[32,16]]  
0 ["gemm",null] ["gemm",null]  no capture of 2 kernels with these names and grids)
0 ["gemm",null] ["gemm",null]  no capture of 2 kernels with these names and grids)
END
same "grids and blocks must agree where both have them" got wanted

# Of nodes with ids their order counts, not that of their start
trace >ids.json <<'END'
replay 50 relu#103 gemm#101 bias#102
END
status pp-parse --capture one.json ids.json
is "kernels with ids of their nodes are in the order of these" \
    "$rc $(cat err) $(each '[.kernel, .graph, .op[0].op]')" \
    '0  ["relu",103,"aten::relu"] ["gemm",101,"aten::linear"] ["bias",102,"aten::linear"] '

# A kernel whose launch call the trace does not have is no replay of one
trace >bare.json <<'END'
begin
[ aten::relu [8,4]
launch relu
]
end
END
sed '/hipGraphLaunch/d' ids.json | sed 's/^,$//' >r.json
status pp-parse --capture bare.json r.json
is "without the launch's call nothing is joined" "$rc $(each '.op') $(grep -c 'no launch call of 1 kernel' err)" \
    '0 null null null  1'

# --- several captures -----------------------------------------------------------------

# layer N EPS BATCH: the capture of a layer, in its own module and frame
layer()
{
	cat <<END
begin
[ annotation capture~$3
[ python nn.Module:~Model_0
[ python nn.Module:~Layer_$1
[ python layer.py($1):~forward
[ aten::mm [$3,16],[16,16] "","",""
launch gemm ${4-}
]
[ aten::norm [$3,16],[] "","$2","7"
launch norm ${4-}
]
]
]
]
]
end
END
}

{ layer 0 0.5 8; layer 1 0.5 8; layer 2 0.25 8; } | trace >layers.json
echo "replay 50 gemm norm" | trace >r.json
status pp-parse -s --capture layers.json r.json
is "layers that are alike: their calls, and what all agree in" \
    "$rc $(cat err) $(each '[.kernel, .op[0].op, [.op[0].args[].shape], [.op[0].args[].value], .module, .trace]')" \
    '0  ["gemm","aten::mm",[[8,16],[16,16]],[null,null],["Model_0"],null] ["norm","aten::norm",[[8,16],null],[null,null],["Model_0"],null] '
{ layer 0 0.5 8; layer 0 0.5 8; } | trace >layers.json
status pp-parse -s --capture layers.json r.json
is "the same layer twice" \
    "$rc $(cat err) $(each '[.kernel, [.op[0].args[].value], .module, .trace]')" \
    '0  ["gemm",[null,null],["Model_0","Layer_0"],["layer.py:0"]] ["norm",[null,0.5],["Model_0","Layer_0"],["layer.py:0"]] '
status pp-parse --capture layers.json r.json
is "frames are told with -s, modules always" "$(each '[.module, .trace]')" \
    '[["Model_0","Layer_0"],null] [["Model_0","Layer_0"],null] '

layer 0 0.5 8 | trace >bs8.json
layer 0 0.5 16 | trace >bs16.json
status pp-parse --capture bs8.json --capture bs16.json r.json
is "other shapes: which of them ran is not told" "$rc $(cat err) $(each '.op')" \
    '0 pp-parse: r.json: 0 of 2 kernels of graphs joined (first not: correlation id 50, captures of 2 kernels with these names differ in operators) null null '
layer 0 0.5 8 2 | trace >bs8.json
layer 1 0.25 16 4 | trace >bs16.json
printf 'replay %s\n' "50 gemm@4 norm@4" "51 gemm@2 norm@2" "52 gemm norm" | trace >sizes.json
status pp-parse --capture bs8.json --capture bs16.json sizes.json
is "other shapes, told apart by grids" "$rc $(grep -c '4 of 6' err) $(each '[.corr, .op[0].args[0].shape, .op[0].args[1].value, .module[1]]')" \
    '0 1 [50,[16,16],null,"Layer_1"] [50,[16,16],0.25,"Layer_1"] [51,[8,16],null,"Layer_0"] [51,[8,16],0.5,"Layer_0"] [52,null,null,null] [52,null,null,null] '
# Same calls, other grids: told apart where the replay has grids, else common
{ layer 0 0.5 8 2; layer 1 0.25 8 4; } | trace >both.json
status pp-parse --capture both.json sizes.json
is "same calls of other sizes: common where the replay has no sizes" \
    "$rc $(cat err) $(each '[.corr, .op[0].args[1].value, .module]')" \
    '0  [50,null,["Model_0","Layer_1"]] [50,0.25,["Model_0","Layer_1"]] [51,null,["Model_0","Layer_0"]] [51,0.5,["Model_0","Layer_0"]] [52,null,["Model_0"]] [52,null,["Model_0"]] '

# Calls that hold other kernels are other calls, though their names agree
trace >split.json <<'END'
begin
[ aten::add [4]
launch add
launch add
]
end
begin
[ aten::add [4]
launch add
]
[ aten::add [4]
launch add
]
end
END
echo "replay 50 add add" | trace >r2.json
status pp-parse --capture split.json r2.json
is "one call of two kernels is not two calls" "$(each .op) $(grep -c 'differ in operators' err)" 'null null  1'

# A dictionary's module may differ, too
module() { printf '%s\n' "begin" "[ annotation {'Module':~'m.$1.mlp'}" "[ aten::mm [2,3],[3,4]" "launch gemm" "]" "]" "end"; }
{ module 0; module 1; } | trace >dicts.json
echo "replay 50 gemm" | trace >r3.json
status pp-parse --capture dicts.json r3.json
is "modules in dictionaries" "$rc $(cat err) $(each '[(.op | map(.op)), .module]')" '0  [["aten::mm"],null] '

# --- what is no capture -----------------------------------------------------------------

trace >cuda.json <<'END'
begin
[ aten::relu [8,4]
cuda
]
end
END
status pp-parse --capture cuda.json r3.json
is "launches of CUDA have no names" "$rc $(cat err)" \
    "0 pp-parse: cuda.json: 1 capture left out: its launches do not name their kernels (CUDA's never do)
pp-parse: cuda.json: no kernels of a capture: was the trace begun before it?
pp-parse: r3.json: 0 of 1 kernels of graphs joined (first not: correlation id 50, no capture of 1 kernel with this name)"
printf '%s\n' begin "[ aten::relu [8,4]" "launch gemm" "]" | trace >open.json
status pp-parse --capture open.json r3.json
is "a capture without its end" "$rc $(head -1 err) $(each .op)" \
    '0 pp-parse: open.json: 1 capture left out: the trace does not have its end null '
printf '%s\n' begin begin "[ aten::relu [8,4]" "launch gemm" "]" end end | trace >crossed.json
status pp-parse --capture crossed.json r3.json
is "captures in each other" "$rc $(head -1 err) $(each .op)" \
    '0 pp-parse: crossed.json: 1 capture left out: others lie in it null '
printf '%s\n' "begin 2" "[ aten::relu [8,4]" "launch gemm" "]" "end 2" | trace >thread.json
status pp-parse --capture thread.json r3.json
is "a launch of another thread is none of the capture's" "$rc $(each .op)" '0 null '
status pp-parse --capture r3.json one.json
is "the files were confused" "$rc $(cat err)" \
    '0 pp-parse: r3.json: no kernels of a capture: was the trace begun before it?
pp-parse: one.json: no kernels of graphs: no capture joined
pp-parse: one.json: 0 GPU kernels in 8 events: was the GPU'"'"'s activity profiled?'
sed '$s/]}$//' one.json >cut.json
status pp-parse --capture cut.json replay.json
is "what is left of a capture's file counts, and the status is 1" \
    "$rc $(grep -c 'cut.json: the file ends too early' err) $(each '.op[0].op')" '1 1 "aten::linear" "aten::linear" "aten::relu" '

# One file may have both
{ sed '$s/]}$/,/' one.json; sed 1d replay.json; } >both.json
status pp-parse --capture both.json both.json
is "capture and replay in one file" "$rc $(grep -c joined err) $(each '.op[0].op')" \
    '0 0 "aten::linear" "aten::linear" "aten::relu" '
pp-parse -k kernel,host --capture one.json replay.json >out 2>err
is "the capture's calls are no records of the host" "$(each '.kind')" \
    '"range" "api" null null null '
is "two profiles, each with the captures" \
    "$(pp-parse --capture one.json replay.json two.json 2>/dev/null | grep -c '"op"')" 6
is "the capture on standard input" "$(pp-parse --capture - replay.json <one.json | grep -c '"op"')" 3

# --- wrong usage --------------------------------------------------------------------------

for args in "--capture one.json -k memcpy replay.json" "--capture one.json -f nsys x" \
    "--capture - -" "--capture -" "--capture - --capture - replay.json" \
    "--capture one.json $(db examples/lenet)" "--capture lenet.sqlite replay.json"; do
	# shellcheck disable=SC2086 # words
	status pp-parse $args </dev/null
	echo "$rc $(sed 1q err)"
done >got
cat >wanted <<'END'
2 pp-parse: --capture is for kernels: -k must have them (try 'pp-parse --help')
2 pp-parse: --capture goes with the format kineto, not 'nsys' (try 'pp-parse --help')
2 pp-parse: standard input cannot be read twice (try 'pp-parse --help')
2 pp-parse: standard input cannot be read twice (try 'pp-parse --help')
2 pp-parse: standard input cannot be read twice (try 'pp-parse --help')
2 pp-parse: --capture goes with traces, and 'lenet.sqlite' is a database (try 'pp-parse --help')
2 pp-parse: --capture goes with traces, and 'lenet.sqlite' is a database (try 'pp-parse --help')
END
same "wrong usage" got wanted
status pp-parse --capture none.json replay.json
is "a file that is not there" "$rc $(wc -c <out) $(cat err)" '1 0 pp-parse: none.json: No such file or directory'
cp one.json o.json
status pp-parse --capture o.json -o o.json replay.json
is "the output is not a capture" "$rc $(cmp o.json one.json && wc -c <out)" '1 0'

# --- time -----------------------------------------------------------------------------------

# graphs N: captures of N graphs of unlike sizes and values, and of each a replay
graphs()
{
	awk -v n="$1" 'BEGIN {
		for (i = 1; i <= n; i++) {
			print "begin"
			for (k = 0; k < 20; k++)
				printf "[ aten::mm [%d,16],[16,%d] \"\",\"%d\"\nlaunch gemm%d %d\n]\n", i % 50 + 1, k + 1, i, k, i % 50
			print "end"
		}
	}' | trace >c.json
	awk -v n="$1" 'BEGIN {
		for (i = 1; i <= n; i++) {
			printf "replay %d", i
			for (k = 0; k < 20; k++)
				printf " gemm%d@%d", k, i % 50
			print ""
		}
	}' | trace
}
graphs 1000 >g1.json
mv c.json c1.json
graphs 2000 >g2.json
mv c.json c2.json
cat >joined.sh <<'END'
exec pp-parse --capture "c${1#g}" "$1"
END
status sh joined.sh g1.json
is "all of many" "$rc $(cat err) $(grep -c '"op"' out)" '0  20000'
filter="sh joined.sh" linear "captures and replays" g1.json g2.json

# --- a real one -------------------------------------------------------------------------------

real=$PP_SHARED/data/kineto/AMD-AGI-TraceLens-inference-sglang_Qwen3-8B_decode.json.gz
real_capture=$PP_SHARED/data/capture/AMD-AGI-TraceLens-inference-sglang_decode-capture-bs_32_rank0.json.gz
if [ -e "$real_capture" ]; then
	status pp-parse --capture "$real_capture" "$real"
	is "SGLang's decode: all of 544" "$rc $(cat err) $(jq -c 'select(.graph and .op)' out | wc -l)" '0  544'
	# 2*M*K*N of 36 layers' four products, and of the last one
	cat >wanted <<'END'
36 [32,4096] [4096,24576] 6442450944 2417659
36 [32,4096] [4096,4096] 1073741824 602344
36 [32,4096] [4096,6144] 1610612736 903515
36 [32,12288] [12288,4096] 3221225472 1461907
1 [32,4096] [4096,151936] 39829110784 396832
END
	pp-prof --json -c call,shapes,gemm,sil out |
	jq -r 'select(.call == "aten::mm") | "\(.shapes | gsub(";"; " "))|\(.gemm)|\(.sil)"' |
	awk -F'|' '{ k = $1 " " $2; n[k]++; t[k] += $3; sum += $2 }
	END { for (k in n) print n[k], k, t[k]; printf "%.0f\n", sum >"sum" }' |
	sort -k4n >got
	sort -k4n wanted >wanted.sorted
	same "SGLang's decode: its products" got wanted.sorted
	is "SGLang's decode: their FLOPs" "$(cat sum)" 484358225920
	# 32 requests that see 32785 keys: 2*32 heads * 32785 * (128 + 128), and
	# 8 heads of keys and values, queries and results of 4096: 2 bytes each
	is "SGLang's decode: attention, by the sums of the step" \
	    "$(pp-prof --csv --no-header -c call,flops,conf,bytes,bconf out | grep -v '"0"' | grep attention | sort | uniq -c)" \
	    '     36 "sglang_profiler::attention_paged_attention_ragged_100","537149440","estimate","134811648","estimate"'
	status pp-parse --capture one.json "$real"
	is "the capture of another model: none" "$rc $(grep -c ': 0 of 544 ' err)" '0 1'
else
	skip "SGLang's decode" "no $PP_SHARED/data/capture"
fi

done_testing
