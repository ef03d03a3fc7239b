/*
 * gputrace.c - rows of what an NVIDIA GPU did.
 *
 * In:  cells, which columns they are of, units
 * Out: launches; of copies the bytes, where the printed numbers leave one choice
 *
 * Size and throughput are both rounded.  Each allows some whole numbers; where
 * both allow one and the same, that is the size.
 */
#include "parse/read/gputrace.h"

#include "common/ascii.h"
#include "common/num.h"
#include "parse/read/copies.h"
#include "parse/read/tables.h"

void gputrace_free(struct gputrace *t)
{
	intern_free(&t->devices);
	strbuf_free(&t->text);
}

/* The row that is read. */
struct row {
	const struct str *cells;
	size_t n;
};

/* What a cell tells; n == 0: nothing. */
static struct str told(struct str s)
{
	while (s.n && is_blank(s.p[0]))
		s = str_from(s, 1);
	while (s.n && is_blank(s.p[s.n - 1]))
		s.n--;
	return str_is(s, "-") ? (struct str){NULL, 0} : s;
}

/* The cell of the column; n == 0: there is none. */
static struct str cell_of(
    const struct gputrace *t, const struct row *r, enum gputrace_column column)
{
	size_t at = t->at[column];

	return told(at < r->n ? r->cells[at] : (struct str){NULL, 0});
}

/* The number of the cell and its unit; false: it has none. */
static bool number_of(struct gputrace *t, const struct row *r,
    enum gputrace_column column, struct measure *m, struct str *unit)
{
	struct str cell = cell_of(t, r, column), s = cell;

	if (s.n == 0)
		return false;
	*unit = t->units[column];
	if (!unit->p)
		s = measure_cut(s, unit);
	if (measure_read(s, m))
		return true;
	return tables_odd_cell(t->p, cell);
}

static bool take_int(struct gputrace *t, const struct row *r,
    enum gputrace_column column, int64_t *out)
{
	struct str s = cell_of(t, r, column);
	struct measure m;

	if (s.n == 0)
		return false;
	if (measure_read(s, &m) && m.places == 0 && m.digits >= 0) {
		*out = m.digits;
		return true;
	}
	return tables_odd_cell(t->p, s);
}

static bool take_time(struct gputrace *t, const struct row *r,
    enum gputrace_column column, int64_t *ns)
{
	struct measure m;
	struct str unit;
	int exponent;

	if (!number_of(t, r, column, &m, &unit))
		return false;
	if (!measure_time(unit, &exponent) || !measure_ns(&m, exponent, ns))
		return tables_odd_cell(t->p, cell_of(t, r, column));
	t->rough |= measure_is_rough(&m, exponent);
	return true;
}

static void take_times(struct gputrace *t, const struct row *r, struct launch *l)
{
	int64_t start, dur, end;

	if (take_time(t, r, GPUTRACE_START, &start) &&
	    take_time(t, r, GPUTRACE_DURATION, &dur) && dur >= 0 &&
	    num_sum(start, dur, &end))
		profile_set_times(t->p, l, start, end);
	else
		profile_untimed(t->p, l->kind);
}

bool gputrace_shape(struct str s, int64_t *v)
{
	size_t i, n;

	for (i = 0; i < 3; i++) {
		while (s.n && !is_digit(s.p[0]))
			s = str_from(s, 1);
		n = ascii_digits(s.p, s.n);
		if (!num_parse(s.p, n, 0, INT64_MAX, &v[i]))
			return false;
		s = str_from(s, n);
	}
	return true;
}

/* A grid or block: one cell, or three from `first` on. */
static bool take_shape(struct gputrace *t, const struct row *r,
    enum gputrace_column whole, enum gputrace_column first, int64_t *v)
{
	struct str s = cell_of(t, r, whole);

	if (s.n == 0)
		return take_int(t, r, first, &v[0]) &&
		       take_int(t, r, first + 1, &v[1]) &&
		       take_int(t, r, first + 2, &v[2]);
	if (gputrace_shape(s, v))
		return true;
	return tables_odd_cell(t->p, s);
}

/* Bytes, where the printed number tells them. */
static bool take_bytes(struct gputrace *t, const struct row *r,
    enum gputrace_column column, int64_t *n)
{
	struct measure m;
	struct str unit;
	int64_t factor;

	if (!number_of(t, r, column, &m, &unit))
		return false;
	if (measure_bytes(unit, t->thousand, &factor))
		return measure_exact(&m, factor, n);
	return tables_odd_cell(t->p, cell_of(t, r, column));
}

/* The whole numbers that size and rate both allow. */
static bool size_of(
    struct gputrace *t, const struct row *r, int64_t dur, struct whole *w)
{
	const int64_t second = 1000000000;
	struct measure m;
	struct whole rate;
	struct str unit;
	int64_t factor;

	if (!number_of(t, r, GPUTRACE_SIZE, &m, &unit) ||
	    !measure_bytes(unit, t->thousand, &factor) ||
	    !measure_whole(&m, factor, 1, 1, w))
		return false;
	if (dur <= 0 || !number_of(t, r, GPUTRACE_RATE, &m, &unit) ||
	    !measure_rate(unit, t->thousand, &factor))
		return true;
	if (t->whole_rate ? !measure_whole(&m, factor, 1, second / dur, &rate)
			  : !measure_whole(&m, factor, dur, second, &rate))
		return true;
	w->least = rate.least > w->least ? rate.least : w->least;
	w->most = rate.most < w->most ? rate.most : w->most;
	return true;
}

static void take_size(
    struct gputrace *t, const struct row *r, struct launch *l, struct config *c)
{
	struct whole w;

	if (cell_of(t, r, GPUTRACE_SIZE).n == 0)
		return;
	if (take_bytes(t, r, GPUTRACE_SIZE, &c->bytes)) {
		l->flags |= LAUNCH_HAS_BYTES;
	} else if (l->flags & LAUNCH_TIMED &&
		   size_of(t, r, l->end - l->start, &w) && w.least == w.most) {
		c->bytes = w.least;
		l->flags |= LAUNCH_HAS_BYTES;
	} else if (t->p->kinds & LAUNCH_BIT(l->kind)) {
		warnings_add(t->p->warnings,
		    "%s whose size is rounded in print: no bytes",
		    profile_kinds[l->kind].noun, (struct str){NULL, 0});
	}
}

/* What a row is of, by its name; false: of nothing that is read. */
static bool kind_of(struct str name, enum launch_kind *kind, const char **copy)
{
	*kind = LAUNCH_KERNEL;
	if (!str_starts(name, "["))
		return true;
	if (str_is(name, "[CUDA memset]")) {
		*kind = LAUNCH_MEMSET;
		return true;
	}
	*kind = LAUNCH_MEMCPY;
	if (!str_skip(&name, "[CUDA memcpy ") || name.n == 0 ||
	    name.p[name.n - 1] != ']')
		return false;
	*copy = copies_direction(name);
	return true;
}

/* "Memcpy HtoD (Pageable -> Device)", "Memset (Device)", as databases have it. */
static uint32_t name_of(struct gputrace *t, const struct row *r,
    enum launch_kind kind, const char *copy)
{
	struct str src = cell_of(t, r, GPUTRACE_SRC);
	struct str dst = cell_of(t, r, GPUTRACE_DST);
	struct strbuf *b = &t->text;

	copies_name(b, copy);
	if (kind == LAUNCH_MEMSET) {
		b->n = 0;
		strbuf_text(b, "Memset");
		src = src.n ? src : dst;
		dst = src;
	}
	if (src.n && dst.n) {
		strbuf_text(b, " (");
		strbuf_str(b, src);
		if (kind == LAUNCH_MEMCPY) {
			strbuf_text(b, " -> ");
			strbuf_str(b, dst);
		}
		strbuf_char(b, ')');
	}
	return intern_add(&t->p->texts, strbuf_get(b));
}

/* Take the device of "NVIDIA A30 (0)"; false where it was cut.  Tables of two
 * machines have two devices with one number. */
static bool take_device(struct gputrace *t, struct str s, struct config *c)
{
	struct profile *p = t->p;
	int64_t key[3] = {t->pid >= 0 ? t->pid : PROFILE_ANY, 0, 0};
	struct str bytes = {(const char *)key, sizeof key};
	struct device *d;
	size_t at = s.n;
	uint32_t i;

	while (at > 0 && s.p[at - 1] != '(')
		at--;
	if (at < 2 || s.p[s.n - 1] != ')' || s.p[at - 2] != ' ' ||
	    !num_parse(s.p + at, s.n - at - 1, 0, INT64_MAX, &c->device))
		return false;
	s.n = at - 2;
	key[1] = c->device;
	key[2] = intern_add(&p->texts, s);
	i = intern_add(&t->devices, bytes);
	if (i < UINT16_MAX)
		c->gpu = (uint16_t)(i + 1);
	if (i < p->devices.n)
		return true;
	d = vec_add(&p->devices);
	*d = (struct device){.process = key[0],
	    .id = c->device,
	    .ordinal = c->device,
	    .gpu = RECORD_NO_GPU};
	d->gpu.name = intern_get(&p->texts, (uint32_t)key[2]);
	return true;
}

static void take_kernel(
    struct gputrace *t, const struct row *r, struct launch *l, struct config *c)
{
	int64_t fixed, dynamic;

	if (take_shape(t, r, GPUTRACE_GRID, GPUTRACE_GRID_X, c->grid) &&
	    take_shape(t, r, GPUTRACE_BLOCK, GPUTRACE_BLOCK_X, c->block))
		l->flags |= LAUNCH_HAS_GRID;
	if (take_int(t, r, GPUTRACE_REGS, &c->regs))
		l->flags |= LAUNCH_HAS_REGS;
	if (take_bytes(t, r, GPUTRACE_STATIC, &fixed) &&
	    take_bytes(t, r, GPUTRACE_DYNAMIC, &dynamic) &&
	    num_sum(fixed, dynamic, &c->smem))
		l->flags |= LAUNCH_HAS_SMEM;
}

/* " [218]" at the end of a name is its correlation id, where the table has no
 * column for it. */
static void cut_corr(struct str *name, struct launch *l)
{
	size_t at = name->n;

	while (at > 0 && name->p[at - 1] != '[')
		at--;
	if (at < 2 || name->p[at - 2] != ' ' || name->p[name->n - 1] != ']' ||
	    !num_parse(name->p + at, name->n - at - 1, 0, INT64_MAX, &l->corr))
		return;
	l->flags |= LAUNCH_HAS_CORR;
	name->n = at - 2;
}

uint32_t gputrace_add(struct gputrace *t, const struct tables *tables)
{
	const struct row r = {tables->cells.v.v, tables->cells.v.n};
	struct str name = cell_of(t, &r, GPUTRACE_NAME), device;
	struct str half = told(tables_half(tables, t->at[GPUTRACE_NAME]));
	struct config c = PROFILE_NO_CONFIG;
	struct profile *p = t->p;
	enum launch_kind kind;
	const char *copy = NULL;
	struct launch unread = {.flags = 0}, *l = &unread;

	if (name.n == 0 && (half.n == 0 || half.p[0] == '[')) {
		p->nlost++;
		warnings_add(p->warnings, "%s without a name: left out", "row",
		    (struct str){NULL, 0});
		return PROFILE_NONE;
	}
	if (!kind_of(name, &kind, &copy))
		return PROFILE_NONE;
	if (profile_reads(p, kind))
		l = profile_launch(p, kind);
	unread.kind = (uint8_t)kind;
	take_times(t, &r, l);
	if (l == &unread)
		return PROFILE_NONE;
	if (take_int(t, &r, GPUTRACE_CORR, &l->corr))
		l->flags |= LAUNCH_HAS_CORR;
	else if (t->at[GPUTRACE_CORR] == SIZE_MAX)
		cut_corr(&name, l);
	device = cell_of(t, &r, GPUTRACE_DEVICE);
	if (device.n && take_device(t, device, &c))
		l->flags |= LAUNCH_HAS_DEVICE;
	if (take_int(t, &r, GPUTRACE_CONTEXT, &c.context))
		l->flags |= LAUNCH_HAS_CONTEXT;
	if (take_int(t, &r, GPUTRACE_STREAM, &c.stream))
		l->flags |= LAUNCH_HAS_STREAM;
	if (t->pid >= 0)
		l->thread = profile_process(p, t->pid, t->pid);
	if (kind == LAUNCH_KERNEL) {
		if (name.n)
			l->name = intern_add(&p->texts, name);
		else
			p->nunnamed++;
		take_kernel(t, &r, l, &c);
	} else {
		l->name = name_of(t, &r, kind, copy);
		if (copy)
			c.copy = intern_add(&p->texts, str_of(copy));
		take_size(t, &r, l, &c);
	}
	profile_set_config(p, l, &c);
	return (uint32_t)(p->launches.n - 1);
}
