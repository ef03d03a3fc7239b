/*
 * mode.h - in which mode an operator ran, by the name of its kernel.
 *
 * The word or flag that chooses a mode is not in every profile: torch's
 * profiler shows no text, and before 1.13 no number either.
 */
#ifndef PROF_KERNEL_MODE_H
#define PROF_KERNEL_MODE_H

struct words;

enum mode {
	MODE_UNKNOWN,	 /* the name does not tell */
	MODE_TRAINING,	 /* of batch norm: the batch's statistics */
	MODE_EVALUATION, /* the running ones */
	MODE_ERF,	 /* of gelu: approximate is "none" */
	MODE_TANH,
};

/* mode_by_words(w): the mode that a kernel of this name runs in. */
enum mode mode_by_words(const struct words *w);

#endif
