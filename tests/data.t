# shellcheck shell=sh
# data.t - real nvprof profiles that others published, and the schema of every
# version of nvprof that is known (../shared/data).
. "$SRC/tests/lib.sh"
. "$SRC/tests/once.sh"

# --- nothing is counted twice ---------------------------------------------------

# once_is NAME RECORDS: at least one was counted, none twice
once_is()
{
	once "$2" >counted
	is "$1: no call is counted twice" "$(sed 1d counted)" ""
	check "$1: some are counted" test "$(sed -n 1p counted)" -gt 0
}

pp-parse "$(db examples/lenet)" >lenet.rec
once_is lenet lenet.rec
# The check can fail: row 3 adds the bias of row 2's convolution
jq -c 'if .corr == 103 then .main = true else . end' lenet.rec >wrong.rec
is "the check sees a second kernel that takes a convolution" \
    "$(once wrong.rec | sed 1d)" "torch.nn.functional.conv2d: kernels 2 and 3"
# Row 24 is the wgrad beside the dgrad of row 23
jq -c 'if .corr == 125 then .role = "dgrad" else . end' lenet.rec >wrong.rec
is "the check sees a second kernel that takes a role" \
    "$(once wrong.rec | sed 1d)" "AddmmBackward: kernels 23 and 24"

have_shared data/nvprof || {
	skip "profiles and schemas of ../shared" "no $PP_SHARED/data"
	done_testing
}
D=$PP_SHARED/data

# --- every profile ----------------------------------------------------------------

ask()
{
	sqlite3 -readonly "file:$1?immutable=1" "$2"
}
for f in "$D"/nvprof/*; do
	name=${f##*/}
	want=0
	for t in CONCURRENT_KERNEL KERNEL; do
		n=$(ask "$f" "SELECT count(*) FROM CUPTI_ACTIVITY_KIND_$t" 2>/dev/null) || n=0
		want=$((want + n))
	done
	status pp-parse "$f"
	is "$name: $want kernels" "$rc $(wc -l <out)" "0 $want"
	if [ "$want" -eq 0 ]; then
		is "$name: a line on stderr says that there is no kernel" \
		    "$(wc -l <err) $(grep -c kernel err)" "1 1"
		continue
	fi
	check "$name: every line is a JSON object" jq -e 'type == "object"' out
	mv out rec
	status pp-prof rec
	is "$name: as many rows, and no word" "$rc $(wc -l <out) $(cat err)" "0 $((want + 1)) "
	once rec >counted
	is "$name: no call is counted twice" "$(sed 1d counted)" ""
	# In GPU order, names and times as the tables have them
	is "$name: in order of time" \
	    "$(jq -n '[inputs.start // empty] | . == sort' rec)" true
	is "$name: the time of all kernels" "$(jq -n '[inputs.dur // 0] | add' rec)" \
	    "$(ask "$f" "SELECT sum(end - start) FROM CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL")"
done
for name in nvprof_t15 nvprof_t2 edge; do
	pp-parse "$D/pyprof-fixtures/$name.sqlite" >rec
	once_is "$name" rec
done

# --- every schema -------------------------------------------------------------------

object="x'9210000040c7a2f700000000'" # process 4242, thread 0xf7a2c740
for f in "$D"/schemas/nvprof-v*.sql; do
	name=${f##*/}
	rm -f s.db
	# a table that SQLite makes itself is in the dump too
	grep -v 'CREATE TABLE sqlite_' "$f" | sqlite3 -bail s.db
	status pp-parse s.db
	is "$name: empty: a warning, no record, status 0" \
	    "$rc $(wc -c <out) $(grep -c kernel err)" "0 0 1"
	sqlite3 -bail s.db <<'END'
INSERT INTO StringTable(_id_, value) VALUES(101, '_Z1kPf'), (102,
  '{''mod'': ''torch'', ''op'': ''relu'', ''args'': [{''name'': '''', ''type'': ''tensor'', ''shape'': (8, 9), ''dtype'': ''float32''}]}');
END
	fill s.db CUPTI_ACTIVITY_KIND_MARKER flags=2 timestamp=2000 id=9 objectKind=2 \
	    "objectId=$object" name=102
	fill s.db CUPTI_ACTIVITY_KIND_MARKER flags=4 timestamp=4500 id=9 objectKind=2 \
	    "objectId=$object"
	fill s.db CUPTI_ACTIVITY_KIND_RUNTIME cbid=211 start=3000 end=4000 processId=4242 \
	    threadId=-140327104 correlationId=77
	for t in CONCURRENT_KERNEL KERNEL; do
		[ -n "$(sqlite3 s.db "SELECT 1 FROM pragma_table_info('CUPTI_ACTIVITY_KIND_$t') LIMIT 1")" ] || {
			is "$name: $t" "there is no such table" ""
			continue
		}
		sqlite3 s.db "DELETE FROM CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL"
		fill s.db "CUPTI_ACTIVITY_KIND_$t" start=5000 end=7000 completed=7000 \
		    deviceId=3 contextId=1 streamId=7 gridX=12 gridY=1 gridZ=5 \
		    blockX=256 blockY=2 blockZ=1 registersPerThread=32 \
		    staticSharedMemory=1024 dynamicSharedMemory=512 correlationId=77 \
		    gridId=1 name=101
		status pp-parse s.db
		is "$name: $t: one record, no word" "$rc $(wc -l <out) $(cat err)" "0 1 "
		# The first event is the range at 2000; 4294967296 - 140327104
		is "$name: $t: a right one" "$(jq -c '[.kernel, .start, .dur, .device,
		    .stream, .grid, .block, .regs, .smem, .corr, .pid, .tid, .api,
		    .api_start, .api_dur, .dir, (.op | map(.mod, .op, .args[0].shape))]' out)" \
		    '["k",3000,2000,3,7,[12,1,5],[256,2,1],32,1536,77,4242,4154640192,"cudaLaunchKernel",1000,1000,"fprop",["torch","relu",[8,9]]]'
	done
done

# --- rows of a real training profile, worked out by hand ------------------------------

# 35 tokens * 20 = 700 rows, 200 wide, 33278 words; floats of 4 bytes.
net=$D/nvprof/josiahdavis-profiling-lm-net.sql
if [ -e "$net" ]; then
	pp-parse "$net" >net.rec
	pp-prof --csv --no-header -c idx,call,flops,bytes,conf net.rec |
	sed -e 's/^"//' -e 's/"$//' -e 's/","/|/g' >net.rows

	# by_hand ROW WHAT CALL FLOPS BYTES: formulas of the shell
	by_hand()
	{
		is "net $1: $2" "$(awk -F '|' -v row="$1" '$1 == row { print $2, $3, $4 }' net.rows)" \
		    "$3 $(($4)) $(($5))"
	}
	mm="2*700*33278*200"
	mm_bytes="4*(700*200 + 33278*200 + 700*33278)"
	by_hand 41 "linear, its GEMM" Tensor.matmul "$mm" "$mm_bytes"
	by_hand 42 "linear, its bias" Tensor.__iadd__ 700*33278 "4*(2*700*33278 + 33278)"
	by_hand 52 "linear, wgrad" Tensor.matmul "$mm" "$mm_bytes"
	by_hand 53 "linear, dgrad" Tensor.matmul "$mm" "$mm_bytes"
	by_hand 49 "log_softmax, backward" Tensor.log_softmax 4*700*33278 4*3*700*33278
	by_hand 44 "cross_entropy, log_softmax" Tensor.log_softmax 5*700*33278 4*2*700*33278
	by_hand 45 "cross_entropy, nll_loss" torch.nn.functional.nll_loss 700 "4*700 + 8*700 + 4 + 4"
	by_hand 113 "norm of 600 x 200" torch.norm 2*600*200+1 4*600*200+4
	by_hand 160 "add_ with alpha in the middle" Tensor.add_ 2*33278 4*3*33278
	# a fill has set the table to zeros; rows that are hit are read and written
	by_hand 111 "embedding, backward" torch.embedding 700*200 "700*200*4 + 8*700 + 2*700*200*4"
	by_hand 29 "layer_norm" torch.layer_norm 5*700*200 "4*(2*700*200 + 2*200) + 4*2*700"
	by_hand 17 "bmm of 20 heads" torch.bmm 2*20*35*35*200 "4*20*(2*35*200 + 35*35)"
	is "net 52, 53: roles" "$(jq -r '.role // "none"' net.rec | sed -n '52,53p' | tr '\n' ' ')" \
	    "wgrad dgrad "
	is "net 110: the fill of the embedding's backward is a helper" \
	    "$(awk -F '|' '$1 == 110 { print $3, $5 }' net.rows)" "0 helper"
	is "net 30: the second kernel of layer_norm is a helper" \
	    "$(awk -F '|' '$1 == 30 { print $3, $5 }' net.rows)" "0 helper"
	once_is net net.rec
	# Two kernels of layer_norm are of the class of its main one, all four of its
	# backward: which does how much of the work is not known.
	is "net 29-30, 55-58: kernels of one class" \
	    "$(jq -r .class net.rec | sed -n '29,30p;55,58p' | sort -u)" norm
	is "net 29, 58: the cost is an estimate; 17, 41: exact" \
	    "$(awk -F '|' '$1 == 17 || $1 == 29 || $1 == 41 || $1 == 58 { print $1, $5 }' net.rows)" \
	    "17 exact
29 estimate
41 exact
58 estimate"

	pp-prof --no-header -c flops,sil,op net.rec >cover
	# The rest: sum and add_ of the backward thread, whose ranges have no shapes
	is "net: 94 % of the kernel time has a FLOP rule" \
	    "$(awk '{ all += $2 } $1 != "na" { n += $2 } END { print int(100 * n / all) }' cover)" 94
	is "net: every kernel has an operator" "$(awk '$3 == "na"' cover | wc -l)" 0
fi

done_testing
