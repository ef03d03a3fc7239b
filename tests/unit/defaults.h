/*
 * defaults.h - of an operator of aten, what is left out at the end: a default
 * is as good as said, and without one an argument is as good as not recorded;
 * and by keyword an argument is what it is in its place.
 *
 * The defaults are those of native_functions.yaml (fixtures/aten.txt).  For
 * costs.h, which has struct cost_case.
 */
#ifndef TESTS_UNIT_DEFAULTS_H
#define TESTS_UNIT_DEFAULTS_H

enum { DEFAULTS_MOST = 40 };

struct defaults {
	const char *word[DEFAULTS_MOST]; /* of a line, or of a call */
	size_t len[DEFAULTS_MOST];
	size_t n;
};

static inline const char *defaults_file(void)
{
	static char text[1 << 17];
	FILE *f;

	if (text[0])
		return text;
	f = fopen("tests/fixtures/aten.txt", "r");
	assert_non_null(f);
	text[fread(text, 1, sizeof text - 1, f)] = '\0';
	fclose(f);
	return text;
}

/* Split up to the end of the line, less the | in it; false: too many. */
static inline bool defaults_split(const char *p, struct defaults *d)
{
	for (d->n = 0; *p && *p != '\n'; p += strspn(p, " ")) {
		if (d->n == DEFAULTS_MOST)
			return false;
		d->word[d->n] = p;
		d->len[d->n] = strcspn(p, " \n");
		p += d->len[d->n];
		d->n += *d->word[d->n] != '|';
	}
	return true;
}

/* Whether the call's arguments may be the line's, whose first word is the name. */
static inline bool defaults_match(
    const struct defaults *args, const struct defaults *line)
{
	if (args->n > line->n - 1)
		return false;
	for (size_t i = 0; i < args->n; i++) {
		const char *p = args->word[i];
		const char *open = memchr(p, '[', args->len[i]);
		bool tensor = memchr(line->word[i + 1], '*', line->len[i + 1]);

		if (memchr(line->word[i + 1], '.',
			strcspn(line->word[i + 1], "= \n")))
			return false;
		if (*p != '?' && *p != 'N' && *p != '_' && tensor != (open > p))
			return false;
		if (open > p && tensor != (open > p))
			return false;
	}
	return true;
}

/* The one line that the call may be of. */
static inline bool defaults_find(
    const char *name, const struct defaults *args, struct defaults *found)
{
	size_t n = strlen(name), matches = 0;
	const char *p = defaults_file();

	for (; *p; p += strcspn(p, "\n"), p += *p == '\n') {
		struct defaults line;

		if (strncmp(p, name, n) != 0 || p[n] != ' ' ||
		    !defaults_split(p, &line) || !defaults_match(args, &line))
			continue;
		*found = line;
		matches++;
	}
	return matches == 1;
}

static inline void defaults_same(
    const struct cost_case *c, const char *a, const char *b)
{
	struct arena arena = {0};
	const struct call *x = calls_make(&arena, c->name, a);
	const struct call *y = calls_make(&arena, c->name, b);
	struct cost one, other;

	op_cost_of(op_find(x), x, c->part, NULL, &one);
	op_cost_of(op_find(y), y, c->part, NULL, &other);
	if (one.has_flops != other.has_flops || one.has_bytes != other.has_bytes ||
	    (one.has_flops && (one.flops != other.flops || one.gemm != other.gemm)) ||
	    (one.has_bytes && one.bytes != other.bytes))
		fail_msg("%s(%s) is not (%s)", c->name, a, b);
	arena_free(&arena);
}

/* Whose last argument torch's Python gives a default, another overload leaves
 * out, or the forward's default stands for. */
static inline bool defaults_shorter(const char *name)
{
	static const char *const names[] = {"_cdist_forward", "_conv_depthwise2d",
	    "_fft_r2c", "avg_pool2d_backward", "_slow_conv2d_forward",
	    "conv_depthwise3d", "cudnn_convolution_transpose",
	    "embedding_backward", "frobenius_norm", "grid_sampler",
	    "grid_sampler_2d", "grid_sampler_3d", "im2col", "max", "median", "min",
	    "nanmedian", "native_dropout", "scatter", "slow_conv3d_forward"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

/* Of which all arguments are recorded, and a default is that of Python's. */
static inline bool defaults_python(const char *name)
{
	static const char *const parts[] = {"_fft_c2c", "avg_pool3d_backward",
	    "batch_norm", "conv", "dot_product", "grid_sampler", "logsumexp",
	    "nll_loss"};

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (strstr(name, parts[i]))
			return true;
	return defaults_shorter(name);
}

/* The name that the row gives its k-th argument; where it has none, the line's. */
static inline int defaults_name(
    const char *names, size_t k, const struct defaults *line, const char **name)
{
	const char *p = names;

	for (size_t i = 0; i < k && *p; i++)
		p += strcspn(p, ","), p += *p == ',';
	*name = *p ? p : line->word[k + 1];
	return (int)strcspn(*name, ",.*= \n");
}

/* The first k arguments of the call, and None for those that it has not. */
static inline void defaults_first(
    const struct defaults *args, size_t k, struct strbuf *b)
{
	b->n = 0;
	for (size_t i = 0; i < k; i++) {
		if (i > 0)
			strbuf_char(b, ' ');
		if (i < args->n)
			strbuf_add(b, args->word[i], args->len[i]);
		else
			strbuf_char(b, 'N');
	}
}

/* Whether the number of arguments says which of them there are: a type in the
 * place of a dimension, a result in that of a bias; factories have all four of
 * dtype, layout, device and pin_memory. */
static inline bool defaults_counted(const char *name, const struct defaults *line)
{
	static const char names[] =
	    " conv_tbc conv_transpose1d conv_transpose2d "
	    "conv_transpose3d mean nanmean nansum "
	    "repeat_interleave sum ";
	char text[80];

	snprintf(text, sizeof text, " %s ", name);
	if (strstr(names, text))
		return true;
	for (size_t i = 1; i < line->n; i++)
		if (strncmp(line->word[i], "pin_memory", 10) == 0)
			return true;
	return false;
}

/* Whether the default is a number that changes no type, of which a profile may
 * show a tensor without dimensions; some operators have FLOPs for one. */
static inline bool defaults_shown(const struct cost_case *c, const char *eq)
{
	static const char names[] = " elu rrelu_with_noise _cslt_sparse_mm ";
	char text[80];

	snprintf(text, sizeof text, " %s ", c->name + 6);
	return eq && eq[1] >= '0' && eq[1] <= '9' && !strchr(c->args, 'i') &&
	       !strstr(c->args, "c64") && !strstr(names, text);
}

/* What an argument is that is no tensor: as a default, by keyword, in its
 * place. */
static inline void defaults_values(const struct cost_case *c,
    const struct defaults *args, const struct defaults *line)
{
	static const char *const values[] = {
	    "0", "1", "2", "true", "false", "[2,2]"};
	struct arena arena = {0};
	const char *names =
	    op_row(op_find(calls_make(&arena, c->name, c->args)))->args;
	struct strbuf b = {0}, other = {0};

	if (!names || strchr(c->args, '?') || defaults_counted(c->name + 6, line)) {
		arena_free(&arena);
		return;
	}
	for (size_t k = line->n - 1; k-- > 1;) {
		const char *eq = memchr(line->word[k + 1], '=', line->len[k + 1]);
		const char *name;
		int n = defaults_name(names, k, line, &name);

		if (memchr(line->word[k + 1], '*', line->len[k + 1]))
			break;
		if (!eq) { /* left out, it is as good as not recorded */
			if (defaults_python(c->name + 6))
				break;
			defaults_first(args, k, &b);
			defaults_first(args, k, &other);
			strbuf_char(&b, '\0');
			strbuf_text(&other, " ?");
			strbuf_char(&other, '\0');
			defaults_same(c, b.p, other.p);
		} else if (eq[1] != '?') {
			defaults_first(args, k, &b);
			defaults_first(args, k, &other);
			strbuf_char(&b, '\0');
			strbuf_printf(&other, " %.*s",
			    (int)(line->word[k + 1] + line->len[k + 1] - eq - 1),
			    eq + 1);
			strbuf_char(&other, '\0');
			defaults_same(c, b.p, other.p);
		}
		if (defaults_shown(c, eq) && k + 1 > args->n) {
			defaults_first(args, k, &b);
			defaults_first(args, k, &other);
			strbuf_text(&b, " f64[]");
			strbuf_char(&b, '\0');
			strbuf_text(&other, " ?");
			strbuf_char(&other, '\0');
			defaults_same(c, b.p, other.p);
		}
		for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
			defaults_first(args, k, &b);
			defaults_first(args, k, &other);
			strbuf_printf(&b, " %s", values[i]);
			strbuf_char(&b, '\0');
			strbuf_printf(&other, " %.*s=%s", n, name, values[i]);
			strbuf_char(&other, '\0');
			defaults_same(c, b.p, other.p);
		}
	}
	strbuf_free(&other);
	strbuf_free(&b);
	arena_free(&arena);
}

/* defaults_check(c): all of this, of a case. */
static inline void defaults_check(const struct cost_case *c)
{
	struct strbuf b = {0};
	struct defaults args, line = {.n = 0};
	const char *p;

	if (strncmp(c->name, "aten::", 6) != 0 || !c->args || c->kernel ||
	    strpbrk(c->args, ">!{='") || !defaults_split(c->args, &args) ||
	    args.n == 0 || !defaults_find(c->name + 6, &args, &line))
		return;

	/* 1. Said, one after the other. */
	strbuf_text(&b, c->args);
	for (size_t i = args.n + 1; i < line.n; i++) {
		p = memchr(line.word[i], '=', line.len[i]);
		if (!p || p[1] == '?')
			break;
		strbuf_char(&b, ' ');
		strbuf_add(&b, p + 1, line.len[i] - (size_t)(p + 1 - line.word[i]));
		strbuf_char(&b, '\0');
		defaults_same(c, c->args, b.p);
		b.n--;
	}

	/* 2. The last one left out, or not recorded. */
	p = args.word[args.n - 1];
	if (p > c->args && *p != '?' && !defaults_shorter(c->name + 6) &&
	    !memchr(line.word[args.n], '*', line.len[args.n]) &&
	    !memchr(line.word[args.n], '=', line.len[args.n])) {
		struct strbuf less = {0};

		b.n = 0;
		strbuf_add(&b, c->args, (size_t)(p - c->args));
		strbuf_add(&less, c->args, (size_t)(p - c->args) - 1);
		strbuf_text(&b, "?");
		strbuf_char(&b, '\0');
		strbuf_char(&less, '\0');
		defaults_same(c, less.p, b.p);
		strbuf_free(&less);
	}

	/* 3. Other values. */
	defaults_values(c, &args, &line);
	strbuf_free(&b);
}

#endif
