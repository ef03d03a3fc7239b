/*
 * vfs.h - the files of a database, as SQLite may see them: read, never written.
 */
#ifndef PARSE_READ_VFS_H
#define PARSE_READ_VFS_H

#include <stdbool.h>
#include <stdint.h>

struct vfs;

/*
 * vfs_new(path, fd):
 * The files of one database: fd, a regular file, which stays the caller's and
 * open until vfs_free; and the write-ahead log and the journal beside path.
 * path NULL: there is nothing beside it.
 */
struct vfs *vfs_new(const char *path, int fd);
void vfs_free(struct vfs *v);

/* vfs_name(v): its name for sqlite3_open_v2; the name of the database is then
 * any. */
const char *vfs_name(const struct vfs *v);

/* vfs_bytes(v): how large its files are together. */
uint64_t vfs_bytes(const struct vfs *v);

/* vfs_lacks_log(v): whether it is in write-ahead mode and path was NULL: then
 * what its log holds is not read. */
bool vfs_lacks_log(const struct vfs *v);

/* vfs_cuts_log(v): whether its log ends inside a frame, so that SQLite does not
 * read what is left of that. */
bool vfs_cuts_log(const struct vfs *v);

/* vfs_changed(v): whether somebody has written to a file since vfs_new. */
bool vfs_changed(const struct vfs *v);

/* vfs_is_beside(file, path): whether file is, or would be if it were made, a
 * log or journal of the database at path, or the index of its log. */
bool vfs_is_beside(const char *file, const char *path);

#endif
