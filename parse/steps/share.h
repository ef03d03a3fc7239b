/*
 * share.h - launches that divide a call among them.
 */
#ifndef PARSE_STEPS_SHARE_H
#define PARSE_STEPS_SHARE_H

#include "parse/steps/analysis.h"

/* share_find(a): set shares and share_of: of the kernels that one call launched
 * itself, where there are several, all of one name, of class pointwise, copy or
 * fill; helpers aside. */
void share_find(struct analysis *a);

#endif
