"""Matrix products and what is done with each element of the result, to smr_rt.linear(x, the weight, bias or none, rest).

act of the product and its bias, then, with rest = 1, what is added. layout nk: the weight is [outputs, inputs]; kn:
[inputs, outputs].
"""
from norm import *
from ops import *
from pypm import *


@op(mlir="smr_rt.linear", attrs=["act", "layout", "rest"])
def LinearRt(*operands):
    return 1


def product(*operands, act="none", layout="nk", rest=0):
    return LinearRt(*operands, act=act, layout=layout, rest=rest)


def plain(x, w, types=FLOATS):
    return x.elType in types and w.elType == x.elType and w.rank == 2


# A bias of one element is broadcast by PyTorch, and by no kernel.
def biased(x, w, b, types=FLOATS, outputs=0):
    return plain(x, w, types) and b.rank == 1 and b.elType == x.elType and b.shape[0] == w.shape[outputs]


def activated(name, act, F, **attributes):
    """What F gives of a product, with bias, without, or behind a view."""
    types = types_before(act)

    @pattern(name="Linear" + name)
    def Biased(x, w, b):
        return F(once(Linear(x, w, b)), **attributes)

    @rule(Biased, name="linear_" + act)
    def biased_act(x, w, b):
        assert biased(x, w, b, types)
        return product(x, w, b, act=act)

    @pattern(name="Bare" + name)
    def Bare(x, w, n):
        n <= Nothing()
        return F(once(Linear(x, w, n)), **attributes)

    @rule(Bare, name="bare_" + act)
    def bare_act(x, w, n):
        assert plain(x, w, types)
        return product(x, w, n, act=act)

    @pattern(name="Addmm" + name)
    def OfAddmm(x, w, b):
        return F(once(Addmm(b, x, w)), **attributes)

    @rule(OfAddmm, name="addmm_" + act)
    def addmm_act(x, w, b):
        assert biased(x, w, b, types, outputs=1)
        return product(x, w, b, act=act, layout="kn")

    @pattern(name="Viewed" + name)
    def Viewed(x, w, b, y, o):
        y <= Addmm(b, x, w)
        o <= View(once(y), size=...)
        return F(once(o), **attributes)

    @rule(Viewed, name="viewed_" + act)
    def viewed_act(x, w, b, y, o):
        assert biased(x, w, b, types, outputs=1)
        return View(product(x, w, b, act=act, layout="kn").typed(y.type), size=o.size)


for activation in ACTIVATIONS:
    activated(*activation[:3], **activation[3])


# A residual: of the product's own shape and type, on either side.


@pattern
def Rest(x, w, b, r, o):
    o <= Linear(x, w, b)
    return Add(r, once(o))


@rule(Rest)
def rest(x, w, b, r, o):
    assert biased(x, w, b) and r.elType == x.elType and r.shape == o.shape
    return product(x, w, b, r, rest=1)


@pattern
def BareRest(x, w, n, r, o):
    n <= Nothing()
    o <= Linear(x, w, n)
    return Add(r, once(o))


@rule(BareRest)
def bare_rest(x, w, n, r, o):
    assert plain(x, w) and r.elType == x.elType and r.shape == o.shape
    return product(x, w, n, r, rest=1)
