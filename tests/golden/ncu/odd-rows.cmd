# A row that is too short keeps what it has; one too long, without an id, with a
# quote that does not end, is left out; each costs a message and not the rest.
cat >x.csv <<'END'
"ID","Process ID","Kernel Name","Context","a","b","launch__registers_per_thread"
"","","","","inst","furlong","register/thread"
"0","1","short","1","10"
"1","1","comma, unquoted","1","11","12","13","14"
"1","1",comma, bare,"1","11","12","13"
"2","1","quote,"1","11","12","13"
"3","1","ends not,"1","11","12
"4","1","after it","1","1,000","2","40"
"","1","no id","1","1","2","40"
"5","1","longer, of empty ones","1","5","2","40","",""
"6","1","stops in the midd
END
pp-parse x.csv
# the units row is shorter; and none at all: numbers stay that are of no unit
cat >y.csv <<'END'
"ID","Process ID","Kernel Name","Context","a","b"
"","","","","inst"
"0","1","k","1","1","2"
"ID","Process ID","Kernel Name","gpu__time_duration.sum","sm__inst_executed.sum","dram__throughput.pct","dram__bytes.sum"
"1","1","k","3.20","7","4.5","9"
END
pp-parse y.csv
# cut, without quotes: 12 may be of 123456
printf 'ID,Kernel Name,a,b,c\n,,,,\n0,k,1,12' | pp-parse
# hostile: NUL and escape characters in names, ids that are no numbers
printf '"ID","Process ID","Kernel Name","Device","CC","Stream","m"\n"","","","","","","x\033[2J"\n"7","-1","k\000\033[31m","-5","8.6.1","99999999999999999999","1.2.3"\n' >z.csv
pp-parse z.csv
