#compdef pp-parse pp-prof
#
# completion.zsh - zsh completion of pp-parse and pp-prof.
#
# Asks the program at the time, as completion.bash does: that one has what the
# lines of --completion-helper say.  Installed as _pp-parse in a folder of fpath.

_pp_parse()
{
	local line option=${words[CURRENT-1]}
	local -a parts options

	# --unit=us is one word
	if [[ $PREFIX = --*=* ]]; then
		option=${PREFIX%%=*}
		IPREFIX+=$option=
		PREFIX=${PREFIX#*=}
	fi
	for line in ${(f)"$(_call_program options ${words[1]} --completion-helper)"}; do
		parts=("${(@ps:\t:)line}")
		options+=($parts[1])
		[[ $parts[1] = $option ]] || continue
		case ${parts[2]-} in
		,)
			# what is behind the last comma, or behind a + in front
			if [[ $PREFIX = *,* ]]; then
				IPREFIX+=${PREFIX%,*},
				PREFIX=${PREFIX##*,}
			elif [[ $PREFIX = +* ]]; then
				IPREFIX+=+
				PREFIX=${PREFIX#+}
			fi
			compadd -q -S , -- ${parts[3,-1]}
			return
			;;
		=)
			compadd -- ${parts[3,-1]} || _files
			return
			;;
		'?')
			_files
			return
			;;
		esac
	done
	if [[ $PREFIX = -* ]]; then
		compadd -- $options
	else
		_files
	fi
}

_pp_parse "$@"
