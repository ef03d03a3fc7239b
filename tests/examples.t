# shellcheck shell=sh
# examples.t - the example profile and its scripts give what they must.
#
# The expected files are worked out by hand (examples/lenet.md shows how); the
# arithmetic itself is checked here, without the programs.
. "$SRC/tests/lib.sh"
E=$SRC/examples

# lenet.md against lenet.expected: every formula has the value that stands
# beside it, and that value is the cell of the table.
md_rows()
{
	# row, FLOPs formula, FLOPs, bytes formula, bytes
	awk -F '|' '/^\| [0-9]+ \|/ {
		for (i = 1; i <= NF; i++)
			gsub(/^ +| +$/, "", $i)
		print $2 ";" $4 ";" $5 ";" $6 ";" $7
	}' "$E/lenet.md"
}
value()
{
	case $1 in
	na) echo na ;;
	*[!0-9+*\ \(\)]*) echo "no formula: $1" ;;
	*) echo $(($1)) ;;
	esac
}
md_rows | while IFS=';' read -r row flops_by flops bytes_by bytes; do
	[ "$(value "$flops_by")" = "$flops" ] || echo "row $row: $flops_by is not $flops"
	[ "$(value "$bytes_by")" = "$bytes" ] || echo "row $row: $bytes_by is not $bytes"
done >wrong
is "lenet.md: each formula has its value" "$(cat wrong)" ""
md_rows | awk -F ';' '{ print $1, $3, $5 }' >md
tr -d '"' <"$E/lenet.expected" | awk -F, 'NR > 1 { print $1, $10, $11 }' >table
same "lenet.md: the values are those of lenet.expected" md table
is "lenet.md: all 62 kernels" "$(wc -l <md)" 62

# The programs.
p=$(db examples/lenet)
check "lenet.sql: parses" pp-parse -o records "$p"
pp-prof --csv -c idx,seq,layer,dir,sub,mod,op,kernel,tc,flops,bytes records >csv
same "lenet.expected" csv "$E/lenet.expected"

# The traces without the framework's own files; a backward kernel has its
# forward's: relu in lenet.py:17, ten lines of the optimizer.
pp-prof --no-header -c dir,trace records >traces
is "traces of relu, forward and backward" \
    "$(sed -n '4p;48p' traces | tr '\n' ' ')" \
    "fprop train.py:31,lenet.py:17 bprop train.py:31,lenet.py:17 "
is "traces of the optimizer" "$(grep -c '^fprop train.py:34$' traces)" 10

# Copies and memory sets come where they are asked for: the batch (64*28*28*4
# and 64*8 bytes) and the gradients set to zero (64*10*4, 64*16*8*8*4,
# 64*6*24*24*4 bytes).
pp-parse -k gpu "$p" | jq -r 'select(.kind) | "\(.kind) \(.copy // "-") \(.bytes)"' >other
cat >other.wanted <<'END'
memcpy HtoD 200704
memcpy HtoD 512
memset - 2560
memset - 262144
memset - 884736
END
same "-k gpu: two copies, three sets" other other.wanted

for script in top-ops to-spreadsheet terminal; do
	status bash "$E/$script.sh" "$p"
	is "$script.sh: status 0, quiet" "$rc $(cat err)" "0 "
	same "$script.sh: output" out "$E/$script.expected"
done

# A failure anywhere in the pipe is a failure of the script.
for script in top-ops to-spreadsheet terminal; do
	status bash "$E/$script.sh" missing.db
	is "$script.sh: a missing profile fails" "$rc" 1
done

# block.json: two linear layers, 64 to 128 to 64, of 32 rows, a gelu between them,
# in half precision; their backward and the update.
#	linear		2*32*64*128 + 32*128 = 528384, 2*32*128*64 + 32*64 = 526336
#			2*(128 + 32*64 + 64*128 + 32*128) = 28928
#			2*(64 + 32*128 + 128*64 + 32*64) = 28800
#	gelu		5*32*128 = 20480; 2*2*32*128 = 16384
#	its backward	11*32*128 = 45056; 2*3*32*128 = 24576
#	products	2*32*64*128 = 524288; 2*(32*64 + 64*128 + 32*128) = 28672
#	update		2*(128*64 + 64*128) = 32768; the lists have no types
# block-ncu.csv has what a run under ncu counted, in units of 1000 bytes.
pp-parse --counters "$E/block-ncu.csv" "$E/block.json" >records 2>err
{
	echo op,dir,sil,flops,bytes,dram
	pp-prof --csv --no-header -c op,dir,sil,flops,bytes,ctr:dram__bytes.sum records | tr -d '"'
} >csv
same "block.expected" csv "$E/block.expected"
is "block.json: without a word" "$(cat err)" ""
is "block.json: time 0 since 1970, the first row" \
    "$(pp-parse -k profile "$E/block.json" | jq -r .base)" $((1730419200000000000 + 1000 * 1000))
gzip <"$E/block.json" | pp-parse --counters "$E/block-ncu.csv" >packed
same "block.json: the same when packed" packed records

done_testing
