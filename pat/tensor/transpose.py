"""Transposes that a product takes as they are: a linear layer, smr_rt.bmm.

For what the other libraries leave: in a run of its own, for what attention needs is not to be taken from it.
"""
from ops import *
from pypm import *


# mm(x, t(w)) + b is a linear layer, whose weight is the other way round.
@pattern
def Turned(y):
    t = Transpose(y, dim0=..., dim1=...)
    assert turns_last(t, y)
    return t


@pattern
def Turned(y):
    return LastTurned(y)


@pattern
def Turned(y):
    assert y.rank == 2
    return T(y)


@pattern
def Turned(y):
    assert y.rank == 2
    return NumpyT(y)


@pattern
def Turned(y):
    assert y.rank == 4
    return Permute(y, dims=(0, 1, 3, 2))


@pattern
def Turned(y):
    assert y.rank == 3
    return Permute(y, dims=(0, 2, 1))


@pattern
def AddTurned(x, w, b):
    assert w.rank == 2
    return Addmm(b, x, Turned(w))


@rule(AddTurned, fp="exact")
def linear_turned(x, w, b):
    assert x.rank == 2 and b.rank == 1 and x.elType == w.elType and b.elType == x.elType
    return Linear(x, w, b)


# Batches of products with the last two dimensions turned, as many of one side as of the other, or one matrix.
@pattern
def Batch(x, y):
    return Product(x, Turned(y))


@rule(Batch)
def batch_turned(x, y):
    assert multiplies(x, y)
    return BmmRt(x, y, transposed=1, scaled=0, before=0, act="none", after=0)


# What was made of a product by then.
def turned_of(o, *operands):
    o <= BmmRt(*operands, transposed=0, scaled=..., before=..., act=..., after=...)
    return o


def turned(o, *operands):
    return BmmRt(*operands, transposed=1, scaled=o.scaled, before=o.before, act=o.act, after=o.after)


@pattern
def TurnedBare(x, y, o):
    return turned_of(o, x, Turned(y))


@rule(TurnedBare)
def turned_bare(x, y, o):
    return turned(o, x, y)


@pattern
def TurnedOne(x, y, a, o):
    return turned_of(o, x, Turned(y), a)


@rule(TurnedOne)
def turned_one(x, y, a, o):
    return turned(o, x, y, a)


@pattern
def TurnedTwo(x, y, a, b, o):
    return turned_of(o, x, Turned(y), a, b)


@rule(TurnedTwo)
def turned_two(x, y, a, b, o):
    return turned(o, x, y, a, b)


@pattern
def TurnedThree(x, y, a, b, c, o):
    return turned_of(o, x, Turned(y), a, b, c)


@rule(TurnedThree)
def turned_three(x, y, a, b, c, o):
    return turned(o, x, y, a, b, c)
