/*
 * params.h - the text of the params column: PyProf's for the operators it knew,
 * its general text ("T=[(8,8)],['float32'],") for the rest; and what else is
 * said about the arguments of the call that counts.
 */
#ifndef PROF_SHOW_PARAMS_H
#define PROF_SHOW_PARAMS_H

#include "prof/ops/cost.h"

/* params_call(rec, c): the call that counts.  Where none does, for want of a
 * model, the innermost with recorded arguments: of op, else of fwd.  Or NULL. */
const struct call *params_call(const struct record *rec, const struct costed *c);

/* params_text(rec, c, b): append the text for params_call; "na=na," where
 * there is none. */
void params_text(
    const struct record *rec, const struct costed *c, struct strbuf *b);

/* params_bias(rec, call): whether rec is the kernel of an F.linear call that
 * does not multiply: PyProf calls its operator "bias". */
bool params_bias(const struct record *rec, const struct call *call);

/* params_tensor(call): the first tensor among the arguments, or NULL. */
const struct arg *params_tensor(const struct call *call);

/* params_odd_type(call): the type of the first tensor whose type was recorded
 * but is in no table; p == NULL: all are known. */
struct str params_odd_type(const struct call *call);

/* params_shapes(call, b): append the shapes of the call's tensors,
 * "[2,3];[3,4]". */
void params_shapes(const struct call *call, struct strbuf *b);

/* params_places(call, b): append a shape for each argument, in their order:
 * "[2,3];[];[[2],[3]]", the second being no tensor and the third a list. */
void params_places(const struct call *call, struct strbuf *b);

#endif
