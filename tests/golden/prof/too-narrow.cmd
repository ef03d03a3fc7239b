# 7 + 5 + 3 + 15 + 15 + 10 = 55, which is enough: kernel and params get nothing.
pp-prof -w 55 </dev/null
pp-prof -w 54 </dev/null
