/*
 * lenient.h - what was forgiven in a file that is not quite JSON.
 */
#ifndef PARSE_READ_LENIENT_H
#define PARSE_READ_LENIENT_H

struct json;
struct profile;

/* lenient_say(j, p): say in p->notes how many places of what j has read are
 * not JSON, and which is the first. */
void lenient_say(const struct json *j, struct profile *p);

#endif
