/*
 * arrange.c - --sort and -n: the order of a held table's rows, and how many.
 *
 * In:  a held table
 * Out: the same table, its rows in another order, or fewer
 */
#include "prof/show/arrange.h"

#include <stdlib.h>

#include "common/num.h"
#include "common/order.h"
#include "prof/show/out.h"
#include "prof/show/quantity.h"

enum class { NUMBER, TEXT, UNKNOWN }; /* in their order */

/* A row, and what it is sorted by. */
struct entry {
	struct cell *row;
	size_t place; /* where it was */
	enum class class;
	struct quantity number;
	struct str text; /* of the cell */
	struct str keys; /* their texts */
	bool reversed;
};

struct str arrange_column(const struct arrange *a)
{
	return str_of(a->by + (*a->by == '-'));
}

static struct str keep(struct arena *arena, struct str s)
{
	return s.p ? (struct str){arena_text(arena, s.p, s.n), s.n} : s;
}

static void set_key(struct entry *e, const struct cell *cell, struct out *o,
    struct arena *arena)
{
	if (quantity_of(cell, o, &e->number)) {
		e->class = NUMBER;
		e->number.digits = keep(arena, e->number.digits);
	} else if (cell->kind == CELL_NONE || cell->kind == CELL_NA) {
		e->class = UNKNOWN;
	} else {
		e->class = TEXT;
		e->text = keep(arena, out_text(o, cell));
	}
}

/* The texts of the keys, each with a NUL behind it. */
static void set_tie(
    struct entry *e, const struct table *t, struct out *o, struct arena *arena)
{
	struct strbuf b = {0};

	for (size_t i = 0; t->first && i < t->ncells; i++) {
		if (!t->first[i].is_key)
			continue;
		strbuf_str(&b, out_text(o, &e->row[i]));
		strbuf_char(&b, '\0');
	}
	e->keys = keep(arena, strbuf_get(&b));
	strbuf_free(&b);
}

static int compare(const void *x, const void *y)
{
	const struct entry *a = x, *b = y;
	int order = 0;

	if (a->class != b->class)
		return order_int(a->class, b->class);
	if (a->class == NUMBER)
		order = -quantity_order(&a->number, &b->number);
	else if (a->class == TEXT)
		order = str_cmp(a->text, b->text);
	if (order == 0)
		order = str_cmp(a->keys, b->keys);
	else if (a->reversed)
		order = -order;
	return order ? order : order_int((int64_t)a->place, (int64_t)b->place);
}

static void sort(const struct arrange *a, struct table *t, size_t n, size_t at)
{
	struct entry *v = arena_xzeroed(n, sizeof *v);
	struct arena arena = {0};
	struct out o = {0}; /* times in ns */

	for (size_t i = 0; i < n; i++) {
		v[i] = (struct entry){
		    .row = t->rows.v[i], .place = i, .reversed = *a->by == '-'};
		set_key(&v[i], &t->rows.v[i][at], &o, &arena);
		set_tie(&v[i], t, &o, &arena);
	}
	qsort(v, n, sizeof *v, compare);
	for (size_t i = 0; i < n; i++)
		t->rows.v[i] = v[i].row;
	strbuf_free(&o.scratch);
	arena_free(&arena);
	free(v);
}

void arrange_table(const struct arrange *a, struct table *t, size_t at)
{
	size_t n = t->rows.n - t->nclosing, most = n;

	if (a->by && n > 0)
		sort(a, t, n, at);
	if (a->most >= 0 && (uint64_t)a->most < n)
		most = (size_t)a->most;
	for (size_t i = 0; i < t->nclosing; i++)
		t->rows.v[most + i] = t->rows.v[n + i];
	t->rows.n = most + t->nclosing;
}

int arrange_take(const struct opt *opt, const char *value, void *to, struct err *err)
{
	(void)opt;
	if (!num_parse(value, strlen(value), 0, INT64_MAX, to))
		return err_set(err, "-n '%s': not a number of rows", value);
	return 0;
}
