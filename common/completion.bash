# completion.bash - bash completion of pp-parse and pp-prof.
#
# Asks the program at the time, so it never knows more or less: each line of
# --completion-helper is a way to write an option, then what may follow, with
# tabs between: "," a list of the words behind it, "=" one of them, "?" something
# else.  Words may hold blanks, as names of devices do.
# Installed once under each program's name.

# _pp_match HEAD TEXT WORD ...: the words that begin with the text, behind the head
_pp_match()
{
	local head=$1 text=$2 word

	shift 2
	for word; do
		[[ $word != "$text"* ]] || COMPREPLY+=("$head$word")
	done
}

# _pp_list CURRENT WORD ...: complete what is behind the last comma of a list
_pp_list()
{
	local cur=$1 head=

	shift
	case $cur in
	*,*) head=${cur%,*}, ;;
	+*) head=+ ;;
	esac
	_pp_match "$head" "${cur#"$head"}" "$@"
	compopt -o nospace 2>/dev/null
}

# (no <(...): a bare chroot has no /dev/fd)
_pp_files()
{
	local found

	found=$(compgen -f -- "$1") && mapfile -t COMPREPLY <<<"$found"
}

_pp_complete()
{
	local prog=$1 cur=$2 prev=$3 options=() words

	COMPREPLY=()
	# readline takes --unit=us for three words
	if [ "$cur" = = ]; then
		cur=
	elif [ "$prev" = = ] && [ "$COMP_CWORD" -ge 2 ]; then
		prev=${COMP_WORDS[COMP_CWORD-2]}
	fi
	cur=${cur#[\"\']}
	cur=${cur//\\/}
	while IFS=$'\t' read -r -a words; do
		options+=("${words[0]}")
		[ "${words[0]}" = "$prev" ] || continue
		case ${words[1]-} in
		,) _pp_list "$cur" "${words[@]:2}"; return ;;
		=) _pp_match '' "$cur" "${words[@]:2}" ;;
		'?') ;;
		*) continue ;;
		esac
		[ ${#COMPREPLY[@]} -gt 0 ] || _pp_files "$cur"
		return
	done <<<"$("$prog" --completion-helper 2>/dev/null)"
	case $cur in
	-*) _pp_match '' "$cur" "${options[@]}" ;;
	*) _pp_files "$cur" ;;
	esac
}

complete -o filenames -F _pp_complete pp-parse pp-prof
