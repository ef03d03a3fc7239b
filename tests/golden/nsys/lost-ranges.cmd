# A range without a text, or without a start, holds no kernel and is told; names of
# domains and categories are no ranges.
sqlite3 p.db "CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);
	INSERT INTO StringIds VALUES(1,'k'),(2,'whole'),(3,'cudaLaunchKernel_v7000');
	CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INT, end INT, correlationId INT, globalPid INT, shortName INT);
	INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(110,111,1,0,1);
	CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INT, end INT, globalTid INT, correlationId INT, nameId INT);
	INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(105,106,7,1,3);
	CREATE TABLE NVTX_EVENTS(start INT, end INT, eventType INT, text TEXT, globalTid INT, textId INT, domainId INT);
	INSERT INTO NVTX_EVENTS VALUES(100,190,59,NULL,7,2,0),(101,189,59,NULL,7,99,0),
		(102,188,59,NULL,7,NULL,0),(NULL,187,59,'no start',7,NULL,0),
		(0,NULL,75,NULL,7,NULL,1),(0,NULL,33,NULL,7,NULL,1);"
pp-parse p.db | jq -c '[.kernel, .range]'
