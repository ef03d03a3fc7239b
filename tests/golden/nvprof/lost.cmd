# Launches that have no kernel: neither one that failed nor a copy's call, and not
# the driver's call with the id of the runtime's.
# cbid 13: cudaLaunch, 41: cudaMemcpyAsync, 211: cudaLaunchKernel; 307: cuLaunchKernel
sqlite3 x.db <<'END'
CREATE TABLE StringTable(_id_ INTEGER PRIMARY KEY, value TEXT);
INSERT INTO StringTable VALUES(1,'k');
CREATE TABLE CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL(start INT, end INT, correlationId INT, name INT);
INSERT INTO CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL VALUES(1000,1100,1,1);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(cbid INT, start INT, end INT, processId INT, threadId INT, correlationId INT, returnValue INT);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(211,100,110,5,6,1,0),(211,400,410,5,6,4,0),
  (211,200,210,5,6,2,0),(211,300,310,5,6,3,8),(41,500,510,5,6,5,0);
CREATE TABLE CUPTI_ACTIVITY_KIND_DRIVER(cbid INT, start INT, end INT, processId INT, threadId INT, correlationId INT, returnValue INT);
INSERT INTO CUPTI_ACTIVITY_KIND_DRIVER VALUES(307,102,108,5,6,1,0);
END
pp-parse x.db | jq -c '[.kernel, .api, .api_start]'
