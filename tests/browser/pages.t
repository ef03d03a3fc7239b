# shellcheck shell=sh
# pages.t - reports in a browser: nothing on the console, no request; sorting, filtering
# and zooming work.  make check-browser runs it; screenshots go to build/browser.
. "$SRC/tests/lib.sh"

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || {
	skip "reports in a browser" "no chromium, and it could not be installed"
	done_testing
}

# look NAME RECORDS OPTION ...
look()
{
	name=$1
	records=$2
	shift 2
	pp-prof --html "$@" "$records" >"$name.html" 2>err
	check "$name ($(wc -c <"$name.html") bytes)" python3 "$SRC/tests/browser/look.py" \
	    "$browser" "$name.html" "$name" "$SRC/build/browser"
}

pp-parse -k all "$(db examples/lenet)" >lenet 2>err
pp-parse -k all "$SRC/examples/bert.json" >bert
sh "$SRC/tests/html/hostile.sh" >hostile
# Sixths are rounded: the second ends at 16.667 + 16.667, behind where the third begins,
# 33.333
{
	echo '{"v":1,"kind":"profile","kinds":["all"]}'
	printf '{"v":1,"kernel":"k","dur":1,"op":[{"op":"a"},{"op":"%s"}]}\n' b c d e f g
} >sixths
look sixths sixths --view calls
look lenet lenet --view report
look bert bert --view report
look rows bert
look group bert -g op,dir
look hostile hostile --view report

# shared FILE ...: a profile of others, where it is there
shared=data/kineto/pytorch-kineto-samples_c-worker0.1623143089861.pt.trace.json.gz
if have_shared "$shared"; then
	pp-parse -k all "$PP_SHARED/$shared" >sample 2>err
	look sample sample --view report
else
	skip "the sample of a ResNet" "no shared data"
fi
done_testing
