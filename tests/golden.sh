# shellcheck shell=sh
# golden.sh - how a golden case is run; for golden.t and accept.
#
# tests/golden/FEATURE/CASE.cmd is shell, run in an empty folder with the built
# programs in PATH, lib.sh's functions, and SRC, the root of the tree.  .out
# and .err are what it must print (no .err: nothing), .rc its status (none: 0).

# golden_run CMD-FILE FOLDER: run it in FOLDER, made anew; FOLDER.out .err .rc
golden_run()
{
	rm -rf "$2"
	mkdir -p "$2"
	golden_rc=0
	# shellcheck disable=SC2016 # expanded by the shell that it starts
	TMPDIR=$2 timeout -k 5 600 sh -c '. "$SRC/tests/lib.sh"; . "$0"' "$1" \
	    </dev/null >"$2.out" 2>"$2.err" || golden_rc=$?
	echo "$golden_rc" >"$2.rc"
}
