/*
 * db.h - read-only SQLite: tables and columns that may be missing, rows by
 * position, errors in words.
 *
 * A database is never changed, nor is anything made beside it.
 */
#ifndef PARSE_READ_DB_H
#define PARSE_READ_DB_H

#include <sqlite3.h>

#include "common/diag.h"
#include "common/str.h"

struct db;

/* A row: the values of the columns that the table has, and which of them is
 * that of a column; -1: it has none. */
enum { DB_COLUMNS_MOST = 100 };

struct db_row {
	sqlite3_value **v;
	const signed char *at;
	struct db *db;
};

/*
 * db_open(path, fd, err):
 * Open the database of which fd is a descriptor; the caller keeps it open until
 * db_close.  Its log and journal are beside path; NULL: there are none.  Checks
 * that it is a database that can be read.  NULL with the reason in err on
 * failure.
 */
struct db *db_open(const char *path, int fd, struct err *err);
void db_close(struct db *db);

/* db_check(db, err): when all is read: 0, or -1 with the reason in err if the
 * file was written to meanwhile, or one of the questions below, whether there
 * is a table or a row, found it damaged. */
int db_check(const struct db *db, struct err *err);

/* db_lacks_log(db): whether it is in write-ahead mode and path was NULL. */
bool db_lacks_log(const struct db *db);

/* db_cuts_log(db): whether its log ends inside a frame. */
bool db_cuts_log(const struct db *db);

/* Views and virtual tables do not count as tables: a view is a query, which
 * would be run.  A computed column is a query too, and does not count as a
 * column. */
/* db_find_table(db, base, name): set name to base, or to base with a version's
 * suffix (_V2 and so on).  Of those with rows, base is preferred, then the
 * highest version; if none has rows, any of them.  False if there is no such
 * table. */
enum { DB_NAME_MOST = 128 };

bool db_find_table(struct db *db, const char *base, char name[DB_NAME_MOST]);

/* db_next_table(db, base, name): the same for the next of them with rows behind
 * the one that name is; false: there is no other. */
bool db_next_table(struct db *db, const char *base, char name[DB_NAME_MOST]);
bool db_has_table(struct db *db, const char *table);
bool db_has_column(struct db *db, const char *table, const char *column);
bool db_has_rows(struct db *db, const char *table);

/* db_has_names(db, glob): whether something of the schema has such a name:
 * "rocpd_*". */
bool db_has_names(struct db *db, const char *glob);

/*
 * db_each(db, table, columns, n, row, arg, err):
 * Call row(arg, r) for each row of table, in table order, with the n columns
 * named (at most DB_COLUMNS_MOST); a column that the table lacks reads as NULL.
 * "a|b" is the first of these that is not NULL.
 * Return 0, or -1 with the reason in err, perhaps after some rows.
 */
int db_each(struct db *db, const char *table, const char *const *columns, int n,
    void (*row)(void *arg, const struct db_row *r), void *arg, struct err *err);

/* db_exact(v, out): set *out to a real or a text that is exactly an integer, as
 * another program may have written one.  False for any other, and for NULL. */
bool db_exact(sqlite3_value *v, int64_t *out);

/* The value of a column.  Text and blob live until row returns; NULL is p ==
 * NULL.  For NULL, and for what is no integer (7.5, '7x', a blob: half of it
 * would be another's id), db_int returns otherwise and db_get false; else
 * db_get sets *out to the number. */
static inline bool db_get(const struct db_row *r, int column, int64_t *out)
{
	sqlite3_value *v;
	int type;

	if (r->at[column] < 0)
		return false;
	v = r->v[r->at[column]];
	type = sqlite3_value_type(v);
	if (type != SQLITE_INTEGER)
		return type != SQLITE_NULL && db_exact(v, out);
	*out = sqlite3_value_int64(v);
	return true;
}

static inline int64_t db_int(const struct db_row *r, int column, int64_t otherwise)
{
	int64_t i;

	return db_get(r, column, &i) ? i : otherwise;
}

struct str db_text(const struct db_row *r, int column);
struct str db_blob(const struct db_row *r, int column);

/* db_least_start(db, table, any_time, least, err): the smallest start above 0 of
 * a row whose end is not before it; with any_time, the smallest from
 * PROFILE_TIME_LEAST on, two zeros aside.  INT64_MAX if there is no such row, or
 * no such columns.  Return 0, or -1 where the table cannot be read. */
int db_least_start(struct db *db, const char *table, bool any_time,
    int64_t *least, struct err *err);

#endif
