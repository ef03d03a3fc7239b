/*
 * sums_read.c - a line of partial sums: pp-record(5), PARTIAL SUMS.
 *
 * In:  a line, from whoever wrote it
 * Out: what it says, or why it is no such line
 *
 * A number that contradicts another would end in a sum that looks right, so the
 * line is refused.
 */
#include "prof/show/sums.h"

#include "common/intern.h"
#include "common/nelems.h"
#include "common/num.h"
#include "prof/show/sums_cell.h"

struct sums_reader {
	struct fields f;
};

/*
 * Values
 */

static bool wide_of(struct str s, group_wide *n)
{
	*n = 0;
	for (size_t i = 0; i < s.n; i++) {
		unsigned digit = (unsigned char)s.p[i] - (unsigned)'0';

		if (digit > 9 || __builtin_mul_overflow(*n, 10, n) ||
		    __builtin_add_overflow(*n, digit, n))
			return false;
	}
	return s.n > 0;
}

static int get_wide(
    struct fields *f, enum json_token token, struct str text, group_wide *n)
{
	if (token != JSON_INT && token != JSON_STRING)
		return field_wrong(f, token);
	if (!wide_of(text, n))
		return field_complain(f, ": no count of at most 128 bits");
	return 0;
}

static int get_number(
    struct fields *f, enum json_token token, struct str text, uint64_t *n)
{
	if (token != JSON_INT && token != JSON_STRING)
		return field_wrong(f, token);
	if (!num_parse_u64(text.p, text.n, n))
		return field_complain(f, ": no count of at most 64 bits");
	return 0;
}

static int read_number(
    struct fields *f, enum json_token token, struct str text, void *member)
{
	return get_number(f, token, text, member);
}

/* n of them; a bit of wide: it may have 128 bits. */
static int read_list(struct fields *f, enum json_token token, unsigned wide,
    group_wide *v, size_t n)
{
	struct str text = {0};
	uint64_t number;

	if (token != JSON_ARRAY)
		return field_wrong(f, token);
	for (size_t i = 0; i < n; i++) {
		token = json_next(f->json, &text);
		if (wide >> i & 1) {
			if (get_wide(f, token, text, &v[i]) < 0)
				return -1;
		} else {
			if (get_number(f, token, text, &number) < 0)
				return -1;
			v[i] = number;
		}
	}
	token = json_next(f->json, &text);
	return token == JSON_ARRAY_END ? 0 : field_wrong(f, token);
}

static int read_known(
    struct fields *f, enum json_token token, struct str text, void *member)
{
	struct group_known *known = member;
	group_wide v[2];

	(void)text;
	if (read_list(f, token, 0, v, NELEMS(v)) < 0)
		return -1;
	known->ns = (uint64_t)v[0];
	known->all = (uint64_t)v[1];
	return 0;
}

/* A function for each of GROUP_PARTS. */
#define READ(name, sum)                                                        \
	static int read_##name(struct fields *f, enum json_token token,        \
	    struct str text, void *member)                                     \
	{                                                                      \
		struct group_numbers *numbers = member;                        \
		unsigned wide;                                                 \
		size_t n = group_more_shape(sum, &wide);                       \
                                                                               \
		(void)text;                                                    \
		return read_list(f, token, wide, numbers->v, n);               \
	}
GROUP_PARTS(READ)
#undef READ

static int read_keys(
    struct fields *f, enum json_token token, struct str text, void *member)
{
	struct sums_cells *cells = member;
	size_t mark = f->stack.n;
	struct cell cell;

	if (token != JSON_ARRAY)
		return field_wrong(f, token);
	while ((token = json_next(f->json, &text)) != JSON_ARRAY_END) {
		/* what it pushes it takes off again */
		if (sums_cell_read(f, token, text, &cell) < 0)
			return -1;
		field_push(f, &cell, sizeof cell);
	}
	cells->v = field_take(f, mark, sizeof cell, &cells->n);
	return 0;
}

/*
 * Objects
 */

static const struct field_row head_rows[] = {
    FIELD_ROW(struct sums_head, v, field_int),
    FIELD_ROW(struct sums_head, keys, record_read_strs),
    FIELD_ROW(struct sums_head, with, record_read_strs),
};

static int read_head(
    struct fields *f, enum json_token token, struct str text, void *member)
{
	uint64_t has;

	(void)text;
	if (token != JSON_OBJECT)
		return field_wrong(f, token);
	return field_object(f, head_rows, NELEMS(head_rows), member, &has);
}

static const struct field_row process_rows[] = {
    FIELD_ROW(struct record, file, field_str),
    FIELD_ROW(struct record, rank, field_int),
    FIELD_ROW(struct record, pid, field_int),
};

static int read_process(
    struct fields *f, enum json_token token, struct str text, void *member)
{
	static const enum record_key keys[] = {
	    RECORD_KEY_file, RECORD_KEY_rank, RECORD_KEY_pid};
	struct record *rec = member;
	uint64_t has;

	(void)text;
	if (token != JSON_OBJECT)
		return field_wrong(f, token);
	if (field_object(f, process_rows, NELEMS(process_rows), rec, &has) < 0)
		return -1;
	for (size_t i = 0; i < NELEMS(keys); i++)
		rec->has |= (has >> i & 1) << keys[i];
	return 0;
}

enum { KIND, HEAD, GROUP, PROCESS, END };

#define ROW(key, member, read)                                                 \
	FIELD_AT(key, offsetof(struct sums_line, member), read, false)
#define MORE_ROW(name, sum) ROW(name, more[sum], read_##name),

static int read_kind(
    struct fields *f, enum json_token token, struct str text, void *member)
{
	(void)member;
	return token == JSON_STRING && str_is(text, "sums")
		   ? 0
		   : field_wrong(f, token);
}

static const struct field_row rows[] = {
    [KIND] = FIELD_AT(kind, 0, read_kind, false),
    [HEAD] = ROW(head, head, read_head),
    [GROUP] = ROW(group, keys, read_keys),
    [PROCESS] = ROW(process, process.rec, read_process),
    [END] = ROW(end, end, read_number),
    ROW(stepless, stepless, field_bool),
    ROW(count, sum.n, read_number),
    ROW(timed, sum.timed, read_number),
    ROW(total, sum.total, read_number),
    ROW(min, sum.min, read_number),
    ROW(max, sum.max, read_number),
    ROW(known, sum.flops, read_known),
    ROW(bknown, sum.bytes, read_known),
    GROUP_PARTS(MORE_ROW) ROW(steps, process.steps, record_read_strs),
    ROW(others, process.others, record_read_strs),
};

/*
 * Lines
 */

struct sums_reader *sums_reader_new(void)
{
	struct sums_reader *r = arena_xzeroed(1, sizeof *r);

	r->f.json = json_text(STR(""), JSON_STRICT);
	return r;
}

void sums_reader_free(struct sums_reader *r)
{
	if (!r)
		return;
	json_free(r->f.json);
	strbuf_free(&r->f.stack);
	free(r);
}

static void skip_blanks(struct str *s)
{
	while (s->n > 0 && (s->p[0] == ' ' || s->p[0] == '\t'))
		*s = str_from(*s, 1);
}

bool sums_is(struct str line)
{
	static const char *const texts[] = {"{", "\"kind\"", ":", "\"sums\""};

	for (size_t i = 0; i < NELEMS(texts); i++) {
		skip_blanks(&line);
		if (!str_skip(&line, texts[i]))
			return false;
	}
	return true;
}

/* Whether so many times, from min to max, can add up to the total, which stays
 * at CELL_MUCH where it is too large. */
static bool can_be(const struct group *g)
{
	if (g->timed == 0)
		return !g->total && !g->min && !g->max;
	return g->min <= g->max && g->max <= g->total &&
	       (group_wide)g->timed * g->max >= g->total &&
	       (g->total == CELL_MUCH || (group_wide)g->timed * g->min <= g->total);
}

/* Sums of numbers that are not negative, of some rows and of all. */
static int check_group(
    const struct group *g, const struct group_numbers *more, struct err *err)
{
	group_wide squares = more[SUM_STD].v[0], all, least;

	if (g->n == 0 || g->timed > g->n)
		return err_set(
		    err, "'timed' is more than 'count', or that is 0");
	if (!can_be(g))
		return err_set(
		    err, "'min', 'max' and 'total' contradict each other");
	if (g->flops.ns > g->flops.all || g->bytes.ns > g->bytes.all ||
	    g->flops.all > g->total || g->bytes.all > g->total)
		return err_set(err, "more time is known than there is");
	/* n * squares is at least the square of the sum, whatever the times */
	if (!__builtin_mul_overflow(squares, g->timed, &all) &&
	    !__builtin_mul_overflow((group_wide)g->total, g->total, &least) &&
	    all < least)
		return err_set(err, "'std' is less than 'total' needs");
	return 0;
}

static int check_head(const struct sums_head *head, struct err *err)
{
	struct intern known = {0};
	size_t i = 0;

	if (head->v < 1)
		return err_set(err, "no version: not the sums of pp-prof");
	while (i < head->keys.n && intern_add(&known, head->keys.v[i]) == i)
		i++;
	intern_free(&known);
	if (i < head->keys.n)
		return err_set(err, "a key is there twice");
	if (head->keys.n == 0)
		return err_set(err, "no keys: not the sums of pp-prof");
	return 0;
}

static int check_version(const struct sums_head *head, struct err *err)
{
	return head->v <= SUMS_VERSION
		   ? 0
		   : err_set(err,
			 "version %lld is newer than this program reads (%d)",
			 (long long)head->v, SUMS_VERSION);
}

static int check(struct sums_line *line, uint64_t has, struct err *err)
{
	static const struct {
		uint64_t bit;
		enum sums_what what;
	} whats[] = {
	    {UINT64_C(1) << HEAD, SUMS_HEAD},
	    {UINT64_C(1) << GROUP, SUMS_GROUP},
	    {UINT64_C(1) << PROCESS, SUMS_PROCESS},
	    {UINT64_C(1) << END, SUMS_END},
	};
	uint64_t any = 0;

	for (size_t i = 0; i < NELEMS(whats); i++)
		any |= has & whats[i].bit;
	for (size_t i = 0; i < NELEMS(whats); i++) {
		if (any != whats[i].bit)
			continue;
		line->what = whats[i].what;
		return line->what == SUMS_HEAD ? check_head(&line->head, err)
		       : line->what == SUMS_GROUP
			   ? check_group(&line->sum, line->more, err)
			   : 0;
	}
	return err_set(err, "none of head, group, process and end, or several");
}

int sums_read(struct sums_reader *r, struct str line, struct arena *arena,
    struct sums_line *out, struct err *err)
{
	struct fields *f = &r->f;
	struct str text;
	uint64_t has = 0;

	f->line = line;
	f->arena = arena;
	f->err = err;
	f->stack.n = 0;
	f->depth = 0;
	json_reset(f->json, line);
	memset(out, 0, sizeof *out);
	if (!sums_is(line))
		return err_set(err, "no line of sums");
	json_next(f->json, &text); /* the brace */
	if (field_object(f, rows, NELEMS(rows), out, &has) < 0) {
		/* a newer version may well have other types */
		check_version(&out->head, err);
		return -1;
	}
	if (json_next(f->json, &text) != JSON_END)
		return field_wrong(f, JSON_ERROR);
	if (check_version(&out->head, err) < 0)
		return -1;
	return check(out, has, err);
}
