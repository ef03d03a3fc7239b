/*
 * parties.h - the calls of a PyTorch profiler trace that has those of several
 * processes.
 */
#ifndef PARSE_READ_PARTIES_H
#define PARSE_READ_PARTIES_H

struct kineto;

/* parties_settle(k): where the calls are of several processes, set k->several
 * and k->call_of, and of calls that may have launched something that they did. */
void parties_settle(struct kineto *k);

#endif
