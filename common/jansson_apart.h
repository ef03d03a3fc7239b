/*
 * jansson_apart.h - jansson, whose types have the names of our JSON tokens, under
 * other names.  A file that needs our tokens too undefines the names behind it.
 */
#ifndef COMMON_JANSSON_APART_H
#define COMMON_JANSSON_APART_H

#define JSON_OBJECT JANSSON_OBJECT
#define JSON_ARRAY JANSSON_ARRAY
#define JSON_STRING JANSSON_STRING
#define JSON_REAL JANSSON_REAL
#define JSON_TRUE JANSSON_TRUE
#define JSON_FALSE JANSSON_FALSE
#define JSON_NULL JANSSON_NULL
#include <jansson.h>

#endif
