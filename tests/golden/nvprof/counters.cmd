# A metric is eight bytes of a double or of a count: 61.25 is 404EA00000000000,
# 0.5 is 3FE0000000000000, 98304 is 18000, least byte first.  Events of the
# parts of a GPU add up: 1 + 2 + 3 + 4 = 10; metrics do not.  Flags 1 and 2 say
# that there is no value.  Kernel 11 and 12 are told apart by the id; 21 is of a
# copy, 99 of nothing.
db=$(db nvprof)
sqlite3 "$db" <<'END'
DELETE FROM CUPTI_ACTIVITY_KIND_MARKER WHERE id = 7; -- a range that is warned of
CREATE TABLE CUPTI_ACTIVITY_KIND_METRIC(_id_ INTEGER PRIMARY KEY, id INT, value BLOB, correlationId INT, flags INT);
INSERT INTO CUPTI_ACTIVITY_KIND_METRIC(id, value, correlationId, flags) VALUES
 (5, X'0000000000A04E40', 11, 0), (6, X'0080010000000000', 11, 0), (6, X'0000000000000000', 12, 0),
 (7, X'0000000000A04E40', 11, 1), (8, X'0000000000A04E40', 11, 2), (9, X'00000000', 11, 0),
 (10, X'FFFFFFFFFFFFFFFF', 11, 0), (11, NULL, 11, 0), (5, X'0000000000A04E40', 21, 0), (5, X'0000000000A04E40', 99, 0);
CREATE TABLE CUPTI_ACTIVITY_KIND_METRIC_INSTANCE(_id_ INTEGER PRIMARY KEY, id INT, value BLOB, instance INT, correlationId INT, flags INT);
INSERT INTO CUPTI_ACTIVITY_KIND_METRIC_INSTANCE(id, value, instance, correlationId, flags) VALUES
 (5, X'000000000000E03F', 0, 11, 0), (20, X'000000000000E03F', 0, 11, 0),
 (21, X'000000000000E03F', 0, 11, 0), (21, X'000000000000E03F', 1, 11, 0);
CREATE TABLE CUPTI_ACTIVITY_KIND_EVENT(_id_ INTEGER PRIMARY KEY, id INT, value INT, domain INT, correlationId INT);
INSERT INTO CUPTI_ACTIVITY_KIND_EVENT(id, value, domain, correlationId) VALUES
 (83886081, 1000, 0, 12), (83886082, 'many', 0, 12), (83886083, 7, 0, NULL);
CREATE TABLE CUPTI_ACTIVITY_KIND_EVENT_INSTANCE(_id_ INTEGER PRIMARY KEY, id INT, domain INT, instance INT, value INT, correlationId INT);
INSERT INTO CUPTI_ACTIVITY_KIND_EVENT_INSTANCE(id, domain, instance, value, correlationId) VALUES
 (30, 0, 0, 1, 12), (30, 0, 1, 2, 12), (30, 0, 2, 3, 12), (30, 0, 3, 4, 12), (30, 0, 0, 5, 11),
 (31, 0, 0, -1, 12), (31, 0, 1, -1, 12), (83886081, 0, 0, 1, 12);
END
pp-parse "$db" | jq -c '[.corr, .counters]'
# not read where no kernel is wanted; a table may lack its columns
pp-parse -k memcpy "$db" | jq -c .counters
sqlite3 "$db" 'DROP TABLE CUPTI_ACTIVITY_KIND_METRIC; DROP TABLE CUPTI_ACTIVITY_KIND_METRIC_INSTANCE;
    DROP TABLE CUPTI_ACTIVITY_KIND_EVENT; ALTER TABLE CUPTI_ACTIVITY_KIND_EVENT_INSTANCE DROP correlationId'
pp-parse "$db" | jq -c .counters
