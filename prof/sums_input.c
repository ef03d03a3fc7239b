/*
 * sums_input.c - partial sums as input.
 *
 * In:  lines of pp-record(5), PARTIAL SUMS
 * Out: they are added to the groups of -g; or why they cannot be
 *
 * What sums were made with is part of them: those of other conditions or of
 * another device would add up to numbers that are of nothing.
 */
#include "prof/sums_input.h"

#include <stdlib.h>

#include "common/nelems.h"

/* The columns that a line of a process has. */
static const char *const process_keys[] = {"file", "rank", "pid", "step"};

/*
 * What they were made with
 */

static int by_text(const void *a, const void *b)
{
	return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

static void add_with(struct sums_input *in, struct str s)
{
	const char *p = arena_text(&in->with_arena, s.p, s.n);

	*vec_add(&in->with) = (struct str){p, s.n};
}

/* Sort v, and leave each once.  Return how many that are. */
static size_t tidy(struct str *v, size_t n)
{
	size_t kept = 0;

	if (n > 0)
		qsort(v, n, sizeof *v, by_text);
	for (size_t i = 0; i < n; i++) {
		if (kept == 0 || !str_eq(v[kept - 1], v[i]))
			v[kept++] = v[i];
	}
	return kept;
}

/* The first that only one of two tidy lists has; NULL: they are the same. */
static const struct str *only_one_has(
    const struct str *a, size_t na, const struct str *b, size_t nb)
{
	size_t i = 0;

	while (i < na && i < nb && str_eq(a[i], b[i]))
		i++;
	if (i == na)
		return i < nb ? &b[i] : NULL;
	return i == nb || str_cmp(a[i], b[i]) < 0 ? &a[i] : &b[i];
}

static void add_pair(struct sums_input *in, const char *option, struct str value)
{
	struct strbuf b = {0};

	strbuf_text(&b, option);
	strbuf_char(&b, ' ');
	strbuf_str(&b, value);
	add_with(in, strbuf_get(&b));
	strbuf_free(&b);
}

/* The conditions of this run, which are those of what it writes. */
static void add_where(struct sums_input *in)
{
	const char *text;

	for (size_t i = 0; (text = where_text(in->where, i)) != NULL; i++)
		add_pair(in, "--where", str_of(text));
}

/* A peak of --peak, or else of the file that describes the device; 0: none. */
static uint64_t peak_of(const struct gpu_choice *gpu, unsigned i)
{
	return gpu->peak[i] > 0 ? gpu->peak[i]
	       : gpu->says[i]	? gpu->said[i]
				: 0;
}

static void add_device(struct sums_input *in)
{
	struct strbuf b = {0};

	if (in->gpu->given)
		add_pair(in, "--gpu", in->gpu->gpu.name);
	for (unsigned i = 0; i < GPU_NPEAKS; i++) {
		if (peak_of(in->gpu, i) == 0)
			continue;
		b.n = 0;
		strbuf_printf(&b, "%s=", gpu_peak_name(i));
		strbuf_uint(&b, peak_of(in->gpu, i));
		add_pair(in, "--peak", strbuf_get(&b));
	}
	if (in->half != 0)
		add_pair(in, "--half", str_of(hw_half_name(in->half)));
	strbuf_free(&b);
}

/* The first head's are everybody's. */
static int check_with(struct sums_input *in, const struct sums_head *head,
    struct arena *arena, struct err *err)
{
	size_t n = head->with.n;
	struct str *with = arena_array(arena, n, sizeof *with);
	const struct str *odd;
	char clean[200];

	for (size_t i = 0; i < n; i++)
		with[i] = head->with.v[i];
	n = tidy(with, n);
	if (!in->begun) {
		for (size_t i = 0; i < n; i++)
			add_with(in, with[i]);
		return 0;
	}
	odd = only_one_has(in->with.v, in->with.n, with, n);
	if (!odd)
		return 0;
	return err_set(err, "sums with '%s', and sums without",
	    diag_clean(*odd, clean, sizeof clean));
}

/*
 * Lines
 */

static bool is_told_device(const struct sums_input *in)
{
	bool peaks = false;

	for (unsigned i = 0; i < GPU_NPEAKS; i++)
		peaks |= in->gpu->peak[i] > 0;
	return peaks || in->gpu->given || in->half != 0;
}

/* What this run asks of sums. */
static int check_options(struct sums_input *in, struct err *err)
{
	const char *beyond;

	if (!in->run)
		return err_set(err, "these are sums: -g shows them, by any of "
				    "the keys in this line");
	if (is_told_device(in))
		return err_set(err, "--gpu, --peak and --half go with records, "
				    "when the sums are made");
	beyond = where_looks_beyond(in->where, process_keys, NELEMS(process_keys));
	if (beyond && view_group_steps(in->run))
		return err_set(err,
		    "the steps where '%s' holds are not in these sums: --where "
		    "goes "
		    "with records then, when the sums are made",
		    beyond);
	return 0;
}

static int add_head(struct sums_input *in, struct arena *arena, struct err *err)
{
	const struct sums_head *head = &in->line.head;

	if (in->open)
		return err_set(
		    err, "cut off: the sums before have no end line");
	if (check_options(in, err) < 0 || check_with(in, head, arena, err) < 0)
		return -1;
	sums_keys_set(&in->keys, head);
	in->begun = in->open = true;
	in->lines = 0;
	if (view_group_bind(in->run, &in->keys, err) < 0)
		return -1;
	return where_bind(in->where, &in->keys, err);
}

static bool holds(struct sums_input *in, const struct row *row)
{
	return in->where->list.n == 0 || where_holds(in->where, row);
}

static int add_group(struct sums_input *in, struct err *err)
{
	const struct sums_line *line = &in->line;
	int kind = sums_key_find(&in->keys, "kind");
	struct record rec = {0};
	struct row row = {.rec = &rec};

	if (sums_keys_check(&in->keys, &line->keys, err) < 0)
		return -1;
	row.given = line->keys.v;
	if (kind >= 0 && row.given[kind].kind == CELL_STR)
		record_set(&rec, kind, row.given[kind].s);
	if (!line->stepless)
		record_mark(&rec, step);
	if (holds(in, &row))
		view_group_join(in->run, line, &row);
	return 0;
}

/* A step of a process, or none: its keys are those that conditions may look at. */
static void add_step(
    struct sums_input *in, struct record *rec, struct cell *cells, bool work)
{
	struct row row = {.rec = rec, .given = cells};

	for (size_t i = 0; i < NELEMS(process_keys); i++) {
		int at = sums_key_find(&in->keys, process_keys[i]);

		if (at < 0)
			continue;
		cells[at] = (struct cell){.kind = CELL_NONE};
		column_value(
		    column_find(str_of(process_keys[i])), &row, &cells[at]);
	}
	if (holds(in, &row))
		view_group_step(in->run, rec, work);
}

static void add_steps(struct sums_input *in, const struct record_strs *steps,
    struct cell *cells, bool work)
{
	struct record rec = in->line.process.rec;

	for (size_t i = 0; i < steps->n; i++) {
		record_set(&rec, step, steps->v[i]);
		add_step(in, &rec, cells, work);
	}
}

static void add_process(struct sums_input *in, struct arena *arena)
{
	struct sums_process *p = &in->line.process;
	struct cell *cells = arena_array(arena, in->keys.names.n, sizeof *cells);

	if (!view_group_steps(in->run))
		return;
	add_steps(in, &p->steps, cells, true);
	add_steps(in, &p->others, cells, false);
	if (p->steps.n + p->others.n == 0)
		add_step(in, &p->rec, cells, true);
}

int sums_input_line(struct sums_input *in, struct str line, struct arena *arena,
    struct err *err)
{
	if (!in->reader)
		in->reader = sums_reader_new();
	if (sums_read(in->reader, line, arena, &in->line, err) < 0)
		return -1;
	if (in->line.what == SUMS_HEAD) {
		if (add_head(in, arena, err) < 0)
			return -1;
	} else if (!in->open) {
		return err_set(err, "sums without a head");
	} else if (in->line.what == SUMS_GROUP) {
		if (add_group(in, err) < 0)
			return -1;
	} else if (in->line.what == SUMS_PROCESS) {
		add_process(in, arena);
	} else {
		if (in->line.end != in->lines)
			return err_set(
			    err, "cut off: %llu lines before the end, %llu were written",
			    (unsigned long long)in->lines,
			    (unsigned long long)in->line.end);
		in->open = false;
	}
	in->lines++;
	return 0;
}

int sums_input_end(const struct sums_input *in, struct err *err)
{
	return in->open ? err_set(err, "cut off: no end line") : 0;
}

void sums_input_write(struct sums_input *in)
{
	add_where(in);
	if (!in->begun)
		add_device(in);
	in->with.n = tidy(in->with.v, in->with.n);
	view_group_write(in->run, in->with.v, in->with.n);
}

void sums_input_free(struct sums_input *in)
{
	sums_reader_free(in->reader);
	sums_keys_free(&in->keys);
	vec_free(&in->with);
	arena_free(&in->with_arena);
}
