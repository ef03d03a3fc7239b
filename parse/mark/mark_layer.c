/*
 * mark_layer.c - "layer:NAME", what PyProf asks users to put around a layer.
 *
 * The layer is everything behind the colon, as names may hold colons
 * themselves.  PyProf looked for "layer:" anywhere and stopped at the next
 * colon.
 */
#include "parse/mark/mark.h"

static bool decode(
    struct str text, struct str domain, struct arena *a, struct mark *m)
{
	(void)a;
	(void)domain;
	if (!str_skip(&text, "layer:"))
		return false;
	m->kind = MARK_LAYER;
	m->text = text;
	return true;
}

const struct decoder mark_layer = {.name = "layer", .heads = "l", .decode = decode};
