/*
 * params.h - the text of the params column: PyProf's for the operators it knew,
 * its general text ("T=[(8,8)],['float32'],") for the rest.
 */
#ifndef PROF_PARAMS_H
#define PROF_PARAMS_H

#include "prof/cost.h"

/* params_text(rec, c, b): append the text for the call that counts; "na=na,"
 * where there is none. */
void params_text(const struct record *rec, const struct costed *c,
    struct strbuf *b);

#endif
