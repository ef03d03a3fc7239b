/*
 * missing.c - columns of a held table that say nothing.
 *
 * In:  a table
 * Out: the table without them; "pp-prof: sol, bound: no peaks of 'X': see --gpu"
 */
#include "prof/show/missing.h"

#include "common/diag.h"
#include "common/intern.h"

/* What a column of a table is worth. */
enum worth { SAYS, NOTHING, NO_NEWS };

static bool is_absent(const struct cell *cell)
{
	return cell->kind == CELL_NONE || cell->kind == CELL_NA;
}

static bool is_all(const struct cell *cell)
{
	return cell->kind == CELL_REAL && cell->real.whole == 100;
}

static enum worth worth_of(const struct table *t, size_t i)
{
	const struct column *col = t->cols[i].col;
	enum worth worth = NOTHING;

	for (size_t row = 0; row < t->rows.n; row++) {
		const struct cell *cell = table_cell(t, row, i);

		/* a key tells rows apart */
		bool apart = col->is_key && cell->kind != table_cell(t, 0, i)->kind;

		if (col->of == OF_KNOWN && is_all(cell))
			worth = NO_NEWS;
		else if (!is_absent(cell) || apart)
			return SAYS;
	}
	return worth;
}

/* The lines to print: a reason, and the columns it is of. */
struct reasons {
	struct intern texts;
	VEC(struct strbuf) columns;
	struct strbuf b;
};

static void add(struct reasons *r, const struct column *col, missing_why *why,
    const void *of)
{
	struct strbuf *columns;
	uint32_t i;

	r->b.n = 0;
	if (!why || !why(of, col, &r->b))
		strbuf_text(&r->b, col->lacks ? col->lacks : "in no record");
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

void missing_hide(struct table *t, missing_why *why, const void *of, struct out *o)
{
	struct reasons r = {0};

	for (size_t i = 0; t->rows.n > 0 && t->ncols > 1 && i < t->ncols;) {
		enum worth worth = t->cols[i].named ? SAYS : worth_of(t, i);

		if (worth == SAYS) {
			i++;
			continue;
		}
		if (worth == NOTHING)
			add(&r, t->cols[i].col, why, of);
		table_hide(t, i);
	}
	print(&r, o);
}
