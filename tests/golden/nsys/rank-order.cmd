# a row that does not say its process is none of the process that others say,
# whichever comes first: then the rank is nobody's
for order in ASC DESC; do
	sqlite3 x$order.db "CREATE TABLE StringIds(id, value);
	CREATE TABLE META_DATA_CAPTURE(name, value);
	INSERT INTO META_DATA_CAPTURE VALUES('X_ENVIRONMENT_VARIABLE', 'RANK=\"3\"');
	CREATE TABLE NVTX_EVENTS(start, end);
	CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start, end, correlationId, globalPid);
	INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL SELECT * FROM (
	    SELECT 10, 20, 1, NULL AS pid UNION ALL SELECT 30, 40, 2, 16777216)
	    ORDER BY pid $order;"
	pp-parse x$order.db 2>/dev/null | jq -c '[.start, .rank]'
done
