# shellcheck shell=sh
# compat.t - the columns that PyProf has, compared with what PyProf itself
# printed for the same profiles (../shared/golden/pyprof).
#
# Every cell of the compared columns is PyProf's, except those of the lists
# below.  A list has one difference a line: rows, column, our cell, reason.  Our
# cells are written from the rules (pp-prof(1), DIFFERENCES FROM PYPROF), never
# from our output.  A difference that is not listed fails, and so does a listed
# one that does not occur.
. "$SRC/tests/lib.sh"

have_shared golden/pyprof || {
	skip "comparison with PyProf" "no $PP_SHARED"
	done_testing
}
G=$PP_SHARED/golden/pyprof
F=$PP_SHARED/data/pyprof-fixtures
net=$PP_SHARED/data/nvprof/josiahdavis-profiling-lm-net.sql
columns="idx seq altseq tid layer trace dir sub mod op kernel sil device stream grid block"
all=idx,seq,altseq,tid,layer,trace,dir,sub,mod,op,kernel,params,sil,tc,device,stream,grid,block,flops,bytes

# same_cells GOT.csv PYPROF.csv LIST: what differs, a line each; nothing when
# all is as it must be.  Values of a list between < and > are the column's least
# and PyProf's: what a .dict leaves open.
same_cells()
{
	awk -F '\t' -v columns="$columns" '
	function cells(line, into,    n) {
		sub(/^"/, "", line)
		sub(/"\r?$/, "", line)
		return split(line, into, /","/)
	}
	function bad(text) { print "line " FNR - 1 ": " text }
	BEGIN {
		n = split("idx SeqId seq SeqId altseq AltSeqId tid TId layer Layer" \
		    " trace Trace dir Direction sub Sub mod Module op Op kernel" \
		    " Kernel sil Sil(ns) device Device stream Stream grid Grid" \
		    " block Block", words, " ")
		for (i = 1; i < n; i += 2)
			key[words[i + 1]] = words[i]
		key["Idx"] = "idx"
		n = split(columns, words, " ")
		for (i = 1; i <= n; i++)
			compared[words[i]] = 1
	}
	FILENAME == ARGV[1] {
		if (/^#/ || NF == 0)
			next
		n = split($1, spans, ",")
		for (i = 1; i <= n; i++) {
			m = split(spans[i], ends, "-")
			for (r = ends[1] + 0; r <= ends[m] + 0; r++) {
				want[r, $2] = $3
				listed[r, $2] = 1
			}
		}
		next
	}
	FILENAME == ARGV[2] {
		pyprof[FNR - 1] = $0
		npyprof = FNR - 1
		next
	}
	FNR == 1 {
		nh = cells($0, head)
		cells(pyprof[0], pyhead)
		for (i = 1; i <= nh; i++)
			if (head[i] != pyhead[i])
				bad("header " head[i] ", PyProf " pyhead[i])
		next
	}
	FNR - 1 <= npyprof {
		row = FNR - 1
		if (cells($0, got) != nh)
			bad("another number of cells")
		cells(pyprof[row], py)
		for (i = 1; i <= nh; i++) {
			k = key[head[i]]
			if (!(k in compared))
				continue
			if (!((row, k) in listed)) {
				if (got[i] != py[i])
					bad(k " is " got[i] ", PyProf " py[i])
				continue
			}
			seen[row, k] = 1
			w = want[row, k]
			if (w ~ /^<.*>$/) {
				if (got[i] + 0 < substr(w, 2) + 0 ||
				    got[i] + 0 > py[i] + 0)
					bad(k " is " got[i] ", not " w " to " py[i])
				continue
			}
			if (got[i] != w)
				bad(k " is " got[i] ", must be " w \
				    " (PyProf " py[i] ")")
			else if (w == py[i])
				bad(k " is " w " as PyProf has it: list it no more")
		}
	}
	END {
		if (FNR - 1 < npyprof)
			print FNR - 1 " rows, PyProf has " npyprof
		for (rk in listed)
			if (!(rk in seen)) {
				split(rk, p, SUBSEP)
				print "listed but not there: row " p[1] " " p[2]
			}
	}' "$3" "$2" "$1"
}

# compare NAME GOT.csv PYPROF.csv LIST
compare()
{
	same_cells "$2" "$3" "$4" >differs 2>&1
	is "$1" "$(cat differs)" ""
}

# --- a real training profile of torch 1.4 -------------------------------------

# AccumulateGrad: 51 54 59 60 63 66 70 74 79 80 83 86 99 103 108 112.  Bare sum
# and add on the backward thread: 50 62 69 73 82 98 102 105.
tr '|' '\t' >net.list <<'END'
50-51,54,59-60,62-63,66,69-70,73-74,79-80,82-83,86,98-99,102-103,105,108,112|dir|bprop|AccumulateGrad and bare calls of the backward thread
50-51,54,59-60,62-63,66,69-70,73-74,79-80,82-83,86,98-99,102-103,105,108,112|altseq|-|no node, so no number; the 0 is a dummy
9|sub|0|the second equal() begins anew
10|sub|1|the second equal()
11|sub|2|the second equal()
60,80|sub|0|a second AccumulateGrad is another call
114-128,130-144|sub|0|one kernel a call; seq stands still outside autograd
95-97|mod|torch.nn.functional|SplitBackward links to split, seq = 75
95-97|op|multi_head_attention_forward|and so to the call around it
95-97|trace|language-model.py:319,language-model.py:261,language-model.py:110|the forward call's
END
# The same profile, as the lines of PyProf's parser: what PyProf counted into
# sub is not told apart again where two calls have the same text.
# split() launches no kernel, so PyProf's lines do not have the forward of 95-97.
sed -e '/^[0-9,-]*	sub	/d' -e '/^95-97	/d' net.list >net.dict.list
tr '|' '\t' >>net.dict.list <<'END'
9-11|sub|<0>|equal() twice
60,80|sub|<0>|AccumulateGrad twice
114-128,130-144|sub|<0>|norm and mul_, one after the other
END

if have_shared data/nvprof/josiahdavis-profiling-lm-net.sql; then
	check "net: parses" pp-parse -o net.rec "$net"
	is "net: 160 records" "$(wc -l <net.rec)" 160
	check "net: columns" sh -c "pp-prof --csv -c $all net.rec >net.csv"
	is "net: 160 rows, though PyProf aborted behind 144" "$(sed 1d net.csv | wc -l)" 160
	compare "net: cells" net.csv "$G/josiahdavis-profiling-lm-net.csv" net.list
fi
check "net.dict: parses" pp-parse -o net.rec2 "$G/josiahdavis-profiling-lm-net.dict"
pp-prof --csv -c $all net.rec2 >net2.csv
is "net.dict: 160 rows" "$(sed 1d net2.csv | wc -l)" 160
compare "net.dict: cells" net2.csv "$G/josiahdavis-profiling-lm-net.csv" net.dict.list

# --- a synthetic profile of torch 1.5 -----------------------------------------

# Of several user ranges PyProf shows one by chance; 42, 101 and 146 have the
# same two as 207.
tr '|' '\t' >t15.list <<'END'
207|op|forward|no call: the innermost range
43,102,147,208|dir|na|inside "iteration N" alone, which tells none
32,35,38,41,136,139,142,145|sub|0|the second add_ of SGD with momentum is another call
END
check "nvprof_t15: parses" pp-parse -o t15.rec "$F/nvprof_t15.sqlite"
pp-prof --csv -c $all t15.rec >t15.csv
compare "nvprof_t15: cells" t15.csv "$G/nvprof_t15.all.csv" t15.list
pp-prof --csv t15.rec >t15.default.csv
compare "nvprof_t15: cells of the default columns" t15.default.csv \
    "$G/nvprof_t15.default.csv" t15.list
is "nvprof_t15: as many rows" "$(wc -l <t15.csv)" "$(wc -l <"$G/nvprof_t15.all.csv")"

# The same run as nsys writes it, and as torch 1.13 marks it (PyProf aborts on
# both of these): the operators, and all that does not come from a marker's
# numbers, are the same.
for f in nsys_t15 nsys_textid_t2 nvprof_t2; do
	golden=nsys_t15
	[ $f = nvprof_t2 ] && golden=nvprof_t15
	check "$f: parses" pp-parse -o n.rec "$F/$f.sqlite"
	pp-prof --csv -c $all n.rec >n.csv
	compare "$f: cells" n.csv "$G/$golden.all.csv" t15.list
	is "$f: as many rows" "$(wc -l <n.csv)" "$(wc -l <"$G/$golden.all.csv")"
done
for f in nsys_textid_t2 nvprof_t2; do
	# every torch text with arguments' sizes; the two have none
	cp "$F/$f.sqlite" sizes.db
	chmod u+w sizes.db
	table=StringTable
	[ $f = nsys_textid_t2 ] && table=StringIds
	sqlite3 sizes.db "UPDATE $table SET value = value || ', sizes = [[2, 3], [], [4]]'
	    WHERE value GLOB '*, op_id = [0-9]*'"
	pp-parse -o sizes.rec sizes.db
	is "$f: with sizes, each torch call has its shapes" \
	    "$(jq -c '(.op // [])[] | select(.id) | .args | map(.shape)' sizes.rec | sort -u)" \
	    '[[2,3],null,[4]]'
	is "$f: with sizes, all else is the same" \
	    "$(jq -c '[.dir, .seq, .layer, (.op // [] | map(.op))]' sizes.rec | cksum)" \
	    "$(pp-parse "$F/$f.sqlite" | jq -c '[.dir, .seq, .layer, (.op // [] | map(.op))]' | cksum)"
done

# PyProf's lines have one of the two ranges around 207, "iteration 3".
tr '|' '\t' >t15.dict.list <<'END'
43,102,147,207,208|dir|na|inside "iteration N" alone, which tells none
32,35,38,41,136,139,142,145|sub|<0>|the second add_ of SGD with momentum
END
for f in nvprof_t15 nsys_t15; do
	check "$f.dict: parses" pp-parse -o d.rec "$G/$f.dict"
	pp-prof --csv -c $all d.rec >d.csv
	compare "$f.dict: cells" d.csv "$G/$f.all.csv" t15.dict.list
done

# Space output: as PyProf's but for params, and for the blanks inside a cell,
# of which PyProf leaves those in op.
pp-prof t15.rec >space
fields()
{
	awk '{
		$7 = "."
		if (NR == 33 || NR == 36 || NR == 39 || NR == 42 || NR == 137 ||
		    NR == 140 || NR == 143 || NR == 146)
			$3 = "."
		print
	}' "$1"
}
fields space >space.got
sed -e '208s/ iteration 3 / forward /' \
    -e '44s/ fprop / na /;103s/ fprop / na /;148s/ fprop / na /;209s/ fprop / na /' -e 's/ iteration \([0-9]\) / iteration_\1 /' \
    "$G/nvprof_t15.space.txt" >space.py
fields space.py >space.wanted
same "nvprof_t15: space" space.got space.wanted
is "nvprof_t15: space, eight fields on every line" \
    "$(awk 'NF != 8' space | wc -l)" 0

# --- odd markers --------------------------------------------------------------

tr '|' '\t' >edge.list <<'END'
1,20,21|dir|na|no call, no phase, no node
1|op|xlayer:q:z|a layer text begins with layer: ; this one is a user range, shown as op where there is no call
2|seq|10|the least number of the chain
2|altseq|11,12|and the rest
3|seq|9|a lower number than the last call's stays
3|altseq|-|there is but one
3|sub|0|another call
4|seq|9|numbers are compared as numbers
4|altseq|100|the rest
5|dir|bprop|inside CheckpointFunctionBackward
5|seq|50|the node's
6|mod|torch|an empty list of arguments is no reason not to read the call
6|op|rand|its operator
8,9|sub|0|another call of the cell
11,12|dir|bprop|DivBackward1 and CopyBackwards are autograd nodes
11,12|mod|Tensor|linked by number 12 to sub, the latest call that has it
11,12|op|__mul__|and so to the call around it
16|seq|32|the innermost node's
16|altseq|-|the node's alone
20,21|op|na|no range at all
END
check "edge: parses" pp-parse -o edge.rec "$F/edge.sqlite"
pp-prof --csv -c idx,seq,altseq,dir,sub,mod,op,kernel,params,tc,flops,bytes edge.rec >edge.csv
compare "edge: cells" edge.csv "$G/edge.csv" edge.list
is "edge: the layers of row 1" \
    "$(sed -n 1p edge.rec | jq -c .layer)" '["a:b",""]'
is "edge: 21 rows" "$(sed 1d edge.csv | wc -l)" 21

# PyProf's parser has dropped the checkpoint (5) and the range of row 1.
sed -e '/^[15][,	]/d' -e '/	sub	/d' edge.list >edge.dict.list
tr '|' '\t' >>edge.dict.list <<'END'
1,18,20,21|dir|na|of the ranges of 18, PyProf dropped "forward"
1|op|na|no other range is left
3,8,9|sub|<0>|what PyProf counted
END
check "edge.dict: parses" pp-parse -o edge.rec2 "$G/edge.dict"
pp-prof --csv -c idx,seq,altseq,dir,sub,mod,op,kernel,params,tc,flops,bytes edge.rec2 >edge2.csv
compare "edge.dict: cells" edge2.csv "$G/edge.csv" edge.dict.list

# --- every operator that PyProf knew ------------------------------------------

# zoo_ok.dict has a line for each row of zoo_results.tsv that PyProf survived
# (result ok:OP).
awk -F '\t' -v OFS='\t' '$7 ~ /^ok:/ {
	print $1, substr($7, 4), $3, $5
}' "$G/zoo_results.tsv" >zoo.wanted
check "zoo_ok.dict: parses" pp-parse -o zoo.rec "$G/zoo_ok.dict"
pp-prof --csv --no-header -c mod,op,dir,kernel zoo.rec |
sed -e 's/^"//' -e 's/"$//' -e 's/","/	/g' >zoo.got
same "zoo: module, operator, direction, kernel" zoo.got zoo.wanted
# The parameter texts are PyProf's for a forward call; a backward one is told
# apart by kernel name and not by order, an RNN cell's GEMMs have no rule yet.
awk -F '\t' '$7 ~ /^ok:/ {
	row++
	if ($3 == "fprop" && $1 !~ /Cell$/)
		print row "\t" $2 "\t" $8
}' "$G/zoo_results.tsv" >params.wanted
pp-prof --csv --no-header -c idx,params zoo.rec |
sed -e 's/^"//' -e 's/"$//' -e 's/","/	/g' |
awk -F '\t' 'NR == FNR { op[$1] = $2; next } $1 in op { print $1 "\t" op[$1] "\t" $2 }' \
    params.wanted - >params.got
same "zoo: parameters" params.got params.wanted

# --- links ----------------------------------------------------------------------

# net has 61 autograd nodes, most of which launch kernels.  To see the links of
# all, a copy gets one more kernel in each: launched right behind the node's
# start, where no inner call has begun.
if have_shared data/nvprof/josiahdavis-profiling-lm-net.sql; then
	cp "$net" nodes.db
	chmod u+w nodes.db
	sqlite3 -bail nodes.db <<'END'
CREATE TEMP TABLE node AS
  SELECT m._id_ AS n, m.timestamp AS t, s.value AS name
  FROM CUPTI_ACTIVITY_KIND_MARKER m JOIN StringTable s ON s._id_ = m.name
  WHERE m.flags = 2 AND (s.value GLOB '*Backward, seq = [0-9]*'
    OR s.value GLOB '*Backward[0-9], seq = [0-9]*'
    OR s.value GLOB '*Backwards, seq = [0-9]*');
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME
  SELECT NULL, 211, t + 1, t + 2, 15938, 452974336, 1000000 + n, 0 FROM node;
CREATE TEMP TABLE k AS
  SELECT * FROM CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL WHERE _id_ = 1;
UPDATE k SET _id_ = NULL;
CREATE TEMP TABLE all_k AS SELECT n, t, k.* FROM node JOIN k;
UPDATE all_k SET start = t + 100, end = t + 200, correlationId = 1000000 + n;
INSERT INTO CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL(cacheConfig,
  sharedMemoryConfig, registersPerThread, partitionedGlobalCacheRequested,
  partitionedGlobalCacheExecuted, start, end, completed, deviceId, contextId,
  streamId, gridX, gridY, gridZ, blockX, blockY, blockZ, staticSharedMemory,
  dynamicSharedMemory, localMemoryPerThread, localMemoryTotal, correlationId,
  gridId, name, queued, submitted, launchType, isSharedMemoryCarveoutRequested,
  sharedMemoryCarveoutRequested, sharedMemoryExecuted)
  SELECT cacheConfig, sharedMemoryConfig, registersPerThread,
  partitionedGlobalCacheRequested, partitionedGlobalCacheExecuted, start, end,
  completed, deviceId, contextId, streamId, gridX, gridY, gridZ, blockX, blockY,
  blockZ, staticSharedMemory, dynamicSharedMemory, localMemoryPerThread,
  localMemoryTotal, correlationId, gridId, name, queued, submitted, launchType,
  isSharedMemoryCarveoutRequested, sharedMemoryCarveoutRequested,
  sharedMemoryExecuted FROM all_k;
END
	pp-parse nodes.db >nodes.rec
	is "nodes: 160 kernels and 61 more" "$(wc -l <nodes.rec)" 221
	# node, its number, the name of the forward call, its number
	jq -r 'select(.corr > 1000000) |
	    [(.op | map(select(.node)) | last | .op), .seq[0],
	    (.fwd // [] | last | .op), (.fwd // [] | last | .seq)] |
	    map(. // "none") | @tsv' nodes.rec >links
	is "nodes: all 61 link" "$(awk -F '\t' '$3 != "none"' links | wc -l)" 61
	is "nodes: each to a call with its own number" \
	    "$(awk -F '\t' '$2 != $4' links)" ""
	# What is left of MulBackward0 is the name of the forward call, mul
	awk -F '\t' '{
		node = $1
		sub(/^.*::/, "", node)
		sub(/Backward[0-9]*$|Backwards$/, "", node)
		call = $3
		sub(/^.*::/, "", call)
		gsub(/[_0-9]/, "", node)
		gsub(/[_0-9]/, "", call)
		print (tolower(node) == tolower(call) ? "stem" : $1 " " $3)
	}' links | sort | uniq -c | awk '{ $1 = $1; print }' >stems
	# contiguous() copies: three nodes say Copy
	is "nodes: 58 by stem, 3 CopyBackwards" "$(cat stems)" \
	    "58 stem
3 torch::autograd::CopyBackwards contiguous"
	jq -r 'select(.corr > 1000000 | not) | select(.op // [] | any(.node)) |
	    .fwd // "none" | if . == "none" then . else "yes" end' nodes.rec |
	sort | uniq -c | awk '{ print $2, $1 }' >linked
	# 113 rows of the forward and the optimizer, 24 outside of any node
	is "net: every kernel in a node has its forward" \
	    "$(cut -d' ' -f1 linked)" yes
fi

done_testing
