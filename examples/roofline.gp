# roofline.gp - operators under the roofline of a device, drawn by gnuplot.
#
#	pp-parse F | pp-prof --view roofline --csv -c call,time,ai,tflops >roofline.csv
#	gnuplot -c roofline.gp roofline.csv 989.4 3352 >roofline.svg
#
# Behind the file come a peak in TFLOP/s and the bandwidth of the memory in GB/s; what
# pp-prof --list-gpus prints has both.  Each operator is a circle, as large as its time.
# Operators without FLOPs have no place on axes of powers of ten.
if (ARGC < 3) {
	print "usage: gnuplot -c roofline.gp FILE.csv TFLOP/s GB/s"
	exit status 2
}
peak = ARG2 + 0
dram = ARG3 / 1000.0  # TFLOP/s at a FLOP a byte

set terminal svg size 960,600 dynamic enhanced
set datafile separator ","

# Columns are call, time, ai, TFLOP/s; fields are in quotes, so they are text, and "na"
# and "-" are no numbers
number(s) = s eq "na" || s eq "-" || s + 0 <= 0 ? NaN : s + 0
place(s) = strcol(1) eq "total" ? NaN : number(s)

stats ARG1 every ::1 using (place(strcol(2))) nooutput name "time"
size(s) = 0.5 + 4 * sqrt(number(s) / time_max)

set logscale xy
set xlabel "FLOP/byte"
set ylabel "TFLOP/s"
set grid
set key off
set label sprintf("%g TFLOP/s", peak) at graph 0.99, first peak right offset 0, 0.6
set label sprintf("%g GB/s", dram * 1000) at graph 0.02, graph 0.96

roof(ai) = ai * dram < peak ? ai * dram : peak

plot [0.01:10000] [0.001:peak * 3] roof(x) with lines lw 2 lc rgb "#b84a62", \
    ARG1 every ::1 using (place(strcol(3))):(place(strcol(4))):(size(strcol(2))) \
        with points pt 7 ps variable lc rgb "#803d74b8", \
    ARG1 every ::1 using (place(strcol(3))):(place(strcol(4))):(strcol(1)) \
        with labels left offset 1,0 noenhanced font ",10"
