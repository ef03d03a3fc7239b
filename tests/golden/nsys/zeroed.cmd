# A memset of dx, 8 * 10 * 4 bytes, in the call that writes to it: read though
# no record is made of it.
sqlite3 p.db "CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);
INSERT INTO StringIds VALUES(1,'cudaLaunchKernel_v7000'),(2,'nll_loss_backward_kernel'),(3,'cudaMemsetAsync_v3020');
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INT, end INT, correlationId INT, globalPid INT, demangledName INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET(start INT, end INT, correlationId INT, globalPid INT, bytes INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INT, end INT, globalTid INT, correlationId INT, nameId INT);
CREATE TABLE NVTX_EVENTS(start INT, end INT, eventType INT, text TEXT, globalTid INT);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(150,170,1,281491770703872,2);
INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET VALUES(120,130,2,281491770703872,320);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(105,106,281491770704873,1,1),(103,104,281491770704873,2,3);
INSERT INTO NVTX_EVENTS VALUES(100,190,59,'aten::nll_loss_backward, seq = 1, sizes = [[], [8, 10], [8]]',281491770704873);"
pp-parse p.db | jq -c '[.kernel, .start, (.op[] | .inner.zeroed)]'
