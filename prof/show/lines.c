/*
 * lines.c - lines whose cells are as wide as their columns.
 *
 * In:  cells, the widths of their columns
 * Out: lines: numbers flush right, texts cut in the middle, a blank between
 */
#include "prof/show/lines.h"

#include <stdlib.h>

#include "prof/show/width.h"

/* Whether the cell is a number, an id, or one of two words. */
static bool is_whole(const struct cell *cell)
{
	switch (cell->kind) {
	case CELL_STR:
	case CELL_LIST:
	case CELL_MEMBERS:
		return false;
	case CELL_INTS:
		return cell->ints.n == 1;
	default:
		return true;
	}
}

struct text lines_text(const struct place *place, struct out *o,
    const struct cell *cell, struct strbuf *b)
{
	struct text t = {.whole = is_whole(cell)};
	size_t start = b->n;

	if (t.whole)
		scale_text(&place->scale, o, cell, b);
	else
		out_visible(cell->brief.p ? cell->brief : out_text(o, cell), ' ', b);
	while (b->n > start && b->p[b->n - 1] == ' ')
		b->n--;
	t.s = str_from(strbuf_get(b), start);
	t.width = width_of(t.s);
	return t;
}

static bool is_time(const struct place *p)
{
	return p->col->kind == CELL_TIME;
}

/* Whether all times of the columns have one unit. */
static bool times_agree(const struct place *v, size_t n)
{
	const char *unit = NULL;

	for (size_t i = 0; i < n; i++) {
		if (!is_time(&v[i]))
			continue;
		if (unit && strcmp(v[i].scale.unit, unit) != 0)
			return false;
		unit = v[i].scale.unit;
	}
	return true;
}

struct text *lines_headers(const struct place *v, size_t n, struct arena *arena)
{
	struct text *texts = arena_array(arena, n, sizeof *texts);
	bool agree = times_agree(v, n), said = false;
	struct strbuf b = {0};

	for (size_t i = 0; i < n; i++) {
		const struct column *col = v[i].col;
		const char *unit = v[i].scale.unit;

		b.n = 0;
		out_visible(str_of(col->label ? col->label : col->key), ' ', &b);
		if (unit[0] && !(is_time(&v[i]) && agree && said))
			strbuf_printf(&b, "(%s)", unit);
		said = said || is_time(&v[i]);
		texts[i].s = (struct str){arena_text(arena, b.p, b.n), b.n};
		texts[i].width = width_of(texts[i].s);
		texts[i].whole = true;
	}
	strbuf_free(&b);
	return texts;
}

/* What a column can give of the width it has: padding; with cut, of a text all
 * but so many cells. */
static size_t spare(size_t width, const struct text *t, size_t cut)
{
	size_t needs = t->whole || t->width < cut ? t->width : cut;

	return width > needs ? width - needs : 0;
}

/* Take up to debt cells from columns, the nearest to column at first, those in
 * front of it before those behind.  Return what is still owed. */
static size_t take(size_t *widths, const struct text *texts, size_t n,
    size_t at, size_t debt, size_t cut)
{
	for (size_t k = 1; debt > 0 && k < n; k++) {
		/* at - 1, at - 2, ... 0, at + 1, ... */
		size_t i = k <= at ? at - k : k;
		size_t give = spare(widths[i], &texts[i], cut);

		if (give > debt)
			give = debt;
		widths[i] -= give;
		debt -= give;
	}
	return debt;
}

/* Widen the columns whose numbers need it. */
static void make_room(size_t *widths, const struct text *texts, size_t n, size_t most)
{
	/* padding, then texts down to a legible width, then all but their ".." */
	static const size_t cuts[] = {SIZE_MAX, FIT_LEAST, 2};
	size_t used = n - 1;

	for (size_t i = 0; i < n; i++)
		used += widths[i];
	for (size_t i = 0; i < n; i++) {
		size_t debt, free = most > used ? most - used : 0;

		if (!texts[i].whole || texts[i].width <= widths[i])
			continue;
		debt = texts[i].width - widths[i];
		widths[i] = texts[i].width;
		debt = take(widths, texts, n, i, debt, cuts[0]);
		used += debt < free ? debt : free;
		debt -= debt < free ? debt : free;
		debt = take(widths, texts, n, i, debt, cuts[1]);
		used += take(widths, texts, n, i, debt, cuts[2]);
	}
}

static void pad(struct strbuf *b, size_t n)
{
	strbuf_reserve(b, n);
	memset(b->p + b->n, ' ', n);
	b->n += n;
}

void lines_put(const struct place *v, const struct text *texts, size_t n,
    size_t most, struct strbuf *b)
{
	size_t *widths = arena_xzeroed(n, sizeof *widths), start = b->n;

	for (size_t i = 0; i < n; i++)
		widths[i] = v[i].width;
	make_room(widths, texts, n, most);
	for (size_t i = 0; i < n; i++) {
		bool right = column_right(v[i].col);
		size_t width = texts[i].whole || texts[i].width < widths[i]
				   ? texts[i].width
				   : widths[i];
		size_t gap = widths[i] > width ? widths[i] - width : 0;

		if (i > 0)
			strbuf_char(b, ' ');
		if (right)
			pad(b, gap);
		if (texts[i].width <= width)
			strbuf_str(b, texts[i].s);
		else
			gap += width - width_cut(texts[i].s, width, b);
		if (!right)
			pad(b, gap);
	}
	while (b->n > start && b->p[b->n - 1] == ' ')
		b->n--;
	strbuf_char(b, '\n');
	free(widths);
}
