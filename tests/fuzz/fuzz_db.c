/*
 * fuzz_db.c - databases whose values are anything.
 *
 * The bytes choose a fixture of tests/fixtures, what is changed (every text to
 * random bytes, every integer to an extreme, some of all to anything, tables
 * and columns gone) and the values; behind their end, numbers that follow from
 * them. Not SQL from the bytes: hardly any would make a profile.
 *
 * Checked: every kernel row has its record; a record is JSON and can be read
 * again; times are not negative.
 */
#define _GNU_SOURCE /* memfd_create */
#include <sqlite3.h>
#include <string.h>

#include "tests/fuzz/memory.h"

#include "common/ascii.h"
#include "common/intern.h"
#include "common/io.h"
#include "parse/steps/steps.h"
#include "parse/read/read.h"
#include "parse/write.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
	if (!holds)
		abort();
}

/* --- what the bytes say --------------------------------------------------- */

static struct {
	const uint8_t *p;
	size_t n;
	uint64_t seed;
} bytes;

static unsigned next(void)
{
	if (bytes.n) {
		bytes.n--;
		return *bytes.p++;
	}
	bytes.seed =
	    bytes.seed * UINT64_C(6364136223846793005) + 1442695040888963407;
	return (unsigned)(bytes.seed >> 56);
}

static int64_t odd_int(void)
{
	static const int64_t extremes[] = {INT64_MIN, INT64_MIN + 1, INT32_MIN,
	    -1, 0, 1, 2, 59, 60, 75, 77, INT32_MAX, INT64_C(1) << 31,
	    UINT32_MAX, INT64_C(1) << 48, INT64_C(1) << 53,
	    (INT64_C(1) << 53) + 1, INT64_MAX - 1, INT64_MAX};

	return extremes[next() % (sizeof extremes / sizeof *extremes)];
}

/* Random bytes, some of which mean something to a decoder. */
static void odd_text(sqlite3_context *out, bool blob)
{
	static const char *const words[] = {", seq = ", "aten::mm", "Backward0",
	    "{'mod': '", "', 'op': '", "'args': [", "[[2, 3], [", ", sizes = [",
	    "layer:", "autograd::engine::evaluate_function: ", "_ZN2at6native",
	    "RANK=\"", "Batch-", " Forward", ".forward", "hlo_op=", "9999999999",
	    "{\"op\": ", ", op_id = ", "ProfilerStep#", "<", ">", "("};
	struct strbuf b = {0};
	unsigned n = next() % 12;

	while (n--) {
		if (next() % 2)
			strbuf_text(
			    &b, words[next() % (sizeof words / sizeof *words)]);
		else
			strbuf_char(&b, (char)next());
	}
	if (blob)
		sqlite3_result_blob(out, b.p ? b.p : "", (int)b.n, SQLITE_TRANSIENT);
	else
		sqlite3_result_text(out, b.p ? b.p : "", (int)b.n, SQLITE_TRANSIENT);
	strbuf_free(&b);
}

enum mode { TEXTS, INTEGERS, BOTH, ANYTHING, NMODES };

static enum mode mode;

/* odd(v): SQL's value v, or another one. */
static void odd(sqlite3_context *out, int n, sqlite3_value **v)
{
	int type = sqlite3_value_type(v[0]);

	(void)n;
	if (mode == ANYTHING) {
		switch (next() % 16) {
		case 0:
			sqlite3_result_null(out);
			return;
		case 1:
			sqlite3_result_double(out, (double)odd_int() * 1.5);
			return;
		case 2:
			odd_text(out, true);
			return;
		case 3:
			odd_text(out, false);
			return;
		case 4:
		case 5:
			sqlite3_result_int64(out, odd_int());
			return;
		}
	} else if (type == SQLITE_INTEGER && mode != TEXTS) {
		sqlite3_result_int64(out, odd_int());
		return;
	} else if ((type == SQLITE_TEXT || type == SQLITE_BLOB) && mode != INTEGERS) {
		odd_text(out, type == SQLITE_BLOB);
		return;
	}
	sqlite3_result_value(out, v[0]);
}

/* --- databases ------------------------------------------------------------ */

static const char *const fixtures[] = {"nsys", "nvprof", "copies", "counters"};

enum { NFIXTURES = sizeof fixtures / sizeof *fixtures };

static struct memory_file file, out;

static void run(sqlite3 *db, const char *sql)
{
	check(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK);
}

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *s;

	check(sqlite3_prepare_v2(db, sql, -1, &s, NULL) == SQLITE_OK);
	return s;
}

struct column {
	char *name;
	sqlite3_stmt *change; /* every value of it */
};

struct table {
	char *name, *sql;
	int64_t rows;
	VEC(struct column) columns;
	bool renamed, gone; /* in this run */
	char *now;	    /* its SQL in this run */
};

/* A fixture's database in memory, loaded once.  A run changes it inside of a
 * transaction, and takes that back. */
struct fixture {
	sqlite3 *db;
	VEC(struct table) tables;
	sqlite3_stmt *begin, *rollback, *set_sql;
};

static void add_columns(struct fixture *f, struct table *t)
{
	char *sql =
	    sqlite3_mprintf("SELECT name FROM pragma_table_info(%Q)", t->name);
	sqlite3_stmt *s = prepare(f->db, sql);

	sqlite3_free(sql);
	while (sqlite3_step(s) == SQLITE_ROW) {
		struct column *c = vec_add(&t->columns);

		c->name = sqlite3_mprintf("%s", sqlite3_column_text(s, 0));
		sql = sqlite3_mprintf(
		    "UPDATE OR IGNORE \"%w\" SET \"%w\" = odd(\"%w\")", t->name,
		    c->name, c->name);
		c->change = prepare(f->db, sql);
		sqlite3_free(sql);
	}
	sqlite3_finalize(s);
}

static int64_t count(sqlite3 *db, const char *table)
{
	char *sql = sqlite3_mprintf("SELECT count(*) FROM \"%w\"", table);
	sqlite3_stmt *s = prepare(db, sql);
	int64_t n = sqlite3_step(s) == SQLITE_ROW ? sqlite3_column_int64(s, 0) : 0;

	sqlite3_finalize(s);
	sqlite3_free(sql);
	return n;
}

static void load(struct fixture *f, const char *name)
{
	const char *src = getenv("SRC");
	struct strbuf sql = {0};
	sqlite3_stmt *s;
	char path[512];

	snprintf(path, sizeof path, "%s/tests/fixtures/%s.sql", src ? src : ".",
	    name);
	memory_slurp(path, &sql);
	strbuf_char(&sql, '\0');
	check(sqlite3_open(":memory:", &f->db) == SQLITE_OK);
	/* small pages: there are few rows, and all are copied */
	run(f->db, "PRAGMA page_size = 512");
	run(f->db, sql.p);
	strbuf_free(&sql);
	run(f->db, "PRAGMA writable_schema = ON");
	check(sqlite3_create_function(f->db, "odd", 1, SQLITE_UTF8, NULL, odd,
		  NULL, NULL) == SQLITE_OK);
	s = prepare(f->db,
	    "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND "
	    "name NOT LIKE 'sqlite%'");
	while (sqlite3_step(s) == SQLITE_ROW)
		*vec_add(&f->tables) = (struct table){
		    .name = sqlite3_mprintf("%s", sqlite3_column_text(s, 0)),
		    .sql = sqlite3_mprintf("%s", sqlite3_column_text(s, 1))};
	sqlite3_finalize(s);
	for (size_t i = 0; i < f->tables.n; i++) {
		add_columns(f, &f->tables.v[i]);
		f->tables.v[i].rows = count(f->db, f->tables.v[i].name);
	}
	f->begin = prepare(f->db, "BEGIN");
	f->rollback = prepare(f->db, "ROLLBACK");
	f->set_sql = prepare(f->db,
	    "UPDATE sqlite_master SET sql = ?1, name = ?2 WHERE name = ?3");
}

/* Run a prepared statement that may fail: a value may be against a constraint. */
static void attempt(sqlite3_stmt *s)
{
	while (sqlite3_step(s) == SQLITE_ROW)
		;
	sqlite3_reset(s);
}

static bool is_word(char c)
{
	return is_letter(c) || is_digit(c) || c == '_';
}

/* Give every place of the word in a table's SQL another name of the same
 * length. Not ALTER TABLE: that has SQLite read the schema anew each time. */
static void rename_word(struct table *t, const char *word)
{
	size_t n = strlen(word);
	char *p = t->now;

	while ((p = strstr(p, word)) != NULL) {
		if ((p == t->now || !is_word(p[-1])) && !is_word(p[n]))
			*p = 'Z';
		p += n;
	}
	t->renamed = true;
}

/* Put a table's SQL of this run into the schema. */
static void put_sql(const struct fixture *f, const struct table *t)
{
	char *name = sqlite3_mprintf("%s%s", t->gone ? "Z" : "", t->name + t->gone);

	sqlite3_bind_text(f->set_sql, 1, t->now, -1, SQLITE_STATIC);
	sqlite3_bind_text(f->set_sql, 2, name, -1, SQLITE_STATIC);
	sqlite3_bind_text(f->set_sql, 3, t->name, -1, SQLITE_STATIC);
	attempt(f->set_sql);
	sqlite3_free(name);
}

/* Change every column of every table; drop is how many in 256 go. */
static void change(struct fixture *f, unsigned drop)
{
	size_t i, k;

	for (i = 0; i < f->tables.n; i++) {
		struct table *t = &f->tables.v[i];

		t->renamed = t->gone = false;
		sqlite3_free(t->now);
		t->now = sqlite3_mprintf("%s", t->sql);
		for (k = 0; k < t->columns.n && !t->gone; k++) {
			attempt(t->columns.v[k].change);
			if (next() < drop)
				rename_word(t, t->columns.v[k].name);
			else if (next() < drop / 8)
				t->gone = true;
		}
		if (t->gone)
			rename_word(t, t->name);
		if (t->renamed)
			put_sql(f, t);
	}
}

/* How many kernels the database has. */
static int64_t kernels(const struct fixture *f)
{
	static const char *const names[] = {"CUPTI_ACTIVITY_KIND_KERNEL",
	    "CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL",
	    "CUPTI_ACTIVITY_KIND_CDP_KERNEL"};
	int64_t n = 0;

	for (size_t i = 0; i < f->tables.n; i++)
		for (size_t k = 0; k < sizeof names / sizeof *names; k++)
			if (!f->tables.v[i].gone &&
			    strcmp(f->tables.v[i].name, names[k]) == 0)
				n += f->tables.v[i].rows;
	return n;
}

static void save(const struct fixture *f)
{
	sqlite3_int64 n;
	unsigned char *p = sqlite3_serialize(f->db, "main", &n, 0);

	check(p != NULL);
	memory_set(&file, (struct str){(char *)p, (size_t)n});
	sqlite3_free(p);
}

/* --- records -------------------------------------------------------------- */

/* Whether SQLite takes it as JSON: our reader is lenient. */
static bool is_json(struct str line)
{
	static sqlite3 *db;
	static sqlite3_stmt *s;
	bool is;

	if (!s) {
		check(sqlite3_open(":memory:", &db) == SQLITE_OK);
		check(sqlite3_prepare_v2(db, "SELECT json_valid(?)", -1, &s,
			  NULL) == SQLITE_OK);
	}
	sqlite3_bind_text(s, 1, line.p, (int)line.n, SQLITE_STATIC);
	is = sqlite3_step(s) == SQLITE_ROW && sqlite3_column_int(s, 0);
	sqlite3_reset(s);
	return is;
}

/* Write the records and read them again: how many are kernels. */
static int64_t records(const struct analysis *a)
{
	const struct write_options opts = {.profile = true, .wanted = "all"};
	struct record_reader *reader = record_reader_new();
	struct arena arena = {0};
	struct strbuf text = {0};
	struct record rec;
	struct err err;
	struct str line;
	const char *lf;
	int64_t n = 0;

	check(io_output(out.path, &err) == 0);
	write_records(a, &opts);
	check(io_finish(0) == 0);
	memory_get(&out, &text);
	strbuf_char(&text, '\0');
	for (line.p = text.p; *line.p; line.p = lf + 1) {
		lf = strchr(line.p, '\n');
		check(lf != NULL);
		line.n = (size_t)(lf - line.p);
		check(is_json(line));
		check(record_read(reader, line, &arena, &rec, &err) == 0);
		check(!record_has(&rec, start) || rec.start >= 0);
		check(!record_has(&rec, dur) || rec.dur >= 0);
		check(!record_has(&rec, pid) || rec.pid >= 0);
		check(record_has(&rec, start) <= record_has(&rec, dur) ||
		      str_is(rec.kind, "range") || str_is(rec.kind, "step"));
		n += str_is(rec.kind, "kernel");
		arena_reset(&arena);
	}
	strbuf_free(&text);
	arena_free(&arena);
	record_reader_free(reader);
	return n;
}

/* The fixture, loaded when it is first wanted. */
static struct fixture *fixture(unsigned i)
{
	static struct fixture all[NFIXTURES];

	if (!all[i].db)
		load(&all[i], fixtures[i]);
	return &all[i];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fixture *f;
	struct analysis a;
	struct profile p;
	struct err err;
	unsigned drop;

	bytes.p = data;
	bytes.n = size;
	bytes.seed = intern_hash((const char *)data, size);
	if (!file.path[0]) {
		/* one malloc of the sanitizer's instead of hundreds */
		sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 1200, 400);
		sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
		memory_open(&file);
		memory_open(&out);
	}
	f = fixture(next() % NFIXTURES);
	mode = (enum mode)(next() % NMODES);
	drop = next();
	attempt(f->begin);
	change(f, drop < 128 ? 0 : drop / 8);
	save(f);
	attempt(f->rollback);

	profile_init(&p, file.path, LAUNCH_ALL);
	if (read_profile(file.path, NULL, &p, &err) == 0) {
		steps_run(&a, &p);
		check(records(&a) == kernels(f));
		analysis_free(&a);
	} else {
		check(err.text[0] != '\0');
	}
	profile_free(&p);
	return 0;
}
