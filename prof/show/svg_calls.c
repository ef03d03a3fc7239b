/*
 * svg_calls.c - the stacks of calls around the work of the GPU, as an icicle.
 *
 * In:  rows of the GPU, each with the calls around its launch
 * Out: a frame for each stack and for each beginning of one, as wide as its
 * share of the time, below what it was called in
 *
 * What -g opstack sums, of all its prefixes.  A frame is an <svg> of its own,
 * which cuts its text off; zooming sets its x and width alone.
 */
#include "prof/show/svg.h"

#include <stdlib.h>

#include "common/order.h"
#include "prof/show/escape.h"
#include "prof/show/scale.h"

enum { FRAME = 20, DEEPEST = 48, NCOLOURS = 6 };

/* Frames of less than this part of the time are left out: they are less than a
 * pixel wide. */
enum { LEAST = 2000 };

struct frame {
	uint32_t parent;
	uint64_t ns; /* of rows of this stack; after sum of those in it, too */
	struct str name;
	double x; /* percent */
	unsigned depth;
};

/* Frame 0 is all. */
struct stacks {
	const struct column *opstack;
	struct intern known; /* parent and name; numbered as list, from 1 */
	VEC(struct frame) list;
	struct strbuf key;
};

static uint32_t child_of(struct stacks *s, uint32_t parent, struct str name)
{
	unsigned depth = s->list.v[parent].depth + 1; /* vec_add may move it */
	uint32_t i;

	s->key.n = 0;
	strbuf_add(&s->key, (const char *)&parent, sizeof parent);
	strbuf_str(&s->key, name);
	i = intern_add(&s->known, strbuf_get(&s->key)) + 1;
	if (i == s->list.n)
		*vec_add(&s->list) = (struct frame){.parent = parent,
		    .name = str_from(intern_get(&s->known, i - 1), sizeof parent),
		    .depth = depth};
	return i;
}

static void add_time(uint64_t *sum, uint64_t ns)
{
	*sum = ns < UINT64_MAX - *sum ? *sum + ns : UINT64_MAX;
}

static void add(void *kept, const struct row *row)
{
	struct stacks *s = kept;
	struct cell cell = {.kind = CELL_NONE};
	uint32_t at = 0;

	if (!asked_is(row->rec, KIND_BITS_WORK) || !row_has_time(row->rec))
		return;
	if (!s->opstack) {
		s->opstack = column_find(STR("opstack"));
		*vec_add(&s->list) = (struct frame){.name = STR("all")};
	}
	column_value(s->opstack, row, &cell);
	for (size_t i = 0;
	     cell.kind == CELL_LIST && i < cell.list.n && i < DEEPEST; i++)
		at = child_of(s, at, cell.list.v[i]);
	add_time(&s->list.v[at].ns, row_ns(row->rec));
}

static void sum(struct stacks *s)
{
	for (size_t i = s->list.n - 1; i > 0; i--) /* children are behind */
		add_time(&s->list.v[s->list.v[i].parent].ns, s->list.v[i].ns);
}

static bool is_shown(const struct stacks *s, const struct frame *f)
{
	return f->ns > 0 && f->ns >= s->list.v[0].ns / LEAST;
}

static int by_depth(const void *x, const void *y)
{
	const struct frame *a = *(struct frame *const *)x;
	const struct frame *b = *(struct frame *const *)y;

	return order_int(a->depth, b->depth);
}

/* Those of one level: of one parent together, the longest first. */
static int by_place(const void *x, const void *y)
{
	const struct frame *a = *(struct frame *const *)x;
	const struct frame *b = *(struct frame *const *)y;

	if (a->x < b->x || a->x > b->x)
		return a->x < b->x ? -1 : 1;
	if (a->ns != b->ns)
		return a->ns > b->ns ? -1 : 1;
	return str_cmp(a->name, b->name);
}

/* The frames of a level begin where their parent does; each in the same parent
 * where the one before it ends. */
static void place_level(struct stacks *s, struct frame **v, size_t n)
{
	double all = (double)s->list.v[0].ns, next = 0;
	uint32_t parent = 0;

	for (size_t i = 0; i < n; i++)
		v[i]->x = s->list.v[v[i]->parent].x;
	qsort(v, n, sizeof *v, by_place);
	for (size_t i = 0; i < n; i++) {
		if (i == 0 || v[i]->parent != parent)
			next = v[i]->x;
		parent = v[i]->parent;
		v[i]->x = next;
		next += (double)v[i]->ns / all * 100;
	}
}

/* Return the greatest depth of what is shown. */
static unsigned place(struct stacks *s, struct frame **order)
{
	size_t n = s->list.n;
	unsigned deepest = 0;

	for (size_t i = 0; i < n; i++)
		order[i] = &s->list.v[i];
	qsort(order, n, sizeof *order, by_depth);
	for (size_t i = 1, next; i < n; i = next) {
		for (next = i; next < n && order[next]->depth == order[i]->depth;)
			next++;
		place_level(s, order + i, next - i);
	}
	for (size_t i = 0; i < n; i++)
		if (is_shown(s, order[i]) && order[i]->depth > deepest)
			deepest = order[i]->depth;
	return deepest;
}

static void put_frame(
    const struct frame *f, uint64_t all, bool first, struct strbuf *b)
{
	const struct column percent = {.kind = CELL_REAL, .of = OF_PERCENT};
	struct scale scale = scale_choose(&percent, OUT_AUTO, 0);
	struct cell share = {.kind = CELL_NONE};
	struct out o = {0};

	cell_share(&share, f->ns, all);
	strbuf_text(b, "<svg class=\"f\"");
	svg_set("x", f->x, "%", b);
	svg_set("y", f->depth * FRAME, "", b);
	svg_set("width", (double)f->ns / (double)all * 100, "%", b);
	svg_set("height", FRAME, "", b);
	strbuf_printf(
	    b, " tabindex=\"%d\" role=\"button\"><title>", first ? 0 : -1);
	escape_text(f->name, b);
	strbuf_text(b, ": ");
	scale_time(f->ns, b);
	strbuf_text(b, ", ");
	scale_text(&scale, &o, &share, b);
	strbuf_printf(b,
	    " %%</title><rect class=\"f%u\" width=\"100%%\" height=\"100%%\"/>"
	    "<text x=\"4\" y=\"14\">",
	    first ? 0 : (unsigned)(intern_hash(f->name.p, f->name.n) % NCOLOURS));
	escape_text(f->name, b);
	strbuf_text(b, "</text></svg>\n");
	strbuf_free(&o.scratch);
}

static void draw(struct view_run *run, struct strbuf *b)
{
	struct stacks *s = run->kept;
	struct frame **order;
	unsigned deepest;
	uint64_t all;

	if (s->list.n < 2)
		return; /* no calls */
	sum(s);
	all = s->list.v[0].ns;
	if (all == 0)
		return;
	order = arena_xzeroed(s->list.n, sizeof(struct frame *));
	deepest = place(s, order);
	svg_begin("calls", (deepest + 1) * FRAME,
	    "Time on the GPU by stack of calls: click one to zoom, the top one "
	    "for all",
	    b);
	strbuf_text(b,
	    "<desc>Each frame is as wide as its share of the time, "
	    "below what called it; those of less than 0.05 % are left "
	    "out.</desc>\n");
	for (size_t i = 0; i < s->list.n; i++)
		if (is_shown(s, order[i]))
			put_frame(order[i], all, i == 0, b);
	svg_end(b);
	free(order);
}

static void free_stacks(void *kept)
{
	struct stacks *s = kept;

	intern_free(&s->known);
	vec_free(&s->list);
	strbuf_free(&s->key);
}

const struct view_picture svg_calls = {
    .nkept = sizeof(struct stacks),
    .add = add,
    .draw = draw,
    .free = free_stacks,
};
