# More distinct names and arguments than the writer keeps: each record has its own.
# The kernel's name is k and its correlation id, its call's shape is that id.
sqlite3 m.db <<'END'
CREATE TABLE StringTable(_id_ INTEGER PRIMARY KEY, value TEXT);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INT, end INT, correlationId INT, name INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INT, end INT, correlationId INT,
 processId INT, threadId INT, cbid INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_MARKER(flags INT, timestamp INT, id INT, objectId BLOB, name INT, domain INT);
CREATE TABLE n(i INT);
WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c LIMIT 4000) INSERT INTO n SELECT i FROM c;
INSERT INTO StringTable SELECT i, 'k' || i FROM n;
INSERT INTO StringTable SELECT 10000 + i,
 'aten::relu, seq = ' || i || ', op_id = ' || i || ', sizes = [[' || i || ']]' FROM n;
INSERT INTO StringTable SELECT 20000 + i,
 'aten::clamp, seq = ' || i || ', op_id = ' || i || ', sizes = [[' || i || ', 2], []]' FROM n;
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL SELECT 100 * i + 50, 100 * i + 60, i, i FROM n;
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME SELECT 100 * i + 20, 100 * i + 30, i, 5, 6, 211 FROM n;
INSERT INTO CUPTI_ACTIVITY_KIND_MARKER
 SELECT 2, 100 * i + 5, i, x'050000000600000000000000', 10000 + i, 0 FROM n
 UNION ALL SELECT 4, 100 * i + 40, i, 0, 0, 0 FROM n
 UNION ALL SELECT 2, 100 * i + 6, 10000 + i, x'050000000600000000000000', 20000 + i, 0 FROM n
 UNION ALL SELECT 4, 100 * i + 39, 10000 + i, 0, 0, 0 FROM n;
DROP TABLE n;
END
pp-parse m.db | jq -c '[.name == "k\(.corr)", .kernel == "k\(.corr)", [.op[].op],
    .op[0].args[0].shape == [.corr], .op[1].args[0].shape == [.corr, 2],
    .op[1].args[1].type, (.op | length)]' | sort | uniq -c
