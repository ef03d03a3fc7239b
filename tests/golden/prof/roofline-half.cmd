# Half a picosecond is rounded up: 3 bytes are filled, which take 1.5 ps at 2000
# GB/s and count as 2, 0.200 % of 1 ns; 5 take 2.5 ps and count as 3; together
# 5 of 2000 ps.  At 2001 GB/s the 3 bytes take 1.499 ps and count as 1.
# 2003 bytes take 1001.5 ps: 1002 ps are 2 ns when rounded up, 2.004 % of 50 ns.
fill()
{
	echo "{\"v\":1,\"kernel\":\"fill\",\"class\":\"fill\",\"dur\":$2,\"nsub\":1,\"main\":true,\"dir\":\"fprop\",\"op\":[{\"op\":\"aten::$3\",\"args\":[{\"type\":\"tensor\",\"shape\":[$1],\"dtype\":\"uint8\"},{\"type\":\"int\",\"value\":0}]}],\"gpu\":{\"name\":\"Tesla V100-SXM2-16GB\"}}"
}
cols=call,bytes,peak,roof,sol,bound
{ fill 3 1 fill_; fill 5 1 fill_; } >rec
pp-prof --view roofline --peak dram=2000 -c $cols rec
fill 3 1 fill_ | pp-prof --view roofline --no-header --peak dram=2000 -c $cols
fill 3 1 fill_ | pp-prof --view roofline --no-header --peak dram=2001 -c $cols
fill 2003 50 fill_ | pp-prof --view roofline --no-header --peak dram=2000 -c $cols
