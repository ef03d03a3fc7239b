# A summary is no table of kernels: alone it is refused, beside a table told.
cat >sum.csv <<'END'
"Process ID","Process Name","Host Name","Kernel Name","Block Size","Grid Size","Device","CC","Invocations","Section Name","Metric Name","Metric Unit","Minimum","Maximum","Average"
"76","python3","127.0.0.1","k","(32, 1, 1)","(2, 1, 1)","0","8.0","100","Command line profiler metrics","gpu__time_active.avg","nsecond","90,016.00","95,136.00","93,188.16"
END
pp-parse sum.csv || echo "status $?"
printf '"ID","Process ID","Kernel Name","a"\n"0","1","k","1"\n' | cat - sum.csv >both
pp-parse both | jq -c '[.kernel, .counters]'
