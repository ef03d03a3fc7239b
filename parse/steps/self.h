/*
 * self.h - how much of a range on the host is its own.
 */
#ifndef PARSE_STEPS_SELF_H
#define PARSE_STEPS_SELF_H

#include "parse/profile.h"

/* Of ranges and calls on the host; all NULL: not asked for. */
struct self {
	uint32_t *range_parent;	 /* of each range: one, or PROFILE_NONE */
	uint32_t *launch_parent; /* of each launch: that of a call or mark */
	int64_t *ns;		 /* of each range; -1: unknown */
};

/*
 * self_find(p, self):
 * The parent of each range and call of the host: the innermost range of its
 * thread that was open when it began.  A range's own time is what no child
 * covers; time that two children share is covered once, and of a child that
 * ends later what lies inside.  A range of a whole process counts on the thread
 * that began it, where that is known.  Needs the ranges in order.
 */
void self_find(const struct profile *p, struct self *self);
void self_free(struct self *self);

#endif
