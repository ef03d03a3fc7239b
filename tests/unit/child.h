/*
 * child.h - run a function in a child process and see what it printed and how
 * it ended; for tests of code that exits.
 */
#ifndef TESTS_UNIT_CHILD_H
#define TESTS_UNIT_CHILD_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct child {
	int status;	   /* exit status, or 128 + signal */
	char out[1 << 16]; /* what it wrote, with a NUL */
	char err[1 << 14];
};

/* Read all of f, which fits. */
static inline void child_read(FILE *f, char *text, size_t size)
{
	size_t n;

	rewind(f);
	n = fread(text, 1, size - 1, f);
	text[n] = '\0';
	fclose(f);
}

/* Run work(arg) with stdout and stderr caught; a work that returns ends with
 * status 99. */
static inline void child_run(
    struct child *c, void (*work)(const void *), const void *arg)
{
	FILE *out = tmpfile(), *err = tmpfile();
	int status;
	pid_t pid;

	fflush(NULL);
	pid = out && err ? fork() : -1;
	if (pid < 0) {
		perror("child_run");
		exit(1);
	}
	if (pid == 0) {
		dup2(fileno(out), STDOUT_FILENO);
		dup2(fileno(err), STDERR_FILENO);
		work(arg);
		_exit(99);
	}
	waitpid(pid, &status, 0);
	c->status =
	    WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	child_read(out, c->out, sizeof c->out);
	child_read(err, c->err, sizeof c->err);
}

#endif
