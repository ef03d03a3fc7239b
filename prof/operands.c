/*
 * operands.c - the operands of the command line, which may have to be read twice.
 *
 * In:  paths
 * Out: lines; before that, if it is asked for, the names of all counters
 *
 * The header comes before the first row, so columns that only the input tells need
 * a first pass over it.  A pipe cannot be read twice, and keeping its records in
 * memory would take as much as the input: it is copied to a file.
 */
#include "prof/operands.h"

#include <sys/stat.h>
#include <unistd.h>

struct operand {
	const char *path;
	int fd;	    /* what was opened for good; -1: open the path */
	off_t from; /* where its lines begin */
};

void operands_init(struct operands *in, char **paths, size_t n)
{
	in->n = n > 0 ? n : 1;
	in->v = arena_xzeroed(in->n, sizeof *in->v);
	for (size_t i = 0; i < in->n; i++)
		in->v[i] = (struct operand){n > 0 ? paths[i] : "-", -1, 0};
}

void operands_free(struct operands *in)
{
	for (size_t i = 0; i < in->n; i++) {
		if (in->v[i].fd >= 0)
			close(in->v[i].fd);
	}
	free(in->v);
}

const char *operands_path(const struct operands *in, size_t i)
{
	return in->v[i].path;
}

/* The bytes of a descriptor. */
static long give(void *arg, char *buf, size_t size, struct err *err)
{
	return io_read(*(int *)arg, buf, size, err);
}

/* Get the operand into a file that can be read again; -1 with the reason in err
 * if that is not possible. */
static int hold(struct operand *o, int fd, struct err *err)
{
	struct stat st;
	bool regular = fstat(fd, &st) == 0 && S_ISREG(st.st_mode);

	if (regular && strcmp(o->path, "-") != 0) {
		close(fd);
		return 0;
	}
	if (regular) {
		o->from = lseek(fd, 0, SEEK_CUR);
		o->fd = fd;
		return 0;
	}
	o->fd = io_spool(give, &fd, IO_ALL, err);
	close(fd);
	return o->fd < 0 ? -1 : 0;
}

/* The names of all counters, up to the first line that is no record. */
static void scan(
    struct io_lines *lines, struct record_reader *reader, struct intern *names)
{
	struct arena arena = {0};
	struct record rec;
	struct str line;

	while (io_lines_next(lines, &line, NULL) > 0) {
		struct err err;

		arena_reset(&arena);
		if (record_read(reader, line, &arena, &rec, &err) < 0)
			break;
		for (size_t i = 0; i < rec.counters.n; i++)
			intern_add(names, rec.counters.v[i].name);
	}
	arena_free(&arena);
}

size_t operands_counters(struct operands *in, struct record_reader *reader,
    struct intern *names, struct err *err)
{
	for (size_t i = 0; i < in->n; i++) {
		struct io_lines *lines;
		int fd = io_open(in->v[i].path, NULL);

		if (fd < 0)
			continue;
		if (hold(&in->v[i], fd, err) < 0)
			return i;
		lines = operands_lines(in, i, NULL);
		if (!lines)
			continue;
		scan(lines, reader, names);
		io_lines_close(lines);
	}
	return in->n;
}

struct io_lines *operands_lines(struct operands *in, size_t i, struct err *err)
{
	const struct operand *o = &in->v[i];
	int fd;

	if (o->fd < 0)
		return io_lines_open(o->path, err);
	fd = lseek(o->fd, o->from, SEEK_SET) < 0 ? -1 : dup(o->fd);
	if (fd >= 0)
		return io_lines_fd(fd);
	err_set(err, "cannot be read a second time");
	return NULL;
}
