# The NVTX domain and category of each range.  A category belongs to a domain and
# that to a process: 1 of domain 1 is "load" in process 1001, and has no name in
# 1002, where domain 1 is another; there the number stands.  A layer is no range,
# and has no place in the lists.  Rows of the two name tables come in any order.
P1=281491770703872 P2=281491787481088
T1=281491770703873 T2=281491787481089
sqlite3 p.db "CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);
INSERT INTO StringIds VALUES(1,'cudaLaunchKernel_v7000'),(2,'k'),(3,'logged');
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INT, end INT, correlationId INT, globalPid INT, demangledName INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INT, end INT, globalTid INT, correlationId INT, nameId INT);
CREATE TABLE NVTX_EVENTS(start INT, end INT, eventType INT, text TEXT, globalTid INT, domainId INT, category INT, textId INT);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(110,120,1,$P1,2),(210,220,2,$P1,2),(310,320,3,$P1,2),(410,420,1,$P2,2);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(101,102,$T1,1,1),(201,202,$T1,2,1),(301,302,$T1,3,1),(401,402,$T2,1,1);
INSERT INTO NVTX_EVENTS VALUES
 (90,105,59,'default',$T1,NULL,NULL,NULL),
 (91,105,59,'layer:L',$T1,1,1,NULL),
 (92,105,59,'in data',$T1,1,1,NULL),
 (93,105,59,'plain',$T1,0,7,NULL),
 (200,205,59,'alone',$T1,0,0,NULL),
 (300,305,59,'unnamed',$T1,9,NULL,NULL),
 (400,405,59,'other process',$T2,1,1,NULL),
 (1,NULL,75,'data',$T1,1,NULL,NULL),
 (2,NULL,75,'other',$T2,1,NULL,NULL),
 (3,4,33,'load',$T1,1,1,NULL),
 (3,4,33,NULL,$T1,0,7,3);"
pp-parse -k kernel,range p.db | jq -c '[.kind, .pid, .layer, .range, .domain, .category]'
pp-parse p.db | pp-prof --csv -c range,domain,category
