/*
 * column.h - THE column table: what a row of pp-prof can show.
 *
 * A column turns a row into a cell and knows no output format; a writer turns
 * a cell into text and knows no column.  -c, --help, the header, the man page
 * check and every writer read this table.
 */
#ifndef PROF_SHOW_COLUMN_H
#define PROF_SHOW_COLUMN_H

#include "common/diag.h"
#include "common/intern.h"
#include "common/vec.h"
#include "prof/row.h"

enum cell_kind {
	CELL_NONE,   /* there is none, or it does not apply: '-' */
	CELL_NA,     /* unknown: 'na' */
	CELL_INT,    /* an id or a small count */
	CELL_UINT,   /* a quantity */
	CELL_REAL,   /* three decimals */
	CELL_NUMBER, /* as it was measured: every digit */
	CELL_TIME,   /* nanoseconds; text formats scale it to the unit of -u */
	CELL_BOOL,
	CELL_STR,
	CELL_LIST, /* strings */
	CELL_INTS, /* ids */
	CELL_DIM3,
	CELL_NAMED,   /* a number and what it is of */
	CELL_MEMBERS, /* numbers under keys of their own */
};

/* A number with three decimals, so that no rounding is left to a writer. */
struct cell_real {
	uint64_t whole;
	unsigned milli; /* 0 to 999 */
	bool negative;
};

/* One of CELL_MEMBERS. */
struct cell_member {
	struct str key;
	double value;
};

/* Texts and lists belong to the row's record or its arena. */
struct cell {
	enum cell_kind kind;
	char joiner; /* between the members of a list in text formats */
	union {
		int64_t i; /* CELL_INT, CELL_TIME */
		uint64_t u;
		struct cell_real real;
		double number; /* finite */
		bool b;
		struct str s;
		struct {
			const struct str *v;
			size_t n;
		} list;
		struct {
			const int64_t *v;
			size_t n;
		} ints;
		struct record_dim3 dim3;
		struct {
			const char *name;
			struct cell_real real;
		} named;
		struct {
			const struct cell_member *v;
			size_t n;
		} members;
	};
	struct str brief; /* for a narrow place; p == NULL: as the cell */
};

struct column {
	const char *key;
	const char *header;
	unsigned width;	     /* of -w; 0: shares what the others leave */
	enum cell_kind kind; /* of the cells that have a value */
	const char *help;
	/* column_is_made: it was made, see struct column_made */
	void (*value)(const struct row *row, struct cell *cell);
};

/*
 * A column that is no row of the table but made for a name, as ctr:NAME is.
 * Its key is prefix and name, so both are foreign text; a NUL ends them.
 */
struct column_made {
	struct column column; /* the first member; its value is column_is_made */
	struct str name;
	void (*value)(const struct column_made *made, const struct row *row,
	    struct cell *cell);
	struct column_trail *trail;
	const struct columns *among; /* those that were asked for */
};

/* What a made column remembers from row to row. */
struct column_trail {
	size_t at;  /* where the name stood last */
	bool found; /* some record had it */
};

extern const struct column column_table[];
extern const size_t column_n;

/* The columns that a table shows, in order; may repeat.  It owns those that
 * were made. */
struct columns {
	VEC(const struct column *) list;
	struct arena made;
};

/* column_find(key): the column of this key, or NULL. */
const struct column *column_find(struct str key);

/*
 * column_parse(text, cols, err):
 * Append the columns of a comma list; "+a,b" appends the default ones first,
 * NULL just these.  Return 0, or -1 with "unknown column 'flop' (try: flops)".
 */
int column_parse(const char *text, struct columns *cols, struct err *err);

/* column_parse_of(table, n, all, text, cols, err): the same, of another table
 * with the default columns all, or NULL for every one of its. */
int column_parse_of(const struct column *table, size_t n, const char *all,
    const char *text, struct columns *cols, struct err *err);

/* column_list(text, cols, err): the columns of a comma list and no others, as
 * keys: none may stand for several. */
int column_list(const char *text, struct columns *cols, struct err *err);
void column_free(struct columns *cols);

/* column_is_open(cols): whether one of them stands for as many as the input has
 * names, as ctr:* does. */
bool column_is_open(const struct columns *cols);

/*
 * column_close(cols, names, err):
 * Put columns of these names, in their order, in place of those that stand for
 * all; of a name that has a column of its own there is no second one.  Return
 * 0, or -1 where there are too many to be columns.
 */
int column_close(struct columns *cols, const struct intern *names, struct err *err);

/* column_lost(cols, i): the name that the column i was made for and that no row
 * so far had; p is NULL where there is none. */
struct str column_lost(const struct columns *cols, size_t i);

/* column_call(rec): the call that mod and op show, or NULL where there is none. */
const struct call *column_call(const struct record *rec);

/* What tells made columns from others; it is never called. */
void column_is_made(const struct row *row, struct cell *cell);

/* column_value(col, row, cell): set the zeroed cell to what col shows of row. */
static inline void column_value(
    const struct column *col, const struct row *row, struct cell *cell)
{
	const struct column_made *made = (const struct column_made *)col;

	if (col->value == column_is_made)
		made->value(made, row, cell);
	else
		col->value(row, cell);
}

/*
 * column_make(cols, key, err):
 * The column of a key such as ctr:NAME: the one that cols has or a new one,
 * which is cols' but not in its list.  NULL with err->text empty where the key
 * is none of this kind, or with the reason in it.
 */
const struct column *column_make(
    struct columns *cols, struct str key, struct err *err);

/* column_make_help(b): append the kinds of made columns for --help. */
void column_make_help(struct strbuf *b);

/* column_right(col): whether numbers stand in it, which are set flush right. */
bool column_right(const struct column *col);

/* column_ratio(a, scale, b): a * scale / b thousandths, half rounded up, most
 * where that does not fit; b is not 0. */
struct cell_real column_ratio(uint64_t a, uint64_t scale, uint64_t b);

/* column_help(b): append the table for --help. */
void column_help(struct strbuf *b);

#endif
