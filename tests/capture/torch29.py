"""
torch29.py - the switches for torch 2.9 and later: torch29.py new|old

In:  old: a stand-in without them, as torch 2.6 is
Out: what was compiled and what was called, a line each; the ranges say what was
     marked

A stand-in for what pp_nvtx.py looks at, by torch's public source:

  torch/utils/_python_dispatch.py: TorchDispatchMode has the class attribute
  supports_higher_order_operators (pull request 158077), the class method
  ignore_compile_internals (161648), and wraps a mode's __torch_dispatch__
  torch/__init__.py: _disable_dynamo, which makes that wrapper
  torch/_ops.py, HigherOrderOperator.dispatch: a rule of the mode's class, else the
  attribute, else an error
  torch/_dynamo/convert_frame.py: nothing is compiled under a mode that does not
  ignore what is compiled; before 2.9, under any mode
"""
import functools
import importlib.machinery
import sys
import threading
import types

new = sys.argv[1] == "new"
stacks = threading.local()


def stack():
    if not hasattr(stacks, "v"):
        stacks.v = []
    return stacks.v


def module(name, **members):
    m = types.ModuleType(name)
    m.__spec__ = importlib.machinery.ModuleSpec(name, None)
    vars(m).update(members)
    sys.modules[name] = m
    parent, _, last = name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], last, m)
    return m


def disable_dynamo(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        return function(*args, **kwargs)

    return inner


class Mode:
    def __enter__(self):
        stack().append(self)
        return self

    def __exit__(self, *_):
        stack().pop()


class NewMode(Mode):
    supports_higher_order_operators = False

    def __init_subclass__(cls):
        cls.__torch_dispatch__ = disable_dynamo(cls.__torch_dispatch__)

    @classmethod
    def ignore_compile_internals(cls):
        return False


class Operator:
    """An operator of aten: its innermost mode is asked, which is out meanwhile."""

    def __init__(self, name):
        self._schema = types.SimpleNamespace(name=name)

    def __call__(self, *args):
        if not stack():
            return "computed"
        mode = stack().pop()
        try:
            return mode.__torch_dispatch__(self, (), args, {})
        finally:
            stack().append(mode)


class HigherOrderOperator:
    def __init__(self, name):
        self._name = name
        self.python_key_table = {}

    def py_impl(self, kind):
        def add(rule):
            self.python_key_table[kind] = rule
            return rule

        return add

    def __call__(self, *args):
        if not stack():
            return "called"
        mode = stack().pop()
        try:
            if type(mode) in self.python_key_table:
                return "by rule: " + self.python_key_table[type(mode)](mode, *args)
            if getattr(mode, "supports_higher_order_operators", False) and new:
                return "by attribute: " + mode.__torch_dispatch__(self, [], args, {})
            raise NotImplementedError("There was no rule registered for "
                                      "HigherOrderOperator %s" % self._name)
        finally:
            stack().append(mode)


def compile(function):
    def run():
        modes = list(stack())
        if any(not (new and mode.ignore_compile_internals()) for mode in modes):
            return "eager"
        stack().clear()  # what is compiled is not told to modes
        try:
            function()
        finally:
            stack().extend(modes)
        return "compiled"

    return run


class Handle:
    def __init__(self, hooks, hook):
        self.hooks, self.hook = hooks, hook
        hooks.append(hook)

    def remove(self):
        self.hooks.remove(self.hook)


before, after = [], []


class Module:
    def __init__(self, forward):
        self.forward = forward

    def named_modules(self):
        yield "", self

    def __call__(self):
        for hook in before:
            hook(self, ())
        result = self.forward()
        for hook in after:
            hook(self, (), result)
        return result


def no_hook(hook):
    return Handle([], hook)


cond = HigherOrderOperator("cond")
Base = NewMode if new else Mode
plain = type("Plain", (), {"__enter__": lambda s: s, "__exit__": lambda *_: None})
torch = module(
    "torch", Tensor=type("Tensor", (), {}), dtype=type("dtype", (), {}),
    compile=compile, is_grad_enabled=lambda: False)
module("torch._C", DisableTorchFunctionSubclass=plain, DisableTorchFunction=plain,
       _current_autograd_node=lambda: None)
module("torch._ops", HigherOrderOperator=HigherOrderOperator,
       _higher_order_ops={"cond": cond})
module("torch.autograd", _get_sequence_nr=lambda: 0, backward=lambda: None,
       grad=lambda: None)
module("torch.autograd.function")
module("torch.compiler", is_compiling=lambda: False)
module("torch.jit", trace=lambda: None, trace_module=lambda: None)
module("torch.nn", Parameter=type("Parameter", (torch.Tensor,), {}))
module("torch.nn.modules")
module("torch.nn.modules.module", Module=Module,
       register_module_forward_pre_hook=lambda hook: Handle(before, hook),
       register_module_forward_hook=lambda hook, always_call=False: Handle(after, hook))
module("torch.optim")
module("torch.optim.optimizer", register_optimizer_step_pre_hook=no_hook,
       register_optimizer_step_post_hook=no_hook)
module("torch.utils")
module("torch.utils._python_dispatch", TorchDispatchMode=Base,
       _get_current_dispatch_mode_stack=lambda: list(stack()),
       _push_mode=lambda mode: stack().append(mode), _pop_mode=lambda: stack().pop())

import pp_nvtx  # noqa: E402

mm, relu, add, inside = (Operator("aten::" + n) for n in ("mm", "relu", "add", "inside"))


def in_thread(net):
    """A module of another thread, called by what torch wraps as it does a mode."""
    thread = threading.Thread(target=disable_dynamo(net))
    thread.start()
    thread.join()


with pp_nvtx.mark():
    print("mm", mm(1))
    print("cond", cond(True))
    in_thread(Module(lambda: print("relu", relu(2))))
    print("wrapped", torch.compile is not compile)
    print("compile", torch.compile(lambda: inside(4))())
    print("add", add(5))
print("left", len(stack()), len(before), len(after), torch.compile is compile)
