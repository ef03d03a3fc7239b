/*
 * chrome_args.h - what a Chrome trace says of an event, under the names of the
 * PyTorch profiler.
 */
#ifndef PROF_SHOW_CHROME_ARGS_H
#define PROF_SHOW_CHROME_ARGS_H

#include "prof/show/asked.h"
#include "prof/show/out.h"

/* chrome_category(kind): of its events; NULL: it has none. */
const char *chrome_category(enum kind kind);

/* chrome_int(o, key, i, b): append a member. */
void chrome_int(struct out *o, const char *key, int64_t i, struct strbuf *b);

/* chrome_external_id(o, rec, b): append the id of the record's innermost call,
 * if it has one. */
void chrome_external_id(struct out *o, const struct record *rec, struct strbuf *b);

/* chrome_gpu_args(o, rec, b), chrome_host_args(o, rec, own, b): append members
 * of a row of the GPU; of one of the host, about the call own, or NULL. */
void chrome_gpu_args(struct out *o, const struct record *rec, struct strbuf *b);
void chrome_host_args(struct out *o, const struct record *rec,
    const struct call *own, struct strbuf *b);

#endif
