# The host's rows, with what is around them; times count from 900. A call that
# nobody listed has no name; both APIs' rows are there; the open range has no
# duration; the mark has none of its own; ranges without a text or a start, and
# the inverted one, are none.
mv "$(db nvprof)" x.db
pp-parse -k host x.db 2>/dev/null
echo --
for kind in api op step range; do
	echo "$kind $(pp-parse -k $kind x.db 2>/dev/null | wc -l)"
done
echo --
pp-parse -k gpu,host x.db 2>/dev/null | pp-prof -c kind,kernel,op,range,sil,apidur,delay,flops
