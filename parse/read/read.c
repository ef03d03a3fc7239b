/*
 * read.c - readers of profile formats, in a table; detection by content.
 *
 * In:  a file, a pipe, or stdin
 * Out: a profile, filled by the reader that knows the content
 *
 * A name's ending says nothing: people call databases .sql, .nvvp and .prof.
 */
#include "parse/read/read.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/io.h"
#include "parse/read/db.h"
#include "parse/read/input.h"
#include "parse/profile.h"

static const struct reader *const readers[] = {
    /* asked in this order */
    &read_nsys,
    &read_nvprof,
    &read_dict,
    &read_ncu,
    &read_kineto,
};

enum { NREADERS = sizeof readers / sizeof readers[0] };

/* What a content is, where no reader takes it: for the message. */
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

/* Open the source as a database: by its path, or as a copy of what is packed or
 * comes through a pipe.  *copy is that copy, to be closed after the database. */
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
		    "or an Nsight Systems export");
	if (src->head.n == 0)
		return err_set(err, "empty: not a profile");
	if (stranger(src))
		return err_set(err, "%s", stranger(src));
	return err_set(err,
	    "not a profile (file is not a database): give an nvprof "
	    "database, an Nsight Systems export, a PyTorch trace, PyProf's "
	    "dictionaries, or what ncu --csv prints (-f ncu where other output "
	    "precedes it)");
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
