# --tree: levels by key, members sorted, kernels by launch, unknown is null.
# 1 and 2 are swapped: 2 was launched first.  4 has no layer, 5 nothing at all.
cat >rec <<'END'
{"v":1,"name":"a \"q\"","start":10,"dur":5,"stream":7,"regs":32,"api_start":8,"layer":["net","fc"],"dir":"fprop"}
{"v":1,"name":"b","start":20,"dur":6,"stream":8,"regs":16,"api_start":3,"layer":["net","fc"],"dir":"fprop"}
{"v":1,"name":"c","start":30,"dur":7,"stream":7,"regs":16,"api_start":9,"layer":["net","fc"],"dir":"bprop"}
{"v":1,"name":"d","start":40,"dur":8,"stream":"9007199254740993","regs":16,"dir":"fprop"}
{"v":1,"kernel":"short"}
END
pp-prof --tree layer,dir rec
# times are absolute behind the profile's record
{ echo '{"v":1,"kind":"profile","base":"1000"}'; cat rec; } |
    pp-prof --tree stream | jq -c 'map_values(map([.start, .end]))'
# a copy has a place as well, what the host did has none
for kind in memcpy api op step range; do
	echo "{\"v\":1,\"kind\":\"$kind\",\"copy\":\"HtoD\",\"dur\":3}"
done | pp-prof --tree kind | jq -c .
pp-prof --tree layer </dev/null
pp-prof --tree phase,op </dev/null
# nothing of what is read before a line that is none
{ cat rec; echo '{'; } | pp-prof --tree dir
echo $?
many=$(yes dir | head -33 | paste -sd , -)
for wrong in '--tree layr' '--tree dir --json' '--tree dir -c op' '--tree dir -g op' \
    '--tree dir --view coverage' "--tree $many"; do
	pp-prof $wrong rec
	echo $?
done
