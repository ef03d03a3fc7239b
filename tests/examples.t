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

done_testing
