# A profile instead of its records; a later program's records.
echo 'SQLite format 3' | pp-prof
echo $?
echo '{"v":2,"kernel":"k","dur":1}' | pp-prof
