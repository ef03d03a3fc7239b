# idx is the line of all input together, also where the line gives no row; a file
# that is not there is passed over.
cat >a <<'END'
{"v":1,"kind":"profile","producer":"nvprof"}
{"v":1,"kernel":"k1","dur":10}
END
echo '{"v":1,"kernel":"k2","dur":20}' >b
pp-prof -c idx,kernel a nope b a
