# The string table's numbers are kept apart from its texts, which are whole again
# in records: a kernel's name, a call's number, a range that two ranges share by
# one string id, a mark, and what a warning shows.  "seq = 07" is no number that
# torch writes.
sqlite3 n.db <<'END'
CREATE TABLE StringTable(_id_ INTEGER PRIMARY KEY, value TEXT);
INSERT INTO StringTable VALUES (1,'relu, seq = 7'), (2,'aten::mm, seq = 7'),
 (3,'mine, seq = 07'), (9,'lap, seq = 12, op_id = 3'), (10,'lap, seq = 12, op_id = 4');
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INT, end INT, correlationId INT, name INT);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (200,300,1,1), (400,500,2,1);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INT, end INT, correlationId INT,
 processId INT, threadId INT, cbid INT);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (130,140,1,5,6,211), (330,340,2,5,6,211);
CREATE TABLE CUPTI_ACTIVITY_KIND_MARKER(flags INT, timestamp INT, id INT, objectId BLOB, name INT, domain INT);
INSERT INTO CUPTI_ACTIVITY_KIND_MARKER VALUES
 (2,100,1,x'050000000600000000000000',2,0), (2,110,2,x'050000000600000000000000',3,0),
 (4,160,2,0,0,0), (4,170,1,0,0,0), (1,180,7,x'050000000600000000000000',10,0),
 (2,310,3,x'050000000600000000000000',2,0), (2,320,4,x'050000000600000000000000',9,0),
 (4,360,4,0,0,0), (4,370,3,0,0,0),
 (2,380,5,x'050000000600000000000000',9,0), (2,390,5,x'050000000600000000000000',9,0);
END
pp-parse n.db | jq -c '[.name, .seq, .op, .range]'
pp-parse -k range n.db 2>/dev/null | jq -c '[.start, .dur, .name]'
pp-parse -k op n.db 2>/dev/null | jq -c '[.start, .dur, .name, .op]'
