# The fixture launches gemm(float*), then addv(float*) twice: 12, and 13, which
# has no grid, so that grids do not count.  ncu gives names with types or without, and in
# a spelling of its own.
db=$(db nvprof)
sqlite3 "$db" 'DELETE FROM CUPTI_ACTIVITY_KIND_MARKER WHERE id = 7' # a range that is warned of
# csv NAME ...: a kernel a name, its number in the counter n
csv()
{
	echo '"ID","Process ID","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","n","dram__bytes.sum"'
	echo '"","","","","","","","","","inst","Kbyte"'
	i=0
	for name; do
		echo "\"$i\",\"5\",\"$name\",\"1\",\"7\",\"(32, 1, 1)\",\"(1, 1, 1)\",\"${device-0}\",\"7.0\",\"$i\",\"0.5\""
		i=$((i + 1))
	done
}
# joined [PROFILE]: correlation ids with the counter
joined()
{
	pp-parse --counters ncu.csv "${1-$db}" | jq -c '[.corr, .kernel, .counters.n]'
}
echo "all, in the order of the calls"
csv 'gemm' 'addv(float*)' 'void addv(float *)' >ncu.csv
joined
cp "$db" other.sqlite
sqlite3 other.sqlite 'UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET start = 1400, end = 1450 WHERE correlationId = 12'
joined other.sqlite
echo "of addv one is missing, nobody knows which; of a kernel that is not there"
csv addv gemm more >ncu.csv
joined
echo "gemm only"
csv gemm >ncu.csv
joined
echo "on another device"
device=1 csv gemm addv addv >ncu.csv
joined
echo "bytes are in base units, and nothing else is changed"
csv gemm addv addv >ncu.csv
pp-parse --counters - "$db" <ncu.csv | jq -c 'select(.corr == 11).counters'
pp-parse --counters ncu.csv "$db" | jq -c 'del(.counters)' >with
pp-parse "$db" | jq -c . | cmp - with
pp-parse --counters ncu.csv <"$db" | jq -c .counters.n
echo "a table without rows is said, and the records come"
csv >ncu.csv
joined
echo "what cannot be read, or is no ncu"
echo hello >not.csv
for f in not.csv none.csv . "$db"; do
	pp-parse -o out --counters "$f" "$db" || echo "status $? $(wc -c <out)"
done
cp ncu.csv both.csv
pp-parse -o both.csv --counters both.csv "$db" || echo "status $?"
cmp both.csv ncu.csv && echo as it was
echo "wrong usage"
pp-parse --counters ncu.csv "$db" "$db" || echo "status $?"
pp-parse --counters ncu.csv --counters ncu.csv "$db" || echo "status $?"
pp-parse --counters - <"$db" || echo "status $?"
pp-parse -k memcpy --counters ncu.csv "$db" || echo "status $?"
