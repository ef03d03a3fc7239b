/*
 * cells.c - the cells of a line.
 *
 * In:  a line of a table
 * Out: its cells
 *
 * Not csvrows.c, which reads on where a quote is open.
 */
#include "parse/read/cells.h"

#include "common/ascii.h"

void cells_free(struct cells *t)
{
	vec_free(&t->v);
	vec_free(&t->places);
	strbuf_free(&t->text);
}

/* A quoted cell, whose quote was passed; it is copied if quotes in it were
 * doubled.  False if it is not closed. */
static bool quoted(struct cells *t, struct str *rest, struct str *cell)
{
	size_t i, from = t->text.n;
	bool doubled = false;

	for (i = 0; i < rest->n; i++) {
		if (rest->p[i] != '"')
			continue;
		if (i + 1 == rest->n || rest->p[i + 1] != '"')
			break;
		doubled = true;
		i++;
	}
	if (i == rest->n)
		return false;
	*cell = (struct str){rest->p, i};
	*rest = str_from(*rest, i + 1);
	if (!doubled)
		return true;
	for (i = 0; i < cell->n; i++) {
		strbuf_char(&t->text, cell->p[i]);
		i += cell->p[i] == '"';
	}
	*cell = (struct str){t->text.p + from, t->text.n - from};
	return true;
}

bool cells_commas(struct cells *t, struct str line)
{
	struct str cell;
	const char *comma;

	t->v.n = t->text.n = 0;
	strbuf_reserve(&t->text, line.n); /* so that it stays where it is */
	for (;;) {
		if (str_skip(&line, "\"")) {
			if (!quoted(t, &line, &cell))
				return false;
		} else {
			comma = line.n ? memchr(line.p, ',', line.n) : NULL;
			cell = (struct str){
			    line.p, comma ? (size_t)(comma - line.p) : line.n};
			line = str_from(line, cell.n);
			if (cell.n && memchr(cell.p, '"', cell.n))
				return false;
		}
		if (t->v.n == CELLS_MOST) {
			t->over = true;
			return false;
		}
		*vec_add(&t->v) = cell;
		if (line.n == 0)
			return true;
		if (!str_skip(&line, ","))
			return false;
	}
}

/* False: there are too many, and now none. */
static bool add_place(struct cells *t, size_t at, size_t end)
{
	if (t->places.n == CELLS_MOST) {
		t->over = true;
		t->places.n = 0;
		return false;
	}
	*vec_add(&t->places) = (struct cells_place){at, end};
	return true;
}

static bool is_rule(struct str line)
{
	size_t i, runs = 0;

	for (i = 0; i < line.n; i++) {
		if (line.p[i] == '-')
			runs += i == 0 || is_blank(line.p[i - 1]);
		else if (!is_blank(line.p[i]))
			return false;
	}
	return runs > 1;
}

bool cells_ruled(struct cells *t, struct str rule)
{
	size_t i, at;

	if (!is_rule(rule))
		return false;
	t->places.n = 0;
	for (i = 0; i < rule.n; i++) {
		if (is_blank(rule.p[i]))
			continue;
		at = i;
		while (i < rule.n && rule.p[i] == '-')
			i++;
		if (!add_place(t, at, i))
			return false;
	}
	t->places.v[t->places.n - 1].end = SIZE_MAX;
	return true;
}

void cells_headed(struct cells *t, struct str heads)
{
	size_t i = 0, at = 0;

	t->places.n = 0;
	for (;;) {
		while (i < heads.n && is_blank(heads.p[i]))
			i++;
		if (i == heads.n)
			break;
		while (i < heads.n &&
		       !(is_blank(heads.p[i]) &&
			   (i + 1 == heads.n || is_blank(heads.p[i + 1]))))
			i++;
		if (!add_place(t, at, i))
			return;
		at = i + 2;
	}
	if (t->places.n)
		t->places.v[t->places.n - 1].end = SIZE_MAX;
}

static bool is_blank_from(struct str line, size_t at, size_t end)
{
	while (at < end && is_blank(line.p[at]))
		at++;
	return at >= end;
}

bool cells_placed(struct cells *t, struct str line)
{
	size_t i, at, end, before = 0;
	bool placed = true;

	t->v.n = 0;
	for (i = 0; i < t->places.n; i++) {
		at = t->places.v[i].at < line.n ? t->places.v[i].at : line.n;
		end = t->places.v[i].end < line.n ? t->places.v[i].end : line.n;
		placed &= is_blank_from(line, before, at);
		before = end;
		if (t->places.v[i].end == SIZE_MAX)
			placed &= at < end && !is_blank(line.p[at]);
		while (at < end && is_blank(line.p[at]))
			at++;
		while (end > at && is_blank(line.p[end - 1]))
			end--;
		*vec_add(&t->v) = (struct str){line.p + at, end - at};
	}
	return placed;
}

size_t cells_named(const struct cells *t)
{
	size_t n = t->v.n;

	while (n > 0 && t->v.v[n - 1].n == 0)
		n--;
	return n;
}

/* Columns, two blanks apart; a row's first is a number. */
static size_t columns_of(struct str line)
{
	size_t i, blanks = 2, n = 0;

	for (i = 0; i < line.n; i++) {
		if (is_blank(line.p[i])) {
			blanks++;
			continue;
		}
		if (n == 0 && !is_digit(line.p[i]) && line.p[i] != ',')
			return 0;
		n += blanks > 1;
		blanks = 0;
	}
	return n;
}

bool cells_may_be_row(struct str line, size_t n, bool placed)
{
	size_t i, commas = 0;

	if (placed)
		return 3 * columns_of(line) >= n;
	for (i = 0; i < line.n; i++)
		commas += line.p[i] == ',';
	return 2 * commas >= n;
}
