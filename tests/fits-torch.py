#!/usr/bin/env python3
"""What torch itself takes, against tests/unit/test_fits.c.

In:  the table of test_fits.c, torch with its kernels for the CPU
Out: a line for each tensor of a call that torch takes with dimensions or sizes
     with which the table says the cost is unknown; then how many were asked

A call that torch takes occurs in profiles, so its cost must be known.  What torch
refuses does not occur, and may be known all the same: nothing is said of it.
Passed over are gradients, calls of other libraries, and those that the CPU has no
kernel for: without one torch checks little.
"""
import os
import re
import sys

import torch

TYPES = {"f32": torch.float32, "f64": torch.float64, "c64": torch.complex64,
         "i64": torch.int64, "i32": torch.int32, "i16": torch.int16,
         "int8": torch.int8, "u8": torch.uint8, "b": torch.bool,
         # half of the kernels do not take these, whose sizes are no others
         "f16": torch.float32, "bf16": torch.float32}
ROW = re.compile(r'\{\s*"([^"]+)",\s*"((?:[^"\\]|\\.)*)"(?:\s*"((?:[^"\\]|\\.)*)")?,\s*'
                 r'PART_FORWARD,\s*"([^"]*)"\s*\}')
TENSOR = re.compile(r"(\w+)\[([\d,]*)\]$")


def functions(name):
    """The functions that the name may be of."""
    space, _, op = name.rpartition("::")
    if space == "aten":
        packet = getattr(torch.ops.aten, op, None)
        return [getattr(packet, o) for o in packet.overloads()] if packet else []
    found = torch
    for part in name.split(".")[1:] if name.startswith("torch.") else ["?"]:
        found = getattr(found, part, None)
    return [found] if found else []


def value(word):
    """The argument; of a tensor its type and sizes, in a tuple."""
    tensor = TENSOR.match(word)
    if tensor:
        return TYPES[tensor[1]], [int(n) for n in tensor[2].split(",") if n]
    if word in ("None", "true", "false"):
        return {"None": None, "true": True, "false": False}[word]
    if word[0] == "'":
        return word[1:-1]
    if word[0] == "[":
        return [value(w) for w in word[1:-1].split(",") if w]
    return float(word) if re.search(r"[.e]", word) else int(word)


def call(function, args, names):
    """Call the function; what it does not take raises something."""
    made, named = [], {}
    schema = getattr(function, "_schema", None)
    for i, (arg, name) in enumerate(zip(args, names)):
        if isinstance(arg, tuple):
            arg = torch.zeros(arg[1], dtype=arg[0])
        if schema and schema.arguments[i].kwarg_only:
            name = schema.arguments[i].name
        if name:
            named[name] = arg
        else:
            made.append(arg)
    function(*made, **named)


def takes(function, args, names):
    """Whether the function takes these: asked in a process of its own, as a kernel
    may crash on what it does not check."""
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        try:
            call(function, args, names)
        except BaseException:  # of many classes, some by accident
            os._exit(1)
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0


def text_of(function, args, names, k):
    """What fits.h finds of pp-prof, of torch."""
    dtype, sizes = args[k]

    def with_sizes(v):
        return takes(function, args[:k] + [(dtype, v)] + args[k + 1:], names)
    text = ""
    for rank in range(len(sizes) + 3):
        if with_sizes(([1, 1] + sizes)[len(sizes) + 2 - rank:]):
            text += str(rank)
    text += ":"
    for i, size in enumerate(sizes):
        more, none = (with_sizes(sizes[:i] + [n] + sizes[i + 1:]) for n in (size + 1, 0))
        text += "f" if more and none else "m" if more else "z" if none else "-"
    return text


def lacks(ours, torchs):
    """Whether torch takes what the table does not."""
    ranks, letters = ours.split(":")
    may = {"f": "mz", "m": "m", "z": "z", "-": ""}
    return not set(torchs.split(":")[0]) <= set(ranks) or any(
        not set(may[b]) <= set(may[a]) for a, b in zip(letters, torchs.split(":")[1]))


def main():
    asked = odd = 0
    for name, args, more, wanted in ROW.findall(open(sys.argv[1]).read()):
        words = (args + more).split()
        names = [w.partition("=")[0] if re.match(r"[A-Za-z_]+=", w) else "" for w in words]
        try:
            args = [value(w.partition("=")[2] if n else w) for w, n in zip(words, names)]
        except (KeyError, ValueError):
            continue
        function = next((f for f in functions(name) if takes(f, args, names)), None)
        if not function:
            continue
        tensors = [k for k, a in enumerate(args) if isinstance(a, tuple)]
        for k, ours in zip(tensors, wanted.split()):
            torchs = text_of(function, args, names, k)
            asked += 1
            if lacks(ours, torchs):
                odd += 1
                print(f"{name}({' '.join(words)}): tensor {k}: {ours}, torch {torchs}")
    print(f"{asked} tensors, {odd} that torch takes and the table does not")


if __name__ == "__main__":
    main()
