# shellcheck shell=sh
# property.t - what must hold of the costs of every record, whatever the profile:
# no call is counted twice, numbers are whole and not negative, and na has its
# reason.
. "$SRC/tests/lib.sh"
. "$SRC/tests/once.sh"

columns=idx,kind,flops,gemm,bytes,conf,fconf,bconf,why,call,tflops,gbs,sol,roof

# costs RECORDS: the rows to look at
costs()
{
	pp-prof --json -c "$columns" "$1"
}

# wrong ROWS: those that break a rule, a line each: the row, and the rule.
# A number beyond 2^53 is a string in JSON.
wrong()
{
	jq -r '
	def natural: type == "number" and . >= 0 and floor == . or
	    type == "string" and test("^[0-9]+$");
	def strength: {exact: 0, upper: 1, estimate: 2, helper: 3}[.] // 4;
	[
	    ((.flops, .gemm, .bytes | select(. != null) | natural | not) |
		select(.) | "a number that is none"),
	    (select((.flops == null) != (.gemm == null)) | "gemm without flops"),
	    (select((.gemm // 0 | tonumber) > (.flops // 0 | tonumber)) | "gemm above flops"),
	    (select((.flops == null or .bytes == null) and (.why // "") == "") |
		"na without a reason"),
	    (select((.flops == null) != (.fconf | startswith("unknown:"))) |
		"fconf is \(.fconf)"),
	    (select((.bytes == null) != (.bconf | startswith("unknown:") or . == "helper")) |
		"bconf is \(.bconf)"),
	    # conf is the weaker of the two, a helper a helper
	    (select(.conf != if .fconf == "helper" then "helper"
		else [.fconf, .bconf] | max_by(strength) end) | "conf is \(.conf)"),
	    (select(.conf | startswith("unknown")) | select(.conf != "unknown:" + .why) |
		"why is \(.why)"),
	    # a bound has no rate
	    (select(.fconf == "upper" and .tflops != null or
		.bconf == "upper" and .gbs != null or
		(.fconf == "upper" or .bconf == "upper") and
		    (.sol != null or .roof != null)) | "a rate of a bound"),
	    (select(.conf == "helper") | select(.flops != 0) | "a helper that counts"),
	    (select(.conf | . == "upper" or . == "estimate") |
		select((.why // "") == "") | "\(.conf) without a reason"),
	    (.fconf, .bconf | select(startswith("unknown:") or
		IN("exact", "upper", "estimate", "helper") | not) | "a word of conf: \(.)")
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
{"v":1,"dur":5,"op":[{"op":"aten::relu","args":[{"type":"tensor","shape":[4],"dtype":"float32"}]}]}
END
costs rows.rec >rows
is "a row that is right" "$(wrong rows)" ""
sed 's/"flops":4/"flops":-4/; s/"bytes":32/"x":0/' rows >bad.rows
is "the check sees what is wrong" "$(wrong bad.rows)" \
    "1 aten::relu: a number that is none, gemm above flops, na without a reason, bconf is exact"

sed 's/"fconf":"exact"/"fconf":"upper"/' rows >bad.rows
is "the check sees a rate of a bound" "$(wrong bad.rows)" \
    "1 aten::relu: conf is exact, a rate of a bound"

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
