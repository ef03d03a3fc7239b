/*
 * sums_bind.c - columns that show the keys of partial sums.
 *
 * In:  the keys that sums have, columns of records
 * Out: columns that look at the keys
 *
 * Groups and conditions ask columns for values.  With columns that look at the
 * keys of a line they work on sums as on records.
 */
#include "prof/show/sums_bind.h"

#include "common/diag.h"
#include "prof/row.h"
#include "prof/show/column.h"

void sums_keys_set(struct sums_keys *k, const struct sums_head *head)
{
	size_t n = head->keys.n;
	struct str *names;

	arena_reset(&k->arena);
	names = arena_array(&k->arena, n, sizeof *names);
	for (size_t i = 0; i < n; i++) {
		struct str s = head->keys.v[i];

		names[i] = (struct str){arena_text(&k->arena, s.p, s.n), s.n};
	}
	k->names = (struct record_strs){names, n};
	k->wanted = arena_array(&k->arena, n, sizeof *k->wanted);
	k->kinds = arena_array(&k->arena, n, sizeof *k->kinds);
}

void sums_keys_free(struct sums_keys *k)
{
	arena_free(&k->arena);
}

int sums_key_find(const struct sums_keys *k, const char *name)
{
	for (size_t i = 0; i < k->names.n; i++)
		if (str_is(k->names.v[i], name))
			return (int)i;
	return -1;
}

static void given_value(
    const struct column *col, const struct row *row, struct cell *cell)
{
	*cell = row->given[col->which];
}

/* The column for key number i, which shows what col does of a record. */
static struct column *make(struct sums_keys *k, const struct column *col, size_t i)
{
	struct column *made = arena_array(&k->arena, 1, sizeof *made);

	*made = *col;
	made->value = given_value;
	made->which = (unsigned)i;
	made->base = NULL;
	k->wanted[i] = true;
	k->kinds[i] = col->kind;
	return made;
}

static void refuse(
    const struct sums_keys *k, const struct column *col, struct err *err)
{
	struct strbuf b = {0};
	char key[80], has[300];

	for (size_t i = 0; i < k->names.n; i++) {
		strbuf_text(&b, i ? ", " : "");
		strbuf_str(&b, k->names.v[i]);
	}
	err_set(err, "no key '%s' in these sums (they have: %s)",
	    diag_clean(str_of(col->key), key, sizeof key),
	    diag_clean(strbuf_get(&b), has, sizeof has));
	strbuf_free(&b);
}

const struct column *sums_bind(
    struct sums_keys *k, const struct column *col, struct err *err)
{
	int i = sums_key_find(k, col->key);
	struct column *made;

	if (i >= 0)
		return make(k, col, (size_t)i);
	if (col->base)
		i = sums_key_find(k, col->base->key);
	if (i < 0) {
		refuse(k, col, err);
		return NULL;
	}
	made = arena_array(&k->arena, 1, sizeof *made);
	*made = *col;
	made->base = make(k, col->base, (size_t)i);
	return made;
}

int sums_keys_check(
    const struct sums_keys *k, const struct sums_cells *cells, struct err *err)
{
	char clean[80];

	if (cells->n != k->names.n)
		return err_set(err, "%zu keys, but the head has %zu", cells->n,
		    k->names.n);
	for (size_t i = 0; i < cells->n; i++) {
		enum cell_kind kind = cells->v[i].kind;

		if (k->wanted[i] && kind != k->kinds[i] && kind != CELL_NONE &&
		    kind != CELL_NA)
			return err_set(err, "key '%s': wrong type",
			    diag_clean(k->names.v[i], clean, sizeof clean));
	}
	return 0;
}
