/*
 * vfs.c - the files of a database, as SQLite may see them: read, never written.
 *
 * In:  a descriptor, the names of the log and the journal beside it
 * Out: what SQLite asks its system for
 *
 * Not SQLite's own: with a write-ahead log that makes or rewrites FILE-shm, and
 * what this is a link of; it waits for a pipe that is called FILE-journal; it
 * takes no name of more than 512 bytes, and ":memory:" for no file.  Here the
 * index of the log is in memory, and only regular files are there at all.
 */
#define _XOPEN_SOURCE 700 /* realpath */
#include "parse/read/vfs.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/arena.h"
#include "common/nelems.h"
#include "common/progress.h"
#include "common/str.h"
#include "common/vec.h"

enum {
	WAL_HEAD = 32,	   /* bytes: its salts change when it begins anew */
	WAL_PAGE = 8,	   /* where in it the size of a page stands, 4 bytes */
	WAL_FRAME = 24,	   /* bytes before each page in the log */
	READ_VERSION = 19, /* where the header of a database says */
	WAL_MODE = 2,	   /* that it has such a log */
};

/* Bytes that SQLite locks in a database's file, in its file format. */
enum {
	PENDING = 0x40000000,
	RESERVED = PENDING + 1,
	SHARED = PENDING + 2,
	SHARED_SIZE = 510,
};

struct vfs {
	sqlite3_vfs base;
	char name[32];
	int fd;
	bool named;	/* path was given */
	bool immutable; /* nothing is locked, and no log looked for */
	bool wal;	/* in write-ahead mode */
	char *log;	/* names; NULL: none is there */
	char *journal;
	struct stat was;
	char log_head[WAL_HEAD];
	uint64_t bytes;
};

struct file {
	sqlite3_file base;
	const struct vfs *vfs;
	int fd;
	bool is_main;
	VEC(void *) index; /* pages of the log's index */
};

/* ---- a file ---- */

static int close_file(sqlite3_file *base)
{
	struct file *f = (struct file *)base;
	size_t i;

	for (i = 0; i < f->index.n; i++)
		free(f->index.v[i]);
	vec_free(&f->index);
	if (!f->is_main)
		close(f->fd);
	return SQLITE_OK;
}

static int read_file(sqlite3_file *base, void *to, int n, sqlite3_int64 at)
{
	struct file *f = (struct file *)base;
	char *p = to;
	size_t left = n > 0 ? (size_t)n : 0;
	ssize_t got;

	/* the log is counted as if it lay behind the database */
	progress_at(
	    (uint64_t)at + (f->is_main ? 0 : (uint64_t)f->vfs->was.st_size), left);
	while (left > 0) {
		got = pread(f->fd, p, left, (off_t)at);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return SQLITE_IOERR_READ;
		if (got == 0)
			break;
		p += got;
		at += got;
		left -= (size_t)got;
	}
	memset(p, 0, left);
	return left > 0 ? SQLITE_IOERR_SHORT_READ : SQLITE_OK;
}

static int write_file(sqlite3_file *base, const void *from, int n, sqlite3_int64 at)
{
	(void)base;
	(void)from;
	(void)n;
	(void)at;
	return SQLITE_READONLY;
}

static int truncate_file(sqlite3_file *base, sqlite3_int64 size)
{
	(void)base;
	(void)size;
	return SQLITE_READONLY;
}

static int sync_file(sqlite3_file *base, int flags)
{
	(void)base;
	(void)flags;
	return SQLITE_OK;
}

static int size_file(sqlite3_file *base, sqlite3_int64 *size)
{
	struct file *f = (struct file *)base;
	struct stat st;

	if (fstat(f->fd, &st) < 0)
		return SQLITE_IOERR_FSTAT;
	*size = st.st_size;
	return SQLITE_OK;
}

/* Set or clear a lock.  A file system without locks counts as one where nobody
 * writes. */
static int set_lock(const struct file *f, short type, off_t from, off_t n)
{
	struct flock l = {
	    .l_type = type, .l_whence = SEEK_SET, .l_start = from, .l_len = n};

	if (fcntl(f->fd, F_SETLK, &l) == 0 || (errno != EACCES && errno != EAGAIN))
		return SQLITE_OK;
	return SQLITE_BUSY;
}

static int lock_file(sqlite3_file *base, int level)
{
	struct file *f = (struct file *)base;
	int rc;

	if (level == SQLITE_LOCK_NONE)
		return SQLITE_OK;
	if (level != SQLITE_LOCK_SHARED)
		return SQLITE_BUSY; /* of one who writes */
	rc = set_lock(f, F_RDLCK, PENDING, 1);
	if (rc != SQLITE_OK)
		return rc;
	rc = set_lock(f, F_RDLCK, SHARED, SHARED_SIZE);
	set_lock(f, F_UNLCK, PENDING, 1);
	return rc;
}

static int unlock_file(sqlite3_file *base, int level)
{
	struct file *f = (struct file *)base;

	if (level == SQLITE_LOCK_NONE)
		set_lock(f, F_UNLCK, PENDING, SHARED + SHARED_SIZE - PENDING);
	return SQLITE_OK;
}

/* Whether somebody is about to write. */
static int check_reserved(sqlite3_file *base, int *is)
{
	struct file *f = (struct file *)base;
	struct flock l = {
	    .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = RESERVED, .l_len = 1};

	*is = fcntl(f->fd, F_GETLK, &l) == 0 && l.l_type != F_UNLCK;
	return SQLITE_OK;
}

static int control_file(sqlite3_file *base, int what, void *arg)
{
	(void)base;
	(void)what;
	(void)arg;
	return SQLITE_NOTFOUND;
}

static int sector_size(sqlite3_file *base)
{
	(void)base;
	return 4096;
}

static int characteristics(sqlite3_file *base)
{
	struct file *f = (struct file *)base;

	return f->is_main && f->vfs->immutable ? SQLITE_IOCAP_IMMUTABLE : 0;
}

/* ---- the index of the log, which is nobody else's ---- */

static int index_map(
    sqlite3_file *base, int page, int size, int make, void volatile **to)
{
	struct file *f = (struct file *)base;

	*to = NULL;
	if (page < 0 || size <= 0)
		return SQLITE_IOERR_SHMMAP;
	while (make && f->index.n <= (size_t)page)
		*vec_add(&f->index) = arena_xzeroed(1, (size_t)size);
	if ((size_t)page < f->index.n)
		*to = f->index.v[page];
	return SQLITE_OK;
}

static int index_lock(sqlite3_file *base, int at, int n, int flags)
{
	(void)base;
	(void)at;
	(void)n;
	(void)flags;
	return SQLITE_OK;
}

static void index_barrier(sqlite3_file *base)
{
	(void)base;
}

static int index_unmap(sqlite3_file *base, int delete_it)
{
	(void)base;
	(void)delete_it;
	return SQLITE_OK; /* close_file frees it */
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = size_file,
    .xLock = lock_file,
    .xUnlock = unlock_file,
    .xCheckReservedLock = check_reserved,
    .xFileControl = control_file,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = characteristics,
    .xShmMap = index_map,
    .xShmLock = index_lock,
    .xShmBarrier = index_barrier,
    .xShmUnmap = index_unmap,
};

/* ---- files by name ---- */

/* The file beside the database that SQLite means, or NULL. */
static const char *beside(const struct vfs *v, const char *name)
{
	if (!name)
		return NULL;
	if (str_ends(str_of(name), "-wal"))
		return v->log;
	return str_ends(str_of(name), "-journal") ? v->journal : NULL;
}

/* A descriptor of a regular file, or -1. */
static int open_regular(const char *path)
{
	/* O_NONBLOCK: it may have become a pipe */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	struct stat st;

	if (fd >= 0 && (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode))) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static int open_file(sqlite3_vfs *base, const char *name, sqlite3_file *to,
    int flags, int *out_flags)
{
	struct vfs *v = (struct vfs *)base;
	struct file *f = (struct file *)to;
	const char *path = beside(v, name);

	*f = (struct file){
	    .vfs = v, .fd = v->fd, .is_main = (flags & SQLITE_OPEN_MAIN_DB) != 0};
	if (!f->is_main)
		f->fd = path ? open_regular(path) : -1;
	if (f->fd < 0)
		return SQLITE_CANTOPEN;
	f->base.pMethods = &methods;
	if (out_flags)
		*out_flags =
		    (flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)) |
		    SQLITE_OPEN_READONLY;
	return SQLITE_OK;
}

static int delete_file(sqlite3_vfs *base, const char *name, int sync)
{
	(void)base;
	(void)name;
	(void)sync;
	return SQLITE_READONLY;
}

static int access_file(sqlite3_vfs *base, const char *name, int what, int *is)
{
	*is = what == SQLITE_ACCESS_EXISTS && beside((struct vfs *)base, name);
	return SQLITE_OK;
}

static int full_name(sqlite3_vfs *base, const char *name, int size, char *to)
{
	(void)base;
	snprintf(to, (size_t)size, "%s", name);
	return SQLITE_OK;
}

/* ---- what is beside a database ---- */

/* The name without symbolic links: a log is beside the file itself. */
static char *real_name(const char *path)
{
	char *real = realpath(path, NULL), *copy;
	size_t n = strlen(path) + 1;

	if (real)
		return real;
	copy = arena_xmalloc(n);
	memcpy(copy, path, n);
	return copy;
}

static char *with_end(const char *path, const char *end)
{
	struct strbuf b = {0};

	strbuf_text(&b, path);
	strbuf_text(&b, end);
	strbuf_char(&b, '\0');
	return b.p;
}

/* The name of a file beside it with content, or NULL.  Adds its size. */
static char *find_beside(struct vfs *v, const char *path, const char *end)
{
	char *name = with_end(path, end);
	struct stat st;

	if (stat(name, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0) {
		v->bytes += (uint64_t)st.st_size;
		return name;
	}
	free(name);
	return NULL;
}

/* The head of the log; zeros where there is none. */
static void read_head(const struct vfs *v, char head[WAL_HEAD])
{
	int fd = v->log ? open_regular(v->log) : -1;

	memset(head, 0, WAL_HEAD);
	if (fd < 0)
		return;
	if (pread(fd, head, WAL_HEAD, 0) != WAL_HEAD)
		memset(head, 0, WAL_HEAD);
	close(fd);
}

struct vfs *vfs_new(const char *path, int fd)
{
	struct vfs *v = arena_xzeroed(1, sizeof *v);
	unsigned char version = 0;
	char *real;

	v->base = *sqlite3_vfs_find(NULL); /* for times and random numbers */
	snprintf(v->name, sizeof v->name, "pp-%p", (void *)v);
	v->base.zName = v->name;
	v->base.szOsFile = (int)sizeof(struct file);
	v->base.xOpen = open_file;
	v->base.xDelete = delete_file;
	v->base.xAccess = access_file;
	v->base.xFullPathname = full_name;
	v->fd = fd;
	v->named = path != NULL;
	if (fstat(fd, &v->was) == 0)
		v->bytes = (uint64_t)v->was.st_size;
	v->wal = pread(fd, &version, 1, READ_VERSION) == 1 && version == WAL_MODE;
	if (path) {
		real = real_name(path);
		v->log = v->wal ? find_beside(v, real, "-wal") : NULL;
		v->journal = find_beside(v, real, "-journal");
		free(real);
	}
	v->immutable = !path || (v->wal && !v->log);
	read_head(v, v->log_head);
	sqlite3_vfs_register(&v->base, 0);
	progress_total(v->bytes);
	return v;
}

void vfs_free(struct vfs *v)
{
	if (!v)
		return;
	sqlite3_vfs_unregister(&v->base);
	free(v->log);
	free(v->journal);
	free(v);
}

const char *vfs_name(const struct vfs *v)
{
	return v->name;
}

uint64_t vfs_bytes(const struct vfs *v)
{
	return v->bytes;
}

bool vfs_lacks_log(const struct vfs *v)
{
	return v->wal && !v->named;
}

bool vfs_cuts_log(const struct vfs *v)
{
	const unsigned char *size = (const unsigned char *)v->log_head + WAL_PAGE;
	int fd = v->log ? open_regular(v->log) : -1;
	uint64_t frame = WAL_FRAME, rest;
	struct stat st;
	int i;

	if (fd < 0)
		return false;
	for (i = 0; i < 4; i++)
		frame += (uint64_t)size[i] << (24 - 8 * i);
	rest = fstat(fd, &st) == 0 ? (uint64_t)st.st_size : 0;
	close(fd);
	return rest > 0 && (rest < WAL_HEAD || (rest - WAL_HEAD) % frame != 0);
}

bool vfs_changed(const struct vfs *v)
{
	char head[WAL_HEAD];
	struct stat st;

	read_head(v, head);
	return fstat(v->fd, &st) < 0 || st.st_size != v->was.st_size ||
	       st.st_mtim.tv_sec != v->was.st_mtim.tv_sec ||
	       st.st_mtim.tv_nsec != v->was.st_mtim.tv_nsec ||
	       memcmp(head, v->log_head, WAL_HEAD) != 0;
}

/* The last part of a name. */
static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* What stat(2) says of the folder of a name. */
static bool stat_folder(const char *path, struct stat *st)
{
	struct strbuf b = {0};
	bool is;

	strbuf_add(&b, path, (size_t)(base_name(path) - path));
	strbuf_add(&b, ".", sizeof ".");
	is = stat(b.p, st) == 0;
	strbuf_free(&b);
	return is;
}

/* Whether both names are of one file, or of none yet at one place. */
static bool is_same(const char *a, const char *b)
{
	struct stat sa, sb;
	bool a_is = stat(a, &sa) == 0, b_is = stat(b, &sb) == 0;

	if (!a_is && !b_is) {
		a_is = strcmp(base_name(a), base_name(b)) == 0 &&
		       stat_folder(a, &sa);
		b_is = stat_folder(b, &sb);
	}
	return a_is && b_is && sa.st_dev == sb.st_dev && sa.st_ino == sb.st_ino;
}

bool vfs_is_beside(const char *file, const char *path)
{
	static const char *const ends[] = {"-wal", "-journal", "-shm"};
	char *real = real_name(path), *name;
	bool is = false;
	size_t i;

	for (i = 0; i < NELEMS(ends) && !is; i++) {
		name = with_end(real, ends[i]);
		is = is_same(file, name);
		free(name);
	}
	free(real);
	return is;
}
