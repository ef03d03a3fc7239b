# What would run as a formula is text, and so are ids that would be rounded;
# numbers stay numbers.
cat >rec <<'END'
{"v":1,"kernel":"k","dur":5,"grid":[12,1,5],"layer":["=2+5"],"seq":["9007199254740993"],"tid":"1234567890123456"}
{"v":1,"kernel":"k","dur":5,"grid":[1,1,1],"layer":["@SUM(A1:A9)"],"seq":[999999999999999],"tid":7}
{"v":1,"kernel":"k","dur":5,"grid":[1,1,1],"layer":["say \"hi\", 1-2"],"seq":[1,2],"start":-5}
END
pp-prof --csv=sheet -c layer,seq,tid,grid,sil,start rec
pp-prof --csv --no-header -c layer,seq,tid,grid,sil,start rec
