/*
 * where.c - --where: which records are looked at.
 *
 * In:  conditions as given, then rows
 * Out: whether they hold
 *
 * A text is compared as --csv would print it, a time in nanoseconds, so that -u
 * and the format change nothing.
 */
#include "prof/show/where.h"

#include <fnmatch.h>
#include <stdlib.h>

#include "common/nelems.h"
#include "prof/show/out.h"
#include "prof/show/quantity.h"
#include "prof/show/sums_bind.h"

struct operation {
	const char *text;
	bool orders;	 /* else GLOB is matched */
	bool less, more; /* holds of what is less, more than N */
	bool same;	 /* holds of what is equal, of what matches */
};

/* Those that begin like another come first. */
static const struct operation operations[] = {
    {"!=", .same = false},
    {"<=", .orders = true, .less = true, .same = true},
    {">=", .orders = true, .more = true, .same = true},
    {"=", .same = true},
    {"<", .orders = true, .less = true},
    {">", .orders = true, .more = true},
};

struct condition {
	struct columns cols;	    /* one */
	const struct column *bound; /* looks at sums in its place, or NULL */
	const struct operation *op;
	const char *given;     /* all of it */
	const char *value;     /* the option's, which outlives all */
	struct quantity limit; /* where op orders */
	struct out out;	       /* makes texts */
	struct strbuf text;    /* of a cell */
};

static const struct operation *find_operation(const char *p)
{
	for (size_t i = 0; i < NELEMS(operations); i++)
		if (str_starts(str_of(p), operations[i].text))
			return &operations[i];
	return NULL;
}

static int set_column(struct condition *c, struct str name, struct err *err)
{
	struct strbuf b = {0};
	int status;

	strbuf_str(&b, name);
	strbuf_char(&b, '\0');
	status = column_list(b.p, &c->cols, err);
	strbuf_free(&b);
	if (status == 0 && c->cols.list.n != 1)
		return err_set(err, "--where wants one column");
	return status;
}

static void condition_free(struct condition *c)
{
	column_free(&c->cols);
	strbuf_free(&c->out.scratch);
	strbuf_free(&c->text);
	free(c);
}

static int parse(struct condition *c, const char *text, struct err *err)
{
	size_t n = strcspn(text, "!=<>");

	c->op = find_operation(text + n);
	if (n == 0 || !c->op)
		return err_set(
		    err, "--where '%s': want COL=GLOB, COL!=GLOB, or COL<N, <=, >, >=",
		    text);
	if (set_column(c, (struct str){text, n}, err) < 0)
		return -1;
	c->given = text;
	c->value = text + n + strlen(c->op->text);
	if (c->op->orders && !quantity_parse(str_of(c->value), &c->limit))
		return err_set(err,
		    "--where '%s': '%s' is no number (times are in ns)", text,
		    c->value);
	return 0;
}

int where_take(const struct opt *opt, const char *value, void *to, struct err *err)
{
	struct where *w = to;
	struct condition *c = arena_xzeroed(1, sizeof *c);

	(void)opt;
	if (parse(c, value, err) < 0) {
		condition_free(c);
		return OPT_WRONG;
	}
	*vec_add(&w->list) = c;
	return 0;
}

/* fnmatch takes texts without NUL: one in a profile is another character. */
static bool matches(struct condition *c, struct str s)
{
	c->text.n = 0;
	for (size_t i = 0; i < s.n; i++)
		strbuf_char(&c->text, s.p[i] ? s.p[i] : '\1');
	strbuf_char(&c->text, '\0');
	return fnmatch(c->value, c->text.p, 0) == 0;
}

static bool holds(struct condition *c, const struct row *row)
{
	const struct column *col = c->bound ? c->bound : c->cols.list.v[0];
	struct cell cell = {0};
	struct quantity q;
	int order;

	column_value(col, row, &cell);
	if (!c->op->orders)
		return matches(c, out_text(&c->out, &cell)) == c->op->same;
	if (!quantity_of(&cell, &c->out, &q))
		return false;
	order = quantity_order(&q, &c->limit);
	return order < 0 ? c->op->less : order > 0 ? c->op->more : c->op->same;
}

bool where_holds(const struct where *w, const struct row *row)
{
	for (size_t i = 0; i < w->list.n; i++)
		if (!holds(w->list.v[i], row))
			return false;
	return true;
}

const char *where_text(const struct where *w, size_t i)
{
	return i < w->list.n ? w->list.v[i]->given : NULL;
}

const char *where_looks_beyond(
    const struct where *w, const char *const *keys, size_t n)
{
	for (size_t i = 0; i < w->list.n; i++) {
		const char *key = w->list.v[i]->cols.list.v[0]->key;
		size_t k = 0;

		while (k < n && strcmp(keys[k], key) != 0)
			k++;
		if (k == n)
			return key;
	}
	return NULL;
}

int where_bind(struct where *w, struct sums_keys *keys, struct err *err)
{
	for (size_t i = 0; i < w->list.n; i++) {
		struct condition *c = w->list.v[i];

		c->bound = sums_bind(keys, c->cols.list.v[0], err);
		if (!c->bound)
			return -1;
	}
	return 0;
}

void where_free(struct where *w)
{
	for (size_t i = 0; i < w->list.n; i++)
		condition_free(w->list.v[i]);
	vec_free(&w->list);
}
