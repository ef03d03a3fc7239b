/*
 * test_ops_names.c - every operator name that users meet has a row, or a rule
 * that leads to one, and its family (tables/ops_names.tsv of the shared data).
 */
#include "prof/ops/op.h"
#include "tests/unit/calls.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

enum { NAME, SPACE, FAMILY, TITLE, NCOLUMNS };

/*
 * What the table's families are called in pp-models(7).  The table tells apart
 * what is one formula there, and of a few names the borders differ: sigmoid is
 * an activation or a function, reshape a view or a copy.
 */
static const struct {
	const char *id, *titles;
} families[] = {
    {"G1", "Matrix products|Several factors"},
    {"G2", "Matrix products|Einstein sums|Several factors"},
    {"G3", "Matrix products|Einstein sums"},
    {"C1", "Convolutions"},
    {"C2", "Convolutions"},
    {"C3", "Convolutions|State spaces"},
    {"S1", "Softmax"},
    {"S2", "Softmax"},
    {"L1", "Losses"},
    {"L2", "Losses"},
    {"L3", "Losses"},
    {"N1", "Normalisation"},
    {"N2", "Normalisation"},
    {"N3", "Normalisation|Embedding|Attention"},
    {"N4", "Normalisation"},
    {"N5", "Normalisation"},
    {"P1", "Pointwise|Activations|Views"},
    {"P2", "Pointwise|Reductions"},
    {"P3", "Pointwise|Views"},
    {"P4", "Activations|Pointwise"},
    {"P5", "Activations|Pointwise"},
    {"P6", "Dropout|Fills|Conversions and copies"},
    {"P7", "Rotary embedding"},
    {"R1", "Reductions|Scans and sorts"},
    {"R2", "Scans and sorts"},
    {"R3", "Scans and sorts"},
    {"D1", "Conversions and copies|Fills|Lists of tensors"},
    {"D2", "Views|Conversions and copies|Indexing"},
    {"D3", "Fills|Conversions and copies|Embedding"},
    {"D4", "Conversions and copies|Views"},
    {"I1", "Embedding"},
    {"I2", "Indexing|FBGEMM"},
    {"I3", "Indexing"},
    {"V1", "Pooling"},
    {"V2", "Resampling"},
    {"O1", "Optimizers|Pointwise"},
    {"O2", "Lists of tensors"},
    {"X1", "Collectives"},
    {"Q1", "Quantisation"},
    {"A1", "Attention"},
    {"A2", "Attention"},
    {"T1", "Recurrent layers|Conversions and copies"},
    {"G4", "Quantised products"},
    {"G5", "Grouped products|Experts"},
    {"G6", "Bilinear forms|Distances"},
    {"V3", "Fourier transforms|Fills"},
    {"W1", "Linear algebra"},
    {"W2", "State spaces"},
    {"Q2", "Matrix products|Conversions and copies|Reductions"},
};

static struct arena arena;

static const struct call *make(const char *op, const char *mod, bool node)
{
	struct strbuf b = {0};
	struct record *rec;

	strbuf_text(&b, "{\"v\":1,\"op\":[{");
	if (mod)
		strbuf_printf(&b, "\"mod\":\"%s\",", mod);
	strbuf_printf(&b, "\"op\":\"%s\"%s}]}", op, node ? ",\"node\":true" : "");
	strbuf_char(&b, '\0');
	rec = calls_read(&arena, b.p);
	strbuf_free(&b);
	return &rec->op.v[0];
}

static bool is_family(const char *id, const char *title)
{
	size_t i;

	for (i = 0; i < sizeof families / sizeof *families; i++)
		if (strcmp(families[i].id, id) == 0)
			return title && strstr(families[i].titles, title);
	return false;
}

/* The title of the row's family; all nodes have one row, which has none. */
static const char *title_of(const struct op_entry *e, const struct call *call)
{
	struct str name;

	return op_find_each(call, &name) ? "Lists of tensors" : e->family->title;
}

static bool check(char **column, const struct call *call)
{
	const struct op_entry *e = op_find(call);
	const char *title = e ? title_of(e, call) : NULL;

	if (e && !title &&
	    (strcmp(column[SPACE], "autograd") == 0 ||
		strstr(column[NAME], "Backward")))
		return true;
	if (title && is_family(column[FAMILY], title))
		return true;
	print_message("%s (%s): %s, family %s, not %s\n", column[NAME],
	    column[SPACE], e ? "found" : "no row", title ? title : "unknown",
	    column[FAMILY]);
	return false;
}

/* All the ways in which sources spell a name. */
static bool check_name(char **column)
{
	char *name = column[NAME], mod[1100], *dot;

	if (strcmp(column[SPACE], "pyprof") == 0 && (dot = strrchr(name, '.'))) {
		snprintf(mod, sizeof mod, "%.*s", (int)(dot - name), name);
		return check(column, make(dot + 1, mod, false));
	}
	if (strcmp(column[SPACE], "onnx") == 0 && !strchr(name, '.')) {
		snprintf(mod, sizeof mod, "onnx::%s", name);
		if (!check(column, make(mod, NULL, false)))
			return false;
	}
	if (strcmp(column[SPACE], "autograd") == 0 &&
	    !check(column, make(name, NULL, true)))
		return false;
	return check(column, make(name, NULL, false));
}

static void test_names(void **state)
{
	const char *shared = getenv("PP_SHARED");
	char path[4096], line[1024];
	size_t rows = 0, wrong = 0;
	FILE *f;

	(void)state;
	snprintf(path, sizeof path, "%s/tables/ops_names.tsv",
	    shared ? shared : "../shared");
	f = fopen(path, "r");
	if (!f)
		skip();
	while (fgets(line, sizeof line, f)) {
		char *column[NCOLUMNS], *at = line;
		int i;

		if (strncmp(line, "name\t", 5) == 0)
			continue;
		line[strcspn(line, "\n")] = '\0';
		for (i = 0; i < NCOLUMNS; i++) {
			column[i] = at;
			at += strcspn(at, "\t");
			if (*at)
				*at++ = '\0';
		}
		rows++;
		if (!check_name(column))
			wrong++;
		arena_reset(&arena);
	}
	fclose(f);
	arena_free(&arena);
	assert_true(rows >= 1919);
	assert_int_equal(wrong, 0);
}

/*
 * Whose the names are: which operators are functions of torch, methods of its
 * tensors, or both, is what native_functions.yaml of PyTorch 2.6 says
 * (variants); PyProf records the methods that Python calls for + and the like
 * under either module.
 */
/* clang-format off */
static const struct {
	const char *spaces, *names;
} whose[] = {
    {"torch Tensor aten::",
	     "__and__ __iand__ __ilshift__ __ior__ __irshift__ __ixor__ "
	     "__lshift__ __or__ __rand__ __ror__ __rshift__ __rxor__ __xor__ abs "
	     "absolute acos acosh add addbmm addcdiv addcmul addmm addmv addr "
	     "all allclose amax amin aminmax angle any arccos arccosh arcsin "
	     "arcsinh arctan arctan2 arctanh argmax argmin argsort argwhere "
	     "as_strided asin asinh atan atan2 atanh baddbmm bernoulli "
	     "bernoulli_ bincount bitwise_and bitwise_left_shift bitwise_not "
	     "bitwise_or bitwise_right_shift bitwise_xor bmm broadcast_to "
	     "cauchy_ ceil cholesky cholesky_solve chunk clamp clamp_max "
	     "clamp_min clip clone conj conj_physical copysign cos cosh count_nonzero cross "
	     "cummax cummin cumprod cumsum deg2rad dequantize det detach "
	     "diag_embed diagonal diagonal_scatter diff digamma dist div divide "
	     "dot dsplit eq equal erf erfc erfinv exp exp2 expand expand_as "
	     "expm1 exponential_ fill_ fix flatten flip fliplr flipud "
	     "float_power floor floor_divide fmax fmin fmod frac gather ge "
	     "geometric_ ger greater greater_equal gt hardshrink heaviside histc "
	     "histogram hsplit hypot i0 imag index_add index_copy index_fill "
	     "index_put index_reduce index_select inner int_repr inverse isclose isfinite "
	     "isinf isnan isneginf isposinf istft kron kthvalue le lerp less "
	     "less_equal lgamma log log10 log1p log2 log_normal_ log_softmax "
	     "logaddexp logaddexp2 logcumsumexp logical_and logical_not "
	     "logical_or logical_xor logit logsumexp lt masked_fill "
	     "masked_scatter masked_select matmul matrix_exp max maximum mean "
	     "median min minimum mm mode moveaxis movedim msort mul multinomial mvlgamma "
	     "multiply mv nan_to_num nanmean nanmedian nansum narrow ne neg "
	     "negative nextafter nonzero nonzero_static norm normal_ not_equal "
	     "outer permute positive pow prelu prod put rad2deg random_ ravel "
	     "real reciprocal relu remainder renorm repeat_interleave reshape "
	     "resolve_conj resolve_neg roll rot90 round rsqrt rsub scatter "
	     "scatter_add scatter_reduce select select_scatter sgn sigmoid sign "
	     "signbit sin sinc sinh slice_scatter slogdet softmax sort split "
	     "split_with_sizes sqrt square squeeze std stft sub subtract sum "
	     "swapaxes swapdims t take take_along_dim tan tanh tensor_split tile "
	     "topk trace transpose triangular_solve tril triu true_divide trunc "
	     "unbind unflatten unfold uniform_ unique_consecutive unsafe_chunk "
	     "unsafe_split unsafe_split_with_sizes unsqueeze var vdot view "
	     "view_as view_as_complex view_as_real vsplit where xlogy zero_"},
    {"torch Tensor",
	     "__abs__ __add__ __div__ __eq__ __floordiv__ __ge__ __getitem__ "
	     "__gt__ __iadd__ __idiv__ __ifloordiv__ __imod__ __imul__ "
	     "__invert__ __ipow__ __isub__ __itruediv__ __le__ __lt__ __mod__ "
	     "__mul__ __ne__ __neg__ __pow__ __radd__ __rdiv__ __rfloordiv__ "
	     "__rmod__ __rmul__ __rpow__ __rsub__ __rtruediv__ __setitem__ "
	     "__sub__ __truediv__ exp1m unique"},
    {"torch aten::",
	     "_convolution _embedding_bag _embedding_bag_forward_only "
	     "_fused_dropout _int_mm _weight_norm adaptive_avg_pool1d "
	     "adaptive_avg_pool2d adaptive_avg_pool3d adaptive_max_pool1d "
	     "adaptive_max_pool2d adaptive_max_pool3d alias_copy alpha_dropout "
	     "arange avg_pool1d avg_pool2d avg_pool3d bartlett_window batch_norm "
	     "batch_norm_backward_elemt batch_norm_backward_reduce "
	     "batch_norm_elemt batch_norm_gather_stats_with_counts "
	     "batch_norm_stats batch_norm_update_stats bilinear "
	     "binary_cross_entropy_with_logits blackman_window bucketize "
	     "cartesian_prod cat cdist celu chain_matmul channel_shuffle "
	     "column_stack complex concat concatenate "
	     "constant_pad_nd conv1d conv2d conv3d conv_transpose1d "
	     "conv_transpose2d conv_transpose3d convolution "
	     "cosine_embedding_loss cosine_similarity ctc_loss detach_copy "
	     "dropout dstack einsum embedding embedding_bag embedding_renorm "
	     "empty empty_like empty_strided eye "
	     "fake_quantize_per_channel_affine fake_quantize_per_tensor_affine "
	     "feature_alpha_dropout feature_dropout full full_like "
	     "fused_moving_avg_obs_fake_quant grid_sampler group_norm gru "
	     "gru_cell hamming_window hann_window hinge_embedding_loss hstack "
	     "instance_norm isin kl_div layer_norm linspace logspace lstm "
	     "lstm_cell margin_ranking_loss max_pool1d max_pool1d_with_indices "
	     "max_pool2d max_pool2d_with_indices max_pool3d "
	     "max_pool3d_with_indices meshgrid native_batch_norm "
	     "native_dropout native_group_norm native_layer_norm nll_loss ones "
	     "ones_like pad pairwise_distance pdist permute_copy pixel_shuffle "
	     "pixel_unshuffle poisson_nll_loss polar quantize_per_channel "
	     "quantize_per_tensor quantize_per_tensor_dynamic "
	     "quantized_batch_norm quantized_max_pool2d rand rand_like randint "
	     "randint_like randn randn_like randperm result_type rms_norm "
	     "rnn_relu rnn_relu_cell rnn_tanh rnn_tanh_cell row_stack rrelu "
	     "scalar_tensor searchsorted segment_reduce selu special_softmax "
	     "special_xlog1py split_with_sizes_copy squeeze_copy stack std_mean "
	     "t_copy tensordot threshold transpose_copy tril_indices "
	     "triplet_margin_loss triu_indices unsqueeze_copy var_mean view_copy "
	     "vstack zeros zeros_like"},
    {"torch",
	     "spmm"},
    {"Tensor aten::",
	     "contiguous copy is_nonzero item new_empty new_empty_strided "
	     "new_full new_ones new_zeros repeat resize_ resize_as_ size stride "
	     "sum_to_size to type_as"},
    {"Tensor",
	     "__matmul__ __rmatmul__ bfloat16 bool byte cdouble cfloat char cpu "
	     "cuda double float half int long short type"},
    {"torch.nn.functional",
	     "adaptive_avg_pool1d adaptive_avg_pool2d adaptive_avg_pool3d "
	     "adaptive_max_pool1d adaptive_max_pool2d adaptive_max_pool3d "
	     "affine_grid alpha_dropout avg_pool1d avg_pool2d avg_pool3d "
	     "batch_norm bilinear binary_cross_entropy "
	     "binary_cross_entropy_with_logits celu channel_shuffle conv1d "
	     "conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d "
	     "cosine_embedding_loss cosine_similarity cross_entropy ctc_loss "
	     "dropout dropout2d dropout3d elu embedding embedding_bag "
	     "feature_alpha_dropout feature_dropout fractional_max_pool2d "
	     "gaussian_nll_loss gelu glu grid_sample group_norm gumbel_softmax "
	     "hardshrink hardsigmoid hardswish hardtanh hinge_embedding_loss "
	     "huber_loss instance_norm interpolate kl_div l1_loss layer_norm "
	     "leaky_relu linear local_response_norm log_softmax logsigmoid "
	     "lp_pool1d lp_pool2d margin_ranking_loss max_pool1d "
	     "max_pool1d_with_indices max_pool2d max_pool2d_with_indices "
	     "max_pool3d max_pool3d_with_indices max_unpool2d mish mse_loss "
	     "multi_head_attention_forward multi_margin_loss "
	     "multilabel_margin_loss nll_loss one_hot pad pairwise_distance "
	     "pdist pixel_shuffle pixel_unshuffle poisson_nll_loss prelu relu "
	     "relu6 rms_norm rrelu scaled_dot_product_attention selu sigmoid "
	     "silu smooth_l1_loss soft_margin_loss softmax softmin softplus "
	     "softshrink softsign tanh tanhshrink threshold triplet_margin_loss "
	     "upsample upsample_bilinear upsample_nearest"},
    {"aten::",
	     "_cat _convolution_nogroup _cummin_helper _upsample_nearest_exact3d "
	     "adaptive_avg_pool2d_backward adaptive_avg_pool3d_backward "
	     "adaptive_max_pool3d_backward bmm.dtype "
	     "fake_quantize_per_channel_affine_cachemask_backward fft_hfft "
	     "fft_ifft2 fft_ifftn fft_ihfft fft_irfftn fractional_max_pool3d "
	     "gaussian_nll_loss grid_sampler_3d_backward kl_div_backward "
	     "l1_loss_backward linalg_lu_factor max_unpool3d "
	     "multilabel_margin_loss numpy_T reflection_pad1d_backward "
	     "reflection_pad3d_backward replication_pad1d_backward "
	     "replication_pad3d_backward stft.center thnn_conv2d_forward "
	     "thnn_conv_depthwise2d thnn_conv_depthwise2d_backward "
	     "thnn_conv_depthwise2d_forward upsample_linear1d_backward "
	     "upsample_nearest1d_backward upsample_nearest3d_backward"},
    {"",
	     "FusedLayerNormAffineFunction FusedRMSNormAffineFunction "
	     "c10d::allreduce_coalesced symm_mem::two_shot_all_reduce "
	     "torch.distributed.all_gather_into_tensor "
	     "torch.distributed.all_to_all_single torch.distributed.reduce "
	     "torch.distributed.reduce_scatter_tensor torchvision::nms"},
    {"fbgemm::",
	     "FloatOrHalfToFused8BitRowwiseQuantized "
	     "FloatToFused8BitRowwiseQuantized Fused8BitRowwiseQuantizedToFloat "
	     "Fused8BitRowwiseQuantizedToFloatOrHalf "
	     "HalfToFused8BitRowwiseQuantized asynchronous_inclusive_cumsum "
	     "dense_embedding_codegen_lookup_function_pt2 permute_1D_sparse_data "
	     "permute_duplicate_pooled_embs_auto_grad permute_pooled_embs "
	     "permute_sparse_data recat_embedding_grad_output_mixed_D "
	     "recat_embedding_grad_output_mixed_D_batch"},
};
/* clang-format on */

static bool is_row(const char *name, const struct call *call)
{
	const struct op_entry *e = op_find(call);

	if (e && strcmp(op_row(e)->name, name) == 0)
		return true;
	print_message("%s of %s: %s\n", name, call->mod.n ? "PyProf" : "aten",
	    e ? op_row(e)->name : "no row");
	return false;
}

/* Of each space, module or prefix, the name's own row. */
static bool is_in(const char *spaces, const char *name)
{
	char space[64], op[256];
	bool right = true;

	do {
		size_t n = strcspn(spaces, " ");

		snprintf(space, sizeof space, "%.*s", (int)n, spaces);
		snprintf(op, sizeof op, "%s%s", space, name);
		right &= n == 0 || space[n - 1] == ':'
			     ? is_row(name, make(op, NULL, false))
			     : is_row(name, make(name, space, false));
		spaces += n + strspn(spaces + n, " ");
	} while (*spaces);
	return right;
}

static void test_spaces(void **state)
{
	size_t wrong = 0;

	(void)state;
	for (size_t i = 0; i < sizeof whose / sizeof *whose; i++) {
		char name[128];

		for (const char *p = whose[i].names; *p; p += strspn(p, " ")) {
			size_t n = strcspn(p, " ");

			snprintf(name, sizeof name, "%.*s", (int)n, p);
			wrong += !is_in(whose[i].spaces, name);
			p += n;
			arena_reset(&arena);
		}
	}
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

/* A word of ALSO goes with the NAME before it, and says which that is. */
static void test_words(void **state)
{
	static const struct {
		const char *name, *word;
	} rows[] = {
#define NAME(name) {#name, NULL},
#define ALSO(name, word) {#name, #word},
#include "prof/ops/names.def"
#undef NAME
#undef ALSO
	};
	const char *name = "";

	(void)state;
	for (size_t i = 0; i < NELEMS(rows); i++) {
		if (rows[i].word)
			assert_string_equal(rows[i].name, name);
		name = rows[i].name;
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_names),
	    cmocka_unit_test(test_words),
	    cmocka_unit_test(test_spaces),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
