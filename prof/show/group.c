/*
 * group.c - rows that agree in some columns.
 *
 * In:  rows
 * Out: one group for each tuple of values that was seen
 *
 * Tuples are told apart by their bytes, not by the text that a format makes of
 * them: the text "na" is not the same as unknown.
 */
#include "prof/show/group.h"

#include "common/num.h"
#include "prof/row.h"
#include "prof/show/out.h"

void group_by(struct group_table *t, const struct column *col)
{
	*vec_add(&t->keys.list) = col;
	t->cells = arena_xrealloc(t->cells, t->keys.list.n, sizeof *t->cells);
}

static struct group *new_group(struct group_table *t)
{
	struct group *g = arena_array(&t->arena, 1, sizeof *g);
	struct cell *keys = arena_array(&t->arena, t->keys.list.n, sizeof *keys);

	for (size_t i = 0; i < t->keys.list.n; i++)
		keys[i] = cell_keep(&t->arena, &t->cells[i]);
	g->keys = keys;
	g->number = (uint32_t)t->list.n;
	g->more = arena_array(&t->arena, 1, t->nmore);
	return g;
}

uint64_t group_sum(uint64_t a, uint64_t b)
{
	return a == CELL_MUCH || b == CELL_MUCH || !num_add(a, b, &a) ? CELL_MUCH
								      : a;
}

static void add_known(struct group_known *known, const struct sure *s, uint64_t ns)
{
	known->all = group_sum(known->all, ns);
	if (op_counted(s))
		known->ns = group_sum(known->ns, ns);
}

static void merge_known(struct group_known *to, const struct group_known *from)
{
	to->all = group_sum(to->all, from->all);
	to->ns = group_sum(to->ns, from->ns);
}

/* Whether it has rows and none is of known duration. */
static bool is_untimed(const struct group *g)
{
	return g->timed == 0 && g->n > 0;
}

void group_put_known(
    struct cell *cell, const struct group *g, const struct group_known *known)
{
	if (is_untimed(g))
		cell->kind = CELL_NA;
	else
		cell_share(cell, known->ns, known->all);
}

/* Rounded, half a nanosecond up. */
static uint64_t mean_of(const struct group *g)
{
	uint64_t rest = g->total % g->timed;

	return g->total / g->timed + (rest >= g->timed - rest);
}

void group_put_total(struct cell *cells, const struct group *g, uint64_t all)
{
	if (is_untimed(g)) {
		cells[0].kind = cells[1].kind = CELL_NA;
		return;
	}
	cell_sum_time(&cells[0], g->total);
	cell_share(&cells[1], g->total, all);
}

void group_put_times(struct cell *cells, const struct group *g, uint64_t all)
{
	enum { MEAN = 2, MIN, MAX, NTIMES };

	if (g->timed == 0) {
		for (size_t i = 0; i < NTIMES; i++)
			cells[i].kind = CELL_NA;
		return;
	}
	group_put_total(cells, g, all);
	cell_sum_time(&cells[MEAN], g->total == CELL_MUCH ? CELL_MUCH : mean_of(g));
	cell_sum_time(&cells[MIN], g->min);
	cell_sum_time(&cells[MAX], g->max);
}

static inline void count(struct group *g, const struct row *row)
{
	const struct record *rec = row->rec;
	uint64_t ns;

	g->n++;
	if (!row_has_time(rec))
		return;
	ns = (uint64_t)rec->dur;
	g->total = group_sum(g->total, ns);
	if (g->timed == 0 || ns < g->min)
		g->min = ns;
	if (ns > g->max)
		g->max = ns;
	g->timed++;
	/* a copy computes nothing, other kinds do not move bytes either */
	if (row_is_kernel(rec))
		add_known(&g->flops, &row->c.cost.of_flops, ns);
	if (row_is_kernel(rec) || row_is_memory(rec))
		add_known(&g->bytes, &row->c.cost.of_bytes, ns);
}

void group_count(struct group *g, const struct row *row)
{
	count(g, row);
}

static inline struct group *find(struct group_table *t, const struct row *row)
{
	uint32_t i;

	t->text.n = 0;
	for (size_t k = 0; k < t->keys.list.n; k++) {
		t->cells[k] = (struct cell){.kind = CELL_NONE};
		column_value(t->keys.list.v[k], row, &t->cells[k]);
		cell_bytes(&t->cells[k], &t->text);
	}
	i = intern_add(&t->texts, strbuf_get(&t->text));
	if (i == t->list.n) {
		struct group *g = new_group(t);

		*vec_add(&t->list) = g;
	}
	return t->list.v[i];
}

struct group *group_of(struct group_table *t, const struct row *row)
{
	return find(t, row);
}

struct group *group_add(struct group_table *t, const struct row *row)
{
	struct group *g = find(t, row);

	count(g, row);
	return g;
}

void group_merge(struct group *to, const struct group *from)
{
	to->n = group_sum(to->n, from->n);
	to->total = group_sum(to->total, from->total);
	if (from->timed > 0 && (to->timed == 0 || from->min < to->min))
		to->min = from->min;
	if (from->max > to->max)
		to->max = from->max;
	to->timed = group_sum(to->timed, from->timed);
	merge_known(&to->flops, &from->flops);
	merge_known(&to->bytes, &from->bytes);
}

/* The most time first; what has no known time is last. */
static int by_time(const void *a, const void *b)
{
	const struct group *x = *(struct group *const *)a;
	const struct group *y = *(struct group *const *)b;

	if (x->total != y->total)
		return x->total < y->total ? 1 : -1;
	return (x->timed == 0) - (y->timed == 0);
}

static int by_keys(const void *a, const void *b)
{
	const struct group *x = *(struct group *const *)a;
	const struct group *y = *(struct group *const *)b;

	return str_cmp(x->text, y->text);
}

/* What the group is ordered by among those of the same time: the texts of its
 * keys, and where these are the same, what keeps the tuples apart. */
static void set_text(struct group_table *t, struct group *g, struct out *o)
{
	t->text.n = 0;
	for (size_t i = 0; i < t->keys.list.n; i++) {
		strbuf_str(&t->text, out_text(o, &g->keys[i]));
		strbuf_char(&t->text, '\0');
	}
	strbuf_str(&t->text, intern_get(&t->texts, g->number));
	g->text.p = arena_text(&t->arena, t->text.p, t->text.n);
	g->text.n = t->text.n;
}

void group_sort(struct group_table *t)
{
	struct group **v = t->list.v;
	size_t n = t->list.n, more;
	struct out plain = {0};

	if (n > 0)
		qsort(v, n, sizeof *v, by_time);
	for (size_t i = 0; i < n; i += more) {
		for (more = 1; i + more < n && by_time(&v[i + more], &v[i]) == 0;)
			more++;
		for (size_t k = 0; more > 1 && k < more; k++)
			set_text(t, v[i + k], &plain);
		if (more > 1)
			qsort(v + i, more, sizeof *v, by_keys);
	}
	out_free(&plain);
}

void group_free(struct group_table *t)
{
	column_free(&t->keys);
	arena_free(&t->arena);
	intern_free(&t->texts);
	vec_free(&t->list);
	strbuf_free(&t->text);
	free(t->cells);
	*t = (struct group_table){.nmore = t->nmore};
}
