/*
 * test_analysis.c - nesting, direction, sequence ids, links, units.
 *
 * Profiles are built by hand; nesting and linking are also held against plain
 * implementations of their rules, range by range, on random profiles.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "parse/steps/steps.h"
#include "parse/steps/inner.h"
#include "parse/steps/nest.h"
#include "parse/steps/seq.h"
#include "parse/steps/unit.h"

/* A profile being built; times are small numbers. */
static struct profile p;
static struct analysis a;

static void begin(void)
{
	profile_init(&p, "test", LAUNCH_GPU);
}

static void end(void)
{
	analysis_free(&a);
	profile_free(&p);
}

static uint32_t thread(int64_t pid, int64_t tid)
{
	return profile_thread(&p, pid, tid);
}

static void range(uint32_t t, int64_t start, int64_t stop, const char *text)
{
	*vec_add(&p.ranges) = (struct range){
	    start, stop, t, intern_add(&p.texts, str_of(text)), 0, 0};
}

/* A kernel of dur ns whose launch call is [start, stop]. */
static void launch(uint32_t t, int64_t start, int64_t stop, int64_t gpu,
    int64_t dur, const char *name)
{
	struct launch *l = profile_launch(&p, LAUNCH_KERNEL);

	l->start = gpu;
	l->end = gpu + dur;
	l->api_start = start;
	l->api_end = stop;
	l->thread = t;
	l->name = intern_add(&p.texts, str_of(name));
	l->flags = LAUNCH_TIMED | LAUNCH_HAS_API;
}

/* The texts around launch i, outermost first, joined by '|'. */
static const char *around(size_t i)
{
	static char text[4096];
	const struct chain *c = &a.around.of.v[i];
	size_t n = 0, k;

	for (k = 0; k < c->n; k++) {
		uint32_t r = a.around.ranges.v[c->at + k];
		struct str s = intern_get(&p.texts, p.ranges.v[r].text);

		if (k)
			text[n++] = '|';
		memcpy(text + n, s.p, s.n);
		n += s.n;
	}
	text[n] = '\0';
	return text;
}

/* The text of the forward call of launch i, "" for none. */
static const char *forward(size_t i)
{
	uint32_t f = a.facts.v[i].fwd;

	return f == PROFILE_NONE
		   ? ""
		   : intern_get(&p.texts, p.ranges.v[a.forwards.v[f]].text).p;
}

/* seq and altseq of launch i as "7 8,9"; "-" for none. */
static const char *numbers(size_t i)
{
	static char text[256];
	struct seq_list seq = {0}, alt = {0};
	struct strbuf b = {0};
	size_t k;

	seq_numbers(&a, i, &seq, &alt);
	if (seq.of.n == 0)
		strbuf_char(&b, '-');
	for (k = 0; k < seq.of.n; k++)
		strbuf_int(&b, seq.of.v[k]);
	for (k = 0; k < alt.of.n; k++)
		strbuf_printf(&b, "%c%lld", k ? ',' : ' ', (long long)alt.of.v[k]);
	memcpy(text, b.p, b.n);
	text[b.n] = '\0';
	strbuf_free(&b);
	vec_free(&seq.of);
	vec_free(&alt.of);
	return text;
}

static void nest_touching(void **state)
{
	uint32_t t;

	(void)state;
	begin();
	t = thread(1, 1);
	range(t, 10, 50, "starts with it");
	range(t, 9, 60, "ends with it");
	range(t, 9, 61, "encloses");
	range(t, 9, 61, "encloses too");
	launch(t, 10, 60, 100, 5, "k");
	steps_run(&a, &p);
	/* equal times: as in the file */
	assert_string_equal(around(0), "encloses|encloses too");
	end();
}

static void nest_crossing_and_open(void **state)
{
	uint32_t t, other;

	(void)state;
	begin();
	t = thread(1, 1);
	other = thread(1, 2);
	range(t, 10, 30, "a");
	range(t, 20, 40, "b"); /* crosses a */
	range(t, 5, INT64_MAX, "open");
	range(other, 1, 100, "another thread");
	launch(t, 35, 36, 102, 1, "in b");
	launch(t, 25, 26, 101, 1, "in a and b"); /* out of order */
	launch(t, 12, 13, 100, 1, "in a");
	launch(t, 50, 51, 103, 1, "after");
	launch(other, 2, 3, 104, 1, "elsewhere");
	steps_run(&a, &p);
	assert_string_equal(around(0), "open|b");
	assert_string_equal(around(1), "open|a|b");
	assert_string_equal(around(2), "open|a");
	assert_string_equal(around(3), "open");
	assert_string_equal(around(4), "another thread");
	end();
}

/* A trace: what begins or ends with a range is in it, and no more where the
 * clock is exact. */
static void nest_touch(void **state)
{
	uint32_t t;

	(void)state;
	begin();
	p.touch = true;
	t = thread(1, 1);
	range(t, 5, 61, "around");
	range(t, 9, 60, "ends with it");
	range(t, 10, 60, "the same");
	range(t, 10, 59, "ends before");
	range(t, 9, 59, "ends before, too");
	range(t, 11, 61, "begins behind");
	launch(t, 10, 60, 100, 5, "k");
	launch(t, 61, 61, 101, 5, "no length, at the end of two");
	launch(t, 5, 5, 102, 5, "no length, at the start of one");
	launch(t, 62, 62, 103, 5, "behind all");
	steps_run(&a, &p);
	assert_string_equal(around(0), "around|ends with it|the same");
	assert_string_equal(around(1), "around|begins behind");
	assert_string_equal(around(2), "around");
	assert_string_equal(around(3), "");
	end();
}

/* Whole microseconds that are cut off: a call may seem to end up to 1 us behind
 * its range, but never to begin before it or behind it. */
static void nest_slack(void **state)
{
	uint32_t t;

	(void)state;
	begin();
	p.touch = true;
	p.slack = 1000;
	t = thread(1, 1);
	range(t, 10000, 15000, "1 us short");
	range(t, 10001, 20000, "begins behind");
	range(t, 9000, 14999, "more than 1 us short");
	launch(t, 10000, 16000, 100000, 5, "k");
	launch(t, 10002, 10003, 100001, 5, "in all");
	launch(t, 20001, 20500, 100002, 5, "behind, though within 1 us");
	steps_run(&a, &p);
	assert_string_equal(around(0), "1 us short");
	assert_string_equal(
	    around(1), "more than 1 us short|1 us short|begins behind");
	assert_string_equal(around(2), "");
	end();
}

/* Two ranges that meet: what begins there is in the later one where the clock
 * is coarse; where it is exact the text of both is true. */
static void nest_followed(void **state)
{
	int coarse;

	(void)state;
	for (coarse = 0; coarse < 2; coarse++) {
		uint32_t t;

		begin();
		p.touch = true;
		p.slack = coarse ? 1000 : 0;
		t = thread(1, 1);
		range(t, 1000, 20000, "around");
		range(t, 2000, 5000, "first");
		range(t, 5000, 9000, "second");
		launch(t, 5000, 5000, 100000, 5, "at the meeting");
		launch(t, 5000, 6000, 100001, 5, "in the second");
		launch(t, 4000, 5000, 100002, 5, "in the first");
		launch(t, 9000, 9000, 100003, 5, "at an end that none follows");
		steps_run(&a, &p);
		assert_string_equal(around(0),
		    coarse ? "around|second" : "around|first|second");
		assert_string_equal(around(1), "around|second");
		assert_string_equal(around(2), "around|first");
		assert_string_equal(around(3), "around|second");
		end();
	}
}

/* Ranges of a trace with equal times nest by their ids, which count up as they
 * begin; as in the file where there are none, or where ids mean something else. */
static void nest_ties(void **state)
{
	static const struct numbers ids[] = {{-1, 7}, {-1, 5}, {3, 6}};
	static const char *const texts[] = {"x::seven, op_id = 7",
	    "x::five, op_id = 5", "x::six, seq = 3, op_id = 6"};
	int apart;
	size_t i;

	(void)state;
	for (apart = 0; apart < 2; apart++) {
		uint32_t t;

		begin();
		p.touch = true;
		p.numbers_apart = apart;
		t = thread(1, 1);
		range(t, 10, 20, "x::seven");
		range(t, 10, 20, "x::five");
		range(t, 10, 20, "x::six");
		for (i = 0; i < 3; i++) {
			if (apart) {
				p.ranges.v[i].numbers =
				    profile_add_numbers(&p, &ids[i]);
			} else {
				profile_set_text(
				    &p, &p.ranges.v[i], str_of(texts[i]));
			}
		}
		range(t, 30, 40, "x::one");
		range(t, 30, 40, "x::two");
		range(t, 30, 41, "x::longer");
		launch(t, 10, 20, 100, 5, "k");
		launch(t, 30, 40, 101, 5, "k");
		steps_run(&a, &p);
		assert_string_equal(
		    around(0), apart ? "x::five|x::six|x::seven"
				     : "x::seven, op_id = |x::five, op_id = |"
				       "x::six, seq = , op_id = ");
		assert_string_equal(around(1), "x::longer|x::one|x::two");
		end();
	}
}

/* Steps are of all threads of their process; where two meet, the later. */
static void nest_steps(void **state)
{
	uint32_t t, other, stranger, all;

	(void)state;
	begin();
	p.touch = true;
	p.slack = 1000;
	t = thread(1, 1);
	other = thread(1, 2);
	stranger = thread(2, 1);
	all = profile_process(&p, 1, 1);
	range(all, 10000, 50000, "step 1");
	range(all, 50000, 90000, "step 2");
	range(t, 20000, 30000, "of t");
	launch(t, 21000, 22000, 100000, 1, "k");
	launch(other, 21000, 22000, 100001, 1, "k");
	launch(other, 50000, 50000, 100002, 1, "where they meet");
	launch(other, 49000, 50500, 100003, 1, "crosses the border");
	launch(stranger, 21000, 22000, 100004, 1, "k");
	steps_run(&a, &p);
	assert_string_equal(around(0), "step 1|of t");
	assert_string_equal(around(1), "step 1");
	assert_string_equal(around(2), "step 2");
	assert_string_equal(around(3), "step 1");
	assert_string_equal(around(4), "");
	end();
}

/* Start/end ranges enclose what their process does, on whatever thread. */
static void nest_process(void **state)
{
	uint32_t t, other, stranger;

	(void)state;
	begin();
	t = thread(1, 1);
	other = thread(1, 2);
	stranger = thread(2, 1);
	range(t, 10, 50, "pushed");
	range(profile_process(&p, 1, 1), 5, 60, "step");
	range(profile_process(&p, 1, 1), 20, 70, "node");
	launch(t, 30, 31, 100, 1, "k");
	launch(other, 30, 31, 101, 1, "k");
	launch(other, 65, 66, 102, 1, "k");
	launch(stranger, 30, 31, 103, 1, "k");
	steps_run(&a, &p);
	assert_string_equal(around(0), "step|pushed|node");
	assert_string_equal(around(1), "step|node");
	assert_string_equal(around(2), "node");
	assert_string_equal(around(3), "");
	end();
}

/* A small generator with a fixed seed: the same profiles everywhere. */
static uint32_t seed;

static uint32_t draw(uint32_t below)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % below;
}

/* Random ranges and launches on a few threads of two processes. */
static void random_profile(int nranges, int nlaunches, uint32_t times)
{
	static const char *const texts[] = {"mul, seq = 1", "add, seq = 2",
	    "MulBackward0, seq = 1", "AddBackward0, seq = 2", "mul, seq = 2",
	    "x::y, seq = 0", "YBackward, seq = 0", "layer:l", "to, seq = 1",
	    "torch::autograd::CopyBackwards, seq = 1"};
	int i;

	begin();
	for (i = 0; i < nranges; i++) {
		int64_t start = 1 + draw(times), len = draw(times);

		range(thread(1 + draw(2), 1 + draw(2)), start,
		    draw(20) ? start + len : INT64_MAX, texts[draw(10)]);
	}
	for (i = 0; i < nlaunches; i++) {
		int64_t start = 1 + draw(times);

		launch(thread(1 + draw(2), 1 + draw(2)), start, start + draw(3),
		    start + 10, draw(9), "k");
	}
}

/* The rule of nest.h, for one launch and one range. */
static bool encloses(const struct range *r, const struct launch *l)
{
	return r->thread == l->thread && r->start < l->api_start &&
	       r->end > l->api_end;
}

static void nest_random(void **state)
{
	int round;
	size_t i, k, n;

	(void)state;
	seed = 1;
	for (round = 0; round < 200; round++) {
		random_profile(1 + (int)draw(60), 20, 5 + draw(60));
		steps_run(&a, &p);
		for (i = 0; i < p.launches.n; i++) {
			const struct chain *c = &a.around.of.v[i];

			for (k = n = 0; k < p.ranges.n; k++) {
				if (!encloses(&p.ranges.v[k], &p.launches.v[i]))
					continue;
				assert_true(n < c->n);
				assert_int_equal(a.around.ranges.v[c->at + n], k);
				n++;
			}
			assert_int_equal(n, c->n);
		}
		for (k = 1; k < p.ranges.n; k++)
			assert_true(
			    p.ranges.v[k - 1].start < p.ranges.v[k].start ||
			    (p.ranges.v[k - 1].start == p.ranges.v[k].start &&
				p.ranges.v[k - 1].end >= p.ranges.v[k].end));
		end();
	}
}

/* The rules of nest.h for a trace, range by range: the found ones, in list; how
 * many. */
static size_t plain_touch(const struct launch *l, uint32_t *list)
{
	const struct range *r = p.ranges.v, *inner;
	size_t n = 0, kept = 0, k;

	for (k = 0; k < p.ranges.n; k++)
		if (r[k].thread == l->thread && r[k].start <= l->api_start &&
		    r[k].end >= l->api_start && r[k].end >= l->api_end - p.slack)
			list[n++] = (uint32_t)k;
	if (n == 0 || p.slack == 0)
		return n;
	inner = &r[list[n - 1]];
	for (k = 0; k < n; k++)
		if (!(r[list[k]].end <= inner->start && inner->end > r[list[k]].end))
			list[kept++] = list[k];
	return kept;
}

static void nest_touch_random(void **state)
{
	uint32_t list[64];
	int round, found = 0, dropped = 0;
	size_t i, k, n;

	(void)state;
	seed = 3;
	for (round = 0; round < 400; round++) {
		random_profile(1 + (int)draw(60), 20, 5 + draw(60));
		p.touch = true;
		p.slack = draw(4);
		steps_run(&a, &p);
		for (i = 0; i < p.launches.n; i++) {
			const struct chain *c = &a.around.of.v[i];
			const struct launch *l = &p.launches.v[i];

			n = plain_touch(l, list);
			assert_int_equal(n, c->n);
			for (k = 0; k < n; k++)
				assert_int_equal(
				    a.around.ranges.v[c->at + k], list[k]);
			found += (int)n;
			for (k = 0; k < p.ranges.n; k++)
				dropped += p.slack &&
					   p.ranges.v[k].thread == l->thread &&
					   p.ranges.v[k].end == l->api_start;
		}
		end();
	}
	/* the profiles are not trivial, and ranges meet */
	assert_true(found > 10000 && dropped > 500);
}

static void direction_by_nesting(void **state)
{
	uint32_t f, b;

	(void)state;
	begin();
	f = thread(1, 1);
	b = thread(1, 2);
	range(f, 10, 20, "RegisterPostBackwardFunction, seq = 5");
	launch(f, 11, 12, 100, 1, "forward, whatever the word");
	range(b, 30, 60, "autograd::engine::evaluate_function: AddmmBackward0");
	range(b, 31, 40, "AddmmBackward0, seq = 7, op_id = 3");
	range(b, 32, 35, "aten::mm, op_id = 4");
	launch(b, 33, 34, 101, 1, "volta_sgemm_nn");
	range(b, 45, 50, "aten::sum, op_id = 5");
	launch(b, 46, 47, 102, 1, "beside the node");
	range(b, 70, 80, "torch::autograd::AccumulateGrad");
	range(b, 71, 75, "add_, seq = 0");
	launch(b, 72, 73, 103, 1, "accumulate");
	range(b, 81, 90, "sum, seq = 0");
	launch(b, 82, 83, 104, 1, "bare");
	range(f, 91, 95, "sum, seq = 0");
	launch(f, 92, 93, 105, 1, "bare, where no node was");
	steps_run(&a, &p);
	assert_false(a.facts.v[0].bprop);
	assert_string_equal(numbers(0), "5");
	assert_true(a.facts.v[1].bprop);
	assert_string_equal(numbers(1), "7");
	assert_true(a.facts.v[2].bprop);
	assert_string_equal(numbers(2), "7"); /* the sibling's */
	assert_false(a.facts.v[2].inside_node);
	assert_true(a.facts.v[3].bprop);
	assert_string_equal(numbers(3), "-");
	assert_true(a.facts.v[4].bprop);
	assert_string_equal(numbers(4), "-");
	assert_false(a.facts.v[5].bprop);
	assert_string_equal(numbers(5), "0");
	end();
}

static void direction_by_dialect(void **state)
{
	uint32_t t, other, open;

	(void)state;
	begin();
	t = thread(1, 1);
	other = thread(1, 2);
	range(t, 10, 100, "model.backward");
	range(t, 20, 30, "ReLU.backward");
	launch(t, 21, 22, 200, 1, "in both");
	range(t, 40, 50, "LinearFunction.forward");
	launch(t, 41, 42, 201, 1, "a forward inside it is run again");
	launch(t, 60, 61, 202, 1, "of the phase alone");
	range(t, 110, 190, "model.forward");
	range(t, 120, 130, "MulBackward0, seq = 3");
	launch(t, 121, 122, 203, 1, "autograd's word counts");
	launch(t, 140, 141, 204, 1, "forward");
	open = (uint32_t)p.ranges.n;
	range(other, 200, INT64_MAX, "ReLU.backward");
	range(other, 201, INT64_MAX, "Batch-1 Backward");
	launch(other, 210, 211, 205, 1, "open ones tell nothing");
	steps_run(&a, &p);
	assert_true(a.facts.v[0].bprop && !a.facts.v[0].recomp);
	assert_true(a.facts.v[1].bprop && a.facts.v[1].recomp);
	assert_true(a.facts.v[2].bprop && !a.facts.v[2].recomp);
	assert_true(a.facts.v[3].bprop && !a.facts.v[3].recomp);
	assert_false(a.facts.v[4].bprop);
	assert_false(a.facts.v[5].bprop);
	assert_int_equal(analysis_mark(&a, open)->kind, MARK_RANGE);
	end();
}

/* One text in three domains is three marks, and each is decoded once. */
static void marks_by_domain(void **state)
{
	static const char *const domains[] = {NULL, "NCCL", "TensorRT", "TensorRT"};
	struct extra e;
	uint32_t t;
	size_t i;

	(void)state;
	begin();
	t = thread(1, 1);
	for (i = 0; i < 4; i++) {
		range(t, 10 + (int64_t)i, 90, "conv1");
		e = PROFILE_NO_EXTRA;
		if (domains[i])
			e.domain = intern_add(&p.texts, str_of(domains[i]));
		p.ranges.v[i].extra = profile_add_extra(&p, &e);
	}
	steps_run(&a, &p);
	assert_int_equal(analysis_mark(&a, 0)->kind, MARK_RANGE);
	assert_int_equal(analysis_mark(&a, 1)->kind, MARK_RANGE);
	assert_int_equal(analysis_mark(&a, 2)->kind, MARK_CALL);
	assert_ptr_equal(analysis_mark(&a, 2), analysis_mark(&a, 3));
	end();
}

static void numbers_of_a_chain(void **state)
{
	uint32_t t;

	(void)state;
	begin();
	t = thread(1, 1);
	range(t, 10, 90, "linear, seq = 100");
	range(t, 11, 80, "t, seq = 9");
	range(t, 12, 70, "addmm, seq = 0");
	range(t, 13, 60, "mm, seq = 100");
	launch(t, 20, 21, 200, 1, "k");
	steps_run(&a, &p);
	assert_string_equal(numbers(0), "9 100"); /* as numbers, not as text */
	end();
}

static void link_by_stem_and_time(void **state)
{
	uint32_t f, b, stranger;

	(void)state;
	begin();
	f = thread(1, 1);
	b = thread(1, 2);
	stranger = thread(2, 1);
	range(f, 10, 20, "linear, seq = 12");
	range(f, 11, 15, "addmm, seq = 13");
	range(f, 21, 22, "add_, seq = 13"); /* later, another name */
	range(f, 23, 24, "contiguous, seq = 14");
	range(f, 25, 26, "view, seq = 14");
	range(f, 27, 28, "select, seq = 15"); /* no name fits: the latest */
	range(stranger, 29, 30, "addmm, seq = 13");
	range(b, 40, 50, "AddmmBackward, seq = 13");
	launch(b, 41, 42, 100, 1, "k0");
	range(b, 51, 60, "torch::autograd::CopyBackwards, seq = 14");
	launch(b, 52, 53, 101, 1, "k1");
	range(b, 61, 70, "DivBackward1, seq = 15");
	launch(b, 62, 63, 102, 1, "k2");
	range(b, 71, 80, "MulBackward0, seq = 777");
	launch(b, 72, 73, 103, 1, "k3");
	range(f, 90, 95, "mul, seq = 777"); /* too late */
	steps_run(&a, &p);
	assert_string_equal(forward(0), "addmm, seq = 13");
	assert_int_equal(a.fwd_around.of.v[a.facts.v[0].fwd].n, 2);
	assert_string_equal(forward(1), "contiguous, seq = 14");
	assert_string_equal(forward(2), "select, seq = 15");
	assert_string_equal(forward(3), "");
	end();
}

static void link_not_made(void **state)
{
	uint32_t f, g, b;

	(void)state;
	begin();
	f = thread(1, 1);
	g = thread(1, 3);
	b = thread(1, 2);
	range(f, 10, 12, "mul, seq = 1");
	range(g, 10, 12, "mul, seq = 1"); /* a tie of two threads */
	range(b, 40, 50, "MulBackward0, seq = 1");
	launch(b, 41, 42, 100, 1, "k0");
	range(f, 13, 15, "foo, seq = 2");
	range(b, 51, 60, "FooBackward, seq = 2");
	range(b, 52, 59, "{'mod': 'Foo', 'op': 'backward', 'args': []}");
	launch(b, 53, 54, 101, 1, "k1"); /* names itself */
	range(b, 61, 70, "YBackward, seq = 5");
	range(b, 62, 69, "y, seq = 0"); /* 0 inside a node is a dummy */
	range(b, 71, 80, "YBackward, seq = 0");
	launch(b, 72, 73, 102, 1, "k2");
	range(f, 16, 17, "z, seq = 3");
	range(b, 81, 90, "ZBackward, seq = 3");
	launch(b, 82, 83, 103, 1, "k3"); /* a link, for comparison */
	steps_run(&a, &p);
	assert_string_equal(forward(0), "");
	assert_string_equal(forward(1), "");
	assert_string_equal(forward(2), "");
	assert_string_equal(forward(3), "z, seq = 3");
	end();
}

/* The rule of link.h, range by range: the forward of a node or NONE. */
static uint32_t plain_link(uint32_t node)
{
	char want[64], have[64];
	const struct range *r = p.ranges.v, *n = &r[node];
	size_t nwant =
	    mark_stem(analysis_mark(&a, node)->call.op, true, want, sizeof want);
	uint32_t best[2] = {PROFILE_NONE, PROFILE_NONE}, i, k;
	bool tie[2] = {false, false}, inside;

	for (i = 0; i < p.ranges.n; i++) {
		const struct mark *m = analysis_mark(&a, i);
		bool fits;

		if (m->kind != MARK_CALL || !m->call.has_seq ||
		    m->call.seq != analysis_mark(&a, node)->call.seq ||
		    r[i].start >= n->start ||
		    p.threads.v[r[i].thread].pid != p.threads.v[n->thread].pid)
			continue;
		for (k = 0, inside = false; k < i; k++)
			inside |= analysis_mark(&a, k)->kind == MARK_NODE &&
				  r[k].thread == r[i].thread &&
				  r[k].end >= r[i].end;
		if (m->call.seq == 0 && inside)
			continue;
		fits = mark_stem(m->call.op, false, have, sizeof have) == nwant &&
		       memcmp(want, have, nwant) == 0;
		for (k = 0; k < 2; k++) {
			if (k == 1 && !fits)
				continue;
			tie[k] = best[k] != PROFILE_NONE &&
				 r[best[k]].start == r[i].start &&
				 r[best[k]].thread != r[i].thread;
			best[k] = i;
		}
	}
	k = best[1] != PROFILE_NONE;
	return tie[k] ? PROFILE_NONE : best[k];
}

static void link_random(void **state)
{
	int round, linked = 0;
	uint32_t i;

	(void)state;
	seed = 7;
	for (round = 0; round < 200; round++) {
		random_profile(1 + (int)draw(80), 1, 10 + draw(200));
		steps_run(&a, &p);
		for (i = 0; i < p.ranges.n; i++) {
			if (analysis_mark(&a, i)->kind != MARK_NODE)
				continue;
			assert_int_equal(a.node_fwd[i], plain_link(i));
			linked += a.node_fwd[i] != PROFILE_NONE;
		}
		end();
	}
	assert_true(linked > 500); /* the profiles are not trivial */
}

static void units_and_main(void **state)
{
	uint32_t t;

	(void)state;
	begin();
	t = thread(1, 1);
	range(t, 10, 50,
	    "{'mod': 'torch.nn.functional', 'op': 'linear', 'args': []}");
	range(t, 11, 30, "{'mod': 'Tensor', 'op': 'matmul', 'args': []}");
	launch(t, 12, 13, 100, 10, "cublasLt::splitKreduce_kernel");
	launch(t, 14, 15, 90, 50, "volta_sgemm_128x64_tn");
	launch(t, 16, 17, 110, 70, "volta_sgemm_128x64_tn");
	range(t, 31, 40, "{'mod': 'Tensor', 'op': 'add_', 'args': []}");
	launch(t, 32, 33, 200, 500, "elementwise_kernel");
	launch(t, 60, 61, 300, 1, "cublasLt::splitKreduce_kernel");
	launch(t, 62, 63, 301, 1, "elementwise_kernel");
	steps_run(&a, &p);
	/* sub in the order of the output, which is by start on the GPU */
	assert_int_equal(a.facts.v[0].sub, 1);
	assert_int_equal(a.facts.v[1].sub, 0);
	assert_int_equal(a.facts.v[2].sub, 2);
	assert_int_equal(a.facts.v[0].nsub, 3);
	assert_int_equal(a.facts.v[3].sub, 0);
	assert_int_equal(a.facts.v[3].nsub, 1);
	/* of two gemm kernels the longer; the elementwise has its own call */
	assert_false(a.facts.v[0].main);
	assert_false(a.facts.v[1].main);
	assert_true(a.facts.v[2].main);
	assert_true(a.facts.v[3].main);
	assert_int_equal(a.facts.v[2].peers, 2);
	assert_int_equal(a.facts.v[3].peers, 1);
	/* linear encloses four, its main is the gemm, though it is shorter */
	assert_int_equal(unit_tally(&a, 0, 0)->n, 4);
	assert_int_equal(unit_tally(&a, 0, 0)->best, 2);
	/* without a call a kernel stands alone; a helper is still none */
	assert_false(a.facts.v[4].main);
	assert_true(a.facts.v[5].main);
	assert_int_equal(a.facts.v[5].nsub, 1);
	end();
}

/* A place behind the first 2^32, and the most ranges. */
static void chain_packed(void **state)
{
	struct chain c = chain_of((UINT64_C(1) << 40) + 5, CHAIN_MOST, true);

	(void)state;
	assert_true(c.at == (UINT64_C(1) << 40) + 5);
	assert_int_equal(c.n, 256);
	assert_true(c.cut);
	c = chain_of(7, 0, false);
	assert_true(c.at == 7 && c.n == 0 && !c.cut);
}

/* What a reader gives may be longer than can be kept: of 40000 ranges around a
 * launch there are the first 128 and the last, 39872 to 39999. */
static void chain_given(void **state)
{
	const struct chain *c;
	uint32_t i, t;

	(void)state;
	begin();
	t = thread(1, 1);
	*vec_add(&p.chain_at) = 0;
	for (i = 0; i < 40000; i++) {
		range(t, 1, 9, "r");
		*vec_add(&p.chain) = i;
	}
	launch(t, 2, 3, 5, 1, "k");
	steps_run(&a, &p);
	c = &a.around.of.v[0];
	assert_int_equal(c->n, 256);
	assert_true(c->cut);
	assert_int_equal(a.around.ranges.n, 256);
	assert_int_equal(a.around.ranges.v[127], 127);
	assert_int_equal(a.around.ranges.v[128], 39872);
	assert_int_equal(a.around.ranges.v[255], 39999);
	end();
}

/* Of kernels that are alike and begin together the first of the table is main,
 * of a unit and of the call around it. */
static void first_of_alike(void **state)
{
	uint32_t t;

	(void)state;
	begin();
	t = thread(1, 1);
	range(t, 10, 50, "aten::linear");
	range(t, 20, 30, "aten::addmm");
	launch(t, 23, 24, 90, 100, "volta_sgemm_128x64_nn");
	launch(t, 21, 22, 80, 100, "volta_sgemm_128x64_tn");
	launch(t, 25, 26, 80, 100, "volta_sgemm_128x64_tn");
	steps_run(&a, &p);
	assert_int_equal(a.facts.v[0].sub, 2);
	assert_int_equal(a.facts.v[1].sub, 0);
	assert_int_equal(a.facts.v[2].sub, 1);
	assert_true(a.facts.v[1].main);
	assert_int_equal(a.facts.v[0].unit_best, 1);
	assert_int_equal(a.facts.v[2].unit_best, 1);
	assert_int_equal(a.facts.v[0].unit_n, 3);
	assert_int_equal(unit_tally(&a, 0, 0)->best, 1);
	end();
}

/* x[mask]: what the call launched itself comes before the kernels of calls
 * inside, whatever their class and length. */
static void own_before_inner(void **state)
{
	uint32_t t;

	(void)state;
	begin();
	t = thread(1, 1);
	range(t, 10, 50, "aten::index");
	range(t, 11, 20, "aten::nonzero");
	launch(t, 12, 13, 100, 90, "cub::DeviceReduceSingleTileKernel<int>()");
	launch(t, 30, 31, 200, 5, "index_elementwise_kernel<128, 4>()");
	launch(t, 32, 33, 210, 9, "elementwise_kernel");
	/* the call's own helper is no main: the kernels inside are asked */
	range(t, 60, 90, "aten::sum");
	launch(t, 61, 62, 300, 5, "cublasLt::splitKreduce_kernel");
	range(t, 70, 80, "aten::mul");
	launch(t, 71, 72, 310, 5, "elementwise_kernel");
	launch(t, 73, 74, 320, 6, "elementwise_kernel");
	/* a node that launches kernels itself */
	range(t, 100, 190, "OwnBackward, seq = 1");
	range(t, 110, 120, "aten::mm");
	launch(t, 111, 112, 400, 50, "volta_sgemm_128x64_tn");
	launch(t, 130, 131, 500, 5, "elementwise_kernel");
	steps_run(&a, &p);
	assert_int_equal(unit_tally(&a, 0, 0)->n, 3);
	assert_int_equal(unit_tally(&a, 0, 0)->best, 1);
	assert_int_equal(
	    unit_tally(&a, 0, 0)->peers, 1); /* index before pointwise */
	assert_true(a.facts.v[0].main && a.facts.v[1].main);
	assert_int_equal(unit_tally(&a, 2, 4)->best, 5);
	assert_int_equal(unit_tally(&a, 2, 4)->peers, 2);
	assert_int_equal(unit_tally(&a, 4, 6)->best, 7);
	assert_int_equal(unit_tally(&a, 5, 6)->best, 6);
	end();
}

/* The kernel that adds is main, not the sort that orders the indices. */
static void index_before_sort(void **state)
{
	uint32_t t;

	(void)state;
	begin();
	t = thread(1, 1);
	range(t, 10, 50, "aten::_index_put_impl_");
	launch(t, 12, 13, 100, 90, "cub::DeviceRadixSortSingleTileKernel<int>()");
	launch(t, 30, 31, 200, 5, "indexing_backward_kernel<float, 4>()");
	/* what fills a sort's indices does not */
	range(t, 60, 90, "aten::sort");
	launch(t, 61, 62, 300, 50, "fill_index_and_segment_kernel()");
	launch(t, 71, 72, 400, 5, "radixSortKVInPlace<2>()");
	/* nonzero's sum finds how many there are */
	range(t, 100, 190, "aten::nonzero");
	launch(t, 111, 112, 500, 5, "cub::DeviceReduceSingleTileKernel<int>()");
	launch(t, 130, 131, 600, 50, "cub::DeviceSelectSweepKernel<int>()");
	steps_run(&a, &p);
	assert_false(a.facts.v[0].main);
	assert_true(a.facts.v[1].main);
	assert_false(a.facts.v[2].main);
	assert_true(a.facts.v[3].main);
	assert_true(a.facts.v[4].main);
	assert_false(a.facts.v[5].main);
	end();
}

/* A memset of n bytes that the call in [start, stop] made. */
static void set_memory(uint32_t t, int64_t start, int64_t stop, int64_t n)
{
	struct launch *l = profile_launch(&p, LAUNCH_MEMSET);
	struct config c = PROFILE_NO_CONFIG;

	l->start = start + 1000;
	l->end = stop + 1000;
	l->api_start = start;
	l->api_end = stop;
	l->thread = t;
	l->flags = LAUNCH_TIMED | LAUNCH_HAS_API | LAUNCH_HAS_BYTES;
	c.bytes = n;
	profile_set_config(&p, l, &c);
}

/* What calls inside range i did: names joined by '|'; "" for none. */
static const char *inner(uint32_t i)
{
	static char text[256];
	const struct inner *it = inner_get(&a, i, 0);
	size_t n = 0, k;

	for (k = 0; it && k < it->n; k++) {
		struct str s = analysis_mark(&a, it->calls[k])->call.op;

		if (k)
			text[n++] = '|';
		memcpy(text + n, s.p, s.n);
		n += s.n;
	}
	text[n] = '\0';
	return text;
}

static int64_t zeroed(uint32_t i)
{
	const struct inner *it = inner_get(&a, i, 0);

	return it ? it->zeroed : -1;
}

#define ADD "aten::add_, seq = 1, sizes = [[4], [4]]"
#define FILL "void vectorized_elementwise_kernel<4, FillFunctor<float>>(int)"
#define FILL_OP                                                                \
	"{'mod': 'Tensor', 'op': 'fill_', 'args': [{'name': '', 'type': "      \
	"'tensor', 'shape': (5, 6), 'dtype': 'float32'}, {'name': '', 'type':" \
	" 'int', 'value': 0}]}"

/* Calls beside that of the main kernel, which launched kernels of their own. */
static void calls_inside(void **state)
{
	char name[200];
	uint32_t t, i;

	(void)state;
	begin();
	t = thread(1, 1);
	range(t, 0, 99, "ConvNode, seq = 1"); /* 0 */
	range(t, 1, 98, "aten::conv, seq = 1, sizes = [[4]]");
	range(t, 2, 5, "aten::own, seq = 1, sizes = [[4]]");
	launch(t, 3, 4, 100, 90, "volta_sgemm_128x64_tn"); /* main of 0, 1, 2 */
	range(t, 10, 19, ADD);				   /* 3 */
	launch(t, 11, 12, 200, 9, "elementwise_kernel");
	range(t, 20, 29, ADD);
	launch(t, 21, 22, 210, 9, "elementwise_kernel");
	range(t, 30, 39, "aten::bare"); /* 5: no arguments */
	launch(t, 31, 32, 220, 9, "elementwise_kernel");
	range(t, 40, 49, "aten::helped, seq = 1, sizes = [[4]]");
	launch(t, 41, 42, 230, 9, "cublasLt::splitKreduce_kernel");
	range(t, 50, 89, "aten::conv, seq = 1, sizes = [[4]]"); /* 7 */
	launch(t, 51, 52, 240, 9, "volta_sgemm_128x64_tn");
	range(t, 60, 69, ADD);
	launch(t, 61, 62, 250, 9, "elementwise_kernel");
	range(t, 100, 199, "aten::bare"); /* 9 */
	range(t, 101, 104, "aten::bare");
	launch(t, 102, 103, 300, 90, "volta_sgemm_128x64_tn");
	for (i = 0; i < 12; i++) {
		snprintf(name, sizeof name, "op%u, seq = 1, sizes = [[4]]", i);
		range(t, 110 + 4 * i, 113 + 4 * i, name);
		launch(t, 111 + 4 * i, 112 + 4 * i, 400 + i, 1,
		    "elementwise_kernel");
	}
	range(t, 200, 299, "aten::bare"); /* 23 */
	launch(t, 201, 202, 500, 9, "volta_sgemm_128x64_tn");
	memset(name, 'x', 100);
	snprintf(name + 100, sizeof name - 100, "%s", ", seq = 1, sizes = [[4]]");
	range(t, 210, 219, name);
	launch(t, 211, 212, 510, 9, "elementwise_kernel");
	steps_run(&a, &p);
	/* the main kernel's call has its arguments: it counts, none around it */
	assert_string_equal(inner(1), "");
	assert_string_equal(inner(2), "");
	assert_string_equal(inner(7), "aten::add_");
	/* it has none; as many as fit, each name once */
	assert_string_equal(inner(9), "op0|op1|op2|op3|op4|op5|op6|op7");
	/* no operator's name is that long */
	assert_string_equal(inner(23), "");
	assert_int_equal(zeroed(7), -1);
	end();
}

/* Rows of the kernels in any order: of twelve names the eight that are called
 * first, each where it is called first.  op3 is called again behind all. */
static void calls_inside_by_time(void **state)
{
	static const unsigned rows[] = {12, 7, 11, 3, 0, 9, 1, 8, 10, 2, 6, 5, 4};
	char name[64];
	uint32_t t, i;

	(void)state;
	begin();
	t = thread(1, 1);
	range(t, 100, 199, "aten::bare"); /* 0 */
	range(t, 101, 104, "aten::bare");
	launch(t, 102, 103, 300, 90, "volta_sgemm_128x64_tn");
	for (i = 0; i < 13; i++) {
		snprintf(name, sizeof name, "op%u, seq = 1, sizes = [[4]]",
		    i == 12 ? 3 : i);
		range(t, 110 + 4 * i, 113 + 4 * i, name);
	}
	for (i = 0; i < 13; i++)
		launch(t, 111 + 4 * rows[i], 112 + 4 * rows[i], 400 + rows[i],
		    1, "elementwise_kernel");
	steps_run(&a, &p);
	assert_string_equal(inner(0), "op0|op1|op2|op3|op4|op5|op6|op7");
	end();
}

/* 5 * 6 * 4 bytes by a kernel, others by memsets. */
static void sets_inside(void **state)
{
	uint32_t t;

	(void)state;
	begin();
	t = thread(1, 1);
	range(t, 0, 99, "NllLossBackward0, seq = 1"); /* 0 */
	range(t, 1, 98, "aten::nll_loss_backward, seq = 1, sizes = [[4]]");
	range(t, 10, 19, FILL_OP);
	launch(t, 11, 12, 100, 9, FILL);
	set_memory(t, 20, 21, 64);
	launch(t, 31, 32, 110, 5, "nll_loss_backward_reduce_cuda_kernel_2d");
	range(t, 100, 199, "aten::nll_loss_backward"); /* 3 */
	set_memory(t, 110, 111, 400000);
	range(t, 120, 129, FILL_OP);
	launch(t, 121, 122, 200, 9, FILL);
	launch(t, 131, 132, 210, 5, "nll_loss_backward_reduce_cuda_kernel_2d");
	/* without arguments, or beside the main kernel of the call: unknown */
	range(t, 200, 299, "aten::nll_loss_backward"); /* 5 */
	set_memory(t, 210, 211, 400000);
	range(t, 220, 229, "aten::fill_");
	launch(t, 221, 222, 300, 9, FILL);
	set_memory(t, 230, 231, 800000);
	launch(t, 231, 232, 310, 5, "nll_loss_backward_reduce_cuda_kernel_2d");
	range(t, 300, 399, FILL_OP); /* 7 */
	launch(t, 321, 322, 400, 9, FILL);
	launch(t, 331, 332, 410, 5, "nll_loss_backward_reduce_cuda_kernel_2d");
	/* an arange fills, but sets nothing */
	range(t, 400, 499, "aten::embedding_dense_backward"); /* 8 */
	range(t, 420, 429, "aten::arange");
	launch(t, 421, 422, 500, 9, "elementwise_kernel_with_index<arange_cuda>()");
	launch(t, 431, 432, 510, 5, "embedding_backward_kernel");
	/* of one memset the size is not known, however large another is; one of
	 * no bytes sets nothing */
	range(t, 500, 599, "aten::embedding_dense_backward"); /* 10 */
	set_memory(t, 510, 511, 64);
	set_memory(t, 512, 513, -1);
	set_memory(t, 514, 515, 128);
	launch(t, 531, 532, 610, 5, "embedding_backward_kernel");
	range(t, 600, 699, "aten::embedding_dense_backward"); /* 11 */
	set_memory(t, 610, 611, 0);
	launch(t, 631, 632, 710, 5, "embedding_backward_kernel");
	steps_run(&a, &p);
	assert_int_equal(zeroed(10), 0);
	assert_int_equal(zeroed(11), -1);
	assert_int_equal(zeroed(0), 120);
	assert_int_equal(zeroed(1), 120);
	assert_int_equal(zeroed(2), -1);
	assert_string_equal(inner(1), "fill_");
	assert_int_equal(zeroed(3), 400000);
	assert_int_equal(zeroed(5), 0);
	assert_int_equal(zeroed(7), 0);
	assert_int_equal(zeroed(8), -1);
	end();
}

/* As launch, with a grid. */
static void launch_grid(uint32_t t, int64_t start, int64_t gpu,
    const char *name, int64_t x, int64_t y, int64_t z)
{
	struct config c = {.grid = {x, y, z}, .copy = PROFILE_NONE};
	struct launch *l;

	launch(t, start, start + 1, gpu, 5, name);
	l = &p.launches.v[p.launches.n - 1];
	l->flags |= LAUNCH_HAS_GRID;
	profile_set_config(&p, l, &c);
}

/* The share of a launch; NULL: it has none. */
static const struct share *share(size_t i)
{
	uint32_t at = map_get(&a.share_of, i);

	return at == MAP_NONE || a.shares.v[at].none ? NULL : &a.shares.v[at];
}

#define COPY "unrolled_elementwise_kernel<direct_copy_kernel_cuda>()"

static void launches_of_one_name(void **state)
{
	uint32_t t, i;

	(void)state;
	begin();
	t = thread(1, 1);
	range(t, 10, 99, "ToCopyBackward0, seq = 1");
	range(t, 11, 89, "aten::copy_");
	launch_grid(t, 12, 300, COPY, 2, 3, 1); /* 0, the last */
	launch_grid(t, 14, 100, COPY, 4, 1, 1);
	launch_grid(t, 16, 200, COPY, 2, 1, 2);
	launch(t, 18, 19, 250, 1, "cublasLt::splitKreduce_kernel");
	range(t, 90, 95, "aten::copy_");	/* a call of its own */
	launch_grid(t, 91, 400, COPY, 7, 1, 1); /* 4 */
	range(t, 100, 199, "aten::copy_");	/* two names */
	launch_grid(t, 102, 500, COPY, 1, 1, 1);
	launch_grid(t, 104, 510, COPY, 1, 1, 1);
	launch_grid(t, 106, 520, "elementwise_kernel<direct_copy>()", 1, 1, 1);
	range(t, 200, 299, "aten::sum"); /* another class */
	launch_grid(t, 202, 600, "reduce_kernel<512>()", 1, 1, 1);
	launch_grid(t, 204, 610, "reduce_kernel<512>()", 1, 1, 1);
	range(t, 300, 399, "aten::fill_"); /* without a grid; 10, 11 */
	launch_grid(t, 302, 700, FILL, 1, 1, 1);
	launch(t, 304, 305, 710, 5, FILL);
	range(t, 400, 499, "aten::add"); /* a grid that is none; 12, 13 */
	launch_grid(t, 402, 800, "elementwise_kernel", 1, 0, 1);
	launch_grid(t, 404, 810, "elementwise_kernel", 1, 1, 1);
	range(t, 500, 599, "aten::add"); /* too many; 14, 15 */
	launch_grid(t, 502, 900, "elementwise_kernel", 1 << 16, 1 << 16, 1 << 16);
	launch_grid(t, 504, 910, "elementwise_kernel", 1, 1, 1);
	range(t, 600, 699, "aten::add"); /* too many grids; from 16 on */
	for (i = 0; i < 9; i++)
		launch_grid(t, 602 + 2 * i, 1000 + 5 * i, "elementwise_kernel",
		    i + 1, 1, 1);
	range(t, 700, 799, "aten::outer"); /* those of a call inside */
	range(t, 701, 750, "aten::add");
	launch_grid(t, 702, 2000, "elementwise_kernel", 1, 1, 1); /* 25 */
	range(t, 751, 790, "aten::add");
	launch_grid(t, 752, 2010, "elementwise_kernel", 1, 1, 1);
	steps_run(&a, &p);
	assert_non_null(share(0));
	assert_ptr_equal(share(0), share(1));
	assert_ptr_equal(share(0), share(2));
	assert_int_equal(share(0)->blocks, 14);
	assert_int_equal(share(0)->last, 0);
	assert_int_equal(share(0)->n, 2);
	assert_int_equal(share(0)->of[0].blocks, 6);
	assert_int_equal(share(0)->of[0].times, 1);
	assert_int_equal(share(0)->of[1].blocks, 4);
	assert_int_equal(share(0)->of[1].times, 2);
	for (i = 3; i < p.launches.n; i++)
		assert_null(share(i));
	end();
}

static void roles(void **state)
{
	uint32_t t;

	(void)state;
	begin();
	t = thread(1, 1);
	range(t, 10, 20, "MmBackward, seq = 1");
	launch(t, 11, 12, 100, 10, "volta_sgemm_32x32_sliced1x4_nt");
	launch(t, 13, 14, 110, 10, "volta_sgemm_32x128_nn");
	range(t, 30, 40, "CudnnConvolutionBackward, seq = 2");
	launch(t, 31, 32, 200, 10, "cudnn::detail::dgrad_engine<float>");
	launch(t, 33, 34, 210, 10, "volta_scudnn_128x64_interior_nn_v1");
	launch(t, 35, 36, 220, 10, "void at::native::reduce_kernel<512>(int)");
	range(t, 50, 60, "BmmBackward0, seq = 3");
	launch(t, 51, 52, 300, 10, "cutlass_80_tensorop_s16816gemm_f16");
	launch(t, 53, 54, 310, 20, "cutlass_80_tensorop_s16816gemm_f16");
	range(t, 70, 80, "SumBackward0, seq = 4");
	launch(t, 71, 72, 400, 10, "void at::native::reduce_kernel<512>(int)");
	steps_run(&a, &p);
	assert_int_equal(a.facts.v[0].role, ROLE_WGRAD);
	assert_int_equal(a.facts.v[1].role, ROLE_DGRAD);
	assert_true(a.facts.v[0].main && a.facts.v[1].main);
	assert_int_equal(a.facts.v[1].sub, 1);
	assert_int_equal(a.facts.v[1].nsub, 2);
	assert_int_equal(a.facts.v[2].role, ROLE_DGRAD);
	assert_int_equal(a.facts.v[3].role, ROLE_WGRAD); /* what is left */
	assert_int_equal(a.facts.v[4].role, ROLE_DBIAS);
	assert_true(a.facts.v[2].main && a.facts.v[3].main && a.facts.v[4].main);
	/* nothing tells these two apart: one main */
	assert_int_equal(a.facts.v[5].role, ROLE_NONE);
	assert_int_equal(a.facts.v[6].role, ROLE_NONE);
	assert_false(a.facts.v[5].main);
	assert_true(a.facts.v[6].main);
	/* no product beside it: no bias */
	assert_int_equal(a.facts.v[7].role, ROLE_NONE);
	end();
}

/* A convolution's products are named by layouts too, but those tell nothing;
 * the calls inside do. */
static void roles_of_a_convolution(void **state)
{
	uint32_t t;

	(void)state;
	begin();
	t = thread(1, 1);
	range(t, 10, 30, "CudnnConvolutionBackward, seq = 1");
	range(t, 11, 29, "aten::cudnn_convolution_backward, seq = 0");
	range(t, 12, 19, "aten::cudnn_convolution_backward_input, seq = 0");
	launch(t, 13, 14, 100, 10, "volta_sgemm_64x64_nt");
	range(t, 20, 28, "aten::cudnn_convolution_backward_weight, seq = 0");
	launch(t, 21, 22, 110, 10, "volta_sgemm_64x64_nt");
	range(t, 40, 60, "ConvolutionBackward0, seq = 2");
	range(t, 41, 59, "aten::convolution_backward, seq = 0");
	launch(t, 42, 43, 200, 10, "volta_sgemm_32x128_nt");
	launch(t, 44, 45, 210, 10, "cudnn::cnn::wgrad_alg0_engine<float>");
	range(t, 70, 80, "ConvolutionBackward0, seq = 3");
	launch(t, 71, 72, 300, 10, "volta_sgemm_32x128_nt");
	launch(t, 73, 74, 310, 20, "volta_sgemm_64x64_tn");
	steps_run(&a, &p);
	assert_int_equal(a.facts.v[0].role, ROLE_DGRAD);
	assert_int_equal(a.facts.v[1].role, ROLE_WGRAD);
	assert_true(a.facts.v[0].main && a.facts.v[1].main);
	assert_int_equal(a.facts.v[2].role, ROLE_DGRAD); /* what is left */
	assert_int_equal(a.facts.v[3].role, ROLE_WGRAD);
	assert_int_equal(a.facts.v[4].role, ROLE_NONE);
	assert_int_equal(a.facts.v[5].role, ROLE_NONE);
	end();
}

/* MIOpen and Composable Kernel say bwd of the gradient of the input, and often
 * of the other too; what other operators call so is no role. */
static void roles_by_words_of_convolutions(void **state)
{
	static const struct {
		const char *node, *call, *kernel;
		enum role role;
	} cases[] = {
	    {"ConvolutionBackward0", "aten::convolution_backward",
		"igemm_bwd_gtcx3_nhwc_bf16_bx0", ROLE_DGRAD},
	    {"ConvolutionBackward0", "aten::convolution_backward",
		"igemm_wrw_gtcx3_nhwc_bf16_bx0", ROLE_WGRAD},
	    {"ConvolutionBackward0", "aten::convolution_backward",
		"naive_conv_ab_nonpacked_wrw_nchw_half", ROLE_WGRAD},
	    {"MiopenConvolutionBackward0", "aten::miopen_convolution_backward",
		"miopenGcnAsmConv1x1WrW", ROLE_WGRAD},
	    {"ConvolutionBackward0", "aten::convolution_backward",
		"void ck::kernel_batched_gemm_xdlops_bwd_weight<x>()", ROLE_WGRAD},
	    {"ConvolutionBackward0", "aten::convolution_backward",
		"void ck::kernel_grouped_conv_bwd_data_multiple_d<x>()", ROLE_DGRAD},
	    {"ConvolutionBackward0",
		"aten::convolution_backward", "void ck::kernel_gemm_xdl_cshuffle<ck::DeviceGroupedConvBwdWeight>()",
		ROLE_WGRAD},
	    {"ConvolutionBackward0", "aten::convolution_backward",
		"void ck::kernel_gemm_xdl_cshuffle<ck::DeviceConvBwdData>()",
		ROLE_DGRAD},
	    {"ConvolutionBackward0", "aten::convolution_backward",
		"void at::native::conv_depthwise2d_grad_weight_kernel<float>()",
		ROLE_WGRAD},
	    {"ConvDepthwise3DBackward0",
		"aten::conv_depthwise3d_backward", "void at::native::conv_depthwise3d_cuda_backward_input_kernel<3>()",
		ROLE_DGRAD},
	    /* the node of a compiled function: the call in it is one */
	    {"CompiledFunctionBackward", "aten::convolution_backward",
		"igemm_bwd_gtcx3_nhwc_bf16_bx0", ROLE_DGRAD},
	    /* no convolutions */
	    {"FlashAttnFuncBackward", "flash_attn::_flash_attn_backward",
		"fmha_bwd_gemm_kernel", ROLE_NONE},
	    {"ConvertBackward0", "aten::convert",
		"igemm_bwd_gtcx3_nhwc_bf16_bx0", ROLE_NONE},
	    {"LinearBackward0", "aten::mm", "igemm_wrw_gtcx3", ROLE_NONE},
	    /* one kernel for all gradients */
	    {"CausalConv1dFnBackward", "DaoAILab::_causal_conv1d_bwd_cpp",
		"void causal_conv1d_bwd_kernel<x>()", ROLE_NONE},
	    /* of a forward they say nothing */
	    {"ConvolutionBackward0", "aten::convolution_backward",
		"igemm_fwd_gtcx3_nhwc_bf16_bx0", ROLE_NONE},
	};
	char node[64];
	uint32_t t;
	size_t i;

	(void)state;
	begin();
	t = thread(1, 1);
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		int64_t at = 10 + 10 * (int64_t)i;

		snprintf(node, sizeof node, "%s, seq = %zu", cases[i].node, i);
		range(t, at, at + 9, node);
		range(t, at + 1, at + 8, cases[i].call);
		launch(t, at + 2, at + 3, 1000 + at, 5, cases[i].kernel);
	}
	steps_run(&a, &p);
	for (i = 0; i < sizeof cases / sizeof *cases; i++)
		if (a.facts.v[i].role != cases[i].role)
			fail_msg("%s in %s: role %d", cases[i].kernel,
			    cases[i].node, a.facts.v[i].role);
	end();
}

/* A number alone leads to no operator of torch's that has a node of another
 * name; to others it does. */
static void links_by_number_alone(void **state)
{
	static const struct {
		const char *outer, *inner, *node, *forward;
	} cases[] = {
	    {"aten::linear, seq = %d", "aten::addmm, seq = %d",
		"NativeLayerNormBackward0, seq = %d", ""},
	    {"aten::linear, seq = %d", "aten::addmm, seq = %d",
		"AddmmBackward0, seq = %d", "aten::addmm, seq = %d"},
	    /* only the call around it was kept */
	    {"aten::conv2d, seq = %d", "aten::convolution, seq = %d",
		"CudnnConvolutionBackward0, seq = %d", ""},
	    {"aten::pow, seq = %d", "aten::result_type, seq = %d",
		"torch::jit::(anonymous "
		"namespace)::DifferentiableGraphBackward, "
		"seq = %d",
		""},
	    /* torch names the node without `forward` */
	    {"aten::thnn_conv2d, seq = %d", "aten::_slow_conv2d_forward, seq = %d",
		"SlowConv2DBackward0, seq = %d",
		"aten::_slow_conv2d_forward, seq = %d"},
	    {"aten::nll_loss, seq = %d", "aten::nll_loss_forward, seq = %d",
		"NllLossBackward0, seq = %d", "aten::nll_loss, seq = %d"},
	    /* a library's function, whatever its class is called */
	    {"lib::align, seq = %d", "lib::impl, seq = %d",
		"torch::autograd::CppNode<lib::Other>, seq = %d",
		"lib::impl, seq = %d"},
	    /* texts of before torch 1.6 */
	    {"mul, seq = %d", "add, seq = %d", "FooBackward, seq = %d",
		"add, seq = %d"},
	};
	char text[128];
	size_t i, n = sizeof cases / sizeof *cases;
	uint32_t t, u;

	(void)state;
	begin();
	t = thread(1, 1);
	u = thread(1, 2);
	for (i = 0; i < n; i++) {
		int64_t at = 10 + 10 * (int64_t)i;
		int seq = (int)i + 1;

		snprintf(text, sizeof text, cases[i].outer, seq);
		range(t, at, at + 9, text);
		snprintf(text, sizeof text, cases[i].inner, seq);
		range(t, at + 1, at + 8, text);
		snprintf(text, sizeof text, cases[i].node, seq);
		range(u, 500 + at, 500 + at + 9, text);
		launch(u, 500 + at + 2, 500 + at + 3, 1000 + at, 5, "kernel");
	}
	steps_run(&a, &p);
	for (i = 0; i < n; i++) {
		snprintf(text, sizeof text, cases[i].forward, (int)i + 1);
		assert_string_equal(forward(i), text);
	}
	end();
}

static void checkpoint_runs_again(void **state)
{
	uint32_t t;

	(void)state;
	begin();
	t = thread(1, 1);
	range(t, 10, 90, "CheckpointFunctionBackward, seq = 9");
	range(t, 20, 30, "aten::mm, seq = 50");
	launch(t, 21, 22, 100, 10, "volta_sgemm_128x64_tn");
	range(t, 31, 40, "aten::relu, seq = 51");
	launch(t, 32, 33, 120, 10, "elementwise_kernel");
	range(t, 50, 60, "MmBackward, seq = 50");
	launch(t, 51, 52, 140, 10, "volta_sgemm_128x64_nt");
	steps_run(&a, &p);
	assert_true(a.facts.v[0].bprop && a.facts.v[0].recomp);
	assert_true(a.facts.v[1].recomp && a.facts.v[1].main);
	assert_int_equal(a.facts.v[1].nsub, 1); /* its own unit, not the node */
	assert_true(a.facts.v[2].bprop && !a.facts.v[2].recomp);
	assert_string_equal(forward(2), "aten::mm, seq = 50");
	end();
}

/* Without reentrance the forward runs again in the node that needs it; what the
 * node computes itself is no forward, whatever module it belongs to. */
static void checkpoint_in_the_consumer(void **state)
{
	uint32_t t;

	(void)state;
	begin();
	t = thread(1, 1);
	range(t, 10, 90, "AddmmBackward0, seq = 9");
	range(t, 20, 40, "aten::linear, seq = 60");
	range(t, 21, 30, "aten::addmm, seq = 61");
	launch(t, 22, 23, 100, 10, "volta_sgemm_128x64_tn");
	range(t, 50, 60, "aten::mm");
	launch(t, 51, 52, 140, 10, "volta_sgemm_128x64_nt");
	steps_run(&a, &p);
	assert_true(a.facts.v[0].bprop && a.facts.v[0].recomp);
	assert_true(a.facts.v[0].main);
	assert_int_equal(a.facts.v[0].nsub, 1);
	assert_true(a.facts.v[1].bprop && !a.facts.v[1].recomp);
	assert_int_equal(a.facts.v[1].role, ROLE_WGRAD);
	end();
}

/* A call whose arguments were not all told gets its result's shape from the
 * gradient that its node gets; torch's own category tells operators. */
static void row(uint32_t t, int64_t start, int64_t seq, const char *name,
    const char *payload)
{
	struct extra e = PROFILE_NO_EXTRA;
	struct range *r;

	range(t, start, start + 9, name);
	r = &p.ranges.v[p.ranges.n - 1];
	e.domain = intern_add(&p.texts, STR("cpu_op"));
	e.payload = intern_add(&p.texts, str_of(payload));
	r->extra = profile_add_extra(&p, &e);
	r->numbers =
	    profile_add_numbers(&p, &(struct numbers){.seq = seq, .id = -1});
}

static const struct call *call_of(uint32_t range)
{
	return &analysis_mark(&a, range)->call;
}

static void results(void **state)
{
	uint32_t t;

	(void)state;
	begin();
	p.numbers_apart = true;
	t = thread(1, 1);
	row(t, 10, 5, "aten::conv2d", "{'dims': [[1, 3, 8, 8], [4, 3, 3, 3], []]}");
	row(t, 20, 6, "aten::mm", "{'dims': [[2, 3], [3, 4]]}");
	row(t, 30, 7, "aten::div", "{'dims': [[2], []]}");
	row(t, 40, 8, "aten::pow", "{'dims': [[2], []]}");
	row(t, 50, 7, "DivBackward0",
	    "{'dims': [[2]], 'strides': [[0]], 'types': ['c10::Half']}");
	row(t, 60, 6, "MmBackward0", "{'dims': [[2, 4]]}");
	row(t, 70, 5, "Conv2DBackward0", "{'dims': [[1, 4, 6, 6], []]}");
	row(t, 80, 8, "MulBackward0", "{'dims': [[9]]}");
	row(t, 90, 9, "aten::div", "{'dims': [[2], []]}");
	steps_run(&a, &p);
	assert_int_equal(call_of(0)->nout, 2);
	assert_int_equal(call_of(0)->out[0].shape.n, 4);
	assert_int_equal(call_of(0)->out[0].shape.v[3], 6);
	assert_int_equal(call_of(0)->out[1].kind, ARG_UNKNOWN);
	assert_int_equal(call_of(1)->nout, 0); /* everything was recorded */
	assert_int_equal(call_of(2)->nout, 1);
	assert_int_equal(call_of(2)->out[0].dtype, DTYPE_FLOAT16);
	assert_null(call_of(2)->out[0].strides.v); /* the gradient's own */
	assert_int_equal(call_of(3)->nout, 0);	   /* another's node */
	assert_int_equal(call_of(8)->nout, 0); /* a call like an earlier one */
	end();
}

/* Without a node that leads to it a call gets the gradient's shape from the
 * backward's calls of the same tensors, where they agree. */
static void results_of_similar_calls(void **state)
{
	uint32_t t;

	(void)state;
	begin();
	p.numbers_apart = true;
	t = thread(1, 1);
	row(t, 10, -1, "aten::cudnn_convolution",
	    "{'dims': [[1, 3, 8, 8], [4, 3, 3, 3], [], []]}");
	/* the same w with another x */
	row(t, 20, -1, "aten::cudnn_convolution",
	    "{'dims': [[1, 3, 9, 9], [4, 3, 3, 3], [], []]}");
	/* strides 1 and 2 of the same tensors */
	row(t, 30, -1, "aten::cudnn_convolution",
	    "{'dims': [[1, 4, 6, 6], [4, 4, 1, 1], [], []]}");
	row(t, 40, -1, "aten::convolution",
	    "{'dims': [[1, 3, 8, 8], [4, 3, 3, 3], [4], []]}");
	row(t, 50, -1, "aten::avg_pool2d", "{'dims': [[1, 3, 8, 8], []]}");
	/* a gradient alone, and tensors of one more */
	row(t, 60, -1, "aten::select", "{'dims': [[2, 3], [], []]}");
	row(t, 70, -1, "aten::mse_loss", "{'dims': [[2, 3], [2, 3], []]}");
	/* all values were recorded */
	row(t, 80, -1, "aten::elu", "{'dims': [[2, 3]]}");
	row(t, 110, -1, "aten::cudnn_convolution_backward",
	    "{'dims': [[1, 3, 8, 8], [1, 4, 3, 3], [4, 3, 3, 3], []]}");
	row(t, 120, -1, "aten::cudnn_convolution_backward",
	    "{'dims': [[1, 3, 8, 8], [1, 4, 3, 3], [4, 3, 3, 3], []]}");
	row(t, 130, -1, "aten::cudnn_convolution_backward",
	    "{'dims': [[1, 4, 6, 6], [1, 4, 6, 6], [4, 4, 1, 1], []]}");
	row(t, 140, -1, "aten::cudnn_convolution_backward",
	    "{'dims': [[1, 4, 6, 6], [1, 4, 3, 3], [4, 4, 1, 1], []]}");
	row(t, 150, -1, "aten::convolution_backward",
	    "{'dims': [[1, 4, 6, 6], [1, 3, 8, 8], [4, 3, 3, 3], []]}");
	row(t, 160, -1, "aten::avg_pool2d_backward",
	    "{'dims': [[1, 3, 4, 4], [1, 3, 8, 8], []]}");
	row(t, 170, -1, "aten::select_backward", "{'dims': [[3], [], [], []]}");
	row(t, 180, -1, "aten::mse_loss_backward",
	    "{'dims': [[], [2, 3], [2, 3], []]}");
	row(t, 190, -1, "aten::elu_backward", "{'dims': [[2, 3], [2, 3]]}");
	row(t, 200, -1, "_backward", "{'dims': [[2, 3], [2, 3]]}");
	row(t, 210, -1, "aten::cudnn_convolution",
	    "{'dims': [[1, 3, 8, 8], [4, 3, 3, 3], [], []]}");
	steps_run(&a, &p);
	assert_int_equal(call_of(0)->nout, 1);
	assert_true(call_of(0)->similar);
	assert_int_equal(call_of(0)->out[0].shape.v[1], 4);
	assert_int_equal(call_of(0)->out[0].shape.v[2], 3);
	assert_int_equal(call_of(1)->nout, 0);
	assert_int_equal(call_of(2)->nout, 0);
	assert_false(call_of(2)->similar);
	assert_int_equal(call_of(3)->nout, 1); /* its bias is passed over */
	assert_int_equal(call_of(3)->out[0].shape.v[2], 6);
	assert_int_equal(call_of(4)->nout, 1);
	assert_int_equal(call_of(4)->out[0].shape.v[3], 4);
	assert_int_equal(call_of(5)->nout, 0);
	assert_int_equal(call_of(6)->nout, 0);
	assert_int_equal(call_of(7)->nout, 0);
	assert_int_equal(call_of(18)->nout, 1); /* a call like an earlier one */
	end();
}

static void order_of_output(void **state)
{
	uint32_t t;

	(void)state;
	begin();
	t = thread(1, 1);
	launch(t, 1, 2, 300, 1, "late");
	launch(t, 3, 4, 0, 0, "no times");
	launch(t, 5, 6, 100, 9, "first");
	launch(t, 7, 8, 100, 1, "tie, later in the table");
	p.launches.v[1].flags &= (uint16_t)~LAUNCH_TIMED;
	steps_run(&a, &p);
	assert_int_equal(a.order.v[0], 2);
	assert_int_equal(a.order.v[1], 3);
	assert_int_equal(a.order.v[2], 0);
	assert_int_equal(a.order.v[3], 1);
	end();
}

/* The text of the range that launch i is. */
static const char *itself(size_t i)
{
	return intern_get(&p.texts, p.ranges.v[p.launches.v[i].range].text).p;
}

/* Ranges are launches, too: each encloses itself, the innermost, and what a
 * kernel's launch call is in does not depend on whether they are. */
static void ranges_as_records(void **state)
{
	static const struct {
		enum launch_kind kind;
		const char *itself, *around;
		bool bprop;
		const char *forward;
	} expected[] = {
	    {LAUNCH_STEP, "ProfilerStep#3", "ProfilerStep#3", false, ""},
	    {LAUNCH_OP, "aten::mm, seq = 5", "ProfilerStep#3|aten::mm, seq = 5",
		false, ""},
	    {LAUNCH_RANGE, "starts with the call",
		"ProfilerStep#3|aten::mm, seq = 5|starts with the call", false, ""},
	    {LAUNCH_RANGE, "autograd::engine::evaluate_function: MmBackward0, seq = 5",
		"autograd::engine::evaluate_function: MmBackward0, seq = 5",
		true, "aten::mm, seq = 5"},
	    {LAUNCH_OP, "MmBackward0, seq = 5",
		"autograd::engine::evaluate_function: MmBackward0, seq = 5|"
		"MmBackward0, seq = 5",
		true, "aten::mm, seq = 5"},
	    {LAUNCH_RANGE, "first of two", "first of two", false, ""},
	    {LAUNCH_RANGE, "second of two", "first of two|second of two", false, ""},
	    {LAUNCH_RANGE, "aten::relu, seq = 8", "aten::relu, seq = 8", false,
		""}, /* open: no operator */
	};
	uint32_t t, engine;
	size_t i;

	(void)state;
	profile_init(&p, "test", LAUNCH_ALL);
	t = thread(1, 1);
	engine = thread(1, 2);
	range(t, 10, 90, "ProfilerStep#3");
	range(t, 20, 60, "aten::mm, seq = 5");
	range(t, 30, 50, "starts with the call");
	range(engine, 100, 200,
	    "autograd::engine::evaluate_function: MmBackward0, seq = 5");
	range(engine, 110, 190, "MmBackward0, seq = 5");
	range(t, 300, 400, "first of two");
	range(t, 300, 400, "second of two");
	range(t, 500, INT64_MAX, "aten::relu, seq = 8");
	launch(t, 30, 40, 1000, 1, "k");
	launch(engine, 110, 120, 1001, 1, "k");
	steps_run(&a, &p);
	assert_int_equal(p.launches.n, 2 + sizeof expected / sizeof *expected);
	assert_string_equal(around(0), "ProfilerStep#3|aten::mm, seq = 5");
	assert_string_equal(around(1),
	    "autograd::engine::evaluate_function: MmBackward0, seq = 5");
	for (i = 0; i < sizeof expected / sizeof *expected; i++) {
		assert_int_equal(p.launches.v[i + 2].kind, expected[i].kind);
		assert_string_equal(itself(i + 2), expected[i].itself);
		assert_string_equal(around(i + 2), expected[i].around);
		assert_int_equal(a.facts.v[i + 2].bprop, expected[i].bprop);
		assert_string_equal(forward(i + 2), expected[i].forward);
	}
	assert_string_equal(numbers(6), "5"); /* the node's */
	/* no kernel of any unit */
	assert_int_equal(a.facts.v[0].nsub, 1);
	assert_true(a.facts.v[0].main && a.facts.v[1].main);
	end();
}

/* Of the ranges only those of the kinds that are wanted. */
static void ranges_wanted(void **state)
{
	uint32_t t;

	(void)state;
	profile_init(&p, "test", LAUNCH_BIT(LAUNCH_OP));
	t = thread(1, 1);
	range(t, 10, 90, "mine");
	range(t, 20, 60, "aten::mm");
	steps_run(&a, &p);
	assert_int_equal(p.launches.n, 1);
	assert_string_equal(around(0), "mine|aten::mm");
	end();
}

static void nothing_at_all(void **state)
{
	(void)state;
	begin();
	steps_run(&a, &p);
	assert_int_equal(a.order.n, 0);
	end();
	begin();
	launch(thread(1, 1), 1, 2, 3, 4, "no ranges");
	steps_run(&a, &p);
	assert_string_equal(around(0), "");
	assert_true(a.facts.v[0].main);
	end();
}

/* Thousands of ranges open at one time, of five shapes: each in the one before;
 * each ends behind the one before; groups of both; any; short ones on top of
 * long ones. */
static void deep_ranges(int shape, int64_t n)
{
	uint32_t t = thread(1, 1);
	int64_t i;

	for (i = 0; i < n; i++) {
		int64_t start = 10 * i, end = 20 * n - 10 * i;

		if (shape == 1 || (shape == 2 && i / 100 % 2))
			end = 10 * n + 10 * i;
		else if (shape == 3)
			end = start + draw(20 * (uint32_t)n);
		else if (shape == 4)
			end = i % 3 ? start + draw(30) : end;
		range(t, start, end, "r");
	}
	for (i = 0; i < 60; i++) {
		int64_t at = draw(20 * (uint32_t)n);

		launch(t, at, at + draw(20), 30 * n, 1, "k");
	}
}

/* A list by the rule of nest.h: 256, the first 128 and the last 128. */
static size_t shorten(uint32_t *list, size_t n)
{
	if (n <= 256)
		return n;
	memmove(list + 128, list + n - 128, 128 * sizeof *list);
	return 256;
}

static void nest_deep(void **state)
{
	static uint32_t list[5000];
	int round, cut = 0, whole = 0;
	size_t i, k, n, short_n;

	(void)state;
	seed = 5;
	for (round = 0; round < 20; round++) {
		begin();
		deep_ranges(round % 5, 4200);
		p.touch = true;
		p.slack = round % 4;
		steps_run(&a, &p);
		for (i = 0; i < p.launches.n; i++) {
			const struct chain *c = &a.around.of.v[i];

			n = plain_touch(&p.launches.v[i], list);
			short_n = shorten(list, n);
			assert_int_equal(c->n, short_n);
			assert_int_equal(c->cut, n > 256);
			for (k = 0; k < short_n; k++)
				assert_int_equal(
				    a.around.ranges.v[c->at + k], list[k]);
			cut += c->cut;
			whole += !c->cut && n > 0;
		}
		end();
	}
	assert_true(cut > 100 && whole > 40); /* there are both */
}

/* Of ranges on a thread and of its process, 128 outermost and innermost of
 * both: 300 and 300 that begin by turns, process first. */
static void nest_deep_process(void **state)
{
	const struct chain *c;
	uint32_t t, all;
	int i;

	(void)state;
	begin();
	t = thread(1, 1);
	all = profile_process(&p, 1, 1);
	for (i = 0; i < 600; i++)
		range(i % 2 ? t : all, i, 2000 - i, "r");
	launch(t, 700, 701, 800, 1, "k");
	steps_run(&a, &p);
	c = &a.around.of.v[0];
	assert_int_equal(c->n, 256);
	assert_true(c->cut);
	for (i = 0; i < 256; i++)
		assert_int_equal(a.around.ranges.v[c->at + (uint64_t)i],
		    i < 128 ? i : 600 - 256 + i);
	end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(nest_touching),
	    cmocka_unit_test(nest_crossing_and_open),
	    cmocka_unit_test(nest_touch),
	    cmocka_unit_test(nest_slack),
	    cmocka_unit_test(nest_followed),
	    cmocka_unit_test(nest_ties),
	    cmocka_unit_test(nest_steps),
	    cmocka_unit_test(nest_process),
	    cmocka_unit_test(nest_random),
	    cmocka_unit_test(nest_touch_random),
	    cmocka_unit_test(nest_deep),
	    cmocka_unit_test(nest_deep_process),
	    cmocka_unit_test(direction_by_nesting),
	    cmocka_unit_test(direction_by_dialect),
	    cmocka_unit_test(marks_by_domain),
	    cmocka_unit_test(numbers_of_a_chain),
	    cmocka_unit_test(link_by_stem_and_time),
	    cmocka_unit_test(link_not_made),
	    cmocka_unit_test(link_random),
	    cmocka_unit_test(units_and_main),
	    cmocka_unit_test(chain_packed),
	    cmocka_unit_test(chain_given),
	    cmocka_unit_test(first_of_alike),
	    cmocka_unit_test(own_before_inner),
	    cmocka_unit_test(index_before_sort),
	    cmocka_unit_test(calls_inside),
	    cmocka_unit_test(calls_inside_by_time),
	    cmocka_unit_test(sets_inside),
	    cmocka_unit_test(launches_of_one_name),
	    cmocka_unit_test(roles),
	    cmocka_unit_test(roles_of_a_convolution),
	    cmocka_unit_test(roles_by_words_of_convolutions),
	    cmocka_unit_test(links_by_number_alone),
	    cmocka_unit_test(results),
	    cmocka_unit_test(results_of_similar_calls),
	    cmocka_unit_test(checkpoint_runs_again),
	    cmocka_unit_test(checkpoint_in_the_consumer),
	    cmocka_unit_test(order_of_output),
	    cmocka_unit_test(ranges_as_records),
	    cmocka_unit_test(ranges_wanted),
	    cmocka_unit_test(nothing_at_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
