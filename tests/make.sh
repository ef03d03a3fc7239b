# shellcheck shell=sh
# make.sh - make inside a test; after lib.sh.
#
# Inside make check it has that one's variables (SAN=1, CFLAGS), so that it finds
# all built, but not its job server.
MAKEFLAGS=$(echo "${MAKEFLAGS-}" |
    sed 's/ *-j[0-9]*//g; s/ *--jobserver-[a-z]*=[^ ]*//g')
export MAKEFLAGS
unset MFLAGS MAKELEVEL
