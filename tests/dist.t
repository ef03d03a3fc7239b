# shellcheck shell=sh
# dist.t - make dist, with git and from its own tarball; the same bytes each time,
# and a build of it has the same bytes as that of this tree.  make deb, up to where
# Debian's tools begin.
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

# make deb, with a PATH of our own: first without dpkg's tools, then with ours
mkdir bin
for tool in sh make rm mkdir cp ls env tar gzip find; do
	ln -s "$(command -v $tool)" bin/$tool
done
release=$(basename "$first")
# a clone that was carried to where git is not
if [ -e clone ]; then
	mv "$tarball" wanted.gz
	status env PATH="$PWD/bin" make -s -C clone dist
	unpack wanted.gz three >wanted
	unpack "clone/$release.tar.gz" four >got
	check "of a commit, without git: the same files" diff -r "$(cat got)" "$(cat wanted)"
fi
status env PATH="$PWD/bin" make -C copy deb
is "make deb without Debian's tools: status" "$rc" 2
check "make deb without Debian's tools: what to run" grep -qxF \
    "run as root: apt-get update && apt-get build-dep ./build/deb/$release" err
cat >bin/dpkg-checkbuilddeps <<'END'
#!/bin/sh
! [ -e "$UNMET" ]
END
cat >bin/dpkg-buildpackage <<'END'
#!/bin/sh
echo "$PWD: $*"
echo "make's own: ${MAKEFLAGS-}${MAKELEVEL-}"
ls -d debian/control debian/source/format ../pp_*.orig.tar.gz
[ -x debian/rules ] && [ -x debian/tests/demo ] && : >../pp_fake.deb
END
chmod +x bin/dpkg-*
touch unmet
status env PATH="$PWD/bin" UNMET="$PWD/unmet" make -C copy deb
is "make deb, something is missing: status, packages" "$rc $(ls copy/build/deb)" "2 $release
pp_${release#pp-}.orig.tar.gz"
status env PATH="$PWD/bin" UNMET= make -s -j2 -C copy deb V=1
is "make deb: status" "$rc" 0
cat >wanted <<END
$PWD/copy/build/deb/$release: -us -uc
make's own: 
../pp_${release#pp-}.orig.tar.gz
debian/control
debian/source/format
build/deb/pp_fake.deb
END
same "make deb: what dpkg-buildpackage finds" out wanted
check "make deb: the tarball is that of make dist" cmp \
    "copy/build/deb/pp_${release#pp-}.orig.tar.gz" "copy/$release.tar.gz"
done_testing
