/*
 * mode.c - in which mode an operator ran, by the name of its kernel.
 *
 * In:  a kernel's full name in lower case
 * Out: training or evaluation of a batch norm; erf or tanh of a gelu
 *
 * cuDNN, MIOpen and torch have kernels of their own for each mode of a batch
 * norm.  torch writes both forms of gelu in one function, each in a lambda of
 * its own, which compilers number.
 *
 * Sources: names in public profiles; torch's Normalization.cuh and
 * ActivationGeluKernel.cu.
 */
#include "prof/kernel/mode.h"

#include <string.h>

#include "common/nelems.h"
#include "prof/kernel/words.h"

/* 1. Batch norm. */

/* What a name holds that is of one mode.  cuDNN's and MIOpen's backward is of
 * training alone: torch runs another one in evaluation. */
static const struct {
	const char *text;
	enum mode mode;
} norms[] = {
    {"bn_fw_tr", MODE_TRAINING},
    {"bn_fw_inf", MODE_EVALUATION},
    {"bn_bw_", MODE_TRAINING},
    {"batchnorm_fwtr", MODE_TRAINING},
    {"batchnorm_fwinf", MODE_EVALUATION},
    {"batchnorm_bwtr", MODE_TRAINING},
    {"batchnormfwdtrain", MODE_TRAINING},
    {"batchnormfwdinfer", MODE_EVALUATION},
    {"batchnormbwd", MODE_TRAINING},
    {"batch_norm_collect_statistics", MODE_TRAINING},
    {"batch_norm_update_stats", MODE_TRAINING},
    {"batch_norm_calc_invstd", MODE_EVALUATION},
};

/* batch_norm_transform_input_kernel<float, float, float, true, int>: the flag
 * among the arguments of its template is `train`. */
static enum mode transform_mode(const char *full)
{
	static const char name[] = "batch_norm_transform_input_kernel<";
	const char *p = strstr(full, name), *end;

	if (!p)
		return MODE_UNKNOWN;
	end = strchr(p, '>');
	for (p += sizeof name - 1; p && (!end || p < end); p = strchr(p, ',')) {
		p += strspn(p, ", ");
		if (strncmp(p, "true,", 5) == 0)
			return MODE_TRAINING;
		if (strncmp(p, "false,", 6) == 0)
			return MODE_EVALUATION;
	}
	return MODE_UNKNOWN;
}

static enum mode norm_mode(const char *full)
{
	for (size_t i = 0; i < NELEMS(norms); i++) {
		if (strstr(full, norms[i].text))
			return norms[i].mode;
	}
	return transform_mode(full);
}

/* 2. Gelu. */

/* How the first and the second lambda of a function are written: demangled by
 * libiberty, by NVIDIA's tools, by LLVM; mangled. */
static const struct {
	const char *text;
	enum mode mode;
} lambdas[] = {
    {"::{lambda()#1}", MODE_TANH},
    {"::{lambda()#2}", MODE_ERF},
    {"::[lambda() (instance 1)]", MODE_TANH},
    {"::[lambda() (instance 2)]", MODE_ERF},
    {"::'lambda'()", MODE_TANH},
    {"::'lambda0'()", MODE_ERF},
    {"enkulve_", MODE_TANH},
    {"enkulve0_", MODE_ERF},
};

/* Where the parameters of a function end that begin at p; NULL: they are cut. */
static const char *parameters_end(const char *p)
{
	size_t depth = 0;

	if (*p != '(')
		return strstr(p, "enkulv"); /* mangled */
	for (; *p; p++) {
		depth += *p == '(';
		depth -= *p == ')';
		if (depth == 0)
			return p + 1;
	}
	return NULL;
}

/*
 * GeluCUDAKernelImpl(at::TensorIteratorBase&, at::native::GeluType)::
 * {lambda()#2}::operator()() const::{lambda()#1}: the first lambda is tanh's,
 * the second erf's; those in them are of the elements' types.  Without GeluType
 * it is of torch before 1.12, which had erf alone.
 */
static enum mode gelu_mode(const char *full)
{
	static const char *const names[] = {
	    "gelucudakernelimpl", "gelubackwardcudakernelimpl"};
	static const char type[] = "gelutype";
	const char *p = NULL, *end, *chosen;

	for (size_t i = 0; i < NELEMS(names) && !p; i++) {
		p = strstr(full, names[i]);
		if (p)
			p += strlen(names[i]);
	}
	end = p ? parameters_end(p) : NULL;
	if (!end)
		return MODE_UNKNOWN;
	chosen = strstr(p, type);
	if (!chosen || chosen > end)
		return MODE_ERF;
	for (size_t i = 0; i < NELEMS(lambdas); i++) {
		if (strncmp(end, lambdas[i].text, strlen(lambdas[i].text)) == 0)
			return lambdas[i].mode;
	}
	return MODE_UNKNOWN;
}

enum mode mode_by_words(const struct words *w)
{
	enum mode mode = gelu_mode(w->full);

	return mode ? mode : norm_mode(w->full);
}
