# A metric is eight bytes of a double or of a count: 61.25 is 404EA00000000000,
# 0.5 is 3FE0000000000000, 98304 is 18000, least byte first.  Events of the
# parts of a GPU add up: 1 + 2 + 3 + 4 = 10; metrics do not.  Flags 1 and 2 say
# that there is no value.  Kernel 11 and 12 are told apart by the id; 21 is of a
# copy, 99 of nothing.
db=$(db counters)
pp-parse "$db" | jq -c '[.corr, .counters]'
# a metric and an event again, with the value that they had (0.5, 9) and with another one
# (61.25, 8), which is left out
sqlite3 again.db "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INT, end INT, correlationId INT);
    INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(10, 20, 1);
    CREATE TABLE CUPTI_ACTIVITY_KIND_METRIC(id INT, value BLOB, correlationId INT, flags INT);
    INSERT INTO CUPTI_ACTIVITY_KIND_METRIC VALUES(5, x'000000000000e03f', 1, 0),
      (5, x'000000000000e03f', 1, 0), (5, x'0000000000a04e40', 1, 0);
    CREATE TABLE CUPTI_ACTIVITY_KIND_EVENT(id INT, value INT, correlationId INT);
    INSERT INTO CUPTI_ACTIVITY_KIND_EVENT VALUES(5, 9, 1), (5, 8, 1), (5, 9, 1)"
pp-parse again.db | jq -c .counters
# not read where no kernel is wanted; a table may lack its columns
pp-parse -k memcpy "$db" | jq -c .counters
sqlite3 "$db" 'DROP TABLE CUPTI_ACTIVITY_KIND_METRIC; DROP TABLE CUPTI_ACTIVITY_KIND_METRIC_INSTANCE;
    DROP TABLE CUPTI_ACTIVITY_KIND_EVENT; ALTER TABLE CUPTI_ACTIVITY_KIND_EVENT_INSTANCE DROP correlationId'
pp-parse "$db" | jq -c .counters
