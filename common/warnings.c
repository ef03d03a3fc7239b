/*
 * warnings.c - oddities of a profile, counted by kind and said once.
 */
#include "common/warnings.h"

#include <stdlib.h>

#include "common/arena.h"
#include "common/diag.h"
#include "common/vec.h"

enum { DETAIL_MOST = 160 }; /* bytes of a warning's example */

struct warning {
	const char *kind, *noun; /* noun NULL: it is said and not counted */
	uint64_t count;
	bool has_detail;
	char detail[DETAIL_MOST];
};

struct warnings {
	VEC(struct warning) list;
};

struct warnings *warnings_new(void)
{
	struct warnings *w = arena_xmalloc(sizeof *w);

	*w = (struct warnings){0};
	return w;
}

static void add(
    struct warnings *w, const char *kind, const char *noun, struct str detail)
{
	struct warning *x = vec_add(&w->list);

	*x = (struct warning){.kind = kind, .noun = noun, .count = 1};
	x->has_detail = detail.p != NULL;
	if (detail.p)
		diag_clean(detail, x->detail, sizeof x->detail);
}

void warnings_add(
    struct warnings *w, const char *kind, const char *noun, struct str detail)
{
	size_t i;

	/* There are a dozen kinds at most; the last one met is likely next. */
	for (i = w->list.n; i-- > 0;) {
		if (w->list.v[i].kind == kind && w->list.v[i].noun == noun) {
			w->list.v[i].count++;
			return;
		}
	}
	add(w, kind, noun, detail);
}

void warnings_say(struct warnings *w, const char *text, struct str detail)
{
	add(w, text, NULL, detail);
}

void warnings_print(struct warnings *w, const char *file)
{
	const struct warning *x;
	const char *mark;
	size_t i;

	for (i = 0; i < w->list.n; i++) {
		x = &w->list.v[i];
		if (!x->noun) {
			diag_error(file, 0, "%s%s", x->kind,
			    x->has_detail ? x->detail : "");
			continue;
		}
		mark = strstr(x->kind, "%s");
		if (!mark)
			mark = x->kind + strlen(x->kind);
		diag_error(file, 0, "%.*s%llu %s%s%s%s%s%s",
		    (int)(mark - x->kind), x->kind, (unsigned long long)x->count,
		    x->noun, x->count == 1 ? "" : "s", *mark ? mark + 2 : "",
		    x->has_detail ? " (first: " : "",
		    x->has_detail ? x->detail : "", x->has_detail ? ")" : "");
	}
	w->list.n = 0;
}

void warnings_free(struct warnings *w)
{
	if (!w)
		return;
	vec_free(&w->list);
	free(w);
}
