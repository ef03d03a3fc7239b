/*
 * rss.c - run a command, say how long it took and how much memory.
 *
 * In:  rss REPORT COMMAND [ARGUMENT ...]
 * Out: one line in the file REPORT: wall time in ms, CPU time in ms, peak
 *      resident memory in KiB, page faults.  The status is the command's.
 *
 * Not time(1): the shell's has no memory, GNU's is not always there, and the
 * two differ in their output.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static long long ms(struct timeval t)
{
	return (long long)t.tv_sec * 1000 + t.tv_usec / 1000;
}

int main(int argc, char **argv)
{
	struct rusage use;
	long long start;
	FILE *out;
	pid_t pid;
	int status;

	if (argc < 3) {
		fputs("usage: rss REPORT COMMAND [ARGUMENT ...]\n", stderr);
		return 2;
	}
	start = now_ms();
	pid = fork();
	if (pid == -1) {
		perror("rss: fork");
		return 1;
	}
	if (pid == 0) {
		execvp(argv[2], argv + 2);
		perror(argv[2]);
		_exit(127);
	}
	if (waitpid(pid, &status, 0) == -1 ||
	    getrusage(RUSAGE_CHILDREN, &use) == -1) {
		perror("rss");
		return 1;
	}
	out = fopen(argv[1], "w");
	if (out == NULL) {
		perror(argv[1]);
		return 1;
	}
	fprintf(out, "%lld %lld %ld %ld\n", now_ms() - start,
	    ms(use.ru_utime) + ms(use.ru_stime), use.ru_maxrss,
	    use.ru_minflt + use.ru_majflt);
	if (fclose(out) != 0) {
		perror(argv[1]);
		return 1;
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
