/*
 * gen.h - what the generators of databases share: one database, and a training
 * run of steps.
 *
 * For one source file a program: gen_X.c defines GEN, its name, and includes it.
 */
#ifndef TESTS_BENCH_GEN_H
#define TESTS_BENCH_GEN_H

#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define STEP 100 /* forward kernels of an iteration; as many are backward */

static sqlite3 *db;

static void die(const char *what)
{
	fprintf(stderr, GEN ": %s: %s\n", what,
	    db ? sqlite3_errmsg(db) : "no database");
	exit(1);
}

static void run(const char *sql)
{
	if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
		die(sql);
}

static sqlite3_stmt *prepare(const char *sql)
{
	sqlite3_stmt *s;

	if (sqlite3_prepare_v2(db, sql, -1, &s, NULL) != SQLITE_OK)
		die(sql);
	return s;
}

/* Bind n integers from place 1 on, run, reset. */
static void insert(sqlite3_stmt *s, int n, const int64_t *v)
{
	for (int i = 0; i < n; i++)
		sqlite3_bind_int64(s, i + 1, v[i]);
	if (sqlite3_step(s) != SQLITE_DONE)
		die("insert");
	sqlite3_reset(s);
}

/* The number N of the command line; its database is made anew. */
static long long begin(int argc, char **argv, const char *schema)
{
	long long n = argc == 3 ? strtoll(argv[1], NULL, 10) : 0;

	if (n < 1) {
		fputs("usage: " GEN " N OUT.db\n", stderr);
		exit(2);
	}
	remove(argv[2]);
	if (sqlite3_open(argv[2], &db) != SQLITE_OK)
		die(argv[2]);
	run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
	    "PRAGMA cache_size = -200000");
	run(schema);
	run("BEGIN");
	return n;
}

/* n kernels from time on, a us apart: a step is STEP forwards, then their
 * backwards in reverse order. */
static void train(long long n, int64_t time,
    void (*forward)(int64_t time, int64_t corr, int64_t seq),
    void (*backward)(int64_t time, int64_t corr, int64_t seq))
{
	int64_t corr = 1000, seq = 1;

	for (long long done = 0; done < n;) {
		long long half = (n - done + 1) / 2;
		long long m = half < STEP ? half : STEP;

		for (long long k = 0; k < m; k++, time += 1000)
			forward(time, ++corr, seq + k);
		done += m;
		for (long long k = m - 1; k >= 0 && done < n; k--, done++) {
			backward(time, ++corr, seq + k);
			time += 1000;
		}
		seq += m;
	}
}

#endif
