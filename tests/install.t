# shellcheck shell=sh
# install.t - make install puts everything where it belongs, uninstall takes all
# of it away, and the completion knows what --help knows.
. "$SRC/tests/lib.sh"
. "$SRC/tests/make.sh"

mkdir tree
check "make install" make -s -C "$SRC" install DESTDIR="$PWD/tree" PREFIX=/opt/pp
(cd tree && find . -type f | sort) >got
cat >wanted <<'END'
./opt/pp/bin/pp-parse
./opt/pp/bin/pp-prof
./opt/pp/share/bash-completion/completions/pp-parse
./opt/pp/share/bash-completion/completions/pp-prof
./opt/pp/share/man/man1/pp-nvtx.1
./opt/pp/share/man/man1/pp-parse.1
./opt/pp/share/man/man1/pp-prof.1
./opt/pp/share/man/man5/pp-record.5
./opt/pp/share/man/man7/pp-models.7
./opt/pp/share/pp/pp_nvtx.py
END
same "what is installed" got wanted
check "the installed pp-prof runs" tree/opt/pp/bin/pp-prof --version
check "the installed pp-parse runs" tree/opt/pp/bin/pp-parse --version
# Only names are demangled, and only by pp-parse
for prog in pp-parse pp-prof; do
	echo "$prog $(ldd "tree/opt/pp/bin/$prog" | grep -c 'libstdc++')"
done >got
is "pp-parse alone needs libstdc++" "$(paste -sd ' ' got)" "pp-parse 1 pp-prof 0"
is "programs can be run, pages cannot" \
    "$(find tree -type f -perm -111 | wc -l)" 2

if command -v bash >/dev/null 2>&1; then
	# complete PROGRAM WORD ...: what the completion offers for the last word
	cat >complete.bash <<'END'
. "$1/opt/pp/share/bash-completion/completions/$2"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
COMP_LINE="$*"
COMP_POINT=${#COMP_LINE}
spec=$(complete -p "$1")
spec=${spec##*-F }
${spec%% *} "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\n' "${COMPREPLY[@]}"
END
	touch profile.sqlite
	offers()
	{
		description=$1
		wanted=$2
		shift 2
		bash complete.bash tree "$@" >got 2>&1
		check "completion: $description" grep -qxF -e "$wanted" got
	}
	offers "long options" --no-header pp-prof --no
	offers "options of pp-parse" --version pp-parse --v
	offers "a column" kernel pp-prof -c ker
	offers "a column behind others" dir,sub,kernel pp-prof -c dir,sub,ker
	offers "a column added" +tc pp-prof -c +t
	offers "a key" dir,kernel pp-prof -g dir,ker
	offers "a key of a tree" phase,op pp-prof --tree phase,op
	offers "files" profile.sqlite pp-parse prof
	offers "csv and sheet" --csv=sheet pp-prof --csv
	offers "a kind" memset pp-parse -k mems
	offers "a kind behind others" kernel,host pp-parse --kinds kernel,ho
	offers "the last kind" all pp-parse -k al
	offers "a format" nsys pp-parse -f ns
	offers "a view" roofline pp-prof --view roo
	offers "a unit" us pp-prof -u u
	offers "a column with a digit" l2bytes pp-prof -c l2b
else
	skip "completion" "no bash"
fi

check "make uninstall" make -s -C "$SRC" uninstall DESTDIR="$PWD/tree" PREFIX=/opt/pp
is "nothing is left" "$(find tree -type f)" ""
done_testing
