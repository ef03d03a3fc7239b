/*
 * column_name.c - the words that a column is known by.
 *
 * In:  a word as people write it: a key, or a name seen in a record or a header
 * Out: the column, or what they may have meant
 */
#include "prof/show/column_name.h"

#include "common/near.h"

/* Without a unit behind it, which is one or two characters: "(ns)", "(%)", "(G)". */
static struct str without_unit(struct str s)
{
	for (size_t n = 3; n <= 4 && n < s.n; n++) {
		if (s.p[s.n - n] == '(' && s.p[s.n - 1] == ')')
			return (struct str){s.p, s.n - n};
	}
	return s;
}

/* Where a column's names are from, the best first. */
enum source { KEY, ALSO, LABEL, RECORD_KEY, HEADER, NSOURCES };

/* The next of a column's names from there; *list is empty at first. */
static bool next_name(const struct column *col, enum source from,
    struct str *list, struct str *name)
{
	bool begun = list->p != NULL;

	if (begun && list->n == 0)
		return false;
	if (!begun && from == KEY)
		*list = str_of(col->key);
	else if (!begun && from == ALSO && col->also)
		*list = str_of(col->also);
	else if (!begun && from == LABEL && col->label)
		*list = str_of(col->label);
	else if (!begun && from == RECORD_KEY && col->member.offset > 0)
		*list = str_of(record_key_name(col->member.key));
	else if (!begun && from == HEADER)
		*list = without_unit(str_of(col->header));
	else if (!begun)
		return false;
	*name = *list;
	if (from == ALSO) {
		const char *comma = memchr(list->p, ',', list->n);

		name->n = comma ? (size_t)(comma - list->p) : list->n;
		*list = str_from(*list, name->n + (comma ? 1 : 0));
	} else {
		list->n = 0;
	}
	return true;
}

static const struct column *find_from(
    const struct column *table, size_t n, enum source from, struct str word)
{
	for (size_t i = 0; i < n; i++) {
		struct str list = {NULL, 0}, name;

		while (next_name(&table[i], from, &list, &name)) {
			if (str_eq(name, word))
				return &table[i];
		}
	}
	return NULL;
}

const struct column *column_name_find(
    const struct column *table, size_t n, struct str word)
{
	const struct column *col = find_from(table, n, KEY, word);

	for (unsigned k = 0; !col && word.n > 0 && k < NSOURCES; k++)
		col = find_from(table, n, (enum source)k, without_unit(word));
	return col;
}

/*
 * What was meant
 */

/* Give a function every name that there is. */
static void each_name(const struct column *table, size_t n, struct near *near,
    void (*take)(struct near *near, struct str name))
{
	for (unsigned k = 0; k < NSOURCES; k++) {
		for (size_t i = 0; i < n; i++) {
			struct str list = {NULL, 0}, name;

			while (next_name(&table[i], (enum source)k, &list, &name))
				take(near, name);
		}
	}
}

static struct str nearest(const struct column *table, size_t n, struct str word)
{
	struct near near = {.word = word};

	each_name(table, n, &near, near_take);
	if (!near.best.p)
		each_name(table, n, &near, near_stem);
	return near.best;
}

int column_name_unknown(const struct column *table, size_t n,
    const struct column *rows, size_t nrows, struct str word, struct err *err)
{
	struct str other = nearest(table, n, word);
	bool of_rows = rows && (column_name_find(rows, nrows, word) ||
				   str_starts(word, "ctr:"));
	struct strbuf b = {0};
	char clean[80];

	diag_clean(word, clean, sizeof clean);
	strbuf_printf(&b,
	    of_rows ? "column '%s' is one of rows (" : "unknown column '%s' (",
	    clean);
	if (other.p && !of_rows)
		strbuf_printf(
		    &b, "try: %.*s%s", (int)other.n, other.p, rows ? "; " : "");
	else if (!rows)
		strbuf_text(&b, "--help lists them; -g and views have more");
	if (rows)
		strbuf_text(&b, "here: ");
	for (size_t i = 0; rows && i < n; i++)
		strbuf_printf(&b, "%s%s", i > 0 ? ", " : "", table[i].key);
	err_set(err, "%.*s)", (int)b.n, b.p);
	strbuf_free(&b);
	return -1;
}
