# shellcheck shell=sh
# runner.t - the runner counts what tests say, and takes nothing for success that
# is none.
. "$SRC/tests/lib.sh"
. "$SRC/tests/linear.sh"

mkdir t
fake=$PWD/t
cat >t/passes.t <<'END'
echo 'ok 1 - a'; echo 'ok 2 - b'; echo 1..2
END
cat >t/skips.t <<'END'
echo 'ok 1 - a # SKIP no reason'; echo 'not ok 2 # SKIP as cmocka says it'; echo 1..2
END
cat >t/fails.t <<'END'
echo 'ok 1 - a'; echo 'not ok 2 - b'; echo '# why'; echo 1..2; exit 1
END
cat >t/stops.t <<'END'
echo 1..3; echo 'ok 1 - a'
END
cat >t/status.t <<'END'
echo 'ok 1 - a'; echo 1..1; exit 3
END
cat >t/silent.t <<'END'
exit 0
END
cat >t/sanitizer.t <<'END'
echo 'ok 1 - a'; echo 1..1; echo 'ERROR: a leak' >"$TMPDIR/../san.1"
END

# run NAME ...: the runner's last line and status for these fakes, output in out
run()
{
	tests=
	for name; do
		tests="$tests $fake/$name.t"
	done
	rc=0
	# shellcheck disable=SC2086 # words
	(cd "$SRC" && sh tests/run -b "$B" $tests) >out 2>&1 || rc=$?
	echo "$(tail -1 out), status $rc"
}

is "all passes" "$(run passes)" "2 passed, 0 failed, 0 skipped, status 0"
is "skips are counted" "$(run passes skips)" "2 passed, 0 failed, 2 skipped, status 0"
is "a failure" "$(run passes fails)" "3 passed, 1 failed, 0 skipped, status 1"
check "a failure is shown with its reason" grep -q '# why' out
is "stops before its plan is done" "$(run passes stops)" "3 passed, 1 failed, 0 skipped, status 1"
is "fails without saying so" "$(run status)" "1 passed, 1 failed, 0 skipped, status 1"
is "says nothing" "$(run passes silent)" "2 passed, 1 failed, 0 skipped, status 1"
is "a sanitizer reports" "$(run sanitizer)" "1 passed, 1 failed, 0 skipped, status 1"
check "the report is shown" grep -q 'ERROR: a leak' out
is "nothing but skips is no success" "$(run skips)" "0 passed, 0 failed, 2 skipped, status 1"
is "a test that is not there" "$(run passes none)" "2 passed, 1 failed, 0 skipped, status 1"
is "no test" "$(run)" "0 passed, 0 failed, 0 skipped, status 1"

# What is linear: programs that take as many steps as the file says
cat >pp-parse <<'END'
read -r n <"$1"
case $n in *fails) exit 3 ;; *) exec awk "BEGIN { for (n = $n; i < n; i++) s += i }" ;; esac
END
sed -i '1i #!/bin/sh' pp-parse
chmod +x pp-parse
PATH=$PWD:$PATH
# verdict N 2N: of linear, on files with these words
verdict()
{
	echo "$1" >n
	echo "$2" >2n
	(linear "steps" n 2n) | grep -o '^.*ok'
}
is "twice the steps" "$(verdict 3000000 6000000)" ok
is "eight times the steps" "$(verdict 3000000 24000000)" "not ok"
is "a program that fails" "$(verdict 1 fails)" "not ok"
done_testing
