/*
 * test_signatures.c - the names of a row are those of the operator's arguments,
 * each in its place.
 *
 * fixtures/aten.txt has what native_functions.yaml of PyTorch 2.6 says: a line
 * an overload, the operator and its arguments but those that are written to; *
 * stands behind a tensor, ... behind a list, = before a default.  | is ours: no
 * cost depends on what stands behind it, so the row leaves it out.  No tensor
 * may stand there: it would be taken for what the caller gave for the result.
 *
 * fixtures/calls.txt has the arguments of the others, whose rows name all of
 * them.
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
	size_t nread; /* those before the | */
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
    {"tau", "input2"},
    {"b", "input3"},
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

	for (; *at; at += strcspn(at, ","), at += *at == ',') {
		size_t n = strcspn(at, ",.*?"), len;
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
		i++;
	}
	if (is_layer(e))
		return true;
	if (i != line->nread)
		return false;
	for (; i < line->n; i++)
		if (strchr(line->word[i], '*'))
			return false;
	return true;
}

static size_t read_lines(const char *name, struct line *v, size_t most)
{
	FILE *f = fopen(name, "r");
	size_t n = 0;

	assert_non_null(f);
	while (fgets(v[n].text, sizeof v[n].text, f)) {
		struct line *l = &v[n];

		if (l->text[0] == '#')
			continue;
		l->n = l->nread = 0;
		for (char *p = l->text; *p;) {
			assert_true(l->n < MOST);
			l->word[l->n++] = p;
			p += strcspn(p, " \n");
			if (*p)
				*p++ = '\0';
			if (strcmp(l->word[l->n - 1], "|") == 0)
				l->nread = --l->n;
		}
		if (l->nread == 0)
			l->nread = l->n;
		assert_true(l->n > 0 && ++n < most);
	}
	fclose(f);
	return n;
}

static struct line lines[1200];

static void test_aten(void **state)
{
	size_t n = read_lines("tests/fixtures/aten.txt", lines, NELEMS(lines)),
	       rows = 0, wrong = 0;

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

/* What a row calls an argument, and what others do. */
static const struct {
	const char *name, *words;
} others[] = {
    {"a", " A XQ inp input mat_a self x "},
    {"attn_bias", " attention_bias bias "},
    {"b", " B WQ b_q_weight mat2 mat_b packed_weights qweight weight "},
    {"b1", " fc1_experts_bias "},
    {"b2", " fc2_experts_bias "},
    {"b3", " fc3_experts_bias "},
    {"batch", " batch_indices "},
    {"bias", " B C beta bias2 c ln_bias "},
    {"boxes", " rois "},
    {"compute_log_sumexp", " compute_logsumexp "},
    {"cos", " cos_cache "},
    {"dim", " axes axis "},
    {"dtype", " out_dtype to "},
    {"g", " G1 "},
    {"grad_out", " dout "},
    {"grad_output", " dY grad_out "},
    {"half_p", " out_p p_copy "},
    {"in", " input input_list input_tensor input_tensor_list input_tensors "
	   "inputs tensor "},
    {"index", " indices "},
    {"indices", " I input "},
    {"input", " A X a data data_0 hidden_states inp scores self tensor u x "
	      "zxbcdt pooled_embs "},
    {"k", " K "},
    {"key", " K k key_cache "},
    {"key_cache", " k_cache "},
    {"logsumexp", " lse softmax_lse "},
    {"lr", " R "},
    {"m", " H1 V1 h "},
    {"mask", " condition "},
    {"mat2", " B "},
    {"min", " input_scale "},
    {"offs", " group_lens "},
    {"other", " B Y b data_1 target_type "},
    {"out", " c_or_none d output output_tensor output_tensor_list "
	    "output_tensors outputs result tensor_list "},
    {"out_features", " shapeB "},
    {"output", " X "},
    {"output_height", " pooled_height "},
    {"output_size", " output_shape "},
    {"output_width", " pooled_width "},
    {"p", " X1 ratio "},
    {"positions", " position_ids seqlen_offsets "},
    {"qkv_bias", " bias "},
    {"query", " Q X input q t x "},
    {"res_mask", " bias1 "},
    {"residual", " residual_in "},
    {"result", " output "},
    {"rows", " rows_per_table "},
    {"running_mean", " input_mean "},
    {"running_var", " input_var "},
    {"s1", " fc1_scales "},
    {"s2", " fc2_scales "},
    {"s3", " fc3_scales "},
    {"scale", " output_scale scale_factor spatial_scale x_scale y_scale "},
    {"scale_a", " A_scale a_scale a_scales block_scale_a input_scale "
		"scaleA_inv x_scale x_scales "},
    {"scale_b", " B_scale b_scale b_scales block_scale_b scaleB_inv w_scale "
		"weight_scale "},
    {"scale_list", " scale_a "},
    {"scales", " b_gptq_scales b_scales "},
    {"sin", " sin_cache "},
    {"size", " output_size "},
    {"skip_bias", " bias "},
    {"slots", " indices slot_mapping "},
    {"src", " updates "},
    {"step", " T "},
    {"table", " cos_sin_cache freqs "},
    {"target", " labels "},
    {"topk_weights", " topk_weight "},
    {"training", " training_mode "},
    {"trans_a", " transA "},
    {"trans_b", " transB "},
    {"v", " H1 "},
    {"value", " V v value_cache "},
    {"value_cache", " v_cache "},
    {"w1", " fc1_experts_weights "},
    {"w2", " fc2_experts_weights "},
    {"w3", " fc3_experts_weights "},
    {"w_zero", " w_zero_point "},
    {"values", " embeddings indices "},
    {"weights", " dev_weights "},
    {"weight", " B Scale W gamma ln_weight scale slope w weights "},
    {"workspace", " workspace_buffer "},
    {"x1", " A "},
    {"x2", " B "},
    {"x_zero", " x_zero_point "},
    {"y_zero", " y_zero_point "},
    {"z", " Z "},
    {"zero_point", " x_zero_point y_zero_point "},
    {"zeros", " b_gptq_qzeros qzeros "},
};

static bool is_other(const char *name, size_t n, const char *word, size_t len)
{
	char text[80];

	snprintf(text, sizeof text, " %.*s ", (int)len, word);
	for (size_t i = 0; i < NELEMS(others); i++)
		if (is_word(others[i].name, name, n))
			return strstr(others[i].words, text);
	return false;
}

/* Whether the row has the line's names, all of them and no others. */
static bool is_same(const struct op_row *row, const struct line *line)
{
	const char *at = row->args;
	size_t i = 2;

	for (; *at; at += strcspn(at, ","), at += *at == ',', i++) {
		size_t n = strcspn(at, ",.*?"), len;

		if (i >= line->n)
			return false;
		len = strcspn(line->word[i], ".");
		if ((at[n] == '.') != (line->word[i][len] == '.') ||
		    (!is_word(line->word[i], at, n) &&
			(len != n || memcmp(line->word[i], at, n) != 0) &&
			!is_other(at, n, line->word[i], len)))
			return false;
	}
	return i == line->n;
}

static const struct line *find_call(
    const struct op_row *row, const struct line *v, size_t n)
{
	static const struct {
		char letter;
		unsigned space;
	} spaces[] = {{'T', SPACE_TORCH}, {'X', SPACE_TENSOR},
	    {'F', SPACE_FUNCTIONAL}, {'A', SPACE_ATEN}, {'O', SPACE_OTHER},
	    {'N', SPACE_ONNX}, {'L', SPACE_LIBRARY}};

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < NELEMS(spaces); k++)
			if (v[i].word[0][0] == spaces[k].letter &&
			    row->spaces & spaces[k].space &&
			    strcmp(v[i].word[1], row->name) == 0)
				return &v[i];
	return NULL;
}

/* A row of several names is one of aten's, or has a line here. */
static void test_calls(void **state)
{
	static struct line aten[1200], calls[400];
	size_t naten = read_lines("tests/fixtures/aten.txt", aten, NELEMS(aten));
	size_t n = read_lines("tests/fixtures/calls.txt", calls, NELEMS(calls));
	bool used[NELEMS(calls)] = {false};

	(void)state;
	for (size_t k = 0; k < op_catalogue_n; k++) {
		const struct op_row *row = op_row(&op_catalogue[k]);
		const struct line *line;
		bool known = false;

		if (!row->args || !strchr(row->args, ','))
			continue;
		for (size_t i = 0; i < naten && row->spaces & SPACE_ATEN; i++)
			known |= strcmp(aten[i].word[0], row->name) == 0;
		line = find_call(row, calls, n);
		if (line)
			used[line - calls] = true;
		if (!line && !known)
			fail_msg("%s (%s) has no line in fixtures/calls.txt",
			    row->name, row->args);
		if (line && !is_same(row, line))
			fail_msg("%s: the row says %s, fixtures/calls.txt not",
			    row->name, row->args);
	}
	for (size_t i = 0; i < n; i++) {
		if (!used[i])
			fail_msg("no row of several names: %s", calls[i].word[1]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_aten),
	    cmocka_unit_test(test_calls),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
