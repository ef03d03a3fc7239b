# idx 5, dir 5, op 10, time(us) 8, tflops 6, gbs 7, tc 2, kernel 10 and 7 blanks
# are 60; from 120 on there are flops and bytes, 12 each, and params.
pp-prof -w 60 </dev/null
pp-prof -w 59 </dev/null
pp-prof -w 119 </dev/null
pp-prof -w 120 </dev/null
# what -c says has no other columns with -w, and no other order
pp-prof -w 20 -c sil,idx </dev/null
pp-prof -w 60 -c +sub,idx </dev/null
pp-prof -w 69 -c +sub,idx </dev/null
