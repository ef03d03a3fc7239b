/*
 * io.h - files as a Unix filter handles them.
 */
#ifndef COMMON_IO_H
#define COMMON_IO_H

#include "common/diag.h"
#include "common/str.h"

/* io_std_fds(): open /dev/null on any of fds 0, 1, 2 that is closed, so that a
 * profile is never opened as fd 1; remembers that stdout was closed, and then
 * io_finish reports "Bad file descriptor".  Call first in main. */
void io_std_fds(void);

/* io_name(path): the name for messages: "<stdin>" for "-". */
const char *io_name(const char *path);

/* io_from_terminal(path): whether this is stdin and somebody has to type it. */
bool io_from_terminal(const char *path);

/* io_open(path, err): a descriptor for reading; "-" is a duplicate of stdin.
 * A folder is refused ("Is a directory").  -1 with the reason in err. */
int io_open(const char *path, struct err *err);

/* io_temporary(): a descriptor of a new file without a name, in $TMPDIR or
 * /tmp, or -1 with errno. */
int io_temporary(void);

/* io_spool(read, arg, most, err): copy all that read gives (bytes, 0 at the
 * end, -1 with the reason in err), or the first most bytes, to such a file and
 * return a descriptor of it, positioned at 0, or -1 with the reason in err.  It
 * leaves a sixteenth of the folder's room free, and does not begin where most
 * bytes would need more.  IO_ALL is no limit. */
#define IO_ALL UINT64_MAX
int io_spool(long (*read)(void *arg, char *buf, size_t size, struct err *err),
    void *arg, uint64_t most, struct err *err);

/* io_read(fd, buf, size, err): read until buf is full or the end; how many
 * bytes, or -1 with the reason in err. */
long io_read(int fd, char *buf, size_t size, struct err *err);

/* A source of lines.  They may hold NUL, and be 256 MiB long: that is more than
 * any profile has, and /dev/zero would take all memory. */
struct io_lines;

/* io_lines_open(path, err): NULL with the reason in err on failure. */
struct io_lines *io_lines_open(const char *path, struct err *err);

/* io_lines_fd(fd): the lines of fd, which io_lines_close closes. */
struct io_lines *io_lines_fd(int fd);

/* io_lines_from(read, arg): the lines of what read(arg, buf, size, err) gives:
 * bytes, 0 at the end, -1 with the reason in err. */
struct io_lines *io_lines_from(
    long (*read)(void *arg, char *buf, size_t size, struct err *err), void *arg);

/* io_lines_next(r, line, err): 1 and the next line without its LF or CRLF
 * (valid until the next call; a byte-order mark before the first is dropped;
 * a last line without LF counts), 0 at the end, -1 with the reason in err. */
int io_lines_next(struct io_lines *r, struct str *line, struct err *err);

/* io_lines_cut(r): whether the line that io_lines_next gave last had no LF. */
bool io_lines_cut(const struct io_lines *r);
void io_lines_close(struct io_lines *r);

/*
 * Output goes to stdout, or to the file of -o, through one buffer.  The first
 * failed write is remembered and reported by io_finish; later writes do
 * nothing.
 */

/* io_output(path, err): send output to path instead of stdout; 0 or -1.  What
 * the file held is gone with the first byte, or with io_finish. */
int io_output(const char *path, struct err *err);

/* io_to_file(): whether output goes to a regular file, by -o or by the shell. */
bool io_to_file(void);

/* io_is_output(path): whether input ("-": stdin) is the file that output goes
 * to.  With -o it must be asked of every operand before anything is written:
 * a record for the first profile would destroy the second. */
bool io_is_output(const char *path);
void io_write(struct str s);

/* io_failed(): whether a write has failed: then there is no use going on. */
bool io_failed(void);

/* io_finish(status): flush, close, report, return the exit status: status, or
 * 1 when output was lost ("PROG: <stdout>: No space left on device").  A broken
 * pipe dies of SIGPIPE (141) without a word, even where the parent had the
 * signal ignored. */
int io_finish(int status);

#endif
