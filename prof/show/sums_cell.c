/*
 * sums_cell.c - a key of partial sums as JSON.
 *
 * In:  a cell, or its JSON
 * Out: the other one
 *
 * A value says its kind, so that what is read is the same cell to the last bit:
 * the text "na" is not unknown, and a time is not a number.
 */
#include "prof/show/sums_cell.h"

#include "common/nelems.h"
#include "common/num.h"
#include "prof/show/column_levels.h"
#include "prof/show/out.h"

/*
 * Writing
 */

/* A number as text, which no reader rounds. */
static void add_digits(struct strbuf *b, const char *kind, const struct cell *cell)
{
	strbuf_printf(b, "{\"%s\":\"", kind);
	if (cell->kind == CELL_UINT)
		strbuf_uint(b, cell->u);
	else
		strbuf_int(b, cell->i);
	strbuf_text(b, "\"}");
}

static void add_int(struct strbuf *b, const struct cell *cell)
{
	if (field_is_big(cell->i))
		add_digits(b, "int", cell);
	else
		strbuf_int(b, cell->i);
}

static void add_ints(struct strbuf *b, const int64_t *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		strbuf_char(b, i ? ',' : '[');
		field_int_write(b, v[i]);
	}
	strbuf_text(b, n ? "]" : "[]");
}

/* What stands between the members, and whether the last stands for all where
 * space is short. */
static void end_list(struct strbuf *b, const struct cell *cell)
{
	const char by = cell->joiner;

	strbuf_text(b, ",\"by\":");
	json_escape(b, (struct str){&by, 1});
	strbuf_text(b, cell->brief.p ? ",\"frames\":true}" : "}");
}

static void add_list(struct strbuf *b, const struct cell *cell)
{
	strbuf_text(b, "{\"list\":");
	for (size_t i = 0; i < cell->list.n; i++) {
		strbuf_char(b, i ? ',' : '[');
		json_escape(b, cell->list.v[i]);
	}
	strbuf_text(b, cell->list.n ? "]" : "[]");
	end_list(b, cell);
}

static void add_real(struct strbuf *b, const struct cell_real *real)
{
	strbuf_text(b, "\"real\":\"");
	out_real(b, real);
	strbuf_text(b, "\"}");
}

void sums_cell_write(const struct cell *cell, struct strbuf *b)
{
	switch (cell->kind) {
	case CELL_NONE:
	case CELL_MEMBERS: /* never a key */
		strbuf_text(b, "null");
		break;
	case CELL_NA:
		strbuf_text(b, "{\"na\":true}");
		break;
	case CELL_INT:
		add_int(b, cell);
		break;
	case CELL_UINT:
		add_digits(b, "uint", cell);
		break;
	case CELL_TIME:
		add_digits(b, "time", cell);
		break;
	case CELL_REAL:
		strbuf_char(b, '{');
		add_real(b, &cell->real);
		break;
	case CELL_NUMBER:
		strbuf_text(b, "{\"number\":");
		field_number_write(b, cell->number);
		strbuf_char(b, '}');
		break;
	case CELL_BOOL:
		strbuf_text(b, cell->b ? "true" : "false");
		break;
	case CELL_STR:
		json_escape(b, cell->s);
		break;
	case CELL_LIST:
		add_list(b, cell);
		break;
	case CELL_INTS:
		strbuf_text(b, "{\"ints\":");
		add_ints(b, cell->ints.v, cell->ints.n);
		end_list(b, cell);
		break;
	case CELL_DIM3:
		strbuf_text(b, "{\"dim3\":");
		add_ints(b,
		    (int64_t[]){cell->dim3.x, cell->dim3.y, cell->dim3.z}, 3);
		strbuf_char(b, '}');
		break;
	case CELL_NAMED:
		strbuf_text(b, "{\"peak\":");
		json_escape(b, str_of(cell->named.name));
		strbuf_char(b, ',');
		add_real(b, &cell->named.real);
		break;
	}
}

/*
 * Reading
 */

/* The members of an object that is a cell. */
struct spelled {
	bool na, frames;
	int64_t i, time;
	struct str uint, real, peak, by;
	double number;
	struct record_ints ints, dim3;
	struct record_strs list;
};

enum { NA, INT, UINT, TIME, NUMBER, INTS, DIM3, LIST, PEAK, REAL, BY, FRAMES };

#define ROW(key, member, read)                                                 \
	FIELD_AT(key, offsetof(struct spelled, member), read, false)

static const struct field_row rows[] = {
    [NA] = ROW(na, na, field_bool),
    [INT] = ROW(int, i, field_int),
    [UINT] = ROW(uint, uint, field_str),
    [TIME] = ROW(time, time, field_int),
    [NUMBER] = ROW(number, number, field_real),
    [INTS] = ROW(ints, ints, record_read_ints),
    [DIM3] = ROW(dim3, dim3, record_read_ints),
    [LIST] = ROW(list, list, record_read_strs),
    [PEAK] = ROW(peak, peak, field_str),
    [REAL] = ROW(real, real, field_str),
    [BY] = ROW(by, by, field_str),
    [FRAMES] = ROW(frames, frames, field_bool),
};

/* [-]N.NNN */
static bool read_real(struct str s, struct cell_real *real)
{
	int64_t milli;
	size_t whole;

	*real = (struct cell_real){.negative = str_skip(&s, "-")};
	if (s.n < sizeof "0.000" - 1 || s.p[s.n - 4] != '.')
		return false;
	whole = s.n - 4;
	if (s.p[whole + 1] == '-' || !num_parse_u64(s.p, whole, &real->whole) ||
	    !num_parse(s.p + whole + 1, 3, 0, 999, &milli))
		return false;
	real->milli = (unsigned)milli;
	return true;
}

/* A function for each kind of cell: false where the value is none. */

static bool set_na(const struct spelled *s, struct arena *a, struct cell *cell)
{
	(void)a;
	cell->kind = CELL_NA;
	return s->na;
}

static bool set_int(const struct spelled *s, struct arena *a, struct cell *cell)
{
	(void)a;
	cell_int(cell, s->i);
	return true;
}

static bool set_uint(const struct spelled *s, struct arena *a, struct cell *cell)
{
	uint64_t u;

	(void)a;
	if (!num_parse_u64(s->uint.p, s->uint.n, &u))
		return false;
	cell_uint(cell, u);
	return true;
}

static bool set_time(const struct spelled *s, struct arena *a, struct cell *cell)
{
	(void)a;
	cell_time(cell, s->time);
	return true;
}

static bool set_number(const struct spelled *s, struct arena *a, struct cell *cell)
{
	(void)a;
	cell_number(cell, s->number);
	return cell->kind == CELL_NUMBER;
}

static bool set_dim3(const struct spelled *s, struct arena *a, struct cell *cell)
{
	const int64_t *v = s->dim3.v;

	(void)a;
	if (s->dim3.n != 3)
		return false;
	cell_dim3(cell, (struct record_dim3){v[0], v[1], v[2]});
	return true;
}

static bool set_ints(const struct spelled *s, struct arena *a, struct cell *cell)
{
	(void)a;
	if (s->by.n != 1 || s->ints.n == 0)
		return false;
	cell_ints(cell, s->ints.v, s->ints.n, s->by.p[0]);
	return true;
}

static bool set_list(const struct spelled *s, struct arena *a, struct cell *cell)
{
	(void)a;
	if (s->by.n != 1 || s->list.n == 0)
		return false;
	cell_list(cell, s->list.v, s->list.n, s->by.p[0]);
	if (s->frames)
		column_frame(cell);
	return true;
}

static bool set_real(const struct spelled *s, struct arena *a, struct cell *cell)
{
	(void)a;
	cell->kind = CELL_REAL;
	return read_real(s->real, &cell->real);
}

static bool set_peak(const struct spelled *s, struct arena *a, struct cell *cell)
{
	cell->kind = CELL_NAMED;
	if (memchr(s->peak.p, '\0', s->peak.n))
		return false;
	cell->named.name = arena_text(a, s->peak.p, s->peak.n);
	return read_real(s->real, &cell->named.real);
}

#define BIT(row) (1u << (row))

/* Which members a kind has: all of them, and no others. */
static const struct {
	unsigned has, may;
	bool (*set)(const struct spelled *s, struct arena *a, struct cell *cell);
} kinds[] = {
    {BIT(NA), 0, set_na},
    {BIT(INT), 0, set_int},
    {BIT(UINT), 0, set_uint},
    {BIT(TIME), 0, set_time},
    {BIT(NUMBER), 0, set_number},
    {BIT(DIM3), 0, set_dim3},
    {BIT(INTS) | BIT(BY), 0, set_ints},
    {BIT(LIST) | BIT(BY), BIT(FRAMES), set_list},
    {BIT(REAL), 0, set_real},
    {BIT(PEAK) | BIT(REAL), 0, set_peak},
};

static int read_object(struct fields *f, struct cell *cell)
{
	struct spelled s = {0};
	uint64_t has;

	if (field_object(f, rows, NELEMS(rows), &s, &has) < 0)
		return -1;
	for (size_t i = 0; i < NELEMS(kinds); i++) {
		if ((has & ~(uint64_t)kinds[i].may) != kinds[i].has)
			continue;
		if (kinds[i].set(&s, f->arena, cell))
			return 0;
		break;
	}
	return field_complain(f, ": not a key");
}

int sums_cell_read(
    struct fields *f, enum json_token token, struct str text, struct cell *cell)
{
	*cell = (struct cell){.kind = CELL_NONE};
	if (token == JSON_OBJECT)
		return read_object(f, cell);
	if (token == JSON_STRING) {
		cell_str(cell, field_keep(f, text));
	} else if (token == JSON_TRUE || token == JSON_FALSE) {
		cell_bool(cell, token == JSON_TRUE);
	} else if (token == JSON_INT) {
		cell->kind = CELL_INT;
		return field_int(f, token, text, &cell->i);
	} else if (token != JSON_NULL) {
		return field_wrong(f, token);
	}
	return 0;
}
