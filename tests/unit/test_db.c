/*
 * test_db.c - databases that are made to mislead: pages with several parents,
 * texts that many rows share, a schema that computes.
 *
 * The images are SQLite's, with bytes changed as its file format has them: a page
 * of a table begins with its type (13 a leaf, 5 above), the number of cells in
 * two bytes from 3 on, and above in four from 8 on the rightmost child.
 */
#include "parse/read/db.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "common/vec.h"

enum { PAGE = 512 };

/* ---- images ---- */

struct image {
	unsigned char *p;
	sqlite3_int64 n;
	int root; /* page of table t */
};

static void run(sqlite3 *sql, const char *text)
{
	char *why = NULL;

	if (sqlite3_exec(sql, text, NULL, NULL, &why) != SQLITE_OK)
		fail_msg("%s: %s", text, why);
}

static void make_image(struct image *m, const char *text)
{
	sqlite3_stmt *stmt;
	sqlite3 *sql;

	assert_int_equal(sqlite3_open(":memory:", &sql), SQLITE_OK);
	run(sql, "PRAGMA page_size = 512; PRAGMA writable_schema = ON");
	run(sql, text);
	m->p = sqlite3_serialize(sql, "main", &m->n, 0);
	assert_non_null(m->p);
	sqlite3_prepare_v2(sql,
	    "SELECT rootpage FROM sqlite_master WHERE name = 't'", -1, &stmt, NULL);
	m->root =
	    sqlite3_step(stmt) == SQLITE_ROW ? sqlite3_column_int(stmt, 0) : 0;
	sqlite3_finalize(stmt);
	sqlite3_close(sql);
}

static void put(unsigned char *p, int n, unsigned value)
{
	for (; n > 0; n--, value >>= 8)
		p[n - 1] = (unsigned char)value;
}

static unsigned char *page(const struct image *m, int number)
{
	return m->p + (size_t)(number - 1) * PAGE;
}

/* Add a page; its number. */
static int add_page(struct image *m)
{
	m->p = sqlite3_realloc64(m->p, (sqlite3_uint64)m->n + PAGE);
	assert_non_null(m->p);
	memset(m->p + m->n, 0, PAGE);
	m->n += PAGE;
	put(m->p + 28, 4, (unsigned)(m->n / PAGE));
	return (int)(m->n / PAGE);
}

/* Make it a page above, all of whose n + 1 children are one. */
static void above(unsigned char *p, size_t head, int n, int child)
{
	int i, at;

	memset(p + head, 0, PAGE - head);
	p[head] = 5;
	put(p + head + 3, 2, (unsigned)n);
	put(p + head + 5, 2, (unsigned)(PAGE - 5 * n));
	put(p + head + 8, 4, (unsigned)child);
	for (i = 0; i < n; i++) {
		at = PAGE - 5 * (i + 1);
		put(p + at, 4, (unsigned)child);
		p[at + 4] = (unsigned char)(i + 1);
		put(p + head + 12 + 2 * (size_t)i, 2, (unsigned)at);
	}
}

/* Put so many levels of such pages on top of table t. */
static void grow(struct image *m, int levels, int n)
{
	int child = add_page(m), next;

	memcpy(page(m, child), page(m, m->root), PAGE);
	for (; levels > 1; levels--, child = next) {
		next = add_page(m);
		above(page(m, next), 0, n, child);
	}
	above(page(m, m->root), 0, n, child);
}

/* ---- reading ---- */

static char path[512];
static int fd;

static struct db *open_image(const struct image *m, struct err *err)
{
	const char *folder = getenv("TMPDIR");

	snprintf(path, sizeof path, "%s/db-XXXXXX", folder ? folder : "/tmp");
	fd = mkstemp(path);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, m->p, (size_t)m->n), m->n);
	sqlite3_free(m->p);
	return db_open(path, fd, err);
}

static void close_image(struct db *db)
{
	db_close(db);
	close(fd);
	unlink(path);
}

static size_t rows;

static void count_row(void *arg, const struct db_row *r)
{
	(void)arg;
	(void)r;
	rows++;
}

static void count_text(void *arg, const struct db_row *r)
{
	(void)arg;
	rows++;
	db_text(r, 0);
}

/* Read column a of table t; the reason, or "". */
static const char *read_t(
    struct image *m, void (*row)(void *, const struct db_row *))
{
	static const char *const columns[] = {"a"};
	static struct err err;
	struct db *db;

	err.text[0] = '\0';
	rows = 0;
	db = open_image(m, &err);
	if (db)
		db_each(db, "t", columns, 1, row, NULL, &err);
	close_image(db);
	return err.text;
}

static const char many[] =
    "CREATE TABLE t(a); WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
    "LIMIT 30) INSERT INTO t SELECT NULL FROM n";

/* 30 rows, 3 pages: at most 3 * 512 / 6 = 256 rows.  Children 5: 150 rows,
 * which might be there; 10: 300. */
static void one_child(void **state)
{
	struct image m;

	(void)state;
	make_image(&m, many);
	grow(&m, 1, 4);
	assert_int_equal(m.n, 3 * PAGE);
	assert_string_equal(read_t(&m, count_row), "");
	assert_int_equal(rows, 150);
	make_image(&m, many);
	grow(&m, 1, 9);
	assert_string_equal(read_t(&m, count_row),
	    "damaged: table 't' has more rows than its file can hold");
	assert_int_equal(rows, 256);
}

/* 61 to the 15th times 30 rows, which nobody waits for; asked in each way. */
static void many_levels(void **state)
{
	struct image m;
	struct err err;
	struct db *db;
	int64_t least;

	(void)state;
	make_image(&m,
	    "CREATE TABLE t(start, end); WITH n(i) AS (SELECT 1 UNION ALL "
	    "SELECT "
	    "i + 1 FROM n LIMIT 30) INSERT INTO t SELECT 5, 4 FROM n");
	grow(&m, 15, 60);
	db = open_image(&m, &err);
	assert_non_null(db);
	assert_true(db_has_table(db, "t"));
	assert_true(db_has_rows(db, "t"));
	assert_int_equal(db_least_start(db, "t", false, &least, &err), -1);
	assert_string_equal(err.text,
	    "damaged: table 't' has more rows than its file can hold");
	close_image(db);
}

/* A schema whose rows are many times there: those of an index have no SQL, so
 * that nothing is there twice.  Page 1 has a header of 100 bytes. */
static void schema(void **state)
{
	struct image m;
	struct err err;
	int leaf, child, i;

	(void)state;
	make_image(&m, "CREATE TABLE t(a PRIMARY KEY); "
		       "DELETE FROM sqlite_master WHERE type = 'table';"
		       "INSERT INTO sqlite_master VALUES('table', 't', 't', 2, "
		       "'CREATE TABLE t(a PRIMARY KEY)')");
	leaf = add_page(&m);
	memcpy(page(&m, leaf), page(&m, 1), PAGE);
	/* a page's head is at its start: move it, the cells stay */
	memmove(page(&m, leaf), page(&m, leaf) + 100, 50);
	/* the index alone, which comes first now */
	put(page(&m, leaf) + 3, 2, 1);
	child = leaf;
	for (i = 0; i < 8; i++) {
		leaf = add_page(&m);
		above(page(&m, leaf), 0, 60, child);
		child = leaf;
	}
	above(page(&m, 1), 100, 50, child);
	assert_null(open_image(&m, &err));
	close_image(NULL);
	assert_string_equal(err.text,
	    "damaged: table 'sqlite_master' has more rows "
	    "than its file can hold");
}

/* A row of 20001 bytes, 21 times: 420 KB, where no more than 8 times the file's
 * 22 KB are taken: 9 rows. */
static void shared_text(void **state)
{
	struct image m;

	(void)state;
	make_image(&m, "CREATE TABLE t(a); INSERT INTO t SELECT 'a' || "
		       "hex(zeroblob(10000))");
	assert_int_equal(page(&m, m.root)[0], 13);
	grow(&m, 1, 20);
	assert_string_equal(read_t(&m, count_text),
	    "damaged: table 't' has more text than its file can hold");
	assert_in_range(rows, 8, 10);
}

/* What the schema calls a table, by its type and root page, and is none. */
static void no_tables(void **state)
{
	static const char *const texts[] = {
	    "CREATE VIRTUAL TABLE t USING fts4(a);"
	    "UPDATE sqlite_master SET rootpage = 2 WHERE name = 't'",
	    "CREATE TABLE g(a); CREATE VIEW t AS SELECT 1 AS a;"
	    "UPDATE sqlite_master SET rootpage = 2, type = 'table' WHERE name "
	    "= 't'",
	    "CREATE TABLE g(a); INSERT INTO sqlite_master VALUES('table', 't', "
	    "'t', 2,"
	    "'CREATE/**/VIRTUAL TABLE t USING json_each')",
	};
	struct image m;
	struct err err;
	struct db *db;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof texts / sizeof *texts; i++) {
		make_image(&m, texts[i]);
		db = open_image(&m, &err);
		if (db) {
			assert_false(db_has_table(db, "t"));
			assert_false(db_has_rows(db, "t"));
		}
		close_image(db);
	}
}

/* A computed column is none, stored or not; nor are its neighbours touched. */
static void computed(void **state)
{
	struct image m;
	struct err err;
	struct db *db;

	(void)state;
	make_image(&m, "CREATE TABLE t(a, b AS (hex(zeroblob(499))), "
		       "c AS (a + 1) STORED, d);"
		       "INSERT INTO t(a, d) VALUES(1, 2)");
	db = open_image(&m, &err);
	assert_non_null(db);
	assert_true(db_has_table(db, "t"));
	assert_true(db_has_column(db, "t", "a"));
	assert_true(db_has_column(db, "t", "D"));
	assert_false(db_has_column(db, "t", "b"));
	assert_false(db_has_column(db, "t", "c"));
	assert_false(db_has_column(db, "u", "a"));
	close_image(db);
	make_image(&m, many);
	assert_string_equal(read_t(&m, count_row), "");
	assert_int_equal(rows, 30);
}

/* Written to while it is read. */
static void changed(void **state)
{
	struct image m;
	struct err err;
	struct db *db;

	(void)state;
	make_image(&m, many);
	db = open_image(&m, &err);
	assert_non_null(db);
	assert_int_equal(db_check(db, &err), 0);
	assert_int_equal(pwrite(fd, "", 1, m.n), 1);
	assert_int_equal(db_check(db, &err), -1);
	assert_string_equal(err.text, "changed while it was read: another "
				      "program is writing it, wait for "
				      "its end");
	close_image(db);
}

/* ---- numbers ---- */

static void number(void *arg, const struct db_row *r)
{
	struct strbuf *b = arg;
	int64_t i;

	if (db_get(r, 0, &i))
		strbuf_printf(b, "%lld ", (long long)i);
	else
		strbuf_text(b, "- ");
}

/* Whatever type a program gave a column: pandas writes reals where one value is
 * NULL, the shell's .import texts. */
static void numbers(void **state)
{
	static const char *const columns[] = {"v"};
	struct strbuf b = {0};
	struct image m;
	struct err err;
	struct db *db;

	(void)state;
	make_image(&m, "CREATE TABLE t (v); INSERT INTO t VALUES "
		       "(0), (7), (0.0), (-0.0), (7.0), (0.5), ('0'), ('7'), "
		       "(''), ('a'), ('0a'), (x'30'), (x''), (NULL)");
	db = open_image(&m, &err);
	assert_non_null(db);
	assert_int_equal(db_each(db, "t", columns, 1, number, &b, &err), 0);
	strbuf_char(&b, '\0');
	assert_string_equal(b.p, "0 7 0 0 7 - 0 7 - - - - - - ");
	strbuf_free(&b);
	close_image(db);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(one_child),
	    cmocka_unit_test(many_levels),
	    cmocka_unit_test(schema),
	    cmocka_unit_test(shared_text),
	    cmocka_unit_test(no_tables),
	    cmocka_unit_test(computed),
	    cmocka_unit_test(changed),
	    cmocka_unit_test(numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
