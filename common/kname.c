/*
 * kname.c - kernel names: demangling, short names, classes.
 *
 * In:  a name as a profile has it
 * Out: the C++ name, PyProf's short name, the class of kernel
 *
 * A class is not found by searching the whole text: a template argument or a
 * parameter type of a softmax may well say "gemm".  The function's own name
 * decides, and the arguments only where it is a wrapper ("elementwise_kernel",
 * "Kernel2", "kentry") that says nothing by itself.
 */
#include "common/kname.h"

#include <stdlib.h>

#include "common/mangled.h"

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

/* Whether the last thing in front of full.p[i] is the word, as a whole, with a
 * blank behind it or not. */
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

/* The length of the bracket that opens at full.p[i], with all that it
 * encloses; to the end where it does not close.  Inside round brackets a '<'
 * may be a comparison and does not count. */
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
 * stays; lambdas, ABI tags and "<unnamed>" go with what binds them.
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

	for (i = 0; i < sizeof words / sizeof words[0]; i++)
		delete_word(b, words[i]);
}

/* Whether PyProf's rule cut in the middle of something. */
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
	enum { SHORT_MOST = 256 }; /* above, name spaces tell nothing */
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
	enum kname_class class;
	const struct row *inner; /* ends with a null word */
};

#define END                                                                    \
	{                                                                      \
		NULL, KNAME_OTHER, NULL                                        \
	}

/* torch's elementwise kernels: the functor tells. */
static const struct row elementwise_rows[] = {
    {"masked_fill", KNAME_POINTWISE, NULL},
    {"fillfunctor", KNAME_FILL, NULL},
    {"^fill_kernel", KNAME_FILL, NULL},
    {"^arange", KNAME_FILL, NULL},
    {"^linspace", KNAME_FILL, NULL},
    {"^logspace", KNAME_FILL, NULL},
    {"^random_", KNAME_FILL, NULL},
    {"^normal_", KNAME_FILL, NULL},
    {"^uniform_", KNAME_FILL, NULL},
    {"bernoulli", KNAME_FILL, NULL},
    {"direct_copy", KNAME_COPY, NULL},
    {"copy_device_to_device", KNAME_COPY, NULL},
    {"^copy_kernel", KNAME_COPY, NULL},
    {"bfloat16_copy_kernel", KNAME_COPY, NULL},
    {"float8_copy_kernel", KNAME_COPY, NULL},
    {"dropout", KNAME_DROPOUT, NULL},
    {"masked_scale", KNAME_DROPOUT, NULL},
    {"index_put", KNAME_INDEX, NULL},
    {"index_kernel", KNAME_INDEX, NULL},
    {"index_fill", KNAME_INDEX, NULL},
    {"index_copy", KNAME_INDEX, NULL},
    {"gpu_index", KNAME_INDEX, NULL},
    {"^take_kernel", KNAME_INDEX, NULL},
    {"^put_kernel", KNAME_INDEX, NULL},
    {"^mse_", KNAME_LOSS, NULL},
    {"smooth_l1", KNAME_LOSS, NULL},
    {"^huber", KNAME_LOSS, NULL},
    {"binary_cross_entropy", KNAME_LOSS, NULL},
    {"kl_div", KNAME_LOSS, NULL},
    {"batch_norm", KNAME_NORM, NULL},
    {"layer_norm", KNAME_NORM, NULL},
    {"group_norm", KNAME_NORM, NULL},
    {"groupnorm", KNAME_NORM, NULL},
    {"softmax", KNAME_SOFTMAX, NULL},
    END,
};

/* "Kernel2", "device_kernel", "kentry", "_kernel_agent": templates of CUTLASS,
 * Composable Kernel, cuBLAS, cuFFT, rocPRIM and Thrust. */
static const struct row generic_rows[] = {
    {"reducesplitk", KNAME_HELPER, NULL},
    {"splitkreduce", KNAME_HELPER, NULL},
    {"fmha", KNAME_ATTENTION, NULL},
    {"flashattn", KNAME_ATTENTION, NULL},
    {"flash::", KNAME_ATTENTION, NULL},
    {"attention", KNAME_ATTENTION, NULL},
    {"fprop", KNAME_CONV, NULL},
    {"dgrad", KNAME_CONV, NULL},
    {"wgrad", KNAME_CONV, NULL},
    {"implicit_gemm", KNAME_CONV, NULL},
    {"implicitgemm", KNAME_CONV, NULL},
    {"convuniversal", KNAME_CONV, NULL},
    {"groupedconv", KNAME_CONV, NULL},
    {"rmsnorm", KNAME_NORM, NULL},
    {"layernorm", KNAME_NORM, NULL},
    {"layer_norm", KNAME_NORM, NULL},
    {"softmax", KNAME_SOFTMAX, NULL},
    {"radix_sort", KNAME_SORT, NULL},
    {"merge_sort", KNAME_SORT, NULL},
    {"radixsort", KNAME_SORT, NULL},
    {"mergesort", KNAME_SORT, NULL},
    {"block_sort", KNAME_SORT, NULL},
    {"^topk", KNAME_SORT, NULL},
    {"^spradix", KNAME_FFT, NULL},
    {"^dpradix", KNAME_FFT, NULL},
    {"fft", KNAME_FFT, NULL},
    {"gemv", KNAME_GEMM, NULL},
    {"gemm", KNAME_GEMM, NULL},
    {"copy_if", KNAME_INDEX, NULL},
    {"partition", KNAME_INDEX, NULL},
    {"histogram", KNAME_INDEX, NULL},
    {"unique", KNAME_INDEX, NULL},
    {"^scan", KNAME_REDUCE, NULL},
    {"_scan", KNAME_REDUCE, NULL},
    {"reduce", KNAME_REDUCE, NULL},
    {"uninitialized_fill", KNAME_FILL, NULL},
    {"__fill", KNAME_FILL, NULL},
    {"__tabulate", KNAME_FILL, NULL},
    {"__copy", KNAME_COPY, NULL},
    {"__transform", KNAME_POINTWISE, NULL},
    {"::transform", KNAME_POINTWISE, NULL},
    {"parallel_for", KNAME_POINTWISE, NULL},
    {"cutlass", KNAME_GEMM, NULL},
    END,
};

/* Inductor's names list the fused operators; only some do their work here. */
static const struct row triton_reduction_rows[] = {
    {"softmax", KNAME_SOFTMAX, NULL},
    {"nll_loss", KNAME_LOSS, NULL},
    {"layer_norm", KNAME_NORM, NULL},
    {"group_norm", KNAME_NORM, NULL},
    {"batch_norm", KNAME_NORM, NULL},
    {"rms_norm", KNAME_NORM, NULL},
    {"mean_mul_pow_rsqrt", KNAME_NORM, NULL},
    END,
};

static const struct row triton_template_rows[] = {
    {"attention", KNAME_ATTENTION, NULL},
    {"convolution", KNAME_CONV, NULL},
    END,
};

/* The first row that matches decides. */
static const struct row rows[] = {
    /* Compilers: their names contain everything. */
    {"^triton_poi", KNAME_POINTWISE, NULL},
    {"^triton_for_", KNAME_POINTWISE, NULL},
    {"^triton_red", KNAME_REDUCE, triton_reduction_rows},
    {"^triton_per", KNAME_REDUCE, triton_reduction_rows},
    {"^triton_spl", KNAME_REDUCE, NULL},
    {"^triton_tem", KNAME_GEMM, triton_template_rows},
    {"^triton_flex_attention", KNAME_ATTENTION, NULL},
    {"^triton_convolution", KNAME_CONV, NULL},
    {"^nvfuser_pointwise", KNAME_POINTWISE, NULL},
    {"^nvfuser_transpose", KNAME_COPY, NULL},
    {"^nvfuser_", KNAME_REDUCE, NULL},

    /* Helpers: steps in front of or behind the kernel that does the work. */
    {"splitkreduce", KNAME_HELPER, NULL},
    {"reducesplitk", KNAME_HELPER, NULL},
    {"postgsu", KNAME_HELPER, NULL},
    {"offsetskernel", KNAME_HELPER, NULL},
    {"nchwtonhwc", KNAME_HELPER, NULL},
    {"nhwctonchw", KNAME_HELPER, NULL},
    {"nchw2cnhw", KNAME_HELPER, NULL}, /* MIOpen */
    {"cnhw2nchw", KNAME_HELPER, NULL},
    {"^batched_transpose_", KNAME_HELPER, NULL},
    {"subtensorop", KNAME_HELPER, NULL},
    {"generatewinograd", KNAME_HELPER, NULL},
    {"winogradforward", KNAME_HELPER, NULL}, /* data, filter, output */
    {"winogradwgrad", KNAME_HELPER, NULL},
    {"winograddgrad", KNAME_HELPER, NULL},
    {"fft2d_", KNAME_HELPER, NULL}, /* around a complex GEMM */
    {"reduce_wgrad", KNAME_HELPER, NULL},
    {"scalepackedtensor", KNAME_HELPER, NULL},
    {"scaletensor_kernel", KNAME_HELPER, NULL},
    {"reduce_1block_kernel", KNAME_HELPER, NULL}, /* of dot_kernel */
    {"=scal_kernel", KNAME_HELPER, NULL},
    {"=globalkernel", KNAME_HELPER, NULL}, /* cublasLt::epilogue::impl */
    {"convert_dq", KNAME_HELPER, NULL},
    {"convert_dkv", KNAME_HELPER, NULL},
    {"dot_do_o", KNAME_HELPER, NULL},
    {"splitkv_combine", KNAME_HELPER, NULL},
    {"fwdcombine", KNAME_HELPER, NULL},
    {"flash_fwd_combine", KNAME_HELPER, NULL},
    {"flashattnbwdpreprocess", KNAME_HELPER, NULL},
    {"flashattnbwdpostprocess", KNAME_HELPER, NULL},
    {"find_long_segments", KNAME_HELPER, NULL}, /* embeddings */
    {"linearize_index", KNAME_HELPER, NULL},
    {"segment_offset", KNAME_HELPER, NULL},
    {"num_of_partial_segments", KNAME_HELPER, NULL},
    {"bounds_check_indices", KNAME_HELPER, NULL},

    /* Collectives. */
    {"^nccl", KNAME_COMM, NULL},
    {"^rccl", KNAME_COMM, NULL},
    {"allreduce", KNAME_COMM, NULL},
    {"all_reduce", KNAME_COMM, NULL},
    {"allgather", KNAME_COMM, NULL},
    {"all_gather", KNAME_COMM, NULL},
    {"reduce_scatter", KNAME_COMM, NULL},
    {"reducescatter", KNAME_COMM, NULL},
    {"cross_device_reduce", KNAME_COMM, NULL},
    {"userbuffers", KNAME_COMM, NULL},
    {"nvshmem", KNAME_COMM, NULL},

    /* Copies and sets, as traces name them. */
    {"^memcpy", KNAME_COPY, NULL},
    {"^memset", KNAME_FILL, NULL},

    /* Wrappers. */
    {"=kernel", KNAME_OTHER, generic_rows},
    {"=kernel2", KNAME_GEMM, generic_rows},
    {"=kernel3mem", KNAME_OTHER, generic_rows},
    {"=device_kernel", KNAME_GEMM, generic_rows},
    {"=kentry", KNAME_OTHER, generic_rows},
    {"=_kernel_agent", KNAME_OTHER, generic_rows},
    {"=trampoline_kernel", KNAME_OTHER, generic_rows},
    {"scatter_gather_elementwise", KNAME_INDEX, NULL},
    {"index_elementwise", KNAME_INDEX, NULL},
    {"distribution_elementwise", KNAME_FILL, NULL},
    {"elementwise_kernel", KNAME_POINTWISE, elementwise_rows},
    {"kernelpointwiseapply", KNAME_POINTWISE, elementwise_rows},
    {"eigenmetakernel", KNAME_POINTWISE, elementwise_rows},
    {"multi_tensor_apply", KNAME_OPTIMIZER, NULL},

    /* What a KV cache takes, before the attention that it is named for. */
    {"reshape_and_cache", KNAME_INDEX, NULL},
    {"concat_and_cache", KNAME_INDEX, NULL},
    {"kvcache", KNAME_INDEX, NULL},
    {"kv_cache", KNAME_INDEX, NULL},
    {"kv_indices", KNAME_INDEX, NULL},

    {"attention_ll4mi_reduce", KNAME_HELPER, NULL},
    {"attention_v2_reduce", KNAME_HELPER, NULL},
    {"flash_fwd", KNAME_ATTENTION, NULL},
    {"flash_bwd", KNAME_ATTENTION, NULL},
    {"flashattn", KNAME_ATTENTION, NULL},
    {"flash_attn", KNAME_ATTENTION, NULL},
    {"fmha", KNAME_ATTENTION, NULL},
    {"sdpa", KNAME_ATTENTION, NULL},
    {"attention", KNAME_ATTENTION, NULL},
    {"^attn", KNAME_ATTENTION, NULL},
    {"batchprefill", KNAME_ATTENTION, NULL}, /* FlashInfer */
    {"batchdecode", KNAME_ATTENTION, NULL},
    {"singleprefill", KNAME_ATTENTION, NULL},
    {"singledecode", KNAME_ATTENTION, NULL},
    {"=_fwd_kernel", KNAME_ATTENTION, NULL}, /* Triton's tutorial, copied */
    {"=_bwd_kernel", KNAME_ATTENTION, NULL},
    {"^_fwd_kernel_aligned", KNAME_ATTENTION, NULL},
    {"^mha_", KNAME_ATTENTION, NULL},

    {"rotary", KNAME_POINTWISE, NULL},
    {"^rope", KNAME_POINTWISE, NULL},

    {"nll_loss", KNAME_LOSS, NULL},
    {"nllcriterion", KNAME_LOSS, NULL},
    {"cross_entropy", KNAME_LOSS, NULL},
    {"crossentropy", KNAME_LOSS, NULL},
    {"xentropy", KNAME_LOSS, NULL},
    {"criterion", KNAME_LOSS, NULL},
    {"loss", KNAME_LOSS, NULL},

    {"softmax", KNAME_SOFTMAX, NULL},

    {"layer_norm", KNAME_NORM, NULL},
    {"layernorm", KNAME_NORM, NULL},
    {"rms_norm", KNAME_NORM, NULL},
    {"rmsnorm", KNAME_NORM, NULL},
    {"group_norm", KNAME_NORM, NULL},
    {"groupnorm", KNAME_NORM, NULL},
    {"batch_norm", KNAME_NORM, NULL},
    {"batchnorm", KNAME_NORM, NULL},
    {"instance_norm", KNAME_NORM, NULL},
    {"weight_norm", KNAME_NORM, NULL},
    {"^bn_", KNAME_NORM, NULL},
    {"^ln_fwd", KNAME_NORM, NULL},
    {"^ln_bwd", KNAME_NORM, NULL},
    {"^lrn", KNAME_NORM, NULL},
    {"rowwisemoments", KNAME_NORM, NULL},
    {"gammabeta", KNAME_NORM, NULL},
    {"computeinternalgradients", KNAME_NORM, NULL},
    {"computegradientfusedparams", KNAME_NORM, NULL},
    {"computefusedparams", KNAME_NORM, NULL},
    {"computebackwardfusedparams", KNAME_NORM, NULL},
    {"cucomputegradinput", KNAME_NORM, NULL},
    {"welford", KNAME_NORM, NULL},

    {"lstm", KNAME_RNN, NULL},
    {"rnn", KNAME_RNN, NULL},
    {"^gru", KNAME_RNN, NULL},

    {"embedding_backward", KNAME_EMBEDDING, NULL},
    {"embedding_dense", KNAME_EMBEDDING, NULL},
    {"embeddingbag", KNAME_EMBEDDING, NULL},
    {"embedding_bag", KNAME_EMBEDDING, NULL},
    {"embedding_codegen", KNAME_EMBEDDING, NULL}, /* fbgemm */
    {"embedding", KNAME_EMBEDDING, NULL},
    {"compute_grad_weight", KNAME_EMBEDDING, NULL},
    {"sum_and_scatter", KNAME_EMBEDDING, NULL},

    {"permute_pooled", KNAME_COPY, NULL},
    {"pool", KNAME_POOL, NULL},

    {"radixsort", KNAME_SORT, NULL},
    {"radix_sort", KNAME_SORT, NULL},
    {"bitonicsort", KNAME_SORT, NULL},
    {"mergesort", KNAME_SORT, NULL},
    {"^sort", KNAME_SORT, NULL},
    {"sort$", KNAME_SORT, NULL},
    {"topk", KNAME_SORT, NULL},
    {"radixfindkth", KNAME_SORT, NULL},
    {"kthvalue", KNAME_SORT, NULL},
    {"gathermedian", KNAME_SORT, NULL},

    {"dropout", KNAME_DROPOUT, NULL},

    {"adam", KNAME_OPTIMIZER, NULL},
    {"adagrad", KNAME_OPTIMIZER, NULL},
    {"rmsprop", KNAME_OPTIMIZER, NULL},
    {"^lamb$", KNAME_OPTIMIZER, NULL},
    {"lambstage", KNAME_OPTIMIZER, NULL},
    {"^sgd", KNAME_OPTIMIZER, NULL},
    {"multi_tensor", KNAME_OPTIMIZER, NULL},
    {"amp_update_scale", KNAME_OPTIMIZER, NULL},

    {"convert", KNAME_COPY, NULL},
    {"im2col", KNAME_COPY, NULL},
    {"vol2col", KNAME_COPY, NULL},
    {"col2im", KNAME_COPY, NULL},
    {"col2vol", KNAME_COPY, NULL},
    {"calc_bias_diff", KNAME_REDUCE, NULL},

    {"fprop", KNAME_CONV, NULL},
    {"dgrad", KNAME_CONV, NULL},
    {"wgrad", KNAME_CONV, NULL},
    {"implicit_gemm", KNAME_CONV, NULL},
    {"implicit_convolve", KNAME_CONV, NULL},
    {"winograd", KNAME_CONV, NULL},
    {"depthwise", KNAME_CONV, NULL},
    {"convol", KNAME_CONV, NULL},
    {"^conv$", KNAME_CONV, NULL},
    {"_conv_", KNAME_CONV, NULL},
    {"igemm_fwd_", KNAME_CONV, NULL}, /* MIOpen */
    {"igemm_bwd_", KNAME_CONV, NULL},
    {"igemm_wrw_", KNAME_CONV, NULL},
    {"bwd_weight", KNAME_CONV, NULL}, /* Composable Kernel */
    {"bwd_data", KNAME_CONV, NULL},
    {"direct_group", KNAME_CONV, NULL},
    {"scudnn", KNAME_CONV, NULL},
    {"hcudnn", KNAME_CONV, NULL},
    {"4cudnn", KNAME_CONV, NULL}, /* s884cudnn */
    {"8cudnn", KNAME_CONV, NULL}, /* s1688cudnn */
    {"6cudnn", KNAME_CONV, NULL}, /* s16816cudnn, i8816cudnn */
    {"2cudnn", KNAME_CONV, NULL}, /* i16832cudnn */

    {"gemm", KNAME_GEMM, NULL},
    {"gemv", KNAME_GEMM, NULL},
    {"^nvjet", KNAME_GEMM, NULL},
    {"^cijk_", KNAME_GEMM, NULL},
    {"^cutlass", KNAME_GEMM, NULL},
    {"^dot_kernel", KNAME_GEMM, NULL},
    {"matmul", KNAME_GEMM, NULL},
    {"^triton_mm", KNAME_GEMM, NULL},
    {"^triton_bmm", KNAME_GEMM, NULL},
    {"^bmm_", KNAME_GEMM, NULL},
    {"_scaled_mm", KNAME_GEMM, NULL},
    {"_grouped_mm", KNAME_GEMM, NULL},
    {"fused_moe_kernel", KNAME_GEMM, NULL},
    {"marlin", KNAME_GEMM, NULL},
    {"machete", KNAME_GEMM, NULL},
    {"wvsplitk", KNAME_GEMM, NULL},
    {"spmm", KNAME_GEMM, NULL},
    {"csrmm", KNAME_GEMM, NULL},
    {"^ger_kernel", KNAME_GEMM, NULL},
    {"^trsm", KNAME_GEMM, NULL},
    {"^syrk", KNAME_GEMM, NULL},

    {"fft", KNAME_FFT, NULL},

    {"index", KNAME_INDEX, NULL},
    {"indices", KNAME_INDEX, NULL},
    {"gather", KNAME_INDEX, NULL},
    {"scatter", KNAME_INDEX, NULL},
    {"nonzero", KNAME_INDEX, NULL},
    {"masked_select", KNAME_INDEX, NULL},
    {"deviceselect", KNAME_INDEX, NULL},
    {"devicecompact", KNAME_INDEX, NULL},
    {"devicepartition", KNAME_INDEX, NULL},
    {"histogram", KNAME_INDEX, NULL},
    {"=compute_cuda_kernel", KNAME_INDEX, NULL}, /* repeat_interleave */
    {"searchsorted", KNAME_INDEX, NULL},
    {"bucketize", KNAME_INDEX, NULL},
    {"unique", KNAME_INDEX, NULL},

    {"reduce", KNAME_REDUCE, NULL},
    {"reduction", KNAME_REDUCE, NULL},
    {"^scan", KNAME_REDUCE, NULL},
    {"scan$", KNAME_REDUCE, NULL},
    {"_scan_", KNAME_REDUCE, NULL},
    {"cumsum", KNAME_REDUCE, NULL},
    {"cumprod", KNAME_REDUCE, NULL},
    {"argmax", KNAME_REDUCE, NULL},
    {"argmin", KNAME_REDUCE, NULL},
    {"l2norm", KNAME_REDUCE, NULL},
    {"^amax", KNAME_REDUCE, NULL},
    {"^sum", KNAME_REDUCE, NULL},

    {"copy", KNAME_COPY, NULL},
    {"^cat", KNAME_COPY, NULL},
    {"concat", KNAME_COPY, NULL},
    {"transpose", KNAME_COPY, NULL},
    {"permut", KNAME_COPY, NULL},
    {"^cast", KNAME_COPY, NULL},
    {"reformat", KNAME_COPY, NULL},
    {"_pad", KNAME_COPY, NULL},
    {"^pad_", KNAME_COPY, NULL},
    {"^flip", KNAME_COPY, NULL},
    {"^roll", KNAME_COPY, NULL},

    {"fill", KNAME_FILL, NULL},
    {"memset", KNAME_FILL, NULL},
    {"^arange", KNAME_FILL, NULL},
    {"^linspace", KNAME_FILL, NULL},
    {"curand", KNAME_FILL, NULL},
    {"generate_seed", KNAME_FILL, NULL},
    {"^random", KNAME_FILL, NULL},

    {"elementwise", KNAME_POINTWISE, NULL},
    {"pointwise", KNAME_POINTWISE, NULL},
    {"activation", KNAME_POINTWISE, NULL},
    {"act_and_mul", KNAME_POINTWISE, NULL},
    {"silu", KNAME_POINTWISE, NULL},
    {"gelu", KNAME_POINTWISE, NULL},
    {"^relu", KNAME_POINTWISE, NULL},
    {"sigmoid", KNAME_POINTWISE, NULL},
    {"^tanh", KNAME_POINTWISE, NULL},
    {"op_tensor", KNAME_POINTWISE, NULL}, /* cuDNN */
    {"op_generic_tensor", KNAME_POINTWISE, NULL},
    {"add_tensor", KNAME_POINTWISE, NULL},
    {"addtensor", KNAME_POINTWISE, NULL},
    {"bias", KNAME_POINTWISE, NULL},
    {"quant", KNAME_POINTWISE, NULL},
    {"mapplan", KNAME_POINTWISE, NULL}, /* MXNet */
    {"mapred", KNAME_REDUCE, NULL},
    {"^cupy_", KNAME_POINTWISE, NULL},
    {"^clamp", KNAME_POINTWISE, NULL},
    {"^tril", KNAME_POINTWISE, NULL},
    {"^triu", KNAME_POINTWISE, NULL},
    {"unary", KNAME_POINTWISE, NULL},
    {"binary", KNAME_POINTWISE, NULL},
    END,
};

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_letter(char c)
{
	c = lower(c);
	return c >= 'a' && c <= 'z';
}

/* Whether a word begins or ends between s.p[i - 1] and s.p[i]. */
static bool is_boundary(struct str s, size_t i)
{
	char before, after;

	if (i == 0 || i == s.n)
		return true;
	before = s.p[i - 1];
	after = s.p[i];
	return !is_letter(before) || !is_letter(after) ||
	       (before != lower(before)) < (after != lower(after));
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
		for (k = 0; k < n && lower(s.p[i + k]) == word[k];)
			k++;
		if (k == n && (!begins || is_boundary(s, i)) &&
		    (!ends || is_boundary(s, i + n)))
			return true;
	}
	return false;
}

/* The class by the rows, KNAME_NCLASSES where none matches; full is searched
 * for what a wrapper wraps. */
static enum kname_class classify(
    const struct row *r, struct str name, struct str full)
{
	enum kname_class inner;

	for (; r->word; r++) {
		if (!row_matches(r->word, name))
			continue;
		inner = KNAME_NCLASSES;
		if (r->inner)
			inner = classify(r->inner, full, full);
		return inner == KNAME_NCLASSES ? r->class : inner;
	}
	return KNAME_NCLASSES;
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

enum kname_class kname_class(struct str full)
{
	struct strbuf own = {0};
	enum kname_class class;
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
	return class == KNAME_NCLASSES ? KNAME_OTHER : class;
}

static const char *const class_names[] = {
#define KNAME_CLASS(id, name) name,
#include "common/kname.def"
#undef KNAME_CLASS
};

const char *kname_class_name(enum kname_class c)
{
	return class_names[c];
}

enum kname_class kname_class_find(struct str s)
{
	int c;

	for (c = 0; c < KNAME_NCLASSES; c++) {
		if (str_is(s, class_names[c]))
			break;
	}
	return (enum kname_class)c;
}
