/*
 * read_dict.c - read what PyProf's own parser wrote (net.dict).
 *
 * In:  one Python dict a line, a kernel each: kShortName, kDuration, layer,
 *      trace, reprMarkers, marker, seqMarker, ..., kLongName
 * Out: one launch a line, with a duration and no times; the ranges around it,
 *      made again from the texts that PyProf kept of them
 *
 * What PyProf concluded (seqId, dir, mod, op) is concluded again from those
 * texts, so that a record is the same whichever way it came.  Its subSeqId is
 * needed: the texts alone do not show whether two lines belong to one call.
 */
#include "parse/read/read.h"

#include <stdlib.h>

#include "common/ascii.h"
#include "common/io.h"
#include "common/map.h"
#include "common/num.h"
#include "parse/read/input.h"
#include "parse/profile.h"
#include "parse/mark/pydict.h"

enum type { INT, TEXT, TEXTS, DIM3 };

enum key {
	SHORT_NAME,
	DURATION,
	LAYER,
	TRACE,
	REPR,
	MARKER,
	SEQ_MARKER,
	SUB,
	OP,
	TID,
	DEVICE,
	STREAM,
	GRID,
	BLOCK,
	LONG_NAME,
	NKEYS,
};

static const struct {
	const char *name;
	enum type type;
	bool required;
} keys[NKEYS] = {
    [SHORT_NAME] = {"kShortName", TEXT, true},
    [DURATION] = {"kDuration", INT, true},
    [LAYER] = {"layer", TEXTS, false},
    [TRACE] = {"trace", TEXTS, false},
    [REPR] = {"reprMarkers", TEXTS, false},
    [MARKER] = {"marker", TEXTS, false},
    [SEQ_MARKER] = {"seqMarker", TEXTS, false},
    [SUB] = {"subSeqId", INT, false},
    [OP] = {"op", TEXTS, false},
    [TID] = {"tid", INT, true},
    [DEVICE] = {"device", INT, false},
    [STREAM] = {"stream", INT, false},
    [GRID] = {"grid", DIM3, false},
    [BLOCK] = {"block", DIM3, false},
    [LONG_NAME] = {"kLongName", TEXT, false},
};

/* The values of a line by key; NULL: missing. */
struct facts {
	const struct py *v[NKEYS];
};

/* The ranges around a launch, outermost first. */
struct chain {
	VEC(uint32_t) texts;
	VEC(uint32_t) ranges;
	size_t to_node;	 /* how many there are up to the last node; 0: none */
	uint32_t thread; /* PROFILE_NONE: no line yet */
	uint32_t kernel; /* text: its name */
	int64_t sub;
};

struct reading {
	struct profile *p;
	struct arena arena; /* of the line */
	struct strbuf text;
	struct chain now;
	struct chain numbered; /* the last line that had sequence numbers */
	struct chain other;    /* the last one that had none */
	struct chain *before;  /* the later of these */
	struct map seen;       /* (range, what lay in it) */
	int64_t line;
	bool any;	/* line was read */
	uint64_t lost;	/* lines that were not, */
	int64_t first;	/* of which this is the first, */
	struct err why; /* for this reason */
};

static bool is_list(const struct py *v, enum py_kind item)
{
	size_t i;

	if (v->kind != PY_LIST && v->kind != PY_TUPLE)
		return false;
	for (i = 0; i < v->n; i++) {
		if (v->items[i].kind != item)
			return false;
	}
	return true;
}

static bool has_type(const struct py *v, enum type type)
{
	switch (type) {
	case INT:
		return v->kind == PY_INT;
	case TEXT:
		return v->kind == PY_STR;
	case TEXTS:
		return is_list(v, PY_STR);
	case DIM3:
		return is_list(v, PY_INT) && v->n == 3;
	}
	return false;
}

static int get_facts(const struct py *d, struct facts *f, struct err *err)
{
	int key;

	if (d->kind != PY_DICT)
		return err_set(err, "not a dict as PyProf's parser writes it");
	for (key = 0; key < NKEYS; key++) {
		f->v[key] = pydict_get(d, keys[key].name);
		if (!f->v[key] && keys[key].required)
			return err_set(err, "key '%s' is missing", keys[key].name);
		if (f->v[key] && !has_type(f->v[key], keys[key].type))
			return err_set(err, "key '%s': wrong type", keys[key].name);
	}
	return 0;
}

/*
 * The chain
 */

static void add_text(struct reading *r, struct str text)
{
	*vec_add(&r->now.texts) = intern_add(&r->p->texts, text);
}

static void add_texts(struct reading *r, const struct py *list)
{
	size_t i;

	for (i = 0; list && i < list->n; i++)
		add_text(r, list->items[i].text);
}

static void add_layers(struct reading *r, const struct py *list)
{
	size_t i;

	for (i = 0; list && i < list->n; i++) {
		r->text.n = 0;
		strbuf_text(&r->text, "layer:");
		strbuf_str(&r->text, list->items[i].text);
		add_text(r, strbuf_get(&r->text));
	}
}

static void quote(struct strbuf *b, struct str s)
{
	size_t i;

	strbuf_char(b, '\'');
	for (i = 0; i < s.n; i++) {
		if (s.p[i] == '\'' || s.p[i] == '\\')
			strbuf_char(b, '\\');
		strbuf_char(b, s.p[i]);
	}
	strbuf_char(b, '\'');
}

/* The marker that the trace came from. */
static void add_trace(struct reading *r, const struct py *list)
{
	size_t i;

	if (!list || list->n == 0)
		return;
	r->text.n = 0;
	strbuf_text(&r->text, "{'traceMarker': [");
	for (i = 0; i < list->n; i++) {
		if (i)
			strbuf_text(&r->text, ", ");
		quote(&r->text, list->items[i].text);
	}
	strbuf_text(&r->text, "]}");
	add_text(r, strbuf_get(&r->text));
}

/* A sequence marker: "NAME, seq = N". */
struct seq_marker {
	struct str text;
	bool node;
	int64_t seq;
	size_t at;
};

static int compare_seq(const void *x, const void *y)
{
	const struct seq_marker *a = x, *b = y;

	if (a->node != b->node)
		return b->node - a->node;
	if (a->seq != b->seq)
		return a->seq < b->seq ? -1 : 1;
	return a->at < b->at ? -1 : a->at > b->at;
}

/* The sequence markers in their order of nesting; the first *nodes of them are
 * nodes.  PyProf sorted them by their text, 100 before 9.  A call has the
 * number that the next node will get, so the number of an outer call is not
 * larger.  Inside a node, torch before 1.7 numbers calls 0. */
static struct seq_marker *sort_seqs(
    struct arena *a, const struct py *list, size_t *nodes)
{
	struct seq_marker *m = arena_array(a, list->n, sizeof *m);
	size_t i, digits;

	*nodes = 0;
	for (i = 0; i < list->n; i++) {
		struct str text = list->items[i].text;

		for (digits = 0; digits < text.n; digits++) {
			char c = text.p[text.n - 1 - digits];

			if (!is_digit(c))
				break;
		}
		m[i].text = text;
		m[i].at = i;
		num_parse(text.p + text.n - digits, digits, 0, INT64_MAX, &m[i].seq);
		m[i].node = str_has(text, "Backward");
		*nodes += m[i].node;
	}
	qsort(m, list->n, sizeof *m, compare_seq);
	return m;
}

/* The texts around the launch, outermost first.  The own call of a custom
 * backward lies inside its node. */
static void make_texts(struct reading *r, const struct facts *f)
{
	const struct py *seqs = f->v[SEQ_MARKER], *calls = f->v[MARKER];
	size_t nseqs = seqs ? seqs->n : 0, nodes = 0, i;
	struct seq_marker *m = NULL;

	r->now.texts.n = 0;
	if (nseqs)
		m = sort_seqs(&r->arena, seqs, &nodes);
	add_layers(r, f->v[LAYER]);
	add_trace(r, f->v[TRACE]);
	add_texts(r, f->v[REPR]);
	for (i = 0; i < nodes; i++)
		add_text(r, m[i].text);
	r->now.to_node = nodes ? r->now.texts.n : 0;
	add_texts(r, calls);
	for (; i < nseqs; i++)
		add_text(r, m[i].text);
	/* else op has the text of another range */
	if (nseqs == 0 && (!calls || calls->n == 0) && f->v[OP] && f->v[OP]->n)
		add_text(r, f->v[OP]->items[0].text);
}

/*
 * Which ranges of an earlier line go on around this one?  PyProf did not keep
 * that, so the texts have to show it.  A call that was made twice in a row
 * looks just like one that launched twice.
 */

/* What lies inside range i of the chain, by name: the next call, or the
 * kernel. */
static uint64_t content(struct reading *r, const struct chain *c, size_t i)
{
	struct str text;
	const char *tail;
	uint32_t name = c->kernel;

	if (i + 1 < c->texts.n) {
		text = intern_get(&r->p->texts, c->texts.v[i + 1]);
		tail = str_find(text, ", seq");
		if (tail)
			text.n = (size_t)(tail - text.p);
		name = intern_add(&r->p->texts, text);
	}
	return name;
}

/* Whether PyProf counted this line together with the last line that had
 * numbers. */
static bool counts_on(const struct reading *r)
{
	return r->now.sub > 0 && r->now.sub - 1 == r->numbered.sub;
}

static size_t count_common(const struct chain *a, const struct chain *b)
{
	size_t n = 0;

	if (a->thread != b->thread)
		return 0;
	while (n < a->texts.n && n < b->texts.n && a->texts.v[n] == b->texts.v[n])
		n++;
	return n;
}

/* How many ranges of the chain go on.  A node does if its text is the same, as
 * that holds its number.  Everything does if PyProf counted on and nothing
 * differs.  Otherwise a call goes on until the same thing is inside it a second
 * time: that is the next iteration of a loop. */
static size_t count_shared(struct reading *r, const struct chain *c)
{
	size_t n = count_common(c, &r->now);
	uint64_t key;

	if (n == 0 || (r->now.to_node && n >= r->now.to_node))
		return n;
	if (n == c->texts.n && n == r->now.texts.n && c == &r->numbered &&
	    counts_on(r))
		return n;
	key = (uint64_t)c->ranges.v[n - 1] << 32 | content(r, &r->now, n - 1);
	return map_get(&r->seen, key) == MAP_NONE ? n : 0;
}

static int make_ranges(struct reading *r, struct err *err)
{
	struct profile *p = r->p;
	struct chain *now = &r->now, *from = r->before;
	size_t i, shared;

	if (counts_on(r))
		from = &r->numbered;
	shared = count_shared(r, from);
	if (now->texts.n >= PROFILE_NONE - p->ranges.n)
		return err_set(err, "too many ranges");
	now->ranges.n = 0;
	for (i = 0; i < now->texts.n; i++) {
		uint32_t number = (uint32_t)p->ranges.n;

		if (i < shared) {
			number = from->ranges.v[i];
			p->ranges.v[number].end = r->line;
		} else {
			*vec_add(&p->ranges) = (struct range){.start = r->line,
			    .end = r->line,
			    .thread = now->thread,
			    .text = now->texts.v[i]};
		}
		*vec_add(&now->ranges) = number;
		*vec_add(&p->chain) = number;
		*map_at(&r->seen, (uint64_t)number << 32 | content(r, now, i)) = 1;
	}
	*vec_add(&p->chain_at) = p->chain.n;
	return 0;
}

/*
 * The launch
 */

static void set_int(struct launch *l, const struct py *v, int64_t *to, unsigned flag)
{
	if (!v)
		return;
	*to = v->i;
	l->flags |= (uint16_t)flag;
}

static void set_dim3(const struct py *v, int64_t to[3])
{
	to[0] = v->items[0].i;
	to[1] = v->items[1].i;
	to[2] = v->items[2].i;
}

static void add_launch(struct reading *r, const struct facts *f)
{
	struct launch *l = profile_launch(r->p, LAUNCH_KERNEL);
	struct config c = PROFILE_NO_CONFIG;

	l->name = r->now.kernel;
	l->thread = r->now.thread;
	if (f->v[DURATION]->i >= 0)
		set_int(l, f->v[DURATION], &l->end, LAUNCH_HAS_DUR);
	else
		warnings_add(r->p->warnings,
		    "%s with a negative duration: no duration", "kernel",
		    intern_get(&r->p->texts, l->name));
	set_int(l, f->v[DEVICE], &c.device, LAUNCH_HAS_DEVICE);
	set_int(l, f->v[STREAM], &c.stream, LAUNCH_HAS_STREAM);
	if (f->v[GRID] && f->v[BLOCK]) {
		set_dim3(f->v[GRID], c.grid);
		set_dim3(f->v[BLOCK], c.block);
		l->flags |= LAUNCH_HAS_GRID;
	}
	profile_set_config(r->p, l, &c);
}

static int read_line(struct reading *r, struct str line, struct err *err)
{
	struct chain swap;
	struct facts f;
	struct err why;
	struct py d;

	if (pydict_parse(line, &r->arena, &d, &why) < 0)
		return err_set(err, "%s: not a line of PyProf's parser", why.text);
	if (get_facts(&d, &f, err) < 0)
		return -1;
	r->now.thread = profile_thread(r->p, -1, f.v[TID]->i);
	r->now.sub = f.v[SUB] ? f.v[SUB]->i : 0;
	r->now.kernel = intern_add(
	    &r->p->texts, f.v[f.v[LONG_NAME] ? LONG_NAME : SHORT_NAME]->text);
	make_texts(r, &f);
	if (make_ranges(r, err) < 0)
		return -1;
	add_launch(r, &f);
	/* PyProf's count goes on over lines without numbers */
	r->before = f.v[SEQ_MARKER] && f.v[SEQ_MARKER]->n ? &r->numbered : &r->other;
	swap = *r->before;
	*r->before = r->now;
	r->now = swap;
	return 0;
}

static bool is_empty(struct str line)
{
	size_t i;

	for (i = 0; i < line.n; i++) {
		if (line.p[i] != ' ' && line.p[i] != '\t')
			return false;
	}
	return true;
}

/* Some lines could not be read: an error, and of the whole file where there are
 * no others. */
static int say_lost(struct reading *r, struct err *err)
{
	struct strbuf b = {0};

	if (!r->any) {
		*err = r->why;
		r->p->line = (uint64_t)r->first;
		return -1;
	}
	strbuf_printf(&b, "line %lld: %s: %llu line%s left out", (long long)r->first,
	    r->why.text, (unsigned long long)r->lost, r->lost == 1 ? "" : "s");
	r->p->broken = arena_text(&r->p->arena, b.p, b.n);
	strbuf_free(&b);
	return 0;
}

static int read_lines(struct reading *r, struct io_lines *lines, struct err *err)
{
	struct str line;
	struct err why;
	int got;

	*vec_add(&r->p->chain_at) = 0;
	while ((got = io_lines_next(lines, &line, err)) > 0) {
		r->line++;
		arena_reset(&r->arena);
		if (is_empty(line))
			continue;
		if (read_line(r, line, &why) == 0) {
			r->any = true;
		} else if (r->lost++ == 0) {
			r->first = r->line;
			r->why = why;
		}
	}
	if (got < 0)
		r->p->line = (uint64_t)r->line + 1;
	return got == 0 && r->lost ? say_lost(r, err) : got;
}

static void chain_free(struct chain *c)
{
	vec_free(&c->texts);
	vec_free(&c->ranges);
}

static int read_all(const struct source *src, struct profile *p, struct err *err)
{
	struct reading r = {.p = p,
	    .numbered.thread = PROFILE_NONE,
	    .other.thread = PROFILE_NONE,
	    .before = &r.other};
	struct io_lines *lines;
	int status;

	if (!(p->kinds & LAUNCH_BIT(LAUNCH_KERNEL))) {
		if (p->kinds & LAUNCH_HOST)
			profile_note(p, "PyProf's dictionaries have no times, "
					"so no calls or ranges");
		return 0;
	}
	lines = io_lines_from(input_read, src->input);
	status = read_lines(&r, lines, err);
	io_lines_close(lines);
	chain_free(&r.now);
	chain_free(&r.numbered);
	chain_free(&r.other);
	map_free(&r.seen);
	strbuf_free(&r.text);
	arena_free(&r.arena);
	return status;
}

static bool detect(const struct source *src)
{
	struct str head = src->head;

	str_skip(&head, "\xEF\xBB\xBF");
	while (head.n && strchr(" \t\r\n", head.p[0]) && head.p[0])
		head = str_from(head, 1);
	return str_starts(head, "{'kShortName'");
}

const struct reader read_dict = {
    .name = "dict",
    .what = "PyProf's net.dict",
    .give = "PyProf's dictionaries",
    .detect = detect,
    .read = read_all,
};
