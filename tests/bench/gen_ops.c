/*
 * gen_ops.c - write records of many operators for the benchmark of pp-prof.
 *
 * In:  gen_ops short|mix N
 * Out: N records on stdout.  short: what pp-parse makes of PyProf's own dicts,
 *      some 190 bytes each, of the operators of a small network.  mix: every row
 *      of the catalogue in turn, each name of its arguments a tensor or a
 *      number, some 340 bytes each
 *
 * Short records show what a record costs beyond its bytes, the mix what finding
 * rows and arguments does where no two records are alike.
 */
#include <stdio.h>
#include <stdlib.h>

#include "prof/ops/args.h"

#define TENSOR(shape)                                                          \
	"{\"type\":\"tensor\",\"shape\":" shape ",\"dtype\":\"float32\"}"

static void print_short(long long n)
{
	static const char *const calls[] = {
	    "\"mod\":\"torch\",\"op\":\"mm\",\"args\":[" TENSOR(
		"[64,32]") "," TENSOR("[32,16]") "]",
	    "\"mod\":\"torch\",\"op\":\"relu\",\"args\":[" TENSOR("[64,512]") "]",
	    "\"mod\":\"Tensor\",\"op\":\"__mul__\",\"args\":[" TENSOR(
		"[64,512]") ",{\"type\":\"float\",\"value\":0.5}]",
	    "\"mod\":\"torch.nn.functional\",\"op\":\"softmax\",\"args\":"
	    "[" TENSOR(
		"[64,10]") ",{\"name\":\"dim\",\"type\":\"int\",\"value\":1}]",
	    "\"mod\":\"Tensor\",\"op\":\"add_\",\"args\":[" TENSOR(
		"[512]") "," TENSOR("[512]") "]",
	    "\"mod\":\"torch\",\"op\":\"cat\",\"args\":[" TENSOR("[8,4]") "," TENSOR(
		"[8,4]") ",{\"name\":\"dim\",\"type\":\"int\",\"value\":1}]",
	};

	for (long long i = 0; i < n; i++)
		printf(
		    "{\"v\":1,\"kernel\":\"k%lld\",\"dur\":%lld,\"device\":0,"
		    "\"stream\":7,\"grid\":[%lld,1,1],\"block\":[128,1,1],"
		    "\"tid\":%d,\"dir\":\"fprop\",\"op\":[{%s}]}\n",
		    i % 7, 1000 + i % 977, 1 + i % 80, 1515910976,
		    calls[(size_t)i % NELEMS(calls)]);
}

/* The name as a call of one of its name spaces. */
static void print_name(const struct op_row *row)
{
	if (row->spaces & SPACE_ATEN)
		printf("\"op\":\"aten::%s\"", row->name);
	else if (row->spaces & SPACE_TORCH)
		printf("\"mod\":\"torch\",\"op\":\"%s\"", row->name);
	else if (row->spaces & SPACE_TENSOR)
		printf("\"mod\":\"Tensor\",\"op\":\"%s\"", row->name);
	else if (row->spaces & SPACE_FUNCTIONAL)
		printf("\"mod\":\"torch.nn.functional\",\"op\":\"%s\"", row->name);
	else if (row->spaces & SPACE_LIBRARY)
		printf("\"op\":\"vllm::%s\"", row->name);
	else
		printf("\"op\":\"%s\"", row->name);
}

static bool is_number(enum op_at name)
{
	static const enum op_at names[] = {AT_dim, AT_p, AT_alpha, AT_eps,
	    AT_beta, AT_groups, AT_reduction, AT_keepdim, AT_training, AT_value};
	size_t i;

	for (i = 0; i < NELEMS(names); i++)
		if (names[i] == name)
			return true;
	return false;
}

static void print_mix(long long n)
{
	for (long long i = 0; i < n; i++) {
		const struct op_entry *e =
		    &op_catalogue[(size_t)i % op_catalogue_n];
		unsigned k, most = e->nnames < 4 ? e->nnames : 4;

		printf("{\"v\":1,\"kernel\":\"k%lld\",\"class\":\"other\","
		       "\"start\":%lld,\"dur\":%lld,\"device\":0,\"stream\":7,"
		       "\"grid\":[%lld,1,1],\"block\":[128,1,1],\"tid\":1,"
		       "\"dir\":\"fprop\",\"sub\":0,\"nsub\":1,\"main\":true,"
		       "\"op\":[{",
		    i % 61, 1000 * i, 1000 + i % 977, 1 + i % 80);
		print_name(op_row(e));
		printf(",\"args\":[");
		for (k = 0; k < most; k++) {
			printf("%s", k ? "," : "");
			if (is_number((enum op_at)(e->names[k] & ~OP_FLAGS)))
				printf("{\"type\":\"int\",\"value\":1}");
			else
				printf(TENSOR("[16,32,8]"));
		}
		printf("]}]}\n");
	}
}

int main(int argc, char **argv)
{
	long long n = argc == 3 ? strtoll(argv[2], NULL, 10) : 0;

	if (n < 1 ||
	    (strcmp(argv[1], "short") != 0 && strcmp(argv[1], "mix") != 0)) {
		fputs("usage: gen_ops short|mix N\n", stderr);
		return 2;
	}
	if (strcmp(argv[1], "short") == 0)
		print_short(n);
	else
		print_mix(n);
	return fflush(stdout) == 0 ? 0 : 1;
}
