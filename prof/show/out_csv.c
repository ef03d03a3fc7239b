/*
 * out_csv.c - comma-separated values (RFC 4180), every field quoted.
 *
 * In:  cells
 * Out: --csv: the data as they are.  --csv=sheet: the same for a spreadsheet
 *      program, which would read some cells as formulas, dates or numbers in
 *      floating point; these are marked as text, which changes the data.
 */
#include "prof/show/out.h"

#include <csv.h>

#include "common/ascii.h"
#include "common/nelems.h"

static void field(size_t i, struct str s, struct strbuf *b)
{
	size_t room = 2 * s.n + 2;
	char *p;

	if (b->room - b->n < room + 1)
		strbuf_reserve(b, room + 1);
	p = b->p + b->n;
	if (i > 0)
		*p++ = ',';
	if (s.n && memchr(s.p, '"', s.n)) {
		p += csv_write2(p, room, s.p, s.n, '"');
	} else { /* as most: nothing in it is doubled */
		*p++ = '"';
		if (s.n)
			memcpy(p, s.p, s.n);
		p += s.n;
		*p++ = '"';
	}
	b->n = (size_t)(p - b->p);
}

static void csv_head(struct out *o, size_t i, struct str text, struct strbuf *b)
{
	(void)o;
	field(i, text, b);
}

static void csv_cell(
    struct out *o, size_t i, const struct cell *cell, struct strbuf *b)
{
	field(i, out_text(o, cell), b);
}

/* What a spreadsheet program may take for the beginning of a formula, the wide
 * forms of an East Asian input method included. */
static const char *const formula_heads[] = {"=", "+", "-", "@", "\t", "\r",
    "\n", "\xef\xbc\x9d", "\xef\xbc\x8b", "\xef\xbc\x8d", "\xef\xbc\xa0"};

static bool is_formula(struct str s)
{
	if (str_is(s, "-")) /* a lone minus is no formula */
		return false;
	for (size_t i = 0; i < NELEMS(formula_heads); i++) {
		if (str_starts(s, formula_heads[i]))
			return true;
	}
	return false;
}

/* A number of more than 15 digits, which a double would round. */
static bool is_long_number(struct str s)
{
	size_t digits = 0;

	for (size_t i = 0; i < s.n; i++) {
		if (is_digit(s.p[i]))
			digits++;
		else if (s.p[i] != '-' || i > 0)
			return false;
	}
	return digits > 15;
}

/* Quantities may stay numbers; ids and texts must not change. */
static bool must_be_text(const struct cell *cell, struct str s)
{
	switch (cell->kind) {
	case CELL_INT:
	case CELL_INTS:
		return is_long_number(s);
	case CELL_STR:
	case CELL_LIST:
		return is_formula(s) || is_long_number(s);
	default:
		return false;
	}
}

/* A field of before, s and after. */
static void wrapped(struct out *o, size_t i, const char *before, struct str s,
    const char *after, struct strbuf *b)
{
	struct strbuf *whole = &o->whole;

	whole->n = 0;
	strbuf_text(whole, before);
	strbuf_str(whole, s);
	strbuf_text(whole, after);
	field(i, strbuf_get(whole), b);
}

static void sheet_cell(
    struct out *o, size_t i, const struct cell *cell, struct strbuf *b)
{
	struct str s = out_text(o, cell);

	if (cell->kind == CELL_DIM3)
		wrapped(o, i, "(", s, ")", b);
	else if (must_be_text(cell, s))
		wrapped(o, i, "'", s, "", b);
	else
		field(i, s, b);
}

static const char *kind(size_t i)
{
	return i == 0 ? "sheet" : NULL;
}

static int take_csv(
    const struct opt *opt, const char *value, void *to, struct err *err)
{
	size_t i;

	if (out_choose(to, value ? &out_sheet : &out_csv, err) != 0)
		return OPT_USAGE;
	return value ? opt_word(opt, value, &i, err) : 0;
}

const struct out_format out_csv = {
    .name = "--csv",
    .opt = {.name = "csv",
	.arg = "sheet",
	.arg_attached = true,
	.help = "comma-separated values, data exact; --csv=sheet: made safe "
		"for spreadsheets, which changes cells that would run as "
		"formulas and ids of more than 15 digits",
	.daily = "comma-separated values; sheet: for a spreadsheet",
	.word = kind,
	.noun = "kind of CSV",
	.take = take_csv},
    .head = csv_head,
    .cell = csv_cell,
};

/* It has no option: --csv with an argument asks for it. */
const struct out_format out_sheet = {
    .name = "--csv=sheet",
    .head = csv_head,
    .cell = sheet_cell,
};
