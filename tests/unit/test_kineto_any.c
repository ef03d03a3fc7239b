/*
 * test_kineto_any.c - traces that are cut anywhere or whose bytes are changed:
 * all that fuzz_trace.c checks of them, the same ones each time.
 *
 * Of the seeds in tests/fuzz/corpus/trace, and of a real trace where the shared
 * data are at hand.
 */
#include "tests/fuzz/fuzz_trace.c"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static uint64_t dice = 88172645463325252u;

static unsigned roll(size_t n)
{
	dice ^= dice << 13;
	dice ^= dice >> 7;
	dice ^= dice << 17;
	return (unsigned)((dice >> 24) % n);
}

/* A copy of just this size: reading past its end is then seen. */
static void try_bytes(const char *p, size_t n)
{
	uint8_t *exact = malloc(n ? n : 1);

	assert_non_null(exact);
	if (n)
		memcpy(exact, p, n);
	LLVMFuzzerTestOneInput(exact, n);
	free(exact);
}

/* One to four bytes are others: a bit, any byte, one that means something. */
static void flip(struct strbuf *b, const struct strbuf *from)
{
	static const char signs[] = "{}[]:,\"\\ \n0123456789.-+eE";
	unsigned n = 1 + roll(4);
	size_t at;

	b->n = 0;
	strbuf_str(b, strbuf_get(from));
	while (n--) {
		at = 1 + roll(b->n - 1);
		switch (roll(3)) {
		case 0:
			b->p[at] = (char)(b->p[at] ^ 1 << roll(8));
			break;
		case 1:
			b->p[at] = (char)roll(256);
			break;
		default:
			b->p[at] = signs[roll(sizeof signs - 1)];
		}
	}
}

static void try_flips(const struct strbuf *seed, int times)
{
	struct strbuf b = {0};

	while (times--) {
		flip(&b, seed);
		try_bytes(b.p, b.n);
	}
	strbuf_free(&b);
}

/* The seeds; returned is how many. */
static size_t load_seeds(struct strbuf *seeds, size_t most)
{
	const char *src = getenv("SRC");
	struct dirent *entry;
	char folder[512], path[1024];
	size_t n = 0;
	DIR *dir;

	snprintf(folder, sizeof folder, "%s/tests/fuzz/corpus/trace",
	    src ? src : ".");
	dir = opendir(folder);
	assert_non_null(dir);
	while ((entry = readdir(dir))) {
		if (entry->d_name[0] == '.')
			continue;
		assert_true(n < most);
		snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
		seeds[n] = (struct strbuf){0};
		memory_slurp(path, &seeds[n]);
		n += seeds[n].n > 1;
	}
	closedir(dir);
	return n;
}

enum { SEEDS_MOST = 64 };

static void cut(void **state)
{
	struct strbuf seeds[SEEDS_MOST];
	size_t n = load_seeds(seeds, SEEDS_MOST), i, k;

	(void)state;
	assert_true(n > 5);
	for (i = 0; i < n; i++) {
		for (k = 1; k < seeds[i].n; k += 1 + seeds[i].n / 300)
			try_bytes(seeds[i].p, k);
		strbuf_free(&seeds[i]);
	}
}

static void flips(void **state)
{
	struct strbuf seeds[SEEDS_MOST];
	size_t n = load_seeds(seeds, SEEDS_MOST), i;

	(void)state;
	for (i = 0; i < n; i++) {
		try_flips(&seeds[i], 1 + 10000 / (int)n);
		strbuf_free(&seeds[i]);
	}
}

/* A real trace of ROCm, of some 90 KB: cut at every thousandth byte, and 1000
 * times changed. */
static void real(void **state)
{
	static const char name[] =
	    "data/kineto/facebookresearch-HolisticTraceAnalysis-"
	    "mi250_minitoy_train_ROCm6_2_kineto.json.gz";
	const char *shared = getenv("PP_SHARED");
	struct strbuf text = {0};
	char path[1024], part[4096];
	gzFile f;
	size_t k;
	int n;

	(void)state;
	snprintf(path, sizeof path, "%s/%s", shared ? shared : "../shared", name);
	f = gzopen(path, "rb");
	if (!f) {
		skip();
		return;
	}
	strbuf_char(&text, '0');
	while ((n = gzread(f, part, sizeof part)) > 0)
		strbuf_add(&text, part, (size_t)n);
	gzclose(f);
	assert_true(text.n > 20000);
	for (k = 1; k < text.n; k += 1000)
		try_bytes(text.p, k);
	try_flips(&text, 1000);
	text.p[0] = '3';
	try_flips(&text, 100);
	strbuf_free(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(cut),
	    cmocka_unit_test(flips),
	    cmocka_unit_test(real),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
