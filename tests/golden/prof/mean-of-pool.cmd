# torch runs mean where an adaptive pool makes one element of each image, so that a
# mean inside one has a result of 2 * 6, though no dimensions were recorded:
# 2 * 6 * 49 + 12 = 600, and 2352 + 48 bytes.  So has a mean inside that one.  The pool
# alone is N, 588; a mean elsewhere, or of what the pool did not get, stays unknown.
x='{"type":"tensor","shape":[2,6,7,7],"dtype":"float32"}'
none='{"type":"unknown"}'
mean='{"op":"aten::mean","args":['$x,$none,$none,$none']}'
pool='{"op":"aten::adaptive_avg_pool2d","args":['$x,$none']}'
sized='{"op":"aten::adaptive_avg_pool2d","args":['$x',{"type":"list","value":[1,1]}]}'
vector='{"op":"aten::mean","args":[{"type":"tensor","shape":[7],"dtype":"float32"},'$none,$none,$none']}'
for calls in "$pool,$mean" "$pool,$mean,$mean" "$sized" "$mean" "$pool,$vector"; do
	echo '{"v":1,"main":true,"op":['"$calls"']}'
done | pp-prof --csv -c call,flops,bytes
