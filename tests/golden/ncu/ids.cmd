# An ID has digits in groups where other numbers have; a row whose ID is no number is
# told, and a line of a program that has not as many fields as the header is no row.
cat >x.csv <<'END'
"ID","Kernel Name","Context","Stream","Metric Name","Metric Unit","Metric Value"
"999","a","1","7","m","","1"
"1,000","b","1","7","m","","2"
"1 001","c","1","7","m","","3"
"1,000","b","1","7","n","","4"
"1002","d","1","7","m","","5"
"12.345.678","e","1","7","m","","6"
"-1","f","1","7","m","","7"
"1.5","g","1","7","m","","8"
"1,00","h","1","7","m","","9"
"x","y","z"
x, y, 1, 2, 3, 4, 5
END
pp-parse x.csv | jq -c '[.kernel, .counters]'
