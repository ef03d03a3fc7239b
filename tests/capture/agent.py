#!/usr/bin/env python3
"""
agent.py - a stand-in for torchrun: agent.py N COMMAND [ARGUMENT ...]

In:  how many workers, and the command that each runs
Out: out.R and err.R, what the worker of local rank R printed; on stdout a line
     "R STATUS" each, the status as subprocess has it: less than 0 is a signal

It does what torchrun does to a worker, by torch's source:

  torch/distributed/run.py, config_from_args: the command is the interpreter, -u,
  with --module -m, the script and its arguments; with --no-python the script
  alone; torch.distributed.launch puts --local-rank=R in front of the arguments
  torch/distributed/elastic/agent/server/local_elastic_agent.py, _start_workers:
  the environment
  torch/distributed/elastic/multiprocessing/subprocess_handler: a session of its
  own for each, into whose process group the signals go
  torch/distributed/elastic/multiprocessing/api.py: when one fails, or the agent is
  told to end, SIGTERM to all that still run

Not here: the rendezvous, restarts, and SIGKILL for who does not end in 30 s.
"""
import os
import signal
import subprocess
import sys


def start(rank, n, command):
    env = dict(os.environ)
    env.update({
        "RANK": str(rank), "LOCAL_RANK": str(rank), "ROLE_RANK": str(rank),
        "GROUP_RANK": "0", "ROLE_NAME": "default",
        "WORLD_SIZE": str(n), "LOCAL_WORLD_SIZE": str(n),
        "ROLE_WORLD_SIZE": str(n), "GROUP_WORLD_SIZE": "1",
        "MASTER_ADDR": "localhost", "MASTER_PORT": "29500",
        "TORCHELASTIC_RESTART_COUNT": "0", "TORCHELASTIC_MAX_RESTARTS": "0",
        "TORCHELASTIC_RUN_ID": "none", "TORCHELASTIC_USE_AGENT_STORE": "True",
        "TORCHELASTIC_ERROR_FILE": "", "TORCH_NCCL_ASYNC_ERROR_HANDLING": "1",
    })
    # the macro of torch/distributed/elastic/utils/api.py
    command = [word.replace("${local_rank}", str(rank)) for word in command]
    with open("out.%d" % rank, "w") as out, open("err.%d" % rank, "w") as err:
        return subprocess.Popen(
            command, env=env, stdout=out, stderr=err, start_new_session=True)


def main():
    n, command = int(sys.argv[1]), sys.argv[2:]
    workers = [start(rank, n, command) for rank in range(n)]

    def close(*_):
        for worker in workers:
            if worker.returncode is None:
                os.killpg(worker.pid, signal.SIGTERM)

    signal.signal(signal.SIGTERM, close)
    left = {worker.pid: worker for worker in workers}
    while left:
        pid, status = os.wait()
        worker = left.pop(pid)
        worker.returncode = (-os.WTERMSIG(status) if os.WIFSIGNALED(status)
                             else os.WEXITSTATUS(status))
        if worker.returncode != 0:
            close()
    for rank, worker in enumerate(workers):
        print(rank, worker.returncode)


main()
