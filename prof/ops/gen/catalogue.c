/*
 * catalogue.c - a program of the build: print one index of the rows of all families.
 *
 * In:  op_table and its families, linked in
 * Out: C with op_catalogue, sorted by name and then by name spaces, each row's names
 *      of arguments as numbers, and a table of hashed names; or a message, and
 *      status 1
 *
 * Two rows may share a name where their name spaces differ: the arguments do.
 * It is made and not kept by hand, so that a family's rows stand in its file.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "prof/ops/args.h"
#include "prof/ops/find.h"
#include "prof/ops/table.h"

/* What the linked-in search would look through. */
const struct op_entry op_catalogue[1] = {{0}};
const unsigned op_catalogue_n = 0;
const uint16_t op_catalogue_slots[OP_FIND_SLOTS] = {0};

struct place {
	const struct op_table *family;
	size_t row;
};

static const struct op_row *row_of(const struct place *p)
{
	return &p->family->family->rows[p->row];
}

static int by_name(const void *a, const void *b)
{
	const struct op_row *x = row_of(a), *y = row_of(b);
	int d = strcmp(x->name, y->name);

	return d ? d : (x->spaces > y->spaces) - (x->spaces < y->spaces);
}

static void fail(const struct op_row *row, const char *what, struct str name)
{
	fprintf(stderr, "catalogue: row '%s': %s%.*s\n", row->name, what,
	    (int)name.n, name.p);
	exit(1);
}

static void wrong_place(const char *file, struct str name)
{
	fprintf(stderr, "catalogue: prof/ops/%s: '%.*s' is not in its place\n",
	    file, (int)name.n, name.p);
	exit(1);
}

static int find_name(struct str name)
{
	int i;

	for (i = 0; i < OP_NAMES; i++)
		if (str_eq(name, op_args_names[i]))
			return i;
	return -1;
}

/* Print a row's names, and add their bits; how many there are. */
static unsigned print_names(const struct op_row *row, uint64_t *bits)
{
	const char *at = row->args ? row->args : "";
	unsigned n = 0;

	for (; *at; n++) {
		struct str name = {at, strcspn(at, ",")};
		const char *flag = "";
		int i;

		at += name.n + (at[name.n] == ',');
		if (str_ends(name, "...")) {
			flag = " | OP_LIST";
			name.n -= 3;
		} else if (str_ends(name, "*")) {
			flag = " | OP_BEHIND";
			name.n--;
		} else if (str_ends(name, "?")) {
			flag = " | OP_OPTION";
			name.n--;
		}
		i = find_name(name);
		if (i < 0)
			fail(row, "add to prof/ops/names.def: ", name);
		if (n == OP_MOST_NAMES)
			fail(row, "too many arguments, from ", name);
		printf("%d%s,", i, flag);
		*bits |= op_name_bit((unsigned)i);
	}
	printf("%s", n ? "\n" : "");
	return n;
}

/* Families and names stand in the order of their letters, so that a line has
 * one place. */
static void check_order(void)
{
	size_t i;

	for (i = 1; i < op_table_n; i++)
		if (strcmp(op_table[i - 1].name, op_table[i].name) >= 0)
			wrong_place("table.def", str_of(op_table[i].name));
	for (i = 1; i < OP_NAMES; i++)
		if (str_cmp(op_args_names[i - 1], op_args_names[i]) >= 0)
			wrong_place("names.def", op_args_names[i]);
}

/* Print the table of the hashed names of n rows. */
static void print_slots(const struct place *v, size_t n)
{
	static unsigned slots[OP_FIND_SLOTS];
	size_t i, slot, taken = 0;

	for (i = 0; i < n; i++) {
		if (i && strcmp(row_of(&v[i - 1])->name, row_of(&v[i])->name) == 0)
			continue;
		slot = op_find_slot(str_of(row_of(&v[i])->name));
		while (slots[slot])
			slot = (slot + 1) % OP_FIND_SLOTS;
		slots[slot] = (unsigned)i + 1;
		if (++taken > OP_FIND_SLOTS / 2)
			fail(row_of(&v[i]), "double OP_FIND_SLOTS", STR(""));
	}
	printf("\nconst uint16_t op_catalogue_slots[OP_FIND_SLOTS] = {\n");
	for (slot = 0; slot < OP_FIND_SLOTS; slot++)
		printf("%u,%s", slots[slot], slot % 16 == 15 ? "\n" : "");
	printf("};\n");
}

int main(void)
{
	struct place *v;
	unsigned *nnames;
	uint64_t *bits;
	size_t i, j, n = 0, at = 0;

	check_order();
	for (i = 0; i < op_table_n; i++)
		n += op_table[i].family->nrows;
	v = malloc(n * sizeof *v);
	nnames = malloc(n * sizeof *nnames);
	bits = calloc(n, sizeof *bits);
	if (!v || !nnames || !bits)
		return 1;
	n = 0;
	for (i = 0; i < op_table_n; i++)
		for (j = 0; j < op_table[i].family->nrows; j++)
			v[n++] = (struct place){&op_table[i], j};
	qsort(v, n, sizeof *v, by_name);
	for (i = 1; i < n; i++)
		for (j = i; j-- > 0 && strcmp(row_of(&v[j])->name,
					   row_of(&v[i])->name) == 0;)
			if (row_of(&v[j])->spaces & row_of(&v[i])->spaces)
				fail(row_of(&v[i]), "twice, in one name space",
				    STR(""));

	printf("/* Made by prof/ops/gen/catalogue.c. */\n"
	       "#include \"prof/ops/find.h\"\n\n");
	for (i = 0; i < op_table_n; i++)
		printf("extern const struct op_family op_%s;\n", op_table[i].name);
	printf("\nstatic const uint16_t names[] = {\n");
	for (i = 0; i < n; i++)
		nnames[i] = print_names(row_of(&v[i]), &bits[i]);
	printf("0};\n\nconst struct op_entry op_catalogue[] = {\n");
	for (i = 0; i < n; i++) {
		printf("{&op_%s, %zu, %zu, %u, names + %zu, 0x%" PRIx64
		       "}, /* %s */\n",
		    v[i].family->name, v[i].row, strlen(row_of(&v[i])->name),
		    nnames[i], at, bits[i], row_of(&v[i])->name);
		at += nnames[i];
	}
	printf("};\n\nconst unsigned op_catalogue_n = %zu;\n", n);
	print_slots(v, n);
	free(v);
	free(nnames);
	free(bits);
	return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
