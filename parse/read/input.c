/*
 * input.c - the bytes of a profile, unpacked where they are gzip data.
 *
 * In:  a file, a pipe, or stdin
 * Out: its bytes, or what gzip packed into them
 *
 * The data are unpacked while they are read.  A trace of some hundred megabytes
 * is mostly met packed, and needs neither the memory nor a copy on disk.
 */
#include "parse/read/input.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "common/arena.h"
#include "common/io.h"
#include "common/progress.h"

enum {
	BLANKS_MOST = 16 << 20, /* that a head may begin with */
	PACKED_ROOM = 64 * 1024,
	GZIP_WINDOW = 16 + MAX_WBITS
};

struct input {
	int fd;		 /* -1: a text */
	struct str text; /* what is left of it */
	struct strbuf head;
	size_t head_at; /* bytes of it that were handed out */
	bool packed, over;
	struct err broken; /* text[0] set: why nothing follows the head */
	bool in_member;	   /* of gzip data: one has begun and not ended */
	z_stream z;
	unsigned char *room; /* packed bytes */
};

static bool is_gzip(const unsigned char *p, size_t n)
{
	return n >= 2 && p[0] == 0x1f && p[1] == 0x8b;
}

/* The next bytes as they are. */
static long raw(struct input *in, char *buf, size_t size, struct err *err)
{
	if (in->fd >= 0) {
		long n = io_read(in->fd, buf, size, err);

		if (n > 0)
			progress_bytes((uint64_t)n);
		return n;
	}
	if (size > in->text.n)
		size = in->text.n;
	if (size)
		memcpy(buf, in->text.p, size);
	in->text = str_from(in->text, size);
	return (long)size;
}

/* Read more packed bytes behind those that are left; -1 on failure. */
static int refill(struct input *in, struct err *err)
{
	long n;

	if (in->z.avail_in)
		memmove(in->room, in->z.next_in, in->z.avail_in);
	n = raw(in, (char *)in->room + in->z.avail_in,
	    PACKED_ROOM - in->z.avail_in, err);
	if (n < 0)
		return -1;
	in->z.next_in = in->room;
	in->z.avail_in += (unsigned)n;
	return 0;
}

/* Begin the next member, if there is one.  Zeros behind the last one are
 * padding, as on tapes. */
static int next_member(struct input *in, struct err *err)
{
	if (in->z.avail_in < 2 && refill(in, err) == -1)
		return -1;
	if (is_gzip(in->z.next_in, in->z.avail_in)) {
		inflateReset(&in->z);
		in->in_member = true;
		return 0;
	}
	in->over = true;
	if (in->z.avail_in && *in->z.next_in)
		return err_set(err, "text behind the gzip data");
	return 0;
}

/* size > 0.  zlib says what is wrong once; broken keeps it. */
static long unpack(struct input *in, char *buf, size_t size, struct err *err)
{
	int rc;

	if (in->broken.text[0])
		return err_set(err, "%s", in->broken.text);
	in->z.next_out = (unsigned char *)buf;
	in->z.avail_out =
	    size > PACKED_ROOM * 16 ? PACKED_ROOM * 16 : (unsigned)size;
	size = in->z.avail_out;
	while (in->z.avail_out == size && !in->over) {
		if (!in->in_member) {
			if (next_member(in, err) == -1)
				return -1;
			continue;
		}
		if (in->z.avail_in == 0 && refill(in, err) == -1)
			return -1;
		if (in->z.avail_in == 0)
			return err_set(err,
			    "unexpected end of gzip data: is the file whole?");
		rc = inflate(&in->z, Z_NO_FLUSH);
		if (rc == Z_STREAM_END) {
			in->in_member = false;
		} else if (rc != Z_OK && rc != Z_BUF_ERROR) {
			/* what came before it first */
			err_set(&in->broken, "broken gzip data: %s",
			    in->z.msg ? in->z.msg : "not what gzip writes");
			break;
		}
	}
	if (in->z.avail_out == size && in->broken.text[0])
		return err_set(err, "%s", in->broken.text);
	return (long)(size - in->z.avail_out);
}

/* The bytes that follow the head. */
static long read_on(struct input *in, char *buf, size_t size, struct err *err)
{
	long n;

	if (in->packed)
		return unpack(in, buf, size, err);
	if (in->broken.text[0])
		return err_set(err, "%s", in->broken.text);
	if (in->over)
		return 0;
	n = raw(in, buf, size, err);
	in->over = n == 0;
	return n;
}

/* Whether there are nothing but blanks, of which more may be passed over. */
static bool is_blank_head(struct str head)
{
	size_t i;

	str_skip(&head, "\xEF\xBB\xBF");
	for (i = 0; i < head.n; i++)
		if (head.p[i] == '\0' || !strchr(" \t\r\n", head.p[i]))
			return false;
	return head.n < BLANKS_MOST;
}

/* Read the head up to `most` bytes; -1: what is behind it cannot be read. */
static int fill_head(struct input *in, size_t most, struct err *err)
{
	long n = 1;

	strbuf_reserve(&in->head, most - in->head.n);
	while (n > 0 && in->head.n < most) {
		n = read_on(in, in->head.p + in->head.n, most - in->head.n, err);
		if (n > 0)
			in->head.n += (size_t)n;
	}
	return n < 0 ? -1 : 0;
}

/* Begin to unpack; the first bytes were read as they are. */
static int start_unpacking(struct input *in, struct err *err)
{
	in->room = arena_xmalloc(PACKED_ROOM);
	memcpy(in->room, in->head.p, in->head.n);
	in->z.next_in = in->room;
	in->z.avail_in = (unsigned)in->head.n;
	in->head.n = 0;
	if (inflateInit2(&in->z, GZIP_WINDOW) != Z_OK)
		return err_set(err, "zlib does not start");
	in->packed = in->in_member = true;
	in->over = false;
	return 0;
}

/* Read the head; on failure, free in and return NULL. */
static struct input *begin(struct input *in, struct err *err)
{
	size_t most = INPUT_HEAD;
	struct err why;
	int rc = fill_head(in, most, err);

	if (rc == 0 && is_gzip((unsigned char *)in->head.p, in->head.n)) {
		rc = start_unpacking(in, err);
		if (rc == 0 && fill_head(in, most, &why) == -1)
			in->broken = why; /* said behind what there is */
	}
	while (rc == 0 && in->head.n == most && is_blank_head(input_head(in)) &&
	       !in->broken.text[0]) {
		most *= 2;
		if (fill_head(in, most, &why) == -1)
			in->broken = why;
	}
	if (rc == 0 && in->head.n == 0 && in->broken.text[0])
		rc = err_set(err, "%s", in->broken.text);
	if (rc == 0)
		return in;
	input_close(in);
	return NULL;
}

struct input *input_open(const char *path, struct err *err)
{
	struct input *in;
	int fd = io_open(path, err);
	struct stat st;

	if (fd == -1)
		return NULL;
	progress_total(
	    fstat(fd, &st) == 0 && S_ISREG(st.st_mode) ? (uint64_t)st.st_size : 0);
	in = arena_xmalloc(sizeof *in);
	*in = (struct input){.fd = fd};
	return begin(in, err);
}

struct input *input_text(struct str text, struct err *err)
{
	struct input *in = arena_xmalloc(sizeof *in);

	*in = (struct input){.fd = -1, .text = text};
	return begin(in, err);
}

void input_close(struct input *in)
{
	if (!in)
		return;
	if (in->packed || in->room)
		inflateEnd(&in->z);
	free(in->room);
	strbuf_free(&in->head);
	if (in->fd >= 0)
		close(in->fd);
	free(in);
}

struct str input_head(const struct input *in)
{
	return strbuf_get(&in->head);
}

bool input_packed(const struct input *in)
{
	return in->packed;
}

long input_read(void *arg, char *buf, size_t size, struct err *err)
{
	struct input *in = arg;
	size_t n = in->head.n - in->head_at;

	if (n == 0)
		return read_on(in, buf, size, err);
	if (n > size)
		n = size;
	memcpy(buf, in->head.p + in->head_at, n);
	in->head_at += n;
	return (long)n;
}

int input_copy(struct input *in, uint64_t most, bool *more, struct err *err)
{
	int fd = io_spool(input_read, in, most, err);
	char next;
	long n;

	if (fd < 0)
		return -1;
	/* at the end the check of gzip data is read, too */
	n = input_read(in, &next, 1, err);
	*more = n > 0;
	if (n < 0) {
		close(fd);
		return -1;
	}
	return fd;
}

int input_fd(const struct input *in)
{
	return in->fd;
}
