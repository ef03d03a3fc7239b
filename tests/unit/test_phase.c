/*
 * test_phase.c - direction and phase of each launch.
 *
 * Profiles are tables of ranges and launches; which is in which thread, and
 * where a forward begins and ends, can be read off their times.  When a forward
 * is going on is also held against the plain rule, on random profiles.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "common/nelems.h"
#include "parse/steps/steps.h"

#define OPEN INT64_MAX
#define PROCESS -1 /* as tid: of the whole process, begun by its thread 1 */

/* A range; or, where it has a result, a launch: "dir phase", where "-" is none. */
struct row {
	int pid, tid;
	int64_t start, end;
	const char *text, *result;
};

static struct profile p;
static struct analysis a;

static uint32_t thread_of(const struct row *row)
{
	return row->tid == PROCESS ? profile_process(&p, row->pid, row->pid)
				   : profile_thread(&p, row->pid, row->tid);
}

static void add_range(const struct row *row)
{
	struct range r = {
	    .start = row->start, .end = row->end, .thread = thread_of(row)};
	struct extra e = PROFILE_NO_EXTRA;

	if (row->tid == PROCESS)
		e.home = profile_thread(&p, row->pid, 1) + 1;
	r.extra = profile_add_extra(&p, &e);
	profile_set_text(&p, &r, str_of(row->text));
	*vec_add(&p.ranges) = r;
}

static struct launch *add_launch(const struct row *row)
{
	struct launch *l = profile_launch(&p, LAUNCH_KERNEL);

	l->start = row->end + 1000;
	l->end = row->end + 1001;
	l->api_start = row->start;
	l->api_end = row->end;
	l->thread = thread_of(row);
	l->name = intern_add(&p.texts, str_of(row->text));
	l->flags = LAUNCH_TIMED | LAUNCH_HAS_API;
	return l;
}

static const char *result(size_t launch)
{
	static const char *const dirs[] = {"-", "fprop", "bprop"};
	static const char *const phases[] = {"-", "forward", "backward", "update"};
	static char text[32];
	const struct fact *f = &a.facts.v[launch];

	snprintf(text, sizeof text, "%s %s", dirs[f->dir], phases[f->phase]);
	return text;
}

static void run(const struct row *rows, size_t n)
{
	size_t i, launch = 0;

	profile_init(&p, "test", LAUNCH_GPU);
	for (i = 0; i < n; i++) {
		if (rows[i].result)
			add_launch(&rows[i]);
		else
			add_range(&rows[i]);
	}
	steps_run(&a, &p);
	for (i = 0; i < n; i++) {
		if (!rows[i].result)
			continue;
		if (strcmp(result(launch), rows[i].result) != 0)
			fail_msg("'%s': %s, must be %s", rows[i].text,
			    result(launch), rows[i].result);
		launch++;
	}
}

static void end(void)
{
	analysis_free(&a);
	profile_free(&p);
}

#define CHECK(rows)                                                            \
	do {                                                                   \
		run(rows, NELEMS(rows));                                       \
		end();                                                         \
	} while (0)

/* On autograd's thread everything after its first node is a backward, whether a
 * node is around it or not. */
static void thread_of_autograd(void **state)
{
	static const struct row rows[] = {
	    {1, 1, 10, 20, "aten::mm, seq = 1, op_id = 1", NULL},
	    {1, 1, 11, 12, "forward", "fprop forward"},
	    {1, 2, 30, 40, "aten::zero_, op_id = 2", NULL},
	    {1, 2, 31, 32, "before the first node", "fprop -"},
	    {1, 2, 50, 60, "MmBackward0, seq = 1, op_id = 3", NULL},
	    {1, 2, 51, 52, "in the node", "bprop backward"},
	    {1, 2, 70, 80, "aten::add, op_id = 4", NULL},
	    {1, 2, 71, 72, "between nodes, in a call", "bprop backward"},
	    {1, 2, 85, 86, "between nodes, in none", "bprop backward"},
	    {1, 2, 90, 95, "AddBackward0, seq = 0, op_id = 5", NULL},
	    {1, 2, 100, 110, "aten::add, op_id = 6", NULL},
	    {1, 2, 101, 102, "after the last", "bprop backward"},
	    {1, 1, 120, 130, "aten::add, op_id = 7", NULL},
	    {1, 1, 121, 122, "on another thread", "fprop -"},
	    {2, 2, 125, 130, "aten::add, op_id = 7", NULL},
	    {2, 2, 126, 127, "the tid of another process", "fprop -"},
	};

	(void)state;
	CHECK(rows);
}

/* Engine ranges show that a thread is autograd's, too. */
static void thread_of_engine(void **state)
{
	static const struct row rows[] = {
	    {1, 2, 10, 20, "autograd::engine::evaluate_function: AddBackward0", NULL},
	    {1, 2, 30, 40, "aten::add, op_id = 4", NULL},
	    {1, 2, 31, 32, "k", "bprop backward"},
	    /* AccumulateGrad alone does not: it is also in a node's hook */
	    {1, 3, 10, 20, "torch::autograd::AccumulateGrad", NULL},
	    {1, 3, 12, 13, "in it", "bprop backward"},
	    {1, 3, 30, 40, "aten::add, op_id = 5", NULL},
	    {1, 3, 31, 32, "behind it", "fprop -"},
	};

	(void)state;
	CHECK(rows);
}

/* A thread that runs nodes is not autograd's where it runs other things, too. */
static void thread_of_both(void **state)
{
	static const struct row call[] = {
	    {1, 1, 10, 20, "aten::mm, seq = 1, op_id = 1", NULL},
	    {1, 1, 11, 12, "forward", "fprop forward"},
	    {1, 1, 50, 60, "MmBackward0, seq = 1, op_id = 3", NULL},
	    {1, 1, 51, 52, "in the node", "bprop backward"},
	    {1, 1, 70, 80, "aten::add, op_id = 4", NULL},
	    {1, 1, 71, 72, "after it", "fprop -"},
	    {1, 1, 85, 86, "in no call", "- -"},
	};
	static const struct row update[] = {
	    {1, 1, 50, 60, "MmBackward0, seq = 1, op_id = 3", NULL},
	    {1, 1, 70, 90, "optimizer", NULL},
	    {1, 1, 75, 80, "aten::add_, op_id = 4", NULL},
	    {1, 1, 76, 77, "in the update", "fprop -"}, /* its range tells that */
	    {1, 1, 95, 99, "aten::add, op_id = 5", NULL},
	    {1, 1, 96, 97, "after it", "fprop -"},
	};
	static const struct row step[] = {
	    {1, 1, 10, 90, "step 3", NULL},
	    {1, 1, 50, 60, "MmBackward0, seq = 1, op_id = 3", NULL},
	    {1, 1, 70, 80, "aten::add, op_id = 4", NULL},
	    {1, 1, 71, 72, "in a step of this thread", "fprop -"},
	};
	/* of the process, but thread 1 began it */
	static const struct row home[] = {
	    {1, PROCESS, 10, 90, "ProfilerStep#3", NULL},
	    {1, 1, 50, 60, "MmBackward0, seq = 1, op_id = 3", NULL},
	    {1, 1, 70, 80, "aten::add, op_id = 4", NULL},
	    {1, 1, 71, 72, "where the step began", "fprop -"},
	    {1, 2, 51, 60, "MmBackward0, seq = 2, op_id = 5", NULL},
	    {1, 2, 70, 80, "aten::add, op_id = 6", NULL},
	    {1, 2, 71, 72, "in the step, of another thread", "bprop backward"},
	};
	/* A checkpoint's node runs a forward: that does not count. */
	static const struct row inside[] = {
	    {1, 2, 10, 60, "CheckpointFunctionBackward, seq = 9, op_id = 1", NULL},
	    {1, 2, 12, 20, "aten::mm, seq = 50, op_id = 2", NULL},
	    {1, 2, 13, 14, "run again", "bprop backward"},
	    {1, 2, 25, 30, "optimizer", NULL}, /* a hook's */
	    {1, 2, 61, 69, "torch::autograd::AccumulateGrad, op_id = 5", NULL},
	    {1, 2, 62, 68, "Optimizer.step#SGD.step, op_id = 6", NULL},
	    {1, 2, 40, 50, "MmBackward0, seq = 50, op_id = 3", NULL},
	    {1, 2, 41, 42, "its node", "bprop backward"},
	    {1, 2, 70, 80, "aten::add, op_id = 4", NULL},
	    {1, 2, 71, 72, "between nodes", "bprop backward"},
	};

	(void)state;
	CHECK(call);
	CHECK(update);
	CHECK(step);
	CHECK(home);
	run(inside, NELEMS(inside));
	assert_true(a.facts.v[0].recomp);
	end();
}

/* What is run again is backward, though it computes a forward. */
static void recomputed(void **state)
{
	static const struct row rows[] = {
	    {1, 1, 10, 20, "aten::linear, seq = 1, op_id = 1", NULL},
	    {1, 1, 11, 12, "forward", "fprop forward"},
	    {1, 2, 30, 60, "MulBackward0, seq = 7, op_id = 2", NULL},
	    {1, 2, 35, 40, "aten::linear, op_id = 3", NULL},
	    {1, 2, 36, 37, "again", "bprop backward"},
	    {1, 1, 70, 90, "DeepSpeedEngine.backward", NULL},
	    {1, 1, 75, 80, "DeepSpeedEngine.forward", NULL},
	    {1, 1, 76, 77, "again", "bprop backward"},
	    {1, 2, 95, 99, "LinearBackward0, seq = 1, op_id = 4", NULL},
	};

	(void)state;
	run(rows, NELEMS(rows));
	assert_false(a.facts.v[0].recomp);
	assert_true(a.facts.v[1].recomp);
	assert_true(a.facts.v[2].recomp);
	end();
}

/* Off autograd's thread: a framework's word, a node's call, a user's phase, any
 * call, in this order. */
static void direction_by_ranges(void **state)
{
	static const struct row rows[] = {
	    {1, 1, 10, 90, "backward", NULL},
	    {1, 1, 12, 20, "DeepSpeedEngine.forward", NULL},
	    {1, 1, 13, 14, "a framework's", "fprop -"},
	    {1, 1, 22, 30, "aten::nll_loss, seq = 5, op_id = 1", NULL},
	    {1, 1, 23, 24, "a call with a node", "fprop forward"},
	    {1, 1, 32, 40, "aten::mm, seq = 6, op_id = 2", NULL},
	    {1, 1, 33, 34, "a user's phase", "bprop backward"},
	    {1, 1, 42, 50, "optimizer", NULL},
	    {1, 1, 43, 44, "one that has no direction", "bprop backward"},
	    {1, 1, 52, 60, "forward", NULL},
	    {1, 1, 53, 54, "the innermost", "fprop -"},
	    {1, 1, 100, 110, "aten::mm, seq = 6, op_id = 3", NULL},
	    {1, 1, 101, 102, "a call", "fprop forward"},
	    {1, 1, 120, 130, "evaluate", NULL},
	    {1, 1, 121, 122, "another range", "- -"},
	    {1, 1, 140, 141, "none", "- -"},
	    {1, 2, 150, 160, "NllLossBackward0, seq = 5, op_id = 4", NULL},
	    {1, 1, 170, OPEN, "backward", NULL},
	    {1, 1, 172, 180, "aten::mm, seq = 6, op_id = 5", NULL},
	    {1, 1, 173, 174, "in a range without an end", "fprop -"},
	    {1, 1, 182, 183, "and in no other", "- -"},
	};
	struct launch *l;

	(void)state;
	run(rows, NELEMS(rows));
	/* a user's word makes no backward of autograd's */
	assert_false(a.facts.v[2].bprop);
	assert_true(a.facts.v[2].node == PROFILE_NONE);
	end();
	/* a kernel without a launch call */
	profile_init(&p, "test", LAUNCH_GPU);
	add_range(&(struct row){1, 2, 1, 9, "MmBackward0, seq = 1", NULL});
	l = add_launch(&(struct row){1, 2, 20, 21, "k", "-"});
	l->flags = LAUNCH_TIMED;
	l->thread = PROFILE_NONE;
	steps_run(&a, &p);
	assert_string_equal(result(0), "- -");
	end();
}

/* Records of ranges may hold both directions: they have one in a backward. */
static void records_of_the_host(void **state)
{
	static const struct row rows[] = {
	    {1, 1, 10, 30, "backward", NULL},
	    {1, 1, 12, 20, "aten::mm, seq = 6, op_id = 2", NULL},
	    {1, 2, 50, 90, "MmBackward0, seq = 7, op_id = 3", NULL},
	    {1, 2, 60, 70, "my range", NULL},
	};
	static const char *const results[] = {
	    "- -", "bprop backward", "bprop backward", "bprop backward"};
	size_t i;

	(void)state;
	profile_init(&p, "test", LAUNCH_RANGES);
	for (i = 0; i < NELEMS(rows); i++)
		add_range(&rows[i]);
	steps_run(&a, &p);
	assert_int_equal(p.launches.n, 4);
	for (i = 0; i < NELEMS(rows); i++)
		assert_string_equal(result(i), results[i]);
	end();
}

/* Without steps a forward begins with the first call that has a node. */
static void forward_by_calls(void **state)
{
	static const struct row rows[] = {
	    {1, 1, 10, 20, "aten::to, seq = 1, op_id = 1", NULL},
	    {1, 1, 11, 12, "input", "fprop -"},
	    {1, 1, 30, 40, "aten::mm, seq = 1, op_id = 2", NULL},
	    {1, 1, 31, 32, "in the call", "fprop forward"},
	    {1, 1, 50, 60, "aten::argmax, seq = 2, op_id = 3", NULL},
	    {1, 1, 51, 52, "after it", "fprop forward"},
	    {1, 1, 65, 66, "in no call", "- -"},
	    {1, 3, 50, 60, "aten::add, seq = 0, op_id = 4", NULL},
	    {1, 3, 51, 52, "another thread", "fprop -"},
	    {1, 1, 70, 75, "Optimizer.zero_grad#SGD.zero_grad, op_id = 5", NULL},
	    {1, 1, 76, 79, "aten::add, seq = 2, op_id = 6", NULL},
	    {1, 1, 77, 78, "zero_grad ends nothing", "fprop forward"},
	    {1, 2, 80, 90, "MmBackward0, seq = 1, op_id = 7", NULL},
	    {1, 2, 81, 82, "backward", "bprop backward"},
	    {1, 1, 100, 110, "aten::norm, seq = 2, op_id = 8", NULL},
	    {1, 1, 101, 102, "a node of another thread began", "fprop -"},
	    {1, 1, 120, 130, "aten::mm, seq = 2, op_id = 9", NULL},
	    {1, 1, 121, 122, "the next one", "fprop forward"},
	    {1, 1, 140, 150, "aten::relu, seq = 3, op_id = 10", NULL},
	    {1, 2, 142, 160, "MmBackward0, seq = 2, op_id = 11", NULL},
	    {1, 1, 141, 141, "the node has not begun", "fprop forward"},
	    {1, 1, 143, 144, "it has", "fprop -"},
	};

	(void)state;
	CHECK(rows);
}

/* Other things that end a forward. */
static void forward_ends(void **state)
{
	static const struct row rows[] = {
	    {1, 1, 10, 20, "aten::mm, seq = 1, op_id = 1", NULL},
	    {1, 1, 11, 12, "forward", "fprop forward"},
	    {1, 1, 22, 24, "Optimizer.step#SGD.step, op_id = 2", NULL},
	    {1, 1, 30, 40, "aten::add, op_id = 3", NULL},
	    {1, 1, 31, 32, "the optimizer's step", "fprop -"},
	    {1, 1, 50, 60, "aten::mm, seq = 2, op_id = 4", NULL},
	    {1, 1, 51, 52, "forward", "fprop forward"},
	    {1, 3, 62, 64, "backward", NULL},
	    {1, 1, 70, 80, "aten::add, op_id = 5", NULL},
	    {1, 1, 71, 72, "a phase on another thread", "fprop -"},
	    {1, 1, 90, 100, "aten::mm, seq = 3, op_id = 6", NULL},
	    {1, 1, 91, 92, "forward", "fprop forward"},
	    {1, 2, 102, 104,
		"autograd::engine::evaluate_function: GraphRoot, op_id = 7", NULL},
	    {1, 1, 110, 120, "aten::add, op_id = 8", NULL},
	    {1, 1, 111, 112, "an engine range", "fprop -"},
	    {1, 1, 130, 140, "aten::mm, seq = 4, op_id = 9", NULL},
	    {1, 1, 131, 132, "forward", "fprop forward"},
	    {2, 2, 142, 144, "MmBackward0, seq = 9, op_id = 10", NULL},
	    {2, 1, 142, 144, "backward", NULL},
	    {1, 1, 145, 147, "optimizer", NULL},
	    {1, 1, 150, 160, "aten::add, op_id = 11", NULL},
	    {1, 1, 151, 152, "not another process, nor a user's word",
		"fprop forward"},
	    {1, 2, 200, 210, "MmBackward0, seq = 1, op_id = 12", NULL},
	    {1, 2, 210, 220, "MmBackward0, seq = 2, op_id = 13", NULL},
	    {1, 2, 220, 230, "MmBackward0, seq = 3, op_id = 14", NULL},
	    {1, 2, 230, 240, "MmBackward0, seq = 4, op_id = 15", NULL},
	};

	(void)state;
	CHECK(rows);
}

/* A step in which a node begins is a forward from its start, on all threads. */
static void forward_by_steps(void **state)
{
	static const struct row rows[] = {
	    {1, 1, 5, 9, "aten::to, op_id = 1", NULL},
	    {1, 1, 6, 7, "before the step", "fprop -"},
	    {1, PROCESS, 10, 100, "ProfilerStep#1", NULL},
	    {1, 1, 12, 20, "aten::to, op_id = 2", NULL},
	    {1, 1, 13, 14, "input", "fprop forward"},
	    {1, 3, 12, 20, "aten::to, op_id = 3", NULL},
	    {1, 3, 13, 14, "input by another thread", "fprop forward"},
	    {2, 1, 12, 20, "aten::to, op_id = 4", NULL},
	    {2, 1, 13, 14, "another process", "fprop -"},
	    {1, 1, 25, 26, "in no call", "- -"},
	    {1, 2, 50, 60, "MmBackward0, seq = 1, op_id = 5", NULL},
	    {1, 1, 70, 80, "aten::norm, op_id = 6", NULL},
	    {1, 1, 71, 72, "after the node", "fprop -"},
	    /* its node begins where the step ends: it is the next one's */
	    {1, PROCESS, 200, 300, "ProfilerStep#2", NULL},
	    {1, 1, 210, 220, "aten::to, op_id = 7", NULL},
	    {1, 1, 211, 212, "a step without a node", "fprop -"},
	    {1, 2, 300, 310, "MmBackward0, seq = 2, op_id = 8", NULL},
	    /* of another process */
	    {1, PROCESS, 400, 500, "ProfilerStep#3", NULL},
	    {1, 1, 410, 420, "aten::to, op_id = 9", NULL},
	    {1, 1, 411, 412, "a step without a node of its own", "fprop -"},
	    {2, 2, 430, 440, "MmBackward0, seq = 3, op_id = 10", NULL},
	    /* a user's, on its thread: the process's threads are in it all the same */
	    {1, 1, 600, 700, "step 7", NULL},
	    {1, 3, 610, 620, "aten::to, op_id = 11", NULL},
	    {1, 3, 611, 612, "another thread", "fprop forward"},
	    {1, 2, 699, 710, "MmBackward0, seq = 4, op_id = 12", NULL},
	};

	(void)state;
	CHECK(rows);
}

/* model.forward tells all forwards of its process: neither the weights that are
 * made in the first step nor what comes after it is one.  Another process is as
 * ever. */
static void forward_by_ranges(void **state)
{
	static const struct row rows[] = {
	    {1, 1, 10, 100, "ProfilerStep#0", NULL},
	    {1, 1, 20, 30, "aten::uniform_", NULL},
	    {1, 1, 21, 22, "weights", "fprop -"},
	    {1, 1, 40, 50, "model.forward", NULL},
	    {1, 1, 41, 49, "aten::mm, seq = 1", NULL},
	    {1, 1, 42, 43, "inside, where the range tells", "fprop -"},
	    {1, 2, 41, 49, "aten::mm, seq = 1", NULL},
	    {1, 2, 42, 43, "another thread", "fprop -"},
	    {1, 1, 51, 59, "aten::add, seq = 2", NULL},
	    {1, 1, 52, 53, "behind", "fprop -"},
	    {1, 1, 60, 90, "MmBackward0, seq = 1", NULL},
	    {1, 1, 61, 62, "node", "bprop backward"},
	    {2, 1, 10, 100, "ProfilerStep#0", NULL},
	    {2, 1, 20, 30, "aten::uniform_", NULL},
	    {2, 1, 21, 22, "of another process", "fprop forward"},
	    {2, 1, 60, 90, "MmBackward0, seq = 1", NULL},
	};

	(void)state;
	CHECK(rows);
}

/* At one time, the end counts, whatever comes first in the file. */
static void ties(void **state)
{
	static const struct row rows[] = {
	    {1, 1, 10, 20, "aten::mm, seq = 1, op_id = 1", NULL},
	    {1, 2, 10, 19, "AddBackward0, seq = 9, op_id = 2", NULL},
	    {1, 1, 12, 13, "the call is longer", "fprop -"},
	    {1, 1, 30, 40, "aten::mm, seq = 2, op_id = 3", NULL},
	    {1, 2, 30, 41, "AddBackward0, seq = 9, op_id = 4", NULL},
	    {1, 1, 32, 33, "the node is longer", "fprop -"},
	    {1, 1, 50, 60, "aten::mm, seq = 3, op_id = 5", NULL},
	    {1, 1, 52, 53, "a call after it", "fprop forward"},
	    {1, 2, 100, 110, "MmBackward0, seq = 1, op_id = 6", NULL},
	    {1, 2, 120, 130, "MmBackward0, seq = 2, op_id = 7", NULL},
	    {1, 2, 140, 150, "MmBackward0, seq = 3, op_id = 8", NULL},
	};

	(void)state;
	CHECK(rows);
}

/* The frames that PyProf writes beside a call. */
static void update_by_frames(void **state)
{
#define TRACE(frames) "{'traceMarker': [" frames "]}"
#define CALL "{'mod': 'Tensor', 'op': 'add_', 'args': []}"
	static const struct row rows[] = {
	    {1, 1, 10, 20,
		TRACE("'train.py:88', '/usr/lib/torch/optim/sgd.py:106'"), NULL},
	    {1, 1, 11, 19, CALL, NULL},
	    {1, 1, 12, 13, "torch.optim", "fprop update"},
	    {1, 1, 30, 40,
		TRACE("'train.py:9', '/opt/apex/optimizers/fused_adam.py:7'"), NULL},
	    {1, 1, 31, 39, CALL, NULL},
	    {1, 1, 32, 33, "apex", "fprop update"},
	    {1, 1, 50, 60,
		TRACE("'/home/u/my_optim.py:3', '/home/u/optim/a.py:1'"), NULL},
	    {1, 1, 51, 59, CALL, NULL},
	    {1, 1, 52, 53, "a user's own", "fprop -"},
	    {1, 1, 70, OPEN, TRACE("'/usr/lib/torch/optim/sgd.py:106'"), NULL},
	    {1, 1, 71, 79, CALL, NULL},
	    {1, 1, 72, 73, "a range without an end", "fprop -"},
	    /* Backward comes first */
	    {1, 2, 10, 20, "MmBackward0, seq = 1", NULL},
	    {1, 2, 11, 19, TRACE("'/usr/lib/torch/optim/sgd.py:106'"), NULL},
	    {1, 2, 12, 13, "in a node", "bprop backward"},
	};
	const struct mark *m;

	(void)state;
	run(rows, NELEMS(rows));
	/* the frames of torch are left out as ever */
	m = analysis_mark(&a, a.around.ranges.v[a.around.of.v[0].at]);
	assert_int_equal(m->nframes, 1);
	assert_true(str_is(m->frames[0], "train.py:88"));
	end();
}

/* A graph's kernels have the phase of the replay: the first node was captured
 * nowhere, the second in a node. */
static void replays(void **state)
{
	static const struct row rows[] = {
	    {1, 1, 1, 5, "aten::relu, op_id = 1", NULL},
	    {1, 2, 6, 9, "ReluBackward0, seq = 9, op_id = 2", NULL},
	    {1, PROCESS, 10, 100, "ProfilerStep#1", NULL},
	    {1, 1, 20, 40, "aten::replay, op_id = 3", NULL},
	    {1, 2, 50, 60, "MmBackward0, seq = 1, op_id = 4", NULL},
	};
	static const struct {
		int64_t capture;
		uint32_t tid;
		int64_t launch;
		const char *result;
	} kernels[] = {
	    {0, 0, 25, "- forward"},
	    {2, 1, 25, "fprop forward"},
	    {7, 2, 25, "bprop backward"},
	    {2, 1, 45, "fprop -"}, /* replayed in no call */
	    {0, 0, 45, "- -"},
	};
	size_t i;

	(void)state;
	profile_init(&p, "test", LAUNCH_GPU);
	for (i = 0; i < NELEMS(rows); i++)
		add_range(&rows[i]);
	for (i = 0; i < NELEMS(kernels); i++) {
		struct launch *l = add_launch(&(struct row){
		    1, 1, kernels[i].launch, kernels[i].launch + 1, "k", ""});

		profile_set_graph(&p, l, (int64_t)i);
		if (!kernels[i].capture)
			continue;
		l->capture = (uint32_t)p.captures.n;
		*vec_add(&p.captures) = (struct capture){kernels[i].capture,
		    kernels[i].capture + 1, profile_thread(&p, 1, kernels[i].tid)};
	}
	steps_run(&a, &p);
	for (i = 0; i < NELEMS(kernels); i++)
		assert_string_equal(result(i), kernels[i].result);
	end();
}

/* ---- random profiles ---- */

static uint32_t seed;

static uint32_t draw(uint32_t below)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % below;
}

static void random_profile(void)
{
	static const char *const texts[] = {"mul, seq = 1", "mul, seq = 2",
	    "mul, seq = 3", "add, seq = 9", "MulBackward0, seq = 1",
	    "MulBackward0, seq = 2", "MulBackward0, seq = 3", "step 1",
	    "ProfilerStep#2", "backward", "Optimizer.step#SGD.step, op_id = 1",
	    "Optimizer.zero_grad#SGD.zero_grad, op_id = 2", "forward", "mine"};
	uint32_t i, nranges = 1 + draw(60), times = 20 + draw(300);

	profile_init(&p, "test", LAUNCH_GPU);
	for (i = 0; i < nranges + 30; i++) {
		struct row row = {.pid = 1 + (int)draw(2),
		    .tid = 1 + (int)draw(3),
		    .start = 1 + draw(times),
		    .text = texts[draw(NELEMS(texts))]};

		row.end = row.start + draw(3);
		if (i >= nranges) {
			add_launch(&row);
			continue;
		}
		row.end += draw(times / 3);
		if (strncmp(row.text, "ProfilerStep", 12) == 0)
			row.tid = PROCESS;
		add_range(&row);
	}
}

static int64_t process_of(uint32_t thread)
{
	return p.threads.v[thread].process;
}

/* Whether a node of the range's process begins in it. */
static bool plain_holds(const struct range *r)
{
	uint32_t i;

	for (i = 0; i < p.ranges.n; i++) {
		const struct range *n = &p.ranges.v[i];

		if (analysis_mark(&a, i)->kind == MARK_NODE &&
		    process_of(n->thread) == process_of(r->thread) &&
		    n->start >= r->start && n->start < r->end)
			return true;
	}
	return false;
}

static bool plain_has_node(uint32_t range)
{
	uint32_t i;

	for (i = 0; i < p.ranges.n; i++)
		if (analysis_mark(&a, i)->kind == MARK_NODE && a.node_fwd[i] == range)
			return true;
	return false;
}

/* Whether a forward is going on when the launch is made: the last of all that
 * begins and ends one. */
static bool plain_forward(const struct launch *l)
{
	int64_t begun = INT64_MIN, ended = INT64_MIN;
	uint32_t i;

	for (i = 0; i < p.ranges.n; i++) {
		const struct range *r = &p.ranges.v[i];
		const struct mark *m = analysis_mark(&a, i);
		const struct mark_facts *f = m->facts;

		if (process_of(r->thread) != process_of(l->thread) ||
		    r->start > l->api_start)
			continue;
		if (m->kind == MARK_NODE ||
		    (f && f->phase.p && str_is(f->phase, "backward")) ||
		    (m->kind == MARK_CALL && f && f->range.p &&
			str_starts(f->range, "Optimizer.step#")))
			ended = r->start > ended ? r->start : ended;
		else if ((f && f->step.p && plain_holds(r)) ||
			 (r->thread == l->thread && plain_has_node(i)))
			begun = r->start > begun ? r->start : begun;
	}
	return begun > ended;
}

static bool plain_in_call(size_t launch)
{
	const struct chain *c = &a.around.of.v[launch];
	uint32_t k;

	for (k = 0; k < c->n; k++)
		if (analysis_mark(&a, a.around.ranges.v[c->at + k])->kind == MARK_CALL)
			return true;
	return false;
}

static void random_forwards(void **state)
{
	int round, forward = 0, none = 0;
	size_t i;

	(void)state;
	seed = 11;
	for (round = 0; round < 500; round++) {
		random_profile();
		steps_run(&a, &p);
		for (i = 0; i < p.launches.n; i++) {
			bool in_call = plain_in_call(i), want;

			if (a.facts.v[i].dir == MARK_BPROP) {
				assert_int_equal(a.facts.v[i].phase, PHASE_BACKWARD);
				continue;
			}
			want = in_call && plain_forward(&p.launches.v[i]);
			assert_int_equal(a.facts.v[i].phase,
			    want ? PHASE_FORWARD : PHASE_NONE);
			forward += want;
			none += in_call && !want;
		}
		end();
	}
	/* the profiles are not trivial */
	assert_true(forward > 300);
	assert_true(none > 300);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(thread_of_autograd),
	    cmocka_unit_test(thread_of_engine),
	    cmocka_unit_test(thread_of_both),
	    cmocka_unit_test(recomputed),
	    cmocka_unit_test(direction_by_ranges),
	    cmocka_unit_test(records_of_the_host),
	    cmocka_unit_test(forward_by_calls),
	    cmocka_unit_test(forward_ends),
	    cmocka_unit_test(forward_by_steps),
	    cmocka_unit_test(forward_by_ranges),
	    cmocka_unit_test(ties),
	    cmocka_unit_test(update_by_frames),
	    cmocka_unit_test(replays),
	    cmocka_unit_test(random_forwards),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
