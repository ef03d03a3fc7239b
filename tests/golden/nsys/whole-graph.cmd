# A graph that was traced as a whole has no kernels: how to record them.
sqlite3 g.db "CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);
INSERT INTO StringIds VALUES(1,'cudaGraphLaunch_v10000');
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INT, end INT, globalTid INT, correlationId INT, nameId INT);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(10,20,281491770704873,5,1);
CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE(start INT, end INT, deviceId INT, graphId INT, graphExecId INT, contextId INT, streamId INT, correlationId INT, globalPid INT);
INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES(30,90,0,3,4,1,7,5,281491770703872);"
pp-parse g.db
pp-parse -k all g.db 2>/dev/null
echo "others have no operators: both is said"
sqlite3 g.db "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INT, end INT, correlationId INT);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(100,110,NULL);"
pp-parse g.db
