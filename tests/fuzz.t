# shellcheck shell=sh
# fuzz.t - every fuzz target takes its corpus, and every corpus has a target.
# An input that once broke something stays in the corpus.
. "$SRC/tests/lib.sh"

for source in "$SRC"/tests/fuzz/fuzz_*.c; do
	[ -e "$source" ] || continue
	x=${source##*/fuzz_}
	x=${x%.c}
	set -- "$SRC/tests/fuzz/corpus/$x"/*
	if [ ! -e "$1" ]; then
		point "not ok" "$x has a corpus"
		continue
	fi
	check "$x: $# inputs" "$B/tests/fuzz/replay_$x" "$@"
done
for corpus in "$SRC"/tests/fuzz/corpus/*; do
	[ -e "$corpus" ] || continue
	check "corpus ${corpus##*/} has a target" \
	    test -e "$SRC/tests/fuzz/fuzz_${corpus##*/}.c"
done
done_testing
