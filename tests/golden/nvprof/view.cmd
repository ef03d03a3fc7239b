# A view is a query that came with the profile: none is run, least of all one
# that never ends; nor is a computed column.
sqlite3 view.sqlite "CREATE TABLE StringTable(_id_ INTEGER PRIMARY KEY, value TEXT);
	CREATE VIEW CUPTI_ACTIVITY_KIND_KERNEL AS WITH RECURSIVE n(i) AS
		(SELECT 1 UNION ALL SELECT i + 1 FROM n)
		SELECT i AS start, i + 1 AS end FROM n;
	CREATE TABLE CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL(start INT, end INT,
		correlationId AS (start + 1));
	INSERT INTO CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL VALUES(10, 12);"
ulimit -t 10
pp-parse view.sqlite
sqlite3 view.sqlite "DROP TABLE StringTable;
	DROP TABLE CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;"
pp-parse view.sqlite
