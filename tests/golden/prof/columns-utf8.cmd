# Widths count cells: 1 for é, in one character or two, 2 for 中, none for what
# joins; of 12 the beginning keeps 5 and the end 5, of 11 one less; where half a
# character would be left there is a blank.  What turns a line around is shown as a number.
cat >rec <<'END'
{"v":1,"kernel":"k","dur":1505,"layer":["ééééééééééxyz"]}
{"v":1,"kernel":"k","dur":25,"layer":["e\u0301e\u0301bcdefghijk"]}
{"v":1,"kernel":"k","dur":25,"layer":["中中中中中中"]}
{"v":1,"kernel":"k","dur":25,"layer":["中中中中中中中"]}
{"v":1,"kernel":"k","dur":3,"layer":["a\u001bbcdefghijk"]}
{"v":1,"kernel":"k","dur":4,"layer":["\u202eabc"]}
END
pp-prof -w 21 -c layer,sil rec | sed 's/$/|/'
pp-prof -w 20 -c layer,sil rec | sed 's/$/|/'
