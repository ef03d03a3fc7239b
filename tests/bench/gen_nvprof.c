/*
 * gen_nvprof.c - write an nvprof database of any size for the benchmark.
 *
 * In:  gen_nvprof N OUT.db
 * Out: N kernels of a training run, each with its launch call and four ranges
 *      (eight marker rows).  Half of the kernels are forward, on the main
 *      thread, inside a trace or layer range, a PyProf dict and two emit_nvtx
 *      ranges; half are backward, on a second thread, inside an autograd node
 *      with the bare calls of torch 1.4 in it.
 *
 * Not a repeated small profile: sequence numbers grow through the run as they
 * do in a real one, so most of the texts in the string table occur once.
 */
#define GEN "gen_nvprof"
#include "tests/bench/gen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NSHAPES 12
#define PID 15938
#define FORWARD_TID (-354666688) /* nvprof stores the unsigned id as signed */
#define BACKWARD_TID 452974336
#define T0 INT64_C(1583978808000000000)

/* The parts of nvprof's schema that a reader of kernels can want. */
static const char schema[] =
    "CREATE TABLE StringTable(_id_ INTEGER PRIMARY KEY AUTOINCREMENT,"
    " value TEXT NOT NULL UNIQUE);"
    "CREATE TABLE Version(version INTEGER);"
    "INSERT INTO Version VALUES(12);"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_DEVICE(_id_ INTEGER PRIMARY KEY"
    " AUTOINCREMENT, globalMemoryBandwidth INT NOT NULL, coreClockRate INT"
    " NOT NULL, numMultiprocessors INT NOT NULL, computeCapabilityMajor INT"
    " NOT NULL, computeCapabilityMinor INT NOT NULL, id INT NOT NULL,"
    " name INT NOT NULL);"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL(_id_ INTEGER PRIMARY"
    " KEY AUTOINCREMENT, cacheConfig BLOB NOT NULL, sharedMemoryConfig INT"
    " NOT NULL, registersPerThread INT NOT NULL,"
    " partitionedGlobalCacheRequested INT NOT NULL,"
    " partitionedGlobalCacheExecuted INT NOT NULL, start INT NOT NULL,"
    " end INT NOT NULL, completed INT NOT NULL, deviceId INT NOT NULL,"
    " contextId INT NOT NULL, streamId INT NOT NULL, gridX INT NOT NULL,"
    " gridY INT NOT NULL, gridZ INT NOT NULL, blockX INT NOT NULL,"
    " blockY INT NOT NULL, blockZ INT NOT NULL, staticSharedMemory INT NOT"
    " NULL, dynamicSharedMemory INT NOT NULL, localMemoryPerThread INT NOT"
    " NULL, localMemoryTotal INT NOT NULL, correlationId INT NOT NULL,"
    " gridId INT NOT NULL, name INT NOT NULL);"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(_id_ INTEGER PRIMARY KEY"
    " AUTOINCREMENT, cbid INT NOT NULL, start INT NOT NULL, end INT NOT NULL,"
    " processId INT NOT NULL, threadId INT NOT NULL, correlationId INT NOT"
    " NULL, returnValue INT NOT NULL);"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_DRIVER(_id_ INTEGER PRIMARY KEY"
    " AUTOINCREMENT, cbid INT NOT NULL, start INT NOT NULL, end INT NOT NULL,"
    " processId INT NOT NULL, threadId INT NOT NULL, correlationId INT NOT"
    " NULL, returnValue INT NOT NULL);"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_MARKER(_id_ INTEGER PRIMARY KEY"
    " AUTOINCREMENT, flags INT NOT NULL, timestamp INT NOT NULL, id INT NOT"
    " NULL, objectKind INT NOT NULL, objectId BLOB NOT NULL, name INT NOT"
    " NULL, domain INT NOT NULL);";

/*
 * What a layer of the run does.  args is the dict's list; %d is the batch.  A
 * forward is outer > inner; a backward is node > (before, call, after) where
 * before and after launch nothing, or node > call > inner when after is NULL.
 */
static const struct layer {
	const char *mod, *op, *args;
	const char *outer, *inner;
	const char *node, *before, *call, *after;
	const char *kernel, *kernel_bwd;
} layers[] = {
    {"torch.nn.functional", "conv2d",
	"{'name': '', 'type': 'tensor', 'shape': (%d, 64, 28, 28), 'dtype':"
	" 'float32'}, {'name': '', 'type': 'tensor', 'shape': (64, 64, 3, 3),"
	" 'dtype': 'float32'}, {'name': '', 'type': 'NoneType', 'value':"
	" None}, {'name': '', 'type': 'tuple', 'value': (1, 1)}, {'name': '',"
	" 'type': 'tuple', 'value': (1, 1)}",
	"conv2d", "cudnn_convolution", "CudnnConvolutionBackward", "contiguous",
	"cudnn_convolution_backward", "view",
	"_Z30volta_scudnn_128x64_relu_small_nn_v1",
	"_Z34volta_scudnn_128x64_stridedB_small_nn_v1"},
    {"Tensor", "matmul",
	"{'name': '', 'type': 'tensor', 'shape': (%d, 512), 'dtype':"
	" 'float32'}, {'name': '', 'type': 'tensor', 'shape': (512, 1024),"
	" 'dtype': 'float32'}",
	"matmul", "mm", "MmBackward", "t", "mm", "t", "volta_sgemm_128x64_tn",
	"volta_sgemm_32x128_nn"},
    {"Tensor", "__add__",
	"{'name': '', 'type': 'tensor', 'shape': (%d, 35, 200), 'dtype':"
	" 'float32'}, {'name': '', 'type': 'tensor', 'shape': (%d, 35, 200),"
	" 'dtype': 'float32'}",
	"add", "add_out", "AddBackward0", "view", "sum", NULL,
	"_ZN2at6native18elementwise_kernelILi128ELi4EZNS0_15gpu_kernel_implIZ"
	"ZZNS0_15add_kernel_cudaERNS_14TensorIteratorEN3c106ScalarEENKUlvE_cl"
	"EvENKUlvE2_clEvEUlffE_EEvS4_RKT_EUliE2_EEviT1_",
	"_ZN2at6native18elementwise_kernelILi512ELi1EZNS0_15gpu_kernel_implIZ"
	"ZZNS0_15add_kernel_cudaERNS_14TensorIteratorEN3c106ScalarEENKUlvE_cl"
	"EvENKUlvE2_clEvEUlffE_EEvS4_RKT_EUliE0_EEviT1_"},
    {"torch.nn.functional", "relu",
	"{'name': '', 'type': 'tensor', 'shape': (%d, 256, 14, 14), 'dtype':"
	" 'float16'}, {'name': 'inplace', 'type': 'bool', 'value': False}",
	"relu", "threshold", "ReluBackward0", "view", "threshold_backward", NULL,
	"_ZN2at6native18elementwise_kernelILi512ELi1EZNS0_15gpu_kernel_implIZ"
	"NS0_21threshold_kernel_implIfEEvRNS_14TensorIteratorET_S6_EUlffE_EEv"
	"S5_RKS6_EUliE0_EEviT1_",
	"_ZN2at6native18elementwise_kernelILi512ELi1EZNS0_15gpu_kernel_implIZ"
	"NS0_21threshold_kernel_implIfEEvRNS_14TensorIteratorET_S6_EUlffE_EEv"
	"S5_RKS6_EUliE1_EEviT1_"},
    {"torch.nn.functional", "dropout",
	"{'name': '', 'type': 'tensor', 'shape': (%d, 20, 200), 'dtype':"
	" 'float32'}, {'name': '', 'type': 'float', 'value': 0.2}, {'name':"
	" '', 'type': 'bool', 'value': True}, {'name': '', 'type': 'bool',"
	" 'value': False}",
	"dropout", "_fused_dropout", "FusedDropoutBackward", "view",
	"_masked_scale", NULL,
	"_ZN2at6native20fused_dropout_kernelIffjLi1EEEvNS_4cuda6detail10Tenso"
	"rInfoIT_T1_EES8_NS5_IhS7_EES7_T0_St4pairImmE",
	"_Z21kernelPointwiseApply3I10TensorEQOpIfhEhffjLi1ELi1ELi1EEv10Offset"
	"InfoIT0_T3_XT4_EES2_IT1_S4_XT5_EES2_IT2_S4_XT6_EES4_T_"},
    {"torch", "softmax",
	"{'name': '', 'type': 'tensor', 'shape': (%d, 40, 35, 35), 'dtype':"
	" 'float32'}, {'name': 'dim', 'type': 'int', 'value': -1}",
	"softmax", "_softmax", "SoftmaxBackward", "contiguous",
	"_softmax_backward_data", NULL,
	"_ZN78_GLOBAL__N__54_tmpxft_00008e34_00000000_11_SoftMax_compute_75_c"
	"pp1_ii_a331004220softmax_warp_forwardIfffLi6ELb0EEEvPT0_PKT_iii",
	"_ZN78_GLOBAL__N__54_tmpxft_00008e34_00000000_11_SoftMax_compute_75_c"
	"pp1_ii_a331004221softmax_warp_backwardIfffLi6ELb0EEEvPT0_PKT_S5_iii"},
    {"torch.nn.functional", "batch_norm",
	"{'name': '', 'type': 'tensor', 'shape': (%d, 64, 56, 56), 'dtype':"
	" 'float32'}, {'name': '', 'type': 'tensor', 'shape': (64,), 'dtype':"
	" 'float32'}, {'name': '', 'type': 'tensor', 'shape': (64,), 'dtype':"
	" 'float32'}, {'name': '', 'type': 'tensor', 'shape': (64,), 'dtype':"
	" 'float32'}, {'name': '', 'type': 'tensor', 'shape': (64,), 'dtype':"
	" 'float32'}, {'name': '', 'type': 'bool', 'value': True}",
	"batch_norm", "cudnn_batch_norm", "CudnnBatchNormBackward",
	"contiguous", "cudnn_batch_norm_backward", "contiguous",
	"_ZN5cudnn6detail28bn_fw_tr_1C11_kernel_NCHWIffLi512ELb1ELi1EEEv17cud"
	"nnTensorStructPKT_S2_PS3_PKT0_S8_S6_S6_PS6_S9_S9_S9_S6_S6_",
	"_ZN5cudnn6detail25bn_bw_1C11_kernel_newIffLi512ELb1ELi1EEEvT0_S2_S2_S"
	"2_17cudnnTensorStructPKT_S3_S6_S3_PS4_PKS2_PS2_S9_S8_S8_S2_"},
    {"torch.nn.functional", "embedding",
	"{'name': '', 'type': 'tensor', 'shape': (%d, 20), 'dtype': 'int64'},"
	" {'name': '', 'type': 'tensor', 'shape': (33278, 200), 'dtype':"
	" 'float32'}, {'name': '', 'type': 'NoneType', 'value': None}",
	"embedding", "index_select", "EmbeddingBackward", "embedding_backward",
	"embedding_dense_backward", NULL,
	"_Z21indexSelectLargeIndexIfjLi2ELi2ELin2ELb1EEv10TensorInfoIT_T0_ES3"
	"_S0_IlS2_EiiS2_S2_l",
	"_ZN2at6native26embedding_backward_kernelIffEEvPlPKT_PS3_iilPKl"},
};
#define NLAYERS (sizeof(layers) / sizeof(layers[0]))

static sqlite3_stmt *add_string, *add_kernel, *add_call, *add_marker;
static int64_t nstrings, nmarkers;

/* A new row of the string table; the text must not be there yet. */
static int64_t string(const char *text)
{
	int64_t id = nstrings++;

	sqlite3_bind_int64(add_string, 1, id);
	sqlite3_bind_text(add_string, 2, text, -1, SQLITE_STATIC);
	if (sqlite3_step(add_string) != SQLITE_DONE)
		die(text);
	sqlite3_reset(add_string);
	return id;
}

/* A text that is used again and again: its row, made when new. */
static int64_t shared_string(const char *text)
{
	static struct {
		char *text;
		int64_t id;
	} known[256];
	static size_t n;

	for (size_t i = 0; i < n; i++)
		if (strcmp(known[i].text, text) == 0)
			return known[i].id;
	if (n == sizeof(known) / sizeof(known[0]))
		die("too many shared strings");
	known[n].text = malloc(strlen(text) + 1);
	if (known[n].text == NULL)
		die("out of memory");
	memcpy(known[n].text, text, strlen(text) + 1);
	known[n].id = string(text);
	return known[n++].id;
}

static int64_t seq_string(const char *name, int64_t seq)
{
	char text[128];

	snprintf(text, sizeof(text), "%s, seq = %lld", name, (long long)seq);
	return seq == 0 ? shared_string(text) : string(text);
}

/* One marker row; name 0 is an end row.  Returns the range's id. */
static int64_t marker(int64_t time, int64_t id, int32_t tid, int64_t name)
{
	uint32_t words[3] = {PID, (uint32_t)tid, 0};
	unsigned char object[12];

	for (int i = 0; i < 12; i++)
		object[i] = (unsigned char)(words[i / 4] >> 8 * (i % 4));
	if (name != 0)
		id = ++nmarkers;
	sqlite3_bind_blob(add_marker, 4, object, 12, SQLITE_TRANSIENT);
	insert(add_marker, 3, (int64_t[]){name != 0 ? 2 : 4, time, id});
	return id;
}

static int64_t open_range(int64_t time, int32_t tid, int64_t name)
{
	sqlite3_bind_int64(add_marker, 5, name);
	return marker(time, 0, tid, name);
}

static void close_range(int64_t time, int32_t tid, int64_t id)
{
	sqlite3_bind_int64(add_marker, 5, 0);
	marker(time, id, tid, 0);
}

/* A range that encloses nothing. */
static void empty_range(int64_t time, int32_t tid, int64_t name)
{
	close_range(time + 5, tid, open_range(time, tid, name));
}

static void launch(int64_t time, int32_t tid, int64_t corr, int64_t name)
{
	int64_t start = time + 30 + corr % 7 * 1000;
	int64_t end = start + 2000 + corr % 11 * 700;

	insert(add_call, 6, (int64_t[]){211, time, time + 20, PID, tid, corr});
	insert(add_kernel, 7,
	    (int64_t[]){start, end, end, 7, 1 + corr % 640, corr, name});
}

/* The rows that texts of the run share, by layer and shape. */
static int64_t dict_id[NLAYERS][NSHAPES], kernel_id[NLAYERS][2];
static int64_t trace_id[NLAYERS], layer_id[NLAYERS];

static void make_strings(void)
{
	char text[2048], args[1024];

	string("-- null --"); /* id 0, as in every nvprof file */
	for (size_t i = 0; i < NLAYERS; i++) {
		const struct layer *l = &layers[i];

		kernel_id[i][0] = string(l->kernel);
		kernel_id[i][1] = string(l->kernel_bwd);
		snprintf(text, sizeof(text),
		    "{'traceMarker': ['train.py:319', 'train.py:261',"
		    " '/opt/lib/python3.6/site-packages/torch/nn/modules/"
		    "module.py:532', 'net.py:%zu']}",
		    100 + i);
		trace_id[i] = string(text);
		snprintf(text, sizeof(text), "layer:block_%zu", i);
		layer_id[i] = string(text);
		for (int s = 0; s < NSHAPES; s++) {
			int batch = 8 * (s + 1);

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
			snprintf(args, sizeof(args), l->args, batch, batch);
#pragma GCC diagnostic pop
			snprintf(text, sizeof(text),
			    "{'mod': '%s', 'op': '%s', 'args': [%s]}", l->mod,
			    l->op, args);
			dict_id[i][s] = string(text);
		}
	}
}

static void forward(int64_t time, int64_t corr, int64_t seq)
{
	size_t i = (size_t)seq % NLAYERS;
	int s = (int)((size_t)seq / NLAYERS % NSHAPES);
	const struct layer *l = &layers[i];
	int64_t id[4];

	id[0] = open_range(
	    time, FORWARD_TID, seq % 2 != 0 ? trace_id[i] : layer_id[i]);
	id[1] = open_range(time + 100, FORWARD_TID, dict_id[i][s]);
	id[2] = open_range(time + 200, FORWARD_TID, seq_string(l->outer, seq));
	id[3] = open_range(time + 300, FORWARD_TID, seq_string(l->inner, seq));
	launch(time + 400, FORWARD_TID, corr, kernel_id[i][0]);
	for (int k = 3; k >= 0; k--)
		close_range(time + 800 - 100 * k, FORWARD_TID, id[k]);
}

static void backward(int64_t time, int64_t corr, int64_t seq)
{
	size_t i = (size_t)seq % NLAYERS;
	const struct layer *l = &layers[i];
	int64_t node = open_range(time, BACKWARD_TID, seq_string(l->node, seq));
	int64_t call, inner;

	empty_range(time + 50, BACKWARD_TID, seq_string(l->before, 0));
	call = open_range(time + 100, BACKWARD_TID, seq_string(l->call, 0));
	if (l->after != NULL) {
		launch(time + 200, BACKWARD_TID, corr, kernel_id[i][1]);
		close_range(time + 300, BACKWARD_TID, call);
		empty_range(time + 350, BACKWARD_TID, seq_string(l->after, 0));
	} else {
		inner = open_range(
		    time + 150, BACKWARD_TID, seq_string("empty_like", 0));
		launch(time + 200, BACKWARD_TID, corr, kernel_id[i][1]);
		close_range(time + 300, BACKWARD_TID, inner);
		close_range(time + 350, BACKWARD_TID, call);
	}
	close_range(time + 800, BACKWARD_TID, node);
}

int main(int argc, char **argv)
{
	long long n = begin(argc, argv, schema);

	add_string = prepare("INSERT INTO StringTable VALUES(?, ?)");
	add_kernel =
	    prepare("INSERT INTO CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL "
		    "VALUES(NULL, x'00',"
		    " 0, 32, 1, 1, ?1, ?2, ?3, 0, 1, ?4, ?5, 1, 1, 128, 1, 1, "
		    "0, 4096, 0,"
		    " 193986560, ?6, ?6, ?7)");
	add_call =
	    prepare("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(NULL,"
		    " ?, ?, ?, ?, ?, ?, 0)");
	add_marker =
	    prepare("INSERT INTO CUPTI_ACTIVITY_KIND_MARKER VALUES(NULL,"
		    " ?1, ?2, ?3, 2, ?4, ?5, 0)");
	make_strings();
	insert(prepare("INSERT INTO CUPTI_ACTIVITY_KIND_DEVICE VALUES(NULL,"
		       " 898048000, 1530000, 80, 7, 0, 0, ?)"),
	    1, (int64_t[]){string("Tesla V100-SXM2-16GB")});

	train(n, T0, forward, backward);
	run("COMMIT");
	sqlite3_finalize(add_string);
	sqlite3_finalize(add_kernel);
	sqlite3_finalize(add_call);
	sqlite3_finalize(add_marker);
	sqlite3_close_v2(db);
	return 0;
}
