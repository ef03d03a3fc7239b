# The sets full, detailed and roofline: rates, and of a duration the mean.  A
# kernel's time is the sum, else the mean, the largest, that of being active.
m=smsp__sass_thread_inst_executed_op_
r=_pred_on.sum.per_cycle_elapsed
{
	echo "\"ID\",\"Process ID\",\"Kernel Name\",\"${m}fadd$r\",\"${m}fmul$r\",\"derived__${m}ffma_pred_on_x2\",\"smsp__cycles_elapsed.avg\",\"dram__bytes_read.sum.per_second\",\"dram__bytes_write.sum.per_second\",\"gpu__time_active.avg\",\"gpu__time_duration.max\",\"gpu__time_duration.avg\",\"gpu__time_duration.sum\""
	echo '"","","","inst/cycle","inst/cycle","inst","cycle","Gbyte/s","Gbyte/s","us","us","us","us"'
	echo '"0","1","k","1.5","2.25","100","1000","300","100","1","2","3","4"'
	echo '"1","1","k","1.5","2.25","100","1000","300","100","1","2","3","n/a"'
	echo '"2","1","k","1.5","2.25","100","1000","300","100","1","2","n/a","n/a"'
	echo '"3","1","k","1.5","2.25","100","1000","300","100","1","n/a","n/a","n/a"'
	echo '"4","1","k","1.5","2.25","100","n/a","300","n/a","1","n/a","n/a","n/a"'
} >raw.csv
# (1.5 + 2.25 + 100) * 1000; 400e9 byte/s for 4000, 3000, 2000, 1000 ns
pp-parse raw.csv | pp-prof -c sil,hwflops,hwbytes,hwgbs,hwconf
