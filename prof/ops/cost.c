/*
 * cost.c - which call a kernel's work is, and what it cost.
 *
 * In:  one record
 * Out: the call that counts, the part of it that this kernel did, its cost
 *
 * An operator is many calls deep (F.linear > Tensor.matmul > aten::mm) and one
 * call is many kernels.  What keeps every FLOP from being counted twice is that
 * pp-parse named one main kernel per unit of work, and per entry of `op` that
 * encloses more or less than the unit; here everything else costs nothing.
 * A record stands alone, so nothing is remembered from one to the next.
 */
#include "prof/ops/cost.h"

#include "common/kclass.h"
#include "common/nelems.h"
#include "prof/ops/args.h"
#include "prof/ops/comm.h"
#include "prof/ops/share.h"
#include "prof/ops/told.h"

/* What a record says about the place of its kernel. */
struct place {
	const struct record *rec;
	const struct name *name; /* what the kernel's says */
	bool bprop;
	size_t first;		  /* first entry of op inside the node */
	const struct call *node;  /* innermost autograd node, or NULL */
	enum op_part role;	  /* PART_FORWARD: no role */
	enum kclass class;	  /* KCLASS_OTHER: not known */
	struct op_told_from from; /* the same, for told.h */
};

static enum op_part role_part(const struct record *rec)
{
	static const struct {
		const char *role;
		enum op_part part;
	} roles[] = {
	    {"dgrad", PART_DGRAD},
	    {"wgrad", PART_WGRAD},
	    {"dbias", PART_DBIAS},
	};
	size_t i;

	for (i = 0; i < NELEMS(roles); i++)
		if (record_has(rec, role) && str_is(rec->role, roles[i].role))
			return roles[i].part;
	return PART_FORWARD;
}

static enum kclass class_of(const struct record *rec)
{
	enum kclass class = KCLASS_OTHER;

	if (record_has(rec, class))
		class = kclass_find(rec->class);
	return class == NKCLASSES ? KCLASS_OTHER : class;
}

static void get_place(
    const struct record *rec, const struct name *name, struct place *p)
{
	size_t i;

	memset(p, 0, sizeof *p);
	p->rec = rec;
	p->name = name;
	p->bprop = record_has(rec, dir) && str_is(rec->dir, "bprop");
	for (i = 0; p->bprop && i < rec->op.n; i++) {
		if (rec->op.v[i].node) {
			p->node = &rec->op.v[i];
			p->first = i + 1;
		}
	}
	p->from = (struct op_told_from){rec, p->node, p->first, op_told_any(rec)};
	p->role = role_part(rec);
	p->class = class_of(rec);
}

/* Whether the kernel is the main one of the entry.  Where a record says nothing
 * of units, its kernel is alone. */
static bool is_main(const struct record *rec, const struct call *entry)
{
	if (entry && entry->has_n)
		return entry->main;
	return record_has(rec, main) ? rec->main : !record_has(rec, nsub);
}

/*
 * Whether other kernels of the node have roles, for one that has none: those of
 * one role are a unit, so the node then encloses more than this kernel's, and
 * has a count of its own.
 */
static bool has_siblings(const struct place *p)
{
	return p->node && p->node->has_n;
}

/*
 * Whether a main kernel shares its work with others that are not helpers: the
 * unit has several of its class, or the entry is of several units.
 */
static bool shares_work(const struct place *p, const struct call *entry)
{
	const struct record *rec = p->rec;

	if (entry && entry->has_n)
		return !p->node && record_has(rec, nsub) && entry->n > rec->nsub;
	return rec->peers > 1;
}

/* The kernels inside an entry; none: the unit. */
static int64_t kernels_in(const struct record *rec, const struct call *entry)
{
	return entry && entry->has_n ? entry->n : rec->nsub;
}

/*
 * Whether the launches that divide the innermost call among them are all that
 * the entry encloses, so that they divide its work as well.
 */
static bool is_shared(const struct place *p, const struct call *entry)
{
	const struct record *rec = p->rec;

	return record_has(rec, share) && op_share_valid(&rec->share) &&
	       record_has(rec, nsub) && rec->op.n > 0 &&
	       kernels_in(rec, entry) == kernels_in(rec, &rec->op.v[rec->op.n - 1]);
}

/* A number that was exact is an estimate.  A bound of the whole is one of a part. */
static void set_estimate(struct sure *s, const char *why)
{
	if (s->conf == CONF_EXACT)
		op_lower(s, CONF_ESTIMATE, why);
}

/* Of no FLOPs every kernel does none. */
static void set_shared(struct costed *out)
{
	if (out->cost.flops > 0)
		set_estimate(&out->cost.of_flops, WHY_SHARED);
	set_estimate(&out->cost.of_bytes, WHY_SHARED);
}

/* What keeps an entry from being the call that counts: the first reason that
 * says more than that the name is not in the catalogue. */
static void note(const char **why, const char *reason)
{
	if (!*why || strcmp(*why, WHY_NO_MODEL) == 0)
		*why = reason;
}

/* Try an entry that its model sees as asked: it counts when it has a model and
 * the model has its arguments. */
static bool try_asked(const struct place *p, const struct op_entry *e,
    const struct call *call, const struct call *asked, enum op_part part,
    struct costed *out, const char **why)
{
	if (op_cost_of(e, asked, part, p->name, &out->cost) < 0) {
		note(why, out->cost.of_flops.why);
		return false;
	}
	out->call = call;
	out->entry = e;
	out->part = part;
	return true;
}

static bool try_call(const struct place *p, const struct op_entry *e,
    const struct call *call, enum op_part part, struct costed *out, const char **why)
{
	const char *reason = op_why_not(e, call);

	out->is_told = false;
	if (reason) { /* most entries have no arguments */
		note(why, reason);
		return false;
	}
	if (!op_told_nothing(&p->from, out->backward))
		out->is_told =
		    op_told_find(&p->from, e, call, out->backward, &out->told);
	return try_asked(
	    p, e, call, out->is_told ? &out->told : call, part, out, why);
}

/* What a helper of the call moves itself.  Known is a fill: of the tensor that
 * the call begins with zeros. */
static uint64_t helper_bytes(const struct place *p, const struct costed *out)
{
	struct str name = record_has(p->rec, name) ? p->rec->name : p->rec->kernel;

	if (p->class != KCLASS_FILL || !out->entry || !name.p || !kclass_sets(name))
		return OP_NO_ATTR;
	return op_cost_of_zeros(out->entry, op_cost_asked(out),
	    out->backward ? PART_BACKWARD : PART_FORWARD);
}

/* Whether what is unknown may be told by the name of the main kernel, as types
 * are. */
static bool is_of_names(const struct sure *s)
{
	return strcmp(s->why, WHY_NO_DTYPE) == 0;
}

/*
 * The kernel is a helper of the call, whose cost is in out.  What is unknown of
 * the call is unknown of its helper too, or a sum would hold a 0 for work that
 * nobody counted.
 */
static void set_helper(const struct place *p, struct costed *out)
{
	static const struct sure helper = {CONF_HELPER, WHY_HELPER};
	const struct cost call = out->cost;
	uint64_t bytes = helper_bytes(p, out);
	bool moves = !num_bad(bytes);

	out->helper = true;
	memset(&out->cost, 0, sizeof out->cost);
	out->cost.dtype = call.dtype;
	out->cost.has_flops = moves || op_counted(&call.of_flops);
	out->cost.of_flops = out->cost.has_flops ? helper : call.of_flops;
	out->cost.has_bytes = moves;
	if (moves)
		out->cost.bytes = bytes;
	else
		out->cost.of_bytes =
		    op_counted(&call.of_bytes) || is_of_names(&call.of_bytes)
			? helper
			: call.of_bytes;
}

static bool is_by_role(const struct op_entry *e)
{
	return e && op_row(e)->by_role;
}

/* Whether the call is the work of the one around it, by the row of either. */
static bool is_outers_work(const struct op_entry *e, const struct call *outer)
{
	const struct op_entry *around;

	if (!e || !op_row(e)->inside)
		return false;
	around = op_find(outer);
	return around && strcmp(op_row(around)->name, op_row(e)->inside) == 0;
}

/* Try an entry that lacks what the call around it tells by running it: its
 * result. */
static bool try_inside(const struct place *p, const struct op_entry *e,
    const struct call *call, struct costed *out, const char **why)
{
	const struct op_entry *around;
	struct arg y = {.kind = ARG_TENSOR};
	struct call told;
	struct op_shape s;

	if (!op_known(e) || call->nargs == 0)
		return false;
	around = op_find(call - 1);
	if (!op_known(around) || !around->family->inside ||
	    !around->family->inside(op_row(around), op_row(e), &call->args[0], &s))
		return false;
	told = *call;
	y.shape = (struct dims){s.v, s.n};
	y.dtype = call->args[0].dtype;
	y.dtype_text = call->args[0].dtype_text;
	told.out = &y;
	told.nout = 1;
	return try_asked(p, e, call, &told, PART_FORWARD, out, why);
}

/* 1. The innermost entry of op, costed as the call that it is. */
static bool by_own_name(const struct place *p, struct costed *out, const char **why)
{
	const struct record *rec = p->rec;
	const struct op_entry *e = NULL;
	const struct call *call = NULL;
	enum op_part part = PART_FORWARD;
	size_t i;

	for (i = rec->op.n; i > p->first && !out->call; i--) {
		call = &rec->op.v[i - 1];
		if (call->node)
			continue;
		e = op_find(call);
		if (i > p->first + 1 && is_outers_work(e, call - 1))
			continue;
		part = is_by_role(e) ? p->role : PART_FORWARD;
		/* Without output_mask a backward operator still shows what
		 * one product of it is. */
		if (!try_call(p, e, call, part, out, why) && is_by_role(e) &&
		    p->role == PART_FORWARD &&
		    (p->class == KCLASS_GEMM || p->class == KCLASS_CONV))
			try_call(p, e, call, PART_PRODUCT, out, why);
		if (!out->call && i > p->first + 1)
			try_inside(p, e, call, out, why);
	}
	if (!out->call)
		return false;
	/* A role makes a unit, whatever else the entry encloses. */
	if (is_by_role(e) && p->role != PART_FORWARD)
		call = NULL;
	if (!op_is_product(e) && is_shared(p, call))
		out->shares = true;
	else if (!is_main(rec, call) || (call && is_by_role(e) && has_siblings(p)))
		set_helper(p, out);
	else if (shares_work(p, call))
		set_shared(out);
	return true;
}

/*
 * Which part of the backward of a product a kernel of this class did, when it
 * has no role: a product is done by products, the bias's gradient by a
 * reduction; of a kernel that no table knows, all of it.
 */
static bool product_part(enum kclass class, enum op_part *part)
{
	switch (class) {
	case KCLASS_GEMM:
	case KCLASS_CONV:
		*part = PART_PRODUCT;
		return true;
	case KCLASS_REDUCE:
		*part = PART_DBIAS;
		return true;
	case KCLASS_OTHER:
		*part = PART_BACKWARD;
		return true;
	default:
		return false;
	}
}

/*
 * Whether the node's own call, the last of fwd, is other work than the entry:
 * an addition inside F.kl_div has a backward node of its own, which is not the
 * backward of F.kl_div.  But the gradient of a bias is that of the addition
 * which a product makes of it.
 */
static bool is_other_work(
    const struct place *p, const struct op_entry *own, const struct op_entry *e)
{
	return op_known(own) && op_known(e) && own->family != e->family &&
	       !(op_is_product(e) && p->class == KCLASS_REDUCE);
}

/* 2. The innermost entry of fwd, costed by its backward. */
static bool by_forward(const struct place *p, struct costed *out, const char **why)
{
	const struct record *rec = p->rec;
	const struct op_entry *e = NULL, *own = NULL;
	const struct call *call = NULL;
	enum op_part part = PART_BACKWARD;
	bool helper = false;
	size_t i;

	out->backward = true;
	for (i = rec->fwd.n; i > 0 && !out->call; i--) {
		const char *reason = NULL;

		call = &rec->fwd.v[i - 1];
		e = op_find(call);
		if (i == rec->fwd.n)
			own = e;
		if (is_other_work(p, own, e)) {
			note(why, WHY_NO_ARGS);
			continue;
		}
		part = PART_BACKWARD;
		helper = false;
		if (op_is_product(e) && p->role != PART_FORWARD)
			part = p->role;
		else if (op_is_product(e))
			helper = !product_part(p->class, &part);
		/* A reduction where there is no bias is no part of a
		 * product: of a gradient that was broadcast, say.  A role
		 * says that there was one. */
		if (!try_call(p, e, call, part, out, &reason) &&
		    part == PART_DBIAS && p->role == PART_FORWARD)
			helper = try_call(p, e, call, PART_BACKWARD, out, &reason);
		if (!out->call && strcmp(reason, WHY_NO_BIAS) == 0)
			*why = NULL; /* says more than what an inner call lacks */
		/* A node is of no call that has no backward: the number led to
		 * a call which only has the same. */
		if (!out->call)
			note(why, p->node && strcmp(reason, WHY_NO_GRADIENT) == 0
				      ? WHY_NODE
				      : reason);
	}
	if (!out->call) {
		out->backward = false;
		return false;
	}
	/* The whole backward of a call is the node's; a part is the unit's. */
	if (!op_is_product(e) && is_shared(p, p->node))
		out->shares = true;
	else if (helper || !is_main(rec, part == PART_BACKWARD ? p->node : NULL) ||
		 (op_is_product(e) && p->role == PART_FORWARD &&
		     part != PART_DBIAS && has_siblings(p)))
		set_helper(p, out);
	else if (shares_work(p, NULL))
		set_shared(out);
	return true;
}

/* Whether a copy reads and writes the device's memory, of which its arrays are
 * a part. */
static bool is_within(struct str copy)
{
	static const char *const within[] = {"DtoD", "DtoA", "AtoD", "AtoA"};

	for (size_t i = 0; i < NELEMS(within); i++) {
		if (str_is(copy, within[i]))
			return true;
	}
	return false;
}

/* Copies and fills of memory: their bytes, one way or both. */
static void cost_memory(const struct record *rec, struct costed *out)
{
	bool copies = str_is(rec->kind, "memcpy");
	uint64_t ways = 1;

	if (!record_has(rec, bytes) || rec->bytes < 0 ||
	    (copies && !record_has(rec, copy))) {
		op_unknown(&out->cost, WHY_ATTRIBUTE);
		return;
	}
	if (copies && is_within(rec->copy))
		ways = 2;
	op_set(&out->cost, 0, 0, num_times(ways, (uint64_t)rec->bytes));
}

/* The innermost call that is a collective, with a formula or without; or NULL. */
static const struct call *collective_call(const struct place *p)
{
	size_t i;

	for (i = p->rec->op.n; i > p->first; i--) {
		const struct call *call = &p->rec->op.v[i - 1];
		const struct op_entry *e = call->node ? NULL : op_find(call);

		if (e && e->family->collective)
			return call;
	}
	return NULL;
}

/*
 * A collective by all that tells of it.  Its message says more than a call
 * does: how many ranks there are, and what is behind lists of tensors.  The
 * message is this kernel's own; what a call shows is all the kernels' inside.
 */
static bool by_message(const struct place *p, struct costed *out, const char **why)
{
	const struct record *rec = p->rec;
	bool own = record_has(rec, comm) && rec->comm.elements >= 0;
	const struct call *inner, *call;
	size_t n = rec->op.n - p->first;
	struct cost cost;

	if (p->class != KCLASS_COMM && p->class != KCLASS_OTHER)
		return false;
	inner = collective_call(p);
	call = out->call && !own ? out->call : inner;
	if (!record_has(rec, comm) && !inner)
		return false;
	if (op_comm_cost(record_has(rec, comm) ? &rec->comm : NULL,
		record_has(rec, world_size) ? rec->world_size : -1,
		n ? rec->op.v + p->first : NULL, n, &cost) < 0) {
		/* more than that the call has no arguments */
		if (strcmp(cost.of_flops.why, WHY_MISMATCH) == 0 ||
		    strcmp(cost.of_flops.why, WHY_OVERFLOW) == 0)
			*why = cost.of_flops.why;
		return false;
	}
	out->cost = cost;
	out->shares = false; /* a message is not divided by blocks */
	if (!is_main(rec, call))
		set_helper(p, out);
	else if (shares_work(p, call))
		set_shared(out);
	return true;
}

/* A count of 10^9 bytes, rounded; or that it is none: 0 is what Inductor writes
 * where it did not count. */
static uint64_t bytes_of_gb(double gb)
{
	const double bytes = gb * 1e9 + 0.5;

	return bytes >= 1 && bytes < 0x1p63 ? (uint64_t)bytes : OP_NO_ATTR;
}

/*
 * What Inductor says of a kernel that it made decides what no rule does.  Its
 * FLOPs are those of products; 0 says that it made none, not that nothing is
 * computed.  Where kernel_backend is missing the numbers are not its own: a
 * tool that adds some to other operators takes their types for bytes.
 */
static void by_inductor(const struct record *rec, struct costed *out)
{
	const struct call *call = rec->op.n ? &rec->op.v[rec->op.n - 1] : NULL;
	const struct sure estimate = {CONF_ESTIMATE, WHY_INDUCTOR};
	struct cost *cost = &out->cost;
	uint64_t bytes;

	if (!record_has(rec, kernel_backend) || class_of(rec) == KCLASS_HELPER ||
	    cost->of_flops.conf == CONF_HELPER ||
	    !(out->shares || is_main(rec, call)))
		return;
	if (!cost->has_flops && record_has(rec, kernel_flop) &&
	    rec->kernel_flop > 0) {
		cost->has_flops = true;
		cost->flops = (uint64_t)rec->kernel_flop;
		cost->gemm = cost->no_gemm ? 0 : cost->flops;
		cost->of_flops = estimate;
	}
	bytes = record_has(rec, kernel_num_gb) ? bytes_of_gb(rec->kernel_num_gb)
					       : OP_NO_ATTR;
	if (!cost->has_bytes && !num_bad(bytes)) {
		cost->has_bytes = true;
		cost->bytes = bytes;
		cost->of_bytes = estimate;
	}
}

/* Why a kernel without calls has none: nobody calls those of a graph that is
 * replayed, and nothing is known of what a node did. */
static const char *why_no_call(const struct place *p)
{
	if (p->node)
		return WHY_NODE;
	return record_has(p->rec, graph) && p->rec->op.n == 0 ? WHY_GRAPH
							      : WHY_NO_CALL;
}

/* The cost by the catalogue. */
static void by_rules(const struct place *p, struct costed *out)
{
	const char *why = NULL;

	if (!by_own_name(p, out, &why) &&
	    !(p->bprop && by_forward(p, out, &why)) && !by_message(p, out, &why)) {
		op_unknown(&out->cost, why ? why : why_no_call(p));
		return;
	}
	if (p->class == KCLASS_HELPER)
		set_helper(p, out);
	if (out->entry && out->entry->family->collective)
		by_message(p, out, &why);
}

void op_cost_record(
    const struct record *rec, const struct name *name, struct costed *out)
{
	struct place p;

	memset(out, 0, offsetof(struct costed, told));
	if (record_has(rec, kind) &&
	    (str_is(rec->kind, "memcpy") || str_is(rec->kind, "memset"))) {
		cost_memory(rec, out);
		return;
	}
	get_place(rec, name, &p);
	by_rules(&p, out);
}

void op_cost_settle(const struct record *rec, struct costed *out)
{
	by_inductor(rec, out);
	if (!out->shares)
		return;
	op_share_take(&rec->share, &out->cost);
	set_shared(out);
}
