/*
 * mark.h - what the text of a range says.
 *
 * A table of decoders, one dialect each; the first that knows the text wins, or
 * the one whose NVTX domain it is in.  Decoders see text and domain alone:
 * neither times nor threads nor other ranges.
 */
#ifndef PARSE_MARK_MARK_H
#define PARSE_MARK_MARK_H

#include "common/arena.h"
#include "common/call.h"

enum mark_kind {
	MARK_RANGE, /* no decoder knows it, or user text: text */
	MARK_CALL,  /* an operator call: call; call.op is "" where a torch
		     * bug left the name out */
	MARK_NODE,  /* an autograd node: call, with call.node set */
	MARK_ENGINE, /* evaluate_function, GraphRoot: seq, node name in call.op */
	MARK_ACCUMULATE, /* AccumulateGrad: name in call.op */
	MARK_LAYER,	 /* text: what follows "layer:" */
	MARK_MODULE,	 /* text: LSTMCell(512, 256) */
	MARK_TRACE,	 /* frames */
	MARK_FRAME,	 /* text: one of them, file:line */
	MARK_NOTE,	 /* no entry of its own: only what its facts say */
	MARK_IGNORE,	 /* says nothing: profiler marks */
};

enum mark_dir {
	MARK_DIR_NONE, /* the text does not tell */
	MARK_FPROP,
	MARK_BPROP,
};

/* What a range says besides, whatever its kind; p == NULL: nothing. */
struct mark_facts {
	struct str range; /* to be listed among the ranges as well */
	struct str phase, step;
	struct str comm;    /* a collective, or a message */
	bool comm_vague;    /* comm is a wrapper's name: a better one wins */
	int64_t comm_bytes; /* of its message; 0: unknown, here and below */
	int64_t comm_elements;
	struct str comm_dtype;
	int64_t comm_group; /* ranks */
	enum mark_dir dir;
	/* What a forward and its backward have in common where nothing counts
	 * them; a backward says so by dir.  once: each forward has one. */
	struct str label;
	bool label_once;
	const struct str *modules; /* outermost first */
	size_t nmodules;
	const struct str *frames; /* outermost first, all there are */
	size_t nframes;
};

struct mark {
	enum mark_kind kind;
	bool pyprof;   /* a PyProf or DLProf dict: the framework's user level */
	bool numbered; /* set by decode.c: seq and id are each range's own */
	struct call call; /* of calls and nodes; seq and op of engines too */
	union {
		struct str text;
		struct { /* MARK_TRACE: outermost first, framework's left out */
			const struct str *frames;
			size_t nframes;
		};
	};
	struct mark_facts *facts; /* NULL: none */
};

/* A dialect x is the struct decoder mark_x of mark_x.c; see mark.def. */
struct decoder {
	const char *name;

	/* NVTX domains that are this dialect's, a '|' behind each; NULL: the
	 * default one, which has no name. */
	const char *domains;

	/* Characters that its texts begin with; NULL: any.  Most texts are
	 * torch's, and are asked of few others. */
	const char *heads;

	/* True and *m set (m comes zeroed) when the text is of this dialect.
	 * domain: its name, p == NULL for the default one and where the profile
	 * does not tell.  What m points to lies in a, in text or in domain. */
	bool (*decode)(struct str text, struct str domain, struct arena *a,
	    struct mark *m);

	/* What the payload of a range in one of its domains adds to m; NULL:
	 * nothing of its own. */
	void (*payload)(struct str payload, struct arena *a, struct mark *m);

	/* Names of this dialect are given to torch's record_function too, which
	 * adds its numbers to them. */
	bool in_torch;
};

/* mark_decode(text, domain, a, m): always succeeds: unknown text is MARK_RANGE.
 * domain as in struct decoder. */
void mark_decode(
    struct str text, struct str domain, struct arena *a, struct mark *m);

/*
 * mark_add_payload(m, payload, domain, a):
 * What a range's payload adds to m, the mark of its text.  Of a collective, the
 * size of the message: a number, or JSON with a member named for a size or for
 * bytes.  Of a text that no dialect knows, what the payload says when it is
 * itself a text of a dialect; the text is then one of the ranges.  Others are
 * left alone.  m is changed, so it must not be shared.
 */
void mark_add_payload(
    struct mark *m, struct str payload, struct str domain, struct arena *a);

/* mark_torch_name(name, sure, a, m): decode, as mark_torch, a name that has no
 * numbers behind it.  sure: it is known to be an operator's or node's, whatever
 * it looks like; else false where it may be a user's own. */
bool mark_torch_name(struct str name, bool sure, struct arena *a, struct mark *m);

/* mark_add_facts(m, a): the facts of m, made when it has none. */
struct mark_facts *mark_add_facts(struct mark *m, struct arena *a);

/* mark_set_module(f, a, module): the one module of f. */
void mark_set_module(struct mark_facts *f, struct arena *a, struct str module);

/* mark_is_among(domain, list): whether it is one of a decoder's domains. */
bool mark_is_among(struct str domain, const char *list);

/* mark_is_word(s): letters, digits and '_', not a digit first. */
bool mark_is_word(struct str s);

/*
 * mark_stem(name, node, out, size):
 * Put the stem by which a node finds its forward into out, cut to size, and
 * return its length.  It is the name after the last "::", in lower case,
 * without underscores and digits.  A node's name (node true) also loses
 * `Backwards`, or `Backward` and the digits behind it.  Tensor.contiguous,
 * Tensor.to and copies, and their nodes, all have the stem "copy".
 */
size_t mark_stem(struct str name, bool node, char *out, size_t size);

/* Whether a name (without seq and the like) is an autograd node's: after the
 * last "::" a stem, then Backward and digits or Backwards, to the end.  The
 * nodes that are named otherwise (CopySlices) are MARK_NODE all the same. */
bool mark_is_node(struct str name);

#endif
