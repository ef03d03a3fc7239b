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
	uint64_t ranks; /* 1 or more, or OP_NO_ATTR */
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

static bool is_known(uint64_t n)
{
	return !num_bad(n);
}

/* Whether two sources tell the same of a side, as far as they tell. */
static bool agree(uint64_t n, uint64_t bytes, uint64_t other_n, uint64_t other)
{
	if (is_known(bytes) && is_known(other))
		return bytes == other;
	return !is_known(n) || !is_known(other_n) || n == other_n;
}

/* Add what the other source tells of a side.  Where the bytes agree the
 * elements are its: a message may have been recorded as so many bytes. */
static void add_side(uint64_t *n, uint64_t *bytes, uint64_t other_n, uint64_t other)
{
	if (is_known(other_n) || *n == OP_NO_SHAPE)
		*n = other_n;
	if (is_known(other) || *bytes == OP_NO_SHAPE)
		*bytes = other;
}

/* Add what another source tells of the message; one that disagrees on a side
 * tells of something else. */
static void add_message(struct message *m, const struct message *other)
{
	if (!agree(m->in, m->in_bytes, other->in, other->in_bytes) ||
	    !agree(m->out, m->out_bytes, other->out, other->out_bytes))
		return;
	if (m->dtype == DTYPE_UNKNOWN ||
	    (is_known(other->in_bytes) && other->in != m->in))
		m->dtype = other->dtype;
	add_side(&m->in, &m->in_bytes, other->in, other->in_bytes);
	add_side(&m->out, &m->out_bytes, other->out, other->out_bytes);
	if (!is_known(m->ranks))
		m->ranks = other->ranks;
}

static bool gathers(enum kind kind)
{
	return kind == COMM_ALL_GATHER || kind == COMM_GATHER;
}

static bool scatters(enum kind kind)
{
	return kind == COMM_REDUCE_SCATTER || kind == COMM_SCATTER;
}

static bool is_same_on_both(enum kind kind)
{
	return kind == COMM_ALL_REDUCE || kind == COMM_BROADCAST ||
	       kind == COMM_REDUCE;
}

/*
 * The sides by size: the whole, and the part that one rank has of it.  False:
 * not both are known, it is no such collective, or the rank has none of the
 * whole, as all but the root of a gather or a scatter.
 */
static bool get_sides(
    enum kind kind, const struct message *m, uint64_t *part, uint64_t *whole)
{
	bool bytes = is_known(m->in_bytes) && is_known(m->out_bytes);
	uint64_t in = bytes ? m->in_bytes : m->in;
	uint64_t out = bytes ? m->out_bytes : m->out;

	*part = gathers(kind) ? in : out;
	*whole = gathers(kind) ? out : in;
	if (!is_known(in) || !is_known(out) ||
	    ((kind == COMM_GATHER || kind == COMM_SCATTER) && *whole == 0))
		return false;
	return gathers(kind) || scatters(kind) || is_same_on_both(kind);
}

/* Sizes that no message of the kind has tell neither side. */
static void drop_misfit(enum kind kind, struct message *m)
{
	uint64_t part, whole;

	if (!get_sides(kind, m, &part, &whole))
		return;
	if (is_same_on_both(kind) ? part != whole : part > whole)
		m->in = m->out = m->in_bytes = m->out_bytes = OP_MISFIT;
}

/* Whether each rank has as much as this one.  torch allows other parts, but the
 * number of ranks may as well be another group's. */
static bool is_even(enum kind kind, const struct message *m)
{
	uint64_t part, whole;

	return is_same_on_both(kind) || !is_known(m->ranks) ||
	       !get_sides(kind, m, &part, &whole) ||
	       num_times(part, m->ranks) == whole;
}

/* The ranks, where both sides are known and one is that many times the other. */
static uint64_t ranks_of_sides(enum kind kind, const struct message *m)
{
	uint64_t whole = kind == COMM_ALL_GATHER ? m->out : m->in;
	uint64_t part = kind == COMM_ALL_GATHER ? m->in : m->out;

	if ((kind != COMM_ALL_GATHER && kind != COMM_REDUCE_SCATTER) ||
	    !is_known(whole) || !is_known(part) || part == 0 ||
	    whole % part != 0 || whole == 0)
		return OP_NO_ATTR;
	return whole / part;
}

/* What is not known of one side follows from the other and the ranks, but for
 * what is too large to be a number. */
static uint64_t from(uint64_t known, uint64_t other, uint64_t ranks, bool more)
{
	if (is_known(known) || known == NUM_OVERFLOW || !is_known(other))
		return known;
	if (more)
		return num_times(other, ranks);
	return is_known(ranks) ? other / ranks : OP_NO_ATTR;
}

static void complete(enum kind kind, struct message *m)
{
	uint64_t ranks = gathers(kind) || scatters(kind) ? m->ranks : 1;

	m->in = from(m->in, m->out, ranks, scatters(kind));
	m->out = from(m->out, m->in, ranks, gathers(kind));
	m->in_bytes = from(m->in_bytes, m->out_bytes, ranks, scatters(kind));
	m->out_bytes = from(m->out_bytes, m->in_bytes, ranks, gathers(kind));
}

/* Of n elements those that a rank adds up: (ranks - 1) / ranks. */
static uint64_t added(uint64_t n, uint64_t ranks)
{
	n = num_times(n, is_known(ranks) ? ranks - 1 : OP_NO_ATTR);
	return is_known(n) ? n / ranks : n;
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

/* Whether the ranks' elements are added up, so that FLOPs depend on the ranks. */
static bool adds_up(enum kind kind)
{
	return kind == COMM_ALL_REDUCE || kind == COMM_REDUCE_SCATTER ||
	       kind == COMM_REDUCE;
}

/* Whether what a rank gets is memory of its own: it has the message once else. */
static bool has_two_sides(enum kind kind)
{
	return kind != COMM_BROADCAST && kind != COMM_SEND && kind != COMM_REDUCE;
}

static int set(struct op_ask *q, enum kind kind, struct message *m)
{
	uint64_t size;

	/* Without sizes for each rank a rank gets as much as it gives. */
	if (kind == COMM_ALL_TO_ALL &&
	    is_known(m->in_bytes) != is_known(m->out_bytes))
		estimates_bytes(q, WHY_ATTRIBUTE);
	complete(kind, m);
	if (!is_even(kind, m))
		estimates(q, WHY_MISMATCH);
	size = gathers(kind) ? m->out_bytes : m->in_bytes;
	moves_bytes(q, m->in_bytes);
	if (has_two_sides(kind))
		moves_bytes(q, m->out_bytes);
	if (adds_up(kind))
		works(q, 1, added(m->in, m->ranks));
	q->cost->dtype = m->dtype;
	q->cost->bus = bus_factor(kind);
	if (is_known(size))
		q->cost->message = size;
	if (is_known(size) && is_known(m->ranks))
		q->cost->ranks = m->ranks;
	return done(q);
}

/* What a call shows. */
static void get_call(const struct op_ask *q, struct message *m)
{
	const struct arg *in = op_arg(q, AT_in);
	const struct arg *out = op_arg(q, AT_out);
	bool known = true;
	int64_t ranks = op_args_int(q, AT_world_size, -1, &known);

	*m = (struct message){0};
	if (ranks < 0)
		ranks = op_args_int(q, AT_group_size, -1, &known);
	m->ranks = known && ranks > 0 ? (uint64_t)ranks : OP_NO_ATTR;
	/* The second argument need not be what is received. */
	if (out && !op_args_is_tensor(out) && out->value.kind != VALUE_ARGS)
		out = NULL;
	sum(in, 2, &m->in, &m->in_bytes, &m->dtype);
	sum(out, 2, &m->out, &m->out_bytes, &m->dtype);
}

static int cost_comm(struct op_ask *q)
{
	struct message m;

	if (q->part != PART_FORWARD)
		return refuses(q, WHY_NO_BACKWARD);
	get_call(q, &m);
	drop_misfit(q->row->variant, &m);
	if (!is_known(m.ranks))
		m.ranks = ranks_of_sides(q->row->variant, &m);
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

/* What was recorded of the message. */
static void get_message(
    const struct record_comm *comm, enum kind kind, struct message *m)
{
	m->dtype = dtype_find(comm->dtype);
	m->in = comm->elements >= 0 ? (uint64_t)comm->elements : OP_NO_SHAPE;
	m->out = comm->received >= 0 ? (uint64_t)comm->received : OP_NO_SHAPE;
	m->in_bytes = op_size(m->in, m->dtype);
	m->out_bytes = op_size(m->out, m->dtype);
	m->ranks = comm->group > 0 ? (uint64_t)comm->group : OP_NO_ATTR;
	drop_misfit(kind, m);
}

/* Add what the calls show that are this collective, from the innermost on: an
 * inner one may have one side alone, its caller both. */
static void add_calls(
    const struct call *calls, size_t n, enum kind kind, struct message *m)
{
	while (n-- > 0) {
		const struct op_entry *e = op_find(&calls[n]);
		struct message shown;
		struct op_ask q;

		if (!op_known(e) || !e->family->collective ||
		    op_row(e)->variant != kind || !calls[n].has_args)
			continue;
		op_args_bind(&q, e, &calls[n], PART_FORWARD, NULL);
		get_call(&q, &shown);
		drop_misfit(kind, &shown);
		add_message(m, &shown);
	}
}

/* The innermost call that is a collective says which it is, where the message
 * does not: that has a name alone, or none. */
static bool kind_of_calls(const struct call *calls, size_t n, enum kind *kind)
{
	while (n-- > 0) {
		const struct op_entry *e = op_find(&calls[n]);

		if (op_known(e) && e->family->collective) {
			*kind = op_row(e)->variant;
			return true;
		}
	}
	return false;
}

int op_comm_cost(const struct record_comm *comm, int64_t world_size,
    const struct call *calls, size_t n, struct cost *cost)
{
	struct message m = {.in = OP_NO_SHAPE,
	    .out = OP_NO_SHAPE,
	    .in_bytes = OP_NO_SHAPE,
	    .out_bytes = OP_NO_SHAPE,
	    .ranks = OP_NO_ATTR};
	struct op_ask q = {.cost = cost};
	enum kind kind, named;
	bool has_name = comm && comm->name.p && find_kind(comm->name, &named);

	memset(cost, 0, sizeof *cost);
	if (has_name && comm->elements >= 0)
		kind = named;
	else if (!kind_of_calls(calls, n, &kind)) {
		if (!has_name)
			return refuses(&q, WHY_NO_MODEL);
		kind = named;
	}
	if (comm)
		get_message(comm, kind, &m);
	add_calls(calls, n, kind, &m);
	if (!is_known(m.ranks))
		m.ranks = ranks_of_sides(kind, &m);
	if (!is_known(m.ranks) && world_size > 0) {
		/* most groups are of all ranks */
		m.ranks = (uint64_t)world_size;
		if (adds_up(kind))
			estimates_flops(&q, WHY_WORLD);
		if ((gathers(kind) || scatters(kind)) &&
		    !(is_known(m.in_bytes) && is_known(m.out_bytes)))
			estimates_bytes(&q, WHY_WORLD);
	}
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
