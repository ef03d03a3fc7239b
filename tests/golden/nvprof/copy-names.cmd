# nvprof's databases have CUPTI's numbers: 0 unknown, 1 pageable, 2 pinned, 3 device
sqlite3 p.db "CREATE TABLE StringTable(_id_ INTEGER PRIMARY KEY, value TEXT);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY(start INT, end INT, correlationId INT, bytes INT, copyKind INT, srcKind INT, dstKind INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY2(start INT, end INT, correlationId INT, bytes INT, copyKind INT, srcKind INT, dstKind INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET(start INT, end INT, correlationId INT, bytes INT, memoryKind INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_SYNCHRONIZATION(start INT, end INT, correlationId INT, type INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_DEVICE(id INT, name INT, numMultiprocessors INT, globalMemorySize INT, maxWarpsPerMultiprocessor INT, numThreadsPerWarp INT);
INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES(1,2,1,8,1,1,3),(2,3,2,8,2,3,2),(3,4,3,8,1,0,3);
INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY2 VALUES(4,5,4,8,10,3,3);
INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET VALUES(11,12,11,8,3);
INSERT INTO CUPTI_ACTIVITY_KIND_SYNCHRONIZATION VALUES(21,22,21,3);
INSERT INTO CUPTI_ACTIVITY_KIND_DEVICE VALUES(0,0,80,16945512448,64,32),(1,0,80,0,64,0);"
pp-parse -k memcpy,memset,sync,profile p.db | jq -c 'if .devices then .devices else [.kind, .copy, .name] end'
