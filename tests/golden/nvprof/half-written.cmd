# The writer has changed some of the 2000 rows, or died then (the copy): the
# half that is new must not be taken for the profile.
sqlite3 busy.sqlite "CREATE TABLE StringTable(_id_ INTEGER PRIMARY KEY, value TEXT);
	CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INT, end INT, filler TEXT);
	WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 2000)
	INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL SELECT i, i + 5, hex(zeroblob(50)) FROM n;"
sqlite3 busy.sqlite <<'END'
PRAGMA cache_size = 3;
BEGIN;
UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET end = end + 100;
.system pp-parse busy.sqlite; echo "while it is written: $?"
.system cp busy.sqlite died.sqlite; cp busy.sqlite-journal died.sqlite-journal
ROLLBACK;
END
pp-parse died.sqlite
echo "after its writer died: $?"
sqlite3 died.sqlite 'SELECT count(*) FROM CUPTI_ACTIVITY_KIND_KERNEL'
for f in busy died; do
	pp-parse $f.sqlite | jq .dur | sort | uniq -c
done
