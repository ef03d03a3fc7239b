# shellcheck shell=sh
# units.t - cases of ../shared/cases on which kernel carries a call's work, and
# what it is given of it: each check is a sentence of the case's expected.md.
. "$SRC/tests/lib.sh"

have_shared cases/cost-main-kernel || {
	skip "cases of ../shared" "no $PP_SHARED/cases/cost-main-kernel"
	done_testing
}

# cells CASE COLUMNS: these columns of its trace, a line a row, bars between.
cells()
{
	pp-parse "$PP_SHARED/cases/$1/trace.json" |
	pp-prof --csv --no-header -c "$2" |
	sed -e 's/^"//' -e 's/"$//' -e 's/","/|/g'
}

# The index kernel is no helper of the call whose nonzero it waits for, and does
# no FLOPs; 5 * 9 additions at the kernel that adds, none at the sort.
is "cost-main-kernel" "$(cells cost-main-kernel call,flops)" \
    "aten::nonzero|0
aten::index|0
aten::_index_put_impl_|0
aten::_index_put_impl_|45"
is "cost-main-kernel: the sort is the helper" \
    "$(cells cost-main-kernel conf | grep -n helper)" "3:helper"

# 4 * 7 elements of dy, wherever they go
is "cost-records 4" "$(pp-prof --csv --no-header -c flops,bytes \
    "$PP_SHARED/cases/cost-records/records.jsonl" | sed -n 4p)" '"28","na"'

done_testing
