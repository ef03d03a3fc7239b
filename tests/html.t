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
printf '{"v":1,"kernel":"k","dur":1,"pid":%s}\n' '1,"file":"a","step":"s"' \
    '1,"file":"b"' '1,"file":"b","step":"s"' '2,"file":"b","step":"s"' '1,"file":"a","step":"s"' >twice
is "head: steps are of a file and process" \
    "$(pp-prof --html twice | sed -n 's/.*<dt>Steps<.dt><dd>\(.*\)<.dd>/\1/p')" 3
for durs in '' ',"dur":0' ',"dur":9223372036854775807'; do
	for i in 1 2 3; do echo '{"v":1,"kernel":"k"'"$durs"'}'; done | pp-prof --html |
		sed -n 's/.*<dt>Kernels<.dt><dd>\(.*\)<.dd>/\1/p'
done >got
is "head: kernels without a time, of none, of too much" "$(cat got)" "3
3, 0 ns
3"
printf '{"v":1,"kernel":"k","dur":1,"step":"%s","file":"%s"%s}\n' s a '' s a ',"rank":0' s a ',"pid":0' \
    s a ',"rank":1' s a ',"rank":1,"pid":0' c ab '' bc a '' s a '' s a ',"rank":0' >steps.of
is "head: steps of what has no rank or process, and of 0" \
    "$(pp-prof --html steps.of | sed -n 's/.*<dt>Steps<.dt><dd>\(.*\)<.dd>/\1/p')" 7
is "head: the files" "$(pp-prof --html twice | sed -n 's/.*<dt>Input<.dt><dd>\(.*\)<.dd>/\1/p')" "a, b"
is "head: the title" "$(pp-prof --html bert | sed -n 's/^<h1>\(.*\)<.h1>/\1/p')" bert
is "head: the title where no file could be opened" \
    "$(pp-prof --html no-such-file 2>err | sed -n 's/^<h1>\(.*\)<.h1>/\1/p')" "GPU profile"
is "head: the title of a pipe" \
    "$(pp-prof --html <bert | sed -n 's/^<h1>\(.*\)<.h1>/\1/p')" "GPU profile"
gone=$(pp-prof --json -c op bert | grep -c '"aten::gelu"')
check "--where leaves something out" test "$gone" -gt 0
is "head: left out" "$(page text page.html | grep -A1 '^Left out$' | tail -1)" \
    "$gone records, by --where"
{ cat bert; echo x; } >broken
is "head: each item is closed" "$(for f in bert broken; do
	pp-prof --html "$f" 2>err | tee page | grep -o '<dd>' | wc -l
	grep -o '</dd>' page | wc -l
done | uniq -c | awk '{ print $1 }' | xargs)" "2 2"
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

sh "$SRC/tests/html/hostile.sh" >hostile
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
printf '{"v":1,"kernel":"k","dur":1}\nx\n' >odd
status pp-prof --html odd
is "a line that is no record: status" $rc 1
check "a line that is no record: the page says so" grep -q "could not be read" out
check "a line that is no record: rows before it" grep -q '<td class="t">k</td>' out

# 8. Pictures

# shapes CLASS: those of page.html, a line each, without titles
shapes()
{
	page svg page.html "$1" | grep -E '^(rect|circle|line|svg|text)' | grep -v 'class=[gb]'
}

# steps: two bars.  The longest, 1000 ns, is 240 - 14 = 226 px high; kernels of 400
# of them 90.4 px, from 14 + 226 * 0.6 = 149.6 on.  The second has 500 ns: 226 / 2 =
# 113 px, of which kernels of 100 ns are 22.6.  There is room for ten bars between 7 %
# and 100 %: 9.3 % each, of which a bar is the middle 80 %, 7.44 %.
{
	echo '{"v":1,"kind":"profile","kinds":["all"]}'
	printf '{"v":1,"kind":"step","name":"%s","step":"%s","start":%d,"dur":%d,"pid":1,"tid":1}\n' \
	    'ProfilerStep#1' 'ProfilerStep#1' 0 1000 'ProfilerStep#2' 'ProfilerStep#2' 1000 500
	printf '{"v":1,"kernel":"k","name":"k","start":%d,"dur":%d,"pid":1,"api":"l","api_start":%d,"api_dur":1,"step":"ProfilerStep#%d"}\n' \
	    100 400 1 1 1200 100 1001 2
} >steps
pp-prof --html --view steps steps >page.html
shapes steps >got
cat >wanted <<'END'
rect class=k0 height=90.4 width=7.44% x=7.93% y=149.6 
rect class=k7 height=135.6 width=7.44% x=7.93% y=14 
text text-anchor=middle x=11.65% y=255 #1
rect class=k0 height=22.6 width=7.44% x=17.23% y=217.4 
rect class=k7 height=90.4 width=7.44% x=17.23% y=127 
text text-anchor=middle x=20.95% y=255 #2
END
sed 1d got | head -6 >bars
same "steps: the bars" bars wanted
check "steps: what a part is" grep -q "<title>ProfilerStep#1: kernel 400 ns of 1000 ns</title>" page.html
is "steps: ticks at 0, 200 ... 1000 ns" "$(shapes steps | sed -n 's/^text x=0% y=\(.*\)/\1/p' | xargs)" \
    "237 0 ns 191.8 200 ns 146.6 400 ns 101.4 600 ns 56.2 800 ns 11 1000 ns"
is "steps: the key has what took time" "$(sed -n 's/<li>.*<\/svg>\(.*\)<\/li>/\1/p' page.html | xargs)" \
    "kernel other"
both "steps" steps --view steps
grep -v '"ProfilerStep#2"' steps | pp-prof --html --view steps >page.html
is "steps: one bar is no wider" "$(shapes steps | sed -n 's/^rect .*width=\([0-9.%]*\).*/\1/p' | sort -u)" "7.44%"

# Ticks at 1, 2 or 5 times a power of ten, of which five fit, in a unit that leaves
# whole numbers
step()
{
	printf '{"v":1,"kind":"step","step":"%s","start":%s,"dur":%s,"pid":1,"tid":1,"rank":%s,"file":"%s"}\n' "$@"
}
for most in 4 9 7000 5000000 1200000000 30000000000; do
	{ sed 1q steps; step S 0 $most 0 f; } | sed 's/,"file":"f"//' |
		pp-prof --html --view steps >page.html
	shapes steps | sed -n 's/^text x=0% y=[0-9.]* \(.*\)/\1/p' | paste -sd, -
done >got
cat >wanted <<'END'
0 ns,1 ns,2 ns,3 ns,4 ns
0 ns,2 ns,4 ns,6 ns,8 ns
0 us,2 us,4 us,6 us
0 ms,1 ms,2 ms,3 ms,4 ms,5 ms
0 ms,500 ms,1000 ms
0 s,10 s,20 s,30 s
END
same "steps: ticks" got wanted
# Of several processes each is named; a label is what follows the last "#", where that
# is short, else its first 12 bytes
{
	for f in 'f<' g; do echo '{"v":1,"kind":"profile","kinds":["all"],"file":"'"$f"'"}'; done
	step 'A<#1' 0 40 0 'f<' '#1 is a long name' 40 40 0 'f<' 'of rank one' 0 20 1 g
} | pp-prof --html --view steps >page.html
is "steps: of two processes" "$(sed -n 's/.*<rect.*<title>\(.*\)<.title>.*/\1/p' page.html)" \
    "f&lt;, rank 0, A&lt;#1: other 40 ns of 40 ns
f&lt;, rank 0, #1 is a long name: other 40 ns of 40 ns
g, rank 1, of rank one: other 20 ns of 20 ns"
is "steps: labels" "$(shapes steps | sed -n 's/.*y=255 \(.*\)/\1/p')" "#1
#1 is a long
of rank one"
# 401 steps, of which 400 are drawn: each has 93 / 400 = 0.2325 % of the width, every 40th
# a label
{
	sed 1q steps
	i=0
	while [ $i -lt 401 ]; do
		step "S#$i" $((i * 10)) 10 0 f
		i=$((i + 1))
	done | sed 's/,"file":"f"//'
} | pp-prof --html --view steps >page.html
is "steps: many" "$(sed -n 's/.*<desc>\(.*\)<.desc>.*/\1/p' page.html)
$(shapes steps | grep -c '^rect') $(shapes steps | grep '^rect' | sed -n '$p')
$(shapes steps | sed -n 's/.*y=255 #\(.*\) *$/\1/p' | xargs)" \
    "A bar for each of 400 steps, the first of 401; the table has the numbers.
400 rect class=k7 height=226 width=0.186% x=99.791% y=14 
0 40 80 120 160 200 240 280 320 360"
grep -v '"kind":"step"' steps | sed 's/,"step":[^,}]*//' | sed '$a{"v":1,"kind":"op","name":"o","start":0,"dur":1,"pid":1}' >unmarked
pp-prof --html --view steps unmarked >page.html 2>err
is "steps: none marked" "$(shapes steps | sed -n 's/.*y=255 \(.*\)/\1/p')" "all"
# Eight names, then how many more; of the title one
for i in 1 2 3 4 5 6 7 8 9; do
	printf '{"v":1,"kernel":"k","dur":1,"file":"f%s"}\n' $i
	echo '{"v":1,"kernel":"k","dur":1,"file":"f1"}'
done | pp-prof --html >page.html
is "head: many files" "$(sed -n 's/.*<dt>Input<.dt><dd>\(.*\)<.dd>/\1/p; s/^<h1>\(.*\)<.h1>/\1/p' page.html)" \
    "f1 and 8 more
f1, f2, f3, f4, f5, f6, f7, f8 and 1 more"

# roofline: two matrix products of fp16, 2 * 1024^3 FLOPs of 3 * 2 * 1024^2 bytes:
# 341.333 FLOP/byte; in 42950 ns 50.0 TFLOP/s, in a quarter of it 200.008.  A device of 400
# TFLOP/s and 2000 GB/s: its roof bends at 200 FLOP/byte.  x is from 10^2 to 10^3, y
# from 10^1 to 10^3: x = lg 3.41333 = 53.318 %, y = 380 * (3 - lg 50) / 2 = 247.196, 380 *
# (3 - lg 200.008) / 2 = 132.801; the roof at 380 * (3 - lg 400) / 2 = 75.609, from lg 2 =
# 30.103 % on, down to 100 FLOP/byte, 200 TFLOP/s.  A quarter of the area has half the
# radius of 22.
echo '{"name":"test","mem_bps":2000000000000,"peaks":{"fp16":400}}' >test.json
mm='"args":[{"type":"tensor","shape":[1024,1024],"dtype":"float16"},{"type":"tensor","shape":[1024,1024],"dtype":"float16"}]'
printf '{"v":1,"kernel":"k","dur":%s,"op":[{"mod":"%s","op":"%s",'"$mm"',"main":true}],"main":true}\n' \
    42950 torch matmul 10737 torch mm >products
pp-prof --json -c ai,tflops products >got
cat >wanted <<'END'
{"ai":341.333,"tflops":50.000}
{"ai":341.333,"tflops":200.008}
END
same "roofline: what is drawn" got wanted
pp-prof --html --view roofline --gpu test.json products >page.html
shapes roof >got
is "roofline: circles" "$(grep ^circle got)" "circle cx=53.318% cy=247.196 r=22 
circle cx=53.318% cy=132.801 r=11 "
is "roofline: the peak" "$(grep 'line class=c' got | grep x2=100%)" \
    "line class=c x1=30.103% x2=100% y1=75.609 y2=75.609 "
is "roofline: the memory" "$(grep 'line class=c' got | grep -v x2=100%)" \
    "line class=c x1=0% x2=30.103% y1=132.804 y2=75.609 "
# from edge to edge at 10^1, 10^2 and 10^3 TFLOP/s: 380 * (3 - lg y) / 2
is "roofline: the grid" "$(grep '<line class="g"' page.html | grep -v 'y1="0".*y2="380"')" \
    '<line class="g" x1="0%" y1="380" x2="100%" y2="380"/>
<line class="g" x1="0%" y1="190" x2="100%" y2="190"/>
<line class="g" x1="0%" y1="0" x2="100%" y2="0"/>'
check "roofline: their names" grep -q ">fp16 400 TFLOP/s</text>" page.html
check "roofline: that of the memory" grep -q ">memory 2000 GB/s</text>" page.html
check "roofline: what a circle is" grep -qF \
    "<title>torch.matmul: 42.95 us, 50.000 TFLOP/s at 341.333 FLOP/byte" page.html
echo '{"v":1,"kernel":"k","dur":9}' | pp-prof --html --view roofline >page.html
check "roofline: nothing to draw" sh -c '! grep -q "<figure>" page.html'
pp-prof --html --view roofline products >page.html
is "roofline: a device that nobody knows: no peaks" "$(shapes roof | grep -c class=c)" 0
is "roofline: a device that nobody knows: points" "$(shapes roof | grep -c ^circle)" 2
# a roof has a slope and a peak: the memory alone makes no room for one
shapes roof >wanted
echo '{"name":"test","mem_bps":1000000000}' >memory.json
pp-prof --html --view roofline --gpu memory.json products >page.html
shapes roof >got
same "roofline: the memory's speed alone" got wanted

# Axes from one power of ten to another: 54000 FLOPs of 5400 bytes in 54 ns are 10
# FLOP/byte and 1 TFLOP/s, both at the lower end.  1200 FLOPs of 14400 bytes in 1200 ns
# are 0.083 FLOP/byte and 0.001 TFLOP/s: three powers each way, x = (2 + lg 0.083) / 3 =
# 30.636 %, y of 0.01 TFLOP/s 380 * 2 / 3 = 253.333.  54 ns of 1200 have a radius of
# 22 * root 0.045 = 4.667, its name stands inwards.  A device whose memory nobody knows
# has peaks from edge to edge: y = 380 * -lg 0.02 / 3 = 215.203, 380 * -lg 0.04 / 3 =
# 177.072; one below all points is not drawn.
operands()
{
	printf '"args":[{"type":"tensor","dtype":"%s","shape":[%s]},{"type":"tensor","dtype":"%s","shape":[%s]}]' "$@" "$@"
}
printf '{"v":1,"kernel":"k","dur":54,"op":[{"op":"aten::mm",%s,"main":true}],"main":true}\n' \
    "$(operands float16 30,30)" >axes
pp-prof --html --view roofline axes >page.html
is "roofline: one power of ten" "$(shapes roof | sed 1d)" \
    "text x=0% y=395 10
text text-anchor=end x=100% y=395 100
text x=0% y=377 1 TFLOP/s
text text-anchor=middle x=50% y=410 FLOP/byte
circle cx=0% cy=380 r=22 
text class=n dx=26 x=0% y=384 aten::mm"
printf '{"v":1,"kernel":"k","dur":1200,"op":[{"op":"aten::add",%s,"main":true}],"main":true}\n' \
    "$(operands float32 1200)" >>axes
echo '{"name":"test","peaks":{"fp16":0.02,"fp32":0.04,"tf32":0.04,"bf16":0.0005}}' >no-memory.json
pp-prof --html --view roofline --gpu no-memory.json axes >page.html
is "roofline: three powers of ten, no memory" "$(shapes roof | sed 1d)" \
    "text x=0% y=395 0.01
text text-anchor=middle x=33.333% y=395 0.1
text text-anchor=middle x=66.667% y=395 1
text text-anchor=end x=100% y=395 10
text x=0% y=377 0.001
text x=0% y=250.333 0.01
text x=0% y=123.667 0.1 TFLOP/s
text text-anchor=middle x=50% y=410 FLOP/byte
line class=c x1=0% x2=100% y1=177.072 y2=177.072 
text text-anchor=end x=99.5% y=174.072 fp32, tf32 0.04 TFLOP/s
line class=c x1=0% x2=100% y1=215.203 y2=215.203 
text text-anchor=end x=99.5% y=212.203 fp16 0.02 TFLOP/s
circle cx=30.636% cy=380 r=22 
circle cx=100% cy=0 r=4.667 
text class=n dx=26 x=30.636% y=384 aten::add
text class=n dx=-8.667 text-anchor=end x=100% y=4 aten::mm"

# The name of a circle that would hide that of a longer one is left out
for at in 'mm 54' 'matmul 53' 'bmm 9000'; do
	shape=30,30
	[ "$at" = "${at#bmm}" ] || shape=1,30,30
	printf '{"v":1,"kernel":"k","dur":%s,"op":[{"op":"aten::%s",%s,"main":true}],"main":true}\n' "${at#* }" "${at% *}" "$(operands float16 $shape)"
done | pp-prof --html --view roofline >page.html
is "roofline: names" "$(shapes roof | sed -n 's/^text class=n .* //p' | xargs) $(shapes roof | grep -c ^circle)" \
    "aten::bmm aten::mm 3"

# calls: of 100 ns a has 80, of which b has 60 and c 20; d has 20.  Depth by depth
# below each other, 20 px each.
{
	echo '{"v":1,"kind":"profile","kinds":["all"]}'
	printf '{"v":1,"kernel":"k","dur":%d,"op":[%s]}\n' 20 '{"op":"a"},{"op":"c"}' 20 '{"op":"d"}' \
	    60 '{"op":"a"},{"op":"b"}'
	echo '{"v":1,"kind":"sync","dur":999,"op":[{"op":"a"}]}'
} >stacks
pp-prof --html --view calls stacks >page.html
shapes calls | sed -n 's/^svg class=f height=20 .*\(width=.*\) $/\1/p' >got
cat >wanted <<'END'
width=100% x=0% y=0
width=80% x=0% y=20
width=20% x=80% y=20
width=60% x=0% y=40
width=20% x=60% y=40
END
same "calls: the frames" got wanted
is "calls: their names" "$(sed -n 's/.*class="f".*<title>\(.*\)<\/title>.*/\1/p' page.html)" "all: 100 ns, 100.0 %
a: 80 ns, 80.0 %
d: 20 ns, 20.0 %
b: 60 ns, 60.0 %
c: 20 ns, 20.0 %"
is "calls: the keyboard goes to the first" \
    "$(sed -n 's/.*class="f".*tabindex="\([^"]*\)".*/\1/p' page.html | xargs)" "0 -1 -1 -1 -1"
is "calls: as high as deep" "$(shapes calls | head -1)" "svg class=calls height=60 role=group width=100% "
sed '1!G;h;$!d' stacks >back
pp-prof --html --view calls back | grep 'class="f"' >got
grep 'class="f"' page.html >wanted
same "calls: in any order of the input" got wanted
# A frame of a 2000th of the time is drawn, one of less is not
for most in 1999 3999; do
	{ sed 1q stacks; printf '{"v":1,"kernel":"k","dur":%s,"op":[{"op":"%s"}]}\n' $most a 1 b; } | pp-prof --html --view calls >page.html 2>err
	shapes calls | grep -c '^svg class=f'
done >got
is "calls: small frames" "$(xargs <got)" "3 2"
pp-prof --html --view calls --where 'op=nothing' stacks >page.html
check "calls: nothing to draw" sh -c '! grep -q "<figure>" page.html'
for view in steps roofline calls; do
	pp-prof --html --view $view hostile >page.html 2>/dev/null
	check "$view: hostile names" page safe page.html
	grep -q '<figure>' page.html || [ $view = roofline ] || point "not ok" "$view: a picture"
	pp-prof --csv --view $view bert >got 2>&1
	check "$view: no picture in lines" sh -c '! grep -q "<svg" got'
done

done_testing
