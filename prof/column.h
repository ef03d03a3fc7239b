/*
 * column.h - THE column table: what a row of pp-prof can show.
 *
 * A column turns a row into a cell and knows no output format; a writer turns
 * a cell into text and knows no column.  -c, --help, the header, the man page
 * check and every writer read this table.
 */
#ifndef PROF_COLUMN_H
#define PROF_COLUMN_H

#include "common/diag.h"
#include "common/vec.h"
#include "prof/row.h"

enum cell_kind {
	CELL_NONE, /* there is none, or it does not apply: '-' */
	CELL_NA,   /* unknown: 'na' */
	CELL_INT,  /* an id or a small count */
	CELL_UINT, /* a quantity */
	CELL_REAL, /* three decimals */
	CELL_TIME, /* nanoseconds; text formats scale it to the unit of -u */
	CELL_BOOL,
	CELL_STR,
	CELL_LIST, /* strings */
	CELL_INTS, /* ids */
	CELL_DIM3,
	CELL_NAMED, /* a number and what it is of */
};

/* A number with three decimals, so that no rounding is left to a writer. */
struct cell_real {
	uint64_t whole;
	unsigned milli; /* 0 to 999 */
	bool negative;
};

/* Texts and lists belong to the row's record or its arena. */
struct cell {
	enum cell_kind kind;
	char joiner; /* between the members of a list in text formats */
	union {
		int64_t i; /* CELL_INT, CELL_TIME */
		uint64_t u;
		struct cell_real real;
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
	};
	struct str brief; /* for a narrow place; p == NULL: as the cell */
};

struct column {
	const char *key;
	const char *header;
	unsigned width;	     /* of -w; 0: shares what the others leave */
	enum cell_kind kind; /* of the cells that have a value */
	const char *help;
	void (*value)(const struct row *row, struct cell *cell);
};

extern const struct column column_table[];
extern const size_t column_n;

/* The columns that a table shows, in order; may repeat. */
struct columns {
	VEC(const struct column *) list;
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

/* column_list(text, cols, err): the columns of a comma list and no others. */
int column_list(const char *text, struct columns *cols, struct err *err);
void column_free(struct columns *cols);

/* column_call(rec): the call that mod and op show, or NULL where there is none. */
const struct call *column_call(const struct record *rec);

/* column_right(col): whether numbers stand in it, which are set flush right. */
bool column_right(const struct column *col);

/* column_ratio(a, scale, b): a * scale / b thousandths, half rounded up, most
 * where that does not fit; b is not 0. */
struct cell_real column_ratio(uint64_t a, uint64_t scale, uint64_t b);

/* column_help(b): append the table for --help. */
void column_help(struct strbuf *b);

#endif
