# A memset of dx, 8 * 10 * 4 bytes, in the call that writes to it: read though
# no record is made of it, and no word where it has no times.
sqlite3 p.sqlite "CREATE TABLE StringTable(_id_ INTEGER PRIMARY KEY, value TEXT);
	INSERT INTO StringTable VALUES(1,'nll_loss_backward_kernel'),(2,'aten::nll_loss_backward, seq = 1, sizes = [[], [8, 10], [8]]');
	CREATE TABLE CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL(start INT, end INT, correlationId INT, name INT);
	INSERT INTO CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL VALUES(110,111,1,1);
	CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET(start INT, end INT, correlationId INT, bytes INT);
	INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET VALUES(0,0,2,320);
	CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(cbid INT, start INT, end INT, processId INT, threadId INT, correlationId INT);
	INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(211,105,106,42,7,1),(51,103,104,42,7,2);
	CREATE TABLE CUPTI_ACTIVITY_KIND_MARKER(flags INT, timestamp INT, id INT, objectKind INT, objectId BLOB, name INT);
	INSERT INTO CUPTI_ACTIVITY_KIND_MARKER VALUES(2,100,1,2,X'2A0000000700000000000000',2),
		(4,190,1,2,X'2A0000000700000000000000',0);"
pp-parse p.sqlite | jq -c '[.kernel, .start, (.op[] | .inner.zeroed)]'
