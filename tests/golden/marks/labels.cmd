# Backward ranges find their forward by label. Chainer: two calls of one label, in
# reverse order, and none of the step before; TensorFlow: the node's path behind
# gradients/ and before _grad; XLA: transpose(jvp(..)) is that of jvp(..);
# Megatron: the module.
n=0
sql='CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);
CREATE TABLE NVTX_EVENTS(start INT, end INT, eventType INT, text TEXT, globalTid INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INT, end INT, globalTid INT, correlationId INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INT, end INT, deviceId INT, globalPid INT, correlationId INT, demangledName INT);
INSERT INTO StringIds VALUES(1, '"'k'"');'
# range START END TEXT: with a launch in its midst, unless END is far
range()
{
	n=$((n + 1))
	sql="$sql INSERT INTO NVTX_EVENTS VALUES($1, $2, 59, '$3', 16777216 * 9 + 9);"
	[ $(($2 - $1)) -gt 50 ] || sql="$sql
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES($1 + 3, $1 + 4, 16777216 * 9 + 9, $n);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES($1 + 1000, $1 + 1001, 0, 16777216 * 9, $n, 1);"
}
range 100 300 iteration
range 110 119 'layer:l1'
range 111 118 LinearFunction.forward
range 121 128 LinearFunction.forward
range 131 138 LinearFunction.backward
range 141 148 LinearFunction.backward
range 151 158 LinearFunction.backward
range 161 168 '_ + _.forward'
range 400 600 iteration
range 411 418 '_ + _.backward'
range 701 708 'MatMul: net/fc/MatMul'
range 711 718 'MatMul: gradients/net/fc/MatMul_grad/MatMul'
range 721 728 'MatMul: gradients/net/fc/MatMul_grad/MatMul_1'
range 731 738 'ReluGrad: train/gradients_1/net/relu_grad/ReluGrad'
range 801 808 'Thunk:#name=jit(step)/jvp(dense)/dot_general,hlo_op=gemm.1#'
range 811 818 'Thunk:#name=jit(step)/transpose(jvp(dense))/dot_general,hlo_op=gemm.3#'
range 901 908 'megatron.core.transformer.mlp.forward.linear_fc1'
range 911 918 'megatron.core.transformer.mlp.backward.linear_fc1'
echo "$sql" | sqlite3 x.db
pp-parse x.db | jq -c '[.start, .dir, .op[0].op, (.fwd // [] | map(.op)), .layer]'
