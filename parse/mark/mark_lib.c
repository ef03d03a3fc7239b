/*
 * mark_lib.c - the ranges in which libraries wrap their own functions.
 *
 * In:  the domains of CCCL, cuBLAS, cuDNN, DALI, RAPIDS and others; elsewhere,
 *      a text that begins as their names do and is one name
 * Out: a call, named by the whole text
 */
#include "parse/mark/mark.h"

#include "common/ascii.h"
#include "common/nelems.h"

/* The prefixes of libraries.  A capital must follow, unless the prefix is a
 * name space. */
static const struct prefix {
	const char *text;
	bool capital;
} prefixes[] = {
    {"cub::", false},
    {"thrust::", false},
    {"cublas", true},
    {"cudnn", true},
    {"cufft", true},
    {"curand", true},
    {"cusolver", true},
    {"cusparse", true},
    {"[DALI][", false},
};

static bool fits(const struct prefix *p, struct str text)
{
	size_t n = strlen(p->text);

	if (!str_starts(text, p->text) || text.n == n)
		return false;
	if (p->capital)
		return is_upper(text.p[n]) && mark_is_word(text);
	return p->text[0] == '[' || !memchr(text.p, ' ', text.n);
}

static bool is_domain(struct str domain);

static bool decode(
    struct str text, struct str domain, struct arena *a, struct mark *m)
{
	size_t i, n = NELEMS(prefixes);

	(void)a;
	if (text.n == 0)
		return false;
	for (i = 0; i < n && !fits(&prefixes[i], text); i++)
		;
	if (i == n && !is_domain(domain))
		return false;
	m->kind = MARK_CALL;
	m->call.op = text;
	return true;
}

const struct decoder mark_lib = {.name = "lib",
    .domains =
	"CCCL|cuBLAS|cuBLASLt|cuDNN|cuFFT|cuSOLVER|cuSPARSE|cuTENSOR|"
	"DALI|DALI Backend|libcudf|libcuml|cudf_python|cuml_python|raft|",
    .decode = decode};

static bool is_domain(struct str domain)
{
	return domain.p && mark_is_among(domain, mark_lib.domains);
}
