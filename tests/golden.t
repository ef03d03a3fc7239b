# shellcheck shell=sh
# golden.t - every tests/golden/FEATURE/CASE gives what its files say.
. "$SRC/tests/lib.sh"
. "$SRC/tests/golden.sh"

: >nothing
for cmd in "$SRC"/tests/golden/*/*.cmd; do
	[ -e "$cmd" ] || continue
	base=${cmd%.cmd}
	name=${base#"$SRC/tests/golden/"}
	golden_run "$cmd" "$TMPDIR/case"

	out=$base.out
	err=$base.err
	rc=$base.rc
	[ -e "$out" ] || out=nothing
	[ -e "$err" ] || err=nothing
	[ -e "$rc" ] || { echo 0 >zero; rc=zero; }
	if cmp -s case.out "$out" && cmp -s case.err "$err" && cmp -s case.rc "$rc"; then
		point ok "$name"
	else
		point "not ok" "$name"
		{
			diff -u "$out" case.out | sed 's/^+++ .*/+++ stdout/; /^--- /d'
			diff -u "$err" case.err | sed 's/^+++ .*/+++ stderr/; /^--- /d'
			diff -u "$rc" case.rc | sed 's/^+++ .*/+++ status/; /^--- /d'
		} | diag
	fi
done

# An expectation without its case would never be looked at
for f in "$SRC"/tests/golden/*/*; do
	[ -e "${f%.*}.cmd" ] && continue
	[ -e "$f" ] || continue
	point "not ok" "${f#"$SRC/"} belongs to no .cmd"
done
done_testing
