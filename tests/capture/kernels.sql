-- A launch and a kernel in each operator, as a GPU would have them: of an export of
-- listen.c.  In the innermost ones, and not in those that only make a view, or
-- memory, which launch nothing.
CREATE TEMP TABLE operators AS
SELECT e.rowid AS id, e.start, e.end, e.globalTid, coalesce(e.text, s.value) AS text
FROM NVTX_EVENTS e LEFT JOIN StringIds s ON s.id = e.textId
WHERE e.eventType = 59 AND e.end IS NOT NULL
    AND coalesce(e.text, s.value) LIKE '{''mod''%''op''%';
CREATE INDEX temp.by_place ON operators(globalTid, start);
CREATE TEMP TABLE views(op);
INSERT INTO views VALUES('_reshape_alias'), ('_unsafe_view'), ('alias'), ('as_strided'),
    ('detach'), ('empty'), ('empty_like'), ('empty_strided'), ('expand'),
    ('is_same_size'), ('lift_fresh'), ('permute'), ('select'), ('slice'), ('split'),
    ('split_with_sizes'), ('squeeze'), ('t'), ('transpose'), ('unbind'), ('unsafe_split'),
    ('unsqueeze'), ('view');
DELETE FROM operators WHERE EXISTS (SELECT 1 FROM views v
    WHERE operators.text LIKE '%''op'': ''aten::' || replace(v.op, '_', '\_') || '''%' ESCAPE '\');
INSERT INTO StringIds VALUES(1000000, 'kernel'), (1000001, 'cudaLaunchKernel_v7000');
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME
SELECT (o.start + o.end) / 2, (o.start + o.end) / 2 + 1, o.globalTid, o.id, 1000001
FROM operators o
WHERE NOT EXISTS (SELECT 1 FROM operators i WHERE i.globalTid = o.globalTid
    AND i.start > o.start AND i.start < o.end);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL
SELECT start + 1000, start + 2000, 0, 1, 7, correlationId,
    globalTid & ~16777215, 1000000, 1000000
FROM CUPTI_ACTIVITY_KIND_RUNTIME;
