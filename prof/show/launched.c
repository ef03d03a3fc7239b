/*
 * launched.c - which launch calls a trace has by now.
 *
 * In:  a launch call, as its own record or what it launched tells it
 * Out: whether it is new
 *
 * A set of hashes: a map (common/map.h) would take 64 bytes a call, this takes
 * from 11 to 22.
 */
#include "prof/show/launched.h"

#include <stdlib.h>

#include "common/arena.h"
#include "common/intern.h"

/* Where the fingerprint stands, or is to stand: room is a power of two. */
static uint64_t *find(const struct launched *l, uint64_t print)
{
	size_t i = (size_t)print & (l->room - 1);

	while (l->v[i] != 0 && l->v[i] != print)
		i = (i + 1) & (l->room - 1);
	return &l->v[i];
}

static void grow(struct launched *l)
{
	struct launched more = {.room = l->room ? l->room * 2 : 64};

	more.v = arena_xzeroed(more.room, sizeof *more.v);
	for (size_t i = 0; i < l->room; i++) {
		if (l->v[i] != 0)
			*find(&more, l->v[i]) = l->v[i];
	}
	free(l->v);
	l->v = more.v;
	l->room = more.room;
}

bool launched_add(
    struct launched *l, const struct launched_call *call, struct str name)
{
	uint64_t print, *at;

	if (l->n >= l->room / 4 * 3)
		grow(l);
	l->text.n = 0;
	strbuf_add(&l->text, (const char *)call, sizeof *call);
	strbuf_str(&l->text, name);
	print = intern_hash(l->text.p, l->text.n);
	print += print == 0;
	at = find(l, print);
	if (*at == print)
		return false;
	*at = print;
	l->n++;
	return true;
}

void launched_free(struct launched *l)
{
	free(l->v);
	strbuf_free(&l->text);
}
