/*
 * die.h - the program's name, and its end when there is no memory.
 *
 * The floor of the house: arenas and buffers, which messages are made of, need
 * a way out that needs none of them.
 */
#ifndef COMMON_DIE_H
#define COMMON_DIE_H

#include <stddef.h>

/* die_init(prog): the name that starts every message; call first in main. */
void die_init(const char *prog);

/* die_program(): that name; "" before die_init. */
const char *die_program(void);

/* die_put(p, n): the n bytes at p to stderr, all in one write where it takes
 * them. */
void die_put(const char *p, size_t n);

/* die_no_memory(): print "PROG: out of memory" and exit 1 at once. */
_Noreturn void die_no_memory(void);

#endif
