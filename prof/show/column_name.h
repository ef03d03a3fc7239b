/*
 * column_name.h - the words that a column is known by.
 */
#ifndef PROF_SHOW_COLUMN_NAME_H
#define PROF_SHOW_COLUMN_NAME_H

#include "common/diag.h"
#include "prof/show/cell.h"

/*
 * column_name_find(table, n, word):
 * The column that the word means: by its key; else by another name of it, by
 * the key of the record that it shows, or by its header, whatever the unit
 * there: "Sil(us)".  NULL: none.
 */
const struct column *column_name_find(
    const struct column *table, size_t n, struct str word);

/*
 * column_name_unknown(table, n, rows, nrows, word, err):
 * Set err to what is wrong with a word that names no column of the table, and to
 * what may have been meant.  rows are the columns of rows, where the table is that
 * of a summary, else NULL: then the message lists what the summary has.  Return -1.
 */
int column_name_unknown(const struct column *table, size_t n,
    const struct column *rows, size_t nrows, struct str word, struct err *err);

#endif
