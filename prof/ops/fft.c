/*
 * fft.c - Fourier transforms: complex, of and to real numbers, of windows.
 *
 * In:  a tensor, the dimensions that are transformed, and their new sizes
 * Out: 5 n log2(n) FLOPs a transform of n points, half of that where one side
 *      is real; bytes of input and result
 *
 * A transform of several dimensions is one of as many points as their product.
 * The logarithm is that of the number of points, whatever its factors; FLOPs
 * are rounded to a whole number.
 *
 * Source: the count that FFTW's benchmarks go by (fftw.org/speed/method.html).
 */
#include <math.h>

#include "prof/ops/family.h"

#include "common/nelems.h"

enum {
	FFT_REAL = 1,	 /* a real input, half of the result */
	FFT_INVERSE = 2, /* a real result, of half of the input */
	FFT_DIMS = 4,	 /* `dim` and `n` are of one dimension */
	FFT_TWO = 8,	 /* of two by default, else of all */
	FFT_INNER = 16,	 /* _fft_r2c and its like; stft without `center` */
	FFT_STFT = 32,	 /* of windows */
	FFT_ONNX = 64,
};

struct fft {
	const struct arg *x;
	struct op_shape in, out;
	bool along[OP_MAX_DIMS]; /* which dimensions are transformed */
	size_t last;		 /* the one that is halved */
	bool real;		 /* the input or the result is */
};

/* 5 n log2(n) for each of `total` / n transforms; half where one side is real. */
static uint64_t flops_of(uint64_t total, uint64_t n, bool real)
{
	uint64_t five = num_times(real ? 5 : 10, total); /* twice the FLOPs */
	uint64_t log = 0;
	double exact;

	if (num_bad(five) || num_bad(n))
		return num_bad(five) ? five : n;
	if (n < 2)
		return 0;
	while (n >> log > 1)
		log++;
	if (n == UINT64_C(1) << log) {
		five = num_times(five, log);
		return num_bad(five) ? five : five / 2;
	}
	exact = (double)five / 2 * log2((double)n);
	return exact < 9e18 ? (uint64_t)(exact + 0.5) : NUM_OVERFLOW;
}

/* The type of the result: integers are transformed as float32, and so are types
 * that no complex numbers have as parts. */
static enum dtype complex_of(enum dtype t)
{
	enum dtype c = dtype_complex(t);

	return c || !t ? c : DTYPE_COMPLEX64;
}

static enum dtype real_of(enum dtype t)
{
	return dtype_real(complex_of(t));
}

/* Which dimensions: `dim`, else the row's default. */
static uint64_t get_dims(const struct op_ask *q, struct fft *f)
{
	int64_t v[OP_MAX_DIMS];
	size_t n, i, nd = f->in.n;
	enum op_given given = op_args_ints(op_arg(q, AT_dim), v, OP_MAX_DIMS, &n);

	if (given == GIVEN_UNRECORDED)
		return OP_NO_ATTR;
	if (given == GIVEN_NO || n == 0) {
		n = q->row->variant & FFT_DIMS	? 1
		    : q->row->variant & FFT_TWO ? 2
						: nd;
		/* sizes without dimensions are of the last ones */
		if (!(q->row->variant & FFT_DIMS) && !(q->row->variant & FFT_TWO)) {
			int64_t s[OP_MAX_DIMS];
			size_t ns;

			if (op_args_ints(op_arg(q, AT_n), s, OP_MAX_DIMS, &ns) ==
				GIVEN_YES &&
			    ns > 0)
				n = ns;
		}
		if (n > nd)
			return OP_MISFIT;
		for (i = 0; i < n; i++)
			v[i] = (int64_t)(nd - n + i);
	}
	for (i = 0; i < n; i++) {
		v[i] += v[i] < 0 ? (int64_t)nd : 0;
		if (v[i] < 0 || v[i] >= (int64_t)nd)
			return OP_MISFIT;
		f->along[v[i]] = true;
		f->last = (size_t)v[i];
	}
	return n ? 0 : OP_MISFIT;
}

/* Cut or padded to `n`, one number or one for each of the last dimensions. */
static uint64_t get_points(const struct op_ask *q, struct fft *f)
{
	int64_t v[OP_MAX_DIMS], size = 0;
	size_t n, i, at = 0, of = 0;
	enum op_given given = op_args_ints(op_arg(q, AT_n), v, OP_MAX_DIMS, &n);
	bool inverse = (q->row->variant & FFT_INVERSE) != 0;

	if (q->row->variant & FFT_INNER)
		return 0;
	if (given == GIVEN_UNRECORDED)
		return OP_NO_ATTR;
	for (i = 0; i < f->in.n; i++)
		of += f->along[i];
	if (given == GIVEN_YES && n != of && n != 0)
		return OP_MISFIT;
	for (i = 0; given == GIVEN_YES && n && i < f->in.n; i++) {
		int64_t want;

		if (!f->along[i])
			continue;
		want = v[at++];
		if (want == -1 && !(q->row->variant & FFT_DIMS))
			continue; /* of several, -1 keeps one */
		if (want < 1)
			return OP_MISFIT;
		if (want > INT64_MAX / 4)
			return NUM_OVERFLOW;
		/* The size of an inverse of half is that of its result. */
		if (inverse && i == f->last)
			size = want;
		else
			f->in.v[i] = f->out.v[i] = want;
	}
	if (f->in.v[f->last] > INT64_MAX / 4)
		return NUM_OVERFLOW;
	if (inverse)
		f->out.v[f->last] = size ? size : 2 * (f->in.v[f->last] - 1);
	return 0;
}

/* The result's last size, and which sides are real. */
static uint64_t get_halves(const struct op_ask *q, struct fft *f)
{
	const unsigned variant = q->row->variant;
	bool known = true, complex = dtype_class(f->x->dtype) == DTYPE_COMPLEX;
	int64_t n;

	f->real = variant & (FFT_REAL | FFT_INVERSE) ||
		  (!complex && f->x->dtype != DTYPE_UNKNOWN);
	if (variant & FFT_REAL && op_args_bool(q, AT_onesided, true, &known))
		f->out.v[f->last] = f->in.v[f->last] / 2 + 1;
	if (variant & FFT_INVERSE && variant & FFT_INNER) {
		n = op_args_int(q, AT_last_dim_size, -1, &known);
		if (known && n < 0)
			return OP_NO_ATTR;
		f->out.v[f->last] = n;
	}
	return known ? f->out.v[f->last] < 0 ? OP_MISFIT : 0 : OP_NO_ATTR;
}

static int transform(struct op_ask *q, struct fft *f)
{
	bool inverse = (q->row->variant & FFT_INVERSE) != 0;
	const struct op_shape *wide = inverse ? &f->out : &f->in;
	const struct arg *y = op_args_result(q->call);
	uint64_t bad = get_dims(q, f), points = 1;
	size_t i;

	if (!bad)
		bad = get_points(q, f);
	if (!bad)
		bad = get_halves(q, f);
	if (bad == OP_NO_ATTR && y) {
		works(q, 1, bad);
		reads(q, f->x);
		moves(q, op_elems(y), y->dtype);
		return done(q);
	}
	if (bad)
		return lacks(q, bad);
	for (i = 0; i < wide->n; i++)
		if (f->along[i])
			points = num_times(points, (uint64_t)wide->v[i]);
	works(q, 1, flops_of(op_shape_elems(wide), points, f->real));
	if (q->part == PART_FORWARD)
		reads(q, f->x);
	else /* a transform the other way, from dy to dx */
		moves(q, op_elems(f->x), f->x->dtype);
	moves(q, op_shape_elems(&f->out),
	    inverse ? real_of(f->x->dtype) : complex_of(f->x->dtype));
	return done(q);
}

/* Short-time: a real transform of each window, and the product with it; of
 * istft to complex numbers with return_complex, a complex one. */
static int windows(struct op_ask *q, const struct fft *f)
{
	bool known = true, inverse = (q->row->variant & FFT_INVERSE) != 0;
	const struct arg *w = op_tensor(q, AT_window);
	int64_t n = op_args_int(q, AT_n_fft, -1, &known);
	int64_t hop = op_args_int(q, AT_hop_length, n / 4, &known);
	bool center =
	    op_args_bool(q, AT_center, !(q->row->variant & FFT_INNER), &known);
	bool one = op_args_bool(q, AT_onesided, true, &known);
	int64_t length, frames, batch = 1, bins;
	enum dtype type;
	bool complex = dtype_class(f->x->dtype) == DTYPE_COMPLEX;
	bool whole = false, asked = true;
	size_t nd = f->in.n;
	uint64_t y, total;

	if (q->part != PART_FORWARD)
		return refuses(q, WHY_NO_BACKWARD);
	if (!known || n < 1)
		return lacks(q, OP_NO_ATTR);
	if (nd < 1 || hop < 1 || hop > INT32_MAX || n > INT32_MAX)
		return lacks(q, OP_MISFIT);
	bins = one && !(complex && !inverse) ? n / 2 + 1 : n;
	if (inverse) {
		/* a last dimension of 2 where the numbers are not complex */
		nd -= !complex;
		if (nd < 2 || nd > 3)
			return lacks(q, OP_MISFIT);
		/* of half a spectrum the numbers are real */
		if (f->in.v[nd - 2] == n)
			whole = op_args_bool(q, AT_return_complex, false, &asked);
		frames = f->in.v[nd - 1];
		batch = nd == 3 ? f->in.v[0] : 1;
		length = op_args_int(q, AT_length, -1, &known);
		if (known && length < 0 && frames > 0 && frames < INT32_MAX)
			length = hop * (frames - 1) + (center ? 0 : n);
		y = num_times((uint64_t)batch,
		    length < 0 ? OP_NO_ATTR : (uint64_t)length);
		type = whole ? complex_of(f->x->dtype) : real_of(f->x->dtype);
		if (!asked)
			return lacks(q, OP_NO_ATTR);
	} else {
		length = f->in.v[nd - 1];
		batch = nd > 1 ? f->in.v[0] : 1;
		if (nd > 2 || length > INT64_MAX / 4)
			return lacks(q, OP_MISFIT);
		length += center ? n / 2 * 2 : 0;
		if (length < n)
			return lacks(q, OP_MISFIT);
		frames = (length - n) / hop + 1;
		y = num_times(num_times((uint64_t)batch, (uint64_t)frames),
		    (uint64_t)bins);
		type = complex_of(f->x->dtype);
	}
	total =
	    num_times(num_times((uint64_t)batch, (uint64_t)frames), (uint64_t)n);
	works(q, 1, flops_of(total, (uint64_t)n, inverse ? !whole : !complex));
	/* the product with the window, of complex numbers with real ones */
	if (w)
		works(q, (inverse ? whole : complex) ? 2 : 1, total);
	reads(q, f->x);
	reads(q, w);
	moves(q, y, type);
	return done(q);
}

/* ONNX has real and imaginary part as a last dimension of 2. */
static int onnx(struct op_ask *q, struct fft *f)
{
	bool known = true;
	int64_t axis = op_args_int(q, AT_axis, -2, &known);
	bool one = op_args_bool(q, AT_onesided, false, &known);
	struct op_shape out = f->in;
	uint64_t n;
	bool real;

	if (q->part != PART_FORWARD)
		return refuses(q, WHY_NO_BACKWARD);
	if (!known)
		return lacks(q, OP_NO_ATTR);
	if (f->in.n < 2 || f->in.v[f->in.n - 1] < 1 || f->in.v[f->in.n - 1] > 2)
		return lacks(q, OP_MISFIT);
	axis += axis < 0 ? (int64_t)f->in.n : 0;
	if (axis < 0 || axis > (int64_t)f->in.n - 2)
		return lacks(q, OP_MISFIT);
	/* A new length is a tensor, the value of which is not known. */
	if (op_tensor(q, AT_dft_length))
		return lacks(q, OP_NO_VALUE);
	real = f->in.v[f->in.n - 1] == 1;
	n = (uint64_t)f->in.v[axis];
	if (one)
		out.v[axis] = out.v[axis] / 2 + 1;
	out.v[f->in.n - 1] = 1;
	f->in.v[f->in.n - 1] = 1;
	works(q, 1, flops_of(op_shape_elems(&f->in), n, real));
	reads(q, f->x);
	moves(q, num_times(2, op_shape_elems(&out)), f->x->dtype);
	return done(q);
}

static int cost_fft(struct op_ask *q)
{
	struct fft f = {.x = op_tensor(q, AT_input)};

	if (!op_shape_of(f.x, &f.in))
		return lacks(q, OP_NO_SHAPE);
	f.out = f.in;
	q->cost->dtype = f.x->dtype;
	if (q->row->variant & FFT_STFT)
		return windows(q, &f);
	if (q->row->variant & FFT_ONNX)
		return onnx(q, &f);
	return transform(q, &f);
}

/* clang-format off */
static const struct op_row rows[] = {
{"DFT", N, "input,dft_length,axis", FFT_ONNX, .needs = 1},
{"Irfft", N, .why = WHY_NO_RULE},
{"MelWeightMatrix", N, .why = WHY_VALUES},
{"Rfft", N, .why = WHY_NO_RULE},
{"STFT", N, .why = WHY_VALUES},
{"_fft_c2c", A, "input,dim,normalization,forward", FFT_INNER},
{"_fft_c2r", A, "input,dim,normalization,last_dim_size", FFT_INNER | FFT_INVERSE},
{"_fft_r2c", A, "input,dim,normalization,onesided", FFT_INNER | FFT_REAL},
{"fft_fft", A, "input,n,dim", FFT_DIMS},
{"fft_fft2", A, "input,n,dim", FFT_TWO},
{"fft_fftn", A, "input,n,dim"},
{"fft_hfft", A, "input,n,dim", FFT_DIMS | FFT_INVERSE},
{"fft_ifft", A, "input,n,dim", FFT_DIMS},
{"fft_ifft2", A, "input,n,dim", FFT_TWO},
{"fft_ifftn", A, "input,n,dim"},
{"fft_ihfft", A, "input,n,dim", FFT_DIMS | FFT_REAL},
{"fft_irfft", A, "input,n,dim", FFT_DIMS | FFT_INVERSE},
{"fft_irfft2", A, "input,n,dim", FFT_TWO | FFT_INVERSE},
{"fft_irfftn", A, "input,n,dim", FFT_INVERSE},
{"fft_rfft", A, "input,n,dim", FFT_DIMS | FFT_REAL},
{"fft_rfft2", A, "input,n,dim", FFT_TWO | FFT_REAL},
{"fft_rfftn", A, "input,n,dim", FFT_REAL},
{"istft", T | X | A, "input,n_fft,hop_length,win_length,window,center,normalized,onesided,length,"
 "return_complex", FFT_STFT | FFT_INVERSE},
{"stft", T | X, "input,n_fft,hop_length,win_length,window,center,pad_mode,normalized,onesided,"
 "return_complex", FFT_STFT},
{"stft", A, "input,n_fft,hop_length,win_length,window,normalized,onesided,return_complex", FFT_STFT | FFT_INNER},
{"stft.center", A, "input,n_fft,hop_length,win_length,window,center,pad_mode,normalized,onesided,"
 "return_complex", FFT_STFT},
};
/* clang-format on */

const struct op_family op_fft = {
    .title = "Fourier transforms",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_fft,
    .tensors = true,
    .complex = true,
};
