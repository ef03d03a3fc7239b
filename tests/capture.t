# shellcheck shell=sh
# capture.t - pp_nvtx.py, from a script to the table: what it marks, and that it
# changes nothing.  In place of a profiler's, NVTX loads tests/capture/listen.c,
# which writes an export like nsys's; kernels.sql gives each operator a kernel.
. "$SRC/tests/lib.sh"

here=$SRC/tests/capture
pp_nvtx=$SRC/examples/capture/pp_nvtx.py
PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1 PYTHONPATH=$SRC/examples/capture
export PYTHONDONTWRITEBYTECODE OMP_NUM_THREADS PYTHONPATH

# The first with torch, else the first: python3 may be one of the user's own
python=
for p in ${PP_PYTHON:-python3 /usr/bin/python3}; do
	"$p" -c 'import ctypes' >/dev/null 2>&1 || continue
	: "${python:=$p}"
	if "$p" -c 'import torch' >/dev/null 2>&1; then
		torch=1
		python=$p
		break
	fi
done
if [ -z "$python" ]; then
	skip "capture" "no python3"
	done_testing
fi

# listening COMMAND ...: run it with the library in the tool's place
listening()
{
	rm -f ranges.*.sql
	status env NVTX_INJECTION64_PATH="$B/tests/capture/listen.so" \
	    PP_LISTEN="$PWD/ranges" "$@"
}

# texts: the ranges of the last run, as pp-parse has them on the host
texts()
{
	rm -f ranges.db
	cat ranges.*.sql | sqlite3 -bail ranges.db
	pp-parse -k host ranges.db | jq -r '.name' | sort
}

# balance: nothing was left open, or ended without a beginning
balance()
{
	for f in ranges.*.sql; do
		rm -f balance.db
		sqlite3 -bail balance.db <"$f"
		sqlite3 balance.db 'SELECT * FROM TEST_BALANCE'
	done | sort -u
}

# ---- without torch ----

cat >script.py <<'END'
import os, sys
import pp_nvtx
assert __name__ == "__main__" and sys.modules["__main__"].__dict__ is globals()
assert sys.modules["pp_nvtx"].main
print(sys.argv, sys.path[0] == os.path.dirname(os.path.realpath(__file__)))
with pp_nvtx.mark():
    with pp_nvtx.phase("model.forward"), pp_nvtx.layer("it's a \0 head\u00e9"):
        pass

@pp_nvtx.layer("decorated")
def twice(n):
    return n and twice(n - 1)

twice(1)
sys.exit(3)
END
listening "$python" "$pp_nvtx" --no-args script.py -a --no-args
is "a script keeps its arguments, folder and status" "$rc $(cat out err)" \
    "3 ['script.py', '-a', '--no-args'] True"
is "its own ranges" "$(texts)" "layer:decorated
layer:decorated
layer:it's a   headé
model.forward"
is "each has ended" "$(balance)" "0|0|0|0"
is "model.forward is green" \
    "$(sqlite3 ranges.db "SELECT printf('%x', color) FROM NVTX_EVENTS WHERE eventType = 60")" \
    ff76b900
is "texts that are kept are registered, others are not" \
    "$(sqlite3 ranges.db 'SELECT count(*) FROM StringIds')" 0

listening "$python" -m pp_nvtx -m script x
is "-m runs a module" "$rc $(sed 's/.*script.py/script.py/' out)" \
    "3 script.py', 'x'] True"
status "$python" "$pp_nvtx" script.py
is "without a tool the script just runs" "$rc $(cat out err)" \
    "3 ['script.py'] True"
listening env PP_LISTEN_DEAF=1 "$python" "$pp_nvtx" script.py
is "and with one that wants no ranges" "$rc $(cat out err) $(texts)" \
    "3 ['script.py'] True "
status env NVTX_INJECTION64_PATH=/nonexistent/tool.so "$python" "$pp_nvtx" script.py
check "a tool that cannot be loaded is said" grep -q "^pp_nvtx: no ranges: .*tool.so" err
is "and the script runs" "$rc" 3
status env NVTX_INJECTION64_PATH=/nonexistent "$python" "$pp_nvtx" --quiet script.py
is "--quiet" "$rc $(cat err)" "3 "

cat >spawns.py <<'END'
import atexit, multiprocessing, os, pickle
import pp_nvtx

class Own:
    pass

def child(q):
    q.put(type(pickle.loads(pickle.dumps(Own()))).__name__)

if __name__ == "__main__":
    assert os.path.isabs(__file__)
    atexit.register(lambda: print(Own.__name__, pickle.loads(pickle.dumps(Own())) and 1))
    spawn = multiprocessing.get_context("spawn")
    q = spawn.Queue()
    p = spawn.Process(target=child, args=(q,))
    p.start()
    print(q.get())
    p.join()
END
status "$python" "$pp_nvtx" spawns.py
is "a script that spawns processes, and has something to do at its exit" \
    "$rc $(cat out err)" "0 Own
Own 1"

echo 'raise ValueError("on purpose")' >fails.py
listening "$python" "$pp_nvtx" fails.py
is "an exception is the script's" "$rc $(tail -n 1 err)" "1 ValueError: on purpose"
status "$python" "$pp_nvtx" --sync=day script.py
is "wrong usage: a level" "$rc $(head -n 1 err)" \
    "2 pp_nvtx: --sync: one of step, phase, module, op"
status "$python" "$pp_nvtx" --frob script.py
is "wrong usage: an option" "$rc $(head -n 1 err)" "2 pp_nvtx: unknown option '--frob'"
status "$python" "$pp_nvtx" missing.py
is "a script that is not there" "$rc $(cat err)" \
    "2 pp_nvtx: missing.py: No such file or directory"
status "$python" "$pp_nvtx"
is "wrong usage: no script" "$rc $(head -n 1 err)" "2 pp_nvtx: no script"
status "$python" "$pp_nvtx" --help
is "--help" "$rc $(head -n 1 out)" "0 usage: pp_nvtx.py [OPTION ...] SCRIPT [ARG ...]"
status "$python" "$here/grammar.py" "$pp_nvtx"
is "the grammar of Python 3.8" "$rc $(cat out err)" "0 "

# ---- workers of torchrun, by a stand-in ----

mkdir workers
cp "$here/worker.py" workers
mkfifo ready

# told N: what the N workers printed, of a traceback the last line; their statuses
told()
{
	rank=0
	while [ $rank -lt "$1" ]; do
		cat out.$rank
		tail -n 1 err.$rank
		rank=$((rank + 1))
	done
	cat out
}

# workers DESCRIPTION N COMMAND ... -- COMMAND ...: N workers of the first command
# print and end as those of the second, without pp_nvtx
workers()
{
	description=$1
	n=$2
	shift 2
	marked=
	while [ "$1" != -- ]; do
		marked="$marked $1"
		shift
	done
	shift
	status "$python" "$here/agent.py" "$n" "$@"
	told "$n" >without
	# shellcheck disable=SC2086 # a word each
	listening "$python" "$here/agent.py" "$n" $marked
	told "$n" >with
	same "torchrun, $description" with without
}

# own: the layers of each process of the last run, a line each
own()
{
	for f in ranges.*.sql; do
		rm -f own.db
		sqlite3 -bail own.db <"$f"
		pp-parse -k host own.db | jq -r .name | sort | paste -sd ' ' -
	done | sort
}

script=workers/worker.py
check "pp_nvtx.py is a program" test -x "$pp_nvtx"
workers "three workers that end well" 3 "$python" -u "$pp_nvtx" --no-args $script -a end -- \
    "$python" -u $script -a end
is "each worker has marks of its own" "$(own)" "layer:open layer:rank 0
layer:open layer:rank 1
layer:open layer:rank 2"
is "each worker's have ended" "$(balance)" "0|0|0|0"
for how in status text raise leave killed interrupted; do
	workers "$how" 1 "$python" -u "$pp_nvtx" $script a $how -- "$python" -u $script a $how
	is "$how: what was printed" "$(sed -n 1p with)" \
	    "['$script', 'a', '$how'] __main__ True worker.py True"
done
workers "one fails, and the other is ended" 2 "$python" -u "$pp_nvtx" $script ended -- \
    "$python" -u $script ended
is "the signal is the script's" "$(tail -n 2 with)" "0 -15
1 9"
workers "one fails, and the other has a handler" 2 "$python" -u "$pp_nvtx" $script handled -- \
    "$python" -u $script handled
is "the handler is the script's" "$(tail -n 2 with) $(grep -c '^saved by 0' with) $(own)" "0 7
1 9 1 layer:open layer:rank 0
layer:open layer:rank 1"
is "a handler that raises leaves nothing open" "$(balance)" "0|0|0|0"
workers "--module" 2 "$python" -u -m pp_nvtx $script end -- "$python" -u $script end
PYTHONPATH=$PYTHONPATH:$PWD/workers
workers "a module" 2 "$python" -u "$pp_nvtx" -m worker end -- "$python" -u -m worker end
for rank in --local-rank --local_rank; do
	workers "torch.distributed.launch, $rank" 2 \
	    "$python" -u "$pp_nvtx" "$rank=\${local_rank}" --no-args $script end -- \
	    "$python" -u $script "$rank=\${local_rank}" end
done
if command -v python3 >/dev/null 2>&1; then
	workers "--no-python" 2 "$pp_nvtx" $script end -- python3 $script end
else
	skip "torchrun, --no-python" "no python3 in PATH"
fi

# ---- the switches for later torches, by a stand-in ----

# marked: the operators of the last run and how often
marked()
{
	texts | sed -n "s/.*'op': 'aten::\([a-z]*\)'.*/\1/p" | uniq -c | awk '{ print $1, $2 }'
}

listening "$python" "$here/torch29.py" new
is "torch 2.9: what is compiled is, operators are marked before and after" \
    "$rc $(cat out err) $(marked)" "0 mm computed
cond by attribute: called
relu computed
wrapped False
compile compiled
add computed
left 0 0 0 True 1 add
1 mm
1 relu"
listening "$python" "$here/torch29.py" old
is "before: marks of operators end where something is compiled" \
    "$rc $(cat out) $(marked)" "0 mm computed
cond by rule: called
relu computed
wrapped True
compile compiled
add computed
left 0 0 0 True 1 mm
1 relu"
is "and this is said" "$(cat err)" "pp_nvtx: torch.compile: this torch compiles nothing \
while operators are marked, so they are marked no more; modules, phases and steps are"

if [ -z "${torch-}" ]; then
	skip "all that needs torch" "no python3-torch"
	done_testing
fi

# ---- with torch: networks ----

version=$("$python" -c 'import torch; print(torch.__version__)' 2>/dev/null)
new=$("$python" -c 'import torch.autograd as a; print(hasattr(a, "_get_sequence_nr"))' \
    2>/dev/null)
echo "# torch $version"

# records: ranges of the last run, with kernels, as records
records()
{
	rm -f net.db
	cat ranges.*.sql | sqlite3 -bail net.db && sqlite3 -bail net.db <"$here/kernels.sql" &&
	pp-parse net.db
}

# products: FLOPs of the products by operator, as train.py prints them
products()
{
	pp-prof --no-header -c call,gemm "$1" 2>/dev/null |
	awk '$2 == "na" && $1 ~ /mm$|conv|dot/ { print "na", $1 }
	    $2 ~ /^[0-9]+$/ && $2 > 0 { n[$1] += $2 }
	    END { for (k in n) printf "flops %s %.0f\n", k, n[k] }' | sort
}

for net in resnet18 unet transformer foreach checkpoint reentrant lstm gan lbfgs penalty; do
	listening "$python" "$pp_nvtx" "$here/train.py" "$net" count
	is "$net: runs, and says nothing" "$rc $(cat err)" "0 "
	grep '^flops' out >counted
	cp out marked
	is "$net: each range has ended" "$(balance)" "0|0|0|0"
	status "$python" "$here/train.py" "$net" count
	same "$net: unmarked, the same parameters bit by bit, as many copies" out marked
	records >"$net"
	products "$net" >got
	same "$net: FLOPs of products by operator" got counted
	is "$net: all of three steps is in a phase" "$(jq -r 'select(
	    (.step // "" | test("#[012]$")) and .phase == null and
	    (.op[-1].op | test("mm|conv|backward|softmax"))) | .op[-1].op' "$net" | sort | uniq -c)" ""
	if [ "$new" = True ]; then
		is "$net: products of a backward have its direction" \
		    "$(jq -r 'select(.phase == "backward" and .dir != "bprop") | .op[0].op' "$net")" ""
	fi
done

# Of a step of ResNet-18: two kernels of the loss and one that begins the gradient
# are outside of any module
is "resnet18: a layer of each forward kernel but the loss's" "$(jq -r \
    'select(.phase == "forward" and .layer == null) | .op[-1].op' resnet18 | sort -u)" \
    "aten::_log_softmax
aten::nll_loss_forward"
is "resnet18: names are relative to the module around" "$(jq -c \
    'select(.phase == "forward" and (.op[-1].op == "aten::convolution")) | .layer' resnet18 |
    sed -n '1p;4p;20p')" '["ResNet18","conv1"]
["ResNet18","layers","0","1","conv1"]
["ResNet18","layers","3","1","conv2"]'
if [ "$new" = True ]; then
	is "resnet18: a layer of each backward kernel but the loss's" "$(jq -r \
	    'select(.phase == "backward" and .layer == null) | .op[-1].op' resnet18 | sort -u)" \
	    "aten::_log_softmax_backward_data
aten::nll_loss_backward
aten::ones_like"
	is "resnet18: a backward convolution has the layer of its forward" "$(jq -c \
	    'select(.op[-1].op == "aten::convolution_backward") | .layer' resnet18 |
	    sed -n '1p;20p')" '["ResNet18","layers","3","1","conv2"]
["ResNet18","conv1"]'
	is "penalty: a backward of a backward has its layers too" "$(jq -r \
	    'select(.dir == "bprop" and .layer and (.op[-1].op == "aten::mm")) | .layer[-1]' \
	    penalty | sort -u)" "0
2"
else
	skip "layers of backward kernels" "torch $version has no numbers of nodes: 2.1 has"
fi
is "resnet18: phases of a step" "$(jq -r 'select(.step == "ProfilerStep#1") |
    .phase // empty' resnet18 | uniq)" "forward
backward
update"
# Two products of each of two blocks; of the last torch 2.1 needs no result
is "checkpoint: what is run again is known" "$(for net in checkpoint reentrant; do
	jq -r 'select(.recomp and .op[-1].op == "aten::addmm") | .dir' $net | uniq -c; done |
	awk '{ print $1, $2 }')" "$([ "$new" = True ] && echo 6 || echo 12) bprop
12 bprop"
is "gan: a step ends with that of the first optimizer" "$(jq -r '.step' gan | uniq |
    sed 's/.*#//' | paste -sd ' ' -) $(jq -r 'select(.phase == "update" and
    .op[-1].op == "aten::add_") | .step' gan |
    uniq -c | awk '{ print $1 }' | paste -sd ' ' -)" "0 1 2 3 4 8 8 4"
is "lbfgs: forwards and backwards inside of an update" "$(jq -r \
    'select(.step == "ProfilerStep#1") | .phase // empty' lbfgs | sort -u)" "backward
forward
update"
is "unet: a loss that is a module" "$(jq -c \
    'select(.op[-1].op == "aten::nll_loss2d_forward") | [.layer, .phase]' unet | sort -u)" \
    '[["CrossEntropyLoss"],"forward"]'

listening "$python" "$here/agent.py" 2 "$python" -u "$pp_nvtx" --no-args "$here/train.py" unet
is "two workers of torchrun train: each has all of its marks" "$rc $(cat out) $(for f in ranges.*.sql; do
	rm -f own.db
	sqlite3 -bail own.db <"$f"
	pp-parse -k host own.db | jq -r .name | grep -c "'op': 'aten::convolution'"
done)" "0 0 0
1 0 12
12"
is "two workers of torchrun: the same as one" "$(cat out.0)" "$(cat out.1)"

listening "$python" "$pp_nvtx" --no-args "$here/train.py" unet
is "--no-args: operators alone" "$rc $(texts | grep "'op'" | grep -c args) $(texts |
    grep -c "{'mod': '', 'op': 'aten::convolution'}")" "0 0 12"

texts | sort -u | grep -v Profiler >wanted
listening "$python" -c "import sys, pp_nvtx
pp_nvtx.TEXTS_MOST = 3
sys.argv = ['pp_nvtx.py', '--no-args', '$here/train.py', 'unet']
pp_nvtx.main()"
texts | sort -u | grep -v Profiler >got
same "more texts than are kept" got wanted
is "more texts than are kept: each has ended" "$rc $(balance) $(sqlite3 ranges.db \
    'SELECT count(*) FROM StringIds')" "0 0|0|0|0 3"

# ---- marks inside of the script ----

for words in "inside" "inside before"; do
	# shellcheck disable=SC2086 # words
	listening "$python" "$here/train.py" unet $words
	is "mark() $words: runs, each range has ended" "$rc $(cat err)$(balance)" "0 0|0|0|0"
	is "mark() $words: all is marked" "$(texts | grep -c 'layer:UNet$') $(texts |
	    grep -c model.update) $(texts | grep -c "aten::convolution'")" "3 3 12"
done
status "$python" "$here/train.py" unet inside
is "mark() without a tool" "$rc $(cat err)$(texts >/dev/null; cat out)" \
    "0 $("$python" "$here/train.py" unet)"

cat >untouched.py <<'END'
import torch
from torch.nn.modules import module
print(len(module._global_forward_pre_hooks), torch.autograd.backward.__module__,
      hasattr(torch.nn.Module.__call__, "__wrapped__"))
END
status "$python" "$pp_nvtx" untouched.py
is "without a tool nothing is hooked, and this is said" "$rc $(cat out) $(cat err)" \
    "0 0 torch.autograd False pp_nvtx: no tool listens to NVTX, so nothing is marked; run it under nsys profile -t cuda,nvtx"

# ---- synchronising; torch's own NVTX ----

# In and out of: 2 steps; forward, backward, update; the modules Sequential and 0
listening "$python" "$here/sync.py"
is "--sync: each level has those above" "$rc $(grep -v more out)$(cat err)" "0 none 0
step 3
phase 9
module 13
capture 0"
check "--sync=op: more than modules" awk '/more/ { exit !($3 > 30) }' out
status "$python" "$here/sync.py" own
is "torch's own NVTX, with and without a tool" "$rc $(cat out)$(cat err)" \
    "0 deaf False False False True
own True True True True"

# ---- what marks could break ----

traps()
{
	listening "$python" "$pp_nvtx" "$here/traps.py" "$@"
	grep -vE '^(ok|skip|FAILED) ' out >rest || :
	while read -r word name reason; do
		case $word in
		ok) point ok "trap: $name" ;;
		skip) skip "trap: $name" "torch $version: $reason" ;;
		FAILED)
			point "not ok" "trap: $name: $reason"
			diag <err
			;;
		esac
	done <out
	is "traps: the script ran to its end, each range has ended: $*" "$rc $(balance)" "0 0|0|0|0"
}
traps
check "marks of another thread's operators" grep -q "(19, 4)" ranges.*.sql
if [ "$new" = True ]; then
	check "jagged: what is inside, with real shapes" grep -q "(17, 4)" ranges.*.sql
fi
for name in compile compile_inside compile_cond compile_flex; do
	traps $name
	if grep -q '^ok' out && ! "$python" -c '
from torch.utils._python_dispatch import TorchDispatchMode as T
exit(not hasattr(T, "ignore_compile_internals"))' 2>/dev/null; then
		is "$name: said once that operators are marked no more" \
		    "$(grep -c '^pp_nvtx: torch.compile' err)" 1
	fi
done
done_testing
