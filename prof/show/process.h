/*
 * process.h - the processes of the input.
 *
 * A process is a file, a rank and a process id, each where it is known.  Views
 * of processes have these three as their first keys and columns.
 */
#ifndef PROF_SHOW_PROCESS_H
#define PROF_SHOW_PROCESS_H

#include "prof/show/group.h"

enum { PROCESS_FILE, PROCESS_RANK, PROCESS_PID, PROCESS_NKEYS };

/* The rows of the columns table, which a view's own follow. */
#define PROCESS_COLUMNS                                                            \
	[PROCESS_FILE] = {"file", "file", 25, CELL_STR, "profile", .value = NULL}, \
	[PROCESS_RANK] = {"rank", "rank", 5, CELL_INT, "rank", .value = NULL},     \
	[PROCESS_PID] = {"pid", "pid", 8, CELL_INT, "process id", .value = NULL}

/* process_differs: bits by PROCESS_FILE, ...: what is not the same in all. */
typedef unsigned process_differs;

/*
 * process_order(t, merge):
 * Put the groups in the order of their keys, unknown ones first.  A group
 * without a process id is of the only process of its rank, or of its file, and
 * gets its keys: merge(to, from) adds what more has to that of the other group,
 * and frees it.
 */
process_differs process_order(
    struct group_table *t, void (*merge)(void *to, void *from));

/* process_same(a, b): whether two groups are of one process, after
 * process_order. */
bool process_same(const struct group *a, const struct group *b);

/*
 * process_most(t, value):
 * After process_order, put the groups of a process in the order of what value
 * sets the two numbers to, the larger first, and of their keys.
 */
void process_most(struct group_table *t,
    void (*value)(const struct group *g, uint64_t numbers[2]));

/* process_cell_order(a, b): the order of two keys. */
int process_cell_order(const struct cell *a, const struct cell *b);

#endif
