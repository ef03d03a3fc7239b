/*
 * progress.h - a line on stderr that says how far the reading of input is.
 *
 * It comes when a second is over, and goes when all is read, or a message is to
 * be printed.  There is one stderr, so there is one line; while nobody has
 * asked for it these functions do nothing.
 */
#ifndef COMMON_PROGRESS_H
#define COMMON_PROGRESS_H

#include <stdint.h>

/* progress_start(clock): show it from now on; clock tells ns, NULL: the
 * system's. */
void progress_start(int64_t (*clock)(void));

/* progress_file(i, n): file i of n, from 1, is going to be read. */
void progress_file(unsigned i, unsigned n);

/* progress_total(bytes): what has so many bytes is going to be read, from its
 * beginning; 0: nobody knows. */
void progress_total(uint64_t bytes);

/* progress_bytes(n): n more bytes were read. */
void progress_bytes(uint64_t n);

/* progress_at(at, n): n bytes were read at that place; those that were read
 * before do not count again. */
void progress_at(uint64_t at, uint64_t n);

/* progress_clear(): take the line away, so that something else can be printed. */
void progress_clear(void);

/* progress_end(): take the line away for good. */
void progress_end(void);

#endif
