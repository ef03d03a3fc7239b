/*
 * out_tree.c - a nested JSON document (--tree).
 *
 * In:  a tree of kernels
 * Out: {"forward": [{"Gemm.0()": [{"duration(ns)": 5, ...}, ...]}, ...], ...},
 *      indented by 4, members sorted: as Python's json.dump prints it with
 *      indent=4 and sort_keys=True, and so ONNX Runtime's gather_op_profile
 *
 * It is written straight from the nodes: as a document of a JSON library, a
 * million kernels would take a gigabyte.
 */
#include "prof/show/out.h"

#include <inttypes.h>
#include <stdlib.h>

#include "common/diag.h"
#include "common/io.h"
#include "common/json.h"
#include "common/nelems.h"
#include "prof/show/tree.h"

struct printer {
	const struct tree *t;
	struct strbuf b;
};

static void flush(struct printer *p, size_t most)
{
	if (p->b.n <= most)
		return;
	io_write(strbuf_get(&p->b));
	p->b.n = 0;
}

static void new_line(struct printer *p, unsigned depth)
{
	strbuf_char(&p->b, '\n');
	for (unsigned i = 0; i < depth; i++)
		strbuf_text(&p->b, "    ");
}

/* Unknown is null. */
static void number(struct printer *p, const char *name, bool known, int64_t i)
{
	strbuf_char(&p->b, '"');
	strbuf_text(&p->b, name);
	strbuf_text(&p->b, "\": ");
	if (known)
		strbuf_int(&p->b, i);
	else
		strbuf_text(&p->b, "null");
}

static void kernel(struct printer *p, const struct tree_kernel *k, unsigned depth)
{
	const struct {
		const char *name;
		unsigned has;
		int64_t i;
	} numbers[] = {
	    {"duration(ns)", TREE_HAS_DUR, k->dur},
	    {"end", TREE_HAS_END, k->end},
	    {"n_registers_per_thread", TREE_HAS_REGS, k->regs},
	    {NULL, 0, 0}, /* the name */
	    {"start", TREE_HAS_START, k->start},
	    {"stream_id", TREE_HAS_STREAM, k->stream},
	};

	strbuf_char(&p->b, '{');
	for (size_t i = 0; i < NELEMS(numbers); i++) {
		if (i > 0)
			strbuf_char(&p->b, ',');
		new_line(p, depth + 1);
		if (numbers[i].name) {
			number(p, numbers[i].name, k->has & numbers[i].has,
			    numbers[i].i);
			continue;
		}
		strbuf_text(&p->b, "\"name\": ");
		if (k->name == TREE_NONE)
			strbuf_text(&p->b, "null");
		else
			json_escape(&p->b, intern_get(&p->t->texts, k->name));
	}
	new_line(p, depth);
	strbuf_char(&p->b, '}');
	flush(p, 1 << 16);
}

struct member {
	struct str label;
	uint32_t node;
};

static int by_label(const void *pa, const void *pb)
{
	const struct member *a = pa, *b = pb;

	return str_cmp(a->label, b->label);
}

/* The children of a node, sorted by label if they have labels. */
static struct member *members(const struct tree *t, const struct tree_node *node)
{
	struct member *v = arena_xzeroed(node->n, sizeof *v);
	uint32_t n = 0;

	for (uint32_t i = node->first; i != TREE_NONE; i = t->nodes.v[i].next) {
		v[n].node = i;
		if (node->kind == TREE_OBJECT)
			v[n].label = intern_get(&t->texts, t->nodes.v[i].label);
		n++;
	}
	if (node->kind == TREE_OBJECT && n > 0)
		qsort(v, n, sizeof *v, by_label);
	return v;
}

/* A node and all below it.  The depth is that of the keys, at most twice, with
 * lists. */
static void print_node(struct printer *p, uint32_t number_of, unsigned depth)
{
	const struct tree *t = p->t;
	const struct tree_node *node = &t->nodes.v[number_of];
	bool object = node->kind == TREE_OBJECT;
	struct member *v = NULL;
	uint32_t at = node->first;

	strbuf_char(&p->b, object ? '{' : '[');
	if (node->kind != TREE_KERNELS)
		v = members(t, node);
	for (uint32_t i = 0; i < node->n && !io_failed(); i++) {
		if (i > 0)
			strbuf_char(&p->b, ',');
		new_line(p, depth + 1);
		if (object) {
			json_escape(&p->b, v[i].label);
			strbuf_text(&p->b, ": ");
		}
		if (v) {
			print_node(p, v[i].node, depth + 1);
		} else {
			kernel(p, &t->kernels.v[at], depth + 1);
			at = t->kernels.v[at].next;
		}
	}
	if (node->n > 0)
		new_line(p, depth);
	strbuf_char(&p->b, object ? '}' : ']');
	free(v);
}

static int start(struct out *o, struct err *err)
{
	o->own = arena_xzeroed(1, sizeof(struct tree));
	return tree_start(o->own, o->cols, err);
}

static void profile(struct out *o, const struct record *rec)
{
	tree_profile(o->own, rec);
}

static void add(struct out *o, const struct row *row, struct strbuf *b)
{
	(void)b;
	tree_add(o->own, row);
}

static void finish(struct out *o, bool whole, struct strbuf *b)
{
	static const char *const why[TREE_NLOST] = {
	    [TREE_NO_PHASE] = "ran in no phase",
	    [TREE_NO_NODE] = "ran in a phase, but in none of its nodes",
	    [TREE_TOO_MANY] = "came after the last that there is room for",
	};
	struct tree *t = o->own;
	struct printer p = {.t = t};

	(void)b;
	if (!whole)
		return;
	tree_grow(t);
	print_node(&p, 0, 0);
	strbuf_char(&p.b, '\n');
	flush(&p, 0);
	strbuf_free(&p.b);
	for (size_t i = TREE_NO_PHASE; i < TREE_NLOST; i++) {
		if (t->lost[i] > 0)
			diag_error(NULL, 0,
			    "%" PRIu64 " kernel%s %s: not in the tree",
			    t->lost[i], t->lost[i] > 1 ? "s" : "", why[i]);
	}
}

static void free_tree(struct out *o)
{
	tree_free(o->own);
	free(o->own);
}

const struct out_format out_tree = {
    .name = "--tree",
    .opt = {.name = "tree",
	.arg = "KEYS",
	.help = "one JSON document: kernels by these columns; phase,op is "
		"what ONNX Runtime's gather_op_profile printed",
	.word = column_key,
	.list = true,
	.take = out_take,
	.which = &out_tree},
    .headless = true,
    .keyed = true,
    .start = start,
    .add = add,
    .finish = finish,
    .free = free_tree,
    .profile = profile,
};
