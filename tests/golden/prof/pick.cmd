# -c picks, orders and repeats; + adds to the default.
echo '{"v":1,"kernel":"k","dur":5,"dir":"fprop","sub":0,"stream":7}' >rec
pp-prof -c sil,idx,sil rec
pp-prof -c +stream,class rec
pp-prof --no-header -c kernel rec
