# One line each, status 2, nothing on stdout.
for wrong in '-w 0' '-w 1x' '-w -5' '--csv=excel' '-u s' '--csv --json' '-w 80 --csv' \
    '--csv --csv=sheet' '-c idx,,sil' '--frobnicate' '-c'; do
	pp-prof $wrong </dev/null 2>err
	echo "$? $(grep -c '' err) $wrong"
	cat err >&2
done
