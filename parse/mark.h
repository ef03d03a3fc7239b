/*
 * mark.h - what the text of a range says.
 *
 * A table of decoders, one dialect each; the first that knows the text wins.
 * Decoders see the text alone: neither times nor threads nor other ranges.
 */
#ifndef PARSE_MARK_H
#define PARSE_MARK_H

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
	MARK_IGNORE,	 /* says nothing: profiler marks */
};

struct mark {
	enum mark_kind kind;
	bool pyprof; /* a PyProf or DLProf dict: the framework's user level */
	struct call call;
	bool has_seq;
	int64_t seq; /* also in call.seq for calls and nodes */
	struct str text;
	const struct str *frames; /* outermost first, framework files left out */
	size_t nframes;
};

struct decoder {
	const char *name;

	/* True and *m set (m comes zeroed) when the text is of this dialect.
	 * What m points to lies in a or in text. */
	bool (*decode)(struct str text, struct arena *a, struct mark *m);
};

/* mark_decode(text, a, m): always succeeds: unknown text is MARK_RANGE. */
void mark_decode(struct str text, struct arena *a, struct mark *m);

/*
 * mark_stem(name, out, size):
 * The stem by which a node finds its forward: the name after the last "::",
 * without `Backward` and digits or `Backwards` at its end when it is a node's
 * (node true), without underscores and digits, in lower case; node names ending
 * in Copy's backward give "copy", which also stands for contiguous, to and
 * copy_ of a call.  Returns its length, cut to size.
 */
size_t mark_stem(struct str name, bool node, char *out, size_t size);

/* Whether a name (without seq and the like) is an autograd node's: after the
 * last "::" a stem, then Backward and digits or Backwards, to the end.  The
 * nodes that are named otherwise (CopySlices) are MARK_NODE all the same. */
bool mark_is_node(struct str name);

extern const struct decoder mark_pyprof, mark_layer, mark_torch;

#endif
