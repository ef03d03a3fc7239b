/*
 * tracks.c - the numbers of processes and threads in a Chrome trace.
 *
 * In:  what records say of file, rank, process, thread, device and stream
 * Out: a pid and a tid, its own where that is free
 *
 * Memory grows with the number of processes and threads.
 */
#include "prof/show/tracks.h"

#include "common/json.h"

/* The first number to give; process and device numbers are mostly lower. */
enum { FIRST_FREE = 1000000000 };

/* A number that a record may lack. */
struct given {
	bool has;
	int64_t i;
};

#define GIVEN(rec, key) ((struct given){record_has(rec, key), (rec)->key})

static void add_given(struct strbuf *b, struct given n)
{
	if (n.has)
		strbuf_int(b, n.i);
	else
		strbuf_char(b, '-');
	strbuf_char(b, ' ');
}

/* Whether nobody has the number yet: then it is taken. */
static bool take(struct tracks *t, bool within, int64_t pid, int64_t number)
{
	uint32_t n = (uint32_t)t->taken.list.n;

	t->text.n = 0;
	add_given(&t->text, (struct given){within, pid});
	strbuf_int(&t->text, number);
	return intern_add(&t->taken, strbuf_get(&t->text)) == n;
}

/* The entry of the key in t->text; new ones get the number wanted, if it is
 * free. -1 is none: readers know ONNX Runtime's kernels by that process. */
static struct track_entry *find(struct tracks *t, bool within, int64_t pid,
    struct given wanted, bool *is_new)
{
	uint32_t i = intern_add(&t->keys, strbuf_get(&t->text));

	*is_new = i == t->list.n;
	if (!*is_new)
		return &t->list.v[i];
	if (!wanted.has || wanted.i == -1 || !take(t, within, pid, wanted.i)) {
		do
			wanted.i = FIRST_FREE + t->next++;
		while (!take(t, within, pid, wanted.i));
	}
	*vec_add(&t->list) = (struct track_entry){.number = wanted.i};
	return &t->list.v[i];
}

/* {"ph":"M","name":"process_name","pid":1,"tid":0,"args":{"name":"GPU 1"}}: the
 * name is in t->text */
static void name_track(
    struct tracks *t, const char *what, struct track track, struct strbuf *b)
{
	if (t->named)
		strbuf_text(b, ",\n");
	t->named = true;
	strbuf_printf(b, "{\"ph\":\"M\",\"name\":\"%s\",\"pid\":", what);
	strbuf_int(b, track.pid);
	strbuf_text(b, ",\"tid\":");
	strbuf_int(b, track.tid);
	strbuf_text(b, ",\"args\":{\"name\":");
	json_escape(b, strbuf_get(&t->text));
	strbuf_text(b, "}}");
}

static void add_number(struct strbuf *b, const char *word, struct given n)
{
	strbuf_text(b, word);
	if (n.has)
		strbuf_int(b, n.i);
	else
		strbuf_char(b, '?');
}

/* "train.sqlite, rank 1, GPU 0: NVIDIA H200" */
static void name_process(struct tracks *t, const struct record *rec,
    const char *word, struct given number, bool device, int64_t pid,
    struct strbuf *b)
{
	struct strbuf *name = &t->text;

	name->n = 0;
	if (record_has(rec, file)) {
		strbuf_str(name, rec->file);
		strbuf_text(name, ", ");
	}
	if (record_has(rec, rank)) {
		add_number(name, "rank ", GIVEN(rec, rank));
		strbuf_text(name, ", ");
	}
	add_number(name, word, number);
	if (device && record_has(rec, gpu) && rec->gpu.name.p) {
		strbuf_text(name, ": ");
		strbuf_str(name, rec->gpu.name);
	}
	name_track(t, "process_name", (struct track){pid, 0}, b);
}

static int64_t process(struct tracks *t, const struct record *rec,
    const char *word, struct given number, bool device, struct strbuf *b)
{
	struct track_entry *entry;
	bool is_new;

	t->text.n = 0;
	strbuf_char(&t->text, device ? 'd' : 'h');
	add_given(&t->text, number);
	add_given(&t->text, GIVEN(rec, rank));
	if (record_has(rec, file))
		strbuf_str(&t->text, rec->file);
	entry = find(t, false, 0, number, &is_new);
	if (is_new) {
		int64_t pid = entry->number;

		name_process(t, rec, word, number, device, pid, b);
		return pid;
	}
	return entry->number;
}

/* owner: a process of the host, where streams of several have one number. */
static struct track_entry *thread(struct tracks *t, int64_t pid,
    const char *word, struct given number, struct given owner, struct strbuf *b)
{
	struct track_entry *entry;
	bool is_new;

	t->text.n = 0;
	strbuf_char(&t->text, 't');
	add_given(&t->text, (struct given){true, pid});
	add_given(&t->text, number);
	add_given(&t->text, owner);
	entry = find(t, true, pid, number, &is_new);
	if (is_new) {
		t->text.n = 0;
		add_number(&t->text, word, number);
		if (owner.has)
			add_number(&t->text, " of process ", owner);
		name_track(t, "thread_name", (struct track){pid, entry->number}, b);
	}
	return entry;
}

struct track tracks_host(
    struct tracks *t, const struct record *rec, struct strbuf *b)
{
	struct track track;

	track.pid = process(t, rec, "process ", GIVEN(rec, pid), false, b);
	track.tid = thread(t, track.pid, "thread ", GIVEN(rec, tid),
	    (struct given){false, 0}, b)
			->number;
	return track;
}

/* Rows without a process belong to the first one that used the stream. */
struct track tracks_device(
    struct tracks *t, const struct record *rec, struct strbuf *b)
{
	struct given none = {false, 0};
	struct track_entry *entry;
	struct track track;

	track.pid = process(t, rec, "GPU ", GIVEN(rec, device), true, b);
	entry = thread(t, track.pid, "stream ", GIVEN(rec, stream), none, b);
	if (record_has(rec, pid) && !entry->owned) {
		entry->owned = true;
		entry->owner = rec->pid;
	} else if (record_has(rec, pid) && entry->owner != rec->pid) {
		entry = thread(t, track.pid, "stream ", GIVEN(rec, stream),
		    GIVEN(rec, pid), b);
	}
	track.tid = entry->number;
	return track;
}

void tracks_free(struct tracks *t)
{
	intern_free(&t->keys);
	intern_free(&t->taken);
	vec_free(&t->list);
	strbuf_free(&t->text);
}
