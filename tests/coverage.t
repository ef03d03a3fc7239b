# shellcheck shell=sh
# coverage.t - coverage.sh adds up the time of kernels whose costs are known.
. "$SRC/tests/lib.sh"

# Of 10 ms that calls launched 4 have both numbers, 1 has FLOPs alone (no type), 5
# have neither; a collective, a copy and a kernel without a call do not count.
kernel()
{
	echo "{\"v\":1,\"kernel\":\"k\",\"class\":\"$1\",\"dur\":$2,\"op\":[$3]}"
}
t='{"type":"tensor","shape":[4,5]'
{
	kernel pointwise 4000000 "{\"op\":\"aten::relu\",\"args\":[$t,\"dtype\":\"float32\"}]}"
	kernel pointwise 1000000 "{\"op\":\"aten::relu\",\"args\":[$t}]}"
	kernel other 2000000 "{\"op\":\"my::thing<a, b>\",\"args\":[$t}]}"
	kernel other 3000000 '{"op":"my::step"}'
	kernel comm 7000000 "{\"op\":\"nccl:all_reduce\",\"args\":[$t}]}"
	kernel other 8000000 ''
	echo '{"v":1,"kind":"memcpy","kernel":"c","dur":9000000,"bytes":4}'
} >a
echo '{"v":1,"kernel":"k","dur":5,"op":[{"op":"aten::relu"}]}' >b
cat >wanted <<'END'
file ms FLOPs% bytes%
a 10.0 50.0 40.0
no model: my::step 5.0 50.0
all 10.0 50.0 40.0
END
PARSE=cat PROF=pp-prof sh "$SRC/tests/coverage.sh" a b | tr -s ' ' | sed 's/^ //' >got
same "what is known, and what is left by reason" got wanted
is "a file without shapes has no line" "$(grep -c '^b' got)" 0
rc=0
sh "$SRC/tests/coverage.sh" 2>/dev/null || rc=$?
is "without a file: wrong usage" "$rc" 2
done_testing
