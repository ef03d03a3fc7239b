/*
 * test_views.c - the columns of rows, views and groups, and the kinds of
 * records that a view cannot do without.
 *
 * What is written here is what the column says it shows: a share is a percent,
 * a time is scaled by -u, and so on.
 */
#include "prof/show/view.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <cmocka.h>

#include "prof/show/column.h"

/* What a view cannot do without: idle has copies too, since a stream that copies
 * is not idle; device and busy say na of copies that were not asked for. */
static void test_needs(void **state)
{
	static const struct {
		const char *view;
		unsigned kinds;
	} wanted[] = {
	    {"coverage", KIND_BIT(KIND_KERNEL)},
	    {"roofline", KIND_BIT(KIND_KERNEL)},
	    {"busy", KIND_BIT(KIND_KERNEL)},
	    {"idle", KIND_BIT(KIND_KERNEL) | KIND_BIT(KIND_MEMCPY) |
			 KIND_BIT(KIND_MEMSET) | KIND_BIT(KIND_API)},
	    {"launches", KIND_BIT(KIND_KERNEL) | KIND_BIT(KIND_API)},
	    {"steps", KIND_BIT(KIND_KERNEL) | KIND_BIT(KIND_OP) |
			  KIND_BIT(KIND_API) | KIND_BIT(KIND_STEP)},
	    {"device", KIND_BIT(KIND_KERNEL)},
	    {"kernels", KIND_BIT(KIND_KERNEL)},
	    {"calls", KIND_BIT(KIND_KERNEL) | KIND_BIT(KIND_OP) |
			  KIND_BIT(KIND_RANGE)},
	    {"collectives", KIND_BIT(KIND_KERNEL)},
	    {"ranges", KIND_BIT(KIND_KERNEL) | KIND_BIT(KIND_RANGE)},
	    {"advice", KIND_BIT(KIND_KERNEL)},
	};

	(void)state;
	assert_int_equal(view_n, sizeof wanted / sizeof *wanted);
	for (size_t i = 0; i < view_n; i++) {
		const struct view *view = view_table[i];

		assert_string_equal(view->name, wanted[i].view);
		assert_int_equal(view->needs, wanted[i].kinds);
		if (view->by_split)
			assert_int_equal(view->by_split->needs, view->needs);
	}
}

#define PROCESS "file:s25 rank:i5 pid:i8 "

/* Name, kind and width of each; then '%' or 'k' (known) for a percent and 'w'
 * for FLOPs and bytes, 'f' a flag, 'p' what takes the device's peaks, '+' a
 * part of the first time, '!' a key of groups, '=' the label. */
static const struct {
	const char *of, *columns;
} tables[] = {
    /* clang-format off */
    {"coverage",
	"part:s8 what:s20 kernels:u9 time:t14 share:r8% top:s30"},
    {"roofline",
	"call:s30 kernels:u9 time:t14 share:r8% flops:u18w "
	"known:r8k bytes:u18w bknown:r8k ai:r10 tflops:r10 gbs:r10 "
	"peak:N16p attain:r10p roof:t14p sol:r8%p bound:s7p"},
    {"busy",
	PROCESS "device:i6 span:t14 busy:t14+ idle:t14+ compute:t14+ "
	"comm:t14+ memory:t14+ overlap:t14+ "
	"exposedcomm:t14+=expcomm exposedmem:t14+=expmem "
	"busypct:r10% idlepct:r10% computepct:r10% commpct:r10% "
	"memorypct:r10% overlappct:r10% exposedcommpct:r10% "
	"exposedmempct:r10%"},
    {"busy*",
	PROCESS "device:i6 class:s20 time:t14 share:r8%"},
    {"idle",
	PROCESS "device:i6 stream:i6 host:t14 gap:t14+ other:t14+ "
	"nolaunch:t14+ share:r8%"},
    {"launches",
	PROCESS "device:i6 stream:i6 count:u9 delaymed:t10=med "
	"delayp95:t10=p95 delaymax:t10=max short:u9 slowapi:u9 "
	"late:u9 queuemean:r9=qmean queuemax:u9=qmax"},
    {"steps",
	PROCESS "step:s16 total:t14 kernel:t14+ memcpy:t14+ memset:t14+ "
	"comm:t14+ runtime:t14+ dataloader:t14+=loader cpu:t14+ "
	"other:t14+ kernelpct:r8% memcpypct:r8% memsetpct:r8% "
	"commpct:r8% runtimepct:r8% dataloaderpct:r8% cpupct:r8% "
	"otherpct:r8%"},
    {"device",
	PROCESS "device:i6 window:t14 util:r8% smeff:r8% occ:r8% "
	"tcshare:r8% mfu:r8%p"},
    {"kernels",
	PROCESS "name:s0 tc:s2f count:u9 total:t14 share:r8% mean:t10 "
	"min:t10 max:t10 blocks:r7 occ:r7%"},
    {"calls",
	PROCESS "name:s0 calls:u9 devself:t14 devtotal:t14 hostself:t14 "
	"hosttotal:t14 tcself:r8% tctotal:r8%"},
    {"collectives",
	PROCESS "device:i6! group:s0 name:s0 nth:u6 dur:t10 min:t10 "
	"wait:t10 late:b4"},
    {"ranges",
	PROCESS "range:s0 nth:u6 start:t14 dur:t14 gpustart:t14 gpuend:t14 "
	"projected:t14 busy:t14 kernels:u9"},
    {"ranges*",
	PROCESS "range:s0 count:u9 dur:t14 projected:t14 busy:t14 "
	"kernels:u9"},
    {"advice",
	"rule:s12 value:r8 limit:u5 text:s0 command:s0"},
    {"-g",
	"count:u9 total:t14 share:r8% mean:t10 min:t10 max:t10 "
	"known:r8k bknown:r8k med:t10 std:t10 flops:u18w bytes:u18w "
	"moved:u18w tflops:r10 gbs:r10 tctime:t14 eligtime:t14p "
	"blocks:r7 occ:r7%"},
    {"rows",
	"idx:i5 seq:I7 altseq:I7 tid:i12 layer:l0 trace:l0 dir:s5 "
	"sub:i3 mod:s0 op:s0 kernel:s0 params:s0 sil:t8=time tc:s2f "
	"device:i3 stream:i3 grid:d12 block:d12 flops:u12w "
	"bytes:u12w name:s0 copy:s5 moved:u12w start:t14 end:t14 "
	"kind:s8 pid:i8 file:s0 rank:i5 corr:i10 graph:i10 api:s0 "
	"apidur:t10 delay:t10 self:t10 parent:s0 regs:i5 smem:i8 "
	"phase:s8 pass:i4 step:s0 range:l0 domain:l0 category:l0 "
	"module:l0 opstack:l0 topop:s0 botop:s0 call:s0 role:s6 "
	"class:s10 shapes:s0 botshapes:s0 dtype:s10 conf:s0 "
	"fconf:s0 bconf:s0 why:s0 gemm:u12w ai:r8 tflops:r6 gbs:r7 "
	"pg:s0 algbw:r7 busbw:r7 peak:N16p sol:r6%p roof:t10p "
	"bound:s7p elig:s4fp recomp:b6 occ:r6% warps:r6 blocks:r6 "
	"kernel_flop:i12 kernel_num_gb:n13 kernel_backend:s0 "
	"kernel_file:s0 hwflops:u12w hwtensor:u12w hwfrom:l0 "
	"hwconf:s0 hwbytes:u12w hwai:r8 hwtflops:r6 hwgbs:r7 "
	"hwpeak:N16 hwsol:r6% hwroof:t10 hwbound:s7 l2bytes:u12w "
	"l2ai:r8 l1bytes:u12w l1ai:r8"},
    /* clang-format on */
};

/* Why a column says nothing: where no row has one; where it has one that nobody
 * knows, if that is another reason.  pp-prof(1), MISSING.  All others: "not in
 * the input". */
#define NO_OPERATOR "no operator in the profile: see pp-nvtx(1)"
#define NO_COST "not known of any kernel: see --view coverage"
#define COUNTERS                                                               \
	"hwflops hwtensor hwfrom hwconf hwbytes hwai hwtflops hwgbs hwpeak "   \
	"hwsol hwroof hwbound l2bytes l2ai l1bytes l1ai"

static const struct {
	const char *of, *columns, *none, *unknown;
} reasons[] = {
    {"rows", "mod op opstack topop botop call", NO_OPERATOR, NULL},
    {"rows", "params shapes botshapes",
	"no shapes in the profile: see pp-nvtx(1)", NULL},
    {"rows", "layer", "no range 'layer:NAME' in the profile", NULL},
    {"rows", "trace module", "a trace needs with_stack=True, and pp-parse -s", NULL},
    {"rows", "dir", "nothing tells it: see pp-parse(1), Direction", NULL},
    {"rows", "phase pass step",
	"no range of a phase or a step in the profile: see pp-parse(1), Phase", NULL},
    {"rows", "tc", "no product or convolution in the input",
	"neither a kernel's name nor an operator tells it"},
    {"rows", "flops bytes gemm ai tflops gbs peak sol roof bound", NO_COST, NULL},
    {"rows", "elig", "no product has a type that is known", NULL},
    {"rows", COUNTERS, "no counters in the profile: see pp-parse --counters",
	"a counter is missing: see pp-models(7), HARDWARE COUNTERS"},
    {"-g", "total share mean min max known bknown med", "no row has a duration", NULL},
    {"-g", "flops bytes tflops gbs", NO_COST, NULL},
    {"-g", "moved", "no copies: see pp-parse -k", NULL},
    {"--diff", "total0 total1 delta", "no row has a duration", NULL},
    {"--diff", "ratio", "the first file has no time in them", NULL},
    {"coverage", "top", NO_OPERATOR, NULL},
    {"coverage", "time share", "no kernel has a duration", NULL},
    {"roofline", "call", NO_OPERATOR, NULL},
    {"roofline", "time share known bknown", "no kernel has a duration", NULL},
    {"roofline", "flops bytes ai tflops gbs peak attain roof sol bound",
	NO_COST, NULL},
    {"busy", "memory exposedmem",
	"no copies in the input: none ran, or see pp-parse -k", NULL},
    {"device", "smeff occ", "the profile has no estimates of occupancy", NULL},
    {"device", "mfu",
	"no product has FLOPs that are known: see --view coverage", NULL},
};

/* Those of a table with both reasons, and how many have one. */
static size_t because(const struct column *c, size_t n, const char *none,
    const char *unknown, struct strbuf *b)
{
	size_t any = 0;

	b->n = 0;
	for (size_t i = 0; i < n; i++) {
		bool same = c[i].lacks && strcmp(c[i].lacks, none) == 0;

		any += c[i].lacks || c[i].unknown;
		same = same && (unknown ? c[i].unknown &&
					      strcmp(c[i].unknown, unknown) == 0
					: !c[i].unknown);
		if (same)
			strbuf_printf(b, "%s%s", b->n ? " " : "", c[i].key);
	}
	strbuf_char(b, '\0');
	return any;
}

static size_t words(const char *text)
{
	size_t n = *text != '\0';

	for (; *text; text++)
		n += *text == ' ';
	return n;
}

/* A table's columns are those of the rows above, and no others have a reason. */
static void reasons_of(const char *of, const struct column *c, size_t n)
{
	struct strbuf b = {0};
	size_t have = because(c, n, "", NULL, &b), told = 0;

	for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
		if (strcmp(reasons[i].of, of) != 0)
			continue;
		because(c, n, reasons[i].none, reasons[i].unknown, &b);
		assert_string_equal(b.p, reasons[i].columns);
		told += words(b.p);
	}
	assert_int_equal(told, have);
	strbuf_free(&b);
}

static void test_reasons(void **state)
{
	const struct group_how how = {.diff = true};
	const struct column *sums;
	struct view diff;
	struct err err;
	size_t n;

	(void)state;
	reasons_of("rows", column_table, column_n);
	sums = view_group_sums(&n);
	reasons_of("-g", sums, n);
	assert_int_equal(view_group("kernel", &how, &diff, &err), 0);
	reasons_of("--diff", diff.columns, diff.ncolumns);
	view_group_free(&diff);
	for (size_t i = 0; i < view_n; i++)
		reasons_of(view_table[i]->name, view_table[i]->columns,
		    view_table[i]->ncolumns);
}

static void append(struct strbuf *b, const struct column *c)
{
	static const char kinds[] = {
	    [CELL_INT] = 'i',
	    [CELL_UINT] = 'u',
	    [CELL_REAL] = 'r',
	    [CELL_NUMBER] = 'n',
	    [CELL_TIME] = 't',
	    [CELL_BOOL] = 'b',
	    [CELL_STR] = 's',
	    [CELL_LIST] = 'l',
	    [CELL_INTS] = 'I',
	    [CELL_DIM3] = 'd',
	    [CELL_NAMED] = 'N',
	};
	static const char *const of[] = {
	    [OF_WORK] = "w", [OF_PERCENT] = "%", [OF_KNOWN] = "k"};

	assert_in_range(c->kind, CELL_INT, CELL_NAMED);
	strbuf_printf(b, "%s%s:%c%u%s%s%s%s%s", b->n ? " " : "", c->key,
	    kinds[c->kind], c->width, of[c->of] ? of[c->of] : "",
	    c->flag ? "f" : "", c->of_device ? "p" : "", c->is_part ? "+" : "",
	    c->is_key ? "!" : "");
	if (c->label)
		strbuf_printf(b, "=%s", c->label);
}

static void check(size_t i, const char *of, const struct column *c, size_t n)
{
	struct strbuf b = {0};

	assert_in_range(i, 0, sizeof tables / sizeof *tables - 1);
	assert_string_equal(of, tables[i].of);
	for (size_t k = 0; k < n; k++)
		append(&b, &c[k]);
	strbuf_char(&b, '\0');
	assert_string_equal(b.p, tables[i].columns);
	strbuf_free(&b);
}

static void test_columns(void **state)
{
	const struct column *sums;
	size_t at = 0, n;
	char split[32];

	(void)state;
	for (size_t i = 0; i < view_n; i++) {
		const struct view *view = view_table[i];

		check(at++, view->name, view->columns, view->ncolumns);
		if (!view->by_split)
			continue;
		view = view->by_split;
		snprintf(split, sizeof split, "%s*", view->name);
		check(at++, split, view->columns, view->ncolumns);
	}
	sums = view_group_sums(&n);
	check(at++, "-g", sums, n);
	check(at, "rows", column_table, column_n);
}

/* A percent is a number with decimals, and its help says so; nothing else's does. */
static void test_percents(void **state)
{
	(void)state;
	for (size_t i = 0; i < view_n; i++) {
		for (size_t k = 0; k < view_table[i]->ncolumns; k++) {
			const struct column *c = &view_table[i]->columns[k];
			bool percent = c->of == OF_PERCENT || c->of == OF_KNOWN;

			assert_int_equal(strchr(c->help, '%') != NULL, percent);
			assert_true(!percent || c->kind == CELL_REAL);
			assert_true(!c->is_part || c->kind == CELL_TIME);
		}
	}
}

static void once(const char *key)
{
	const char *listed;
	int n = 0;

	for (size_t i = 0; (listed = view_column(i)); i++)
		n += strcmp(listed, key) == 0;
	assert_int_equal(n, 1);
}

/* Each key of rows, views and groups is listed once, however many have it. */
static void test_listed(void **state)
{
	const struct column *sums;
	size_t n;

	(void)state;
	for (size_t i = 0; i < column_n; i++)
		once(column_key(i));
	for (size_t i = 0; i < view_n; i++)
		for (size_t k = 0; k < view_table[i]->ncolumns; k++)
			once(view_table[i]->columns[k].key);
	sums = view_group_sums(&n);
	for (size_t k = 0; k < n; k++)
		once(sums[k].key);
	once("delta");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_needs),
	    cmocka_unit_test(test_columns),
	    cmocka_unit_test(test_reasons),
	    cmocka_unit_test(test_percents),
	    cmocka_unit_test(test_listed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
