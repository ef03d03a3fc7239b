"""
overhead.py - what marks cost: python overhead.py, with the environment of listen.c.

Out: the cost of an operator and of a module call, each in microseconds and against
     with record_function("x") in the same run
"""
import os
import sys
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..",
                                "examples", "capture"))
import pp_nvtx
import torch

torch.set_num_threads(1)
LOOPS = 2000


def least(f):
    """CPU time of one run of f, the least of several."""
    best = float("inf")
    for _ in range(7):
        start = time.process_time()
        for _ in range(LOOPS):
            f()
        best = min(best, time.process_time() - start)
    return best / LOOPS * 1e6


class Nothing(torch.nn.Module):
    def forward(self, x):
        return x


x, y, module = torch.randn(4, 4), torch.randn(4, 4), Nothing()


def operator():
    torch.add(x, y)


def call():
    module(x)


def recorded():
    with torch.autograd.profiler.record_function("x"):
        pass


bare = {"operator": least(operator), "module": least(call)}
record = least(recorded)
with pp_nvtx.mark():
    with pp_nvtx.layer("x"):
        marked = {"operator": least(operator)}
        # the root of a forward opens a phase, modules inside do not
        outer = torch.nn.Sequential(*[Nothing() for _ in range(11)])
        one = torch.nn.Sequential(Nothing())
    eleven = least(lambda: outer(x))
    single = least(lambda: one(x))
print("record_function %.2f us" % record)
plain11 = least(lambda: outer(x))
plain1 = least(lambda: one(x))
cost = {
    "operator": marked["operator"] - bare["operator"],
    "module": (eleven - single - (plain11 - plain1)) / 10,
}
for name, us in cost.items():
    print("%s %.2f us, ratio %.2f" % (name, us, us / record))
