#!/usr/bin/env python3
"""Small torch modules, exported, rewritten and run by libsmr_rt's kernels: PyTorch's result, or refused by the exporter.

    modules.py SMR_OPT PATTERNS

Exits with 77 where torch cannot be imported.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tools/pypm"))

import run  # noqa: E402: skips where there is no torch

import export  # noqa: E402
import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402

torch.manual_seed(0)
X, SQUARE = torch.randn(5, 8), torch.randn(4, 4)
IMAGES, FILTERS = torch.randn(2, 4, 9, 9), torch.randn(6, 4, 3, 3)
HEADS = [torch.randn(2, 4, 8, 8) for _ in range(3)]
ALLOWED = torch.rand(2, 1, 8, 8) < 0.6
ALLOWED[0, 0, 3] = False  # a row without any
THREE = [torch.randn(3, 5, 5) for _ in range(3)]
WINDOWS = [torch.randn(8, 4, 8, 8) for _ in range(3)]
LEAST = torch.finfo(torch.float32).min
HUGE = 1e30 * torch.randn(2, 1, 8, 8)
HALVES = [t.half() for t in HEADS]
CLOSED = torch.zeros(2, 1, 8, 8).half()  # a row that the least half masks as a whole, and a part of another
CLOSED[0, 0, 3] = CLOSED[1, 0, 5, :4] = torch.finfo(torch.float16).min
ALL_HALVES = torch.arange(1 << 16, dtype=torch.int32).to(torch.int16).view(torch.float16).reshape(512, 128)
ALL_HALVES[ALL_HALVES == torch.inf] = 1  # whose gelu is, by PyTorch, NaN or infinity, as the length has it
# Two numbers whose products' sum is 80000, and -80000.
BEYOND = (torch.tensor([[1000.0, 1000], [-1000, -1000], [1, 2]]).half(), torch.full((2, 2), 40.0).half())
BACK = torch.full((2,), -60000.0).half()


def attend(scores, softmax=lambda s: torch.softmax(s, -1)):
    """softmax(what scores makes of the products) times the values"""
    return lambda q, k, v, *masks: softmax(scores(q @ k.transpose(2, 3), *masks)) @ v


def own(q, k, v, *masks, **how):
    return F.scaled_dot_product_attention(q, k, v, *masks, **how)


def llama_norm(x, w):
    wide = x.float()
    return w * (wide * torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + 1e-6)).half()


def by_letters(scores, values):
    return lambda q, k, v: torch.einsum(values, torch.softmax(torch.einsum(scores, q, k) / 3, -1), v)


def changed_first(view):
    """The tensor of which a view is taken changes before the view is used."""

    def forward(x):
        a = x * 2
        seen = view(a)
        a.add_(1)
        return seen

    return forward


def parts_filled(x):
    """As masks of windows are made."""
    mask = torch.zeros(4, 4)
    for k in range(4):
        mask[k : k + 2, :k] = k
    mask[1].mul_(x[1])
    return mask + x


# What reads memory instead of values, or changes what it is given.
REFUSED = {
    "strides": (lambda x: x.t().contiguous().as_strided((4, 4), (1, 4)), SQUARE),
    "einsum": (changed_first(lambda a: torch.einsum("ij->ji", a)), SQUARE),
    "meshgrid": (changed_first(lambda a: torch.meshgrid(a[0], a[1], indexing="ij")[0]), SQUARE),
    "atleast": (changed_first(torch.atleast_3d), SQUARE),
    "a number that is computed": (lambda x: x * x[0, 0].abs().ceil().long().item(), SQUARE),
    "an input": (lambda x: x.add_(1) * 2, SQUARE),
    "a part of an input": (lambda x: x[0].add_(1) * 2, SQUARE),
}
# The number of kernels, the module, its inputs.
SAME = {
    "a row": (0, changed_first(lambda a: a.unbind(0)[0]), SQUARE),
    "a chunk": (0, changed_first(lambda a: a.chunk(2)[1]), SQUARE),
    "another part": (0, lambda x: (lambda a: a.split(2)[0].add_(1) + a.split(2)[0])(x * 2), SQUARE),
    "cast in place": (0, lambda x, y: (x * 2).add_(y), SQUARE, SQUARE.double()),
    "parts that are filled": (0, parts_filled, SQUARE),
    "a reshape": (0, changed_first(lambda a: a.reshape(16)), SQUARE),
    "alias": (0, changed_first(torch.ops.aten.alias), SQUARE),
    "alpha": (0, lambda x, w, b: torch.addmm(b, x, w, alpha=2), X, torch.randn(8, 6), torch.randn(6)),
    "beta": (0, lambda x, w, b: torch.addmm(b, x, w, beta=2), X, torch.randn(8, 6), torch.randn(6)),
    "a negative number": (0, lambda x: F.hardtanh(x, -1, 1), X),
    "numbers in a list": (0, lambda x: F.interpolate(x, scale_factor=1.5, mode="bilinear"), IMAGES),
    "a dtype by default": (0, lambda x: x[:2, :6] + torch.triu_indices(3, 3), X),
    "one bias": (0, lambda x, w, b: F.relu(F.linear(x, w, b)), X, torch.randn(6, 8), torch.randn(1)),
    "one bias of a product": (0, lambda x, w, b: F.relu(torch.addmm(b, x, w)), X, torch.randn(8, 6), torch.randn(1)),
    "one bias and a rest": (0, lambda x, w, b, r: F.linear(x, w, b) + r, X, torch.randn(6, 8), torch.randn(1),
                            torch.randn(5, 6)),
    "each second bias": (1, lambda x, w, b: F.relu(F.conv2d(x, w, b[::2])), IMAGES, FILTERS, torch.randn(12)),
    "one stride": (1, lambda x, w: F.relu(F.conv2d(x, w, None, [2], [1], [2])), IMAGES, FILTERS),
    "one column": (1, lambda x, w, b: F.relu(F.linear(x, w, b)), torch.randn(5, 0), torch.randn(6, 0), torch.randn(6)),
    "over f32": (1, lambda q, k, v: torch.softmax(q @ k.transpose(2, 3) * 1e38, -1, dtype=torch.float32).double() @ v,
                 *(t.double() for t in HEADS)),
    "baddbmm": (3, lambda m, x, y: (lambda z: z.baddbmm(x, y, beta=2, alpha=-0.5))(
        F.silu(m.baddbmm(x, y, beta=0) @ F.gelu(torch.bmm(y, x) * 3 + m[:1]))), *THREE),
    "a complex scale": (0, lambda x, y, s: torch.tanh(torch.bmm(x, y) * s).real, *THREE[:2], torch.tensor(1 + 2j)),
    "a complex epsilon": (0, lambda x, w, e: (w * (x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + e))).real, X,
                          torch.randn(8), torch.tensor(1 + 2j)),
    "nothing of m": (1, lambda m, x, y: F.relu(torch.baddbmm(m * torch.nan, x, y, beta=0, alpha=2)), *THREE),
    "one matrix": (1, lambda x, w, b, r: F.hardswish(x @ w.T + b) + r, HEADS[0], torch.randn(6, 8), torch.randn(6),
                   torch.randn(4, 1, 6)),
    "hard": (2, lambda x, w: F.hardsigmoid(F.conv2d(x, w)) + F.hardswish(F.conv2d(x * 3, w)), IMAGES, FILTERS),
    "gelus": (3, lambda x: F.gelu(x) + F.gelu(x, approximate="tanh") + x * torch.sigmoid(1.702 * x), X),
    "a gelu of one number": (0, lambda x: x * torch.sigmoid(1.702 * x), torch.tensor(0.7)),
    "silus": (2, lambda x: F.silu(x) + torch.sigmoid(2 * x) * (2 * x), X),
    "safe softmax": (1, lambda x, m: torch.ops.aten._safe_softmax(x.masked_fill(~m, -torch.inf), -1), HEADS[0], ALLOWED),
    "a sum's norm": (2, lambda x, y, w: F.layer_norm(x + y, [8], w, w) + F.rms_norm(x - y + 1, [8], w, 1e-6), X, X * X,
                     torch.randn(8)),
    "a sum and its norm": (1, lambda x, y, w: (lambda s: F.layer_norm(s, [8], w, w) + s)(x + y), X, X * X,
                           torch.randn(8)),
    "norms": (2, lambda x, w: F.layer_norm(x, [8], w) + F.layer_norm(x + 1, [8]), X, torch.randn(8)),
    "a norm over two dimensions": (0, lambda x: F.layer_norm(x, [4, 4]), SQUARE),
    "a norm written out": (1, lambda x, w, b: w * (x - x.mean(-1, True)) / ((x - x.mean(-1, True)).pow(2).mean(-1, True)
                                                                           + 1e-5).sqrt() + b, X, *torch.randn(2, 8)),
    "a product that is used twice": (0, lambda x, w, b: (lambda y: F.relu(y) + y.sum())(F.linear(x, w, b)), X,
                                     torch.randn(6, 8), torch.randn(6)),
    "weights that are used": (1, lambda q, k, v: (lambda p: p @ v + p.sum())(torch.softmax(q @ k.transpose(2, 3), -1)),
                              *HEADS),
    "parts of one batch": (1, lambda q, k, v: (torch.softmax(torch.bmm(q, k.mT).view(2, 4, 8, 8) / 3, -1).view(8, 8, 8)
                                               @ v), *(t.view(8, 8, 8) for t in HEADS)),
    "a scale for each head": (1, attend(lambda s, t: s * t), *HEADS, torch.randn(4, 1, 1)),
    "a scale for each key": (1, attend(lambda s, t: s * t), *HEADS, torch.randn(8)),
    "windows": (1, lambda q, k, v, m: torch.softmax(((q @ k.mT).view(1, 8, 4, 8, 8) + m).view(-1, 4, 8, 8), -1) @ v,
                *WINDOWS, torch.randn(1, 8, 1, 8, 8)),
    "windows of two images": (1, lambda q, k, v, m: torch.softmax(((q @ k.mT).view(2, 4, 4, 8, 8) + m).view(-1, 4, 8, 8),
                                                                  -1) @ v, *WINDOWS, torch.randn(1, 4, 1, 8, 8)),
    "letters": (1, by_letters("b h i d, b h j d -> b h i j", "bhij,bhjd->bhid"), *HEADS),
    "lengths first": (1, by_letters("bqhd,bkhd->bhqk", "bhqk,bkhd->bqhd"), *(t.transpose(1, 2) for t in HEADS)),
    "batches behind": (1, by_letters("ibnd,jbnd->bnij", "bnij,jbnd->ibnd"), *(t.permute(2, 0, 1, 3) for t in HEADS)),
    "letters without heads": (1, by_letters("iac,ibc->iab", "iab,ibc->iac"), *THREE),
    "letters of one and of many": (0, by_letters("bhid,bhjd->bhij", "bhij,bhjd->bhid"), HEADS[0], HEADS[1][..., :1],
                                   HEADS[2][:, :1]),
    "one batch of letters": (0, lambda x, y: torch.einsum("iac,ibc->iab", x, y), THREE[0][:1], THREE[1]),
    "a diagonal": (0, lambda x, y: torch.einsum("iij,jk->ik", x, y), torch.randn(4, 4, 3), torch.randn(3, 2)),
    "scale": (1, lambda q, k, v: torch.softmax(q @ k.transpose(2, 3) / -3, -1) @ v, *HEADS),
    "no scale": (1, lambda q, k, v: torch.softmax(q @ k.transpose(2, 3) / 0.0, -1) @ v, *HEADS),
    "a tiny divisor": (1, attend(lambda s: s / 1e-40), 1e-40 * HEADS[0], *HEADS[1:]),
    "safe": (1, attend(lambda s, m: s.masked_fill(~m, -torch.inf), lambda s: torch.ops.aten._safe_softmax(s, -1)), *HEADS,
             ALLOWED),
    "unsafe": (1, attend(lambda s, m: s.masked_fill(~m, -torch.inf)), *HEADS, ALLOWED),
    "the least number": (1, attend(lambda s, m: s.masked_fill(~m, LEAST)), *HEADS, ALLOWED),
    "a small number": (1, attend(lambda s, m: torch.where(m, s / 8, -3.0)), *HEADS, ALLOWED),
    "a number in a tensor": (1, attend(lambda s, m, c: torch.where(m, c, s)), *HEADS, ALLOWED, torch.tensor(LEAST)),
    "the least number, and added": (1, attend(lambda s, m, n: torch.where(m, s, LEAST) + n), *HEADS, ALLOWED,
                                    torch.randn(4, 1, 8)),
    "added, and a number": (1, attend(lambda s, m, n: torch.where(m, s + n, -1.0)), *HEADS, ALLOWED, torch.randn(8)),
    "masks that cancel": (1, attend(lambda s, m, n: s + m + n), *HEADS, HUGE, -HUGE),
    "own, masked as a whole": (1, lambda q, k, v, m: F.scaled_dot_product_attention(q, k, v, m), *HEADS, ALLOWED),
    "own, of no elements": (0, lambda q, k, v: F.scaled_dot_product_attention(q[..., :0], k[..., :0], v), *HEADS),
    "keys for all heads": (1, attend(lambda s: s), HEADS[0], HEADS[1][:, :1], HEADS[2][:, :1]),
    "keys that are columns": (1, lambda q, k, v: torch.softmax(q @ k, -1) @ v, *HEADS),
    "keys permuted otherwise": (1, lambda q, k, v: torch.softmax(q @ k.permute(0, 3, 1, 2), -1) @ v, HEADS[0],
                                torch.randn(2, 8, 8, 4), HEADS[2]),
    "halves: own attention": (1, own, *HALVES),
    "halves: own, masked as a whole": (1, own, *HALVES, CLOSED),
    "halves: own, -inf masks as a whole": (1, own, *HALVES, CLOSED * torch.inf),
    "halves: own, bytes mask as a whole": (1, own, *HALVES, ALLOWED),
    "halves: own, scores beyond 65504": (1, own, HALVES[0] * 300, HALVES[1] * 1000, HALVES[2], CLOSED),
    "halves: own, causal, scaled": (1, lambda q, k, v: own(q, k, v, is_causal=True, scale=0.3), *HALVES),
    "halves: spelled, masked as a whole": (0, lambda q, k, v, m: torch.softmax(q @ k + m, -1) @ v, *HALVES, CLOSED),
    "halves: spelled, filled as a whole": (0, lambda q, k, v, m: torch.softmax(
        (q @ k).masked_fill(~m, torch.finfo(torch.float16).min), -1) @ v, *HALVES, ALLOWED),
    "halves: spelled, scores beyond 65504": (0, lambda q, k, v: torch.softmax((q @ k) / 1000, -1) @ v, HALVES[0] * 300,
                                             HALVES[1] * 1000, HALVES[2]),
    "halves: spelled, a softmax of floats": (0, lambda q, k, v, m: torch.softmax(
        q @ k + m, -1, dtype=torch.float32).half() @ v, *HALVES, CLOSED),
    "halves: baddbmm": (0, lambda m, x, y: m.baddbmm(x, y), BACK.expand(1, 3, 2), *(t[None] for t in BEYOND)),
    "halves: layer norms": (3, lambda x, w: torch.stack([F.layer_norm(x, [8], w, w), F.layer_norm(x * 2000, [8], w),
                                                         F.layer_norm(x + x * x, [8], w, w)]), X.half(),
                            torch.randn(8).half()),
    "halves: a sum beyond 65504": (1, lambda x, w: F.layer_norm(x + x, [8], w, w), (X * 4e4).half(),
                                   torch.randn(8).half()),
    "halves: LLaMA's norm": (1, llama_norm, (X * 3000).half(), torch.randn(8).half()),
    "halves: squares beyond 65504": (0, lambda x, w: w * (x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6)),
                                     (X * 300).half(), torch.randn(8).half()),
    "halves: PyTorch's rms_norm": (0, lambda x, w: F.rms_norm(x, [8], w, 1e-6), X.half(), torch.randn(8).half()),
    "halves: all of them": (3, lambda x: torch.stack([F.gelu(x), F.gelu(x, approximate="tanh"), F.silu(x)]),
                            ALL_HALVES),
    "halves: safe softmax": (1, lambda x, m: torch.ops.aten._safe_softmax(x.masked_fill(~m, -torch.inf), -1),
                             HALVES[0] * 1000, ALLOWED),
    "halves: relu of a linear layer": (2, lambda x, w, b: F.relu(F.linear(x, w)) + F.relu(F.linear(x, w, b)), *BEYOND,
                                       BACK),
    "halves: relu of a product": (2, lambda x, y: F.relu(x @ y) + F.relu(x @ y.mT), *(t[None] for t in BEYOND)),
    "halves: relus of convolutions": (2, lambda x, w, b: F.relu(F.conv2d(x * 50, w * 50, b)) + F.relu6(F.conv2d(x, w)),
                                      IMAGES.half(), FILTERS.half(), torch.randn(6).half()),
    "halves: gelus of infinities": (2, lambda x, w: F.gelu(F.linear(x, w), approximate="tanh")
                                    + F.silu(F.linear(x * 2, w)), *BEYOND),
    "halves: back from beyond 65504": (0, lambda x, w, r: F.linear(x, w) + r, *BEYOND, BACK.expand(3, 2).contiguous()),
    "halves: scaled back": (0, lambda x, y: F.relu((x @ y) * 0.5), *(t[None] for t in BEYOND)),
    "halves: tanh": (0, lambda x, w: torch.tanh(F.linear(x, w)), (X / 8).half(), torch.randn(6, 8).half()),
}  # fmt: skip


class Module(torch.nn.Module):
    def __init__(self, forward):
        super().__init__()
        self.forward = forward


def is_refused(forward, *inputs):
    try:
        export.text(Module(forward), inputs)
    except export.Refused:
        return True
    return False


def is_same(smr_opt, patterns, kernels, forward, *inputs):
    program = export.program_of(Module(forward), inputs)
    text, kinds = export.function(program)
    text = run.rewrite(text, smr_opt, patterns)
    result, = run.Graph(text)(run.tensors_of(program, kinds, inputs))
    close = 2e-3 if result.dtype == torch.float16 else 1e-5
    return run.kernels_in(text) == kernels and torch.allclose(
        result, forward(*inputs), rtol=close, atol=close, equal_nan=True)


def draws_differ():
    """Two dropouts of training are two values; those of inference are one."""
    def forward(x, train):
        return F.dropout(x, 0.5, train) - F.dropout(x, 0.5, train)

    trained, inferred = (export.text(Module(lambda x, t=t: forward(x, t)), [X]) for t in (True, False))
    return "draw = 1" in trained and "draw = 2" in trained and "draw" not in inferred


def main():
    results = {name: is_refused(*case) for name, case in REFUSED.items()}
    results.update((name, is_same(sys.argv[1], sys.argv[2], *case)) for name, case in SAME.items())
    results["draws"] = draws_differ()
    for name, well in results.items():
        if not well:
            print(f"wrong: {name}")
    print(f"{len(results)} modules")
    return 0 if all(results.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
