# shellcheck shell=sh
# shellcheck disable=SC2046,SC2086 # file names here are words
# layers.t - who may include whom, and what a source file may export.
. "$SRC/tests/lib.sh"
cd "$SRC" || exit 1
found=$TMPDIR/found

# never DESCRIPTION PATTERN FILE ...: no line of the files matches; and there are
# such files, or the rule could not fail.
never()
{
	description=$1
	pattern=$2
	shift 2
	[ -e "$1" ] || {
		point "not ok" "$description"
		echo "no file: $*" | diag
		return
	}
	grep -nE -- "$pattern" "$@" /dev/null |
	    grep -vE '^[^:]*:[0-9]*:[[:space:]]*/?\*' >"$found" # not comments
	if [ -s "$found" ]; then
		point "not ok" "$description"
		diag <"$found"
	else
		point ok "$description"
	fi
}

# except NAME LIST: the words of LIST but those that match the pattern NAME,
# which one of them must.
except()
{
	pattern=$1
	shift
	printf '%s\n' "$@" | grep -qxE -- "$pattern" || echo "no-such-file"
	printf '%s\n' "$@" | grep -vxE -- "$pattern"
}

all=$(find common parse prof -name '*.[ch]' -o -name '*.def' | sort)
sources=$(echo "$all" | grep '\.c$')
check "there is something to look at" test "$(echo "$all" | wc -l)" -ge 150

# 1. Includes by folder, and no circles
edges=$TMPDIR/edges
grep -E '^#[[:space:]]*include "' $all /dev/null |
    sed -E 's/:#[[:space:]]*include "([^"]*)".*/ \1/' >"$edges"
is "includes go one way" "$(awk -f tests/layers.awk "$edges")" ""

# broken EDGE ...: the rules see what breaks them
broken()
{
	printf '%s\n' "$@" >"$TMPDIR/broken"
	check "a broken rule is seen: $1" test -n \
	    "$(cat "$edges" "$TMPDIR/broken" | awk -f tests/layers.awk)"
}
broken "common/str.c parse/profile.h"
broken "common/str.c prof/row.h"
broken "parse/mark/mark.c parse/profile.h"
broken "parse/mark/mark.c parse/steps/link.h"
broken "parse/read/read_nsys.c parse/mark/mark.h"
broken "parse/read/db.c parse/steps/link.h"
broken "parse/steps/link.c parse/read/read.h"
broken "parse/steps/link.c prof/row.h"
broken "parse/profile.c parse/steps/link.h"
broken "parse/main.c prof/row.h"
broken "prof/gpu/gpu.c prof/kernel/tc.h"
broken "prof/kernel/tc.c prof/ops/op.h"
broken "prof/ops/conv.c prof/show/column.h"
broken "prof/ops/conv.c prof/row.h"
broken "prof/ops/conv.c prof/gpu/gpu.h"
broken "prof/row.c prof/show/column.h"
broken "prof/show/column.c prof/main.h"
broken "prof/main.c parse/profile.h"
broken "tests/any.c common/str.h"
broken "common/str.h common/vec.h" "common/vec.c common/str.h"
is "a folder without files is seen" \
    "$(grep -v '^parse/mark/' "$edges" | awk -f tests/layers.awk | grep -v ' includes ')" \
    "parse/mark/: no file"

never "paths start from the root" '#include "[^/"]*"' $all
never "no path climbs" '#include "[^"]*\.\./' $all

# 2. Libraries, each behind one file
never "SQLite only in parse/read/db.[ch] and vfs.c" '#include <sqlite3.h>|\bsqlite3_' \
    $(except 'parse/read/(db\.[ch]|vfs\.c)' $all)
never "zlib.h only in parse/read/input.c" '#include <zlib.h>' \
    $(except 'parse/read/input\.c' $all)
never "csv.h only in csvrows.c and out_csv.c" '#include <csv.h>' \
    $(except 'parse/read/csvrows\.c|prof/show/out_csv\.c' $all)

# 3. Operators are pure
never "operators do no I/O, allocate nothing" \
    '#include [<"](stdio|stdlib|unistd|fcntl|common/(arena|io|diag|vec))\.h[>"]|\b(malloc|calloc|realloc|free|arena_[a-z]+|printf) *\(' \
    prof/ops/*.[ch]
never "no address of a model is a key" '[!=]= *(cost|op)_[a-z]+\b[^(]' prof/ops/*.c prof/*.c \
    prof/show/*.c

# 4. A column never knows a format, a writer never asks which column
never "a column never knows a format" '#include "prof/show/(out|view|group)' \
    prof/show/column*.[ch]
keys=$(sed -n 's/^[[:space:]]*{ *\(\.key = \)\{0,1\}"\([a-z_]*\)".*/\2/p' prof/show/column.c | sort -u | paste -sd '|' -)
check "the column table has its keys" test "$(echo "$keys" | tr '|' '\n' | grep -c .)" -ge 40
never "a writer never asks which column" "[=(,] *\"($keys)\"" prof/show/out*.c

# foo.c includes foo.h first, which so proves to stand alone
: >"$found"
for c in common/*.c parse/*.c parse/*/*.c prof/*.c prof/*/*.c; do
	h=${c%.c}.h
	[ -e "$h" ] || continue
	[ "$(sed -n 's/^#include //p;' "$c" | head -1)" = "\"$h\"" ] || echo "$c" >>"$found"
done
is "own header first" "$(cat "$found")" ""
: >"$found"
for h in common/*.h parse/*.h parse/*/*.h prof/*.h prof/*/*.h; do
	${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L -I. -fsyntax-only -x c "$h" \
	    >>"$found" 2>&1 || echo "$h" >>"$found"
done
is "every header stands alone" "$(cat "$found")" ""

# The first comment says what the file is
: >"$found"
for f in $all tests/unit/*.c tests/fuzz/*.c tests/bench/*.c; do
	[ -e "$f" ] || continue
	name=$(basename "$f")
	head -2 "$f" | tr '\n' ' ' | grep -q "^/\* *\* $name - " || echo "$f" >>"$found"
done
is "every file says what it is" "$(cat "$found")" ""

# foo_bar.c exports foo_* only; a family's file of prof/ops/ op_foo, and op.c
# what all of them use.  str.h, vec.h and diag.h have names of their own for what
# everybody uses.
: >"$found"
exports=0
for c in $sources "build/prof/ops/catalogue.c"; do
	name=${c##*/}
	name=${name%.c}
	family=${name%%_*}
	o=$B/${c#build/}
	o=${o%.c}.o
	[ -e "$o" ] || continue # not this build's
	exports=$((exports + 1))
	case $c in
	*/main.c | */gen/*) allowed='main|op_catalogue(_.*)?' ;;
	common/str.c) allowed='str(buf)?_.*' ;;
	common/diag.c) allowed='(diag|err)_.*' ;;
	prof/ops/op.c) allowed='op_.*' ;;
	*/prof/ops/* | prof/ops/*) allowed="op_$name(_.*)?" ;;
	*) allowed="$family(_.*)?" ;;
	esac
	nm -g --defined-only "$o" | awk 'NF == 3 && $2 ~ /[TDBRC]/ { print $3 }' |
	    grep -vE '^(__|_GLOBAL|asan|ubsan)' | grep -vxE "$allowed" |
	    sed "s,^,$c exports ," >>"$found"
done
check "there are objects to look at" test "$exports" -ge 100
is "foo.c exports foo_* only" "$(cat "$found")" ""

# Nothing in prof/ changes behind its caller's back: no variable outlives a call
# but those of main.c.
: >"$found"
looked=0
for c in $(echo "$sources" | grep '^prof/' | grep -vE '^prof/(main\.c|ops/gen/)'); do
	o=$B/${c%.c}.o
	[ -e "$o" ] || continue
	objdump -t "$o" >"$TMPDIR/symbols" && looked=$((looked + 1))
	awk -v c="$c" '
	/ O / && / \.(bss|data|data\.rel|data\.rel\.local|tbss|tdata)\t/ \
	    { print c ": " $NF }' "$TMPDIR/symbols" |
	    grep -vE ': (__|\.L|_GLOBAL|_?_?asan|\*)' >>"$found"
done
check "there are symbols to look at" test "$looked" -ge 50
is "prof/ has no variables" "$(cat "$found")" ""
done_testing
