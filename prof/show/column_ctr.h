/*
 * column_ctr.h - the columns that a table shows, and those of them that are no
 * row of a table but made for a name: ctr:NAME, a hardware counter.
 */
#ifndef PROF_SHOW_COLUMN_CTR_H
#define PROF_SHOW_COLUMN_CTR_H

#include "common/intern.h"
#include "common/vec.h"
#include "prof/show/cell.h"

/* In order; may repeat.  It owns those that were made. */
struct columns {
	VEC(const struct column *) list;
	struct arena made;
};

/*
 * column_make(cols, key, err):
 * The column of a key such as ctr:NAME: the one that cols has or a new one,
 * which is cols' but not in its list.  Its key and header are foreign text; a
 * NUL ends them.  NULL with err->text empty where the key is none of this kind,
 * or with the reason in it.
 */
const struct column *column_make(
    struct columns *cols, struct str key, struct err *err);

/* column_is_open(cols): whether one of them stands for as many as the input has
 * names, as ctr:* does. */
bool column_is_open(const struct columns *cols);

/*
 * column_close(cols, names, err):
 * Put columns of these names, in their order, in place of those that stand for
 * all; of a name that has a column of its own there is no second one.  Return
 * 0, or -1 where there are too many to be columns.
 */
int column_close(struct columns *cols, const struct intern *names, struct err *err);

/* column_lost(cols, i): the name that the column i was made for and that no row
 * so far had; p is NULL where there is none. */
struct str column_lost(const struct columns *cols, size_t i);

/* column_make_help(b): append the kinds of made columns for --help. */
void column_make_help(struct strbuf *b);

#endif
