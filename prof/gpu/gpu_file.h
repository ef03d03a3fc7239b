/*
 * gpu_file.h - a device that the user describes in a file of JSON.
 */
#ifndef PROF_GPU_GPU_FILE_H
#define PROF_GPU_GPU_FILE_H

#include "prof/gpu/gpu.h"

/*
 * gpu_file_read(path, choice, err), gpu_file_parse(text, path, choice, err):
 * Make the device that the file or its text describes, see pp-prof(1), the one
 * of choice.  Return 0, or -1 with FILE:LINE: column and the reason in err; the
 * choice is then of no use.
 */
int gpu_file_read(const char *path, struct gpu_choice *choice, struct err *err);
int gpu_file_parse(struct str text, const char *path, struct gpu_choice *choice,
    struct err *err);

#endif
