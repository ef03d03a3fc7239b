#!/bin/sh
# setup.sh - see to it that what the build or the tests need is installed.
#
#	tests/setup.sh GROUP ...	groups: build demo test fuzz lint
#
# Each requirement is tried, not looked up in a package database: what is there
# from elsewhere counts.  Missing ones are installed with apt-get where that
# works (as root or through sudo); else the line to run is printed and the
# status is 1.
set -u

# group, Debian package, how to tell
needs='
build  gcc             cmd gcc
build  libc6-dev       lib stdio.h -lm
build  g++             lib stdio.h -lstdc++
build  pkg-config      cmd pkg-config
build  libsqlite3-dev  lib sqlite3.h -lsqlite3
build  libcsv-dev      lib csv.h -lcsv
build  zlib1g-dev      lib zlib.h -lz
demo   sqlite3         cmd sqlite3
test   libcmocka-dev   cmocka
test   libjansson-dev  lib jansson.h -ljansson
test   jq              cmd jq
test   mandoc          cmd mandoc
test   diffutils       cmd diff
test   gzip            cmd gzip
test   bsdutils        cmd script
test   locales         file /usr/share/i18n/locales/de_DE
bench  python3         cmd python3
bench  gzip            cmd gzip
fuzz   clang           cmd clang
lint   clang           cmd clang
lint   clang-format    cmd clang-format
lint   git             cmd git
'

tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
cc=${CC:-cc}
command -v "$cc" >/dev/null 2>&1 || cc=gcc

# compiles LIBRARY: whether the C program on stdin compiles and links.
compiles()
{
	cat >"$tmp/x.c"
	"$cc" -o "$tmp/x" "$tmp/x.c" "$@" >/dev/null 2>&1
}

have()
{
	case $1 in
	cmd) command -v "$2" >/dev/null 2>&1 ;;
	file) [ -e "$2" ] ;;
	lib) printf '#include <stdio.h>\n#include <%s>\nint main(void){return 0;}\n' \
		"$2" | compiles "$3" ;;
	cmocka) printf '#include <%s>\n' stdarg.h stddef.h stdint.h setjmp.h \
		cmocka.h | sed '$a int main(void){return 0;}' | compiles -lcmocka ;;
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

as=
command -v apt-get >/dev/null 2>&1 || {
	echo "missing (Debian's names):$missing" >&2
	exit 1
}
if [ "$(id -u)" -ne 0 ]; then
	# sudo may ask for a password where there is somebody to ask
	if command -v sudo >/dev/null 2>&1 &&
	    { sudo -n true 2>/dev/null || { [ -t 0 ] && sudo -v; }; }; then
		as=sudo
	else
		echo "run: apt-get install$missing" >&2
		exit 1
	fi
fi

echo "installing:$missing"
# shellcheck disable=SC2086 # words are meant
{
	$as apt-get update -qq &&
	    $as env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
		--no-install-recommends $missing
} >"$tmp/log" 2>&1 </dev/null || {
	tail -20 "$tmp/log" >&2
	echo "apt-get failed; run: apt-get install$missing" >&2
	exit 1
}
