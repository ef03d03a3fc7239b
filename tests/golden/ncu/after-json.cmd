# A program under ncu that prints JSON first is no trace: ncu's own lines tell.
cat >plain <<'END'
==PROF== Connected to process 7 (/usr/bin/train)
"ID","Process ID","Kernel Name","Block Size","Grid Size"
"0","7","relu","(64, 1, 1)","(8, 1, 1)"
END
{ echo '{"loss": 1}'; cat plain; } >object
{ echo '[{"loss": 1}]'; cat plain; } >array
for f in plain object array; do
	pp-parse "$f" >"$f.jsonl"
	jq -c '[.name, .grid, .block]' "$f.jsonl"
done
cmp plain.jsonl object.jsonl && cmp plain.jsonl array.jsonl
