# completion.bash - bash completion of pp-parse and pp-prof.
#
# Asks the program at the time, so it never knows more or less: each line of
# --completion-helper is a way to write an option, then what may follow: "," a
# list of the words behind it, "=" one of them, "?" something else.
# Installed once under each program's name.

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
	local prog=$1 cur=$2 prev=$3 option how words options=

	while read -r option how words; do
		options+=" $option"
		case $option$how in
		"$prev",)
			_pp_list "$cur" "$words"
			return
			;;
		"$prev=")
			mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
			return
			;;
		esac
	done < <("$prog" --completion-helper 2>/dev/null)
	case $cur in
	-*) mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur") ;;
	*) mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
	esac
}

complete -o filenames -F _pp_complete pp-parse pp-prof
