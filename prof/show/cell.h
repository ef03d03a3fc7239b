/*
 * cell.h - a cell: a typed value without any format; and the column it is of.
 *
 * A column turns a row into a cell and knows no output format; a writer turns
 * a cell into text and knows no column.  Every cell is set by a function of
 * this file.
 */
#ifndef PROF_SHOW_CELL_H
#define PROF_SHOW_CELL_H

#include "common/record.h"

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
	bool up; /* the last of these was rounded up */
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

struct row;
struct column_made;

/* What a number is of, which says its unit. */
enum column_of {
	OF_COUNT, /* rows, ids, what has a unit of its own */
	OF_WORK,  /* FLOPs, bytes */
	OF_PERCENT,
	OF_KNOWN, /* percent that is known: 100 is no news */
};

struct column {
	const char *key;
	const char *header;
	unsigned width; /* that values need with -w; 0: texts of any length,
			 * which share what the others leave */
	enum cell_kind kind; /* of the cells that have a value */
	const char *help;
	const char *also; /* other names that -c knows it by, "a,b", or NULL */
	/* Set the zeroed cell to what col shows of row.  NULL: a view does. */
	void (*value)(
	    const struct column *col, const struct row *row, struct cell *cell);

	/* What value is to show, where several columns share it. */
	struct {
		enum record_key key;
		size_t offset; /* in struct record */
		bool optional; /* a kernel need not have it */
		char joiner;
	} member;
	unsigned which; /* value's own numbering */
	enum column_of of;
	bool flag;	   /* short texts that are set right, as numbers */
	bool is_part;	   /* of the first time, so that it has its unit */
	bool is_key;	   /* of groups, so that no digit may be lost */
	const char *label; /* header of -w, where it is not the key */
	bool of_device; /* nothing without the device's peaks or capability */
	const char *lacks;   /* why no row may have a value, and what to do */
	const char *unknown; /* the same where rows have na; NULL: lacks */
	const struct column_made *made; /* column_ctr.h; NULL: of a table */
	const struct column *base; /* the list that it shows levels of, or NULL */
};

static inline void column_value(
    const struct column *col, const struct row *row, struct cell *cell)
{
	col->value(col, row, cell);
}

/* cell_str, cell_text(cell, s): a text; unknown where there is none (NULL). */
void cell_str(struct cell *cell, struct str s);
void cell_text(struct cell *cell, const char *text);

/* cell_copy(cell, arena, b): the text of b, copied to arena. */
void cell_copy(struct cell *cell, struct arena *arena, const struct strbuf *b);

void cell_int(struct cell *cell, int64_t i);
void cell_uint(struct cell *cell, uint64_t u);
void cell_time(struct cell *cell, int64_t ns);
void cell_bool(struct cell *cell, bool b);
void cell_dim3(struct cell *cell, struct record_dim3 d);

/* cell_list, cell_ints, cell_members(cell, v, n, joiner): none where n is 0. */
void cell_list(struct cell *cell, const struct str *v, size_t n, char joiner);
void cell_ints(struct cell *cell, const int64_t *v, size_t n, char joiner);
void cell_members(
    struct cell *cell, const struct cell_member *v, size_t n, char joiner);

/* cell_number(cell, f): every digit of f; unknown where it is not finite. */
void cell_number(struct cell *cell, double f);

/* cell_double(cell, f): f with three decimals; unknown from 10^12 on. */
void cell_double(struct cell *cell, double f);

/* cell_ratio(cell, a, scale, b): a * scale / b thousandths, half rounded up,
 * the most that there is where that does not fit; b is not 0. */
void cell_ratio(struct cell *cell, uint64_t a, uint64_t scale, uint64_t b);

/* cell_peak(cell, name, peak): a peak with its name: TFLOP/s of FLOPs a second,
 * GB/s of bytes a second where the name is the memory's. */
void cell_peak(struct cell *cell, const char *name, uint64_t peak);

/* A sum that does not fit. */
#define CELL_MUCH UINT64_MAX

/* cell_sum, cell_sum_time(cell, sum): a sum, one of nanoseconds; unknown where
 * it does not fit. */
void cell_sum(struct cell *cell, uint64_t sum);
void cell_sum_time(struct cell *cell, uint64_t ns);

/* cell_share(cell, part, all): part in percent of all; none where that is 0,
 * unknown where one does not fit. */
void cell_share(struct cell *cell, uint64_t part, uint64_t all);

/* cell_percent(cell, part, all): the same, but unknown where all is 0. */
void cell_percent(struct cell *cell, uint64_t part, uint64_t all);

/* cell_keep(arena, from): a copy that outlives its row, its texts in arena. */
struct cell cell_keep(struct arena *arena, const struct cell *from);

/* cell_bytes(cell, b): append what tells the cell's value from any other: kind
 * and value, texts with their lengths.  The members of CELL_MEMBERS are left
 * out. */
void cell_bytes(const struct cell *cell, struct strbuf *b);

#endif
