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
#include "common/nelems.h"

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

void several_report(struct several *s)
{
	static const struct view *const views[] = {&view_steps, &view_device,
	    &view_busy, &view_roofline, &view_calls, &view_kernels, &view_advice};

	for (size_t i = 0; i < NELEMS(views); i++)
		several_add(s, views[i]);
	s->report = true;
}

int several_start(struct several *s, struct out *out, struct err *err)
{
	for (size_t i = 0; i < s->list.n; i++) {
		struct section *section = s->list.v[i];

		section->out = *out;
		section->out.cols = &section->cols;
		section->out.held = true;
		section->out.page = out;
		section->out.view = section->view->name;
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

/* In lines nothing stands for a view that lacks something; a document has its
 * name and the reason, which a script that asked for it must see, too. */
static int say_lacks(
    struct section *section, const struct several *s, const struct err *err)
{
	const struct view *view = section->view;

	if (section->out.format->document) {
		out_heading(&section->out, str_of(view->name), view->help);
		out_note(&section->out, "%s", err->text);
	}
	if (!section->out.format->document || !s->report)
		diag_error(NULL, 0, "%s", err->text);
	return s->report ? 0 : 1;
}

/* Return the exit status. */
static int print(const struct several *s, struct section *section, bool header,
    const char *none, bool *first)
{
	const struct arrange as_they_come = {.most = -1};
	const struct view *view = section->view;
	struct strbuf b = {0};
	struct err err;

	section->run.empty = none;
	if (view_ready(&section->run, &section->cols, NULL, &err) < 0)
		return say_lacks(section, s, &err);
	out_title(&section->out, str_of(view->name), view->help, *first);
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

int several_print(struct several *s, bool header, const char *none)
{
	bool first = true;
	int worst = 0;

	for (size_t i = 0; i < s->list.n; i++) {
		int status = print(s, s->list.v[i], header, none, &first);

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
	s->report = false;
}
