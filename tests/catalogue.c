/*
 * catalogue.c - print the catalogue of operators, for the tests of its page.
 *
 * Out: a line a row: the family's title, the operator's name, where the family
 *      goes by elements its FLOPs an element, forward / backward, and "library"
 *      where the name is known behind that of a library alone
 *
 * The weights are written as in pp-models(7): "4,5" depends on an argument, "b"
 * is one for each bound, "-" is not differentiable, "na" has no formula.
 */
#include <stdio.h>

#include "prof/ops/pointwise.h"
#include "prof/ops/table.h"

/* Rows that no formula has are of one section, whatever their family. */
#define NO_FORMULA "Without a formula"

static void print_forward(const struct op_row *row)
{
	unsigned v = row->variant, n = (unsigned)row->each;

	if (v & PW_BOUNDS)
		printf("b");
	else if (v & (PW_ALPHA | PW_VALUE))
		printf("%u,%u", n, n + 1);
	else if (v & PW_BIAS && !(v & PW_GELU))
		printf("%u,%u", n, n + 1);
	else if (v & PW_GELU)
		printf("%u,%u", n, PW_GELU_TANH);
	else if (v & PW_GELU_GRAD)
		printf("%u,%u", n, PW_GELU_TANH_GRAD);
	else
		printf("%u", n);
}

static void print_backward(const struct op_row *row)
{
	unsigned v = row->backward, n = (unsigned)row->each_backward;

	if (v & PB_NONE)
		printf("-");
	else if (v & PB_BOUNDS)
		printf("b");
	else if (v & (PB_DIV | PB_RDIV))
		printf("1,3");
	else if (v & (PB_ALPHA | PB_FIRST | PB_SECOND))
		printf("0,1");
	else if (v & PB_GELU)
		printf("%u,%u", n, PW_GELU_TANH_GRAD);
	else if (v & PB)
		printf("%u", n);
	else
		printf("na");
}

static void print_loss(const struct op_row *row)
{
	printf("%u / ", (unsigned)row->each);
	if (row->each_backward)
		printf("%u", (unsigned)row->each_backward);
	else
		printf("na");
}

int main(void)
{
	size_t i, k;

	for (i = 0; i < op_table_n; i++) {
		const struct op_family *f = op_table[i].family;
		const char *file = op_table[i].name;

		for (k = 0; k < f->nrows; k++) {
			const struct op_row *row = &f->rows[k];

			printf("%s\t%s\t", row->why ? NO_FORMULA : f->title,
			    row->name);
			if (row->why) {
				;
			} else if (strcmp(file, "pointwise") == 0 ||
				   strcmp(file, "activation") == 0) {
				print_forward(row);
				printf(" / ");
				print_backward(row);
			} else if (strcmp(file, "loss") == 0 && row->each) {
				print_loss(row);
			}
			printf("\t%s\n",
			    row->spaces == SPACE_LIBRARY ? "library" : "");
		}
	}
	return fflush(stdout) == 0 ? 0 : 1;
}
