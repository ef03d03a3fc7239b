#!/usr/bin/env python3
# print_table.py - print records as nsys stats or nvprof would print them.
#
#	pp-parse -k gpu net.sqlite | print_table.py FORM
#
# FORM is nsys-csv, nsys-columns, exec-csv, exec-columns, nvprof-UNIT (ns, us, ms or
# s) or nvprof-table.  The columns are those of nsys's cuda_gpu_trace.py (bytes in MB
# with three digits, throughput as bytes * (10^9 / duration) in whole numbers), of its
# cuda_kern_exec_trace.py, for kernels whose calls are known, and of nvprof
# --print-gpu-trace, whose table has five digits of each number.  Times get an
# offset, as a run has one.
import csv
import json
import math
import re
import sys

OFFSET = 288_824_971
NSYS = ("Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,"
        "StcSMem (MB),DymSMem (MB),Bytes (MB),Throughput (MB/s),SrcMemKd,DstMemKd,"
        "Device,Ctx,GreenCtx,Strm,Name").split(",")
EXEC = ("API Start (ns),API Dur (ns),Queue Start (ns),Queue Dur (ns),Kernel Start (ns),"
        "Kernel Dur (ns),Total Dur (ns),PID,TID,DevId,API Function,GridXYZ,BlockXYZ,"
        "Kernel Name").split(",")
NVPROF = ("Start,Duration,Grid X,Grid Y,Grid Z,Block X,Block Y,Block Z,"
          "Registers Per Thread,Static SMem,Dynamic SMem,Size,Throughput,SrcMemType,"
          "DstMemType,Device,Context,Stream,Name,Correlation_ID").split(",")
LONG = {"HtoD": "Host-to-Device", "DtoH": "Device-to-Host",
        "DtoD": "Device-to-Device", "PtoP": "Peer-to-Peer"}


def rows(form, records):
    for r in records:
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


def execs(records):
    for r in records:
        if "api" not in r or "kind" in r:
            continue
        start, end = r["api_start"] + OFFSET, r["start"] + r["dur"] + OFFSET
        yield [start, r["api_dur"], "", "", r["start"] + OFFSET, r["dur"], end - start,
               r["pid"], r["tid"], r["device"], r["api"], "%4d %4d %4d" % tuple(r["grid"]),
               "%4d %4d %4d" % tuple(r["block"]), r["name"]]


# numbers on the right, with commas where they are no ids; times come first
def columns(heads, table, ids, out):
    body = [[f"{c:,}" if isinstance(c, int) and heads[i] not in ids else str(c)
             for i, c in enumerate(row)] for row in table]
    width = [max([len(h)] + [len(row[i]) for row in body]) for i, h in enumerate(heads)]
    right = [all(not row[i] or isinstance(row[i], (int, float)) or "MB" in h for row in table)
             for i, h in enumerate(heads)]
    print(" " + "  ".join(h.center(w) for h, w in zip(heads, width)), file=out)
    print(" " + "  ".join("-" * w for w in width), file=out)
    for row in body:
        cells = [c.rjust(w) if r else c.ljust(w) for c, w, r in zip(row, width, right)]
        print((" " + "  ".join(cells)).rstrip(), file=out)
    print(file=out)


SECOND = {"ns": 1, "us": 10**3, "ms": 10**6, "s": 10**9}


def nvprof_csv(table, unit, out):
    print("==4242== NVPROF is profiling process 4242, command: ./net", file=out)
    print("==4242== Profiling result:", file=out)
    heads = csv.writer(out, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
    heads.writerow(NVPROF)
    print(",".join([unit, unit, "", "", "", "", "", "", "", "B", "B", "KB", "GB/s",
                    "", "", "", "", "", "", ""]), file=out)
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
              "," + str(r["corr"]), file=out)


HEADS = ("   Start  Duration            Grid Size      Block Size     Regs*    SSMem*"
         "    DSMem*      Size  Throughput  SrcMemType  DstMemType           Device   "
         "Context    Stream  Name")
ENDS = [8, 18, 39, 55, 65, 75, 85, 95, 107, 119, 131, 148, 158, 168]
TIMES = [("s", 10**9), ("ms", 10**6), ("us", 10**3), ("ns", 1)]
SIZES = [("GB", 2**30), ("MB", 2**20), ("KB", 2**10), ("B", 1)]


def five(value, units):
    for unit, factor in units[:-1]:
        if value >= factor:
            v = value / factor
            return "%.*f" % (4 - int(math.log10(v)), v) + unit
    return str(value) + units[-1][0]


def nvprof_table(table, out):
    print("==4242== NVPROF is profiling process 4242, command: ./net", file=out)
    print("==4242== Profiling result:", file=out)
    print(HEADS, file=out)
    for r in table:
        kernel = r["smem"] is not None
        rate = "-"
        if r["bytes"] is not None and r["dur"]:
            rate = five(int(r["bytes"] * 10**9 / r["dur"]), SIZES) + "/s"
        cells = [five(r["start"], TIMES), five(r["dur"], TIMES),
                 "(%s %s %s)" % tuple(r["grid"]) if kernel else "-",
                 "(%s %s %s)" % tuple(r["block"]) if kernel else "-",
                 r["regs"] if kernel else "-", "0B" if kernel else "-",
                 five(r["smem"], SIZES) if kernel else "-",
                 "-" if r["bytes"] is None else five(r["bytes"], SIZES), rate,
                 r["src"] or "-", r["dst"] or "-", r["device"][:15] or "-",
                 r["context"], r["stream"]]
        line = ""
        for cell, end in zip(cells, ENDS):
            line += str(cell).rjust(end - len(line))
        print(line + "  " + r["name"] + (" [%s]" % r["corr"] if kernel else ""), file=out)
    print("\nRegs: Number of registers used per CUDA thread.", file=out)


def nsys_csv(heads, table, out):
    print("Processing [net.sqlite] with [cuda_gpu_trace.py]... ", file=out)
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow(heads)
    lines.writerows(table)


def nsys_columns(heads, table, out):
    print(" ** CUDA GPU Trace (cuda_gpu_trace):\n", file=out)
    columns(heads, table, ("CorrId", "Ctx", "Strm", "PID", "TID", "DevId"), out)


def print_table(form, records, out):
    report, _, layout = form.partition("-")
    nsys_table = nsys_csv if layout == "csv" else nsys_columns
    if report == "exec":
        nsys_table(EXEC, list(execs(records)), out)
        return
    table = list(rows(form, records))
    if report == "nsys":
        nsys_table(NSYS, list(map(nsys, table)), out)
    elif layout == "table":
        nvprof_table(table, out)
    else:
        nvprof_csv(table, layout, out)


if __name__ == "__main__":
    print_table(sys.argv[1], map(json.loads, sys.stdin), sys.stdout)
