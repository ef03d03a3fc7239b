# Five fields on every line whatever the texts hold: awk's $n is a column.
cat >rec <<'END'
{"v":1,"kernel":"","dur":1,"layer":["a b\tc\nd"],"range":["x  y"]}
{"v":1,"kernel":"k l","dur":2,"layer":[""],"range":["back\\slash \u001b[0m \u009b"]}
{"v":1,"kernel":"k","dur":3,"layer":["\u00e9\u4e2d"]}
END
pp-prof -c idx,kernel,layer,op,sil rec | tee out
awk 'NF != 5' out
