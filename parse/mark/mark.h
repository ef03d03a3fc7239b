/*
 * mark.h - what the text of a range says.
 *
 * A table of decoders, one for each dialect.  The decoder whose NVTX domain the
 * range is in is asked first, then all in order; the first that knows the text
 * wins.  Decoders see text and domain alone: neither times nor threads nor
 * other ranges.
 */
#ifndef PARSE_MARK_MARK_H
#define PARSE_MARK_MARK_H

#include "common/arena.h"
#include "common/call.h"
#include "common/lengths.h"

enum mark_kind {
	MARK_RANGE,  /* no decoder knows it, or user text: text; call: with its
		      * arguments, for its own record, where it has any */
	MARK_CALL,   /* an operator call: call; call.op is "" where a torch
		      * bug left the name out */
	MARK_NODE,   /* an autograd node: call, with call.node set */
	MARK_ENGINE, /* evaluate_function, GraphRoot: seq, node name in call.op;
		      * text: the whole name, here and of the next */
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

/* What Inductor says of a kernel that it made; p == NULL, -1: nothing. */
struct mark_inductor {
	int64_t flop;
	double num_gb; /* 10^9 bytes */
	struct str backend, file;
};

/* What a range says besides its kind; p == NULL: nothing. */
struct mark_facts {
	struct str range; /* to be listed among the ranges as well */
	struct str phase, step;
	const int64_t *lengths; /* of an engine's step: see lengths.h; or NULL */
	bool all_forwards;	/* a process that has the range tells all of its
				 * forwards by such */
	bool optimizer;		/* it is the step of torch's optimizer */
	struct str comm;	/* a collective, or a message */
	bool comm_vague;    /* comm is a wrapper's name: a better one wins */
	int64_t comm_bytes; /* of its message; 0: unknown, here and below */
	int64_t comm_elements;
	struct str comm_dtype;
	int64_t comm_received; /* elements that a rank gets */
	int64_t comm_group;    /* ranks */
	struct str comm_group_name;
	const struct mark_inductor *inductor; /* NULL: nothing */
	enum mark_dir dir;
	/* What a forward and its backward have in common where they have no
	 * numbers; dir distinguishes them.  label_once: each forward has one
	 * backward. */
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
	bool updates;  /* MARK_TRACE: its frames pass through an optimizer */
	bool checkpoint, module_call; /* set by decode.c: in or as what a
				       * forward is run again */
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

	/* The NVTX domains of this dialect, each followed by a '|'; NULL: the
	 * default domain, which has no name. */
	const char *domains;

	/* The characters that its texts begin with; NULL: any.  Most texts are
	 * torch's, and few decoders need to see them. */
	const char *heads;

	/* Set *m, which comes zeroed, and return true if the text is of this
	 * dialect.  domain is the name of the range's domain; p == NULL for the
	 * default one, or where the profile does not record it.  What m points
	 * to lies in a, in text or in domain. */
	bool (*decode)(struct str text, struct str domain, struct arena *a,
	    struct mark *m);

	/* Add to m what the payload of a range in one of its domains says;
	 * NULL: the dialect has no payloads. */
	void (*payload)(struct str payload, struct arena *a, struct mark *m);

	/* Users also give texts of this dialect to torch's record_function,
	 * which adds its numbers to them. */
	bool in_torch;
};

/* mark_decode(text, domain, a, m): set m; a text that no dialect knows is
 * MARK_RANGE.  domain is as in struct decoder. */
void mark_decode(
    struct str text, struct str domain, struct arena *a, struct mark *m);

/*
 * mark_add_payload(m, payload, domain, a):
 * Add what a range's payload says to m, the mark of its text.  The payload of a
 * collective is the size of its message: a number, or JSON with a member that
 * is named for a size or for bytes.  An integer numbers a step whose
 * text has no number: "iteration 2".  Where no dialect knows the text, the
 * payload may itself be a text of a dialect; the range's text is then listed
 * among the ranges.  Other payloads are left alone.  m is changed, so no other
 * range may share it.
 */
void mark_add_payload(
    struct mark *m, struct str payload, struct str domain, struct arena *a);

/* mark_torch_name(name, sure, a, m): decode a name without numbers as
 * mark_torch does.  sure: the name is known to be an operator's or a node's;
 * else a user may have written it. */
bool mark_torch_name(struct str name, bool sure, struct arena *a, struct mark *m);

/* mark_add_facts(m, a): the facts of m, which are made if there are none. */
struct mark_facts *mark_add_facts(struct mark *m, struct arena *a);

/* mark_is_counter(s): whether it is a word that users count steps with, in
 * whatever case: step, iteration, iter, batch. */
bool mark_is_counter(struct str s);

/* mark_set_module(f, a, module): make module the only module of f. */
void mark_set_module(struct mark_facts *f, struct arena *a, struct str module);

/* mark_is_among(domain, list): whether it is one of a decoder's domains. */
bool mark_is_among(struct str domain, const char *list);

/* mark_is_word(s): whether s is letters, digits and '_', and no digit comes
 * first. */
bool mark_is_word(struct str s);

/*
 * mark_stem(name, node, out, size):
 * Put the stem by which a node finds its forward into out, cut to size, and
 * return its length.  It is the name after the last "::", in lower case,
 * without underscores and digits.  A node's name (node true) also loses
 * `Backwards`, or `Backward` and the digits behind it.  Tensor.contiguous,
 * Tensor.to and copies, and their nodes, all have the stem "copy".  Of a
 * function in C++ it is what the class in CppNode<> and the call that applies
 * it share: "lookupadagrad".
 */
size_t mark_stem(struct str name, bool node, char *out, size_t size);

/* mark_is_function(name): whether a call's name is that of one that applies a
 * function in C++: x_function, x_auto_grad.  torch gives it no number. */
bool mark_is_function(struct str name);

/* What a call's stem may have behind its node's: the node of
 * aten::_slow_conv2d_forward is SlowConv2DBackward0. */
#define MARK_FORWARD "forward"

/* mark_is_node(name): whether a name without numbers is an autograd node's:
 * after the last "::", a stem, then Backward and digits, or Backwards, and
 * nothing else.  A node with another name (CopySlices) is MARK_NODE all the
 * same. */
bool mark_is_node(struct str name);

#endif
