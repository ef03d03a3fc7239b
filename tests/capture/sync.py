"""
sync.py - when --sync synchronises, and torch's own NVTX, with a device that only
counts: python sync.py

Out: "LEVEL N" of each level: how often one step synchronised; "capture N" of the
     finest inside of a capture; "own N" of the ranges that torch's NVTX got, and
     "deaf N" of those where it says that no tool listens
"""
import os
import sys
import types

os.environ.setdefault("OMP_NUM_THREADS", "1")
import pp_nvtx
import torch
from torch import nn

torch.set_num_threads(1)
calls = []
capturing = [False]
torch.cuda.is_initialized = lambda: True
torch.cuda.is_current_stream_capturing = lambda: capturing[0]
torch.cuda.synchronize = lambda *_: calls.append(1)


def step():
    net = nn.Sequential(nn.Linear(2, 2))
    optimizer = torch.optim.SGD(net.parameters(), 0.1)
    net(torch.ones(1, 2)).sum().backward()
    optimizer.step()


def count(name, **options):
    del calls[:]
    with pp_nvtx.mark(**options):
        step()
    print(name, len(calls))


step()
if "own" not in sys.argv:
    count("none")
    for level in pp_nvtx.SYNC_LEVELS[:3]:
        count(level, sync=level)
    count("op, more:", sync="op")
    capturing[0] = True
    count("capture", sync="op")
else:
    pushed, ids = [], iter(range(100000))

    def nvtx(tool):
        return types.SimpleNamespace(
            rangePushA=lambda text: pushed.append(text) or 0,
            rangePop=lambda: pushed.append(None) or 0,
            rangeStartA=lambda text: next(ids) if tool else 0,
            rangeEnd=lambda number: None)

    for name, tool in (("deaf", False), ("own", True)):
        pp_nvtx.finder = pp_nvtx.NvtxFinder()
        torch._C._nvtx = nvtx(tool)
        del pushed[:]
        with pp_nvtx.mark():
            hooks = len(nn.modules.module._global_forward_pre_hooks) or (
                hasattr(nn.Module.__call__, "__wrapped__"))
            step()
        texts = [t for t in pushed if t is not None]
        print(name, bool(hooks), any("aten::addmm" in t for t in texts),
              "layer:Sequential" in texts, len(texts) * 2 == len(pushed))
