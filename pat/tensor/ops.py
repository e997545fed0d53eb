"""Ops of tools/pypm/export.py, and those that compute nothing. The other libraries import this one."""
from pypm import *


@op(mlir="torch.constant.none")
def Nothing():
    return 1


@op(mlir="torch.aten.add.Tensor", commutative=True)
def Add(x, y):
    return broadcast(x.type, y.type)


@op(mlir="torch.aten.mul.Tensor", commutative=True)
def Mul(x, y):
    return 1


@op(mlir="torch.aten.div.Tensor")
def Div(x, y):
    return 1


@op(mlir="torch.aten.pow.Tensor_Scalar")
def Pow(x, y):
    return 1


@op(mlir="torch.aten.rsqrt")
def Rsqrt(x):
    return x.type


@op(mlir="torch.aten.mean.dim", attrs=["dim", "keepdim"])
def Mean(x):
    return 1


@op(mlir="torch.aten.to.dtype", attrs=["dtype", "copy"])
def To(x):
    return 1


@op(mlir="torch.aten.type_as")
def TypeAs(x, y):
    return 1


@op(mlir="torch.aten.dropout", attrs=["train"])
def Dropout(x, p):
    return x.type


@op(mlir="torch.aten.contiguous")
def Contiguous(x):
    return x.type


@op(mlir="torch.aten.clone")
def Clone(x):
    return x.type


@op(mlir="torch.aten.expand", attrs=["size", "implicit"])
def Expand(x):
    return 1


@op(mlir="torch.aten.slice.Tensor", attrs=["dim", "start", "end", "step"])
def Slice(x):
    return 1


@op(mlir="torch.aten.unsqueeze", attrs=["dim"])
def Unsqueeze(x):
    return 1


@op(mlir="torch.aten.view", attrs=["size"])
def View(x):
    return 1


@op(mlir="torch.aten.reshape", attrs=["shape"])
def Reshape(x):
    return 1


@op(mlir="torch.aten.t")
def T(x):
    return 1


@op(mlir="torch.aten.transpose.int", attrs=["dim0", "dim1"])
def Transpose(x):
    return 1


@op(mlir="torch.aten.permute", attrs=["dims"])
def Permute(x):
    return 1


@op(mlir="torch.aten.matmul")
def Matmul(x, y):
    return 1


@op(mlir="torch.aten.bmm")
def Bmm(x, y):
    return 1


@op(mlir="torch.aten.addmm")
def Addmm(b, x, y):
    return 1


@op(mlir="torch.aten.linear")
def Linear(x, w, b):
    return 1


@op(mlir="torch.aten.logical_not")
def Not(x):
    return tensor(i1, x.shape)


FLOATS = (f32, f64)


def turns_last(t, x):
    """Does the transposition change the places of x's last two dimensions?"""
    first, second = t.dim0 % x.rank, t.dim1 % x.rank
    return x.rank >= 2 and (
        (first == x.rank - 2 and second == x.rank - 1) or (first == x.rank - 1 and second == x.rank - 2))


# Transposed twice.
@pattern
def Back(x):
    once = Transpose(x, dim0=..., dim1=...)
    twice = Transpose(once, dim0=..., dim1=...)
    assert turns_last(once, x) and turns_last(twice, x)
    return twice


@pattern
def Back(x):
    twice = Transpose(Permute(x, dims=(0, 1, 3, 2)), dim0=..., dim1=...)
    assert x.rank == 4 and turns_last(twice, x)
    return twice


@pattern
def Back(x):
    twice = Transpose(Permute(x, dims=(0, 2, 1)), dim0=..., dim1=...)
    assert x.rank == 3 and turns_last(twice, x)
    return twice


@rule(Back)
def backs(x):
    return x


# Permuted from [batch, length, heads, d] at once.
@pattern
def HalfBack(x):
    twice = Transpose(Permute(x, dims=(0, 2, 3, 1)), dim0=..., dim1=...)
    assert x.rank == 4 and turns_last(twice, x)
    return twice


@rule(HalfBack)
def half_backs(x):
    return Permute(x, dims=(0, 2, 1, 3))


# Each gives its operand where that is of the result's type.
@pattern
def Drop(x, p):
    return Dropout(x, p, train=0)


@rule(Drop)
def drops(x, p):
    return x


@pattern
def Same(x):
    o = Contiguous(x)
    assert o.shape == x.shape and o.elType == x.elType
    return o


@pattern
def Same(x):
    o = Clone(x)
    assert o.shape == x.shape and o.elType == x.elType
    return o


@pattern
def Same(x):
    o = To(x, dtype=..., copy=...)
    assert o.shape == x.shape and o.elType == x.elType
    return o


@pattern
def Same(x):
    o = Expand(x, size=..., implicit=...)
    assert o.shape == x.shape and o.elType == x.elType
    return o


@pattern
def Same(x):
    o = Slice(x, dim=..., start=..., end=..., step=1)
    assert o.shape == x.shape and o.elType == x.elType
    return o


@pattern
def Same(x):
    o = View(x, size=...)
    assert o.shape == x.shape and o.elType == x.elType
    return o


@pattern
def Same(x):
    o = Reshape(x, shape=...)
    assert o.shape == x.shape and o.elType == x.elType
    return o


@rule(Same)
def sames(x):
    return x


@pattern
def SameAs(x, y):
    o = TypeAs(x, y)
    assert o.elType == x.elType
    return o


@rule(SameAs)
def sames_as(x, y):
    return x
