/*
 * test_escape.c - text of a profile in a page: markup, what turns lines around,
 * what is no character.
 */
#include "prof/show/escape.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

#include "common/str.h"

static void test_escape(void **state)
{
	static const struct {
		const char *text, *page;
	} cases[] = {
	    {"", ""},
	    {"at::mm 1", "at::mm 1"},
	    {"<&>\"'", "&lt;&amp;&gt;&quot;&#39;"},
	    {"a<b>c", "a&lt;b&gt;c"},
	    {"\x1b[31m", "\\x1b[31m"},
	    {"x\xe2\x80\xae<y", "x\\u202e&lt;y"},
	    {"\xe4\xb8\xad<", "\xe4\xb8\xad&lt;"},
	    /* U+FFFE and U+FFFF, and the last before them */
	    {"a\xef\xbf\xbe!", "a\\ufffe!"},
	    {"\xef\xbf\xbf\xef\xbf\xbf<", "\\uffff\\uffff&lt;"},
	    {"\xef\xbf\xbd!", "\xef\xbf\xbd!"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct strbuf b = {0};

		escape_text(str_of(cases[i].text), &b);
		strbuf_char(&b, '\0');
		assert_string_equal(b.p, cases[i].page);
		strbuf_free(&b);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_escape),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
