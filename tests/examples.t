# shellcheck shell=sh
# examples.t - the example profile and its scripts give what they must.
#
# The expected files are worked out by hand (examples/lenet.md shows how); the
# arithmetic itself is checked here, without the programs.
. "$SRC/tests/lib.sh"
E=$SRC/examples

# NAME.md against NAME.expected: every formula has the value that stands beside it,
# and that value is the cell of the table, in its last two columns.
md_rows()
{
	# row, FLOPs formula, FLOPs, bytes formula, bytes
	awk -F '|' '/^\| [0-9]+ \|/ {
		for (i = 1; i <= NF; i++)
			gsub(/^ +| +$/, "", $i)
		print $2 ";" $4 ";" $5 ";" $6 ";" $7
	}' "$E/$1.md"
}
value()
{
	case $1 in
	na) echo na ;;
	*[!0-9+*\ \(\)]*) echo "no formula: $1" ;;
	*) echo $(($1)) ;;
	esac
}
by_hand()
{
	md_rows "$1" | while IFS=';' read -r row flops_by flops bytes_by bytes; do
		[ "$(value "$flops_by")" = "$flops" ] || echo "row $row: $flops_by is not $flops"
		[ "$(value "$bytes_by")" = "$bytes" ] || echo "row $row: $bytes_by is not $bytes"
	done >wrong
	is "$1.md: each formula has its value" "$(cat wrong)" ""
	md_rows "$1" | awk -F ';' '{ print $1, $3, $5 }' >md
	tr -d '"' <"$E/$1.expected" | awk -F, 'NR > 1 { print $1, $(NF - 1), $NF }' >table
	same "$1.md: the values are those of $1.expected" md table
	is "$1.md: all $2 kernels" "$(wc -l <md)" "$2"
}
by_hand lenet 62
by_hand bert 48

# The programs.  The script may run twice.
p=$(db examples/lenet)
cp "$p" twice.sqlite
check "lenet.sql: twice" sh -c 'sqlite3 -bail twice.sqlite <"$1"' - "$E/lenet.sql"
pp-parse -k all "$p" >once && pp-parse -k all twice.sqlite >twice
same "lenet.sql: twice is as once" twice once
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

# Each takes a profile, several, or standard input.  A failure anywhere in the pipe
# is a failure of the script.
for script in "$E"/*.sh; do
	name=${script##*/}
	bash "$script" "$p" >named 2>err
	check "$name: prints something, quietly" sh -c 'test -s named && ! test -s err'
	# demo.sh prints the name of the file
	sed "s/$p/FILE/" named >as.file
	bash "$script" <"$p" >out 2>err
	is "$name: standard input, quietly" "$? $(cat err)" "0 "
	sed 's/<FILE/FILE/' out >as.input
	same "$name: standard input is as a file" as.input as.file
	cat "$p" | bash "$script" - >out 2>err
	is "$name: - is standard input" "$? $(cat err)" "0 "
	sed 's/<FILE/FILE/' out >as.input
	same "$name: and as a file" as.input as.file
	status bash "$script" missing.db
	is "$name: a missing profile fails" "$rc" 1
done
# exact-ns.sh takes records, too
bash "$E/exact-ns.sh" "$p" >named
pp-parse -k kernel,memcpy,memset "$p" | bash "$E/exact-ns.sh" >out
same "exact-ns.sh: records" out named
# as the view has it
is "exact-ns.sh: the figures of the view busy" "$(awk '{ v[$1] = $2 } END {
	print v["kernel_time"], v["busy"], v["idle"], v["compute"], v["comm"], v["overlap"] }' named)" \
    "$(pp-parse -k gpu "$p" | pp-prof --no-header --view busy -c span,busy,idle,compute,comm,overlap)"

# bert.json: known to the last kernel, in phases, on Tensor Cores; the formulas above
check "bert.json: parses" pp-parse -o records "$E/bert.json"
pp-prof --csv -c idx,phase,dir,op,call,tc,elig,flops,bytes records >csv
same "bert.expected" csv "$E/bert.expected"
# the times of the forward's products by the trace that they are from, in ns
is "bert.json: times of products" "$(pp-prof --no-header -c phase,call,sil records |
    awk '$1 == "forward" && $2 == "aten::addmm" { print $3 }' | paste -sd ' ' -)" \
    "5824 5727 5887 5664 6047 8160 41280"
is "bert.json: all kernels' FLOPs and bytes are known" \
    "$(pp-prof --view coverage --no-header -c part,what,kernels records |
	grep '^with' | paste -sd ,)" "with operator 48,with shapes 48,with flops 48,with bytes 48"

# The demo: three commands, what they print, 76 columns
ln -s "$E" examples
sh "$E/demo.sh" examples/bert.json >demo
is "demo: lines of 76" "$(awk 'length > 76' demo "$E/demo.txt")" ""
is "demo: three commands" "$(grep -c '^\$ pp-parse' demo)" 3
is "demo: the last has eight rows" "$(sed '1,/pp-prof -w 76 | head -9$/d' demo | grep -c '^ *[1-8] ')" 8
check "demo: the roofline has the peak of Tensor Cores" grep -q '^aten::mm .* bf16:' demo
awk '/^\$ / { n++; c = sprintf("c%d", n); print substr($0, 3) > (c ".cmd"); next }
    /^> / { print substr($0, 3) > (c ".cmd"); next }
    /^#|^$/ { next }
    { print > (c ".out") }' demo
for n in 1 2 3; do
	sh "c$n.cmd" >out 2>err
	same "demo: command $n prints that" out "c$n.out"
done
check "make demo shows it" grep -q 'examples/demo.sh examples/bert.json' "$SRC/Makefile"

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

# roofline.gp: a point for each operator that computes something; without gnuplot, what
# its comment says to run has the columns that it reads by number
pp-parse "$E/bert.json" >rec 2>err
pp-prof --view roofline --csv -c call,time,ai,tflops rec >roofline.csv
is "roofline.gp: the columns" "$(head -1 roofline.csv)" '"call","time","ai","TFLOP/s"'
check "roofline.gp: its comment names them" grep -q -e '--csv -c call,time,ai,tflops >roofline.csv' "$E/roofline.gp"
if command -v gnuplot >/dev/null; then
	gnuplot -c "$E/roofline.gp" roofline.csv 989.4 3352 >roofline.svg 2>err
	is "roofline.gp: status, stderr" "$? $(cat err)" "0 "
	is "roofline.gp: points" "$(grep -c "<use xlink:href='#gpPt6'" roofline.svg)" \
	    "$(pp-prof --view roofline --csv --no-header -c call,tflops,ai rec | grep -v '"total"' |
		grep -vc '"\(0.000\|na\|-\)"')"
	check "roofline.gp: names" grep -q 'aten::mm' roofline.svg
else
	skip "roofline.gp: points" "no gnuplot"
fi
done_testing
