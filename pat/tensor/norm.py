"""Norms and GELU as models write them, to smr_rt.layer_norm, smr_rt.rms_norm and PyTorch's gelu."""
from ops import *
from pypm import *


@op(mlir="torch.aten.layer_norm", attrs=["normalized_shape"])
def LayerNorm(x, w, b, e):
    return 1


@op(mlir="torch.aten.rms_norm", attrs=["normalized_shape"])
def RmsNorm(x, w, e):
    return 1


@op(mlir="torch.aten.tanh")
def Tanh(x):
    return 1


@op(mlir="torch.aten.erf")
def Erf(x):
    return 1


@op(mlir="torch.aten.gelu", attrs=["approximate"])
def Gelu(x):
    return x.type


@op(mlir="smr_rt.layer_norm")
def LayerNormRt(x, w, b, e):
    return 1


@op(mlir="smr_rt.rms_norm")
def RmsNormRt(x, w, e):
    return 1


def rows(x, w):
    """Is w one number for each element of a row of x?"""
    return x.elType in FLOATS and x.rank <= 4 and w.rank == 1 and w.elType == x.elType and w.shape[0] == x.shape[-1]


# Over the last dimension alone, with weight and bias of one type with x.
@pattern
def Layer(x, w, b, e, o):
    o <= LayerNorm(x, w, b, e, normalized_shape=...)
    return o


@rule(Layer)
def layer(x, w, b, e, o):
    assert o.normalized_shape[0] == x.shape[-1] and rows(x, w) and rows(x, b)
    return LayerNormRt(x, w, b, e)


# w * (x / sqrt(mean(x²) + e)): LLaMA's, T5's, and PyTorch's own.
@pattern
def Squares(x):
    return Pow(x, 2)


@pattern
def Squares(x):
    return Mul(x, x)


# The shape tells that the mean is over the last dimension, and over no other.
@pattern
def MeanSquare(x):
    m = Mean(Squares(x), dim=..., keepdim=1)
    assert m.rank == x.rank and m.shape[-1] == 1
    assert x.rank == 1 or m.shape[-2] == x.shape[-2]
    assert x.rank <= 2 or m.shape[-3] == x.shape[-3]
    assert x.rank <= 3 or m.shape[-4] == x.shape[-4]
    return m


@pattern
def Rms(x, w, e):
    return Mul(w, Mul(x, Rsqrt(Add(MeanSquare(x), e))))


@rule(Rms)
def rms(x, w, e):
    assert rows(x, w) and e.rank == 0
    return RmsNormRt(x, w, e)


@pattern
def OwnRms(x, w, e, o):
    o <= RmsNorm(x, w, e, normalized_shape=...)
    return o


@rule(OwnRms)
def own_rms(x, w, e, o):
    assert o.normalized_shape[0] == x.shape[-1] and rows(x, w) and e.rank == 0
    return RmsNormRt(x, w, e)


# x (1 + tanh(√(2/π) (x + 0.044715 x³))) / 2 in any order of its products.
@pattern
def Cube(x):
    return Pow(x, 3)


@pattern
def Cube(x):
    return Mul(Mul(x, x), x)


@pattern
def OnePlusTanh(x):
    return Add(Tanh(Mul(Add(x, Mul(Cube(x), 0.044715)), 0.7978845608028654)), 1)


@pattern
def NewGelu(x):
    return Mul(Mul(x, 0.5), OnePlusTanh(x))


@pattern
def NewGelu(x):
    return Mul(Mul(x, OnePlusTanh(x)), 0.5)


@pattern
def NewGelu(x):
    return Mul(x, Mul(OnePlusTanh(x), 0.5))


@rule(NewGelu)
def gelu_by_tanh(x):
    assert x.elType in FLOATS
    return Gelu(x, approximate="tanh")


# x (1 + erf(x / √2)) / 2, as F2 has it.
@pattern
def OverRoot(x):
    return Div(x, 1.4142135623730951)


@pattern
def OverRoot(x):
    return Mul(x, 0.7071067811865476)


@pattern
def OnePlusErf(x):
    return Add(Erf(OverRoot(x)), 1)


@pattern
def ErfGelu(x):
    return Mul(Mul(x, 0.5), OnePlusErf(x))


@pattern
def ErfGelu(x):
    return Mul(Mul(x, OnePlusErf(x)), 0.5)


@pattern
def ErfGelu(x):
    return Mul(x, Mul(OnePlusErf(x), 0.5))


@rule(ErfGelu)
def gelu_by_erf(x):
    assert x.elType in FLOATS
    return Gelu(x, approximate="none")
