"""Attention as models write it, to smr_rt.attention(q, k, v, the scale, what masks take).

scaling: none, times or over the scale, root (over the root of the last dimension). masks: how scores meet masks, in
order: add; allow, a mask of i1 that says which scores stay, the others are -inf; fill, such a mask and a number that
the others become. A row that is -inf as a whole is NaNs, with safe zeros. The heads of q may be a multiple of those
of k and v.

Spelled out, attention of f16 is another function than the op, which works in f32: scores beyond 65504 are infinite,
and so are scores less what a mask of -65504 takes from them, or they lose all their digits: such a row is uniform
there, and the softmax of its scores in f32. Nothing in a graph says that scores are small. PyTorch's own attention
works in f32, as the op does.

Not matched, for the meaning would be another: scores that are scaled behind the mask, masks that multiply, a softmax
over another dimension, where(isnan(p), 0, p) (zeros also where an operand is NaN), dropout that drops.
"""
from ops import *
from pypm import *


@op(mlir="torch.aten.softmax.int", attrs=["dim"])
def Softmax(x):
    return 1


@op(mlir="torch.aten.softmax.int", attrs=["dim", "dtype"])
def SoftmaxIn(x):
    return 1


@op(mlir="torch.aten.masked_fill.Scalar")
def FillBy(x, m, y):
    return 1


@op(mlir="torch.aten.masked_fill.Tensor")
def FillByTensor(x, m, y):
    return 1


@op(mlir="torch.aten.where.ScalarOther")
def WhereElse(m, x, y):
    return 1


@op(mlir="torch.aten.where.ScalarSelf")
def WhereThen(m, x, y):
    return 1


@op(mlir="torch.aten.where.self")
def Where(m, x, y):
    return 1


@op(mlir="torch.aten.baddbmm")
def Baddbmm(m, x, y):
    return 1


@op(mlir="torch.aten.baddbmm")
def BaddbmmBy(m, x, y, beta, alpha):
    return 1


@op(mlir="torch.aten.scaled_dot_product_attention", attrs=["is_causal", "enable_gqa"])
def Sdpa(q, k, v, m, p):
    return 1


@op(mlir="torch.aten.scaled_dot_product_attention", attrs=["is_causal", "enable_gqa"])
def SdpaBy(q, k, v, m, p, s):
    return 1


@op(mlir="smr_rt.attention", attrs=["scaling", "masks", "causal", "safe"])
def Attention(*operands):
    return 1


def attend(*operands, scaling, masks="none", causal=0, safe=0):
    return Attention(*operands, scaling=scaling, masks=masks, causal=causal, safe=safe)


# Guards.


def batches(x, y):
    """As many matrices on both sides, of one type, or one for all heads: nothing else is broadcast."""
    assert x.elType == y.elType
    assert x.shape[0] == y.shape[0]
    assert (x.rank == 3 and y.rank == 3) or (
        x.rank == 4 and y.rank == 4 and (x.shape[1] == y.shape[1] or y.shape[1] == 1))


def values(q, y, v):
    """y is what q is multiplied by: its columns are the keys, as many as there are values, in as many heads. (Keys of
    no elements have no root to scale by.)"""
    batches(q, v)
    assert y.rank == 3 or y.shape[1] == v.shape[1]
    assert v.shape[-2] == y.shape[-1]
    assert q.shape[-1] > 0


def picks(m, c, q, y):
    """Does m say which scores become the number c?"""
    assert m.elType == i1
    assert c.rank == 0
    assert spans(m, q, y.shape[-1])


def keys(y):
    """The keys row by row, as the op has them. Transposes of transposes go (ops.py), so this is most often what there
    was before the model transposed it."""
    if y.rank == 4:
        return Transpose(y, dim0=-2, dim1=-1).typed(
            tensor(y.elType, (y.shape[0], y.shape[1], y.shape[3], y.shape[2])))
    return Transpose(y, dim0=-2, dim1=-1).typed(tensor(y.elType, (y.shape[0], y.shape[2], y.shape[1])))


# Scores, and what is made of them.


@pattern
def Plain(q, y):
    s = Product(q, y)
    batches(q, y)
    assert spelled(q)
    return s


# Products that are written as sums over letters (export.py gives them in this order), with the matrices last.


def permuted(x, *order):
    return Permute(x, dims=order).typed(tensor(x.elType, tuple(x.shape[k] for k in order)))


def lengths_match(x, y, equation):
    """Letters of both stand for as many elements in both: einsum broadcasts one to many, products do not."""
    first, second = equation.partition("->")[0].split(",")
    return all(x.shape[first.index(c)] == y.shape[second.index(c)] for c in first if c in second)


def einsum(name, equation, made):
    @pattern(name=name)
    def Summed(x, y, o):
        o <= Einsum(x, y, equation=equation)
        return o

    @rule(Summed, name=name + "Rule")
    def product(x, y, o):
        assert x.elType == y.elType and lengths_match(x, y, equation)
        return made(x, y, o)


def matrices_then(x, y, o, order):
    """x times y with the result's dimensions in that order."""
    sizes = {k: n for k, n in zip(order, range(4))}
    kind = tensor(x.elType, tuple(o.shape[sizes[k]] for k in range(4)))
    return Permute(Matmul(x, y).typed(kind), dims=order)


einsum("RowsByRows", "abcd,abed->abce", lambda x, y, o: Matmul(x, permuted(y, 0, 1, 3, 2)))
einsum("FlatRowsByRows", "abc,adc->abd", lambda x, y, o: Bmm(x, permuted(y, 0, 2, 1)))
einsum("LengthsFirst", "abcd,aecd->acbe", lambda x, y, o: Matmul(permuted(x, 0, 2, 1, 3), permuted(y, 0, 2, 3, 1)))
einsum("BatchesBehind", "abcd,ebcd->bcae", lambda x, y, o: Matmul(permuted(x, 1, 2, 0, 3), permuted(y, 1, 2, 3, 0)))
einsum("RowsByColumns", "abcd,abde->abce", lambda x, y, o: Matmul(x, y))
einsum("FlatRowsByColumns", "abc,acd->abd", lambda x, y, o: Bmm(x, y))
einsum("ToLengthsFirst", "abcd,adbe->acbe", lambda x, y, o: matrices_then(x, permuted(y, 0, 2, 1, 3), o, (0, 2, 1, 3)))
einsum("ToBatchesBehind", "abcd,dabe->cabe", lambda x, y, o: matrices_then(x, permuted(y, 1, 2, 0, 3), o, (2, 0, 1, 3)))


# Times s, over d; what is not there is bound to q, whose rank is another.
@pattern
def Scores(q, y, s, d):
    assert s.rank == 0
    q <= d
    return Mul(once(Plain(q, y)), s)


# A scale for each head or query.
@pattern
def Scores(q, y, s, d):
    assert s.rank >= 1
    assert s.shape[-1] == 1
    assert q.shape[-1] != 1
    assert s.elType == q.elType
    assert spans(s, q, 1)
    q <= d
    return Mul(once(Plain(q, y)), s)


@pattern
def Scores(q, y, s, d):
    assert d.rank == 0
    q <= s
    return Div(once(Plain(q, y)), d)


@pattern
def Scores(q, y, s, d):
    q <= s
    q <= d
    return Plain(q, y)


# Scores that stay where the mask is 0, and those that stay where it is 1.
@pattern
def Filled(x, m, c):
    return FillBy(x, m, c)


@pattern
def Filled(x, m, c):
    return FillByTensor(x, m, c)


@pattern
def Filled(x, m, c):
    return WhereThen(m, c, x)


@pattern
def Filled(x, m, c):
    return Where(m, c, x)


@pattern
def Chosen(x, m, c):
    return WhereElse(m, x, c)


@pattern
def Chosen(x, m, c):
    return Where(m, x, c)


# In the scores' own type, or of bf16 in f32 between two casts: what f64 holds may be infinite in f32.
@pattern
def Probabilities(x):
    p = Softmax(x, dim=...)
    assert p.dim in (-1, x.rank - 1)
    return p


@pattern
def Probabilities(x):
    p = SoftmaxIn(x, dim=..., dtype=...)
    assert p.dim in (-1, x.rank - 1)
    assert p.elType == x.elType or (p.elType == f32 and x.elType == bf16)
    return p


@pattern
def Soft(x):
    p = Probabilities(x)
    assert p.elType == x.elType
    return p


@pattern
def Soft(x):
    p = To(once(Probabilities(x)), dtype=..., copy=...)
    assert p.elType == x.elType
    return p


@pattern
def Soft(x):
    wide = To(x, dtype=..., copy=...)
    p = To(once(Probabilities(once(wide))), dtype=..., copy=...)
    assert p.elType == x.elType
    assert wide.elType == f32
    assert x.elType in (f32, bf16)
    return p


@pattern
def Weighted(x, v):
    return Product(once(Soft(once(x))), v)


@pattern
def SafeWeighted(x, v):
    p = SafeSoftmax(once(x), dim=...)
    assert p.dim in (-1, x.rank - 1)
    assert p.elType == x.elType
    return Product(once(p), v)


# Scores as they are or scaled, each bare or masked, by either softmax: patterns of one shape, made by helpers.


# Scores bare or with masks, by either softmax: patterns of one shape, made by helpers.


def made(q, y, v, s, d, *masks, how, safe):
    """The attention, with the scale that there is."""
    if s.rank == 0:
        return attend(q, keys(y), v, s, *masks, scaling="times", masks=how, safe=safe)
    if d.rank == 0:
        return attend(q, keys(y), v, d, *masks, scaling="over", masks=how, safe=safe)
    if s.shape[-1] == 1 and q.shape[-1] != 1:
        return attend(Mul(q, s).typed(q.type), keys(y), v, *masks, scaling="none", masks=how, safe=safe)
    return attend(q, keys(y), v, *masks, scaling="none", masks=how, safe=safe)


def bare(name, weighted, safe):
    @pattern(name=name)
    def Bare(q, y, v, s, d):
        values(q, y, v)
        return weighted(Scores(q, y, s, d), v)

    @rule(Bare, name=name + "Rule")
    def bare_rule(q, y, v, s, d):
        return made(q, y, v, s, d, how="none", safe=safe)


def added(name, weighted, safe):
    @pattern(name=name)
    def Added(q, y, v, s, d, m):
        values(q, y, v)
        adds(m, q, y)
        return weighted(Add(once(Scores(q, y, s, d)), m), v)

    @rule(Added, name=name + "Rule")
    def added_rule(q, y, v, s, d, m):
        return made(q, y, v, s, d, m, how="add", safe=safe)


def added_twice(name, weighted, safe):
    @pattern(name=name)
    def Twice(q, y, v, s, d, m, n):
        values(q, y, v)
        adds(m, q, y)
        adds(n, q, y)
        return weighted(Add(once(Add(once(Scores(q, y, s, d)), m)), n), v)

    @rule(Twice, name=name + "Rule")
    def twice_rule(q, y, v, s, d, m, n):
        return made(q, y, v, s, d, m, n, how="add_add", safe=safe)


def filled(name, weighted, safe, masked, allowed):
    @pattern(name=name)
    def One(q, y, v, s, d, m, c):
        values(q, y, v)
        picks(m, c, q, y)
        return weighted(masked(once(Scores(q, y, s, d)), m, c), v)

    @rule(One, name=name + "Rule")
    def one_rule(q, y, v, s, d, m, c):
        return made(q, y, v, s, d, allowed(m), c, how="fill", safe=safe)


def filled_then_added(name, weighted, safe, masked, allowed):
    @pattern(name=name)
    def Both(q, y, v, s, d, m, c, n):
        values(q, y, v)
        picks(m, c, q, y)
        adds(n, q, y)
        return weighted(Add(once(masked(once(Scores(q, y, s, d)), m, c)), n), v)

    @rule(Both, name=name + "Rule")
    def both_rule(q, y, v, s, d, m, c, n):
        return made(q, y, v, s, d, allowed(m), c, n, how="fill_add", safe=safe)


def added_then_filled(name, weighted, safe, masked, allowed):
    @pattern(name=name)
    def Both(q, y, v, s, d, m, c, n):
        values(q, y, v)
        picks(m, c, q, y)
        adds(n, q, y)
        return weighted(masked(once(Add(once(Scores(q, y, s, d)), n)), m, c), v)

    @rule(Both, name=name + "Rule")
    def both_rule(q, y, v, s, d, m, c, n):
        return made(q, y, v, s, d, n, allowed(m), c, how="add_fill", safe=safe)


def itself(m):
    return m


for kind, weighted, safe in (("", Weighted, 0), ("Safe", SafeWeighted, 1)):
    bare(kind + "Bare", weighted, safe)
    added(kind + "Added", weighted, safe)
    added_twice(kind + "AddedTwice", weighted, safe)
    for masked, met, allowed in (("Filled", Filled, Not), ("Chosen", Chosen, itself)):
        filled(kind + "By" + masked, weighted, safe, met, allowed)
        filled_then_added(kind + masked + "Added", weighted, safe, met, allowed)
        added_then_filled(kind + "Added" + masked, weighted, safe, met, allowed)


# What adds to a product in one op, as a product and a sum; and the parts of attention over [batch * heads, …], some of
# whose scores have heads for themselves.


@pattern
def Blended(m, x, y, o):
    o <= Baddbmm(m, x, y)
    return o


@rule(Blended)
def blended(m, x, y, o):
    assert spelled(x)
    return Add(Bmm(x, y).typed(o.type), m)


@pattern
def BlendedBy(m, x, y, s, o):
    o <= BaddbmmBy(m, x, y, 1, s)
    return o


@rule(BlendedBy)
def blended_by(m, x, y, s, o):
    assert spelled(x)
    return Add(Mul(Bmm(x, y).typed(o.type), s).typed(o.type), m)


# (m is not looked at, whatever it is.)
@pattern
def BlendedWithNothing(m, x, y, s, o):
    o <= BaddbmmBy(m, x, y, 0, s)
    return o


@rule(BlendedWithNothing)
def blended_with_nothing(m, x, y, s, o):
    assert spelled(x)
    return Mul(Bmm(x, y).typed(o.type), s)


@pattern
def BlendedWithBeta(m, x, y, b, s, o):
    o <= BaddbmmBy(m, x, y, b, s)
    return o


@rule(BlendedWithBeta)
def blended_with_beta(m, x, y, b, s, o):
    assert spelled(x)
    return Add(Mul(Bmm(x, y).typed(o.type), s).typed(o.type), Mul(m, b).typed(m.type))


def splits(wide, flat):
    """Has wide of flat's batches as many as heads for each?"""
    return flat.rank == 3 and wide.rank == 4 and flat.shape[0] == wide.shape[0] * wide.shape[1] and (
        flat.shape[1] == wide.shape[2] and flat.shape[2] == wide.shape[3])


def split(x, like):
    """x over batches and heads."""
    return ReshapeRt(x).typed(tensor(x.elType, (like.shape[0], like.shape[1], x.shape[1], x.shape[2])))


@pattern
def SplitWeights(p, v, o):
    u = Reshaped(p)
    o <= Product(once(u), v)
    p <= Soft(var())
    batches(u, v)
    assert splits(p, u)
    return o


@rule(SplitWeights)
def split_weights(p, v, o):
    return ReshapeRt(Matmul(p, split(v, p)).typed(tensor(v.elType, (p.shape[0], p.shape[1], o.shape[1], o.shape[2]))))


# Windows of one image apart, for their masks.
@pattern
def Windowed(s, m, o):
    apart = Reshaped(s)
    o <= Reshaped(once(Add(once(apart), m)))
    assert o.shape == s.shape and s.rank == 4 and apart.rank == 5 and m.rank == 5
    assert all(apart.shape[k + 1] == s.shape[k] for k in range(4)) and apart.shape[0] == 1 and m.shape[0] == 1
    assert all(m.shape[k] == apart.shape[k] or m.shape[k] == 1 for k in range(1, 5))
    return o


@rule(Windowed)
def windowed(s, m, o):
    return Add(s, ReshapeRt(m).typed(tensor(m.elType, m.shape[-4:])))


@pattern
def Split(x, o):
    o <= Reshaped(once(x))
    assert splits(o, x) and spelled(x)
    return o


@pattern
def SplitProduct(q, y, o):
    batches(q, y)
    return Split(Product(q, y), o)


@rule(SplitProduct)
def split_product(q, y, o):
    return Matmul(split(q, o), split(y, o))


@pattern
def FlatProduct(b):
    x, y = var(), var()
    b <= Product(x, y)
    batches(x, y)
    return b


# What stands between such a product and where it is split moves behind that.
@pattern
def SplitTimes(b, s, o):
    assert s.rank == 0
    return Split(Mul(FlatProduct(b), s), o)


@rule(SplitTimes)
def split_times(b, s, o):
    return Mul(split(b, o), s)


@pattern
def SplitOver(b, s, o):
    assert s.rank == 0
    return Split(Div(FlatProduct(b), s), o)


@rule(SplitOver)
def split_over(b, s, o):
    return Div(split(b, o), s)


@pattern
def FlatScores(x):
    return FlatProduct(x)


@pattern
def FlatScores(x):
    x <= Mul(FlatProduct(var()), var())
    return x


@pattern
def FlatScores(x):
    x <= Div(FlatProduct(var()), var())
    return x


@pattern
def SplitSum(x, m, o):
    assert m.rank == 3 and m.shape[0] == x.shape[0]
    return Split(Add(FlatScores(x), m), o)


@rule(SplitSum)
def split_sum(x, m, o):
    return Add(split(x, o), split(m, o))


# PyTorch's own: a row that is masked as a whole is zeros (since 2.5, on the CPU). Scores of bf16 and f16 are of f32.


def shares(o, q, k, v):
    """The heads of k and v are those of q, or may be fewer."""
    return q.elType == k.elType and q.elType == v.elType and floats(q) and q.shape[-1] > 0 and (
        q.shape[0] == k.shape[0] and q.shape[0] == v.shape[0]) and (
        (q.rank == 3 and k.rank == 3 and v.rank == 3)
        or (q.rank == 4 and k.rank == 4 and v.rank == 4 and k.shape[1] == v.shape[1]
            and (q.shape[1] == k.shape[1] or o.enable_gqa == 1)))


def own_masked_by_type(q, k, v, m, *scale, scaling):
    if m.elType == i1:
        return attend(q, k, v, *scale, m, scaling=scaling, masks="allow", safe=1)
    if m.elType == q.elType:
        return attend(q, k, v, *scale, m, scaling=scaling, masks="add", safe=1)


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
    assert shares(o, q, k, v) and spans(m, q, k.shape[-2])
    return own_masked_by_type(q, k, v, m, scaling="root")


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
    assert shares(o, q, k, v) and s.rank == 0 and spans(m, q, k.shape[-2])
    return own_masked_by_type(q, k, v, m, s, scaling="times")


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


def regrouped(a, q, k, v, *rest):
    assert k.shape[1] == v.shape[1]
    return attend(q, k, v, *rest, scaling=a.scaling, masks=a.masks, causal=a.causal, safe=a.safe)


def grouped(a, *operands):
    a <= Attention(*operands, scaling=..., masks=..., causal=..., safe=...)
    return a


def regrouped(a, q, k, v, *rest):
    assert k.shape[1] == v.shape[1]
    return attend(q, k, v, *rest, scaling=a.scaling, masks=a.masks, causal=a.causal, safe=a.safe)


def grouped(a, *operands):
    a <= Attention(*operands, scaling=..., masks=..., causal=..., safe=...)
    return a


@pattern
def Grouped(q, k, v, a):
    return grouped(a, q, Repeated(k), Repeated(v))


@rule(Grouped)
def grouped_rule(q, k, v, a):
    return regrouped(a, q, k, v)


@pattern
def GroupedOne(q, k, v, s, a):
    return grouped(a, q, Repeated(k), Repeated(v), s)


@rule(GroupedOne)
def grouped_one(q, k, v, s, a):
    return regrouped(a, q, k, v, s)


@pattern
def GroupedTwo(q, k, v, s, m, a):
    return grouped(a, q, Repeated(k), Repeated(v), s, m)


@rule(GroupedTwo)
def grouped_two(q, k, v, s, m, a):
    return regrouped(a, q, k, v, s, m)


@pattern
def GroupedThree(q, k, v, s, m, n, a):
    return grouped(a, q, Repeated(k), Repeated(v), s, m, n)


@rule(GroupedThree)
def grouped_three(q, k, v, s, m, n, a):
    return regrouped(a, q, k, v, s, m, n)


@pattern
def GroupedFour(q, k, v, s, m, c, n, a):
    return grouped(a, q, Repeated(k), Repeated(v), s, m, c, n)


@rule(GroupedFour)
def grouped_four(q, k, v, s, m, c, n, a):
    return regrouped(a, q, k, v, s, m, c, n)
