/*
 * test_rows.c - what stands in the catalogue's rows beside names and weights,
 * against lists from the sources; numbers of types; what a call without shapes
 * says.
 */
#include "prof/ops/table.h"
#include "prof/ops/args.h"
#include "common/nelems.h"
#include "tests/unit/models.h"

static bool is_listed(const char *names, const char *name)
{
	size_t n = strlen(name);

	for (const char *p = names; *p; p += strspn(p, " ")) {
		size_t len = strcspn(p, " ");

		if (len == n && memcmp(p, name, n) == 0)
			return true;
		p += len;
	}
	return false;
}

/* each(row, family): a loop over all rows. */
#define EACH_ROW(family, row)                                                  \
	for (size_t i = 0; i < op_table_n; i++)                                \
		for (const struct op_family *family = op_table[i].family;      \
		     family; family = NULL)                                    \
			for (const struct op_row *row = family->rows;          \
			     row < family->rows + family->nrows; row++)

/*
 * The operators that PyProf (apex, pyprof/prof) writes text of its own for, by
 * its classes: pointwise.py, linear.py, conv.py, blas.py, embedding.py,
 * loss.py, index_slice_join_mutate.py, optim.py, data.py, randomSample.py,
 * recurrent cells, and those of which it shows one tensor or a map of it.
 */
static void test_params(void **state)
{
	static const struct {
		unsigned params;
		const char *names;
	} lists[] = {
	    {PARAMS_ONE,
		"celu hardshrink logsigmoid prelu relu6 selu softplus "
		"softshrink softsign tanhshrink byte char double float half "
		"int "
		"long short to dropout fill_ ones_like zero_ zeros_like "
		"batch_norm mean log_softmax softmax"},
	    {PARAMS_ONE | PARAMS_IN_PLACE,
		"elu hardtanh leaky_relu relu rrelu threshold"},
	    {PARAMS_CONV, "conv1d conv2d"},
	    {PARAMS_ALL, "cat"},
	    {PARAMS_MAP,
		"clone contiguous reshape gather nonzero any norm sum"},
	    {PARAMS_MAP | PARAMS_ONLY_IN_PLACE, "masked_scatter"},
	    {PARAMS_COPY | PARAMS_ONLY_IN_PLACE, "copy"},
	    {PARAMS_EMBEDDING, "embedding"},
	    {PARAMS_FULL, "full"},
	    {PARAMS_SIZED, "ones zeros"},
	    {PARAMS_RANDPERM, "randperm"},
	    {PARAMS_MATMUL, "__matmul__ matmul"},
	    {PARAMS_ADDMM | PARAMS_IN_PLACE, "addmm addmm.dtype addmm.sparse"},
	    {PARAMS_BMM, "bmm bmm.dtype"},
	    {PARAMS_MM, "mm mm.dtype"},
	    {PARAMS_LINEAR, "linear"},
	    {PARAMS_INDEX_SELECT, "index_select"},
	    {PARAMS_MASKED_SELECT, "masked_select"},
	    {PARAMS_MSE_LOSS, "mse_loss"},
	    {PARAMS_ADAM, "adam"},
	    {PARAMS_RNN_CELL, "GRUCell.forward LSTMCell.forward"},
	    {PARAMS_OPERANDS,
		"__abs__ __add__ __and__ __eq__ __floordiv__ __ge__ __gt__ "
		"__iadd__ __iand__ __ilshift__ __imul__ __invert__ __ior__ "
		"__irshift__ __isub__ __itruediv__ __ixor__ __le__ __lshift__ "
		"__lt__ __mod__ __mul__ __ne__ __neg__ __or__ __pow__ __radd__ "
		"__rdiv__ __rfloordiv__ __rmul__ __rpow__ __rshift__ __rsub__ "
		"__rtruediv__ __sub__ __truediv__ __xor__ digamma mvlgamma"},
	    {PARAMS_OPERANDS | PARAMS_IN_PLACE,
		"abs acos add addcdiv addcmul asin atan atan2 ceil clamp cos "
		"cosh div eq erf erfc erfinv exp exp1m floor fmod frac ge gt "
		"le "
		"lerp log log10 log1p log2 lt mul ne neg pow reciprocal "
		"remainder round rsqrt sigmoid sign sin sinh sqrt sub tan tanh "
		"trunc"},
	};

	(void)state;
	EACH_ROW(family, row)
	{
		unsigned wanted = PARAMS_GENERAL;

		for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
			if (is_listed(lists[k].names, row->name))
				wanted = lists[k].params;
		if (row->params != wanted)
			fail_msg("%s: %u and not %u", row->name, row->params,
			    wanted);
	}
}

/*
 * Backward operators of convolutions, which make what the kernel's role says;
 * products of vectors, which no Tensor Core makes; ne(x, x), which torch's
 * isnan is; ONNX's inputs that an operator's page does not call optional.
 */
static void test_flags(void **state)
{
	static const char by_role[] =
	    "ConvGrad _conv_depthwise2d_backward _slow_conv2d_backward "
	    "convolution_backward convolution_backward_overrideable "
	    "cudnn_convolution_backward cudnn_convolution_backward_input "
	    "cudnn_convolution_backward_weight "
	    "cudnn_convolution_transpose_backward miopen_convolution_backward "
	    "thnn_conv_depthwise2d_backward";
	static const char no_tc[] =
	    "_transform_bias_rescale_qkv kron addmv addr dot ger mv outer vdot";
	static const struct {
		unsigned needs;
		const char *names;
	} needs[] = {
	    {1, "GroupQueryAttention MultiHeadAttention DFT"},
	    {2, "com.microsoft.Attention MatMulInteger"},
	    {3, "Attention MoE DynamicQuantizeLSTM GRU LSTM RNN "
		"DynamicQuantizeMatMul MatMulNBits"},
	    {4, "QMoE MatMulIntegerToFloat"},
	    {5, "QAttention"},
	    {6, "QGemm"},
	};

	(void)state;
	EACH_ROW(family, row)
	{
		unsigned wanted = 0;
		bool inside = strcmp(row->name, "ne") == 0;

		for (size_t k = 0; k < sizeof needs / sizeof *needs; k++)
			if (is_listed(needs[k].names, row->name))
				wanted = needs[k].needs;
		if (row->by_role != is_listed(by_role, row->name) ||
		    row->no_tc != is_listed(no_tc, row->name) ||
		    row->needs != wanted || !row->inside != !inside ||
		    (inside && strcmp(row->inside, "isnan") != 0))
			fail_msg("%s", row->name);
	}
}

/* Families of products, which Tensor Cores do; those whose backward is two
 * products, a kernel each; those between devices. */
static void test_families(void **state)
{
	static const char tc[] =
	    "attention chain conv einsum gemm grouped moe rnn scaled";
	static const char product[] = "conv gemm grouped";
	size_t neach = 0;
	/* FLOPs an element of those whose rows do not say it themselves */
	static const char *const each[] = {"copy embedding fill index view",
	    "scan", "dropout", NULL, NULL, "norm softmax"};

	(void)state;
	for (size_t i = 0; i < op_table_n; i++) {
		const struct op_family *f = op_table[i].family;
		const char *name = op_table[i].name;

		if (f->tc != is_listed(tc, name) ||
		    f->product != is_listed(product, name) ||
		    f->collective != (strcmp(name, "comm") == 0))
			fail_msg("%s", name);
		if (f->each_flops.known
			? f->each_flops.flops >= NELEMS(each) ||
			      !each[f->each_flops.flops] ||
			      !is_listed(each[f->each_flops.flops], name)
			: f->each_flops.flops != 0)
			fail_msg("%s: %ju an element", name,
			    (uintmax_t)f->each_flops.flops);
		neach += f->each_flops.known;
	}
	assert_int_equal(neach, 9);
}

/* c10/core/ScalarType.h, AT_FORALL_SCALAR_TYPES_WITH_COMPLEX_AND_QINTS; ONNX's
 * onnx.proto, TensorProto.DataType. */
static void test_numbers(void **state)
{
	static const char *const torch_types[] = {"uint8", "int8", "int16",
	    "int32", "int64", "float16", "float32", "float64", "complex32",
	    "complex64", "complex128", "bool", "qint8", "quint8", "qint32",
	    "bfloat16", "quint4x2", "quint2x4", "bits1x8", "bits2x4", "bits4x2",
	    "bits8", "bits16", "float8_e5m2", "float8_e4m3fn", "float8_e5m2fnuz",
	    "float8_e4m3fnuz", "uint16", "uint32", "uint64", "uint1", "uint2",
	    "uint3", "uint4", "uint5", "uint6", "uint7", "int1", "int2", "int3",
	    "int4", "int5", "int6", "int7", "float8_e8m0fnu", "float4_e2m1fn_x2"};
	static const char *const onnx_types[] = {"", "float32", "uint8", "int8",
	    "uint16", "int16", "int32", "int64", "", "bool", "float16",
	    "float64", "uint32", "uint64", "complex64", "complex128", "bfloat16",
	    "float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz"};
	struct arg a = {.kind = ARG_INT, .value = {.kind = VALUE_INT}};

	(void)state;
	for (size_t onnx = 0; onnx < 2; onnx++) {
		const char *const *names = onnx ? onnx_types : torch_types;
		size_t n = onnx ? NELEMS(onnx_types) : NELEMS(torch_types);

		for (size_t i = 0; i < n; i++) {
			enum dtype wanted = dtype_find(str_of(names[i]));

			assert_true(wanted != DTYPE_UNKNOWN || !names[i][0]);
			a.value.i = (int64_t)i;
			if (op_args_type(&a, onnx, DTYPE_UNKNOWN) != wanted)
				fail_msg("%zu of %zu: not %s", i, onnx, names[i]);
		}
		/* beyond the last, and before the first */
		a.value.i = (int64_t)n;
		assert_int_equal(op_args_type(&a, onnx, DTYPE_INT2), DTYPE_INT2);
		a.value.i = -1;
		assert_int_equal(op_args_type(&a, onnx, DTYPE_INT2), DTYPE_INT2);
	}
}

/* The name with which a profile has the row. */
static void name_of(const struct op_row *row, char *name, size_t size)
{
	static const struct {
		unsigned space;
		const char *before;
	} spaces[] = {
	    {SPACE_OTHER, ""},
	    {SPACE_ATEN, "aten::"},
	    {SPACE_TORCH, "torch."},
	    {SPACE_TENSOR, "Tensor."},
	    {SPACE_FUNCTIONAL, "torch.nn.functional."},
	    {SPACE_ONNX, "onnx::"},
	    {SPACE_LIBRARY, "vllm::"},
	};
	size_t k = 0;

	while (!(row->spaces & spaces[k].space))
		k++;
	snprintf(name, size, "%s%s",
	    spaces[k].space == SPACE_ONNX && strchr(row->name, '.')
		? ""
		: spaces[k].before,
	    row->name);
}

/*
 * Of arguments that were recorded without shapes nothing follows, and that is
 * the reason, whatever the operator; but a view is one, if it is no copy, how
 * much is filled is in other arguments, and how long sequences are may be in
 * values.
 */
static void test_no_shapes(void **state)
{
	(void)state;
	EACH_ROW(family, row)
	{
		bool fill = strcmp(family->title, "Fills") == 0;
		bool view = strcmp(family->title, "Views") == 0 &&
			    !str_ends(str_of(row->name), "_copy");
		struct arena a = {0};
		struct cost cost;
		const struct call *call;
		const char *why;
		char name[200];

		/* a part of many names */
		if (row->why || strstr(row->name, "..."))
			continue;
		name_of(row, name, sizeof name);
		call = calls_make(&a, name, "? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ?");
		assert_non_null(op_find(call));
		assert_ptr_equal(op_row(op_find(call)), row);
		op_cost_of_call(call, PART_FORWARD, &cost);
		why = op_sure(&cost)->why;
		if (cost.has_bytes || (cost.has_flops && cost.flops != 0))
			fail_msg("%s: %ju, %d", name, (uintmax_t)cost.flops,
			    cost.has_bytes);
		if (fill && strcmp(why, WHY_NO_SHAPE) != 0)
			assert_string_equal(
			    why, strcmp(row->name, "scalar_tensor") == 0
				     ? WHY_NO_DTYPE
				     : WHY_ATTRIBUTE);
		else if (strcmp(why, WHY_VALUES) != 0 || family->tc == false)
			assert_string_equal(why, view ? WHY_VIEW : WHY_NO_SHAPE);
		arena_free(&a);
	}
}

/* In training rrelu alone writes the noise besides; a flag that an operator
 * does not have changes nothing. */
static void test_noise(void **state)
{
	(void)state;
	EACH_ROW(family, row)
	{
		struct arena a = {0};
		struct cost cost, more;
		char name[200];

		if (row->why || strncmp(row->name, "rrelu", 5) == 0 ||
		    (strcmp(family->title, "Pointwise") != 0 &&
			strcmp(family->title, "Activations") != 0))
			continue;
		name_of(row, name, sizeof name);
		op_cost_of_call(
		    calls_make(&a, name, "f32[6] f32[6] f32[6] training=false"),
		    PART_FORWARD, &cost);
		op_cost_of_call(
		    calls_make(&a, name, "f32[6] f32[6] f32[6] training=true"),
		    PART_FORWARD, &more);
		if (cost.bytes != more.bytes || cost.flops != more.flops)
			fail_msg("%s: %ju", name, (uintmax_t)more.bytes);
		arena_free(&a);
	}
}

/*
 * Rows without a formula, and pp-models(7)'s reason: what depends on values
 * without a bound; what is made of operators that have rules; what launches no
 * kernel.
 */
static void test_why(void **state)
{
	static const struct {
		const char *why, *names;
	} lists[] = {
	    {WHY_VALUES,
		"BlackmanWindow CenterCropPad ConstantOfShape "
		"ConvTransposeWithDynamicPads "
		"DecoderMaskedMultiHeadAttention DeepEPCombine "
		"DeepEPDispatch Expand HammingWindow HannWindow "
		"LongformerAttention MaxRoiPool MelWeightMatrix MoECombine "
		"MoEDispatch NonMaxSuppression OneHot PackedAttention "
		"PagedAttention Range STFT Sampling Slice "
		"SparseToDenseMatMul Tile _coalesce _sparse_addmm "
		"_sparse_mm _sparse_mm_reduce_impl _sparse_softmax "
		"_sparse_sparse_matmul _sparse_sum _to_sparse_csr "
		"addmm.sparse embedding_renorm "
		"flashinfer::BatchPrefillWithPagedKVCache linalg_matrix_exp "
		"matrix_exp sparse_sampled_addmm spmm sspaddmm to_dense "
		"to_sparse torchvision.ops.nms torchvision::nms"},
	    {WHY_PARTS,
		"Gradient _GroupedLinear __setitem__ "
		"_embedding_bag_backward _euclidean_dist "
		"_native_multi_head_attention "
		"_thnn_differentiable_lstm_cell_backward "
		"_transformer_encoder_layer_fwd _trilinear allclose "
		"alpha_dropout cartesian_prod cosine_embedding_loss "
		"cumprod_backward dropout2d dropout3d feature_alpha_dropout "
		"feature_dropout gather_backward gaussian_nll_loss "
		"gumbel_softmax hinge_embedding_loss index_select_backward "
		"linalg_lu linalg_matrix_norm linalg_norm local_response_norm "
		"lp_pool1d lp_pool2d lu_unpack margin_ranking_loss "
		"masked_scatter_backward masked_select_backward "
		"multi_head_attention_forward "
		"mvlgamma poisson_nll_loss softmin sum_to_size "
		"triplet_margin_loss value_selecting_reduction_backward"},
	    {WHY_NO_KERNEL,
		"Constant SequenceConstruct Shape Size "
		"_c10d_functional::wait_tensor _local_scalar_dense "
		"_sparse_csr_tensor_unsafe _use_cudnn_ctc_loss empty "
		"empty_like empty_strided is_nonzero item new_empty "
		"new_empty_strided resize_ resize_as_ result_type size "
		"stride"},
	    {WHY_NO_RULE,
		"AttnLSTM BatchNormalizationGrad BiasDropout BiasSoftmax "
		"BitmaskDropout ConcatFromSequence DeformConv "
		"EmbedLayerNormalization GatherBlockQuantized "
		"GemmaRotaryEmbedding GlobalLpPool Hardmax Irfft LRN "
		"LambOptimizer LayerNormalizationGrad "
		"LigerFusedLinearCrossEntropyFunction LpNormalization "
		"LpPool Multinomial NhwcConv NhwcMaxPool QLinearSoftmax "
		"Rfft TensorScatter _LayerNormLinear "
		"_LinearBackward_wgrad_mm _LinearBackward_xgrad_mm "
		"_Linear_yfwd_mm _amp_update_scale _segment_reduce_backward "
		"_wrapped_linear_prepack "
		"batch_norm_gather_stats_with_counts "
		"batch_norm_update_stats c10d::barrier conv_tbc_backward "
		"embedding_sparse_backward fla::chunk_gated_delta_rule "
		"float_power histogram multilabel_margin_loss "
		"multilabel_margin_loss_forward nccl:coalesced "
		"nonzero_static primus::fused_ln_modulate "
		"primus::fused_ln_modulate_backward quantized_batch_norm "
		"segment_reduce symm_mem::fused_all_gather_matmul "
		"symm_mem::fused_matmul_reduce_scatter tex_ts::te_gemm_ts "
		"trtllm::fp4_block_scale_moe_runner"},
	    {WHY_NO_ARGS, "Optimizer.step record_param_comms"},
	    {WHY_NODE, "CopySlices"},
	    {WHY_NO_SHAPE, "vllm::moe_forward vllm::moe_forward_shared"},
	    {WHY_NO_MODEL, "exp1m"},
	};

	(void)state;
	EACH_ROW(family, row)
	{
		const char *wanted = NULL;

		for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
			if (is_listed(lists[k].names, row->name))
				wanted = lists[k].why;
		if (!wanted != !row->why ||
		    (wanted && strcmp(row->why, wanted) != 0))
			fail_msg("%s: %s", row->name, row->why ? row->why : "-");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_params),
	    cmocka_unit_test(test_flags),
	    cmocka_unit_test(test_families),
	    cmocka_unit_test(test_numbers),
	    cmocka_unit_test(test_no_shapes),
	    cmocka_unit_test(test_noise),
	    cmocka_unit_test(test_why),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
