/*
 * fuzz_sums.c - any text as partial sums that -g adds up.
 *
 * A line that is taken has numbers that a group can have, and keys that are the
 * same when they were written and read again; one that is not says why.  What
 * was taken is printed, as JSON, without harm.
 */
#include <stdlib.h>

#include "common/json.h"
#include "prof/show/sums_cell.h"
#include "prof/sums_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
	if (!holds)
		abort();
}

/* The keys of a line, written and read again. */
static void check_keys(const struct sums_cells *keys)
{
	struct strbuf text = {0}, a = {0}, b = {0};
	struct sums_reader *r = sums_reader_new();
	struct arena arena = {0};
	struct sums_line *line = arena_xzeroed(1, sizeof *line);
	struct err err;

	strbuf_text(&text, "{\"kind\":\"sums\",\"count\":1,\"group\":[");
	for (size_t i = 0; i < keys->n; i++) {
		if (i > 0)
			strbuf_char(&text, ',');
		sums_cell_write(&keys->v[i], &text);
		cell_bytes(&keys->v[i], &a);
	}
	strbuf_text(&text, "]}");
	must(memchr(text.p, '\n', text.n) == NULL);
	must(sums_read(r, strbuf_get(&text), &arena, line, &err) == 0);
	must(line->keys.n == keys->n);
	for (size_t i = 0; i < keys->n; i++)
		cell_bytes(&line->keys.v[i], &b);
	must(str_eq(strbuf_get(&a), strbuf_get(&b)));
	free(line);
	arena_free(&arena);
	sums_reader_free(r);
	strbuf_free(&text);
	strbuf_free(&a);
	strbuf_free(&b);
}

static void check_line(const struct sums_line *line)
{
	const struct group *g = &line->sum;

	if (line->what != SUMS_GROUP)
		return;
	must(g->n > 0 && g->timed <= g->n && g->min <= g->max && g->max <= g->total);
	check_keys(&line->keys);
}

static void check_json(struct str s)
{
	struct json *j = json_text(s, JSON_STRICT);
	enum json_token token;
	struct str text;

	do
		token = json_next(j, &text);
	while (token != JSON_END && token != JSON_ERROR);
	must(token == JSON_END);
	json_free(j);
}

/* The table that -g would print. */
static void show(struct view_run *run, struct columns *cols)
{
	struct strbuf b = {0};
	struct err err;

	must(view_ready(run, cols, NULL, &err) == 0);
	if (run->groups.list.n > 0)
		run->view->print(run);
	for (size_t row = 0; row < run->table.rows.n; row++) {
		b.n = 0;
		for (size_t i = 0; i < run->table.ncols; i++)
			run->out->format->cell(
			    run->out, i, table_cell(&run->table, row, i), &b);
		run->out->format->end(run->out, &b);
		check_json(strbuf_get(&b));
	}
	strbuf_free(&b);
}

static void add_up(struct str text, const char *keys, const struct group_how *how)
{
	struct columns cols = {0};
	struct out o = {.format = &out_json, .cols = &cols};
	struct view view;
	struct view_run run;
	struct where where = {0};
	struct gpu_choice gpu = {0};
	struct sums_input in = {.run = &run, .where = &where, .gpu = &gpu};
	struct arena arena = {0};
	struct err err;
	struct str line;

	must(view_group(keys, how, &view, &err) == 0);
	must(view_columns(&view, &o, "+std,flops,tflops,occ,med", &cols, &err) == 0);
	view_start(&run, &view, &o);
	while (str_line(&text, &line)) {
		err.text[0] = '\0';
		arena_reset(&arena);
		if (sums_input_line(&in, line, &arena, &err) < 0) {
			must(err.text[0] != '\0');
			break;
		}
		check_line(&in.line);
	}
	if (!how->sums)
		show(&run, &cols);
	sums_input_free(&in);
	view_free(&run);
	view_group_free(&view);
	out_free(&o);
	column_free(&cols);
	arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str text = {(const char *)data, size};

	add_up(text, "op", &(struct group_how){0});
	add_up(text, "layer:*,op", &(struct group_how){0});
	add_up(text, "op", &(struct group_how){.sums = true});
	return 0;
}
