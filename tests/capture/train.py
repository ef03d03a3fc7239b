"""
train.py - small networks to be marked: python pp_nvtx.py train.py NET [WORD ...]

In:  the name of a function below that begins with net_; words: "count" for a
     counter of FLOPs, "inside" for with pp_nvtx.mark() in the script, "before" for
     a network that was there before
Out: lines "sum HASH" of all parameters and gradients after training, and, with
     count, "flops OPERATOR N" of the products, counted by this script's own rules,
     and "copies N" of tensors
"""
import contextlib
import hashlib
import os
import sys

os.environ.setdefault("OMP_NUM_THREADS", "1")
# Must not be a second module, nor import torch
import pp_nvtx

assert "torch" not in sys.modules

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils._python_dispatch import TorchDispatchMode

torch.set_num_threads(1)


# ---- the counter ----

def product(shape):
    n = 1
    for x in shape:
        n *= x
    return n


def mm(a, b, *_):
    return 2 * a[0] * a[1] * b[1]


def bmm(a, b, *_):
    return 2 * a[0] * a[1] * a[2] * b[2]


def conv(x, w, out, transposed):
    """2 * batch * channels in and out of a group * kernel * positions"""
    at = x if transposed else out
    return 2 * at[0] * product(at[2:]) * product(w)


class Count(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.flops = {}
        self.copies = 0

    def add(self, name, n):
        self.flops[name] = self.flops.get(name, 0) + n

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        out = func(*args, **(kwargs or {}))
        name = func._schema.name
        self.copies += name in ("aten::clone", "aten::copy_", "aten::_to_copy")
        s = [tuple(a.shape) if isinstance(a, torch.Tensor) else None for a in args]
        if name == "aten::mm":
            self.add(name, mm(s[0], s[1]))
        elif name == "aten::addmm":
            self.add(name, mm(s[1], s[2]))
        elif name == "aten::dot":
            self.add(name, 2 * s[0][0])
        elif name == "aten::bmm":
            self.add(name, bmm(s[0], s[1]))
        elif name == "aten::baddbmm":
            self.add(name, bmm(s[1], s[2]))
        elif name in ("aten::convolution", "aten::_convolution"):
            self.add(name, conv(s[0], s[1], tuple(out.shape), args[6]))
        elif name == "aten::convolution_backward":
            # of the gradients of input and weight that are asked for; out's
            # gradient has the shape of the result
            n = conv(s[1], s[2], s[0], args[7])
            self.add(name, n * (bool(args[10][0]) + bool(args[10][1])))
        return out


# ---- networks: a function that makes (modules, optimizers, a step) ----

class Block(nn.Module):
    def __init__(self, n, m, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(n, m, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(m)
        self.conv2 = nn.Conv2d(m, m, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(m)
        self.relu = nn.ReLU(inplace=True)
        self.down = None
        if stride != 1 or n != m:
            self.down = nn.Sequential(
                nn.Conv2d(n, m, 1, stride, bias=False), nn.BatchNorm2d(m))

    def forward(self, x):
        y = self.relu(self.bn1(self.conv1(x)))
        y = self.bn2(self.conv2(y))
        return self.relu(y + (x if self.down is None else self.down(x)))


class ResNet18(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 64, 7, 2, 3, bias=False)
        self.bn1 = nn.BatchNorm2d(64)
        self.relu = nn.ReLU(inplace=True)
        self.maxpool = nn.MaxPool2d(3, 2, 1)
        widths = [64, 64, 128, 256, 512]
        self.layers = nn.Sequential(*[
            nn.Sequential(Block(n, m, 1 if i == 0 else 2), Block(m, m, 1))
            for i, (n, m) in enumerate(zip(widths, widths[1:]))])
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        self.fc = nn.Linear(512, 1000)

    def forward(self, x):
        x = self.maxpool(self.relu(self.bn1(self.conv1(x))))
        return self.fc(self.avgpool(self.layers(x)).flatten(1))


def classify(net, optimizer, *shape, classes=10):
    x, y = torch.randn(*shape), torch.randint(classes, (shape[0],))

    def step():
        optimizer.zero_grad(set_to_none=True)
        F.cross_entropy(net(x), y).backward()
        optimizer.step()

    return [net], step


def net_resnet18():
    net = ResNet18()
    return classify(
        net, torch.optim.SGD(net.parameters(), 0.1), 2, 3, 64, 64, classes=1000)


class UNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.down1 = nn.Conv2d(1, 8, 3, padding=1)
        self.down2 = nn.Conv2d(8, 16, 3, stride=2, padding=1, groups=4)
        self.up = nn.ConvTranspose2d(16, 8, 2, stride=2)
        self.drop = nn.Dropout(0.3)
        self.last = nn.Conv2d(16, 2, 1)

    def forward(self, x):
        a = torch.relu(self.down1(x))
        b = torch.relu(self.down2(a))
        return self.last(self.drop(torch.cat([a, self.up(b)], 1)))


def net_unet():
    net = UNet()
    optimizer = torch.optim.Adam(net.parameters(), 1e-3)
    x, y = torch.randn(2, 1, 16, 16), torch.randint(2, (2, 16, 16))
    loss = nn.CrossEntropyLoss()

    def step():
        optimizer.zero_grad()
        loss(net(x), y).backward()
        optimizer.step()

    return [net], step


class Attention(nn.Module):
    """Written out: products of batches of matrices."""

    def __init__(self, n, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(n, 3 * n)
        self.out = nn.Linear(n, n)

    def forward(self, x):
        b, t, n = x.shape
        q, k, v = (self.qkv(x).view(b, t, 3, self.heads, n // self.heads)
                   .permute(2, 0, 3, 1, 4))
        p = torch.softmax(q @ k.transpose(-1, -2) / (n // self.heads) ** 0.5, -1)
        return self.out((p @ v).transpose(1, 2).reshape(b, t, n))


class Transformer(nn.Module):
    def __init__(self, checkpoint=None):
        super().__init__()
        self.embed = nn.Embedding(50, 32)
        self.blocks = nn.ModuleList()
        for _ in range(2):
            block = nn.ModuleDict({
                "norm1": nn.LayerNorm(32), "attention": Attention(32, 4),
                "norm2": nn.LayerNorm(32),
                "mlp": nn.Sequential(nn.Linear(32, 64), nn.GELU(),
                                     nn.Dropout(0.1), nn.Linear(64, 32))})
            self.blocks.append(block)
        self.head = nn.Linear(32, 50)
        self.checkpoint = checkpoint

    def forward(self, tokens):
        x = self.embed(tokens)
        for b in self.blocks:
            x = x + b["attention"](b["norm1"](x))
            mlp = b["mlp"]
            y = b["norm2"](x)
            if self.checkpoint is None:
                x = x + mlp(y)
            else:
                from torch.utils.checkpoint import checkpoint
                x = x + checkpoint(mlp, y, use_reentrant=self.checkpoint)
        return self.head(x)


def language(net, **options):
    optimizer = torch.optim.AdamW(net.parameters(), 1e-3, **options)
    tokens = torch.randint(50, (2, 12))

    def step():
        optimizer.zero_grad()
        F.cross_entropy(net(tokens)[:, :-1].reshape(-1, 50),
                        tokens[:, 1:].reshape(-1)).backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()

    return [net], step


def net_transformer():
    return language(Transformer())


def net_foreach():
    return language(Transformer(), foreach=True)


def net_checkpoint():
    return language(Transformer(checkpoint=False))


def net_reentrant():
    return language(Transformer(checkpoint=True))


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(8, 16, 2, batch_first=True)
        self.fc = nn.Linear(16, 10)

    def forward(self, x):
        return self.fc(self.lstm(x)[0][:, -1])


def net_lstm():
    net = Recurrent()
    return classify(net, torch.optim.RMSprop(net.parameters()), 4, 6, 8)


def net_gan():
    """Two networks with an optimizer each: a step ends with the first's."""
    make = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 8))
    judge = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1))
    first = torch.optim.SGD(judge.parameters(), 0.1)
    second = torch.optim.SGD(make.parameters(), 0.1)
    real, noise = torch.randn(6, 8), torch.randn(6, 4)

    def step():
        first.zero_grad()
        (judge(make(noise).detach()).mean() - judge(real).mean()).backward()
        first.step()
        second.zero_grad()
        (-judge(make(noise)).mean()).backward()
        second.step()

    return [make, judge], step


def net_lbfgs():
    """An optimizer whose step has forwards and backwards inside."""
    net = nn.Linear(4, 3)
    optimizer = torch.optim.LBFGS(net.parameters(), max_iter=3)
    x, y = torch.randn(6, 4), torch.randn(6, 3)

    def closure():
        optimizer.zero_grad()
        loss = F.mse_loss(net(x), y)
        loss.backward()
        return loss

    return [net], lambda: optimizer.step(closure)


def net_penalty():
    """A gradient in a forward: create_graph."""
    net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
    optimizer = torch.optim.SGD(net.parameters(), 0.1)
    x = torch.randn(6, 4, requires_grad=True)

    def step():
        optimizer.zero_grad()
        slope, = torch.autograd.grad(net(x).sum(), x, create_graph=True)
        (slope ** 2).mean().backward()
        optimizer.step()

    return [net], step


def main():
    name, words = sys.argv[1], sys.argv[2:]
    torch.manual_seed(1)
    counter = Count()
    if "before" in words:
        modules, step = globals()["net_" + name]()
    with pp_nvtx.mark() if "inside" in words else contextlib.nullcontext():
        with counter if "count" in words else contextlib.nullcontext():
            if "before" not in words:
                modules, step = globals()["net_" + name]()
            for _ in range(3):
                step()
    digest = hashlib.sha256()
    for module in modules:
        for p in module.parameters():
            digest.update(p.detach().numpy().tobytes())
            if p.grad is not None:
                digest.update(p.grad.numpy().tobytes())
        for b in module.buffers():
            digest.update(b.numpy().tobytes())
    print("sum", digest.hexdigest())
    for name, n in sorted(counter.flops.items()):
        print("flops", name, n)
    if "count" in words:
        print("copies", counter.copies)


if __name__ == "__main__":
    main()
