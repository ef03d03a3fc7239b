/*
 * asked.c - which kinds of records the input has.
 *
 * In:  records
 * Out: kinds, by file
 */
#include "prof/show/asked.h"

#include "common/nelems.h"

static const char *const names[] = {
    [KIND_KERNEL] = "kernel",
    [KIND_MEMCPY] = "memcpy",
    [KIND_MEMSET] = "memset",
    [KIND_SYNC] = "sync",
    [KIND_GRAPH] = "graph",
    [KIND_OP] = "op",
    [KIND_API] = "api",
    [KIND_STEP] = "step",
    [KIND_RANGE] = "range",
};

/* Names of several kinds, as pp-parse -k takes them. */
static const struct {
	const char *name;
	unsigned bits;
} sets[] = {
    {"all", KIND_BIT(KIND_OTHER) - 1},
    {"gpu", KIND_BIT(KIND_KERNEL) | KIND_BITS_COPIES | KIND_BIT(KIND_SYNC)},
    {"host", KIND_BITS_HOST},
};

static enum kind find(struct str name)
{
	unsigned i = 0;

	while (i < KIND_OTHER && !str_is(name, names[i]))
		i++;
	return (enum kind)i;
}

enum kind asked_kind(const struct record *rec)
{
	return record_has(rec, kind) ? find(rec->kind) : KIND_KERNEL;
}

static unsigned named(const struct record_strs *kinds)
{
	unsigned bits = 0;

	for (size_t i = 0; i < kinds->n; i++) {
		enum kind kind = find(kinds->v[i]);

		if (kind != KIND_OTHER)
			bits |= KIND_BIT(kind);
		for (size_t k = 0; k < NELEMS(sets); k++)
			if (str_is(kinds->v[i], sets[k].name))
				bits |= sets[k].bits;
	}
	return bits;
}

/* The file's entry, valid until the next file comes. */
static struct asked_file *file_of(struct asked *a, struct str file)
{
	uint32_t i;

	if (!file.p)
		file = STR("");
	if (a->list.n > 0 && str_eq(intern_get(&a->files, a->last), file))
		return &a->list.v[a->last];
	i = intern_add(&a->files, file);
	if (i == a->list.n)
		*vec_add(&a->list) = (struct asked_file){0, false};
	a->last = i;
	return &a->list.v[i];
}

/* Kernels are what pp-parse prints by default, where there are any: records of
 * other kinds alone are those of -k. */
static unsigned bits_of(const struct asked_file *f)
{
	return f->bits || f->named ? f->bits : KIND_BIT(KIND_KERNEL);
}

void asked_add(struct asked *a, const struct record *rec)
{
	struct asked_file *f = file_of(a, rec->file);

	if (!str_is(rec->kind, "profile")) {
		f->bits |= KIND_BIT(asked_kind(rec));
		return;
	}
	f->bits |= named(&rec->kinds);
	f->named |= rec->kinds.n > 0;
}

unsigned asked_of(struct asked *a, struct str file)
{
	return bits_of(file_of(a, file));
}

void asked_missing(const struct asked *a, unsigned bits, struct strbuf *b)
{
	unsigned missing = 0;

	for (size_t i = 0; i < a->list.n; i++)
		missing |= bits & ~bits_of(&a->list.v[i]);
	for (size_t i = 0; i < NELEMS(names); i++) {
		if (missing >> i & 1)
			strbuf_printf(b, "%s%s", b->n ? "," : "", names[i]);
	}
}

int asked_check(struct asked *a, const char *name, unsigned needs, struct err *err)
{
	struct strbuf b = {0};
	int status = 0;

	asked_missing(a, needs, &b);
	if (b.n > 0)
		status = err_set(err, "view '%s' needs %.*s: run pp-parse -k all",
		    name, (int)b.n, b.p);
	strbuf_free(&b);
	return status;
}

void asked_free(struct asked *a)
{
	intern_free(&a->files);
	vec_free(&a->list);
}
