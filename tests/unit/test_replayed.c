/*
 * test_replayed.c - captures that are changed: a replay is given the calls of
 * the right capture, or none.
 *
 * What is right is known from how the capture was made, or of a real one from
 * what its rows say.  The changes are the same ones each time.
 */
#define _GNU_SOURCE /* memfd_create */
#include "parse/steps/replayed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/fuzz/memory.h"

#include "parse/read/read.h"
#include "parse/steps/captured.h"
#include "parse/steps/steps.h"

enum { TIMES = 1000, KERNELS = 40, NAMES = 12 };

static uint64_t dice = 88172645463325252u;

static unsigned roll(size_t n)
{
	dice ^= dice << 13;
	dice ^= dice >> 7;
	dice ^= dice << 17;
	return (unsigned)((dice >> 24) % n);
}

/* ---- traces of a model ---- */

/* Kernel i is of operator i, whose batch has so many rows. */
struct kernel {
	unsigned name, rows, grid;
};

static void put_row(struct strbuf *b, const char *cat, const char *name,
    double from, double to, const char *args)
{
	strbuf_printf(b,
	    "%s{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%s\",\"pid\":1,\"tid\":"
	    "1,"
	    "\"ts\":%.3f,\"dur\":%.3f,\"args\":{%s}}",
	    b->n ? ",\n" : "{\"traceEvents\":[\n", cat, name, from, to - from,
	    args);
}

static void put_capture(struct strbuf *b, const struct kernel *v, size_t n)
{
	char args[256], name[64];
	size_t i;
	double t;

	put_row(b, "cuda_runtime", "hipStreamBeginCapture", 1, 2, "");
	for (i = 0; i < n; i++) {
		t = 10 * (double)i + 10;
		snprintf(name, sizeof name, "op%zu", i);
		snprintf(args, sizeof args,
		    "\"Input Dims\":[[%u,%zu]],\"Input type\":[\"float\"]",
		    v[i].rows, i + 1);
		put_row(b, "cpu_op", name, t, t + 5, args);
		snprintf(args, sizeof args,
		    "\"kernel\":\"k%u\",\"grid\":[%u,1,1],\"block\":[64,1,1]",
		    v[i].name, v[i].grid);
		put_row(b, "cuda_runtime", "hipLaunchKernel", t + 1, t + 2, args);
	}
	t = 10 * (double)n + 10;
	put_row(b, "cuda_runtime", "hipStreamEndCapture", t, t + 1, "");
	strbuf_text(b, "]}");
}

static void put_replay(struct strbuf *b, const struct kernel *v, size_t n, bool sizes)
{
	char args[256], name[64], grid[64];
	size_t i;
	double t;

	put_row(b, "cuda_runtime", "hipGraphLaunch", 1, 2, "\"correlation\":5");
	for (i = 0; i < n; i++) {
		t = 10 * (double)i + 10;
		snprintf(name, sizeof name, "k%u", v[i].name);
		snprintf(grid, sizeof grid,
		    ",\"grid\":[%u,1,1],\"block\":[64,1,1]", v[i].grid);
		snprintf(args, sizeof args, "\"correlation\":5%s",
		    sizes ? grid : "");
		put_row(b, "kernel", name, t, t + 5, args);
	}
	strbuf_text(b, "]}");
}

/* ---- reading and joining ---- */

static struct memory_file file;

static void read_text(struct profile *p, struct str text, bool capture)
{
	struct err err;

	profile_init(p, "t", capture ? 0 : LAUNCH_BIT(LAUNCH_KERNEL));
	p->of_captures = capture;
	memory_set(&file, text);
	assert_int_equal(read_profile(file.path, "kineto", p, &err), 0);
}

static void add_capture(struct captured *c, const struct kernel *v, size_t n)
{
	struct strbuf b = {0};
	struct profile p;

	put_capture(&b, v, n);
	read_text(&p, strbuf_get(&b), true);
	captured_add(c, &p);
	profile_free(&p);
	strbuf_free(&b);
}

/* How many kernels were joined; each must have operator i with the rows that
 * right[i] has. */
static size_t join(
    struct captured *c, const struct kernel *right, size_t n, bool sizes)
{
	struct replayed_report report;
	struct strbuf b = {0};
	struct analysis a;
	struct profile p;
	char name[64];
	size_t i, joined;

	put_replay(&b, right, n, sizes);
	read_text(&p, strbuf_get(&b), false);
	replayed_join(&p, c, &report);
	joined = report.joined;
	steps_run(&a, &p);
	for (i = 0; i < n; i++) {
		const struct chain *chain = &a.around.of.v[i];
		const struct call *call;

		assert_int_equal(chain->n, joined ? 1 : 0);
		if (!chain->n)
			continue;
		call = &analysis_mark(&a, chain_ranges(&a.around, chain)[0])->call;
		snprintf(name, sizeof name, "op%zu", i);
		assert_true(str_is(call->op, name));
		assert_int_equal(call->args[0].shape.v[0], right[i].rows);
		assert_int_equal(call->args[0].shape.v[1], i + 1);
	}
	analysis_free(&a);
	profile_free(&p);
	strbuf_free(&b);
	assert_true(joined == 0 || joined == n);
	assert_true(joined == n || report.first.p != NULL);
	return joined;
}

/* ---- changes ---- */

enum change { RENAMED, DROPPED, DOUBLED, SWAPPED, BATCH, NCHANGES };

/* Change the capture; false: it is as it was. */
static bool change_names(struct kernel *v, size_t *n, enum change change)
{
	size_t i = roll(*n), k = roll(*n);
	struct kernel swap = v[i];

	switch (change) {
	case RENAMED:
		v[i].name += NAMES;
		return true;
	case DROPPED:
		memmove(v + i, v + i + 1, (--*n - i) * sizeof *v);
		return true;
	case DOUBLED:
		memmove(v + i + 1, v + i, ((*n)++ - i) * sizeof *v);
		return true;
	default: /* the names alone: which kernel an operator launched */
		v[i].name = v[k].name;
		v[k].name = swap.name;
		return v[i].name != v[k].name;
	}
}

static void change_batch(struct kernel *v, size_t n, unsigned rows)
{
	size_t i;

	for (i = 0; i < n; i++) {
		v[i].rows = rows;
		v[i].grid = rows;
	}
}

static size_t make_model(struct kernel *v)
{
	size_t n = 1 + roll(KERNELS), i;

	for (i = 0; i < n; i++)
		v[i] = (struct kernel){roll(NAMES), 32, 32};
	return n;
}

static void changed_captures(void **state)
{
	size_t joined = 0, none = 0, same = 0;
	int i;

	(void)state;
	for (i = 0; i < TIMES; i++) {
		struct kernel right[KERNELS], v[KERNELS + 1];
		enum change change = roll(NCHANGES);
		struct captured c = {0};
		size_t n = make_model(right), m = n;
		bool other = true;

		memcpy(v, right, sizeof right);
		if (change == BATCH)
			change_batch(v, n, 16);
		else
			other = change_names(v, &m, change);
		if (m == 0)
			continue;
		add_capture(&c, v, m);
		if (change == BATCH) {
			/* alone it is told by its grids; without them only
			 * beside the right one */
			assert_int_equal(join(&c, right, n, true), 0);
			add_capture(&c, right, n);
			assert_int_equal(join(&c, right, n, false), 0);
			assert_int_equal(join(&c, right, n, true), n);
		} else if (other) {
			assert_int_equal(join(&c, right, n, i % 2), 0);
			none++;
			add_capture(&c, right, n);
			assert_int_equal(join(&c, right, n, i % 3), n);
			joined++;
		} else {
			assert_int_equal(join(&c, right, n, i % 2), n);
			same++;
		}
		captured_free(&c);
	}
	assert_true(joined > TIMES / 2 && none == joined && same > 0);
}

/* Two captures that differ in one thing that must agree, or that need not. */
static void what_must_agree(void **state)
{
	struct kernel v[3] = {{1, 32, 8}, {2, 32, 8}, {1, 32, 8}}, w[3];
	struct captured c = {0};

	(void)state;
	memcpy(w, v, sizeof v);
	add_capture(&c, v, 3);
	add_capture(&c, v, 3);
	assert_int_equal(c.graphs.n, 1);
	w[1].grid = 4; /* the same calls: the grid tells, or does not matter */
	add_capture(&c, w, 3);
	assert_int_equal(c.graphs.n, 2);
	assert_int_equal(join(&c, v, 3, true), 3);
	assert_int_equal(join(&c, v, 3, false), 3);
	w[2].rows = 16;
	add_capture(&c, w, 3);
	assert_int_equal(c.graphs.n, 3);
	assert_int_equal(join(&c, v, 3, true), 3);
	assert_int_equal(join(&c, v, 3, false), 0);
	assert_int_equal(join(&c, w, 3, true), 0); /* which of the last two */
	captured_free(&c);
}

/* Of the same names at most 256 are compared. */
static void too_many(void **state)
{
	struct kernel v = {1, 32, 8};
	struct captured c = {0};
	unsigned i;

	(void)state;
	for (i = 0; i < 256; i++) {
		v.grid = 8 + i;
		add_capture(&c, &v, 1);
	}
	assert_int_equal(join(&c, &v, 1, true), 1);
	v.grid = 7;
	add_capture(&c, &v, 1);
	assert_int_equal(join(&c, &v, 1, true), 0);
	captured_free(&c);
}

/* ---- a real capture ---- */

/* The texts and payloads of the ranges around each kernel of a graph. */
static void around_kernels(const struct profile *p, struct strbuf *to)
{
	size_t i, k;

	for (i = 0; i < p->launches.n; i++) {
		const struct launch *l = &p->launches.v[i];
		const struct capture *c;

		if (l->capture == PROFILE_NONE)
			continue;
		c = &p->captures.v[l->capture];
		strbuf_printf(to, "\n%zu:", i);
		for (k = 0; k < p->ranges.n; k++) {
			const struct range *r = &p->ranges.v[k];
			uint32_t payload = profile_extra(p, r)->payload;

			if (r->thread != c->thread || r->start > c->start ||
			    r->end < c->end)
				continue;
			strbuf_str(to, intern_get(&p->texts, r->text));
			if (payload != PROFILE_NONE)
				strbuf_str(to, intern_get(&p->texts, payload));
		}
	}
}

struct real {
	struct profile capture, replay;
	VEC(struct launch) launches; /* of the capture, as they are */
	size_t ranges;		     /* of the replay */
	struct strbuf right, got;
};

static bool read_real(struct real *r)
{
	static const char *const names[] = {
	    "data/capture/AMD-AGI-TraceLens-inference-sglang_decode-capture-"
	    "bs_32_rank0.json.gz",
	    "data/kineto/AMD-AGI-TraceLens-inference-sglang_Qwen3-8B_decode."
	    "json.gz"};
	const char *shared = getenv("PP_SHARED");
	char path[2][1024];
	struct err err;
	size_t i;

	if (!shared)
		return false;
	for (i = 0; i < 2; i++)
		snprintf(path[i], sizeof path[i], "%s/%s", shared, names[i]);
	profile_init(&r->capture, "capture", 0);
	profile_init(&r->replay, "replay", LAUNCH_BIT(LAUNCH_KERNEL));
	r->capture.of_captures = true;
	if (read_profile(path[0], "kineto", &r->capture, &err) == 0 &&
	    read_profile(path[1], "kineto", &r->replay, &err) == 0)
		return true;
	profile_free(&r->capture);
	profile_free(&r->replay);
	return false;
}

static size_t join_real(struct real *r, struct captured *c)
{
	struct replayed_report report;
	size_t i;

	r->replay.ranges.n = r->ranges;
	r->replay.captures.n = 0;
	for (i = 0; i < r->replay.launches.n; i++)
		r->replay.launches.v[i].capture = PROFILE_NONE;
	replayed_join(&r->replay, c, &report);
	assert_int_equal(report.kernels, 544);
	return report.joined;
}

/* Change the launches of the real capture; false: they are as they were. */
static bool change_real(struct real *r, enum change change)
{
	struct profile *p = &r->capture;
	size_t n = r->launches.n, i = roll(n), k = roll(n);
	struct launch *v;

	p->launches.n = 0;
	for (size_t m = 0; m <= n; m++)
		*vec_add(&p->launches) = r->launches.v[m < n ? m : n - 1];
	p->launches.n = n;
	v = p->launches.v;
	switch (change) {
	case RENAMED:
		v[i].name = v[0].name == v[i].name ? v[n - 1].name : v[0].name;
		return v[i].name != r->launches.v[i].name;
	case DROPPED:
		memmove(v + i, v + i + 1, (--p->launches.n - i) * sizeof *v);
		return true;
	case DOUBLED:
		memmove(v + i + 1, v + i, (p->launches.n++ - i) * sizeof *v);
		profile_set_graph(p, v + n, profile_graph(p, v)); /* one capture */
		return true;
	default:
		v[i].name = v[k].name;
		v[k].name = r->launches.v[i].name;
		return v[i].name != v[k].name;
	}
}

static void check_right(struct real *r)
{
	r->got.n = 0;
	around_kernels(&r->replay, &r->got);
	assert_true(str_eq(strbuf_get(&r->got), strbuf_get(&r->right)));
}

/* Other shapes: of all ranges that begin with the batch. */
static void other_shapes(struct profile *p)
{
	struct strbuf b = {0};
	size_t i;

	for (i = 0; i < p->ranges.n; i++) {
		struct range *r = &p->ranges.v[i];
		struct extra extra = *profile_extra(p, r);
		struct str text;

		if (extra.payload == PROFILE_NONE)
			continue;
		text = intern_get(&p->texts, extra.payload);
		if (!str_skip(&text, "{'dims':[[32,"))
			continue;
		strbuf_text(&b, "{'dims':[[16,");
		strbuf_str(&b, text);
		extra.payload = intern_add(&p->texts, strbuf_get(&b));
		r->extra = profile_add_extra(p, &extra);
		b.n = 0;
	}
	strbuf_free(&b);
}

static void changed_real(void **state)
{
	struct real r = {0};
	struct captured right = {0};
	size_t n, i, none = 0;

	(void)state;
	if (!read_real(&r))
		skip();
	r.ranges = r.replay.ranges.n;
	for (i = 0; i < r.capture.launches.n; i++)
		*vec_add(&r.launches) = r.capture.launches.v[i];
	assert_int_equal(captured_add(&right, &r.capture), 1);
	assert_int_equal(join_real(&r, &right), 544);
	around_kernels(&r.replay, &r.right);
	for (i = 0; i < TIMES; i++) {
		struct captured c = {0};
		bool other = change_real(&r, roll(BATCH));

		captured_add(&c, &r.capture);
		n = join_real(&r, &c);
		assert_int_equal(n, other ? 0 : 544);
		none += other;
		if (!other)
			check_right(&r);
		captured_free(&c);
	}
	assert_true(none > TIMES / 2);
	/* beside one of another batch size, which has no grids to tell it */
	r.capture.launches.n = 0;
	for (i = 0; i < r.launches.n; i++)
		*vec_add(&r.capture.launches) = r.launches.v[i];
	other_shapes(&r.capture);
	captured_add(&right, &r.capture);
	assert_int_equal(join_real(&r, &right), 0);
	captured_free(&right);
	vec_free(&r.launches);
	strbuf_free(&r.right);
	strbuf_free(&r.got);
	profile_free(&r.capture);
	profile_free(&r.replay);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(changed_captures),
	    cmocka_unit_test(what_must_agree),
	    cmocka_unit_test(too_many),
	    cmocka_unit_test(changed_real),
	};

	memory_open(&file);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
