# 2.33 Mbyte = 2330000, 6.75 us = 6750 ns, 345.14 Gbyte/s = 345140000000, 1.5 ms
# = 1500000 ns.  A metric's name in another unit is another counter, in the same
# unit the first one stays, and another value (20) is told; a rule is none.  Only
# the speed of light's Duration is the kernel's.  No smem: 16.38 Kbyte are rounded.
cp "$SRC/tests/fixtures/ncu-details.csv" .
pp-parse ncu-details.csv
