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
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

static char db_path[512], out_path[512];

static void remove_files(void)
{
	unlink(db_path);
	unlink(out_path);
}

static void name_files(void)
{
	const char *folder = getenv("TMPDIR");

	if (!folder)
		folder = "/tmp";
	snprintf(db_path, sizeof db_path, "%s/fuzz-%ld.db", folder, (long)getpid());
	snprintf(out_path, sizeof out_path, "%s/fuzz-%ld.rec", folder,
	    (long)getpid());
	atexit(remove_files);
}

static void run(sqlite3 *db, const char *sql)
{
	check(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK);
}

/* A statement that may fail: a value may be against a constraint. */
static void attempt(sqlite3 *db, char *sql)
{
	sqlite3_exec(db, sql, NULL, NULL, NULL);
	sqlite3_free(sql);
}

/* What a file holds, and a NUL. */
static struct strbuf slurp(const char *path)
{
	FILE *f = fopen(path, "rb");
	struct strbuf b = {0};
	char part[4096];
	size_t n;

	check(f != NULL);
	while ((n = fread(part, 1, sizeof part, f)) > 0)
		strbuf_add(&b, part, n);
	fclose(f);
	strbuf_char(&b, '\0');
	return b;
}

/* The fixture's SQL, in memory. */
static sqlite3 *load(unsigned i)
{
	const char *src = getenv("SRC");
	struct strbuf sql;
	char path[512];
	sqlite3 *db;

	snprintf(path, sizeof path, "%s/tests/fixtures/%s.sql", src ? src : ".",
	    fixtures[i]);
	sql = slurp(path);
	check(sqlite3_open(":memory:", &db) == SQLITE_OK);
	run(db, sql.p);
	strbuf_free(&sql);
	return db;
}

/* Each fixture's database as a file's bytes, made once. */
static sqlite3 *fresh(unsigned i)
{
	static struct {
		unsigned char *p;
		sqlite3_int64 n;
	} images[NFIXTURES];
	unsigned char *copy;
	sqlite3 *db;

	if (!images[i].p) {
		db = load(i);
		images[i].p = sqlite3_serialize(db, "main", &images[i].n, 0);
		sqlite3_close(db);
	}
	copy = sqlite3_malloc64((sqlite3_uint64)images[i].n);
	check(copy != NULL);
	memcpy(copy, images[i].p, (size_t)images[i].n);
	check(sqlite3_open(":memory:", &db) == SQLITE_OK);
	check(sqlite3_deserialize(db, "main", copy, images[i].n, images[i].n,
		  SQLITE_DESERIALIZE_FREEONCLOSE |
		      SQLITE_DESERIALIZE_RESIZEABLE) == SQLITE_OK);
	check(sqlite3_create_function(db, "odd", 1, SQLITE_UTF8, NULL, odd,
		  NULL, NULL) == SQLITE_OK);
	return db;
}

/* Change every column of every table; drop is how many in 256 go. */
static void change(sqlite3 *db, unsigned drop)
{
	sqlite3_stmt *s;
	VEC(char *) tables = {0}, columns = {0};
	size_t i;

	check(sqlite3_prepare_v2(db,
		  "SELECT m.name, c.name FROM sqlite_master m, "
		  "pragma_table_info(m.name) c WHERE m.type = 'table' AND "
		  "m.name NOT LIKE 'sqlite%'",
		  -1, &s, NULL) == SQLITE_OK);
	while (sqlite3_step(s) == SQLITE_ROW) {
		*vec_add(&tables) =
		    sqlite3_mprintf("%s", sqlite3_column_text(s, 0));
		*vec_add(&columns) =
		    sqlite3_mprintf("%s", sqlite3_column_text(s, 1));
	}
	sqlite3_finalize(s);
	for (i = 0; i < tables.n; i++) {
		attempt(
		    db, sqlite3_mprintf(
			    "UPDATE OR IGNORE \"%w\" SET \"%w\" = odd(\"%w\")",
			    tables.v[i], columns.v[i], columns.v[i]));
		if (next() < drop)
			attempt(db,
			    sqlite3_mprintf("ALTER TABLE \"%w\" DROP \"%w\"",
				tables.v[i], columns.v[i]));
		else if (next() < drop / 8)
			attempt(db,
			    sqlite3_mprintf("DROP TABLE \"%w\"", tables.v[i]));
	}
	for (i = 0; i < tables.n; i++) {
		sqlite3_free(tables.v[i]);
		sqlite3_free(columns.v[i]);
	}
	vec_free(&tables);
	vec_free(&columns);
}

static int64_t count(sqlite3 *db, const char *table)
{
	char *sql = sqlite3_mprintf("SELECT count(*) FROM \"%w\"", table);
	sqlite3_stmt *s;
	int64_t n = 0;

	if (sqlite3_prepare_v2(db, sql, -1, &s, NULL) == SQLITE_OK &&
	    sqlite3_step(s) == SQLITE_ROW)
		n = sqlite3_column_int64(s, 0);
	sqlite3_finalize(s);
	sqlite3_free(sql);
	return n;
}

/* How many kernels the database has. */
static int64_t kernels(sqlite3 *db)
{
	return count(db, "CUPTI_ACTIVITY_KIND_KERNEL") +
	       count(db, "CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL") +
	       count(db, "CUPTI_ACTIVITY_KIND_CDP_KERNEL");
}

static void save(sqlite3 *db)
{
	sqlite3_int64 n;
	unsigned char *p = sqlite3_serialize(db, "main", &n, 0);
	FILE *f = fopen(db_path, "wb");

	check(p && f && fwrite(p, 1, (size_t)n, f) == (size_t)n);
	fclose(f);
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
	struct strbuf text;
	struct record rec;
	struct err err;
	struct str line;
	const char *lf;
	int64_t n = 0;

	check(io_output(out_path, &err) == 0);
	write_records(a, &opts);
	check(io_finish(0) == 0);
	text = slurp(out_path);
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct analysis a;
	struct profile p;
	struct err err;
	sqlite3 *db;
	unsigned drop;
	int64_t n;

	bytes.p = data;
	bytes.n = size;
	bytes.seed = intern_hash((const char *)data, size);
	if (!db_path[0])
		name_files();
	db = fresh(next() % NFIXTURES);
	mode = (enum mode)(next() % NMODES);
	drop = next();
	change(db, drop < 128 ? 0 : drop / 8);
	n = kernels(db);
	save(db);
	sqlite3_close(db);

	profile_init(&p, db_path, LAUNCH_ALL);
	if (read_profile(db_path, NULL, &p, &err) == 0) {
		steps_run(&a, &p);
		check(records(&a) == n);
		analysis_free(&a);
	} else {
		check(err.text[0] != '\0');
	}
	profile_free(&p);
	return 0;
}
