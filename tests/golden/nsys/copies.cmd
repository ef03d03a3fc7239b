# Names of copies, sets and synchronisations, as traces have them.  nsys's kinds of
# memory: 0 pageable, 1 pinned, 2 device, 4 managed, 7 unknown; what an export calls
# one counts.  Without one of the kinds there is no name.
P=281491770703872
sqlite3 p.db "CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY(start INT, end INT, correlationId INT, globalPid INT, bytes INT, copyKind INT, srcKind INT, dstKind INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET(start INT, end INT, correlationId INT, globalPid INT, bytes INT, memKind INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_SYNCHRONIZATION(start INT, end INT, correlationId INT, globalPid INT, syncType INT);
INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES(1,2,1,$P,8,1,0,2),(2,3,2,$P,8,2,2,1),(3,4,3,$P,8,8,4,7),
 (4,5,4,$P,8,1,NULL,2),(5,6,5,$P,8,1,0,99),(6,7,6,$P,8,99,0,2),(7,8,7,$P,8,10,2,2),(8,9,8,$P,8,1,-1,2);
INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET VALUES(11,12,11,$P,8,2),(12,13,12,$P,8,NULL),(13,14,13,$P,8,4);
INSERT INTO CUPTI_ACTIVITY_KIND_SYNCHRONIZATION VALUES(21,22,21,$P,1),(22,23,22,$P,2),(23,24,23,$P,3),(24,25,24,$P,4),(25,26,25,$P,0),(26,27,26,$P,5);"
pp-parse -k memcpy,memset,sync p.db | jq -c '[.kind, .copy, .name]'
pp-parse -k memcpy,memset,sync p.db | pp-prof --no-header -g kernel,kind -c kernel,count | sort
echo --
sqlite3 p.db "CREATE TABLE ENUM_CUDA_MEM_KIND(id INT, name TEXT, label TEXT);
INSERT INTO ENUM_CUDA_MEM_KIND VALUES(2,'CUDA_MEMOPR_MEMORY_KIND_DEVICE','GPU'),(99,'x','y'),(-1,'x','z'),(1,'x',NULL);"
pp-parse -k memcpy,memset p.db | jq -c '.name'
