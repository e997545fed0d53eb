"""Transposes that a product takes as they are: a linear layer, smr_rt.bmm.

For what the other libraries leave: in a run of its own, for what attention needs is not to be taken from it.
"""
from ops import *
from pypm import *


@op(mlir="smr_rt.bmm", attrs=["transposed"])
def BmmRt(x, y):
    return 1


# mm(x, t(w)) + b is a linear layer, whose weight is the other way round.
@pattern
def Turned(w):
    return T(w)


@pattern
def Turned(w):
    u = Transpose(w, dim0=..., dim1=...)
    assert u.dim0 % 2 != u.dim1 % 2
    return u


@pattern
def AddTurned(x, w, b):
    assert w.rank == 2
    return Addmm(b, x, Turned(w))


@rule(AddTurned)
def linear_turned(x, w, b):
    assert x.rank == 2 and b.rank == 1 and x.elType == w.elType and b.elType == x.elType
    return Linear(x, w, b)


# Batches of products with the last two dimensions turned, as many of one side as of the other.
@pattern
def Batch(x, y, u):
    u <= Transpose(y, dim0=..., dim1=...)
    return Matmul(x, u)


@pattern
def Batch(x, y, u):
    u <= Transpose(y, dim0=..., dim1=...)
    return Bmm(x, u)


@rule(Batch)
def batch_turned(x, y, u):
    first, second = u.dim0 % y.rank, u.dim1 % y.rank
    assert x.elType in FLOATS and x.elType == y.elType and x.shape[0] == y.shape[0]
    assert (x.rank == 3 and y.rank == 3) or (x.rank == 4 and y.rank == 4 and x.shape[1] == y.shape[1])
    assert (first == y.rank - 2 and second == y.rank - 1) or (first == y.rank - 1 and second == y.rank - 2)
    return BmmRt(x, y, transposed=1)
