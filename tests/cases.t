# shellcheck shell=sh
# cases.t - inputs that public problem reports are about (../shared/cases): each
# check is a sentence of the case's expected.md.
#
# Where a case and pp-prof(1) differ the manual has the word: a valid profile
# without kernels is no error, what is unknown is na, a bias counts in flops and
# not in gemm, the grid is 12,1,5 in --csv.
. "$SRC/tests/lib.sh"

have_shared cases || {
	skip "cases of ../shared" "no $PP_SHARED/cases"
	done_testing
}

# case_db NAME [SQL]: the database of a case in x.db, its records in rec.
case_db()
{
	rm -f x.db rec
	sqlite3 -bail x.db <"$PP_SHARED/cases/$1/${2-x.sql}" || return
	status pp-parse x.db
	mv out rec
	mv err rec.err
}

# quiet NAME ROWS: the records of the last case came with status 0, so many, and
# without a word.
quiet()
{
	is "$1: status, records, messages" "$rc $(wc -l <rec) $(cat rec.err)" "0 $2 "
}

# cells COLUMNS: these columns of rec, a line a row, bars between.
cells()
{
	pp-prof --csv --no-header -c "$1" rec 2>cells.err |
	sed -e 's/^"//' -e 's/"$//' -e 's/","/|/g'
}

# --- cells for a spreadsheet ----------------------------------------------------

case_db csv-into-spreadsheet
quiet csv-into-spreadsheet 9
pp-prof --csv --no-header -c layer,grid,seq rec >csv
cat >wanted <<'END'
"enc","12,1,5","9007199254740990"
"=2+5","1,1,1","9007199254740991"
"+cmd|' /C calc'!A0","1,1,1","9007199254740992"
"-1","1,1,1","9007199254740993"
"@SUM(A1:A9)","1,1,1","9007199254740994"
"1-2","1,1,1","9007199254740995"
"007","1,1,1","9007199254740996"
"1E5","1,1,1","9007199254740997"
"	=1","1,1,1","9007199254740998"
END
same "csv-into-spreadsheet: --csv is exact" csv wanted
pp-prof --csv=sheet --no-header -c layer,grid,seq,sil rec >sheet
# A quote or a tab before each of the five that would run, in front of their text
is "csv-into-spreadsheet: formulas are inert" "$(cut -d'"' -f2 sheet)" "enc
'=2+5
'+cmd|' /C calc'!A0
'-1
'@SUM(A1:A9)
1-2
007
1E5
'	=1"
is "csv-into-spreadsheet: the grid is no number and no date" \
    "$(sed -n 1p sheet | cut -d'"' -f4)" "(12,1,5)"
is "csv-into-spreadsheet: 16 digits are text, and all there" \
    "$(cut -d'"' -f6 sheet | grep -c "^[^0-9]900719925474099[0-8]\$")" 9
is "csv-into-spreadsheet: a duration stays a number" "$(cut -d'"' -f8 sheet | sort -u)" 10
for l in de_DE.UTF-8 de_DE; do
	LC_ALL=$l LC_NUMERIC=$l pp-prof --csv --no-header -c layer,grid,seq rec >csv.de
	same "csv-into-spreadsheet: the same under LC_ALL=$l" csv.de wanted
done

# --- element types ----------------------------------------------------------------

# M,N,K = 16,4096,4096: 2*16*4096*4096 = 536870912, complex 8*...; elements
# 65536 + 16777216 + 65536 = 16908288 of 2, 1, 1, 8 and 2 bytes
case_db dtype-sizes
is "dtype-sizes: status and records" "$rc $(wc -l <rec)" "0 6"
status pp-prof --no-header -c flops,bytes rec
is "dtype-sizes: pp-prof's status" "$rc" 0
is "dtype-sizes: FLOPs and bytes" "$(cat out)" "536870912 33816576
536870912 16908288
536870912 16908288
2147483648 135266304
536870912 33816576
536870912 na"
is "dtype-sizes: one warning, on the unknown type" \
    "$(cat rec.err err | wc -l) $(cat rec.err err | grep -c weird7)" "1 1"

# Operands of different types
case_db mixed-dtype-operands
quiet mixed-dtype-operands 3
# __add__: 25; 25*4 + 25*1 + 25*4.  linear: M,N,K = 32,256,128: 2*32*256*128 =
# 2097152, and 32*256 for the bias; 2*(32*128 + 256*128 + 256 + 32*256).
# conv2d: P=Q=8: 2*4*8*8*3*9; 2*(192 + 108 + 256)
is "mixed-dtype-operands: FLOPs, of matrices, bytes" "$(cells flops,gemm,bytes)" \
    "25|0|225
2105344|2097152|90624
13824|13824|1112"

# --- broken files -----------------------------------------------------------------

mkdir broken
cp -R "$PP_SHARED/cases/empty-and-broken-files" "$PP_SHARED/cases/flops-once-per-op" \
    "$PP_SHARED/cases/mixed-dtype-operands" broken
chmod -R u+w broken
sh broken/empty-and-broken-files/mk.sh
cd broken/empty-and-broken-files || exit 1
TOP=../..

# broken FILE PATTERN: an error of one line that names the file, no record
broken()
{
	rc=0
	pp-parse "$1" >$TOP/out 2>$TOP/err || rc=$?
	is "empty-and-broken-files: $1: status 1, nothing on stdout, one line" \
	    "$rc $(wc -c <$TOP/out) $(wc -l <$TOP/err)" "1 0 1"
	is "empty-and-broken-files: $1: the message names it" \
	    "$(grep -c "^pp-parse: $1: .*$2" $TOP/err)" 1
}
rc=0
pp-parse empty.db >$TOP/out 2>$TOP/err || rc=$?
is "empty-and-broken-files: empty.db: no records, one warning, status 0" \
    "$rc $(wc -c <$TOP/out) $(wc -l <$TOP/err)" "0 0 1"
is "empty-and-broken-files: empty.db: the warning says it" \
    "$(grep -c '^pp-parse: empty.db: .*kernel' $TOP/err)" 1
broken zero.sqlite ''
broken text.db ''
broken truncated.db 'malformed\|page'
broken other.db ''
broken does_not_exist.db 'No such file'
is "empty-and-broken-files: does_not_exist.db is not made" \
    "$(ls does_not_exist.db 2>/dev/null)" ""
rc=0
pp-parse ro/wal.db >$TOP/out 2>$TOP/err || rc=$?
is "empty-and-broken-files: ro/wal.db: 3 records" \
    "$rc $(wc -l <$TOP/out) $(cat $TOP/err)" "0 3 "
is "empty-and-broken-files: ro/wal.db: nothing written beside it" "$(ls ro)" wal.db
chmod u+w ro
cd $TOP || exit 1

# --- FLOPs ------------------------------------------------------------------------

# 2*N*H*W*Cin*(Cout/g)*R*S with the input's H and W: 2*1*1*1*32*1*3*3 = 576;
# 2*2*8*8*4*6*4*4 = 98304 and 2*6*16*16 = 3072 for the bias; 2*2*8*8*4*1*3*3 =
# 9216; 2*6*30*96*192*384*2*2 = 10192158720
case_db flops-conv-transpose
quiet flops-conv-transpose 4
is "flops-conv-transpose" "$(cells flops,gemm)" "576|576
101376|98304
9216|9216
10192158720|10192158720"

# 2*64*56*56*64*9 at the one kernel that convolves
case_db flops-once-per-op
quiet flops-once-per-op 5
is "flops-once-per-op: op, seq, duration, FLOPs" "$(cells op,seq,sil,flops)" \
    "conv2d|9|8832|0
conv2d|9|47167|0
conv2d|9|2208|0
conv2d|9|449369|231211008
conv2d|9|8928|0"
is "flops-once-per-op: Tensor Cores on the s1688 row only" \
    "$(cells idx,tc | grep '|1')" "4|1"

# --- costs that an argument does not tell ---------------------------------------

# Batch norm by its kernel's name, gelu by the first lambda behind its parameters:
# 5 * 1152, 2 * 1152, 5 * 16384 by erf, 9 * 16384 by tanh, erf before GeluType
pp-parse "$PP_SHARED/cases/cost-told-elsewhere/trace.json" >rec
is "cost-told-elsewhere: FLOPs, bytes, certainty" "$(cells flops,bytes,conf | sed '5,6d')" \
    "5760|9472|exact
2304|9344|exact
81920|131072|exact
147456|131072|exact
81920|131072|exact"

# Results, names, a saved mean: the sums are in the case's text
cp "$PP_SHARED/cases/cost-records/records.jsonl" rec
is "cost-records: gelu, results, batch norm: FLOPs, bytes" \
    "$(cells idx,flops,bytes | sed -n '11,21p')" "11|210|168
12|42|192
13|48|192
14|10752|7680
15|588|2400
16|na|2688
17|0|768
18|0|na
19|5200|4960
20|2000|4960
21|2000|3456"

# 42; 2 * 42 + 1; 42 + 1
pp-parse "$PP_SHARED/cases/cost-records/none.json" >rec
is "cost-records: None" "$(cells call,flops,bytes)" "aten::clamp|42|336
aten::linalg_vector_norm|85|172
aten::mean|43|172"

# What torch.compile fused into a kernel is no product of that kernel's: bias and
# relu 2 * 786432, mul 262144, 2 * 401408, 0 where data are moved only, add, addmm
# and norm 7 * 256 * 768, bias 32 * 4096, dropout 2 * 8192, mul and silu 6 *
# 45088768, add 5000 and sum 4 * 5000, add and bias 2 * 8192 * 2432.  Row 12 pools:
# by how many its name does not tell.
pp-parse "$PP_SHARED/cases/cost-triton/trace.json" >rec
is "cost-triton: FLOPs, of matrices, bytes" "$(cells flops,gemm,bytes)" \
    "1572864|0|1574400
262144|0|3145728
802816|0|1605888
0|0|131072
0|0|524288
1376256|0|1184256
0|0|1048576
0|0|263168
131072|0|1048832
16384|0|73792
270532608|0|270532608
na|0|134873088
25000|0|100000
39845888|0|79696640
0|0|4000"
is "cost-triton: what reads a part moves at most that, and has no rate" \
    "$(cells idx,bconf,gbs | grep upper)" "7|upper|na
8|upper|na
15|upper|na"
is "cost-triton: why" "$(cells why | sort -u)" "operators by name"

# Both sides of the outer call, (6000 + 4000) * 4 bytes and 16000 in 100 us * 7/8;
# the same inside a node; 8 ranks of the job: 7/8 of 8000, * 14/8.
pp-parse "$PP_SHARED/cases/cost-collectives/trace.json" >comm.rec
is "cost-collectives: sizes and ranks" \
    "$(pp-prof --csv --no-header -c call,flops,bytes,algbw,busbw comm.rec | tr -d '"')" \
    "nccl:all_to_all,0,40000,0.160,0.140
nccl:_all_gather_base,0,18432,0.328,0.287
aten::mul,4000,32000,-,-
nccl:all_to_all,0,40000,0.160,0.140
nccl:all_reduce,7000,64000,0.800,1.400"
is "cost-collectives: a message that has a name alone" \
    "$(pp-prof --csv --no-header -c flops,bytes,algbw,busbw \
	"$PP_SHARED/cases/cost-collectives/records.jsonl" | tr -d '"')" \
    "0,4000,0.200,0.200
0,8000,0.200,na
na,8000,0.200,na
750,8000,0.200,0.300"

# --- kernel names -------------------------------------------------------------------

case_db kernel-names
quiet kernel-names 5
is "kernel-names: 1: short" "$(sed -n 1p rec | jq -r .kernel)" kernel
is "kernel-names: 1: the long one is whole" \
    "$(sed -n 1p rec | jq -j .name | wc -c)" 7344
is "kernel-names: 2: demangled or as it is" \
    "$(sed -n 2p rec | jq -r .name | grep -cxF -e 'awesome::kernel[abi:v1]' -e _ZN6awesome6kernelB2v1E)" 1
is "kernel-names: 3: as it is" "$(sed -n 3p rec | jq -r '.kernel, .name' | tr '\n' ' ')" \
    "_Z_not_mangled _Z_not_mangled "
is "kernel-names: 4: not empty" \
    "$(sed -n 4p rec | jq -r '.kernel | length > 0')" true
is "kernel-names: 5: empty, and still there" "$(sed -n 5p rec | jq -c .kernel)" '""'
is "kernel-names: 5: an empty cell" "$(pp-prof --csv --no-header -c kernel,idx rec | tail -1)" '"","5"'
is "kernel-names: spaces: a placeholder, no column moves" \
    "$(pp-prof --no-header -c kernel,idx rec | awk '{ print NF, $2 }' | tr '\n' ' ')" \
    "2 1 2 2 2 3 2 4 2 5 "

# --- nvprof -------------------------------------------------------------------------

case_db nvprof-bad-timestamps
is "nvprof-bad-timestamps: status, records" "$rc $(wc -l <rec)" "0 4"
is "nvprof-bad-timestamps: durations; those without come last" \
    "$(jq -r '[.kernel, .start // "none", .dur // "none"] | join(" ")' rec)" \
    "good 400 1000
last 3400 0
zero none none
back none none"
is "nvprof-bad-timestamps: a warning counts two" \
    "$(grep -c '\b2 kernels\b' rec.err) $(wc -l <rec.err)" "1 1"
is "nvprof-bad-timestamps: the sum is 1000" \
    "$(cells sil | awk '{ n += $1 } END { print n }')" 1000

case_db nvprof-launch-variants
quiet nvprof-launch-variants 4
is "nvprof-launch-variants: every launch has its call" "$(cells op,seq,sil,tid)" \
    "op1|1|500|2668770390
op2|2|500|2668770390
op3|3|500|2668770390
triton_op|4|500|2668770390"

case_db nvprof-no-kernel-table
is "nvprof-no-kernel-table: status, records, one warning" \
    "$rc $(wc -c <rec) $(wc -l <rec.err) $(grep -c kernel rec.err)" "0 0 1 1"
case_db nvprof-no-kernel-table serial.sql
quiet "nvprof-no-kernel-table: serial" 1
# 2*64*16*32
is "nvprof-no-kernel-table: serial" "$(cells kernel,op,seq,sil,grid,flops)" \
    "mma|mm|2|4000|2,2,1|65536"
is "nvprof-no-kernel-table: serial: M and N as BLAS sees them" \
    "$(cells params)" "M=16,N=64,K=32,fp32,"

case_db nvprof-orphan-correlation
is "nvprof-orphan-correlation: status, records" "$rc $(wc -l <rec)" "0 3"
is "nvprof-orphan-correlation: one warning, the count and the id" \
    "$(wc -l <rec.err) $(grep -c '\b1 kernel\b.*284' rec.err)" "1 1"
# 2*32*256*128; 32*256.  The case's third name, _Z9relu_k3PfS_, is not a mangled
# one (relu_k3 has 7 letters), so it need not become relu_k3.
is "nvprof-orphan-correlation" \
    "$(cells kernel,op,seq,sil,grid,block,flops | sed '3s/^\(_Z9\)\{0,1\}relu_k3Pf\(S_\)\{0,1\}|/relu_k3|/')" \
    "volta_sgemm_64x64_tn|linear|5|2000|8,2,1|256,1,1|2097152
orphan_k2|na|-|500|4,1,1|128,1,1|na
relu_k3|relu|6|500|1,1,1|256,1,1|8192"

# --- nsys ---------------------------------------------------------------------------

case_db nsys-cuda-graph
is "nsys-cuda-graph: status, records" "$rc $(wc -l <rec)" "0 7"
is "nsys-cuda-graph: durations and the mark of a graph" "$(jq -c '[.dur, .graph]' rec)" \
    '[50,4294967299]
[50,4294967300]
[50,4294967301]
[50,4294967299]
[50,4294967300]
[50,4294967301]
[100,4294967302]'
is "nsys-cuda-graph: the range around the launch is a range of the first three" \
    "$(jq -c .range rec | sort | uniq -c | awk '{ $1 = $1; print }')" \
    '3 ["decode step, seq = 5"]
4 null'
is "nsys-cuda-graph: no operator, no number, FLOPs unknown" \
    "$(jq -c '[.op, .seq, .dir]' rec | sort -u) $(cells flops,gemm | sort -u)" '[null,null,null] na|na'
is "nsys-cuda-graph: a replay is one launch" \
    "$(jq -c 'select(.api) | [.corr, .api, .api_start, .tid]' rec | uniq -c | awk '{ $1 = $1; print }')" \
    '3 [50,"cudaGraphLaunch",100,1001]
3 [51,"cudaGraphLaunch",400,1001]'
is "nsys-cuda-graph: the kernel without a call, and a word on it" \
    "$(sed -n 7p rec | jq -c '[.kernel, .corr, .api, .pid]') $(grep -c '1 kernel without a launch' rec.err)" \
    '["graph_child_no_api",null,null,1001] 1'

case_capture=$PP_SHARED/cases/read-capture
status pp-parse --capture "$case_capture/capture.json" "$case_capture/replay.json"
mv out rec
is "read-capture: calls, FLOPs and the replay's range" "$rc $(cells corr,kernel,call,gemm,range)" \
    '0 201|gemm_k|aten::mm|1024|decode step
201|relu_k|aten::relu|0|decode step
201|gemm_k|aten::mm|128|decode step
202|gemm_k|-|na|decode step
202|relu_k|-|na|decode step
203|gemm_k|aten::mm|1024|decode step
203|relu_k|aten::relu|0|decode step
203|gemm_k|aten::mm|128|decode step'
is "read-capture: what is joined is counted" "$(cat err)" \
    "pp-parse: $case_capture/replay.json: 6 of 8 kernels of graphs joined (first not: correlation id 202, no capture of 2 kernels with these names)"
is "read-capture: calls of another run have no numbers" \
    "$(jq -c '.op // [] | .[] | [.capture, has("seq"), has("id")]' rec | sort | uniq -c | awk '{ $1 = $1; print }')" \
    '6 [true,false,false]'

case_db nsys-nvtx-kinds
quiet nsys-nvtx-kinds 2
is "nsys-nvtx-kinds: operators and numbers: registered text counts, an open range's not" \
    "$(jq -c '[.kernel, (.op // [] | map(.op)), .seq]' rec)" \
    '["gemm_k",["aten::mm"],[7]]
["late_k",[],null]'
is "nsys-nvtx-kinds: ranges: start/end and open ones, no mark" "$(jq -c '.range | sort' rec)" \
    '["open at exit, seq = 99","step 1"]
["open at exit, seq = 99","step 1"]'

case_db nsys-two-processes
quiet nsys-two-processes 2
is "nsys-two-processes: each its own" \
    "$(jq -c '[.kernel, .device, .stream, (.op | map(.op)), .seq, .dur, .pid, .tid]' rec)" \
    '["k_1001",0,7,["aten::mm"],[1],1000,1001,1001]
["k_1002",1,7,["aten::add"],[2],300,1002,1002]'
is "nsys-two-processes: time of (device, stream)" \
    "$(cells device,stream,sil | sort)" "0|7|1000
1|7|300"
case_db nsys-two-processes old_schema.sql
quiet "nsys-two-processes: old schema" 1
is "nsys-two-processes: old schema: the process of the call" \
    "$(jq -c '[.kernel, .op[0].op, .seq, .dur, .pid]' rec)" '["k_old","aten::mm",[1],1000,1001]'

# --- texts of ranges ----------------------------------------------------------------

case_db nvtx-hostile-text
quiet nvtx-hostile-text 8
check "nvtx-hostile-text: eight JSON objects" jq -e . rec
jq -c 'select(.layer) | .layer[0]' rec >layers
cat >wanted <<'END'
"enc\n0"
"café 漢字 😀"
"say \"hi\""
"back\\slash\\n"
"tab\there"
"it's, a=1;b"
END
same "nvtx-hostile-text: layers" layers wanted
is "nvtx-hostile-text: trace" "$(sed -n 7p rec | jq -r '.trace[]')" \
    'C:\src\new\train.py:12
/home/u/o'"'"'brien.py:3'
pp-prof --csv -c layer,idx rec >csv
printf '"Layer","Idx"\n"enc\n0","1"\n"café 漢字 😀","2"\n"say ""hi""","3"\n' >wanted
printf '"back\\slash\\n","4"\n"tab\there","5"\n"it'"'"'s, a=1;b","6"\n' >>wanted
printf '"-","7"\n"-","8"\n' >>wanted
same "nvtx-hostile-text: --csv" csv wanted
is "nvtx-hostile-text: spaces: a line a kernel" \
    "$(pp-prof --no-header -c layer,idx rec | awk '{ print NF, $2 }' | tr '\n' ' ')" \
    "2 1 2 2 2 3 2 4 2 5 2 6 2 7 2 8 "
is "nvtx-hostile-text: 8: short name" \
    "$(sed -n 8p rec | jq -r .kernel | grep -cx -e k -e ns::k)" 1
is "nvtx-hostile-text: 8: the long name is unchanged" "$(sed -n 8p rec | jq -r .name)" \
    'void ns::k<(ns::E)1, ns::F<float, 4>>(ns::P<char const*, "x,y">, int)'

case_db nvtx-marker-forms
quiet nvtx-marker-forms 7
is "nvtx-marker-forms: numbers, directions, durations" "$(cells seq,dir,sil)" \
    "4|fprop|100
5|fprop|101
-|fprop|102
-|fprop|103
6|bprop|104
4|bprop|105
-|bprop|106"
is "nvtx-marker-forms: operators" \
    "$(sed -n '1,6p' rec | jq -r '.op[0].op' | tr '\n' ' ')" \
    "aten::linear aten::linear aten::relu_ aten::zeros MmBackward AddmmBackward0 "
is "nvtx-marker-forms: nodes" \
    "$(jq -r '.op // [] | map(.node // false) | any' rec | tr '\n' ' ')" \
    "false false false false true true false "
is "nvtx-marker-forms: shapes" "$(sed -n '1,2p' rec | jq -c '.op[0].args | map(.shape)')" \
    "[[32,128],[256,128],[256]]
[[32,128],[256,128],[256]]"
is "nvtx-marker-forms: two empty ones are two unknown arguments" \
    "$(sed -n 4p rec | jq -c '.op[0].args | map(.type)')" '["unknown","unknown"]'
is "nvtx-marker-forms: the numbers of op_id" "$(jq -r '.op[0].id // "none"' rec | tr '\n' ' ')" \
    "17 18 19 20 none 33 none "

# --- PyProf's argument values ---------------------------------------------------------

case_db pyprof-arg-values
quiet pyprof-arg-values 7
check "pyprof-arg-values: JSON" jq -e . rec
is "pyprof-arg-values: no bare nan or inf" "$(grep -c ':-\{0,1\}\(inf\|nan\|NaN\|Infinity\)' rec)" 0
is "pyprof-arg-values: operators and durations" "$(cells op,sil | tr '\n' ' ')" \
    "pad|10 __getitem__|10 clamp|10 fill_|10 addmm|10 einsum|10 dropout|10 "
is "pyprof-arg-values: -inf and nan are still told" \
    "$(sed -n 3p rec | jq -c '.op[0].args | map(.value) | .[1:]')" '["-inf","nan"]'
# 2*64*784*500 = 50176000, and 64*500 = 32000
is "pyprof-arg-values: addmm of five arguments" "$(cells flops,gemm | sed -n 5p)" \
    "50208000|50176000"
is "pyprof-arg-values: the equation" "$(sed -n 6p rec | jq -r '.op[0].args[0].value')" \
    "b'i,ij->bj"
is "pyprof-arg-values: 1e-05" "$(sed -n 4p rec | jq '.op[0].args[1].value == 0.00001')" true

# --- files that are no profile, and traces of other tools ------------------------------

if have_shared cases/read-wrong-files; then
	sh "$PP_SHARED/cases/read-wrong-files/mk.sh"
	# expected.md has the words of each line
	while IFS='|' read -r file words; do
		status pp-parse "$file"
		is "read-wrong-files: $file: status, records, lines" \
		    "$rc $(wc -c <out) $(wc -l <err)" "1 0 1"
		for word in $(echo "$words" | tr ' ' '_' | tr ';' ' '); do
			check "read-wrong-files: $file: $word" \
			    grep -qF -- "$(echo "$word" | tr '_' ' ')" err
		done
	done <<'END'
net.nsys-rep|Nsight Systems report;nsys export --type sqlite
net.ncu-rep|Nsight Compute report;ncu --import;--csv
kernels.parquet|an export of nsys that is not read;nsys export --type sqlite
net.jsonl|an export of nsys that is not read;nsys export --type sqlite
net.rec|records of pp-parse;pp-prof
nvprof.csv|a table of nvprof;nvprof -o
net.json.xz|packed with xz;unpack
net.json.zst|packed with zstd;unpack
net.json.bz2|packed with bzip2;unpack
END
	# this one is a profile: a kernel k of 2 ns, id 3
	status pp-parse gputrace.csv
	is "read-wrong-files: gputrace.csv is read" "$rc $(cat err) $(jq -c '[.kernel, .dur, .corr]' out)" \
	    '0  ["k",2,3]'
	status pp-parse "$PP_SHARED/cases/read-foreign-traces/jax.json"
	is "read-foreign-traces: status, records, lines, JAX" \
	    "$rc $(wc -c <out) $(wc -l <err) $(grep -c JAX err)" "1 0 1 1"
else
	skip "read-wrong-files, read-foreign-traces" "no $PP_SHARED/cases/read-wrong-files"
fi

# --- AMD's device numbers ----------------------------------------------------------------

if have_shared cases/read-amd-device; then
	pp-parse "$PP_SHARED/cases/read-amd-device/amd1.json" >rec
	is "read-amd-device: one" "$(cells device,peak)" "2|bf16:1307.400"
	pp-parse "$PP_SHARED/cases/read-amd-device/amd8.json" >rec
	is "read-amd-device: eight" "$(cells device,peak)" "2|bf16:1307.400
9|bf16:1307.400"
else
	skip "read-amd-device" "no $PP_SHARED/cases/read-amd-device"
fi

# --- nsys: ids that come again, parts, time 0, lost kernels -----------------------------

if have_shared cases/read-direction-phase; then
	pp-parse "$PP_SHARED/cases/read-direction-phase/step.json" >rec 2>/dev/null
	is "read-direction-phase: a step" "$(cells kernel,dir,phase)" "init_k|fprop|-
input_k|fprop|forward
sgemm_fw|fprop|forward
relu_fw|fprop|forward
metric_k|fprop|forward
zero_k|fprop|update
relu_bw|bprop|backward
accumulate_k|bprop|backward
bare_k|bprop|backward
sgemm_bw|bprop|backward
clip_k|fprop|-
update_k|fprop|update
ema_k|fprop|-
custom_k|na|-
orphan_k|na|-"
	# mm: 2*64*32*16 = 65536
	case_db read-direction-phase ranges.sql
	quiet "read-direction-phase: ranges" 5
	is "read-direction-phase: ranges" "$(cells kernel,dir,phase,flops)" \
	    "fw_k|fprop|forward|na
bw_k|bprop|backward|na
mm_k|bprop|backward|65536
alone_k|na|-|na
eval_k|na|-|na"
else
	skip "read-direction-phase" "no $PP_SHARED/cases/read-direction-phase"
fi

if have_shared cases/read-nsys-correlation; then
	for x in a b; do
		case_db read-nsys-correlation $x.sql
		quiet "read-nsys-correlation: $x" 2
		is "read-nsys-correlation: $x" "$(cells kernel,op,delay)" \
		    "gemm|aten::mm|30
relu|aten::relu|20"
	done
	for x in x normalized; do
		case_db read-nsys-base $x.sql
		is "read-nsys-base: $x" "$(pp-parse -k profile x.db 2>/dev/null | jq -r .base)" \
		    1699909059074948745
	done
	sqlite3 x.db "DROP TABLE TARGET_INFO_SESSION_START_TIME; UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET
	    start = start - 1699909056524276306, end = end - 1699909056524276306;
	    UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET start = start - 1699909056524276306, end = end - 1699909056524276306;
	    UPDATE NVTX_EVENTS SET start = start - 1699909056524276306, end = end - 1699909056524276306"
	is "read-nsys-base: without the table" \
	    "$(pp-parse -k profile x.db 2>/dev/null | jq -c 'has("base")')" false
	said='no table StringIds, so no names: was it exported with --tables?'
	case_db read-nsys-partial nostrings.sql
	is "read-nsys-partial: nostrings" "$(jq -c '[.dur, .name]' rec) $(cat rec.err)" \
	    "[100,null] pp-parse: x.db: $said"
	case_db read-nsys-partial only.sql
	is "read-nsys-partial: only" \
	    "$(jq -c .pid rec) $(pp-parse -k profile x.db 2>/dev/null | jq -r .producer) $(grep -cF "$said" rec.err)" \
	    "31
32 nsys 1"
	case_db read-negative-times neg.sql
	quiet read-negative-times 2
	is read-negative-times "$(jq -c '[.kernel, .start, .dur, .api_start]' rec)" \
	    '["k1",100,100,50]
["k2",200,130,150]'
	case_db read-lost-kernels lost.sql
	is "read-lost-kernels: the words" "$(grep -v NVTX rec.err)" \
	    "pp-parse: x.db: nsys says: Not all CUDA events might have been collected.
pp-parse: x.db: 3 launch calls without the kernel's row (first: correlation id 2)"
	is "read-lost-kernels: status, records" "$rc $(wc -l <rec)" "0 2"
	status pp-parse "$PP_SHARED/cases/read-lost-kernels/capture.json"
	is "read-lost-kernels: a capture runs nothing" \
	    "$rc $(jq -r .kernel out) $(sed 's/.*json: //' err)" \
	    "0 kept_k 1 launch call without the kernel's row (first: correlation id 4)"
else
	skip "read-nsys-correlation and the like" "no $PP_SHARED/cases/read-nsys-correlation"
fi

# --- Tensor Cores ---------------------------------------------------------------------

if have_shared cases/read-hostile-database && command -v python3 >/dev/null; then
	mkdir hostile
	(cd hostile && python3 "$PP_SHARED/cases/read-hostile-database/mk.py" &&
	    sh "$PP_SHARED/cases/read-hostile-database/shm.sh") >mk.out 2>&1
	damaged="damaged: table 'CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL' has more rows than its file can hold"
	for x in dag1 dag4; do
		status timeout 60 pp-parse hostile/$x.db
		is "read-hostile-database: $x" "$rc $(cat out err)" "1 pp-parse: hostile/$x.db: $damaged"
	done
	for x in fts memory; do
		status "$B/tests/bench/rss" rss timeout 60 pp-parse hostile/$x.db
		is "read-hostile-database: $x" "$rc $(cat out err)" \
		    "0 pp-parse: hostile/$x.db: no kernel table: was the run traced on the GPU?"
		case $B in
		*/san) skip "read-hostile-database: $x: memory" "the sanitizer's is much" ;;
		*) check "read-hostile-database: $x: memory ($(cut -d' ' -f3 rss) KiB)" \
		    test "$(cut -d' ' -f3 rss)" -lt 100000 ;;
		esac
	done
	cp hostile/w/other other
	status pp-parse hostile/w/x.db
	is "read-hostile-database: w" "$rc $(wc -l <out)" "0 1"
	same "read-hostile-database: w/other" hostile/w/other other
	# 257 to N list themselves, too; and the call
	for n in 12000 300; do
		python3 "$PP_SHARED/cases/read-nested-ranges/mk.py" $n >nested.json
		case $B in
		*/san) status pp-parse -k host nested.json ;;
		*) status sh -c 'ulimit -v 250000; pp-parse -k host nested.json' ;;
		esac
		is "read-nested-ranges: $n" "$rc $(wc -l <out) $(cat err)" \
		    "0 $((n + 1)) pp-parse: nested.json: $((n - 256 + 1)) records tell 256 of the ranges around them"
	done
else
	skip "read-hostile-database, read-nested-ranges" "no $PP_SHARED/cases/read-hostile-database, or no python3"
fi

case_db tensor-core-names
quiet tensor-core-names 13
# expected.md has a table: | kernel | TC |.  The two that only prepare a product
# ran no product: the column has '-'.
sed -n 's/^| \(.*[^ ]\) *| *\([01]\) *|$/\2 \1/p' \
    "$PP_SHARED/cases/tensor-core-names/expected.md" |
sed 's/^0 \(nchwToNhwcKernel\|cask_cudnn::computeOffsetsKernel\)$/- \1/' | sort >wanted
{ cells tc | tr -d '|' >tcs; jq -r .name rec | paste -d' ' tcs - | sort; } >got
is "tensor-core-names: 13 verdicts to compare" "$(wc -l <wanted)" 13
same "tensor-core-names" got wanted

# --- operators ------------------------------------------------------------------------

# roi_align in the dispatcher's order, factorisations of a batch, singular values, a
# lookup, isnan, a tensor without dimensions: the sums are in the case's text; cholesky_ex
# writes an int32 for each of 1000 matrices, too: 4000 + 4000 + 4000, 16000 + 16000 + 4000
cp "$PP_SHARED/cases/cost-records/records.jsonl" rec
is "cost-records: signatures: FLOPs, bytes" \
    "$(cells idx,flops,bytes | sed -n '6,7p;22,28p')" "6|12936|9800
7|12936|9800
22|333|12000
23|2667|36000
24|1365|288
25|10752|800
26|16000|76168
27|100|500
28|1|16"
is "cost-records: the lookup is an estimate" "$(cells conf | sed -n 26p)" estimate

# 2 * 544 * 128 * 8 with a causal mask, 2 * 1024 * 128 * 8 without
pp-parse "$PP_SHARED/cases/cost-paged-attention/trace.json" >rec
is "cost-paged-attention: pages of one token" "$(cells flops)" "1114112
2097152"

# --- sums -----------------------------------------------------------------------------

pp-parse "$PP_SHARED/cases/cost-sums/no-shapes.json" >rec
total='pp-prof --view roofline --csv --no-header -c call,flops,tflops,known rec'
is "cost-sums: nothing known: no sum" "$($total | tail -1)" '"total","na","na","0.000"'
is "cost-sums: the helper of an unknown convolution" \
    "$(cells idx,flops,conf,tc | head -1)" "1|na|unknown:no arguments|-"
is "cost-sums: coverage" "$(pp-prof --view coverage --no-header -c part,what,kernels rec |
    grep '^with flops')" "with flops 0"
pp-parse "$PP_SHARED/cases/cost-sums/one-known.json" >rec
# 2*64*32*16 = 65536 in 10000 of 46000 ns
is "cost-sums: one known" "$($total | tail -1)" '"total","65536","0.007","21.739"'

# 2000000 + 2000000*2*8
pp-parse "$PP_SHARED/cases/cost-bounds/trace.json" >rec
is "cost-bounds: a bound has no rate" "$(cells call,bytes,gbs,sol,roof,bconf | head -1)" \
    "aten::nonzero|34000000|na|na|na|upper"
is "cost-bounds: nor in JSON" "$(pp-prof --json -c bytes,gbs,sol,roof,bconf rec | head -1)" \
    '{"bytes":34000000,"gbs":null,"sol":null,"roof":null,"bconf":"upper"}'

# --- what records tell --------------------------------------------------------

case_db read-nvtx-domain cats.sql
is "read-nvtx-domain: domains and categories" \
    "$(jq -c '[.kernel, .range, .domain, .category]' rec)" \
    '["a",["get_block"],["kvbm"],["kvbm.leader"]]
["b",["get_block"],["kvbm"],["kvbm.worker"]]
["c",["get_block"],["vllm"],null]'
case_db read-nvtx-domain payload.sql
is "read-nvtx-domain: numbered steps" "$(jq -r .step rec)" "iteration 0
iteration 1
iteration 2
iteration 7"

case_db read-copy-memory
pp-parse -k memcpy x.db >rec
is "read-copy-memory: names" "$(jq -r .name rec)" \
    "Memcpy HtoD (Pageable -> Device)
Memcpy HtoD (Pinned -> Device)
Memcpy DtoD (Device -> Device)
Memcpy DtoH (Device -> Pageable)"
is "read-copy-memory: pageable and pinned are two groups" \
    "$(pp-prof --csv --no-header -g kernel -c kernel,total rec | grep HtoD)" \
    '"Memcpy HtoD (Pageable -> Device)","1000"
"Memcpy HtoD (Pinned -> Device)","100"'

pp-parse -k all "$PP_SHARED/cases/read-record-gaps/x.json" >rec
is "read-record-gaps: kinds" "$(jq -r 'select(.name // "" | test("detach_|Accumulate")) |
    .kind' rec)" "op
op
op"
is "read-record-gaps: ranges of autograd" "$(jq -c 'select(.kernel == "acc") | .range' rec)" \
    '["autograd::engine::evaluate_function: torch::autograd::AccumulateGrad","torch::autograd::AccumulateGrad"]'
is "read-record-gaps: process groups" "$(jq -c 'select(.class == "comm") | .comm |
    [.group, .pg]' rec)" '[2,"tp_0"]
[2,"dp_3"]'
is "read-record-gaps: the device and the rank" \
    "$(jq -c 'select(.kind == "profile") | [.rank, .pid, (.devices[0] | .mem, .threads)],
	(.devices | length)' rec) $(jq -c 'select(.kernel == "acc").gpu | [.mem, .threads]' rec)" \
    '[1,7,85044297728,2048]
1 [85044297728,2048]'
is "read-record-gaps: a call around is named, the own one has arguments" \
    "$(jq -c 'select(.name == "aten::addmm").op | map([.op, .seq, (.args | length)])' rec)" \
    '[["aten::linear",3,0],["aten::addmm",3,5]]'
is "read-record-gaps: a call of CUDA names them" \
    "$(jq -c 'select(.kind == "api" and .corr == 1).op' rec)" \
    '[{"op":"aten::linear","seq":3},{"op":"aten::addmm","seq":3}]'
is "read-record-gaps: a kernel has all arguments" \
    "$(jq -c 'select(.kernel == "sgemm").op | map(.args | length)' rec)" "[3,5]"

for n in a b; do
	case_db read-file-column $n.sql
	mv x.db $n.db
done
is "read-file-column: the profile of each" "$(pp-parse a.db b.db 2>/dev/null |
    pp-prof --csv --no-header -c kernel,file,sil)" '"ka","a.db","10"
"kb","b.db","15"'
is "read-file-column: a sum for each" "$(pp-parse a.db b.db 2>/dev/null |
    pp-prof --csv --no-header -g file -c file,total | sort)" '"a.db","10"
"b.db","15"'
is "read-file-column: of one profile" "$(pp-parse -H a.db 2>/dev/null | jq -r .file) $(
    pp-parse --with-filename a.db 2>/dev/null | jq -r .file) $(
    pp-parse a.db 2>/dev/null | jq -r .file)" "a.db a.db null"

# --- devices --------------------------------------------------------------------

is "cost-devices" "$(pp-prof --csv --no-header -c peak \
	"$PP_SHARED/cases/cost-devices/records.jsonl" 2>&1)" '"fp32:15.700"
"fp32:15.700"'

gpu_option()
{
	pp-parse "$PP_SHARED/cases/cost-gpu-option/trace.json" |
	pp-prof --gpu "$1" --csv --no-header -c "$2" 2>&1 | tr -d '"'
}
is "cost-gpu-option: an H100" \
	"$(gpu_option 'NVIDIA H100 80GB HBM3' kernel,tc,elig,peak)" \
	"attn_fwd,1?,1,bf16:989.400
matmul_kernel,1?,1,bf16:989.400"
is "cost-types-by-name: scaled" "$(
	pp-parse "$PP_SHARED/cases/cost-types-by-name/scaled_mm.json" |
	pp-prof --csv --no-header -c flops,bytes 2>&1 | tr -d '"')" \
	"4194304,143368
4194304,151560
4194304,na"
is "cost-types-by-name" "$(pp-prof --csv --no-header -c call,bytes,peak \
	"$PP_SHARED/cases/cost-types-by-name/records.jsonl" 2>&1 | tr -d '"')" \
	"aten::mm,1048576,fp8:4500.000
aten::mm,1048576,fp8:2614.900
aten::cat,160,na
aten::_foreach_mul_,480,na"
is "cost-gpu-option: a T4" "$(gpu_option 'Tesla T4' tc,elig)" "0?,0
0?,0"

done_testing
