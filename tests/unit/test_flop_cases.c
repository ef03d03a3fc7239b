/*
 * test_flop_cases.c - FLOPs and bytes against the table of worked cases
 * (tables/flop_cases.tsv of the shared data): operator, direction, arguments as
 * the record has them, and what they cost.
 */
#include "prof/op.h"
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

/* The call of a row: PyProf's where a module precedes the last dot. */
static const struct call *make_call(struct arena *a, const char *op, const char *args)
{
	struct strbuf b = {0};
	const char *dot = strstr(op, "::") ? NULL : strrchr(op, '.');
	struct record *rec;

	strbuf_text(&b, "{\"v\":1,\"op\":[{");
	if (dot)
		strbuf_printf(&b, "\"mod\":\"%.*s\",", (int)(dot - op), op);
	else if (strcmp(op, "adam") == 0)
		strbuf_text(&b, "\"mod\":\"fused_adam_cuda\",");
	strbuf_printf(&b, "\"op\":\"%s\",\"args\":%s}]}", dot ? dot + 1 : op, args);
	strbuf_char(&b, '\0');
	rec = calls_read(a, b.p);
	strbuf_free(&b);
	return &rec->op.v[0];
}

/* A backward operator has its own arguments; else bprop has the forward's. */
static enum op_part part_of(const char *op, const char *dir)
{
	if (strcmp(dir, "dgrad") == 0)
		return PART_DGRAD;
	if (strcmp(dir, "wgrad") == 0)
		return PART_WGRAD;
	if (strcmp(dir, "dbias") == 0)
		return PART_DBIAS;
	return strcmp(dir, "bprop") == 0 && !strstr(op, "backward")
		   ? PART_BACKWARD
		   : PART_FORWARD;
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
	const struct call *call = make_call(&a, column[1], column[3]);
	const struct op_entry *e = op_find(call);
	struct cost cost;
	bool ok = true;

	if (e && e->model) {
		++*covered;
		op_cost(call, part_of(column[1], column[2]), &cost);
		ok = same(cost.has_flops, cost.flops, column[4]) &&
		     same(cost.has_bytes, cost.bytes, column[5]);
		if (!ok)
			print_message("row %s, %s %s: %d %" PRIu64
				      " (%s), %d %" PRIu64 " (%s) %s\n",
			    column[0], column[1], column[2], cost.has_flops,
			    cost.flops, column[4], cost.has_bytes, cost.bytes,
			    column[5], cost.why ? cost.why : "");
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
