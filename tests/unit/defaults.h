/*
 * defaults.h - of an operator of aten, what is left out at the end: torch hands
 * over defaults too, so that it is as good as not recorded, but where the row
 * says that a list may end; and by keyword an argument is what it is in its
 * place.
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

/* Whether a number is another; with unknown, or is not known. */
static inline bool defaults_number(
    bool has, uint64_t n, bool has_other, uint64_t other, bool unknown)
{
	return (unknown && !has) || (has == has_other && (!has || n == other));
}

/* That a costs the same as b; with unknown, that it does where it is known. */
static inline void defaults_equal(
    const struct cost_case *c, const char *a, const char *b, bool unknown)
{
	struct arena arena = {0};
	const struct call *x = calls_make(&arena, c->name, a);
	const struct call *y = calls_make(&arena, c->name, b);
	struct cost one, other;

	op_cost_of(op_find(x), x, c->part, NULL, &one);
	op_cost_of(op_find(y), y, c->part, NULL, &other);
	if (!defaults_number(one.has_flops, one.flops, other.has_flops,
		other.flops, unknown) ||
	    !defaults_number(one.has_flops, one.gemm, other.has_flops,
		other.gemm, unknown) ||
	    !defaults_number(one.has_bytes, one.bytes, other.has_bytes,
		other.bytes, unknown))
		fail_msg("%s(%s) is not (%s)", c->name, a, b);
	arena_free(&arena);
}

static inline void defaults_same(
    const struct cost_case *c, const char *a, const char *b)
{
	defaults_equal(c, a, b, false);
}

/* That what is left out is as good as not recorded; or less, as a tensor may
 * have stood there. */
static inline void defaults_lost(
    const struct cost_case *c, const char *a, const char *b)
{
	defaults_equal(c, a, b, true);
}

/* The name that the row gives its k-th argument; where it has none, the line's. */
static inline int defaults_name(
    const char *names, size_t k, const struct defaults *line, const char **name)
{
	const char *p = names;

	for (size_t i = 0; i < k && *p; i++)
		p += strcspn(p, ","), p += *p == ',';
	*name = *p ? p : line->word[k + 1];
	return (int)strcspn(*name, ",.*?= \n");
}

/* Whether a list of arguments may end before the k-th. */
static inline bool defaults_ends(
    const char *names, size_t k, const struct defaults *line)
{
	const char *name;
	int n = defaults_name(names, k, line, &name);

	return name[n] == '?';
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
	    "conv_transpose3d mean nanmean nansum norm "
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
		if (!defaults_ends(names, k, line)) {
			defaults_first(args, k, &b);
			defaults_first(args, k, &other);
			strbuf_char(&b, '\0');
			strbuf_text(&other, " ?");
			strbuf_char(&other, '\0');
			defaults_lost(c, b.p, other.p);
		} else if (eq && eq[1] != '?') {
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
	struct arena arena = {0};
	struct strbuf b = {0};
	struct defaults args, line = {.n = 0};
	const char *p, *names;

	if (strncmp(c->name, "aten::", 6) != 0 || !c->args || c->kernel ||
	    strpbrk(c->args, ">!{='") || !defaults_split(c->args, &args) ||
	    args.n == 0 || !defaults_find(c->name + 6, &args, &line))
		return;

	/* 1. The last one left out, or not recorded. */
	names = op_row(op_find(calls_make(&arena, c->name, c->args)))->args;
	p = args.word[args.n - 1];
	if (p > c->args && *p != '?' &&
	    !memchr(line.word[args.n], '*', line.len[args.n]) &&
	    !defaults_ends(names, args.n - 1, &line) &&
	    !defaults_counted(c->name + 6, &line)) {
		struct strbuf less = {0};

		strbuf_add(&b, c->args, (size_t)(p - c->args));
		strbuf_add(&less, c->args, (size_t)(p - c->args) - 1);
		strbuf_text(&b, "?");
		strbuf_char(&b, '\0');
		strbuf_char(&less, '\0');
		defaults_lost(c, less.p, b.p);
		strbuf_free(&less);
	}

	/* 2. Other values. */
	defaults_values(c, &args, &line);
	strbuf_free(&b);
	arena_free(&arena);
}

#endif
