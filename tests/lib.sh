# shellcheck shell=sh
# lib.sh - what the shell tests share; the runner sets SRC, B, PATH, TMPDIR.
#
# A test script sources it, makes checks, and ends with done_testing:
#
#	. "$SRC/tests/lib.sh"
#	is "two kernels" "$(pp-parse "$(db lenet)" | wc -l)" 2
#	done_testing

: "${SRC:?run it through tests/run or make check}"
cd "${TMPDIR:?}" || exit 1

points=0
bad=0

# point ok|"not ok" DESCRIPTION: one line of TAP.
point()
{
	points=$((points + 1))
	[ "$1" = ok ] || bad=$((bad + 1))
	point_result=$1
	shift
	printf '%s %d - %s\n' "$point_result" "$points" "$*"
}

# diag: stdin as TAP comments, cut to what a person reads.
diag()
{
	head -c 8000 | cat -v | cut -c 1-200 | head -40 | awk '{ print "# " $0 }'
}

# is DESCRIPTION GOT WANTED
is()
{
	if [ "$2" = "$3" ]; then
		point ok "$1"
	else
		point "not ok" "$1"
		printf '%s\n' "$2" >"$TMPDIR/got.txt"
		printf '%s\n' "$3" >"$TMPDIR/wanted.txt"
		diff -u "$TMPDIR/wanted.txt" "$TMPDIR/got.txt" | sed 1,2d | diag
	fi
}

# same DESCRIPTION FILE WANTED-FILE: byte for byte.
same()
{
	if cmp -s "$2" "$3"; then
		point ok "$1"
	else
		point "not ok" "$1"
		diff -u "$3" "$2" | sed 1,2d | diag
	fi
}

# check DESCRIPTION COMMAND ...: the command's status is 0.
check()
{
	description=$1
	shift
	if "$@" >"$TMPDIR/check.txt" 2>&1; then
		point ok "$description"
	else
		point "not ok" "$description"
		diag <"$TMPDIR/check.txt"
	fi
}

# skip DESCRIPTION REASON: only where the machine lacks what a test needs.
skip()
{
	points=$((points + 1))
	printf 'ok %d - %s # SKIP %s\n' "$points" "$1" "$2"
}

done_testing()
{
	echo "1..$points"
	[ "$bad" -eq 0 ]
	exit
}

# have_shared [FILE]: whether the shared data (or this file of it) is there.
have_shared()
{
	[ -e "$PP_SHARED/${1-}" ]
}

# db NAME: make NAME.sqlite, in the folder we are in, of tests/fixtures/NAME.sql
# (of NAME.sql from the root where NAME has a slash) and print its name.
db()
{
	case $1 in
	*/*) db_sql=$SRC/$1.sql ;;
	*) db_sql=$SRC/tests/fixtures/$1.sql ;;
	esac
	db_file=${1##*/}.sqlite
	rm -f "$db_file"
	sqlite3 -bail "$db_file" <"$db_sql" >&2 || return 1
	echo "$db_file"
}

# fill DATABASE TABLE COLUMN=VALUE ...: one row, of values without blanks; columns
# that are not named get 0, or a blob of a byte; those that the table lacks are
# left out.
fill()
{
	db_file=$1
	table=$2
	shift 2
	sqlite3 "$db_file" "SELECT name, type FROM pragma_table_info('$table')" |
	awk -F '|' -v table="$table" -v given="$*" '
	BEGIN {
		n = split(given, pairs, " ")
		for (i = 1; i <= n; i++) {
			at = index(pairs[i], "=")
			value[substr(pairs[i], 1, at - 1)] = substr(pairs[i], at + 1)
		}
	}
	$1 == "_id_" && !("_id_" in value) { next }
	{
		v = ($1 in value) ? value[$1] : ($2 == "BLOB" ? "x'"'00'"'" : "0")
		columns = columns (columns ? ", " : "") $1
		values = values (values ? ", " : "") v
	}
	END { print "INSERT INTO " table "(" columns ") VALUES(" values ");" }' |
	sqlite3 -bail "$db_file"
}

# status COMMAND ...: run it, its stdout to the file out, its stderr to err,
# its status to the variable rc.
status()
{
	rc=0
	# shellcheck disable=SC2034 # for the caller
	"$@" >out 2>err || rc=$?
}
