# Counters of another run where more than the order would have to be known.
call() # PID TS CORR [NAME]
{
	echo "{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"${4:-cudaLaunchKernel}\",\"pid\":$1,\"tid\":1,\"ts\":$2,\"dur\":1,\"args\":{\"correlation\":$3}},"
}
kernel() # NAME TS CORR [STREAM [DEVICE]]
{
	echo "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"$1\",\"pid\":${5:-0},\"ts\":$2,\"dur\":1,\"args\":{\"correlation\":$3,\"device\":${5:-0}${4:+,\"stream\":$4}}},"
}
# row PROCESS NAME N [DEVICE]: a row of ncu, whose counter n is N
row()
{
	echo "\"$id\",\"$1\",\"$2\",\"${4:-0}\",\"$3\""
	id=$((id + 1))
}
# joined WHAT ROWS MEASURED: corr and counter of the kernels in order of corr
joined()
{
	echo "$1"
	echo "$1:" >&2
	printf '{"traceEvents":[%s]}' "$(printf '%s' "$2" | sed '$s/,$//')" >t.json
	{ echo "${head:-\"ID\",\"Process ID\",\"Kernel Name\",\"Device\",\"n\"}"; printf '%s\n' "$3"; } >n.csv
	pp-parse --counters n.csv t.json 2>err | jq -c '[.corr, .counters.n]' | sort
	grep counters err >&2 || grep n.csv err >&2 || :
}
id=0
two="$(call 1 1 11) $(call 2 2 12) $(kernel k 20 11) $(kernel k 10 12)"
joined "two processes, one was measured: what both launched is none's" \
    "$two $(call 1 3 13) $(kernel only 30 13)" "$(row 7 k 1; row 7 k 2; row 7 only 3)"
joined "one process, two were measured" "$(call 1 1 11) $(call 1 2 12)
    $(kernel k 10 11) $(kernel k 20 12)" "$(row 7 k 1; row 8 k 2)"
joined "two and two, with other pids" "$two" "$(row 7 k 1; row 8 k 2)"
joined "with the same ones: each by itself" "$two" "$(row 2 k 2; row 1 k 1)"
joined "a pid more" "$two" "$(row 2 k 2; row 1 k 1; row 3 other 1)"
joined "as many pids, one of them another" "$two" "$(row 2 k 2; row 3 k 1)"
joined "a device for each" "$(call 1 1 11) $(call 2 2 12) $(kernel k 20 11 7 0) $(kernel k 10 12 7 1)" \
    "$(row 7 k 2 1; row 8 k 1 0)"
joined "a kernel of which no process is told, of two" \
    "$(call 1 1 11) $(call 2 2 12) $(kernel k 10 11) $(kernel other 20 12) $(kernel k 30 13)" \
    "$(row 7 k 1; row 7 k 2; row 7 other 3)"
joined "and of one" "$(call 1 1 11) $(kernel k 10 11 7) $(kernel k 30 13 7)" \
    "$(row 7 k 1; row 7 k 2)"
joined "without calls, on one stream" "$(kernel k 20 12 7) $(kernel k 10 11 7)" \
    "$(row 7 k 1; row 7 k 2)"
joined "on two, or which is not told" \
    "$(kernel k 20 12 7) $(kernel k 10 11 8) $(kernel l 20 14) $(kernel l 10 13)
    $(kernel m 10 15 7 0) $(kernel m 20 16 7 1)" \
    "$(row 7 k 1; row 7 k 2; row 7 l 1; row 7 l 2)
$(row 7 m 1 0; row 7 m 2 1)"
head='"ID","Process ID","Kernel Name","Dev","n"'
joined "on two devices, where ncu does not tell them" \
    "$(kernel m 10 15 7 0) $(kernel m 20 16 7 1)" "$(row 7 m 1 0; row 7 m 2 1)"
head=
joined "with the same counters it is all one" "$(kernel k 20 12 7) $(kernel k 10 11 8)" \
    "$(row 7 k 1; row 7 k 1)"
joined "with the same start; the third is in order" \
    "$(kernel k 10 12 7) $(kernel k 10 11 7) $(kernel k 20 13 7)" \
    "$(row 7 k 1; row 7 k 2; row 7 k 3)"
joined "calls tell the order, whatever other kernels lack" \
    "$(call 1 1 11) $(call 1 2 12) $(kernel k 20 11 7) $(kernel k 10 12 8) $(kernel other 5 99 9)" \
    "$(row 7 k 1; row 7 k 2)"
joined "a graph's kernels have one call" \
    "$(call 1 1 11 cudaGraphLaunch) $(kernel k 20 11 7) $(kernel k 10 11 8)
    $(call 1 2 12 cudaGraphLaunch) $(kernel k 40 12 7)" \
    "$(row 7 k 1; row 7 k 2; row 7 k 3)"
joined "a summary behind the table is told" "$(kernel k 20 12 7)" "$(row 7 k 1)
\"Process ID\",\"Kernel Name\",\"Invocations\",\"Metric Name\",\"Average\"
\"7\",\"k\",\"1\",\"n\",\"5\""
