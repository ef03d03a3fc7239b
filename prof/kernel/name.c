/*
 * name.c - what a kernel's name says of its work.
 *
 * In:  the words of the full name
 * Out: types of operands, sums and result, the Tensor Core verdict,
 *      the mode of its operator
 *
 * Each library writes its fields in an order of its own, and a type is the
 * result's as often as the operands'.  So the word by which a family is known
 * says what the words joined to it mean.  No pattern of a whole name is written
 * down, as each release of a library adds words.  Where no family is known, a
 * type that stands anywhere is better than none.
 *
 * Sources: names in public profiles; for Tensile's codes its SolutionStructs.
 */
#include "prof/kernel/name.h"

#include <stdlib.h>

#include "common/arena.h"
#include "common/ascii.h"
#include "common/intern.h"
#include "common/nelems.h"

/* 1. Letters. */

/* What a letter means to the libraries; to cuBLAS it is the type of sums. */
static const struct letter {
	char letter;
	enum dtype blas, nvjet, tensile;
} letters[] = {
    {'h', DTYPE_FLOAT16, DTYPE_FLOAT16, DTYPE_FLOAT16},
    {'s', DTYPE_FLOAT32, DTYPE_FLOAT32, DTYPE_FLOAT32},
    {'d', DTYPE_FLOAT64, DTYPE_FLOAT64, DTYPE_FLOAT64},
    {'c', DTYPE_COMPLEX64, DTYPE_UNKNOWN, DTYPE_COMPLEX64},
    {'z', DTYPE_COMPLEX128, DTYPE_UNKNOWN, DTYPE_COMPLEX128},
    {'i', DTYPE_INT32, DTYPE_INT32, DTYPE_INT32},
    {'b', DTYPE_UNKNOWN, DTYPE_INT8, DTYPE_BFLOAT16},
    {'t', DTYPE_UNKNOWN, DTYPE_BFLOAT16, DTYPE_UNKNOWN},
    {'q', DTYPE_UNKNOWN, DTYPE_FLOAT8_E4M3FN, DTYPE_UNKNOWN},
    {'o', DTYPE_UNKNOWN, DTYPE_FLOAT4_E2M1FN_X2, DTYPE_UNKNOWN},
    {'x', DTYPE_UNKNOWN, DTYPE_UNKNOWN, DTYPE_FLOAT32}, /* as TF32 */
};

static const struct letter *find_letter(char c)
{
	static const struct letter none;

	for (size_t i = 0; i < NELEMS(letters); i++) {
		if (letters[i].letter == c)
			return &letters[i];
	}
	return &none;
}

/* The next of Tensile's types at *s, which moves behind it. */
static enum dtype next_code(struct str *s)
{
	static const struct {
		const char *code;
		enum dtype dtype;
	} codes[] = {
	    {"f8n", DTYPE_FLOAT8_E4M3FNUZ},
	    {"b8n", DTYPE_FLOAT8_E5M2FNUZ},
	    {"f8", DTYPE_FLOAT8_E4M3FN},
	    {"b8", DTYPE_FLOAT8_E5M2},
	    {"i8", DTYPE_INT8},
	    {"4xi8", DTYPE_INT8},
	};
	enum dtype t;

	for (size_t i = 0; i < NELEMS(codes); i++) {
		if (str_starts(*s, codes[i].code)) {
			*s = str_from(*s, strlen(codes[i].code));
			return codes[i].dtype;
		}
	}
	t = s->n > 0 ? find_letter(s->p[0])->tensile : DTYPE_UNKNOWN;
	*s = str_from(*s, s->n > 0);
	return t;
}

/* 2. Families.  Word i is the one by which the family is known, those up to end
 * are joined to it.  True where the type of the operands was found. */

static bool is_one_of(struct str s, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (str_is(s, words[i]))
			return true;
	}
	return false;
}

/*
 * Whether word i is English, not a type: double_buffer, half_warp; rotate_half.
 * As a type, these words end an identifier or stand before what they do not
 * qualify: half_t, double_to_float, half_128x128, half_vec4.
 */
static bool is_english(const struct words *w, size_t i)
{
	static const char *const types[] = {"double", "half"};
	static const char *const behind[] = {"t", "to", "kernel", "precision"};
	static const char *const before[] = {"first", "second", "upper", "lower",
	    "left", "right", "low", "high", "other", "rotate", "rotary"};
	const struct word *word = w->v + i;
	struct str s;

	if (!is_one_of(word->text, types, NELEMS(types)))
		return false;
	if (i > 0 && word->joined &&
	    is_one_of(word[-1].text, before, NELEMS(before)))
		return true;
	if (i + 1 == w->n || !word[1].joined)
		return false;
	s = word[1].text;
	return !is_digit(s.p[0]) && !words_type(s) && !str_starts(s, "vec") &&
	       !is_one_of(s, behind, NELEMS(behind));
}

/* The type that word i means; of "fp8" and "float" the word behind may tell the
 * format: float_e4m3_t. */
static enum dtype type_at(const struct words *w, size_t i)
{
	struct str s = w->v[i].text;
	enum dtype t = words_type(s), format = DTYPE_UNKNOWN;

	if (t && is_english(w, i))
		return DTYPE_UNKNOWN;
	if ((str_is(s, "float") || str_is(s, "fp8")) && i + 1 < w->n &&
	    w->v[i + 1].joined)
		format = words_type(w->v[i + 1].text);
	return format ? format : t;
}

static enum dtype first_type(const struct words *w, size_t i, size_t end)
{
	for (; i < end; i++) {
		enum dtype t = type_at(w, i);

		if (t)
			return t;
	}
	return DTYPE_UNKNOWN;
}

/* nvjet_sm90_hsh_256x128_64x4_1x2_h_bz_coopA_NNT: operands (both where there
 * are five letters), sums, result. */
static bool read_nvjet(const struct words *w, size_t i, size_t end, struct name *name)
{
	struct str s;

	if (++i < end && str_starts(w->v[i].text, "sm") && w->v[i].text.n > 3)
		i++;
	if (i >= end || w->v[i].text.n < 3)
		return false;
	s = w->v[i].text;
	name->operand = find_letter(s.p[0])->nvjet;
	name->sum = find_letter(s.p[s.n - 2])->nvjet;
	name->result = find_letter(s.p[s.n - 1])->nvjet;
	return name->operand != DTYPE_UNKNOWN;
}

/* Cijk_Ailk_Bljk_HHS_BH_..._MT128x64x32_MI32x32x8x1: operands, result, sums.
 * Of SB and HBH all is of one type: B has a beta, H sums in more than it is. */
static bool read_tensile(
    const struct words *w, size_t i, size_t end, struct name *name)
{
	enum dtype t[4];
	size_t n = 0;
	struct str s;

	if (i + 3 >= end)
		return false;
	s = w->v[i + 3].text;
	t[n++] = next_code(&s);
	name->operand = name->result = t[0];
	if (s.n == 0 || str_is(s, "b"))
		name->sum = t[0];
	else if (!str_is(s, "bh"))
		while (n < 4 && s.n > 0)
			t[n++] = next_code(&s);
	if (n >= 3) { /* before them one for each operand, where they differ */
		name->result = t[n - 2];
		name->sum = t[n - 1];
	}
	return name->operand != DTYPE_UNKNOWN;
}

/* cutlass3x_sm90_tensorop_s64x128x16gemm_f16_f16_f32_void_f16_128x128x64_2x1x1_
 * 0_ttn_align8: A, B, sums, C, D. */
static bool read_cutlass3(
    const struct words *w, size_t i, size_t end, struct name *name)
{
	enum dtype *const fields[] = {
	    &name->operand, NULL, &name->sum, NULL, &name->result};
	size_t n = 0;

	while (i < end && !str_ends(w->v[i].text, "gemm"))
		i++;
	for (; i < end && n < NELEMS(fields); i++) {
		enum dtype t = words_type(w->v[i].text);

		if (!t && !str_is(w->v[i].text, "void"))
			continue;
		if (fields[n])
			*fields[n] = t;
		n++;
	}
	return name->operand != DTYPE_UNKNOWN;
}

/* sm80_xmma_gemm_<A><D>_<B><sums>_<epilogue>_tn_n_tilesize128x64x32_stage3. */
static bool read_xmma(const struct words *w, size_t i, size_t end, struct name *name)
{
	struct str a, b;

	for (; i < end; i++) {
		if (!words_pair(w->v[i].text, &a, &b))
			continue;
		if (name->operand) {
			name->sum = words_type(b);
			return true;
		}
		name->operand = words_type(a);
		name->result = words_type(b);
	}
	return name->operand != DTYPE_UNKNOWN;
}

/* Volta_hmma_implicit_gemm_fprop_fp32_nhwc: the instruction takes no float32,
 * but adds up in it. */
static bool read_hmma(const struct words *w, size_t i, size_t end, struct name *name)
{
	for (; i < end && !name->operand; i++) {
		name->operand = words_type(w->v[i].text);
		if (name->operand == DTYPE_FLOAT32 &&
		    !str_is(w->v[i].text, "tf32")) {
			name->operand = DTYPE_FLOAT16;
			name->sum = DTYPE_FLOAT32;
		}
	}
	return name->operand != DTYPE_UNKNOWN;
}

/* igemm_fwd_gtcx3_nhwc_bf16_bx0, cudnn_generated_fort_native_sdpa_..._f16_knob. */
static bool read_first(const struct words *w, size_t i, size_t end, struct name *name)
{
	name->operand = first_type(w, i, end);
	return name->operand != DTYPE_UNKNOWN;
}

/* cublasGemvTensorStridedBatched<__nv_bfloat16 const>: in the arguments of the
 * template before it is what the kernel computes in. */
static bool read_gemv(const struct words *w, size_t i, size_t end, struct name *name)
{
	end = i + 3 < w->n ? i + 3 : w->n;
	return read_first(w, i, end, name);
}

/* fmhaSm100aKernel_QkvE4m3OBfloat16H64PagedKv, fmhaSm100aKernel_QE4m3KvE2m1. */
static bool read_qkv(struct str s, struct name *name)
{
	if (!str_starts(s, "q"))
		return false;
	s = str_from(s, str_starts(s, "qkv") ? 3 : 1);
	for (size_t n = s.n < 8 ? s.n : 8; n >= 2 && !name->operand; n--)
		name->operand = words_type((struct str){s.p, n});
	return name->operand != DTYPE_UNKNOWN;
}

/* fmha_cutlassF_f32_aligned_64x64_rf_sm80: PyTorch's memory-efficient attention
 * multiplies float32 on Tensor Cores in three TF32 products, from sm80 on. */
static bool read_fmha(const struct words *w, size_t i, size_t end, struct name *name)
{
	if (i + 1 < end && read_qkv(w->v[i + 1].text, name))
		return true;
	if (!read_first(w, i, end, name))
		return false;
	for (; i < end; i++) {
		struct str s = w->v[i].text;

		name->three |= name->operand == DTYPE_FLOAT32 && s.n >= 4 &&
			       str_starts(s, "sm") && !str_is(s, "sm50") &&
			       !str_is(s, "sm70") && !str_is(s, "sm75");
	}
	return true;
}

/* Whether the word is the first of a template's arguments. */
static bool is_argument(const struct word *word)
{
	const char *p = word->text.p;

	while (p[-1] == '_')
		p--;
	return p[-1] == '<';
}

/* The letter of a product's word: s884gemm, gcgemm. */
static char product_letter(struct str s)
{
	if (s.n == 2 && s.p[0] == 'g')
		return s.p[1];
	return s.n == 1 ? s.p[0] : '\0';
}

/* What a product works on where no type stands behind it. */
static enum dtype implied_operand(char letter, struct str shape, enum dtype sum)
{
	if (letter == 'i')
		return DTYPE_INT8;
	/* in float32 many things are added up; of float32 itself the
	 * instructions are those of TF32, 8 and 4 deep */
	if (letter == 's' && shape.n > 0 && !str_is(shape, "1688") &&
	    !str_is(shape, "1684"))
		return DTYPE_UNKNOWN;
	return sum;
}

/* The operands' type behind a product's word.  Of a product that is added up in
 * floats u8 and s32 are counts: sgemm_128x128_u8, unrolled eight times. */
static enum dtype first_operand(
    const struct words *w, size_t i, size_t end, char letter)
{
	for (; i < end; i++) {
		enum dtype t = type_at(w, i);

		if (t && (letter == '\0' || letter == 'i' ||
			     dtype_class(t) == DTYPE_FLOAT || w->v[i].text.n > 3))
			return t;
	}
	return DTYPE_UNKNOWN;
}

/* volta_fp16_s884gemm_fp16_128x64_ldg8_f2f_stages_32x1_tn and CUTLASS 2's
 * cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_128x64_64x6_tn_align8: result,
 * sums, operands.  Of sm90_fp8_gemm, which tells no sums, the operands are in
 * front. */
static bool read_product(
    const struct words *w, size_t i, size_t end, struct name *name)
{
	const struct word *word = &w->v[i];
	struct str head, shape;
	enum dtype before = DTYPE_UNKNOWN;
	char letter;

	if (!words_product(word->text, &head, &shape))
		return false;
	letter = product_letter(head);
	name->sum = find_letter(letter)->blas;
	if (head.n > 0 ? !name->sum : str_is(word->text, "cudnn"))
		return false;
	for (size_t k = i;
	     k > 0 && w->v[k].joined && !before && k + WORDS_FIELDS > i; k--)
		before = type_at(w, k - 1);
	name->operand = first_operand(w, i + 1, end, letter);
	if (head.n == 0) {
		if (!name->operand && i > 0 && word->joined)
			name->operand = type_at(w, i - 1);
		return name->operand != DTYPE_UNKNOWN;
	}
	/* implicit_convolve_sgemm<__half, __half>: of the result the letter
	 * says no more than what it is added up in */
	if (!name->operand && end < w->n && is_argument(&w->v[end]))
		name->operand = first_type(w, end, words_end(w, end));
	else
		name->result = before ? before : name->sum;
	if (!name->operand)
		name->operand = implied_operand(letter, shape, name->sum);
	return name->operand != DTYPE_UNKNOWN;
}

/* The type of a whole number by its first word, DTYPE_UNKNOWN: it is none. */
static enum dtype whole_type(struct str s, bool is_unsigned)
{
	static const struct {
		const char *text;
		enum dtype is, is_unsigned;
	} whole[] = {
	    {"char", DTYPE_INT8, DTYPE_UINT8},
	    {"short", DTYPE_INT16, DTYPE_UINT16},
	    {"int", DTYPE_INT32, DTYPE_UINT32},
	    {"long", DTYPE_INT64, DTYPE_UINT64},
	    {"bool", DTYPE_BOOL8, DTYPE_BOOL8},
	};

	for (size_t k = 0; k < NELEMS(whole); k++) {
		if (str_is(s, whole[k].text))
			return is_unsigned ? whole[k].is_unsigned : whole[k].is;
	}
	return DTYPE_UNKNOWN;
}

/* A type as large as OpaqueType<4u>, whose size is word i. */
static enum dtype opaque_type(const struct words *w, size_t i)
{
	static const struct {
		const char *text;
		enum dtype dtype;
	} sizes[] = {
	    {"1u", DTYPE_UINT8},
	    {"2u", DTYPE_UINT16},
	    {"4u", DTYPE_UINT32},
	    {"8u", DTYPE_UINT64},
	    {"16u", DTYPE_COMPLEX128},
	};

	for (size_t k = 0; k < NELEMS(sizes) && i < w->n; k++) {
		if (str_is(w->v[i].text, sizes[k].text))
			return sizes[k].dtype;
	}
	return DTYPE_UNKNOWN;
}

/* Whether the word may stand in front of a type. */
static bool is_before_type(struct str s)
{
	static const char *const before[] = {"at", "native", "anonymous",
	    "namespace", "c10", "std", "cuda", "const", "complex", "signed"};

	return is_one_of(s, before, NELEMS(before));
}

/*
 * The type of C++ that begins at word *i, which moves to its last; of
 * OpaqueType<4u>, as which torch copies whatever is that large, an unsigned one
 * of that size.  *opaque: it is that.
 */
static enum dtype cpp_type(const struct words *w, size_t *i, bool *opaque)
{
	bool is_unsigned = false, complex = false;

	for (; *i < w->n; ++*i) {
		struct str s = w->v[*i].text;
		enum dtype t = type_at(w, *i);

		if (str_is(s, "opaquetype")) {
			*opaque = true;
			return opaque_type(w, *i + 1);
		}
		if (t)
			return complex ? dtype_complex(t) : t;
		t = whole_type(s, is_unsigned);
		if (t)
			return t;
		complex |= str_is(s, "complex");
		is_unsigned |= str_is(s, "unsigned");
		if (!is_unsigned && !is_before_type(s))
			return DTYPE_UNKNOWN;
	}
	return DTYPE_UNKNOWN;
}

static bool read_argument(const struct words *w, size_t i, struct name *name)
{
	bool opaque = false;

	if (i >= w->n || !is_argument(&w->v[i]))
		return false;
	name->operand = cpp_type(w, &i, &opaque);
	name->opaque = opaque;
	name->sure = !opaque;
	return name->operand != DTYPE_UNKNOWN;
}

/* CatArrayBatchedCopy_aligned16_contig<OpaqueType<4u>, unsigned int, 1, 128,
 * 1>: the first argument of the template. */
static bool read_cat(const struct words *w, size_t i, size_t end, struct name *name)
{
	(void)i;
	return read_argument(w, end, name);
}

/*
 * multi_tensor_apply_kernel<TensorListMetadata<1>, BinaryOpScalarFunctor<c10::Half,
 * 1, 1, 0>, std::multiplies<float>, float>: the functor's, not that of what it
 * calculates in.  CopyFunctor<float, c10::Half, 2, 1, 1> writes the first.
 */
static bool read_apply(const struct words *w, size_t i, size_t end, struct name *name)
{
	bool opaque;

	if (i + 2 >= end || !str_is(w->v[i + 1].text, "tensor") ||
	    !str_is(w->v[i + 2].text, "apply"))
		return false;
	for (i = end; i < w->n && !str_ends(w->v[i].text, "functor");)
		i++;
	if (i < w->n && str_is(w->v[i].text, "copyfunctor")) {
		i++;
		name->result = cpp_type(w, &i, &opaque);
		i++;
		name->operand = cpp_type(w, &i, &opaque);
		return name->operand != DTYPE_UNKNOWN;
	}
	return read_argument(w, i + 1, name);
}

/* How the words begin by which a family is known. */
static const struct family {
	const char *begin;
	bool (*read)(const struct words *w, size_t i, size_t end, struct name *name);
} families[] = {
    {"nvjet", read_nvjet},
    {"cijk", read_tensile},
    {"cutlass3x", read_cutlass3},
    {"xmma", read_xmma},
    {"hmma", read_hmma},
    {"fmha", read_fmha},
    {"generated", read_first},
    {"igemm", read_first}, /* implicit, of any type */
    {"cublasgemvtensorstridedbatched", read_gemv},
    {"catarraybatchedcopy", read_cat},
    {"multi", read_apply},
};
static const struct family product = {"", read_product};

static const struct family *family_of(struct str word)
{
	struct str head, shape;

	for (size_t i = 0; i < NELEMS(families); i++) {
		if (families[i].begin[0] == word.p[0] &&
		    str_starts(word, families[i].begin))
			return &families[i];
	}
	return words_product(word, &head, &shape) ? &product : NULL;
}

/* 3. A name. */

/* Whether the word means a type in whatever name: not i8, f8. */
static bool means_type(struct str word, enum dtype t)
{
	return word.n > 2 &&
	       (dtype_class(t) == DTYPE_FLOAT || str_is(word, "int8"));
}

/*
 * A type that stands anywhere.  Wide ones among the arguments of a template are
 * those of sums and of numbers as often as of elements, short ones hardly are;
 * and a short one in the function's own name may be what it converts to.
 */
static void read_anywhere(const struct words *w, struct name *name)
{
	enum { NONE, WIDE, OWN, SHORT } best = NONE, rank;
	bool complex = false;

	for (size_t i = 0; i < w->n && best < SHORT; i++) {
		struct str s = w->v[i].text;
		enum dtype t = type_at(w, i);

		if (t && means_type(s, t)) {
			if (complex)
				t = dtype_complex(t);
			rank = !str_is(s, "tfloat32") &&
				       (dtype_class(t) != DTYPE_FLOAT ||
					   dtype_bits(t) > 16)
				   ? WIDE
			       : w->v[i].own ? OWN
					     : SHORT;
			if (rank > best) {
				best = rank;
				name->operand = t;
			}
		}
		complex = str_is(s, "complex") || (complex && str_is(s, "c10"));
	}
	name->sure = best == SHORT;
}

/* Whether the name says TF32: by the word, or in Tensile's S_MX_B. */
static bool says_tf32(const struct words *w)
{
	static const char *const words[] = {"tf32", "tfloat32", "xf32"};
	bool tensile = false;

	for (size_t i = 0; i < w->n; i++) {
		tensile |= str_is(w->v[i].text, "cijk");
		if (is_one_of(w->v[i].text, words, NELEMS(words)) ||
		    (tensile && str_is(w->v[i].text, "mx")))
			return true;
	}
	return false;
}

static void read_words(const struct words *w, struct name *name)
{
	for (size_t i = 0; i < w->n; i++) {
		const struct family *f = family_of(w->v[i].text);
		size_t end;

		if (!f)
			continue;
		end = words_end(w, i);
		*name = (struct name){.sure = true};
		if (f->read(w, i, end, name))
			return;
	}
	*name = (struct name){0};
	read_anywhere(w, name);
}

/* 4. The cache.  An entry keeps its name, because whoever writes a profile can
 * make two names of one hash.  Where there is no room for the text of one more
 * all are forgotten. */

#define NENTRIES 4096
#define TEXT_SIZE (2 << 20)

struct name_entry {
	uint64_t hash;
	struct str full; /* p is NULL: free */
	struct name name;
};

static void start(struct name_cache *cache)
{
	cache->entries = arena_xzeroed(NENTRIES, sizeof *cache->entries);
	cache->text = arena_xmalloc(TEXT_SIZE);
	cache->words = arena_xmalloc(sizeof *cache->words);
}

const struct name *name_read(struct name_cache *cache, struct str full)
{
	uint64_t hash;
	struct name_entry *e;

	if (full.n > WORDS_LONGEST)
		full.n = WORDS_LONGEST;
	if (!cache->entries)
		start(cache);
	hash = intern_hash(full.p, full.n);
	e = &cache->entries[hash % NENTRIES];
	if (e->full.p && e->hash == hash && str_eq(e->full, full))
		return &e->name;
	if (full.n > TEXT_SIZE - cache->used) {
		memset(cache->entries, 0, NENTRIES * sizeof *cache->entries);
		cache->used = 0;
	}
	e->hash = hash;
	e->full = (struct str){cache->text + cache->used, full.n};
	if (full.n > 0)
		memcpy(cache->text + cache->used, full.p, full.n);
	cache->used += full.n;
	words_cut(cache->words, full);
	read_words(cache->words, &e->name);
	e->name.tf32 = says_tf32(cache->words);
	e->name.tc = tc_by_words(cache->words);
	e->name.mode = mode_by_words(cache->words);
	return &e->name;
}

void name_cache_free(struct name_cache *cache)
{
	free(cache->entries);
	free(cache->text);
	free(cache->words);
	*cache = (struct name_cache){0};
}
