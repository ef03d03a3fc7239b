/*
 * nelems.h - how many elements an array has.
 */
#ifndef COMMON_NELEMS_H
#define COMMON_NELEMS_H

#define NELEMS(array) (sizeof(array) / sizeof *(array))

#endif
