/*
 * out_json.c - one JSON object a line, typed.
 *
 * In:  cells
 * Out: {"idx":1,"seq":[4],"kernel":"k","flops":null,"grid":[12,1,5]}
 *
 * The keys are those of the columns.  Unknown is null; what does not apply is
 * left out.  Times are nanoseconds whatever unit the text formats use. Integers
 * beyond 2^53 are strings, since most readers would round them.
 */
#include "prof/show/out.h"

#include <math.h>

#include "common/json.h"
#include "common/num.h"

static void add_int(struct strbuf *b, int64_t i)
{
	bool exact = i >= -NUM_EXACT_DOUBLE && i <= NUM_EXACT_DOUBLE;

	if (!exact)
		strbuf_char(b, '"');
	strbuf_int(b, i);
	if (!exact)
		strbuf_char(b, '"');
}

static void add_uint(struct strbuf *b, uint64_t u)
{
	if (u <= INT64_MAX) {
		add_int(b, (int64_t)u);
		return;
	}
	strbuf_char(b, '"');
	strbuf_uint(b, u);
	strbuf_char(b, '"');
}

static void add_ints(struct strbuf *b, const int64_t *v, size_t n)
{
	strbuf_char(b, '[');
	for (size_t i = 0; i < n; i++) {
		if (i > 0)
			strbuf_char(b, ',');
		add_int(b, v[i]);
	}
	strbuf_char(b, ']');
}

static void add_strs(struct strbuf *b, const struct str *v, size_t n)
{
	strbuf_char(b, '[');
	for (size_t i = 0; i < n; i++) {
		if (i > 0)
			strbuf_char(b, ',');
		json_escape(b, v[i]);
	}
	strbuf_char(b, ']');
}

static void add_value(struct strbuf *b, const struct cell *cell)
{
	switch (cell->kind) {
	case CELL_NONE: /* left out by the caller */
	case CELL_NA:
		strbuf_text(b, "null");
		break;
	case CELL_INT:
	case CELL_TIME:
		add_int(b, cell->i);
		break;
	case CELL_UINT:
		add_uint(b, cell->u);
		break;
	case CELL_REAL:
		out_real(b, &cell->real);
		break;
	case CELL_NUMBER:
		strbuf_number(b, cell->number);
		break;
	case CELL_MEMBERS: /* see add_members */
		break;
	case CELL_BOOL:
		strbuf_text(b, cell->b ? "true" : "false");
		break;
	case CELL_STR:
		json_escape(b, cell->s);
		break;
	case CELL_LIST:
		add_strs(b, cell->list.v, cell->list.n);
		break;
	case CELL_INTS:
		add_ints(b, cell->ints.v, cell->ints.n);
		break;
	case CELL_DIM3:
		add_ints(b,
		    (int64_t[]){cell->dim3.x, cell->dim3.y, cell->dim3.z}, 3);
		break;
	case CELL_NAMED:
		strbuf_text(b, "{\"name\":");
		json_escape(b, str_of(cell->named.name));
		strbuf_text(b, ",\"value\":");
		out_real(b, &cell->named.real);
		strbuf_char(b, '}');
		break;
	}
}

/* Whether the column came before: an object has each key once. */
static bool is_repeated(const struct columns *cols, size_t i)
{
	for (size_t k = 0; k < i; k++) {
		if (cols->list.v[k] == cols->list.v[i])
			return true;
	}
	return false;
}

/* Keys are escaped: those of counters are foreign text. */
static void add_key(struct out *o, struct str key, struct strbuf *b)
{
	strbuf_char(b, o->begun ? ',' : '{');
	o->begun = true;
	json_escape(b, key);
	strbuf_char(b, ':');
}

/* Each becomes a member of the row's object; null if it is not finite. */
static void add_members(struct out *o, const struct cell *cell, struct strbuf *b)
{
	for (size_t i = 0; i < cell->members.n; i++) {
		const struct cell_member *m = &cell->members.v[i];

		add_key(o, m->key, b);
		if (isfinite(m->value))
			strbuf_number(b, m->value);
		else
			strbuf_text(b, "null");
	}
}

void out_json_cell(
    struct out *o, size_t i, const struct cell *cell, struct strbuf *b)
{
	if (cell->kind == CELL_NONE || is_repeated(o->cols, i))
		return;
	if (cell->kind == CELL_MEMBERS) {
		add_members(o, cell, b);
		return;
	}
	add_key(o, str_of(o->cols->list.v[i]->key), b);
	add_value(b, cell);
}

static void json_end(struct out *o, struct strbuf *b)
{
	strbuf_text(b, o->begun ? "}\n" : "{}\n");
	o->begun = false;
}

static void json_title(const char *name, bool first, struct strbuf *b)
{
	(void)first;
	strbuf_printf(b, "{\"view\":\"%s\"}\n", name);
}

const struct out_format out_json = {
    .name = "--json",
    .opt = {.name = "json",
	.help = "one JSON object a line, times in ns whatever -u says",
	.daily = "one JSON object a line",
	.take = out_take,
	.which = &out_json},
    .headless = true,
    .cell = out_json_cell,
    .end = json_end,
    .title = json_title,
};
