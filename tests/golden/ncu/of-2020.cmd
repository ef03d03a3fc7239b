# Without Device, CC and sizes: the program's output comes first, the two
# tables are of one process.  963802083.33 cycle/second, 3 cycle/nsecond =
# 3000000000.
cat >t.log <<'END'
Reading File
Result = 1
==PROF== Connected to process 27 (/home/x/app)
"ID","Process ID","Process Name","Host Name","Kernel Name","Kernel Time","Context","Stream","Section Name","Metric Name","Metric Unit","Metric Value"
"0","27","app","h","K2(bool*,int)","2020-May-29 11:51:18","1","7","GPU Speed Of Light","SM Frequency","cycle/second","963802083.33"
"0","27","app","h","K2(bool*,int)","2020-May-29 11:51:18","1","7","GPU Speed Of Light","Duration","nsecond","3200"
"0","27","app","h","K2(bool*,int)","2020-May-29 11:51:18","1","7","Launch Statistics","Block Size","","512"
"0","27","app","h","K2(bool*,int)","2020-May-29 11:51:18","1","7","Launch Statistics","Grid Size","","8"
"0","27","app","h","K2(bool*,int)","2020-May-29 11:51:18","1","7","Launch Statistics","Registers Per Thread","register/thread","16"
"ID","Process ID","Process Name","Host Name","Kernel Name","Kernel Time","Context","Stream","Section Name","Metric Name","Metric Unit","Metric Value"
"0","27","app","h","K2(bool*,int)","2020-May-29 11:51:18","1","7","GPU Speed Of Light","Memory Frequency","cycle/nsecond","3"
"1","27","app","h","K2(bool*,int)","2020-May-29 11:51:19","1","7","GPU Speed Of Light","Duration","nsecond","3104"
END
pp-parse t.log
# one that does not tell the process: an id is one launch in each table
cat >u.csv <<'END'
ID,Kernel Name,launch__grid_dim_x,launch__grid_dim_y,launch__grid_dim_z,launch__block_dim_x,launch__block_dim_y,launch__block_dim_z,device__attribute_compute_capability_major
,,,,,,,,
0,"k(int, int)",5,2,1,"1,024",1,1,9
ID,Kernel Name,inst
,,inst
0,"k(int, int)",7
END
pp-parse u.csv
