/*
 * progress.c - a line on stderr that says how far the reading of input is.
 *
 * In:  how many bytes there are, and how many were read
 * Out: "pp-parse: 1.2 GB of 3.4 GB, 210 MB/s, 10 s left", written over itself
 *
 * No timer: a signal would interrupt what is read.  The clock is looked at when
 * bytes were read, of a database once for some hundred pages.
 */
#include "common/progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/arena.h"
#include "common/die.h"

enum {
	BLOCK = 64 * 1024,  /* bytes of a file that are counted together */
	CHECK = 512 * 1024, /* bytes from one look at the clock to the next */
	LINE_MOST = 160,
};

static const int64_t second = 1000000000;

static struct {
	int64_t (*clock)(void); /* NULL: nothing is shown */
	int64_t started, begun; /* when all began, and what is read now */
	int64_t next;		/* when the line is written again */
	unsigned file, nfiles;
	uint64_t total, read; /* bytes */
	uint64_t unchecked;   /* bytes since the clock was looked at */
	unsigned char *seen;  /* a bit for each block that was read, or NULL */
	size_t shown;	      /* characters of the line that is there */
} progress;

static int64_t system_clock(void)
{
	struct timespec t;

	if (clock_gettime(CLOCK_MONOTONIC, &t) < 0)
		return 0;
	return (int64_t)t.tv_sec * second + t.tv_nsec;
}

void progress_start(int64_t (*clock)(void))
{
	progress.clock = clock ? clock : system_clock;
	progress.started = progress.clock();
	progress.next = progress.started + second;
	progress.nfiles = 1;
	progress_total(0);
}

void progress_file(unsigned i, unsigned n)
{
	progress.file = i;
	progress.nfiles = n;
}

void progress_total(uint64_t bytes)
{
	if (!progress.clock)
		return;
	free(progress.seen);
	progress.seen = NULL;
	progress.total = bytes;
	progress.read = progress.unchecked = 0;
	progress.begun = progress.clock();
}

/* "987 kB", "1.2 MB", "34.5 GB" */
static void put_bytes(char *to, size_t size, uint64_t bytes)
{
	static const char *const units[] = {"kB", "MB", "GB", "TB", "PB"};
	uint64_t tenths = bytes / 100;
	size_t i = 0;

	while (tenths >= 10000 && i + 1 < sizeof units / sizeof *units) {
		tenths /= 1000;
		i++;
	}
	if (i == 0 || tenths >= 1000)
		snprintf(to, size, "%llu %s", (unsigned long long)tenths / 10,
		    units[i]);
	else
		snprintf(to, size, "%llu.%llu %s", (unsigned long long)tenths / 10,
		    (unsigned long long)tenths % 10, units[i]);
}

/* "7 s", "12 min", "3 h" */
static void put_time(char *to, size_t size, uint64_t seconds)
{
	if (seconds < 100)
		snprintf(to, size, "%llu s", (unsigned long long)seconds);
	else if (seconds < 100 * 60)
		snprintf(to, size, "%llu min", (unsigned long long)seconds / 60);
	else
		snprintf(to, size, "%llu h", (unsigned long long)seconds / 3600);
}

/* Bytes a second since what is read now began. */
static uint64_t rate(int64_t now)
{
	uint64_t ms = (uint64_t)(now - progress.begun) / 1000000;

	return ms > 0 ? progress.read / ms * 1000 + progress.read % ms * 1000 / ms
		      : 0;
}

static int make_line(char *line, size_t size, int64_t now)
{
	char read[32], total[32], speed[32], left[32], which[64] = "";
	uint64_t a_second = rate(now);

	put_bytes(read, sizeof read, progress.read);
	put_bytes(total, sizeof total, progress.total);
	put_bytes(speed, sizeof speed, a_second);
	put_time(left, sizeof left,
	    a_second > 0 ? (progress.total - progress.read) / a_second : 0);
	if (progress.nfiles > 1)
		snprintf(which, sizeof which, "file %u of %u: ", progress.file,
		    progress.nfiles);
	if (progress.total == 0)
		return snprintf(line, size, "%.32s: %s%s, %s/s", die_program(),
		    which, read, speed);
	return snprintf(line, size, "%.32s: %s%s of %s, %s/s, %s left",
	    die_program(), which, read, total, speed, left);
}

/* Write text over the line that is there. */
static void put_line(const char *text, size_t n)
{
	char out[2 * LINE_MOST + 2];
	size_t at = 0, blanks = progress.shown > n ? progress.shown - n : 0;

	out[at++] = '\r';
	memcpy(out + at, text, n);
	at += n;
	memset(out + at, ' ', blanks);
	at += blanks;
	if (n == 0)
		out[at++] = '\r';
	die_put(out, at);
	progress.shown = n;
}

static void check(void)
{
	char line[LINE_MOST];
	int64_t now = progress.clock();
	int n;

	progress.unchecked = 0;
	if (now < progress.next)
		return;
	progress.next = now + second / 4;
	n = make_line(line, sizeof line, now);
	if (n > 0)
		put_line(line,
		    (size_t)n < sizeof line ? (size_t)n : sizeof line - 1);
}

void progress_bytes(uint64_t n)
{
	if (!progress.clock)
		return;
	progress.read += n;
	if (progress.total > 0 && progress.read > progress.total)
		progress.total = progress.read; /* it grew */
	check();
}

/* Whether the block is seen for the first time. */
static bool mark_seen(uint64_t block)
{
	unsigned char bit = (unsigned char)(1 << block % 8);
	bool before = progress.seen[block / 8] & bit;

	progress.seen[block / 8] |= bit;
	return !before;
}

void progress_at(uint64_t at, uint64_t n)
{
	uint64_t blocks = progress.total / BLOCK + 1;

	if (!progress.clock || n == 0)
		return;
	if (!progress.seen)
		progress.seen = arena_xzeroed((size_t)(blocks / 8 + 1), 1);
	for (uint64_t i = at / BLOCK; i <= (at + n - 1) / BLOCK && i < blocks; i++) {
		uint64_t left = progress.total - i * BLOCK;

		if (mark_seen(i))
			progress.read += left < BLOCK ? left : BLOCK;
	}
	progress.unchecked += n;
	if (progress.unchecked >= CHECK)
		check();
}

void progress_clear(void)
{
	if (progress.shown > 0)
		put_line("", 0);
}

void progress_end(void)
{
	progress_clear();
	free(progress.seen);
	progress.seen = NULL;
	progress.clock = NULL;
}
