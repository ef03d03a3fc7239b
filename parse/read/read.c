/*
 * read.c - readers of profile formats, in a table; detection by content.
 *
 * In:  a file, a pipe, or stdin
 * Out: a profile, filled by the reader that knows the content
 *
 * The name of a file says nothing: people call databases .sql, .nvvp and .prof.
 */
#include "parse/read/read.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/nelems.h"
#include "parse/read/db.h"
#include "parse/read/input.h"
#include "parse/profile.h"

static const struct reader *const readers[] = {
#define READER(x) &read_##x,
#include "parse/read/read.def"
#undef READER
};

enum { NREADERS = NELEMS(readers) };

/* Contents that no reader takes, and what the message says of them. */
static const struct {
	const char *magic;
	size_t n;
	const char *what;
} strangers[] = {
    {"PK\x03\x04", 4, "a zip archive: unpack it"},
    /* of PowerShell's > */
    {"\xff\xfe", 2, "UTF-16: convert it (iconv -f UTF-16 -t UTF-8)"},
};

static const char sqlite_magic[16] = "SQLite format 3";

const char *read_format(size_t i)
{
	return i < NREADERS ? readers[i]->name : NULL;
}

static bool is_regular(int fd)
{
	struct stat st;

	return fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
}

/* Open the source as a database: by its path, or a copy of it if it is packed
 * or comes through a pipe.  *copy is the descriptor of that copy, to be closed
 * after the database. */
static int open_db(struct source *src, int *copy, struct err *err)
{
	int fd = input_fd(src->input);
	bool by_path = is_regular(fd) && strcmp(src->path, "-") != 0;

	if (!is_regular(fd) || input_packed(src->input)) {
		by_path = false;
		fd = *copy = input_copy(src->input, err);
		if (fd == -1)
			return -1;
	}
	src->db = db_open(src->path, by_path ? -1 : fd, err);
	return src->db ? 0 : -1;
}

/* The advice for such a content, or NULL. */
static const char *stranger(const struct source *src)
{
	size_t i;

	for (i = 0; i < NELEMS(strangers); i++)
		if (src->head.n >= strangers[i].n &&
		    memcmp(src->head.p, strangers[i].magic, strangers[i].n) == 0)
			return strangers[i].what;
	return NULL;
}

static const char *name_of(const struct reader *r)
{
	return r->name;
}

static const char *advice_of(const struct reader *r)
{
	return r->give ? r->give : r->what;
}

/* Append a word of each reader, or of the readers of databases only: "a, b, or
 * c". */
static void list(struct strbuf *b, bool all,
    const char *(*word)(const struct reader *), const char *last)
{
	size_t i, n = 0, k = 0;

	for (i = 0; i < NREADERS; i++)
		n += all || readers[i]->database;
	for (i = 0; i < NREADERS; i++) {
		if (!all && !readers[i]->database)
			continue;
		if (k++)
			strbuf_printf(b, "%s ", n > 2 ? "," : "");
		if (k == n && n > 1)
			strbuf_printf(b, "%s ", last);
		strbuf_printf(b, "%s", word(readers[i]));
	}
}

/* Set err for a content that no reader knows. */
static int unknown(const struct source *src, struct err *err)
{
	struct strbuf b = {0};

	if (src->db) {
		strbuf_printf(&b,
		    "a database, but no profile of a kind that is read "
		    "(neither ");
		list(&b, false, name_of, "nor");
		strbuf_printf(&b, " tables): give ");
		list(&b, false, advice_of, "or");
		goto out;
	}
	if (src->head.n == 0)
		return err_set(err, "empty: not a profile");
	if (stranger(src))
		return err_set(err, "%s", stranger(src));
	strbuf_printf(&b, "not a profile (file is not a database): give ");
	list(&b, true, advice_of, "or");
out:
	err_set(err, "%.*s", (int)b.n, b.p);
	strbuf_free(&b);
	return -1;
}

static bool knows(const struct reader *r, const struct source *src)
{
	return r->database == (src->db != NULL) && r->detect(src);
}

/* The reader that -f names, if it can read the source. */
static const struct reader *asked(
    const struct reader *r, const struct source *src, struct err *err)
{
	if (knows(r, src) || (r->any && !src->db && !stranger(src)))
		return r;
	err_set(err, "not %s", r->what);
	return NULL;
}

/* The reader that -f names, or the first that knows the content. */
static const struct reader *find(
    const struct source *src, const char *format, struct err *err)
{
	size_t i;
	int late;

	for (i = 0; format && i < NREADERS; i++)
		if (strcmp(format, readers[i]->name) == 0)
			return asked(readers[i], src, err);
	for (late = 0; late < 2; late++)
		for (i = 0; i < NREADERS; i++)
			if (readers[i]->late == (late == 1) && knows(readers[i], src))
				return readers[i];
	unknown(src, err);
	return NULL;
}

int read_profile(
    const char *path, const char *format, struct profile *p, struct err *err)
{
	struct source src = {.path = path};
	const struct reader *reader;
	int copy = -1, rc = -1;

	src.input = input_open(path, err);
	if (!src.input)
		return -1;
	src.head = input_head(src.input);
	if (src.head.n >= sizeof sqlite_magic &&
	    memcmp(src.head.p, sqlite_magic, sizeof sqlite_magic) == 0 &&
	    open_db(&src, &copy, err) == -1)
		goto out;
	reader = find(&src, format, err);
	if (reader)
		rc = reader->read(&src, p, err);
out:
	db_close(src.db);
	if (copy >= 0)
		close(copy);
	input_close(src.input);
	return rc;
}
