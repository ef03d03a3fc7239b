# shellcheck shell=sh
# schema.t - record.def, pp-record(5) and what pp-parse writes have the same keys
# in the same order.
. "$SRC/tests/lib.sh"

sed -n 's/^FIELD([A-Z0-9]*, \([a-z_0-9]*\),.*/\1/p' "$SRC/common/record.def" >def
check "record.def has keys" test "$(wc -l <def)" -ge 40
is "no key twice" "$(sort def | uniq -d)" ""

# The page has them under "Ss Keys", as ".It Sy key" or ".It Sy key , key"
sed -n '/^\.Ss Keys/,/^\.El/s/^\.It Sy //p' "$SRC/man/pp-record.5" |
    tr -d ' ' | tr , '\n' >page
same "pp-record(5) lists the keys of record.def, in order" page def

pp-parse -k all "$(db examples/lenet)" >rec 2>err
check "pp-parse writes records" test "$(jq .v rec | grep -c .)" -ge 60
jq -r 'keys_unsorted | map(select(. as $k | $keys | index($k) | not))[]' \
    --argjson keys "$(jq -R . def | jq -s .)" rec | sort -u >unknown
is "pp-parse writes no other keys" "$(cat unknown)" ""
jq -r --argjson keys "$(jq -R . def | jq -s .)" \
    '[keys_unsorted[] | . as $k | $keys | index($k)] | select(. != sort) | tostring' rec >order
is "pp-parse writes them in this order" "$(cat order)" ""
is "every record has v" "$(jq -c 'select(.v != 1)' rec)" ""
done_testing
