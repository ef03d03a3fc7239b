/*
 * scale.c - the unit that the numbers of a column are shown in.
 *
 * In:  a column, its largest number, cells
 * Out: a unit, texts: 272.90 of 272900412 ns in ms
 *
 * Numbers are rounded from the integers that they are, half up; those that are
 * ratios, from thousandths that know which way they were rounded.
 */
#include "prof/show/scale.h"

#include "common/nelems.h"

__extension__ typedef unsigned __int128 wide;

/* The largest number of a column is at most this many of its unit. */
enum { MOST = 9999 };

struct unit {
	const char *name;
	uint64_t per;
};

static const struct unit times[] = {
    {"ns", 1}, {"us", 1000}, {"ms", 1000000}, {"s", 1000000000}};

/* FLOPs and bytes: 10^19 fit a cell. */
static const struct unit works[] = {{"", 1}, {"k", 1000}, {"M", 1000000},
    {"G", 1000000000}, {"T", 1000000000000}, {"P", 1000000000000000},
    {"E", 1000000000000000000}};

/* The first unit that the largest is not too large for, or the last. */
static struct scale fitting(const struct unit *v, size_t n, uint64_t largest)
{
	size_t i = 0;

	while (i + 1 < n && largest / v[i].per >= MOST && largest != MOST * v[i].per)
		i++;
	return (struct scale){
	    .unit = v[i].name, .per = v[i].per, .decimals = i > 0 ? 2 : 0};
}

static bool is_percent(const struct column *col)
{
	return col->of == OF_PERCENT || col->of == OF_KNOWN;
}

static struct scale exact(const struct column *col, enum out_unit unit)
{
	struct scale s = {.unit = "", .per = 1, .all = true};

	if (col->kind == CELL_TIME)
		s.unit = out_unit_name(unit);
	else if (is_percent(col))
		s.unit = "%";
	return s;
}

struct scale scale_choose(
    const struct column *col, enum out_unit unit, uint64_t largest)
{
	if (unit != OUT_AUTO || col->is_key)
		return exact(col, unit == OUT_AUTO ? OUT_US : unit);
	if (col->kind == CELL_TIME)
		return fitting(times, NELEMS(times), largest);
	if (col->of == OF_WORK)
		return fitting(works, NELEMS(works), largest);
	if (is_percent(col))
		return (struct scale){.unit = "%", .decimals = 1};
	return (struct scale){.unit = "", .decimals = 2};
}

struct scale scale_row(const struct column *col, enum out_unit unit)
{
	return scale_choose(col, unit, col->kind == CELL_TIME ? MOST + 1 : 0);
}

uint64_t scale_size(const struct column *col, const struct cell *cell)
{
	if (cell->kind == CELL_TIME)
		return cell->i < 0 ? -(uint64_t)cell->i : (uint64_t)cell->i;
	return cell->kind == CELL_UINT && col->of == OF_WORK ? cell->u : 0;
}

static uint64_t largest_of(const struct table *t, size_t i)
{
	uint64_t largest = 0;

	for (size_t row = 0; row < t->rows.n; row++) {
		uint64_t size = scale_size(t->cols[i].col, table_cell(t, row, i));

		largest = size > largest ? size : largest;
	}
	return largest;
}

static bool is_time(const struct column *col)
{
	return col->kind == CELL_TIME && !col->is_key;
}

void scale_table(const struct table *t, enum out_unit unit, struct scale *v)
{
	uint64_t *largest = arena_xzeroed(t->ncols, sizeof *largest);
	size_t i, first = t->ncols;
	struct scale common = {0};
	uint64_t most = 0;

	for (i = t->ncols; i-- > 0;) {
		const struct column *col = t->cols[i].col;

		largest[i] = largest_of(t, i);
		v[i] = scale_choose(col, unit, largest[i]);
		if (!is_time(col))
			continue;
		first = i;
		if (col->is_part && largest[i] > most)
			most = largest[i];
	}
	if (first < t->ncols) {
		most = most > largest[first] ? most : largest[first];
		common = scale_choose(t->cols[first].col, unit, most);
	}
	for (i = first; i < t->ncols; i++) {
		const struct column *col = t->cols[i].col;

		if (is_time(col) && (i == first || col->is_part || largest[i] == 0))
			v[i] = common;
	}
	free(largest);
}

/* n and its decimals, which are below 10^decimals. */
static void add_number(struct strbuf *b, bool negative, uint64_t n,
    unsigned fraction, unsigned decimals)
{
	if (negative && (n > 0 || fraction > 0))
		strbuf_char(b, '-');
	strbuf_uint(b, n);
	if (decimals > 0)
		strbuf_char(b, '.');
	for (unsigned power = decimals == 2 ? 10 : 1; decimals > 0;
	     decimals--, power /= 10)
		strbuf_char(b, (char)('0' + fraction / power % 10));
}

static unsigned power_of(unsigned decimals)
{
	return decimals == 0 ? 1 : decimals == 1 ? 10 : 100;
}

static void add_scaled(
    struct strbuf *b, const struct scale *s, bool negative, uint64_t n)
{
	unsigned power = power_of(s->decimals);
	unsigned fraction =
	    (unsigned)(((wide)(n % s->per) * power + s->per / 2) / s->per);

	n = n / s->per + fraction / power;
	add_number(b, negative, n, fraction % power, s->decimals);
}

/* Half of the last digit is rounded up, unless the thousandths were themselves
 * rounded up to it. */
static void add_real(
    struct strbuf *b, const struct scale *s, const struct cell_real *real)
{
	unsigned power = power_of(s->decimals), per = 1000 / power;
	unsigned fraction = real->milli / per, rest = real->milli % per;
	uint64_t n = real->whole;

	if (rest > per / 2 || (rest == per / 2 && !real->up))
		fraction++;
	if (fraction == power && n < UINT64_MAX) {
		n++;
		fraction = 0;
	}
	add_number(b, real->negative, n, fraction % power, s->decimals);
}

void scale_text(const struct scale *scale, struct out *o,
    const struct cell *cell, struct strbuf *b)
{
	if (!scale->all && cell->kind == CELL_TIME)
		add_scaled(b, scale, cell->i < 0,
		    cell->i < 0 ? -(uint64_t)cell->i : (uint64_t)cell->i);
	else if (!scale->all && cell->kind == CELL_UINT && scale->per > 1)
		add_scaled(b, scale, false, cell->u);
	else if (!scale->all && cell->kind == CELL_REAL)
		add_real(b, scale, &cell->real);
	else
		strbuf_str(b, out_text(o, cell));
}

void scale_time(uint64_t ns, struct strbuf *b)
{
	struct scale s = fitting(times, NELEMS(times), ns);

	add_scaled(b, &s, false, ns);
	strbuf_printf(b, " %s", s.unit);
}
