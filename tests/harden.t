# shellcheck shell=sh
# harden.t - the programs are built hardened, and the flags of who builds them
# have the last word.
. "$SRC/tests/lib.sh"
. "$SRC/tests/make.sh"

# traits PROGRAM: what readelf sees of it, a word each
traits()
{
	readelf -hldW --dyn-syms "$1" >elf || return
	! grep -q 'FLAGS_1.* PIE' elf || printf 'pie '
	! grep -q '^ *GNU_RELRO' elf || printf 'relro '
	! grep -q 'FLAGS_1.* NOW' elf || printf 'now '
	! grep -q ' __stack_chk_fail@' elf || printf 'stack '
	! grep -q ' __[a-z]*printf_chk@' elf || printf 'fortify '
}

case $B in
*/opt)
	for prog in pp-parse pp-prof; do
		is "$prog" "$(traits "$B/$prog")" "pie relro now stack fortify "
	done
	;;
*) skip "the programs" "only those of an ordinary build are hardened" ;;
esac

# build VARIABLE=VALUE ...: a small program, anew; the commands go to the file out
build()
{
	rm -rf b
	status make --no-print-directory -C "$SRC" B="$PWD/b" SAN= COV= FUZZ= CPPFLAGS= LDFLAGS= "$@" V=1 \
	    "$PWD/b/tests/bench/rss"
}
rss=b/tests/bench/rss

build CFLAGS=-O2
is "by default: status, words" "$rc $(cat err)" "0 "
is "by default" "$(traits $rss)" "pie relro now stack fortify "

# As dpkg-buildflags has them in Debian 12
build CPPFLAGS='-Wdate-time -D_FORTIFY_SOURCE=3' LDFLAGS=-Wl,-z,relro CFLAGS="-g -O2 \
-ffile-prefix-map=$PWD=. -fstack-protector-strong -Wformat -Werror=format-security"
is "Debian's flags: status, words" "$rc $(cat err)" "0 "
is "Debian's flags" "$(traits $rss)" "pie relro now stack fortify "
is "Debian's flags: in both commands, one _FORTIFY_SOURCE" \
    "$(grep -c -e '-Wdate-time.*-Werror=format-security' out) $(grep -o '_FORTIFY_SOURCE[=0-9]*' out |
    sort | uniq -c | awk '{ print $1, $2 }')" "2 2 _FORTIFY_SOURCE=3"
check "Debian's flags: LDFLAGS at the link, behind ours" \
    grep -q -e '-z,now -Wl,-z,relro -o .*/rss ' out

build CFLAGS='-O2 -fno-stack-protector -fno-pie' LDFLAGS='-no-pie -Wl,-z,norelro,-z,lazy'
is "the caller wants none: status, words" "$rc $(cat err)" "0 "
is "the caller wants none" "$(traits $rss)" "fortify "
build CFLAGS='-O2 -D_FORTIFY_SOURCE=0'
is "no _FORTIFY_SOURCE" "$rc $(cat err) $(traits $rss)" "0  pie relro now stack "
for level in -O0 '-O2 -O0' -g; do
	build CFLAGS="$level -Werror"
	is "not optimised, $level" "$rc $(cat err) $(traits $rss)" "0  pie relro now stack "
done
done_testing
