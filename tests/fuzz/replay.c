/*
 * replay.c - a fuzz target without a fuzzer: runs it once on each file named,
 * so that every compiler and every `make check` tries the corpus.
 *
 * In:  files; Out: TAP, one point a file (a finding ends the program)
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replay(const char *path)
{
	FILE *f = fopen(path, "rb");
	uint8_t *data = NULL;
	size_t size = 0, room = 0, got;

	if (!f)
		return -1;
	do {
		if (size == room) {
			room = room ? room * 2 : 4096;
			data = realloc(data, room);
			if (!data)
				exit(1);
		}
		got = fread(data + size, 1, room - size, f);
		size += got;
	} while (got > 0);
	if (ferror(f)) {
		fclose(f);
		free(data);
		return -1;
	}
	fclose(f);

	/* A copy of just this size: reading past its end is then seen. */
	uint8_t *exact = malloc(size ? size : 1);

	if (!exact)
		exit(1);
	for (size_t i = 0; i < size; i++)
		exact[i] = data[i];
	free(data);
	LLVMFuzzerTestOneInput(exact, size);
	free(exact);
	return 0;
}

int main(int argc, char **argv)
{
	int bad = 0;

	for (int i = 1; i < argc; i++) {
		if (replay(argv[i])) {
			printf("not ok %d - %s cannot be read\n", i, argv[i]);
			bad = 1;
		} else {
			printf("ok %d - %s\n", i, argv[i]);
		}
		fflush(stdout);
	}
	printf("1..%d\n", argc - 1);
	return bad;
}
