/*
 * test_io.c - lines in, bytes out, and what happens when either end is bad.
 */
#include "common/io.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <cmocka.h>

#include "common/die.h"
#include "common/nelems.h"
#include "tests/unit/child.h"

static struct child c;

/* A file with this content; the path is good until the next call. */
static const char *make_file(const char *p, size_t n)
{
	static char path[64];
	int fd;

	snprintf(path, sizeof path, "/tmp/test_io-XXXXXX");
	fd = mkstemp(path);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, p, n), (ssize_t)n);
	close(fd);
	return path;
}

/* Append each line in brackets, so that empty ones show. */
static void read_lines(const char *path, struct strbuf *b)
{
	struct io_lines *r;
	struct err err;
	struct str line;
	int got;

	r = io_lines_open(path, &err);
	assert_non_null(r);
	while ((got = io_lines_next(r, &line, &err)) > 0) {
		strbuf_char(b, '[');
		strbuf_str(b, line);
		strbuf_char(b, ']');
	}
	assert_int_equal(got, 0);
	assert_int_equal(io_lines_next(r, &line, &err), 0); /* stays over */
	io_lines_close(r);
}

#define BOM "\xEF\xBB\xBF"
#define TEXT(literal) literal, sizeof(literal) - 1

static void test_lines(void **state)
{
	static const struct {
		const char *text;
		size_t n;
		const char *want;
		size_t nwant;
	} cases[] = {
	    {TEXT(""), TEXT("")},
	    {TEXT("a\n"), TEXT("[a]")},
	    {TEXT("a\nb"), TEXT("[a][b]")},
	    {TEXT("\n\na\n\n"), TEXT("[][][a][]")},
	    {TEXT("a\r\nb\r\n"), TEXT("[a][b]")},
	    {TEXT("\r\n"), TEXT("[]")},
	    {TEXT("a\r\r\n"), TEXT("[a\r]")},
	    {TEXT("a\rb\n"), TEXT("[a\rb]")},
	    {TEXT("a\r"), TEXT("[a\r]")},
	    {TEXT("a\0b\n\0"), TEXT("[a\0b][\0]")},
	    {TEXT(BOM "a\n" BOM "b\n"), TEXT("[a][" BOM "b]")},
	    {TEXT(BOM), TEXT("")},
	    {TEXT(BOM "\n"), TEXT("[]")},
	    {TEXT("\xEF\xBB\n"), TEXT("[\xEF\xBB]")},
	};
	struct strbuf b = {0};
	const char *path;
	size_t k;

	(void)state;
	for (k = 0; k < sizeof cases / sizeof cases[0]; k++) {
		path = make_file(cases[k].text, cases[k].n);
		b.n = 0;
		read_lines(path, &b);
		unlink(path);
		assert_int_equal(b.n, cases[k].nwant);
		if (b.n)
			assert_memory_equal(b.p, cases[k].want, b.n);
	}
	strbuf_free(&b);
}

/* Lines as long as the buffer, about as long, and much longer: line i has
 * sizes[i] letters 'a' + i. */
static void test_long_lines(void **state)
{
	static const size_t sizes[] = {
	    1, 262142, 262143, 262144, 262145, 5, 5000000, 0, 524287, 7};
	enum { N = sizeof sizes / sizeof sizes[0] };
	struct strbuf b = {0};
	struct io_lines *r;
	struct err err;
	struct str line;
	const char *path;
	size_t i, k;

	(void)state;
	for (i = 0; i < N; i++) {
		for (k = 0; k < sizes[i]; k++)
			strbuf_char(&b, (char)('a' + i));
		strbuf_text(&b, i % 2 ? "\r\n" : "\n");
	}
	path = make_file(b.p, b.n);
	r = io_lines_open(path, &err);
	for (i = 0; i < N; i++) {
		assert_int_equal(io_lines_next(r, &line, &err), 1);
		assert_int_equal(line.n, sizes[i]);
		for (k = 0; k < line.n; k++)
			assert_int_equal(line.p[k], 'a' + i);
	}
	assert_int_equal(io_lines_next(r, &line, &err), 0);
	io_lines_close(r);
	io_lines_close(NULL);
	unlink(path);
	strbuf_free(&b);
}

/* A pipe that gives a byte at a time gives the same lines. */
static void test_slow_pipe(void **state)
{
	static const char text[] = BOM "ab\r\n\ncd";
	struct strbuf b = {0};
	int fds[2], saved;
	size_t i;
	pid_t pid;

	(void)state;
	assert_int_equal(pipe(fds), 0);
	pid = fork();
	if (pid == 0) {
		for (i = 0; i < sizeof text - 1; i++) {
			if (write(fds[1], text + i, 1) != 1)
				_exit(1);
			poll(NULL, 0, 1);
		}
		_exit(0);
	}
	close(fds[1]);
	saved = dup(STDIN_FILENO);
	dup2(fds[0], STDIN_FILENO);
	/* Set not to block, as some terminals and servers leave it. */
	fcntl(STDIN_FILENO, F_SETFL, O_NONBLOCK);
	read_lines("-", &b);
	dup2(saved, STDIN_FILENO);
	close(saved);
	close(fds[0]);
	waitpid(pid, NULL, 0);
	strbuf_char(&b, '\0');
	assert_string_equal(b.p, "[ab][][cd]");
	strbuf_free(&b);
}

static void test_open(void **state)
{
	struct err err;

	(void)state;
	assert_int_equal(io_open("/nonexistent/x", &err), -1);
	assert_string_equal(err.text, "No such file or directory");
	assert_int_equal(io_open("/tmp", &err), -1);
	assert_string_equal(err.text, "Is a directory");
	assert_null(io_lines_open("/tmp", &err));
	assert_string_equal(io_name("-"), "<stdin>");
	assert_string_equal(io_name("x"), "x");
}

/* read(2) as a source; arg is the descriptor. */
static long source(void *arg, char *buf, size_t size, struct err *err)
{
	return io_read(*(int *)arg, buf, size, err);
}

static void test_spool(void **state)
{
	static char body[1000000], back[1000000];
	static const size_t most[] = {1, 262144, 262145, 999999, 1000000};
	struct err err;
	const char *path;
	size_t i;
	int fd, tmp;

	(void)state;
	for (i = 0; i < sizeof body; i++)
		body[i] = (char)(i % 251);
	path = make_file(body, sizeof body);
	fd = open(path, O_RDONLY);
	unlink(path);
	tmp = io_spool(source, &fd, IO_ALL, &err);
	assert_true(tmp >= 0);
	assert_int_equal(read(tmp, back, sizeof back), sizeof body);
	assert_memory_equal(back, body, sizeof body);
	close(tmp);

	/* The first bytes alone; what follows is left to read. */
	for (i = 0; i < NELEMS(most); i++) {
		lseek(fd, 0, SEEK_SET);
		tmp = io_spool(source, &fd, most[i], &err);
		assert_true(tmp >= 0);
		assert_int_equal(read(tmp, back, sizeof back), most[i]);
		assert_memory_equal(back, body, most[i]);
		assert_int_equal(lseek(fd, 0, SEEK_CUR), most[i]);
		close(tmp);
	}

	/* No folder has room for so much: nothing is read. */
	lseek(fd, 0, SEEK_SET);
	assert_int_equal(io_spool(source, &fd, IO_ALL - 1, &err), -1);
	assert_non_null(strstr(err.text, "set TMPDIR to a folder with room"));
	assert_int_equal(lseek(fd, 0, SEEK_CUR), 0);

	/* A folder that is not there, and a source that cannot be read. */
	setenv("TMPDIR", "/nonexistent", 1);
	assert_int_equal(io_spool(source, &fd, IO_ALL, &err), -1);
	assert_string_equal(err.text,
	    "cannot make a temporary copy in '/nonexistent': No such file or "
	    "directory: set TMPDIR to a folder with room");
	unsetenv("TMPDIR");
	close(fd);
	fd = -1;
	assert_int_equal(io_spool(source, &fd, IO_ALL, &err), -1);
	assert_string_equal(err.text, "Bad file descriptor");
}

/* What a child does with its output. */
struct job {
	const char *to;	  /* open this as stdout; NULL: leave it */
	const char *path; /* io_output */
	const char *in;	  /* io_open before the first write */
	size_t n;	  /* bytes to write */
	size_t piece;	  /* in pieces of this size */
	bool closed;	  /* close stdout first */
	bool broken;	  /* stdout is a pipe that nobody reads */
	bool ignored;	  /* with SIGPIPE ignored and blocked */
	int status;
};

static char letter(size_t i)
{
	return (char)('a' + i % 26);
}

static void write_out(const void *arg)
{
	const struct job *job = arg;
	static char piece[1 << 20];
	struct err err;
	size_t i, k, n;
	int fds[2], fd;
	sigset_t set;

	die_init("prog");
	if (job->closed)
		close(STDOUT_FILENO);
	if (job->to) {
		fd = open(job->to, O_WRONLY);
		dup2(fd, STDOUT_FILENO);
	}
	if (job->broken) {
		if (pipe(fds) < 0)
			_exit(98);
		dup2(fds[1], STDOUT_FILENO);
		close(fds[0]);
		close(fds[1]);
	}
	if (job->ignored) {
		signal(SIGPIPE, SIG_IGN);
		sigemptyset(&set);
		sigaddset(&set, SIGPIPE);
		sigprocmask(SIG_BLOCK, &set, NULL);
	}
	io_std_fds();
	if (job->path && io_output(job->path, &err) < 0) {
		diag_error(job->path, 0, "%s", err.text);
		_exit(97);
	}
	if (job->in) {
		fd = io_open(job->in, &err);
		if (fd < 0) {
			diag_error(job->in, 0, "%s", err.text);
			_exit(96);
		}
	}
	for (i = 0; i < job->n && !io_failed(); i += n) {
		n = job->n - i < job->piece ? job->n - i : job->piece;
		for (k = 0; k < n; k++)
			piece[k] = letter(i + k);
		io_write((struct str){piece, n});
	}
	_exit(io_finish(job->status));
}

static void assert_ran(struct job job, int status, const char *err)
{
	child_run(&c, write_out, &job);
	assert_string_equal(c.err, err);
	assert_int_equal(c.status, status);
}

static void test_write(void **state)
{
	static const size_t pieces[] = {1, 7, 4096, 60000};
	size_t k, i;

	(void)state;
	assert_ran((struct job){.n = 0, .piece = 1}, 0, "");
	assert_ran((struct job){.n = 3, .piece = 1, .status = 1}, 1, "");
	for (k = 0; k < sizeof pieces / sizeof pieces[0]; k++) {
		assert_ran((struct job){.n = 60000, .piece = pieces[k]}, 0, "");
		assert_int_equal(strlen(c.out), 60000);
		for (i = 0; i < 60000; i++)
			assert_int_equal(c.out[i], letter(i));
	}
}

/* To a file of -o, which may be longer before; pieces above and below the
 * buffer's size. */
static void test_output_file(void **state)
{
	static const size_t pieces[] = {1000, 131071, 131072, 131073, 500000};
	static char old[3000000], back[3000000];
	struct job job = {.n = 1000000};
	struct stat st;
	char path[64];
	size_t k, i;
	int fd;

	(void)state;
	snprintf(path, sizeof path, "%s", make_file(old, sizeof old));
	job.path = path;
	for (k = 0; k < sizeof pieces / sizeof pieces[0]; k++) {
		job.piece = pieces[k];
		assert_ran(job, 0, "");
		assert_string_equal(c.out, "");
		fd = open(path, O_RDONLY);
		assert_int_equal(read(fd, back, sizeof back), 1000000);
		close(fd);
		for (i = 0; i < 1000000; i++)
			assert_int_equal(back[i], letter(i));
	}
	job.n = 0; /* no output is an empty file */
	assert_ran(job, 0, "");
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_size, 0);
	unlink(path);

	assert_ran((struct job){.path = "-", .n = 3, .piece = 3}, 0, "");
	assert_string_equal(c.out, "abc");
	assert_ran((struct job){.path = "/nonexistent/x"}, 97,
	    "prog: /nonexistent/x: No such file or directory\n");
}

/* A profile named as its own output is refused, and is still whole. */
static void test_output_is_input(void **state)
{
	struct job job = {.n = 3, .piece = 3};
	char want[128], path[64];
	struct stat st;

	(void)state;
	snprintf(path, sizeof path, "%s", make_file("precious", 8));
	job.path = job.in = path;
	snprintf(want, sizeof want, "prog: %s: input file is the output file\n",
	    path);
	assert_ran(job, 96, want);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_size, 8);
	unlink(path);
}

/* Small and large, since the first fails in io_finish and the other before. */
static void test_full_disk(void **state)
{
	static const size_t sizes[] = {1, 1000000};
	size_t k;

	(void)state;
	if (access("/dev/full", W_OK) != 0)
		skip();
	for (k = 0; k < 2; k++) {
		assert_ran(
		    (struct job){.to = "/dev/full", .n = sizes[k], .piece = 1000},
		    1, "prog: <stdout>: No space left on device\n");
		assert_ran(
		    (struct job){.path = "/dev/full", .n = sizes[k], .piece = 1000},
		    1, "prog: /dev/full: No space left on device\n");
	}
}

static void test_closed_stdout(void **state)
{
	(void)state;
	assert_ran((struct job){.closed = true, .n = 1, .piece = 1}, 1,
	    "prog: <stdout>: Bad file descriptor\n");
	/* A file that is opened then does not become stdout. */
	assert_ran(
	    (struct job){.closed = true, .in = "/dev/null", .n = 1, .piece = 1},
	    1, "prog: <stdout>: Bad file descriptor\n");
	/* With -o nobody misses it. */
	assert_ran(
	    (struct job){.closed = true, .path = "/dev/null", .n = 1, .piece = 1},
	    0, "");
}

static void test_broken_pipe(void **state)
{
	static const size_t sizes[] = {1, 1000000};
	size_t k;

	(void)state;
	for (k = 0; k < 2; k++) {
		assert_ran(
		    (struct job){.broken = true, .n = sizes[k], .piece = 1000},
		    128 + SIGPIPE, "");
		assert_ran((struct job){.broken = true,
			       .ignored = true,
			       .n = sizes[k],
			       .piece = 1000},
		    128 + SIGPIPE, "");
	}
}

static void read_closed_stdin(const void *unused)
{
	struct io_lines *r;
	struct err err;
	struct str line;

	(void)unused;
	die_init("prog");
	close(STDIN_FILENO);
	io_std_fds();
	r = io_lines_open("-", &err);
	if (!r || io_lines_next(r, &line, &err) >= 0)
		_exit(95);
	diag_error(io_name("-"), 0, "%s", err.text);
	_exit(1);
}

static void test_closed_stdin(void **state)
{
	(void)state;
	child_run(&c, read_closed_stdin, NULL);
	assert_int_equal(c.status, 1);
	assert_string_equal(c.err, "prog: <stdin>: Bad file descriptor\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_lines),
	    cmocka_unit_test(test_long_lines),
	    cmocka_unit_test(test_slow_pipe),
	    cmocka_unit_test(test_open),
	    cmocka_unit_test(test_spool),
	    cmocka_unit_test(test_write),
	    cmocka_unit_test(test_output_file),
	    cmocka_unit_test(test_output_is_input),
	    cmocka_unit_test(test_full_disk),
	    cmocka_unit_test(test_closed_stdout),
	    cmocka_unit_test(test_broken_pipe),
	    cmocka_unit_test(test_closed_stdin),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
