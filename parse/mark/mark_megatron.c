/*
 * mark_megatron.c - the ranges of Megatron.
 *
 * In:  megatron.MODULE.forward.SUFFIX, or backward: where in Megatron's source
 *      the range is, and what it calls the part
 *      megatron.MODULE.FUNCTION.SUFFIX
 *      MFSDP MODULE forward, or backward
 * Out: the module and the direction; the part as a call; the whole as a range
 */
#include "parse/mark/mark.h"

#include "common/nelems.h"

static const struct {
	const char *word;
	enum mark_dir dir;
} directions[] = {
    {"forward", MARK_FPROP},
    {"backward", MARK_BPROP},
};

static enum mark_dir dir_of(struct str word)
{
	size_t i;

	for (i = 0; i < NELEMS(directions); i++)
		if (str_is(word, directions[i].word))
			return directions[i].dir;
	return MARK_DIR_NONE;
}

/* The place of the last c in s; s.n if there is none. */
static size_t last(struct str s, char c)
{
	size_t i;

	for (i = s.n; i > 0; i--)
		if (s.p[i - 1] == c)
			return i - 1;
	return s.n;
}

/* Find the function among the parts of the path: the first part that is a
 * direction, else the last but one.  False if there are too few parts. */
static bool find_function(struct str text, struct str *function)
{
	size_t start, end, dot;

	for (start = 9; start < text.n; start = end + 1) {
		const char *p = memchr(text.p + start, '.', text.n - start);

		end = p ? (size_t)(p - text.p) : text.n;
		*function = (struct str){text.p + start, end - start};
		if (dir_of(*function))
			return true;
	}
	end = last(text, '.');
	dot = last((struct str){text.p, end}, '.');
	if (end == text.n || dot == end || dot < 9)
		return false;
	*function = (struct str){text.p + dot + 1, end - dot - 1};
	return true;
}

static bool decode_path(struct str text, struct arena *a, struct mark *m)
{
	struct mark_facts *f;
	struct str function;
	size_t start, end;

	if (!find_function(text, &function))
		return false;
	start = (size_t)(function.p - text.p);
	end = start + function.n;
	m->kind = MARK_NOTE;
	f = mark_add_facts(m, a);
	f->range = text;
	f->dir = dir_of(function);
	mark_set_module(f, a, (struct str){text.p, start - 1});
	if (f->dir)
		f->label = f->modules[0];
	if (end + 1 < text.n) {
		m->kind = MARK_CALL;
		m->call.op = str_from(text, end + 1);
	}
	return true;
}

static bool decode_fsdp(struct str text, struct arena *a, struct mark *m)
{
	struct str module = text;
	struct mark_facts *f;
	enum mark_dir dir;
	size_t blank;

	if (!str_skip(&module, "MFSDP "))
		return false;
	blank = last(module, ' ');
	if (blank == 0 || blank == module.n)
		return false;
	dir = dir_of(str_from(module, blank + 1));
	if (!dir)
		return false;
	module.n = blank;
	m->kind = MARK_RANGE;
	m->text = text;
	f = mark_add_facts(m, a);
	f->dir = dir;
	mark_set_module(f, a, module);
	f->label = f->modules[0];
	return true;
}

static bool decode(
    struct str text, struct str domain, struct arena *a, struct mark *m)
{
	(void)domain;
	if (str_starts(text, "megatron."))
		return !memchr(text.p, ' ', text.n) && decode_path(text, a, m);
	return decode_fsdp(text, a, m);
}

const struct decoder mark_megatron = {.name = "megatron", .decode = decode};
