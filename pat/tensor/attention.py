"""Attention as models write it, to smr_rt.attention(q, k, v, the scale, the mask).

scaling: none, times or over the scale, root (over the root of the last dimension). A mask of i1 says which scores stay,
another is added; a row without any is NaNs, with safe zeros. The heads of q may be a multiple of those of k and v.

Not matched, for the meaning would be another: scores that are scaled behind the mask, masks that multiply, that fill
with another number than -inf (a row that is masked as a whole is a mean there), a softmax over another dimension,
where(isnan(p), 0, p) (zeros also where an operand is NaN), dropout that drops, K permuted otherwise.
"""
from ops import *
from pypm import *

INF = float("inf")


@op(mlir="torch.aten.softmax.int", attrs=["dim"])
def Softmax(x):
    return 1


@op(mlir="torch.aten.softmax.int", attrs=["dim", "dtype"])
def SoftmaxIn(x):
    return 1


@op(mlir="torch.aten.masked_fill.Scalar")
def Fill(x, m, y):
    return 1


@op(mlir="torch.aten.where.ScalarOther")
def Where(m, x, y):
    return 1


@op(mlir="torch.aten.scaled_dot_product_attention", attrs=["is_causal", "enable_gqa"])
def Sdpa(q, k, v, m, p):
    return 1


@op(mlir="torch.aten.scaled_dot_product_attention", attrs=["is_causal", "enable_gqa"])
def SdpaBy(q, k, v, m, p, s):
    return 1


@op(mlir="smr_rt.attention", attrs=["scaling", "masked", "causal", "safe"])
def Attention(*operands):
    return 1


def attend(*operands, scaling, masked=0, causal=0, safe=0):
    return Attention(*operands, scaling=scaling, masked=masked, causal=causal, safe=safe)


# Guards.


def last_two(t, k):
    """Does the transposition change the places of the last two dimensions?"""
    first, second = t.dim0 % k.rank, t.dim1 % k.rank
    return (first == k.rank - 2 and second == k.rank - 1) or (first == k.rank - 1 and second == k.rank - 2)


def batches(x, y):
    """As many matrices on both sides, of one type: nothing is broadcast."""
    return x.elType == y.elType and x.shape[0] == y.shape[0] and (
        (x.rank == 4 and y.rank == 4 and x.shape[1] == y.shape[1]) or (x.rank == 3 and y.rank == 3))


def values(q, k, v):
    return batches(q, v) and v.shape[-2] == k.shape[-2]


def spans(m, q, k):
    """Is the mask of the scores' shape, or broadcast to it?"""
    def one_or(dim, whole):
        return dim == 1 or dim == whole

    return one_or(m.shape[-1], k.shape[-2]) and one_or(m.shape[-2], q.shape[-2]) and (
        m.rank == 2
        or (m.rank == 3 and q.rank == 3 and one_or(m.shape[0], q.shape[0]))
        or (m.rank == 4 and q.rank == 4 and one_or(m.shape[0], q.shape[0]) and one_or(m.shape[1], q.shape[1])))


def adds(m, q, k):
    return m.elType == q.elType and spans(m, q, k)


def picks(m, q, k):
    return m.elType == i1 and spans(m, q, k)


# Scores, and what is made of them.


@pattern
def Product(x, y):
    return Matmul(x, y)


@pattern
def Product(x, y):
    return Bmm(x, y)


@pattern
def Keys(k):
    t = Transpose(k, dim0=..., dim1=...)
    assert k.rank >= 3 and last_two(t, k)
    return t


@pattern
def Keys(k):
    t = Permute(k, dims=(0, 1, 3, 2))
    assert k.rank == 4
    return t


@pattern
def Keys(k):
    t = Permute(k, dims=(0, 2, 1))
    assert k.rank == 3
    return t


# K that is permuted at once, from [batch, length, heads, d]: in two steps it is a transposition of the last two.
@pattern
def PermutedKeys(q, x, o):
    o <= Permute(x, dims=(0, 2, 3, 1))
    return Product(q, o)


@rule(PermutedKeys)
def permuted_keys(q, x, o):
    assert q.rank == 4 and x.rank == 4
    k = Permute(x, dims=(0, 2, 1, 3)).typed(tensor(x.elType, (x.shape[0], x.shape[2], x.shape[1], x.shape[3])))
    return Matmul(q, Transpose(k, dim0=2, dim1=3).typed(o.type))


@pattern
def Plain(q, k):
    s = Product(q, Keys(k))
    assert batches(q, k) and q.elType in (f32, f64, bf16)
    return s


@pattern
def Times(q, k, s):
    assert s.rank == 0
    return Mul(Plain(q, k), s)


@pattern
def Over(q, k, s):
    assert s.rank == 0
    return Div(Plain(q, k), s)


# In the scores' own type, or of bf16 in f32 between two casts: what f64 holds may be infinite in f32.
@pattern
def Probabilities(x):
    p = Softmax(x, dim=...)
    assert p.dim in (-1, x.rank - 1)
    return p


@pattern
def Probabilities(x):
    p = SoftmaxIn(x, dim=..., dtype=...)
    assert p.dim in (-1, x.rank - 1) and (p.elType == x.elType or (p.elType == f32 and x.elType == bf16))
    return p


@pattern
def Soft(x):
    p = Probabilities(x)
    assert p.elType == x.elType
    return p


@pattern
def Soft(x):
    p = To(Probabilities(x), dtype=..., copy=...)
    assert p.elType == x.elType
    return p


@pattern
def Soft(x):
    wide = To(x, dtype=..., copy=...)
    p = To(Probabilities(wide), dtype=..., copy=...)
    assert wide.elType == f32 and x.elType in (f32, bf16) and p.elType == x.elType
    return p


@pattern
def Weighted(x, v):
    return Product(Soft(x), v)


# Scores as they are or scaled, each bare or masked: patterns of one shape, made by helpers.


def plain_bare():
    @pattern(name="PlainBare")
    def Bare(q, k, v):
        return Weighted(Plain(q, k), v)

    @rule(Bare, name="plain_bare")
    def bare(q, k, v):
        assert values(q, k, v)
        return attend(q, k, v, scaling="none")


def plain_masked(kind, Masked, fits, allowed):
    @pattern(name="Plain" + kind)
    def One(q, k, v, m):
        return Weighted(Masked(Plain(q, k), m), v)

    @rule(One, name="plain_" + kind.lower())
    def one(q, k, v, m):
        assert values(q, k, v) and fits(m, q, k)
        return attend(q, k, v, allowed(m), scaling="none", masked=1)


def plain_added_twice():
    @pattern(name="PlainAddedTwice")
    def Twice(q, k, v, m, n):
        return Weighted(Add(Add(Plain(q, k), n), m), v)

    @rule(Twice, name="plain_added_twice")
    def twice(q, k, v, m, n):
        assert values(q, k, v) and adds(m, q, k) and adds(n, q, k)
        return attend(q, k, v, Add(n, m), scaling="none", masked=1)


def scaled_bare(scaling, Scores):
    @pattern(name=scaling + "Bare")
    def Bare(q, k, v, s):
        return Weighted(Scores(q, k, s), v)

    @rule(Bare, name=scaling.lower() + "_bare")
    def bare(q, k, v, s):
        assert values(q, k, v)
        return attend(q, k, v, s, scaling=scaling.lower())


def scaled_masked(scaling, Scores, kind, Masked, fits, allowed):
    @pattern(name=scaling + kind)
    def One(q, k, v, s, m):
        return Weighted(Masked(Scores(q, k, s), m), v)

    @rule(One, name=f"{scaling}_{kind}".lower())
    def one(q, k, v, s, m):
        assert values(q, k, v) and fits(m, q, k)
        return attend(q, k, v, s, allowed(m), scaling=scaling.lower(), masked=1)


def scaled_added_twice(scaling, Scores):
    @pattern(name=scaling + "AddedTwice")
    def Twice(q, k, v, s, m, n):
        return Weighted(Add(Add(Scores(q, k, s), n), m), v)

    @rule(Twice, name=scaling.lower() + "_added_twice")
    def twice(q, k, v, s, m, n):
        assert values(q, k, v) and adds(m, q, k) and adds(n, q, k)
        return attend(q, k, v, s, Add(n, m), scaling=scaling.lower(), masked=1)


# How a mask meets the scores, which masks it may be, and what of it says which scores stay.
ADDED = ("Added", Add, adds, lambda m: m)
FILLED = ("Filled", lambda s, m: Fill(s, m, -INF), picks, Not)
CHOSEN = ("Chosen", lambda s, m: Where(m, s, -INF), picks, lambda m: m)

plain_bare()
plain_masked(*ADDED)
plain_added_twice()
plain_masked(*FILLED)
plain_masked(*CHOSEN)
for scaling, scores in (("Times", Times), ("Over", Over)):
    scaled_bare(scaling, scores)
    scaled_masked(scaling, scores, *ADDED)
    scaled_added_twice(scaling, scores)
    scaled_masked(scaling, scores, *FILLED)
    scaled_masked(scaling, scores, *CHOSEN)


# PyTorch's own: a row that is masked as a whole is zeros (since 2.5, on the CPU).


def shares(o, q, k, v):
    """The heads of k and v are those of q, or may be fewer."""
    return q.elType == k.elType and q.elType == v.elType and q.elType in (f32, f64, bf16) and (
        q.shape[0] == k.shape[0] and q.shape[0] == v.shape[0]) and (
        (q.rank == 3 and k.rank == 3 and v.rank == 3)
        or (q.rank == 4 and k.rank == 4 and v.rank == 4 and k.shape[1] == v.shape[1]
            and (q.shape[1] == k.shape[1] or o.enable_gqa == 1)))


@pattern
def Own(q, k, v, o):
    o <= Sdpa(q, k, v, Nothing(), 0, is_causal=..., enable_gqa=...)
    return o


@rule(Own)
def own(q, k, v, o):
    assert shares(o, q, k, v)
    return attend(q, k, v, scaling="root", causal=o.is_causal, safe=1)


@pattern
def OwnMasked(q, k, v, m, o):
    o <= Sdpa(q, k, v, m, 0, is_causal=0, enable_gqa=...)
    return o


@rule(OwnMasked)
def own_masked(q, k, v, m, o):
    assert shares(o, q, k, v) and (m.elType == i1 or m.elType == q.elType) and spans(m, q, k)
    return attend(q, k, v, m, scaling="root", masked=1, safe=1)


@pattern
def OwnBy(q, k, v, s, o):
    o <= SdpaBy(q, k, v, Nothing(), 0, s, is_causal=..., enable_gqa=...)
    return o


@rule(OwnBy)
def own_by(q, k, v, s, o):
    assert shares(o, q, k, v) and s.rank == 0
    return attend(q, k, v, s, scaling="times", causal=o.is_causal, safe=1)


@pattern
def OwnMaskedBy(q, k, v, m, s, o):
    o <= SdpaBy(q, k, v, m, 0, s, is_causal=0, enable_gqa=...)
    return o


@rule(OwnMaskedBy)
def own_masked_by(q, k, v, m, s, o):
    assert shares(o, q, k, v) and s.rank == 0 and (m.elType == i1 or m.elType == q.elType) and spans(m, q, k)
    return attend(q, k, v, s, m, scaling="times", masked=1, safe=1)


# Grouped queries: each head of k and v repeated, by expand and reshape.


def repeats(x, e, r):
    return x.rank == 4 and e.rank == 5 and r.rank == 4 and (
        e.shape[0] == x.shape[0] and e.shape[1] == x.shape[1] and e.shape[3] == x.shape[2] and e.shape[4] == x.shape[3]
        and r.shape[0] == x.shape[0] and r.shape[1] == x.shape[1] * e.shape[2] and r.shape[2] == x.shape[2]
        and r.shape[3] == x.shape[3])


@pattern
def Repeated(x):
    e = Expand(Unsqueeze(x, dim=2), size=..., implicit=...)
    r = Reshape(e, shape=...)
    assert repeats(x, e, r)
    return r


@pattern
def Repeated(x):
    e = Expand(Unsqueeze(x, dim=2), size=..., implicit=...)
    r = View(e, size=...)
    assert repeats(x, e, r)
    return r


@pattern
def Grouped(q, k, v, a):
    a <= Attention(q, Repeated(k), Repeated(v), scaling=..., masked=..., causal=..., safe=...)
    assert k.shape[1] == v.shape[1]
    return a


@rule(Grouped)
def grouped(q, k, v, a):
    return attend(q, k, v, scaling=a.scaling, masked=a.masked, causal=a.causal, safe=a.safe)


@pattern
def GroupedBy(q, k, v, s, a):
    a <= Attention(q, Repeated(k), Repeated(v), s, scaling=..., masked=..., causal=..., safe=...)
    assert k.shape[1] == v.shape[1]
    return a


@rule(GroupedBy)
def grouped_by(q, k, v, s, a):
    return attend(q, k, v, s, scaling=a.scaling, masked=a.masked, causal=a.causal, safe=a.safe)


@pattern
def GroupedMaskedBy(q, k, v, s, m, a):
    a <= Attention(q, Repeated(k), Repeated(v), s, m, scaling=..., masked=..., causal=..., safe=...)
    assert k.shape[1] == v.shape[1]
    return a


@rule(GroupedMaskedBy)
def grouped_maskedby(q, k, v, s, m, a):
    return attend(q, k, v, s, m, scaling=a.scaling, masked=a.masked, causal=a.causal, safe=a.safe)
