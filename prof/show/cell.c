/*
 * cell.c - setting, keeping and telling apart cells.
 *
 * In:  values
 * Out: a cell of their kind, or an unknown one where there is no value
 */
#include "prof/show/cell.h"

#include <math.h>

#include "prof/gpu/gpu.h"

__extension__ typedef unsigned __int128 wide;

void cell_str(struct cell *cell, struct str s)
{
	cell->kind = s.p ? CELL_STR : CELL_NA;
	cell->s = s;
}

void cell_text(struct cell *cell, const char *text)
{
	cell_str(cell, str_of(text));
}

void cell_copy(struct cell *cell, struct arena *arena, const struct strbuf *b)
{
	cell_str(cell, (struct str){arena_text(arena, b->p, b->n), b->n});
}

void cell_int(struct cell *cell, int64_t i)
{
	cell->kind = CELL_INT;
	cell->i = i;
}

void cell_uint(struct cell *cell, uint64_t u)
{
	cell->kind = CELL_UINT;
	cell->u = u;
}

void cell_time(struct cell *cell, int64_t ns)
{
	cell->kind = CELL_TIME;
	cell->i = ns;
}

void cell_bool(struct cell *cell, bool b)
{
	cell->kind = CELL_BOOL;
	cell->b = b;
}

void cell_dim3(struct cell *cell, struct record_dim3 d)
{
	cell->kind = CELL_DIM3;
	cell->dim3 = d;
}

void cell_list(struct cell *cell, const struct str *v, size_t n, char joiner)
{
	cell->kind = n > 0 ? CELL_LIST : CELL_NONE;
	cell->list.v = v;
	cell->list.n = n;
	cell->joiner = joiner;
}

void cell_ints(struct cell *cell, const int64_t *v, size_t n, char joiner)
{
	cell->kind = n > 0 ? CELL_INTS : CELL_NONE;
	cell->ints.v = v;
	cell->ints.n = n;
	cell->joiner = joiner;
}

void cell_members(
    struct cell *cell, const struct cell_member *v, size_t n, char joiner)
{
	cell->kind = n > 0 ? CELL_MEMBERS : CELL_NONE;
	cell->members.v = v;
	cell->members.n = n;
	cell->joiner = joiner;
}

void cell_number(struct cell *cell, double f)
{
	cell->kind = isfinite(f) ? CELL_NUMBER : CELL_NA;
	cell->number = f + 0.0; /* no -0 */
}

/* a * scale / b thousandths. */
static struct cell_real ratio(uint64_t a, uint64_t scale, uint64_t b)
{
	wide n = (wide)a * scale;
	wide q = n / b;

	bool up = n % b >= b - n % b;

	q += up;
	if (q / 1000 > UINT64_MAX)
		return (struct cell_real){.whole = UINT64_MAX, .milli = 999};
	return (struct cell_real){
	    .whole = (uint64_t)(q / 1000), .milli = (unsigned)(q % 1000), .up = up};
}

void cell_ratio(struct cell *cell, uint64_t a, uint64_t scale, uint64_t b)
{
	cell->kind = CELL_REAL;
	cell->real = ratio(a, scale, b);
}

void cell_double(struct cell *cell, double f)
{
	double a = fabs(f);

	if (!(a < 1e12)) {
		cell->kind = CELL_NA;
		return;
	}
	cell_ratio(cell, (uint64_t)(a * 1000.0 + 0.5), 1, 1);
	cell->real.negative = f < 0 && (cell->real.whole || cell->real.milli);
}

/* The memory's peaks are "dram" and what begins so. */
void cell_peak(struct cell *cell, const char *name, uint64_t peak)
{
	bool dram = str_starts(str_of(name), gpu_peak_name(GPU_DRAM));

	cell->kind = CELL_NAMED;
	cell->named.name = name;
	cell->named.real = ratio(peak, 1, dram ? 1000000 : 1000000000);
}

void cell_sum(struct cell *cell, uint64_t sum)
{
	cell->kind = sum == CELL_MUCH ? CELL_NA : CELL_UINT;
	cell->u = sum;
}

void cell_sum_time(struct cell *cell, uint64_t ns)
{
	cell->kind = ns > INT64_MAX ? CELL_NA : CELL_TIME;
	cell->i = (int64_t)ns;
}

void cell_share(struct cell *cell, uint64_t part, uint64_t all)
{
	if (all == 0)
		return;
	cell->kind = CELL_NA;
	if (part != CELL_MUCH && all != CELL_MUCH)
		cell_ratio(cell, part, 100000, all);
}

void cell_percent(struct cell *cell, uint64_t part, uint64_t all)
{
	cell->kind = CELL_NA;
	cell_share(cell, part, all);
}

/*
 * Keeping them
 */

static void add_bytes(struct strbuf *b, const void *p, size_t n)
{
	strbuf_add(b, p, n);
}

static void add_str(struct strbuf *b, struct str s)
{
	add_bytes(b, &s.n, sizeof s.n);
	strbuf_str(b, s);
}

static void add_real(struct strbuf *b, const struct cell_real *real)
{
	add_bytes(b, &real->whole, sizeof real->whole);
	add_bytes(b, &real->milli, sizeof real->milli);
	strbuf_char(b, real->negative);
}

void cell_bytes(const struct cell *cell, struct strbuf *b)
{
	strbuf_char(b, (char)cell->kind);
	switch (cell->kind) {
	case CELL_NONE:
	case CELL_NA:
		break;
	case CELL_INT:
	case CELL_TIME:
		add_bytes(b, &cell->i, sizeof cell->i);
		break;
	case CELL_UINT:
		add_bytes(b, &cell->u, sizeof cell->u);
		break;
	case CELL_REAL:
		add_real(b, &cell->real);
		break;
	case CELL_NUMBER:
		add_bytes(b, &cell->number, sizeof cell->number);
		break;
	case CELL_MEMBERS: /* never a key */
		break;
	case CELL_BOOL:
		strbuf_char(b, cell->b);
		break;
	case CELL_STR:
		add_str(b, cell->s);
		break;
	case CELL_LIST:
		for (size_t i = 0; i < cell->list.n; i++)
			add_str(b, cell->list.v[i]);
		break;
	case CELL_INTS:
		add_bytes(b, cell->ints.v, cell->ints.n * sizeof *cell->ints.v);
		break;
	case CELL_DIM3:
		add_bytes(b, &cell->dim3, sizeof cell->dim3);
		break;
	case CELL_NAMED:
		add_str(b, str_of(cell->named.name));
		add_real(b, &cell->named.real);
		break;
	}
	strbuf_char(b, '\0');
}

static struct str copy_str(struct arena *arena, struct str s)
{
	if (s.p)
		s.p = arena_text(arena, s.p, s.n);
	return s;
}

struct cell cell_keep(struct arena *arena, const struct cell *from)
{
	struct cell cell = *from;
	struct str *strs;
	struct cell_member *members;
	int64_t *ints;

	cell.brief = copy_str(arena, from->brief);
	switch (cell.kind) {
	case CELL_STR:
		cell.s = copy_str(arena, from->s);
		break;
	case CELL_NAMED:
		cell.named.name = copy_str(arena, str_of(from->named.name)).p;
		break;
	case CELL_LIST:
		strs = arena_array(arena, from->list.n, sizeof *strs);
		for (size_t i = 0; i < from->list.n; i++)
			strs[i] = copy_str(arena, from->list.v[i]);
		cell.list.v = strs;
		break;
	case CELL_INTS:
		ints = arena_array(arena, from->ints.n, sizeof *ints);
		for (size_t i = 0; i < from->ints.n; i++)
			ints[i] = from->ints.v[i];
		cell.ints.v = ints;
		break;
	case CELL_MEMBERS:
		members = arena_array(arena, from->members.n, sizeof *members);
		for (size_t i = 0; i < from->members.n; i++) {
			members[i] = from->members.v[i];
			members[i].key = copy_str(arena, members[i].key);
		}
		cell.members.v = members;
		break;
	default:
		break;
	}
	return cell;
}
