/*
 * reasons.h - around a call whose cost is known: why it is not where one thing
 * is changed.
 *
 * A tensor that is not recorded is one without a shape, as is one of a negative
 * size; another size, one more or one less contradicts the rest; an attribute
 * that is not recorded is missing.  A cost may be known all the same.  The
 * backward of a call has a formula, or none, or the operator is not
 * differentiable, as torch's derivatives.yaml says; an operator ..._backward
 * has none.
 *
 * For costs.h, which has struct cost_case.
 */
#ifndef TESTS_UNIT_REASONS_H
#define TESTS_UNIT_REASONS_H

/* What else a family may say, as one thing is told by another: sizes by the
 * result, a list of tensors by its tensors, a type by an argument. */
static const struct {
	const char *title, *tensor, *size, *attribute;
} reasons[] = {
    {"Attention", WHY_ATTRIBUTE WHY_MISMATCH, WHY_VALUES, WHY_VALUES},
    {"Collectives", WHY_ATTRIBUTE, WHY_ATTRIBUTE, NULL},
    {"Compiled kernels", WHY_MISMATCH, NULL, NULL},
    {"Conversions and copies", WHY_ATTRIBUTE WHY_NO_DTYPE, WHY_NO_SHAPE,
	WHY_NO_SHAPE WHY_VALUES},
    {"Convolutions", WHY_ATTRIBUTE WHY_NO_BIAS, WHY_ATTRIBUTE WHY_OVERFLOW,
	WHY_NO_SHAPE WHY_MISMATCH},
    {"Einstein sums", WHY_MISMATCH, NULL, NULL},
    {"Embedding", WHY_ATTRIBUTE, WHY_NO_SHAPE, NULL},
    {"Experts", WHY_ATTRIBUTE, NULL, NULL},
    {"FBGEMM", WHY_ATTRIBUTE WHY_MISMATCH WHY_VALUES,
	WHY_ATTRIBUTE WHY_VALUES WHY_NO_SHAPE, WHY_VALUES},
    {"Fills", WHY_ATTRIBUTE WHY_NO_DTYPE, NULL, WHY_NO_DTYPE},
    {"Grouped products", WHY_NO_BIAS, WHY_NO_SHAPE, NULL},
    {"Indexing", WHY_ATTRIBUTE WHY_VIEW, NULL, WHY_NO_SHAPE},
    {"Losses", WHY_ATTRIBUTE, WHY_ATTRIBUTE WHY_NO_RULE, WHY_NO_RULE},
    {"Matrix products", WHY_MISMATCH WHY_NO_BIAS, NULL, WHY_NO_SHAPE WHY_MISMATCH},
    {"Normalisation", WHY_ATTRIBUTE, NULL, NULL},
    {"Optimizers", NULL, NULL, WHY_NO_SHAPE},
    {"Pointwise", WHY_NO_DTYPE WHY_NO_COMPLEX, NULL, WHY_NO_COMPLEX},
    {"Pooling", WHY_ATTRIBUTE, WHY_ATTRIBUTE, NULL},
    {"Quantised products", NULL, WHY_NO_SHAPE, WHY_NO_DTYPE},
    {"Recurrent layers", WHY_ATTRIBUTE WHY_MISMATCH, WHY_ATTRIBUTE WHY_NO_SHAPE, NULL},
    {"Reductions", WHY_ATTRIBUTE, NULL, NULL},
    {"Resampling", WHY_ATTRIBUTE, NULL, NULL},
    {"Scans and sorts", WHY_ATTRIBUTE, NULL, NULL},
    {"Several factors", NULL, NULL, WHY_NO_SHAPE},
    {"Views", WHY_ATTRIBUTE, NULL, WHY_MISMATCH},
};

enum { CHANGED_TENSOR, CHANGED_SIZE, CHANGED_ATTRIBUTE };

static inline bool reasons_allow(const char *title, int changed, const char *why)
{
	static const char *const as_a_rule[] = {
	    [CHANGED_TENSOR] = WHY_NO_SHAPE,
	    [CHANGED_SIZE] = WHY_MISMATCH,
	    [CHANGED_ATTRIBUTE] = WHY_ATTRIBUTE,
	};
	size_t i;

	if (!why || strcmp(why, as_a_rule[changed]) == 0)
		return why;
	for (i = 0; i < sizeof reasons / sizeof *reasons; i++) {
		const char *const others[] = {
		    reasons[i].tensor, reasons[i].size, reasons[i].attribute};

		if (strcmp(reasons[i].title, title) == 0)
			return others[changed] && strstr(others[changed], why);
	}
	return false;
}

/* The case with the n bytes at p replaced. */
static inline void reasons_changed(const struct cost_case *c, const char *p,
    size_t n, const char *with, int changed)
{
	struct strbuf b = {0};
	struct arena a = {0};
	const struct op_entry *e;
	const struct call *call;
	struct cost cost;

	strbuf_add(&b, c->args, (size_t)(p - c->args));
	strbuf_text(&b, with);
	strbuf_text(&b, p + n);
	strbuf_char(&b, '\0');
	call = calls_make(&a, c->name, b.p);
	e = op_find(call);
	if (e)
		op_cost_of(e, call, c->part, NULL, &cost);
	if (e && (!cost.has_flops || !cost.has_bytes) &&
	    !reasons_allow(e->family->title, changed, op_sure(&cost)->why))
		fail_msg("%s(%s): %s", c->name, b.p, op_sure(&cost)->why);
	if (e && !cost.has_flops && !cost.has_bytes &&
	    strcmp(cost.of_flops.why, cost.of_bytes.why) != 0)
		fail_msg("%s(%s): %s, bytes: %s", c->name, b.p,
		    cost.of_flops.why, cost.of_bytes.why);
	strbuf_free(&b);
	arena_free(&a);
}

/* A tensor, f32[4,5], of other sizes. */
static inline void reasons_sizes(const struct cost_case *c, const char *p, size_t n)
{
	const char *open = memchr(p, '[', n), *last = p + n - 1, *rest;
	char t[200];
	int head = (int)(open + 1 - p);

	if (open[1] == ']' || *last != ']' || memchr(p, '/', n) || n > 100)
		return;
	rest = open + 1 + strspn(open + 1, "-0123456789");
	snprintf(t, sizeof t, "%.*s%ld%.*s", head, p,
	    strtol(open + 1, NULL, 10) + 1, (int)(p + n - rest), rest);
	reasons_changed(c, p, n, t, CHANGED_SIZE);
	snprintf(t, sizeof t, "%.*s1,%.*s", head, p, (int)n - head, open + 1);
	reasons_changed(c, p, n, t, CHANGED_SIZE);
	while (last[-1] != ',' && last[-1] != '[')
		last--;
	snprintf(t, sizeof t, "%.*s%ld]", (int)(last - p), p,
	    strtol(last, NULL, 10) + 1);
	reasons_changed(c, p, n, t, CHANGED_SIZE);
	snprintf(t, sizeof t, "%.*s]", (int)(last - p) - (last[-1] == ','), p);
	reasons_changed(c, p, n, t, CHANGED_SIZE);
}

/*
 * A tensor with one size that is none, as -1 is: what is known all the same is
 * as it was, and what is not has no shape.  all_to_all has one side by the other.
 */
static inline void reasons_no_size(
    const struct cost_case *c, const char *at, size_t n)
{
	struct strbuf b = {0};
	struct arena a = {0};
	const struct op_entry *e;
	const struct call *call;
	struct cost cost;

	strbuf_add(&b, c->args, (size_t)(at - c->args));
	strbuf_text(&b, "-1");
	strbuf_text(&b, at + n);
	strbuf_char(&b, '\0');
	call = calls_make(&a, c->name, b.p);
	e = op_find(call);
	op_cost_of(e, call, c->part, NULL, &cost);
	if ((cost.has_flops && cost.flops != c->flops) ||
	    (cost.has_bytes && cost.bytes != c->bytes &&
		!strstr(c->name, "all_to_all") && !strstr(c->name, "alltoall")) ||
	    ((!cost.has_flops || !cost.has_bytes) &&
		strcmp(op_sure(&cost)->why, WHY_NO_SHAPE) != 0))
		fail_msg("%s(%s): %d/%d %" PRIu64 " %" PRIu64 " %s", c->name,
		    b.p, cost.has_flops, cost.has_bytes, cost.flops, cost.bytes,
		    op_sure(&cost)->why ? op_sure(&cost)->why : "-");
	strbuf_free(&b);
	arena_free(&a);
}

/* Each size in turn of the tensor, f32[4,5]. */
static inline void reasons_no_sizes(
    const struct cost_case *c, const char *p, size_t n)
{
	const char *end = memchr(p, ']', n);

	for (p = memchr(p, '[', n); p && *++p != ']';
	     p = memchr(p, ',', (size_t)(end - p)))
		reasons_no_size(c, p, strspn(p, "0123456789"));
}

/* Operators of families that have both which are not differentiable; of some
 * families none is. */
static inline bool reasons_none(const char *title, const char *name)
{
	static const char families[] = "|Fills|Optimizers|Quantisation|";
	static const char names[] =
	    " And ArgMax ArgMin BitShift BitwiseAnd BitwiseNot BitwiseOr "
	    "BitwiseXor Equal Greater GreaterOrEqual IsInf IsNaN Less "
	    "LessOrEqual NonZero Not Or Unique Xor __and__ __eq__ __floordiv__ "
	    "__ge__ __gt__ __iand__ __ifloordiv__ __ilshift__ __invert__ "
	    "__ior__ __irshift__ __ixor__ __le__ __lshift__ __lt__ __ne__ "
	    "__or__ __rand__ __rfloordiv__ __ror__ __rshift__ __rxor__ __xor__ "
	    "_unique _unique2 all any argmax argmin argsort argwhere "
	    "bitwise_and bitwise_left_shift bitwise_not bitwise_or "
	    "bitwise_right_shift bitwise_xor bucketize count_nonzero eq equal "
	    "floor_divide ge greater greater_equal gt histc isclose isfinite "
	    "isin isinf isnan isneginf isposinf le less less_equal logical_and "
	    "logical_not logical_or logical_xor lt multinomial ne nonzero "
	    "not_equal one_hot searchsorted signbit unique unique_consecutive "
	    "unique_dim ";
	char text[200];

	snprintf(text, sizeof text, "|%s|", title);
	if (strstr(families, text))
		return true;
	snprintf(text, sizeof text, " %s ", name);
	return strstr(names, text);
}

static inline void reasons_backward(const struct cost_case *c)
{
	size_t n = strlen(c->name);
	struct arena a = {0};
	const struct call *call = calls_make(&a, c->name, c->args);
	const struct op_entry *e = op_find(call);
	struct cost cost;
	bool gradient = n > 9 && strcmp(c->name + n - 9, "_backward") == 0;

	if (op_cost_of(e, call, PART_BACKWARD, NULL, &cost) == 0) {
		/* those that move or mask elements are alike, those of
		 * convolutions are asked for the part that a kernel makes */
		if (gradient && !strstr(c->name, "_pad") &&
		    !strstr(c->name, "fake_quantize") && !strstr(c->name, "conv"))
			fail_msg("%s(%s): the backward's", c->name, c->args);
	} else if (!op_sure(&cost)->why ||
		   (strcmp(op_sure(&cost)->why,
			reasons_none(e->family->title, op_row(e)->name)
			    ? WHY_NO_GRADIENT
			    : WHY_NO_BACKWARD) != 0 &&
		       (strcmp(e->family->title, "Normalisation") != 0 ||
			   strcmp(op_sure(&cost)->why, WHY_ATTRIBUTE) != 0))) {
		fail_msg("backward of %s(%s): %s", c->name, c->args,
		    op_sure(&cost)->why ? op_sure(&cost)->why : "-");
	}
	arena_free(&a);
}

/*
 * What is not exact though all arguments were recorded, by pp-models(7): what
 * indices, masks and lengths say; how an algorithm iterates; which operand of a
 * quotient a gradient is of.  A ~ stands before the names of which that depends
 * on the arguments: a mask or positions, a sum or none.
 */
static const struct {
	bool bytes;
	enum conf conf;
	const char *why, *names;
} inexact[] = {
    {true, CONF_UPPER, WHY_VALUES,
	" Compress NonZero argwhere ~index ~index_put masked_scatter "
	"masked_select "
	"nonzero "
	"RoiAlign roi_align torchvision.ops.roi_align Unique _unique _unique2 "
	"unique unique_consecutive "
	"unique_dim "},
    {false, CONF_UPPER, WHY_VALUES, " ~index ~index_put "},
    {false, CONF_UPPER, WHY_ATTRIBUTE, " flex_attention_backward "},
    {true, CONF_ESTIMATE, WHY_VALUES,
	" ~GroupQueryAttention ~fwd mha_batch_prefill ~paged_attention_v1 "
	"paged_attention_v2 ~_embedding_bag ~_embedding_bag_forward_only "
	"~embedding ~embedding_bag MoE QMoE fused_experts fused_moe "
	"inplace_fused_experts outplace_fused_experts "
	"~dense_embedding_codegen_lookup_function "
	"~dense_embedding_codegen_lookup_function_pt2 ~permute_1D_sparse_data "
	"~permute_2D_sparse_data ~permute_sequence_embeddings "
	"~permute_sparse_data permute_sparse_features "
	"~split_embedding_codegen_lookup_..._function "
	"~split_embedding_codegen_lookup_..._function_pt2 "
	"_ctc_loss _ctc_loss_backward _cudnn_ctc_loss ctc_loss "
	"~grid_sampler_2d_backward ~grid_sampler_3d_backward "},
    {false, CONF_ESTIMATE, WHY_VALUES,
	" ~GroupQueryAttention ~fwd mha_batch_prefill ~paged_attention_v1 "
	"paged_attention_v2 MoE QMoE fused_experts fused_moe "
	"inplace_fused_experts outplace_fused_experts "
	"~dense_embedding_codegen_lookup_function "
	"~dense_embedding_codegen_lookup_function_pt2 "
	"~split_embedding_codegen_lookup_..._function "
	"~split_embedding_codegen_lookup_..._function_pt2 "
	"Det geqrf _linalg_det _linalg_eigh _linalg_slogdet _linalg_solve_ex "
	"_linalg_svd cholesky cholesky_solve det eigh inv inverse "
	"linalg_cholesky linalg_cholesky_ex linalg_det linalg_eig "
	"_linalg_eigvals "
	"linalg_eigvals cholesky_inverse linalg_eigvalsh "
	"linalg_householder_product linalg_inv linalg_inv_ex "
	"linalg_eigh linalg_qr linalg_svd linalg_lstsq linalg_lu_factor "
	"linalg_lu_factor_ex linalg_lu_solve "
	"linalg_slogdet linalg_solve linalg_solve_ex ormqr "
	"linalg_solve_triangular linalg_svdvals qr slogdet solve svd "
	"triangular_solve _ctc_loss _ctc_loss_backward _cudnn_ctc_loss "
	"ctc_loss ~grid_sampler_2d_backward ~grid_sampler_3d_backward "
	"MambaSplitConv1dScanCombinedFn SelectiveScanFn selective_scan_fwd "},
    {false, CONF_ESTIMATE, WHY_ALGORITHM,
	" ~einsum _upsample_bicubic2d_aa _upsample_bicubic2d_aa_backward "
	"_upsample_bilinear2d_aa _upsample_bilinear2d_aa_backward ~isin "},
    {true, CONF_ESTIMATE, WHY_NO_DTYPE,
	" ~arange ~eye ~full ~hann_window ~linspace ~ones ~randint ~randperm "
	"~tril_indices ~triu_indices ~zeros gemm_a4w4 gemm_a8w8 "},
    {true, CONF_ESTIMATE, WHY_ATTRIBUTE,
	" ~__getitem__ ~LSTM.forward ~GRU.forward ~RNN.forward "
	"GRUCell.forward LSTMCell.forward RNNCell.forward "
	"AllToAll all_to_all_single "},
    {false, CONF_ESTIMATE, WHY_ATTRIBUTE,
	" ~__getitem__ ~LSTM.forward ~GRU.forward ~RNN.forward "
	"GRUCell.forward LSTMCell.forward RNNCell.forward "},
};

static inline void reasons_sure(const struct cost_case *c, const char *name,
    bool bytes, const struct sure *s)
{
	char always[200], perhaps[200];
	const char *library = strstr(name, "::");

	name = library ? library + 2 : name;
	snprintf(always, sizeof always, " %s ", name);
	snprintf(perhaps, sizeof perhaps, "~%s ", name);
	for (size_t i = 0; i < sizeof inexact / sizeof *inexact; i++) {
		bool must = strstr(inexact[i].names, always);

		if (inexact[i].bytes != bytes ||
		    (!must && !strstr(inexact[i].names, perhaps)))
			continue;
		if (!must && s->conf == CONF_EXACT)
			return;
		if (s->conf != inexact[i].conf || strcmp(s->why, inexact[i].why) != 0)
			fail_msg("%s(%s): %s: %d %s", c->name, c->args,
			    bytes ? "bytes" : "flops", (int)s->conf,
			    s->why ? s->why : "-");
		return;
	}
	if (s->conf != CONF_EXACT)
		fail_msg("%s(%s): %s: %d %s", c->name, c->args,
		    bytes ? "bytes" : "flops", (int)s->conf, s->why);
}

static inline void reasons_inexact(const struct cost_case *c)
{
	struct arena a = {0};
	const struct call *call = calls_make(&a, c->name, c->args);
	const struct op_entry *e = op_find(call);
	struct cost cost;

	op_cost_of(e, call, c->part, NULL, &cost);
	if (strcmp(e->family->title, "Compiled kernels") == 0) {
		/* of the name all is estimated */
		if (cost.of_flops.conf != CONF_ESTIMATE ||
		    cost.of_bytes.conf == CONF_EXACT ||
		    strcmp(cost.of_flops.why, WHY_BY_NAME) != 0 ||
		    strcmp(cost.of_bytes.why, WHY_BY_NAME) != 0)
			fail_msg("%s(%s): by its name", c->name, c->args);
	} else {
		reasons_sure(c, op_row(e)->name, false, &cost.of_flops);
		reasons_sure(c, op_row(e)->name, true, &cost.of_bytes);
	}
	arena_free(&a);
}

/* reasons_check(c): all of this, around a case. */
static inline void reasons_check(const struct cost_case *c)
{
	const char *p = c->args;
	size_t n;

	if (!p || c->flops == NA || c->bytes == NA || c->kernel)
		return;
	for (; *p; p += n, p += strspn(p, " ")) {
		const char *open;

		n = strcspn(p, " ");
		open = memchr(p, '[', n);
		if (memchr(p, '=', n) || memchr(p, '{', n) || strchr("'>!", *p))
			continue;
		if (open > p) {
			reasons_changed(c, p, n, "?", CHANGED_TENSOR);
			reasons_sizes(c, p, n);
			reasons_no_sizes(c, p, n);
		} else if (!strchr("?N_", *p)) {
			reasons_changed(c, p, n, "?", CHANGED_ATTRIBUTE);
		}
	}
	if (c->part == PART_FORWARD)
		reasons_backward(c);
	if (c->part == PART_FORWARD &&
	    (!strpbrk(c->args, "?!_") || strstr(c->name, "triton_")))
		reasons_inexact(c);
}

#endif
