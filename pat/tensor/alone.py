"""What stands alone when the other libraries have run, and sums that a norm is taken of.

A sum is made again by the norm, so one that others use, too, stays. (An op with two results, the sum and its norm,
could replace the norm alone: what uses the sum is no part of the match.)
"""
from ops import *
from pypm import *


@op(mlir="smr_rt.silu")
def SiluRt(x):
    return x.type


@op(mlir="smr_rt.softmax", attrs=["safe"])
def SoftmaxRt(x):
    return x.type


@op(mlir="smr_rt.add_layer_norm")
def AddLayerNorm(x, r, w, b, e):
    return 1


@op(mlir="smr_rt.add_rms_norm")
def AddRmsNorm(x, r, w, e):
    return 1


def rows_of(x):
    return floats(x) and x.rank >= 1


@pattern
def AnyGelu(x, o):
    o <= Gelu(x, approximate=...)
    return o


@rule(AnyGelu)
def any_gelu(x, o):
    assert rows_of(x)
    return GeluRt(x, approximate=o.approximate)


@pattern
def AnySilu(x):
    return Silu(x)


@rule(AnySilu)
def any_silu(x):
    assert rows_of(x)
    return SiluRt(x)


@pattern
def AnySafeSoftmax(x, o):
    o <= SafeSoftmax(x, dim=...)
    return o


@rule(AnySafeSoftmax)
def any_safe_softmax(x, o):
    assert rows_of(x) and o.elType == x.elType and o.dim in (-1, x.rank - 1)
    return SoftmaxRt(x, safe=1)


@pattern
def Residual(x, r):
    assert x.shape == r.shape and x.elType == r.elType
    return once(Add(x, r))


@pattern
def LayerOfSum(x, r, w, b, e):
    return LayerNormRt(Residual(x, r), w, b, e)


@rule(LayerOfSum)
def layer_of_sum(x, r, w, b, e):
    return AddLayerNorm(x, r, w, b, e)


@pattern
def RmsOfSum(x, r, w, e):
    return RmsNormRt(Residual(x, r), w, e)


@rule(RmsOfSum)
def rms_of_sum(x, r, w, e):
    return AddRmsNorm(x, r, w, e)
