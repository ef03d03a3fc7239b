# layers.awk - who may include whom: prints each include that breaks a rule.
#
#	awk -f tests/layers.awk EDGES
#
# In:  lines "FILE INCLUDED", paths from the root of the tree
# Out: lines "FILE includes INCLUDED"; "RULE: no file" for a folder without any;
#      "circle: A B" for two files of a circle, each a .c with its .h
#
# A rule is a folder and what its files may include besides their own folder:
# folders (with a / at the end) and headers, as one pattern.  The first rule that
# fits a file holds.

function rule(folder, may) { folders[++nrules] = folder; allowed[nrules] = may }

function stem(path) { sub(/\.[chd][a-z]*$/, "", path); return path }

# Depth first over the files that `from` includes; a circle is printed once.
function visit(from,   list, n, i, to) {
	state[from] = 1
	n = split(includes[from], list, " ")
	for (i = 1; i <= n; i++) {
		to = list[i]
		if (!(to in state))
			visit(to)
		else if (state[to] == 1)
			print "circle: " from " " to
	}
	state[from] = 2
}

BEGIN {
	rule("common/", "")
	rule("parse/mark/", "common/")
	rule("parse/name/", "common/")
	rule("parse/read/", "common/|parse/name/|parse/profile\\.h")
	rule("parse/steps/", "common/|parse/mark/|parse/name/|parse/profile\\.h")
	rule("parse/profile\\.[ch]", "common/")
	rule("parse/", "common/|parse/")
	rule("prof/gpu/", "common/|prof/why\\.h")
	rule("prof/kernel/", "common/|prof/gpu/|prof/why\\.h")
	rule("prof/ops/gen/", "common/|prof/ops/")
	rule("prof/ops/", "common/|prof/kernel/|prof/why\\.h")
	rule("prof/(row|roof|typed)\\.[ch]", \
	    "common/|prof/(ops|kernel|gpu)/|prof/(row|roof|typed|why)\\.h")
	rule("prof/show/", "common/|prof/(ops|kernel|gpu)/|prof/(row|roof|why)\\.h")
	rule("prof/", "common/|prof/")
}

{
	from = stem($1)
	to = stem($2)
	for (i = 1; i <= nrules && !match($1, "^" folders[i]); i++)
		;
	if (i > nrules) {
		print $1 ": no rule"
		next
	}
	used[i] = 1
	own = folders[i] ~ /\/$/ ? folders[i] : "$"
	# the one exception: PyProf's dicts are a format of markers
	if ($1 == "parse/read/read_dict.c" && $2 ~ /^parse\/mark\//)
		;
	else if (index($2, own) != 1 && from != to &&
	    !(allowed[i] != "" && match($2, "^(" allowed[i] ")")))
		print $1 " includes " $2
	if (from != to && index(" " includes[from] " ", " " to " ") == 0)
		includes[from] = includes[from] " " to
	nodes[from] = 1
}

END {
	for (i = 1; i <= nrules; i++)
		if (!(i in used))
			print folders[i] ": no file"
	for (n in nodes)
		if (!(n in state))
			visit(n)
}
