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

# 2 * 4096 * 16 * 9, and 8192 + 18432 + 16384 bytes; the bias is add_'s: 4096,
# 2 * 16384 + 128.  Difference and square of 640, then mean: 640 + 1.  The fill's
# 512 * 8192 * 4; 4096 + 4 + 4 + 512 * 4.  After a memset 800 + 8 + 400.
is "cost-inner-calls" "$(cells cost-inner-calls call,flops,bytes | sed 's/^\(.*_loss|1280\)|.*/\1/')" \
    "aten::miopen_convolution|1179648|43008
aten::add_|4096|32896
aten::mse_loss|1280
aten::mean|641|2564
aten::fill_|0|16777216
aten::nll_loss_backward|512|6152
aten::nll_loss_backward|100|1208"

# 16 * 351 additions of a public trace, of which its add_ and div_ of indices are none
if have_shared data/kineto; then
	is "cost-inner-calls: additions of indices" "$(pp-parse "$PP_SHARED"/data/kineto/*dlrm_kineto-worker0* |
	    pp-prof --csv --no-header -c kernel,flops | grep '"indexing_backward_kernel"')" \
	    '"indexing_backward_kernel","5616"'
fi

# 1024 * 4096 elements of 1 and 8 bytes in four equal launches; 10000 of 2 and 4
# in launches of 3 blocks and 1.
is "cost-bounds" "$(cells cost-bounds call,bytes | sed 1d | uniq -c | awk '{ $1 = $1; print }')" \
    "4 aten::copy_|9437184
1 aten::copy_|45000
1 aten::copy_|15000"
is "cost-bounds: parts are estimates" "$(cells cost-bounds conf | sed 1d | sort -u)" estimate

done_testing
