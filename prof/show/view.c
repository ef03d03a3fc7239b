/*
 * view.c - the table of views, and what all of them share.
 *
 * In:  rows
 * Out: when all are read, the rows of the view, in the format of -w, --csv, ...
 */
#include "prof/show/view.h"

#include "common/nelems.h"
#include "prof/show/column_name.h"
#include "prof/show/group_diff.h"
#include "prof/show/process.h"

const struct view *const view_table[] = {
#define VIEW(x) &view_##x,
#include "prof/show/view.def"
#undef VIEW
};
const size_t view_n = NELEMS(view_table);

const char *view_name(size_t i)
{
	if (i == view_n)
		return "report";
	return i < view_n ? view_table[i]->name : NULL;
}

/* The columns of view i, those of -g for view_n, those of --diff behind it. */
static const struct column *columns_of(size_t i, size_t *n)
{
	if (i == view_n)
		return view_group_sums(n);
	if (i > view_n) {
		*n = NDIFFS;
		return group_diff_columns;
	}
	*n = view_table[i]->ncolumns;
	return view_table[i]->columns;
}

/* Whether rows have such a column, or one of the first nviews views has. */
static bool is_listed(const char *key, size_t nviews)
{
	const struct column *columns;
	size_t n;

	if (column_find(str_of(key)))
		return true;
	for (size_t v = 0; v < nviews; v++) {
		columns = columns_of(v, &n);
		for (size_t k = 0; k < n; k++) {
			if (strcmp(columns[k].key, key) == 0)
				return true;
		}
	}
	return false;
}

const char *view_column(size_t i)
{
	const struct column *columns;
	size_t n;

	if (i < column_n)
		return column_key(i);
	i -= column_n;
	for (size_t v = 0; v <= view_n + 1; v++) {
		columns = columns_of(v, &n);
		for (size_t k = 0; k < n; k++) {
			if (!is_listed(columns[k].key, v) && i-- == 0)
				return columns[k].key;
		}
	}
	return NULL;
}

enum { HELP_INDENT = 15, SCREEN = 80 };

/* The keys of columns, in lines that the screen has room for. */
static void help_columns(const struct column *columns, size_t n, struct strbuf *b)
{
	size_t at = 0;

	for (size_t i = 0; i < n; i++) {
		const char *comma = i + 1 < n ? "," : "";
		size_t len = strlen(columns[i].key) + strlen(comma);

		if (at == 0 || at + 1 + len > SCREEN) {
			strbuf_printf(b, "%s%*s", at ? "\n" : "", HELP_INDENT, "");
			at = HELP_INDENT;
		} else {
			strbuf_char(b, ' ');
			at++;
		}
		strbuf_printf(b, "%s%s", columns[i].key, comma);
		at += len;
	}
	strbuf_char(b, '\n');
}

void view_help(struct strbuf *b)
{
	const struct column *columns;
	size_t n;

	strbuf_text(b, "\nColumns of -g besides its keys:\n");
	columns = columns_of(view_n, &n);
	help_columns(columns, n, b);
	strbuf_text(b, "With --diff:\n");
	columns = columns_of(view_n + 1, &n);
	help_columns(columns, n, b);
	strbuf_text(b, "\nViews and their columns:\n");
	strbuf_printf(b, "    %-10s %s\n", view_name(view_n),
	    "those of a report that the input is enough for:");
	strbuf_printf(b,
	    "%*ssteps, device, busy, roofline, calls, kernels, advice\n",
	    HELP_INDENT, "");
	for (size_t i = 0; i < view_n; i++) {
		strbuf_printf(b, "    %-10s %s\n", view_table[i]->name,
		    view_table[i]->help);
		columns = columns_of(i, &n);
		help_columns(columns, n, b);
	}
}

/* Take the next word off a comma list; false at its end. */
static bool next_word(const char **list, struct str *word)
{
	const char *p = *list;

	if (*p == '\0')
		return false;
	*word = (struct str){p, strcspn(p, ",")};
	*list = p + word->n + (p[word->n] == ',');
	return true;
}

static const struct column *key_find(const struct view *view, struct str key)
{
	for (size_t i = 0; i < view->ncolumns; i++) {
		if (view->columns[i].value && str_is(key, view->columns[i].key))
			return &view->columns[i];
	}
	return column_find(key);
}

/* Where a person reads a line. */
static bool is_brief(const struct out *out)
{
	return out->format->fits && !out->format->wide;
}

int view_columns(const struct view *view, const struct out *out,
    const char *text, struct columns *cols, struct err *err)
{
	if (column_parse_of(view->columns, view->ncolumns,
		is_brief(out) && view->brief ? view->brief : view->defaults,
		text, cols, err) < 0)
		return -1;
	for (size_t i = 0; i < cols->list.n; i++)
		view_group_ask(view, cols->list.v[i]);
	return 0;
}

static bool has_word(const char *list, struct str word)
{
	struct str other;

	while (next_word(&list, &other))
		if (str_eq(word, other))
			return true;
	return false;
}

/* The view with more keys behind its own, and columns for them. */
static void add_keys(
    const struct view *view, const struct columns *more, struct view *made)
{
	struct columns *by = arena_xzeroed(1, sizeof *by);
	size_t n = view->ncolumns, nmore = more->list.n, nkeys;
	struct column *columns = arena_xzeroed(n + nmore, sizeof *columns);
	const char *keys = view->keys;
	struct str key;

	while (next_word(&keys, &key))
		*vec_add(&by->list) = key_find(view, key);
	nkeys = by->list.n;
	memcpy(columns, view->columns, nkeys * sizeof *columns);
	memcpy(columns + nkeys + nmore, view->columns + nkeys,
	    (n - nkeys) * sizeof *columns);
	for (size_t i = 0; i < nmore; i++) {
		*vec_add(&by->list) = more->list.v[i];
		columns[nkeys + i] = *more->list.v[i];
		columns[nkeys + i].value = NULL;
		columns[nkeys + i].is_key = true;
	}
	*made = *view;
	made->by = by;
	made->keys = NULL;
	made->brief = NULL; /* which lacks the keys */
	made->columns = columns;
	made->ncolumns = n + nmore;
}

const struct view *view_split(const struct view *view, const char *keys,
    struct view *made, struct err *err)
{
	struct columns more = {0};
	const char *rest = keys;
	struct str key;
	bool fits = view->split && *keys;

	if (!view->split) {
		err_set(err, "-g does not go with --view %s", view->name);
		return NULL;
	}
	while (fits && next_word(&rest, &key))
		fits = has_word(view->split, key);
	if (!fits) {
		err_set(err, "--view %s goes with -g %s alone", view->name,
		    view->split);
		return NULL;
	}
	if (view->by_split)
		return view->by_split;
	if (column_list(keys, &more, err) < 0) {
		column_free(&more);
		return NULL;
	}
	add_keys(view, &more, made);
	column_free(&more);
	return made;
}

void view_start(struct view_run *run, const struct view *view, struct out *out)
{
	const char *keys = view->keys;
	struct str key;

	*run = (struct view_run){.view = view, .out = out};
	run->groups.nmore = view->plan ? view_group_room(view) : view->nmore;
	for (size_t i = 0; view->by && i < view->by->list.n; i++)
		group_by(&run->groups, view->by->list.v[i]);
	while (keys && next_word(&keys, &key))
		group_by(&run->groups, key_find(view, key));
	if (view->apart && (view->plan || is_brief(out)))
		group_by(&run->groups, view->apart);
	run->cells = arena_xzeroed(view->ncolumns, sizeof *run->cells);
	if (view->picture && out->format->document)
		run->kept = arena_xzeroed(1, view->picture->nkept + 1);
}

void view_profile(struct view_run *run, const struct record *rec)
{
	asked_add(&run->asked, rec);
}

void view_add(struct view_run *run, const struct row *row)
{
	asked_add(&run->asked, row->rec);
	run->gpu = row->gpu;
	if (run->kept && run->view->picture->add)
		run->view->picture->add(run->kept, row);
	if (run->view->takes && !run->view->takes(row->rec))
		return;
	if (run->view->spread)
		run->view->spread(run, row);
	else
		run->view->add(row, group_add(&run->groups, row));
}

/* Whether the column is a key that is the same in all processes. */
static bool is_same(const struct view_run *run, const struct column *col,
    process_differs differs)
{
	size_t i = (size_t)(col - run->view->columns);

	return i < PROCESS_NKEYS && !(differs >> i & 1);
}

/* Leave out the columns that would say the same in each row, unless -c names
 * them: those it names stand behind the default ones. */
static void leave_out(struct view_run *run, struct columns *cols,
    const char *text, process_differs differs)
{
	size_t n = cols->list.n, kept = 0;

	if (text && *text != '+')
		return;
	for (size_t i = 0; i < n; i++) {
		const struct column *col = cols->list.v[i];

		if (i < PROCESS_NKEYS && is_same(run, col, differs))
			continue;
		cols->list.v[kept++] = col;
	}
	cols->list.n = kept;
	cols->ndefault -= n - kept;
}

int view_ready(struct view_run *run, struct columns *cols, const char *text,
    struct err *err)
{
	const struct view *view = run->view;

	if (asked_check(&run->asked, view->name, view->needs, err) < 0)
		return -1;
	if (view->plan)
		view_group_ready(run);
	if (view->merge)
		leave_out(
		    run, cols, text, process_order(&run->groups, view->merge));
	else
		group_sort(&run->groups);
	table_init(&run->table, view->ncolumns, cols, view->columns);
	return 0;
}

const struct column *view_column_find(
    const struct view *view, struct str word, struct err *err)
{
	const struct column *col =
	    column_name_find(view->columns, view->ncolumns, word);

	if (col)
		view_group_ask(view, col);
	else
		column_name_unknown(view->columns, view->ncolumns, column_table,
		    column_n, word, err);
	return col;
}

static void draw(struct view_run *run)
{
	struct strbuf b = {0};

	run->view->picture->draw(run, &b);
	if (b.n > 0)
		run->out->format->document->picture(run->out, strbuf_get(&b));
	strbuf_free(&b);
}

/* An empty table says nothing by itself. */
static void say_empty(struct view_run *run)
{
	const char *why = run->empty ? run->empty : run->view->empty;

	out_note(run->out, "no rows: %s",
	    why ? why : "the input has nothing to show here");
}

int view_print(struct view_run *run, const struct arrange *arrange,
    const struct column *by, struct err *err)
{
	if (run->groups.list.n > 0)
		run->view->print(run);
	arrange_table(
	    arrange, &run->table, by ? (size_t)(by - run->view->columns) : 0);
	if (run->kept)
		draw(run);
	if (run->out->format->fits) {
		if (run->table.rows.n == 0)
			say_empty(run);
		missing_hide(&run->table, run->gpu, run->out);
	}
	return out_table(run->out, &run->table, err);
}

static void forget_cells(struct view_run *run)
{
	memset(run->cells, 0, run->view->ncolumns * sizeof *run->cells);
}

void view_put(struct view_run *run)
{
	table_add(&run->table, run->cells);
	forget_cells(run);
}

void view_close(struct view_run *run)
{
	table_close(&run->table, run->cells);
	forget_cells(run);
}

void view_free(struct view_run *run)
{
	for (size_t i = 0; i < run->groups.list.n; i++) {
		struct group *g = run->groups.list.v[i];

		if (run->view->free)
			run->view->free(g->more);
		if (run->view->plan)
			view_group_drop(run->view, g);
	}
	if (run->kept && run->view->picture->free)
		run->view->picture->free(run->kept);
	free(run->kept);
	asked_free(&run->asked);
	group_free(&run->groups);
	table_free(&run->table);
	free(run->cells);
}
