/*
 * column_ctr.c - columns that are made for a name: ctr:NAME, a counter.
 *
 * In:  the key of a column, the names of the input's counters
 * Out: columns, as those of the table
 *
 * The counters are those that somebody asked a profiler for, so no table can
 * list them.  Their names are foreign text, as values are.
 */
#include "prof/show/column_ctr.h"

#include "prof/row.h"

/* Most columns of ctr:*: a profiler has some thousand names. */
#define MOST 8192

/* The width for -w: a number of 12 digits fits. */
#define WIDTH 12

/* What a made column remembers from row to row. */
struct trail {
	size_t at;  /* where the name stood last */
	bool found; /* some record had it */
};

struct column_made {
	struct column column;
	bool all; /* it stands for all counters; name is "*" */
	struct str name;
	struct trail *trail;
	const struct columns *among; /* those that were asked for */
};

/*
 * Values
 */

/* The index of the counter in the record, or the number of its counters without
 * one.  Records keep one order, so the last index is tried first. */
static size_t place_of(const struct column_made *made, const struct record *rec)
{
	const struct record_counter *v = rec->counters.v;
	size_t n = rec->counters.n, i = made->trail->at;

	if (i < n && str_eq(v[i].name, made->name))
		return i;
	for (i = 0; i < n; i++) {
		if (str_eq(v[i].name, made->name))
			break;
	}
	return i;
}

/* A counter that is missing: none if the record has no counters, else unknown. */
static void counter_value(
    const struct column *col, const struct row *row, struct cell *cell)
{
	const struct column_made *made = col->made;
	const struct record *rec = row->rec;
	size_t i;

	if (!record_has(rec, counters) || rec->counters.n == 0)
		return;
	cell->kind = CELL_NA;
	i = place_of(made, rec);
	if (i == rec->counters.n)
		return;
	made->trail->at = i;
	made->trail->found = true;
	cell_number(cell, rec->counters.v[i].value);
}

static bool has_own(const struct columns *cols, struct str name);
static struct str key_of(struct arena *arena, struct str name);

/* All counters of the record without a column of their own. */
static void counters_value(
    const struct column *col, const struct row *row, struct cell *cell)
{
	const struct record *rec = row->rec;
	struct cell_member *v;
	size_t n = 0;

	if (!record_has(rec, counters) || rec->counters.n == 0)
		return;
	col->made->trail->found = true;
	v = arena_array(row->arena, rec->counters.n, sizeof *v);
	for (size_t i = 0; i < rec->counters.n; i++) {
		struct str name = rec->counters.v[i].name;

		if (has_own(col->made->among, name))
			continue;
		v[n++] = (struct cell_member){
		    key_of(row->arena, name), rec->counters.v[i].value + 0.0};
	}
	cell_members(cell, v, n, ';');
}

/*
 * Making them
 */

static const char prefix[] = "ctr:";

static bool is_counter(const struct column *col)
{
	return col->made && !col->made->all;
}

static bool is_all(const struct column *col)
{
	return col->made && col->made->all;
}

/* Whether the counter of this name has a column. */
static bool has_own(const struct columns *cols, struct str name)
{
	for (size_t i = 0; i < cols->list.n; i++) {
		const struct column *col = cols->list.v[i];

		if (is_counter(col) && str_eq(col->made->name, name))
			return true;
	}
	return false;
}

static struct str key_of(struct arena *arena, struct str name)
{
	size_t n = sizeof prefix - 1 + name.n;
	char *text = arena_alloc(arena, n + 1);

	memcpy(text, prefix, sizeof prefix - 1);
	if (name.n > 0)
		memcpy(text + sizeof prefix - 1, name.p, name.n);
	text[n] = '\0';
	return (struct str){text, n};
}

/* The key as a header: a C string, so a NUL in the name is shown as \x00. */
static const char *header_of(struct arena *arena, struct str key)
{
	struct strbuf b = {0};
	const char *header;

	if (!memchr(key.p, '\0', key.n))
		return key.p;
	for (size_t i = 0; i < key.n; i++) {
		if (key.p[i])
			strbuf_char(&b, key.p[i]);
		else
			strbuf_text(&b, "\\x00");
	}
	header = arena_text(arena, b.p, b.n);
	strbuf_free(&b);
	return header;
}

static const struct column *make(struct columns *cols, struct str name, bool all)
{
	struct column_made *made = arena_array(&cols->made, 1, sizeof *made);
	struct str key = key_of(&cols->made, name);

	made->name = str_from(key, sizeof prefix - 1);
	made->all = all;
	made->trail = arena_array(&cols->made, 1, sizeof *made->trail);
	made->among = cols;
	made->column = (struct column){.key = key.p,
	    .header = header_of(&cols->made, key),
	    .width = WIDTH,
	    .kind = all ? CELL_MEMBERS : CELL_NUMBER,
	    .help = "hardware counter",
	    .value = all ? counters_value : counter_value,
	    .made = made};
	return &made->column;
}

const struct column *column_make(
    struct columns *cols, struct str key, struct err *err)
{
	err->text[0] = '\0';
	if (str_is(key, prefix) || str_is(key, "ctr")) {
		err_set(err,
		    "column '%s': the counter's name is missing "
		    "(ctr:NAME, or ctr:* for all)",
		    key.n == sizeof prefix - 1 ? prefix : "ctr");
		return NULL;
	}
	if (!str_starts(key, prefix))
		return NULL;
	for (size_t i = 0; i < cols->list.n; i++) {
		const struct column *col = cols->list.v[i];

		if (col->made && str_is(key, col->key))
			return col;
	}
	key = str_from(key, sizeof prefix - 1);
	return make(cols, key, str_is(key, "*"));
}

bool column_is_open(const struct columns *cols)
{
	for (size_t i = 0; i < cols->list.n; i++) {
		if (is_all(cols->list.v[i]))
			return true;
	}
	return false;
}

int column_close(struct columns *cols, const struct intern *names, struct err *err)
{
	struct columns open = *cols;
	bool done = false;

	if (names->list.n > MOST)
		return err_set(err,
		    "ctr:*: more than %d names of counters: name those wanted",
		    MOST);
	memset(&cols->list, 0, sizeof cols->list);
	cols->no_names = column_is_open(&open) && names->list.n == 0;
	for (size_t i = 0; i < open.list.n; i++) {
		if (!is_all(open.list.v[i])) {
			*vec_add(&cols->list) = open.list.v[i];
			continue;
		}
		for (uint32_t k = 0; !done && k < names->list.n; k++) {
			struct str name = intern_get(names, k);

			if (!has_own(&open, name))
				*vec_add(&cols->list) = make(cols, name, false);
		}
		done = true;
	}
	vec_free(&open.list);
	return 0;
}

struct str column_lost(const struct columns *cols, size_t i)
{
	const struct column *col = cols->list.v[i];

	if (!is_counter(col) || col->made->trail->found)
		return (struct str){NULL, 0};
	return col->made->name;
}

bool column_lost_all(const struct columns *cols)
{
	for (size_t i = 0; i < cols->list.n; i++) {
		const struct column *col = cols->list.v[i];

		if (is_all(col) && !col->made->trail->found)
			return true;
	}
	return cols->no_names;
}

void column_make_help(struct strbuf *b)
{
	strbuf_text(b, "  ctr:NAME  ctr:NAME   hardware counter of this name; "
		       "ctr:*: all of them\n"
		       "  KEY:N     KEY:N      first N levels of a list; "
		       "with -g also KEY:*\n");
}
