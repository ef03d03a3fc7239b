# Time 0 is the first valid event, the call at 1100, whatever -k: 2000 - 1100 =
# 900. The copy at 2200 has only runtimeCorrelationId, which finds its call: 1140
# - 1100 = 40. What has no valid times is counted by what it is.
db=$(db copies)
for kinds in kernel memcpy gpu; do
	echo "-- $kinds"
	pp-parse -k $kinds "$db" 2>err | jq -c '[.kind, .start, .dur, .corr, .api, .api_start]'
	sed 's/.*copies[^:]*: //' err
done
