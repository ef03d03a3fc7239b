/*
 * db.c - read-only SQLite.
 *
 * A database in WAL mode whose log is empty or missing is opened as immutable;
 * otherwise SQLite would make -wal and -shm files beside it, or fail where it
 * may not.  A log with content is read.  That needs a -shm file: one without a
 * name, unless a writer's is there.  Any other database is locked while it is
 * read: if its profiler is still writing, half of what is read would be old and
 * half new.
 */
#include "parse/read/db.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/arena.h"
#include "common/io.h"
#include "common/num.h"

/* A row is passed as the arguments of an aggregate function.  That costs half
 * as much as stepping a statement and asking for its columns. */
struct db_row {
	sqlite3_value **v;
};

/* The receiver of the rows. */
enum { VERSION_MOST = 9 }; /* of a table's suffix */

struct taker {
	void (*row)(void *arg, const struct db_row *r);
	void *arg;
};

struct db {
	sqlite3 *sql;
	struct taker taker;
};

/* Keep the name: /dev/fd/N of an unlinked file has no other name. */
static int full_name(sqlite3_vfs *vfs, const char *name, int size, char *out)
{
	(void)vfs;
	snprintf(out, (size_t)size, "%s", name);
	return SQLITE_OK;
}

/* open(2) for SQLite.  /dev/fd/N is opened as a copy of descriptor N; the
 * system's own is a symbolic link, which SQLite does not follow, and needs
 * /proc and the file's permissions.  A -shm file is never made. */
static int open_for_sqlite(const char *path, int flags, int mode)
{
	struct str name = str_of(path);
	struct stat st;
	int64_t fd;

	if (flags & O_CREAT && str_ends(name, "-shm") && stat(path, &st) != 0)
		return io_temporary();
	if (!str_skip(&name, "/dev/fd/"))
		return open(path, flags, (mode_t)mode);
	if (!num_parse(name.p, name.n, 0, INT_MAX, &fd)) {
		errno = ENOENT;
		return -1;
	}
	return fcntl((int)fd, F_DUPFD_CLOEXEC, 3);
}

static sqlite3_vfs by_fd;

/* Make the VFS for databases that are given as a descriptor.  Its open is used
 * by all of SQLite. */
static void init_vfs(void)
{
	if (by_fd.zName)
		return;
	by_fd = *sqlite3_vfs_find(NULL);
	by_fd.zName = "pp-fd";
	by_fd.xFullPathname = full_name;
	by_fd.xSetSystemCall(&by_fd, "open", (sqlite3_syscall_ptr)open_for_sqlite);
	sqlite3_vfs_register(&by_fd, 0);
}

/* The path as a URI without characters that mean something to SQLite. */
static void put_uri(struct strbuf *b, const char *path, bool immutable)
{
	const char *p;

	strbuf_text(b, path[0] == '/' ? "file://" : "file:");
	for (p = path; *p; p++) {
		if (strchr("?#%", *p) || (unsigned char)*p < 0x21)
			strbuf_printf(b, "%%%02x", (unsigned)(unsigned char)*p);
		else
			strbuf_char(b, *p);
	}
	strbuf_text(b, immutable ? "?immutable=1" : "");
	strbuf_char(b, '\0');
}

/* Whether there is a write-ahead log with content beside the database. */
static bool has_log(const char *path)
{
	struct strbuf b = {0};
	struct stat st;
	bool has;

	strbuf_printf(&b, "%s-wal", path);
	strbuf_char(&b, '\0');
	has = stat(b.p, &st) == 0 && st.st_size > 0;
	strbuf_free(&b);
	return has;
}

/* Whether the database's header says that it is in WAL mode. */
static bool is_wal(const char *path)
{
	enum { READ_VERSION = 19, WAL = 2 };
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	unsigned char version = 0;

	if (fd < 0)
		return false;
	if (pread(fd, &version, 1, READ_VERSION) != 1)
		version = 0;
	close(fd);
	return version == WAL;
}

/* Open the database, and read from it: SQLite touches the file only then.  A
 * view is a program that came with the profile and may never end.  No view is
 * run, whatever the schema calls it. */
static int try_open(struct db *db, const char *path, const char *vfs, bool immutable)
{
	int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
	struct strbuf uri = {0};
	int rc;

	put_uri(&uri, path, immutable);
	rc = sqlite3_open_v2(uri.p, &db->sql, flags, vfs);
	strbuf_free(&uri);
	if (rc == SQLITE_OK)
		rc = sqlite3_db_config(
		    db->sql, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
	if (rc == SQLITE_OK)
		rc = sqlite3_exec(db->sql,
		    "BEGIN; SELECT count(*) FROM sqlite_master", NULL, NULL, NULL);
	return rc;
}

/* SQLite's message, with advice where there is some.  table may be NULL. */
static int sql_error(sqlite3 *sql, const char *table, struct err *err)
{
	int rc = sqlite3_errcode(sql);
	const char *what = sqlite3_errmsg(sql), *todo = "";

	if (rc == SQLITE_NOTADB)
		todo = ": give a profile, or its SQLite export";
	else if (rc == SQLITE_CORRUPT)
		todo = ": the file is cut or damaged, export it again";
	else if (rc == SQLITE_BUSY)
		todo = ": another program is writing it, wait for its end";
	else if (rc == SQLITE_READONLY)
		return err_set(err,
		    "half written, with the journal to undo that beside it: "
		    "open it once with sqlite3, which does");
	if (table)
		return err_set(err, "table '%s': %s%s", table, what, todo);
	return err_set(err, "%s%s", what, todo);
}

/* One row, for the function pp_row(). */
static void take_row(sqlite3_context *context, int n, sqlite3_value **v)
{
	const struct taker *t = sqlite3_user_data(context);
	struct db_row r = {v};

	(void)n;
	t->row(t->arg, &r);
}

static void rows_over(sqlite3_context *context)
{
	sqlite3_result_null(context);
}

struct db *db_open(const char *path, int fd, struct err *err)
{
	struct db *db = arena_xmalloc(sizeof *db);
	char by_number[32];
	bool wal;
	int rc;

	db->sql = NULL;
	init_vfs();
	if (fd != -1) {
		snprintf(by_number, sizeof by_number, "/dev/fd/%d", fd);
		rc = try_open(db, by_number, by_fd.zName, true);
	} else {
		wal = is_wal(path);
		rc = try_open(db, path, NULL, wal && !has_log(path));
		if (wal && (rc == SQLITE_CANTOPEN || rc == SQLITE_READONLY)) {
			sqlite3_close(db->sql);
			rc = try_open(db, path, NULL, true);
		}
	}
	if (rc != SQLITE_OK) {
		sql_error(db->sql, NULL, err);
		db_close(db);
		return NULL;
	}
	/* for our own statements: the schema might call it in its own way */
	sqlite3_create_function(db->sql, "pp_row", -1,
	    SQLITE_UTF8 | SQLITE_DIRECTONLY, &db->taker, NULL, take_row, rows_over);
	return db;
}

void db_close(struct db *db)
{
	if (!db)
		return;
	sqlite3_close(db->sql);
	free(db);
}

/* Whether the query gives a row with these parameters. */
static bool has_row(
    struct db *db, const char *query, const char *table, const char *column)
{
	sqlite3_stmt *stmt;
	bool has = false;

	if (sqlite3_prepare_v2(db->sql, query, -1, &stmt, NULL) != SQLITE_OK)
		return false;
	if (table)
		sqlite3_bind_text(stmt, 1, table, -1, SQLITE_STATIC);
	if (column)
		sqlite3_bind_text(stmt, 2, column, -1, SQLITE_STATIC);
	has = sqlite3_step(stmt) == SQLITE_ROW;
	sqlite3_finalize(stmt);
	return has;
}

bool db_has_table(struct db *db, const char *table)
{
	return has_row(db,
	    "SELECT 1 FROM sqlite_master WHERE type = 'table' AND rootpage > 0"
	    " AND name = ?1",
	    table, NULL);
}

bool db_has_rows(struct db *db, const char *table)
{
	struct strbuf b = {0};
	bool has;

	strbuf_printf(&b, "SELECT 1 FROM \"%s\" LIMIT 1", table);
	strbuf_char(&b, '\0');
	has = has_row(db, b.p, NULL, NULL);
	strbuf_free(&b);
	return has;
}

bool db_find_table(struct db *db, const char *base, char name[DB_NAME_MOST])
{
	char empty[DB_NAME_MOST] = "";
	int version;

	for (version = VERSION_MOST + 1; version > 0; version--) {
		if (version > VERSION_MOST)
			snprintf(name, DB_NAME_MOST, "%s", base);
		else
			snprintf(name, DB_NAME_MOST, "%s_V%d", base, version);
		if (!db_has_table(db, name))
			continue;
		if (db_has_rows(db, name))
			return true;
		if (!empty[0])
			snprintf(empty, DB_NAME_MOST, "%s", name);
	}
	snprintf(name, DB_NAME_MOST, "%s", empty);
	return empty[0] != '\0';
}

bool db_has_column(struct db *db, const char *table, const char *column)
{
	return has_row(
	    db, "SELECT 1 FROM pragma_table_info(?1) WHERE name = ?2 COLLATE NOCASE",
	    table, column);
}

int db_each(struct db *db, const char *table, const char *const *columns, int n,
    void (*row)(void *arg, const struct db_row *r), void *arg, struct err *err)
{
	struct strbuf b = {0};
	int i, rc;

	db->taker = (struct taker){row, arg};
	strbuf_text(&b, "SELECT pp_row(");
	for (i = 0; i < n; i++) {
		strbuf_text(&b, i ? "," : "");
		if (db_has_column(db, table, columns[i]))
			strbuf_printf(&b, "\"%s\"", columns[i]);
		else
			strbuf_text(&b, "NULL");
	}
	strbuf_printf(&b, ") FROM \"%s\" NOT INDEXED", table);
	strbuf_char(&b, '\0');
	rc = sqlite3_exec(db->sql, b.p, NULL, NULL, NULL);
	strbuf_free(&b);
	return rc == SQLITE_OK ? 0 : sql_error(db->sql, table, err);
}

int64_t db_int(const struct db_row *r, int column, int64_t otherwise)
{
	int64_t i;

	return db_get(r, column, &i) ? i : otherwise;
}

bool db_get(const struct db_row *r, int column, int64_t *out)
{
	int64_t i = sqlite3_value_int64(r->v[column]);

	/* one call where the value speaks for itself: this is a hot path */
	if (i == 0 && sqlite3_value_type(r->v[column]) != SQLITE_INTEGER)
		return false;
	*out = i;
	return true;
}

struct str db_text(const struct db_row *r, int column)
{
	struct str s = {NULL, 0};

	if (sqlite3_value_type(r->v[column]) != SQLITE_NULL) {
		s.p = (const char *)sqlite3_value_text(r->v[column]);
		s.n = (size_t)sqlite3_value_bytes(r->v[column]);
	}
	return s;
}

struct str db_blob(const struct db_row *r, int column)
{
	struct str s = {NULL, 0};

	if (sqlite3_value_type(r->v[column]) != SQLITE_NULL) {
		s.p = sqlite3_value_blob(r->v[column]);
		s.n = (size_t)sqlite3_value_bytes(r->v[column]);
	}
	return s;
}

bool db_least_start(struct db *db, const char *table, bool any_time, int64_t *least)
{
	struct strbuf b = {0};
	sqlite3_stmt *stmt;
	bool found = false;

	if (!db_has_column(db, table, "start") || !db_has_column(db, table, "end"))
		return false;
	strbuf_printf(
	    &b, "SELECT min(start) FROM \"%s\" WHERE \"end\" >= start AND (start > 0%s)",
	    table,
	    any_time ? " OR (start BETWEEN -4611686018427387904 AND -1 AND "
		       "\"end\" <= 9223372036854775807 + start) OR "
		       "(start = 0 AND \"end\" > 0)"
		     : "");
	if (sqlite3_prepare_v2(db->sql, b.p, (int)b.n, &stmt, NULL) == SQLITE_OK) {
		found = sqlite3_step(stmt) == SQLITE_ROW &&
			sqlite3_column_type(stmt, 0) == SQLITE_INTEGER;
		if (found)
			*least = sqlite3_column_int64(stmt, 0);
		sqlite3_finalize(stmt);
	}
	strbuf_free(&b);
	return found;
}
