# completion.bash - bash completion of pp-parse and pp-prof.
#
# Asks --help at the time, so it never knows more or less than the program.
# Installed once under each program's name.

# _pp_options PROGRAM: its options, one a line; --csv[=sheet] is two
_pp_options()
{
	"$1" --help 2>/dev/null | awk '/^ +-/ {
		sub(/^ +/, "")
		sub(/   *.*/, "")
		n = split($0, forms, ", ")
		for (i = 1; i <= n; i++) {
			name = forms[i]
			sub(/[[ =].*/, "", name)
			print name
			if (match(forms[i], /\[=[a-z]+\]$/))
				print name "=" substr(forms[i], RSTART + 2, RLENGTH - 3)
		}
	}'
}

# _pp_columns PROGRAM: the columns that its --help lists
_pp_columns()
{
	"$1" --help 2>/dev/null | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p'
}

# _pp_views PROGRAM: the views that its --help lists
_pp_views()
{
	"$1" --help 2>/dev/null | sed -n '/^Views:/,$s/^    \([a-z][a-z]*\) .*/\1/p'
}

# _pp_words PROGRAM OPTION: the values that its --help names for the option: the
# lower-case words behind the colon
_pp_words()
{
	"$1" --help 2>/dev/null | awk -v option="$2" '
		/^ +-/ { on = index($0, option ",") > 0; sub(/.*  /, "") }
		/^$/ { on = 0 }
		on { text = text " " $0 }
		END {
			sub(/^[^:]*:/, "", text)
			gsub(/\([^)]*\)/, "", text)
			gsub(/[;, ]+/, "\n", text)
			print text
		}'
}

# _pp_list CURRENT WORDS: complete what is behind the last comma of a list
_pp_list()
{
	local head=

	case $1 in
	*,*) head=${1%,*}, ;;
	+*) head=+ ;;
	esac
	mapfile -t COMPREPLY < <(compgen -P "$head" -W "$2" -- "${1#"$head"}")
	compopt -o nospace 2>/dev/null
}

_pp_complete()
{
	local prog=$1 cur=$2 prev=$3

	case $prev in
	-c | -g | --tree)
		_pp_list "$cur" "$(_pp_columns "$prog")"
		return
		;;
	-k | --kinds)
		_pp_list "$cur" "$(_pp_words "$prog" -k)"
		return
		;;
	-f | --format)
		mapfile -t COMPREPLY < <(compgen -W "$(_pp_words "$prog" -f)" -- "$cur")
		return
		;;
	--view)
		mapfile -t COMPREPLY < <(compgen -W "$(_pp_views "$prog")" -- "$cur")
		return
		;;
	esac
	case $cur in
	-*) mapfile -t COMPREPLY < <(compgen -W "$(_pp_options "$prog")" -- "$cur") ;;
	*) mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
	esac
}

complete -o filenames -F _pp_complete pp-parse pp-prof
