/*
 * sums_bind.h - columns that show the keys of partial sums in place of a record.
 */
#ifndef PROF_SHOW_SUMS_BIND_H
#define PROF_SHOW_SUMS_BIND_H

#include "prof/show/sums.h"

/* The keys of a head, and what those that are asked for must be. */
struct sums_keys {
	struct arena arena; /* of the texts, and of the columns made */
	struct record_strs names;
	bool *wanted;
	enum cell_kind *kinds; /* of those wanted */
};

/* sums_keys_set(k, head): the keys of a head; no column that was made before is
 * good any more. */
void sums_keys_set(struct sums_keys *k, const struct sums_head *head);
void sums_keys_free(struct sums_keys *k);

/* sums_key_find(k, name): which key it is; -1: none. */
int sums_key_find(const struct sums_keys *k, const char *name);

/*
 * sums_bind(k, col, err):
 * A column that shows of row->given, the keys of a line, what col shows of a
 * record: the key, or levels of a list that is one.  NULL with "no key 'layer'
 * in these sums (they have: op, dir)".
 */
const struct column *sums_bind(
    struct sums_keys *k, const struct column *col, struct err *err);

/* sums_keys_check(k, cells, err): whether the keys of a line are as many as the
 * head's, and those that were asked for of the kinds that their columns have.
 * 0, or -1 with the reason. */
int sums_keys_check(
    const struct sums_keys *k, const struct sums_cells *cells, struct err *err);

#endif
