/*
 * several.c - several views of one input, one behind the other.
 *
 * In:  rows
 * Out: when all are read, the views in the order that they were asked for
 *
 * Each has its columns, its state of the format and its sums, as if it ran
 * alone; the input is read once.
 */
#include "prof/show/several.h"

#include <stdlib.h>

#include "common/io.h"

struct section {
	const struct view *view;
	struct columns cols;
	struct out out;
	struct view_run run;
};

void several_add(struct several *s, const struct view *view)
{
	struct section *section = arena_xzeroed(1, sizeof *section);

	section->view = view;
	*vec_add(&s->list) = section;
}

int several_start(struct several *s, const struct out *out, struct err *err)
{
	for (size_t i = 0; i < s->list.n; i++) {
		struct section *section = s->list.v[i];

		section->out = *out;
		section->out.cols = &section->cols;
		section->out.held = true;
		if (view_columns(section->view, out, NULL, &section->cols, err) < 0 ||
		    out_start(&section->out, err) < 0)
			return -1;
		view_start(&section->run, section->view, &section->out);
	}
	return 0;
}

void several_profile(struct several *s, const struct record *rec)
{
	for (size_t i = 0; i < s->list.n; i++) {
		out_profile(&s->list.v[i]->out, rec);
		view_profile(&s->list.v[i]->run, rec);
	}
}

void several_row(struct several *s, const struct row *row)
{
	for (size_t i = 0; i < s->list.n; i++)
		view_add(&s->list.v[i]->run, row);
}

/* "steps", behind an empty line where a table stands in front of it. */
static void print_title(const struct section *section, bool first)
{
	const char *name = section->view->name;
	struct strbuf b = {0};

	if (section->out.format->headless)
		strbuf_printf(&b, "{\"view\":\"%s\"}\n", name);
	else
		strbuf_printf(&b, "%s%s\n", first ? "" : "\n", name);
	io_write(strbuf_get(&b));
	strbuf_free(&b);
}

/* Return the exit status. */
static int print(struct section *section, bool header, bool *first)
{
	const struct arrange as_they_come = {.most = -1};
	struct strbuf b = {0};
	struct err err;

	if (view_ready(&section->run, &section->cols, NULL, &err) < 0) {
		diag_error(NULL, 0, "%s", err.text);
		return 1;
	}
	print_title(section, *first);
	*first = false;
	if (header)
		out_header(&section->out, &b);
	io_write(strbuf_get(&b));
	strbuf_free(&b);
	if (view_print(&section->run, &as_they_come, NULL, &err) == 0)
		return 0;
	diag_error(NULL, 0, "%s", err.text);
	return 2;
}

int several_print(struct several *s, bool header)
{
	bool first = true;
	int worst = 0;

	for (size_t i = 0; i < s->list.n; i++) {
		int status = print(s->list.v[i], header, &first);

		if (status > worst)
			worst = status;
	}
	return worst;
}

void several_free(struct several *s)
{
	for (size_t i = 0; i < s->list.n; i++) {
		struct section *section = s->list.v[i];

		view_free(&section->run);
		if (section->out.format)
			out_free(&section->out);
		column_free(&section->cols);
		free(section);
	}
	vec_free(&s->list);
}
