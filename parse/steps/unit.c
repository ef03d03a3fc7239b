/*
 * unit.c - which kernels belong to one call, their roles, the main one.
 *
 * In:  chains, nodes, kernel names
 * Out: unit, sub, nsub, role, main; a tally for each call that has kernels
 *
 * Several kernels of one operator are counted as one piece of work, and
 * pp-parse need not know a single operator for that.
 */
#include "parse/steps/unit.h"

#include <stdlib.h>
#include <string.h>

#include "common/map.h"
#include "common/nelems.h"
#include "parse/name/kname.h"
#include "parse/steps/replay.h"

/* The kernels of a unit. */
struct unit {
	uint32_t n;
	uint32_t products;   /* GEMM and convolution kernels */
	uint32_t of[NROLES]; /* those by the role that their names show */
	struct tally tallies[NROLES];
};

/* The units as lists of kernels in the order of output: here the first of each,
 * or NONE.  Until a unit is done, unit_best of a kernel is the next one. */
struct units {
	uint32_t *first;    /* by range */
	struct map replays; /* by (range, replay) */
	/* node -> the call, or MAP_SEVERAL where it holds whole backwards of
	 * several convolutions */
	struct map backwards;
};

/* In which kernels a word of their name tells a role. */
enum told_in {
	IN_ANY,
	IN_LAYOUT, /* a whole part of a name that is no convolution's */
	IN_CONV,   /* in calls of convolutions alone */
};

/*
 * Roles by words in a kernel's name, in this order: MIOpen and Composable
 * Kernel have names that say `bwd` of both gradients, and attention and norms
 * have it in theirs.  _nn and _nt are the layouts of cuBLAS.
 */
static const struct {
	const char *word;
	enum told_in in;
	enum role role;
} role_words[] = {
    {"dgrad", IN_ANY, ROLE_DGRAD},
    {"wgrad", IN_ANY, ROLE_WGRAD},
    {"_nn", IN_LAYOUT, ROLE_DGRAD},
    {"_nt", IN_LAYOUT, ROLE_WGRAD},
    {"causal_conv1d_bwd", IN_CONV, ROLE_NONE}, /* makes all gradients */
    {"_wrw", IN_CONV, ROLE_WGRAD},
    {"WrW", IN_CONV, ROLE_WGRAD},
    {"bwd_weight", IN_CONV, ROLE_WGRAD},
    {"BwdWeight", IN_CONV, ROLE_WGRAD},
    {"backward_weight", IN_CONV, ROLE_WGRAD}, /* torch, depthwise */
    {"grad_weight", IN_CONV, ROLE_WGRAD},
    {"bwd_data", IN_CONV, ROLE_DGRAD},
    {"BwdData", IN_CONV, ROLE_DGRAD},
    {"backward_data", IN_CONV, ROLE_DGRAD},
    {"backward_input", IN_CONV, ROLE_DGRAD},
    {"_bwd_", IN_CONV, ROLE_DGRAD},
};

/* Roles by the end of a call's name: before torch 1.10, each gradient of a
 * convolution was a call of its own. */
static const struct {
	const char *end;
	enum role role;
} role_calls[] = {
    {"_backward_input", ROLE_DGRAD},
    {"_backward_weight", ROLE_WGRAD},
};

static bool is_product(enum kclass class)
{
	return class == KCLASS_GEMM || class == KCLASS_CONV;
}

/* Whether the word is a whole part of the name. */
static bool has_part(struct str name, const char *word)
{
	size_t n = strlen(word);
	const char *p = name.p;

	while ((p = str_find(str_from(name, (size_t)(p - name.p)), word))) {
		p += n;
		if (p == name.p + name.n || *p == '_' || *p == '(' || *p == '<')
			return true;
	}
	return false;
}

/* Whether a call or node is a convolution: ConvolutionBackward0, aten::conv2d;
 * but not ConvertBackward. */
static bool is_convolution(struct str name)
{
	static const char *const words[] = {"Conv", "conv"};
	size_t i;

	for (i = 0; i < NELEMS(words); i++) {
		struct str rest = name;

		while ((rest.p = str_find(rest, words[i]))) {
			rest = str_from((struct str){rest.p,
					    (size_t)(name.p + name.n - rest.p)},
			    4);
			if (!str_starts(rest, "ert"))
				return true;
		}
	}
	return false;
}

/* Whether one of the calls inside the launch's node is a convolution, or the
 * node. */
static bool in_convolution(const struct analysis *a, size_t launch)
{
	const struct chain *c = &a->around.of.v[launch];
	const uint32_t *v = chain_ranges(&a->around, c);
	uint32_t k;

	for (k = c->n; k-- > 0;) {
		if (analysis_mark(a, v[k])->kind != MARK_CALL &&
		    analysis_mark(a, v[k])->kind != MARK_NODE)
			continue;
		if (is_convolution(analysis_mark(a, v[k])->call.op))
			return true;
		if (v[k] == a->facts.v[launch].node)
			break;
	}
	return false;
}

/* Whether the word tells the role of the kernel.  In convolutions a layout
 * means something else, even in the names of matrix products: _nt is mostly the
 * gradient of the input, _tn that of the weight. */
static bool tells(const struct kernel_name *k, size_t word, bool conv)
{
	switch (role_words[word].in) {
	case IN_LAYOUT:
		return !conv && k->class != KCLASS_CONV &&
		       has_part(k->brief, role_words[word].word);
	case IN_CONV:
		return conv && str_has(k->full, role_words[word].word);
	default:
		return str_has(k->full, role_words[word].word);
	}
}

static enum role role_by_name(const struct kernel_name *k, bool conv)
{
	size_t i;

	for (i = 0; i < NELEMS(role_words); i++)
		if (tells(k, i, conv))
			return role_words[i].role;
	return ROLE_NONE;
}

/* Set knames: each distinct name is read once. */
static void name_kernels(struct analysis *a)
{
	struct map known = {0};
	size_t i;

	for (i = 0; i < a->p->launches.n; i++) {
		const struct launch *l = &a->p->launches.v[i];
		uint32_t *at;

		if (l->kind != LAUNCH_KERNEL || l->name == PROFILE_NONE)
			continue;
		at = map_at(&known, l->name);
		if (*at == MAP_NONE) {
			struct kernel_name *k = vec_add(&a->knames);

			k->full = kname_demangle(
			    &a->arena, intern_get(&a->p->texts, l->name));
			k->brief = kname_short(&a->arena, k->full);
			k->class = kname_class(k->full);
			k->sets = k->class == KCLASS_FILL && kclass_sets(k->full);
			k->role = role_by_name(k, false);
			k->conv_role = role_by_name(k, true);
			*at = (uint32_t)a->knames.n - 1;
		}
		a->facts.v[i].kname = *at;
	}
	map_free(&known);
}

/* The role by the innermost call inside the launch's node, or ROLE_NONE. */
static enum role role_by_call(const struct analysis *a, size_t launch)
{
	const struct chain *c = &a->around.of.v[launch];
	const uint32_t *v = chain_ranges(&a->around, c);
	size_t i;
	uint32_t k;

	for (k = c->n; k-- > 0 && v[k] != a->facts.v[launch].node;) {
		if (analysis_mark(a, v[k])->kind != MARK_CALL)
			continue;
		for (i = 0; i < NELEMS(role_calls); i++)
			if (str_ends(analysis_mark(a, v[k])->call.op,
				role_calls[i].end))
				return role_calls[i].role;
		break;
	}
	return ROLE_NONE;
}

/* The role of a matrix product or convolution in its node, by the call or by
 * the kernel's name. */
static enum role role_in_node(const struct analysis *a, size_t launch)
{
	const struct kernel_name *k = &a->knames.v[a->facts.v[launch].kname];
	enum role role = role_by_call(a, launch);

	if (role != ROLE_NONE || k->role == k->conv_role)
		return role != ROLE_NONE ? role : k->role;
	return in_convolution(a, launch) ? k->conv_role : k->role;
}

/* Whether the launch's unit is of its node, or of a call inside. */
static bool is_backward(const struct fact *f)
{
	return f->inside_node && !f->recomp;
}

/* The outermost call inside the launch's node that is the whole backward of a
 * convolution, or PROFILE_NONE. */
static uint32_t backward_call(const struct analysis *a, size_t launch)
{
	const struct fact *f = &a->facts.v[launch];
	const struct chain *c = &a->around.of.v[launch];
	const uint32_t *v = chain_ranges(&a->around, c);
	uint32_t found = PROFILE_NONE, i;

	for (i = c->n; i-- > 0 && v[i] != f->node;)
		if (analysis_mark(a, v[i])->kind == MARK_CALL &&
		    str_ends(analysis_mark(a, v[i])->call.op,
			"convolution_backward"))
			found = v[i];
	return found;
}

/* Find the nodes that hold several and are no convolution's: that of a compiled
 * region.  The roles of each call are its own there. */
static void find_backwards(const struct analysis *a, struct units *u)
{
	size_t i;
	uint32_t call;

	for (i = 0; i < a->facts.n; i++) {
		if (a->p->launches.v[i].kind != LAUNCH_KERNEL ||
		    !is_backward(&a->facts.v[i]))
			continue;
		call = backward_call(a, i);
		if (call == PROFILE_NONE ||
		    is_convolution(analysis_mark(a, a->facts.v[i].node)->call.op))
			continue;
		map_put_only(&u->backwards, a->facts.v[i].node, call);
	}
}

/* The range that makes the launch's unit. */
static uint32_t unit_range(
    const struct analysis *a, const struct units *u, size_t launch)
{
	const struct fact *f = &a->facts.v[launch];
	const struct chain *c = &a->around.of.v[launch];
	const uint32_t *v = chain_ranges(&a->around, c);
	uint32_t i, call;

	if (is_backward(f)) {
		call = map_get(&u->backwards, f->node) == MAP_SEVERAL
			   ? backward_call(a, launch)
			   : PROFILE_NONE;
		return call == PROFILE_NONE ? f->node : call;
	}
	for (i = c->n; i-- > 0;)
		if (analysis_mark(a, v[i])->kind == MARK_CALL)
			return v[i];
	return PROFILE_NONE;
}

/* The call or node that launched it, or PROFILE_NONE. */
static uint32_t launcher(const struct analysis *a, size_t launch)
{
	const struct chain *c = &a->around.of.v[launch];
	const uint32_t *v = chain_ranges(&a->around, c);
	uint32_t i;

	for (i = c->n; i-- > 0;)
		if (analysis_is_call(a, v[i]))
			return v[i];
	return PROFILE_NONE;
}

_Static_assert(MAP_NONE == PROFILE_NONE, "a map says NONE as the lists do");

/* Where the first kernel of a launch's unit stands. */
static uint32_t *first_of(struct units *u, const struct analysis *a, size_t launch)
{
	uint32_t range = a->facts.v[launch].unit;

	return replay_number(a, launch)
		   ? map_at(&u->replays, replay_key(a, range, launch))
		   : &u->first[range];
}

/* As unit_tally, but a missing tally is made. */
static struct tally *tally_of(struct analysis *a, uint32_t range, size_t launch)
{
	uint32_t *at = replay_number(a, launch)
			   ? map_at(&a->replay_tally, replay_key(a, range, launch))
			   : &a->range_tally[range];

	if (*at == PROFILE_NONE) {
		*at = (uint32_t)a->tallies.n;
		*vec_add(&a->tallies) = (struct tally){0};
	}
	return &a->tallies.v[*at];
}

const struct tally *unit_tally(const struct analysis *a, uint32_t range, size_t launch)
{
	uint32_t i = replay_number(a, launch)
			 ? map_get(&a->replay_tally, replay_key(a, range, launch))
			 : a->range_tally[range];

	return i == PROFILE_NONE ? NULL : &a->tallies.v[i];
}

/* Whether launch x is a better main than launch y. */
static bool better(const struct analysis *a, size_t x, size_t y)
{
	const struct launch *lx = &a->p->launches.v[x];
	const struct launch *ly = &a->p->launches.v[y];
	enum kclass cx = analysis_class(a, x), cy = analysis_class(a, y);
	int64_t dx = lx->end - lx->start, dy = ly->end - ly->start;

	if (cx != cy)
		return cx < cy;
	if (dx != dy)
		return dx > dy;
	return lx->start < ly->start;
}

/* Add a kernel to a tally; own: the tally is of the call that launched it.
 * Those count before the kernels of calls inside, whatever their class: what
 * these did is their own calls'. */
static void count(const struct analysis *a, struct tally *t, size_t launch, bool own)
{
	enum kclass class = analysis_class(a, launch), best;

	if (t->n++ == 0)
		t->best = PROFILE_NONE;
	if (class == KCLASS_HELPER || own < t->own)
		return;
	if (t->best == PROFILE_NONE || own > t->own) {
		t->best = (uint32_t)launch;
		t->peers = 1;
		t->own = own;
		return;
	}
	best = analysis_class(a, t->best);
	if (class < best)
		t->peers = 0;
	if (better(a, launch, t->best))
		t->best = (uint32_t)launch;
	if (class <= best)
		t->peers++;
}

/* Make the units: each kernel comes in front of those that are printed after
 * it. */
static void make_units(struct analysis *a, struct units *u)
{
	size_t i;

	for (i = a->order.n; i-- > 0;) {
		uint32_t launch = a->order.v[i], *first;
		struct fact *f = &a->facts.v[launch];

		if (a->p->launches.v[launch].kind != LAUNCH_KERNEL)
			continue;
		f->unit = unit_range(a, u, launch);
		if (f->unit == PROFILE_NONE)
			continue;
		first = first_of(u, a, launch);
		f->unit_best = *first;
		*first = launch;
	}
}

/* Add a kernel to its unit, and set the role that its name shows. */
static void add_kernel(struct analysis *a, struct unit *unit, size_t launch)
{
	struct fact *f = &a->facts.v[launch];

	f->sub = unit->n++;
	if (!is_backward(f) || !is_product(analysis_class(a, launch)))
		return;
	unit->products++;
	f->role = (uint8_t)role_in_node(a, launch);
	unit->of[f->role]++;
}

/* The role of a kernel whose name shows none, by the other kernels of its
 * node. */
static enum role role_by_sibling(
    const struct analysis *a, const struct unit *unit, size_t launch)
{
	const struct fact *f = &a->facts.v[launch];
	uint32_t d = unit->of[ROLE_DGRAD], w = unit->of[ROLE_WGRAD];

	if (analysis_class(a, launch) == KCLASS_REDUCE && unit->products)
		return ROLE_DBIAS;
	if (f->role != ROLE_NONE || !is_product(analysis_class(a, launch)))
		return f->role;
	if (unit->of[ROLE_NONE] != 1 || (d > 0) == (w > 0))
		return ROLE_NONE;
	return d ? ROLE_WGRAD : ROLE_DGRAD;
}

/* The facts of a unit's kernels. */
static void finish_unit(struct analysis *a, uint32_t first)
{
	struct fact *v = a->facts.v;
	struct unit unit = {0};
	uint32_t i, next;

	for (i = first; i != PROFILE_NONE; i = v[i].unit_best)
		add_kernel(a, &unit, i);
	for (i = first; i != PROFILE_NONE; i = v[i].unit_best) {
		v[i].nsub = unit.n;
		if (is_backward(&v[i]))
			v[i].role = (uint8_t)role_by_sibling(a, &unit, i);
		count(a, &unit.tallies[v[i].role], i, v[i].call == v[i].unit);
	}
	for (i = first; i != PROFILE_NONE; i = next) {
		const struct tally *t = &unit.tallies[v[i].role];

		next = v[i].unit_best;
		v[i].unit_n = t->n;
		v[i].unit_best = t->best;
		v[i].main = t->best == i;
		v[i].peers = v[i].main ? t->peers : 0;
	}
}

/* Tallies of every call around a kernel. */
static void tally_calls(struct analysis *a)
{
	size_t i;
	uint32_t k;

	a->range_tally = profile_nones(a->p->ranges.n);
	for (i = 0; i < a->facts.n; i++) {
		const struct chain *c = &a->around.of.v[i];
		const uint32_t *v = chain_ranges(&a->around, c);

		if (a->p->launches.v[i].kind != LAUNCH_KERNEL)
			continue;
		for (k = 0; k < c->n; k++)
			if (analysis_is_call(a, v[k]))
				count(a, tally_of(a, v[k], i), i,
				    a->facts.v[i].call == v[k]);
	}
}

void unit_group(struct analysis *a)
{
	struct units u = {0};
	uint32_t i;

	name_kernels(a);
	for (i = 0; i < a->facts.n; i++)
		a->facts.v[i].call = launcher(a, i);
	u.first = profile_nones(a->p->ranges.n);
	find_backwards(a, &u);
	make_units(a, &u);
	for (i = 0; i < a->facts.n; i++) {
		struct fact *f = &a->facts.v[i];

		if (a->p->launches.v[i].kind != LAUNCH_KERNEL)
			continue;
		if (f->unit == PROFILE_NONE) {
			f->nsub = 1;
			f->main = analysis_class(a, i) != KCLASS_HELPER;
		} else if (*first_of(&u, a, i) == i) {
			finish_unit(a, i);
		}
	}
	free(u.first);
	map_free(&u.replays);
	map_free(&u.backwards);
	tally_calls(a);
}
