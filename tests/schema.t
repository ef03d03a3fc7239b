# shellcheck shell=sh
# schema.t - record.def, call.def and arg.def, pp-record(5) and what pp-parse
# writes have the same keys in the same order.
. "$SRC/tests/lib.sh"

# keys NAME: of common/NAME.def
keys()
{
	sed -n 's/^FIELD([A-Z0-9]*, \([a-z_0-9]*\),.*/\1/p' "$SRC/common/$1.def"
}

# items: the keys of the list's items, which are ".It Sy key" or
# ".It Sy key , key"
items()
{
	sed -n 's/^\.It Sy //p' | tr -d ' ' | tr , '\n'
}

keys record >def
keys call >calldef
keys arg >argdef
check "record.def has keys" test "$(wc -l <def)" -ge 40
check "call.def and arg.def have keys" test "$(cat calldef argdef | wc -l)" -ge 14
is "no key twice" "$(for f in def calldef argdef; do sort $f | uniq -d; done)" ""

page="$SRC/man/pp-record.5"
sed -n '/^\.Ss Keys/,/^\.El/p' "$page" | items >list
same "pp-record(5) lists the keys of record.def, in order" list def
sed -n '/^\.Ss Calls/,/^\.El/p' "$page" | items >list
same "pp-record(5) lists the keys of call.def, in order" list calldef
sed -n '/^\.It Sy args/,/^A type is/s/^\.Sy \([a-z]*\).*/\1/p' "$page" >list
same "pp-record(5) names the keys of arg.def, in order" list argdef

pp-parse -k all "$(db examples/lenet)" >rec 2>err
check "pp-parse writes records" test "$(jq .v rec | grep -c .)" -ge 60
# order KEYS: the objects on stdin have no other keys, and these in this order
order()
{
	jq -r --argjson keys "$(jq -R . "$1" | jq -s .)" \
	    '[keys_unsorted[] | . as $k | $keys | index($k)] |
		select(any(. == null) or . != sort) | tostring'
}
jq -c '.op[]?, .fwd[]?' rec >calls
jq -c '.args[]?, .out[]?' calls >args
check "pp-parse writes calls with arguments" test "$(wc -l <args)" -ge 60
is "pp-parse writes the keys of record.def in this order" "$(order def <rec)" ""
is "pp-parse writes the keys of call.def in this order" "$(order calldef <calls)" ""
is "pp-parse writes the keys of arg.def in this order" "$(order argdef <args)" ""
is "every record has v" "$(jq -c 'select(.v != 1)' rec)" ""
done_testing
