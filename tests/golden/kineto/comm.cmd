# Collectives: by the kernel's row (torch 2.2 on), or by the operator around it.
cat >t.json <<'END'
{"traceEvents":[
{"ph":"X","cat":"user_annotation","name":"nccl:all_reduce","pid":1,"tid":1,"ts":10,"dur":20},
{"ph":"X","cat":"cpu_op","name":"record_param_comms","pid":1,"tid":1,"ts":11,"dur":9,"args":{"External id":2,"Collective name":"allreduce","dtype":"Half","In msg nelems":1048576,"Out msg nelems":1048576,"Group size":8,"In split size":"[]","Out split size":"[]","Process Group Ranks":"[0, 1, ...]"}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernelExC","pid":1,"tid":1,"ts":12,"dur":2,"args":{"correlation":1}},
{"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce_Sum_f16_RING_LL(ncclDevKernelArgsStorage<4096ul>)","ts":101,"dur":9,"args":{"correlation":1}},
{"ph":"X","cat":"kernel","name":"ncclKernel_Broadcast_RING_LL_Sum_int8_t(ncclWorkElem)","ts":120,"dur":9,"args":{"correlation":2,"Collective name":"broadcast","dtype":"Byte","In msg nelems":64,"Out msg nelems":64,"Group size":2}}]}
END
pp-parse t.json | jq -c '[.class, .comm, (.op // [] | map(.op))]'
