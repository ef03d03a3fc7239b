/*
 * svg_roofline.c - operators under the roof of the device.
 *
 * In:  the rows of the view roofline, the peaks of the last kernel's device
 * Out: intensity against rate, both in powers of ten: a circle for each operator,
 *      as large as its time, a line for the memory and for each type's peak
 */
#include "prof/show/svg.h"

#include <math.h>
#include <stdio.h>

#include "prof/show/escape.h"
#include "prof/show/scale.h"

/* Pixels; the radius of the longest operator, and of one that takes no time. */
enum { HEIGHT = 380, FOOT = 34, LARGE = 22, SMALL = 3 };

/* Names stand beside so many at most, unless they would overlap on a page of
 * WIDTH pixels. */
enum { NAMES = 8, WIDTH = 1000, LINE = 14, LETTER = 7 };

struct point {
	size_t row;
	double ai, tflops, ns;
};

struct plot {
	const struct view_run *run;
	VEC(struct point) points;
	size_t left_out;		     /* rows that have no place */
	double low_x, high_x, low_y, high_y; /* powers of ten */
	double dram; /* TFLOP/s at a FLOP a byte; 0: not known */
	double longest;
	struct {
		double x, y, w;
	} names[NAMES]; /* pixels */
	size_t nnames;
};

static double x_of(const struct plot *p, double ai)
{
	return 100 * (log10(ai) - p->low_x) / (p->high_x - p->low_x);
}

static double y_of(const struct plot *p, double tflops)
{
	return HEIGHT * (p->high_y - log10(tflops)) / (p->high_y - p->low_y);
}

/* The peak of a type, TFLOP/s; 0: none is known. */
static double peak_of(const struct plot *p, size_t type)
{
	const struct gpu_choice *gpu = p->run->gpu;
	uint64_t peak = gpu ? gpu->peaks.v[type] : GPU_NA;

	return peak == GPU_NA ? 0 : (double)peak / 1e12;
}

static void find_points(struct plot *p)
{
	const struct table *t = &p->run->table;
	size_t ai = svg_column(p->run, "ai"),
	       rate = svg_column(p->run, "tflops");
	size_t time = svg_column(p->run, "time");

	for (size_t row = 0; row < t->rows.n - t->nclosing; row++) {
		const struct cell *c = t->rows.v[row];
		struct point point = {.row = row};

		if (!svg_real(&c[ai], &point.ai) || point.ai <= 0 ||
		    !svg_real(&c[rate], &point.tflops) || point.tflops <= 0 ||
		    !svg_real(&c[time], &point.ns)) {
			p->left_out++;
			continue;
		}
		p->longest = fmax(p->longest, point.ns);
		*vec_add(&p->points) = point;
	}
}

static void widen(double *low, double *high, double f)
{
	*low = fmin(*low, floor(log10(f)));
	*high = fmax(*high, ceil(log10(f)));
}

/* All points are in it, the peaks, and where the roof bends. */
static void find_axes(struct plot *p)
{
	double most = 0;

	p->dram = peak_of(p, GPU_DRAM);
	p->low_x = p->low_y = INFINITY;
	p->high_x = p->high_y = -INFINITY;
	for (size_t i = 0; i < p->points.n; i++) {
		widen(&p->low_x, &p->high_x, p->points.v[i].ai);
		widen(&p->low_y, &p->high_y, p->points.v[i].tflops);
	}
	for (size_t i = 0; i < GPU_NRATES; i++)
		most = fmax(most, peak_of(p, i));
	if (most > 0)
		widen(&p->low_y, &p->high_y, most * 1.5);
	if (most > 0 && p->dram > 0)
		widen(&p->low_x, &p->high_x, most / p->dram * 3);
	if (p->low_x >= p->high_x)
		p->high_x = p->low_x + 1;
	if (p->low_y >= p->high_y)
		p->high_y = p->low_y + 1;
}

/* "0.01", "1000" */
static void put_power(double x, double y, const char *anchor, double power,
    const char *unit, struct strbuf *b)
{
	struct strbuf text = {0};

	if (power < 0)
		strbuf_printf(&text, "%.*f", (int)-power, pow(10, power));
	else
		strbuf_printf(&text, "%.0f", pow(10, power));
	strbuf_text(&text, unit);
	svg_text(x, y, anchor, strbuf_get(&text), b);
	strbuf_free(&text);
}

static void put_axes(struct plot *p, struct strbuf *b)
{
	strbuf_text(b, "<g class=\"x\">\n");
	for (double i = p->low_x; i <= p->high_x; i++) {
		double x = x_of(p, pow(10, i));
		bool first = i <= p->low_x, last = i >= p->high_x;

		svg_line(x, 0, x, HEIGHT, "g", b);
		put_power(x, HEIGHT + 15,
		    first  ? "start"
		    : last ? "end"
			   : "middle",
		    i, "", b);
	}
	for (double i = p->low_y; i <= p->high_y; i++) {
		double y = y_of(p, pow(10, i));

		svg_line(0, y, 100, y, "g", b);
		if (i < p->high_y)
			put_power(0, y - 3, "start", i,
			    i + 1 >= p->high_y ? " TFLOP/s" : "", b);
	}
	svg_text(50, HEIGHT + 30, "middle", STR("FLOP/byte"), b);
	strbuf_text(b, "</g>\n");
}

/* Where the memory gives a rate; at the left edge where that is not known. */
static double bend(const struct plot *p, double tflops)
{
	double x = p->dram > 0 ? x_of(p, tflops / p->dram) : 0;

	return x > 0 ? x : 0;
}

static void put_slope(const struct plot *p, double most, struct strbuf *b)
{
	double left = pow(10, p->low_x), low = pow(10, p->low_y);
	double from = fmax(left, low / p->dram), to = most / p->dram;
	struct strbuf text = {0};

	if (from >= to)
		return;
	svg_line(x_of(p, from), y_of(p, from * p->dram), x_of(p, to),
	    y_of(p, most), "c", b);
	strbuf_printf(&text, "memory %.0f GB/s", p->dram * 1000);
	svg_text(x_of(p, from) + 2, fmin(y_of(p, from * p->dram) + 6, HEIGHT - 6),
	    "start", strbuf_get(&text), b);
	strbuf_free(&text);
}

/* "fp16, bf16 989.4 TFLOP/s": the types of one peak, at the first of them. */
static void put_peak(const struct plot *p, size_t first, struct strbuf *b)
{
	double peak = peak_of(p, first);
	struct strbuf text = {0};

	for (size_t i = 0; i < first; i++)
		if (fabs(peak_of(p, i) - peak) <= peak / 1e6)
			return;
	for (size_t i = first; i < GPU_NRATES; i++)
		if (fabs(peak_of(p, i) - peak) <= peak / 1e6)
			strbuf_printf(&text, "%s%s", text.n ? ", " : "",
			    gpu_peak_name((unsigned)i));
	strbuf_printf(&text, " %.4g TFLOP/s", peak);
	svg_line(bend(p, peak), y_of(p, peak), 100, y_of(p, peak), "c", b);
	svg_text(99.5, y_of(p, peak) - 3, "end", strbuf_get(&text), b);
	strbuf_free(&text);
}

static void put_roof(const struct plot *p, struct strbuf *b)
{
	double most = 0, low = pow(10, p->low_y);

	for (size_t i = 0; i < GPU_NRATES; i++) {
		double peak = peak_of(p, i);

		if (peak > low)
			put_peak(p, i, b);
		most = fmax(most, peak);
	}
	if (p->dram > 0 && most > 0)
		put_slope(p, most, b);
}

static void put_title(const struct plot *p, const struct point *at,
    struct str name, struct strbuf *b)
{
	const struct cell *c = p->run->table.rows.v[at->row];
	double sol;

	strbuf_text(b, "<title>");
	escape_text(name, b);
	strbuf_text(b, ": ");
	scale_time((uint64_t)at->ns, b);
	strbuf_printf(b, ", %.3f TFLOP/s at %.3f FLOP/byte", at->tflops, at->ai);
	if (svg_real(&c[svg_column(p->run, "sol")], &sol))
		strbuf_printf(b, ", %.1f %% of its roofline", sol);
	strbuf_text(b, "</title>");
}

static bool is_free(const struct plot *p, double x, double y, double w)
{
	for (size_t i = 0; i < p->nnames; i++)
		if (fabs(p->names[i].y - y) < LINE &&
		    x < p->names[i].x + p->names[i].w && p->names[i].x < x + w)
			return false;
	return true;
}

/* The name beside its circle, inwards; none where it would hide another. */
static void put_name(struct plot *p, double x, double y, double r,
    struct str name, struct strbuf *b)
{
	double w = (double)name.n * LETTER, at = x * WIDTH / 100;
	bool left = x > 70;

	at += left ? -r - 4 - w : r + 4;
	if (p->nnames == NAMES || name.n > 40 || !is_free(p, at, y, w))
		return;
	p->names[p->nnames].x = at;
	p->names[p->nnames].y = y;
	p->names[p->nnames++].w = w;
	strbuf_text(b, "<text class=\"n\"");
	svg_set("x", x, "%", b);
	svg_set("y", y + 4, "", b);
	svg_set("dx", left ? -r - 4 : r + 4, "", b);
	strbuf_printf(b, "%s>", left ? " text-anchor=\"end\"" : "");
	escape_text(name, b);
	strbuf_text(b, "</text>\n");
}

/* A circle is as large as its time, but never too small to see. */
static void put_point(struct plot *p, struct out *o, const struct point *at,
    struct strbuf *circles, struct strbuf *names)
{
	const struct cell *call = &p->run->table.rows.v[at->row][0];
	struct str name = out_text(o, call);
	double x = x_of(p, at->ai), y = y_of(p, at->tflops), r = SMALL;

	if (p->longest > 0)
		r = fmax(r, LARGE * sqrt(at->ns / p->longest));
	strbuf_text(circles, "<circle");
	svg_set("cx", x, "%", circles);
	svg_set("cy", y, "", circles);
	svg_set("r", r, "", circles);
	strbuf_char(circles, '>');
	put_title(p, at, name, circles);
	strbuf_text(circles, "</circle>\n");
	put_name(p, x, y, r, name, names);
}

static void put_points(struct plot *p, struct strbuf *b)
{
	struct strbuf names = {0};
	struct out o = {0};

	for (size_t i = 0; i < p->points.n; i++)
		put_point(p, &o, &p->points.v[i], b, &names);
	strbuf_str(b, strbuf_get(&names));
	strbuf_free(&names);
	strbuf_free(&o.scratch);
}

static void draw(struct view_run *run, struct strbuf *b)
{
	struct plot p = {.run = run};

	find_points(&p);
	if (p.points.n > 0) {
		find_axes(&p);
		svg_begin("roof", HEIGHT + FOOT,
		    "Operators under the roofline of the device", b);
		strbuf_printf(b,
		    "<desc>%zu operators by FLOPs a byte and TFLOP/s, each as "
		    "large as its time",
		    p.points.n);
		if (p.left_out > 0)
			strbuf_printf(
			    b, "; %zu without FLOPs are not in it", p.left_out);
		strbuf_text(b, "; the table has the numbers.</desc>\n");
		put_axes(&p, b);
		put_roof(&p, b);
		put_points(&p, b);
		svg_end(b);
	}
	vec_free(&p.points);
}

const struct view_picture svg_roofline = {.draw = draw};
