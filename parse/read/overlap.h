/*
 * overlap.h - kernels with impossible times.
 */
#ifndef PARSE_READ_OVERLAP_H
#define PARSE_READ_OVERLAP_H

#include "parse/profile.h"

/* overlap_count(p, first): count in p->warnings the kernels, from that launch
 * on, that end after the next one of their stream began, by more than p->slack.
 * The next is not one of a graph, nor what the call of programmatic dependent
 * launches launched, which may begin early. */
void overlap_count(struct profile *p, size_t first);

#endif
