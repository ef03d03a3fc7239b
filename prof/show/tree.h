/*
 * tree.h - kernels under the values that they have of some columns.
 *
 * Each key is a level: an object with a member for each value.  A phase is
 * followed by a list of its passes.  The kernels at the end are in the order of
 * their launches.  The tree owns everything in it.  It keeps every kernel, but
 * little of each.
 */
#ifndef PROF_SHOW_TREE_H
#define PROF_SHOW_TREE_H

#include "common/intern.h"
#include "prof/show/out.h"

#define TREE_NONE UINT32_MAX /* no node, no kernel, no text */
#define TREE_KEYS 32	     /* most keys, which bounds the depth */

enum tree_kind {
	TREE_OBJECT,  /* children with labels */
	TREE_LIST,    /* children without: passes */
	TREE_KERNELS, /* kernels */
};

struct tree_node {
	enum tree_kind kind;
	uint32_t level;	      /* of the keys */
	uint32_t label;	      /* text, in an object */
	uint32_t first, last; /* child or kernel; TREE_NONE: none */
	uint32_t next;	      /* of the same parent */
	uint32_t n;	      /* children or kernels */
};

struct tree_kernel {
	int64_t start, end, dur, stream, regs; /* ns */
	uint32_t name;			       /* text */
	uint32_t next;			       /* of the same node */
	unsigned has;			       /* enum tree_has */
};

enum tree_has {
	TREE_HAS_START = 1,
	TREE_HAS_END = 2,
	TREE_HAS_DUR = 4,
	TREE_HAS_STREAM = 8,
	TREE_HAS_REGS = 16,
};

/* Why a kernel may be left out of the tree. */
enum tree_lost {
	TREE_PLACED, /* it is in the tree */
	TREE_NO_PHASE,
	TREE_NO_NODE, /* calls name themselves, it is in none of them */
	TREE_TOO_MANY,
	TREE_NLOST,
};

struct tree_level;
struct tree_entry;
struct tree_run;

/* Zeroed before tree_start. */
struct tree {
	const struct columns *keys;
	const struct tree_level *levels[TREE_KEYS]; /* of the keys, or NULL */
	bool has_passes;			    /* one of them has */
	struct intern texts;
	VEC(struct tree_kernel) kernels; /* as they came */
	VEC(struct tree_entry) entries;	 /* of each: where it belongs */
	VEC(uint32_t) labels;		 /* of each: text of each key */
	int64_t base;			 /* added to all times */

	VEC(struct tree_node) nodes; /* the first one is the root */
	struct intern places;	     /* parent and label: the node's number */
	struct intern passes;
	struct intern processes;
	VEC(struct tree_run) runs; /* of each process */

	bool named; /* calls name themselves: only they are nodes */
	uint64_t lost[TREE_NLOST]; /* kernels that are not in it */

	struct out out; /* for the texts of cells */
	struct strbuf text;
};

/* tree_start(t, keys, err): an empty tree by these columns, which must outlive
 * it.  0, or -1 with the reason in err, which is the user's fault. */
int tree_start(struct tree *t, const struct columns *keys, struct err *err);

/* tree_profile(t, rec): a profile record; from now on times are absolute. */
void tree_profile(struct tree *t, const struct record *rec);
void tree_add(struct tree *t, const struct row *row);

/* tree_grow(t): make the nodes, when all rows are added. */
void tree_grow(struct tree *t);
void tree_free(struct tree *t);

#endif
