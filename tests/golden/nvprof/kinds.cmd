# -k: the copy takes its call from the runtime correlation id, 21. The profile
# record comes first and has the absolute time of time 0.
mv "$(db nvprof)" x.db
pp-parse -k profile,memcpy,memset x.db 2>/dev/null
echo --
pp-parse -k all x.db 2>/dev/null | jq -r '.kind // "kernel"' | sort | uniq -c | tr -s ' '
pp-parse -k kernel,nothing x.db
