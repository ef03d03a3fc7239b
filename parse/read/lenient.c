/*
 * lenient.c - what was forgiven in a file that is not quite JSON.
 */
#include "parse/read/lenient.h"

#include "common/json.h"
#include "parse/profile.h"

void lenient_say(const struct json *j, struct profile *p)
{
	uint64_t n = json_lenient_count(j);
	struct strbuf b = {0};

	if (n == 0)
		return;
	strbuf_printf(&b, SAID("%llu place%s not JSON, read all the same (%s%s)"),
	    (unsigned long long)n, n == 1 ? " is" : "s are",
	    n == 1 ? "" : "first: ", json_lenient_first(j));
	profile_note(p, arena_text(&p->arena, b.p, b.n));
	strbuf_free(&b);
}
