#!/bin/sh
# demo.sh - what `make demo` runs: the example profile, as a table.
set -eu
cd "$(dirname "$0")/.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

sqlite3 -bail "$tmp/lenet.db" <examples/lenet.sql
echo '$ sqlite3 lenet.db <examples/lenet.sql'
echo '$ pp-parse lenet.db | pp-prof -w 150'
# Through a file: sh has no pipefail
./pp-parse "$tmp/lenet.db" >"$tmp/records"
./pp-prof -w 150 "$tmp/records"
