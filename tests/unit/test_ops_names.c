/*
 * test_ops_names.c - every operator name that users meet has a row, or a rule
 * that leads to one, and its family (tables/ops_names.tsv of the shared data).
 */
#include "prof/ops/op.h"
#include "tests/unit/calls.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

enum { NAME, SPACE, FAMILY, TITLE, NCOLUMNS };

/*
 * What the table's families are called in pp-models(7).  The table tells apart
 * what is one formula there, and of a few names the borders differ: sigmoid is
 * an activation or a function, reshape a view or a copy.
 */
static const struct {
	const char *id, *titles;
} families[] = {
    {"G1", "Matrix products|Several factors"},
    {"G2", "Matrix products|Einstein sums|Several factors"},
    {"G3", "Matrix products|Einstein sums"},
    {"C1", "Convolutions"},
    {"C2", "Convolutions"},
    {"C3", "Convolutions|State spaces"},
    {"S1", "Softmax"},
    {"S2", "Softmax"},
    {"L1", "Losses"},
    {"L2", "Losses"},
    {"L3", "Losses"},
    {"N1", "Normalisation"},
    {"N2", "Normalisation"},
    {"N3", "Normalisation|Embedding|Attention"},
    {"N4", "Normalisation"},
    {"N5", "Normalisation"},
    {"P1", "Pointwise|Activations|Views"},
    {"P2", "Pointwise|Reductions"},
    {"P3", "Pointwise|Views"},
    {"P4", "Activations|Pointwise"},
    {"P5", "Activations|Pointwise"},
    {"P6", "Dropout|Fills|Conversions and copies"},
    {"P7", "Rotary embedding"},
    {"R1", "Reductions|Scans and sorts"},
    {"R2", "Scans and sorts"},
    {"R3", "Scans and sorts"},
    {"D1", "Conversions and copies|Fills|Lists of tensors"},
    {"D2", "Views|Conversions and copies|Indexing"},
    {"D3", "Fills|Conversions and copies|Embedding"},
    {"D4", "Conversions and copies|Views"},
    {"I1", "Embedding"},
    {"I2", "Indexing|FBGEMM"},
    {"I3", "Indexing"},
    {"V1", "Pooling"},
    {"V2", "Resampling"},
    {"O1", "Optimizers|Pointwise"},
    {"O2", "Lists of tensors"},
    {"X1", "Collectives"},
    {"Q1", "Quantisation"},
    {"A1", "Attention"},
    {"A2", "Attention"},
    {"T1", "Recurrent layers|Conversions and copies"},
    {"G4", "Quantised products"},
    {"G5", "Grouped products|Experts"},
    {"G6", "Bilinear forms|Distances"},
    {"V3", "Fourier transforms|Fills"},
    {"W1", "Linear algebra"},
    {"W2", "State spaces"},
    {"Q2", "Matrix products|Conversions and copies|Reductions"},
};

static struct arena arena;

static const struct call *make(const char *op, const char *mod, bool node)
{
	struct strbuf b = {0};
	struct record *rec;

	strbuf_text(&b, "{\"v\":1,\"op\":[{");
	if (mod)
		strbuf_printf(&b, "\"mod\":\"%s\",", mod);
	strbuf_printf(&b, "\"op\":\"%s\"%s}]}", op, node ? ",\"node\":true" : "");
	strbuf_char(&b, '\0');
	rec = calls_read(&arena, b.p);
	strbuf_free(&b);
	return &rec->op.v[0];
}

static bool is_family(const char *id, const char *title)
{
	size_t i;

	for (i = 0; i < sizeof families / sizeof *families; i++)
		if (strcmp(families[i].id, id) == 0)
			return title && strstr(families[i].titles, title);
	return false;
}

static bool check(char **column, const struct call *call)
{
	const struct op_entry *e = op_find(call);
	const char *title = op_find_family(call);

	if (e && title && is_family(column[FAMILY], title))
		return true;
	print_message("%s (%s): %s, family %s, not %s\n", column[NAME],
	    column[SPACE], e ? "found" : "no row", title ? title : "unknown",
	    column[FAMILY]);
	return false;
}

/* All the ways in which sources spell a name. */
static bool check_name(char **column)
{
	char *name = column[NAME], mod[1100], *dot;

	if (strcmp(column[SPACE], "pyprof") == 0 && (dot = strrchr(name, '.'))) {
		snprintf(mod, sizeof mod, "%.*s", (int)(dot - name), name);
		return check(column, make(dot + 1, mod, false));
	}
	if (strcmp(column[SPACE], "onnx") == 0 && !strchr(name, '.')) {
		snprintf(mod, sizeof mod, "onnx::%s", name);
		if (!check(column, make(mod, NULL, false)))
			return false;
	}
	if (strcmp(column[SPACE], "autograd") == 0 &&
	    !check(column, make(name, NULL, true)))
		return false;
	return check(column, make(name, NULL, false));
}

static void test_names(void **state)
{
	const char *shared = getenv("PP_SHARED");
	char path[4096], line[1024];
	size_t rows = 0, wrong = 0;
	FILE *f;

	(void)state;
	snprintf(path, sizeof path, "%s/tables/ops_names.tsv",
	    shared ? shared : "../shared");
	f = fopen(path, "r");
	if (!f)
		skip();
	while (fgets(line, sizeof line, f)) {
		char *column[NCOLUMNS], *at = line;
		int i;

		if (strncmp(line, "name\t", 5) == 0)
			continue;
		line[strcspn(line, "\n")] = '\0';
		for (i = 0; i < NCOLUMNS; i++) {
			column[i] = at;
			at += strcspn(at, "\t");
			if (*at)
				*at++ = '\0';
		}
		rows++;
		if (!check_name(column))
			wrong++;
		arena_reset(&arena);
	}
	fclose(f);
	arena_free(&arena);
	assert_true(rows >= 1919);
	assert_int_equal(wrong, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
