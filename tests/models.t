# shellcheck shell=sh
# models.t - pp-models(7) and the catalogue say the same.
#
# Of prof/ops/table.c, prof/ops/*.h, prof/kernel/tc.c and common/dtype.def against the page:
# which operators a family has, the weights of those that have one, every reason
# for na, the types, the verdicts on Tensor Cores, the words of conf; and the
# numbers in the table WHERE TOOLS DIFFER against what pp-prof prints.
. "$SRC/tests/lib.sh"
page=$SRC/man/pp-models.7

# A line for each row of the catalogue, from a program that prints it
"$B/tests/catalogue" >rows
check "the catalogue was printed" test "$(wc -l <rows)" -ge 1000

# section NAME: the lines of a section of the page (.Sh or .Ss)
section()
{
	awk -v name="$1" '
	/^\.S[hs] / { in_it = substr($0, 5) == name; next }
	in_it' "$page"
}

# 1. Families
sed -n '/^\.Sh FAMILIES/,/^\.Sh [^F]/s/^\.Ss //p' "$page" | sort >page.families
{ cut -f 1 rows; echo 'Lists of tensors'; } | sort -u >families
same "the page has these families" page.families families

# 2. Operators: "family name weights" of the catalogue and of the page.
#
# The weights are FLOPs an element, forward / backward, as the page writes them.
awk -F '\t' '
{ known[$2] = 1; line[NR] = $0 }
END {
	for (i = 1; i <= NR; i++) {
		split(line[i], a, "\t")
		base = a[2]
		sub(/\..*/, "", base) # addmm.dtype is addmm
		sub(/^__[ir]/, "__", base) # __iadd__ and __radd__ are __add__
		print a[1] "\t" (base in known ? base : a[2]) "\t" a[3]
	}
}' rows | grep -v 'triton_\.\.\.' | sort -u >code

awk -F '\t' '
FILENAME == "families" { is_family[$1] = 1; next }
/^\.S[hs] / { family = substr($0, 5); list = 0 }
/^\.It / {
	tag = substr($0, 5)
	list = tag == "Operators" || tag ~ /^[0-9b,]+ \/ ([0-9b,]+|-|na)$/
	next
}
/^\./ { list = 0 }
list && family in is_family {
	n = split($0, name, /[ ,]+/)
	for (i = 1; i <= n; i++)
		if (name[i] != "")
			print family "\t" name[i] "\t" (tag == "Operators" ? "" : tag)
}' families "$page" | sort >written
is "no operator is twice in a family" "$(cut -f 1,2 written | sort | uniq -d)" \
    "$(cut -f 1,2 code | sort | uniq -d)"
same "the families have the operators and weights of table.c" written code

# 2a. The names that need a library in front: those of rows that are of nothing else
awk -F '\t' '
{ if ($4 == "library") is[$2] = 1; else other[$2] = 1 }
END { for (name in is) if (!(name in other)) print name }' rows | sort >code
sed -n '/^\.Li vllm::silu_and_mul :/,/^\.\\"/p' "$page" | grep -v '^\.' |
    tr -s ', ' '\n\n' | sort >written
same "the page has the names that need a library's" written code

# Every family says what it counts
for family in FLOPs Bytes Source; do
	awk -v item="$family" '
	/^\.Sh / { on = /FAMILIES/ }
	/^\.S[hs] / { if (name != "" && !seen) print name; name = ""; seen = 0 }
	on && /^\.Ss / { name = substr($0, 5) }
	$0 == ".It " item { seen = 1 }' "$page"
done | sort -u >lacking
is "every family but what has no formula has FLOPs, Bytes and Source" \
    "$(cat lacking)" 'Without a formula'

# 3. Reasons
sed -n 's/^#define WHY_[A-Z_]* "\(.*\)".*/\1/p' "$SRC"/prof/why.h | sort >reasons
section 'REASONS FOR na' | sed -n 's/^\.It Sy //p' | sort >page.reasons
check "there are reasons" test "$(wc -l <reasons)" -ge 15
same "the page has the reasons of the code" page.reasons reasons
grep -n 'why = "' "$SRC"/prof/*/*.[ch] >literal
is "no reason is written out where it is given" "$(cat literal)" ""
sed -n 's/^#define \(WHY_[A-Z_]*\) .*/\1/p' "$SRC"/prof/why.h |
while read -r why; do
	grep -qw "$why" "$SRC"/prof/*/*.c || echo "$why"
done >unused
is "every reason is given somewhere" "$(cat unused)" ""

# 4. Types: "name: bits, class: spellings"
sed -n 's/^DTYPE([A-Z0-9_]*, "\(.*\)", \([0-9]*\), \([A-Z_]*\), "\(.*\)")$/\1: \2, \3: \4/p' \
    "$SRC/common/dtype.def" |
    awk -F ': ' '{
	class = tolower($2); sub(/no_class/, "none", class)
	spellings = $3; sub(/\|$/, "", spellings); gsub(/\|/, ", ", spellings)
	print $1 ": " class (spellings == "" ? "" : ": " spellings)
    }' >types
section 'ELEMENT TYPES' | awk '
	/^\.El/ { exit }
	/^\.It / { if (line) print line; line = substr($0, 5) ":"; next }
	line { line = line " " $0 }
	END { print line }' >page.types
check "there are types" test "$(wc -l <types)" -ge 40
is "every row of dtype.def was read" "$(wc -l <types)" "$(grep -c '^DTYPE(' "$SRC/common/dtype.def")"
same "the page has the types of dtype.def, in order" page.types types

# 5. Verdicts and words
sed -n '/^const char \*tc_text/,/^}/s/.*= "\(.*\)",/\1/p' "$SRC/prof/kernel/tc.c" | sort >verdicts
section 'TENSOR CORES' | sed -n '/^\.El/q; s/^\.It Sy //p' |
    sed 's/\\&//g; s/ , /\n/g' | sort >page.verdicts
check "there are verdicts" test "$(wc -l <verdicts)" -ge 5
same "the page has the verdicts of tc.c" page.verdicts verdicts
sed -n '/^{has_mma, /,/}/p' "$SRC/prof/kernel/tc.c" | grep -o '[0-9]*' >shapes
check "there are shapes of instructions" test "$(wc -l <shapes)" -ge 10
section 'TENSOR CORES' | tr -c '0-9\n' '\n' >page.numbers
is "the page has the shapes of instructions of tc.c" \
    "$(grep -vxFf page.numbers shapes)" ""
sed -n '/^static void set_conf/,/^}/s/.*\[CONF_.*= "\(.*\)",/\1/p' \
    "$SRC/prof/show/column.c" | sort >confs
section Confidence | sed -n 's/^\.It Sy //p' | sort >page.confs
check "there are words of conf" test "$(wc -l <confs)" -ge 5
same "the page has the words of conf" page.confs confs

# 6. WHERE TOOLS DIFFER: the last column is what pp-prof prints.  A row here is
# that table's, the letters for its record, and the record's op and args; t is a
# tensor of float32.
t()
{
	printf '{"type":"tensor","shape":[%s],"dtype":"float32"}' "$1"
}
x=$(t 4,6)
image=$(t 2,3,8,8)
filter=$(t 5,3,3,3)
c=$(t 3)
yes='{"type":"bool","value":true}'
no='{"type":"bool","value":false}'
none='{"type":"NoneType"}'
adam='{"mod":"fused_adam_cuda","op":"adam"'
# 5 filters of 3 by 3 over 8 by 8: a result of 2 * 5 * 6 * 6 = 360
# windows of 2 by 2: a result of 2 * 3 * 4 * 4 = 96
cat >asked <<END
a product;M=4 N=6 K=7;flops;{"op":"aten::mm","args":[$(t 4,7),$(t 7,6)]}
addmm's bias;M=4 N=6;flops-gemm;{"op":"aten::addmm","args":[$(t 6),$(t 4,7),$(t 7,6)]}
conv's bias;R=360;flops-gemm;{"mod":"torch.nn.functional","op":"conv2d","args":[$image,$filter,$(t 5)]}
exp, tanh;N=24;flops;{"op":"aten::exp","args":[$x]}
exp, tanh;N=24;flops;{"op":"aten::tanh","args":[$x]}
gelu;N=24;flops;{"op":"aten::gelu","args":[$x]}
gelu;N=24;flops;{"op":"aten::gelu","args":[$x,{"type":"str","value":"tanh"}]}
softmax;N=24;flops;{"op":"aten::softmax","args":[$x]}
log_softmax;N=24;flops;{"op":"aten::log_softmax","args":[$x]}
batch_norm;N=384;flops;{"op":"aten::batch_norm","args":[$image,$c,$c,$c,$c,$yes]}
... evaluation;N=384;flops;{"op":"aten::batch_norm","args":[$image,$c,$c,$c,$c,$no]}
layer_norm;N=24;flops;{"op":"aten::native_layer_norm","args":[$x,{"type":"list","value":[6]},$(t 6),$(t 6)]}
dropout;N=24;flops;{"op":"aten::native_dropout","args":[$x,{"type":"float","value":0.5},$yes]}
mean;N=24 R=4;flops;{"op":"aten::mean","args":[$x,{"type":"list","value":[1]},$no,$none]}
max_pool;N=384 R=96 k=4;flops;{"mod":"torch","op":"max_pool2d","args":[$image,{"type":"int","value":2}]}
Adam;N=24;flops;$adam,"args":[$x,$x,$x,$x,$x]}
END
section 'WHERE TOOLS DIFFER' | sed -n 's/^\.It //p' | sed 1d |
    sed 's/ Ta .* Ta /;/' >ours
cut -d ';' -f 1 asked | uniq >wanted.rows
cut -d ';' -f 1 ours >page.rows
same "every row of the table is asked for" page.rows wanted.rows
sed 's/[^{]*\({.*\)/{"v":1,"op":[\1]}/' asked |
    pp-prof --csv --no-header -c flops,gemm | tr -d '"' >printed
sed 's/\([^;]*;[^;]*;[^;]*\);.*/\1/' asked | paste -d ';' - printed >pairs
while IFS=';' read -r row letters column numbers; do
	# "5N, 9N" are two rows, in this order
	[ "$row" = "$last" ] && nth=$((nth + 1)) || nth=1
	last=$row
	formula=$(awk -F ';' -v row="$row" '$1 == row { print $2 }' ours | awk -F ', *' \
	    -v n="$nth" '{ print $(NF < n ? NF : n) }' | sed 's/\([0-9A-Za-z]\)/\1*/g; s/\*\([0-9]\)/\1/g; s/\*\([+]\|$\)/\1/g')
	: "${formula:=0}" # there is no such row, which a point above says
	wanted=$(($(for l in $letters; do echo "$l"; done |
	    awk -F = -v f="$formula" '{ gsub($1, $2, f) } END { print f }')))
	case $column in
	flops) got=${numbers%,*} ;;
	*) got=$((${numbers%,*} - ${numbers#*,})) ;;
	esac
	is "$row, $letters: $column is $formula" "$got" "$wanted"
done <pairs
done_testing
