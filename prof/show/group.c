/*
 * group.c - rows that agree in some columns.
 *
 * In:  rows
 * Out: one group for each tuple of values that was seen
 *
 * Tuples are compared by their bytes, kinds and values with lengths, not by the
 * text that a format makes of them: the text "na" is not the same as unknown.
 */
#include "prof/show/group.h"

#include "common/num.h"
#include "prof/row.h"

void group_by(struct group_table *t, const struct column *col)
{
	*vec_add(&t->keys.list) = col;
	t->cells = arena_xrealloc(t->cells, t->keys.list.n, sizeof *t->cells);
}

static void add_bytes(struct strbuf *b, const void *p, size_t n)
{
	strbuf_add(b, p, n);
}

static void add_str(struct strbuf *b, struct str s)
{
	add_bytes(b, &s.n, sizeof s.n);
	strbuf_str(b, s);
}

static void add_real(struct strbuf *b, const struct cell_real *real)
{
	add_bytes(b, &real->whole, sizeof real->whole);
	add_bytes(b, &real->milli, sizeof real->milli);
	strbuf_char(b, real->negative);
}

static void add_cell(struct strbuf *b, const struct cell *cell)
{
	strbuf_char(b, (char)cell->kind);
	switch (cell->kind) {
	case CELL_NONE:
	case CELL_NA:
		break;
	case CELL_INT:
	case CELL_TIME:
		add_bytes(b, &cell->i, sizeof cell->i);
		break;
	case CELL_UINT:
		add_bytes(b, &cell->u, sizeof cell->u);
		break;
	case CELL_REAL:
		add_real(b, &cell->real);
		break;
	case CELL_NUMBER:
		add_bytes(b, &cell->number, sizeof cell->number);
		break;
	case CELL_MEMBERS: /* never a key */
		break;
	case CELL_BOOL:
		strbuf_char(b, cell->b);
		break;
	case CELL_STR:
		add_str(b, cell->s);
		break;
	case CELL_LIST:
		for (size_t i = 0; i < cell->list.n; i++)
			add_str(b, cell->list.v[i]);
		break;
	case CELL_INTS:
		add_bytes(b, cell->ints.v, cell->ints.n * sizeof *cell->ints.v);
		break;
	case CELL_DIM3:
		add_bytes(b, &cell->dim3, sizeof cell->dim3);
		break;
	case CELL_NAMED:
		add_str(b, str_of(cell->named.name));
		add_real(b, &cell->named.real);
		break;
	}
	strbuf_char(b, '\0');
}

static struct str copy_str(struct arena *arena, struct str s)
{
	if (s.p)
		s.p = arena_text(arena, s.p, s.n);
	return s;
}

/* A cell that outlives its row. */
static struct cell copy_cell(struct arena *arena, const struct cell *from)
{
	struct cell cell = *from;
	struct str *strs;
	int64_t *ints;

	cell.brief = copy_str(arena, from->brief);
	switch (cell.kind) {
	case CELL_STR:
		cell.s = copy_str(arena, from->s);
		break;
	case CELL_LIST:
		strs = arena_array(arena, from->list.n, sizeof *strs);
		for (size_t i = 0; i < from->list.n; i++)
			strs[i] = copy_str(arena, from->list.v[i]);
		cell.list.v = strs;
		break;
	case CELL_INTS:
		ints = arena_array(arena, from->ints.n, sizeof *ints);
		for (size_t i = 0; i < from->ints.n; i++)
			ints[i] = from->ints.v[i];
		cell.ints.v = ints;
		break;
	default:
		break;
	}
	return cell;
}

static struct group *new_group(struct group_table *t)
{
	struct group *g = arena_array(&t->arena, 1, sizeof *g);
	struct cell *keys = arena_array(&t->arena, t->keys.list.n, sizeof *keys);

	for (size_t i = 0; i < t->keys.list.n; i++)
		keys[i] = copy_cell(&t->arena, &t->cells[i]);
	g->keys = keys;
	g->order = t->list.n;
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

void group_put_known(struct cell *cell, const struct group_known *known)
{
	cell_share(cell, known->ns, known->all);
}

static void add_time(struct group *g, const struct row *row)
{
	const struct record *rec = row->rec;
	uint64_t ns;

	g->n++;
	if (!record_has(rec, dur) || rec->dur < 0)
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

struct group *group_add(struct group_table *t, const struct row *row)
{
	struct group *g;
	uint32_t i;

	t->text.n = 0;
	for (size_t k = 0; k < t->keys.list.n; k++) {
		t->cells[k] = (struct cell){.kind = CELL_NONE};
		column_value(t->keys.list.v[k], row, &t->cells[k]);
		add_cell(&t->text, &t->cells[k]);
	}
	i = intern_add(&t->texts, strbuf_get(&t->text));
	if (i == t->list.n) {
		g = new_group(t);
		*vec_add(&t->list) = g;
	}
	g = t->list.v[i];
	add_time(g, row);
	return g;
}

void group_merge(struct group *to, const struct group *from)
{
	to->n += from->n;
	to->total = group_sum(to->total, from->total);
	if (from->timed > 0 && (to->timed == 0 || from->min < to->min))
		to->min = from->min;
	if (from->max > to->max)
		to->max = from->max;
	to->timed += from->timed;
	merge_known(&to->flops, &from->flops);
	merge_known(&to->bytes, &from->bytes);
}

static int by_time(const void *a, const void *b)
{
	const struct group *x = *(struct group *const *)a;
	const struct group *y = *(struct group *const *)b;

	if (x->total != y->total)
		return x->total < y->total ? 1 : -1;
	return x->order < y->order ? -1 : x->order > y->order;
}

void group_sort(struct group_table *t)
{
	if (t->list.n > 0)
		qsort(t->list.v, t->list.n, sizeof(struct group *), by_time);
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
