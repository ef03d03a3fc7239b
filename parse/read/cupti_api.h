/*
 * cupti_api.h - names of calls by the callback ids of CUPTI.
 */
#ifndef PARSE_READ_CUPTI_API_H
#define PARSE_READ_CUPTI_API_H

#include <stdint.h>

enum cupti_api {
	CUPTI_RUNTIME,
	CUPTI_DRIVER,
};

/* cupti_api_name(api, cbid): the name of the call without its version, or NULL
 * if the id is unknown. */
const char *cupti_api_name(enum cupti_api api, int64_t cbid);

#endif
