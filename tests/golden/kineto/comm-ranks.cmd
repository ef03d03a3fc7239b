# How many ranks a collective has: its own group, that of its group's name, else
# those of the job, which stand behind the events here.  Group 2 has two sizes and
# 3 one that no int holds; what a rank gets is said where it is not what it gives.
cat >t.json <<'END'
{"traceEvents":[
{"ph":"X","cat":"kernel","name":"ncclDevKernel_SendRecv()","ts":101,"dur":9,"args":{"correlation":1,"Collective name":"all_to_allv","dtype":"Float","In msg nelems":4000,"Out msg nelems":6000,"Group size":2,"Process Group Name":"1"}},
{"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce()","ts":120,"dur":9,"args":{"correlation":2,"Collective name":"allreduce","dtype":"Half","In msg nelems":64,"Out msg nelems":64,"Process Group Name":"1"}},
{"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce()","ts":130,"dur":9,"args":{"correlation":3,"Collective name":"allreduce","dtype":"Half","In msg nelems":64,"Group size":0,"Process Group Name":"2"}},
{"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce()","ts":140,"dur":9,"args":{"correlation":4,"Collective name":"allreduce","Process Group Name":"3"}},
{"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce()","ts":150,"dur":9,"args":{"correlation":5,"Collective name":"allreduce","Process Group Name":"no such"}},
{"ph":"X","cat":"cpu_op","name":"record_param_comms","pid":1,"tid":1,"ts":10,"dur":20,"args":{"Collective name":"reduce_scatter","dtype":"Float","In msg nelems":64,"Out msg nelems":16,"Process Group Name":"1"}},
{"ph":"X","cat":"user_annotation","name":"nccl:reduce_scatter","pid":1,"tid":1,"ts":11,"dur":9,"args":{}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernelExC","pid":1,"tid":1,"ts":12,"dur":2,"args":{"correlation":6}},
{"ph":"X","cat":"kernel","name":"ncclDevKernel_ReduceScatter()","ts":160,"dur":9,"args":{"correlation":6}},
{"ph":"X","cat":"kernel","name":"relu","ts":170,"dur":9,"args":{"correlation":7}}],
"distributedInfo":{"rank":3,"world_size":16,"pg_config":[{"pg_name":"2","pg_size":2},{"pg_name":"1","pg_size":"4","ranks":[0,1,2,3]},{"pg_name":3,"pg_size":4294967298},{"pg_size":5},7,{"pg_name":"2","pg_size":3},{"pg_name":null,"pg_size":6}]}}
END
pp-parse t.json | jq -c '[.kernel, .comm, .rank, .world_size]'
for info in '{"world_size":0}' '{"world_size":-8}' '{"world_size":"8"}' \
    '{"world_size":2147483648}' '{"world_size":[8],"pg_config":{"pg_name":"1"}}' '[8]'; do
	sed "s/^\"distributedInfo\".*/\"distributedInfo\":$info}/" t.json >u.json
	pp-parse u.json | jq -cs --arg info "$info" '[$info, .[1].comm.group, .[1].world_size]'
done
