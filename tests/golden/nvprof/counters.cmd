# A metric is eight bytes of a double or of a count: 61.25 is 404EA00000000000,
# 0.5 is 3FE0000000000000, 98304 is 18000, least byte first.  Events of the
# parts of a GPU add up: 1 + 2 + 3 + 4 = 10; metrics do not.  Flags 1 and 2 say
# that there is no value.  Kernel 11 and 12 are told apart by the id; 21 is of a
# copy, 99 of nothing.
db=$(db counters)
pp-parse "$db" | jq -c '[.corr, .counters]'
# not read where no kernel is wanted; a table may lack its columns
pp-parse -k memcpy "$db" | jq -c .counters
sqlite3 "$db" 'DROP TABLE CUPTI_ACTIVITY_KIND_METRIC; DROP TABLE CUPTI_ACTIVITY_KIND_METRIC_INSTANCE;
    DROP TABLE CUPTI_ACTIVITY_KIND_EVENT; ALTER TABLE CUPTI_ACTIVITY_KIND_EVENT_INSTANCE DROP correlationId'
pp-parse "$db" | jq -c .counters
