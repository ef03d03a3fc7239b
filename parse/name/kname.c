/*
 * kname.c - kernel names: demangling, short names, classes.
 *
 * In:  a name as a profile has it
 * Out: the C++ name, PyProf's short name, the class of kernel
 *
 * The whole text must not decide the class: a template argument of a softmax
 * may well say "gemm".  The function's own name does, and the arguments only
 * where it is a wrapper ("elementwise_kernel", "Kernel2", "kentry") that says
 * nothing by itself.
 */
#include "parse/name/kname.h"

#include <stdlib.h>

#include "common/ascii.h"
#include "common/nelems.h"
#include "parse/name/mangled.h"

enum { NAME_SEEN = 1024, TEXT_SEEN = 64 * 1024 };

/* libstdc++; its header is C++. */
char *__cxa_demangle(const char *mangled, char *out, size_t *size, int *status);

struct str kname_demangle(struct arena *a, struct str name)
{
	struct str full = name;
	int status = 0;
	char *text;

	if (!mangled_is_tame(name))
		return name;
	text = __cxa_demangle(arena_text(a, name.p, name.n), NULL, NULL, &status);
	if (text && status == 0) {
		full.n = strlen(text);
		full.p = arena_text(a, text, full.n);
	}
	free(text);
	return full;
}

/* Whether the whole word stands right before full.p[i], or one blank before
 * it. */
static bool follows(struct str full, size_t i, const char *word)
{
	struct str head = {full.p, i};
	size_t n = strlen(word);
	char before;

	head.n -= head.n && head.p[head.n - 1] == ' ';
	if (!str_ends(head, word))
		return false;
	before = head.n > n ? head.p[head.n - n - 1] : ':';
	return before == ':' || before == ' ' || before == '}';
}

/* The length from the bracket that opens at full.p[i] to the one that closes
 * it, or to the end where none does.  Inside round brackets a '<' may be a
 * comparison and does not count. */
static size_t bracket(struct str full, size_t i)
{
	size_t start = i, round = 0, angle = 0;

	for (; i < full.n; i++) {
		switch (full.p[i]) {
		case '(':
		case '[':
		case '{':
			round++;
			break;
		case ')':
		case ']':
		case '}':
			round -= round > 0;
			break;
		case '<':
			angle += round == 0;
			break;
		case '>':
			if (i && full.p[i - 1] != '-') /* not in "->" */
				angle -= round == 0 && angle > 0;
			break;
		default:
			continue;
		}
		if (round == 0 && angle == 0)
			return i + 1 - start;
	}
	return full.n - start;
}

/*
 * Append the function's qualified name, without return type, template arguments
 * and parameters, and return where in full it starts.  "(anonymous namespace)"
 * stays; lambdas, ABI tags and "<unnamed>" go, with the "::" behind them.
 */
static size_t own_name(struct str full, struct strbuf *b)
{
	static const char anonymous[] = "(anonymous namespace)";
	size_t i = 0, start = 0, from = b->n;
	struct str left;

	while (i < full.n) {
		left = str_from(full, i);
		switch (full.p[i]) {
		case '(':
			if (str_starts(left, anonymous)) {
				strbuf_text(b, anonymous);
				i += sizeof anonymous - 1;
				continue;
			}
			if (follows(full, i, "operator") &&
			    str_starts(left, "()")) {
				strbuf_text(b, "()");
				i += 2;
				continue;
			}
			if (!follows(full, i, "decltype"))
				return start; /* the parameters */
			i += bracket(full, i);
			continue;
		case '<':
			if (follows(full, i, "operator")) {
				strbuf_char(b, '<');
				i++;
				continue;
			}
			/* fall through */
		case '{':
		case '[':
			i += bracket(full, i);
			/* "<unnamed>::f" is f */
			if ((b->n == from || b->p[b->n - 1] == ':') &&
			    str_starts(str_from(full, i), "::"))
				i += 2;
			continue;
		case ' ':
			if (follows(full, i, "operator")) {
				if (!str_starts(left, " ()"))
					break; /* "operator new" */
				i++;
				continue;
			}
			b->n = from; /* that was the return type */
			start = ++i;
			continue;
		}
		strbuf_char(b, full.p[i++]);
	}
	return start;
}

/* Delete the word wherever it stands. */
static void delete_word(struct strbuf *b, const char *word)
{
	size_t n = strlen(word), to = 0, i = 0;

	while (i < b->n) {
		if (str_starts((struct str){b->p + i, b->n - i}, word))
			i += n;
		else
			b->p[to++] = b->p[i++];
	}
	b->n = to;
}

static void delete_words(struct strbuf *b)
{
	/* PyProf's, in PyProf's order. */
	static const char *const words[] = {
	    "void ", "at::", "cuda::", "native::", "(anonymous namespace)::"};
	size_t i;

	for (i = 0; i < NELEMS(words); i++)
		delete_word(b, words[i]);
}

/* Whether PyProf's rule left no name, or cut one in two. */
static bool is_stump(struct str s)
{
	return s.n == 0 || str_ends(s, "::") || str_ends(s, "operator") ||
	       str_has(s, "{lambda") || str_has(s, "[lambda");
}

/* The part behind the last "::", if any. */
static struct str without_scope(struct str s)
{
	size_t i;

	for (i = s.n; i > 2; i--)
		if (i < s.n && memcmp(s.p + i - 2, "::", 2) == 0)
			return str_from(s, i);
	return s;
}

struct str kname_short(struct arena *a, struct str full)
{
	enum { SHORT_MOST = 256 }; /* a longer name goes without its scope */
	struct strbuf b = {0}, own = {0};
	const char *cut;
	struct str s = full;

	if (full.n == 0)
		return STR("");
	if (mangled_own_name(full, &own)) {
		delete_words(&own);
		s = strbuf_get(&own);
		goto out;
	}

	/* 1. PyProf's rule. */
	cut = memchr(full.p, '<', full.n);
	if (cut)
		s.n = (size_t)(cut - full.p);
	strbuf_str(&b, s);
	delete_words(&b);
	cut = b.n ? memchr(b.p, '(', b.n) : NULL;
	if (cut)
		b.n = (size_t)(cut - b.p);

	/* 2. Where it left a stump, or part of the return type: the name. */
	if (s.n < own_name(full, &own) || is_stump(strbuf_get(&b))) {
		delete_words(&own);
		s = strbuf_get(&own);
		if (str_ends(s, "operator()"))
			s = STR("operator()");
		if (s.n == 0 || str_ends(s, "::"))
			s = full;
	} else {
		s = strbuf_get(&b);
	}
out:
	if (s.n > SHORT_MOST)
		s = without_scope(s);
	s.p = arena_text(a, s.p, s.n);
	strbuf_free(&b);
	strbuf_free(&own);
	return s;
}

/* What a row looks for, without regard to case:
 *	word	anywhere
 *	^word	where a word begins: behind what is no letter, or where an
 *		upper-case letter follows a lower-case one
 *	word$	where a word ends
 *	=word	the whole name
 * in the function's own name, without its scope.  A row with inner rows is a
 * wrapper: they are tried on the full text, and the row's class is what is left.
 */
struct row {
	const char *word;
	enum kclass class;
	const struct row *inner; /* ends with a null word */
};

#define END                                                                    \
	{                                                                      \
		NULL, KCLASS_OTHER, NULL                                       \
	}

/* torch's elementwise kernels: the functor tells. */
static const struct row elementwise_rows[] = {
    {"masked_fill", KCLASS_POINTWISE, NULL},
    {"fillfunctor", KCLASS_FILL, NULL},
    {"^fill_kernel", KCLASS_FILL, NULL},
    {"^arange", KCLASS_FILL, NULL},
    {"^linspace", KCLASS_FILL, NULL},
    {"^logspace", KCLASS_FILL, NULL},
    {"^random_", KCLASS_FILL, NULL},
    {"^normal_", KCLASS_FILL, NULL},
    {"^uniform_", KCLASS_FILL, NULL},
    {"bernoulli", KCLASS_FILL, NULL},
    {"direct_copy", KCLASS_COPY, NULL},
    {"copy_device_to_device", KCLASS_COPY, NULL},
    {"^copy_kernel", KCLASS_COPY, NULL},
    {"bfloat16_copy_kernel", KCLASS_COPY, NULL},
    {"float8_copy_kernel", KCLASS_COPY, NULL},
    {"dropout", KCLASS_DROPOUT, NULL},
    {"masked_scale", KCLASS_DROPOUT, NULL},
    {"index_put", KCLASS_INDEX, NULL},
    {"index_kernel", KCLASS_INDEX, NULL},
    {"index_fill", KCLASS_INDEX, NULL},
    {"index_copy", KCLASS_INDEX, NULL},
    {"gpu_index", KCLASS_INDEX, NULL},
    {"^take_kernel", KCLASS_INDEX, NULL},
    {"^put_kernel", KCLASS_INDEX, NULL},
    {"^mse_", KCLASS_LOSS, NULL},
    {"smooth_l1", KCLASS_LOSS, NULL},
    {"^huber", KCLASS_LOSS, NULL},
    {"binary_cross_entropy", KCLASS_LOSS, NULL},
    {"kl_div", KCLASS_LOSS, NULL},
    {"batch_norm", KCLASS_NORM, NULL},
    {"layer_norm", KCLASS_NORM, NULL},
    {"group_norm", KCLASS_NORM, NULL},
    {"groupnorm", KCLASS_NORM, NULL},
    {"softmax", KCLASS_SOFTMAX, NULL},
    END,
};

/* "Kernel2", "device_kernel", "kentry", "_kernel_agent": templates of CUTLASS,
 * Composable Kernel, cuBLAS, cuFFT, rocPRIM and Thrust. */
static const struct row generic_rows[] = {
    {"reducesplitk", KCLASS_HELPER, NULL},
    {"splitkreduce", KCLASS_HELPER, NULL},
    {"fmha", KCLASS_ATTENTION, NULL},
    {"flashattn", KCLASS_ATTENTION, NULL},
    {"flash::", KCLASS_ATTENTION, NULL},
    {"attention", KCLASS_ATTENTION, NULL},
    {"fprop", KCLASS_CONV, NULL},
    {"dgrad", KCLASS_CONV, NULL},
    {"wgrad", KCLASS_CONV, NULL},
    {"implicit_gemm", KCLASS_CONV, NULL},
    {"implicitgemm", KCLASS_CONV, NULL},
    {"convuniversal", KCLASS_CONV, NULL},
    {"groupedconv", KCLASS_CONV, NULL},
    {"rmsnorm", KCLASS_NORM, NULL},
    {"layernorm", KCLASS_NORM, NULL},
    {"layer_norm", KCLASS_NORM, NULL},
    {"softmax", KCLASS_SOFTMAX, NULL},
    {"radix_sort", KCLASS_SORT, NULL},
    {"merge_sort", KCLASS_SORT, NULL},
    {"radixsort", KCLASS_SORT, NULL},
    {"mergesort", KCLASS_SORT, NULL},
    {"block_sort", KCLASS_SORT, NULL},
    {"^topk", KCLASS_SORT, NULL},
    {"^spradix", KCLASS_FFT, NULL},
    {"^dpradix", KCLASS_FFT, NULL},
    {"fft", KCLASS_FFT, NULL},
    {"gemv", KCLASS_GEMM, NULL},
    {"gemm", KCLASS_GEMM, NULL},
    {"copy_if", KCLASS_INDEX, NULL},
    {"partition", KCLASS_INDEX, NULL},
    {"histogram", KCLASS_INDEX, NULL},
    {"unique", KCLASS_INDEX, NULL},
    {"^scan", KCLASS_REDUCE, NULL},
    {"_scan", KCLASS_REDUCE, NULL},
    {"reduce", KCLASS_REDUCE, NULL},
    {"uninitialized_fill", KCLASS_FILL, NULL},
    {"__fill", KCLASS_FILL, NULL},
    {"__tabulate", KCLASS_FILL, NULL},
    {"__copy", KCLASS_COPY, NULL},
    {"__transform", KCLASS_POINTWISE, NULL},
    {"::transform", KCLASS_POINTWISE, NULL},
    {"parallel_for", KCLASS_POINTWISE, NULL},
    {"cutlass", KCLASS_GEMM, NULL},
    END,
};

/* Inductor's names list the fused operators; only some do their work here. */
static const struct row triton_reduction_rows[] = {
    {"softmax", KCLASS_SOFTMAX, NULL},
    {"nll_loss", KCLASS_LOSS, NULL},
    {"layer_norm", KCLASS_NORM, NULL},
    {"group_norm", KCLASS_NORM, NULL},
    {"batch_norm", KCLASS_NORM, NULL},
    {"rms_norm", KCLASS_NORM, NULL},
    {"mean_mul_pow_rsqrt", KCLASS_NORM, NULL},
    END,
};

static const struct row triton_template_rows[] = {
    {"attention", KCLASS_ATTENTION, NULL},
    {"convolution", KCLASS_CONV, NULL},
    END,
};

/* The first row that matches decides. */
static const struct row rows[] = {
    /* Compilers: their names contain everything. */
    {"^triton_poi", KCLASS_POINTWISE, NULL},
    {"^triton_for_", KCLASS_POINTWISE, NULL},
    {"^triton_red", KCLASS_REDUCE, triton_reduction_rows},
    {"^triton_per", KCLASS_REDUCE, triton_reduction_rows},
    {"^triton_spl", KCLASS_REDUCE, NULL},
    {"^triton_tem", KCLASS_GEMM, triton_template_rows},
    {"^triton_flex_attention", KCLASS_ATTENTION, NULL},
    {"^triton_convolution", KCLASS_CONV, NULL},
    {"^nvfuser_pointwise", KCLASS_POINTWISE, NULL},
    {"^nvfuser_transpose", KCLASS_COPY, NULL},
    {"^nvfuser_", KCLASS_REDUCE, NULL},

    /* Helpers: steps in front of or behind the kernel that does the work. */
    {"splitkreduce", KCLASS_HELPER, NULL},
    {"reducesplitk", KCLASS_HELPER, NULL},
    {"postgsu", KCLASS_HELPER, NULL},
    {"offsetskernel", KCLASS_HELPER, NULL},
    {"nchwtonhwc", KCLASS_HELPER, NULL},
    {"nhwctonchw", KCLASS_HELPER, NULL},
    {"nchw2cnhw", KCLASS_HELPER, NULL}, /* MIOpen */
    {"cnhw2nchw", KCLASS_HELPER, NULL},
    {"^batched_transpose_", KCLASS_HELPER, NULL},
    {"subtensorop", KCLASS_HELPER, NULL},
    {"generatewinograd", KCLASS_HELPER, NULL},
    {"winogradforward", KCLASS_HELPER, NULL}, /* data, filter, output */
    {"winogradwgrad", KCLASS_HELPER, NULL},
    {"winograddgrad", KCLASS_HELPER, NULL},
    {"fft2d_", KCLASS_HELPER, NULL}, /* around a complex GEMM */
    {"reduce_wgrad", KCLASS_HELPER, NULL},
    {"scalepackedtensor", KCLASS_HELPER, NULL},
    {"scaletensor_kernel", KCLASS_HELPER, NULL},
    {"reduce_1block_kernel", KCLASS_HELPER, NULL}, /* of dot_kernel */
    {"=scal_kernel", KCLASS_HELPER, NULL},
    {"=globalkernel", KCLASS_HELPER, NULL}, /* cublasLt::epilogue::impl */
    {"convert_dq", KCLASS_HELPER, NULL},
    {"convert_dkv", KCLASS_HELPER, NULL},
    {"dot_do_o", KCLASS_HELPER, NULL},
    {"splitkv_combine", KCLASS_HELPER, NULL},
    {"fwdcombine", KCLASS_HELPER, NULL},
    {"flash_fwd_combine", KCLASS_HELPER, NULL},
    {"flashattnbwdpreprocess", KCLASS_HELPER, NULL},
    {"flashattnbwdpostprocess", KCLASS_HELPER, NULL},
    {"find_long_segments", KCLASS_HELPER, NULL}, /* embeddings */
    {"linearize_index", KCLASS_HELPER, NULL},
    {"fill_index_and_segment", KCLASS_HELPER, NULL}, /* sorts */
    {"fill_reverse_indices", KCLASS_HELPER, NULL},
    {"segment_offset", KCLASS_HELPER, NULL},
    {"num_of_partial_segments", KCLASS_HELPER, NULL},
    {"bounds_check_indices", KCLASS_INDEX, NULL},

    /* Collectives. */
    {"^nccl", KCLASS_COMM, NULL},
    {"^rccl", KCLASS_COMM, NULL},
    {"allreduce", KCLASS_COMM, NULL},
    {"all_reduce", KCLASS_COMM, NULL},
    {"allgather", KCLASS_COMM, NULL},
    {"all_gather", KCLASS_COMM, NULL},
    {"reduce_scatter", KCLASS_COMM, NULL},
    {"reducescatter", KCLASS_COMM, NULL},
    {"cross_device_reduce", KCLASS_COMM, NULL},
    {"userbuffers", KCLASS_COMM, NULL},
    {"nvshmem", KCLASS_COMM, NULL},

    /* Copies and sets, as traces name them. */
    {"^memcpy", KCLASS_COPY, NULL},
    {"^memset", KCLASS_FILL, NULL},

    /* Wrappers. */
    {"=kernel", KCLASS_OTHER, generic_rows},
    {"=kernel2", KCLASS_GEMM, generic_rows},
    {"=kernel3mem", KCLASS_OTHER, generic_rows},
    {"=device_kernel", KCLASS_GEMM, generic_rows},
    {"=kentry", KCLASS_OTHER, generic_rows},
    {"=_kernel_agent", KCLASS_OTHER, generic_rows},
    {"=trampoline_kernel", KCLASS_OTHER, generic_rows},
    {"scatter_gather_elementwise", KCLASS_INDEX, NULL},
    {"index_elementwise", KCLASS_INDEX, NULL},
    {"distribution_elementwise", KCLASS_FILL, NULL},
    {"elementwise_kernel", KCLASS_POINTWISE, elementwise_rows},
    {"kernelpointwiseapply", KCLASS_POINTWISE, elementwise_rows},
    {"eigenmetakernel", KCLASS_POINTWISE, elementwise_rows},
    {"multi_tensor_apply", KCLASS_OPTIMIZER, NULL},

    /* What a KV cache takes, before the attention that it is named for. */
    {"reshape_and_cache", KCLASS_INDEX, NULL},
    {"concat_and_cache", KCLASS_INDEX, NULL},
    {"kvcache", KCLASS_INDEX, NULL},
    {"kv_cache", KCLASS_INDEX, NULL},
    {"kv_indices", KCLASS_INDEX, NULL},

    {"attention_ll4mi_reduce", KCLASS_HELPER, NULL},
    {"attention_v2_reduce", KCLASS_HELPER, NULL},
    {"flash_fwd", KCLASS_ATTENTION, NULL},
    {"flash_bwd", KCLASS_ATTENTION, NULL},
    {"flashattn", KCLASS_ATTENTION, NULL},
    {"flash_attn", KCLASS_ATTENTION, NULL},
    {"fmha", KCLASS_ATTENTION, NULL},
    {"sdpa", KCLASS_ATTENTION, NULL},
    {"attention", KCLASS_ATTENTION, NULL},
    {"^attn", KCLASS_ATTENTION, NULL},
    {"batchprefill", KCLASS_ATTENTION, NULL}, /* FlashInfer */
    {"batchdecode", KCLASS_ATTENTION, NULL},
    {"singleprefill", KCLASS_ATTENTION, NULL},
    {"singledecode", KCLASS_ATTENTION, NULL},
    {"=_fwd_kernel", KCLASS_ATTENTION, NULL}, /* Triton's tutorial, copied */
    {"=_bwd_kernel", KCLASS_ATTENTION, NULL},
    {"^_fwd_kernel_aligned", KCLASS_ATTENTION, NULL},
    {"^mha_", KCLASS_ATTENTION, NULL},

    {"rotary", KCLASS_POINTWISE, NULL},
    {"^rope", KCLASS_POINTWISE, NULL},

    {"nll_loss", KCLASS_LOSS, NULL},
    {"nllcriterion", KCLASS_LOSS, NULL},
    {"cross_entropy", KCLASS_LOSS, NULL},
    {"crossentropy", KCLASS_LOSS, NULL},
    {"xentropy", KCLASS_LOSS, NULL},
    {"criterion", KCLASS_LOSS, NULL},
    {"loss", KCLASS_LOSS, NULL},

    {"softmax", KCLASS_SOFTMAX, NULL},

    {"layer_norm", KCLASS_NORM, NULL},
    {"layernorm", KCLASS_NORM, NULL},
    {"rms_norm", KCLASS_NORM, NULL},
    {"rmsnorm", KCLASS_NORM, NULL},
    {"group_norm", KCLASS_NORM, NULL},
    {"groupnorm", KCLASS_NORM, NULL},
    {"batch_norm", KCLASS_NORM, NULL},
    {"batchnorm", KCLASS_NORM, NULL},
    {"instance_norm", KCLASS_NORM, NULL},
    {"weight_norm", KCLASS_NORM, NULL},
    {"^bn_", KCLASS_NORM, NULL},
    {"^ln_fwd", KCLASS_NORM, NULL},
    {"^ln_bwd", KCLASS_NORM, NULL},
    {"^lrn", KCLASS_NORM, NULL},
    {"rowwisemoments", KCLASS_NORM, NULL},
    {"gammabeta", KCLASS_NORM, NULL},
    {"computeinternalgradients", KCLASS_NORM, NULL},
    {"computegradientfusedparams", KCLASS_NORM, NULL},
    {"computefusedparams", KCLASS_NORM, NULL},
    {"computebackwardfusedparams", KCLASS_NORM, NULL},
    {"cucomputegradinput", KCLASS_NORM, NULL},
    {"welford", KCLASS_NORM, NULL},

    {"lstm", KCLASS_RNN, NULL},
    {"rnn", KCLASS_RNN, NULL},
    {"^gru", KCLASS_RNN, NULL},

    {"embedding_backward", KCLASS_EMBEDDING, NULL},
    {"embedding_dense", KCLASS_EMBEDDING, NULL},
    {"embeddingbag", KCLASS_EMBEDDING, NULL},
    {"embedding_bag", KCLASS_EMBEDDING, NULL},
    {"embedding_codegen", KCLASS_EMBEDDING, NULL}, /* fbgemm */
    {"embedding", KCLASS_EMBEDDING, NULL},
    {"compute_grad_weight", KCLASS_EMBEDDING, NULL},
    {"sum_and_scatter", KCLASS_EMBEDDING, NULL},

    {"permute_pooled", KCLASS_COPY, NULL},
    {"permute_1d_data", KCLASS_EMBEDDING, NULL}, /* fbgemm's features */
    {"permute_2d_data", KCLASS_EMBEDDING, NULL},
    {"permute_indices_weights", KCLASS_EMBEDDING, NULL},
    {"pool", KCLASS_POOL, NULL},

    {"radixsort", KCLASS_SORT, NULL},
    {"radix_sort", KCLASS_SORT, NULL},
    {"bitonicsort", KCLASS_SORT, NULL},
    {"mergesort", KCLASS_SORT, NULL},
    {"^sort", KCLASS_SORT, NULL},
    {"sort$", KCLASS_SORT, NULL},
    {"topk", KCLASS_SORT, NULL},
    {"radixfindkth", KCLASS_SORT, NULL},
    {"kthvalue", KCLASS_SORT, NULL},
    {"gathermedian", KCLASS_SORT, NULL},

    {"dropout", KCLASS_DROPOUT, NULL},

    {"adam", KCLASS_OPTIMIZER, NULL},
    {"adagrad", KCLASS_OPTIMIZER, NULL},
    {"rmsprop", KCLASS_OPTIMIZER, NULL},
    {"^lamb$", KCLASS_OPTIMIZER, NULL},
    {"lambstage", KCLASS_OPTIMIZER, NULL},
    {"^sgd", KCLASS_OPTIMIZER, NULL},
    {"multi_tensor", KCLASS_OPTIMIZER, NULL},
    {"amp_update_scale", KCLASS_OPTIMIZER, NULL},

    {"convert", KCLASS_COPY, NULL},
    {"im2col", KCLASS_COPY, NULL},
    {"vol2col", KCLASS_COPY, NULL},
    {"col2im", KCLASS_COPY, NULL},
    {"col2vol", KCLASS_COPY, NULL},
    {"calc_bias_diff", KCLASS_REDUCE, NULL},

    {"fprop", KCLASS_CONV, NULL},
    {"dgrad", KCLASS_CONV, NULL},
    {"wgrad", KCLASS_CONV, NULL},
    {"implicit_gemm", KCLASS_CONV, NULL},
    {"implicit_convolve", KCLASS_CONV, NULL},
    {"winograd", KCLASS_CONV, NULL},
    {"depthwise", KCLASS_CONV, NULL},
    {"convol", KCLASS_CONV, NULL},
    {"^conv$", KCLASS_CONV, NULL},
    {"_conv_", KCLASS_CONV, NULL},
    {"igemm_fwd_", KCLASS_CONV, NULL}, /* MIOpen */
    {"igemm_bwd_", KCLASS_CONV, NULL},
    {"igemm_wrw_", KCLASS_CONV, NULL},
    {"bwd_weight", KCLASS_CONV, NULL}, /* Composable Kernel */
    {"bwd_data", KCLASS_CONV, NULL},
    {"direct_group", KCLASS_CONV, NULL},
    {"scudnn", KCLASS_CONV, NULL},
    {"hcudnn", KCLASS_CONV, NULL},
    {"4cudnn", KCLASS_CONV, NULL}, /* s884cudnn */
    {"8cudnn", KCLASS_CONV, NULL}, /* s1688cudnn */
    {"6cudnn", KCLASS_CONV, NULL}, /* s16816cudnn, i8816cudnn */
    {"2cudnn", KCLASS_CONV, NULL}, /* i16832cudnn */

    {"gemm", KCLASS_GEMM, NULL},
    {"gemv", KCLASS_GEMM, NULL},
    {"^nvjet", KCLASS_GEMM, NULL},
    {"^cijk_", KCLASS_GEMM, NULL},
    {"^cutlass", KCLASS_GEMM, NULL},
    {"^dot_kernel", KCLASS_GEMM, NULL},
    {"matmul", KCLASS_GEMM, NULL},
    {"^triton_mm", KCLASS_GEMM, NULL},
    {"^triton_bmm", KCLASS_GEMM, NULL},
    {"^bmm_", KCLASS_GEMM, NULL},
    {"_scaled_mm", KCLASS_GEMM, NULL},
    {"_grouped_mm", KCLASS_GEMM, NULL},
    {"fused_moe_kernel", KCLASS_GEMM, NULL},
    {"marlin", KCLASS_GEMM, NULL},
    {"machete", KCLASS_GEMM, NULL},
    {"wvsplitk", KCLASS_GEMM, NULL},
    {"spmm", KCLASS_GEMM, NULL},
    {"csrmm", KCLASS_GEMM, NULL},
    {"^ger_kernel", KCLASS_GEMM, NULL},
    {"^trsm", KCLASS_GEMM, NULL},
    {"^syrk", KCLASS_GEMM, NULL},

    {"fft", KCLASS_FFT, NULL},

    {"index", KCLASS_INDEX, NULL},
    {"indices", KCLASS_INDEX, NULL},
    {"gather", KCLASS_INDEX, NULL},
    {"scatter", KCLASS_INDEX, NULL},
    {"nonzero", KCLASS_INDEX, NULL},
    {"masked_select", KCLASS_INDEX, NULL},
    {"deviceselect", KCLASS_INDEX, NULL},
    {"devicecompact", KCLASS_INDEX, NULL},
    {"devicepartition", KCLASS_INDEX, NULL},
    {"histogram", KCLASS_INDEX, NULL},
    {"=compute_cuda_kernel", KCLASS_INDEX, NULL}, /* repeat_interleave */
    {"searchsorted", KCLASS_INDEX, NULL},
    {"bucketize", KCLASS_INDEX, NULL},
    {"unique", KCLASS_INDEX, NULL},

    {"reduce", KCLASS_REDUCE, NULL},
    {"reduction", KCLASS_REDUCE, NULL},
    {"^scan", KCLASS_REDUCE, NULL},
    {"scan$", KCLASS_REDUCE, NULL},
    {"_scan_", KCLASS_REDUCE, NULL},
    {"cumsum", KCLASS_REDUCE, NULL},
    {"cumprod", KCLASS_REDUCE, NULL},
    {"argmax", KCLASS_REDUCE, NULL},
    {"argmin", KCLASS_REDUCE, NULL},
    {"l2norm", KCLASS_REDUCE, NULL},
    {"^amax", KCLASS_REDUCE, NULL},
    {"^sum", KCLASS_REDUCE, NULL},

    {"copy", KCLASS_COPY, NULL},
    {"^cat", KCLASS_COPY, NULL},
    {"concat", KCLASS_COPY, NULL},
    {"transpose", KCLASS_COPY, NULL},
    {"permut", KCLASS_COPY, NULL},
    {"^cast", KCLASS_COPY, NULL},
    {"reformat", KCLASS_COPY, NULL},
    {"_pad", KCLASS_COPY, NULL},
    {"^pad_", KCLASS_COPY, NULL},
    {"^flip", KCLASS_COPY, NULL},
    {"^roll", KCLASS_COPY, NULL},

    {"fill", KCLASS_FILL, NULL},
    {"memset", KCLASS_FILL, NULL},
    {"^arange", KCLASS_FILL, NULL},
    {"^linspace", KCLASS_FILL, NULL},
    {"curand", KCLASS_FILL, NULL},
    {"generate_seed", KCLASS_FILL, NULL},
    {"^random", KCLASS_FILL, NULL},

    {"elementwise", KCLASS_POINTWISE, NULL},
    {"pointwise", KCLASS_POINTWISE, NULL},
    {"activation", KCLASS_POINTWISE, NULL},
    {"act_and_mul", KCLASS_POINTWISE, NULL},
    {"silu", KCLASS_POINTWISE, NULL},
    {"gelu", KCLASS_POINTWISE, NULL},
    {"^relu", KCLASS_POINTWISE, NULL},
    {"sigmoid", KCLASS_POINTWISE, NULL},
    {"^tanh", KCLASS_POINTWISE, NULL},
    {"op_tensor", KCLASS_POINTWISE, NULL}, /* cuDNN */
    {"op_generic_tensor", KCLASS_POINTWISE, NULL},
    {"add_tensor", KCLASS_POINTWISE, NULL},
    {"addtensor", KCLASS_POINTWISE, NULL},
    {"bias", KCLASS_POINTWISE, NULL},
    {"quant", KCLASS_POINTWISE, NULL},
    {"mapplan", KCLASS_POINTWISE, NULL}, /* MXNet */
    {"mapred", KCLASS_REDUCE, NULL},
    {"^cupy_", KCLASS_POINTWISE, NULL},
    {"^clamp", KCLASS_POINTWISE, NULL},
    {"^tril", KCLASS_POINTWISE, NULL},
    {"^triu", KCLASS_POINTWISE, NULL},
    {"unary", KCLASS_POINTWISE, NULL},
    {"binary", KCLASS_POINTWISE, NULL},
    END,
};

/* Whether a word begins or ends between s.p[i - 1] and s.p[i]. */
static bool is_boundary(struct str s, size_t i)
{
	char before, after;

	if (i == 0 || i == s.n)
		return true;
	before = s.p[i - 1];
	after = s.p[i];
	return !is_letter(before) || !is_letter(after) ||
	       is_upper(before) < is_upper(after);
}

/* Whether the row's word is in s; see struct row. */
static bool row_matches(const char *word, struct str s)
{
	bool begins = word[0] == '^', whole = word[0] == '=', ends;
	size_t n, i, k;

	word += begins || whole;
	n = strlen(word);
	ends = word[n - 1] == '$';
	n -= ends;
	if (s.n < n || (whole && s.n != n))
		return false;
	for (i = 0; i + n <= s.n; i++) {
		for (k = 0; k < n && to_lower(s.p[i + k]) == word[k];)
			k++;
		if (k == n && (!begins || is_boundary(s, i)) &&
		    (!ends || is_boundary(s, i + n)))
			return true;
	}
	return false;
}

/* The class by the rows, NKCLASSES where none matches; full is searched
 * for what a wrapper wraps. */
static enum kclass classify(const struct row *r, struct str name, struct str full)
{
	enum kclass inner;

	for (; r->word; r++) {
		if (!row_matches(r->word, name))
			continue;
		inner = NKCLASSES;
		if (r->inner)
			inner = classify(r->inner, full, full);
		return inner == NKCLASSES ? r->class : inner;
	}
	return NKCLASSES;
}

/* The name without its scope: behind the last "::". */
static struct str base_name(struct str own)
{
	size_t i;

	for (i = own.n; i > 0; i--) {
		if (own.p[i - 1] == ':')
			break;
	}
	return str_from(own, i);
}

enum kclass kname_class(struct str full)
{
	struct strbuf own = {0};
	enum kclass class;
	struct str base;

	if (!mangled_own_name(full, &own))
		own_name(full, &own);
	base = base_name(strbuf_get(&own));
	if (base.n == 0)
		base = full;
	/* No row needs more, and a hostile name may have megabytes. */
	base.n = base.n < NAME_SEEN ? base.n : NAME_SEEN;
	full.n = full.n < TEXT_SEEN ? full.n : TEXT_SEEN;
	class = classify(rows, base, full);
	strbuf_free(&own);
	return class == NKCLASSES ? KCLASS_OTHER : class;
}
