/*
 * gpu_file.c - a device that the user describes in a file of JSON.
 *
 * In:  the members of a record's "gpu" and "peaks", any of them
 * Out: the device of a choice
 *
 * jansson tells where a text stops being JSON, but not where a value stood.  It
 * keeps the order of the members, though: they are counted as they are taken,
 * and the one that is wrong is looked for by its number, in a text that is
 * known to be JSON by then.
 */
#include "prof/gpu/gpu_file.h"

#include <errno.h>
#include <stdio.h>

#include "common/jansson_apart.h"
#include "common/ascii.h"
#include "common/nelems.h"

/* A description is a screenful. */
enum { LONGEST = 65536 };

struct reader {
	const char *path;
	struct str text;
	size_t members; /* taken so far */
	struct gpu_choice *choice;
	struct err *err;
};

/* Behind the string that begins at i. */
static size_t string_end(struct str text, size_t i)
{
	for (i++; i < text.n && text.p[i] != '"'; i++)
		i += text.p[i] == '\\';
	return i + 1;
}

/* Where the key of member k begins, from 1. */
static void locate(struct str text, size_t k, unsigned *line, unsigned *column)
{
	size_t start = 0; /* of the line */

	*line = *column = 1;
	for (size_t i = 0, end; i < text.n; i = end) {
		size_t at;

		end = i + 1;
		if (text.p[i] == '\n') {
			++*line;
			start = i + 1;
		}
		if (text.p[i] != '"')
			continue;
		at = end = string_end(text, i);
		while (at < text.n && memchr(" \t\r\n", text.p[at], 4))
			at++;
		if (at < text.n && text.p[at] == ':' && --k == 0) {
			*column = (unsigned)(i - start + 1);
			return;
		}
	}
}

/* Refuse the member that was taken last. */
static int refuse(const struct reader *r, const char *key, const char *why)
{
	unsigned line, column;
	char clean[80];

	locate(r->text, r->members, &line, &column);
	return err_set(r->err, "%s:%u: column %u: '%s': %s", r->path, line,
	    column, diag_clean(str_of(key), clean, sizeof clean), why);
}

/* 0, or a number that is in units at least one and no more than GPU_MOST. */
static bool take_rate(const json_t *value, double unit, uint64_t *out)
{
	double f = json_number_value(value);

	if (!json_is_number(value) || !(f >= 0) || !(f * unit <= (double)GPU_MOST))
		return false;
	*out = (uint64_t)(f * unit + 0.5);
	return *out > 0 || !(f > 0);
}

/* A whole number above 0, which may be written 1e11. */
static bool take_count(const json_t *value, int64_t *out)
{
	double f = json_real_value(value); /* 0 of what is none */

	if (json_is_integer(value))
		*out = json_integer_value(value);
	else if (f >= 1 && f <= (double)GPU_MOST && f == (double)(int64_t)f)
		*out = (int64_t)f;
	else
		return false;
	return *out > 0 && (uint64_t)*out <= GPU_MOST;
}

static bool take_text(const json_t *value, char *room, size_t size, struct str *out)
{
	size_t n = json_string_length(value);

	if (!json_is_string(value) || n == 0 || n >= size)
		return false;
	memcpy(room, json_string_value(value), n + 1);
	*out = (struct str){room, n};
	return true;
}

static bool take_name(const json_t *value, struct gpu_choice *c)
{
	return take_text(value, c->room.name, sizeof c->room.name, &c->gpu.name);
}

/* A compute capability, 8.0, or one of AMD's, gfx90a. */
static bool take_cc(const json_t *value, struct gpu_choice *c)
{
	struct str s;
	size_t n;

	if (!take_text(value, c->room.cc, sizeof c->room.cc, &s))
		return false;
	c->gpu.cc = s;
	if (str_skip(&s, "gfx"))
		return s.n >= 3 && strspn(s.p, "0123456789abcdef") == s.n;
	n = ascii_digits(s.p, s.n);
	return n > 0 && n <= 2 && s.p[0] != '0' && n + 2 == s.n &&
	       s.p[n] == '.' && is_digit(s.p[n + 1]);
}

static bool take_sms(const json_t *value, struct gpu_choice *c)
{
	return take_count(value, &c->gpu.sms);
}

static bool take_clock(const json_t *value, struct gpu_choice *c)
{
	return take_count(value, &c->gpu.clock_khz);
}

static bool take_bandwidth(const json_t *value, struct gpu_choice *c)
{
	return take_count(value, &c->gpu.mem_bps);
}

/* A record's key that no peak depends on. */
static bool pass(const json_t *value, struct gpu_choice *c)
{
	(void)c;
	return json_is_integer(value) && json_integer_value(value) > 0;
}

/* What a description has besides peaks: the record's keys. */
static const struct member {
	const char *key, *wrong;
	bool (*take)(const json_t *value, struct gpu_choice *c);
} members[] = {
    {"name", "not a text of 1 to 127 bytes", take_name},
    {"cc", "not a compute capability, as \"8.0\" or \"gfx90a\"", take_cc},
    {"sms", "not a whole number above 0", take_sms},
    {"clock_khz", "not a whole number of kHz above 0", take_clock},
    {"mem_bps", "not a whole number of bytes a second above 0", take_bandwidth},
    {"mem", "not a whole number of bytes above 0", pass},
    {"threads", "not a whole number above 0", pass},
};

static int take_peaks(struct reader *r, json_t *peaks)
{
	struct gpu_choice *c = r->choice;
	const char *key;
	json_t *value;

	json_object_foreach(peaks, key, value)
	{
		unsigned i = 0;

		r->members++;
		while (i < GPU_NPEAKS && strcmp(key, gpu_peak_name(i)) != 0)
			i++;
		if (i == GPU_NPEAKS)
			return refuse(r, key,
			    "no peak (fp64, fp64_tc, fp32, fp32_tc, tf32, "
			    "fp16, "
			    "bf16, fp8, int8, fp4, fp16_vec, dram)");
		if (!take_rate(value, i == GPU_DRAM ? 1e9 : 1e12, &c->said[i]))
			return refuse(r, key,
			    i == GPU_DRAM
				? "not a number of GB/s, or 0 for none"
				: "not a number of TFLOP/s, or 0 for none");
		c->says[i] = true;
	}
	return 0;
}

static int take_members(struct reader *r, json_t *root)
{
	const char *key;
	json_t *value;

	json_object_foreach(root, key, value)
	{
		size_t i = 0;

		r->members++;
		if (strcmp(key, "peaks") == 0) {
			if (!json_is_object(value))
				return refuse(r, key, "not an object");
			if (take_peaks(r, value) < 0)
				return -1;
			continue;
		}
		while (i < NELEMS(members) && strcmp(key, members[i].key) != 0)
			i++;
		if (i == NELEMS(members))
			return refuse(r, key,
			    "no key of a device (name, cc, sms, clock_khz, "
			    "mem_bps, mem, threads, peaks)");
		if (!members[i].take(value, r->choice))
			return refuse(r, key, members[i].wrong);
	}
	return 0;
}

int gpu_file_parse(struct str text, const char *path, struct gpu_choice *choice,
    struct err *err)
{
	struct reader r = {.path = path, .choice = choice, .err = err};
	json_error_t wrong;
	json_t *root;
	int status;

	str_skip(&text, "\xEF\xBB\xBF");
	r.text = text;
	root = json_loadb(
	    text.n ? text.p : "", text.n, JSON_REJECT_DUPLICATES, &wrong);

	choice->given = choice->described = true;
	choice->cached = false;
	choice->gpu = RECORD_NO_GPU;
	memset(choice->says, 0, sizeof choice->says);
	if (!root) {
		char clean[200];

		/* nothing at all has a column 0 */
		return err_set(err, "%s:%d: column %d: %s, write an object of JSON",
		    path, wrong.line, wrong.column > 0 ? wrong.column : 1,
		    diag_clean(str_of(wrong.text), clean, sizeof clean));
	}
	if (json_is_object(root))
		status = take_members(&r, root);
	else
		status =
		    err_set(err, "%s:1: column 1: not an object of JSON", path);
	json_decref(root);
	return status;
}

/* All of the file into text, which has room for LONGEST. */
static int read_text(const char *path, char *text, size_t *n, struct err *err)
{
	FILE *f = fopen(path, "r");

	if (!f)
		return err_set(err, "%s: %s", path, strerror(errno));
	*n = fread(text, 1, LONGEST, f);
	if (ferror(f)) {
		err_set(err, "%s: %s", path, strerror(errno));
		fclose(f);
		return -1;
	}
	fclose(f);
	if (*n == LONGEST)
		return err_set(
		    err, "%s: too long for a description of a device", path);
	return 0;
}

int gpu_file_read(const char *path, struct gpu_choice *choice, struct err *err)
{
	char text[LONGEST];
	size_t n;

	if (read_text(path, text, &n, err) < 0)
		return -1;
	return gpu_file_parse((struct str){text, n}, path, choice, err);
}
