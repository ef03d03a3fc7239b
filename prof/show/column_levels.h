/*
 * column_levels.h - KEY:N, the first N levels of a column that is a list, and
 * KEY:*, each of its prefixes.
 */
#ifndef PROF_SHOW_COLUMN_LEVELS_H
#define PROF_SHOW_COLUMN_LEVELS_H

#include "prof/row.h"
#include "prof/show/column_ctr.h"

/* The longest prefix of KEY:*: each is a group, and a list of its own. */
enum { LEVELS_MOST = 256 };

/*
 * column_levels(table, n, cols, key, err):
 * The column for KEY:N or KEY:* of a list of the table, which cols owns but
 * does not list.  Return NULL for any other key, with err->text empty, and for
 * a bad one, with the reason in err.
 */
const struct column *column_levels(const struct column *table, size_t n,
    struct columns *cols, struct str key, struct err *err);

/* column_is_path(col): whether it is KEY:*.  It shows row->levels levels, all
 * where that is 0. */
bool column_is_path(const struct column *col);

/* column_path_length(col, row): how many prefixes the row has: at least one,
 * which may be empty, and at most LEVELS_MOST. */
size_t column_path_length(const struct column *col, const struct row *row);

/* column_frame(cell): have a list of frames show its last, without the folders,
 * where space is short. */
void column_frame(struct cell *cell);

#endif
