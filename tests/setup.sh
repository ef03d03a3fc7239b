#!/bin/sh
# setup.sh - see to it that what the build or the tests need is installed.
#
#	tests/setup.sh GROUP ...	groups: build sqlite test bench fuzz lint browser cluster
#
# Each requirement is tried, not looked up in a package database: what is there
# from elsewhere counts.  Missing ones are installed with apt-get where that
# works (as root or through sudo); else the line to run is printed and the
# status is 1.
set -u

# group, Debian package, how to tell
needs='
build  gcc             cc
build  libc6-dev       lib stdio.h -lm
build  g++             lib stdio.h -lstdc++
build  pkg-config      cmd pkg-config
build  libsqlite3-dev  lib sqlite3.h -lsqlite3
build  libcsv-dev      lib csv.h -lcsv
build  zlib1g-dev      lib zlib.h -lz
build  libjansson-dev  lib jansson.h -ljansson
sqlite sqlite3         cmd sqlite3
test   libcmocka-dev   cmocka
test   jq              cmd jq
test   mandoc          cmd mandoc
test   diffutils       cmd diff
test   binutils        cmd readelf
test   gzip            cmd gzip
test   bsdutils        cmd script
test   python3         cmd python3
test   locales         file /usr/share/i18n/locales/de_DE
bench  python3         cmd python3
bench  gzip            cmd gzip
fuzz   clang           cmd clang
fuzz   libclang-rt-dev fuzzer
lint   clang           cmd clang
lint   clang-format    cmd clang-format
lint   git             cmd git
browser python3        cmd python3
browser chromium       browser
cluster python3        cmd python3
cluster parallel       cmd parallel
cluster munge          sbin munged
cluster slurmctld      sbin slurmctld
cluster slurmd         sbin slurmd
cluster slurm-client   cmd sbatch
'

tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
# The compiler of make, which may be words (ccache gcc)
cc=${CC:-cc}

# compiles OPTION ...: whether the C program on stdin compiles and links.
compiles()
{
	cat >"$tmp/x.c"
	$cc -o "$tmp/x" "$tmp/x.c" "$@" >/dev/null 2>&1
}

have()
{
	case $1 in
	cmd) command -v "$2" >/dev/null 2>&1 ;;
	sbin) PATH=$PATH:/usr/sbin command -v "$2" >/dev/null 2>&1 ;;
	cc) echo | $cc -E - >/dev/null 2>&1 ;;
	browser) have cmd chromium || have cmd chromium-browser || have cmd google-chrome ;;
	file) [ -e "$2" ] ;;
	lib) printf '#include <stdio.h>\n#include <%s>\nint main(void){return 0;}\n' \
		"$2" | compiles "$3" ;;
	cmocka) printf '#include <%s>\n' stdarg.h stddef.h stdint.h setjmp.h \
		cmocka.h | sed '$a int main(void){return 0;}' | compiles -lcmocka ;;
	fuzzer) printf '#include <stdint.h>\n#include <stddef.h>\n%s\n' \
		'int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n) { return !p && n; }' |
		cc=clang compiles -fsanitize=fuzzer,address,undefined ;;
	esac
}

missing=
for group; do
	while read -r g package probe; do
		[ "$g" = "$group" ] || continue
		# shellcheck disable=SC2086 # the probe is words
		have $probe && continue
		case " $missing " in *" $package "*) ;; *) missing="$missing $package" ;; esac
	done <<END
$needs
END
done
[ -n "$missing" ] || exit 0

line="apt-get update && apt-get install$missing"
as=
command -v apt-get >/dev/null 2>&1 || {
	echo "missing (Debian's names; README.md has others):$missing" >&2
	exit 1
}
if [ "$(id -u)" -ne 0 ]; then
	# sudo may ask for a password where there is somebody to ask
	if command -v sudo >/dev/null 2>&1 &&
	    { sudo -n true 2>/dev/null || { [ -t 0 ] && sudo -v; }; }; then
		as=sudo
	else
		echo "run as root: $line" >&2
		exit 1
	fi
fi

# apt COMMAND ...: of apt-get, without a question; another that holds the lock of
# dpkg gets two minutes
apt()
{
	$as env DEBIAN_FRONTEND=noninteractive apt-get -y -qq \
	    -o DPkg::Lock::Timeout=120 "$@" >"$tmp/log" 2>&1 </dev/null
}

# For the lock of the lists apt-get does not wait itself
update()
{
	for _ in $(seq 60); do
		apt update && return
		grep -q 'Could not get lock' "$tmp/log" || return
		sleep 2
	done
	return 1
}

install()
{
	# shellcheck disable=SC2086 # words are meant
	apt install --no-install-recommends $missing
}

# The lists that are there may do, without a network too; where there are none,
# or old ones, they are fetched
echo "installing:$missing"
install || { update && install; } || {
	tail -20 "$tmp/log" >&2
	echo "apt-get failed; run: $line" >&2
	exit 1
}
