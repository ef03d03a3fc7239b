/*
 * test_flop_cases.c - FLOPs and bytes against the table of worked cases
 * (tables/flop_cases.tsv of the shared data): operator, direction, arguments as
 * the record has them, and what they cost; each as a line of the record stream.
 */
#include "prof/ops/cost.h"
#include "tests/unit/calls.h"

#include <setjmp.h>
#include <stdarg.h>
#include <inttypes.h>
#include <cmocka.h>

#define NCOLUMNS 6 /* id, op, dir, args, flops, bytes; more follow */

/* The first columns of a line, cut apart in place. */
static bool split(char *line, char **column)
{
	int i;

	for (i = 0; i < NCOLUMNS; i++) {
		column[i] = line;
		line = strchr(line, '\t');
		if (!line)
			return false;
		*line++ = '\0';
	}
	return true;
}

/* Of aten, where the table leaves out defaults that count, None is said of
 * each: a trace shows all. */
static void add_defaults(struct strbuf *b, const char *op, const char *args)
{
	static const struct {
		const char *op, *name;
	} more[] = {
	    {"aten::_embedding_bag", "sparse"},
	    {"aten::_embedding_bag", "per_sample_weights"},
	    {"aten::_embedding_bag", "include_last_offset"},
	    {"aten::_grouped_mm", "bias"},
	    {"aten::_grouped_mm", "out_dtype"},
	    {"aten::_sparse_semi_structured_mm", "out_dtype"},
	    {"aten::_thnn_fused_gru_cell", "input_bias"},
	    {"aten::_thnn_fused_gru_cell", "hidden_bias"},
	};

	strbuf_add(b, args, strlen(args) - 1);
	for (size_t i = 0; i < sizeof more / sizeof *more; i++)
		if (strcmp(more[i].op, op) == 0)
			strbuf_printf(b, ",{\"name\":\"%s\",\"type\":\"NoneType\"}",
			    more[i].name);
	strbuf_char(b, ']');
}

/* A call: PyProf's where a module precedes the last dot. */
static void add_call(struct strbuf *b, const char *op, const char *args)
{
	const char *dot = strstr(op, "::") ? NULL : strrchr(op, '.');

	strbuf_char(b, '{');
	if (dot)
		strbuf_printf(b, "\"mod\":\"%.*s\",", (int)(dot - op), op);
	else if (strcmp(op, "adam") == 0)
		strbuf_text(b, "\"mod\":\"fused_adam_cuda\",");
	strbuf_printf(b, "\"op\":\"%s\",\"args\":", dot ? dot + 1 : op);
	add_defaults(b, op, args);
	strbuf_char(b, '}');
}

/*
 * The record of a row, a main kernel without a class.  A backward operator is
 * the call itself; else what is not forward has the forward's arguments.
 */
static const struct record *make_record(
    struct arena *a, const char *op, const char *dir, const char *args)
{
	bool role = strcmp(dir, "dgrad") == 0 || strcmp(dir, "wgrad") == 0 ||
		    strcmp(dir, "dbias") == 0;
	bool bprop = role || strcmp(dir, "bprop") == 0;
	struct strbuf b = {0};
	struct record *rec;

	strbuf_printf(&b, "{\"v\":1,\"kernel\":\"k\",\"dir\":\"%s\",",
	    bprop ? "bprop" : "fprop");
	if (role)
		strbuf_printf(&b, "\"role\":\"%s\",", dir);
	strbuf_text(&b, "\"sub\":0,\"nsub\":1,\"main\":true,\"op\":[");
	if (bprop && !strstr(op, "backward"))
		strbuf_text(
		    &b, "{\"op\":\"Backward0\",\"node\":true}],\"fwd\":[");
	add_call(&b, op, args);
	strbuf_text(&b, "]}");
	strbuf_char(&b, '\0');
	rec = calls_read(a, b.p);
	strbuf_free(&b);
	return rec;
}

/* Whether a number is what the column says; an empty one says nothing. */
static bool same(bool known, uint64_t n, const char *column)
{
	uint64_t wanted;

	if (column[0] == '\0')
		return true;
	return known && num_parse_u64(column, strlen(column), &wanted) &&
	       n == wanted;
}

static bool check_row(char **column, size_t *covered)
{
	struct arena a = {0};
	const struct record *rec =
	    make_record(&a, column[1], column[2], column[3]);
	const struct call *call = rec->fwd.n ? &rec->fwd.v[0] : &rec->op.v[0];
	const struct op_entry *e = op_find(call);
	const struct name nameless = {0};
	struct costed c;
	bool ok = true;

	if (op_known(e)) {
		++*covered;
		op_cost_record(rec, &nameless, &c);
		ok = c.call == call &&
		     same(c.cost.has_flops, c.cost.flops, column[4]) &&
		     same(c.cost.has_bytes, c.cost.bytes, column[5]);
		if (!ok)
			print_message("row %s, %s %s: %d %" PRIu64
				      " (%s), %d %" PRIu64 " (%s) %s\n",
			    column[0], column[1], column[2], c.cost.has_flops,
			    c.cost.flops, column[4], c.cost.has_bytes,
			    c.cost.bytes, column[5],
			    op_sure(&c.cost)->why ? op_sure(&c.cost)->why : "");
	}
	arena_free(&a);
	return ok;
}

static void test_table(void **state)
{
	const char *shared = getenv("PP_SHARED");
	struct strbuf path = {0};
	size_t rows = 0, covered = 0, wrong = 0;
	static char line[1 << 16];
	FILE *f;

	(void)state;
	strbuf_text(&path, shared ? shared : "../shared");
	strbuf_text(&path, "/tables/flop_cases.tsv");
	strbuf_char(&path, '\0');
	f = fopen(path.p, "r");
	strbuf_free(&path);
	if (!f)
		skip();
	while (fgets(line, sizeof line, f)) {
		char *column[NCOLUMNS];

		if (strncmp(line, "id\t", 3) == 0)
			continue;
		assert_true(split(line, column));
		rows++;
		if (!check_row(column, &covered))
			wrong++;
	}
	fclose(f);
	print_message("%zu of %zu rows are in the catalogue\n", covered, rows);
	assert_true(rows >= 182); /* fewer: rows were lost */
	assert_int_equal(covered, rows);
	assert_int_equal(wrong, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_table),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
