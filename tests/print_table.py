#!/usr/bin/env python3
# print_table.py - print records as nsys stats or nvprof would print them.
#
#	pp-parse -k gpu net.sqlite | print_table.py FORM
#
# FORM is nsys-csv, nsys-columns, nvprof-UNIT (ns, us, ms or s) or nvprof-table.
# The columns are those of nsys's cuda_gpu_trace.py (bytes in MB with three digits,
# throughput as bytes * (10^9 / duration) in whole numbers) and of nvprof
# --print-gpu-trace.  Times get an offset, as a run has one.
import csv
import json
import re
import sys

OFFSET = 288_824_971
NSYS = ("Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,"
        "StcSMem (MB),DymSMem (MB),Bytes (MB),Throughput (MB/s),SrcMemKd,DstMemKd,"
        "Device,Ctx,GreenCtx,Strm,Name").split(",")
NVPROF = ("Start,Duration,Grid X,Grid Y,Grid Z,Block X,Block Y,Block Z,"
          "Registers Per Thread,Static SMem,Dynamic SMem,Size,Throughput,SrcMemType,"
          "DstMemType,Device,Context,Stream,Name,Correlation_ID").split(",")
LONG = {"HtoD": "Host-to-Device", "DtoH": "Device-to-Host",
        "DtoD": "Device-to-Device", "PtoP": "Peer-to-Peer"}


def rows(form):
    for line in sys.stdin:
        r = json.loads(line)
        kind = r.get("kind", "kernel")
        if kind not in ("kernel", "memcpy", "memset") or "start" not in r:
            continue
        memory = re.search(r"\((.*)\)", r["name"]) if kind != "kernel" else None
        src, _, dst = memory.group(1).partition(" -> ") if memory else ("", "", "")
        copy = r.get("copy", "")
        if form.startswith("nsys"):
            copy = LONG.get(copy, copy)
        name = {"kernel": r["name"], "memcpy": f"[CUDA memcpy {copy}]",
                "memset": "[CUDA memset]"}[kind]
        gpu = r.get("gpu", {}).get("name", "GPU")
        yield dict(start=r["start"] + OFFSET, dur=r["dur"], corr=r.get("corr", ""),
                   grid=r.get("grid", [""] * 3), block=r.get("block", [""] * 3),
                   regs=r.get("regs", ""), bytes=r.get("bytes"), src=src, dst=dst,
                   device=f"{gpu} ({r['device']})" if "device" in r else "",
                   context=r.get("context", ""), stream=r.get("stream", ""), name=name,
                   smem=r.get("smem", 0) if kind == "kernel" else None)


def nsys(r):
    smem = ["", ""] if r["smem"] is None else ["0.000", "%.3f" % (r["smem"] / 1e6)]
    size = ["", ""]
    if r["bytes"] is not None:
        rate = r["bytes"] * (1_000_000_000 // r["dur"]) if r["dur"] else 0
        size = ["%.3f" % (r["bytes"] / 1e6), "%.3f" % (rate / 1e6)]
    return [r["start"], r["dur"], r["corr"], *r["grid"], *r["block"], r["regs"], *smem,
            *size, r["src"], r["dst"], r["device"], r["context"], "", r["stream"],
            r["name"]]


def nsys_columns(table):
    def commas(i, cell):
        return f"{cell:,}" if i < 10 and isinstance(cell, int) and i != 2 else str(cell)
    body = [[commas(i, c) for i, c in enumerate(row)] for row in table]
    width = [max([len(NSYS[i])] + [len(row[i]) for row in body]) for i in range(len(NSYS))]
    print(" " + "  ".join(h.center(w) for h, w in zip(NSYS, width)))
    print(" " + "  ".join("-" * w for w in width))
    for row in body:
        cells = [c.rjust(w) if i < 14 else c.ljust(w)
                 for i, (c, w) in enumerate(zip(row, width))]
        print((" " + "  ".join(cells)).rstrip())
    print()


SECOND = {"ns": 1, "us": 10**3, "ms": 10**6, "s": 10**9}


def nvprof_csv(table, unit):
    print("==4242== NVPROF is profiling process 4242, command: ./net")
    print("==4242== Profiling result:")
    out = csv.writer(sys.stdout, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
    out.writerow(NVPROF)
    print(",".join([unit, unit, "", "", "", "", "", "", "", "B", "B", "KB", "GB/s",
                    "", "", "", "", "", "", ""]))
    for r in table:
        def time(ns):
            return str(ns) if unit == "ns" else "%.6f" % (ns / SECOND[unit])
        size = ["", ""]
        if r["bytes"] is not None:
            rate = r["bytes"] / r["dur"] * 1e9 if r["dur"] else 0
            size = ["%.6f" % (r["bytes"] / 1024), "%.6f" % (rate / 2**30)]
        smem = ["", ""] if r["smem"] is None else [0, r["smem"]]
        cells = [time(r["start"]), time(r["dur"]), *r["grid"], *r["block"], r["regs"],
                 *smem, *size]
        text = [r["src"], r["dst"], r["device"], str(r["context"]), str(r["stream"]),
                r["name"]]
        print(",".join(map(str, cells)) + "," +
              ",".join('"%s"' % t.replace('"', '""') if t else "" for t in text) +
              "," + str(r["corr"]))


HEADS = ("   Start  Duration            Grid Size      Block Size     Regs*    SSMem*"
         "    DSMem*      Size  Throughput  SrcMemType  DstMemType           Device   "
         "Context    Stream  Name")
ENDS = [8, 18, 39, 55, 65, 75, 85, 95, 107, 119, 131, 148, 158, 168]


def nvprof_table(table):
    def five(value, units):
        for u, f in units:
            if value >= f:
                return ("%.5g" % (value / f) if f > 1 else str(value)) + u
        return "0" + units[-1][0]
    print("==4242== NVPROF is profiling process 4242, command: ./net")
    print("==4242== Profiling result:")
    print(HEADS)
    times = [("s", 10**9), ("ms", 10**6), ("us", 10**3), ("ns", 1)]
    sizes = [("GB", 2**30), ("MB", 2**20), ("KB", 2**10), ("B", 1)]
    for r in table:
        kernel = r["smem"] is not None
        cells = [five(r["start"], times), five(r["dur"], times),
                 "(%s %s %s)" % tuple(r["grid"]) if kernel else "-",
                 "(%s %s %s)" % tuple(r["block"]) if kernel else "-",
                 r["regs"] if kernel else "-", "0B" if kernel else "-",
                 five(r["smem"], sizes) if kernel else "-",
                 "-" if r["bytes"] is None else five(r["bytes"], sizes), "-",
                 r["src"] or "-", r["dst"] or "-", r["device"][:16] or "-",
                 r["context"], r["stream"]]
        line = ""
        for cell, end in zip(cells, ENDS):
            line += str(cell).rjust(end - len(line))
        print(line + "  " + r["name"] + (" [%s]" % r["corr"] if kernel else ""))
    print("\nRegs: Number of registers used per CUDA thread.")


form = sys.argv[1]
table = list(rows(form))
if form == "nsys-csv":
    print("Processing [net.sqlite] with [cuda_gpu_trace.py]... ")
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(NSYS)
    out.writerows(map(nsys, table))
elif form == "nsys-columns":
    print(" ** CUDA GPU Trace (cuda_gpu_trace):\n")
    nsys_columns([nsys(r) for r in table])
elif form == "nvprof-table":
    nvprof_table(table)
else:
    nvprof_csv(table, form.partition("-")[2])
