/*
 * tree.c - kernels under the values that they have of some columns.
 *
 * In:  rows
 * Out: nodes: objects by key, lists of passes, kernels
 *
 * Rows come in the order in which they ran, and a pass may begin on one stream
 * while the one before still runs on another.  What tells passes apart is the
 * order on the host.  So all kernels are kept, and sorted by launch before the
 * nodes are made.
 */
#include "prof/show/tree.h"

#include <stdlib.h>

#include "common/nelems.h"
#include "common/num.h"
#include "common/order.h"

/* Where a kernel belongs, apart from its labels. */
struct tree_entry {
	int64_t when;	   /* its launch; if unknown, its start */
	int64_t pid, pass; /* -1: unknown */
	uint32_t kernel, file, phase, step;
	bool has_call;
};

/* The phase and step that a process is in. */
struct tree_run {
	uint32_t phase, step;
	int64_t n; /* changes so far */
};

/*
 * Levels
 */

/* Whether the text is the name that a call gives itself, with its number among
 * its kind: "Gemm.0", "Gemm.0(node)". */
static bool names_call(struct str text, const struct call *call, struct strbuf *b)
{
	b->n = 0;
	strbuf_str(b, call->op);
	strbuf_char(b, '.');
	strbuf_int(b, call->id);
	return text.n >= b->n && memcmp(text.p, b->p, b->n) == 0 &&
	       (text.n == b->n || text.p[b->n] == '(');
}

/* The outermost call that names itself in a range; without one, the call that
 * the column shows. */
static void node_of_call(struct tree *t, const struct row *row, struct cell *cell)
{
	const struct record *rec = row->rec;

	for (size_t i = 0; i < rec->op.n; i++) {
		const struct call *call = &rec->op.v[i];

		for (size_t k = 0; call->has_id && k < rec->range.n; k++) {
			if (!names_call(rec->range.v[k], call, &t->text))
				continue;
			cell_str(cell, rec->range.v[k]);
			t->named = true;
			return;
		}
	}
	column_value(column_find(STR("op")), row, cell);
}

/* Columns that need more than their value for a level. */
static const struct tree_level {
	const char *key;
	/* in place of the column's value; NULL: that value */
	void (*value)(struct tree *t, const struct row *row, struct cell *cell);
	bool has_passes; /* values recur, each time as another pass */
} levels[] = {
    {"phase", NULL, true},
    {"op", node_of_call, false},
};

static const struct tree_level *level_of(const struct column *col)
{
	for (size_t i = 0; i < NELEMS(levels); i++) {
		if (strcmp(levels[i].key, col->key) == 0)
			return &levels[i];
	}
	return NULL;
}

static bool has_passes(const struct tree *t, size_t key)
{
	return t->levels[key] && t->levels[key]->has_passes;
}

int tree_start(struct tree *t, const struct columns *keys, struct err *err)
{
	t->keys = keys;
	if (t->keys->list.n > TREE_KEYS)
		return err_set(err, "--tree: more than %d keys", TREE_KEYS);
	for (size_t i = 0; i < t->keys->list.n; i++) {
		t->levels[i] = level_of(t->keys->list.v[i]);
		t->has_passes |= has_passes(t, i);
	}
	return 0;
}

/*
 * Taking rows
 */

void tree_profile(struct tree *t, const struct record *rec)
{
	int64_t base;

	t->base = 0;
	if (record_has(rec, base) &&
	    num_parse(rec->base.p, rec->base.n, INT64_MIN, INT64_MAX, &base))
		t->base = base;
}

static uint32_t text_of(struct tree *t, bool has, struct str s)
{
	return has ? intern_add(&t->texts, s) : TREE_NONE;
}

/* The full name; without one, as for a copy, what the kernel column shows. */
static uint32_t name_of(struct tree *t, const struct row *row)
{
	struct cell cell = {.kind = CELL_NONE};

	if (record_has(row->rec, name))
		return intern_add(&t->texts, row->rec->name);
	column_value(column_find(STR("kernel")), row, &cell);
	return text_of(t, cell.kind == CELL_STR, cell.s);
}

static void keep_kernel(struct tree *t, const struct row *row)
{
	const struct record *rec = row->rec;
	struct tree_kernel k = {.name = name_of(t, row), .next = TREE_NONE};

	if (record_has(rec, start) && num_sum(rec->start, t->base, &k.start))
		k.has |= TREE_HAS_START;
	if (record_has(rec, dur)) {
		k.dur = rec->dur;
		k.has |= TREE_HAS_DUR;
	}
	if (k.has == (TREE_HAS_START | TREE_HAS_DUR) &&
	    num_sum(k.start, k.dur, &k.end))
		k.has |= TREE_HAS_END;
	if (record_has(rec, stream)) {
		k.stream = rec->stream;
		k.has |= TREE_HAS_STREAM;
	}
	if (record_has(rec, regs)) {
		k.regs = rec->regs;
		k.has |= TREE_HAS_REGS;
	}
	*vec_add(&t->kernels) = k;
}

static void keep_labels(struct tree *t, const struct row *row)
{
	for (size_t i = 0; i < t->keys->list.n; i++) {
		const struct tree_level *level = t->levels[i];
		struct cell cell = {.kind = CELL_NONE};

		if (level && level->value)
			level->value(t, row, &cell);
		else
			column_value(t->keys->list.v[i], row, &cell);
		*vec_add(&t->labels) =
		    intern_add(&t->texts, out_text(&t->out, &cell));
	}
}

void tree_add(struct tree *t, const struct row *row)
{
	const struct record *rec = row->rec;
	struct tree_entry e = {.kernel = (uint32_t)t->kernels.n};

	if (row_is_host(rec))
		return;
	if (t->kernels.n == TREE_NONE) {
		t->lost[TREE_TOO_MANY]++;
		return;
	}
	e.when = record_has(rec, api_start) ? rec->api_start
		 : record_has(rec, start)   ? rec->start
					    : INT64_MAX;
	e.pid = record_has(rec, pid) ? rec->pid : -1;
	e.pass = record_has(rec, pass) ? rec->pass : -1;
	e.file = text_of(t, record_has(rec, file), rec->file);
	e.phase = text_of(t, record_has(rec, phase), rec->phase);
	e.step = text_of(t, record_has(rec, step), rec->step);
	e.has_call = column_call(rec) != NULL;
	keep_labels(t, row);
	keep_kernel(t, row);
	*vec_add(&t->entries) = e;
}

/*
 * Making nodes
 */

static uint32_t new_node(struct tree *t, enum tree_kind kind, uint32_t level)
{
	uint32_t i = (uint32_t)t->nodes.n;

	*vec_add(&t->nodes) = (struct tree_node){.kind = kind,
	    .level = level,
	    .label = TREE_NONE,
	    .first = TREE_NONE,
	    .last = TREE_NONE,
	    .next = TREE_NONE};
	return i;
}

static void append(uint32_t *first, uint32_t *last, uint32_t *last_next, uint32_t i)
{
	if (*first == TREE_NONE)
		*first = i;
	else
		*last_next = i;
	*last = i;
}

/* The kind of a node at the level. */
static enum tree_kind kind_at(const struct tree *t, uint32_t level)
{
	return level < t->keys->list.n ? TREE_OBJECT : TREE_KERNELS;
}

/* The child of a node with this label, or of a list for this pass; a new one
 * where there was none. */
static uint32_t child(struct tree *t, uint32_t parent, uint32_t label)
{
	uint32_t key[2] = {parent, label}, i;
	uint32_t number =
	    intern_add(&t->places, (struct str){(const char *)key, sizeof key});
	struct tree_node *p = &t->nodes.v[parent];
	bool list = p->kind == TREE_OBJECT && has_passes(t, p->level);

	i = number + 1; /* after the root */
	if (i < t->nodes.n)
		return i;
	new_node(t, list ? TREE_LIST : kind_at(t, p->level + 1),
	    list ? p->level : p->level + 1);
	p = &t->nodes.v[parent];
	t->nodes.v[i].label = label;
	append(&p->first, &p->last,
	    p->last == TREE_NONE ? NULL : &t->nodes.v[p->last].next, i);
	p->n++;
	return i;
}

static void add_to_node(struct tree *t, uint32_t node, uint32_t kernel)
{
	struct tree_node *p = &t->nodes.v[node];

	append(&p->first, &p->last,
	    p->last == TREE_NONE ? NULL : &t->kernels.v[p->last].next, kernel);
	p->n++;
}

/* The pass: the record's; if unknown, the number of times its process changed
 * its phase or step before.  A kernel without a phase ends a pass, too. */
static uint32_t pass_of(struct tree *t, const struct tree_entry *e)
{
	int64_t key[5] = {e->file, e->pid, e->phase};
	uint32_t process = intern_add(
	    &t->processes, (struct str){(const char *)key, 2 * sizeof *key});
	struct tree_run *run;

	if (process == t->runs.n)
		*vec_add(&t->runs) = (struct tree_run){e->phase, e->step, 0};
	run = &t->runs.v[process];
	if (run->phase != e->phase || run->step != e->step)
		*run = (struct tree_run){e->phase, e->step, run->n + 1};
	key[3] = e->pass;
	key[4] = e->pass < 0 ? run->n : -1;
	return intern_add(&t->passes, (struct str){(const char *)key, sizeof key});
}

/* With levels of passes, a kernel needs a phase; where calls name themselves,
 * it needs a call as well. */
static enum tree_lost lost(const struct tree *t, const struct tree_entry *e)
{
	if (!t->has_passes)
		return TREE_PLACED;
	if (e->phase == TREE_NONE)
		return TREE_NO_PHASE;
	return t->named && !e->has_call ? TREE_NO_NODE : TREE_PLACED;
}

static void place(struct tree *t, const struct tree_entry *e)
{
	const uint32_t *labels = t->labels.v + e->kernel * t->keys->list.n;
	uint32_t pass = pass_of(t, e), node = 0;
	enum tree_lost why = lost(t, e);

	t->lost[why]++;
	if (why != TREE_PLACED)
		return;
	for (size_t i = 0; i < t->keys->list.n; i++) {
		node = child(t, node, labels[i]);
		if (has_passes(t, i))
			node = child(t, node, pass);
	}
	add_to_node(t, node, e->kernel);
}

static int by_launch(const void *pa, const void *pb)
{
	const struct tree_entry *a = pa, *b = pb;
	int c = order_int(a->file, b->file);

	c = c ? c : order_int(a->when, b->when);
	return c ? c : order_int(a->kernel, b->kernel);
}

void tree_grow(struct tree *t)
{
	/* readers of a tree by phase expect both, even if one is empty */
	static const char *const phases[] = {"forward", "backward"};

	new_node(t, TREE_OBJECT, 0);
	if (t->entries.n > 0)
		qsort(t->entries.v, t->entries.n, sizeof *t->entries.v, by_launch);
	for (size_t i = 0; i < t->entries.n; i++)
		place(t, &t->entries.v[i]);
	for (uint32_t i = 0; i < t->nodes.n; i++) {
		if (t->nodes.v[i].kind != TREE_OBJECT ||
		    !has_passes(t, t->nodes.v[i].level))
			continue;
		for (size_t k = 0; k < NELEMS(phases); k++)
			child(t, i, intern_add(&t->texts, str_of(phases[k])));
	}
}

void tree_free(struct tree *t)
{
	intern_free(&t->texts);
	vec_free(&t->kernels);
	vec_free(&t->entries);
	vec_free(&t->labels);
	vec_free(&t->nodes);
	intern_free(&t->places);
	intern_free(&t->passes);
	intern_free(&t->processes);
	vec_free(&t->runs);
	out_free(&t->out);
	strbuf_free(&t->text);
}
