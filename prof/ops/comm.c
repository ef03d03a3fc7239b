/*
 * comm.c - collectives: what a rank adds up, reads and writes.
 *
 * In:  a call with the tensors that are sent and received, or a collective's
 *      name, elements and ranks as a record has them
 * Out: FLOPs of the rank, bytes of its own memory; and the size from which
 *      bandwidths follow, with the factor of the bus
 *
 * For n ranks a ring adds (n - 1) / n of the elements on each rank.  Bytes are
 * what has to be read and written once, not what the algorithm's steps move.
 * Algorithm and bus bandwidth are nccl-tests' (doc/PERFORMANCE.md): the size of
 * the whole message over the time, and that times what each rank's link carries
 * of it.
 */
#include "prof/ops/comm.h"

#include "common/ascii.h"
#include "common/nelems.h"
#include "prof/ops/family.h"

/* A collective. */
enum kind {
	COMM_ALL_REDUCE,
	COMM_REDUCE_SCATTER,
	COMM_ALL_GATHER,
	COMM_ALL_TO_ALL,
	COMM_BROADCAST,
	COMM_REDUCE,
	COMM_GATHER,
	COMM_SCATTER,
	COMM_SEND, /* and recv */
};

/* A message: what the rank sends and receives. */
struct message {
	uint64_t in, out; /* elements; OP_NO_SHAPE: not known */
	uint64_t in_bytes, out_bytes;
	uint64_t ranks; /* or OP_NO_ATTR */
	enum dtype dtype;
};

/* Elements and bytes of a tensor, a list of them or a list of lists. */
static void sum(const struct arg *a, int depth, uint64_t *n, uint64_t *bytes,
    enum dtype *dtype)
{
	size_t i;

	if (op_args_is_tensor(a)) {
		*n = num_plus(*n, op_elems(a));
		*bytes = num_plus(*bytes, op_size(op_elems(a), a->dtype));
		*dtype = a->dtype;
	} else if (a && a->value.kind == VALUE_ARGS && a->value.args.n && depth) {
		for (i = 0; i < a->value.args.n; i++)
			sum(&a->value.args.v[i], depth - 1, n, bytes, dtype);
	} else {
		*n = num_plus(*n, OP_NO_SHAPE);
		*bytes = num_plus(*bytes, OP_NO_SHAPE);
	}
}

/* What is not known of one side follows from the other and the ranks. */
static uint64_t from(uint64_t known, uint64_t other, uint64_t ranks, bool more)
{
	if (known != OP_NO_SHAPE || other >= NUM_BAD)
		return known;
	if (more)
		return num_times(other, ranks);
	return ranks >= NUM_BAD || ranks == 0 ? OP_NO_ATTR : other / ranks;
}

static void complete(enum kind kind, struct message *m)
{
	bool gathers = kind == COMM_ALL_GATHER || kind == COMM_GATHER;
	bool scatters = kind == COMM_REDUCE_SCATTER || kind == COMM_SCATTER;

	if (gathers || scatters) {
		m->in = from(m->in, m->out, m->ranks, scatters);
		m->out = from(m->out, m->in, m->ranks, gathers);
		m->in_bytes = from(m->in_bytes, m->out_bytes, m->ranks, scatters);
		m->out_bytes = from(m->out_bytes, m->in_bytes, m->ranks, gathers);
		return;
	}
	m->in = from(m->in, m->out, 1, true);
	m->out = from(m->out, m->in, 1, true);
	m->in_bytes = from(m->in_bytes, m->out_bytes, 1, true);
	m->out_bytes = from(m->out_bytes, m->in_bytes, 1, true);
}

/* Of n elements those that a rank adds up: (ranks - 1) / ranks. */
static uint64_t added(uint64_t n, uint64_t ranks)
{
	n = num_times(n, ranks < NUM_BAD && ranks > 0 ? ranks - 1 : OP_NO_ATTR);
	return n < NUM_BAD ? n / ranks : n;
}

/* How many times (ranks - 1) / ranks of the message a link carries; 0: all. */
static unsigned bus_factor(enum kind kind)
{
	switch (kind) {
	case COMM_ALL_REDUCE:
		return 2;
	case COMM_BROADCAST:
	case COMM_SEND:
	case COMM_REDUCE:
		return 0;
	default:
		return 1;
	}
}

static int set(struct op_ask *q, enum kind kind, struct message *m)
{
	uint64_t size;

	complete(kind, m);
	size = m->in_bytes;
	moves_bytes(q, m->in_bytes);
	switch (kind) {
	case COMM_ALL_REDUCE:
	case COMM_REDUCE_SCATTER:
		works(q, 1, added(m->in, m->ranks));
		moves_bytes(q, m->out_bytes);
		break;
	case COMM_REDUCE:
		works(q, 1, added(m->in, m->ranks));
		break;
	case COMM_BROADCAST:
	case COMM_SEND:
		break;
	case COMM_ALL_GATHER:
	case COMM_GATHER:
		size = m->out_bytes;
		moves_bytes(q, m->out_bytes);
		break;
	default: /* all_to_all, scatter */
		moves_bytes(q, m->out_bytes);
		break;
	}
	q->cost->dtype = m->dtype;
	if (size < NUM_BAD)
		q->cost->message = size;
	if (size < NUM_BAD && m->ranks < NUM_BAD && m->ranks > 0) {
		q->cost->ranks = m->ranks;
		q->cost->bus = bus_factor(kind);
	}
	return done(q);
}

static int cost_comm(struct op_ask *q)
{
	const struct arg *in = op_arg(q, AT_in);
	const struct arg *out = op_arg(q, AT_out);
	struct message m = {0};
	bool known = true;
	int64_t ranks;

	if (q->part != PART_FORWARD)
		return refuses(q, WHY_NO_BACKWARD);
	ranks = op_args_int(q, AT_world_size, -1, &known);
	if (ranks < 0)
		ranks = op_args_int(q, AT_group_size, -1, &known);
	m.ranks = known && ranks > 0 ? (uint64_t)ranks : OP_NO_ATTR;
	/* The second argument need not be what is received. */
	if (out && !op_args_is_tensor(out) && out->value.kind != VALUE_ARGS)
		out = NULL;
	sum(in, 2, &m.in, &m.in_bytes, &m.dtype);
	sum(out, 2, &m.out, &m.out_bytes, &m.dtype);
	/* The number of ranks follows where both sides are known. */
	if (m.ranks >= NUM_BAD && m.in < NUM_BAD && m.out < NUM_BAD && m.in &&
	    m.out &&
	    (q->row->variant == COMM_ALL_GATHER ||
		q->row->variant == COMM_REDUCE_SCATTER))
		m.ranks = m.in > m.out ? m.in / m.out : m.out / m.in;
	return set(q, q->row->variant, &m);
}

/* The letters of a name, in lower case: spellings differ, as in
 * ncclDevKernel_AllReduce_Sum, all_reduce and _allgather_base. */
static struct str letters(struct str s, char *buf, size_t size)
{
	size_t i, n = 0;

	for (i = 0; i < s.n && n < size; i++) {
		char c = s.p[i];

		if (is_upper(c))
			c = (char)(c - 'A' + 'a');
		if (is_lower(c))
			buf[n++] = c;
	}
	return (struct str){buf, n};
}

/* The collective that a name names, however it is spelled; false: none. */
static bool find_kind(struct str name, enum kind *kind)
{
	static const struct {
		const char *word;
		enum kind kind;
	} words[] = {
	    /* each before those that it contains */
	    {"allreduce", COMM_ALL_REDUCE},
	    {"reducescatter", COMM_REDUCE_SCATTER},
	    {"allgather", COMM_ALL_GATHER},
	    {"alltoall", COMM_ALL_TO_ALL},
	    {"broadcast", COMM_BROADCAST},
	    {"reduce", COMM_REDUCE},
	    {"gather", COMM_GATHER},
	    {"scatter", COMM_SCATTER},
	    {"sendrecv", COMM_ALL_TO_ALL},
	    {"send", COMM_SEND},
	    {"recv", COMM_SEND},
	};
	char buf[64];
	struct str s = letters(name, buf, sizeof buf);
	size_t i;

	for (i = 0; i < NELEMS(words); i++) {
		if (str_has(s, words[i].word)) {
			*kind = words[i].kind;
			return true;
		}
	}
	return false;
}

int op_comm_message(struct str name, int64_t elements, int64_t ranks,
    enum dtype dtype, struct cost *cost)
{
	enum kind kind;
	struct message m = {.out = OP_NO_SHAPE, .out_bytes = OP_NO_SHAPE};
	struct op_ask q = {.cost = cost};

	memset(cost, 0, sizeof *cost);
	if (!name.p || !find_kind(name, &kind))
		return refuses(&q, WHY_NO_MODEL);
	m.in = elements >= 0 ? (uint64_t)elements : OP_NO_ATTR;
	m.in_bytes = op_size(m.in, dtype);
	m.ranks = ranks > 0 ? (uint64_t)ranks : OP_NO_ATTR;
	m.dtype = dtype;
	return set(&q, kind, &m);
}

/* clang-format off */
static const struct op_row rows[] = {
{"AllGather", N, "in", COMM_ALL_GATHER},
{"AllReduce", N, "in", COMM_ALL_REDUCE},
{"AllToAll", N, "in", COMM_ALL_TO_ALL},
{"DeepEPCombine", O, .why = WHY_VALUES},
{"DeepEPDispatch", O, .why = WHY_VALUES},
{"MoECombine", O, .why = WHY_VALUES},
{"MoEDispatch", O, .why = WHY_VALUES},
{"NcclAllReduce", N, "in", COMM_ALL_REDUCE},
{"_c10d_functional::all_gather_into_tensor", O, "in,group_size", COMM_ALL_GATHER},
{"_c10d_functional::all_reduce", O, "in", COMM_ALL_REDUCE},
{"_c10d_functional::all_to_all_single", O, "in", COMM_ALL_TO_ALL},
{"_c10d_functional::broadcast", O, "in", COMM_BROADCAST},
{"_c10d_functional::reduce_scatter_tensor", O, "in,reduce_op,group_size", COMM_REDUCE_SCATTER},
{"_c10d_functional::wait_tensor", O, .why = WHY_NO_KERNEL},
{"c10d::_allgather_base", O, "out,in", COMM_ALL_GATHER},
{"c10d::_reduce_scatter_base", O, "out,in", COMM_REDUCE_SCATTER},
{"c10d::allgather", O, "out,in", COMM_ALL_GATHER},
{"c10d::allgather_into_tensor_coalesced", O, "out,in", COMM_ALL_GATHER},
{"c10d::allreduce", O, "in", COMM_ALL_REDUCE},
{"c10d::allreduce_coalesced", O, "in", COMM_ALL_REDUCE},
{"c10d::alltoall", O, "out,in", COMM_ALL_TO_ALL},
{"c10d::alltoall_base", O, "out,in", COMM_ALL_TO_ALL},
{"c10d::barrier", O, .why = WHY_NO_RULE},
{"c10d::broadcast", O, "in", COMM_BROADCAST},
{"c10d::gather", O, "out,in", COMM_GATHER},
{"c10d::recv", O, "in", COMM_SEND},
{"c10d::reduce", O, "in", COMM_REDUCE},
{"c10d::reduce_scatter", O, "out,in", COMM_REDUCE_SCATTER},
{"c10d::scatter", O, "out,in", COMM_SCATTER},
{"c10d::send", O, "in", COMM_SEND},
{"nccl:_all_gather_base", O, "in,out", COMM_ALL_GATHER},
{"nccl:_reduce_scatter_base", O, "in,out", COMM_REDUCE_SCATTER},
{"nccl:all_gather", O, "in,out", COMM_ALL_GATHER},
{"nccl:all_reduce", O, "in,out", COMM_ALL_REDUCE},
{"nccl:all_to_all", O, "in,out", COMM_ALL_TO_ALL},
{"nccl:broadcast", O, "in,out", COMM_BROADCAST},
{"nccl:coalesced", O, .why = WHY_NO_RULE},
{"nccl:recv", O, "in", COMM_SEND},
{"nccl:reduce", O, "in,out", COMM_REDUCE},
{"nccl:reduce_scatter", O, "in,out", COMM_REDUCE_SCATTER},
{"nccl:send", O, "in", COMM_SEND},
{"record_param_comms", O, .why = WHY_NO_ARGS},
{"symm_mem::fused_all_gather_matmul", O, .why = WHY_NO_RULE},
{"symm_mem::fused_matmul_reduce_scatter", O, .why = WHY_NO_RULE},
{"symm_mem::multimem_all_reduce", O, "in", COMM_ALL_REDUCE},
{"symm_mem::one_shot_all_reduce", O, "in", COMM_ALL_REDUCE},
{"symm_mem::two_shot_all_reduce", O, "in", COMM_ALL_REDUCE},
{"torch.distributed.all_gather", O, "out,in", COMM_ALL_GATHER},
{"torch.distributed.all_gather_into_tensor", O, "out,in", COMM_ALL_GATHER},
{"torch.distributed.all_reduce", O, "in", COMM_ALL_REDUCE},
{"torch.distributed.all_to_all", O, "out,in", COMM_ALL_TO_ALL},
{"torch.distributed.all_to_all_single", O, "out,in", COMM_ALL_TO_ALL},
{"torch.distributed.broadcast", O, "in", COMM_BROADCAST},
{"torch.distributed.reduce", O, "in", COMM_REDUCE},
{"torch.distributed.reduce_scatter", O, "out,in", COMM_REDUCE_SCATTER},
{"torch.distributed.reduce_scatter_tensor", O, "out,in", COMM_REDUCE_SCATTER},
};
/* clang-format on */

const struct op_family op_comm = {
    .title = "Collectives",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_comm,
    .collective = true,
};
