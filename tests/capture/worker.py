"""
worker.py - what each worker of agent.py runs: worker.py HOW ...

Out: its arguments, its place among the workers, a layer of its own; then it ends
     as HOW says.  Worker 0 waits at the pipe `ready` until worker 1 has come as
     far, as training waits in a collective.
"""
import atexit
import os
import signal
import sys

import pp_nvtx

rank = int(os.environ["RANK"])
how = sys.argv[-1]
print(sys.argv, __name__, sys.modules["__main__"].__dict__ is globals(),
      os.path.basename(__file__), sys.path[0] == os.path.dirname(os.path.abspath(__file__)))
print([os.environ[k] for k in (
    "RANK", "LOCAL_RANK", "WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT")])
atexit.register(print, "atexit of", rank)


class Stopped(Exception):
    """As in the worker's own handler of torch.distributed.elastic."""


def stopped(*_):
    print("saved by", rank)
    raise Stopped


def wait():
    """Until the other is here, which then fails; then for the signal."""
    open("ready", "w").close()
    while True:
        signal.pause()


def fail():
    open("ready").close()
    sys.exit(9)


with pp_nvtx.mark(), pp_nvtx.layer("rank %d" % rank):
    pass
with pp_nvtx.layer("open"):
    if how == "end":
        pass
    elif how == "status":
        sys.exit(rank and 3)
    elif how == "text":
        sys.exit("a text for stderr" if rank else None)
    elif how == "raise":
        raise ValueError("of %d" % rank)
    elif how == "leave":
        os._exit(4)
    elif how == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    elif how == "interrupted":
        os.kill(os.getpid(), signal.SIGINT)
    elif how in ("ended", "handled"):
        if rank:
            fail()
        if how == "handled":
            signal.signal(signal.SIGTERM, stopped)
        try:
            wait()
        except Stopped:
            sys.exit(7)
