"""Matrix products and what is done with each element of the result, to smr_rt.linear(x, the weight, bias or none, rest).

act of the product and its bias, then, with rest = 1, what is added. layout nk: the weight is [outputs, inputs]; kn:
[inputs, outputs].
"""
from norm import *
from ops import *
from pypm import *


@op(mlir="torch.aten.relu")
def Relu(x):
    return x.type


@op(mlir="torch.aten.silu")
def Silu(x):
    return x.type


@op(mlir="torch.aten.sigmoid")
def Sigmoid(x):
    return x.type


@op(mlir="smr_rt.linear", attrs=["act", "layout", "rest"])
def LinearRt(*operands):
    return 1


def product(*operands, act="none", layout="nk", rest=0):
    return LinearRt(*operands, act=act, layout=layout, rest=rest)


def plain(x, w):
    return x.elType in FLOATS and w.elType == x.elType and w.rank == 2


# A bias of one element is broadcast by PyTorch, and by no kernel.
def biased(x, w, b, outputs=0):
    return plain(x, w) and b.rank == 1 and b.elType == x.elType and b.shape[0] == w.shape[outputs]


@pattern
def LinearGeluErf(x, w, b):
    return Gelu(Linear(x, w, b), approximate="none")


@rule(LinearGeluErf)
def linear_gelu_erf(x, w, b):
    assert biased(x, w, b)
    return product(x, w, b, act="gelu_erf")


@pattern
def BareGeluErf(x, w, n):
    n <= Nothing()
    return Gelu(Linear(x, w, n), approximate="none")


@rule(BareGeluErf)
def bare_gelu_erf(x, w, n):
    assert plain(x, w)
    return product(x, w, n, act="gelu_erf")


@pattern
def AddmmGeluErf(x, w, b):
    return Gelu(Addmm(b, x, w), approximate="none")


@rule(AddmmGeluErf)
def addmm_gelu_erf(x, w, b):
    assert biased(x, w, b, outputs=1)
    return product(x, w, b, act="gelu_erf", layout="kn")


@pattern
def ViewedGeluErf(x, w, b, y, o):
    y <= Addmm(b, x, w)
    o <= View(y, size=...)
    return Gelu(o, approximate="none")


@rule(ViewedGeluErf)
def viewed_gelu_erf(x, w, b, y, o):
    assert biased(x, w, b, outputs=1)
    return View(product(x, w, b, act="gelu_erf", layout="kn").typed(y.type), size=o.size)


@pattern
def LinearGeluTanh(x, w, b):
    return Gelu(Linear(x, w, b), approximate="tanh")


@rule(LinearGeluTanh)
def linear_gelu_tanh(x, w, b):
    assert biased(x, w, b)
    return product(x, w, b, act="gelu_tanh")


@pattern
def BareGeluTanh(x, w, n):
    n <= Nothing()
    return Gelu(Linear(x, w, n), approximate="tanh")


@rule(BareGeluTanh)
def bare_gelu_tanh(x, w, n):
    assert plain(x, w)
    return product(x, w, n, act="gelu_tanh")


@pattern
def AddmmGeluTanh(x, w, b):
    return Gelu(Addmm(b, x, w), approximate="tanh")


@rule(AddmmGeluTanh)
def addmm_gelu_tanh(x, w, b):
    assert biased(x, w, b, outputs=1)
    return product(x, w, b, act="gelu_tanh", layout="kn")


@pattern
def ViewedGeluTanh(x, w, b, y, o):
    y <= Addmm(b, x, w)
    o <= View(y, size=...)
    return Gelu(o, approximate="tanh")


@rule(ViewedGeluTanh)
def viewed_gelu_tanh(x, w, b, y, o):
    assert biased(x, w, b, outputs=1)
    return View(product(x, w, b, act="gelu_tanh", layout="kn").typed(y.type), size=o.size)


@pattern
def LinearRelu(x, w, b):
    return Relu(Linear(x, w, b))


@rule(LinearRelu)
def linear_relu(x, w, b):
    assert biased(x, w, b)
    return product(x, w, b, act="relu")


@pattern
def BareRelu(x, w, n):
    n <= Nothing()
    return Relu(Linear(x, w, n))


@rule(BareRelu)
def bare_relu(x, w, n):
    assert plain(x, w)
    return product(x, w, n, act="relu")


@pattern
def AddmmRelu(x, w, b):
    return Relu(Addmm(b, x, w))


@rule(AddmmRelu)
def addmm_relu(x, w, b):
    assert biased(x, w, b, outputs=1)
    return product(x, w, b, act="relu", layout="kn")


@pattern
def ViewedRelu(x, w, b, y, o):
    y <= Addmm(b, x, w)
    o <= View(y, size=...)
    return Relu(o)


@rule(ViewedRelu)
def viewed_relu(x, w, b, y, o):
    assert biased(x, w, b, outputs=1)
    return View(product(x, w, b, act="relu", layout="kn").typed(y.type), size=o.size)


@pattern
def LinearSilu(x, w, b):
    return Silu(Linear(x, w, b))


@rule(LinearSilu)
def linear_silu(x, w, b):
    assert biased(x, w, b)
    return product(x, w, b, act="silu")


@pattern
def BareSilu(x, w, n):
    n <= Nothing()
    return Silu(Linear(x, w, n))


@rule(BareSilu)
def bare_silu(x, w, n):
    assert plain(x, w)
    return product(x, w, n, act="silu")


@pattern
def AddmmSilu(x, w, b):
    return Silu(Addmm(b, x, w))


@rule(AddmmSilu)
def addmm_silu(x, w, b):
    assert biased(x, w, b, outputs=1)
    return product(x, w, b, act="silu", layout="kn")


@pattern
def ViewedSilu(x, w, b, y, o):
    y <= Addmm(b, x, w)
    o <= View(y, size=...)
    return Silu(o)


@rule(ViewedSilu)
def viewed_silu(x, w, b, y, o):
    assert biased(x, w, b, outputs=1)
    return View(product(x, w, b, act="silu", layout="kn").typed(y.type), size=o.size)


@pattern
def LinearTanh(x, w, b):
    return Tanh(Linear(x, w, b))


@rule(LinearTanh)
def linear_tanh(x, w, b):
    assert biased(x, w, b)
    return product(x, w, b, act="tanh")


@pattern
def BareTanh(x, w, n):
    n <= Nothing()
    return Tanh(Linear(x, w, n))


@rule(BareTanh)
def bare_tanh(x, w, n):
    assert plain(x, w)
    return product(x, w, n, act="tanh")


@pattern
def AddmmTanh(x, w, b):
    return Tanh(Addmm(b, x, w))


@rule(AddmmTanh)
def addmm_tanh(x, w, b):
    assert biased(x, w, b, outputs=1)
    return product(x, w, b, act="tanh", layout="kn")


@pattern
def ViewedTanh(x, w, b, y, o):
    y <= Addmm(b, x, w)
    o <= View(y, size=...)
    return Tanh(o)


@rule(ViewedTanh)
def viewed_tanh(x, w, b, y, o):
    assert biased(x, w, b, outputs=1)
    return View(product(x, w, b, act="tanh", layout="kn").typed(y.type), size=o.size)


@pattern
def LinearSigmoid(x, w, b):
    return Sigmoid(Linear(x, w, b))


@rule(LinearSigmoid)
def linear_sigmoid(x, w, b):
    assert biased(x, w, b)
    return product(x, w, b, act="sigmoid")


@pattern
def BareSigmoid(x, w, n):
    n <= Nothing()
    return Sigmoid(Linear(x, w, n))


@rule(BareSigmoid)
def bare_sigmoid(x, w, n):
    assert plain(x, w)
    return product(x, w, n, act="sigmoid")


@pattern
def AddmmSigmoid(x, w, b):
    return Sigmoid(Addmm(b, x, w))


@rule(AddmmSigmoid)
def addmm_sigmoid(x, w, b):
    assert biased(x, w, b, outputs=1)
    return product(x, w, b, act="sigmoid", layout="kn")


@pattern
def ViewedSigmoid(x, w, b, y, o):
    y <= Addmm(b, x, w)
    o <= View(y, size=...)
    return Sigmoid(o)


@rule(ViewedSigmoid)
def viewed_sigmoid(x, w, b, y, o):
    assert biased(x, w, b, outputs=1)
    return View(product(x, w, b, act="sigmoid", layout="kn").typed(y.type), size=o.size)


# A residual: of the product's own shape and type, on either side.


@pattern
def Rest(x, w, b, r, o):
    o <= Linear(x, w, b)
    return Add(r, o)


@rule(Rest)
def rest(x, w, b, r, o):
    assert biased(x, w, b) and r.elType == x.elType and r.shape == o.shape
    return product(x, w, b, r, rest=1)


@pattern
def BareRest(x, w, n, r, o):
    n <= Nothing()
    o <= Linear(x, w, n)
    return Add(r, o)


@rule(BareRest)
def bare_rest(x, w, n, r, o):
    assert plain(x, w) and r.elType == x.elType and r.shape == o.shape
    return product(x, w, n, r, rest=1)
