/*
 * test_tables.c - rows that are filled in: formats, dialects, writers, views,
 * columns and families have the functions that are called without a look.
 */
#include "parse/mark/mark.h"
#include "parse/read/read.h"
#include "prof/ops/table.h"
#include "prof/show/column.h"
#include "prof/show/out.h"
#include "prof/show/view.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

#define DECODER(x) extern const struct decoder mark_##x;
#include "parse/mark/mark.def"
#undef DECODER

static void need(bool there, const char *row, const char *what)
{
	if (!there)
		fail_msg("%s: no %s", row, what);
}

static void test_readers(void **state)
{
	static const struct reader *const readers[] = {
#define READER(x) &read_##x,
#include "parse/read/read.def"
#undef READER
	};

	(void)state;
	for (size_t i = 0; i < NELEMS(readers); i++) {
		const char *name = readers[i]->name;

		assert_non_null(name);
		need(readers[i]->what != NULL, name, ".what");
		need(readers[i]->detect != NULL, name, ".detect");
		need(readers[i]->read != NULL, name, ".read");
	}
}

static void test_decoders(void **state)
{
	static const struct decoder *const decoders[] = {
#define DECODER(x) &mark_##x,
#include "parse/mark/mark.def"
#undef DECODER
	};

	(void)state;
	for (size_t i = 0; i < NELEMS(decoders); i++) {
		assert_non_null(decoders[i]->name);
		need(decoders[i]->decode != NULL, decoders[i]->name, ".decode");
	}
}

static void test_formats(void **state)
{
	static const struct out_format *const formats[] = {
#define OUT(x) &out_##x,
#include "prof/show/out.def"
#undef OUT
	};

	(void)state;
	for (size_t i = 0; i < NELEMS(formats); i++) {
		const struct out_format *f = formats[i];
		/* what is printed without an option has no name */
		const char *name = f->name ? f->name : "the default";

		if (f->opt.name || f->opt.letter) {
			assert_non_null(f->name);
			need(f->opt.take != NULL, name, ".opt.take");
			need(f->opt.help != NULL, name, ".opt.help");
		}
		/* one document, groups as they are, or a line at a time */
		if (f->add) {
			need(f->finish != NULL, name, ".finish");
		} else if (!f->sums) {
			need(f->cell != NULL, name, ".cell");
			need(f->headless || f->head, name, ".head");
		}
	}
}

static void test_columns(void **state)
{
	(void)state;
	for (size_t i = 0; i < column_n; i++) {
		const struct column *c = &column_table[i];

		assert_non_null(c->key);
		need(c->header != NULL, c->key, ".header");
		need(c->help != NULL, c->key, ".help");
		need(c->value != NULL, c->key, ".value");
	}
}

static void test_families(void **state)
{
	(void)state;
	for (size_t i = 0; i < op_table_n; i++) {
		const struct op_family *f = op_table[i].family;

		need(f->title != NULL, op_table[i].name, ".title");
		need(f->nrows > 0, op_table[i].name, ".rows");
		need(f->model != NULL, op_table[i].name, ".model");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_readers),
	    cmocka_unit_test(test_decoders),
	    cmocka_unit_test(test_formats),
	    cmocka_unit_test(test_columns),
	    cmocka_unit_test(test_families),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
