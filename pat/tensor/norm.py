"""Norms, GELU and SiLU as models write them, to smr_rt.layer_norm, smr_rt.rms_norm, PyTorch's gelu and silu, and
smr_rt.gelu where PyTorch has no such op."""
from ops import *
from pypm import *


@op(mlir="torch.aten.layer_norm", attrs=["normalized_shape"])
def LayerNorm(x, w, b, e):
    return 1


@op(mlir="torch.aten.rms_norm", attrs=["normalized_shape"])
def RmsNorm(x, w, e):
    return 1


def rows(x, w):
    """Is w one number for each element of a row of x?"""
    return floats(x) and x.rank <= 4 and w.rank == 1 and w.elType == x.elType and w.shape[0] == x.shape[-1]


# Over the last dimension alone, with weight and bias of one type with x.
@pattern
def Layer(x, w, b, e, o):
    o <= LayerNorm(x, w, b, e, normalized_shape=...)
    return o


@rule(Layer)
def layer(x, w, b, e, o):
    assert o.normalized_shape[0] == x.shape[-1] and rows(x, w) and rows(x, b)
    return LayerNormRt(x, w, b, e)


# Without a bias, without a weight.
@pattern
def LayerUnbiased(x, w, n, e, o):
    n <= Nothing()
    o <= LayerNorm(x, w, n, e, normalized_shape=...)
    return o


@rule(LayerUnbiased)
def layer_unbiased(x, w, n, e, o):
    assert o.normalized_shape[0] == x.shape[-1] and rows(x, w)
    return LayerNormRt(x, w, n, e)


@pattern
def LayerBare(x, n, e, o):
    n <= Nothing()
    o <= LayerNorm(x, n, n, e, normalized_shape=...)
    return o


# No weight tells that normalized_shape has one dimension: it has where its first is the last of x and no other.
@rule(LayerBare)
def layer_bare(x, n, e, o):
    assert o.normalized_shape[0] == x.shape[-1] and floats(x) and x.rank <= 4
    assert all(x.rank < k or x.shape[-k] != x.shape[-1] for k in (2, 3, 4))
    return LayerNormRt(x, n, n, e)


# w * (x / sqrt(mean(x²) + e)): LLaMA's, T5's, and PyTorch's own.
@pattern
def Squares(x):
    return Pow(x, 2)


@pattern
def Squares(x):
    return Mul(x, x)


# The shape tells that the mean is over the last dimension, and over no other.
def over_last(m, x):
    return m.rank == x.rank and m.shape[-1] == 1 and (x.rank == 1 or m.shape[-2] == x.shape[-2]) and (
        x.rank <= 2 or m.shape[-3] == x.shape[-3]) and (x.rank <= 3 or m.shape[-4] == x.shape[-4])


@pattern
def MeanSquare(x):
    m = Mean(Squares(x), dim=..., keepdim=1)
    assert over_last(m, x)
    return m


@pattern
def OverMeanSquare(x, e):
    return Mul(x, Rsqrt(Add(MeanSquare(x), e)))


@pattern
def OverMeanSquare(x, e):
    return Div(x, Sqrt(Add(MeanSquare(x), e)))


@pattern
def Rms(x, w, e):
    return Mul(w, OverMeanSquare(x, e))


@pattern
def Rms(x, w, e):
    return Mul(Mul(w, x), Rsqrt(Add(MeanSquare(x), e)))


@pattern
def Rms(x, w, e):
    return Div(Mul(w, x), Sqrt(Add(MeanSquare(x), e)))


@rule(Rms)
def rms(x, w, e):
    assert rows(x, w) and number(e) and x.elType in FLOATS
    return RmsNormRt(x, w, e)


# Of bf16 and f16 in f32, rounded before the weight, as the kernel does: LLaMA's.
@pattern
def NarrowRms(x, w, e):
    wide = To(x, dtype=..., copy=...)
    narrow = To(OverMeanSquare(wide, e), dtype=..., copy=...)
    assert x.elType in NARROW and wide.elType == f32 and narrow.elType == x.elType
    return Mul(w, narrow)


@rule(NarrowRms)
def narrow_rms(x, w, e):
    assert rows(x, w) and number(e)
    return RmsNormRt(x, w, e)


@pattern
def OwnRms(x, w, e, o):
    o <= RmsNorm(x, w, e, normalized_shape=...)
    return o


@rule(OwnRms)
def own_rms(x, w, e, o):
    assert o.normalized_shape[0] == x.shape[-1] and rows(x, w) and number(e) and x.elType in FLOATS
    return RmsNormRt(x, w, e)


# Of what its mean was taken from, with a bias: a layer norm.
@pattern
def Centred(x, w, b, e):
    m = Mean(x, dim=..., keepdim=1)
    assert over_last(m, x)
    return Add(once(RmsNormRt(Sub(x, m), w, e)), b)


@rule(Centred)
def centred(x, w, b, e):
    assert rows(x, w) and rows(x, b) and x.elType in FLOATS
    return LayerNormRt(x, w, b, e)


# x (1 + tanh(√(2/π) (x + 0.044715 x³))) / 2 in any order of its products.
@pattern
def Cube(x):
    return Pow(x, 3)


@pattern
def Cube(x):
    return Mul(Mul(x, x), x)


@pattern
def InTanh(x):
    return Mul(Add(x, Mul(Cube(x), 0.044715)), 0.7978845608028654)


# (√(2/π) with eight or ten digits is the same number in f32.)
@pattern
def Root2OverPi(x):
    return Mul(x, 0.7978845608028654)


@pattern
def Root2OverPi(x):
    assert x.elType == f32
    return Mul(x, 0.79788456)


@pattern
def Root2OverPi(x):
    assert x.elType == f32
    return Mul(x, 0.7978845608)


@pattern
def InTanh(x):
    return Mul(Root2OverPi(x), Add(Mul(Mul(x, 0.044715), x), 1))


@pattern
def OnePlusTanh(x):
    return Add(Tanh(InTanh(x)), 1)


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


# x * sigmoid(x), and x * sigmoid(1.702 x): CLIP's GELU.
@pattern
def SpelledSilu(x):
    return Mul(x, Sigmoid(x))


@rule(SpelledSilu)
def silu_spelled(x):
    assert x.elType in FLOATS
    return Silu(x)


@pattern
def QuickGelu(x):
    return Mul(x, Sigmoid(Mul(x, 1.702)))


@rule(QuickGelu)
def gelu_by_sigmoid(x):
    assert x.elType in FLOATS and x.rank >= 1
    return GeluRt(x, approximate="sigmoid")
