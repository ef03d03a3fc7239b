/*
 * about.h - what the head of a page says of the input as a whole.
 */
#ifndef PROF_SHOW_ABOUT_H
#define PROF_SHOW_ABOUT_H

#include "prof/show/asked.h"
#include "prof/show/group.h"

/* Empty when zeroed. */
struct about {
	struct intern inputs, files, producers, devices;
	struct intern steps;	       /* of processes */
	struct str step, file, device; /* the last ones, in these tables */
	struct str step_file;	       /* of the last step */
	int64_t rank, pid;	       /* of the last step; -1: not known */
	struct asked asked;
	struct group kernels;
	uint64_t rows, left_out; /* left_out: by --where */
};

/* about_input(a, name): an input of this name is read.
 * about_profile(a, rec): a profile record came.
 * about_row(a, row, holds): a row came; holds: --where did not leave it out. */
void about_input(struct about *a, struct str name);
void about_profile(struct about *a, const struct record *rec);
void about_row(struct about *a, const struct row *row, bool holds);

/* about_title(a, b): append the names of what was read, as HTML; "GPU profile"
 * for standard input alone, or where no file could be opened.
 * about_put(a, whole, b): append the facts, a list of terms in HTML; whole: the
 * input was read to its end. */
void about_title(const struct about *a, struct strbuf *b);
void about_put(const struct about *a, bool whole, struct strbuf *b);

void about_free(struct about *a);

#endif
