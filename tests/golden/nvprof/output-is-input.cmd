p=$(db nvprof)
cp "$p" in.sqlite
ln in.sqlite hard
ln -s in.sqlite soft
for o in in.sqlite ./in.sqlite hard soft; do
	pp-parse -o "$o" in.sqlite || echo "status $?"
done
pp-parse -o in.sqlite "$p" in.sqlite || echo "status $?"
pp-parse -o in.sqlite <in.sqlite || echo "status $?"
cmp "$p" in.sqlite && echo the profile is as it was
