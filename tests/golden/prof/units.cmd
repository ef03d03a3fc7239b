# 1500 ns = 1.500 us = 0.001500 ms; JSON stays in ns.
echo '{"v":1,"kernel":"k","start":1000000,"dur":1500,"api_start":999990,"api_dur":7}' >rec
for unit in ns us ms; do
	pp-prof -u $unit -c sil,start,end,delay,apidur rec
done
pp-prof -u us -w 30 -c sil,start rec
# 8 and 14 digits; with -u us or ms a point; GB/s have 7 places, and a third decimal
pp-prof -u ns -w 31 -c sil,start,gbs rec || echo "status $?"
pp-prof -u ns -w 32 -c sil,start,gbs rec
pp-prof -w 31 -c sil,start,gbs rec
pp-prof -u ms --json -c sil,start rec
