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

#include "common/ascii.h"
#include "common/io.h"
#include "common/nelems.h"
#include "parse/read/db.h"
#include "parse/read/input.h"
#include "parse/read/vfs.h"
#include "parse/profile.h"

static const struct reader *const readers[] = {
#define READER(x) &read_##x,
#include "parse/read/read.def"
#undef READER
};

enum { NREADERS = NELEMS(readers) };

#define EXPORT "nsys export --type sqlite FILE"

static bool is_space(char c)
{
	return c && strchr(" \t\r\n", c);
}

/* Whether the text begins in characters of two bytes, of which the one at
 * `zero` is 0, without a byte-order mark. */
static bool is_wide(struct str head, size_t zero)
{
	size_t i, n = head.n < 16 ? head.n & ~(size_t)1 : 16;

	for (i = 0; i < n; i += 2) {
		char c = head.p[i + 1 - zero];

		if (head.p[i + zero] || !((c > ' ' && c < 127) || is_space(c)))
			return false;
	}
	return n >= 4;
}

static bool is_utf16le(struct str head)
{
	return is_wide(head, 1);
}

static bool is_utf16be(struct str head)
{
	return is_wide(head, 0);
}

static bool is_html(struct str head)
{
	static const char *const tags[] = {"<!doctype html", "<html"};
	size_t i, k;

	str_skip(&head, "\xEF\xBB\xBF");
	while (head.n && is_space(head.p[0]))
		head = str_from(head, 1);
	for (i = 0; i < NELEMS(tags); i++) {
		for (k = 0; k < head.n && tags[i][k] &&
			    to_lower(head.p[k]) == tags[i][k];
		     k++)
			;
		if (!tags[i][k])
			return true;
	}
	return false;
}

/* Contents that no reader takes: what they are, and what to run. */
static const struct stranger {
	struct str text; /* at the start of the file; or */
	const char *what;
	bool (*is)(struct str head);
} strangers[] = {
/* clang-format off */
#define TEXT(s) {s, sizeof(s) - 1}
    {TEXT("NVIDIA Tegra Profiler Report"),
	"an Nsight Systems report: convert it (" EXPORT ")"},
    {TEXT("QDSTRM"), "an Nsight Systems report that was not "
	"finished: convert it (QdstrmImporter -i FILE, then " EXPORT ")"},
    {TEXT("NVR\0"),
	"an Nsight Compute report: print it (ncu --import FILE --csv --page raw)"},
    {TEXT("PAR1"),
	"Parquet, an export of nsys that is not read: convert the report (" EXPORT ")"},
    {TEXT("ARROW1"),
	"Arrow, an export of nsys that is not read: convert the report (" EXPORT ")"},
    /* of Arrow's streams, of which nsys writes one a table into a file */
    {TEXT("\xff\xff\xff\xff"),
	"Arrow, an export of nsys that is not read: convert the report (" EXPORT ")"},
    {TEXT("\x89HDF\r\n\x1a\n"),
	"HDF5, an export of nsys that is not read: convert the report (" EXPORT ")"},
    {TEXT("{\"data\":[\""),
	"JSON lines, an export of nsys that is not read: convert the report (" EXPORT ")"},
    {TEXT("{\"Type\":"), /* behind its texts, where they were cut off */
	"JSON lines, an export of nsys that is not read: convert the report (" EXPORT ")"},
    {TEXT("{\"v\":1,\"k"), "records of pp-parse: give them to pp-prof"},
    {TEXT("{\"kind\":\"sums\""), "sums of pp-prof: give them to pp-prof"},
    {TEXT("PK\x03\x04"), "a zip archive: unpack it"},
    {TEXT("\xfd" "7zXZ"), "packed with xz: unpack it (xz -d)"},
    {TEXT("\x28\xb5\x2f\xfd"), "packed with zstd: unpack it (zstd -d)"},
    {TEXT("BZh"), "packed with bzip2: unpack it (bzip2 -d)"},
    {TEXT("\x1f\x8b"), /* unpacked once */
	"packed with gzip twice: unpack it once (gzip -d)"},
    {TEXT("version https://git-lfs.github.com/spec/"),
	"a pointer of Git LFS, not the file: fetch that (git lfs pull)"},
    {TEXT("/annex/objects/"),
	"a pointer of git-annex, not the file: fetch that (git annex get FILE)"},
    /* of PowerShell's > */
    {TEXT("\xff\xfe\0\0"),
	"UTF-32: convert it (iconv -f UTF-32 -t UTF-8)"},
    {TEXT("\0\0\xfe\xff"),
	"UTF-32: convert it (iconv -f UTF-32 -t UTF-8)"},
    {TEXT("\xff\xfe"), "UTF-16: convert it (iconv -f UTF-16 -t UTF-8)"},
    {TEXT("\xfe\xff"), "UTF-16: convert it (iconv -f UTF-16 -t UTF-8)"},
    {.is = is_utf16le, .what = "UTF-16: convert it (iconv -f UTF-16LE -t UTF-8)"},
    {.is = is_utf16be, .what = "UTF-16: convert it (iconv -f UTF-16BE -t UTF-8)"},
    {.is = is_html, .what = "an HTML page, as a site gives where a login or "
	"another address is needed: download the file itself (curl -fLO URL)"},
    /* clang-format on */
};

static const char sqlite_magic[16] = "SQLite format 3";

#define NO_LOG                                                                 \
	SAID("in write-ahead mode: what its log (-wal) holds is read only "    \
	     "where the database is given by name, and not packed")

static const char more_data[] = SAID(
    "more data than the database has by its header: the rest was not read");

const char *read_format(size_t i)
{
	return i < NREADERS ? readers[i]->name : NULL;
}

static bool is_db(struct str head)
{
	return head.n >= sizeof sqlite_magic &&
	       memcmp(head.p, sqlite_magic, sizeof sqlite_magic) == 0;
}

/* The number of n bytes at a place of a database's header; 0 behind its end. */
static uint64_t number_at(struct str head, size_t at, size_t n)
{
	uint64_t number = 0;

	for (; n > 0 && at < head.n; n--, at++)
		number = number << 8 | (unsigned char)head.p[at];
	return number;
}

static bool is_regular(int fd)
{
	struct stat st;

	return fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
}

/* Where a database ends by its header; UINT64_MAX: it does not say, or an old
 * SQLite has changed it since and left that as it was. */
static uint64_t end_of_db(struct str head)
{
	uint64_t page = number_at(head, 16, 2), n = number_at(head, 28, 4);

	if (n == 0 || number_at(head, 24, 4) != number_at(head, 92, 4))
		return UINT64_MAX;
	return n * (page == 1 ? 65536 : page);
}

/* Open the source as a database: itself, or a copy of it if it is packed or
 * comes through a pipe.  *copy is the descriptor of that copy, to be closed
 * after the database. */
static int open_db(struct source *src, int *copy, struct profile *p, struct err *err)
{
	int fd = input_fd(src->input);
	const char *path = strcmp(src->path, "-") == 0 ? NULL : src->path;
	bool more;

	if (!is_regular(fd) || input_packed(src->input)) {
		path = NULL;
		fd = *copy =
		    input_copy(src->input, end_of_db(src->head), &more, err);
		if (fd == -1)
			return -1;
		if (more)
			warnings_say(p->warnings, more_data, (struct str){0});
	}
	src->db = db_open(path, fd, err);
	if (src->db && db_lacks_log(src->db))
		warnings_say(p->warnings, NO_LOG, (struct str){0});
	if (src->db && db_cuts_log(src->db))
		warnings_say(p->warnings,
		    "its log (-wal) ends inside a page: is it whole?",
		    (struct str){0});
	return src->db ? 0 : -1;
}

/* Whether s begins with the text.  What other programs may put in between the
 * words of JSON does not count: blanks, of which the text has none, and a BOM. */
static bool begins(struct str s, struct str text)
{
	bool json = text.p[0] == '{', quoted = false;
	size_t i, k = 0;

	if (json)
		str_skip(&s, "\xEF\xBB\xBF");
	for (i = 0; i < text.n; i++, k++) {
		while (json && !quoted && k < s.n && is_space(s.p[k]))
			k++;
		if (k == s.n || s.p[k] != text.p[i])
			return false;
		quoted ^= text.p[i] == '"';
	}
	return true;
}

/* What the content is that begins so, or NULL. */
static const struct stranger *stranger(struct str head)
{
	const struct stranger *s = strangers;

	for (; s < strangers + NELEMS(strangers); s++)
		if (s->is ? s->is(head) : begins(head, s->text))
			return s;
	return NULL;
}

static bool has_events(struct str head)
{
	return str_has(head, "\"traceEvents\"");
}

/* Whether it may be a trace all the same, whose first key may be any word: it
 * has events, or they may be behind its head. */
static bool may_be_trace(const struct stranger *s, struct str head)
{
	return s->text.p && s->text.p[0] == '{' &&
	       (head.n >= INPUT_HEAD || has_events(head));
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

	if (src->db && db_lacks_log(src->db))
		return err_set(err, "%s", NO_LOG);
	if (src->db && db_check(src->db, err) == -1)
		return -1;
	if (src->db && db_has_names(src->db, "rocpd_*"))
		return err_set(err,
		    "a database of rocprofv3: convert it (rocpd convert "
		    "--output-format csv)");
	if (src->db) {
		strbuf_text(
		    &b, "a database, but no profile of a kind that is read ");
		strbuf_text(&b, "(neither ");
		list(&b, false, name_of, "nor");
		strbuf_printf(&b, " tables): give ");
		list(&b, false, advice_of, "or");
		goto out;
	}
	if (src->head.n == 0)
		return err_set(err, "empty: not a profile");
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
	if (knows(r, src) || (r->any && !src->db))
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
	const struct reader *reader = NULL;
	const struct stranger *other;
	int copy = -1, rc = -1;
	bool readable;

	src.input = input_open(path, err);
	if (!src.input)
		return -1;
	src.head = input_head(src.input);
	p->database = is_db(src.head);
	if (p->database && open_db(&src, &copy, p, err) == -1)
		goto out;
	other = src.db ? NULL : stranger(src.head);
	readable = !other || may_be_trace(other, src.head);
	if (readable)
		reader = find(&src, format, err);
	if (reader)
		rc = reader->read(&src, p, err);
	if (other && rc == -1 && (!readable || !has_events(src.head)))
		err_set(err, "%s", other->what);
	if (rc == 0) {
		profile_count_nameless(p);
		profile_drop_negative(p);
	}
	if (rc == 0 && src.db)
		rc = db_check(src.db, err);
out:
	db_close(src.db);
	if (copy >= 0)
		close(copy);
	input_close(src.input);
	return rc;
}

bool read_is_beside(const char *file, const char *path)
{
	char head[sizeof sqlite_magic];
	struct stat st;
	struct err err;
	bool is = false;
	int fd;

	/* a pipe would lose what is read */
	if (stat(path, &st) < 0 || !S_ISREG(st.st_mode))
		return false;
	fd = io_open(path, &err);
	if (fd < 0)
		return false;
	if (io_read(fd, head, sizeof head, &err) == (long)sizeof head)
		is = is_db((struct str){head, sizeof head});
	close(fd);
	return is && vfs_is_beside(file, path);
}
