# The rows before it are out; nothing comes after it.
cat >rec <<'END'
{"v":1,"kernel":"k1","dur":10}
{"v":1,"kernel":"k2","dur":20,"grid":[1,1]}
{"v":1,"kernel":"k3","dur":30}
END
pp-prof -c idx,kernel,sil rec rec
