/*
 * out.c - what all formats share: how one is asked for, the walk over the
 * columns, and the text of a cell.
 *
 * In:  rows
 * Out: lines, appended to the caller's buffer
 */
#include "prof/show/out.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/diag.h"
#include "common/io.h"
#include "common/nelems.h"
#include "common/utf8.h"

static const struct {
	const char *name;
	int64_t ns;
	unsigned decimals;
} units[] = {
    [OUT_NS] = {"ns", 1, 0},
    [OUT_US] = {"us", 1000, 3},
    [OUT_MS] = {"ms", 1000000, 6},
    [OUT_AUTO] = {"auto", 1000, 3}, /* where no digit may be lost */
};

const char *out_unit_name(size_t i)
{
	return i < NELEMS(units) ? units[i].name : NULL;
}

static const struct out_format *const formats[] = {
#define OUT(x) &out_##x,
#include "prof/show/out.def"
#undef OUT
};
enum { NFORMATS = NELEMS(formats) };

/* "-w, --csv and --json exclude each other": all formats that have a name. */
static int exclusive(struct err *err)
{
	const char *names[NFORMATS];
	struct strbuf b = {0};
	size_t n = 0;

	for (size_t i = 0; i < NFORMATS; i++) {
		if (formats[i]->name)
			names[n++] = formats[i]->name;
	}
	for (size_t i = 0; i < n; i++)
		strbuf_printf(&b, "%s%s",
		    i == 0	? ""
		    : i + 1 < n ? ", "
				: " and ",
		    names[i]);
	err_set(err, "%.*s exclude each other", (int)b.n, b.p);
	strbuf_free(&b);
	return OPT_USAGE;
}

int out_choose(struct out *o, const struct out_format *format, struct err *err)
{
	if (o->format && o->format != format)
		return exclusive(err);
	o->format = format;
	return 0;
}

int out_take(const struct opt *opt, const char *value, void *to, struct err *err)
{
	struct out *o = to;

	o->keys = value;
	return out_choose(o, opt->which, err);
}

int out_start(struct out *o, struct err *err)
{
	if (o->unit == OUT_UNSET)
		o->unit = o->format->fits ? OUT_AUTO : OUT_NS;
	if (o->unit == OUT_AUTO && !o->format->fits)
		return err_set(err,
		    "-u auto goes with -w and --html alone (try: ns, us, ms)");
	return o->format->start ? o->format->start(o, err) : 0;
}

void out_free(struct out *o)
{
	if (o->own)
		o->format->free(o);
	strbuf_free(&o->scratch);
	strbuf_free(&o->whole);
}

static void end_line(struct out *o, struct strbuf *b)
{
	if (o->format->end)
		o->format->end(o, b);
	else
		strbuf_char(b, '\n');
}

/* The header names the unit of times: "Sil(ns)" becomes "Sil(us)". */
static struct str header_text(struct out *o, const struct column *col)
{
	struct str s = str_of(col->header);
	struct strbuf *b = &o->scratch;

	if (col->kind != CELL_TIME || o->unit == OUT_NS)
		return s;
	if (str_ends(s, "(ns)"))
		s.n -= strlen("(ns)");
	b->n = 0;
	strbuf_str(b, s);
	strbuf_char(b, '(');
	strbuf_text(b, units[o->unit].name);
	strbuf_char(b, ')');
	return strbuf_get(b);
}

void out_header(struct out *o, struct strbuf *b)
{
	o->headed = true;
	if (!o->format->head)
		return;
	for (size_t i = 0; i < o->cols->list.n; i++)
		o->format->head(o, i, header_text(o, o->cols->list.v[i]), b);
	end_line(o, b);
}

const char *out_defaults(const struct out *o)
{
	return o->format->defaults ? o->format->defaults(o) : NULL;
}

void out_row(struct out *o, const struct row *row, struct strbuf *b)
{
	if (o->format->add) {
		o->format->add(o, row, b);
		return;
	}
	for (size_t i = 0; i < o->cols->list.n; i++) {
		struct cell cell = {.kind = CELL_NONE};

		column_value(o->cols->list.v[i], row, &cell);
		o->format->cell(o, i, &cell, b);
	}
	end_line(o, b);
}

int out_table(struct out *o, struct table *t, struct err *err)
{
	struct strbuf line = {0};

	if (o->format->table)
		return o->format->table(o, t, err);
	for (size_t row = 0; row < t->rows.n && !io_failed(); row++) {
		line.n = 0;
		for (size_t i = 0; i < t->ncols; i++)
			o->format->cell(o, i, table_cell(t, row, i), &line);
		end_line(o, &line);
		io_write(strbuf_get(&line));
	}
	strbuf_free(&line);
	return 0;
}

void out_profile(struct out *o, const struct record *rec)
{
	if (o->format->profile)
		o->format->profile(o, rec);
}

void out_finish(struct out *o, bool whole, struct strbuf *b)
{
	if (o->format->finish)
		o->format->finish(o, whole, b);
}

void out_input(struct out *o, struct str name)
{
	if (o->format->document)
		o->format->document->input(o, name);
}

void out_seen(struct out *o, const struct row *row, bool holds)
{
	if (o->format->document)
		o->format->document->seen(o, row, holds);
}

void out_heading(struct out *o, struct str name, const char *help)
{
	if (o->format->document)
		o->format->document->title(o, name, help);
}

void out_title(struct out *o, struct str name, const char *help, bool first)
{
	struct strbuf b = {0};

	if (o->format->document)
		o->format->document->title(o, name, help);
	else if (o->format->title)
		o->format->title(name.p, first, &b);
	else
		strbuf_printf(
		    &b, "%s%.*s\n", first ? "" : "\n", (int)name.n, name.p);
	io_write(strbuf_get(&b));
	strbuf_free(&b);
}

void out_note(struct out *o, const char *format, ...)
{
	char text[512];
	va_list ap;

	va_start(ap, format);
	vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	if (o->format->document)
		o->format->document->note(o, str_of(text));
	else
		diag_error(NULL, 0, "%s%s%s", o->view ? o->view : "",
		    o->view ? ": " : "", text);
}

void out_close(struct out *o, bool whole)
{
	if (o->format->document)
		o->format->document->close(o, whole);
}

/* n with leading zeros, in this many digits, which are enough. */
static void add_digits(struct strbuf *b, uint64_t n, unsigned digits)
{
	char text[20];

	for (unsigned i = digits; i > 0; i--) {
		text[i - 1] = (char)('0' + n % 10);
		n /= 10;
	}
	strbuf_add(b, text, digits);
}

/* Nanoseconds in the unit; no digit is lost. */
static void add_time(struct strbuf *b, int64_t ns, enum out_unit unit)
{
	uint64_t n = ns < 0 ? -(uint64_t)ns : (uint64_t)ns;
	uint64_t per = (uint64_t)units[unit].ns;

	if (ns < 0)
		strbuf_char(b, '-');
	strbuf_uint(b, n / per);
	if (units[unit].decimals > 0) {
		strbuf_char(b, '.');
		add_digits(b, n % per, units[unit].decimals);
	}
}

void out_real(struct strbuf *b, const struct cell_real *real)
{
	if (real->negative)
		strbuf_char(b, '-');
	strbuf_uint(b, real->whole);
	strbuf_char(b, '.');
	add_digits(b, real->milli, 3);
}

static void add_members(struct strbuf *b, const struct cell *cell)
{
	for (size_t i = 0; i < cell->members.n; i++) {
		if (i > 0)
			strbuf_char(b, cell->joiner);
		strbuf_str(b, cell->members.v[i].key);
		strbuf_char(b, '=');
		strbuf_number(b, cell->members.v[i].value);
	}
}

static void add_list(struct strbuf *b, const struct cell *cell)
{
	for (size_t i = 0; i < cell->list.n; i++) {
		if (i > 0)
			strbuf_char(b, cell->joiner);
		strbuf_str(b, cell->list.v[i]);
	}
}

static void add_ints(struct strbuf *b, const struct cell *cell)
{
	for (size_t i = 0; i < cell->ints.n; i++) {
		if (i > 0)
			strbuf_char(b, cell->joiner);
		strbuf_int(b, cell->ints.v[i]);
	}
}

static void add_dim3(struct strbuf *b, const struct record_dim3 *d)
{
	strbuf_int(b, d->x);
	strbuf_char(b, ',');
	strbuf_int(b, d->y);
	strbuf_char(b, ',');
	strbuf_int(b, d->z);
}

struct str out_text(struct out *o, const struct cell *cell)
{
	struct strbuf *b = &o->scratch;

	b->n = 0;
	switch (cell->kind) {
	case CELL_NONE:
		return STR("-");
	case CELL_NA:
		return STR("na");
	case CELL_INT:
		strbuf_int(b, cell->i);
		break;
	case CELL_UINT:
		strbuf_uint(b, cell->u);
		break;
	case CELL_REAL:
		out_real(b, &cell->real);
		break;
	case CELL_NUMBER:
		strbuf_number(b, cell->number);
		break;
	case CELL_MEMBERS:
		add_members(b, cell);
		break;
	case CELL_TIME:
		add_time(b, cell->i, o->unit);
		break;
	case CELL_BOOL:
		return cell->b ? STR("1") : STR("0");
	case CELL_STR:
		return cell->s;
	case CELL_LIST:
		if (cell->list.n == 1)
			return cell->list.v[0];
		add_list(b, cell);
		break;
	case CELL_INTS:
		add_ints(b, cell);
		break;
	case CELL_DIM3:
		add_dim3(b, &cell->dim3);
		break;
	case CELL_NAMED:
		strbuf_text(b, cell->named.name);
		strbuf_char(b, ':');
		out_real(b, &cell->named.real);
		break;
	}
	return strbuf_get(b);
}

/* Bytes that out_visible copies unchanged. */
static bool is_plain(unsigned char c)
{
	return c > 0x20 && c < 0x7f && c != '\\';
}

static void add_hex(struct strbuf *b, uint32_t byte)
{
	static const char digits[] = "0123456789abcdef";

	strbuf_text(b, "\\x");
	strbuf_char(b, digits[byte >> 4 & 15]);
	strbuf_char(b, digits[byte & 15]);
}

void out_visible(struct str s, char blank, struct strbuf *b)
{
	for (size_t i = 0; i < s.n;) {
		size_t start = i, len;
		uint32_t rune;

		while (i < s.n && is_plain((unsigned char)s.p[i]))
			i++;
		strbuf_add(b, s.p + start, i - start);
		if (i == s.n)
			break;
		len = utf8_next(s.p + i, s.n - i, &rune);
		if (len == 0)
			add_hex(b, (unsigned char)s.p[i]);
		else if (rune == ' ')
			strbuf_char(b, blank);
		else if (rune == '\\')
			strbuf_text(b, "\\\\");
		else if (rune == '\n')
			strbuf_text(b, "\\n");
		else if (rune == '\t')
			strbuf_text(b, "\\t");
		else if (!utf8_is_control(rune))
			strbuf_add(b, s.p + i, len);
		else if (rune < 0x100)
			add_hex(b, rune);
		else if (rune < 0x10000)
			strbuf_printf(b, "\\u%04x", (unsigned)rune);
		else
			strbuf_printf(b, "\\U%08x", (unsigned)rune);
		i += len ? len : 1;
	}
}
