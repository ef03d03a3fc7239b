/*
 * ort.h - the nodes and kernels of ONNX Runtime's own profile.
 *
 * Rows are added in the file's order, and joined when it ends.
 */
#ifndef PARSE_READ_ORT_H
#define PARSE_READ_ORT_H

#include "common/map.h"
#include "parse/profile.h"

/* The domain of ranges that are runs of nodes: see mark_kineto.c. */
#define ORT_NODE "ort_node"

/* A row of category Node: a run of a node, or one of the fences around it. */
struct ort_node {
	int64_t start, end; /* end < start: it has no times */
	uint32_t thread;
	uint32_t op;  /* text: its type, or PROFILE_NONE */
	bool fence;   /* no run */
	bool on_cpu;  /* its provider is the CPU's, so it launches nothing */
	bool started; /* start is the row's, whatever end is */
};

/* A row of category Kernel.  PROFILE_NONE, -1: the row does not say. */
struct ort_kernel {
	uint32_t launch;
	uint32_t op;	 /* text */
	uint32_t node;	 /* that the row names */
	uint32_t before; /* nodes that stand in front of it */
	bool names;	 /* the row names its node, which may not be there */
};

struct ort {
	VEC(struct ort_node) nodes;
	VEC(struct ort_kernel) kernels;
	struct map by_name, by_index; /* the last node so far */
};

/* ort_add_node(o, node, name, index): name is the row's, whole; index < 0:
 * there is none. */
void ort_add_node(
    struct ort *o, const struct ort_node *node, uint32_t name, int64_t index);

/* ort_add_kernel(o, launch, op, parent, index): parent is the name of a node's
 * row, or PROFILE_NONE. */
void ort_add_kernel(struct ort *o, uint32_t launch, uint32_t op,
    uint32_t parent, int64_t index);

/* ort_kind(name): what a row of category Kernel is of: a kernel, copy or set. */
enum launch_kind ort_kind(struct str name);

/* ort_join(o, p): put each kernel inside the run of its node. */
void ort_join(struct ort *o, struct profile *p);
void ort_free(struct ort *o);

#endif
