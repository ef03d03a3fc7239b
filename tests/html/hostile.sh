#!/bin/sh
# hostile.sh - records whose names would be markup, script, controls, no characters.
#
# Each text that a record may have is one of these, with what ends a text, an
# attribute, a comment, a script, CDATA; what turns the direction; a NUL.
hostile='</script><script>alert(1)</script><!-- \"'"'"' onclick=x & &amp; ]]> \u202eabc\u2066 \u0007\u0000 \u0085 \ufffe\uffff \ud83d\ude00 \\ \u2028'
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
