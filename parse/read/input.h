/*
 * input.h - the bytes of a profile, unpacked where they are gzip data.
 *
 * By content: the first bytes tell gzip data, never a name.  Several members
 * one after another are one text, as gzip(1) has it.
 */
#ifndef PARSE_READ_INPUT_H
#define PARSE_READ_INPUT_H

#include "common/diag.h"
#include "common/str.h"

struct input;

/* input_open(path, err): "-" is stdin.  The first bytes are read.  NULL with
 * the reason in err. */
struct input *input_open(const char *path, struct err *err);

/* input_text(text, err): the same of a text in memory, which must outlive it. */
struct input *input_text(struct str text, struct err *err);
void input_close(struct input *in);

/* input_head(in): the first bytes, 4096 or as many as there are.  They are
 * handed out by input_read all the same. */
struct str input_head(const struct input *in);

/* input_packed(in): whether it is gzip data. */
bool input_packed(const struct input *in);

/* input_read(in, buf, size, err): the next bytes, at most size > 0; 0 at the
 * end; -1 with the reason in err, also where gzip data are broken or cut.  in
 * is a struct input *, as a source of lines has it. */
long input_read(void *in, char *buf, size_t size, struct err *err);

/* input_fd(in): the file's own descriptor, still the input's; -1 for a text.
 * What it gives begins behind the head, and is packed where the file is. */
int input_fd(const struct input *in);

/* input_copy(in, err): a descriptor, the caller's, of a file without a name
 * that has all bytes; nothing may have been read.  -1 with the reason in err. */
int input_copy(struct input *in, struct err *err);

#endif
