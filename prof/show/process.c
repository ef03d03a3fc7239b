/*
 * process.c - the processes of the input, in order.
 *
 * In:  groups, the first keys of which are file, rank and process id
 * Out: the groups in the order of their keys
 *
 * What was launched by nobody that was recorded has no process id.  Which ones
 * there are is known when all is read, so it is settled then.
 */
#include "prof/show/process.h"

#include "common/order.h"

static bool is_known(const struct cell *cell)
{
	return cell->kind != CELL_NONE && cell->kind != CELL_NA;
}

static int lists_order(const struct cell *a, const struct cell *b)
{
	int c = 0;

	for (size_t i = 0; c == 0 && i < a->list.n && i < b->list.n; i++)
		c = str_cmp(a->list.v[i], b->list.v[i]);
	return c ? c : order_int((int64_t)a->list.n, (int64_t)b->list.n);
}

/* Any order will do for what is rarely a key. */
static int bytes_order(const struct cell *a, const struct cell *b)
{
	struct strbuf x = {0}, y = {0};
	int c;

	cell_bytes(a, &x);
	cell_bytes(b, &y);
	c = str_cmp(strbuf_get(&x), strbuf_get(&y));
	strbuf_free(&x);
	strbuf_free(&y);
	return c;
}

/* Unknown is unknown, whatever the kind of the record. */
int process_cell_order(const struct cell *a, const struct cell *b)
{
	if (!is_known(a) || !is_known(b))
		return is_known(a) - is_known(b);
	if (a->kind == CELL_INT && b->kind == CELL_INT)
		return order_int(a->i, b->i);
	if (a->kind == CELL_STR && b->kind == CELL_STR)
		return str_cmp(a->s, b->s);
	if (a->kind == CELL_LIST && b->kind == CELL_LIST)
		return lists_order(a, b);
	return a->kind == b->kind ? bytes_order(a, b) : order_int(a->kind, b->kind);
}

static int keys_order(
    const struct group *a, const struct group *b, size_t from, size_t to)
{
	int c = 0;

	for (size_t i = from; i < to && c == 0; i++)
		c = process_cell_order(&a->keys[i], &b->keys[i]);
	return c;
}

bool process_same(const struct group *a, const struct group *b)
{
	return keys_order(a, b, 0, PROCESS_NKEYS) == 0;
}

/* A group and how many keys it has, as qsort tells its compare nothing. */
struct entry {
	struct group *g;
	size_t nkeys;
};

static int by_keys(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int c = keys_order(x->g, y->g, 0, x->nkeys);

	for (size_t i = 0; c == 0 && i < x->nkeys; i++)
		c = order_int(x->g->keys[i].kind, y->g->keys[i].kind);
	return c;
}

static void set_key(
    struct group_table *t, struct group *g, size_t i, const struct cell *from)
{
	size_t n = t->keys.list.n;
	struct cell *keys = arena_array(&t->arena, n, sizeof *keys);

	memcpy(keys, g->keys, n * sizeof *keys);
	keys[i] = *from;
	g->keys = keys;
}

/*
 * Of the sorted entries from first on that agree in the keys before this one,
 * give those in which it is unknown the only value that it has.  Return where
 * the other entries begin.
 */
static size_t settle(
    struct group_table *t, struct entry *v, size_t n, size_t first, size_t key)
{
	const struct cell *only = NULL;
	bool several = false;
	size_t end = first;

	for (; end < n && keys_order(v[first].g, v[end].g, 0, key) == 0; end++) {
		const struct cell *value = &v[end].g->keys[key];

		if (!is_known(value))
			continue;
		several |= only && process_cell_order(only, value) != 0;
		only = value;
	}
	for (size_t i = first; only && !several && i < end; i++) {
		if (!is_known(&v[i].g->keys[key]))
			set_key(t, v[i].g, key, only);
	}
	return end;
}

static void settle_all(struct group_table *t, struct entry *v, size_t n)
{
	for (size_t key = PROCESS_RANK; key <= PROCESS_PID; key++) {
		qsort(v, n, sizeof *v, by_keys);
		for (size_t i = 0; i < n;)
			i = settle(t, v, n, i, key);
	}
	qsort(v, n, sizeof *v, by_keys);
}

process_differs process_order(
    struct group_table *t, void (*merge)(void *to, void *from))
{
	size_t n = t->list.n, kept = 0;
	struct entry *v = arena_xzeroed(n + 1, sizeof *v);
	process_differs differs = 0;

	for (size_t i = 0; i < n; i++)
		v[i] = (struct entry){t->list.v[i], t->keys.list.n};
	if (n > 0)
		settle_all(t, v, n);
	for (size_t i = 0; i < n; i++) {
		struct group *last = kept > 0 ? t->list.v[kept - 1] : NULL;

		for (size_t k = 0; last && k < PROCESS_NKEYS; k++)
			if (process_cell_order(&last->keys[k], &v[i].g->keys[k]))
				differs |= 1u << k;
		if (last && keys_order(last, v[i].g, 0, v[i].nkeys) == 0) {
			group_merge(last, v[i].g);
			merge(last->more, v[i].g->more);
		} else {
			t->list.v[kept++] = v[i].g;
		}
	}
	t->list.n = kept;
	free(v);
	return differs;
}

struct valued {
	uint64_t numbers[2];
	size_t at; /* in the order of keys */
	struct group *g;
};

static int by_most(const void *a, const void *b)
{
	const struct valued *x = a, *y = b;

	for (size_t i = 0; i < 2; i++) {
		if (x->numbers[i] != y->numbers[i])
			return x->numbers[i] < y->numbers[i] ? 1 : -1;
	}
	return x->at < y->at ? -1 : x->at > y->at;
}

void process_most(struct group_table *t,
    void (*value)(const struct group *g, uint64_t numbers[2]))
{
	struct valued *v = arena_xzeroed(t->list.n + 1, sizeof *v);
	size_t first = 0;

	for (size_t i = 0; i < t->list.n; i++) {
		v[i] = (struct valued){.at = i, .g = t->list.v[i]};
		value(v[i].g, v[i].numbers);
		if (!process_same(v[first].g, v[i].g)) {
			qsort(v + first, i - first, sizeof *v, by_most);
			first = i;
		}
	}
	if (t->list.n > 0)
		qsort(v + first, t->list.n - first, sizeof *v, by_most);
	for (size_t i = 0; i < t->list.n; i++)
		t->list.v[i] = v[i].g;
	free(v);
}
