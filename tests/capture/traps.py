"""
traps.py - what marks could break: python pp_nvtx.py traps.py [CASE ...]

In:  names of the functions below that begin with case_; none: all but those that
     end the marking of operators in this process (compile...)
Out: a line "ok CASE", "skip CASE REASON" or "FAILED CASE REASON" of each
"""
import contextlib
import io
import os
import sys
import threading
import traceback
import warnings
import weakref

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("USE_LIBUV", "0")
import pp_nvtx
import torch
from torch import nn
import torch.nn.functional as F

warnings.simplefilter("ignore")
torch.set_num_threads(1)
torch.manual_seed(0)


class Skip(Exception):
    pass


def need(condition, what):
    if not condition:
        raise Skip(what)


def need_module(name):
    __import__(name)
    return sys.modules[name]


def network():
    return nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))


net = network()
x = torch.randn(3, 4)


# ---- the rows of the table of traps ----

def recorder():
    """A backend of torch.compile and the sizes of the graphs it got."""
    graphs = []

    def backend(graph, _):
        graphs.append(len(graph.graph.nodes))
        return graph.forward

    return backend, graphs


def need_compile():
    need(hasattr(torch, "compile"), "no torch.compile")


def case_compile():
    """It compiles, and without a break at the hooks of modules."""
    need_compile()
    backend, graphs = recorder()
    inner = network()
    compiled = torch.compile(inner, backend=backend, fullgraph=True)
    for _ in range(3):
        y = compiled(x)
        y.sum().backward()
    assert torch.equal(y, inner(x))
    assert len(graphs) == 1, graphs


def case_compile_inside():
    """The compiled function is in a module that is not."""
    need_compile()
    backend, graphs = recorder()

    class Outer(nn.Module):
        def __init__(self):
            super().__init__()
            self.net = network()

        @torch.compile(backend=backend, fullgraph=True)
        def inner(self, x):
            return self.net(x) + 1

        def forward(self, x):
            return self.inner(x)

    outer = Outer()
    outer(x)
    assert len(graphs) == 1, graphs


def case_compile_cond():
    need(hasattr(torch, "cond"), "no torch.cond")
    y = torch.cond(x.sum() > 0, lambda a: a.sin(), lambda a: a.cos(), (x,))
    assert torch.equal(y, x.sin() if x.sum() > 0 else x.cos())


def case_compile_flex():
    try:
        from torch.nn.attention.flex_attention import flex_attention
    except ImportError:
        raise Skip("no flex_attention")
    q = torch.randn(1, 2, 16, 8)
    assert torch.allclose(flex_attention(q, q, q),
                          F.scaled_dot_product_attention(q, q, q), atol=1e-4)


def case_higher_order():
    """An operator of functions, called itself."""
    try:
        from torch._higher_order_ops.cond import cond_op
    except ImportError:
        raise Skip("no cond_op")
    y = cond_op(torch.tensor(True), lambda a: (a.sin(),), lambda a: (a.cos(),), (x,))
    assert torch.equal(y[0], x.sin())


def distributed():
    import torch.distributed as dist
    need(dist.is_available(), "no torch.distributed")
    if not dist.is_initialized():
        path = os.path.abspath("store.%d" % os.getpid())
        dist.init_process_group(
            "gloo", init_method="file://" + path, rank=0, world_size=1)


def case_dtensor():
    distributed()
    try:
        from torch.distributed.tensor import Shard, distribute_tensor
        from torch.distributed.device_mesh import init_device_mesh
    except ImportError:
        raise Skip("no DTensor")
    mesh = init_device_mesh("cpu", (1,))
    d = distribute_tensor(torch.randn(11, 13), mesh, [Shard(0)])
    assert (d @ d.t()).to_local().shape == (11, 11)


def case_jagged():
    need(hasattr(torch, "jagged"), "no jagged tensors")
    n = torch.nested.nested_tensor(
        [torch.randn(7, 4), torch.randn(10, 4)], layout=torch.jagged,
        requires_grad=True)
    F.linear(n, net[0].weight).values().sum().backward()
    assert n.grad is not None


def case_fake():
    try:
        from torch._subclasses.fake_tensor import FakeTensorMode
    except ImportError:
        raise Skip("no fake tensors")
    with FakeTensorMode() as mode:
        a = torch.empty(3, 4)
        assert (a @ a.t()).shape == (3, 3)
    if hasattr(mode, "from_tensor"):
        assert (mode.from_tensor(x) * 2).shape == (3, 4)


def case_trace():
    assert torch.equal(torch.jit.trace(net, x)(x), net(x))
    torch.jit.trace_module(net, {"forward": x})
    torch.jit._get_trace_graph(net, x)


def case_symbolic():
    try:
        from torch.fx.experimental.proxy_tensor import make_fx
    except ImportError:
        raise Skip("no make_fx")
    graph = make_fx(lambda a: a.view(a.shape[0], -1).sin() + 1,
                    tracing_mode="symbolic")(x)
    assert torch.equal(graph(x), x.sin() + 1)


def case_export():
    need(hasattr(torch, "export"), "no torch.export")
    torch.export.export(network(), (x,))


def case_raises():
    class Raises(nn.Module):
        def forward(self, x):
            raise ValueError("on purpose")

    class Catches(nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = nn.Sequential(nn.Linear(4, 4), Raises())

        def forward(self, x):
            try:
                return self.inner(x)
            except ValueError:
                return x

    root = nn.Sequential(nn.Linear(4, 4), Raises())
    for _ in range(3):
        with contextlib.suppress(ValueError):
            root(x)
        Catches()(x)


def case_cuda_graph():
    need(torch.cuda.is_available(), "no GPU")
    a = torch.ones(4, device="cuda")
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        a + 1
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        b = a + 1
    graph.replay()
    torch.cuda.synchronize()
    assert b.sum().item() == 8


# ---- what held ----

def case_autocast():
    with torch.autocast("cpu", dtype=torch.bfloat16):
        y = net(x)
    y.sum().backward()
    assert y.dtype == torch.bfloat16


def case_inference():
    with torch.inference_mode():
        net(x)


def case_script():
    assert torch.equal(torch.jit.script(net)(x), net(x))


def case_kinds():
    """Sparse, complex, quantized, strided nested, meta."""
    torch.eye(3).to_sparse() @ x
    torch.fft.fft(x).abs().sum()
    torch.quantize_per_tensor(x, 0.1, 0, torch.qint8).dequantize()
    n = torch.nested.nested_tensor([torch.randn(2, 3), torch.randn(3, 3)])
    n * 2
    nn.Linear(3, 3, device="meta")(torch.randn(2, 3, device="meta"))
    torch.full((2,), float("inf")).clamp(max=float("inf"))


def case_vmap():
    try:
        from torch.func import grad, vmap
    except ImportError:
        raise Skip("no torch.func")
    assert torch.allclose(vmap(grad(lambda a: (a ** 2).sum()))(x), 2 * x)


def case_threads():
    """Those of Python start without modes."""
    def run():
        net(x[:1].expand(19, 4)).sum().backward()

    threads = [threading.Thread(target=run) for _ in range(3)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()


def case_deep():
    """So deep a reentrant backward goes on on more threads."""
    from torch.utils.checkpoint import checkpoint
    a = x.clone().requires_grad_()

    def down(a, n):
        return checkpoint(down, a.sin(), n - 1, use_reentrant=True) if n else a.sum()

    down(a, 150).backward()
    assert a.grad is not None


def case_function():
    class Square(torch.autograd.Function):
        @staticmethod
        def forward(ctx, a):
            ctx.save_for_backward(a)
            return a * a

        @staticmethod
        def backward(ctx, g):
            return 2 * ctx.saved_tensors[0] * g

    a = x.clone().requires_grad_()
    Square.apply(a).sum().backward()
    assert torch.allclose(a.grad, 2 * x)


def case_profiler():
    """The script's own profiler."""
    with torch.profiler.profile() as p:
        net(x).sum().backward()
    assert any(e.key == "aten::addmm" for e in p.key_averages())


def case_loader():
    from torch.utils.data import DataLoader, TensorDataset
    got = sum(a.sum() for a, in DataLoader(TensorDataset(x), num_workers=2))
    assert torch.allclose(got, x.sum(), atol=1e-5)


def case_attention():
    layer = nn.TransformerEncoderLayer(8, 2, batch_first=True)
    layer(torch.randn(2, 3, 8)).sum().backward()
    layer.eval()
    with torch.no_grad():
        layer(torch.randn(2, 3, 8))


def case_ddp():
    distributed()
    d = nn.parallel.DistributedDataParallel(nn.Linear(4, 4))
    d(x).sum().backward()
    assert d.module.weight.grad is not None


def case_modes():
    """The script's own mode, around and inside of what leaves ours."""
    from torch.utils._python_dispatch import TorchDispatchMode
    seen = []

    class Mode(TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            seen.append(func)
            return func(*args, **(kwargs or {}))

    with Mode():
        net(x)
        before = len(seen)
        net(x)
    assert len(seen) == 2 * before


def case_subclass():
    class Own(torch.Tensor):
        pass

    assert type(x.as_subclass(Own) + 1) is Own


def case_nothing_kept():
    """No tensor lives longer."""
    class Remember(nn.Module):
        def forward(self, x):
            y = x * 3
            kept.append(weakref.ref(y))
            return y + 1

    kept = []
    root = nn.Sequential(net, Remember())
    a = torch.randn(3, 4, requires_grad=True)
    y = root(a)
    y.sum().backward()
    kept += [weakref.ref(y), weakref.ref(a)]
    del y, a
    assert [r() for r in kept] == [None] * 3


def case_save():
    import copy
    copy.deepcopy(net)
    torch.save(net.state_dict(), io.BytesIO())


def case_update_raises():
    """A step of an optimizer that raises leaves nothing open."""
    class Raises(torch.optim.SGD):
        def step(self, closure=None):
            if closure:
                raise ValueError("on purpose")
            return super().step()

    own = network()
    optimizer = Raises(own.parameters(), 0.1)
    for closure in (None, print, None):
        own(x).sum().backward()
        with contextlib.suppress(ValueError):
            optimizer.step(closure)


def main():
    cases = {k[5:]: f for k, f in globals().items() if k.startswith("case_")}
    names = sys.argv[1:] or [c for c in cases if not c.startswith("compile")]
    for name in names:
        try:
            cases[name]()
            print("ok", name)
        except Skip as reason:
            print("skip", name, reason)
        except Exception as error:
            traceback.print_exc()
            print("FAILED", name, type(error).__name__,
                  str(error).partition("\n")[0][:200])
        sys.stdout.flush()


if __name__ == "__main__":
    main()
