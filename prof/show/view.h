/*
 * view.h - views: summaries that are shown in place of rows.
 *
 * A view is a file view_*.c and a word in view.def.  It says which rows make a
 * group and what is added up besides their time, and prints rows of cells when
 * all is read.
 */
#ifndef PROF_SHOW_VIEW_H
#define PROF_SHOW_VIEW_H

#include "prof/show/arrange.h"
#include "prof/show/asked.h"
#include "prof/show/group.h"
#include "prof/show/missing.h"
#include "prof/show/out.h"

struct view_run;
struct group_plan;
struct sums_keys;
struct sums_line;

/* The picture of a view, for formats that write a document. */
struct view_picture {
	size_t nkept; /* bytes that it keeps of the rows, zeroed at first */
	/* Look at a row; may be NULL. */
	void (*add)(void *kept, const struct row *row);
	/* Append it as SVG, from run->table and what was kept; nothing where
	 * there is nothing to draw. */
	void (*draw)(struct view_run *run, struct strbuf *b);
	void (*free)(void *kept); /* free what kept owns; may be NULL */
};

struct view {
	const char *name;
	const char *help; /* one line */
	/* Whether the view counts such a record; NULL: it counts all. */
	bool (*takes)(const struct record *rec);
	const char *keys; /* columns that make a group, separated by commas; its
			   * own columns come before those of the table */
	const struct columns *by;   /* these columns instead of keys, or NULL */
	const struct column *apart; /* one more key of -g; of a view where a
				     * person reads, which keeps apart what
				     * scripts get as one row */
	size_t nmore;		    /* bytes of its sums in group.more */
	const struct column *columns; /* value is NULL unless it is a key */
	size_t ncolumns;
	const char *defaults; /* those of them that are shown; NULL: all */
	const char *brief;    /* those that a person gets; NULL: the same */
	const char *empty;    /* why there may be no rows, or NULL */
	/* What -g may be with it, or NULL; the view that this makes, NULL: some
	 * of split are more keys, which stand behind its own. */
	const char *split;
	const struct view *by_split;
	struct group_plan *plan;	    /* of -g, or NULL */
	const struct view_picture *picture; /* or NULL */
	unsigned needs; /* kinds that it cannot do without, KIND_BIT(...) */

	/* Add a row to the sums of its group. */
	void (*add)(const struct row *row, struct group *g);

	/* In place of add, where a row is of several groups or of none: call
	 * group_add with run->groups. */
	void (*spread)(struct view_run *run, const struct row *row);

	/* Free what group.more owns; may be NULL. */
	void (*free)(void *more);

	/* Where it is of processes, and so its keys begin with file, rank and
	 * pid: add what a group.more has to another and free it.  The groups
	 * are then sorted by their keys, the first columns are these three, and
	 * those that are the same in all of the input are not shown. */
	void (*merge)(void *to, void *from);

	/* Call view_put for each row of the view, then view_close for each that
	 * is of all of them.  The groups are sorted. */
	void (*print)(struct view_run *run);
};

struct view_run {
	const struct view *view;
	struct group_table groups;
	struct asked asked;
	struct out *out;
	const struct sums_line *sums; /* what is being added, or NULL: a row */
	size_t input; /* which operand the rows are of, from 0; --diff: 0 or 1 */
	struct gpu_choice *gpu; /* the user's, as the last row has it; or NULL */
	struct cell *cells; /* of the row to put, one a column of the view */
	struct table table;
	void *kept;	   /* of the picture; NULL: none is drawn */
	const char *empty; /* why there are no rows, where that is known, or NULL */
};

/* The views: view_coverage, view_roofline, ... */
#define VIEW(x) extern const struct view view_##x;
#include "prof/show/view.def"
#undef VIEW
extern const struct view *const view_table[];
extern const size_t view_n;

/* view_name(i): the name of view i, then that of the report, which is of
 * several; NULL behind it. */
const char *view_name(size_t i);

/* view_column(i): the key of column i of all that rows, views and groups have,
 * each once; NULL behind the last. */
const char *view_column(size_t i);

/* How -g counts. */
struct group_how {
	bool per_step; /* sums by the number of steps */
	bool diff;     /* two files side by side */
	bool sums;     /* to be added up by another -g */
};

/* view_group(keys, how, view, err): set view to that of -g KEYS; free it with
 * view_group_free, after a failure too.  Return 0, or -1 with "unknown column
 * ...". */
int view_group(const char *keys, const struct group_how *how, struct view *view,
    struct err *err);

/* view_group_ready(run): all rows of -g are added; the groups may be sorted. */
void view_group_ready(struct view_run *run);
void view_group_free(struct view *view);

/* view_group_ask(view, col): a column of the view is wanted, shown or not.
 * Nothing is added up for others. */
void view_group_ask(const struct view *view, const struct column *col);

/* view_group_room(view): the bytes of group.more of -g.
 * view_group_drop(view, g): free what that of g owns. */
size_t view_group_room(const struct view *view);
void view_group_drop(const struct view *view, struct group *g);

/*
 * Partial sums
 */

/* view_group_bind(run, keys, err): what is added from here on is sums with
 * these keys.  0, or -1 with the key that they lack. */
int view_group_bind(struct view_run *run, struct sums_keys *keys, struct err *err);

/* view_group_join(run, sums, row): add the line of a group; the row has its
 * keys, and the record what they say of kind and step. */
void view_group_join(
    struct view_run *run, const struct sums_line *sums, const struct row *row);

/* view_group_steps(run): whether the steps are of any use.
 * view_group_step(run, rec, work): the record's process has this step, in which
 * something worked on the GPU or not; or it has no step. */
bool view_group_steps(const struct view_run *run);
void view_group_step(struct view_run *run, const struct record *rec, bool work);

/* view_group_write(run, with, n): write all as sums; with are other options
 * that they depend on. */
void view_group_write(struct view_run *run, const struct str *with, size_t n);

/* view_group_sums(n): the n columns of -g besides its keys. */
const struct column *view_group_sums(size_t *n);

/* view_split(view, keys, made, err): the view with -g KEYS, which may be made;
 * free that with view_group_free.  NULL with the reason where there is none. */
const struct view *view_split(const struct view *view, const char *keys,
    struct view *made, struct err *err);

/* view_help(b): append the table for --help. */
void view_help(struct strbuf *b);

/* view_columns(view, out, text, cols, err): the columns of -c text, as of
 * column_parse. */
int view_columns(const struct view *view, const struct out *out,
    const char *text, struct columns *cols, struct err *err);

/* view_start(run, view, out): out has its columns from view_columns. */
void view_start(struct view_run *run, const struct view *view, struct out *out);
void view_profile(struct view_run *run, const struct record *rec);
void view_add(struct view_run *run, const struct row *row);

/* view_ready(run, cols, text, err): all rows are added; cols are the columns of
 * out, and text what -c says of them, or NULL.  Return 0, or -1 with what the
 * input lacks. */
int view_ready(struct view_run *run, struct columns *cols, const char *text,
    struct err *err);

/* view_column_find(view, word): the view's column that the word means, or NULL
 * with the reason in err. */
const struct column *view_column_find(
    const struct view *view, struct str word, struct err *err);

/* view_print(run, arrange, by, err): write all, arranged; by is the column that
 * arrange sorts by, or NULL.  Return 0, or -1 as out_table. */
int view_print(struct view_run *run, const struct arrange *arrange,
    const struct column *by, struct err *err);
void view_free(struct view_run *run);

/*
 * For the views
 */

/* view_put(run): add run->cells to the table as a row, then set all to CELL_NONE.
 * view_close(run): the same for a row that stays last, such as a total. */
void view_put(struct view_run *run);
void view_close(struct view_run *run);

#endif
