/*
 * read.h - readers of profile formats, in a table; detection by content.
 */
#ifndef PARSE_READ_READ_H
#define PARSE_READ_READ_H

#include "common/diag.h"
#include "common/str.h"

struct profile;
struct db;
struct input;

/* What a reader sees: the database if the file is one, else its bytes. */
struct source {
	const char *path;    /* "-" is stdin */
	struct db *db;	     /* open when the file is a database, else NULL */
	struct str head;     /* else the first bytes of the file, and */
	struct input *input; /* all of them; read_profile closes it */
};

/* A format x is the struct reader read_x of read_x.c; see read.def. */
struct reader {
	const char *name; /* for -f and --help */
	const char *what; /* for messages: "an nvprof database" */
	const char *give; /* the same as advice; NULL: what */
	bool database;	  /* reads databases alone; else anything but them */

	/* Whether the source is of this format; cheap.  It sees databases only,
	 * or other files only, never both. */
	bool (*detect)(const struct source *src);
	bool late; /* detect knows what others know better: they come first */
	bool any;  /* with -f, read text that detect does not know, too */

	/* Fill p (initialised, empty) with launches of the wanted kinds.
	 * Return 0, or -1 with the reason in err (without the file's name).
	 * Oddities that cost only a row go to p->warnings. */
	int (*read)(const struct source *src, struct profile *p, struct err *err);
};

/* read_profile(path, format, p, err): open, detect, read into p (initialised,
 * empty).  format NULL: by content.  0, or -1 with the reason in err. */
int read_profile(
    const char *path, const char *format, struct profile *p, struct err *err);

/* read_is_beside(file, path): whether path is a database and file is, or would
 * be if it were made, its log or journal: then it is input, too. */
bool read_is_beside(const char *file, const char *path);

/* read_format(i): the name of format i for -f, NULL behind the last. */
const char *read_format(size_t i);

#define READER(x) extern const struct reader read_##x;
#include "parse/read/read.def"
#undef READER

#endif
