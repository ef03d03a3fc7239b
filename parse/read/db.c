/*
 * db.c - read-only SQLite.
 *
 * In:  a file that whoever profiled, or somebody else, wrote
 * Out: rows of tables by the names of columns
 *
 * A database is a program as much as a text: views, virtual tables and computed
 * columns run what its schema says, and pages may be linked so that a small
 * file has rows without end.  None of the first is run, and of the second no
 * more is read than the file can hold.  vfs.c sees to it that nothing is
 * written.
 *
 * A database in WAL mode whose log is empty or missing is read as it is.  Any
 * other is locked while it is read, or looked at again at the end: if its
 * profiler is still writing, half of what is read would be old and half new.
 */
#include "parse/read/db.h"

#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/arena.h"
#include "common/nelems.h"
#include "common/vec.h"
#include "parse/read/vfs.h"

enum { VERSION_MOST = 9 }; /* of a table's suffix */

/* Messages in one piece, for who looks for them. */
/* clang-format off */
static const char half_written[] =
    "half written, with the journal to undo that beside it: open it once with sqlite3, which does";
static const char changed[] =
    "changed while it was read: another program is writing it, wait for its end";
/* clang-format on */

/* What a file of so many bytes can hold and need. */
enum {
	ROW_LEAST = 6,	/* bytes: its pointer, two lengths, a head of one */
	TEXT_TIMES = 8, /* a text is asked for several times, or is UTF-16 */
	TICK = 4096,	/* steps of SQLite's machine from look to look */
	ROW_STEPS = 256,
	STEPS_LEAST = 4 * 1024 * 1024,
	LENGTH_LEAST = 1024 * 1024,
	HEAP_LEAST = 64 * 1024 * 1024,
};

/* What a query may still take of what the file can hold. */
struct left {
	uint64_t rows, text, steps;
	const char *lacks; /* which of them was not enough, or NULL */
};

/* The receiver of the rows. */
struct taker {
	void (*row)(void *arg, const struct db_row *r);
	void *arg;
	signed char at[DB_COLUMNS_MOST]; /* of each column */
};

struct db {
	sqlite3 *sql;
	struct vfs *vfs;
	uint64_t bytes; /* of its files */
	struct taker taker;
	struct left left;
	sqlite3_stmt *find_table;
	char *table; /* whose columns are known; NULL: none */
	VEC(char *) columns;
	struct err failed; /* the first that could not be asked for, or "" */
};

/* Called every TICK steps: whether to stop. */
static int look(void *arg)
{
	struct db *db = arg;

	if (db->left.steps < TICK)
		db->left.lacks = "rows";
	else
		db->left.steps -= TICK;
	return db->left.lacks != NULL;
}

static void begin_query(struct db *db)
{
	uint64_t rows = db->bytes / ROW_LEAST;

	db->left = (struct left){.rows = rows,
	    .text = TEXT_TIMES * db->bytes,
	    .steps = STEPS_LEAST + rows * ROW_STEPS};
}

static int at_most(uint64_t n)
{
	return n < INT_MAX ? (int)n : INT_MAX;
}

/* Let nothing run that came with the file, and no value be larger than it. */
static void confine(struct db *db)
{
	static const struct {
		int what, value;
	} config[] = {
	    {SQLITE_DBCONFIG_DEFENSIVE, 1},
	    {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
	    {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
	    {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
	    {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
	    {SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0},
	    {SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0},
	    {SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1},
	};
	uint64_t heap = HEAP_LEAST + 4 * db->bytes;
	size_t i;

	for (i = 0; i < NELEMS(config); i++)
		sqlite3_db_config(db->sql, config[i].what, config[i].value, NULL);
	sqlite3_drop_modules(db->sql, NULL); /* of virtual tables: all */
	sqlite3_limit(
	    db->sql, SQLITE_LIMIT_LENGTH, at_most(LENGTH_LEAST + db->bytes));
	sqlite3_limit(db->sql, SQLITE_LIMIT_ATTACHED, 0);
	sqlite3_hard_heap_limit64((sqlite3_int64)heap);
	sqlite3_progress_handler(db->sql, TICK, look, db);
}

/* Open the database, and read from it: SQLite touches the file only then. */
static int try_open(struct db *db)
{
	int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX;
	int rc = sqlite3_open_v2("profile", &db->sql, flags, vfs_name(db->vfs));

	if (rc != SQLITE_OK)
		return rc;
	confine(db);
	begin_query(db);
	/* not count(*), which goes through all pages in one step */
	return sqlite3_exec(db->sql,
	    "PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY;"
	    "BEGIN; SELECT 1 FROM sqlite_master NOT INDEXED LIMIT 1",
	    NULL, NULL, NULL);
}

/* SQLite's message, with advice where there is some.  table may be NULL. */
static int sql_error(const struct db *db, const char *table, struct err *err)
{
	int rc = sqlite3_errcode(db->sql);
	const char *what = sqlite3_errmsg(db->sql), *todo = "";

	if (db->left.lacks)
		return err_set(err,
		    "damaged: table '%s' has more %s than its file can hold",
		    table ? table : "sqlite_master", db->left.lacks);
	if (rc == SQLITE_NOTADB)
		todo = ": give a profile, or its SQLite export";
	else if (rc == SQLITE_CORRUPT)
		todo = ": the file is cut or damaged, export it again";
	else if (rc == SQLITE_BUSY)
		todo = ": another program is writing it, wait for its end";
	else if (rc == SQLITE_READONLY)
		return err_set(err, "%s", half_written);
	if (table)
		return err_set(err, "table '%s': %s%s", table, what, todo);
	return err_set(err, "%s%s", what, todo);
}

/* One row, for the function pp_row().  The arguments of an aggregate function
 * cost half as much as stepping a statement and asking for its columns. */
static void take_row(sqlite3_context *context, int n, sqlite3_value **v)
{
	struct db *db = sqlite3_user_data(context);
	struct db_row r = {v, db->taker.at, db};

	(void)n;
	if (db->left.rows-- > 0)
		db->taker.row(db->taker.arg, &r);
	else
		db->left.lacks = "rows";
	if (db->left.lacks)
		sqlite3_result_error(context, "damaged", -1);
}

static void rows_over(sqlite3_context *context)
{
	sqlite3_result_null(context);
}

struct db *db_open(const char *path, int fd, struct err *err)
{
	struct db *db = arena_xzeroed(1, sizeof *db);

	db->vfs = vfs_new(path, fd);
	db->bytes = vfs_bytes(db->vfs);
	if (try_open(db) != SQLITE_OK) {
		sql_error(db, NULL, err);
		db_close(db);
		return NULL;
	}
	/* for our own statements: the schema might call it in its own way */
	sqlite3_create_function(db->sql, "pp_row", -1,
	    SQLITE_UTF8 | SQLITE_DIRECTONLY, db, NULL, take_row, rows_over);
	return db;
}

static void free_columns(struct db *db)
{
	size_t i;

	for (i = 0; i < db->columns.n; i++)
		sqlite3_free(db->columns.v[i]);
	db->columns.n = 0;
	sqlite3_free(db->table);
	db->table = NULL;
}

void db_close(struct db *db)
{
	if (!db)
		return;
	free_columns(db);
	vec_free(&db->columns);
	sqlite3_finalize(db->find_table);
	sqlite3_close(db->sql);
	vfs_free(db->vfs);
	free(db);
}

int db_check(const struct db *db, struct err *err)
{
	if (vfs_changed(db->vfs))
		return err_set(err, "%s", changed);
	return db->failed.text[0] ? err_set(err, "%s", db->failed.text) : 0;
}

bool db_lacks_log(const struct db *db)
{
	return vfs_lacks_log(db->vfs);
}

bool db_cuts_log(const struct db *db)
{
	return vfs_cuts_log(db->vfs);
}

/* A statement on a table, as SQL with one %s; NULL where it cannot be run. */
static sqlite3_stmt *on_table(struct db *db, const char *format, const char *table)
{
	struct strbuf b = {0};
	sqlite3_stmt *stmt = NULL;

	begin_query(db);
	strbuf_printf(&b, format, table);
	strbuf_char(&b, '\0');
	sqlite3_prepare_v2(db->sql, b.p, -1, &stmt, NULL);
	strbuf_free(&b);
	return stmt;
}

/* Whether there is one more row.  A failure is kept: SQLite tells of a damaged
 * page when it first reads it, and not again.  table may be NULL. */
static bool step(struct db *db, sqlite3_stmt *stmt, const char *table)
{
	int rc = sqlite3_step(stmt);

	if (rc != SQLITE_ROW && rc != SQLITE_DONE && !db->failed.text[0])
		sql_error(db, table, &db->failed);
	return rc == SQLITE_ROW;
}

static const char any_row[] = "SELECT 1 FROM \"%s\" NOT INDEXED LIMIT 1";

/* The schema's type and root page are what its author wrote there.  What a
 * table is says its SQL, which is parsed here: of a view or a virtual table no
 * statement is taken. */
bool db_has_table(struct db *db, const char *table)
{
	sqlite3_stmt *stmt = NULL;
	bool has = false;

	begin_query(db);
	if (!db->find_table)
		sqlite3_prepare_v2(db->sql,
		    "SELECT 1 FROM sqlite_master NOT INDEXED WHERE type = "
		    "'table' "
		    "AND rootpage > 0 AND name = ?1",
		    -1, &db->find_table, NULL);
	if (db->find_table) {
		sqlite3_bind_text(db->find_table, 1, table, -1, SQLITE_STATIC);
		has = step(db, db->find_table, NULL);
		sqlite3_reset(db->find_table);
	}
	if (has)
		stmt = on_table(db, any_row, table);
	has = stmt != NULL;
	sqlite3_finalize(stmt);
	return has;
}

bool db_has_rows(struct db *db, const char *table)
{
	sqlite3_stmt *stmt = on_table(db, any_row, table);
	bool has = stmt && step(db, stmt, table);

	sqlite3_finalize(stmt);
	return has;
}

bool db_has_names(struct db *db, const char *glob)
{
	sqlite3_stmt *stmt = on_table(
	    db, "SELECT 1 FROM sqlite_master NOT INDEXED WHERE name GLOB '%s' LIMIT 1",
	    glob);
	bool has = stmt && step(db, stmt, NULL);

	sqlite3_finalize(stmt);
	return has;
}

static void set_version(const char *base, int version, char name[DB_NAME_MOST])
{
	if (version > VERSION_MOST)
		snprintf(name, DB_NAME_MOST, "%s", base);
	else
		snprintf(name, DB_NAME_MOST, "%s_V%d", base, version);
}

bool db_find_table(struct db *db, const char *base, char name[DB_NAME_MOST])
{
	char empty[DB_NAME_MOST] = "";
	int version;

	for (version = VERSION_MOST + 1; version > 0; version--) {
		set_version(base, version, name);
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

bool db_next_table(struct db *db, const char *base, char name[DB_NAME_MOST])
{
	size_t n = strlen(base);
	int version = name[n] ? name[n + 2] - '0' : VERSION_MOST + 1;

	while (--version > 0) {
		set_version(base, version, name);
		if (db_has_table(db, name) && db_has_rows(db, name))
			return true;
	}
	return false;
}

/* Keep the names of a table's columns, without computed ones: all are asked
 * for, one by one. */
static void find_columns(struct db *db, const char *table)
{
	sqlite3_stmt *stmt;

	free_columns(db);
	db->table = sqlite3_mprintf("%s", table);
	stmt = on_table(db, "PRAGMA table_info(\"%s\")", table);
	while (stmt && step(db, stmt, table))
		*vec_add(&db->columns) =
		    sqlite3_mprintf("%s", sqlite3_column_text(stmt, 1));
	sqlite3_finalize(stmt);
}

bool db_has_column(struct db *db, const char *table, const char *column)
{
	size_t i;

	if (!db->table || strcmp(db->table, table) != 0)
		find_columns(db, table);
	for (i = 0; i < db->columns.n; i++)
		if (sqlite3_stricmp(db->columns.v[i], column) == 0)
			return true;
	return false;
}

/* Ask for a column, or for the first of several that has a value; false: the
 * table has none of them. */
static bool ask_for(
    struct db *db, const char *table, const char *columns, struct strbuf *b)
{
	struct strbuf list = {0};
	char name[DB_NAME_MOST];
	int found = 0;
	size_t n;

	for (;; columns += n + 1) {
		n = strcspn(columns, "|");
		snprintf(name, sizeof name, "%.*s", (int)n, columns);
		if (db_has_column(db, table, name))
			strbuf_printf(&list, "%s\"%s\"", found++ ? "," : "", name);
		if (!columns[n])
			break;
	}
	strbuf_text(b, found > 1 ? "coalesce(" : "");
	strbuf_str(b, strbuf_get(&list));
	strbuf_text(b, found > 1 ? ")" : "");
	strbuf_free(&list);
	return found > 0;
}

int db_each(struct db *db, const char *table, const char *const *columns, int n,
    void (*row)(void *arg, const struct db_row *r), void *arg, struct err *err)
{
	struct strbuf b = {0};
	int i, rc, found = 0;

	db->taker.row = row;
	db->taker.arg = arg;
	strbuf_text(&b, "SELECT pp_row(");
	for (i = 0; i < n; i++) {
		db->taker.at[i] = -1;
		if (ask_for(db, table, columns[i], &b)) {
			db->taker.at[i] = (signed char)found++;
			strbuf_char(&b, ',');
		}
	}
	b.n -= found > 0; /* the comma behind the last */
	strbuf_printf(&b, ") FROM \"%s\" NOT INDEXED", table);
	strbuf_char(&b, '\0');
	begin_query(db);
	rc = sqlite3_exec(db->sql, b.p, NULL, NULL, NULL);
	strbuf_free(&b);
	return rc == SQLITE_OK ? 0 : sql_error(db, table, err);
}

/* Count the bytes of a text: many rows may point to one long text. */
static struct str take(const struct db_row *r, struct str s)
{
	struct left *left = &r->db->left;

	if (s.n > left->text) {
		left->lacks = "text";
		return (struct str){NULL, 0};
	}
	left->text -= s.n;
	return s;
}

/* The value of a column; NULL: there is none. */
static sqlite3_value *value_of(const struct db_row *r, int column)
{
	int at = r->at[column];

	return at < 0 || sqlite3_value_type(r->v[at]) == SQLITE_NULL ? NULL
								     : r->v[at];
}

bool db_exact(sqlite3_value *v, int64_t *out)
{
	const double end = 9223372036854775808.0; /* 2^63 */
	double d;

	switch (sqlite3_value_numeric_type(v)) {
	case SQLITE_INTEGER:
		*out = sqlite3_value_int64(v);
		return true;
	case SQLITE_FLOAT:
		d = sqlite3_value_double(v);
		if (!(d >= -end && d < end))
			return false;
		*out = (int64_t)d;
		return (double)*out == d;
	default:
		return false;
	}
}

struct str db_text(const struct db_row *r, int column)
{
	sqlite3_value *v = value_of(r, column);
	struct str s = {NULL, 0};

	if (!v)
		return s;
	s.p = (const char *)sqlite3_value_text(v);
	s.n = (size_t)sqlite3_value_bytes(v);
	return take(r, s);
}

struct str db_blob(const struct db_row *r, int column)
{
	sqlite3_value *v = value_of(r, column);
	struct str s = {NULL, 0};

	if (!v)
		return s;
	s.p = sqlite3_value_blob(v);
	s.n = (size_t)sqlite3_value_bytes(v);
	return take(r, s);
}

int db_least_start(struct db *db, const char *table, bool any_time,
    int64_t *least, struct err *err)
{
	sqlite3_stmt *stmt;
	int rc;

	*least = INT64_MAX;
	if (!db_has_column(db, table, "start") || !db_has_column(db, table, "end"))
		return 0;
		/* integers as db_get has them, whatever type a column holds */
#define TIMES                                                                  \
	"SELECT min(s) FROM (SELECT start t, \"end\" u, "                      \
	"CAST(start AS INTEGER) s, CAST(\"end\" AS INTEGER) e "                \
	"FROM \"%s\" NOT INDEXED) WHERE e >= s AND s = t AND e = u AND "
	stmt = on_table(db,
	    any_time ? TIMES "(s > 0 OR (s BETWEEN -4611686018427387904 AND -1 "
			     "AND e <= 9223372036854775807 + s) OR "
			     "(s = 0 AND e > 0))"
		     : TIMES "s > 0",
	    table);
#undef TIMES
	if (!stmt)
		return sql_error(db, table, err);
	rc = sqlite3_step(stmt);
	if (rc != SQLITE_ROW)
		sql_error(db, table, err);
	else if (sqlite3_column_type(stmt, 0) == SQLITE_INTEGER)
		*least = sqlite3_column_int64(stmt, 0);
	sqlite3_finalize(stmt);
	return rc == SQLITE_ROW ? 0 : -1;
}
