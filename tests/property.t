# shellcheck shell=sh
# property.t - what must hold of the costs of every record, whatever the profile:
# no call is counted twice, numbers are whole and not negative, and na has its
# reason.
. "$SRC/tests/lib.sh"
. "$SRC/tests/once.sh"

# costs RECORDS: the rows to look at
costs()
{
	pp-prof --json -c idx,kind,flops,gemm,bytes,conf,why,call "$1"
}

# wrong ROWS: those that break a rule, a line each: the row, and the rule.
# A number beyond 2^53 is a string in JSON.
wrong()
{
	jq -r '
	def natural: type == "number" and . >= 0 and floor == . or
	    type == "string" and test("^[0-9]+$");
	[
	    ((.flops, .gemm, .bytes | select(. != null) | natural | not) |
		select(.) | "a number that is none"),
	    (select((.flops == null) != (.gemm == null)) | "gemm without flops"),
	    (select((.gemm // 0 | tonumber) > (.flops // 0 | tonumber)) | "gemm above flops"),
	    (select((.flops == null or .bytes == null) and (.why // "") == "") |
		"na without a reason"),
	    (select(.flops == null and .bytes == null) |
		select(.conf | startswith("unknown:") | not) | "conf is \(.conf) of na"),
	    (select(.conf | startswith("unknown")) |
		select(.flops != null or .bytes != null or .conf != "unknown:" + .why) |
		"conf is \(.conf)"),
	    (select(.conf == "helper") | select(.flops != 0) | "a helper that counts"),
	    (select(.conf | . == "upper" or . == "estimate") |
		select((.why // "") == "") | "\(.conf) without a reason"),
	    (select(.conf | startswith("unknown:") or
		IN("exact", "upper", "estimate", "helper") | not) | "conf is \(.conf)")
	] as $bad | select($bad | length > 0) | "\(.idx) \(.call // "na"): \($bad | join(", "))"' "$1"
}

# holds NAME RECORDS
holds()
{
	costs "$2" >rows
	is "$1: numbers and reasons" "$(wrong rows | head -20)" ""
	once "$2" >counted
	is "$1: no call is counted twice" "$(sed 1d counted)" ""
}

# The check can fail
cat >rows.rec <<'END'
{"v":1,"op":[{"op":"aten::relu","args":[{"type":"tensor","shape":[4],"dtype":"float32"}]}]}
END
costs rows.rec >rows
is "a row that is right" "$(wrong rows)" ""
sed 's/"flops":4/"flops":-4/; s/"bytes":32/"x":0/' rows >bad.rows
is "the check sees what is wrong" "$(wrong bad.rows)" \
    "1 aten::relu: a number that is none, gemm above flops, na without a reason"

have_shared data || {
	skip "profiles of ../shared" "no $PP_SHARED/data"
	done_testing
}
counted=0
for f in "$PP_SHARED"/data/*/* "$PP_SHARED"/golden/pyprof/*.dict; do
	case $f in
	*.dict) set -- -f dict "$f" ;;
	*) set -- "$f" ;;
	esac
	# what is no profile, or none yet, has no records
	pp-parse "$@" >rec 2>/dev/null || :
	[ -s rec ] || continue
	holds "${f##*/}" rec
	counted=$((counted + 1))
done
check "profiles were read: $counted" test "$counted" -ge 25
done_testing
