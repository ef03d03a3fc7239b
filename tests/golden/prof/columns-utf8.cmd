# Widths count code points; a sequence is never cut: 10 of 12 letters.
cat >rec <<'END'
{"v":1,"kernel":"k","dur":1,"layer":["ééééééééééxy"]}
{"v":1,"kernel":"k","dur":2,"layer":["中中中"]}
{"v":1,"kernel":"k","dur":3,"layer":["a\u001bbcdefghijk"]}
END
pp-prof -w 20 -c layer,sil rec | sed 's/$/|/'
