# Arguments of operators inside nodes of autograd: the dict without a module is what
# the node ran itself, so its kernel has the layer of the node's forward; a call of
# PyProf's with a module inside a node names itself and has none.
n=0
sql='CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);
CREATE TABLE NVTX_EVENTS(start INT, end INT, eventType INT, text TEXT, globalTid INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INT, end INT, globalTid INT, correlationId INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INT, end INT, deviceId INT, globalPid INT, correlationId INT, demangledName INT);
INSERT INTO StringIds VALUES(1, '"'k'"');'
# range START END TEXT
range()
{
	sql="$sql INSERT INTO NVTX_EVENTS VALUES($1, $2, 59, '$3', 16777216 * 9 + 9);"
}
# call START END MODULE OPERATOR: its dict, with a launch inside
call()
{
	n=$((n + 1))
	range "$1" "$2" "{''mod'': ''$3'', ''op'': ''$4'', ''args'': [{''name'': '''', ''type'': ''tensor'', ''shape'': (4, 4), ''dtype'': ''float32''}]}"
	sql="$sql
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES($1 + 3, $1 + 4, 16777216 * 9 + 9, $n);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES($1 + 1000, $1 + 1001, 0, 16777216 * 9, $n, 1);"
}
range 10 39 'layer:fc'
range 11 29 'aten::mm, seq = 7'
call 12 28 '' aten::mm
range 40 59 'layer:act'
range 41 58 'aten::tanh, seq = 8'
call 42 57 '' aten::tanh
range 60 79 'TanhBackward0, seq = 8'
call 61 70 '' aten::tanh_backward
range 80 109 'MmBackward0, seq = 7'
call 81 90 '' aten::mm
call 91 108 torch matmul
echo "$sql" | sqlite3 x.db
pp-parse x.db | jq -c '[.start, .dir, .op[-1].op, (.fwd // [] | map(.op)), .layer, .seq]'
