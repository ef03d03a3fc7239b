# shellcheck shell=sh
# install.t - make install puts everything where it belongs, for Debian's package
# too, uninstall takes all of it away, and the completion knows what --help knows.
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
./opt/pp/share/zsh/site-functions/_pp-parse
END
same "what is installed" got wanted
check "the installed pp-prof runs" tree/opt/pp/bin/pp-prof --version
check "the installed pp-parse runs" tree/opt/pp/bin/pp-parse --version
# Only names are demangled, and only by pp-parse
for prog in pp-parse pp-prof; do
	echo "$prog $(ldd "tree/opt/pp/bin/$prog" | grep -c 'libstdc++')"
done >got
is "pp-parse alone needs libstdc++" "$(paste -sd ' ' got)" "pp-parse 1 pp-prof 0"
is "programs can be run, pages cannot" "$(find tree -type f -perm 755 | sort)" \
    "tree/opt/pp/bin/pp-parse
tree/opt/pp/bin/pp-prof
tree/opt/pp/share/pp/pp_nvtx.py"
is "the installed pp_nvtx.py runs" \
    "$(tree/opt/pp/share/pp/pp_nvtx.py --help 2>&1 | head -n 1 | cut -c 1-17)" "usage: pp_nvtx.py"

# What a shell offers for the last word, one a line: complete.bash and complete.zsh
# TREE PROGRAM WORD ...
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
cat >complete.zsh <<'END'
file=$1/opt/pp/share/zsh/site-functions/_pp-parse
shift
words=("$@")
CURRENT=$#
PREFIX=${words[-1]}
IPREFIX=
# in place of zsh's own, which work at a prompt alone
compadd() {
	while [[ $1 != -- ]]; do shift; done
	shift
	local -a found=(${(M)@:#${PREFIX}*})
	(($#found)) && print -rl -- $IPREFIX$^found
}
_files() { print -rl -- $PREFIX*(N) }
_call_program() { shift; "$@" 2>/dev/null }
source $file
END
touch profile.sqlite

# offers DESCRIPTION WANTED PROGRAM WORD ...
offers()
{
	description=$1
	wanted=$2
	shift 2
	for shell in $shells; do
		"$shell" complete."$shell" tree "$@" >got 2>&1
		check "completion, $shell: $description" grep -qxF -e "$wanted" got
	done
}

# offers_all DESCRIPTION WANTED-FILE PROGRAM WORD ...: these, and no others
offers_all()
{
	description=$1
	wanted=$2
	shift 2
	for shell in $shells; do
		"$shell" complete."$shell" tree "$@" >got 2>&1
		sort -u got >got.sorted
		sort -u "$wanted" >wanted.sorted
		same "completion, $shell: $description" got.sorted wanted.sorted
	done
}

shells=
for shell in bash zsh; do
	if command -v "$shell" >/dev/null 2>&1; then
		shells="$shells $shell"
	else
		skip "completion, $shell" "no $shell"
	fi
done
offers "long options" --no-header pp-prof --no
offers "options of pp-parse" --version pp-parse --v
offers "a column" kernel pp-prof -c ker
offers "a column behind others" dir,sub,kernel pp-prof -c dir,sub,ker
offers "a column added" +tc pp-prof -c +t
offers "a column behind one added" +dir,tc pp-prof -c +dir,t
offers "a column of groups" op,total pp-prof -g op -c op,tot
offers "a column of a view" attain pp-prof --view roofline --columns att
offers "a key" dir,kernel pp-prof -g dir,ker
offers "a key of a tree" phase,op pp-prof --tree phase,op
offers "files" profile.sqlite pp-parse prof
offers "files of options" profile.sqlite pp-parse -o prof
offers "csv and sheet" --csv=sheet pp-prof --csv
offers "a kind" memset pp-parse -k mems
offers "a kind behind others" kernel,host pp-parse --kinds kernel,ho
offers "the last kind" all pp-parse -k al
offers "a format" nsys pp-parse -f ns
offers "a view" roofline pp-prof --view roo
offers "a unit" us pp-prof -u u
offers "a column with a digit" l2bytes pp-prof -c l2b
offers "a device, with its blanks" "NVIDIA H100 PCIe" pp-prof --gpu "NVIDIA H1"
offers "a file for a device" profile.sqlite pp-prof --gpu prof
offers "a way to count" ncu pp-prof --half n

# A process's output by name needs /dev/fd, which a bare chroot has not
is "completion, bash: no process's output by name" \
    "$(grep -v '^#' "$SRC/common/completion.bash" | grep -c '<(')" 0

# All that there is: what --help, --list-gpus and the messages name
pp-prof --help | sed -n 's/^  \([a-z][a-z0-9_]*\) .*/\1/p' >rows
offers_all "the keys of -g are the columns of --help" rows pp-prof -g ''
# (what stands behind report are views)
pp-prof --help | sed -n '/^Columns of -g/,$p' | sed '/^    report /,/^    c/d' |
    sed -n 's/^ \{15\}//p' | tr -d , | tr ' ' '\n' >sums
check "views have columns of their own" test "$(wc -l <sums)" -ge 15
cat rows sums >columns
offers_all "those of -c, and those of groups and views" columns pp-prof -c ''
pp-prof --list-gpus | sed 1d | cut -f 1 >devices
check "there are devices" test "$(wc -l <devices)" -ge 80
offers_all "all devices" devices pp-prof --gpu ''
# tried PROGRAM OPTION: the words that a message says to try, a line each
tried()
{
	"$1" "$2" '?' 2>&1 </dev/null | sed -n 's/.*(try: \(.*\))$/\1/p' |
	    tr -d ' ' | tr , '\n'
}
for option in 'pp-parse -k' 'pp-parse -f' 'pp-prof -u' 'pp-prof --view' 'pp-prof --half'; do
	# shellcheck disable=SC2086 # program and option
	tried $option >words
	check "$option: a wrong word has right ones" test -s words
	# shellcheck disable=SC2086
	offers_all "the words of $option" words $option ''
done
# as readline splits it
if command -v bash >/dev/null 2>&1; then
	bash complete.bash tree pp-prof --unit = m >got
	is "completion, bash: --unit=ms" "$(cat got)" ms
	bash complete.bash tree pp-prof --unit = >got
	is "completion, bash: --unit=" "$(paste -sd ' ' got)" "$(pp-prof --completion-helper |
	    sed -n 's/^--unit\t=\t//p' | tr '\t' ' ')"
	bash complete.bash tree pp-prof --gpu 'NVIDIA\ H100\ P' >got
	is "completion, bash: a quoted blank" "$(cat got)" "NVIDIA H100 PCIe"
fi
if command -v zsh >/dev/null 2>&1; then
	zsh complete.zsh tree pp-prof --unit=m >got
	is "completion, zsh: --unit=ms" "$(cat got)" --unit=ms
fi

# What make install puts into Debian's folders, told so by the package's rules, is
# what the package's list has
places=$(sed -n 's/^PLACES = //p' "$SRC/examples/debian/rules")
mkdir debian
# shellcheck disable=SC2086 # words
check "make install, as for Debian" make -s -C "$SRC" install DESTDIR="$PWD/debian" $places
(cd debian && find . -type f | sed 's|^\./||' | sort) >got
sort "$SRC/examples/debian/pp.install" >wanted
same "Debian's package has what is installed" got wanted
# shellcheck disable=SC2086 # words
check "make uninstall, as for Debian" make -s -C "$SRC" uninstall DESTDIR="$PWD/debian" $places
is "nothing is left, as for Debian" "$(find debian -type f)" ""

check "make uninstall" make -s -C "$SRC" uninstall DESTDIR="$PWD/tree" PREFIX=/opt/pp
is "nothing is left" "$(find tree -type f)" ""

# Names of folders may have blanks
for what in install uninstall; do
	check "make $what, with blanks" \
	    make -s -C "$SRC" $what DESTDIR="$PWD/a tree" PREFIX="/my opt"
	find "a tree/my opt" -type f | wc -l >>blanks
done
is "with blanks: what was installed, and what is left" "$(xargs <blanks)" "11 0"
done_testing
