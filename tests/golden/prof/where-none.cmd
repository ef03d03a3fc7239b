# An empty table is explained to whoever reads it (-w), not to a script; nor where
# reading stopped, as what comes after might have been a row.
echo '{"v":1,"kernel":"k","dur":1000}' >rec
{ cat rec; echo x; } >bad
pp-prof -w 80 --where kernel=x -c idx,kernel rec
pp-prof -w 80 --where kernel=x -s sil -n 5 -c idx,kernel rec
pp-prof -w 80 --where kernel=k -c idx,kernel rec
pp-prof -w 80 --where kernel=k -s sil -n 5 -c idx,kernel rec
pp-prof --csv --where kernel=x -c idx,kernel rec
pp-prof -w 80 --where kernel=x -g kernel -c kernel,count rec
pp-prof -w 80 --where kernel=x -c idx,kernel bad || echo "status $?"
