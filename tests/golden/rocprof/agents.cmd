# The devices of a process are its own, also where it says who it is behind them.
process()
{
	echo "{\"agents\": [{\"id\": {\"handle\": 5}, \"type\": 2, \"name\": \"$2\"}], \"buffer_records\": {\"kernel_dispatch\":
 [{\"start_timestamp\": 1, \"end_timestamp\": 2, \"dispatch_info\": {\"agent_id\": {\"handle\": 5}}}]}, \"metadata\": {\"pid\": $1}}"
}
echo "{\"rocprofiler-sdk-tool\": [$(process 1 gfx90a), $(process 2 gfx942)]}" | pp-parse | jq -c '[.pid, .gpu.name // .gpu]'
