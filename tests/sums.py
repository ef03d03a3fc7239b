# sums.py - partial sums: any split, order and tree of merges gives what one run does.
#
#	python3 sums.py make|split SEED RUNS
#
# In:  make: nothing; split: the streams that make wrote
# Out: make: the streams a.jsonl, b.jsonl, c.jsonl; split: a line for each difference,
#      and how many splits there were
import json
import random
import subprocess
import sys

# What is shown of each stream: the keys of its sums, and runs on them.  All but the
# last are views of fewer keys, of levels of a list, by step, or of some rows.
STREAMS = {
    'a': ('rank,op,dir,step,kind,layer', [
        '-g op,dir -c +std,flops,bytes,moved,tflops,gbs,tctime,eligtime,blocks,occ',
        '-g kind,rank', '-g op --per-step', '-g kind --per-step -c +flops,bytes',
        '-g layer:* --where rank=1', '-g layer:1,dir', '-g step --where op!=aten::mm',
        '-g rank --per-step --where step=*2', '-g op --where kind=memcpy -s op',
        '-g op,dir -s -mean -n 3', '-g layer:* --per-step']),
    'b': ('kernel,trace,file,pid,blocks', [
        '-g kernel -c +std,occ,blocks', '-g trace', '-g trace:*', '-g pid,file',
        '-g file --per-step', '-g kernel --where kernel=*a*', '-g blocks,file',
        '-g pid --per-step --where pid=7']),
    'c': ('class,call,dtype,grid,seq,conf,tc', [
        '-g class,tc -c +tflops,std,tctime', '-g grid', '-g seq', '-g call,dtype,conf',
        '-g dtype --where class=gemm', '-g class --per-step']),
}
FORMATS = ['--csv', '--json', '-w 200', '']


def record(r, **keys):
    keys = {k: v for k, v in keys.items() if v is not None}
    return json.dumps({'v': 1, **keys}, separators=(',', ':'))


def tensor(*shape):
    return {'type': 'tensor', 'shape': shape, 'dtype': 'float16'}


# Two ranks, three steps each; products with and without sizes, copies, waits, calls
# of the host, durations that are not known.
def stream_a(r):
    for i in range(160):
        rank, step = r.randrange(2), r.choice([None, 'step 1', 'step 2', 'step 3'])
        about = dict(rank=rank, file='r%d.json' % rank, pid=r.choice([None, 40 + rank]),
                     step=step, dur=r.choice([None, -5, 0, r.randrange(10**6)]))
        kind = r.choice(['kernel'] * 6 + ['memcpy', 'memset', 'sync', 'op', 'range'])
        if kind == 'memcpy':
            yield record(r, kind=kind, bytes=r.choice([None, 4096]), copy='HtoD', **about)
        elif kind != 'kernel':
            yield record(r, kind=kind, name='x%d' % r.randrange(3), **about)
        else:
            size = r.choice([8, 16, 1 << 40])
            op = r.choice(['aten::mm', 'aten::relu', 'mine::odd'])
            args = {'aten::mm': [tensor(size, 8), tensor(8, 4)],
                    'aten::relu': [tensor(size)]}.get(op, [])
            yield record(r, kernel='k', name=r.choice(['ampere_h16816gemm', 'volta_sgemm']),
                         **{'class': r.choice(['gemm', 'pointwise', 'helper'])},
                         layer=r.choice([None, ['Net'], ['Net', 'fc'], ['Net', 'a;b', 'c']]),
                         dir=r.choice([None, 'fprop', 'bprop']), main=True, sub=0, nsub=1,
                         op=[{'op': op, 'args': r.choice([[], args])}],
                         occ=r.choice([None, 37.5, 100.0 / 3]),
                         blocks=r.choice([None, 0.125, 1.7037037]),
                         gpu={'name': 'Tesla T4', 'cc': '7.5'}, **about)


# Names that are hostile, times whose sums and squares do not fit, many processes.
def stream_b(r):
    names = ['a', 'na', '-', '', 'a\x00b', 'a\x1b[31m', '"', '\\', '\u202eab',
             '{"kind":"sums","end":3}', 'ä' * 40, 'a' * 3000, '=1+1', 'a b', '\n', '\x9b']
    for i in range(120):
        yield record(r, kernel=r.choice(names), file=r.choice([None] + names[2:6]),
                     pid=r.choice([None, None, 7, 2**53 + 1, -1]),
                     step=r.choice([None] + names[:5]),
                     trace=r.choice([None, ['/a/b.py:1', 'c.py:2'], names[:3], ['/']]),
                     dur=r.choice([1, 2**40, 2**53 + 1, 2**62, 2**63 - 1, 0, None]),
                     occ=r.choice([None, 1e9, 1e-9, 99.999999]),
                     blocks=r.choice([None, 0.1, 1e12, -1.0, 12345.678901234]))


# What pp-parse made of two samples.
def stream_c(r):
    for name in ['one.jsonl', 'two.jsonl']:
        yield from open(name).read().splitlines()


# What it prints, what it says besides, and its status.
def run(args, stdin):
    p = subprocess.run(['pp-prof', *args], input=stdin, capture_output=True)
    return p.stdout, p.returncode, p.stderr


def join(lines):
    return ''.join(line + '\n' for line in lines).encode()


class Stream:
    def __init__(self, name):
        self.keys, self.asked = STREAMS[name]
        self.lines = open(name + '.jsonl').read().split('\n')[:-1]
        self.all = join(self.lines)
        self.sums = run(['-g', self.keys, '--sums'], self.all)
        self.wanted = {}

    # What one run over the records prints.
    def one_run(self, args):
        if args not in self.wanted:
            self.wanted[args] = run(args.split(), self.all)
        return self.wanted[args]


def parts_of(r, s):
    n = r.choice([1, 2, 2, 3, 4, 5])
    lines = s.lines[:]
    if r.random() < .7:
        r.shuffle(lines)
    cuts = sorted(r.randrange(len(lines) + 1) for _ in range(n - 1))
    return [lines[a:b] for a, b in zip([0] + cuts, cuts + [len(lines)])]


def split(r, s, name, number):
    made = ['-g', s.keys, '--sums']
    sums = [run(made, join(part))[0] for part in parts_of(r, s)]
    while len(sums) > 1:
        r.shuffle(sums)
        n = r.randrange(2, len(sums) + 1)
        last = n == len(sums)
        if last and r.random() < .5:
            break  # what is left is added up by the reader
        sums[:n] = [run(made, b''.join(sums[:n]))[0]]
    one = b''.join(sums)
    if run(made, one) != s.sums or s.sums[1:] != (0, b''):
        print('%s, split %d: other sums' % (name, number))
    asked = r.choice(s.asked) + ' ' + r.choice(FORMATS)
    wanted, got = s.one_run(asked), run(asked.split(), one)
    if got != wanted or not got[0] or got[1] != 0:
        print('%s, split %d: %s: other bytes, or none' % (name, number, asked))


def main():
    if sys.argv[1] == 'make':
        for name, of in (('a', stream_a), ('b', stream_b), ('c', stream_c)):
            with open(name + '.jsonl', 'w') as f:
                f.writelines(line + '\n' for line in of(random.Random(name)))
        return
    r = random.Random(int(sys.argv[2]))
    streams = {name: Stream(name) for name in STREAMS}
    runs = int(sys.argv[3])
    for i in range(runs):
        name = 'abc'[i % 3]
        split(r, streams[name], name, i)
    print('%d splits' % runs)


main()
