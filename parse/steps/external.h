/*
 * external.h - launches whose operator ran on another thread.
 */
#ifndef PARSE_STEPS_EXTERNAL_H
#define PARSE_STEPS_EXTERNAL_H

#include "parse/steps/analysis.h"

/*
 * external_nest(a):
 * After nest, give each of p->externals that has no operator around it the
 * chain of the one whose id it has.  The operator must be the only range of
 * that id, of the launch's process, and must enclose the launch call.
 */
void external_nest(struct analysis *a);

#endif
