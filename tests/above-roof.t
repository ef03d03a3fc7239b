# shellcheck shell=sh
# above-roof.t - above-roof.sh finds what is faster than its roofline, and why.
. "$SRC/tests/lib.sh"

# A trace of an A100 (1555 GB/s, 40 MB of cache), each kernel 10000 ns:
#   add of 2^21 floats: 3*4*2^21 = 25.2 MB, 16.2 us at the roofline, all in the cache
#   add of 2^25 floats: 402.7 MB, 259 us; without 80 MB still 205
#   add of 2^16 floats: 0.8 MB, not above
#   an embedding of 2^18 rows of 64 floats in a table of 2^20: 2^18*8 + 2*64*4*2^18 =
#   136 MB, 88 us; without 80 MB still 34
#   a convolution of [64,64,56,56] and 3x3: 2*64*64*56*56*64*9 = 14.8 GFLOP, at 19.5
#   TFLOP/s 759 us, in 330000 ns
kernel()
{
	echo "{\"v\":1,\"kernel\":\"$1\",\"class\":\"$2\",\"dur\":$3,\"nsub\":1,\"main\":true,\"dir\":\"fprop\",\"op\":[$4],\"gpu\":{\"name\":\"NVIDIA A100-SXM4-40GB\"}}"
}
tensor() { echo "{\"type\":\"tensor\",\"shape\":[$1],\"dtype\":\"float32\"}"; }
add()
{
	kernel elementwise pointwise 10000 \
	    "{\"op\":\"aten::add\",\"args\":[$(tensor "$1"),$(tensor "$1"),{\"type\":\"int\",\"value\":1}]}"
}
ints() { echo "{\"type\":\"list\",\"value\":[$1]}"; }
{
	add 2097152
	add 33554432
	add 65536
	kernel indexSelectLargeIndex embedding 10000 "{\"op\":\"aten::embedding\",\"args\":[$(tensor 1048576,64),{\"type\":\"tensor\",\"shape\":[262144],\"dtype\":\"int64\"}]}"
	kernel sm80_xmma_fprop_winograd conv 330000 "{\"op\":\"aten::cudnn_convolution\",\"args\":[$(tensor 64,64,56,56),$(tensor 64,64,3,3),$(ints 1,1),$(ints 1,1),$(ints 1,1),{\"type\":\"int\",\"value\":1}]}"
} >rec

# The tool reads profiles; here pp-parse is one that gives these records.
mkdir bin
printf '#!/bin/sh\ncat rec\n' >bin/pp-parse
chmod +x bin/pp-parse
ln -s "$(command -v pp-prof)" bin/pp-prof
rc=0
B=bin sh "$SRC/tests/above-roof.sh" x >out || rc=$?
is "kinds, with reasons" "$(cut -f 1,4,6 out)" "1 of 3	-	aten::add
1 of 3	cache	aten::add
1 of 1	rows	aten::embedding
1 of 1	winograd	aten::cudnn_convolution"
is "percent and bytes" "$(grep cache out | cut -f 2,3)" "162-162 %	25.2-25.2 MB"
is "status 1, as one has no reason" "$rc" 1
sed -i 2d rec
check "status 0 where all have one" env B=bin sh "$SRC/tests/above-roof.sh" x
done_testing
