/*
 * test_progress.c - the line that says how far the reading is: when it comes,
 * what it says, and that it goes.  Time is what the test says.
 */
#include "common/progress.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "common/diag.h"
#include "common/die.h"
#include "tests/unit/child.h"

static struct child c;
static int64_t now_ms;

static int64_t clock_of_test(void)
{
	return now_ms * 1000000;
}

/* Run work with stderr caught, and compare what it wrote. */
static void writes(void (*work)(const void *), const void *arg, const char *want)
{
	child_run(&c, work, arg);
	assert_string_equal(c.err, want);
	assert_string_equal(c.out, "");
	assert_int_equal(c.status, 0);
}

static void start(void)
{
	die_init("pp-x");
	now_ms = 5000;
	progress_start(clock_of_test);
}

/* Nothing before a second is over; then each quarter of a second. */
static void when(const void *arg)
{
	(void)arg;
	start();
	progress_total(1000000);
	now_ms += 999;
	progress_bytes(100000);
	now_ms += 1; /* 200000 in 1000 ms; 800000 are left: 4 s */
	progress_bytes(100000);
	now_ms += 249;
	progress_bytes(100000);
	now_ms += 1; /* 400000 in 1250 ms: 320000 a second; 600000: 1.9 s */
	progress_bytes(100000);
	progress_end();
	progress_bytes(1);
	progress_clear();
	_exit(0);
}

static void test_when(void **state)
{
	(void)state;
	writes(when, NULL,
	    "\rpp-x: 200 kB of 1.0 MB, 200 kB/s, 4 s left"
	    "\rpp-x: 400 kB of 1.0 MB, 320 kB/s, 1 s left"
	    "\r                                          \r");
}

/* What was read in so many ms of so many bytes, and what that says. */
static const struct amount {
	uint64_t read, total;
	int64_t ms;
	const char *want;
} amounts[] = {
    {0, 5, 1000, "0 kB of 0 kB, 0 kB/s, 0 s left"},
    {999999, 1000000, 1000, "999 kB of 1.0 MB, 999 kB/s, 0 s left"},
    {99949999, 100000000, 1000, "99.9 MB of 100 MB, 99.9 MB/s, 0 s left"},
    {1234567890, 34567891234, 10000, "1.2 GB of 34.5 GB, 123 MB/s, 4 min left"},
    {2000000, 200000000, 1000, "2.0 MB of 200 MB, 2.0 MB/s, 99 s left"},
    {2000000, 202000000, 1000, "2.0 MB of 202 MB, 2.0 MB/s, 1 min left"},
    {1000000, 6000000000, 1000, "1.0 MB of 6.0 GB, 1.0 MB/s, 99 min left"},
    {1000000, 6001000000, 1000, "1.0 MB of 6.0 GB, 1.0 MB/s, 1 h left"},
    /* a pipe */
    {1000000, 0, 2000, "1.0 MB, 500 kB/s"},
    /* it grew */
    {3000000, 2000000, 1000, "3.0 MB of 3.0 MB, 3.0 MB/s, 0 s left"},
    {UINT64_MAX, UINT64_MAX, 1000, "18446 PB of 18446 PB, 18446 PB/s, 0 s left"},
};

static void say(const void *arg)
{
	const struct amount *a = arg;

	start();
	progress_total(a->total);
	now_ms += a->ms;
	progress_bytes(a->read);
	_exit(0);
}

static void test_amounts(void **state)
{
	char want[256];

	(void)state;
	for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++) {
		snprintf(want, sizeof want, "\rpp-x: %s", amounts[i].want);
		writes(say, &amounts[i], want);
	}
}

/* A shorter line leaves nothing of a longer one; each total begins anew. */
static void shorter(const void *arg)
{
	(void)arg;
	start();
	progress_file(2, 12);
	progress_total(400000);
	now_ms += 2000;
	progress_bytes(200000);
	progress_file(1, 1);
	progress_total(0);
	now_ms += 1000;
	progress_bytes(30000);
	progress_end();
	_exit(0);
}

static void test_shorter(void **state)
{
	(void)state;
	writes(shorter, NULL,
	    "\rpp-x: file 2 of 12: 200 kB of 400 kB, 100 kB/s, 2 s left"
	    "\rpp-x: 30 kB, 30 kB/s                                    "
	    "\r                    \r");
}

/* A message takes the line away; it comes again with the next bytes. */
static void message(const void *arg)
{
	(void)arg;
	start();
	progress_total(0);
	diag_error("f", 0, "odd");
	now_ms += 1000;
	progress_bytes(1000);
	diag_error("f", 0, "very odd");
	diag_error("f", 0, "and more");
	now_ms += 1000;
	progress_bytes(1000);
	progress_end();
	diag_error("f", 0, "over");
	_exit(0);
}

static void test_message(void **state)
{
	(void)state;
	writes(message, NULL,
	    "pp-x: f: odd\n"
	    "\rpp-x: 1 kB, 1 kB/s"
	    "\r                  \r"
	    "pp-x: f: very odd\n"
	    "pp-x: f: and more\n"
	    "\rpp-x: 2 kB, 1 kB/s"
	    "\r                  \r"
	    "pp-x: f: over\n");
}

/* Pages of a database: 64 KiB that were read before do not count again, and the
 * clock is looked at when 512 KiB were read, whatever they were. */
static void pages(const void *arg)
{
	(void)arg;
	start();
	progress_total(1000000);
	now_ms += 1000;
	for (unsigned i = 0; i < 127; i++)
		progress_at(0, 4096); /* the same one */
	progress_at(65536, 4096);     /* the 128th: 131072 are counted */
	now_ms += 1000;
	progress_at(900000, 100000); /* from block 13 on: 1000000 - 851968 */
	progress_at(2000000, 4096);  /* behind the end: none */
	progress_at(0, 0);
	progress_at(0, 500000); /* blocks 0 to 7: 524288 + 148032 of 1000000 */
	progress_end();
	_exit(0);
}

static void test_pages(void **state)
{
	(void)state;
	writes(pages, NULL,
	    "\rpp-x: 131 kB of 1.0 MB, 131 kB/s, 6 s left"
	    "\rpp-x: 672 kB of 1.0 MB, 336 kB/s, 0 s left"
	    "\r                                          \r");
}

static void nothing(const void *arg)
{
	(void)arg;
	die_init("pp-x");
	progress_file(1, 2);
	progress_total(1000000);
	progress_bytes(1000000);
	progress_at(0, 1000000);
	progress_clear();
	progress_end();
	_exit(0);
}

static void test_nothing(void **state)
{
	(void)state;
	writes(nothing, NULL, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_when),
	    cmocka_unit_test(test_amounts),
	    cmocka_unit_test(test_shorter),
	    cmocka_unit_test(test_message),
	    cmocka_unit_test(test_pages),
	    cmocka_unit_test(test_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
