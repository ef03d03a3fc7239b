/*
 * tc.c - did this kernel use Tensor Cores: rules by kernel name.
 *
 * In:  the kernel's full name, whether its operator could use them, the device;
 *      counters of the tensor pipe, which are believed before any name
 * Out: a verdict
 *
 * The first rule that matches wins, so helpers and SIMT kernels come before
 * the marks of matrix instructions: cutlass_80_simt_sgemm and splitKreduce
 * carry words of both kinds.  Where the words are looked for matters as much:
 * `quantize` names a kernel in its own name, and means nothing among the
 * template arguments of an attention kernel.
 *
 * Sources: NVIDIA's and AMD's naming schemes as found in public profiles; see
 * pp-models(7), TENSOR CORES.
 */
#include "prof/kernel/tc.h"

#include "common/ascii.h"
#include "common/kclass.h"
#include "common/nelems.h"
#include "prof/gpu/gpu.h"
#include "prof/gpu/hw.h"

/* 1. What a rule can look for.  Lists of words have blanks between them. */

#define LONGEST_WORD 31

/* The next word of a list, which moves on; false at its end. */
static bool next_word(const char **words, char *word)
{
	size_t n = strcspn(*words, " ");

	if (n == 0 || n > LONGEST_WORD)
		return false;
	memcpy(word, *words, n);
	word[n] = '\0';
	*words += n + ((*words)[n] == ' ');
	return true;
}

static bool in_own(const struct words *w, const char *words)
{
	char word[LONGEST_WORD + 1];

	while (next_word(&words, word))
		if (strstr(w->own, word))
			return true;
	return false;
}

static bool in_full(const struct words *w, const char *words)
{
	char word[LONGEST_WORD + 1];

	while (next_word(&words, word))
		if (strstr(w->full, word))
			return true;
	return false;
}

static bool all_of(const struct words *w, const char *words)
{
	char word[LONGEST_WORD + 1];

	while (next_word(&words, word))
		if (!strstr(w->full, word))
			return false;
	return true;
}

/* Where no letter precedes: umma, and not summary; sgemm, not batchedgemm. */
static bool at_word(const struct words *w, const char *words)
{
	char word[LONGEST_WORD + 1];
	const char *p;

	while (next_word(&words, word))
		for (p = w->full; (p = strstr(p, word)); p++)
			if (p == w->full || !is_lower(p[-1]))
				return true;
	return false;
}

/* PyTorch's own kernels, unless one of CUTLASS is in them. */
static bool is_native(const struct words *w, const char *words)
{
	return in_full(w, words) &&
	       !in_full(w, "_tensorop opclasstensorop mmatensorop");
}

static bool is_one_of(const char *words, struct str text)
{
	char word[LONGEST_WORD + 1];

	while (next_word(&words, word))
		if (str_is(text, word))
			return true;
	return false;
}

/*
 * The shape of a matrix instruction, m8n8k4 written 884: before what the kernel
 * is (s884gemm), or behind the letter of a type where a field ends (s884_).
 */
static bool has_mma(const struct words *w, const char *shapes)
{
	struct str letters, shape;
	size_t i;

	for (i = 0; i < w->n; i++) {
		if (!words_product(w->v[i].text, &letters, &shape)) {
			words_shape(w->v[i].text, &letters, &shape);
			if (letters.n == 0 || i + 1 == w->n || !w->v[i + 1].joined)
				continue;
		}
		if (is_one_of(shapes, shape))
			return true;
	}
	return false;
}

/* The types of the operands in an xmma kernel's name: f16f16, memory and
 * instruction; one of the words as the first of a pair. */
static bool has_pair(const struct words *w, const char *types)
{
	struct str memory, instruction;
	size_t i;

	for (i = 0; i < w->n && !str_is(w->v[i].text, "xmma"); i++)
		;
	for (; i < w->n; i++)
		if (words_pair(w->v[i].text, &memory, &instruction) &&
		    is_one_of(types, memory))
			return true;
	return false;
}

/* 2. The rules. */

static const struct rule {
	bool (*match)(const struct words *w, const char *words);
	const char *words;
	enum tc verdict;
} rules[] = {
    /* clang-format off */
/* What helps a matrix kernel: sums of its parts, layouts, tables. */
{in_full, "splitkreduce reducesplitk postgsu convert_dq dot_do_o"
	" splitkv_combine fwdcombine bwdpreprocess bwdpostprocess", TC_NO},
{in_own, "offsetskernel nchwtonhwc nhwctonchw generatewinograd preprocess"
	" postprocess reshape_and_cache concat_and_cache cache_kernel"
	" quantize_ quantizeblockwise quant_kernel routing:: finalize"
	" repack deep_gemm::transpose deep_gemm::pack", TC_NO},
{in_own, "nccl memcpy memset", TC_NONE},
/* Templates of torch.compile hold a product, its other kernels do not. */
{in_own, "triton_tem triton_mm", TC_GENERATED},
{is_native, "at::native:: 2at6native", TC_NONE},
{in_own, "triton_poi triton_red triton_per elementwise pointwiseapply"
	" bn_fw bn_bw batch_norm batchnorm layer_norm layernorm rms_norm"
	" rmsnorm softmax catarray cub:: thrust::", TC_NONE},
/* Plain multiply-adds. */
{in_full, "_simt_ opclasssimt ffma dp4a cudacoregemm maxwell_ fermi gemv"
	" dot_kernel gemmk1 gemmsn_ scudnn implicit_convolve_ winograd fft2d"
	" wgrad_alg0_engine dgrad_engine grouped_direct magma_"
	" wgrad_alg1_ dgrad2d_alg1_ int8x4_icudnn", TC_NO},
{in_own, "naive depthwise", TC_NO},
/* Complex, unless a shape precedes: c1688gemm has no such word. */
{in_full, "cgemm zgemm", TC_NO},
{has_mma, "884 1684 1688 8816 8832 16816 16832 16864 161616 168128 168256",
	TC_YES},
{in_full, "m16n8k16 m16n8k8 _16x8x16_ _16x8x8_ tensor16x8x sptensor"
	" warpgroupsize _tensorop opclasstensorop mmatensorop s64x64x16gemm"
	" s64x128x16gemm s64x256x16gemm", TC_YES},
{at_word, "hmma imma gmma qgmma igmma hgmma wgmma tcgen05 utcmma umma wmma",
	TC_YES},
{at_word, "sgemm dgemm hgemm igemm_int8", TC_NO},
{has_pair, "f16 bf16 tf32 i8 e4m3 e5m2 f64", TC_YES},
{has_pair, "f32", TC_NO},
{in_full, "nvjet cutlass3x_sm9 cutlass3x_sm10 cutlass3x_sm12 deep_gemm marlin"
	" machete fmhasm10 fmha_v2 fmha_v3 flash_fwd_kernel"
	" flash_fwd_splitkv_kernel flash_bwd_dq_dk_dv flashattnfwdsm"
	" flashattnbwdsm flashattentionforwardsm flashattentionbackwardsm",
	TC_YES},
{all_of, "device_kernel sm90", TC_YES},
{all_of, "device_kernel sm100", TC_YES},
{all_of, "device_kernel sm103", TC_YES},
{all_of, "device_kernel sm120", TC_YES},
{all_of, "bmm_ sm100", TC_YES},
{all_of, "cudnn_generated sdpa prop", TC_YES},
/* torch's memory-efficient attention: in three TF32 products from sm80. */
{all_of, "fmha_cutlass _f16_ _sm7", TC_YES},
{all_of, "fmha_cutlass _f16_ _sm8", TC_YES},
{all_of, "fmha_cutlass _bf16_ _sm8", TC_YES},
{all_of, "fmha_cutlass _f32_ _sm8", TC_YES},
{in_full, "fmha_cutlass", TC_NO},
/* AMD's matrix cores: Tensile's MI16x16, Composable Kernel, MIOpen. */
{all_of, "cijk_ _mi16x16", TC_YES},
{all_of, "cijk_ _mi32x32", TC_YES},
{all_of, "cijk_ _mi4x4", TC_YES},
{in_full, "cijk_", TC_NO},
{all_of, "igemm_ _gtcx", TC_YES},
{all_of, "igemm_ _gtc_", TC_NO},
{in_full, "_dlops wvsplitk", TC_NO},
{in_full, "xdl mfma", TC_YES},
{in_full, "gridwise_convolution miopensp3asmconv miopenconvuni", TC_NO},
{all_of, "aiter fmha", TC_YES},
{all_of, "ck_tile fmha", TC_YES},
{in_full, "dgrad_1x1_stride_2x2 first_layer_wgrad_kernel", TC_YES},
/* cuDNN's depthwise ones do not (pytorch/pytorch pull 22302). */
{in_full, "2d_c1_k1_", TC_NO},
/* In NVIDIA's list of 2019; nothing shows that they do. */
{in_full, "direct_group conv1x1", TC_NO},
{in_own, "matmul_kernel attn_fwd attn_bwd _fwd_kernel _bwd_kernel"
	" fused_moe_kernel kernel2 device_kernel", TC_GENERATED},
    /* clang-format on */
};

enum tc tc_by_words(const struct words *w)
{
	size_t i;

	for (i = 0; i < NELEMS(rules); i++)
		if (rules[i].match(w, rules[i].words))
			return rules[i].verdict;
	return TC_UNKNOWN;
}

/* 3. The verdict. */

/* Whether the operator can use them by its kernel's class; -1: not known. */
static int class_eligible(const struct record *rec)
{
	enum kclass c = KCLASS_OTHER;

	if (record_has(rec, class))
		c = kclass_find(rec->class);
	if (c == KCLASS_OTHER || c == NKCLASSES)
		return -1;
	return c == KCLASS_GEMM || c == KCLASS_CONV || c == KCLASS_ATTENTION ||
	       c == KCLASS_RNN;
}

/*
 * The name of a generated kernel does not say which instructions it has.  What
 * it works in does, where the device has an instruction for the type: from a
 * compute capability on (ten times), of AMD's where its kind has the rate,
 * known or not.  Of float32 on NVIDIA's nothing is known but torch's default,
 * which is not to use TF32.
 */
static enum tc infer(const struct gpu_peaks *gpu, enum dtype dtype)
{
	static const struct {
		enum dtype dtype;
		enum gpu_rate rate;
		int64_t from; /* 0: none */
	} types[] = {
	    {DTYPE_FLOAT16, GPU_FP16, 70},
	    {DTYPE_INT8, GPU_INT8, 72},
	    {DTYPE_UINT8, GPU_INT8, 72},
	    {DTYPE_BFLOAT16, GPU_BF16, 80},
	    {DTYPE_FLOAT64, GPU_FP64_TC, 80},
	    {DTYPE_FLOAT32, GPU_FP32_TC, 0},
	    {DTYPE_FLOAT8_E4M3FN, GPU_FP8, 89},
	    {DTYPE_FLOAT8_E5M2, GPU_FP8, 89},
	    {DTYPE_FLOAT8_E4M3FNUZ, GPU_FP8, 0},
	    {DTYPE_FLOAT8_E5M2FNUZ, GPU_FP8, 0},
	    {DTYPE_FLOAT4_E2M1FN_X2, GPU_FP4, 100},
	};
	const struct gpu_class *gfx = gpu->capability < 0 ? gpu->class : NULL;

	if ((gpu->capability < 0 && !gfx) || dtype == DTYPE_UNKNOWN)
		return TC_UNKNOWN;
	for (size_t i = 0; i < NELEMS(types); i++) {
		if (types[i].dtype != dtype)
			continue;
		if (gfx ? gfx->rate[types[i].rate] != 0
			: types[i].from > 0 && gpu->capability >= types[i].from)
			return TC_MAYBE_YES;
	}
	return TC_MAYBE_NO;
}

/* What the rules say, whatever was measured. */
static enum tc by_rules(const struct record *rec, const struct gpu_peaks *gpu,
    enum tc verdict, int eligible, enum dtype dtype)
{
	int by_class = class_eligible(rec);

	if (eligible < 0)
		eligible = by_class;
	if (verdict == TC_NONE)
		return TC_NONE;
	if (gpu->no_matrix)
		return eligible == 0 ? TC_NONE : TC_NO;
	if (verdict == TC_YES)
		return TC_YES;
	if (eligible == 0)
		return TC_NONE;
	if (verdict == TC_NO)
		return TC_NO;
	/* A kernel of another class does not do the operator's products; what
	 * helps those that do is part of how they were done. */
	if (by_class == 0)
		return str_is(rec->class, "helper") ? TC_NO : TC_NONE;
	if (verdict == TC_GENERATED && eligible == 1)
		return infer(gpu, dtype);
	return TC_UNKNOWN;
}

enum tc tc_verdict(const struct record *rec, const struct gpu_peaks *gpu,
    enum tc by_name, int eligible, enum dtype dtype)
{
	enum tc verdict = by_rules(rec, gpu, by_name, eligible, dtype);
	int used = rec->counters.n > 0 ? hw_tensor(&rec->counters) : -1;

	if (used == 1)
		return TC_YES;
	/* Zero of a kernel whose operator cannot use them says nothing. */
	if (used == 0 && verdict != TC_NONE &&
	    (verdict != TC_UNKNOWN || eligible == 1 || class_eligible(rec) == 1))
		return TC_NO;
	return verdict;
}

const char *tc_text(enum tc verdict)
{
	static const char *const texts[] = {
	    [TC_NONE] = "-",
	    [TC_NO] = "0",
	    [TC_YES] = "1",
	    [TC_MAYBE_NO] = "0?",
	    [TC_MAYBE_YES] = "1?",
	    [TC_UNKNOWN] = "na",
	};

	return texts[verdict == TC_GENERATED ? TC_UNKNOWN : verdict];
}
