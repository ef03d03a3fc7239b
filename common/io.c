/*
 * io.c - files as a Unix filter handles them.
 *
 * In:  descriptors
 * Out: lines, in place in a large buffer; output through one buffer
 *
 * Not stdio: at exit it cannot tell why an early write failed (the later fflush
 * succeeds and errno is gone), so a full disk would be a bare "write error" and
 * a broken pipe would not be known as one; and getline copies every line.
 */
#include "common/io.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "common/arena.h"
#include "common/num.h"

enum {
	OUTPUT_ROOM = 128 * 1024,
	INPUT_ROOM = 256 * 1024,
	LINE_MOST = 256 * 1024 * 1024,
};

/* Where output goes.  failed is the errno of the first write that did. */
static struct {
	int fd;
	int failed;
	bool fresh; /* a file of -o that still has its old content */
	const char *name;
	size_t n;
	char buf[OUTPUT_ROOM];
} output = {.fd = STDOUT_FILENO, .name = "<stdout>"};

void io_std_fds(void)
{
	/* The contrary direction: using such a descriptor fails with EBADF as
	 * using the closed one would. */
	static const int mode[] = {O_WRONLY, O_RDONLY, O_RDWR};
	int fd;

	for (fd = 0; fd < 3; fd++) {
		if (fcntl(fd, F_GETFD) >= 0 || errno != EBADF)
			continue;
		if (open("/dev/null", mode[fd]) != fd)
			_exit(1);
		if (fd == STDOUT_FILENO)
			output.failed = EBADF;
	}
}

const char *io_name(const char *path)
{
	return strcmp(path, "-") == 0 ? "<stdin>" : path;
}

bool io_from_terminal(const char *path)
{
	return strcmp(path, "-") == 0 && isatty(STDIN_FILENO);
}

/* Whether both are the same regular file: then reading it while writing it
 * would destroy it. */
static bool is_output(const struct stat *in)
{
	struct stat out;

	return S_ISREG(in->st_mode) && fstat(output.fd, &out) == 0 &&
	       in->st_dev == out.st_dev && in->st_ino == out.st_ino;
}

bool io_to_file(void)
{
	struct stat st;

	return fstat(output.fd, &st) == 0 && S_ISREG(st.st_mode);
}

bool io_is_output(const char *path)
{
	struct stat st;

	if (strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, &st) < 0
				   : stat(path, &st) < 0)
		return false;
	return is_output(&st);
}

int io_open(const char *path, struct err *err)
{
	bool is_stdin = strcmp(path, "-") == 0;
	struct stat st;
	int fd, why;

	if (is_stdin)
		fd = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
	else
		fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (fd < 0)
		return err_set(err, "%s", strerror(errno));
	if (fstat(fd, &st) < 0)
		why = errno;
	else if (S_ISDIR(st.st_mode))
		why = EISDIR;
	else if (is_output(&st))
		why = 0;
	else
		return fd;
	close(fd);
	if (why == 0)
		return err_set(err, "input file is the output file");
	return err_set(err, "%s", strerror(why));
}

/* read(2) that does not mind signals and a descriptor set not to block. */
static ssize_t read_some(int fd, char *p, size_t n)
{
	struct pollfd wait = {.fd = fd, .events = POLLIN};
	ssize_t got;

	for (;;) {
		got = read(fd, p, n);
		if (got >= 0 || (errno != EINTR && errno != EAGAIN))
			return got;
		if (errno == EAGAIN)
			poll(&wait, 1, -1);
	}
}

/* Write all n bytes; 0, or the errno of the failure. */
static int write_all(int fd, const char *p, size_t n)
{
	struct pollfd wait = {.fd = fd, .events = POLLOUT};
	ssize_t got;

	while (n) {
		got = write(fd, p, n);
		if (got < 0 && errno == EAGAIN)
			poll(&wait, 1, -1);
		else if (got < 0 && errno != EINTR)
			return errno;
		if (got > 0) {
			p += got;
			n -= (size_t)got;
		}
	}
	return 0;
}

/* Where temporary files go. */
static const char *temporary_folder(void)
{
	const char *folder = getenv("TMPDIR");

	return folder && *folder ? folder : "/tmp";
}

int io_temporary(void)
{
	struct strbuf name = {0};
	int fd;

	strbuf_text(&name, temporary_folder());
	strbuf_add(&name, "/pp-XXXXXX", sizeof "/pp-XXXXXX");
	fd = mkstemp(name.p);
	if (fd >= 0)
		unlink(name.p);
	strbuf_free(&name);
	return fd;
}

long io_read(int fd, char *buf, size_t size, struct err *err)
{
	size_t n = 0;
	ssize_t got;

	while (n < size) {
		got = read_some(fd, buf + n, size - n);
		if (got < 0)
			return err_set(err, "%s", strerror(errno));
		if (got == 0)
			break;
		n += (size_t)got;
	}
	return (long)n;
}

/* How much may be written to a file so that others have room, too. */
static uint64_t room_for(int fd)
{
	struct statvfs st;
	uint64_t room;

	/* some file systems do not know */
	if (fstatvfs(fd, &st) < 0 || st.f_blocks == 0 ||
	    !num_mul(st.f_bavail, st.f_frsize, &room))
		return UINT64_MAX;
	return room - room / 16;
}

/* Copy to the file; 0, or the errno of a failure, or -1 with the reason in err. */
static int copy_to(int to,
    long (*read)(void *arg, char *buf, size_t size, struct err *err), void *arg,
    uint64_t most, struct err *err)
{
	uint64_t room = room_for(to), n = 0;
	char *buf = arena_xmalloc(INPUT_ROOM);
	int why = most != IO_ALL && most > room ? ENOSPC : 0;
	long got = 0;

	while (why == 0 && n < most) {
		got = read(arg, buf,
		    most - n < INPUT_ROOM ? (size_t)(most - n) : INPUT_ROOM, err);
		if (got <= 0)
			break;
		n += (uint64_t)got;
		why = n > room ? ENOSPC : write_all(to, buf, (size_t)got);
	}
	free(buf);
	return why ? why : got < 0 ? -1 : 0;
}

int io_spool(long (*read)(void *arg, char *buf, size_t size, struct err *err),
    void *arg, uint64_t most, struct err *err)
{
	int tmp = io_temporary(), why = tmp < 0 ? errno : 0;

	if (why == 0)
		why = copy_to(tmp, read, arg, most, err);
	if (why == 0 && lseek(tmp, 0, SEEK_SET) != 0)
		why = errno;
	if (why == 0)
		return tmp;
	if (why > 0)
		err_set(err,
		    "cannot make a temporary copy in '%s': %s: set TMPDIR to a "
		    "folder with room",
		    temporary_folder(), strerror(why));
	if (tmp >= 0)
		close(tmp);
	return -1;
}

struct io_lines {
	int fd; /* -1: read gives the bytes */
	long (*read)(void *arg, char *buf, size_t size, struct err *err);
	void *arg;
	bool over;  /* nothing more to read */
	bool begun; /* a line has been handed out */
	bool cut;   /* the last one of them had no LF */
	char *buf;
	size_t room;
	size_t at, end;	 /* what is in buf and not handed out */
	size_t searched; /* bytes from at on that hold no LF */
};

struct io_lines *io_lines_from(
    long (*read)(void *arg, char *buf, size_t size, struct err *err), void *arg)
{
	struct io_lines *r = arena_xmalloc(sizeof *r);

	*r = (struct io_lines){
	    .fd = -1, .read = read, .arg = arg, .room = INPUT_ROOM};
	r->buf = arena_xmalloc(r->room);
	return r;
}

static long read_fd(void *arg, char *buf, size_t size, struct err *err)
{
	const struct io_lines *r = arg;
	ssize_t got = read_some(r->fd, buf, size);

	return got < 0 ? err_set(err, "%s", strerror(errno)) : (long)got;
}

struct io_lines *io_lines_fd(int fd)
{
	struct io_lines *r = io_lines_from(read_fd, NULL);

	r->fd = fd;
	r->arg = r;
	return r;
}

struct io_lines *io_lines_open(const char *path, struct err *err)
{
	int fd = io_open(path, err);

	return fd < 0 ? NULL : io_lines_fd(fd);
}

/* Read more behind what is there; 0, or -1 with the reason in err. */
static int refill(struct io_lines *r, struct err *err)
{
	long got;

	if (r->at > 0) {
		memmove(r->buf, r->buf + r->at, r->end - r->at);
		r->end -= r->at;
		r->at = 0;
	}
	if (r->end == r->room) {
		r->buf = arena_xrealloc(r->buf, r->room, 2);
		r->room *= 2;
	}
	got = r->read(r->arg, r->buf + r->end, r->room - r->end, err);
	if (got < 0)
		return -1;
	r->over = got == 0;
	r->end += (size_t)got;
	return 0;
}

int io_lines_next(struct io_lines *r, struct str *line, struct err *err)
{
	char *from, *lf = NULL;
	size_t left;

	/* 1. Find the end of the line. */
	for (;;) {
		from = r->buf + r->at + r->searched;
		left = r->end - r->at - r->searched;
		lf = left ? memchr(from, '\n', left) : NULL;
		if (lf || r->over)
			break;
		r->searched += left;
		if (r->searched >= LINE_MOST)
			return err_set(err,
			    "a line of more than %d MiB: is it text at all?",
			    LINE_MOST / (1024 * 1024));
		if (refill(r, err) < 0)
			return -1;
	}
	*line = (struct str){r->buf + r->at,
	    lf ? (size_t)(lf - r->buf) - r->at : r->end - r->at};
	r->at += line->n + (lf ? 1 : 0);
	r->searched = 0;

	/* 2. Drop what is not text of the line. */
	if (!r->begun)
		str_skip(line, "\xEF\xBB\xBF");
	r->begun = true;
	r->cut = !lf;
	if (!lf)
		return line->n > 0;
	if (line->n && line->p[line->n - 1] == '\r')
		line->n--;
	return 1;
}

bool io_lines_cut(const struct io_lines *r)
{
	return r->cut;
}

void io_lines_close(struct io_lines *r)
{
	if (!r)
		return;
	if (r->fd >= 0)
		close(r->fd);
	free(r->buf);
	free(r);
}

int io_output(const char *path, struct err *err)
{
	int fd;

	if (strcmp(path, "-") == 0)
		return 0;
	/* Not O_TRUNC: it may turn out to be the input. */
	fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
	if (fd < 0)
		return err_set(err, "%s", strerror(errno));
	output.fd = fd;
	output.name = path;
	output.failed = 0;
	output.fresh = true;
	return 0;
}

/* Hand n bytes to the file; remember the first failure. */
static void put(const char *p, size_t n)
{
	struct stat st;

	if (output.failed)
		return;
	if (output.fresh && fstat(output.fd, &st) == 0 && S_ISREG(st.st_mode) &&
	    ftruncate(output.fd, 0) < 0) {
		output.failed = errno;
		return;
	}
	output.fresh = false;
	output.failed = write_all(output.fd, p, n);
}

void io_write(struct str s)
{
	if (s.n > OUTPUT_ROOM - output.n) {
		put(output.buf, output.n);
		output.n = 0;
	}
	if (s.n >= OUTPUT_ROOM) {
		put(s.p, s.n);
		return;
	}
	if (s.n)
		memcpy(output.buf + output.n, s.p, s.n);
	output.n += s.n;
}

bool io_failed(void)
{
	return output.failed != 0;
}

/* Die as a program that did not ignore SIGPIPE would have. */
static _Noreturn void die_of_pipe(void)
{
	sigset_t set;

	signal(SIGPIPE, SIG_DFL);
	sigemptyset(&set);
	sigaddset(&set, SIGPIPE);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	raise(SIGPIPE);
	_exit(128 + SIGPIPE);
}

int io_finish(int status)
{
	put(output.buf, output.n); /* an empty file of -o is made empty here */
	output.n = 0;
	if (close(output.fd) < 0 && !output.failed && errno != EINTR)
		output.failed = errno;
	output.fd = -1; /* the number may become an input's */
	if (!output.failed)
		return status;
	if (output.failed == EPIPE)
		die_of_pipe();
	diag_error(output.name, 0, "%s", strerror(output.failed));
	return 1;
}
