#!/usr/bin/env python3
# round_trip.py - print the records of profiles as tables, read these, compare.
#
#	round_trip.py FORM[,FORM] PROFILE ...
#
# FORM as print_table.py has it.  A line a form: the records of all profiles, the
# copies and sets whose bytes were not told, and how many records differ, of which
# the first is printed on stderr.  Bytes, and what a form has no room for, may be
# absent.  Times that are rounded in print are within that of the profile's.
import io
import json
import math
import subprocess
import sys

from print_table import OFFSET, SECOND, print_table

EXACT = ["kind", "kernel", "name", "copy", "context", "stream", "grid", "block", "regs"]


def parse(arguments, text=None):
    p = subprocess.run(["pp-parse", "-k", "gpu", *arguments], input=text,
                       capture_output=True, text=True, errors="surrogateescape")
    return ([json.loads(line) for line in p.stdout.splitlines()], p.stderr)


# from their first on; at: when that is printed
def timed(records):
    records = [r for r in records if r.get("kind", "kernel") in
               ("kernel", "memcpy", "memset") and "start" in r]
    first = min((r["start"] for r in records), default=0)
    return [dict(r, start=r["start"] - first, at=r["start"] + OFFSET) for r in records]


# half of the last digit with which a time is printed, in ns
def half(form, ns):
    if form == "nvprof-s":
        return SECOND["s"] / 10**6 / 2
    if form != "nvprof-table" or ns < 1000:
        return 0
    return 10 ** (int(math.log10(ns)) - 4) / 2


def differs(form, want, got):
    for key in EXACT + ([] if form == "nvprof-table" else ["device", "corr"]):
        if want.get(key) != got.get(key):
            return key
    for key in ["bytes", "smem", "device", "corr"]:
        if key in got and key in want and want[key] != got[key]:
            return key
    # the first time, which is 0, is rounded too
    most = half(form, want["at"]) + half(form, want["at"] - want["start"])
    if abs(want["start"] - got["start"]) > most:
        return "start"
    return abs(want["dur"] - got["dur"]) > half(form, want["dur"]) and "dur"


# Which are the same: where times are rounded, the next with the same name and place.
def pairs(form, want, got):
    def key(r):
        place = tuple(str(r.get(k)) for k in ("kind", "name", "grid", "stream", "context"))
        return place if half(form, OFFSET) else (r["start"], r["dur"], r.get("corr", -1), place)
    return list(zip(sorted(want, key=key), sorted(got, key=key)))


def trip(form, profiles):
    n = absent = wrong = 0
    for name, records in profiles:
        table = io.StringIO()
        print_table(form, records, table)
        got, said = parse([], table.getvalue())
        want, got = timed(records), timed(got)
        n += len(want)
        both = pairs(form, want, got)
        bad = [(w, g, d) for w, g in both for d in [differs(form, w, g)] if d]
        absent += sum("bytes" in w and "bytes" not in g for w, g in both)
        wrong += len(bad) + abs(len(want) - len(got))
        if len(want) != len(got):
            print(f"{name} {form}: {len(got)} of {len(want)}: {said}", file=sys.stderr)
        for w, g, d in bad[:1]:
            print(f"{name} {form}: {d}:\n{w}\n{g}", file=sys.stderr)
        if bool(want and half(form, OFFSET)) != ("times are rounded in print" in said):
            wrong += 1
            print(f"{name} {form}: said: {said}", file=sys.stderr)
    print(form, n, absent, wrong)


read = [(path, parse([path])[0]) for path in sys.argv[2:]]
for form in sys.argv[1].split(","):
    trip(form, [(path, records) for path, records in read if records])
