# Of a column in which no row has a value the table says why, be it named (-c), a key
# (-g) or left out; scripts are told nothing.  An empty view says what that means.
echo '{"v":1,"kernel":"k","start":0,"dur":1000,"counters":{"x":1}}' >rec
{ cat rec; echo '{"v":1,"kernel":"volta_sgemm_32x32","start":2000,"dur":1000,"main":true,"op":[{"mod":"aten","op":"mm","args":[{"type":"tensor","shape":[2,3],"dtype":"float32"},{"type":"tensor","shape":[3,4],"dtype":"float32"}]}]}'; } >two
echo '{"v":1,"kernel":"k","dur":1000}' >bare
{ echo '{"v":1,"kind":"profile","kinds":["all"]}'; cat bare; } >asked
echo '{"v":1,"kernel":"layer_norm","dur":1000,"main":true,"op":[{"mod":"aten","op":"relu","args":[{"type":"tensor","shape":[2,3],"dtype":"float32"}]}]}' >norm
pp-prof -w 80 -c kernel,layer,role,sol,hwbytes rec
pp-prof -w 80 -c kernel,hwbytes bare
pp-prof -w 80 -c kernel,op,sol two
pp-prof -w 80 -g tc,elig two
pp-prof -w 80 -g tc,elig --gpu 'NVIDIA H100 80GB HBM3' two
pp-prof -c kernel,layer,sol rec
pp-prof -w 80 --view device two
for v in advice collectives idle,busy; do
	pp-prof -w 80 --view $v rec
done
for v in calls launches ranges; do
	pp-prof -w 80 --view $v asked
done
pp-prof -w 80 -g tc,kernel rec
pp-prof -w 80 -g tc,kernel norm
pp-prof -w 80 --view kernels --where kernel=x rec
# a device that the last record does not name, and one that only it names
sed -n 2p two >mm
sed 's/}$/,"gpu":{"name":"X9"}}/' mm >x9
cat x9 mm | pp-prof -w 80 -c sol
cat mm x9 | pp-prof -w 80 -c sol
# one whose peaks are known, for a row that has no cost, before one without
sed 's/}$/,"gpu":{"name":"Tesla V100-SXM2-16GB"}}/' rec >v100
cat v100 mm | pp-prof -w 80 -c sol
# --gpu FILE need not tell them
echo '{"cc":"9.0"}' >cc.json
pp-prof -w 80 -c sol --gpu cc.json mm
