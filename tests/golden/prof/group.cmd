# -g: rows that agree in the keys, by total, then by the keys' bytes; by hand:
# fprop conv  50 + 100, one unknown   150 = 29.821 % of 503, mean 75
# bprop conv  200                     39.761 %
# fprop fc    51 + 49 + 50            150: after conv, whose name is before
# bprop relu  1 + 2                   3 = 0.596 %, mean 1.5, rounded to 2
# a copy      0                       a row as any other, without a direction
# bprop fc    unknown                 a row, but no time: sorted as 0
# All records but the one of the profile, whatever their kind.
cat >rec <<'END'
{"v":1,"kind":"profile","base":"5"}
{"v":1,"kernel":"k","dur":51,"dir":"fprop","op":[{"op":"fc"}]}
{"v":1,"kernel":"k","dur":50,"dir":"fprop","op":[{"op":"conv"}]}
{"v":1,"kernel":"k","dir":"fprop","op":[{"op":"conv"}]}
{"v":1,"kernel":"k","dur":100,"dir":"fprop","op":[{"op":"conv"}]}
{"v":1,"kernel":"k","dur":200,"dir":"bprop","op":[{"op":"conv"}]}
{"v":1,"kernel":"k","dur":1,"dir":"bprop","op":[{"op":"relu"}]}
{"v":1,"kernel":"k","dur":2,"dir":"bprop","op":[{"op":"relu"}]}
{"v":1,"kernel":"k","dur":49,"dir":"fprop","op":[{"op":"fc"}]}
{"v":1,"kernel":"k","dur":50,"dir":"fprop","op":[{"op":"fc"}]}
{"v":1,"kernel":"k","dir":"bprop","op":[{"op":"fc"}]}
{"v":1,"kind":"memcpy","dur":0}
END
pp-prof -g op,dir rec
pp-prof -g dir -u us --csv -c total,dir,mean rec
pp-prof -g op --json --no-header rec
pp-prof -g op,kind -w 60 -c op,count,total,max rec
# other names of the count, which counts rows whatever their kind
pp-prof -g dir --csv -c dir,calls,kernels,count rec
pp-prof -g op </dev/null
echo '{' | pp-prof -g op
echo $?
for wrong in '-g opp' '-g +op' '-g op,' '-g op -c gemm' '-g op --view roofline'; do
	pp-prof $wrong rec
	echo $?
done
