# shellcheck shell=sh
# contributing.t - the worked example of CONTRIBUTING.md, "Adding an operator":
# pp-prof is built with its rows and its function, and costs what it says.
. "$SRC/tests/lib.sh"

# The code blocks of the example, one file each
awk '
/^## / { example = /^## Adding an operator, by example/ }
example && /^```c/ { block++; on = 1; next }
/^```/ { on = 0 }
on { print >("block." block) }' "$SRC/CONTRIBUTING.md"
is "the example has five blocks" "$(find . -name 'block.*' | wc -l)" 5

# a tree of the headers and of the three files that the example edits
mkdir -p tree/prof/ops tree/prof/kernel tree/common
cp "$SRC"/prof/ops/*.h tree/prof/ops
cp "$SRC"/prof/kernel/*.h tree/prof/kernel
cp "$SRC"/common/*.h "$SRC"/common/*.def tree/common

cp "$SRC"/prof/ops/table.c "$SRC"/prof/ops/find.c tree/prof/ops

# before TEXT BLOCK FILE: put the block in front of the first line with TEXT
before()
{
	awk -v text="$1" -v block="$2" '
	!done && index($0, text) {
		while ((getline line <block) > 0)
			print line
		done = 1
	}
	{ print }
	END { exit !done }' "tree/$3" >edited && mv edited "tree/$3"
}
check "the first row has its place" before '("fbgemm::permute' block.1 prof/ops/table.c
check "the function's row has its place" before '("zeros",' block.2 prof/ops/table.c
cp block.3 tree/prof/ops/zeropower.c
check "the declaration has its place" before '/* op_each(' block.4 prof/ops/models.h
check "the title has its place" before '{op_linalg, FAMILY_LINALG}' block.5 prof/ops/find.c

built=$B
case $built in
/*) ;;
*) built=$SRC/$built ;;
esac
is "it compiles without a warning" "$(
	cd tree && for f in table find zeropower; do
		# the words of the build's own compiler and flags
		eval "$(cat "$built/flags") -c -o $f.o prof/ops/$f.c" 2>&1
	done
)" ""
check "it links" sh -c "cd tree && $(cat "$built/flags") -o pp-prof \
    '$built/prof/main.o' table.o find.o zeropower.o \
    '$built/libprof.a' '$built/libcommon.a' -lcsv -lstdc++ -lm"

cat >records <<'END'
{"v":1,"op":[{"op":"_C::fatrelu_and_mul","args":[{"type":"tensor","shape":[16,32],"dtype":"bfloat16"},{"type":"tensor","shape":[16,64],"dtype":"bfloat16"},{"type":"float","value":0.5}]}]}
{"v":1,"op":[{"op":"muon::zeropower","args":[{"type":"tensor","shape":[16,64],"dtype":"bfloat16"},{"type":"int","value":5}]}]}
{"v":1,"op":[{"op":"muon::zeropower_","args":[{"type":"tensor","shape":[64],"dtype":"bfloat16"}]}]}
END
# 2 * 16 * 32, and 2 * (16 * 32 + 16 * 64) bytes; 368640, and 2 * 2 * 16 * 64
tree/pp-prof --no-header -c call,flops,gemm,bytes records >got
cat >wanted <<'END'
_C::fatrelu_and_mul 1024 0 3072
muon::zeropower 368640 368640 4096
muon::zeropower_ na na na
END
cut -d ' ' -f 1-4 got >numbers
same "the operators cost what the text says" numbers wanted
is "and without the rows they are not known" \
    "$(pp-prof --no-header -c flops records | sort -u)" na
done_testing
