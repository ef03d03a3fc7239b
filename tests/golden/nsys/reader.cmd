# Joined on process and id: thread, ranges and device of one process only.
# NVTX_EVENTS_V2; text behind textId; 'step 1' is of the whole process 1001.
mv "$(db nsys)" x.db
pp-parse x.db | head -2
