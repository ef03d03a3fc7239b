/*
 * out_columns.c - columns of fixed width, for a terminal (-w N).
 *
 * In:  cells
 * Out: cells padded to the width of their column and followed by a blank, even
 * the last.  Text is cut to the width, numbers never are.
 *
 * PyProf's layout: the columns of width 0 (kernel, params) share what the
 * others leave of N.  N does not include the blanks.  Widths count code points;
 * no locale is asked how wide a terminal draws one.
 */
#include "prof/show/out.h"

#include <inttypes.h>

#include "common/num.h"
#include "common/utf8.h"

static int columns_start(struct out *o, struct err *err)
{
	const struct columns *cols = o->cols;
	size_t least = 0, sharing = 0;

	o->widths = arena_xrealloc(NULL, cols->list.n + 1, sizeof *o->widths);
	for (size_t i = 0; i < cols->list.n; i++) {
		least += cols->list.v[i]->width;
		sharing += cols->list.v[i]->width == 0;
	}
	if (o->width < 0 || (size_t)o->width < least)
		return err_set(err,
		    "-w %" PRId64
		    " is too narrow for these columns: at least %zu",
		    o->width, least);
	for (size_t i = 0; i < cols->list.n; i++) {
		o->widths[i] = cols->list.v[i]->width;
		if (o->widths[i] == 0)
			o->widths[i] = ((size_t)o->width - least) / sharing;
	}
	return 0;
}

static void pad(struct strbuf *b, size_t n)
{
	strbuf_reserve(b, n);
	memset(b->p + b->n, ' ', n);
	b->n += n;
}

/* Cut or pad what b has from start on to width code points. */
static void fit(struct strbuf *b, size_t start, size_t width)
{
	size_t n = 0, i = start;

	for (; i < b->n && n < width; n++) {
		uint32_t rune;
		size_t len = utf8_next(b->p + i, b->n - i, &rune);

		i += len ? len : 1;
	}
	b->n = i;
	pad(b, width - n + 1);
}

static void columns_head(struct out *o, size_t i, struct str text, struct strbuf *b)
{
	size_t start = b->n;

	out_visible(text, ' ', b);
	fit(b, start, o->widths[i]);
}

static void columns_cell(
    struct out *o, size_t i, const struct cell *cell, struct strbuf *b)
{
	struct str s = cell->brief.p ? cell->brief : out_text(o, cell);
	size_t start = b->n;

	if (column_right(o->cols->list.v[i])) {
		if (s.n < o->widths[i])
			pad(b, o->widths[i] - s.n);
		strbuf_str(b, s);
		strbuf_char(b, ' ');
		return;
	}
	out_visible(s, ' ', b);
	fit(b, start, o->widths[i]);
}

static int take_width(
    const struct opt *opt, const char *value, void *to, struct err *err)
{
	struct out *o = to;

	(void)opt;
	if (out_choose(o, &out_columns, err) != 0)
		return OPT_USAGE;
	if (!num_parse(value, strlen(value), 1, 100000, &o->width))
		return err_set(err, "-w '%s': not a number from 1 to 100000", value);
	return 0;
}

const struct out_format out_columns = {
    .name = "-w",
    .opt = {.name = "width",
	.letter = 'w',
	.arg = "N",
	.help = "columns of fixed width, N wide without the blanks between",
	.daily = "a table for a terminal, N wide",
	.take = take_width},
    .start = columns_start,
    .head = columns_head,
    .cell = columns_cell,
};
