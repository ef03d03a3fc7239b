/*
 * fuzz_trace.c - any trace, through the whole of pp-parse; it is also read as
 * the trace of a capture, which is joined to its own graphs.
 */
#define FORMAT "kineto"
#define JOIN join_captures
#include "tests/fuzz/whole.h"

#include "parse/steps/captured.h"
#include "parse/steps/replayed.h"

static void join_captures(struct profile *p)
{
	struct replayed_report report;
	struct captured captured = {0};
	struct profile capture;
	struct err err = {0};
	size_t n = 0;

	profile_init(&capture, trace.path, 0);
	capture.of_captures = true;
	capture.stacks = p->stacks;
	if (read_profile(trace.path, FORMAT, &capture, &err) == 0)
		n = captured_add(&captured, &capture);
	profile_free(&capture);
	replayed_join(p, &captured, &report);
	check(report.joined <= report.kernels && (n || !report.joined));
	check(report.joined == report.kernels || report.first.p);
	captured_free(&captured);
}
