# What a pass is.  a to d: of the records' own numbers, though the texts are the
# same and the second pass began on another stream before the first was over; of
# two processes, each with its own.  e to j: without numbers a pass ends where
# the process changes phase or step, or runs what has no phase.
rec() { echo "{\"v\":1,\"name\":\"$1\",\"start\":$2,\"api_start\":$3,$4}"; }
pass() { echo "\"phase\":\"forward\",\"pid\":$1,\"pass\":$2"; }
{
	rec a 10 1 "$(pass 4 0)"
	rec c 20 3 "$(pass 4 1)"
	rec b 30 2 "$(pass 4 0)"
	rec d 40 4 "$(pass 5 0)"
} | pp-prof --tree phase,stream | jq -c 'map_values(map(map_values(map(.name))))'
phase() { echo "\"phase\":\"$1\",\"step\":\"$2\""; }
{
	rec e 10 1 "$(phase forward 1)"
	rec f 20 2 "$(phase forward 2)"
	rec g 30 3 "$(phase backward 2)"
	rec h 40 4 '"step":"2"'
	rec i 50 5 "$(phase backward 2)"
	rec j 60 6 "$(phase backward 2),\"pid\":9"
	rec k 70 7 "$(phase backward 2)"
} | pp-prof --tree phase,stream | jq -c 'map_values(map(map_values(map(.name))))'
# passes below another key, and phases that are neither
{
	rec l 10 1 '"phase":"update","rank":0'
	rec m 20 2 '"phase":"update","rank":1,"pid":1'
} | pp-prof --tree rank,phase | jq -c 'map_values(map_values(map(map(.name))))'
# a key above: the same passes, less of each
{
	rec n 10 1 "$(pass 4 0),\"stream\":7"
	rec o 20 2 "$(pass 4 0),\"stream\":8"
	rec p 30 3 "$(pass 4 1),\"stream\":7"
} | pp-prof --tree stream,phase | jq -c 'map_values(map_values(map(map(.name))))'
