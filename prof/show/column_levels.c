/*
 * column_levels.c - the first levels of a column that is a list.
 *
 * In:  a key such as layer:2 or layer:*
 * Out: a column that shows so much of the list
 */
#include "prof/show/column_levels.h"

#include "common/num.h"
#include "prof/show/column_name.h"

void column_frame(struct cell *cell)
{
	struct str last = cell->list.v[cell->list.n - 1];

	cell->brief = last;
	for (size_t i = last.n; i > 0; i--) {
		if (last.p[i - 1] == '/') {
			cell->brief = str_from(last, i);
			break;
		}
	}
}

/* Only as much of the list; where space is short, the last of that. */
static void value_of(
    const struct column *col, const struct row *row, struct cell *cell)
{
	size_t n = col->which ? col->which : row->levels;

	column_value(col->base, row, cell);
	if (cell->kind != CELL_LIST || n == 0 || n >= cell->list.n)
		return;
	cell->list.n = n;
	if (cell->brief.p)
		column_frame(cell);
}

static const struct column *make(struct columns *cols,
    const struct column *base, struct str key, unsigned levels)
{
	struct column *col = arena_array(&cols->made, 1, sizeof *col);

	*col = *base;
	col->key = arena_text(&cols->made, key.p, key.n);
	col->header = col->key;
	col->label = NULL;
	col->also = base->key;
	col->member.offset = 0; /* the record's key is the base's name */
	col->value = value_of;
	col->base = base;
	col->which = levels;
	return col;
}

const struct column *column_levels(const struct column *table, size_t n,
    struct columns *cols, struct str key, struct err *err)
{
	size_t at = key.n;
	const struct column *base;
	int64_t levels = 0;
	struct str rest;
	char clean[80];

	err->text[0] = '\0';
	while (at > 0 && key.p[at - 1] != ':')
		at--;
	if (at == 0)
		return NULL;
	base = column_name_find(table, n, (struct str){key.p, at - 1});
	if (!base)
		return NULL;
	rest = str_from(key, at);
	if (base->kind != CELL_LIST) {
		err_set(err, "column '%s' is no list, so it has no levels",
		    base->key);
	} else if (!str_is(rest, "*") &&
		   !num_parse(rest.p, rest.n, 1, INT32_MAX, &levels)) {
		err_set(err,
		    "column '%s': '%s' is no number of levels (%s:2; with -g "
		    "%s:* for each)",
		    base->key, diag_clean(rest, clean, sizeof clean), base->key,
		    base->key);
	} else {
		return make(cols, base, key, (unsigned)levels);
	}
	return NULL;
}

bool column_is_path(const struct column *col)
{
	return col->base && col->which == 0;
}

size_t column_path_length(const struct column *col, const struct row *row)
{
	struct cell cell = {.kind = CELL_NONE};

	column_value(col->base, row, &cell);
	if (cell.kind != CELL_LIST || cell.list.n == 0)
		return 1;
	return cell.list.n < LEVELS_MOST ? cell.list.n : LEVELS_MOST;
}
