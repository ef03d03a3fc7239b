/*
 * svg_steps.c - the time of each step as a bar, in parts.
 *
 * In:  the rows of the view steps
 * Out: a bar a step, the roles from the bottom up in the order of the columns
 */
#include "prof/show/svg.h"

#include "prof/show/escape.h"
#include "prof/show/process.h"
#include "prof/show/scale.h"

/* Pixels; of bars: so many are drawn, and no bar is wider than with LEAST. */
enum {
	HEIGHT = 240,
	FOOT = 22,
	ROOM = 14,
	MOST = 400,
	LEAST = 10,
	LABELS = 10
};

/* Percent of the width in front of the bars, where the times stand. */
enum { EDGE = 7 };

/* The roles that this page has colours for. */
enum { NROLES = 8 };

struct bars {
	const struct view_run *run;
	size_t n, step, total;
	size_t roles[NROLES], nroles; /* columns */
	uint64_t most;		      /* the top, ns */
	double slots;		      /* bars that the width is for */
};

static const struct cell *cell_of(const struct bars *s, size_t row, size_t i)
{
	return &s->run->table.rows.v[row][i];
}

static uint64_t ns_of(const struct bars *s, size_t row, size_t i)
{
	const struct cell *cell = cell_of(s, row, i);

	return cell->kind == CELL_TIME && cell->i > 0 ? (uint64_t)cell->i : 0;
}

static void measure(struct bars *s)
{
	const struct view *view = s->run->view;
	size_t n = s->run->table.rows.n - s->run->table.nclosing;

	s->n = n < MOST ? n : MOST;
	s->slots = (double)(s->n > LEAST ? s->n : LEAST);
	s->step = svg_column(s->run, "step");
	s->total = svg_column(s->run, "total");
	for (size_t i = 0; i < view->ncolumns && s->nroles < NROLES; i++)
		if (view->columns[i].is_part)
			s->roles[s->nroles++] = i;
	for (size_t row = 0; row < s->n; row++) {
		uint64_t ns = ns_of(s, row, s->total);

		s->most = ns > s->most ? ns : s->most;
	}
}

/* 1, 2 or 5 times a power of 10, of which at most five fit. */
static uint64_t tick_of(uint64_t most)
{
	static const unsigned times[] = {1, 2, 5};

	for (uint64_t power = 1; power < UINT64_MAX / 100; power *= 10)
		for (size_t i = 0; i < 3; i++)
			if (most / (times[i] * power) <= 5)
				return times[i] * power;
	return most;
}

/* Percent: where the bar begins, and so much of the place of one. */
static double x_of(const struct bars *s, size_t row, double part)
{
	return EDGE + (100 - EDGE) * ((double)row + part) / s->slots;
}

static double top_of(const struct bars *s, uint64_t ns)
{
	return ROOM + (HEIGHT - ROOM) * (1 - (double)ns / (double)s->most);
}

/* Lines at round times, which stand behind the bars; then their texts, before
 * them. */
static void put_ticks(const struct bars *s, bool lines, struct strbuf *b)
{
	static const struct {
		const char *name;
		uint64_t ns;
	} units[] = {{"s", 1000000000}, {"ms", 1000000}, {"us", 1000}, {"ns", 1}};
	uint64_t tick = tick_of(s->most);
	size_t unit = 0;

	while (tick % units[unit].ns > 0)
		unit++;
	strbuf_text(b, "<g class=\"x\">\n");
	for (uint64_t i = 0; i <= s->most / tick; i++) {
		double y = top_of(s, i * tick);
		struct strbuf text = {0};

		strbuf_uint(&text, i * tick / units[unit].ns);
		strbuf_printf(&text, " %s", units[unit].name);
		if (lines)
			svg_line(0, y, 100, y, "g", b);
		else
			svg_text(0, y - 3, "start", strbuf_get(&text), b);
		strbuf_free(&text);
	}
	strbuf_text(b, "</g>\n");
}

/* The process, where rows are of several, and the step. */
static void put_name(const struct bars *s, size_t row, struct strbuf *b)
{
	for (size_t i = 0; i < PROCESS_NKEYS; i++) {
		const struct cell *cell = cell_of(s, row, i);

		if (i == PROCESS_RANK && cell->kind == CELL_INT) {
			strbuf_text(b, "rank ");
			strbuf_int(b, cell->i);
			strbuf_text(b, ", ");
		} else if (i == PROCESS_FILE && cell->kind == CELL_STR) {
			escape_text(cell->s, b);
			strbuf_text(b, ", ");
		}
	}
	if (cell_of(s, row, s->step)->kind == CELL_STR)
		escape_text(cell_of(s, row, s->step)->s, b);
	else
		strbuf_text(b, "all");
}

static void put_part(const struct bars *s, size_t row, size_t role,
    uint64_t below, struct strbuf *b)
{
	uint64_t ns = ns_of(s, row, s->roles[role]);
	uint64_t total = ns_of(s, row, s->total);

	strbuf_printf(b, "<rect class=\"k%zu\"", role);
	svg_set("x", x_of(s, row, 0.1), "%", b);
	svg_set("y", top_of(s, below + ns), "", b);
	svg_set("width", x_of(s, 0, 0.8) - EDGE, "%", b);
	svg_set("height", (HEIGHT - ROOM) * (double)ns / (double)s->most, "", b);
	strbuf_text(b, "><title>");
	put_name(s, row, b);
	strbuf_printf(b, ": %s ", s->run->view->columns[s->roles[role]].key);
	scale_time(ns, b);
	strbuf_text(b, " of ");
	scale_time(total, b);
	strbuf_text(b, "</title></rect>\n");
}

/* What tells steps apart stands at the end of their labels: "#3". */
static struct str short_label(const struct cell *cell)
{
	struct str s = cell->kind == CELL_STR ? cell->s : STR("all");

	for (size_t i = s.n; i > 0; i--)
		if (s.p[i - 1] == '#' && s.n - i < 12)
			return str_from(s, i - 1);
	return s.n > 12 ? (struct str){s.p, 12} : s;
}

static void put_bars(const struct bars *s, struct strbuf *b)
{
	size_t every = (s->n + LABELS - 1) / LABELS;

	for (size_t row = 0; row < s->n; row++) {
		uint64_t below = 0;

		for (size_t i = 0; i < s->nroles; i++) {
			uint64_t ns = ns_of(s, row, s->roles[i]);

			if (ns > 0)
				put_part(s, row, i, below, b);
			below += ns;
		}
		if (row % every == 0)
			svg_text(x_of(s, row, 0.5), HEIGHT + 15, "middle",
			    short_label(cell_of(s, row, s->step)), b);
	}
}

/* The colours of the roles that took time. */
static void put_key(const struct bars *s, struct strbuf *b)
{
	strbuf_text(b, "<ul class=\"key\">\n");
	for (size_t i = 0; i < s->nroles; i++) {
		uint64_t ns = 0;

		for (size_t row = 0; row < s->n && ns == 0; row++)
			ns = ns_of(s, row, s->roles[i]);
		if (ns > 0)
			strbuf_printf(b,
			    "<li><svg aria-hidden=\"true\"><rect "
			    "class=\"k%zu\" "
			    "width=\"100%%\" height=\"100%%\"/></svg>%s</li>\n",
			    i, s->run->view->columns[s->roles[i]].key);
	}
	strbuf_text(b, "</ul>\n");
}

static void draw(struct view_run *run, struct strbuf *b)
{
	struct bars s = {.run = run};
	size_t all = run->table.rows.n - run->table.nclosing;

	measure(&s);
	if (s.n == 0 || s.most == 0)
		return;
	svg_begin("steps", HEIGHT + FOOT,
	    "Time of each step by what it was spent on", b);
	strbuf_printf(b, "<desc>A bar for each of %zu steps", s.n);
	if (s.n < all)
		strbuf_printf(b, ", the first of %zu", all);
	strbuf_text(b, "; the table has the numbers.</desc>\n");
	put_ticks(&s, true, b);
	put_bars(&s, b);
	put_ticks(&s, false, b);
	svg_end(b);
	put_key(&s, b);
}

const struct view_picture svg_steps = {.draw = draw};
