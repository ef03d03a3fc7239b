/*
 * models.h - the models that are not matrix work, and what a row of the
 * catalogue tells them.
 *
 * Every model takes any enum op_part but PART_FORWARD for the whole backward:
 * the parts of a matrix product's backward are no parts of theirs.
 */
#ifndef PROF_OPS_MODELS_H
#define PROF_OPS_MODELS_H

#include "prof/ops/op.h"

op_model op_pointwise, op_activation, op_copy, op_view, op_fill, op_reduce,
    op_scan, op_softmax, op_loss, op_norm, op_dropout, op_embedding, op_pool,
    op_index, op_optim, op_attention, op_rnn, op_comm, op_quant, op_rope,
    op_resample, op_einsum, op_scaled, op_grouped, op_moe, op_chain,
    op_bilinear, op_cross, op_distance, op_fft, op_linalg, op_ssm, op_compiled;

/* op_find_begins(name): whether a row's name begins with this. */
bool op_find_begins(struct str name);

/* op_embedding_zeros(e, call): bytes of the table of zeros that the backward of
 * an embedding fills before it adds to it; or what is wrong, also where the
 * call is another or has no such table. */
uint64_t op_embedding_zeros(const struct op_entry *e, const struct call *call);

/* op_each(e, call, part, cost): the sum over lists of tensors of the model of
 * e, as op_cost runs it for calls that op_find_each knows. */
int op_each(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost);

/* Families of rows whose model does not tell. */
#define FAMILY_EACH "Lists of tensors"
#define FAMILY_GEMM "Matrix products"
#define FAMILY_EINSUM "Einstein sums"
#define FAMILY_CONV "Convolutions"
#define FAMILY_POINTWISE "Pointwise"
#define FAMILY_ACTIVATION "Activations"
#define FAMILY_COPY "Conversions and copies"
#define FAMILY_VIEW "Views"
#define FAMILY_FILL "Fills"
#define FAMILY_REDUCE "Reductions"
#define FAMILY_SCAN "Scans and sorts"
#define FAMILY_SOFTMAX "Softmax"
#define FAMILY_LOSS "Losses"
#define FAMILY_NORM "Normalisation"
#define FAMILY_DROPOUT "Dropout"
#define FAMILY_EMBEDDING "Embedding"
#define FAMILY_POOL "Pooling"
#define FAMILY_INDEX "Indexing"
#define FAMILY_OPTIM "Optimizers"
#define FAMILY_ATTENTION "Attention"
#define FAMILY_RNN "Recurrent layers"
#define FAMILY_COMM "Collectives"
#define FAMILY_QUANT "Quantisation"
#define FAMILY_COMPILED "Compiled kernels"
#define FAMILY_ROPE "Rotary embedding"
#define FAMILY_RESAMPLE "Resampling"
#define FAMILY_SCALED "Quantised products"
#define FAMILY_GROUPED "Grouped products"
#define FAMILY_MOE "Experts"
#define FAMILY_CHAIN "Several factors"
#define FAMILY_BILINEAR "Bilinear forms"
#define FAMILY_CROSS "Cross products"
#define FAMILY_DISTANCE "Distances"
#define FAMILY_FFT "Fourier transforms"
#define FAMILY_LINALG "Linear algebra"
#define FAMILY_SSM "State spaces"

/* Reasons beyond those of op.h. */
#define WHY_NO_BACKWARD "no formula for the backward"
#define WHY_NO_GRADIENT "not differentiable"
#define WHY_NO_COMPLEX "no formula for complex numbers"
#define WHY_NO_KERNEL "no kernel"
#define WHY_NO_RULE "no formula"
#define WHY_PARTS "counted at its parts"

/*
 * op_pointwise, op_activation: variant is the FLOPs an element of the result,
 * plus these.
 */
enum op_pointwise_variant {
	PW_WEIGHT = 0xff,
	PW_BOOL = 1 << 8,    /* the result is bool */
	PW_FLOAT = 1 << 9,   /* integers become float32 */
	PW_ALPHA = 1 << 10,  /* one more where alpha is not 1 */
	PW_VALUE = 1 << 11,  /* one more where value is not 1 */
	PW_BOUNDS = 1 << 12, /* one for each of min and max that is given */
	PW_CADD = 1 << 13,   /* two for complex numbers */
	PW_CMUL = 1 << 14,   /* six for complex numbers */
	PW_CABS = 1 << 15, /* the same for complex numbers; the result is real */
	/* op_activation only */
	PW_GELU = 1 << 16,	/* more where approximate is tanh */
	PW_HALF = 1 << 17,	/* glu: the result is half of the input */
	PW_GATED = 1 << 18,	/* ... and is the first argument */
	PW_GELU_GRAD = 1 << 19, /* as PW_GELU, of the backward */
	PW_NOISE = 1 << 20,	/* rrelu writes its noise in training */
	PW_GLU_GRAD = 1 << 21, /* the result is as wide as the second argument */
	PW_UNTOLD = 1 << 22,   /* the weight hangs on what was not recorded */
	PW_BIAS = 1 << 24,     /* one more where a bias is given */
	PW_MANY = 1 << 25, /* the weight is that of each operand but the first */
	PW_PRELU = 1 << 23,	 /* the weight has one dimension, of channels */
	PW_PRELU_GRAD = 1 << 26, /* makes two gradients in full */
};

/* op_pointwise, op_activation: variant_bwd is the FLOPs an element of one
 * operand's gradient, plus these; 0 where no formula is known. */
enum op_pointwise_backward {
	PB_WEIGHT = 0xff,
	PB = 1 << 8,	    /* there is a formula, whatever the weight */
	PB_SAVED = 1 << 9,  /* reads the input or the result besides dy */
	PB_OTHER = 1 << 10, /* reads the other operand */
	PB_MASK = 1 << 11,  /* reads the mask */
	PB_DIV = 1 << 12,  /* a quotient's: the divisor's gradient costs more */
	PB_RDIV = 1 << 13, /* the same, the operands swapped */
	PB_ZERO = 1 << 14, /* zero everywhere: written, nothing is read */
	PB_CMUL = 1 << 15, /* six for complex numbers */
	PB_NONE = 1 << 16, /* not differentiable */
	PB_BOUNDS = 1 << 17, /* one for each of min and max */
	PB_GELU = 1 << 18,   /* more where approximate is tanh */
	PB_UNTOLD = 1 << 19,
};

/* op_pointwise_with(e, call, part, variant, variant_bwd, cost): op_pointwise
 * with other variants than the row's. */
int op_pointwise_with(const struct op_entry *e, const struct call *call,
    enum op_part part, int variant, int variant_bwd, struct cost *cost);

/* op_copy: what the result's type and shape are. */
enum op_copy_variant {
	COPY_SAME,   /* those of the input: clone, contiguous, flip */
	COPY_TYPE,   /* `dtype` says: to */
	COPY_LIKE,   /* the type of `other`: type_as */
	COPY_INTO,   /* copy_(dst, src) */
	COPY_CAT,    /* cat, stack: all the inputs together */
	COPY_REPEAT, /* `repeats` times the elements */
	COPY_TIMES,  /* repeat_interleave: `repeats` times the elements */
	COPY_PAD,
	COPY_SCATTER, /* slice_scatter: input and src to a new tensor */
	COPY_GRAD,    /* slice_backward: a zeroed `input_sizes` around dy */
	COPY_UNFOLD,  /* im2col: each window's elements side by side */
	COPY_FOLD,    /* col2im: added up to `output_size` */
	COPY_SPREAD,  /* reflection_pad2d_backward: dy added up to x's shape */
	COPY_NAMED,   /* the name says: COPY_NAMED + enum dtype */
};

/* op_view: what the backward does. */
enum op_view_variant {
	VIEW_FREE,   /* a view again */
	VIEW_JOIN,   /* split: the gradients are put together */
	VIEW_EXPAND, /* expand: the gradient is summed */
	VIEW_SELECT, /* select: zeros around the gradient */
	VIEW_NARROW,
	VIEW_SLICE,
};

/* op_fill: where the number of elements and the type are from. */
enum op_fill_variant {
	FILL_SELF,  /* fill_, normal_: the tensor itself */
	FILL_LIKE,  /* zeros_like */
	FILL_SIZE,  /* zeros: `size`, float32 */
	FILL_INT,   /* randint: `size`, int64 */
	FILL_VALUE, /* full: `size`, the type of `fill_value` */
	FILL_NEW,   /* new_zeros: `size`, the type of the tensor */
	FILL_ARANGE,
	FILL_STEPS, /* linspace */
	FILL_EYE,
	FILL_PERM, /* randperm */
	FILL_ONE,  /* scalar_tensor */
};

enum op_reduce_variant {
	REDUCE_SUM, /* one an element of the input */
	REDUCE_PROD,
	REDUCE_MEAN,
	REDUCE_MAX,  /* max, min: of all, along a dim with indices, of two */
	REDUCE_AMAX, /* amax: along dims, without indices */
	REDUCE_ARG,  /* argmax */
	REDUCE_NORM,
	REDUCE_VAR,
	REDUCE_STD,
	REDUCE_VAR_MEAN,
	REDUCE_STD_MEAN,
	REDUCE_LSE,   /* logsumexp */
	REDUCE_ANY,   /* any, all */
	REDUCE_COUNT, /* count_nonzero */
	REDUCE_EQUAL,
	REDUCE_MEDIAN, /* with indices along a dim */
	REDUCE_MINMAX, /* two results */
	REDUCE_DIST,   /* the norm of a difference */
	REDUCE_L1,     /* ONNX names the norm */
	REDUCE_L2,
	REDUCE_SQUARES, /* the sum of squares */
	REDUCE_LOG,	/* the logarithm of the sum */
};

enum op_scan_variant {
	SCAN_SUM,  /* cumsum */
	SCAN_PROD, /* cumprod */
	SCAN_MAX,  /* cummax: with indices */
	SCAN_SORT,
	SCAN_MSORT,
	SCAN_ARGSORT,
	SCAN_TOPK,
	SCAN_KTH, /* kthvalue */
	SCAN_UNIQUE,
	SCAN_SEARCH, /* searchsorted, bucketize */
	SCAN_HISTC,
	SCAN_BINCOUNT,
	SCAN_DRAW, /* multinomial: `num_samples` indices a row */
	SCAN_DIFF, /* differences of neighbours */
	SCAN_INTO, /* _cummax_helper: the results are arguments */
};

enum op_softmax_variant {
	SOFTMAX_FORWARD,
	SOFTMAX_INNER,	/* _softmax: half_to_float */
	SOFTMAX_MASKED, /* reads a mask */
	SOFTMAX_GRAD,	/* _softmax_backward_data */
};

/* op_loss: of the pointwise losses the FLOPs an element, the mean or sum
 * included; variant_bwd that of the backward. */
enum op_loss_variant {
	LOSS_WEIGHT = 0xff,
	LOSS_NLL = 1 << 8,
	LOSS_NLL_GRAD = 1 << 9,
	LOSS_CROSS = 1 << 10,	    /* log_softmax and nll_loss */
	LOSS_CROSS_FUSED = 1 << 11, /* in one kernel */
	LOSS_GRAD = 1 << 12,	    /* mse_loss_backward */
	LOSS_CTC = 1 << 13,
	LOSS_CTC_GRAD = 1 << 14,
};

enum op_norm_variant {
	NORM_BATCH,
	NORM_BATCH_EVAL,  /* ..._no_training */
	NORM_BATCH_TRAIN, /* ..._with_update */
	NORM_INSTANCE,
	NORM_LAYER,
	NORM_GROUP,
	NORM_GROUP_NATIVE, /* native_group_norm: N, C, HxW are numbers */
	NORM_RMS,
	NORM_RMS_SAVED, /* writes 1/rms for the backward */
	NORM_RMS_OUT,	/* the result is the first argument */
	NORM_RMS_ADD,	/* adds a residual first, both in place */
	NORM_BATCH_GRAD,
	NORM_LAYER_GRAD,
	NORM_GROUP_GRAD,
	NORM_RMS_GRAD,
	NORM_STATS,	 /* batch_norm_stats: mean and 1/std */
	NORM_APPLY,	 /* batch_norm_elemt: given those */
	NORM_STATS_GRAD, /* batch_norm_backward_reduce */
	NORM_APPLY_GRAD, /* batch_norm_backward_elemt */
	NORM_UNSAVED, /* ONNX's in inference: statistics stay in the kernel */
	NORM_UNSAVED_ADD, /* ... skip is added first */
	NORM_UNSAVED_RMS,
	NORM_UNSAVED_RMS_ADD,
	NORM_WEIGHT, /* weight_norm: v, g along a dim */
};

enum op_dropout_variant {
	DROPOUT,
	DROPOUT_NATIVE, /* writes its mask out of training too */
	DROPOUT_GRAD,	/* dy, mask: _masked_scale */
};

enum op_embedding_variant {
	EMBEDDING,
	EMBEDDING_GRAD,
	EMBEDDING_BAG,
	EMBEDDING_ONE_HOT,
};

/* op_pool: the number of spatial dimensions plus these. */
enum op_pool_variant {
	POOL_DIMS = 3,
	POOL_MAX = 4,
	POOL_AVG = 8,
	POOL_ADAPTIVE = 16,
	POOL_GRAD = 32,	    /* the operator is the backward itself */
	POOL_BARE = 64,	    /* a maximum without indices */
	POOL_ALL = 128,	    /* all of the image is one window; any dimensions */
	POOL_ANY = 256,	    /* as many dimensions as the image has */
	POOL_UNPOOL = 512,  /* puts elements where indices say */
	POOL_RANDOM = 1024, /* fractional: output_size and a window */
};

enum op_index_variant {
	INDEX_GATHER,
	INDEX_SELECT,
	INDEX_TENSORS, /* index(x, [i, j]) */
	INDEX_SCATTER,
	INDEX_SCATTER_ADD, /* scatter_add, scatter_reduce */
	INDEX_ADD,	   /* index_add */
	INDEX_COPY,
	INDEX_FILL,
	INDEX_PUT,
	INDEX_MASK_SELECT,
	INDEX_MASK_SCATTER,
	INDEX_NONZERO,
	INDEX_CACHE, /* keys and values to where a slot map says */
	INDEX_ND,    /* ONNX's GatherND */
	INDEX_COMPRESS,
	INDEX_ITEM, /* __getitem__: INDEX_TENSORS, or a view */
};

/* op_optim: FLOPs a parameter, plus these. */
enum op_optim_variant {
	OPTIM_WEIGHT = 0xff,
	OPTIM_APEX = 1 << 8, /* p, half copy, m, v, g */
	OPTIM_ADAM = 1 << 9, /* torch's lists */
	OPTIM_SGD = 1 << 10,
	OPTIM_L2 = 1 << 11,	 /* weight decay is two more */
	OPTIM_STATE = 1 << 12,	 /* one state for each parameter: Adagrad */
	OPTIM_UNSCALE = 1 << 13, /* gradients times a number, in place */
	OPTIM_TWICE = 1 << 15,	 /* the parameter is read and written again */
	OPTIM_PLAIN = 1 << 14,	 /* each state a tensor or a list, by its place:
				  * the gradient is read, all else written too */
};

enum op_attention_variant {
	ATTN_BSHD = 1 << 0, /* (B, S, H, D) or packed (T, H, D), not (B, H, S, D) */
	ATTN_GRAD = 1 << 1,    /* a backward operator: has grad_out */
	ATTN_LSE = 1 << 2,     /* writes the log-sum-exp */
	ATTN_LSE_ASK = 1 << 3, /* ... where an argument says so */
	ATTN_BOTTOM = 1 << 4,  /* a causal mask is aligned bottom right */
	ATTN_CAUSAL = 1 << 5,  /* always causal */
	ATTN_MASK_TYPE = 1 << 6, /* custom_mask_type: 1 top left, 2 bottom right */
	ATTN_MATH = 1 << 7, /* not fused: all pairs, and the weights are kept */
	ATTN_WORDS = 1 << 8,	/* qkv_layout and attn_mask_type are words */
	ATTN_NAMED = 1 << 9,	/* tensor_layout is NHD or HND */
	ATTN_MERGED = 1 << 10,	/* (B, S, H * D) */
	ATTN_PAGED = 1 << 11,	/* key and value are pages of a cache */
	ATTN_DECODE = 1 << 12,	/* vLLM's cache, one query a sequence */
	ATTN_PROJECT = 1 << 14, /* (B, S, I), projected by (I, 3H) first */
	ATTN_CODE = 1 << 13,	/* the mask is a function: an upper bound */
};

/* op_rnn: the number of gates, 4 LSTM, 3 GRU, 1 plain, plus these. */
enum op_rnn_variant {
	RNN_GATES = 7,
	RNN_MODE = 1 << 3,   /* `mode` says which; sizes are arguments */
	RNN_CELL = 1 << 4,   /* one step */
	RNN_MODULE = 1 << 5, /* PyProf's: the weights are not recorded */
	RNN_FUSED = 1 << 6, /* the pointwise part of a cell, its input the gates */
	RNN_GRAD = 1 << 7, /* a backward operator */
	RNN_ONNX = 1 << 8, /* W, R, B with a direction in front */
	RNN_T = 1 << 9,	   /* ... and transposed */
};

enum op_einsum_variant {
	EINSUM,
	EINSUM_DOT, /* tensordot: over `dims` */
	EINSUM_INNER,
	EINSUM_VECDOT,
};

/* op_quant: FLOPs an element, plus these. */
enum op_quant_variant {
	QUANT_WEIGHT = 0xff,
	QUANT_REAL = 1 << 8,   /* the result is real: dequantize */
	QUANT_FAKE = 1 << 9,   /* the result has the input's type */
	QUANT_MASK = 1 << 10,  /* writes which elements were not cut off */
	QUANT_TYPED = 1 << 11, /* ONNX: zero point and scale tell the type */
	QUANT_MAYBE = 1 << 12, /* computes the scale where none is given */
	QUANT_STATS = 1 << 13, /* writes scale and zero point */
};

/* op_rope */
enum op_rope_variant {
	ROPE_WHOLE, /* cosines are as wide as what is rotated */
	ROPE_HALF,  /* half as wide */
};

/* op_resample: neighbours in each dimension, plus these. */
enum op_resample_variant {
	RESAMPLE_EACH = 7,
	RESAMPLE_SHIFT = 3, /* of the number of dimensions; 0: by the input */
	RESAMPLE_DIMS = 3 << RESAMPLE_SHIFT,
	RESAMPLE_1D = 1 << RESAMPLE_SHIFT,
	RESAMPLE_2D = 2 << RESAMPLE_SHIFT,
	RESAMPLE_3D = 3 << RESAMPLE_SHIFT,
	RESAMPLE_GRID = 1 << 5,
	RESAMPLE_AFFINE = 2 << 5,
	RESAMPLE_ROI = 3 << 5,
	RESAMPLE_KIND = 3 << 5,
	RESAMPLE_MODE = 1 << 7,	 /* an argument says the neighbours */
	RESAMPLE_GRAD = 1 << 8,	 /* the operator is the backward itself */
	RESAMPLE_ROUGH = 1 << 9, /* antialiased */
};

/* op_comm: the collective. */
enum op_comm_variant {
	COMM_ALL_REDUCE,
	COMM_REDUCE_SCATTER,
	COMM_ALL_GATHER,
	COMM_ALL_TO_ALL,
	COMM_BROADCAST,
	COMM_REDUCE,
	COMM_GATHER,
	COMM_SCATTER,
	COMM_SEND, /* and recv */
};

/* op_comm_kind(name, kind): the collective that a name says, however spelled;
 * false: none. */
bool op_comm_kind(struct str name, enum op_comm_variant *kind);

/* op_comm_message(name, elements, ranks, dtype, cost): the cost of a collective
 * that was recorded as such, by the elements that a rank gives; -1 ranks or
 * elements are not known.  0 or -1 as a model. */
int op_comm_message(struct str name, int64_t elements, int64_t ranks,
    enum dtype dtype, struct cost *cost);

/* op_scaled: where N is, and more. */
enum op_scaled_variant {
	SCALED_COLUMNS = 0,	/* the right operand is (K, N) */
	SCALED_ROWS = 1,	/* (N, K) */
	SCALED_ROWS_HALF = 2,	/* (N, K / 2): two values in a byte */
	SCALED_ROWS_SPARSE = 3, /* (N, K / 2), the other half is 0 */
	SCALED_COMPRESSED = 4,	/* the left operand is 2:4 sparse */
	SCALED_FIRST = 5,	/* (N, K in blocks) */
	SCALED_SCALES = 6,	/* of the scales behind it, (K / group, N) */
	SCALED_ARGUMENT = 7,	/* `out_features` */
	SCALED_INT4PACK = 8,	/* of `scales`, (K / group, N, 2) */
	SCALED_PER_COLUMN = 9,	/* of `scales`, (N) */
	SCALED_WHERE = 15,
	SCALED_PACKED = 1 << 4, /* bytes of either operand are two values */
	SCALED_INT32 = 1 << 5,	/* the result's type */
	SCALED_FLOAT = 1 << 6,
	SCALED_BF16 = 1 << 7,
	SCALED_C = 1 << 8,     /* `bias` is added unless beta is 0 */
	SCALED_TRANS = 1 << 9, /* trans_a and trans_b are arguments */
	SCALED_PACK = 1 << 10, /* no product: packs a weight to 4 bits */
};

enum op_grouped_variant {
	GROUPED_EITHER = 1, /* weights are (G, K, N) or (G, N, K) */
	GROUPED_ROWS = 2,   /* rows are summed up: (T, M) by (T, N) */
};

enum op_moe_variant {
	MOE_ONNX = 1, /* k is 1 where it is not given */
};

enum op_chain_variant {
	CHAIN, /* of matrices */
	CHAIN_KRON,
};

enum op_distance_variant {
	DISTANCE_EACH, /* each row of one to each of the other: cdist */
	DISTANCE_EACH_GRAD,
	DISTANCE_SELF, /* each to each later one: pdist */
	DISTANCE_SELF_GRAD,
	DISTANCE_PAIR, /* row by row */
	DISTANCE_COSINE,
};

enum op_fft_variant {
	FFT_REAL = 1,	 /* a real input, half of the result */
	FFT_INVERSE = 2, /* a real result, of half of the input */
	FFT_DIMS = 4,	 /* `dim` and `n` are of one dimension */
	FFT_TWO = 8,	 /* of two by default, else of all */
	FFT_INNER = 16,	 /* _fft_r2c and its like */
	FFT_STFT = 32,	 /* of windows */
	FFT_ONNX = 64,
};

enum op_linalg_variant {
	LINALG_INV,
	LINALG_SOLVE,
	LINALG_LU,
	LINALG_LU_SOLVE,
	LINALG_CHOLESKY,
	LINALG_CHOLESKY_SOLVE,
	LINALG_TRIANGULAR,
	LINALG_QR,
	LINALG_Q, /* householder_product */
	LINALG_SVD,
	LINALG_SVD_FULL, /* by default with all of both bases */
	LINALG_EIGH,
	LINALG_EIG,
	LINALG_DET,
	LINALG_LSTSQ,
};

enum op_ssm_variant {
	SSM_SCAN,   /* Mamba's selective scan */
	SSM_CHUNKS, /* Mamba-2's, with its convolution */
	SSM_CONV,   /* causal_conv1d */
	SSM_CONV_GRAD,
};

#endif
