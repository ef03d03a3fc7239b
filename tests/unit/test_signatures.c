/*
 * test_signatures.c - the names of a row are those of the operator's arguments,
 * each in its place.
 *
 * fixtures/aten.txt has what native_functions.yaml of PyTorch 2.6 says: a line
 * an overload, the operator and its arguments but those that are written to; *
 * stands behind a tensor, ... behind a list, = before a default.  A row may
 * leave out what stands at the end and is no tensor: of tensors at the end one
 * would be taken for what the caller gave for the result.
 */
#include "prof/ops/find.h"
#include "prof/ops/table.h"
#include "common/nelems.h"
#include "tests/unit/calls.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

enum { MOST = 40 };

struct line {
	char text[1000];
	const char *word[MOST]; /* the operator, its arguments */
	size_t n;
};

/* What a row calls an argument, and what aten does. */
static const char *const alike[][2] = {
    /* what most operators work on, whatever it is called */
    {"input", "self"},
    {"input", "grad"},
    {"input", "grad_in"},
    {"input", "grad_output"},
    {"input", "output"},
    {"input", "self_or_result"},
    {"input", "dst"},
    {"input", "qkv"},
    {"input", "x"},
    {"input", "real"},
    {"input", "abs"},
    {"input", "elements"},
    {"input", "tensors"},
    {"other", "y"},
    {"other", "imag"},
    {"other", "angle"},
    {"other", "values"},
    {"other", "exponent"},
    {"other", "test_elements"},
    {"boundaries", "sorted_sequence"},
    {"src", "self"},
    {"src", "source"},
    {"x1", "self"},
    {"grad_output", "grad"},
    {"grad_output", "grad_out"},
    {"grad_out", "grad_out_"},
    /* matrices: a has the rows, b what it is multiplied with or solved for */
    {"a", "A"},
    {"a", "LU"},
    {"a", "self"},
    {"a", "input"},
    {"a", "input2"},
    {"a", "mat1"},
    {"a", "compressed_A"},
    {"b", "B"},
    {"b", "self"},
    {"b", "mat2"},
    {"b", "weight"},
    {"b", "dense_B"},
    {"bias", "input"},
    {"meta", "mat1_meta"},
    {"group", "qGroupSize"},
    {"scales", "scale"},
    {"scales", "qScaleAndZeros"},
    {"inner_k_tiles", "innerKTiles"},
    {"matrices", "tensors"},
    {"operands", "tensors"},
    {"tensors", "weight_arr"},
    {"dims", "dims_self"},
    {"query", "q"},
    {"key", "k"},
    {"value", "v"},
    {"v", "saved_v"},
    {"g", "saved_g"},
    {"grad", "grad_w"},
    {"norms", "saved_norms"},
    {"max_norm", "maxnorm"},
    {"save_invstd", "save_var"},
    {"eps", "epsilon"},
    {"reserve", "reservedSpace"},
    {"reserve", "reserveSpace"},
    {"save_var", "save_var_transform"},
    {"impl", "impl_index"},
    {"training", "train"},
    {"training", "update"},
    {"distances", "cdist"},
    {"distances", "pdist"},
    {"p", "ord"},
    {"index", "indices"},
    {"min", "running_min"},
    {"max", "running_max"},
    {"zero_point", "zero_points"},
    {"scale", "scales"},
    {"scale", "scale_factors"},
    {"size", "output_size"},
    {"size", "other"},
    {"pad", "padding"},
    {"padding", "pad"},
    {"mode", "interpolation_mode"},
    {"n", "s"},
    {"n", "row"},
    {"n", "window_length"},
    {"m", "col"},
    /* whose order differs in later releases, and nothing is asked of it */
    {"rng_state", "philox_seed"},
    {"unused", "philox_offset"},
};

static bool is_word(const char *word, const char *s, size_t n)
{
	return strlen(word) == n && memcmp(word, s, n) == 0;
}

static bool is_name(const char *row, size_t n, const char *aten, size_t naten)
{
	if (n == naten && memcmp(row, aten, n) == 0)
		return true;
	for (size_t i = 0; i < NELEMS(alike); i++)
		if (is_word(alike[i][0], row, n) && is_word(alike[i][1], aten, naten))
			return true;
	return false;
}

/* The operators that torch runs on lists, of which the row has one tensor
 * each. */
static bool is_each(const char *name)
{
	static const char *const names[] = {"_fused_adagrad", "_fused_adam",
	    "_fused_adamw", "_fused_sgd",
	    "_amp_foreach_non_finite_check_and_unscale"};

	for (size_t i = 0; i < NELEMS(names); i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

/* Of recurrent layers the rest is found by its types. */
static bool is_layer(const struct op_entry *e)
{
	return strcmp(e->family->title, "Recurrent layers") == 0 &&
	       strcmp(op_row(e)->args, "input") == 0;
}

/* Whether the line is of the row's operator, and the row's names are its. */
static bool agrees(const struct op_entry *e, const struct line *line)
{
	const struct op_row *row = op_row(e);
	const char *at = row->args;
	size_t i = 1;

	for (; *at; at += strcspn(at, ","), at += *at == ',', i++) {
		size_t n = strcspn(at, ",.*"), len;
		bool list = at[n] == '.';

		/* in Python alone, and at the end */
		if (is_word("inplace", at, n) ||
		    (i >= line->n && is_word("out", at, n)))
			continue;
		if (i >= line->n)
			return false;
		len = strcspn(line->word[i], ".*=");
		if (!is_name(at, n, line->word[i], len) ||
		    (list != (line->word[i][len] == '.') && !is_each(row->name)))
			return false;
	}
	for (; i < line->n && !is_layer(e); i++)
		if (strchr(line->word[i], '*'))
			return false;
	return true;
}

static size_t read_lines(struct line *v, size_t most)
{
	FILE *f = fopen("tests/fixtures/aten.txt", "r");
	size_t n = 0;

	assert_non_null(f);
	while (fgets(v[n].text, sizeof v[n].text, f)) {
		struct line *l = &v[n];

		if (l->text[0] == '#')
			continue;
		l->n = 0;
		for (char *p = l->text; *p;) {
			assert_true(l->n < MOST);
			l->word[l->n++] = p;
			p += strcspn(p, " \n");
			if (*p)
				*p++ = '\0';
		}
		assert_true(l->n > 0 && ++n < most);
	}
	fclose(f);
	return n;
}

static struct line lines[1200];

static void test_aten(void **state)
{
	size_t n = read_lines(lines, NELEMS(lines)), rows = 0, wrong = 0;

	(void)state;
	for (size_t k = 0; k < op_catalogue_n; k++) {
		const struct op_row *row = op_row(&op_catalogue[k]);
		bool known = false, good = false;

		if (!(row->spaces & SPACE_ATEN) || !row->args || !row->args[0])
			continue;
		for (size_t i = 0; i < n; i++) {
			if (strcmp(lines[i].word[0], row->name) != 0)
				continue;
			known = true;
			good |= agrees(&op_catalogue[k], &lines[i]);
		}
		rows += known;
		if (known && !good) {
			print_message("%s: %s\n", row->name, row->args);
			wrong++;
		}
	}
	assert_int_equal(wrong, 0);
	assert_true(rows > 700);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_aten),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
