# shellcheck shell=sh
# html.t - the page of pp-prof --html: its cells are those of --json, nothing of a
# profile gets out of its text, and the pictures are where arithmetic puts them.
. "$SRC/tests/lib.sh"

page()
{
	python3 "$SRC/tests/html/page.py" "$@"
}

# both DESCRIPTION INPUT OPTION ...: page and --json of one input have the same
# cells, and the page is safe
both()
{
	both_of=$1
	both_in=$2
	shift 2
	pp-prof --html "$@" "$both_in" >page.html 2>page.err
	pp-prof --json "$@" "$both_in" >page.json 2>/dev/null
	check "$both_of: the cells of --json" page same page.html page.json
	check "$both_of: runs and loads nothing" page safe page.html
}

pp-parse -k all "$(db examples/lenet)" >lenet 2>err
pp-parse -k all "$SRC/examples/bert.json" >bert
pp-parse -k all "$SRC/examples/block.json" >block
pp-parse "$SRC/examples/block-ncu.csv" >ncu 2>err

# 1. Rows, groups, views, several views

for name in lenet bert ncu; do
	both "$name, rows" $name
	both "$name, -g" $name -g op,dir
done
both "rows of all kinds of columns" bert \
    -c idx,seq,kernel,layer,grid,sil,flops,ai,peak,tc,shapes,dtype,recomp,step
both "-u ns" bert -g op -u ns
both "-g with more columns" bert -g op -c +med,std,flops,bytes,tflops
both "--sort and -n" bert -g kernel -s max -n 3
both "rows, sorted" bert -s sil -n 5
both "--where" bert --where 'op=aten::linear' -g kernel
both "a group that is a path" bert -g 'opstack:*'
both "--diff" bert -g op --diff bert
for view in $(pp-prof --view=nothing </dev/null 2>&1 | tr ',()' '\n\n\n' |
	sed -n 's/^ *\([a-z]*\)$/\1/p' | sort -u); do
	[ "$view" = report ] || both "--view $view" bert --view "$view"
done
both "--view calls -g opstack" bert --view calls -g opstack
both "several views" bert --view steps,busy,kernels
both "report" bert --view report
both "report of two files" block --view report lenet

# 2. What the input is not enough for

pp-prof --html --view report ncu >page.html 2>err
is "a report of kernels alone: status" $? 0
is "a report of kernels alone: messages" "$(cat err)" ""
page text page.html >text
is "a report of kernels alone: why not" "$(grep "^view '" text)" \
    "view 'steps' needs op,api,step: run pp-parse -k all
view 'calls' needs op,range: run pp-parse -k all"
status pp-prof --html --view steps,kernels ncu
is "a view by its name: status" $rc 1
is "a view by its name: message" "$(cat err)" \
    "pp-prof: view 'steps' needs op,api,step: run pp-parse -k all"
check "a view by its name: on the page too" grep -q "<p class=\"note\">view &#39;steps&#39; needs" out
status pp-prof --html --view steps ncu
is "nothing to show: status" $rc 1
is "nothing to show: no page" "$(wc -c <out)" 0
status pp-prof --view report ncu
is "a report in lines: status" $rc 0
is "a report in lines: messages" "$(grep -c needs err)" 2

# 3. The head: 48 kernels of bert.json, whose time is the sum of their sil; 2 of
# the input's records are left out by --where

page text page.html >/dev/null
pp-prof --html -g op bert >page.html
page text page.html >text
is "head: device" "$(grep -A1 '^Device$' text | tail -1)" "NVIDIA H100 80GB HBM3"
is "head: steps" "$(grep -A1 '^Steps$' text | tail -1)" 1
total=$(jq -s 'map(select(.kind == null).dur) | add' bert)
is "head: kernels" "$(grep -A1 '^Kernels$' text | tail -1)" \
    "48, $(awk "BEGIN { printf \"%.2f\", $total / 1000 }") us"
is "head: cost" "$(grep -A1 '^Cost known$' text | tail -1)" \
    "FLOPs of 100.0 %, bytes of 100.0 % of their time"
pp-prof --html -g op --where 'op!=aten::gelu' bert >page.html
gone=$(pp-prof --json -c op bert | grep -c '"aten::gelu"')
check "--where leaves something out" test "$gone" -gt 0
is "head: left out" "$(page text page.html | grep -A1 '^Left out$' | tail -1)" \
    "$gone records, by --where"
is "head: not recorded" \
    "$(pp-prof --html -g op ncu | grep -A1 'Not recorded' | sed 's/<[^>]*>/ /g' | xargs)" \
    "Not recorded memcpy,memset,op,api,step,range: see pp-parse -k all"

# 4. The first 10,000 rows

awk 'BEGIN { for (i = 1; i <= 10001; i++)
	printf "{\"v\":1,\"kernel\":\"k%d\",\"dur\":%d}\n", i, i }' >many
pp-prof --html -c kernel,sil many >page.html 2>err
is "rows" "$(grep -c '<tr><td' page.html)" 10000
is "rows: said" "$(cat err)" "pp-prof: --html: the first 10000 of 10001 rows: see -n"
check "rows: said on the page" grep -q 'note">the first 10000 of 10001 rows: see -n<' page.html
pp-prof --html -c kernel,sil -n 10001 many >page.html 2>err
is "rows: -n" "$(grep -c '<tr><td' page.html)" 10001
is "rows: -n, no word" "$(cat err)" ""
pp-prof --html -c kernel,sil -n 2 many >page.html 2>err
is "rows: -n 2" "$(grep -c '<tr><td' page.html)" 2
pp-prof --html -g kernel many >page.html 2>err
is "groups" "$(grep -c '<tr><td' page.html)" 10000

# 5. Numbers are shown rounded, in a unit, and whole in their title; a share is a
# bar as wide as it is: 25 of 100 ns

printf '{"v":1,"kernel":"%s","dur":%s}\n' a 75 b 25 >quarters
pp-prof --html -g kernel quarters >page.html 2>err
check "a bar" grep -q '<rect width="25.000%"/></svg>25.0</td>' page.html
check "the exact share" grep -q '<td class="p" title="25.000">' page.html
printf '{"v":1,"kernel":"%s","dur":%s}\n' a 12345678 >one
pp-prof --html -c kernel,sil one >page.html
check "a time in a unit that suits it" grep -q '<td title="12345678 ns">12.35</td>' page.html
check "its unit is in the header" grep -q '>sil</button> <small>ms</small></th>' page.html
is "columns say how they are sorted" "$(grep -o '<th scope="col" aria-sort="none"' page.html | wc -l)" 2

# 6. Names that would be markup, in all texts of a record

hostile='</script><script>alert(1)</script><!-- \"'"'"' onclick=x & &amp; ]]> \u202eabc\u2066 \u0007\u0000 \u0085 \ufffe\uffff \ud83d\ude00 \\ \u2028'
{
	printf '{"v":1,"kind":"profile","producer":"%s","kinds":["all"],"devices":[{"name":"%s"}]}\n' \
	    "$hostile" "$hostile"
	for i in 1 2 3; do
		for kind in op range api step kernel memcpy; do
			printf '{"v":1,"kind":"%s","kernel":"%s","name":"%s","start":%d,"dur":90,"pid":1,"device":0,"stream":7,' \
			    $kind "$hostile$i" "$hostile$i" $((i * 100))
			printf '"file":"%s","step":"%s","api":"%s","layer":["%s"],"range":["%s","%s"],"comm":{"name":"%s"},' \
			    "$hostile" "$hostile$i" "$hostile" "$hostile" "$hostile" "$hostile$i" "$hostile"
			printf '"op":[{"mod":"%s","op":"%s","args":[]}],"gpu":{"name":"%s"},"counters":{"%s":1.5}}\n' \
			    "$hostile" "$hostile" "$hostile" "$hostile"
		done
	done
} >hostile
both "hostile, rows" hostile -c kernel,op,layer,range,opstack,api,step,file,sil
pp-prof --html -c kernel,ctr:\* hostile >page.html
check "hostile, a counter's name: runs and loads nothing" page safe page.html
both "hostile, -g" hostile -g kernel,op,layer,file
both "hostile, report" hostile --view report
both "hostile, more views" hostile --view ranges,idle,launches,collectives,coverage
is "hostile: one script" "$(grep -o '<script' page.html | wc -l)" 1
pp-prof --html -g 'op:1' hostile >page.html 2>/dev/null
printf '{"v":1,"kernel":"a\377b\300\200c","dur":5}\n' >bytes
pp-prof --html bytes >page.html 2>err
check "what is not UTF-8: the page is" iconv -f UTF-8 -t UTF-8 page.html
check "what is not UTF-8: runs and loads nothing" page safe page.html
cp hostile '<img src=x onerror=alert(1)>'
pp-prof --html -g op '<img src=x onerror=alert(1)>' >page.html
check "a file's name: runs and loads nothing" page safe page.html

# 7. Small without data

printf '{"v":1,"kernel":"k","dur":1}\n' | pp-prof --html --view report >page.html
check "a page without data is below 40 kB ($(wc -c <page.html))" test "$(wc -c <page.html)" -lt 40000
pp-prof --html </dev/null >page.html
is "no input: status" $? 0
check "no input: a page that says so" grep -q "no rows" page.html
printf '{"v":1,"kernel":"k","dur":1}\nx\n' >cut
status pp-prof --html cut
is "a line that is no record: status" $rc 1
check "a line that is no record: the page says so" grep -q "could not be read" out
check "a line that is no record: rows before it" grep -q '<td class="t">k</td>' out

done_testing
