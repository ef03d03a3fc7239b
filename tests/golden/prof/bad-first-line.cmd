# A profile instead of its records, of two kinds; a later program's records.
echo 'SQLite format 3' | pp-prof
echo $?
printf '{\n  "traceEvents": []\n}\n' | pp-prof
echo $?
# what is wrong is said once
{ echo '{"v":1,"kernel":"k"}'; echo '{}'; } | pp-prof -c kernel || echo "status $?"
echo '{"v":2,"kernel":"k","dur":1}' | pp-prof
