/*
 * tracks.h - the numbers of processes and threads in a Chrome trace.
 *
 * A trace's viewer tells processes apart by a number alone, threads by a number
 * within their process.  Here a process is one of the host, or a device, of a
 * file and rank; so numbers that are taken give way to free ones.
 */
#ifndef PROF_SHOW_TRACKS_H
#define PROF_SHOW_TRACKS_H

#include "common/intern.h"
#include "common/record.h"

struct track {
	int64_t pid, tid;
};

struct track_entry {
	int64_t number;
	int64_t owner; /* the process of the host that a stream is of */
	bool owned;    /* it has one */
};

/* Empty when zeroed. */
struct tracks {
	bool named;	    /* one is, by an event */
	struct intern keys; /* of processes and threads, numbered as list */
	VEC(struct track_entry) list;
	struct intern taken; /* numbers, as text */
	int64_t next;	     /* to give where a number is taken */
	struct strbuf text;
};

/*
 * tracks_device(t, rec, b), tracks_host(t, rec, b):
 * The track of a row of the GPU, or of the thread that rec names.  The events
 * that name a process or thread are appended to b when it is new, each with a
 * comma and a newline behind it.
 */
struct track tracks_device(
    struct tracks *t, const struct record *rec, struct strbuf *b);
struct track tracks_host(
    struct tracks *t, const struct record *rec, struct strbuf *b);
void tracks_free(struct tracks *t);

#endif
