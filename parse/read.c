/*
 * read.c - readers of profile formats, in a table; detection by content.
 *
 * In:  a file, a pipe, or stdin
 * Out: a profile, filled by the reader that knows the content
 *
 * A name's ending says nothing: people call databases .sql, .nvvp and .prof.
 */
#include "parse/read.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/io.h"
#include "parse/db.h"
#include "parse/profile.h"

static const struct reader *const readers[] = {
    /* asked in this order */
    &read_nsys,
    &read_nvprof,
    &read_dict,
    &read_ncu,
};

enum { NREADERS = sizeof readers / sizeof readers[0], HEAD_MOST = 4096 };

/* What a content is, where no reader takes it: for the message. */
static const struct {
	const char *magic;
	size_t n;
	const char *what;
} strangers[] = {
    {"\x1f\x8b", 2, "gzip data: decompress it (zcat FILE | pp-parse)"},
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

/* Open the source as a database: by its path, or as a copy of a pipe. */
static int open_db(struct source *src, struct err *err)
{
	bool by_path = is_regular(src->fd) && strcmp(src->path, "-") != 0;
	int copy;

	if (!is_regular(src->fd)) {
		copy = io_spool(src->fd, src->head, err);
		if (copy == -1)
			return -1;
		close(src->fd);
		src->fd = copy;
	}
	src->db = db_open(src->path, by_path ? -1 : src->fd, err);
	return src->db ? 0 : -1;
}

/* What to do with a content of no profile's, or NULL. */
static const char *stranger(const struct source *src)
{
	size_t i;

	for (i = 0; i < sizeof strangers / sizeof strangers[0]; i++)
		if (src->head.n >= strangers[i].n &&
		    memcmp(src->head.p, strangers[i].magic, strangers[i].n) == 0)
			return strangers[i].what;
	return NULL;
}

/* What to say of a content that no reader knows. */
static int unknown(const struct source *src, struct err *err)
{
	if (src->db)
		return err_set(err,
		    "a database, but no profile of a kind that is read "
		    "(neither nvprof nor nsys tables): give an nvprof database "
		    "or "
		    "an Nsight Systems export");
	if (src->head.n == 0)
		return err_set(err, "empty: not a profile");
	if (stranger(src))
		return err_set(err, "%s", stranger(src));
	return err_set(err,
	    "not a profile (file is not a database): give an nvprof "
	    "database, an Nsight Systems export, PyProf's dictionaries, or "
	    "what ncu --csv prints (-f ncu where other output precedes it)");
}

/* The reader that is asked for, or the first that knows the content. */
static const struct reader *find(
    const struct source *src, const char *format, struct err *err)
{
	size_t i;

	for (i = 0; i < NREADERS; i++) {
		if (format && strcmp(format, readers[i]->name) != 0)
			continue;
		if (readers[i]->detect(src) ||
		    (format && readers[i]->any && !src->db && !stranger(src)))
			return readers[i];
		if (format) {
			err_set(err, "not %s", readers[i]->what);
			return NULL;
		}
	}
	unknown(src, err);
	return NULL;
}

int read_profile(
    const char *path, const char *format, struct profile *p, struct err *err)
{
	char head[HEAD_MOST];
	struct source src = {.path = path};
	const struct reader *reader;
	int rc = -1;
	long n;

	src.fd = io_open(path, err);
	if (src.fd == -1)
		return -1;
	n = io_read(src.fd, head, sizeof head, err);
	if (n < 0)
		goto out;
	src.head = (struct str){head, (size_t)n};
	if (n >= (long)sizeof sqlite_magic &&
	    memcmp(head, sqlite_magic, sizeof sqlite_magic) == 0 &&
	    open_db(&src, err) == -1)
		goto out;
	reader = find(&src, format, err);
	if (reader)
		rc = reader->read(&src, p, err);
out:
	db_close(src.db);
	close(src.fd);
	return rc;
}
