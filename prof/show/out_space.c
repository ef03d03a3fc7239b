/*
 * out_space.c - fields with one blank between them, for awk.
 *
 * In:  cells
 * Out: "1 fprop 0 Tensor add elementwise_kernel [3,4]fp32 1504"
 *
 * A field never holds a blank and is never empty, so that $n is the n-th
 * column: blanks become '_', an empty field '-', control characters \xNN.
 */
#include "prof/show/out.h"

static void field(size_t i, struct str s, struct strbuf *b)
{
	if (i > 0)
		strbuf_char(b, ' ');
	if (s.n == 0)
		strbuf_char(b, '-');
	else
		out_visible(s, '_', b);
}

static void space_head(struct out *o, size_t i, struct str text, struct strbuf *b)
{
	(void)o;
	field(i, text, b);
}

static void space_cell(
    struct out *o, size_t i, const struct cell *cell, struct strbuf *b)
{
	field(i, out_text(o, cell), b);
}

const struct out_format out_space = {.head = space_head, .cell = space_cell};
