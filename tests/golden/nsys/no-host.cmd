# asked for the host's records, of which there are none: say why
sqlite3 x.db "CREATE TABLE StringIds(id, value);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start, end, correlationId);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(10, 20, 1);"
pp-parse -k op x.db
pp-parse -k step,range x.db
pp-parse -k host x.db
pp-parse -k api x.db
