#!/usr/bin/env python3
"""
pp_nvtx - mark what a PyTorch script does with NVTX ranges, for pp-parse(1).

    nsys profile -t cuda,nvtx python pp_nvtx.py train.py ARGS
    nsys profile -t cuda,nvtx python -m pp_nvtx -m package.train ARGS
    torchrun pp_nvtx.py train.py

    import pp_nvtx
    with pp_nvtx.mark():                    # or in the script itself
        with pp_nvtx.layer("head"): ...     # a layer that is no module
        with pp_nvtx.phase("model.forward"): ...

In:  a script, unchanged
Out: ranges of NVTX: each operator with its arguments and autograd's number, each
     module by its name, model.forward, model.backward and model.update, each step

Operators are seen below autograd, in a TorchDispatchMode, because only there do
backward and optimizers pass by with exact arguments.  Patching torch's functions,
as PyProf did, sees no backward; emit_nvtx has no values, types or modules,
creates a CUDA context before the script has chosen its device, and excludes the
script's own torch.profiler.

One file without dependencies, so that it can be copied to where the training
runs.  Its manual page is pp-nvtx(1).  Python 3.8 or later, torch 1.13 or later.
"""
import builtins
import contextlib
import ctypes
import functools
import importlib.util
import inspect
import math
import os
import pkgutil
import runpy
import sys
import threading
import types
import weakref

__all__ = ["layer", "mark", "phase"]

USAGE = """\
usage: pp_nvtx.py [OPTION ...] SCRIPT [ARG ...]
       pp_nvtx.py [OPTION ...] -m MODULE [ARG ...]
"""
HELP = USAGE + """
Run a PyTorch script with ranges of NVTX around its operators, modules, phases and
steps, for nsys profile -t cuda,nvtx and pp-parse.

  -m MODULE     run a module, as python -m does
  --no-args     operators without their arguments
  --sync=LEVEL  synchronise the device before each range begins and ends, down to
                step, phase, module or op
  --quiet       do not say what could not be marked
  -h, --help    this text
"""

SYNC_LEVELS = ("step", "phase", "module", "op")
STEP, PHASE, MODULE, OP = range(1, 5)

# chainer_profutil's colours, ARGB
COLOURS = {
    "step": 0xFFFFF100,
    "model.forward": 0xFF76B900,
    "model.backward": 0xFF7FDBFF,
    "model.update": 0xFFE60012,
    "layer": 0xFF76B900,
}

# Texts that are kept.  Some values never come twice (Adam's step size), and what is
# registered with a tool stays there.
TEXTS_MOST = 1 << 14

# A node without a number has 2^64 - 1.
NO_NUMBER = 1 << 63

said = set()
quiet = False


def say(text):
    """A message on stderr, once."""
    if not quiet and text not in said:
        said.add(text)
        print("pp_nvtx: " + text, file=sys.stderr)


# ---- NVTX ----------------------------------------------------------------------

class Attributes(ctypes.Structure):
    """nvtxEventAttributes_t of NVTX 3."""
    _fields_ = [
        ("version", ctypes.c_uint16),
        ("size", ctypes.c_uint16),
        ("category", ctypes.c_uint32),
        ("colour_type", ctypes.c_int32),
        ("colour", ctypes.c_uint32),
        ("payload_type", ctypes.c_int32),
        ("reserved", ctypes.c_int32),
        ("payload", ctypes.c_uint64),
        ("message_type", ctypes.c_int32),
        ("message", ctypes.c_void_p),
    ]


NVTX_VERSION = 3
COLOUR_ARGB = 1
MESSAGE_ASCII, MESSAGE_REGISTERED = 1, 3
SLOTS = 16
MODULES = range(1, 7)
CORE, CORE2 = 1, 5
# Slots: of the module CORE, and of CORE2
RANGE_START_EX, RANGE_END, RANGE_PUSH_EX, RANGE_PUSH_A, RANGE_POP = 4, 7, 8, 9, 11
REGISTER_STRING_A = 10
EXPORT_CALLBACKS, EXPORT_VERSION = 1, 3

GetExportTable = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_uint32)
GetModuleTable = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_int, ctypes.POINTER(ctypes.c_void_p),
    ctypes.POINTER(ctypes.c_uint))
SetVersion = ctypes.CFUNCTYPE(None, ctypes.c_uint32)


class Callbacks(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("module_table", GetModuleTable)]


class VersionInfo(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("version", ctypes.c_uint32),
        ("reserved", ctypes.c_uint32),
        ("set_version", SetVersion),
    ]


def encoded(text):
    return text.replace("\0", " ").encode("utf-8", "backslashreplace")


class InjectedNvtx:
    """
    NVTX as its header does it, for a torch without CUDA has none: load the tool's
    library, give it tables of slots for functions, and call what it put there.
    """

    def __init__(self, path):
        # A table has SLOTS pointers to slots, and a null one behind the last.
        # Slot 0 does not exist.
        self.slots = {m: (ctypes.c_void_p * SLOTS)() for m in MODULES}
        self.tables = {m: (ctypes.c_void_p * (SLOTS + 1))() for m in MODULES}
        for m, table in self.tables.items():
            for i in range(1, SLOTS):
                table[i] = ctypes.addressof(self.slots[m]) + i * ctypes.sizeof(
                    ctypes.c_void_p)
        self.callbacks = Callbacks(
            ctypes.sizeof(Callbacks), GetModuleTable(self.module_table))
        self.version = VersionInfo(
            ctypes.sizeof(VersionInfo), NVTX_VERSION, 0, SetVersion(self.set_version))
        self.get = GetExportTable(self.export_table)
        self.listener = ctypes.CDLL(path)
        init = self.listener.InitializeInjectionNvtx2
        init.argtypes, init.restype = [GetExportTable], ctypes.c_int
        self.listens = init(self.get) != 0
        self.kept = []  # what the addresses in attributes point to
        push_ex = self.function(CORE, RANGE_PUSH_EX, ctypes.c_int, ctypes.c_void_p)
        push_a = self.function(CORE, RANGE_PUSH_A, ctypes.c_int, ctypes.c_char_p)
        pop = self.function(CORE, RANGE_POP, ctypes.c_int)
        start = self.function(CORE, RANGE_START_EX, ctypes.c_uint64, ctypes.c_void_p)
        end = self.function(CORE, RANGE_END, None, ctypes.c_uint64)
        self.register = self.function(
            CORE2, REGISTER_STRING_A, ctypes.c_void_p, ctypes.c_void_p,
            ctypes.c_char_p)
        self.push = push_ex or ignore
        self.push_bytes = push_a or ignore
        self.pop = pop or ignore
        self.start = start or ignore
        self.end = end or ignore
        # A tool without these wants no ranges
        self.listens = self.listens and bool(push_ex or push_a or start)

    def export_table(self, number):
        table = {EXPORT_CALLBACKS: self.callbacks, EXPORT_VERSION: self.version}
        return ctypes.addressof(table[number]) if number in table else None

    def module_table(self, module, table, size):
        if module not in self.tables:
            return 0
        if table:
            table[0] = ctypes.addressof(self.tables[module])
        if size:
            size[0] = SLOTS
        return 1

    def set_version(self, version):
        """The version of the tool: what is used here is in all of them."""

    def function(self, module, slot, result, *arguments):
        address = self.slots[module][slot]
        # PYFUNCTYPE keeps the GIL: to release it costs more than a range.
        return ctypes.PYFUNCTYPE(result, *arguments)(address) if address else None

    def text(self, text, colour=None, keep=True):
        """A text for push and start.  A kept one is registered."""
        a = Attributes(version=NVTX_VERSION, size=ctypes.sizeof(Attributes))
        if colour is not None:
            a.colour_type, a.colour = COLOUR_ARGB, colour
        text = encoded(text)
        handle = self.register(None, text) if keep and self.register else None
        if handle:
            a.message_type, a.message = MESSAGE_REGISTERED, handle
        else:
            text = ctypes.create_string_buffer(text)
            a.message_type, a.message = MESSAGE_ASCII, ctypes.addressof(text)
        if keep:
            self.kept.append((a, text))
            return ctypes.addressof(a)
        a.text = text
        return ctypes.byref(a)

    def push_once(self, text):
        self.push_bytes(encoded(text))


class TorchNvtx:
    """That of a CUDA build of torch, where a tool attaches without telling where."""

    def __init__(self, c):
        self.push = self.push_once = c.rangePushA
        self.pop = c.rangePop
        self.start = getattr(c, "rangeStartA", ignore)
        self.end = getattr(c, "rangeEnd", ignore)
        self.listens = True
        if self.start is not ignore:
            # Without a tool each start returns 0; of a tool's numbers only one
            # can be 0.
            ids = [self.start("pp_nvtx"), self.start("pp_nvtx")]
            for number in ids:
                self.end(number)
            self.listens = any(ids)

    def text(self, text, colour=None, keep=True):
        return text.replace("\0", " ")


def ignore(*_):
    return 0


class NvtxFinder:
    """The NVTX of this process, looked for once the answer can be known."""

    def __init__(self):
        self.nvtx = None
        self.asked_path = self.asked_torch = False
        self.lock = threading.RLock()

    def find(self):
        """The NVTX that a tool listens to, or None."""
        with self.lock:
            if not self.asked_path:
                self.asked_path = True
                self.nvtx = self.of_path(os.environ.get("NVTX_INJECTION64_PATH"))
            # While torch is being imported its NVTX may be missing still
            torch = sys.modules.get("torch")
            if self.nvtx is None and not self.asked_torch and hasattr(
                    torch, "autograd"):
                self.asked_torch = True
                self.nvtx = self.of_torch(torch)
            return self.nvtx

    def of_path(self, path):
        if not path:
            return None
        try:
            nvtx = InjectedNvtx(path)
        except (OSError, AttributeError) as error:
            say("no ranges: the tool's library (NVTX_INJECTION64_PATH): %s" % error)
            return None
        return nvtx if nvtx.listens else None

    def of_torch(self, torch):
        c = getattr(torch._C, "_nvtx", None)
        try:
            nvtx = TorchNvtx(c) if c is not None else None
        except Exception:
            return None
        return nvtx if nvtx and nvtx.listens else None

    def may_come(self):
        """Whether an import of torch may yet bring one."""
        return self.nvtx is None and not self.asked_torch


finder = NvtxFinder()


# ---- texts of operators --------------------------------------------------------

class Arguments:
    """
    Arguments of an operator as PyProf writes them: a list of dicts, Python's repr.
    pp-parse knows those by position, so names are left empty: with the schema's
    names some models would miss theirs.
    """

    def __init__(self, torch):
        self.Tensor, self.dtype = torch.Tensor, torch.dtype
        # Shapes of a class with __torch_function__ are asked for without it
        self.plain = getattr(
            torch._C, "DisableTorchFunctionSubclass", torch._C.DisableTorchFunction)
        self.fast = (torch.Tensor, torch.nn.Parameter)

    def key(self, key, values):
        """
        Append to key what distinguishes the text of these values: shapes and
        types of tensors, types and values of all others, as True == 1 == 1.0.
        """
        fast = self.fast
        for v in values:
            t = type(v)
            if t in fast:
                key.append(v.shape)
                key.append(v.dtype)
            elif t is int or t is bool or t is float or v is None or t is str:
                key.append(t)
                key.append(v)
            elif t is list or t is tuple:
                if v and type(v[0]) is int:
                    key.append(tuple(v))
                else:
                    key.append(len(v))
                    self.key(key, v)
            elif isinstance(v, self.Tensor):
                key.append(self.tensor("", v)["shape"])
                key.append(v.dtype)
            else:
                key.append(t)
                key.append(v if isinstance(v, self.dtype) else str(v)
                           if self.has_text(v) else None)

    @staticmethod
    def has_text(v):
        return type(v).__name__ in ("device", "layout", "memory_format", "complex")

    def tensor(self, name, v):
        with self.plain():
            d = {"name": name, "type": "tensor"}
            try:
                d["shape"] = tuple(int(n) for n in v.shape)
            except RuntimeError:
                d["shape"] = None  # of a nested tensor, which has none
            d["dtype"] = str(v.dtype).rpartition(".")[2]
            return d

    def value(self, v):
        if isinstance(v, bool) or v is None:
            return v
        if isinstance(v, int):
            return int(v)
        if isinstance(v, float):
            return float(v) if math.isfinite(v) else str(float(v))
        if isinstance(v, str):
            return str(v)
        if isinstance(v, (list, tuple)):
            if any(isinstance(x, self.Tensor) for x in v):
                return [self.one("", x) for x in v]
            return [self.value(x) for x in v]
        if isinstance(v, self.dtype):
            return str(v).rpartition(".")[2]
        return str(v) if self.has_text(v) else None

    def one(self, name, v):
        if isinstance(v, self.Tensor):
            d = self.tensor(name, v)
            if d["shape"] is None:
                del d["shape"]
            return d
        kind = "list" if isinstance(v, tuple) else type(v).__name__
        return {"name": name, "type": kind, "value": self.value(v)}

    def list(self, args, kwargs):
        return [self.one("", v) for v in args] + [
            self.one(k, v) for k, v in kwargs.items()]


# ---- a session: from mark() to its end -----------------------------------------

class Thread(threading.local):
    """What is open on a thread."""

    def __init__(self):
        self.modules = []       # calls, outermost first
        self.number = None      # autograd's counter at the last operator
        self.applying = None    # the node whose apply() runs
        self.recomputing = 0    # calls of modules inside a node
        self.outside = 0        # calls that run without the mode
        self.bare = False       # torch's flag of a mode, which is of all threads,
                                # is left alone


class ModuleCall:
    __slots__ = ("module", "path", "pops", "phase", "recomputes")

    def __init__(self, module):
        self.module = module
        self.path = None
        self.pops = 0
        self.phase = None
        self.recomputes = False


class Phase:
    __slots__ = ("name", "number", "waits", "frame")

    def __init__(self, name, number):
        self.name = name
        self.number = number
        self.waits = False  # ended as soon as anything else begins
        self.frame = None   # of an update: id and code of what called the hook


def is_running(frame, mark):
    """Whether the frame that mark was made of is among the callers of frame."""
    while frame is not None:
        if (id(frame), frame.f_code) == mark:
            return True
        frame = frame.f_back
    return False


class Session:
    def __init__(self, nvtx, args=True, sync=None):
        self.nvtx = nvtx
        self.args = args
        self.sync_level = SYNC_LEVELS.index(sync) + 1 if sync else 0
        self.active = False
        self.torch = None
        self.mode = None
        self.thread = Thread()
        self.texts = {}
        self.lock = threading.RLock()
        self.phases = []        # open ones, outermost first
        self.step = None
        self.steps = 0
        self.optimizer = None   # a weak reference to that whose step() ends a step
        self.paths = weakref.WeakKeyDictionary()
        self.undo = []
        self.graphs = 0         # backwards with create_graph that run now

    # ---- ranges ----

    def sync(self, kind):
        """Wait for the device, where that was asked for down to this kind."""
        if kind > self.sync_level:
            return
        try:
            cuda = self.torch.cuda
            # Neither a context where there is none, nor a call in a capture
            if cuda.is_initialized() and not cuda.is_current_stream_capturing():
                cuda.synchronize()
        except Exception:
            pass

    def text(self, text, colour=None):
        """The text for push and start, registered while there is room."""
        got = self.texts.get(text)
        if got is None:
            keep = len(self.texts) < TEXTS_MOST
            got = self.nvtx.text(text, colour, keep)
            if keep:
                self.texts[text] = got
        return got

    def open_phase(self, name, shown=True):
        with self.lock:
            number = None
            if shown:
                self.sync(PHASE)
                number = self.nvtx.start(self.text(name, COLOURS.get(name)))
            self.phases.append(Phase(name, number))
            return self.phases[-1]

    def close_phase(self, phase):
        """End a phase and those that were left open in it."""
        with self.lock:
            while phase in self.phases:
                number = self.phases.pop().number
                if number is not None:
                    self.sync(PHASE)
                    self.nvtx.end(number)

    def current_phase(self):
        """The innermost open phase by name, once a waiting one has ended."""
        while self.phases and self.phases[-1].waits:
            self.close_phase(self.phases[-1])
        return self.phases[-1].name if self.phases else None

    def next_step(self, go_on=True):
        with self.lock:
            self.sync(STEP)
            if self.step is not None:
                self.nvtx.end(self.step)
            self.step = None
            if go_on:
                text = self.nvtx.text(
                    "ProfilerStep#%d" % self.steps, COLOURS["step"], False)
                self.step = self.nvtx.start(text)
                self.steps += 1

    # ---- begin and end ----

    def begin(self, torch):
        """Hook into torch, which is imported."""
        self.torch = torch
        self.active = True
        self.arguments = Arguments(torch)
        self.names = {}         # of operators by id: to hash one is slow
        self.operators = []
        autograd = torch.autograd
        self.counter = getattr(autograd, "_get_sequence_nr", None)
        self.node = getattr(torch._C, "_current_autograd_node", None)
        if self.counter is None or self.node is None:
            self.counter = self.node = None  # before torch 2.1
        self.emits_nvtx = emits_nvtx(torch)
        self.next_step()
        self.hook_modules()
        self.hook_optimizers()
        self.hook_autograd()
        if torch_can_mode():
            self.hook_operators()

    def end(self):
        self.active = False
        if self.torch is None:
            return
        self.leave_mode()
        for undo in reversed(self.undo):
            try:
                undo()
            except Exception:
                pass
        while self.thread.modules:
            self.close_module(self.thread.modules.pop())
        with self.lock:
            while self.phases:
                self.close_phase(self.phases[-1])
        self.next_step(False)

    def patch(self, place, name, make):
        """Replace a function by what make returns of it, until the end."""
        own = name in vars(place)
        old = getattr(place, name, None)
        if old is None:
            return
        new = make(old)
        setattr(place, name, new)

        def undo():
            if getattr(place, name) is not new:
                return  # somebody has wrapped ours, which lets all through now
            if own:
                setattr(place, name, old)
            else:
                delattr(place, name)

        self.undo.append(undo)

    # ---- modules ----

    def hook_modules(self):
        module = self.torch.nn.modules.module
        always = "always_call" in inspect.signature(
            module.register_module_forward_hook).parameters
        self.restarts = not always
        if not always and not hasattr(self.torch, "compile"):
            self.patch(module.Module, "__call__", self.wrap_call)
            return
        before, after = module_hooks(self.torch, self)
        self.undo.append(module.register_module_forward_pre_hook(before).remove)
        more = {"always_call": True} if always else {}
        self.undo.append(module.register_module_forward_hook(after, **more).remove)

    def wrap_call(self, call):
        """For a torch whose hooks are not called when a forward raises."""
        self.restarts = False

        @functools.wraps(call)
        def marked(module, *args, **kwargs):
            if not self.active:
                return call(module, *args, **kwargs)
            self.open_module(module)
            try:
                return call(module, *args, **kwargs)
            finally:
                self.leave_module(module)

        return marked

    def open_module(self, module):
        here = self.thread
        call = ModuleCall(module)
        try:
            if self.restarts and here.modules and here.modules[0].module is module:
                while here.modules:  # left open by a forward that raised
                    self.close_module(here.modules.pop())
            if not here.modules:
                self.enter_mode_of_thread()
                self.open_forward(call)
            if self.in_node() and not here.recomputing:
                # Checkpoint: a forward inside of a backward
                self.nvtx.push(self.text("model.forward", COLOURS["model.forward"]))
                call.pops += 1
                call.recomputes = True
                here.recomputing += 1
            name = self.name(call, here.modules[-1] if here.modules else None)
            self.sync(MODULE)
            self.nvtx.push(self.text("layer:" + name, COLOURS["layer"]))
            call.pops += 1
        except Exception:
            pass
        here.modules.append(call)

    def leave_module(self, module):
        calls = self.thread.modules
        if not any(c.module is module for c in reversed(calls)):
            return  # marking began inside of it
        while True:
            call = calls.pop()
            self.close_module(call)
            if call.module is module:
                return

    def close_module(self, call):
        try:
            if call.pops:
                self.sync(MODULE)
            for _ in range(call.pops):
                self.nvtx.pop()
            if call.recomputes:
                self.thread.recomputing -= 1
            if call.phase:
                self.close_forward(call.phase)
        except Exception:
            pass

    def in_node(self):
        if self.node is not None:
            return self.node() is not None
        # Before torch 2.1 only the phase tells
        return bool(self.phases) and self.phases[-1].name == "model.backward"

    def open_forward(self, call):
        with self.lock:
            # Of the replicas' threads the first has it; the update of LBFGS has
            # forwards inside
            if self.current_phase() in ("model.forward", "model.backward"):
                return
            call.phase = self.open_phase("model.forward")

    def close_forward(self, phase):
        # The loss is often outside of any module.  It belongs to the forward of
        # a training, which lasts until something else begins.
        if self.active and self.torch.is_grad_enabled():
            phase.waits = True
        else:
            self.close_phase(phase)

    def name(self, call, parent):
        """The name of the module, relative to that around it; else its class."""
        module = call.module
        kind = type(module).__name__
        try:
            path = self.paths.get(module)
            if path is None:
                for path, part in module.named_modules():
                    self.paths[part] = path
                path = ""
        except Exception:
            path = ""  # its class has an __eq__ of its own
        call.path = path
        if not path:
            return kind
        if parent is not None and parent.path and path.startswith(parent.path + "."):
            return path[len(parent.path) + 1:]
        return path

    # ---- autograd and optimizers ----

    def hook_autograd(self):
        autograd = self.torch.autograd
        self.patch(autograd, "backward", functools.partial(self.wrap_backward, 3))
        self.patch(autograd, "grad", functools.partial(self.wrap_backward, 4))
        if not hasattr(autograd.function, "BackwardCFunction"):
            return
        self.patch(autograd.function.BackwardCFunction, "apply", self.wrap_apply)

    def wrap_backward(self, place, backward):
        """place: that of the argument create_graph."""
        torch = self.torch
        compiling = is_compiling_of(torch)

        @functools.wraps(backward)
        def marked(*args, **kwargs):
            if compiling() or not self.active:
                return backward(*args, **kwargs)
            phase = None
            graph = kwargs.get("create_graph", len(args) > place and args[place])
            graph = 1 if graph is True else 0
            with self.lock:
                self.graphs += graph
                if self.current_phase() != "model.backward":
                    phase = self.open_phase("model.backward")
            try:
                return backward(*args, **kwargs)
            finally:
                with self.lock:
                    self.graphs -= graph
                    if phase:
                        self.close_phase(phase)

        return marked

    def wrap_apply(self, apply):
        """A Function's backward may launch kernels that are no operator's."""

        @functools.wraps(apply)
        def marked(node, *args):
            here = self.thread
            outer = here.applying
            text = None
            try:
                if self.active and not self.emits_nvtx():
                    text = node_text(node)
                    self.nvtx.push_once(text)
                    here.applying = text
            except Exception:
                text = None
            try:
                return apply(node, *args)
            finally:
                if text is not None:
                    here.applying = outer
                    self.nvtx.pop()

        return marked

    def hook_optimizers(self):
        import torch.optim.optimizer as module

        if hasattr(module, "register_optimizer_step_pre_hook"):
            self.undo.append(
                module.register_optimizer_step_pre_hook(self.open_update).remove)
            self.undo.append(
                module.register_optimizer_step_post_hook(self.close_update).remove)
            return

        # Before torch 2.0 each class is wrapped, as torch does it for its profiler
        def of_class(kind):
            if "step" not in vars(kind) or hasattr(kind.step, "pp_nvtx"):
                return
            self.patch(kind, "step", self.wrap_step)

        def of_hook(hook):
            @functools.wraps(hook)
            def hook_for_profile(optimizer):
                hook(optimizer)
                if self.active:
                    of_class(type(optimizer))

            return hook_for_profile

        kinds = list(module.Optimizer.__subclasses__())
        while kinds:
            kind = kinds.pop()
            kinds += kind.__subclasses__()
            if hasattr(kind.__dict__.get("step"), "hooked"):
                of_class(kind)
        self.patch(module.Optimizer, "_hook_for_profile", of_hook)

    def wrap_step(self, step):
        @functools.wraps(step)
        def marked(optimizer, *args, **kwargs):
            if not self.active:
                return step(optimizer, *args, **kwargs)
            self.open_update(optimizer)
            try:
                return step(optimizer, *args, **kwargs)
            finally:
                self.close_update(optimizer)

        marked.pp_nvtx = True
        return marked

    def open_update(self, optimizer, *_):
        try:
            frame = sys._getframe(1)
            with self.lock:
                for phase in self.phases:
                    if phase.frame is None:
                        continue
                    if is_running(frame.f_back, phase.frame):
                        return  # a step() that calls another
                    self.close_phase(phase)  # one that raised
                    break
                if self.optimizer is None or self.optimizer() is None:
                    self.optimizer = weakref.ref(optimizer)
                # Inside of the script's own there is nothing to show
                phase = self.open_phase(
                    "model.update", self.current_phase() != "model.update")
                phase.frame = (id(frame), frame.f_code)
        except Exception:
            pass

    def close_update(self, optimizer, *_):
        try:
            frame = sys._getframe(1)
            with self.lock:
                for phase in self.phases:
                    if phase.frame != (id(frame), frame.f_code):
                        continue
                    self.close_phase(phase)
                    if self.optimizer is not None and self.optimizer() is optimizer:
                        self.next_step()
                    return
        except Exception:
            pass

    # ---- operators ----

    def hook_operators(self):
        torch = self.torch
        self.ignored_by_compile = hasattr(
            mode_base(torch), "ignore_compile_internals")
        if has_compiled() and not self.ignored_by_compile:
            self.say_compile()
            return
        self.mode = mode_class(torch)(self)
        self.push_mode()
        if hasattr(torch, "compile") and not self.ignored_by_compile:
            self.patch(torch, "compile", self.wrap_compile)
        without = [(torch.jit, "trace"), (torch.jit, "trace_module"),
                   (torch._C, "_create_graph_by_tracing")]
        if self.counter is None:
            # torch 1.13 makes no subclass of what a mode has seen
            without.append((torch.Tensor, "as_subclass"))
        for place, name in without:
            self.patch(place, name, self.wrap_without)

    def say_compile(self):
        say("torch.compile: this torch compiles nothing while operators are "
            "marked, so they are marked no more; modules, phases and steps are")

    def wrap_compile(self, compile):
        @functools.wraps(compile)
        def marked(*args, **kwargs):
            if self.mode is not None and self.active:
                self.say_compile()
                self.leave_mode()
            return compile(*args, **kwargs)

        return marked

    def wrap_without(self, function):
        """Of what fails under a mode: tracing."""

        @functools.wraps(function)
        def marked(*args, **kwargs):
            with self.outside_mode():
                return function(*args, **kwargs)

        return marked

    def modes(self):
        """The modes of this thread, outermost first."""
        from torch.utils import _python_dispatch
        return _python_dispatch._get_current_dispatch_mode_stack()

    def push_mode(self):
        if self.thread.bare:
            from torch.utils import _python_dispatch
            _python_dispatch._push_mode(self.mode)
        else:
            self.mode.__enter__()

    def pop_mode(self):
        if self.thread.bare:
            from torch.utils import _python_dispatch
            _python_dispatch._pop_mode()
        else:
            self.mode.__exit__(None, None, None)

    def pull_mode(self):
        """Take the mode out of this thread's stack; whether it was there."""
        stack = self.modes()
        if self.mode not in stack:
            return False
        base = mode_base(self.torch)
        inner = stack[stack.index(self.mode) + 1:]
        # The base's: a mode's own may do anything
        for mode in reversed(inner):
            base.__exit__(mode, None, None, None)
        self.pop_mode()
        for mode in inner:
            base.__enter__(mode)
        return True

    def leave_mode(self):
        """For good: on threads where it stays it lets all through."""
        if self.mode is None:
            return
        try:
            self.mode.off = True
            self.pull_mode()
        except Exception:
            pass
        self.mode = None

    @contextlib.contextmanager
    def outside_mode(self):
        here = self.thread
        left = self.mode is not None and self.pull_mode()
        here.outside += 1
        try:
            yield
        finally:
            here.outside -= 1
            if left and self.mode is not None:
                self.push_mode()

    def enter_mode_of_thread(self):
        """A thread of Python's starts without the modes of its parent."""
        here = self.thread
        if self.mode is None or here.outside or self.mode in self.modes():
            return
        # Later torches wrap it, as they do much else
        code = inspect.unwrap(type(self.mode).__torch_dispatch__).__code__
        frame = sys._getframe(1)
        while frame is not None:
            if frame.f_code is code:
                return  # inside of an operator, where it is out for a moment
            frame = frame.f_back
        here.bare = True
        self.push_mode()

    def operator_name(self, func):
        """aten::mm; None where it is not to be marked."""
        schema = getattr(func, "_schema", None)
        name = schema.name if schema is not None else None
        if name is not None and name.partition("::")[0] in ("profiler", "prim"):
            name = None
        self.names[id(func)] = name
        self.operators.append(func)  # so that no other gets its id
        return name

    def operator_text(self, name, key, args, kwargs):
        call = {"mod": "", "op": name}
        if self.args:
            call["args"] = self.arguments.list(args, kwargs)
        keep = len(self.texts) < TEXTS_MOST
        text = self.nvtx.text(repr(call), None, keep)
        if keep:
            self.texts[key] = text
        return text

    def operator_opener(self):
        """
        A function that pushes the ranges around an operator and returns how many.
        A closure, and the usual arguments in line: each operator pays for it.
        """
        names, texts = self.names, self.texts
        push, push_once = self.nvtx.push, self.nvtx.push_once
        append_key, with_args = self.arguments.key, self.args
        tensor, parameter = self.torch.Tensor, self.torch.nn.Parameter
        counter, node_of, emits_nvtx = self.counter, self.node, self.emits_nvtx
        thread = self.thread

        def open_operator(func, args, kwargs):
            try:
                name = names[id(func)]
            except KeyError:
                name = self.operator_name(func)
            if name is None:
                return 0
            key = [name]
            if with_args:
                for v in args:
                    t = type(v)
                    if t is tensor or t is parameter:
                        key += v.shape, v.dtype
                    else:
                        append_key(key, (v,))
                for k in kwargs:
                    key.append(k)
                    append_key(key, (kwargs[k],))
            key = tuple(key)
            text = texts.get(key)
            if text is None:
                text = self.operator_text(name, key, args, kwargs)
            if counter is None:
                push(text)
                return 1
            pops = 1
            if not emits_nvtx():
                number = counter()
                made = thread.number is not None and number != thread.number
                thread.number = number
                node = node_of()
                # A graph that is made inside a node without create_graph is that
                # of a forward that is run again
                if node is not None and not thread.recomputing and (
                        not made or self.graphs):
                    around = node_text(node)
                    if around != thread.applying:
                        push_once(around)
                        pops += 1
                if made:
                    push_once("%s, seq = %d" % (name, number - 1))
                    pops += 1
            push(text)
            return pops

        return open_operator


def node_text(node):
    """SumBackward0, seq = 7"""
    get = getattr(node, "_sequence_nr", None)
    number = get() if get is not None else NO_NUMBER
    if number >= NO_NUMBER:
        return node.name()
    return "%s, seq = %d" % (node.name(), number)


def is_compiling_of(torch):
    compiler = getattr(torch, "compiler", None)
    return getattr(compiler, "is_compiling", None) or (lambda: False)


def has_compiled():
    """Whether the script has called torch.compile."""
    dynamo = sys.modules.get("torch._dynamo.eval_frame")
    # None is that of what torch itself excludes
    return any(callable(b) for b in getattr(dynamo, "cached_backends", {}).values())


def emits_nvtx(torch):
    """A function that says whether the script's own emit_nvtx is on."""
    enabled = getattr(torch.autograd, "_profiler_enabled", None)
    if enabled is None:
        return lambda: False
    kind = getattr(torch._C._autograd, "_profiler_type", None)
    if kind is None:
        return enabled
    nvtx = torch._C._autograd.ActiveProfilerType.NVTX if hasattr(
        torch._C._autograd, "ActiveProfilerType") else None
    if nvtx is None:
        return enabled
    return lambda: enabled() and kind() == nvtx


def module_hooks(torch, session):
    """
    The hooks of all modules.  Their first line is for torch.compile, which traces
    them: to disable them there would break its graphs.
    """
    if not hasattr(getattr(torch, "compiler", None), "is_compiling"):
        return (lambda m, _: session.open_module(m),
                lambda m, _, __: session.leave_module(m))

    def before(module, _):
        if torch.compiler.is_compiling():
            return
        session.open_module(module)

    def after(module, _, __):
        if torch.compiler.is_compiling():
            return
        session.leave_module(module)

    return before, after


def torch_can_mode():
    return importlib.util.find_spec("torch.utils._python_dispatch") is not None


def mode_base(torch):
    from torch.utils import _python_dispatch
    return _python_dispatch.TorchDispatchMode


@functools.lru_cache(maxsize=None)
def mode_class(torch):
    """The mode that marks operators.  One class, as operators are told of it."""
    base = mode_base(torch)

    class MarkOperators(base):
        # torch 2.9: conditions, loops and flex_attention come here as well
        supports_higher_order_operators = True

        @classmethod
        def ignore_compile_internals(cls):
            """torch 2.9: compile what is called under the mode."""
            return True

        def __init__(self, session):
            super().__init__()
            self.session = session
            self.open = session.operator_opener()
            self.pop = session.nvtx.pop
            self.syncs = session.sync_level == OP
            self.off = False

        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            if kwargs is None:
                kwargs = {}
            if self.off:
                return func(*args, **kwargs)
            for kind in types:
                if kind.__module__.startswith("torch._subclasses."):
                    return func(*args, **kwargs)  # fake: nothing is computed
                # DTensor, jagged: what they do inside has the real shapes
                if hasattr(kind, "__tensor_flatten__"):
                    return NotImplemented
            pops = 0
            try:
                if self.syncs:
                    self.session.sync(OP)
                pops = self.open(func, args, kwargs)
            except Exception:
                pass  # symbolic or odd arguments
            try:
                return func(*args, **kwargs)
            finally:
                if self.syncs:
                    self.session.sync(OP)
                if pops:
                    self.pop()
                    while pops > 1:
                        self.pop()
                        pops -= 1

    if not hasattr(base, "supports_higher_order_operators"):
        teach_higher_order(torch, MarkOperators)
    return MarkOperators


def teach_higher_order(torch, mode):
    """Before torch 2.9 an operator of functions refuses a mode it has no rule for."""
    operator = getattr(torch._ops, "HigherOrderOperator", None)
    if operator is None or not hasattr(operator, "py_impl"):
        return

    def teach(op):
        try:
            if mode in getattr(op, "python_key_table", ()):
                return
            op.py_impl(mode)(lambda _, *args, **kwargs: op(*args, **kwargs))
        except Exception:
            pass

    for op in list(getattr(torch._ops, "_higher_order_ops", {}).values()):
        teach(op)
    init = operator.__init__

    @functools.wraps(init)
    def init_and_teach(self, *args, **kwargs):
        init(self, *args, **kwargs)
        teach(self)

    operator.__init__ = init_and_teach


# ---- starting ------------------------------------------------------------------

class ImportHook:
    """
    Calls a function behind the script's own import of torch.  To import it here
    would read OMP_NUM_THREADS and others before the script has set them.
    """

    def __init__(self, then):
        self.then = then
        self.asking = False

    def find_spec(self, name, path=None, target=None):
        if name != "torch" or self.asking:
            return None
        self.asking = True
        try:
            spec = importlib.util.find_spec(name)
        finally:
            self.asking = False
        if spec is None or spec.loader is None:
            return spec
        loader = spec.loader
        run = loader.exec_module

        def exec_module(module):
            del loader.exec_module
            run(module)
            self.remove()
            self.then(module)

        try:
            loader.exec_module = exec_module
        except AttributeError:
            say("no ranges: the import of torch cannot be followed")
        return spec

    def insert(self):
        sys.meta_path.insert(0, self)

    def remove(self):
        if self in sys.meta_path:
            sys.meta_path.remove(self)


class mark:
    """
    Mark what runs inside: with pp_nvtx.mark(): ...  Inside of another it does
    nothing, so a script may have it and still be run by pp_nvtx.py.

    args: whether operators have their arguments.
    sync: "step", "phase", "module" or "op": the device is synchronised before each
    range down to these begins and ends, so that a viewer shows its time there.
    tell: whether to say that no tool listens.
    """
    session = None  # of the process

    def __init__(self, args=True, sync=None, tell=False):
        if sync is not None and sync not in SYNC_LEVELS:
            raise ValueError("sync: one of %s" % ", ".join(SYNC_LEVELS))
        self.args = args
        self.sync = sync
        self.tell = tell
        self.own = None
        self.hook = None

    def __enter__(self):
        if mark.session is not None:
            return self
        nvtx = finder.find()
        if nvtx is None and not finder.may_come():
            self.say_nothing_listens()
            return self
        self.own = mark.session = Session(nvtx, self.args, self.sync)
        torch = sys.modules.get("torch")
        if torch is not None and hasattr(torch, "autograd"):
            self.begin(torch)
        else:
            self.hook = ImportHook(self.begin)
            self.hook.insert()
        return self

    def begin(self, torch):
        session = self.own
        if session is None:
            return
        session.nvtx = finder.find()
        if session.nvtx is None:
            self.say_nothing_listens()
            return
        try:
            session.begin(torch)
        except Exception as error:
            session.end()
            say("this torch (%s) cannot be marked: %r" % (
                getattr(torch, "__version__", "?"), error))

    def say_nothing_listens(self):
        if self.tell:
            say("no tool listens to NVTX, so nothing is marked; run it under "
                "nsys profile -t cuda,nvtx")

    def __exit__(self, *_):
        if self.own is None:
            return
        if self.hook is not None:
            self.hook.remove()
        mark.session = None
        session, self.own = self.own, None
        session.end()


class phase(contextlib.ContextDecorator):
    """
    A phase of the script's own, on all threads: with pp_nvtx.phase("model.forward").
    Those of pp_nvtx's with this name are left out inside.
    """

    def __init__(self, name):
        self.name = name
        self.open = []

    def _recreate_cm(self):
        return phase(self.name)

    def __enter__(self):
        session = mark.session
        nvtx = finder.find()
        if session is not None and session.active:
            with session.lock:
                session.current_phase()
                self.open.append((session, session.open_phase(self.name)))
        elif nvtx is not None:
            text = nvtx.text(self.name, COLOURS.get(self.name), False)
            self.open.append((None, nvtx.start(text)))
        else:
            self.open.append(None)
        return self

    def __exit__(self, *_):
        opened = self.open.pop()
        if opened is None:
            return
        session, what = opened
        if session is not None:
            session.close_phase(what)
        else:
            finder.nvtx.end(what)


class layer(contextlib.ContextDecorator):
    """A layer that is no module: with pp_nvtx.layer("head"): ..."""

    def __init__(self, name):
        self.name = name
        self.open = []

    def _recreate_cm(self):
        return layer(self.name)

    def __enter__(self):
        nvtx = finder.find()
        session = mark.session
        if nvtx is not None:
            if session is not None and session.active:
                session.sync(MODULE)
            nvtx.push_once("layer:" + self.name)
        self.open.append(nvtx)
        return self

    def __exit__(self, *_):
        nvtx = self.open.pop()
        if nvtx is None:
            return
        session = mark.session
        if session is not None and session.active:
            session.sync(MODULE)
        nvtx.pop()


def wrong(text):
    print("pp_nvtx: %s\n%s" % (text, USAGE), end="", file=sys.stderr)
    sys.exit(2)


def options(argv):
    """The options, whether a module is to be run, and its words."""
    global quiet
    args, sync = True, None
    words, ranks = list(argv), []
    while words and words[0].startswith("-") and words[0] != "-":
        word = words.pop(0)
        name, equals, value = word.partition("=")
        if word == "--":
            break
        if word in ("-h", "--help"):
            print(HELP, end="")
            sys.exit(0)
        if word == "-m":
            if not words:
                wrong("-m needs a module")
            return args, sync, True, words[:1] + ranks + words[1:]
        if word == "--no-args":
            args = False
        elif word == "--quiet":
            quiet = True
        elif name == "--sync":
            sync = value if equals else (words.pop(0) if words else "")
            if sync not in SYNC_LEVELS:
                wrong("--sync: one of %s" % ", ".join(SYNC_LEVELS))
        elif name in ("--local-rank", "--local_rank") and equals:
            ranks.append(word)  # the script's, of torch.distributed.launch
        else:
            wrong("unknown option '%s'" % word)
    if not words:
        wrong("no script")
    return args, sync, False, words[:1] + ranks + words[1:]


def run_script(path):
    """As python does it.  runpy would take __main__ away before the end."""
    if path.endswith(".pyc") or pkgutil.get_importer(path) is not None:
        runpy.run_path(path, run_name="__main__")  # a folder or a zip file
        return
    try:
        with open(path, "rb") as f:
            text = f.read()
    except OSError as error:
        print("pp_nvtx: %s: %s" % (path, error.strerror), file=sys.stderr)
        sys.exit(2)
    module = types.ModuleType("__main__")
    module.__file__ = os.path.abspath(path)
    module.__builtins__ = builtins
    sys.modules["__main__"] = module
    exec(compile(text, path, "exec", dont_inherit=True), vars(module))


def main():
    args, sync, module, words = options(sys.argv[1:])
    # The script's import must not make a second one
    sys.modules["pp_nvtx"] = sys.modules[__name__]
    sys.argv = words
    if not getattr(sys.flags, "safe_path", False):
        sys.path[0] = os.getcwd() if module else os.path.dirname(
            os.path.realpath(words[0]))
    # Processes that the script spawns import it anew
    own = os.path.dirname(os.path.abspath(__file__))
    if own not in sys.path:
        sys.path.append(own)
    with mark(args, sync, tell=True):
        if module:
            runpy.run_module(words[0], run_name="__main__", alter_sys=True)
        else:
            run_script(words[0])


if __name__ == "__main__":
    main()
