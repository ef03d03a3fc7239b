# table VALUE ...: a raw page of one kernel a value, cycles
table()
{
	echo '"ID","Process ID","Kernel Name","c","gpu__time_duration.sum"'
	echo '"","","","cycle","us"'
	n=0
	for v; do
		echo "\"$n\",\"1\",\"k$n\",\"$v\",\"5\""
		n=$((n + 1))
	done
}
# say: the values, in order
say()
{
	table "$@" | pp-parse | jq -c '.counters.c'
}
echo "decimal points: 1,234 is 1234, 1.234 is 1.234"
say 0.5 1,234 1.234
echo "decimal commas, though they come last"
say 1,234 1.234 1.234,50
echo "thousands of one kind tell the other"
say 1,234 1.234 1,073,741,824
say 1,234 1.234 1.073.741.824
echo "nothing tells: as ncu prints, but a point is not read"
say 1,234 1.234 12
echo "both tell: what is clear is read"
say 1,234 1.234 0.5 0,5
echo "no numbers"
say 1,2,3 5% n/a
