# Arguments of operators inside emit_nvtx, the nesting of torch 2: the dict lies
# between two of its ranges.  A product of 2 by 3 and 3 by 4 is 2*2*3*4 = 48, of the
# gradient 2 by 4 and 4 by 3 it is 2*2*4*3 = 48; each once.
n=0
sql='CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);
CREATE TABLE NVTX_EVENTS(start INT, end INT, eventType INT, text TEXT, globalTid INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INT, end INT, globalTid INT, correlationId INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INT, end INT, deviceId INT, globalPid INT, correlationId INT, demangledName INT);
INSERT INTO StringIds VALUES(1, '"'k'"');'
# range START END THREAD TEXT
range()
{
	sql="$sql INSERT INTO NVTX_EVENTS VALUES($1, $2, 59, '$4', 16777216 * 9 + $3);"
}
# call START END THREAD SHAPE SHAPE: the dict of a product, with emit_nvtx's range of
# what comes below, and a launch inside of both
call()
{
	n=$((n + 1))
	range "$1" "$2" "$3" "{''mod'': '''', ''op'': ''aten::mm'', ''args'': [{''name'': '''', ''type'': ''tensor'', ''shape'': ($4), ''dtype'': ''float32''}, {''name'': '''', ''type'': ''tensor'', ''shape'': ($5), ''dtype'': ''float32''}]}"
	range $(($1 + 1)) $(($2 - 1)) "$3" 'aten::mm, op_id = 9, sizes = [[], []]'
	sql="$sql
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES($1 + 3, $1 + 4, 16777216 * 9 + $3, $n);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES($1 + 1000, $1 + 1001, 0, 16777216 * 9, $n, 1);"
}
range 10 49 1 'layer:fc'
range 11 48 1 'aten::matmul, seq = 7, op_id = 1, sizes = [[2, 3], [3, 4]]'
range 12 47 1 'aten::mm, seq = 7, op_id = 2, sizes = [[2, 3], [3, 4]]'
call 20 40 1 '2, 3' '3, 4'
range 60 99 2 'autograd::engine::evaluate_function: MmBackward0, op_id = 3'
range 61 98 2 'MmBackward0, seq = 7, op_id = 4, sizes = [[2, 4]]'
range 62 97 2 'aten::mm, op_id = 5, sizes = [[2, 4], [4, 3]]'
call 70 90 2 '2, 4' '4, 3'
echo "$sql" | sqlite3 x.db
pp-parse x.db | pp-prof --no-header -c dir,layer,flops,gemm
pp-parse x.db | jq -c '[.seq, .op[-1].op]'
