# ROCm counts the sockets of the CPU among its devices, and no trace says how many
# there are.  trace NAMES DEVICES: properties with these names, kernels there.
trace()
{
	sep=
	id=0
	printf '{"roctracer_version":4,"deviceProperties":['
	for name in $1; do
		printf '%s{"id":%d,"name":"%s","warpSize":64}' "$sep" $id "$name"
		id=$((id + 1))
		sep=,
	done
	sep=
	printf '],"traceEvents":['
	for device in $2; do
		printf '%s{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":0,"ts":1,"dur":2,"args":{"device":%d}}' "$sep" $device
		sep=,
	done
	printf ']}'
}
say()
{
	echo "$1; $2"
	trace "$1" "$2" | pp-parse 2>err | jq -c '[.device, .gpu.name]'
	grep AMD err || :
}
# one place is possible: 9 - o <= 7 and 2 - o >= 0
say 'a b c d e f g h' '2 9'
say 'one' '3'
# o may be 0, 1 or 2: of like devices it does not matter which
say 'a a a' '2'
# o may be 0 or 1: kernel 1 is of b or a, kernel 2 of c or b; then of b or b
say 'a b c' '1 2'
say 'a b b' '1 2'
# none is possible: three devices, numbers 0 to 3
say 'a a a' '0 3'
# without ROCm the numbers are what they are
trace 'a b' '1 2' | sed 's/"roctracer_version":4,//' | pp-parse 2>/dev/null |
    jq -c '[.device, .gpu.name]'
# all rows of the GPU count, also those of a kind that is not asked for: kernel 1 may
# be of b or a, but with the copy on 0 and the set on 2 it is b
trace 'a b c' '1 0 2' | jq -c '.traceEvents[1] += {cat: "gpu_memcpy"} |
    .traceEvents[2] += {cat: "gpu_memset"}' >x.json
pp-parse x.json 2>err | jq -c '[.device, .gpu.name]'
grep AMD err || :
pp-parse -k gpu x.json 2>err | jq -c '[.kind, .device, .gpu.name]'
pp-parse -k host x.json 2>err
grep AMD err || :
