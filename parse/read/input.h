/*
 * input.h - the bytes of a profile, unpacked where they are gzip data.
 *
 * The first bytes identify gzip data; the name does not matter.  Several
 * members one after another are one text, as in gzip(1).
 */
#ifndef PARSE_READ_INPUT_H
#define PARSE_READ_INPUT_H

#include "common/diag.h"
#include "common/str.h"

struct input;

enum { INPUT_HEAD = 65536 };

/* input_open(path, err): "-" is stdin.  The first bytes are read.  NULL with
 * the reason in err. */
struct input *input_open(const char *path, struct err *err);

/* input_text(text, err): the same for a text in memory, which must outlive
 * it. */
struct input *input_text(struct str text, struct err *err);
void input_close(struct input *in);

/* input_head(in): the first bytes, INPUT_HEAD or as many as there are; more
 * where these are all blanks.  input_read still returns them. */
struct str input_head(const struct input *in);

/* input_packed(in): whether it is gzip data. */
bool input_packed(const struct input *in);

/* input_read(in, buf, size, err): read the next bytes, at most size > 0; 0 at
 * the end, -1 with the reason in err, also if gzip data are broken or cut.  in
 * is a struct input *, as a source of lines needs it. */
long input_read(void *in, char *buf, size_t size, struct err *err);

/* input_fd(in): the descriptor of the file, still owned by the input; -1 for a
 * text.  Reading from it begins behind the head, and gives packed bytes if the
 * file is packed. */
int input_fd(const struct input *in);

/* input_copy(in, most, more, err): a descriptor, owned by the caller, of a file
 * without a name that holds the first most bytes; *more: whether there are
 * more.  Nothing may have been read before.  -1 with the reason in err. */
int input_copy(struct input *in, uint64_t most, bool *more, struct err *err);

#endif
