/*
 * comm.c - collectives: what a rank adds up, reads and writes.
 *
 * In:  a call with the tensors that are sent and received, or the message that
 *      a record has of a collective
 * Out: FLOPs of the rank, bytes of its own memory; and the size by which
 *      bandwidths are told, with the factor of the bus
 *
 * For n ranks a ring adds (n - 1) / n of the elements on each rank.  Bytes are
 * what has to be read and written once, not what the algorithm's steps move.
 * Algorithm and bus bandwidth are nccl-tests' (doc/PERFORMANCE.md): the size of
 * the whole message over the time, and that times what each rank's link carries
 * of it.
 */
#include "prof/ops/args.h"
#include "prof/ops/models.h"

/* A message: what the rank gives and gets. */
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
		*n = op_add(*n, op_elems(a));
		*bytes = op_add(*bytes, op_size(op_elems(a), a->dtype));
		*dtype = a->dtype;
	} else if (a && a->value.kind == VALUE_ARGS && a->value.args.n && depth) {
		for (i = 0; i < a->value.args.n; i++)
			sum(&a->value.args.v[i], depth - 1, n, bytes, dtype);
	} else {
		*n = op_add(*n, OP_NO_SHAPE);
		*bytes = op_add(*bytes, OP_NO_SHAPE);
	}
}

/* What is missing of a side follows from the other and the ranks. */
static uint64_t from(uint64_t known, uint64_t other, uint64_t ranks, bool more)
{
	if (known != OP_NO_SHAPE || other >= OP_BAD)
		return known;
	if (more)
		return op_mul(other, ranks);
	return ranks >= OP_BAD || ranks == 0 ? OP_NO_ATTR : other / ranks;
}

static void complete(int kind, struct message *m)
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

/* n elements, less those that the rank has itself. */
static uint64_t others(uint64_t n, uint64_t ranks)
{
	n = op_mul(n, ranks < OP_BAD && ranks > 0 ? ranks - 1 : OP_NO_ATTR);
	return n < OP_BAD ? n / ranks : n;
}

static int set(int kind, struct message *m, struct cost *cost)
{
	uint64_t flops = 0, bytes, size;

	complete(kind, m);
	size = m->in_bytes;
	bytes = op_add(m->in_bytes, m->out_bytes);
	switch (kind) {
	case COMM_ALL_REDUCE:
	case COMM_REDUCE_SCATTER:
		flops = others(m->in, m->ranks);
		break;
	case COMM_REDUCE:
		flops = others(m->in, m->ranks);
		bytes = m->in_bytes;
		break;
	case COMM_BROADCAST:
	case COMM_SEND:
		bytes = m->in_bytes;
		break;
	case COMM_ALL_GATHER:
	case COMM_GATHER:
		size = m->out_bytes;
		break;
	default: /* all_to_all, scatter */
		break;
	}
	cost->dtype = m->dtype;
	if (size < OP_BAD && m->ranks < OP_BAD && m->ranks > 0) {
		cost->message = size;
		cost->ranks = m->ranks;
		cost->bus = kind == COMM_ALL_REDUCE ? 2
			    : kind == COMM_BROADCAST || kind == COMM_SEND ||
				    kind == COMM_REDUCE
				? 0
				: 1;
	} else if (size < OP_BAD) {
		cost->message = size;
	}
	return op_set(cost, flops, 0, bytes);
}

int op_comm(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	const struct arg *in = op_arg(e, call, "in");
	const struct arg *out = op_arg(e, call, "out");
	struct message m = {0};
	bool known = true;
	int64_t ranks;

	if (part != PART_FORWARD) {
		cost->why = WHY_NO_BACKWARD;
		return -1;
	}
	ranks = op_int(e, call, "world_size", -1, &known);
	if (ranks < 0)
		ranks = op_int(e, call, "group_size", -1, &known);
	m.ranks = known && ranks > 0 ? (uint64_t)ranks : OP_NO_ATTR;
	/* A tensor behind the first that is no tensor is something else. */
	if (out && !op_args_is_tensor(out) && out->value.kind != VALUE_ARGS)
		out = NULL;
	sum(in, 2, &m.in, &m.in_bytes, &m.dtype);
	sum(out, 2, &m.out, &m.out_bytes, &m.dtype);
	/* Where both sides are known they tell how many ranks there are. */
	if (m.ranks >= OP_BAD && m.in < OP_BAD && m.out < OP_BAD && m.in && m.out &&
	    (e->variant == COMM_ALL_GATHER || e->variant == COMM_REDUCE_SCATTER))
		m.ranks = m.in > m.out ? m.in / m.out : m.out / m.in;
	return set(e->variant, &m, cost);
}

/* The letters of a name, in lower case: ncclDevKernel_AllReduce_Sum, all_reduce
 * and _allgather_base are spelled by several hands. */
static struct str letters(struct str s, char *buf, size_t size)
{
	size_t i, n = 0;

	for (i = 0; i < s.n && n < size; i++) {
		char c = s.p[i];

		if (c >= 'A' && c <= 'Z')
			c = (char)(c - 'A' + 'a');
		if (c >= 'a' && c <= 'z')
			buf[n++] = c;
	}
	return (struct str){buf, n};
}

bool op_comm_kind(struct str name, enum op_comm_variant *kind)
{
	static const struct {
		const char *word;
		enum op_comm_variant kind;
	} words[] = {
	    /* the longer before what they contain */
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

	for (i = 0; i < sizeof words / sizeof *words; i++) {
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
	enum op_comm_variant kind;
	struct message m = {.out = OP_NO_SHAPE, .out_bytes = OP_NO_SHAPE};

	memset(cost, 0, sizeof *cost);
	if (!name.p || !op_comm_kind(name, &kind)) {
		cost->why = WHY_NO_MODEL;
		return -1;
	}
	m.in = elements >= 0 ? (uint64_t)elements : OP_NO_ATTR;
	m.in_bytes = op_size(m.in, dtype);
	m.ranks = ranks > 0 ? (uint64_t)ranks : OP_NO_ATTR;
	m.dtype = dtype;
	cost->conf = CONF_EXACT;
	return set((int)kind, &m, cost);
}
