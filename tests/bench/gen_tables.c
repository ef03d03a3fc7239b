/*
 * gen_tables.c - write what other profilers print, of any size, for the benchmark.
 *
 * In:  gen_tables FORM N OUT
 * Out: N kernels of a training run, as a row of nsys-csv, nvprof-csv or rocprof-csv
 *      each, as five rows of ncu-csv, or as rocprof-json: a dispatch, its call of
 *      HIP and a range of roctx around it
 *
 * The rows are as the tools write them: nvprof -u ms, the three digits of nsys, no
 * blank in the JSON.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct kernel {
	int64_t i, start, dur; /* ns */
	const char *name;
	int stream;
	int grid;
};

static FILE *out;

static struct kernel kernel(int64_t i)
{
	static const char *const names[] = {
	    "void cutlass::Kernel<cutlass_80_tensorop_f16_s16816gemm_relu_f16_"
	    "256x128_32x3_tn_align8>(T1::Params)",
	    "void at::native::vectorized_elementwise_kernel<(int)4, "
	    "at::native::"
	    "CUDAFunctor_add<c10::Half>, at::detail::Array<char *, "
	    "(int)3>>(int, "
	    "T2, T3)",
	    "ampere_fp16_s16816gemm_fp16_128x64_ldg8_f2f_stages_64x4_nn",
	    "void at::native::reduce_kernel<(int)512, (int)1, at::native::"
	    "ReduceOp<c10::Half, at::native::func_wrapper_t<c10::Half>>>(T3)",
	};
	uint64_t mixed = (uint64_t)i * UINT64_C(0x9e3779b97f4a7c15) >> 40;

	return (struct kernel){.i = i,
	    .start = INT64_C(63857982000000) + i * 10000 + (int64_t)(mixed % 999),
	    .dur = 1000 + (int64_t)(mixed % 8000),
	    .name = names[mixed % 4],
	    .stream = 7 + (int)(mixed % 3),
	    .grid = 1 + (int)(mixed % 2304)};
}

static void nsys(const struct kernel *k)
{
	fprintf(out,
	    "%" PRId64 ",%" PRId64 ",%" PRId64 ",%d,3,1,128,1,1,90,0.000,0.049,"
	    ",,,,NVIDIA A100-SXM4-40GB (0),1,,%d,\"%s\"\n",
	    k->start, k->dur, k->i + 100, k->grid, k->stream, k->name);
}

static void nvprof(const struct kernel *k)
{
	fprintf(out,
	    "%" PRId64 ".%06d,%d.%06d,%d,3,1,128,1,1,90,0.000000,48.000000,,,,,"
	    "\"Tesla V100-SXM2-16GB (0)\",\"1\",\"%d\",\"%s\",%" PRId64 "\n",
	    k->start / 1000000, (int)(k->start % 1000000), 0, (int)k->dur,
	    k->grid, k->stream, k->name, k->i + 100);
}

static void rocprof(const struct kernel *k)
{
	fprintf(out,
	    "\"KERNEL_DISPATCH\",\"Agent 4\",%d,%d,908,%" PRId64
	    ",%d,\"%s\",%" PRId64 ",%" PRId64 ",%" PRId64
	    ",49152,0,90,0,16,128,1,1,%d,3,1\n",
	    k->stream, k->stream, k->i, 8, k->name, k->i + 100, k->start,
	    k->start + k->dur, 128 * k->grid);
}

static void ncu(const struct kernel *k)
{
	static const char *const metrics[] = {
	    "\"dram__bytes_read.sum\",\"Mbyte\",\"2.33\",",
	    "\"dram__bytes_write.sum\",\"Kbyte\",\"72.19\",",
	    "\"lts__t_sector_hit_rate.pct\",\"%\",\"79.66\",",
	    "\"sm__inst_executed.sum\",\"inst\",\"1,204,224\",",
	};
	size_t i;

	for (i = 0; i <= sizeof metrics / sizeof *metrics; i++) {
		fprintf(out,
		    "\"%" PRId64 "\",\"1740670\",\"python3.12\",\"127.0.0.1\","
		    "\"%s\",\"1\",\"%d\",\"(128, 1, 1)\",\"(%d, 3, 1)\",\"0\","
		    "\"8.0\",\"Command line profiler metrics\",",
		    k->i, k->name, k->stream, k->grid);
		if (i < sizeof metrics / sizeof *metrics)
			fprintf(out, "%s\n", metrics[i]);
		else
			fprintf(out,
			    "\"gpu__time_duration.sum\",\"us\",\"%d.%02d\",\n",
			    (int)(k->dur / 1000), (int)(k->dur % 1000 / 10));
	}
}

static void dispatch(const struct kernel *k)
{
	fprintf(out,
	    "%s{\"size\":184,\"kind\":11,\"operation\":2,\"thread_id\":908,"
	    "\"correlation_id\":{\"internal\":%" PRId64 ",\"external\":0},"
	    "\"start_timestamp\":%" PRId64 ",\"end_timestamp\":%" PRId64
	    ",\"dispatch_info\":{\"size\":72,\"agent_id\":{\"handle\":"
	    "4602678819172646912},\"queue_id\":{\"handle\":%d},\"kernel_id\":%"
	    "d,"
	    "\"dispatch_id\":%" PRId64 ",\"private_segment_size\":0,"
	    "\"group_segment_size\":49152,\"workgroup_size\":{\"x\":128,\"y\":"
	    "1,"
	    "\"z\":1},\"grid_size\":{\"x\":%d,\"y\":3,\"z\":1}},\"stream_id\":"
	    "{\"handle\":%d}}",
	    k->i ? "," : "", 3 * k->i + 1, k->start, k->start + k->dur,
	    k->stream, 8 + (int)(k->i % 4), k->i + 1, 128 * k->grid, k->stream);
}

/* A call of this kind of record, a moment before the kernel. */
static void record(const struct kernel *k, int kind, int id, int before)
{
	fprintf(out,
	    "%s{\"size\":64,\"kind\":%d,\"operation\":1,\"correlation_id\":"
	    "{\"internal\":%" PRId64
	    ",\"external\":0},\"start_timestamp\":%" PRId64
	    ",\"end_timestamp\":%" PRId64 ",\"thread_id\":908}",
	    k->i ? "," : "", kind, 3 * k->i + id, k->start - before,
	    k->start - 16000 + before);
}

static void call(const struct kernel *k)
{
	record(k, 5, 1, 9000);
}

static void marker(const struct kernel *k)
{
	record(k, 7, 2, 9500);
}

static void text(const struct kernel *k)
{
	fprintf(out,
	    "%s{\"key\":%" PRId64 ",\"value\":\"aten::mul, seq = %" PRId64
	    ", op_id = %" PRId64 ", sizes = [[1000, 16], []]\"}",
	    k->i ? "," : "", 3 * k->i + 2, k->i, k->i);
}

static void each(int64_t n, void (*put)(const struct kernel *k))
{
	int64_t i;

	for (i = 0; i < n; i++) {
		struct kernel k = kernel(i);

		put(&k);
	}
}

static void json(int64_t n)
{
	int i;

	fputs(
	    "{\"rocprofiler-sdk-tool\":[{\"metadata\":{\"pid\":908},\"agents\":"
	    "["
	    "{\"size\":312,\"id\":{\"handle\":4602678819172646912},\"type\":2,"
	    "\"cu_count\":256,\"max_engine_clk_fcompute\":2200,\"name\":"
	    "\"gfx950\",\"product_name\":\"AMD Instinct MI350X\","
	    "\"gpu_index\":0}],\"strings\":{\"buffer_records\":[",
	    out);
	for (i = 0; i < 12; i++)
		fprintf(out,
		    "%s{\"kind\":\"KIND\",\"operations\":[\"none\",\"%s\"]}",
		    i ? "," : "", i == 5 ? "hipLaunchKernel" : "roctxRangePushA");
	fputs("],\"marker_api\":[", out);
	each(n, text);
	fputs("]},\"kernel_symbols\":[", out);
	for (i = 0; i < 4; i++)
		fprintf(out, "%s{\"kernel_id\":%d,\"formatted_kernel_name\":\"%s\"}",
		    i ? "," : "", 8 + i, kernel(i).name);
	fputs("],\"buffer_records\":{\"kernel_dispatch\":[", out);
	each(n, dispatch);
	fputs("],\"hip_api\":[", out);
	each(n, call);
	fputs("],\"marker_api\":[", out);
	each(n, marker);
	fputs("]}}]}\n", out);
}

static const struct form {
	const char *name;
	void (*row)(const struct kernel *k); /* NULL: json */
	const char *head;
} forms[] = {
    {"nsys-csv", nsys,
	"Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,"
	"StcSMem (MB),DymSMem (MB),Bytes (MB),Throughput (MB/s),SrcMemKd,"
	"DstMemKd,Device,Ctx,GreenCtx,Strm,Name\n"},
    {"nvprof-csv", nvprof,
	"==4242== NVPROF is profiling process 4242, command: ./net\n"
	"==4242== Profiling result:\n\"Start\",\"Duration\",\"Grid X\",\"Grid "
	"Y\",\"Grid Z\",\"Block X\",\"Block Y\",\"Block Z\",\"Registers Per "
	"Thread\",\"Static SMem\",\"Dynamic SMem\",\"Size\",\"Throughput\","
	"\"SrcMemType\",\"DstMemType\",\"Device\",\"Context\",\"Stream\","
	"\"Name\",\"Correlation_ID\"\n"
	"ms,ms,,,,,,,,KB,KB,KB,GB/s,,,,,,,\n"},
    {"rocprof-csv", rocprof,
	"\"Kind\",\"Agent_Id\",\"Queue_Id\",\"Stream_Id\",\"Thread_Id\","
	"\"Dispatch_Id\",\"Kernel_Id\",\"Kernel_Name\",\"Correlation_Id\","
	"\"Start_Timestamp\",\"End_Timestamp\",\"LDS_Block_Size\","
	"\"Scratch_Size\",\"VGPR_Count\",\"Accum_VGPR_Count\",\"SGPR_Count\","
	"\"Workgroup_Size_X\",\"Workgroup_Size_Y\",\"Workgroup_Size_Z\","
	"\"Grid_Size_X\",\"Grid_Size_Y\",\"Grid_Size_Z\"\n"},
    {"ncu-csv", ncu,
	"\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\","
	"\"Context\",\"Stream\",\"Block Size\",\"Grid Size\",\"Device\",\"CC\","
	"\"Section Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\","
	"\"Rule Name\"\n"},
    {"rocprof-json", NULL, NULL},
};

int main(int argc, char **argv)
{
	int64_t n = argc == 4 ? strtoll(argv[2], NULL, 10) : 0;
	size_t i;

	for (i = 0; i < sizeof forms / sizeof *forms; i++)
		if (n > 0 && strcmp(argv[1], forms[i].name) == 0)
			break;
	if (i == sizeof forms / sizeof *forms) {
		fputs("usage: gen_tables FORM N OUT\n", stderr);
		return 2;
	}
	out = fopen(argv[3], "w");
	if (out && forms[i].row) {
		fputs(forms[i].head, out);
		each(n, forms[i].row);
	} else if (out) {
		json(n);
	}
	if (!out || fclose(out) != 0) {
		perror(argv[3]);
		return 1;
	}
	return 0;
}
