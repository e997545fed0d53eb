"""Convolutions with batch norm (of inference), bias, activation and residual, to smr_rt.conv2d.

Operands: x, weight, bias or none, with norm = 1 the batch norm's weight, bias, mean, variance and epsilon, with rest = 1
what is added before the activation.
"""
from linear import *
from ops import *
from pypm import *


@op(mlir="torch.aten.conv2d", attrs=["stride", "padding", "dilation", "groups"])
def Conv2d(x, w, b):
    return 1


# (That of training keeps what it has seen.)
@op(mlir="torch.aten.batch_norm", only={"training": False})
def BatchNorm(x, g, c, m, v, u, e):
    return 1


@op(mlir="torch.aten.hardtanh")
def Hardtanh(x, low, high):
    return 1


@op(mlir="torch.aten.relu6")
def Relu6Op(x):
    return 1


@op(mlir="smr_rt.conv2d", attrs=["stride", "padding", "dilation", "groups", "norm", "act", "rest"])
def Conv2dRt(*operands):
    return 1


@pattern
def Relu6(x):
    return Hardtanh(x, 0, 6)


@pattern
def Relu6(x):
    return Relu6Op(x)


def conv(o, *operands, norm=0, act="none", rest=0):
    return Conv2dRt(*operands, stride=o.stride, padding=o.padding, dilation=o.dilation, groups=o.groups, norm=norm,
                    act=act, rest=rest)


def images(x, w, types=FLOATS):
    return x.rank == 4 and x.elType in types and w.elType == x.elType


def channels(x, g, c, m, v):
    return all(p.rank == 1 and p.elType == x.elType for p in (g, c, m, v))


@pattern
def Conv(x, w, b, o):
    o <= Conv2d(x, w, b, stride=..., padding=..., dilation=..., groups=...)
    return o


@pattern
def Normed(x, w, b, o, g, c, m, v, u, e):
    return BatchNorm(once(Conv(x, w, b, o)), g, c, m, v, u, e)


@pattern
def NormedRestRelu(x, w, b, o, g, c, m, v, u, e, r, y):
    y <= Normed(x, w, b, o, g, c, m, v, u, e)
    return Relu(once(Add(r, once(y))))


@rule(NormedRestRelu)
def normed_rest_relu(x, w, b, o, g, c, m, v, u, e, r, y):
    assert images(x, w) and channels(x, g, c, m, v) and r.elType == x.elType and r.shape == y.shape
    return conv(o, x, w, b, g, c, m, v, e, r, norm=1, act="relu", rest=1)


def activated_conv(name, act, F, **attributes):
    """What F gives of a convolution, with batch norm or without."""

    @pattern(name="Normed" + name)
    def NormedAct(x, w, b, o, g, c, m, v, u, e):
        return F(once(Normed(x, w, b, o, g, c, m, v, u, e)), **attributes)

    @rule(NormedAct, name="normed_" + act)
    def normed_act(x, w, b, o, g, c, m, v, u, e):
        assert images(x, w) and channels(x, g, c, m, v)
        return conv(o, x, w, b, g, c, m, v, e, norm=1, act=act)

    @pattern(name="Conv" + name)
    def ConvAct(x, w, b, o):
        return F(once(Conv(x, w, b, o)), **attributes)

    @rule(ConvAct, name="conv_" + act)
    def conv_act(x, w, b, o):
        assert images(x, w, types_before(act))
        return conv(o, x, w, b, act=act)


for activation in (*ACTIVATIONS, ("Relu6", "relu6", Relu6, {})):
    activated_conv(*activation[:3], **activation[3])


@pattern
def NormedRest(x, w, b, o, g, c, m, v, u, e, r, y):
    y <= Normed(x, w, b, o, g, c, m, v, u, e)
    return Add(r, once(y))


@rule(NormedRest)
def normed_rest(x, w, b, o, g, c, m, v, u, e, r, y):
    assert images(x, w) and channels(x, g, c, m, v) and r.elType == x.elType and r.shape == y.shape
    return conv(o, x, w, b, g, c, m, v, e, r, norm=1, rest=1)


@pattern
def ConvRest(x, w, b, o, r):
    assert r.elType == x.elType and r.shape == o.shape
    return Add(r, once(Conv(x, w, b, o)))


@rule(ConvRest)
def conv_rest(x, w, b, o, r):
    assert images(x, w)
    return conv(o, x, w, b, r, rest=1)


@pattern
def NormedNone(x, w, b, o, g, c, m, v, u, e):
    return Normed(x, w, b, o, g, c, m, v, u, e)


@rule(NormedNone)
def normed_none(x, w, b, o, g, c, m, v, u, e):
    assert images(x, w) and channels(x, g, c, m, v)
    return conv(o, x, w, b, g, c, m, v, e, norm=1, act="none")
