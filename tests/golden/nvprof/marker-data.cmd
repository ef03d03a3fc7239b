# Domain, category and payload of nvprof's markers: 7 of category 3 is step 12 (0c in
# eight bytes), the second has a domain, a payload that is a double and no category.
# The object of a marker is its process and thread: 42 and 5.
sqlite3 p.db "CREATE TABLE StringTable(_id_ INTEGER PRIMARY KEY, value TEXT);
INSERT INTO StringTable VALUES(1,'k'),(2,'step'),(3,'plain'),(4,'data');
CREATE TABLE CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL(start INT, end INT, correlationId INT, name INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INT, end INT, correlationId INT, processId INT, threadId INT, cbid INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_MARKER(flags INT, timestamp INT, id INT, objectId BLOB, name INT, domain INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_MARKER_DATA(flags INT, id INT, payloadKind INT, payload BLOB, color INT, category INT);
INSERT INTO CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL VALUES(200,210,1,1),(400,410,2,1),(600,610,3,1);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(110,120,1,42,5,211),(310,320,2,42,5,211),(510,520,3,42,5,211);
INSERT INTO CUPTI_ACTIVITY_KIND_MARKER VALUES
 (2,100,7,x'2a00000005000000',2,0),(4,130,7,x'2a00000005000000',0,0),
 (2,300,8,x'2a00000005000000',3,4),(4,330,8,x'2a00000005000000',0,0),
 (2,500,9,x'2a00000005000000',2,0),(4,530,9,x'2a00000005000000',0,0);
INSERT INTO CUPTI_ACTIVITY_KIND_MARKER_DATA VALUES(0,7,1,x'0c00000000000000',0,3),
 (0,8,0,x'0000000000002840',0,0),(0,9,4,x'feffffffffffffff',0,0);"
pp-parse p.db | jq -c '[.range, .domain, .category, .step]'
# An id that comes again: the data of each are by their order, also of a mark (1) and of a
# start row without a thread (9), if there are as many of both: the ranges of id 7 have 2
# and 5.  Of two ranges with id 8 one has data, and nothing tells which.
sqlite3 p.db "DELETE FROM CUPTI_ACTIVITY_KIND_MARKER; DELETE FROM CUPTI_ACTIVITY_KIND_MARKER_DATA;
INSERT INTO CUPTI_ACTIVITY_KIND_MARKER VALUES
 (1,90,7,x'2a00000005000000',3,0),
 (2,100,7,x'2a00000005000000',2,0),(4,130,7,x'2a00000005000000',0,0),
 (2,200,7,NULL,2,0),
 (2,300,7,x'2a00000005000000',2,0),(4,330,7,x'2a00000005000000',0,0),
 (2,500,8,x'2a00000005000000',2,0),(4,530,8,x'2a00000005000000',0,0),
 (2,540,8,x'2a00000005000000',2,0),(4,550,8,x'2a00000005000000',0,0);
INSERT INTO CUPTI_ACTIVITY_KIND_MARKER_DATA VALUES(0,7,1,x'0100000000000000',0,0),
 (0,7,1,x'0200000000000000',0,3),(0,8,1,x'0700000000000000',0,8),
 (0,7,1,x'0900000000000000',0,0),(0,7,1,x'0500000000000000',0,4);"
pp-parse p.db | jq -c '[.range, .domain, .category, .step]'
