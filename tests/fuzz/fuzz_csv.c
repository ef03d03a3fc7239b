/*
 * fuzz_csv.c - CSV rows, and tables of ncu, from any bytes.
 *
 * Checked: rows are the same wherever the first read ends, and no longer than
 * the text; counters are finite numbers of a launch that there is, durations
 * are not negative; a profile that is joined to itself fits, unless rows of it
 * were left out, or it has several processes.
 */
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "parse/read/counters.h"
#include "common/io.h"
#include "parse/read/csvrows.h"
#include "parse/read/input.h"
#include "parse/profile.h"
#include "parse/read/read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
	if (!holds)
		abort();
}

/* A text of which so many bytes are given first. */
struct pieces {
	struct str left;
	size_t first;
};

static long give(void *arg, char *buf, size_t size, struct err *err)
{
	struct pieces *p = arg;

	(void)err;
	if (p->first && size > p->first)
		size = p->first;
	if (size > p->left.n)
		size = p->left.n;
	if (size)
		memcpy(buf, p->left.p, size);
	p->left = str_from(p->left, size);
	p->first = 0;
	return (long)size;
}

static bool begins(void *arg, struct str line)
{
	(void)arg;
	return line.p[0] == '"' || line.p[0] == '0';
}

/* The rows as text, where the first at bytes come first. */
static void rows(struct str text, size_t at, csvrows_begins *b, struct strbuf *out)
{
	struct pieces p = {text, at};
	struct csvrows *r = csvrows_open(io_lines_from(give, &p), b, NULL);
	size_t i, n = 0;
	struct csvrow row;
	struct err err;

	out->n = 0;
	while (csvrows_next(r, &row, &err) > 0) {
		check(row.line <= csvrows_line(r));
		csvrows_name(r, &row);
		check(csvrows_columns(r) == row.n);
		strbuf_printf(out, "%d%d", (int)row.line, row.broken);
		for (i = 0; i < row.n; i++) {
			check(str_eq(csvrows_column(r, i), row.v[i]));
			strbuf_char(out, '|');
			strbuf_str(out, row.v[i]);
			n += row.v[i].n;
		}
	}
	check(n <= text.n + 1);
	csvrows_close(r);
}

static void check_rows(struct str text, csvrows_begins *b)
{
	struct strbuf whole = {0}, parts = {0};

	rows(text, text.n, b, &whole);
	rows(text, text.n / 2, b, &parts);
	check(str_eq(strbuf_get(&whole), strbuf_get(&parts)));
	strbuf_free(&whole);
	strbuf_free(&parts);
}

/* Whether it is a table of ncu. */
static bool read_table(struct profile *p, struct str text)
{
	struct source src = {.path = "-"};
	struct err err;
	int rc;

	profile_init(p, "fuzz", LAUNCH_BIT(LAUNCH_KERNEL));
	src.input = input_text(text, &err);
	if (!src.input)
		return false; /* gzip data that are none */
	src.head = input_head(src.input);
	read_ncu.detect(&src);
	rc = read_ncu.read(&src, p, &err);
	input_close(src.input);
	check(rc == 0 || err.text[0] != '\0');
	return rc == 0;
}

static void check_profile(const struct profile *p)
{
	size_t i;

	for (i = 0; i < p->counters.n; i++) {
		check(p->counters.v[i].launch < p->launches.n);
		check(p->counters.v[i].name < p->texts.list.n);
		check(isfinite(p->counters.v[i].value));
	}
	for (i = 0; i < p->launches.n; i++) {
		const struct launch *l = &p->launches.v[i];
		const struct config *c = profile_config(p, l);

		check(l->kind == LAUNCH_KERNEL && l->start == 0 && l->end >= 0);
		check(l->name == PROFILE_NONE || l->name < p->texts.list.n);
		check(c->smem >= 0 && c->regs >= 0);
	}
}

/* Whether nothing can be in doubt: no row was left out, and all kernels are of
 * one process, or of none. */
static bool is_sure(const struct profile *p)
{
	size_t i;

	for (i = 1; i < p->launches.n; i++)
		if (p->launches.v[i].thread != p->launches.v[0].thread)
			return false;
	return p->nlost == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str text = {(const char *)data, size};
	struct counters_report report;
	struct profile p, measured;

	check_rows(text, NULL);
	check_rows(text, begins);
	if (read_table(&p, text)) {
		check_profile(&p);
		check(read_table(&measured, text));
		counters_join(&p, &measured, &report);
		if (is_sure(&p)) {
			check(!report.first.p && report.joined == p.launches.n &&
			      report.kernels == report.joined &&
			      report.measured == report.joined);
			check(p.counters.n == 2 * measured.counters.n);
		}
		check_profile(&p);
		profile_free(&measured);
	}
	profile_free(&p);
	return 0;
}
