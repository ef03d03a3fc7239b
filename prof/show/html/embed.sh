#!/bin/sh
# embed.sh - style and script of a page as C, with their hashes.
#
#	sh prof/show/html/embed.sh page.css page.js >page.c
#
# A hash is that of the bytes between the tags, in base64, as a Content-Security-
# Policy has it.  Arrays of numbers, as a C string may have 4095 characters.
set -eu

echo '#include "prof/show/page.h"'
for file; do
	name=$(basename "$file" | tr . _)
	hash=$(sha256sum <"$file" | cut -d ' ' -f 1 | tr a-f A-F | basenc --base16 -d | base64)
	[ "${#hash}" -eq 44 ] # a SHA-256, or the tools are not there
	printf '\nconst char %s_sha256[] = "%s";\nconst char %s[] = {\n' "$name" "$hash" "$name"
	od -An -v -td1 "$file" | sed 's/  *\(-*[0-9][0-9]*\)/\1,/g'
	printf '};\nconst size_t %s_n = sizeof %s;\n' "$name" "$name"
done
