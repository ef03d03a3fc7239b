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
is "the example has three blocks" "$(find . -name 'block.*' | wc -l)" 3

# A copy of the tree as it was built, so that little is built anew
mkdir tree
(cd "$SRC" && cp -rp Makefile common prof "$OLDPWD/tree")
mkdir -p tree/parse tree/tests "tree/build"
built=$B
case $built in
/*) ;;
*) built=$SRC/$built ;;
esac
cp -rp "$built" tree/build/

# behind TEXT BLOCK FILE: put the block behind the line with TEXT
behind()
{
	awk -v text="$1" -v block="$2" '
	{ print }
	!done && index($0, text) {
		while ((getline line <block) > 0)
			print line
		done = 1
	}
	END { exit !done }' "tree/$3" >edited && mv edited "tree/$3"
}
check "the row has its place" behind '{"silu_and_mul", L,' block.1 prof/ops/activation.c
cp block.2 tree/prof/ops/zeropower.c
check "the word has its place" behind 'FAMILY(view)' block.3 prof/ops/table.def

# with the variables that this make was given (CC, SAN), but not its jobs
is "it builds without a word" "$(
	MAKEFLAGS=$(echo "${MAKEFLAGS-}" | sed 's/--jobserver[^ ]*//g; s/-j[0-9]*//')
	export MAKEFLAGS
	cd tree && make -s "build/${built##*/}/pp-prof" 2>&1 | grep -v '^  '
)" ""
cp "tree/build/${built##*/}/pp-prof" tree/

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
