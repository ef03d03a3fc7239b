# shellcheck shell=sh
# conv.t - convolutions and products of inputs that public reports are about
# (../shared/cases, ../shared/data): roles, results, forwards, params.  Each check
# is a sentence of the case's expected.md.
. "$SRC/tests/lib.sh"

have_shared cases/cost-params || {
	skip "cases of ../shared" "no $PP_SHARED/cases/cost-params"
	done_testing
}
C=$PP_SHARED/cases

# cells COLUMNS [FILE]: these columns of a case's records, a line a row, bars
# between.
cells()
{
	pp-prof --csv --no-header -c "$1" "${2--}" |
	sed -e 's/^"//' -e 's/"$//' -e 's/","/|/g'
}

# --- roles of MIOpen's and Composable Kernel's kernels -----------------------------

# dy 8*32*14*14 = 50176 elements, w 32*16: 2 * 50176 * 16 = 1605632; bytes of
# bfloat16: dy 100352 + w or dw 1024 + dx or x 200704 = 302080
is "cost-miopen-roles" "$(pp-parse "$C/cost-miopen-roles/trace.json" | cells role,flops,bytes)" \
    "dgrad|1605632|302080
wgrad|1605632|302080
wgrad|1605632|302080
dgrad|1605632|302080"
mi300=$PP_SHARED/data/kineto/AMD-AGI-TraceLens-mi300-resnet_act_checkpoint.json.gz
pp-parse "$mi300" 2>/dev/null |
jq -r 'select(any(.op[]?; .op == "aten::convolution_backward")) |
    "\(.role) \(.name | [match("_xdlops_bwd_weight|igemm_wrw|igemm_bwd").string][0])"' |
grep -v ' null' | LC_ALL=C sort | uniq -c | awk '{ print $1, $2, $3 }' >mi300.roles
is "mi300 resnet: roles of 60 calls" "$(cat mi300.roles)" \
    "54 dgrad igemm_bwd
33 wgrad _xdlops_bwd_weight
27 wgrad igemm_wrw"

# --- as many channels out as in, without values ---------------------------------------

# 2*64*16*16 = 32768 elements: 2 * 32768 * 64 * 9 = 37748736, (32768 + 36864 + 32768) * 4
# = 409600; with 128 filters twice that, (32768 + 73728 + 65536) * 4 = 688128
is "cost-records: 1 to 3" \
    "$(cells flops,gemm,bytes,conf "$C/cost-records/records.jsonl" | head -3)" \
    "37748736|37748736|409600|exact
75497472|75497472|688128|exact
37748736|37748736|409600|exact"

# --- a stride that was not recorded ---------------------------------------------------

# The backward of the same x and w takes dy 2x32x14x14 = 12544: 2 * 12544 * 16 = 401408,
# (25088 + 512 + 12544) * 4 = 152576; the backward itself shows dy
is "cost-told-elsewhere: 5 and 6" \
    "$(pp-parse "$C/cost-told-elsewhere/trace.json" | cells flops,bytes,conf | sed -n 5,6p)" \
    "401408|152576|estimate
401408|152576|exact"

# --- params of gradients ------------------------------------------------------------

# x 16x512, 100 outputs: dX (16, 512) = dY (16, 100) . W; dW = dY' . X
is "cost-params" "$(cells params "$C/cost-params/records.jsonl")" \
    "M=512,N=16,K=100,fp32,
M=512,N=16,K=100,fp32,
M=512,N=100,K=16,fp32,"

# --- forwards -----------------------------------------------------------------------

# The node's number is that of aten::linear, whose backward has another name.
is "cost-wrong-forward" "$(pp-parse "$C/cost-wrong-forward/trace.json" | cells op,call)" \
    "NativeLayerNormBackward0|aten::native_layer_norm_backward"
done_testing
