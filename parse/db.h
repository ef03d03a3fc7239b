/*
 * db.h - read-only SQLite: tables and columns that may be missing, rows by
 * position, errors in words.
 *
 * A database is never changed, nor is anything made beside it.
 */
#ifndef PARSE_DB_H
#define PARSE_DB_H

#include "common/diag.h"
#include "common/str.h"

struct db;
struct db_rows;

/*
 * db_open(path, fd, err):
 * Open the database at path; where fd is not -1, the file behind fd instead (a
 * spooled pipe; the caller keeps fd open until db_close).  Checks that it is a
 * database that can be read.  NULL with the reason in err on failure.
 */
struct db *db_open(const char *path, int fd, struct err *err);
void db_close(struct db *db);

bool db_has_table(struct db *db, const char *table);
bool db_has_column(struct db *db, const char *table, const char *column);

/*
 * db_select(db, table, columns, n, where, err):
 * The rows of table in table order, with the n columns named; a column that the
 * table lacks reads as NULL.  where is an SQL condition or NULL; it may name
 * only columns that exist.  NULL with the reason in err on failure.
 */
struct db_rows *db_select(struct db *db, const char *table,
    const char *const *columns, int n, const char *where, struct err *err);

/* db_next(rows, err): 1 with a row, 0 at the end, -1 with the reason in err. */
int db_next(struct db_rows *rows, struct err *err);
void db_done(struct db_rows *rows);

/* The column's value in the current row.  Text and blob live until db_next;
 * NULL is p == NULL.  db_int gives otherwise for NULL and for what holds no
 * number. */
bool db_null(struct db_rows *rows, int column);
int64_t db_int(struct db_rows *rows, int column, int64_t otherwise);
struct str db_text(struct db_rows *rows, int column);
struct str db_blob(struct db_rows *rows, int column);

/* db_least(db, table, column, least): the smallest value above 0; false when
 * table or column is missing or there is none. */
bool db_least(struct db *db, const char *table, const char *column, int64_t *least);

#endif
