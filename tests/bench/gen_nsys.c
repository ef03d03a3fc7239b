/*
 * gen_nsys.c - write an Nsight Systems export of any size for the benchmark.
 *
 * In:  gen_nsys N OUT.db
 * Out: N kernels of a training run, each with its launch call and four NVTX
 *      rows: forward a module's range and three nested torch calls, backward,
 *      on a second thread, the engine's range, the node and two calls in it.
 *
 * Texts are in their rows, as torch's are, and nearly all differ: op_id counts
 * every call of the run.  Rows are in the order of their starts, as exported.
 */
#define GEN "gen_nsys"
#include "tests/bench/gen.h"

#include <stdio.h>
#include <stdlib.h>

#define PROCESS (INT64_C(281474976710656) + INT64_C(15938) * 16777216)
#define FORWARD (PROCESS + 15938)
#define BACKWARD (PROCESS + 16200)

/* The columns of schema 3.17. */
static const char schema[] =
    "CREATE TABLE StringIds(id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT "
    "NULL);"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER NOT NULL,"
    " end INTEGER NOT NULL, deviceId INTEGER NOT NULL, contextId INTEGER NOT"
    " NULL, greenContextId INTEGER, streamId INTEGER NOT NULL, correlationId"
    " INTEGER, globalPid INTEGER, demangledName INTEGER NOT NULL, shortName"
    " INTEGER NOT NULL, mangledName INTEGER, launchType INTEGER, cacheConfig"
    " INTEGER, registersPerThread INTEGER NOT NULL, gridX INTEGER NOT NULL,"
    " gridY INTEGER NOT NULL, gridZ INTEGER NOT NULL, blockX INTEGER NOT NULL,"
    " blockY INTEGER NOT NULL, blockZ INTEGER NOT NULL, staticSharedMemory"
    " INTEGER NOT NULL, dynamicSharedMemory INTEGER NOT NULL,"
    " localMemoryPerThread INTEGER NOT NULL, localMemoryTotal INTEGER NOT NULL,"
    " gridId INTEGER NOT NULL, sharedMemoryExecuted INTEGER, graphNodeId"
    " INTEGER, sharedMemoryLimitConfig INTEGER);"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INTEGER NOT NULL, end "
    "INTEGER"
    " NOT NULL, eventClass INTEGER NOT NULL, globalTid INTEGER, correlationId"
    " INTEGER, nameId INTEGER NOT NULL, returnValue INTEGER NOT NULL, "
    "callchainId"
    " INTEGER);"
    "CREATE TABLE NVTX_EVENTS(start INTEGER NOT NULL, end INTEGER, eventType"
    " INTEGER NOT NULL, rangeId INTEGER, category INTEGER, color INTEGER, text"
    " TEXT, globalTid INTEGER, endGlobalTid INTEGER, textId INTEGER, domainId"
    " INTEGER, uint64Value INTEGER, int64Value INTEGER, doubleValue REAL,"
    " uint32Value INTEGER, int32Value INTEGER, floatValue REAL, jsonTextId"
    " INTEGER, jsonText TEXT, binaryData TEXT);"
    "CREATE TABLE META_DATA_EXPORT(name TEXT NOT NULL, value TEXT);"
    "INSERT INTO META_DATA_EXPORT VALUES('EXPORT_PRODUCT_VERSION', '2025.1.1');"
    "CREATE TABLE TARGET_INFO_GPU(id INTEGER NOT NULL, name TEXT, "
    "memoryBandwidth"
    " INTEGER, clockRate INTEGER, smCount INTEGER, computeMajor INTEGER,"
    " computeMinor INTEGER, cuDevice INTEGER);"
    "INSERT INTO TARGET_INFO_GPU VALUES(0, 'NVIDIA H100 80GB HBM3', "
    "3352320000000,"
    " 1980000000, 132, 9, 0, 0);"
    "INSERT INTO StringIds VALUES(1, 'cudaLaunchKernel_v7000');";

/* What a module of the run does; %d is the batch. */
static const struct layer {
	const char *module, *outer, *inner, *sizes, *node, *call, *kernel;
} layers[] = {
    {"layer:encoder.fc", "aten::linear", "aten::addmm",
	"[[1024], [%d, 512], [512, 1024], [], []]", "AddmmBackward0", "aten::mm",
	"sm90_xmma_gemm_f32f32_tf32f32_f32_tn_n_tilesize128x128x32_cublas"},
    {"layer:encoder.norm", "aten::layer_norm", "aten::native_layer_norm",
	"[[%d, 1024], [], [1024], [1024], []]", "NativeLayerNormBackward0",
	"aten::native_layer_norm_backward",
	"void at::native::<unnamed>::vectorized_layer_norm_kernel<float, float>"
	"(int, T2, const T1 *, const T1 *, const T1 *, T2 *, T2 *, T1 *)"},
    {"layer:encoder.act", "aten::gelu", "aten::gelu", "[[%d, 1024], []]",
	"GeluBackward0", "aten::gelu_backward",
	"void at::native::vectorized_elementwise_kernel<(int)4, at::native::"
	"GeluCUDAKernelImpl(at::TensorIteratorBase &, at::native::GeluType)::"
	"[lambda() (instance 2)], at::detail::Array<char *, (int)2>>(int, T2, "
	"T3)"},
    {"layer:encoder.attn", "aten::matmul", "aten::bmm", "[[%d, 64, 64], [%d, 64, 64]]",
	"BmmBackward0", "aten::bmm", "ampere_sgemm_64x64_tn"},
    {"layer:encoder.drop", "aten::dropout", "aten::native_dropout",
	"[[%d, 1024], [], []]", "NativeDropoutBackward0",
	"aten::native_dropout_backward",
	"void at::native::<unnamed>::fused_dropout_kernel_vec<float, float, "
	"unsigned int, (int)1, (int)4, bool>(at::cuda::detail::TensorInfo)"},
};

enum { NLAYERS = sizeof layers / sizeof *layers };

static sqlite3_stmt *add_kernel, *add_call, *add_range;
static int64_t op_id;

static void range(int64_t start, int64_t end, int64_t tid, const char *text)
{
	sqlite3_bind_text(add_range, 4, text, -1, SQLITE_STATIC);
	insert(add_range, 3, (int64_t[]){start, end, tid});
}

/* A torch call's range; seq -1: it has none. */
static void call(int64_t start, int64_t end, int64_t tid, const char *name,
    int64_t seq, const char *sizes)
{
	char text[256], number[32] = "";

	if (seq >= 0)
		snprintf(number, sizeof number, ", seq = %lld", (long long)seq);
	snprintf(text, sizeof text, "%s%s, op_id = %lld%s%s", name, number,
	    (long long)++op_id, *sizes ? ", sizes = " : "", sizes);
	range(start, end, tid, text);
}

static void launch(int64_t time, int64_t tid, int64_t corr, int64_t name)
{
	int64_t start = time + 30 + corr % 7 * 1000;

	insert(add_call, 4, (int64_t[]){time, time + 20, tid, corr});
	insert(add_kernel, 5,
	    (int64_t[]){start, start + 2000 + corr % 11 * 700, corr, name,
		1 + corr % 640});
}

static void forward(int64_t time, int64_t corr, int64_t seq)
{
	const struct layer *l = &layers[seq % NLAYERS];
	int batch = 8 * (1 + (int)(seq / NLAYERS % 12));
	char sizes[128];

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	snprintf(sizes, sizeof sizes, l->sizes, batch, batch);
#pragma GCC diagnostic pop
	range(time, time + 900, FORWARD, l->module);
	call(time + 100, time + 800, FORWARD, l->outer, seq, sizes);
	call(time + 150, time + 190, FORWARD, "aten::empty", -1, "");
	call(time + 200, time + 700, FORWARD, l->inner, seq, sizes);
	launch(time + 300, FORWARD, corr, 10 + seq % NLAYERS);
}

static void backward(int64_t time, int64_t corr, int64_t seq)
{
	const struct layer *l = &layers[seq % NLAYERS];
	char engine[128];

	snprintf(engine, sizeof engine,
	    "autograd::engine::evaluate_function: %s", l->node);
	call(time, time + 900, BACKWARD, engine, -1, "");
	call(time + 100, time + 800, BACKWARD, l->node, seq, "");
	call(time + 150, time + 190, BACKWARD, "aten::empty", -1, "");
	call(time + 200, time + 700, BACKWARD, l->call, -1, "");
	launch(time + 300, BACKWARD, corr, 10 + seq % NLAYERS);
}

int main(int argc, char **argv)
{
	long long n = begin(argc, argv, schema);
	sqlite3_stmt *add_string;

	add_string = prepare("INSERT INTO StringIds VALUES(?1, ?2)");
	for (int i = 0; i < NLAYERS; i++) {
		sqlite3_bind_text(
		    add_string, 2, layers[i].kernel, -1, SQLITE_STATIC);
		insert(add_string, 1, (int64_t[]){10 + i});
	}
	sqlite3_finalize(add_string);
	add_kernel = prepare(
	    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(?1, ?2, 0, 1,"
	    " NULL, 7, ?3, 281742371979264, ?4, ?4, NULL, 1, 0, 32, ?5, 1,"
	    " 1, 128, 1, 1, 0, 4096, 0, 193986560, ?3, 32768, NULL, 0)");
	add_call =
	    prepare("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(?1, ?2,"
		    " 0, ?3, ?4, 1, 0, NULL)");
	add_range = prepare(
	    "INSERT INTO NVTX_EVENTS VALUES(?1, ?2, 59, NULL, NULL,"
	    " NULL, ?4, ?3, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL,"
	    " NULL, NULL, NULL, NULL)");

	train(n, 1000000, forward, backward);
	run("COMMIT");
	sqlite3_finalize(add_kernel);
	sqlite3_finalize(add_call);
	sqlite3_finalize(add_range);
	sqlite3_close(db);
	return 0;
}
