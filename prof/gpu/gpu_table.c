/*
 * gpu_table.c - devices, and kinds of multiprocessors.
 *
 * In:  nothing
 * Out: two tables
 *
 * Peaks are without sparsity, in 10^12 operations a second (a multiply-add is
 * 2), memory in 10^9 bytes a second; 0 where the device has no such unit, NA
 * where sources disagree: no roof is better than a wrong one.  Each is the
 * vendor's figure where there is one, which rounds, else
 *
 *	multiprocessors * MHz * operations a clock / 10^6
 *
 * at the boost clock for fp64, fp64_tc, fp32 and fp16_vec, at the clock that
 * the vendor rates Tensor Cores at for the rest.  "Data sheet": the vendor's
 * figures, which agree with that formula.
 */
#include "prof/gpu/gpu.h"

#include "common/nelems.h"

#define NA (-1)

/* clang-format off */
/*
 * Operations a clock and multiprocessor: fp64, fp64_tc, fp32, tf32, fp16, bf16,
 * fp8, int8, fp4, fp16_vec.  A device of consumers has half the rate where its
 * Tensor Cores add up in fp32.  The last: whether int8 is done by matrix units.
 */
const struct gpu_class gpu_classes[] = {
	{"3.5", {128, 0, 384, 0, 0, 0, 0, 0, 0, 0}, false},
	{"3.7", {128, 0, 384, 0, 0, 0, 0, 0, 0, 0}, false},
	{"5.2", {8, 0, 256, 0, 0, 0, 0, 0, 0, 0}, false},
	{"6.0", {64, 0, 128, 0, 0, 0, 0, 0, 0, 256}, false},
	{"6.1", {8, 0, 256, 0, 0, 0, 0, 1024, 0, 4}, false},
	{"7.0", {64, 0, 128, 0, 1024, 0, 0, 512, 0, 256}, false},
	{"7.5", {4, 0, 128, 0, 1024, 0, 0, 2048, 0, 256}, true},
	{"7.5-geforce", {4, 0, 128, 0, 512, 0, 0, 2048, 0, 256}, true},
	{"7.5-noTC", {4, 0, 128, 0, 0, 0, 0, 512, 0, 256}, false},
	{"8.0", {64, 128, 128, 1024, 2048, 2048, 0, 4096, 0, 512}, true},
	{"8.6", {4, 0, 256, 512, 1024, 1024, 0, 2048, 0, 256}, true},
	{"8.6-geforce", {4, 0, 256, 256, 512, 512, 0, 2048, 0, 256}, true},
	{"8.7", {4, 0, 256, 1024, 2048, 2048, 0, 4096, 0, 512}, true},
	{"8.9", {4, 0, 256, 512, 1024, 1024, 2048, 2048, 0, 256}, true},
	{"8.9-geforce", {4, 0, 256, 256, 512, 512, 1024, 2048, 0, 256}, true},
	{"9.0", {128, 256, 256, 2048, 4096, 4096, 8192, 8192, 0, 512}, true},
	{"10.0", {128, 128, 256, 4096, 8192, 8192, 16384, 16384, 32768, 512}, true},
	{"10.3", {4, 4, 256, 4096, 8192, 8192, 16384, 512, 49152, 512}, true},
	{"12.0", {4, 0, 256, 512, 1024, 1024, 2048, 2048, 4096, 256}, true},
	{"12.0-geforce", {4, 0, 256, 256, 512, 512, 1024, 2048, 4096, 256}, true},
	{"12.1", {4, 0, 256, 256, 512, 512, 1024, 2048, 4096, 256}, true},
	{"gfx906", {64, 0, 128, 0, 0, 0, 0, 512, 0, 256}, false},
	{"gfx908", {64, 0, 128, 0, 1024, 512, 0, 1024, 0, 256}, true},
	{"gfx90a", {128, 256, 128, 0, 1024, 1024, 0, 1024, 0, 512}, true},
	{"gfx942", {128, 256, 256, 1024, 2048, 2048, 4096, 4096, 0, 512}, true},
	{"gfx950", {128, 128, 256, 0, 4096, 4096, 8192, 8192, 16384, 512}, true},
	{"gfx1100", {8, 0, 256, 0, 512, 512, 0, 512, 0, 512}, true},
};
const size_t gpu_classes_n = NELEMS(gpu_classes);

/* Name; aliases; capability; class; multiprocessors, MHz, MHz of Tensor Cores;
 * fp64, fp64_tc, fp32, tf32, fp16, bf16, fp8, int8, fp4, fp16_vec; memory. */
const struct gpu_device gpu_table[] = {
	/* Data sheet; one of the two GPUs of the board. */
	{"Tesla K80", NULL, "3.7", "3.7",
	    13, 875, 875,
	    {1.46, 0, 4.37, 0, 0, 0, 0, 0, 0, 0, 240}},
	/* Data sheet. */
	{"Tesla M40",
	    "Tesla M40 24GB", "5.2", "5.2",
	    24, 1114, 1114,
	    {0.21, 0, 6.84, 0, 0, 0, 0, 0, 0, 0, 288}},
	/* Data sheet; its fp16 is packed, without Tensor Cores. */
	{"Tesla P100-SXM2-16GB", NULL, "6.0", "6.0",
	    56, 1480, 1480,
	    {5.3, 0, 10.6, 0, 0, 0, 0, 0, 0, 21.2, 732}},
	/* Data sheet. */
	{"Tesla P100-PCIE-16GB", NULL, "6.0", "6.0",
	    56, 1303, 1303,
	    {4.7, 0, 9.3, 0, 0, 0, 0, 0, 0, 18.7, 732}},
	/* Data sheet. */
	{"Tesla P100-PCIE-12GB", NULL, "6.0", "6.0",
	    56, 1303, 1303,
	    {4.7, 0, 9.3, 0, 0, 0, 0, 0, 0, 18.7, 549}},
	/* Data sheet; int8 by dp4a. */
	{"Tesla P40", NULL, "6.1", "6.1",
	    30, 1531, 1531,
	    {0.367, 0, 11.76, 0, 0, 0, 0, 47, 0, 0.1837, 346}},
	/* Data sheet, which says 1063 to 1113 MHz. */
	{"Tesla P4", NULL, "6.1", "6.1",
	    20, 1113, 1113,
	    {0.1781, 0, 5.5, 0, 0, 0, 0, 22, 0, 0.08904, 192}},
	/* Data sheet. */
	{"NVIDIA GeForce GTX 1080 Ti",
	    "GeForce GTX 1080 Ti", "6.1", "6.1",
	    28, 1582, 1582,
	    {0.3544, 0, 11.34, 0, 0, 0, 0, 45.36, 0, 0.1772, 484}},
	/* Data sheet; multiprocessors, clock and rates as in
	 * RajBhope/gpu-runtime-predictor, gpu_catalog.json (Hugging Face). */
	{"Tesla V100-SXM2-16GB",
	    "Tesla V100-SXM2-32GB", "7.0", "7.0",
	    80, 1530, 1530,
	    {7.8, 0, 15.7, 0, 125, 0, 0, 62.67, 0, 31.4, 900}},
	/* By clock and rate; bandwidth from its data sheet. */
	{"Tesla V100-SXM3-32GB", NULL, "7.0", "7.0",
	    80, 1597, 1597,
	    {8.2, 0, 16.4, 0, 130.8, 0, 0, 65.41, 0, 32.71, 981}},
	/* Data sheet, which rounds 7.07, 14.1 and 113 down. */
	{"Tesla V100-PCIE-16GB",
	    "Tesla V100-PCIE-32GB", "7.0", "7.0",
	    80, 1380, 1380,
	    {7, 0, 14, 0, 112, 0, 0, 56.52, 0, 28, 900}},
	/* Data sheet. */
	{"Tesla V100S-PCIE-32GB", NULL, "7.0", "7.0",
	    80, 1597, 1597,
	    {8.2, 0, 16.4, 0, 130, 0, 0, 65.41, 0, 32.71, 1134}},
	/* By clock and rate; the data sheet says 110 for fp16. */
	{"NVIDIA TITAN V",
	    "TITAN V", "7.0", "7.0",
	    80, 1455, 1455,
	    {7.45, 0, 14.9, 0, 119.2, 0, 0, 59.6, 0, 29.8, 653}},
	/* Data sheet; as RajBhope/gpu-runtime-predictor.  At 70 W the clock is
	 * far lower for long. */
	{"Tesla T4",
	    "NVIDIA T4", "7.5", "7.5",
	    40, 1590, 1590,
	    {0.25, 0, 8.1, 0, 65, 0, 0, 130, 0, 16.28, 320}},
	/* Data sheet. */
	{"Quadro RTX 8000",
	    "Quadro RTX 6000;NVIDIA TITAN RTX;TITAN RTX", "7.5", "7.5",
	    72, 1770, 1770,
	    {0.5098, 0, 16.3, 0, 130.5, 0, 0, 261, 0, 32.62, 672}},
	/* Data sheet; fp16 is 107.6 where it adds up in fp16. */
	{"NVIDIA GeForce RTX 2080 Ti",
	    "GeForce RTX 2080 Ti", "7.5", "7.5-geforce",
	    68, 1545, 1545,
	    {0.4202, 0, 13.4, 0, 53.8, 0, 0, 215, 0, 26.9, 616}},
	/* Data sheet. */
	{"NVIDIA GeForce RTX 2080",
	    "GeForce RTX 2080", "7.5", "7.5-geforce",
	    46, 1710, 1710,
	    {0.3146, 0, 10.07, 0, 40.3, 0, 0, 161, 0, 20.14, 448}},
	/* Turing without Tensor Cores (pytorch issue 195716); int8 by dp4a. */
	{"NVIDIA GeForce GTX 1660 Ti",
	    "NVIDIA GeForce GTX 1660 SUPER", "7.5", "7.5-noTC",
	    24, 1770, 1770,
	    {0.1699, 0, 5.4, 0, 0, 0, 0, 21.75, 0, 10.9, 288}},
	/* Data sheet. */
	{"NVIDIA A100-SXM4-40GB",
	    "A100-SXM4-40GB;NVIDIA A100-PG509-200", "8.0", "8.0",
	    108, 1410, 1410,
	    {9.7, 19.5, 19.5, 156, 312, 312, 0, 624, 0, 77.97, 1555}},
	/* Data sheet; as torch/_inductor/analysis/device_info.py. */
	{"NVIDIA A100-SXM4-80GB",
	    "A100-SXM4-80GB", "8.0", "8.0",
	    108, 1410, 1410,
	    {9.7, 19.5, 19.5, 156, 312, 312, 0, 624, 0, 77.97, 2039}},
	/* Data sheet. */
	{"NVIDIA A100-PCIE-40GB", NULL, "8.0", "8.0",
	    108, 1410, 1410,
	    {9.7, 19.5, 19.5, 156, 312, 312, 0, 624, 0, 77.97, 1555}},
	/* Data sheet. */
	{"NVIDIA A100 80GB PCIe", NULL, "8.0", "8.0",
	    108, 1410, 1410,
	    {9.7, 19.5, 19.5, 156, 312, 312, 0, 624, 0, 77.97, 1935}},
	/* An A100 with slower links. */
	{"NVIDIA A800-SXM4-80GB", NULL, "8.0", "8.0",
	    108, 1410, 1410,
	    {9.7, 19.5, 19.5, 156, 312, 312, 0, 624, 0, 77.97, 2039}},
	/* Data sheet. */
	{"NVIDIA A30", NULL, "8.0", "8.0",
	    56, 1440, 1440,
	    {5.2, 10.3, 10.3, 82, 165, 165, 0, 330, 0, 41.29, 933}},
	/* Data sheet. */
	{"NVIDIA A10", NULL, "8.6", "8.6",
	    72, 1695, 1695,
	    {0.4882, 0, 31.2, 62.5, 125, 125, 0, 250, 0, 31.24, 600}},
	/* A cloud part without a data sheet; what is said of its Tensor Cores
	 * differs (fp16 62.5, 70, 125; int8 140, 280), so it is not known. */
	{"NVIDIA A10G", NULL, "8.6", "8.6-geforce",
	    80, 1710, 1710,
	    {0.5472, 0, 35, NA, NA, NA, 0, NA, 0, 35.02, 600}},
	/* Data sheet. */
	{"NVIDIA A40", NULL, "8.6", "8.6",
	    84, 1740, 1740,
	    {0.5846, 0, 37.4, 74.8, 149.7, 149.7, 0, 299.3, 0, 37.42, 696}},
	/* Data sheet. */
	{"NVIDIA RTX A6000",
	    "RTX A6000", "8.6", "8.6",
	    84, 1800, 1800,
	    {0.6048, 0, 38.7, 77.4, 154.8, 154.8, 0, 309.7, 0, 38.71, 768}},
	/* Data sheet. */
	{"NVIDIA RTX A5000", NULL, "8.6", "8.6",
	    64, 1695, 1695,
	    {0.4339, 0, 27.8, 55.5, 111.1, 111.1, 0, 222.2, 0, 27.77, 768}},
	/* Data sheet. */
	{"NVIDIA RTX A4000", NULL, "8.6", "8.6",
	    48, 1560, 1560,
	    {0.2995, 0, 19.2, 38.3, 76.7, 76.7, 0, 153.4, 0, 19.17, 448}},
	/* Data sheet. */
	{"NVIDIA A2", NULL, "8.6", "8.6",
	    10, 1770, 1770,
	    {0.0708, 0, 4.5, 9, 18, 18, 0, 36, 0, 4.531, 200}},
	/* Data sheet; fp16 is 142 where it adds up in fp16. */
	{"NVIDIA GeForce RTX 3090",
	    "GeForce RTX 3090", "8.6", "8.6-geforce",
	    82, 1695, 1695,
	    {0.556, 0, 35.6, 35.6, 71, 71, 0, 284, 0, 35.58, 936}},
	/* Data sheet. */
	{"NVIDIA GeForce RTX 3090 Ti", NULL, "8.6", "8.6-geforce",
	    84, 1860, 1860,
	    {0.625, 0, 40, 40, 80, 80, 0, 320, 0, 40, 1008}},
	/* Data sheet. */
	{"NVIDIA GeForce RTX 3080", NULL, "8.6", "8.6-geforce",
	    68, 1710, 1710,
	    {0.4651, 0, 29.8, 29.8, 59.5, 59.5, 0, 238, 0, 29.77, 760}},
	/* Data sheet. */
	{"NVIDIA GeForce RTX 3070", NULL, "8.6", "8.6-geforce",
	    46, 1725, 1725,
	    {0.3174, 0, 20.3, 20.3, 40.6, 40.6, 0, 162.6, 0, 20.31, 448}},
	/* Data sheet. */
	{"NVIDIA GeForce RTX 3060", NULL, "8.6", "8.6-geforce",
	    28, 1777, 1777,
	    {0.199, 0, 12.7, 12.7, 25.5, 25.5, 0, 102, 0, 12.74, 360}},
	/* Data sheet, without the DLA. */
	{"Orin", NULL, "8.7", "8.7",
	    16, 1300, 1300,
	    {0.0832, 0, 5.3, 21.3, 42.5, 42.6, 0, 85, 0, 10.65, 204.8}},
	/* Data sheet, without sparsity; 72 W. */
	{"NVIDIA L4", NULL, "8.9", "8.9",
	    58, 2040, 2040,
	    {0.4733, 0, 30.3, 60, 121, 121, 242, 242, 0, 30.29, 300}},
	/* Data sheet; int8 is rated at half of what clock and rate give. */
	{"NVIDIA L40", NULL, "8.9", "8.9-geforce",
	    142, 2490, 2490,
	    {1.414, 0, 90.5, 90.5, 181, 181, 362, 362, 0, 90.52, 864}},
	/* Data sheet. */
	{"NVIDIA L40S", NULL, "8.9", "8.9",
	    142, 2520, 2520,
	    {1.431, 0, 91.6, 183, 362, 362, 733, 733, 0, 91.61, 864}},
	/* Data sheet. */
	{"NVIDIA RTX 6000 Ada Generation", NULL, "8.9", "8.9",
	    142, 2505, 2505,
	    {1.423, 0, 91.1, 182, 364, 364, 728.5, 728.5, 0, 91.06, 960}},
	/* Data sheet; as the page of hmc-tech.com; twice that where fp16 and
	 * fp8 add up in fp16. */
	{"NVIDIA GeForce RTX 4090", NULL, "8.9", "8.9-geforce",
	    128, 2520, 2520,
	    {1.29, 0, 82.6, 82.6, 165.2, 165.2, 330.3, 660.6, 0, 82.58, 1008}},
	/* Data sheet. */
	{"NVIDIA GeForce RTX 4080", NULL, "8.9", "8.9-geforce",
	    76, 2505, 2505,
	    {0.7615, 0, 48.7, 48.7, 97.5, 97.5, 194.9, 389.9, 0, 48.74, 717}},
	/* Data sheet. */
	{"NVIDIA GeForce RTX 4070 Ti", NULL, "8.9", "8.9-geforce",
	    60, 2610, 2610,
	    {0.6264, 0, 40.1, 40.1, 80.2, 80.2, 160.4, 320.7, 0, 40.09, 504}},
	/* glennklockwood.com/garden/processors/h100; Tensor Cores are rated at
	 * 1830 MHz; the name and 132 multiprocessors from public traces. */
	{"NVIDIA H100 80GB HBM3",
	    "NVIDIA H100 SXM5 80GB", "9.0", "9.0",
	    132, 1980, 1830,
	    {33.5, 67, 67, 494.7, 989.4, 989.4, 1979, 1979, 0, 133.8, 3352}},
	/* Data sheet; Tensor Cores are rated at 1620 MHz. */
	{"NVIDIA H100 PCIe", NULL, "9.0", "9.0",
	    114, 1755, 1620,
	    {26, 51, 51, 378, 756, 756, 1513, 1513, 0, 102.4, 2039}},
	/* Data sheet; one of the two GPUs. */
	{"NVIDIA H100 NVL", NULL, "9.0", "9.0",
	    132, 1785, 1545,
	    {30, 60, 60, 418, 835.5, 835.5, 1671, 1671, 0, 120.6, 3938}},
	/* An H100 with little fp64. */
	{"NVIDIA H800", NULL, "9.0", "9.0",
	    132, 1980, 1830,
	    {1, 1, 67, 494.7, 989.4, 989.4, 1979, 1979, 0, 133.8, 3352}},
	/* Data sheet; Tensor Cores below what clock and rate give. */
	{"NVIDIA H20", NULL, "9.0", "9.0",
	    78, 1980, 1980,
	    {1, 1, 44, 74, 148, 148, 296, 296, 0, 79.07, 4000}},
	/* stas00/ml-engineering: fp16 989, fp8 1979, 4.8 TB/s. */
	{"NVIDIA H200",
	    "NVIDIA H200 SXM", "9.0", "9.0",
	    132, 1980, 1830,
	    {33.5, 67, 67, 494.7, 989.4, 989.4, 1979, 1979, 0, 133.8, 4800}},
	/* Data sheet. */
	{"NVIDIA H200 NVL", NULL, "9.0", "9.0",
	    132, 1785, 1545,
	    {30, 60, 60, 418, 835.5, 835.5, 1671, 1671, 0, 120.6, 4800}},
	/* Data sheet of the part with 96 GB of HBM3; with 144 GB 4900 GB/s. */
	{"NVIDIA GH200 480GB",
	    "NVIDIA GH200 120GB", "9.0", "9.0",
	    132, 1980, 1830,
	    {34, 67, 67, 494.7, 989.4, 989.4, 1979, 1979, 0, 133.8, 4000}},
	/* HGX B200 data sheet / 8; as stas00/ml-engineering; bandwidth from
	 * pytorch/ao pull 4002; 148 multiprocessors from public traces. */
	{"NVIDIA B200", NULL, "10.0", "10.0",
	    148, 1965, 1856,
	    {37, 37, 75, 1125, 2250, 2250, 4500, 4500, 9000, 148.9, 7672}},
	/* GB200 NVL72 data sheet / 72.  Multiprocessors and clock are not
	 * certain, so neither is what follows from them. */
	{"NVIDIA GB200", NULL, "10.0", "10.0",
	    152, 2000, 2008,
	    {40, 40, 80, 1250, 2500, 2500, 5000, 5000, 10000, NA, 8000}},
	/* What it computes at is not certain. */
	{"NVIDIA B300 SXM6 AC",
	    "NVIDIA B300", "10.3", "10.3",
	    148, 1965, 1856,
	    {NA, NA, NA, NA, NA, NA, NA, NA, NA, NA, 8000}},
	/* Data sheet; twice that where fp16 and fp8 add up in fp16. */
	{"NVIDIA GeForce RTX 5090", NULL, "12.0", "12.0-geforce",
	    170, 2407, 2407,
	    {1.637, 0, 104.8, 104.8, 209.5, 209.5, 419, 838, 1676, 104.8, 1792}},
	/* Data sheet. */
	{"NVIDIA GeForce RTX 5080", NULL, "12.0", "12.0-geforce",
	    84, 2617, 2617,
	    {0.8793, 0, 56.3, 56.3, 112.6, 112.6, 225, 450, 900, 56.28, 960}},
	/* Data sheet. */
	{"NVIDIA RTX PRO 6000 Blackwell Workstation Edition", NULL, "12.0", "12.0",
	    188, 2617, 2617,
	    {1.968, 0, 126, 252, 503.8, 503.8, 1007.6, 1007.6, 2015, 126, 1792}},
	/* What it computes at is not certain: the data sheet has sparse fp4. */
	{"NVIDIA GB10", NULL, "12.1", "12.1",
	    48, 2418, 2418,
	    {NA, NA, NA, NA, NA, NA, NA, NA, NA, NA, 273}},
	/* Data sheet. */
	{"AMD Instinct MI100", NULL, "gfx908", "gfx908",
	    120, 1502, 1502,
	    {11.5, 0, 23.1, 0, 184.6, 92.3, 0, 184.6, 0, 46.14, 1228.8}},
	/* Data sheet; as torch/_inductor/analysis/device_info.py. */
	{"AMD Instinct MI210", NULL, "gfx90a", "gfx90a",
	    104, 1700, 1700,
	    {22.6, 45.3, 22.6, 0, 181, 181, 0, 181, 0, 90.52, 1638}},
	/* Data sheet / 2: a profile sees each of the two dies as a device. */
	{"AMD Instinct MI250X",
	    "AMD Instinct MI250X/MI250", "gfx90a", "gfx90a",
	    110, 1700, 1700,
	    {23.9, 47.9, 23.9, 0, 191.5, 191.5, 0, 191.5, 0, 95.74, 1638}},
	/* As torch/_inductor/analysis/device_info.py; 304 units from public
	 * traces. */
	{"AMD Instinct MI300X",
	    "AMD Instinct MI300X VF;AMD Instinct MI300X OAM", "gfx942", "gfx942",
	    304, 2100, 2100,
	    {81.7, 163.4, 163.4, 653.7, 1307.4, 1307.4, 2614.9, 2614.9, 0, 326.9, 5300}},
	/* As torch/_inductor/analysis/device_info.py. */
	{"AMD Instinct MI300A", NULL, "gfx942", "gfx942",
	    228, 2100, 2100,
	    {61.3, 122.6, 122.6, 490.3, 980.6, 980.6, 1961.2, 1961.2, 0, 245.1, 5300}},
	/* Data sheet. */
	{"AMD Instinct MI325X",
	    "AMD Instinct MI325", "gfx942", "gfx942",
	    304, 2100, 2100,
	    {81.7, 163.4, 163.4, 653.7, 1307.4, 1307.4, 2614.9, 2614.9, 0, 326.9, 6000}},
	/* As torch/_inductor/analysis/device_info.py; no TF32. */
	{"AMD Instinct MI350X", NULL, "gfx950", "gfx950",
	    256, 2200, 2200,
	    {72.1, 72.1, 144.2, 0, 2309.6, 2309.6, 4614, 4614, 9227, 288.4, 8000}},
	/* Data sheet; no TF32; 256 units from rocm.docs.amd.com. */
	{"AMD Instinct MI355X", NULL, "gfx950", "gfx950",
	    256, 2400, 2400,
	    {78.6, 78.6, 157.3, 0, 2516.6, 2516.6, 5033, 5033, 10066, 314.6, 8000}},
	/* Data sheet; fp32 counts dual issue. */
	{"AMD Radeon RX 7900 XTX", NULL, "gfx1100", "gfx1100",
	    96, 2500, 2500,
	    {1.92, 0, 61.4, 0, 122.8, 122.8, 0, 122.8, 0, 122.9, 960}},
	/* Data sheet. */
	{"AMD Instinct MI50", NULL, "gfx906", "gfx906",
	    60, 1725, 1725,
	    {6.6, 0, 13.3, 0, 0, 0, 0, 52.99, 0, 26.5, 1024}},
};
/* clang-format on */
const size_t gpu_table_n = NELEMS(gpu_table);
