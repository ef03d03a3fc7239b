# Several profiles into one stream: each record names its file. One that cannot
# be read is said, passed over, and makes the status 1. A database on a pipe.
mv "$(db nvprof)" x.db
cp x.db y.db
pp-parse x.db missing.db y.db 2>err | jq -r '[.file, .kernel] | join(" ")'
grep -v inverted err
pp-parse missing.db 2>/dev/null
echo $?
cat x.db | pp-parse - 2>/dev/null | jq -c '[.file, .kernel]'
pp-parse -o out x.db 2>/dev/null
wc -l <out | tr -d ' '
ls
