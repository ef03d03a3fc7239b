# shellcheck shell=sh
# contributing.t - the worked examples of CONTRIBUTING.md, followed to the letter:
# pp-prof is built with the operators and costs what the text says, pp-parse with
# the format and the dialect and prints what it says; so does pp-prof with the
# columns and the output format.
. "$SRC/tests/lib.sh"

# blocks SECTION PREFIX: the section's blocks of code as PREFIX.1, PREFIX.2 ...
blocks()
{
	awk -v section="## $1" -v prefix="$2" '
	/^## / { example = $0 == section }
	/^```$/ { on = 0 }
	on { print >(prefix "." block) }
	example && /^```[a-z]/ { block++; on = 1 }' "$SRC/CONTRIBUTING.md"
}
blocks "Adding an operator, by example" block
is "the example of an operator has four blocks" "$(find . -name 'block.*' | wc -l)" 4
blocks "Adding an input format, by example" reader
is "the example of a format has four blocks" "$(find . -name 'reader.*' | wc -l)" 4
blocks "Adding a marker dialect, by example" decoder
is "the example of a dialect has four blocks" "$(find . -name 'decoder.*' | wc -l)" 4
blocks "Adding a column, by example" column
is "the example of a column has six blocks" "$(find . -name 'column.*' | wc -l)" 6
blocks "Adding an output format, by example" out
is "the example of an output format has four blocks" "$(find . -name 'out.*' | wc -l)" 4

# A copy of the tree as it was built, so that little is built anew
mkdir tree
(cd "$SRC" && cp -rp Makefile common parse prof tests "$OLDPWD/tree")
mkdir -p tree/build
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

# before TEXT BLOCK FILE: put the block in front of the line with TEXT
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
check "the row has its place" behind '{"silu_and_mul", L,' block.1 prof/ops/activation.c
cp block.2 tree/prof/ops/zeropower.c
check "the word has its place" behind 'FAMILY(view)' block.3 prof/ops/table.def
cat block.4 >>tree/tests/fixtures/calls.txt
cp reader.2 tree/parse/read/read_klog.c
check "the format's word is in no list" test -z "$(grep -rw klog "$SRC/parse")"
cat reader.3 >>tree/parse/read/read.def
cp decoder.1 tree/parse/mark/mark_tick.c
check "the dialect's word has its place" before 'DECODER(user)' decoder.2 parse/mark/mark.def
check "the key's row has its place" behind '{"corr",' column.1 prof/show/column.c
check "the function has its place" before '/* clang-format off */' column.2 prof/show/column.c
check "its row has its place" behind '{"regs",' column.3 prof/show/column.c
while read -r there new; do
	sed "s/$there /&$new /" tree/tests/unit/test_views.c >edited
	check "$new has its place in the test" grep -q "$there $new " edited
	mv edited tree/tests/unit/test_views.c
done <column.6
cp out.1 tree/prof/show/out_markdown.c
check "the output format's word has its place" before 'OUT(tree)' out.2 prof/show/out.def

units=build/${built##*/}/tests/unit
# with the variables that this make was given (CC, SAN), but not its jobs
is "it builds without a word" "$(
	MAKEFLAGS=$(echo "${MAKEFLAGS-}" | sed 's/--jobserver[^ ]*//g; s/-j[0-9]*//')
	export MAKEFLAGS
	cd tree && make -s "build/${built##*/}/pp-prof" "build/${built##*/}/pp-parse" \
	    "$units/test_signatures" "$units/test_column" "$units/test_views" 2>&1 | grep -v '^  '
)" ""
for t in signatures column views; do
	check "test_$t takes what was added" sh -c "cd tree && $units/test_$t"
done
cp "tree/build/${built##*/}/pp-prof" "tree/build/${built##*/}/pp-parse" tree/

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

# the input format
cp reader.1 train.log
check "the log is known by its content" sh -c 'tree/pp-parse train.log >got'
same "the log's records are those of the text" got reader.4
tree/pp-parse -f klog <train.log >got
same "and by its word" got reader.4
check "--help has the word" sh -c 'tree/pp-parse --help | grep -qw klog'
status tree/pp-parse -f klog "$SRC/README.md"
is "what is no such log is refused" "$rc $(cat err)" \
    "1 pp-parse: $SRC/README.md: not a log of kernels"
status tree/pp-parse "$SRC/README.md"
check "and the advice has it" grep -q 'give .*, or a log of kernels$' err
status pp-parse train.log
is "without the word it is not known" "$rc" 1

# the marker dialect
cp decoder.3 trace.json
tree/pp-parse trace.json >got
same "the trace's record is that of the text" got decoder.4
sed 's/tick:12/tick:once/' trace.json >other.json
is "what only looks like it is no step" "$(tree/pp-parse other.json | jq -c '[.range, .step]')" \
    '[["tick:once"],null]'
is "without the word it has no step" "$(pp-parse trace.json | jq .step)" null

# the columns
tree/pp-prof --json -c context,threads column.4 >got
same "the columns show what the text says" got column.5
is "what is missing is unknown" \
    "$(echo '{"v":1,"kernel":"k"}' | tree/pp-prof --no-header -c context,threads)" "na na"
is "of what is no kernel there is none" \
    "$(echo '{"v":1,"kind":"memset"}' | tree/pp-prof --no-header -c context,threads)" "- -"
check "--help has them" sh -c "tree/pp-prof --help | grep -q '^  threads  .*of all blocks$'"
status pp-prof -c threads column.4
is "without the rows there are none" "$rc" 2

# the output format
tree/pp-prof --markdown -c kernel,sil,layer out.3 >got
same "the table is that of the text" got out.4
is "--no-header" "$(tree/pp-prof --markdown --no-header -c sil out.3)" "| 1504 |"
is "the usage line has it" "$(tree/pp-prof --help | sed '/^$/q' | tr -s '\n ' ' ' | grep -c ' | --markdown | --tree KEYS | --html | --chrome\]')" 1
check "the completion has it" sh -c 'tree/pp-prof --completion-helper | grep -qx -e --markdown'
status tree/pp-prof --markdown --csv out.3
is "no other goes with it" "$rc $(grep -c -e '--markdown, --tree, --html and --chrome exclude each other' err)" "2 1"
status pp-prof --markdown out.3
is "without the word it is unknown" "$rc" 2
done_testing
