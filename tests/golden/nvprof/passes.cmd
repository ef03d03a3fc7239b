# pass: the ordinal of the range that tells the phase, for each process and phase.
# Process 42: 1 in the first forward, 2 in one inside it, which is no pass of its
# own, 3 again in the first; 4 in a backward; 5 in the third forward, by start,
# since the second was inside the first.  Process 43 counts anew.  6 is in none.
sqlite3 p.sqlite "CREATE TABLE StringTable(_id_ INTEGER PRIMARY KEY, value TEXT);
	INSERT INTO StringTable VALUES(1,'k'),(2,'forward'),(3,'backward'),(4,'Batch- Forward');
	CREATE TABLE CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL(start INT, end INT, correlationId INT, name INT);
	INSERT INTO CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL VALUES
		(110,111,1,1),(130,131,2,1),(160,161,3,1),(210,211,4,1),(310,311,5,1),(410,411,6,1),(510,511,7,1);
	CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(cbid INT, start INT, end INT, processId INT, threadId INT, correlationId INT);
	INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES
		(211,105,106,42,7,1),(211,125,126,42,7,2),(211,155,156,42,7,3),(211,205,206,42,7,4),
		(211,305,306,42,7,5),(211,405,406,42,7,6),(211,505,506,43,7,7);
	CREATE TABLE r(id INT, start INT, end INT, pid BLOB, name INT);
	INSERT INTO r VALUES(1,100,190,X'2A0000000700000000000000',4),(2,120,150,X'2A0000000700000000000000',2),
		(3,200,290,X'2A0000000700000000000000',3),(4,300,390,X'2A0000000700000000000000',2),
		(5,500,590,X'2B0000000700000000000000',2);
	CREATE TABLE CUPTI_ACTIVITY_KIND_MARKER(flags INT, timestamp INT, id INT, objectKind INT, objectId BLOB, name INT);
	INSERT INTO CUPTI_ACTIVITY_KIND_MARKER SELECT 2,start,id,2,pid,name FROM r UNION ALL
		SELECT 4,end,id,2,pid,0 FROM r ORDER BY 2;"
pp-parse p.sqlite | jq -c '[.corr, .pid, .phase, .pass]'
