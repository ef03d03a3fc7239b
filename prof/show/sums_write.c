/*
 * sums_write.c - partial sums as lines of JSON: pp-record(5), PARTIAL SUMS.
 *
 * In:  groups in their order, the steps of processes
 * Out: a head, a line a group, a line a process, an end
 *
 * Lines and numbers do not depend on how the rows came, so that the sums of
 * sums are byte for byte those of all rows.
 */
#include "prof/show/sums.h"

#include "common/field.h"
#include "common/io.h"
#include "prof/show/process.h"
#include "prof/show/sums_cell.h"

#define BEGIN "{\"kind\":\"sums\","

struct writer {
	const struct sums_source *s;
	struct strbuf b;
	uint64_t lines;
};

static void end_line(struct writer *w)
{
	strbuf_text(&w->b, "}\n");
	io_write(strbuf_get(&w->b));
	w->b.n = 0;
	w->lines++;
}

/* As all numbers of records: a string where a double would round it. */
static void add_wide(struct strbuf *b, group_wide n)
{
	char digits[40];
	size_t i = sizeof digits;
	bool big = n > (group_wide)1 << 53;

	do {
		digits[--i] = (char)('0' + (int)(n % 10));
		n /= 10;
	} while (n > 0);
	strbuf_text(b, big ? "\"" : "");
	strbuf_add(b, digits + i, sizeof digits - i);
	strbuf_text(b, big ? "\"" : "");
}

static void add_key(struct strbuf *b, const char *key)
{
	strbuf_text(b, ",\"");
	strbuf_text(b, key);
	strbuf_text(b, "\":");
}

/* A number, unless it is 0. */
static void add_number(struct strbuf *b, const char *key, uint64_t n)
{
	if (n == 0)
		return;
	add_key(b, key);
	add_wide(b, n);
}

/* Several, unless all are 0. */
static void add_numbers(
    struct strbuf *b, const char *key, const group_wide *v, size_t n)
{
	bool any = false;

	for (size_t i = 0; i < n; i++)
		any |= v[i] != 0;
	if (!any)
		return;
	add_key(b, key);
	for (size_t i = 0; i < n; i++) {
		strbuf_char(b, i ? ',' : '[');
		add_wide(b, v[i]);
	}
	strbuf_char(b, ']');
}

static void add_known(
    struct strbuf *b, const char *key, const struct group_known *known)
{
	const group_wide v[] = {known->ns, known->all};

	add_numbers(b, key, v, 2);
}

static void add_more(struct writer *w, const struct group *g)
{
	unsigned wide;
	struct group_numbers n;

#define ADD(name, sum)                                                         \
	group_more_save(w->s->more, g, sum, &n);                               \
	add_numbers(&w->b, #name, n.v, group_more_shape(sum, &wide));
	GROUP_PARTS(ADD)
#undef ADD
}

static void write_group(struct writer *w, const struct group *g)
{
	size_t n = w->s->by->list.n;
	struct strbuf *b = &w->b;

	strbuf_text(b, BEGIN "\"group\":");
	for (size_t i = 0; i < n; i++) {
		strbuf_char(b, i ? ',' : '[');
		sums_cell_write(&g->keys[i], b);
	}
	strbuf_char(b, ']');
	if (!g->keys[n].b)
		strbuf_text(b, ",\"stepless\":true");
	add_number(b, "count", g->n);
	add_number(b, "timed", g->timed);
	add_number(b, "total", g->total);
	add_number(b, "min", g->min);
	add_number(b, "max", g->max);
	add_known(b, "known", &g->flops);
	add_known(b, "bknown", &g->bytes);
	add_more(w, g);
	end_line(w);
}

/*
 * Processes
 */

enum { STEP = PROCESS_NKEYS };

static bool is_known(const struct cell *cell)
{
	return cell->kind == CELL_INT || cell->kind == CELL_STR;
}

static int process_cmp(const struct group *a, const struct group *b)
{
	int c = 0;

	for (size_t i = 0; c == 0 && i < PROCESS_NKEYS; i++)
		c = process_cell_order(&a->keys[i], &b->keys[i]);
	return c;
}

/* By process, then the steps of what worked, and the same step side by side. */
static int by_process(const void *a, const void *b)
{
	const struct group *x = *(struct group *const *)a;
	const struct group *y = *(struct group *const *)b;
	int c = process_cmp(x, y);

	if (c == 0)
		c = process_cell_order(&x->keys[STEP], &y->keys[STEP]);
	return c ? c : *(const bool *)y->more - *(const bool *)x->more;
}

static void add_process(struct strbuf *b, const struct group *g, const bool *shown)
{
	static const char *const keys[] = {"file", "rank", "pid"};

	for (size_t i = 0; i < PROCESS_NKEYS; i++) {
		const struct cell *cell = &g->keys[i];

		if (!shown[i] || !is_known(cell))
			continue;
		if (b->p[b->n - 1] != '{')
			strbuf_char(b, ',');
		strbuf_printf(b, "\"%s\":", keys[i]);
		if (cell->kind == CELL_INT)
			field_int_write(b, cell->i);
		else
			json_escape(b, cell->s);
	}
}

/* The steps of v[n], one process's, that something worked in, or those of other
 * rows alone. */
static void add_steps(struct strbuf *b, const char *key, struct group *const *v,
    size_t n, bool work)
{
	const struct group *last = NULL;
	bool any = false;

	for (size_t i = 0; i < n; i++) {
		const struct cell *step = &v[i]->keys[STEP];

		/* the first of those that are the same has worked, if any has */
		if (!is_known(step) ||
		    (last && str_eq(last->keys[STEP].s, step->s)))
			continue;
		last = v[i];
		if (*(const bool *)last->more != work)
			continue;
		if (!any)
			add_key(b, key);
		strbuf_char(b, any ? ',' : '[');
		json_escape(b, step->s);
		any = true;
	}
	if (any)
		strbuf_char(b, ']');
}

static void write_processes(struct writer *w)
{
	static const bool all[PROCESS_NKEYS] = {true, true, true};
	struct group **v = w->s->steps->list.v;
	size_t n = w->s->steps->list.n, end;

	for (size_t i = 0; i < n; i = end) {
		for (end = i + 1; end < n && process_cmp(v[i], v[end]) == 0;)
			end++;
		strbuf_text(&w->b, BEGIN "\"process\":{");
		add_process(&w->b, v[i], all);
		strbuf_char(&w->b, '}');
		add_steps(&w->b, "steps", v + i, end - i, true);
		add_steps(&w->b, "others", v + i, end - i, false);
		end_line(w);
	}
}

/* What of a process is the same in all rows. */
static void add_common(struct writer *w)
{
	const struct group_table *t = w->s->steps;
	bool same[PROCESS_NKEYS] = {true, true, true};

	for (size_t i = 1; i < t->list.n; i++) {
		for (size_t k = 0; k < PROCESS_NKEYS; k++)
			same[k] &= process_cell_order(&t->list.v[0]->keys[k],
				       &t->list.v[i]->keys[k]) == 0;
	}
	if (t->list.n > 0)
		add_process(&w->b, t->list.v[0], same);
}

static void write_head(struct writer *w)
{
	const struct sums_source *s = w->s;
	struct strbuf *b = &w->b;

	strbuf_text(b, BEGIN "\"head\":{\"v\":");
	strbuf_int(b, SUMS_VERSION);
	strbuf_text(b, ",\"keys\":");
	for (size_t i = 0; i < s->by->list.n; i++) {
		strbuf_char(b, i ? ',' : '[');
		json_escape(b, str_of(s->by->list.v[i]->key));
	}
	strbuf_char(b, ']');
	if (s->nwith > 0)
		add_key(b, "with");
	for (size_t i = 0; i < s->nwith; i++) {
		strbuf_char(b, i ? ',' : '[');
		json_escape(b, s->with[i]);
	}
	strbuf_text(b, s->nwith > 0 ? "]" : "");
	add_common(w);
	strbuf_char(b, '}');
	end_line(w);
}

void sums_write(const struct sums_source *s)
{
	struct writer w = {.s = s};

	if (s->steps->list.n > 0)
		qsort(s->steps->list.v, s->steps->list.n,
		    sizeof *s->steps->list.v, by_process);
	write_head(&w);
	for (size_t i = 0; i < s->groups->list.n && !io_failed(); i++)
		write_group(&w, s->groups->list.v[i]);
	write_processes(&w);
	strbuf_text(&w.b, BEGIN "\"end\":");
	strbuf_uint(&w.b, w.lines);
	end_line(&w);
	strbuf_free(&w.b);
}
