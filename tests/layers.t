# shellcheck shell=sh
# shellcheck disable=SC2046 # file names here are words
# layers.t - who may include whom, and what a source file may export.
. "$SRC/tests/lib.sh"
cd "$SRC" || exit 1
found=$TMPDIR/found

# never DESCRIPTION PATTERN FILE ...: no line of the files matches.
never()
{
	description=$1
	pattern=$2
	shift 2
	for f; do
		[ -e "$f" ] && grep -nE -- "$pattern" "$f" /dev/null
	done | grep -vE '^[^:]*:[0-9]*:[[:space:]]*/?\*' >"$found" # not comments
	if [ -s "$found" ]; then
		point "not ok" "$description"
		diag <"$found"
	else
		point ok "$description"
	fi
}

# except NAME LIST: the words of LIST but those that match the pattern NAME.
except()
{
	pattern=$1
	shift
	printf '%s\n' "$@" | grep -vxE -- "$pattern"
}

all=$(ls common/*.[ch] common/*.def parse/*.[ch] parse/*/*.[ch] prof/*.[ch] prof/*/*.[ch])
check "there is something to look at" test "$(echo "$all" | wc -l)" -ge 40

never "common includes only common" '#include "(parse|prof|tests)/' common/*.[ch] common/*.def
never "parse never includes prof" '#include "(prof|tests)/' parse/*.[ch] parse/*/*.[ch]
never "prof never includes parse" '#include "(parse|tests)/' prof/*.[ch] prof/*/*.[ch]
never "paths start from the root" '#include "[^/"]*"' $all
never "no path climbs" '#include "[^"]*\.\./' $all
never "readers never include mark.h" '#include "parse/mark/' \
    $(except 'parse/read/read_dict\.c' parse/read/*.[ch])
never "decoders never include profile.h" '#include "parse/(profile\.h|read/|steps/)' \
    parse/mark/*.[ch]
never "sqlite3.h only in parse/read/db.c" '#include <sqlite3.h>' $(except 'parse/read/db\.c' $all)
never "zlib.h only in parse/read/input.c" '#include <zlib.h>' $(except 'parse/read/input\.c' $all)
never "csv.h only in csvrows.c and out_csv.c" '#include <csv.h>' \
    $(except 'parse/read/csvrows\.c|prof/show/out_csv\.c' $all)
never "op_* do no I/O, allocate nothing" \
    '#include [<"](stdio|stdlib|unistd|fcntl|common/(arena|io|diag|vec))\.h[>"]|\b(malloc|calloc|realloc|free|arena_[a-z]+|printf) *\(' \
    prof/ops/*.c
never "op_* have no variables" '^(static )?(unsigned|u?int[0-9_a-z]*|size_t|bool|double|char|struct [a-z_]+) \**[a-z_]+(\[[^]]*\])*( =|;)' \
    prof/ops/*.c
never "a column never knows a format" '#include "prof/show/(out|view|group)' prof/show/column*.[ch]

# A writer never asks which column: no key of the table as a literal
keys=$(sed -n 's/^[[:space:]]*{ *\(\.key = \)\{0,1\}"\([a-z]*\)".*/\2/p' prof/show/column.c | sort -u | paste -sd '|' -)
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

# foo_bar.c exports foo_* only.  str.h, vec.h and diag.h have names of their own
# for what everybody uses.
: >"$found"
for o in "$B"/common/*.o "$B"/parse/*.o "$B"/parse/*/*.o "$B"/prof/*.o "$B"/prof/*/*.o; do
	name=${o%.o}
	c=${name#"$B/"}.c
	[ -e "$c" ] || continue
	name=${name##*/}
	family=${name%%_*}
	case $c in
	*/main.c) allowed=main ;;
	common/str.c) allowed='str(buf)?_.*' ;;
	prof/ops/*.c) allowed='(op|cost)_.*' ;;
	common/diag.c) allowed='(diag|err|warnings)_.*' ;;
	*) allowed="$family(_.*)?" ;;
	esac
	nm -g --defined-only "$o" | awk 'NF == 3 && $2 ~ /[TDBRC]/ { print $3 }' |
	    grep -vE '^(__|_GLOBAL|asan|ubsan)' | grep -vxE "$allowed" |
	    sed "s,^,$c exports ," >>"$found"
done
is "foo.c exports foo_* only" "$(cat "$found")" ""
done_testing
