/*
 * gpu.c - what a device can do at most.
 *
 * In:  a record's device; what the user chose
 * Out: operations and bytes a second
 *
 * A device without a row is worked out from its record, but only as far as its
 * compute capability tells: that of a GeForce is also that of a server's part
 * with Tensor Cores twice as fast, so where the name does not say which it is,
 * what differs is not known.
 *
 * A slice of MIG has a part of its device: NVIDIA, Multi-Instance GPU User
 * Guide, Supported MIG Profiles.
 */
#include "prof/gpu/gpu.h"

#include <stdlib.h>

#include "common/ascii.h"
#include "common/nelems.h"
#include "common/num.h"

static const char *const peak_names[] = {
    [GPU_FP64] = "fp64",
    [GPU_FP64_TC] = "fp64_tc",
    [GPU_FP32] = "fp32",
    [GPU_FP32_TC] = "fp32_tc",
    [GPU_TF32] = "tf32",
    [GPU_FP16] = "fp16",
    [GPU_BF16] = "bf16",
    [GPU_FP8] = "fp8",
    [GPU_INT8] = "int8",
    [GPU_FP4] = "fp4",
    [GPU_FP16_VEC] = "fp16_vec",
    [GPU_DRAM] = "dram",
};

const char *gpu_peak_name(unsigned i)
{
	return peak_names[i];
}

/*
 * Names
 */

static bool same(struct str a, struct str b)
{
	if (a.n != b.n)
		return false;
	for (size_t i = 0; i < a.n; i++) {
		if (to_lower(a.p[i]) != to_lower(b.p[i]))
			return false;
	}
	return true;
}

static bool contains(struct str s, struct str part)
{
	for (size_t i = 0; i + part.n <= s.n; i++) {
		if (same((struct str){s.p + i, part.n}, part))
			return true;
	}
	return false;
}

static bool begins(struct str s, struct str part)
{
	return s.n >= part.n && same((struct str){s.p, part.n}, part);
}

/* Who makes a device, its brand, and the rest; what is left out is empty. */
struct parts {
	struct str maker, brand, rest;
};

/* Take one of the words off the front of s, which is more than that. */
static struct str take_word(struct str *s, const struct str *words, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (s->n <= words[i].n || !begins(*s, words[i]))
			continue;
		*s = str_from(*s, words[i].n);
		return words[i];
	}
	return STR("");
}

static struct parts parts_of(struct str name)
{
	static const struct str makers[] = {{"NVIDIA ", 7}, {"AMD ", 4}};
	static const struct str brands[] = {
	    {"Tesla ", 6}, {"GeForce ", 8}, {"Instinct ", 9}};
	struct parts p;

	p.maker = take_word(&name, makers, NELEMS(makers));
	p.brand = take_word(&name, brands, NELEMS(brands));
	p.rest = name;
	return p;
}

/* The next of names that are separated by ';'; false at the end. */
static bool next_alias(const char **aliases, struct str *name)
{
	const char *p = *aliases;

	if (!p || *p == '\0')
		return false;
	*name = (struct str){p, strcspn(p, ";")};
	*aliases = p + name->n + (p[name->n] == ';');
	return true;
}

/* Whether a device of this name or alias is the one asked for, whose maker and
 * brand may be left out: "V100". */
static bool is_called(struct str name, struct parts row, struct parts asked)
{
	return same(parts_of(name).rest, asked.rest) &&
	       (asked.maker.n == 0 || same(asked.maker, row.maker)) &&
	       (asked.brand.n == 0 || same(asked.brand, row.brand));
}

static bool is_named(const struct gpu_device *d, struct parts asked)
{
	const char *aliases = d->aliases;
	struct parts row = parts_of(str_of(d->name));
	struct str alias;

	/* those of NVIDIA's before 2020 do not say so */
	if (row.maker.n == 0)
		row.maker = STR("NVIDIA ");
	if (is_called(str_of(d->name), row, asked))
		return true;
	while (next_alias(&aliases, &alias)) {
		if (is_called(alias, row, asked))
			return true;
	}
	return false;
}

const struct gpu_device *gpu_find(struct str name)
{
	static const struct str vf = {" VF", 3};
	struct parts asked;

	if (!name.p)
		return NULL;
	if (name.n > vf.n && begins(str_from(name, name.n - vf.n), vf))
		name.n -= vf.n;
	asked = parts_of(name);
	for (size_t i = 0; i < gpu_table_n; i++) {
		if (is_named(&gpu_table[i], asked))
			return &gpu_table[i];
	}
	return NULL;
}

/*
 * Slices
 */

/* The part of a device that MIG gives: of multiprocessors and of memory. */
struct slice {
	uint64_t sms, of_sms, memory, of_memory;
};

/* Take a number and the text behind it off, in either case. */
static bool take_count(struct str *s, struct str unit, uint64_t *n)
{
	size_t digits = 0;
	int64_t v;

	while (digits < s->n && is_digit(s->p[digits]))
		digits++;
	if (!num_parse(s->p, digits, 0, 10000, &v) ||
	    !begins(str_from(*s, digits), unit))
		return false;
	*n = (uint64_t)v;
	*s = str_from(*s, digits + unit.n);
	return true;
}

/*
 * The part that "1g.10gb" names: one slice of the multiprocessors, and of
 * memory its gigabytes in slices, of which there are as many or, beside seven,
 * eight.  1c.3g.20gb is one of the three slices that share that memory.  What
 * follows a sign, as in 1g.10gb+me, does not matter.
 */
static bool read_profile(
    struct str s, const struct gpu_device *d, struct slice *slice)
{
	uint64_t computes, slices, gb, of_memory = d->slices == 7 ? 8 : d->slices;

	if (d->slices == 0)
		return false;
	if (!take_count(&s, STR("c."), &computes))
		computes = 0;
	if (!take_count(&s, STR("g."), &slices) ||
	    !take_count(&s, STR("gb"), &gb) || (s.n > 0 && !strchr("+-.", s.p[0])))
		return false;
	*slice = (struct slice){
	    .sms = computes ? computes : slices,
	    .of_sms = d->slices,
	    .memory = (gb * of_memory + d->gb / 2) / d->gb,
	    .of_memory = of_memory,
	};
	return slices > 0 && slices <= d->slices && slice->sms <= slices &&
	       slice->memory > 0 && slice->memory <= of_memory;
}

/* The row of a device or of what it is a slice of. */
static const struct gpu_device *find_slice(struct str name, struct slice *slice)
{
	static const struct str mig = {" MIG ", 5};
	const struct gpu_device *d = gpu_find(name);

	*slice = (struct slice){1, 1, 1, 1};
	for (size_t i = 0; !d && i + mig.n < name.n; i++) {
		if (!begins(str_from(name, i), mig))
			continue;
		d = gpu_find((struct str){name.p, i});
		return d && read_profile(str_from(name, i + mig.n), d, slice)
			   ? d
			   : NULL;
	}
	return d;
}

static uint64_t part_of(uint64_t v, uint64_t part, uint64_t all)
{
	return v == GPU_NA ? v : v / all * part + v % all * part / all;
}

/*
 * Peaks
 */

static uint64_t of_cell(double tera, double unit)
{
	return tera < 0 ? GPU_NA : (uint64_t)(tera * unit + 0.5);
}

/* The class of this name, or NULL. */
static const struct gpu_class *class_find(struct str name)
{
	for (size_t i = 0; i < gpu_classes_n; i++) {
		if (str_is(name, gpu_classes[i].name))
			return &gpu_classes[i];
	}
	return NULL;
}

static void all_unknown(struct gpu_peaks *peaks)
{
	memset(peaks, 0, sizeof *peaks);
	for (size_t i = 0; i < GPU_NPEAKS; i++)
		peaks->v[i] = GPU_NA;
}

/* "7.5" as 75; -1 where it is no such. */
static int64_t capability(struct str cc)
{
	const char *dot = cc.n ? memchr(cc.p, '.', cc.n) : NULL;
	size_t n = dot ? (size_t)(dot - cc.p) : cc.n;
	int64_t major, minor = 0;

	if (!num_parse(cc.p, n, 0, 99, &major) ||
	    (dot && !num_parse(dot + 1, cc.n - n - 1, 0, 9, &minor)))
		return -1;
	return 10 * major + minor;
}

/* Before Volta, Turing's GTX 16 series, and kinds whose rows say so. */
static bool is_without_matrix(const struct gpu_peaks *p, struct str name)
{
	static const unsigned rates[] = {GPU_FP64_TC, GPU_FP32_TC, GPU_TF32,
	    GPU_FP16, GPU_BF16, GPU_FP8, GPU_FP4};

	if ((p->capability >= 0 && p->capability < 70) ||
	    (name.p && str_has(name, "GTX 16")))
		return true;
	if (!p->class || p->class->int8_matrix)
		return false;
	for (size_t i = 0; i < NELEMS(rates); i++) {
		if (p->class->rate[rates[i]] != 0)
			return false;
	}
	return true;
}

static void by_row(const struct gpu_device *d, const struct slice *slice,
    const struct record_gpu *gpu, struct gpu_peaks *peaks)
{
	uint64_t sms = slice->sms, of_sms = slice->of_sms;

	/* how many a slice has may be recorded: fewer than its part, as some
	 * are left over */
	if (of_sms > 1 && gpu->sms > 0 && (uint64_t)gpu->sms <= d->sms) {
		sms = (uint64_t)gpu->sms;
		of_sms = d->sms;
	}
	for (size_t i = 0; i < GPU_NRATES; i++)
		peaks->v[i] = part_of(of_cell(d->peak[i], 1e12), sms, of_sms);
	peaks->v[GPU_DRAM] = part_of(
	    of_cell(d->peak[GPU_DRAM], 1e9), slice->memory, slice->of_memory);
	peaks->class = class_find(str_of(d->class));
	for (size_t i = 0; i < GPU_NRATES; i++)
		peaks->has[i] = peaks->class->rate[i] > 0;
	peaks->int8_matrix = peaks->class->int8_matrix;
	peaks->capability = capability(str_of(d->cc));
	peaks->half_twice = str_has(str_of(d->name), "GeForce") &&
			    str_ends(str_of(d->class), "-geforce");
}

/* Whether the class is of this capability and what the name says of the part
 * does not rule it out. */
static bool may_be(const struct gpu_class *c, struct str cc, struct str name)
{
	struct str class = str_of(c->name);
	struct str kind = STR("");

	if (!str_starts(class, "gfx") && memchr(class.p, '-', class.n)) {
		kind = str_from(class, strcspn(class.p, "-"));
		class.n -= kind.n;
	}
	if (!str_eq(class, cc))
		return false;
	if (!name.p || !str_has(name, "GeForce"))
		return true;
	if (str_has(name, "GTX 16"))
		return str_is(kind, "-noTC");
	/* of 6.1 there is but one kind */
	return str_is(kind, "-geforce") || str_is(cc, "6.1");
}

/* Operations a second, GPU_NA where it does not fit. */
static uint64_t by_clock(const struct record_gpu *gpu, int32_t rate)
{
	uint64_t v;

	if (rate == 0)
		return GPU_NONE;
	if (rate < 0 || gpu->sms <= 0 || gpu->clock_khz <= 0 ||
	    !num_mul((uint64_t)gpu->sms, (uint64_t)gpu->clock_khz, &v) ||
	    !num_mul(v, 1000, &v) || !num_mul(v, (uint64_t)rate, &v) || v > GPU_MOST)
		return GPU_NA;
	return v;
}

static void by_record(const struct record_gpu *gpu, struct gpu_peaks *peaks)
{
	bool first = true;

	if (gpu->mem_bps > 0 && (uint64_t)gpu->mem_bps <= GPU_MOST)
		peaks->v[GPU_DRAM] = (uint64_t)gpu->mem_bps;
	peaks->capability = capability(gpu->cc);
	for (size_t k = 0; k < gpu_classes_n && gpu->cc.p; k++) {
		const struct gpu_class *c = &gpu_classes[k];

		if (!may_be(c, gpu->cc, gpu->name))
			continue;
		for (size_t i = 0; i < GPU_NRATES; i++) {
			uint64_t v = by_clock(gpu, c->rate[i]);

			peaks->has[i] = (first || peaks->has[i]) && c->rate[i] > 0;
			if (first)
				peaks->v[i] = v;
			else if (peaks->v[i] != v)
				peaks->v[i] = GPU_NA;
		}
		peaks->class = first ? c : NULL;
		if (first)
			peaks->int8_matrix = c->int8_matrix;
		else if (peaks->int8_matrix != c->int8_matrix)
			peaks->v[GPU_INT8] = GPU_NA;
		peaks->half_twice = str_ends(str_of(c->name), "-geforce") &&
				    gpu->name.p && str_has(gpu->name, "GeForce");
		first = false;
	}
}

/*
 * What the user chose
 */

/* Append up to four devices that have the text in their names. */
static size_t add_close(struct str name, struct strbuf *b)
{
	size_t n = 0;

	for (size_t i = 0; i < gpu_table_n && n < 4; i++) {
		const struct gpu_device *d = &gpu_table[i];

		if (!contains(str_of(d->name), name) &&
		    !(d->aliases && contains(str_of(d->aliases), name)))
			continue;
		strbuf_printf(b, "%s%s", n > 0 ? ", " : "", d->name);
		n++;
	}
	return n;
}

int gpu_option(const char *name, struct gpu_choice *choice, struct err *err)
{
	struct str s = parts_of(str_of(name)).rest;
	const struct gpu_device *d;
	struct strbuf b = {0};
	struct slice slice;
	char clean[80];

	choice->given = true;
	choice->described = false;
	choice->cached = false;
	choice->gpu = RECORD_NO_GPU;
	choice->gpu.name = str_of(name);
	d = find_slice(str_of(name), &slice);
	if (d) {
		choice->gpu.cc = str_of(d->cc);
		return 0;
	}
	diag_clean(str_of(name), clean, sizeof clean);
	/* the whole, else the word that devices are told apart by, the longest
	 * with a digit in it */
	if (s.n == 0 || add_close(s, &b) == 0) {
		struct str best = {NULL, 0};

		for (size_t i = 0; i < s.n;) {
			size_t n = strcspn(s.p + i, " -");
			struct str word = {s.p + i, n};

			if (n > best.n && strcspn(word.p, "0123456789") < n)
				best = word;
			i += n + 1;
		}
		if (best.p)
			add_close(best, &b);
	}
	if (b.n > 0)
		err_set(err, "unknown device '%s' (try: %.*s)", clean, (int)b.n,
		    b.p);
	else
		err_set(err, "unknown device '%s' (--list-gpus lists them)", clean);
	strbuf_free(&b);
	return -1;
}

/* A decimal number of 10^12 or 10^9 a second, as one a second. */
static bool parse_rate(struct str s, double unit, uint64_t *out)
{
	char text[32], *end;
	double f;

	if (s.n == 0 || s.n >= sizeof text)
		return false;
	memcpy(text, s.p, s.n);
	text[s.n] = '\0';
	if (strspn(text, "0123456789.") != s.n)
		return false;
	f = strtod(text, &end);
	if (*end != '\0' || end == text || !(f > 0) ||
	    !(f * unit <= (double)GPU_MOST))
		return false;
	*out = (uint64_t)(f * unit + 0.5);
	return *out > 0;
}

int gpu_peak_option(const char *text, struct gpu_choice *choice, struct err *err)
{
	for (const char *p = text;;) {
		struct str item = {p, strcspn(p, ",")};
		size_t n = strcspn(p, ",="), i;
		struct str key = {p, n}, value = {p + n, 0};
		char clean[80];

		if (n < item.n)
			value = str_from(item, n + 1);
		for (i = 0; i < GPU_NPEAKS; i++) {
			if (str_is(key, peak_names[i]))
				break;
		}
		if (i == GPU_NPEAKS) {
			diag_clean(key, clean, sizeof clean);
			return err_set(err,
			    "unknown peak '%s' (try: fp64, fp64_tc, fp32, "
			    "fp32_tc, tf32, fp16, "
			    "bf16, fp8, int8, fp4, fp16_vec, dram)",
			    clean);
		}
		if (!parse_rate(
			value, i == GPU_DRAM ? 1e9 : 1e12, &choice->peak[i])) {
			diag_clean(item, clean, sizeof clean);
			return err_set(err, "--peak '%s': not %s=%s above 0", clean,
			    peak_names[i], i == GPU_DRAM ? "GB/s" : "TFLOP/s");
		}
		p += item.n;
		if (*p++ == '\0')
			return 0;
	}
}

static bool same_text(struct str a, struct str b)
{
	return !a.p == !b.p && str_eq(a, b);
}

static bool is_last(const struct gpu_choice *choice, const struct record_gpu *gpu)
{
	return choice->cached && same_text(choice->last.name, gpu->name) &&
	       same_text(choice->last.cc, gpu->cc) &&
	       choice->last.sms == gpu->sms &&
	       choice->last.clock_khz == gpu->clock_khz &&
	       choice->last.mem_bps == gpu->mem_bps;
}

/* Keep a copy of a text that belongs to a record; false: too long. */
static bool keep(struct str *s, char *room, size_t size)
{
	if (s->n > size)
		return false;
	if (s->n > 0)
		memcpy(room, s->p, s->n);
	if (s->p)
		s->p = room;
	return true;
}

static bool has_peaks(const struct gpu_peaks *peaks)
{
	for (unsigned i = 0; i < GPU_NRATES; i++) {
		if (peaks->v[i] != GPU_NA && peaks->v[i] != GPU_NONE)
			return peaks->v[GPU_DRAM] != GPU_NA;
	}
	return false;
}

const struct gpu_peaks *gpu_peaks(
    struct gpu_choice *choice, const struct record_gpu *gpu)
{
	struct gpu_peaks *peaks = &choice->peaks;
	const struct record_gpu nothing = RECORD_NO_GPU;
	const struct gpu_device *d = NULL;
	struct slice slice;

	if (choice->given)
		gpu = &choice->gpu;
	else if (!gpu)
		gpu = &nothing;
	if (is_last(choice, gpu))
		return peaks;
	all_unknown(peaks);
	choice->named |= gpu->name.n > 0;
	if (!choice->described)
		d = find_slice(gpu->name, &slice);
	if (d)
		by_row(d, &slice, gpu, peaks);
	else
		by_record(gpu, peaks);
	peaks->before_8 = peaks->capability >= 0 && peaks->capability < 80;
	peaks->no_matrix = is_without_matrix(peaks, gpu->name);
	for (size_t i = 0; i < GPU_NPEAKS; i++) {
		if (choice->described && choice->says[i])
			peaks->v[i] = choice->said[i];
		if (choice->peak[i] > 0)
			peaks->v[i] = choice->peak[i];
	}
	choice->known |= has_peaks(peaks);
	choice->last = *gpu;
	choice->cached =
	    keep(&choice->last.name, choice->name, sizeof choice->name) &&
	    keep(&choice->last.cc, choice->cc, sizeof choice->cc);
	return peaks;
}

bool gpu_is_chosen(const struct gpu_choice *choice, unsigned rate)
{
	return choice &&
	       (choice->peak[rate] > 0 ||
		   (choice->given && (!choice->described || choice->says[rate])));
}

static void list_count(struct strbuf *b, unsigned n)
{
	if (n > 0)
		strbuf_printf(b, "\t%u", n);
	else
		strbuf_text(b, "\tna");
}

void gpu_list(struct strbuf *b)
{
	strbuf_text(b, "name\tcc\tsms\tMHz");
	for (unsigned i = 0; i < GPU_NPEAKS; i++)
		strbuf_printf(b, "\t%s", gpu_peak_name(i));
	strbuf_text(b, "\talso\tsource\n");
	for (size_t k = 0; k < gpu_table_n; k++) {
		const struct gpu_device *d = &gpu_table[k];

		strbuf_printf(b, "%s\t%s", d->name, d->cc);
		list_count(b, d->sms);
		list_count(b, d->boost_mhz);
		for (unsigned i = 0; i < GPU_NPEAKS; i++) {
			if (d->peak[i] < 0)
				strbuf_text(b, "\tna");
			else
				strbuf_printf(b, "\t%g", d->peak[i]);
		}
		strbuf_printf(
		    b, "\t%s\t%s\n", d->aliases ? d->aliases : "-", d->source);
	}
}
