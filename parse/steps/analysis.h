/*
 * analysis.h - what the steps after reading find out about a profile.
 *
 *	read -> decode -> host -> nest -> external -> replay -> link -> seq ->
 *	phase -> label -> result -> self -> order -> unit -> inner -> share ->
 *	passes -> devices -> counters -> write
 *
 * steps.c calls them in this order; link has two parts, of which the second
 * calls label.
 *
 * Ranges and launches are named by their numbers in the profile, and texts by
 * theirs; PROFILE_NONE stands for none.  A range's number grows with its time:
 * nest_sort orders them by start, the longer one first.  The analysis owns all
 * memory until analysis_free.
 */
#ifndef PARSE_STEPS_ANALYSIS_H
#define PARSE_STEPS_ANALYSIS_H

#include "common/kclass.h"
#include "common/map.h"
#include "parse/mark/mark.h"
#include "parse/profile.h"

/* The ranges around something, outermost first: ranges[at] to ranges[at + n -
 * 1].  Neighbours with the same ranges share them.  Of more than CHAIN_MOST the
 * middle is cut: one half is of the outermost, one of the innermost. */
enum { CHAIN_MOST = 256 };

/* In eight bytes, as each launch has one. */
enum { CHAIN_AT_BITS = 48, CHAIN_N_BITS = 15 };

struct chain {
	uint64_t at : CHAIN_AT_BITS;
	uint64_t n : CHAIN_N_BITS; /* up to CHAIN_MOST */
	uint64_t cut : 1;
};

/* chain_of(at, n, cut): such a chain. */
static inline struct chain chain_of(uint64_t at, uint64_t n, bool cut)
{
	return (struct chain){at & ((UINT64_C(1) << CHAIN_AT_BITS) - 1),
	    n & ((UINT64_C(1) << CHAIN_N_BITS) - 1), cut};
}

struct chains {
	VEC(uint32_t) ranges;
	VEC(struct chain) of; /* by launch, or by position in a list */
};

/* The ranges of a chain; NULL where there are none. */
static inline const uint32_t *chain_ranges(
    const struct chains *chains, const struct chain *c)
{
	return c->n ? chains->ranges.v + c->at : NULL;
}

enum role {
	ROLE_NONE,
	ROLE_DGRAD,
	ROLE_WGRAD,
	ROLE_DBIAS,
	NROLES,
};

/* A distinct kernel name. */
struct kernel_name {
	struct str full, brief;
	enum kclass class;
	bool sets;		   /* fills memory with one value */
	enum role role, conv_role; /* that it tells, and that in a convolution */
};

enum phase {
	PHASE_NONE,
	PHASE_FORWARD,
	PHASE_BACKWARD,
	PHASE_UPDATE,
	NPHASES,
};

/* What the steps find out about a launch. */
struct fact {
	uint32_t kname;	 /* of knames, or PROFILE_NONE */
	uint32_t node;	 /* the node whose number it has, or PROFILE_NONE */
	uint32_t fwd;	 /* position in the list of forward calls, or NONE */
	uint32_t call;	 /* the call or node that launched it, or NONE */
	uint32_t unit;	 /* the range that makes the unit, or PROFILE_NONE */
	uint32_t device; /* of the profile's, or PROFILE_NONE */
	uint32_t sub, nsub;
	uint32_t unit_n;    /* kernels of the unit with this one's role */
	uint32_t unit_best; /* and the main of them: a launch */
	uint32_t peers;	    /* of a main kernel: those of its class there */
	bool bprop : 1;	    /* autograd or a framework runs it in a backward */
	bool recomp : 1;    /* a forward that is run again inside a backward */
	bool inside_node : 1; /* inside node itself, not beside it */
	bool main : 1;
	bool in_call : 1; /* inside an operator's call */
	bool updates : 1; /* called through the code of an optimizer */
	uint8_t dir;	  /* enum mark_dir; a user's range may tell it, too */
	uint8_t phase;	  /* enum phase, where no range tells it */
	uint8_t role;	  /* enum role */
};

/* The kernels inside the range of a call. */
struct tally {
	uint32_t n;
	uint32_t best;	     /* launch: the main one */
	uint32_t peers : 31; /* kernels of its class */
	uint32_t own : 1;    /* best was launched by the call itself, as its
			      * peers were */
};

enum { INNER_MOST = 8 };

/* Work inside a call that its main kernel need not do, which few calls have. */
struct inner {
	int64_t zeroed; /* bytes of the largest tensor that was set; 0: of one
			 * at least they are unknown; -1: none was */
	uint32_t n;
	uint32_t calls[INNER_MOST]; /* ranges of calls that launched kernels of
				     * their own, a name once */
};

enum { SHARE_MOST = 8 };

/* Launches that divide a call among them. */
struct share {
	uint64_t blocks; /* of all */
	uint32_t last;	 /* launch */
	uint32_t n;
	struct {
		uint64_t blocks;
		uint32_t times;
	} of[SHARE_MOST]; /* different numbers of blocks */
	bool none;	  /* they are of several kinds */
};

/* Of ranges and calls on the host; all NULL: not asked for. */
struct self {
	uint32_t *range_parent;	 /* of each range: one, or PROFILE_NONE */
	uint32_t *launch_parent; /* of each launch: that of a call or mark */
	int64_t *ns;		 /* of each range; -1: unknown */
	int64_t *launch_ns; /* the same of each launch that is a call or mark */
};

struct analysis {
	struct profile *p;
	struct arena arena;
	VEC(const struct mark *)
	marks;		      /* one a distinct text without numbers;
			       * see analysis_call */
	uint32_t *range_mark; /* of each range: which of them */
	bool phases;	      /* some of them tell a phase */
	bool labels;	      /* or a label, see label.h */
	bool steps;	      /* or a step */
	struct chains around; /* of each launch */
	VEC(struct chain)
	replay;			/* of each launch: of around.ranges, those
				 * around a graph's replay */
	VEC(uint32_t) replays;	/* see replay.h */
	VEC(struct fact) facts; /* of each launch */
	VEC(struct kernel_name) knames;

	uint32_t *node_fwd;	/* of each range: its forward call's range */
	bool *has_node;		/* of each range: it is a node's forward call */
	VEC(uint32_t) forwards; /* distinct ranges that are somebody's fwd */
	struct chains fwd_around;  /* of each of forwards: its enclosing ranges,
				    * itself last */
	VEC(struct tally) tallies; /* of calls around kernels */
	uint32_t *range_tally;	   /* of each range: its place there, or NONE */
	struct map replay_tally;   /* (range, replay) -> place */
	struct map inner_of;	   /* (call, replay) -> of inners */
	VEC(struct inner) inners;
	struct map share_of; /* launch -> of shares */
	VEC(struct share) shares;
	uint32_t *passes;    /* of each range that tells a phase: which one */
	uint32_t *counters;  /* of the profile's, by launch; of a name that a
			      * launch has twice, the first.  NULL: none */
	size_t *counter_at;  /* launch i has those from counter_at[i] on */
	struct self self;    /* where records of the host are wanted */
	VEC(uint32_t) order; /* launches as they are printed */
};

/* analysis_mark(a, range): the range's mark. */
static inline const struct mark *analysis_mark(
    const struct analysis *a, uint32_t range)
{
	return a->marks.v[a->range_mark[range]];
}

/* The numbers of a range: its own, where it shares its mark with others. */
static inline struct numbers analysis_numbers(const struct analysis *a, uint32_t range)
{
	const struct mark *m = analysis_mark(a, range);

	return m->numbered ? profile_numbers(a->p, &a->p->ranges.v[range])
			   : (struct numbers){m->call.seq, m->call.id};
}

/* analysis_seq(a, range): its sequence number.  The mark must have one. */
static inline int64_t analysis_seq(const struct analysis *a, uint32_t range)
{
	return analysis_numbers(a, range).seq;
}

/* analysis_call(a, range): the mark's call with the range's numbers. */
static inline struct call analysis_call(const struct analysis *a, uint32_t range)
{
	struct numbers own = analysis_numbers(a, range);
	struct call call = analysis_mark(a, range)->call;

	call.seq = own.seq;
	call.id = own.id;
	return call;
}

/* analysis_is_call(a, range): whether the range is an entry of `op`. */
static inline bool analysis_is_call(const struct analysis *a, uint32_t range)
{
	return analysis_mark(a, range)->kind == MARK_CALL ||
	       analysis_mark(a, range)->kind == MARK_NODE;
}

/* analysis_class(a, launch): of a kernel. */
static inline enum kclass analysis_class(const struct analysis *a, size_t launch)
{
	uint32_t k = a->facts.v[launch].kname;

	return k == PROFILE_NONE ? KCLASS_OTHER : a->knames.v[k].class;
}

/* analysis_add_mark(a, m): the number of m, which is added. */
static inline uint32_t analysis_add_mark(struct analysis *a, const struct mark *m)
{
	*vec_add(&a->marks) = m;
	return (uint32_t)a->marks.n - 1;
}

/* analysis_init(a, p): begin the analysis of p; nothing is known yet. */
void analysis_init(struct analysis *a, struct profile *p);
void analysis_free(struct analysis *a);

#endif
