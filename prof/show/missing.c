/*
 * missing.c - columns of a held table that say nothing.
 *
 * In:  a table
 * Out: the table without them; "pp-prof: sol, bound: no peaks of 'X': see --gpu"
 */
#include "prof/show/missing.h"

#include "common/diag.h"
#include "common/intern.h"
#include "prof/gpu/gpu.h"

static bool is_all(const struct cell *cell)
{
	return cell->kind == CELL_REAL && cell->real.whole == 100;
}

enum worth missing_worth(
    const struct column *col, const struct cell *cell, enum worth worth)
{
	enum worth more = WORTH_SAYS;

	if (cell->kind == CELL_NONE)
		more = WORTH_NONE;
	else if (cell->kind == CELL_NA)
		more = WORTH_NA;
	else if (col->of == OF_KNOWN && is_all(cell))
		more = WORTH_NO_NEWS;
	return more > worth ? more : worth;
}

static enum worth worth_of(const struct table *t, size_t i)
{
	enum worth worth = WORTH_NONE;

	for (size_t row = 0; row < t->rows.n; row++)
		worth = missing_worth(t->cols[i].col, table_cell(t, row, i), worth);
	return worth;
}

/* Whether rows differ in a key, if only in what is not known. */
static bool is_apart(const struct table *t, size_t i)
{
	size_t row = 0;

	if (!t->cols[i].col->is_key)
		return false;
	while (row < t->rows.n &&
	       table_cell(t, row, i)->kind == table_cell(t, 0, i)->kind)
		row++;
	return row < t->rows.n;
}

/*
 * Reasons
 */

/* Append that nobody knows the device, if so. */
static bool lacks_device(const struct gpu_choice *gpu, struct strbuf *b)
{
	struct str name = {NULL, 0};
	char clean[160];

	if (!gpu || gpu->known)
		return false;
	if (gpu->given)
		name = gpu->gpu.name;
	else if (gpu->cached)
		name = gpu->last.name;
	if (!gpu->given && !gpu->named)
		strbuf_text(b, "the profile names no device: see --gpu");
	else if (name.n > 0)
		strbuf_printf(b, "no peaks of '%s': see --gpu",
		    diag_clean(name, clean, sizeof clean));
	else
		strbuf_printf(b, "no peaks of %s: see --gpu",
		    gpu->given ? "that device" : "the profile's devices");
	return true;
}

/* The lines to print: a reason, and the columns it is of. */
struct reasons {
	struct intern texts;
	VEC(struct strbuf) columns;
	struct strbuf b;
};

/* Of a column that is shown it is said where there is more to say than its
 * cells do. */
static void add(struct reasons *r, const struct column *col, enum worth worth,
    bool shown, const struct gpu_choice *gpu)
{
	const char *text =
	    worth == WORTH_NA && col->unknown ? col->unknown : col->lacks;
	struct strbuf *columns;
	uint32_t i;

	if (worth > WORTH_NA || (shown && !text))
		return;
	r->b.n = 0;
	if (worth == WORTH_NONE || !col->of_device || !lacks_device(gpu, &r->b))
		strbuf_text(&r->b, text ? text : "not in the input");
	i = intern_add(&r->texts, strbuf_get(&r->b));
	if (i == r->columns.n)
		*vec_add(&r->columns) = (struct strbuf){0};
	columns = &r->columns.v[i];
	if (columns->n > 0)
		strbuf_text(columns, ", ");
	strbuf_text(columns, col->label ? col->label : col->key);
}

static void print(struct reasons *r, struct out *o)
{
	char clean[200];

	for (uint32_t i = 0; i < r->columns.n; i++) {
		out_note(o, "%s: %s",
		    diag_clean(strbuf_get(&r->columns.v[i]), clean, sizeof clean),
		    intern_get(&r->texts, i).p);
		strbuf_free(&r->columns.v[i]);
	}
	vec_free(&r->columns);
	intern_free(&r->texts);
	strbuf_free(&r->b);
}

void missing_hide(struct table *t, const struct gpu_choice *gpu, struct out *o)
{
	struct reasons r = {0};
	size_t i = 0;

	while (t->rows.n > 0 && i < t->ncols) {
		enum worth worth = worth_of(t, i);
		bool stays = worth == WORTH_SAYS || t->ncols == 1 ||
			     t->cols[i].named || is_apart(t, i);

		add(&r, t->cols[i].col, worth, stays, gpu);
		if (stays)
			i++;
		else
			table_hide(t, i);
	}
	print(&r, o);
}

void missing_say(const struct columns *cols, const enum worth *worth,
    const struct gpu_choice *gpu, struct out *o)
{
	struct reasons r = {0};

	for (size_t i = cols->ndefault; i < cols->list.n; i++)
		add(&r, cols->list.v[i], worth[i], true, gpu);
	print(&r, o);
}
