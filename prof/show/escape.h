/*
 * escape.h - foreign text in HTML and SVG.
 */
#ifndef PROF_SHOW_ESCAPE_H
#define PROF_SHOW_ESCAPE_H

#include "common/str.h"

/* escape_text(s, b): append s so that it is text and nothing else, between tags
 * and in an attribute in quotes: controls and what is not UTF-8 as a terminal
 * gets them, see out_visible; then & < > " ' as entities. */
void escape_text(struct str s, struct strbuf *b);

#endif
