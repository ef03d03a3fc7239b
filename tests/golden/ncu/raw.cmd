# 2.50 Mbyte = 2500000, 3.20 us = 3200 ns, 1.41 Ghz = 1410000000; 2,001.13 us =
# 2001130 ns.  Kernel 0: 1024 + 0 bytes; no smem on kernel 1, whose 2.05 Kbyte
# are rounded.  n/a, nothing, inf, nan and a word are no counters.
cp "$SRC/tests/fixtures/ncu-raw.csv" raw.csv
pp-parse -k kernel,profile raw.csv
# the same from a pipe, with CRLF, from a later table, and without an end of line
pp-parse raw.csv >once
sed 's/$/\r/' raw.csv | pp-parse | cmp - once
head -c -1 raw.csv | sed '$d' | pp-parse - | cmp - once
# a table that comes again is another run; a program's output may be longer than
# what detection sees, and then it has to be told
cat once once >twice
sed -n '/^"/p' raw.csv | cat raw.csv - | pp-parse | cmp - twice
{ yes 'loss, "0.5' | head -10000; cat raw.csv; } >long.csv
pp-parse long.csv || echo "status $?"
pp-parse -f ncu long.csv | cmp - once
