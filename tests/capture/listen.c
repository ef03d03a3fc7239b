/*
 * listen.c - a library that NVTX loads in place of a profiler's.
 *
 * In:  NVTX calls of the process, through the slots that its client gives
 * Out: at exit, an export like nsys's as SQL, in the file $PP_LISTEN.PID.sql:
 *      NVTX_EVENTS, StringIds, empty tables of kernels and launches, and
 *      TEST_BALANCE with what was left open or ended without a beginning
 *
 * The default domain alone: pp_nvtx.py uses no other.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { PUSH_POP = 59, START_END = 60 };
enum { DEPTH_MOST = 4096 };

/* nvtxEventAttributes_t of NVTX 3 */
struct attributes {
	uint16_t version, size;
	uint32_t category;
	int32_t colour_type;
	uint32_t colour;
	int32_t payload_type, reserved;
	uint64_t payload;
	int32_t message_type;
	const void *message;
};

enum { ASCII = 1, REGISTERED = 3 };

struct text {
	char *bytes;
	struct text *next;
	uint32_t id;
};

struct event {
	int64_t start, end; /* end: -1 while open */
	int type;
	uint32_t colour;
	char *bytes;		 /* or NULL */
	const struct text *text; /* registered */
	long tid;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct event *events;
static size_t nevents, room;
static struct text *texts;
static uint32_t ntexts;
static long lone_pops, lone_ends;

static __thread size_t stack[DEPTH_MOST];
static __thread size_t depth;

static int64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static char *copy_of(const char *s)
{
	char *p = strdup(s);

	if (!p)
		abort();
	return p;
}

static size_t add(
    int type, const char *bytes, const struct text *text, uint32_t colour)
{
	struct event e = {.end = -1, .type = type, .colour = colour, .text = text};
	size_t i;

	e.bytes = bytes ? copy_of(bytes) : NULL;
	e.tid = syscall(SYS_gettid);
	pthread_mutex_lock(&lock);
	if (nevents == room) {
		room = room ? 2 * room : 1024;
		events = realloc(events, room * sizeof *events);
		if (!events)
			abort();
	}
	i = nevents++;
	e.start = now();
	events[i] = e;
	pthread_mutex_unlock(&lock);
	return i;
}

static size_t add_attributes(int type, const struct attributes *a)
{
	uint32_t colour = a->colour_type ? a->colour : 0;

	if (a->version != 3 || a->size != sizeof *a)
		abort();
	if (a->message_type == REGISTERED)
		return add(type, NULL, a->message, colour);
	if (a->message_type != ASCII)
		abort();
	return add(type, a->message, NULL, colour);
}

static int push(size_t event)
{
	if (depth == DEPTH_MOST)
		abort();
	stack[depth] = event;
	return (int)depth++;
}

static int push_ex(const struct attributes *a)
{
	return push(add_attributes(PUSH_POP, a));
}

static int push_a(const char *bytes)
{
	return push(add(PUSH_POP, bytes, NULL, 0));
}

static int pop(void)
{
	pthread_mutex_lock(&lock);
	if (depth == 0)
		lone_pops++;
	else
		events[stack[--depth]].end = now();
	pthread_mutex_unlock(&lock);
	return (int)depth;
}

static uint64_t start_ex(const struct attributes *a)
{
	return add_attributes(START_END, a) + 1;
}

static void end(uint64_t id)
{
	pthread_mutex_lock(&lock);
	if (id == 0 || id > nevents || events[id - 1].type != START_END ||
	    events[id - 1].end >= 0)
		lone_ends++;
	else
		events[id - 1].end = now();
	pthread_mutex_unlock(&lock);
}

static const struct text *register_string(void *domain, const char *bytes)
{
	struct text *t = malloc(sizeof *t);

	if (!t || domain)
		abort();
	t->bytes = copy_of(bytes);
	pthread_mutex_lock(&lock);
	t->id = ++ntexts;
	t->next = texts;
	texts = t;
	pthread_mutex_unlock(&lock);
	return t;
}

static void write_text(FILE *f, const char *s)
{
	fputc('\'', f);
	for (; *s; s++) {
		if (*s == '\'')
			fputc('\'', f);
		fputc(*s, f);
	}
	fputc('\'', f);
}

static void write_all(void)
{
	const char *base = getenv("PP_LISTEN");
	uint64_t process = UINT64_C(1) << 56 | (uint64_t)getpid() << 24;
	long open_pushes = 0, open_starts = 0;
	char name[4096];
	FILE *f;

	if (!base)
		return;
	snprintf(name, sizeof name, "%s.%ld.sql", base, (long)getpid());
	f = fopen(name, "w");
	if (!f)
		return;
	fputs(
	    "BEGIN;\n"
	    "CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);\n"
	    "CREATE TABLE NVTX_EVENTS(start INTEGER, end INTEGER,\n"
	    "    eventType INTEGER, color INTEGER, text TEXT, textId INTEGER,\n"
	    "    globalTid INTEGER);\n"
	    "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INTEGER, end "
	    "INTEGER,\n"
	    "    globalTid INTEGER, correlationId INTEGER, nameId INTEGER);\n"
	    "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER, end "
	    "INTEGER,\n"
	    "    deviceId INTEGER, contextId INTEGER, streamId INTEGER,\n"
	    "    correlationId INTEGER, globalPid INTEGER,\n"
	    "    demangledName INTEGER, shortName INTEGER);\n"
	    "CREATE TABLE TEST_BALANCE(pushes INTEGER, starts INTEGER,\n"
	    "    pops INTEGER, ends INTEGER);\n",
	    f);
	for (const struct text *t = texts; t; t = t->next) {
		fprintf(f, "INSERT INTO StringIds VALUES(%" PRIu32 ", ", t->id);
		write_text(f, t->bytes);
		fputs(");\n", f);
	}
	for (size_t i = 0; i < nevents; i++) {
		const struct event *e = &events[i];

		fprintf(f, "INSERT INTO NVTX_EVENTS VALUES(%" PRId64 ", ", e->start);
		if (e->end >= 0)
			fprintf(f, "%" PRId64, e->end);
		else
			fputs("NULL", f);
		open_pushes += e->end < 0 && e->type == PUSH_POP;
		open_starts += e->end < 0 && e->type == START_END;
		fprintf(f, ", %d, %" PRIu32 ", ", e->type, e->colour);
		if (e->text)
			fprintf(f, "NULL, %" PRIu32, e->text->id);
		else {
			write_text(f, e->bytes);
			fputs(", NULL", f);
		}
		fprintf(f, ", %" PRIu64 ");\n", process | (uint64_t)e->tid);
	}
	fprintf(f, "INSERT INTO TEST_BALANCE VALUES(%ld, %ld, %ld, %ld);\nCOMMIT;\n",
	    open_pushes, open_starts, lone_pops, lone_ends);
	fclose(f);
}

/* What a client exports by number. */
struct callbacks {
	size_t size;
	int (*module_table)(int module, void ****table, unsigned *size);
};

struct version_info {
	size_t size;
	uint32_t version, reserved;
	void (*set_version)(uint32_t);
};

/* A function as what the slots hold; ISO C has no cast for it. */
#define FILL(slot, function)                                                   \
	do {                                                                   \
		__typeof__(function) *p_ = &function;                          \
		memcpy((slot), &p_, sizeof p_);                                \
	} while (0)

int InitializeInjectionNvtx2(const void *(*get)(uint32_t));
int InitializeInjectionNvtx2(const void *(*get)(uint32_t))
{
	const struct callbacks *c = get(1);
	const struct version_info *v = get(3);
	void ***core = NULL, ***core2 = NULL;
	unsigned ncore = 0, ncore2 = 0;

	if (!c || c->size < sizeof *c || !v || v->size < sizeof *v || v->version != 3)
		return 0;
	v->set_version(3);
	if (!c->module_table(1, &core, &ncore) || ncore < 12 ||
	    !c->module_table(5, &core2, &ncore2) || ncore2 < 11 ||
	    c->module_table(99, &core2, NULL))
		return 0;
	if (!getenv("PP_LISTEN_DEAF")) {
		FILL(core[4], start_ex);
		FILL(core[7], end);
		FILL(core[8], push_ex);
		FILL(core[9], push_a);
		FILL(core[11], pop);
		FILL(core2[10], register_string);
	}
	atexit(write_all);
	return 1;
}
