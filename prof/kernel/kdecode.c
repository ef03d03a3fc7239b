/*
 * kdecode.c - what a matrix kernel's name says of how it works.
 *
 * In:  the full name, mangled or not
 * Out: types, tile, layout
 *
 * A name is words between underscores.  The family, found by how its names
 * begin, says which word means what: a type before "s884gemm" is the output's,
 * behind it the operands'.  No pattern of a whole name is written down, as each
 * release of a library adds words of its own.
 *
 * Sources: names in public profiles; for Tensile's codes its documentation.
 */
#include "prof/kernel/kdecode.h"

#include "common/intern.h"

#define LONGEST 2048 /* of a name, the rest is not looked at */

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'z');
}

/* 1. Words. */

struct type {
	const char *word;
	enum dtype dtype;
	bool tf32;
};

static const struct type types[] = {
    {"fp16", DTYPE_FLOAT16, false},
    {"f16", DTYPE_FLOAT16, false},
    {"bf16", DTYPE_BFLOAT16, false},
    {"tf32", DTYPE_FLOAT32, true},
    {"fp32", DTYPE_FLOAT32, false},
    {"f32", DTYPE_FLOAT32, false},
    {"f64", DTYPE_FLOAT64, false},
    {"fp64", DTYPE_FLOAT64, false},
    {"int8", DTYPE_INT8, false},
    {"i8", DTYPE_INT8, false},
    {"s8", DTYPE_INT8, false},
    {"u8", DTYPE_UINT8, false},
    {"i32", DTYPE_INT32, false},
    {"s32", DTYPE_INT32, false},
    {"e4m3", DTYPE_FLOAT8_E4M3FN, false},
    {"e5m2", DTYPE_FLOAT8_E5M2, false},
    {"f8", DTYPE_FLOAT8_E4M3FN, false},
    {"fp8", DTYPE_FLOAT8_E4M3FN, false},
    {"e2m1", DTYPE_FLOAT4_E2M1FN_X2, false},
};

static const struct type *type_of(struct str word)
{
	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		if (str_is(word, types[i].word))
			return &types[i];
	}
	return NULL;
}

/* Numbers with x between: 128x64, 128x128x64.  How many, 0 if it is no such. */
static size_t sizes_of(struct str word, unsigned *v)
{
	size_t n = 0, i = 0;

	while (i < word.n && is_digit(word.p[i]) && n < 3) {
		unsigned number = 0;

		for (; i < word.n && is_digit(word.p[i]); i++)
			number = number < 100000
				     ? number * 10 + (unsigned)(word.p[i] - '0')
				     : number;
		v[n++] = number;
		if (i == word.n)
			return n;
		if (word.p[i++] != 'x')
			return 0;
	}
	return 0;
}

/* What follows head in the word, p == NULL when it does not begin so. */
static struct str behind(struct str word, const char *head)
{
	if (!str_starts(word, head))
		return (struct str){NULL, 0};
	return str_from(word, strlen(head));
}

/* tn, nnt: set the first two. */
static bool take_layout(struct str word, struct kdecode *d)
{
	if (word.n < 2 || word.n > 4)
		return false;
	for (size_t i = 0; i < word.n; i++) {
		if (word.p[i] != 'n' && word.p[i] != 't')
			return false;
	}
	memcpy(d->layout, word.p, 2);
	d->layout[2] = '\0';
	return true;
}

/* 128x64 is a tile, what comes next is depth x stages; 128x64x32 is all. */
static bool take_tile(struct str word, struct kdecode *d)
{
	unsigned v[3];
	size_t n = sizes_of(word, v);

	if (n < 2)
		return false;
	if (d->m == 0) {
		d->m = v[0];
		d->n = v[1];
		d->k = n == 3 ? v[2] : 0;
	} else if (n == 2 && d->k == 0) {
		d->k = v[0];
		d->stages = v[1];
	}
	return true;
}

static void set_type(enum dtype *t, const struct type *type, struct kdecode *d)
{
	*t = type->dtype;
	d->tf32 |= type->tf32;
}

/* 2. Families: what a word means. */

struct reading {
	struct kdecode *d;
	unsigned ntypes; /* words that were types */
	unsigned nwords; /* words before this one */
	bool op;	 /* the word that says what the kernel is was there */
	bool simt;
};

/* The letter before gemm: what it adds up in, and where nothing else says so
 * what it works on. */
static const struct letter {
	char letter;
	enum dtype in, acc;
} letters[] = {
    {'h', DTYPE_FLOAT16, DTYPE_FLOAT16},
    {'s', DTYPE_UNKNOWN, DTYPE_FLOAT32},
    {'d', DTYPE_FLOAT64, DTYPE_FLOAT64},
    {'i', DTYPE_INT8, DTYPE_INT32},
    {'c', DTYPE_COMPLEX64, DTYPE_COMPLEX64},
    {'z', DTYPE_COMPLEX128, DTYPE_COMPLEX128},
};

/* s884gemm, sgemm, s1688cudnn, gcgemm: letters, the shape of an instruction,
 * what it is. */
static bool take_op(struct str word, struct reading *r)
{
	static const char *const ends[] = {
	    "gemm", "cudnn", "fprop", "dgrad", "wgrad"};
	size_t n = 0, shape, i;

	for (i = 0; i < sizeof ends / sizeof *ends && n == 0; i++) {
		if (str_ends(word, ends[i]) && word.n > strlen(ends[i]))
			n = word.n - strlen(ends[i]);
	}
	for (shape = n; shape > 0 && is_digit(word.p[shape - 1]);)
		shape--;
	if (n == 0 || shape == 0 || shape > 2)
		return false;
	for (i = 0; i < sizeof letters / sizeof *letters; i++) {
		if (letters[i].letter != word.p[shape - 1])
			continue;
		r->d->in = r->d->acc = letters[i].acc;
		r->d->in = letters[i].in;
		if (r->d->out == DTYPE_UNKNOWN)
			r->d->out = letters[i].acc;
		/* on float32 the instructions of 8 and of 4 deep are TF32's */
		if (shape < n && letters[i].in == DTYPE_UNKNOWN)
			r->d->tf32 = n - shape == 4 &&
				     (memcmp(word.p + shape, "1688", 4) == 0 ||
					 memcmp(word.p + shape, "1684", 4) == 0);
		if (shape == n || r->d->tf32)
			r->d->in = r->d->in ? r->d->in : DTYPE_FLOAT32;
		if (shape < n && letters[i].letter == 'c')
			r->d->tf32 = true;
		r->op = true;
		return true;
	}
	return false;
}

/* volta_fp16_s884gemm_fp16_128x64_ldg8_f2f_stages_32x1_tn and CUTLASS 2's
 * cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_128x64_64x6_tn_align8. */
static void read_blas(struct str word, struct reading *r)
{
	const struct type *type = type_of(word);

	if (type && !r->op) {
		set_type(&r->d->out, type, r->d);
	} else if (type && r->ntypes == 0) {
		r->d->tf32 = false; /* float16 has instructions 8 deep too */
		set_type(&r->d->in, type, r->d);
		r->ntypes++;
	} else if (!type && !(!r->op && take_op(word, r)) && r->op &&
		   !take_layout(word, r->d)) {
		take_tile(word, r->d);
	}
}

/* f16f32: two types without a blank. */
static bool is_pair(struct str word, const struct type **a, const struct type **b)
{
	for (size_t i = 2; i + 2 <= word.n && word.n <= 8; i++) {
		*a = type_of((struct str){word.p, i});
		*b = type_of(str_from(word, i));
		if (*a && *b)
			return true;
	}
	return false;
}

/* sm80_xmma_gemm_<A><D>_<B><acc>_<epilogue>_tn_n_tilesize128x64x32_stage3_... */
static void read_xmma(struct str word, struct reading *r)
{
	const struct type *a, *b;
	struct str rest;
	unsigned v[3];

	if (is_pair(word, &a, &b)) {
		if (r->ntypes == 0) {
			r->d->in = a->dtype;
			r->d->out = b->dtype;
		} else {
			r->d->acc = b->dtype;
		}
		r->d->tf32 |= a->tf32;
		r->ntypes++;
	} else if ((rest = behind(word, "tilesize")).p) {
		take_tile(rest, r->d);
	} else if ((rest = behind(word, "stage")).p) {
		if (sizes_of(rest, v) == 1)
			r->d->stages = v[0];
	} else if (str_starts(word, "tensor16x8x") && r->d->in == DTYPE_FLOAT32) {
		r->d->tf32 = true;
	} else if (str_is(word, "sparse") || str_starts(word, "sptensor")) {
		r->d->sparse = true;
	} else if (r->d->layout[0] == '\0') {
		take_layout(word, r->d);
	}
}

static enum dtype nvjet_type(char c)
{
	static const struct {
		char letter;
		enum dtype dtype;
	} codes[] = {
	    {'h', DTYPE_FLOAT16},
	    {'t', DTYPE_BFLOAT16},
	    {'s', DTYPE_FLOAT32},
	    {'d', DTYPE_FLOAT64},
	    {'q', DTYPE_FLOAT8_E4M3FN},
	    {'o', DTYPE_FLOAT4_E2M1FN_X2},
	    {'b', DTYPE_INT8},
	    {'i', DTYPE_INT32},
	};

	for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
		if (codes[i].letter == c)
			return codes[i].dtype;
	}
	return DTYPE_UNKNOWN;
}

/* nvjet_sm90_hsh_256x128_64x4_1x2_h_bz_coopA_NNT: operands (both where there
 * are five letters), sums, result. */
static void read_nvjet(struct str word, struct reading *r)
{
	unsigned v[3];

	if (r->nwords == 0 || (!r->op && str_starts(word, "sm1")) ||
	    (!r->op && str_starts(word, "sm9")))
		return;
	if (!r->op) {
		r->op = true;
		if (word.n < 3)
			return;
		r->d->in = nvjet_type(word.p[0]);
		r->d->acc = nvjet_type(word.p[word.n - 2]);
		r->d->out = nvjet_type(word.p[word.n - 1]);
		r->d->tf32 = r->d->in == DTYPE_FLOAT32;
	} else if (sizes_of(word, v) == 1 && r->d->m > 0 && r->d->stages == 0) {
		r->d->stages = v[0];
	} else if (!take_tile(word, r->d)) {
		take_layout(word, r->d);
	}
}

/* cutlass3x_sm90_tensorop_s64x128x16gemm_f16_f16_f32_void_f16_128x128x64_2x1x1_
 * 0_ttn_align8: A, B, sums, C, D. */
static void read_cutlass3(struct str word, struct reading *r)
{
	const struct type *type = type_of(word);

	if (!r->op) {
		r->op = str_ends(word, "gemm");
	} else if (type || str_is(word, "void")) {
		if (r->ntypes == 0 && type)
			set_type(&r->d->in, type, r->d);
		if (r->ntypes == 2 && type)
			r->d->acc = type->dtype;
		if (r->ntypes == 4 && type)
			r->d->out = type->dtype;
		r->ntypes++;
	} else if (r->d->m > 0) {
		take_layout(word, r->d);
	} else {
		take_tile(word, r->d);
	}
}

static enum dtype tensile_type(char c)
{
	switch (c) {
	case 'h':
		return DTYPE_FLOAT16;
	case 'b':
		return DTYPE_BFLOAT16;
	case 's':
		return DTYPE_FLOAT32;
	case 'd':
		return DTYPE_FLOAT64;
	default:
		return DTYPE_UNKNOWN;
	}
}

/* Cijk_Ailk_Bljk_HHS_BH_..._MT128x64x32_MI32x32x8x1: operands, result, sums; of
 * two letters the second is no type, but says that there is a batch. */
static void read_tensile(struct str word, struct reading *r)
{
	struct str rest;

	if (r->nwords == 1 || r->nwords == 2) {
		bool plain = str_is(word, "ailk") || str_is(word, "bljk");

		if (plain || str_is(word, "alik") || str_is(word, "bjlk"))
			r->d->layout[r->nwords - 1] = plain ? 'n' : 't';
	} else if (r->nwords == 3) {
		if (str_starts(word, "f8") || str_starts(word, "i8")) {
			r->d->in = word.p[0] == 'f' ? DTYPE_FLOAT8_E4M3FNUZ
						    : DTYPE_INT8;
			return;
		}
		r->d->in = tensile_type(word.p[0]);
		r->d->out = r->d->acc = r->d->in;
		if (word.n >= 3) {
			r->d->out = tensile_type(word.p[1]);
			r->d->acc = tensile_type(word.p[2]);
		}
	} else if ((rest = behind(word, "mt")).p) {
		take_tile(rest, r->d);
	}
}

/* The first type in the name: fmha_cutlassF_bf16_aligned_64x128_rf_sm80. */
static void read_first(struct str word, struct reading *r)
{
	const struct type *type = type_of(word);

	if (type && r->ntypes++ == 0)
		set_type(&r->d->in, type, r->d);
	/* float32 on Tensor Cores is three TF32 products (PyTorch's
	 * memory-efficient attention, from sm80) */
	if (str_starts(word, "sm") && word.n >= 4 && r->d->in == DTYPE_FLOAT32 &&
	    !str_is(word, "sm50") && !str_is(word, "sm70") && !str_is(word, "sm75"))
		r->d->tf32 = r->d->three = true;
}

/* How the names of a family begin; the first that stands in a name counts. */
static const struct family {
	const char *begin;
	void (*read)(struct str word, struct reading *r);
} families[] = {
    {"hmma_tf32_", read_first},
    {"nvjet_", read_nvjet},
    {"cutlass3x_", read_cutlass3},
    {"_xmma_", read_xmma},
    {"cutlass_tensorop_", read_blas},
    {"cutlass_70_", read_blas},
    {"cutlass_75_", read_blas},
    {"cutlass_80_", read_blas},
    {"cutlass_86_", read_blas},
    {"cutlass_89_", read_blas},
    {"volta_", read_blas},
    {"turing_", read_blas},
    {"ampere_", read_blas},
    {"maxwell_", read_blas},
    {"cijk_", read_tensile},
    {"fmha_cutlass", read_first},
    {"cudnn_generated_", read_first},
    {"igemm_", read_first},
    {"fmha_fwd_", read_first},
    {"fmha_bwd_", read_first},
};

/* Of kernels that are C++ templates: a word anywhere in the name. */
static const struct type anywhere[] = {
    {"tfloat32_t", DTYPE_FLOAT32, true},
    {"float_e4m3_t", DTYPE_FLOAT8_E4M3FN, false},
    {"float_e5m2_t", DTYPE_FLOAT8_E5M2, false},
    {"qkve4m3", DTYPE_FLOAT8_E4M3FN, false},
    {"qe4m3", DTYPE_FLOAT8_E4M3FN, false},
    {"qkvbfloat16", DTYPE_BFLOAT16, false},
    {"qkvfp16", DTYPE_FLOAT16, false},
    {"_fp8_gemm", DTYPE_FLOAT8_E4M3FN, false},
    {"_bf16_gemm", DTYPE_BFLOAT16, false},
    {"bfloat16_t", DTYPE_BFLOAT16, false},
    {"__nv_bfloat16", DTYPE_BFLOAT16, false},
    {"c10::bfloat16", DTYPE_BFLOAT16, false},
    {"df16b", DTYPE_BFLOAT16, false},
    {"df16_", DTYPE_FLOAT16, false},
    {"half_t", DTYPE_FLOAT16, false},
    {"__half", DTYPE_FLOAT16, false},
    {"c10::half", DTYPE_FLOAT16, false},
};

/* 3. A name. */

static void read_words(const char *p, const struct family *f, struct kdecode *d)
{
	struct reading r = {.d = d};

	while (*p) {
		struct str word = {p, 0};

		while (is_word(p[word.n]))
			word.n++;
		if (word.n > 0) {
			f->read(word, &r);
			r.nwords++;
			d->split_k |= str_starts(word, "splitk");
		}
		p += word.n;
		if (*p != '_')
			break;
		while (*p == '_')
			p++;
	}
}

static void decode(struct str full, struct kdecode *d)
{
	static char name[LONGEST + 1]; /* in lower case */
	size_t n = full.n < LONGEST ? full.n : LONGEST;

	memset(d, 0, sizeof *d);
	for (size_t i = 0; i < n; i++) {
		char c = full.p[i];

		name[i] = (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a'
				 : c == '\0'	      ? ' '
						      : c);
	}
	name[n] = '\0';
	for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
		const char *p = strstr(name, families[i].begin);

		if (p) {
			read_words(p, &families[i], d);
			d->split_k |= strstr(p, "_split_k") != NULL;
			return;
		}
	}
	for (size_t i = 0; i < sizeof anywhere / sizeof *anywhere; i++) {
		if (strstr(name, anywhere[i].word)) {
			set_type(&d->in, &anywhere[i], d);
			return;
		}
	}
}

/* A profile has many kernels of few names.  Two names of one hash share what is
 * decoded. */
void kdecode_name(struct str full, struct kdecode *d)
{
	static struct {
		uint64_t hash;
		bool used;
		struct kdecode d;
	} cache[1024];
	uint64_t hash = intern_hash(full.p, full.n);
	size_t i = hash % (sizeof cache / sizeof *cache);

	if (!cache[i].used || cache[i].hash != hash) {
		cache[i].used = true;
		cache[i].hash = hash;
		decode(full, &cache[i].d);
	}
	*d = cache[i].d;
}
