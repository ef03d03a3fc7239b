# A correlation id that comes again: each kernel is of the last call that began by its
# start, of one process; what the driver does inside a call of the runtime is that call,
# and a call without a kernel is told.  A range whose end is lost is no operator.
db() # NAME SQL ...
{
	sqlite3 "$1" "CREATE TABLE StringTable(_id_ INTEGER PRIMARY KEY, value TEXT);
	INSERT INTO StringTable VALUES(1,'k'),(2,'aten::mm, seq = 1'),(3,'aten::add, seq = 2');
	CREATE TABLE CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL(start INT, end INT, correlationId INT, name INT);
	CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(cbid INT, start INT, end INT, processId INT, threadId INT, correlationId INT);
	CREATE TABLE CUPTI_ACTIVITY_KIND_DRIVER(cbid INT, start INT, end INT, processId INT, threadId INT, correlationId INT);
	CREATE TABLE CUPTI_ACTIVITY_KIND_MARKER(flags INT, timestamp INT, id INT, objectKind INT, objectId BLOB, name INT);"
	sqlite3 "$1" "$2"
	echo "$1" >&2
	pp-parse "$1" | jq -c '[.start, .api_start, .api, (.op // [] | map(.op))]'
}
kernels='INSERT INTO CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL VALUES'
calls='INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES'
markers='INSERT INTO CUPTI_ACTIVITY_KIND_MARKER VALUES'
thread="X'2A0000000700000000000000'"
echo "two calls of one process, with the driver's in them"
db reset "$kernels (200,210,7,1),(600,610,7,1);
	$calls (211,100,120,42,7,7),(211,500,520,42,7,7);
	INSERT INTO CUPTI_ACTIVITY_KIND_DRIVER VALUES(307,105,115,42,7,7),(307,505,515,42,7,7);
	$markers (2,90,1,2,$thread,2),(4,130,1,2,$thread,0),(2,490,2,2,$thread,3),(4,530,2,2,$thread,0)"
echo "the later call has lost its kernel"
db lost "$kernels (200,210,7,1); $calls (211,100,120,42,7,7),(211,500,520,42,7,7)"
echo "the first call has"
db first "$kernels (600,610,7,1); $calls (211,100,120,42,7,7),(211,500,520,42,7,7)"
echo "of two processes: the first is of the only call by then"
db processes "$kernels (200,210,7,1),(600,610,7,1);
	$calls (211,100,120,42,7,7),(211,500,520,43,8,7)"
echo "a range whose end is lost, up to where its id begins again"
db cut "$kernels (200,210,7,1),(600,610,8,1);
	$calls (211,100,120,42,7,7),(211,500,520,42,7,8);
	$markers (2,90,1,2,$thread,2),(2,490,1,2,$thread,3),(4,530,1,2,$thread,0)"
