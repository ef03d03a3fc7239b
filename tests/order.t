# shellcheck shell=sh
# order.t - --where, --sort and -n: which rows, in what order, how many.
. "$SRC/tests/lib.sh"

# Five kernels.  Times in ns; 9007199254740993 is 2^53 + 1, which a double has not.
cat >rec <<'END'
{"v":1,"kernel":"b[1]","dur":20,"stream":7,"op":[{"op":"conv"}],"dir":"fprop"}
{"v":1,"kernel":"a","dur":9007199254740993,"stream":7,"op":[{"op":"relu"}],"dir":"fprop"}
{"v":1,"kernel":"c","dur":9007199254740992,"stream":9,"op":[{"op":"conv2"}],"dir":"bprop"}
{"v":1,"kernel":"d","stream":9,"op":[{"op":"relu"}],"dir":"bprop"}
{"v":1,"kernel":"e","dur":3,"stream":10}
END

# shown OPTION...: the kernels that are left, on one line
shown()
{
	pp-prof --no-header -c kernel "$@" rec | tr '\n' ' '
}

# --where: a pattern on the text of --csv
is "=: a text" "$(shown --where kernel=a)" "a "
is "=: whole, not part of it" "$(shown --where op=conv)" "b[1] "
is "=: a star" "$(shown --where 'op=conv*')" "b[1] c "
is "=: a set of characters" "$(shown --where 'kernel=[ae]')" "a e "
is "=: a backslash takes the next as it is" "$(shown --where 'kernel=b\[1]')" "b[1] "
is "=: no value" "$(shown --where 'op=-')" ""
is "=: no value of a kernel" "$(shown --where 'copy=-')" "b[1] a c d e "
is "=: that is not unknown" "$(shown --where copy=na)" ""
is "=: an unknown value" "$(shown --where op=na)" "e "
is "!=: all others" "$(shown --where 'op!=relu')" "b[1] c e "
is "!=: with a star" "$(shown --where 'op!=r*')" "b[1] c e "
is "a value may have the signs of a condition" "$(shown --where 'kernel!==a')" "b[1] a c d e "

# --where: numbers; what is unknown satisfies none
is "<" "$(shown --where 'sil<20')" "e "
is "<=" "$(shown --where 'sil<=20')" "b[1] e "
is ">" "$(shown --where 'sil>20')" "a c "
is ">=" "$(shown --where 'sil>=20')" "b[1] a c "
is "unknown: neither" "$(shown --where 'sil>=0')$(shown --where 'sil<0')" "b[1] a c e "
is ">: beyond what a double has" "$(shown --where 'sil>9007199254740992')" "a "
is ">=: the same" "$(shown --where 'sil>=9007199254740993')" "a "
is "<: a fraction" "$(shown --where 'sil<3.5')$(shown --where 'sil<3.0')" "e "
is "<: leading zeros" "$(shown --where 'sil<0020')" "e "
is ">: less than nothing" "$(shown --where 'sil>-1')" "b[1] a c e "
is "nanoseconds, whatever -u says" "$(shown -u ms --where 'sil>3')" "b[1] a c "
is "a text is no number" "$(shown --where 'kernel<5')" ""
is "all must hold" "$(shown --where dir=fprop --where 'sil<100')" "b[1] "
is "by another name of the column" "$(shown --where 'dur<20')$(shown --where 'Sil(ns)<20')" "e e "
is "idx counts all lines" "$(pp-prof --no-header -c idx --where kernel=e rec)" 5
is "-g: sums and shares are of these" \
    "$(pp-prof --csv --no-header -g dir -c dir,count,total,share --where 'sil<100' rec)" \
    '"fprop","1","20","86.957"
"na","1","3","13.043"'

# --sort: greatest first, texts by bytes, unknown last
is "sort: numbers" "$(shown -s sil)" "a c b[1] e d "
is "sort: the other way round, unknown still last" "$(shown -s -sil)" "e b[1] c a d "
is "sort: texts" "$(shown --sort kernel)" "a b[1] c d e "
is "sort: texts the other way round" "$(shown --sort -kernel)" "e d c b[1] a "
is "sort: numbers are no texts" "$(shown -s stream)" "e c d b[1] a "
is "sort: alike: as they came" "$(shown -s dir)" "c d b[1] a e "
is "sort, -n" "$(shown -s sil -n 2)" "a c "
is "-n: the first" "$(shown -n 2)" "b[1] a "
is "-n: none" "$(shown -n 0)" ""
is "-n: more than there are" "$(shown -n 9)$(shown -s sil -n 9)" "b[1] a c d e a c b[1] e d "
is "-n after --where" "$(shown -n 1 --where 'sil>20')" "a "
is "-n: the header stays" "$(pp-prof -c kernel -n 0 rec; pp-prof -c kernel -s sil -n 0 rec)" "Kernel
Kernel"
is "sort: with -w a table" "$(pp-prof -w 30 -c sil,kernel -n 2 -s -sil rec | tail -n 1 | tr -d ' ')" "20b[1]"
is "sort: JSON" "$(pp-prof --json -c kernel -s sil -n 1 rec)" '{"kernel":"a"}'

# Groups and views; fprop and bprop have 9007199254741013 and 9007199254740992
is "-g: by count, then by key" \
    "$(pp-prof --no-header -g op -c op -s count rec | tr '\n' ' ')" "relu conv conv2 na "
is "-g: least total first" \
    "$(pp-prof --no-header -g dir -c dir -s -total rec | tr '\n' ' ')" "na bprop fprop "
is "-g: by a column that is not shown" \
    "$(pp-prof --no-header -g dir -c dir -s min rec | tr '\n' ' ')" "bprop fprop na "
# two additions of 6 elements, 6 FLOPs each, and a product of 2 x 3 and 3 x 4
t23='{"type":"tensor","shape":[2,3],"dtype":"float32"}'
t34='{"type":"tensor","shape":[3,4],"dtype":"float32"}'
add='{"v":1,"kernel":"k","dur":9,"op":[{"mod":"aten","op":"add","args":['$t23,$t23']}]}'
mm='{"v":1,"kernel":"k","dur":10,"op":[{"mod":"aten","op":"mm","args":['$t23,$t34']}]}'
printf '%s\n' "$mm" "$add" "$add" >calls
is "view: total stays last, and is of all" \
    "$(pp-prof --csv --no-header --view roofline -c call,kernels,time -s time -n 1 calls
    pp-prof --csv --no-header --view roofline -c call,kernels,time -s -time -n 1 calls
    pp-prof --csv --no-header --view roofline -c call,kernels,time -n 0 calls)" \
    '"aten.add","2","18"
"total","3","28"
"aten.mm","1","10"
"total","3","28"
"total","3","28"'

# Many rows, few wanted: memory is of those alone
awk 'BEGIN { for (i = 0; i < 5000; i++)
	printf "{\"v\":1,\"kernel\":\"k%d\",\"dur\":%d}\n", i, i * 7919 % 5003 }' >many
pp-prof --no-header -c sil,idx -s sil -n 3 many >out
pp-prof --no-header -c sil,idx many | LC_ALL=C sort -k1,1nr -k2,2n | head -3 >want
same "sort -n of many: as sort(1)" out want
pp-prof --no-header -c kernel -s -sil many >out
pp-prof --no-header -c sil,idx,kernel many | LC_ALL=C sort -k1,1n -k2,2n | cut -d ' ' -f 3 >want
same "sort of many: as sort(1)" out want

# What is refused, before any output
wrong()
{
	rc=0
	want=$2
	what=$1
	shift 2
	pp-prof "$@" rec >out 2>err || rc=$?
	is "refused: $what" "$rc $(cat out) $(sed 's/ (try .pp-prof --help.)$//' err)" "2  pp-prof: $want"
}
wrong "no sign" "--where 'sil': want COL=GLOB, COL!=GLOB, or COL<N, <=, >, >=" --where sil
wrong "no column" "--where '=5': want COL=GLOB, COL!=GLOB, or COL<N, <=, >, >=" --where =5
wrong "a lone !" "--where 'sil!5': want COL=GLOB, COL!=GLOB, or COL<N, <=, >, >=" --where 'sil!5'
wrong "no number" "--where 'sil<fast': 'fast' is no number (times are in ns)" --where 'sil<fast'
wrong "an empty number" "--where 'sil<': '' is no number (times are in ns)" --where 'sil<'
wrong "a number with more behind it" "--where 'sil<5us': '5us' is no number (times are in ns)" --where 'sil<5us'
wrong "a point and no digits" "--where 'sil<5.': '5.' is no number (times are in ns)" --where 'sil<5.'
wrong "no digits before the point" "--where 'sil<.5': '.5' is no number (times are in ns)" --where 'sil<.5'
wrong "an unknown column" "unknown column 'flop' (try: flops)" --where 'flop>0'
wrong "two columns" "--where wants one column" --where 'sil,idx>0'
wrong "sort: an unknown column" "unknown column 'flop' (try: flops)" -s flop
wrong "sort: two columns" "--sort wants one column" -s sil,idx
wrong "rows: no number" "-n 'x': not a number of rows" -n x
wrong "rows: less than none" "-n '-1': not a number of rows" -n -1
wrong "sort of a tree" "--tree goes with none of -c, -g, --view, --sort and -n" --tree op -s sil
wrong "rows of a tree" "--tree goes with none of -c, -g, --view, --sort and -n" --tree op -n 1
done_testing
