/*
 * page.h - the constant parts of a page: style and script.
 *
 * The build makes them of prof/show/html/: see embed.sh there.
 */
#ifndef PROF_SHOW_PAGE_H
#define PROF_SHOW_PAGE_H

#include <stddef.h>

extern const char page_css[], page_js[];
extern const size_t page_css_n, page_js_n;

/* Their SHA-256 in base64, for the policy that lets them run, and nothing else. */
extern const char page_css_sha256[], page_js_sha256[];

#endif
