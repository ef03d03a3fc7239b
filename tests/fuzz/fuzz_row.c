/*
 * fuzz_row.c - a line of input as pp-prof takes it: record, cost, every column,
 * every format; and as a view takes it.
 *
 * What must hold for any record: no control character leaves a text format, the
 * space format has one field a column, JSON is JSON, CSV quotes are even.
 */
#include <stdlib.h>

#include "common/json.h"
#include "prof/show/view.h"
#include "prof/show/width.h"

static void check_visible(struct str s)
{
	for (size_t i = 0; i + 1 < s.n; i++) {
		if ((unsigned char)s.p[i] < 0x20 || s.p[i] == 0x7f)
			abort();
	}
	if (s.n == 0 || s.p[s.n - 1] != '\n')
		abort();
}

static size_t count(struct str s, char c)
{
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++)
		n += s.p[i] == c;
	return n;
}

static void check_json(struct str s)
{
	struct json *j = json_text(s, JSON_STRICT);
	enum json_token token;
	struct str text;

	do
		token = json_next(j, &text);
	while (token != JSON_END && token != JSON_ERROR);
	if (token == JSON_ERROR)
		abort();
	json_free(j);
}

/* A header and a row with -w, which must be lines of so many cells at most: at
 * this width no number needs more. */
static void write_table(const struct columns *cols, const struct row *row)
{
	struct out o = {.format = &out_columns, .cols = cols, .width = 9000};
	struct strbuf b = {0};
	struct str rest, line;
	struct err err;

	o.unit = OUT_UNSET;
	if (out_start(&o, &err) == 0) {
		out_header(&o, &b);
		out_row(&o, row, &b);
		out_finish(&o, true, &b);
		rest = strbuf_get(&b);
		while (str_line(&rest, &line)) {
			if (width_of(line) > (size_t)o.width)
				abort();
			line.n++; /* the newline */
			check_visible(line);
		}
	}
	strbuf_free(&b);
	out_free(&o);
}

/* The row or the header. */
static void write_line(const struct out_format *format,
    const struct columns *cols, const struct row *row, bool head)
{
	struct out o = {.format = format, .cols = cols};
	struct strbuf b = {0};
	struct err err;
	struct str s;

	o.unit = OUT_MS;
	if (out_start(&o, &err) < 0)
		abort();
	if (head)
		out_header(&o, &b);
	else
		out_row(&o, row, &b);
	s = strbuf_get(&b);
	if (format == &out_space)
		check_visible(s);
	if (format == &out_space && count(s, ' ') != cols->list.n - 1)
		abort();
	if (format == &out_json)
		check_json(s);
	if ((format == &out_csv || format == &out_sheet) && count(s, '"') % 2 != 0)
		abort();
	strbuf_free(&b);
	out_free(&o);
}

/* The groups of a row that comes so often, and how often they were added to. */
static size_t count_groups(
    const struct view *view, const struct row *row, size_t often, size_t *added)
{
	struct columns none = {0};
	struct out o = {.format = &out_json, .cols = &none};
	struct view_run run;
	size_t n;

	view_start(&run, view, &o);
	for (size_t i = 0; i < often; i++)
		view_add(&run, row);
	n = run.groups.list.n;
	*added = 0;
	for (size_t i = 0; i < n; i++)
		*added += run.groups.list.v[i]->n;
	view_free(&run);
	return n;
}

/* A row twice is in the groups of the row, and twice in each; that is one group
 * but where the view itself spreads it. */
static void sum_row(const struct view *view, const struct row *row)
{
	size_t once, twice;
	size_t n = count_groups(view, row, 1, &once);

	if (n > 1 && !view->spread)
		abort();
	if (count_groups(view, row, 2, &twice) != n || twice != 2 * once)
		abort();
}

static const struct out_format *const formats[] = {
    &out_space, &out_csv, &out_sheet, &out_json};
#define NFORMATS (sizeof formats / sizeof *formats)

/* Columns of the record's own counters, header and row; for JSON all in one. */
static void show_counters(const struct row *row)
{
	struct columns cols = {0};
	struct intern names = {0};
	struct err err;

	for (size_t i = 0; i < row->rec->counters.n; i++)
		intern_add(&names, row->rec->counters.v[i].name);
	if (column_parse(NULL, "kernel,ctr:*", &cols, &err) < 0)
		abort();
	write_line(&out_json, &cols, row, false);
	if (column_close(&cols, &names, &err) == 0) {
		write_table(&cols, row);
		for (size_t i = 0; i < NFORMATS; i++) {
			if (!formats[i]->headless)
				write_line(formats[i], &cols, row, true);
			write_line(formats[i], &cols, row, false);
		}
	}
	column_free(&cols);
	intern_free(&names);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct record_reader *reader;
	static struct columns cols;
	static struct arena arena;
	static struct gpu_choice gpu;
	static struct name_cache known;
	struct record rec = {0};
	struct row row;
	struct err err;

	if (!reader) {
		reader = record_reader_new();
		for (size_t i = 0; i < column_n; i++)
			*vec_add(&cols.list) = &column_table[i];
	}
	arena_reset(&arena);
	if (record_read(reader, (struct str){(const char *)data, size}, &arena,
		&rec, &err) < 0)
		return 0;
	row_make(&row, 1, &rec, &gpu, &known, &arena);
	write_table(&cols, &row);
	for (size_t i = 0; i < NFORMATS; i++)
		write_line(formats[i], &cols, &row, false);
	show_counters(&row);
	for (size_t i = 0; i < view_n; i++)
		sum_row(view_table[i], &row);
	return 0;
}
