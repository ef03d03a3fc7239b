# Where no call tells the parameters, PyProf printed na=na,: with -w it is na
printf '{"v":1,"kernel":"k","dur":5%s}\n' '' \
    ',"op":[{"op":"aten::relu","args":[{"type":"tensor","shape":[2,3],"dtype":"float32"}]}]' >rec
for format in "-w 80" "" --csv --json; do
	pp-prof $format --no-header -c params,kernel rec
done
