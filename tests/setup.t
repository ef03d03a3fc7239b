# shellcheck shell=sh
# setup.t - what setup.sh asks of apt-get, and what it prints for others.
. "$SRC/tests/lib.sh"

# A PATH without python3 and gzip, which the group bench needs; apt-get, sudo, id
# and sleep are ours: the calls are lines of the file calls
mkdir bin
for tool in sh mktemp rm cat sed grep tail seq env printf; do
	ln -s "$(command -v $tool)" "bin/$tool" 2>/dev/null || ln -s "/usr/bin/$tool" "bin/$tool"
done
cat >fake <<'END'
case ${0##*/} in
id) cat user ;;
sleep) echo "sleep $1" >>calls ;;
sudo) [ "$1" != -n ] || exit 0; echo "sudo" >>calls; exec "$@" ;;
apt-get)
	echo "$*" >>calls
	for last; do :; done
	case " $* " in
	*" update "*)
		if [ -e locked ]; then
			rm locked
			echo 'E: Could not get lock /var/lib/apt/lists/lock.'
			exit 100
		fi
		[ ! -e offline ] || exit 100
		: >lists
		;;
	*) [ -e lists ] || { echo "E: Unable to locate package $last"; exit 100; } ;;
	esac
	;;
esac
END
sed -i '1i #!/bin/sh' fake
chmod +x fake
for tool in id sleep apt-get; do
	cp fake "bin/$tool"
done

# setup USER FILE ...: as this user, with these files
setup()
{
	rm -f lists locked offline calls
	: >calls
	echo "$1" >user
	shift
	[ $# -eq 0 ] || touch "$@"
	status env PATH="$PWD/bin" sh "$SRC/tests/setup.sh" bench
}
ask="-y -qq -o DPkg::Lock::Timeout=120"
install="$ask install --no-install-recommends python3 gzip"
update="$ask update"

setup 0 lists
is "lists are there: status, words" "$rc $(cat out err)" "0 installing: python3 gzip"
is "lists are there: none are fetched" "$(cat calls)" "$install"
setup 0 lists offline
is "lists are there, no network" "$rc" 0
setup 0
is "no lists: status" "$rc" 0
is "no lists: they are fetched" "$(cat calls)" "$install
$update
$install"
setup 0 locked
is "the lists are locked: status" "$rc" 0
is "the lists are locked: once more" "$(cat calls)" "$install
$update
sleep 2
$update
$install"
setup 0 offline
is "no lists, no network: status" "$rc" 1
check "no lists, no network: what to run" grep -qxF \
    "apt-get failed; run: apt-get update && apt-get install python3 gzip" err
setup 1000
is "neither root nor sudo: status, calls" "$rc $(cat calls)" "1 "
is "neither root nor sudo: what to run" "$(cat err)" \
    "run as root: apt-get update && apt-get install python3 gzip"
cp fake bin/sudo
setup 1000 lists
is "sudo" "$rc $(cat calls)" "0 sudo
$install"
rm bin/apt-get
setup 0
is "no apt-get: what is missing" "$rc $(cat err)" \
    "1 missing (Debian's names; README.md has others): python3 gzip"
for tool in python3 gzip; do
	ln -s "$(command -v sh)" bin/$tool
done
setup 0
is "nothing is missing" "$rc $(cat out err calls)" "0 "
done_testing
