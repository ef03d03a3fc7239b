/*
 * gen_trace.c - write a PyTorch profiler trace of any size for the benchmark.
 *
 * In:  gen_trace N OUT.json
 * Out: about N events, not fewer: a training run in which linear layers are
 *      called, forward on one thread and backward on another, laid out as torch
 *      2.2 does
 *
 * The template is what torch records of one call: operators, launches, the
 * kernel, flows and what its allocator says, in the proportions of real traces,
 * some 290 bytes each.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEP 100 /* forward calls of an iteration; as many are backward */

/*
 * Members of an event behind its times: $i the operator's id, counted up, $s
 * the sequence number, $c the launch's correlation id, $b and $d those of the
 * calls before and behind it.  at, dur: us from the call's begin.
 */
struct event {
	char where; /* h: the host's thread, g: the GPU */
	unsigned at, dur;
	const char *head, *args;
};

#define KERNEL                                                                 \
	"void cutlass::Kernel<cutlass_80_tensorop_f16_s16816gemm_relu_f16_"    \
	"256x128_32x3_tn_align8>(cutlass_80_tensorop_f16_s16816gemm_relu_f16_" \
	"256x128_32x3_tn_align8::Params)"
#define OP(name) "\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"" name "\""
#define CALL(name)                                                             \
	"\"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": \"" name "\""
#define SHAPES                                                                 \
	"\"External id\": $i, \"Sequence number\": $s, \"Fwd thread id\": 0, " \
	"\"Record function id\": 0, \"Concrete Inputs\": [\"\", \"\", \"\", "  \
	"\"1\", \"1\"], \"Input Dims\": [[1024], [512, 768], [768, 1024], "    \
	"[], []], \"Input type\": [\"c10::Half\", \"c10::Half\", "             \
	"\"c10::Half\", \"Scalar\", \"Scalar\"], \"Ev Idx\": $i"
#define WEIGHT                                                                 \
	"\"External id\": $i, \"Sequence number\": $s, \"Fwd thread id\": 0, " \
	"\"Record function id\": 0, \"Concrete Inputs\": [\"\", \"0\", "       \
	"\"1\"], \"Input Dims\": [[1024, 768], [], []], \"Input type\": "      \
	"[\"c10::Half\", \"Scalar\", \"Scalar\"], \"Ev Idx\": $i"
#define NODE                                                                   \
	"\"External id\": $i, \"Sequence number\": $s, \"Fwd thread id\": 1, " \
	"\"Record function id\": 0, \"Ev Idx\": $i"
#define PLAIN "\"External id\": $i, \"Record function id\": 0, \"Ev Idx\": $i"
#define LAUNCH "\"cbid\": 211, \"correlation\": $c, \"External id\": $i"
#define BEFORE "\"cbid\": 214, \"correlation\": $b, \"External id\": $i"
#define BEHIND "\"cbid\": 317, \"correlation\": $d, \"External id\": $i"
#define GPU                                                                    \
	"\"External id\": $i, \"queued\": 0, \"device\": 0, \"context\": 1, "  \
	"\"stream\": 7, \"correlation\": $c, \"registers per thread\": 210, "  \
	"\"shared memory\": 73728, \"blocks per SM\": 1.185185, "              \
	"\"warps per SM\": 9.481482, \"grid\": [2, 64, 1], \"block\": [256, "  \
	"1, 1], \"est. achieved occupancy %\": 12"
#define MEMORY                                                                 \
	"\"Total Reserved\": 2468347904, \"Total Allocated\": 1893203968, "    \
	"\"Bytes\": 1048576, \"Addr\": 140226043346944, \"Device Id\": 0, "    \
	"\"Device Type\": 1, \"Ev Idx\": $i"
#define FLOW(ph)                                                               \
	"\"ph\": \"" ph "\", \"id\": $c, \"cat\": \"ac2g\", \"name\": "        \
	"\"ac2g\""

static const struct event forward[] = {
    {'h', 0, 60, OP("aten::linear"), SHAPES},
    {'h', 2, 8, OP("aten::t"), WEIGHT},
    {'h', 4, 5, OP("aten::transpose"), WEIGHT},
    {'h', 6, 1, OP("aten::as_strided"), PLAIN},
    {'h', 12, 46, OP("aten::addmm"), SHAPES},
    {'h', 20, 0, "\"ph\": \"i\", \"s\": \"t\", \"cat\": \"cpu_instant_event\", \"name\": \"[memory]\"",
	MEMORY},
    {'h', 24, 1, CALL("cudaOccupancyMaxActiveBlocksPerMultiprocessor"), BEFORE},
    {'h', 30, 9, CALL("cudaLaunchKernel"), LAUNCH},
    {'h', 30, 0, FLOW("s"), NULL},
    {'g', 90, 55, "\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"" KERNEL "\"", GPU},
    {'g', 90, 0, FLOW("f"), NULL},
    {'h', 50, 1, CALL("cudaStreamIsCapturing"), BEHIND},
};

static const struct event backward[] = {
    {'h', 0, 70, OP("autograd::engine::evaluate_function: AddmmBackward0"), NODE},
    {'h', 1, 60, OP("AddmmBackward0"), NODE},
    {'h', 3, 6, OP("aten::t"), PLAIN},
    {'h', 4, 4, OP("aten::transpose"), PLAIN},
    {'h', 12, 40,
	OP("aten::mm"), "\"External id\": $i, \"Record function id\": 0, \"Concrete Inputs\": [\"\", \"\"], \"Input Dims\": [[512, 1024], [1024, 768]], \"Input type\": [\"c10::Half\", \"c10::Half\"], \"Ev Idx\": $i"},
    {'h', 14, 0, "\"ph\": \"i\", \"s\": \"t\", \"cat\": \"cpu_instant_event\", \"name\": \"[memory]\"",
	MEMORY},
    {'h', 24, 1, CALL("cudaOccupancyMaxActiveBlocksPerMultiprocessor"), BEFORE},
    {'h', 30, 9, CALL("cudaLaunchKernel"), LAUNCH},
    {'h', 30, 0, FLOW("s"), NULL},
    {'g', 95, 50, "\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"" KERNEL "\"", GPU},
    {'g', 95, 0, FLOW("f"), NULL},
    {'h', 62, 6, OP("torch::autograd::AccumulateGrad"), PLAIN},
};

enum { EVENTS = sizeof forward / sizeof *forward };

static struct {
	FILE *out;
	uint64_t n;		/* events written */
	int64_t time, id, corr; /* us; counters */
} w;

static int64_t number(char which, int64_t seq)
{
	switch (which) {
	case 'i':
		return w.id;
	case 's':
		return seq;
	default: /* b, c, d */
		return w.corr + which - 'b';
	}
}

static void put_args(const char *args, int64_t seq)
{
	for (; *args; args++)
		if (*args == '$')
			fprintf(w.out, "%" PRId64, number(*++args, seq));
		else
			putc(*args, w.out);
}

static void put(const struct event *e, const char *tid, int64_t seq)
{
	fprintf(w.out, "%s  {\n    ", w.n++ ? ",\n" : "");
	put_args(e->head, seq);
	fprintf(w.out, ", \"pid\": %s, \"tid\": %s,\n    \"ts\": %" PRId64 ".%03d",
	    e->where == 'g' ? "0" : "31139", e->where == 'g' ? "7" : tid,
	    w.time + e->at, (int)(w.id % 1000));
	if (e->dur)
		fprintf(w.out, ", \"dur\": %u.%03d", e->dur, (int)(seq % 1000));
	if (e->args) {
		fputs(",\n    \"args\": {\n      ", w.out);
		put_args(e->args, seq);
		fputs("\n    }", w.out);
	}
	fputs("\n  }", w.out);
	w.id += strstr(e->head, "cpu_op") != NULL;
}

/* One call; correlation ids count the calls of CUDA. */
static void unit(const struct event *v, const char *tid, int64_t seq)
{
	int i;

	for (i = 0; i < EVENTS; i++)
		put(&v[i], tid, seq);
	w.corr += 3;
	w.time += 100;
}

int main(int argc, char **argv)
{
	uint64_t n = argc == 3 ? strtoull(argv[1], NULL, 10) : 0;
	int64_t seq = 1, i;

	if (n == 0) {
		fputs("usage: gen_trace N OUT.json\n", stderr);
		return 2;
	}
	w.out = fopen(argv[2], "w");
	if (!w.out) {
		perror(argv[2]);
		return 1;
	}
	w.time = 1000000;
	w.id = w.corr = 1;
	fputs(
	    "{\n  \"schemaVersion\": 1,\n  \"deviceProperties\": [{\"id\": 0, "
	    "\"name\": \"NVIDIA A100-SXM4-40GB\", \"computeMajor\": 8, "
	    "\"computeMinor\": 0, \"warpSize\": 32, \"numSms\": 108}],\n"
	    "  \"record_shapes\": 1,\n  \"traceEvents\": [\n",
	    w.out);
	while (w.n < n) {
		for (i = 0; i < STEP && w.n < n; i++)
			unit(forward, "31139", seq + i);
		while (i-- > 0 && w.n < n)
			unit(backward, "31400", seq + i);
		seq += STEP;
	}
	fputs("\n  ],\n  \"displayTimeUnit\": \"ms\",\n"
	      "  \"baseTimeNanoseconds\": 1719779446000000000\n}\n",
	    w.out);
	if (fclose(w.out) != 0) {
		perror(argv[2]);
		return 1;
	}
	return 0;
}
