# A size that cannot be read, and one that is too large, are told; an empty name is none.
cat >x.csv <<'END'
"ID","Kernel Name","Context","Stream","Block Size","Grid Size","Device","Metric Name","Metric Unit","Metric Value"
"0","a","1","7","(32, 1, 1)","(1, 1)","0","m","","1"
"1","b","1","7","(32, 1, 1)","(4294967296, 1, 1)","0","m","","1"
"2","","1","7","32","(1, 1, 1)","x","m","","1"
"3","d","1","7","","","","m","","1"
END
pp-parse x.csv | jq -c '[.kernel, .grid, .block, .device, .stream, .counters]'
