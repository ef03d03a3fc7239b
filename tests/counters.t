# shellcheck shell=sh
# counters.t - hardware counters of records as columns, in every format and by
# every way in, and what is worked out from them.
. "$SRC/tests/lib.sh"

# Counters of two kernels that differ, none of the third
cat >three <<'END'
{"v":1,"kernel":"a","dur":5,"counters":{"x.sum":80231038456,"y,z":1.5}}
{"v":1,"kernel":"b","dur":6,"counters":{"x.sum":81,"w":"nan"}}
{"v":1,"kernel":"c","dur":7}
END

# --- columns ------------------------------------------------------------------------

cat >wanted <<'END'
Kernel ctr:x.sum ctr:y,z ctr:w
a 80231038456 1.5 na
b 81 na na
c - - -
END
pp-prof -c 'kernel,ctr:*' three >got
same "ctr:*: all names, in the order of the input" got wanted
pp-prof -c 'kernel,ctr:x.sum,ctr:y\,z,ctr:w' three >got
same "names: a comma in one by a backslash" got wanted
is "ctr:* leaves out what has a column" \
    "$(pp-prof -c 'ctr:w,ctr:*,kernel' three | head -1)" "ctr:w ctr:x.sum ctr:y,z Kernel"

# without any it says so, in every format; a name that has a column is one
tail -1 three >none
says="pp-prof: no record has counters, so 'ctr:*' shows none: give those of ncu --csv to pp-parse --counters"
for format in --csv --csv=sheet --json -w80 --no-header; do
	status pp-prof "$format" -c 'kernel,ctr:*' none
	is "ctr:* without counters, $format" "$rc $(cat err)" "0 $says"
	status pp-prof "$format" -c 'kernel,ctr:*' none three
	is "and with some in another file, $format" "$rc $(cat err)" "0 "
	status pp-prof "$format" -c 'ctr:x.sum,ctr:y\,z,ctr:w,ctr:*' three
	is "and with columns for all of them, $format" "$rc $(cat err)" "0 "
done
status pp-prof -c 'ctr:*' /dev/null
is "ctr:* without records" "$rc $(cat err)" "0 "

# whatever the input is
head -2 three >first
tail -n +3 three >second
cat first three >behind
for way in 'pp-prof -c kernel,ctr:* first second' 'cat three | pp-prof -c kernel,ctr:*' \
    'pp-prof -c kernel,ctr:* <three' 'pp-prof -c kernel,ctr:* first - <second' \
    'cat second | pp-prof -c kernel,ctr:* first -' \
    '(read -r a; read -r b; exec pp-prof -c kernel,ctr:*) <behind'; do
	sh -f -c "$way" >got 2>&1
	same "$way" got wanted
done

pp-prof --csv -c 'kernel,ctr:*' three >got
cat >wanted <<'END'
"Kernel","ctr:x.sum","ctr:y,z","ctr:w"
"a","80231038456","1.5","na"
"b","81","na","na"
"c","-","-","-"
END
same "--csv" got wanted
pp-prof --csv=sheet -c 'kernel,ctr:*' three >got
same "--csv=sheet" got wanted
pp-prof -w 50 -c 'kernel,ctr:*' three >got
cat >wanted <<'END'
kernel    ctr:x.sum      ctr:y,z        ctr:w
a       80231038456          1.5           na
b                81           na           na
c                 -            -            -
END
same "-w" got wanted
is "-w: a column is as wide as its name" \
    "$(echo '{"v":1,"counters":{"a_name_of_25_characters__":1}}' |
	pp-prof -w 80 -c 'ctr:*' | head -1)" "ctr:a_name_of_25_characters__"
pp-prof --json -c 'kernel,ctr:*' three >got
cat >wanted <<'END'
{"kernel":"a","ctr:x.sum":80231038456,"ctr:y,z":1.5}
{"kernel":"b","ctr:x.sum":81,"ctr:w":null}
{"kernel":"c"}
END
same "--json: each row has its own" got wanted
is "--json: by name" "$(pp-prof --json -c 'ctr:x.sum,ctr:w' three | paste -sd ' ' -)" \
    '{"ctr:x.sum":80231038456,"ctr:w":null} {"ctr:x.sum":81,"ctr:w":null} {}'

is "-g: a counter makes groups" "$(pp-prof --no-header -c ctr:x.sum,count,total \
    -g ctr:x.sum three first | paste -sd , -)" "81 2 12,80231038456 2 10,- 1 7"
is "--tree: a counter is a level" \
    "$(pp-prof --tree ctr:x.sum three | jq -c 'map_values(map(.name))')" \
    '{"-":["c"],"80231038456":["a"],"81":["b"]}'
for keys in '-g op,ctr:*' '--tree ctr:*'; do
	set -f
	# shellcheck disable=SC2086 # words
	status pp-prof $keys three
	set +f
	is "$keys: is no key" "$rc $(cat err)" "2 pp-prof: 'ctr:*' is no key: name the counters"
done
status pp-prof -c ctr: three
is "no name" "$rc $(cat err)" \
    "2 pp-prof: column 'ctr:': the counter's name is missing (ctr:NAME, or ctr:* for all)"
status pp-prof -c kernel,ctr:x.summ three
is "a name that no record has" "$rc $(cat err)" "0 pp-prof: no record has the counter 'x.summ'"
status pp-prof -g ctr:x.summ three
is "-g: a name that no record has" "$rc $(cat err)" \
    "0 pp-prof: no record has the counter 'x.summ'"
status pp-prof -c 'kernel,ctr:*' /dev/null
is "no input" "$rc $(cat out) $(cat err)" "0 Kernel "
status pp-prof -c 'kernel,ctr:*' nowhere first
is "a file that is not there is said once" "$rc $(cat err) $(wc -l <out)" \
    "1 pp-prof: nowhere: No such file or directory 3"
{ cat first; echo '{"v":1,'; echo '{"v":1,"counters":{"late":1}}'; } >torn
status pp-prof -c 'kernel,ctr:*' torn
is "a line that is none ends it" "$rc $(wc -l <out) $(grep -c torn:3 err)" "1 3 1"
status sh -c 'cat three | TMPDIR=/nowhere pp-prof -c "kernel,ctr:*"'
is "no room for a copy" "$rc $(cut -d: -f 1-3 <err)" \
    "1 pp-prof: <stdin>: cannot make a temporary copy in '/nowhere'"
status pp-prof -w 20 -c 'ctr:*' three
is "-w: too narrow, when the names are known" "$rc $(cat err)" \
    "2 pp-prof: -w 20 is too narrow for these columns: at least 38"

# Names are foreign text
printf '%s\n' '{"v":1,"counters":{"a\u001b[1m b\"c\nd":1,"=1+1":2,"\ud83d\ude00":3,"":4,"\\":5,"nul\u0000x":6}}' >odd
pp-prof -c 'ctr:*' odd >got
is "space: one field a name" "$(awk '{print NF}' got | paste -sd , -)" "6,6"
is "space: no control character" "$(tr -d '\n' <got | LC_ALL=C grep -c '[[:cntrl:]]')" 0
pp-prof -w 200 -c 'ctr:*' odd >got
is "-w: no control character" "$(tr -d '\n' <got | LC_ALL=C grep -c '[[:cntrl:]]')" 0
is "--json: they are keys" "$(pp-prof --json -c 'ctr:*' odd | jq -c '[.[]]')" "[1,2,3,4,5,6]"
is "--csv=sheet: no name is a formula" "$(pp-prof --csv=sheet -c 'ctr:*' odd |
    tr -d '\n' | grep -c '"[=+@-]')" 0
awk 'BEGIN { printf "{\"v\":1,\"counters\":{\"n0\":0"
	for (i = 1; i < 9000; i++) printf ",\"n%d\":1", i
	print "}}" }' >many
status pp-prof -c 'ctr:*' many
is "too many" "$rc $(cat err)" \
    "1 pp-prof: ctr:*: more than 8192 names of counters: name those wanted"
is "but not for JSON" "$(pp-prof --json -c 'ctr:*' many | jq length)" 9000

# --- calls around the launch --------------------------------------------------------

is "opstack, topop, botop" "$(echo '{"v":1,"op":[{"op":"aten::linear"},{"op":"aten::addmm"},
    {"op":"aten::mm"}]}' | tr -d '\n' | pp-prof --no-header -c opstack,topop,botop)" \
    "aten::linear;aten::addmm;aten::mm aten::linear aten::mm"

# --- what counters add up to --------------------------------------------------------
#
# float32: 1000 + 2000 + 2 * 3500000 = 7003000; float16: 10 + 20 + 2 * 30 = 90, as
# ncu has it 180; bfloat16 products: 2 * 64 * 64 * 64 = 524288.  Together 7527378.
# Memory: 300000 + 200000 = 500000 bytes, L2 32 * 40000 = 1280000.
# 7527378 / 500000 = 15.054756, / 1280000 = 5.880764.  In 10 us 0.7527378 TFLOP/s
# and 50 GB/s.  On the device float32 takes 7003000 / 19.5e12 = 0.359 us, the rest
# less, and 500000 bytes at 1555 GB/s 0.32154 us: 3.591 % of 10 us.
sass=smsp__sass_thread_inst_executed_op
cat >hw <<END
{"v":1,"kernel":"all","class":"gemm","dur":10000,"gpu":{"name":"NVIDIA A100-SXM4-40GB","cc":"8.0"},"counters":{
"${sass}_dadd_pred_on.sum":0,"${sass}_dmul_pred_on.sum":0,"${sass}_dfma_pred_on.sum":0,
"${sass}_fadd_pred_on.sum":1000,"${sass}_fmul_pred_on.sum":2000,"${sass}_ffma_pred_on.sum":3500000,
"${sass}_hadd_pred_on.sum":10,"${sass}_hmul_pred_on.sum":20,"${sass}_hfma_pred_on.sum":30,
"sm__ops_path_tensor_src_bf16_dst_fp32.sum":524288,"dram__bytes_read.sum":300000,
"dram__bytes_write.sum":200000,"lts__t_sectors.sum":40000}}
{"v":1,"kernel":"part","dur":10000,"counters":{"${sass}_ffma_pred_on.sum":3500000,"dram__bytes_read.sum":1}}
{"v":1,"kernel":"none","dur":10000}
END
sed 's/$/ /' hw | tr -d '\n' | sed 's/} *{"v"/}\n{"v"/g' >hw.rec
echo >>hw.rec
cat >wanted <<'END'
kernel,all part none
hwflops,7527378 na -
hwtensor,524288 na -
hwfrom,fp64+fp32+fp16:hta+tensor_bf16 na -
hwconf,exact unknown:counters_missing -
hwbytes,500000 na -
l2bytes,1280000 na -
l1bytes,na na -
hwai,15.055 na -
l2ai,5.881 na -
l1ai,na na -
hwtflops,0.753 na -
hwgbs,50.000 na -
hwpeak,fp32:19.500 na -
hwsol,3.591 na -
hwroof,360 na -
hwbound,latency na -
tc,1 na na
END
while IFS=, read -r col _; do
	echo "$col,$(pp-prof --no-header -c "$col" hw.rec | paste -sd ' ' -)"
done <wanted >got
same "columns of what counters say" got wanted
is "--half ncu" "$(pp-prof --half ncu --no-header -c hwflops,hwfrom hw.rec | head -1)" \
    "7527468 fp64+fp32+fp16:ncu+tensor_bf16"
# a unit that counts two results is one
echo '{"v":1,"kernel":"k","dur":1,"counters":{"sm__ops_path_tensor_src_fp16_dst_fp32.sum":60,
"sm__ops_path_tensor_src_fp16_dst_fp16.sum":40}}' | tr -d '\n' >two.rec
is "hwfrom: a unit once" "$(pp-prof --no-header -c hwtensor,hwfrom two.rec 2>&1)" \
    "100 tensor_fp16"
# a kernel that did nothing has no roofline; of one without bytes it is not known
for bytes in ',"dram__bytes.sum":0' ''; do
	echo '{"v":1,"kernel":"k","dur":9,"gpu":{"name":"NVIDIA A100-SXM4-40GB"},"counters":{"sm__ops_path_tensor_src_bf16_dst_fp32.sum":0'"$bytes"'}}'
done >idle.rec
is "a kernel that did nothing" "$(pp-prof --no-header -c hwsol,hwroof,hwbound idle.rec 2>&1)" \
    "- - -
na na na"
status pp-prof --half twice hw.rec
is "--half: no other" "$rc $(cat err)" "2 pp-prof: unknown --half 'twice' (try: hta, ncu)"
is "--peak goes before all" "$(pp-prof --peak fp32=7.003 --no-header \
    -c hwpeak,hwroof,hwsol,hwbound hw.rec | head -1)" "fp32:7.003 1000 10.000 compute"

# ncu's own peaks: 6912 * 2 * 1.1e9 = 15.2064 TFLOP/s; no duration: 22000 cycles at
# 1.1 GHz are 20 us, and 0.376 TFLOP/s
sed -n 's/"dur":10000,/"x":0,/; s/"lts__t_sectors.sum"/"sm__cycles_elapsed.avg":22000,'\
'"sm__cycles_elapsed.avg.per_second":1100000000,'\
'"sm__sass_thread_inst_executed_op_ffma_pred_on.sum.peak_sustained":6912,&/; 1p' hw.rec >ncu
is "peaks and time by counters" "$(pp-prof --no-header -c sil,hwtflops,hwpeak ncu)" \
    "na 0.376 fp32_ncu:15.206"
is "a device of the user's goes before them" \
    "$(pp-prof --gpu 'Tesla V100-SXM2-16GB' --no-header -c hwpeak ncu)" "na"

# --- HTA's table --------------------------------------------------------------------
#
# Its weights over its own counters: 77 rows, one of them __missing__.
golden=golden/hta/cupti_profiler.cupti_counters_with_operators.csv
have_shared "$golden" || {
	skip "HTA's counter table" "no $PP_SHARED/$golden"
	done_testing
}
names=$(head -1 "$PP_SHARED/$golden" | tr , '\n' | grep '^smsp__')
# sqlite reads CSV as it is
table()
{
	printf '.mode csv\n.import "%s" t\n.mode list\n.separator " "\n%s\n' \
	    "$PP_SHARED/$golden" "$1" | sqlite3 -batch -bail :memory:
}
table "SELECT json_object('v', 1, 'kernel', name, 'op', (SELECT json_group_array(
    json_object('op', value)) FROM json_each('[\"' || replace(op_stack, '|', '\",\"') || '\"]')),
    'counters', json_object($(echo "$names" |
	sed "s/.*/'&', CAST(\"&\" AS INTEGER)/" | paste -sd , -))) FROM t;" >hta.rec
is "HTA: 77 launches" "$(wc -l <hta.rec)" 77
table "SELECT replace(op_stack, '|', ';'), top_level_op, bottom_level_op, flops FROM t;" >wanted
pp-prof --no-header -c opstack,topop,botop,hwflops hta.rec >got
same "HTA: op_stack, top_level_op, bottom_level_op, flops" got wanted
is "HTA: the sum of all" "$(pp-prof --json -c hwflops hta.rec | jq -n '[inputs.hwflops] | add')" \
    80231038456
# once more what float16 counts
is "HTA: the sum as ncu has it" \
    "$(pp-prof --half ncu --json -c hwflops hta.rec | jq -n '[inputs.hwflops] | add')" \
    "$(table 'SELECT sum(flops + "smsp__sass_thread_inst_executed_op_hadd_pred_on.sum" +
	"smsp__sass_thread_inst_executed_op_hmul_pred_on.sum" +
	2 * "smsp__sass_thread_inst_executed_op_hfma_pred_on.sum") FROM t;')"
table "SELECT $(echo "$names" | sed 's/.*/"&"/' | paste -sd , -) FROM t;" >wanted
pp-prof --no-header -c 'ctr:*' hta.rec >got
same "HTA: each counter" got wanted
# --tree says a lost name, too; a NUL in a name does not end the header
rec='{"v":1,"kernel":"k","start":0,"dur":1,"counters":{"a":1,"a\u0000b":2}}'
echo "$rec" | pp-prof --tree ctr:a,ctr:zzz >/dev/null 2>err
is "--tree: a counter that no record has" "$(cat err)" "pp-prof: no record has the counter 'zzz'"
is "ctr:*: a NUL in a name" "$(echo "$rec" | pp-prof --csv -c 'ctr:*' | head -1)" '"ctr:a","ctr:a\x00b"'

done_testing
