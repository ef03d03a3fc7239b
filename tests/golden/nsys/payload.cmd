# Payloads: a number beside a collective is its message in bytes; so is a member
# of JSON named for a size. JSON that a dialect reads says what the plain text
# of its range does not. A number beside a user's range says nothing.
sqlite3 p.db "CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);
INSERT INTO StringIds VALUES(1,'cudaLaunchKernel_v7000'),(2,'k'),(3,'{\"Message size\": 8192, \"x\": [1]}');
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INT, end INT, correlationId INT, globalPid INT, demangledName INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INT, end INT, globalTid INT, correlationId INT, nameId INT);
CREATE TABLE NVTX_EVENTS(start INT, end INT, eventType INT, text TEXT, globalTid INT, domainId INT, uint64Value INT, jsonText TEXT, jsonTextId INT);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(110,120,1,281491770703872,2),(210,220,2,281491770703872,2),(310,320,3,281491770703872,2),(410,420,4,281491770703872,2);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(101,102,281491770704873,1,1),(201,202,281491770704873,2,1),(301,302,281491770704873,3,1),(401,402,281491770704873,4,1);
INSERT INTO NVTX_EVENTS VALUES(1,NULL,75,'NCCL',281491770704873,3,NULL,NULL,NULL),
 (100,105,59,'ncclAllReduce',281491770704873,3,4096,NULL,NULL),
 (200,205,59,'ncclAllGather',281491770704873,3,NULL,NULL,3),
 (300,305,59,'node 7',281491770704873,0,NULL,'{\"op\": \"Relu\", \"name\": \"tower/Relu\", \"args\": [{\"name\": \"features\", \"shape\": [2, 3]}], \"attrs\": {\"T\": \"float\"}}',NULL),
 (400,405,59,'my range',281491770704873,0,77,NULL,NULL);"
pp-parse p.db | jq -c '[.comm, .range, .op]'
