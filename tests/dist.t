# shellcheck shell=sh
# dist.t - make dist, with git and from its own tarball; the same bytes each time,
# and a build of it has the same bytes as that of this tree.
. "$SRC/tests/lib.sh"
. "$SRC/tests/make.sh"

# dist FOLDER: make dist there; the tarball's name
dist()
{
	make -s -C "$1" dist >&2 || return
	(cd "$1" && ls "$PWD"/pp-*.tar.gz)
}

# unpack TARBALL FOLDER: the name of its only folder, in FOLDER
unpack()
{
	mkdir "$2"
	gzip -dc "$1" | tar -xf - -C "$2"
	echo "$2"/*
}

# This tree without what was made, nor git's folder
mkdir copy
(cd "$SRC" && tar -cf - --exclude=./.git --exclude=./build --exclude=./pp-parse \
    --exclude=./pp-prof --exclude='*.tar.gz' .) | tar -xf - -C copy
touch copy/pp-prof copy/old.tar.gz # what was made does not get in
tarball=$(dist copy 2>&1)
check "without git: a tarball" test -s "$tarball"
first=$(unpack "$tarball" one)
is "one folder, named for the version" "$first" \
    "one/pp-$(sed -n 's/^VERSION = //p' "$SRC/Makefile")"
(cd copy && find . -type f | sort | grep -vxE './pp-prof|.*\.tar\.gz|./build/.*') >wanted
(cd "$first" && find . -type f | sort) >got
same "the files of the tree and no other" got wanted
again=$(dist "$first" 2>&1)
check "its own tarball is the same" cmp "$again" "$tarball"

if [ -e "$SRC/.git" ] && command -v git >/dev/null 2>&1; then
	# two clones, years and umasks apart
	git clone -q "$SRC" clone 2>git.err
	(umask 077 && git clone -q "$SRC" other 2>>git.err)
	find other -name .git -prune -o -type f -exec touch -d 2001-01-01 {} +
	tarball=$(dist clone 2>&1)
	check "of a commit: a tarball" test -s "$tarball"
	check "of a commit: the same from another clone" cmp "$(dist other 2>&1)" "$tarball"
	first=$(unpack "$tarball" two)
	check "of a commit: the same from the tarball" cmp "$(dist "$first" 2>&1)" "$tarball"
else
	skip "of a commit" "no git"
fi

case $B in
*/opt)
	# the smaller program stands for both
	check "a build elsewhere" make -s -C copy build/opt/pp-parse
	check "the same bytes" cmp copy/build/opt/pp-parse "$B/pp-parse"
	is "no program has the folder's name" \
	    "$(grep -laF -e "$SRC" "$B/pp-parse" "$B/pp-prof")" ""
	;;
*) skip "a build elsewhere" "the programs of an ordinary build are compared" ;;
esac
done_testing
