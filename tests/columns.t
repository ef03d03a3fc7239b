# shellcheck shell=sh
# columns.t - every column of the table shows a value for some record that has
# all that it could need, and those that are a key of the record show that.
. "$SRC/tests/lib.sh"

# Columns exclude each other, so there are six records: a forward product with
# counters, a backward one, a collective, a copy, a range of the host, an estimate.
cat >full <<'END'
{"v":1,"kernel":"ampere_sgemm_32x32_nn","name":"ampere_sgemm_32x32_nn","class":"gemm","start":1000,"dur":6400,"device":1,"context":1,"stream":7,"grid":[12,1,5],"block":[256,1,1],"regs":32,"smem":48,"corr":9,"graph":3,"pid":41,"tid":42,"rank":2,"file":"net.db","api":"cudaLaunchKernel","api_start":900,"api_dur":20,"layer":["Net","fc"],"module":["Linear(8, 2)"],"trace":["/a/train.py:8","net.py:2"],"range":["warm up","it 3"],"domain":["","data"],"category":["load",""],"step":"ProfilerStep#3","phase":"forward","pass":4,"recomp":true,"dir":"fprop","seq":[5],"altseq":[6,7],"sub":6,"nsub":7,"main":true,"op":[{"mod":"torch","op":"mm","seq":5,"args":[{"type":"tensor","shape":[400,800],"dtype":"float32"},{"type":"tensor","shape":[800,200],"dtype":"float32"}]},{"op":"mm","seq":5}],"occ":37.5,"warps":2.25,"blocks":0.125,"kernel_flop":128000000,"kernel_num_gb":0.00256,"kernel_backend":"triton","kernel_file":"/tmp/c.py","gpu":{"name":"NVIDIA A100-SXM4-40GB","cc":"8.0"},"counters":{"smsp__sass_thread_inst_executed_op_dadd_pred_on.sum":0,"smsp__sass_thread_inst_executed_op_dmul_pred_on.sum":0,"smsp__sass_thread_inst_executed_op_dfma_pred_on.sum":0,"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum":1000,"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum":2000,"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum":3500000,"smsp__sass_thread_inst_executed_op_hadd_pred_on.sum":10,"smsp__sass_thread_inst_executed_op_hmul_pred_on.sum":20,"smsp__sass_thread_inst_executed_op_hfma_pred_on.sum":30,"sm__ops_path_tensor_src_bf16_dst_fp32.sum":524288,"dram__bytes_read.sum":300000,"dram__bytes_write.sum":200000,"lts__t_sectors.sum":40000,"l1tex__t_bytes.sum":90000}}
{"v":1,"kernel":"k","class":"gemm","dur":5,"dir":"bprop","role":"dgrad","phase":"backward","sub":0,"nsub":1,"main":true,"fwd":[{"mod":"torch","op":"mm","seq":5,"args":[{"type":"tensor","shape":[4,8],"dtype":"float32"},{"type":"tensor","shape":[8,2],"dtype":"float32"}]}]}
{"v":1,"kernel":"ncclDevKernel_AllReduce_Sum_f32_RING_LL","class":"comm","start":0,"dur":1000,"sub":0,"nsub":1,"main":true,"op":[{"op":"nccl:all_reduce"}],"comm":{"name":"allreduce","group":8,"pg":"1","elements":2000,"dtype":"Float"}}
{"v":1,"kind":"memcpy","name":"Memcpy HtoD","dur":5,"bytes":64,"copy":"HtoD"}
{"v":1,"kind":"range","name":"inner","start":5,"dur":9,"self":4,"parent":"outer"}
{"v":1,"kernel":"k","dur":5,"op":[{"op":"unheard_of","args":[{"type":"tensor","shape":[3],"dtype":"float32"}]}]}
END
pp-prof --completion-helper | sed -n 's/^-g\t,\t//p' | tr '\t' '\n' >keys
check "the table has its keys" test "$(wc -l <keys)" -ge 80
is "they are those of --help" "$(cat keys)" \
    "$(pp-prof --help | sed -n '/^Columns/,/^Views/s/^  \([a-z][a-z0-9_]*\) .*/\1/p')"

# without FILE: the columns that show nothing in any row of the file's records
without()
{
	pp-prof --json -c "$(paste -sd , keys)" "$1" |
	    jq -rs --rawfile keys keys '. as $rows | $keys / "\n" |
		map(select(. != "") | select(. as $key | $rows |
		    all(.[$key] | . == null or . == "na" or . == "-" or . == "" or
			. == "na=na," or . == "unknown" or . == [])))[]'
}
is "every column has a value" "$(without full)" ""
sed '/"kind":"range"/d; /"comm":/d' full >less
is "and one of which no record has any is found" "$(without less | paste -sd , -)" \
    "self,parent,pg,algbw,busbw"

# Columns that have the name of a key show it, as far as the records have it;
# calls are keys of another kind.
sed -n 's/^FIELD(\([A-Z0-9]*\), \([a-z_0-9]*\),.*/\1 \2/p' "$SRC/common/record.def" |
    sed '/^CALLS/d; s/.* //' | sort >record.keys
sort keys | comm -12 - record.keys >shown
check "many columns are keys of the record" test "$(wc -l <shown)" -ge 30
pp-prof --json -c "$(paste -sd , keys)" full |
    jq -rn --slurpfile records full --rawfile shown shown '[inputs] as $rows |
	($shown / "\n" | map(select(. != "")))[] as $key |
	range($records | length) as $i |
	select($records[$i][$key] != null and $records[$i][$key] != $rows[$i][$key]) |
	"\($i): \($key) is \($rows[$i][$key])"' >got 2>&1
is "what they show is what the record says" "$(cat got)" ""

# Nothing added to nothing: 0 FLOPs, 0 bytes, and no roofline ("-").  Of an operator
# that is not known all is "na", and a table says why.
printf '{"v":1,"kernel":"k","dur":9,"gpu":{"name":"NVIDIA A100-SXM4-40GB","cc":"8.0"}%s}\n' \
    ',"op":[{"op":"aten::add","args":[{"type":"tensor","shape":[0],"dtype":"float32"},{"type":"tensor","shape":[0],"dtype":"float32"}]}]' \
    ',"op":[{"op":"unheard_of"}]' >empty
is "no work has no roofline" \
    "$(pp-prof --no-header -c flops,bytes,sol,bound,peak,roof empty)" \
    "0 0 - - - -
na na na na na na"
is "why a column is unknown" \
    "$(tail -n 1 empty | pp-prof -w 80 -c kernel,flops,bytes,layer 2>&1 >table)" \
    "pp-prof: flops, bytes: not known of any kernel: see --view coverage
pp-prof: layer: no range 'layer:NAME' in the profile"

# Every column but the line's number is a key of sums, and comes back as it was.
grep -vx idx keys >sums.keys
pp-prof -g "$(paste -sd , sums.keys)" --sums full >full.sums
while read -r key; do
	for format in --csv --json; do
		pp-prof -g "$key" $format full >wanted
		pp-prof -g "$key" $format full.sums 2>&1 | cmp - wanted >&2 ||
		    echo "$key $format"
	done
done <sums.keys >lost 2>/dev/null
is "every column comes back from sums" "$(cat lost)" ""
done_testing
