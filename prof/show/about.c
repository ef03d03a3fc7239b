/*
 * about.c - what the head of a page says of the input as a whole.
 *
 * In:  records of any kind
 * Out: names, devices, steps, how much of the time has a cost, what is left out
 */
#include "prof/show/about.h"

#include <inttypes.h>

#include "common/io.h"
#include "common/nelems.h"
#include "prof/show/escape.h"
#include "prof/show/scale.h"

void about_input(struct about *a, struct str name)
{
	intern_add(&a->inputs, name);
}

static void add_device(struct about *a, struct str name)
{
	uint32_t i;

	if (name.n == 0 || (a->device.p && str_eq(a->device, name)))
		return;
	i = intern_add(&a->devices, name);
	a->device = intern_get(&a->devices, i);
}

void about_profile(struct about *a, const struct record *rec)
{
	asked_add(&a->asked, rec);
	if (record_has(rec, producer))
		intern_add(&a->producers, rec->producer);
	for (size_t i = 0; i < rec->devices.n; i++)
		add_device(a, rec->devices.v[i].name);
}

/* Whether the step is of the same process as the last one, and the same: steps
 * come one behind the other, and most rows cost no more than this. */
static bool is_last(const struct about *a, const struct record *rec)
{
	return a->steps.list.n > 0 && str_eq(a->step, rec->step) &&
	       str_eq(a->step_file, rec->file) &&
	       a->rank == (record_has(rec, rank) ? rec->rank : -1) &&
	       a->pid == (record_has(rec, pid) ? rec->pid : -1);
}

static void add_step(struct about *a, const struct record *rec)
{
	struct strbuf b = {0};
	uint32_t i;

	if (is_last(a, rec))
		return;
	a->rank = record_has(rec, rank) ? rec->rank : -1;
	a->pid = record_has(rec, pid) ? rec->pid : -1;
	strbuf_printf(
	    &b, "%" PRId64 " %" PRId64 " %zu ", a->rank, a->pid, rec->file.n);
	strbuf_str(&b, rec->file);
	strbuf_str(&b, rec->step);
	i = intern_add(&a->steps, strbuf_get(&b));
	a->step = str_from(intern_get(&a->steps, i), b.n - rec->step.n);
	a->step_file = (struct str){a->step.p - rec->file.n, rec->file.n};
	strbuf_free(&b);
}

static void add_file(struct about *a, struct str file)
{
	uint32_t i;

	if (a->file.p && str_eq(a->file, file))
		return;
	i = intern_add(&a->files, file);
	a->file = intern_get(&a->files, i);
}

void about_row(struct about *a, const struct row *row, bool holds)
{
	const struct record *rec = row->rec;

	a->rows++;
	a->left_out += !holds;
	asked_add(&a->asked, rec);
	if (!holds)
		return;
	if (record_has(rec, file))
		add_file(a, rec->file);
	if (record_has(rec, gpu))
		add_device(a, rec->gpu.name);
	if (record_has(rec, step))
		add_step(a, rec);
	if (row_is_kernel(rec))
		group_count(&a->kernels, row);
}

/* "a, b": at most so many, then how many more. */
static void put_names(const struct intern *names, size_t most, struct strbuf *b)
{
	size_t n = names->list.n;

	for (size_t i = 0; i < n && i < most; i++) {
		if (i > 0)
			strbuf_text(b, ", ");
		escape_text(intern_get(names, (uint32_t)i), b);
	}
	if (n > most)
		strbuf_printf(b, " and %zu more", n - most);
}

static const struct intern *names_of(const struct about *a)
{
	return a->files.list.n > 0 ? &a->files : &a->inputs;
}

void about_title(const struct about *a, struct strbuf *b)
{
	const struct intern *names = names_of(a);
	const char *piped = io_name("-");

	if (names->list.n == 0 ||
	    (names->list.n == 1 && str_is(intern_get(names, 0), piped)))
		strbuf_text(b, "GPU profile");
	else
		put_names(names, 1, b);
}

static void begin(const char *term, struct strbuf *b)
{
	strbuf_printf(b, "<dt>%s</dt><dd>", term);
}

static void end(struct strbuf *b)
{
	strbuf_text(b, "</dd>\n");
}

static void put_list(const char *term, const struct intern *names, struct strbuf *b)
{
	if (names->list.n == 0)
		return;
	begin(term, b);
	put_names(names, 8, b);
	end(b);
}

static void put_known(const char *what, const struct group *g,
    const struct group_known *known, struct strbuf *b)
{
	const struct column percent = {.kind = CELL_REAL, .of = OF_PERCENT};
	struct cell cell = {.kind = CELL_NONE};
	struct scale scale = scale_choose(&percent, OUT_AUTO, 0);
	struct out o = {0};

	group_put_known(&cell, g, known);
	strbuf_printf(b, "%s of ", what);
	scale_text(&scale, &o, &cell, b);
	strbuf_text(b, " %");
	strbuf_free(&o.scratch);
}

static void put_kernels(const struct about *a, struct strbuf *b)
{
	const struct group *g = &a->kernels;

	begin("Kernels", b);
	strbuf_uint(b, g->n);
	if (g->timed > 0 && g->total != CELL_MUCH) {
		strbuf_text(b, ", ");
		scale_time(g->total, b);
	}
	end(b);
	if (g->flops.all == 0)
		return;
	begin("Cost known", b);
	put_known("FLOPs", g, &g->flops, b);
	put_known(", bytes", g, &g->bytes, b);
	strbuf_text(b, " of their time");
	end(b);
}

/* So many of what are not in the page; none: no word of it. */
static void put_left_out(uint64_t n, const char *what, struct strbuf *b)
{
	if (n == 0)
		return;
	begin("Left out", b);
	strbuf_printf(b, "%" PRIu64 " %s", n, what);
	end(b);
}

#define BITS_KNOWN (KIND_BIT(KIND_KERNEL) | KIND_BITS_COPIES | KIND_BITS_HOST)

void about_put(const struct about *a, bool whole, struct strbuf *b)
{
	const struct group *g = &a->kernels;
	struct strbuf kinds = {0};

	strbuf_text(b, "<dl>\n");
	put_list("Input", names_of(a), b);
	put_list("Recorded by", &a->producers, b);
	put_list("Device", &a->devices, b);
	begin("Steps", b);
	if (a->steps.list.n > 0)
		strbuf_uint(b, a->steps.list.n);
	else
		strbuf_text(b, "none marked");
	end(b);
	put_kernels(a, b);
	put_left_out(a->left_out, "records, by --where", b);
	put_left_out(g->n - g->timed, "kernels' times, which are not known", b);
	asked_missing(&a->asked, BITS_KNOWN, &kinds);
	if (kinds.n > 0) {
		begin("Not recorded", b);
		strbuf_printf(
		    b, "%.*s: see pp-parse -k all", (int)kinds.n, kinds.p);
		end(b);
	}
	if (!whole) {
		begin("Left out", b);
		strbuf_text(b, "all behind a line that could not be read");
		end(b);
	}
	strbuf_text(b, "</dl>\n");
	strbuf_free(&kinds);
}

void about_free(struct about *a)
{
	intern_free(&a->inputs);
	intern_free(&a->files);
	intern_free(&a->producers);
	intern_free(&a->devices);
	intern_free(&a->steps);
	asked_free(&a->asked);
}
