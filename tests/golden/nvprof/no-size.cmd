# Sizes below 0 are none.  The correlation id 0 is none: the kernel is not of the call
# with it, nor the call of the kernel.
cp "$(db copies)" t.db
sqlite3 t.db "UPDATE CUPTI_ACTIVITY_KIND_MEMSET SET bytes = -5, end = 960;
UPDATE CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL SET correlationId = 0 WHERE _id_ = 1;
UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET correlationId = 0 WHERE _id_ = 1"
pp-parse -k kernel,memset t.db | jq -c '[.kind // .kernel, .start, .bytes, .corr, .api]'
pp-parse -k api t.db | jq -c '[.api, .start, .corr]'
