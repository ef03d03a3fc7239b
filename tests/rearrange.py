#!/usr/bin/env python3
# rearrange.py - the same table in another order.
#
#	rearrange.py rows|columns <TABLE
#
# Tables of profilers, separated by commas or in columns, in which the last column
# stays the last; or JSON, of which the members of objects or the elements of arrays
# are turned, but for those whose places are numbers.
import csv
import json
import re
import sys

how, text = sys.argv[1], sys.stdin.read()
PLACES = ("buffer_records", "operations")


def turned(value, key=None):
    if isinstance(value, dict):
        items = [(k, turned(v, k)) for k, v in value.items()]
        return dict(items[::-1] if how == "columns" else items)
    if isinstance(value, list):
        items = [turned(v) for v in value]
        return items[::-1] if how == "rows" and key not in PLACES else items
    return value


def fields(line, places):
    return [line[a:b] for a, b in places]


if text.startswith("{"):
    json.dump(turned(json.loads(text)), sys.stdout)
    sys.exit()
lines = text.split("\n")
rule = next((i for i, l in enumerate(lines) if re.fullmatch(r" *-+( +-+)+ *", l)), None)
head = rule - 1 if rule else next(
    i for i, l in enumerate(lines) if re.search(r"start|begin", l, re.I) and
    (l.count(",") > 5 or "Duration  " in l))
commas = not rule and "," in lines[head]
body = (rule or head) + 1
body += commas and re.match(r'"?[num]?s"?,', lines[body]) is not None
end = next(i for i in range(body, len(lines)) if not lines[i])
if how == "rows":
    lines[body:end] = lines[body:end][::-1]
elif commas:
    out = csv.writer(sys.stdout, lineterminator="\n")
    print("\n".join(lines[:head]), end="\n" * (head > 0))
    out.writerows(row[::-1] for row in csv.reader(lines[head:end]))
    lines = lines[end:]
else:
    if rule:
        places = [m.span() for m in re.finditer("-+", lines[rule])]
    else:
        ends = [m.end() for m in re.finditer(r"\S+( \S+)*", lines[head])]
        places = [(a and a + 2, b) for a, b in zip([0] + ends, ends)]
    width = max(map(len, lines[head:end]))
    places[-1] = (places[-1][0], width)
    for i in range(head, end):
        cells = fields(lines[i].ljust(width), places)
        lines[i] = (" " * bool(rule) + "  ".join(cells[-2::-1] + cells[-1:])).rstrip()
print("\n".join(lines), end="")
