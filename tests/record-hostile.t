# shellcheck shell=sh
# record-hostile.t - records that nobody's profile has: long lists of calls and of
# operands cost linear time.
. "$SRC/tests/lib.sh"
. "$SRC/tests/linear.sh"
filter=pp-prof

# many N TEXT: so many of it, with commas between
many() { awk -v n="$1" -v text="$2" 'BEGIN { while (n-- > 1) printf "%s,", text; print text }'; }

x='{"type":"tensor","shape":[4,4],"dtype":"float32"}'
odd='{"op":"aten::mm","args":[{"type":"tensor"}]}'
op() { printf '{"v":1,"op":[%s]}\n' "$1"; }
node='"dir":"bprop","class":"gemm","op":[{"op":"MmBackward0","node":true,"args":['$x']}]'

# Calls that lack something look for a result at the calls around and inside
for n in 32000 64000; do
	calls=$(many $n "$odd")
	op "{\"op\":\"odd\",\"out\":[$x]},$calls" >around.$n
	op "$calls,{\"op\":\"odd\",\"out\":[$x]}" >inside.$n
	printf '{"v":1,%s,"fwd":[%s]}\n' "$node" "$calls" >fwd.$n
	terms=$(many $n ab)
	op "{\"op\":\"aten::einsum\",\"args\":[{\"type\":\"str\",\"value\":\"$terms->ab\"},
{\"type\":\"list\",\"value\":[$(many $n "$x")]}]}" | tr -d '\n' >einsum.$n
done
linear "a result around 32,000 calls" around.32000 around.64000
linear "a result inside 32,000 calls" inside.32000 inside.64000
linear "a node of 32,000 calls" fwd.32000 fwd.64000
linear "einsum of 32,000 operands" einsum.32000 einsum.64000

# Of n operands of 4 x 4, n - 1 products by element of 16
is "einsum: its FLOPs" "$(pp-prof --csv --no-header -c flops einsum.32000)" \
    "\"$((31999 * 16))\""
done_testing
