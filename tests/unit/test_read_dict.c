/*
 * test_read_dict.c - PyProf's own records as a profile.
 */
#include "parse/profile.h"
#include "parse/read/read.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "parse/read/input.h"

static int read_input(
    struct profile *p, const char *path, struct input *input, struct err *err)
{
	struct source src = {.path = path, .input = input};
	int got;

	assert_non_null(input);
	src.head = input_head(input);
	profile_init(p, path, LAUNCH_BIT(LAUNCH_KERNEL));
	got = read_dict.read(&src, p, err);
	input_close(input);
	return got;
}

/* What the reader makes of the text. */
static int read_text(struct profile *p, const char *text, struct err *err)
{
	return read_input(p, "net.dict", input_text(str_of(text), err), err);
}

static void read_good(struct profile *p, const char *text)
{
	struct err err;

	if (read_text(p, text, &err) != 0)
		fail_msg("line %d: %s", (int)p->line, err.text);
	assert_int_equal(p->chain_at.n, p->launches.n + 1);
}

static bool detects(const char *text)
{
	struct source src = {.head = str_of(text)};

	return read_dict.detect(&src);
}

static void detect(void **state)
{
	(void)state;
	assert_true(detects("{'kShortName': 'k', 'kDuration': 5}"));
	assert_true(detects("\xEF\xBB\xBF\n {'kShortName'"));
	assert_false(detects(""));
	assert_false(detects("{'kDuration': 5}"));
	assert_false(detects("SQLite format 3"));
	assert_false(detects("{\"kShortName\": 1}"));
}

/* The text of range k of launch i's chain. */
static struct str link_text(const struct profile *p, size_t i, size_t k)
{
	uint32_t range = p->chain.v[p->chain_at.v[i] + k];

	return intern_get(&p->texts, p->ranges.v[range].text);
}

static size_t chain_n(const struct profile *p, size_t i)
{
	return (size_t)(p->chain_at.v[i + 1] - p->chain_at.v[i]);
}

static uint32_t link_at(const struct profile *p, size_t i, size_t k)
{
	return p->chain.v[p->chain_at.v[i] + k];
}

static void same(struct str got, const char *want)
{
	if (!str_is(got, want))
		fail_msg("'%.*s' is not '%s'", (int)got.n, got.p, want);
}

static void launch(void **state)
{
	struct profile p;
	const struct launch *l;
	const struct config *c;

	(void)state;
	read_good(&p,
	    "{'kShortName': 'k', 'kDuration': 3328, 'layer': ['a', ''], "
	    "'trace': ['C:\\\\t.py:1', \"o'b.py:2\"], "
	    "'reprMarkers': [\"{'mod': 'C', 'strRepr': '5'}\"], "
	    "'marker': ['m1', 'm2'], "
	    "'seqMarker': ['f, seq = 12', 'g, seq = 9'], 'seqId': [12], "
	    "'subSeqId': 0, 'altSeqId': [9], 'dir': 'fprop', 'mod': ['M'], "
	    "'op': ['x'], 'tid': 3940300608, 'device': 2, 'stream': 7, "
	    "'grid': (700, 2, 1), 'block': (256, 1, 4), "
	    "'kLongName': 'void k<int>(int)'}\r\n");
	assert_int_equal(p.launches.n, 1);
	l = p.launches.v;
	c = profile_config(&p, l);
	assert_int_equal(l->kind, LAUNCH_KERNEL);
	assert_int_equal(l->flags, LAUNCH_HAS_DUR | LAUNCH_HAS_STREAM |
				       LAUNCH_HAS_GRID | LAUNCH_HAS_DEVICE);
	assert_int_equal(l->end - l->start, 3328);
	assert_int_equal(c->device, 2);
	assert_int_equal(c->stream, 7);
	assert_int_equal(c->grid[0], 700);
	assert_int_equal(c->grid[1], 2);
	assert_int_equal(c->grid[2], 1);
	assert_int_equal(c->block[0], 256);
	assert_int_equal(c->block[2], 4);
	same(intern_get(&p.texts, l->name), "void k<int>(int)");
	assert_int_equal(l->api, PROFILE_NONE);
	assert_int_equal(c->copy, PROFILE_NONE);
	assert_int_equal(p.threads.n, 1);
	assert_int_equal(p.threads.v[l->thread].pid, -1);
	assert_true(p.threads.v[l->thread].tid == 3940300608);
	assert_true(p.base == INT64_MAX);
	/* outermost first; 9 before 12, which PyProf sorts as texts */
	assert_int_equal(chain_n(&p, 0), 8);
	same(link_text(&p, 0, 0), "layer:a");
	same(link_text(&p, 0, 1), "layer:");
	same(link_text(&p, 0, 2),
	    "{'traceMarker': ['C:\\\\t.py:1', 'o\\'b.py:2']}");
	same(link_text(&p, 0, 3), "{'mod': 'C', 'strRepr': '5'}");
	same(link_text(&p, 0, 4), "m1");
	same(link_text(&p, 0, 5), "m2");
	same(link_text(&p, 0, 6), "g, seq = 9");
	same(link_text(&p, 0, 7), "f, seq = 12");
	profile_free(&p);
}

#define LINE(name, rest)                                                       \
	"{'kShortName': '" name "', 'kDuration': 1, 'tid': 5, " rest "}\n"

static void other_ranges(void **state)
{
	struct profile p;

	(void)state;
	read_good(&p,
	    LINE("a", "'marker': [], 'seqMarker': [], 'op': ['conv2d', 'x']")
		LINE("b", "'op': []") "\n \t\n" LINE(
		    "c", "'marker': ['m'], 'op': ['x']") LINE("d", ""));
	assert_int_equal(p.launches.n, 4);
	assert_int_equal(chain_n(&p, 0), 1);
	same(link_text(&p, 0, 0), "conv2d");
	assert_int_equal(chain_n(&p, 1), 0);
	assert_int_equal(chain_n(&p, 2), 1);
	same(link_text(&p, 2, 0), "m");
	assert_int_equal(chain_n(&p, 3), 0);
	same(intern_get(&p.texts, p.launches.v[3].name), "d");
	assert_int_equal(p.launches.v[3].flags, LAUNCH_HAS_DUR);
	/* the ranges begin at their lines, so that order is time */
	assert_int_equal(p.ranges.v[link_at(&p, 0, 0)].start, 1);
	assert_int_equal(p.ranges.v[link_at(&p, 2, 0)].start, 5);
	assert_int_equal(p.ranges.v[link_at(&p, 2, 0)].end, 5);
	profile_free(&p);
}

/* A node is outside of the calls in it, whatever their numbers. */
static void nodes(void **state)
{
	struct profile p;

	(void)state;
	read_good(&p,
	    LINE("a", "'seqMarker': ['mm, seq = 0', 'MmBackward, seq = 9']")
		LINE("b", "'trace': ['f.py:7'], 'marker': ['m'], 'seqMarker': "
			  "['FooBackward, seq = 12', 'g, seq = 11']")
		    LINE("c", "'seqMarker': ['MulBackward, seq = 30', "
			      "'MulBackward, seq = 4']"));
	same(link_text(&p, 0, 0), "MmBackward, seq = 9");
	same(link_text(&p, 0, 1), "mm, seq = 0");
	assert_int_equal(chain_n(&p, 1), 4);
	same(link_text(&p, 1, 0), "{'traceMarker': ['f.py:7']}");
	same(link_text(&p, 1, 1), "FooBackward, seq = 12");
	same(link_text(&p, 1, 2), "m");
	same(link_text(&p, 1, 3), "g, seq = 11");
	same(link_text(&p, 2, 0), "MulBackward, seq = 4");
	same(link_text(&p, 2, 1), "MulBackward, seq = 30");
	profile_free(&p);
}

/* Whether launch i has range k of launch j. */
static bool shares(const struct profile *p, size_t i, size_t j, size_t k)
{
	return link_at(p, i, k) == link_at(p, j, k);
}

/* Lines of one node share it, and what else they have in common from outside. */
static void shared_nodes(void **state)
{
	struct profile p;

	(void)state;
	read_good(&p,
	    LINE("0", "'subSeqId': 0, 'seqMarker': ['mm, seq = 0', "
		      "'AddmmBackward, seq = 8']") LINE("0",
		"'subSeqId': 1, 'seqMarker': ['mm, seq = 0', "
		"'AddmmBackward, seq = 8']")
		LINE("2", "'subSeqId': 0, 'op': ['elsewhere']") LINE("3",
		    "'subSeqId': 2, 'seqMarker': ['sum, seq = 0', "
		    "'AddmmBackward, seq = 8']") LINE("4",
		    "'subSeqId': 0, 'seqMarker': ['AddmmBackward, seq = 8']") LINE("5",
		    "'subSeqId': 1, 'seqMarker': ['AddmmBackward, seq = 9']") "{'kShortName': '6', 'kDuration': 1, 'tid': 6, 'subSeqId': 2, "
									      "'seqMarker': ['AddmmBackward, seq = 9']}\n");
	assert_true(shares(&p, 1, 0, 0) && shares(&p, 1, 0, 1));
	/* past a line without numbers; another call within the node */
	assert_true(shares(&p, 3, 0, 0) && !shares(&p, 3, 0, 1));
	same(link_text(&p, 3, 1), "sum, seq = 0");
	/* PyProf began to count anew, but the number says it is the node */
	assert_true(shares(&p, 4, 0, 0));
	/* another number; another thread */
	assert_false(shares(&p, 5, 4, 0));
	assert_false(shares(&p, 6, 5, 0));
	assert_int_equal(p.ranges.n, 2 + 1 + 1 + 1 + 1);
	/* the node lasts from line 1 to line 5, the calls in it less long */
	assert_int_equal(p.ranges.v[link_at(&p, 0, 0)].start, 1);
	assert_int_equal(p.ranges.v[link_at(&p, 0, 0)].end, 5);
	assert_int_equal(p.ranges.v[link_at(&p, 0, 1)].end, 2);
	assert_int_equal(p.ranges.v[link_at(&p, 3, 1)].start, 4);
	profile_free(&p);
}

/* A call goes on until something is in it for the second time. */
static void shared_calls(void **state)
{
	struct profile p;

	(void)state;
	read_good(&p,
	    LINE("gemm", "'trace': ['a.py:1'], 'marker': ['linear', 'mm'], "
			 "'seqMarker': ['mm, seq = 1']") LINE("add",
		"'trace': ['a.py:1'], 'marker': ['linear', 'iadd'], "
		"'seqMarker': ['add_, seq = 2']")
		LINE("gemm", "'trace': ['a.py:1'], 'marker': ['linear', 'mm'], "
			     "'seqMarker': ['mm, seq = 3']") LINE("add",
		    "'trace': ['a.py:1'], 'marker': ['linear', 'iadd'], "
		    "'seqMarker': ['add_, seq = 4']") LINE("add",
		    "'trace': ['a.py:2'], 'marker': ['linear', 'relu'], "
		    "'seqMarker': ['relu, seq = 5']"));
	assert_true(shares(&p, 1, 0, 0) && shares(&p, 1, 0, 1));
	assert_false(shares(&p, 1, 0, 2));
	assert_false(shares(&p, 2, 1, 1));
	assert_true(shares(&p, 3, 2, 1));
	assert_false(shares(&p, 4, 3, 1)); /* from another place */
	profile_free(&p);
	/* the innermost call: a second kernel of the name is a second call, */
	read_good(&p, LINE("gemm", "'marker': ['linear']")
			  LINE("splitk", "'marker': ['linear']")
			      LINE("gemm", "'marker': ['linear']"));
	assert_true(shares(&p, 1, 0, 0));
	assert_false(shares(&p, 2, 0, 0));
	profile_free(&p);
	/* unless PyProf counted on, with all numbers the same */
	read_good(&p,
	    LINE("k", "'marker': ['f'], 'seqMarker': ['f, seq = 1']")
		LINE("k", "'subSeqId': 1, 'marker': ['f'], "
			  "'seqMarker': ['f, seq = 1']")
		    LINE("k", "'subSeqId': 2, 'marker': ['f'], "
			      "'seqMarker': ['f, seq = 2']") LINE("k",
			"'subSeqId': 9223372036854775807, 'marker': ['f'], "
			"'seqMarker': ['f, seq = 2']") LINE("k",
			"'subSeqId': -9223372036854775808, 'marker': ['f'], "
			"'seqMarker': ['f, seq = 2']"));
	assert_true(shares(&p, 1, 0, 0) && shares(&p, 1, 0, 1));
	assert_false(shares(&p, 2, 1, 0));
	assert_false(shares(&p, 3, 2, 0));
	assert_false(shares(&p, 4, 3, 0));
	profile_free(&p);
}

static void bad_lines(void **state)
{
	static const struct {
		const char *text;
		unsigned line;
		const char *why;
	} cases[] = {
	    {"{'kShortName': 'k', 'kDurat", 1,
		"byte 28: the text ends within a string: not a line of "
		"PyProf's parser"},
	    {"\nError: no such table\n['kShortName']\n", 2,
		"byte 6: something follows the value: not a line of PyProf's "
		"parser"},
	    {"['kShortName']\n", 1, "not a dict as PyProf's parser writes it"},
	    {"{'kShortName': 'k', 'tid': 1}", 1, "key 'kDuration' is missing"},
	    {"{'kShortName': 'k', 'kDuration': 1}", 1, "key 'tid' is missing"},
	    {"{'kDuration': 1, 'tid': 1}", 1, "key 'kShortName' is missing"},
	    {"{'kShortName': 'k', 'kDuration': 1.5, 'tid': 1}", 1,
		"key 'kDuration': wrong type"},
	    {"{'kShortName': None, 'kDuration': 1, 'tid': 1}", 1,
		"key 'kShortName': wrong type"},
	    {LINE("k", "'grid': (1, 2)"), 1, "key 'grid': wrong type"},
	    {LINE("k", "'block': (1, 2, 'x')"), 1, "key 'block': wrong type"},
	    {LINE("k", "'layer': 'a'"), 1, "key 'layer': wrong type"},
	    {LINE("k", "'seqMarker': ['a', 5]"), 1, "key 'seqMarker': wrong type"},
	    {LINE("k", "'stream': 18446744073709551616"), 1,
		"key 'stream': wrong type"},
	};
	struct profile p;
	struct err err;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		assert_int_equal(read_text(&p, cases[i].text, &err), -1);
		assert_string_equal(err.text, cases[i].why);
		assert_int_equal(p.line, cases[i].line);
		profile_free(&p);
	}
}

/* Beside lines that can be read those that cannot are left out, and told. */
static void lost_lines(void **state)
{
	static const char one[] =
	    "line 3: byte 6: something follows the value: not a line of "
	    "PyProf's parser: 1 line left out";
	static const char two[] =
	    "line 1: key 'grid': wrong type: 2 lines left out";
	struct profile p;
	struct err err;

	(void)state;
	assert_int_equal(
	    read_text(&p,
		LINE("a", "") "\nError: no such table\n" LINE("b", ""), &err),
	    0);
	assert_int_equal(p.launches.n, 2);
	assert_string_equal(p.broken, one);
	profile_free(&p);
	assert_int_equal(read_text(&p,
			     LINE("a", "'grid': 5")
				 LINE("b", "") "{'kShortName': 'c', 'kDur",
			     &err),
	    0);
	assert_int_equal(p.launches.n, 1);
	assert_string_equal(p.broken, two);
	profile_free(&p);
	assert_int_equal(read_text(&p, LINE("a", ""), &err), 0);
	assert_null(p.broken);
	profile_free(&p);
}

static void odd_lines(void **state)
{
	struct profile p;
	struct source src = {.path = "x"};
	struct err err;

	(void)state;
	/* unknown keys, any order, a missing last LF, no duration */
	read_good(&p, "{'tid': 1, 'callid': [{}], 'kDuration': -5, "
		      "'kShortName': 'k\\n', 'kLongName': 'a\\u00e9'}");
	assert_int_equal(p.launches.n, 1);
	assert_int_equal(p.launches.v[0].flags, 0);
	same(intern_get(&p.texts, p.launches.v[0].name), "a\xc3\xa9");
	profile_free(&p);
	read_good(&p, "");
	assert_int_equal(p.launches.n, 0);
	profile_free(&p);
	/* no kernels wanted: nothing is read */
	profile_init(&p, "x", LAUNCH_BIT(LAUNCH_MEMCPY));
	assert_int_equal(read_dict.read(&src, &p, &err), 0);
	assert_int_equal(p.launches.n, 0);
	profile_free(&p);
}

/* PyProf's own files: as many launches as lines, and each duration. */
static void golden(void **state)
{
	static const struct {
		const char *name;
		size_t lines;
		int64_t dur; /* sum of kDuration, by awk */
	} files[] = {
	    {"edge", 21, 105000},
	    {"josiahdavis-profiling-lm-net", 160, 7296770},
	    {"nvprof_t15", 220, 5616600},
	    {"nsys_t15", 220, 5616600},
	    {"zoo_ok", 292, 342960},
	};
	const char *shared = getenv("PP_SHARED");
	char path[4096];
	size_t i, k;

	(void)state;
	for (i = 0; i < sizeof files / sizeof *files; i++) {
		struct profile p;
		struct err err;
		int64_t dur = 0;

		snprintf(path, sizeof path, "%s/golden/pyprof/%s.dict",
		    shared ? shared : "../shared", files[i].name);
		if (access(path, R_OK) != 0)
			skip();
		if (read_input(&p, path, input_open(path, &err), &err) != 0)
			fail_msg("%s:%d: %s", path, (int)p.line, err.text);
		assert_int_equal(p.launches.n, files[i].lines);
		for (k = 0; k < p.launches.n; k++)
			dur += p.launches.v[k].end - p.launches.v[k].start;
		assert_true(dur == files[i].dur);
		profile_free(&p);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(detect),
	    cmocka_unit_test(launch),
	    cmocka_unit_test(other_ranges),
	    cmocka_unit_test(nodes),
	    cmocka_unit_test(shared_nodes),
	    cmocka_unit_test(shared_calls),
	    cmocka_unit_test(bad_lines),
	    cmocka_unit_test(lost_lines),
	    cmocka_unit_test(odd_lines),
	    cmocka_unit_test(golden),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
