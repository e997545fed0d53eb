"""Products of matrices that stand in tensors, with what is added and an activation, to smr_rt.bmm.

x and y are batches of as many matrices, or y is one matrix. For what the other libraries leave: in a run of its own,
for what attention needs is not to be taken from it.
"""
from ops import *
from pypm import *


def multiplied(x, y, s, *added, act="none", before=0, after=0):
    """With the scale that there is: where there is none, x is bound to it, which is no number."""
    if s.rank == 0:
        return BmmRt(x, y, s, *added, transposed=0, scaled=1, before=before, act=act, after=after)
    return BmmRt(x, y, *added, transposed=0, scaled=0, before=before, act=act, after=after)


@pattern
def Several(x, y):
    o = Product(x, y)
    assert multiplies(x, y) and o.uses == 1
    return o


@pattern
def Multiplied(x, y, s):
    o = Mul(Several(x, y), s)
    assert x.elType in FLOATS and number(s) and o.uses == 1
    return o


@pattern
def Multiplied(x, y, s):
    x <= s
    return Several(x, y)


@pattern
def Sum(x, y, s, b):
    o = Add(Multiplied(x, y, s), b)
    adds(b, x, y)
    assert x.elType in FLOATS and o.uses == 1
    return o


def activated_products(name, act, F, **attributes):
    """What F gives of a product, of a sum, and with something added behind it."""

    @pattern(name="SumThenAdded" + name)
    def SumThenAdded(x, y, s, b, r):
        o = F(Sum(x, y, s, b), **attributes)
        adds(r, x, y)
        assert o.uses == 1
        return Add(o, r)

    @rule(SumThenAdded, name="sum_then_added_" + act)
    def sum_then_added(x, y, s, b, r):
        return multiplied(x, y, s, b, r, before=1, act=act, after=1)

    @pattern(name="ProductThenAdded" + name)
    def ProductThenAdded(x, y, s, r):
        o = F(Multiplied(x, y, s), **attributes)
        adds(r, x, y)
        assert x.elType in FLOATS and o.uses == 1
        return Add(o, r)

    @rule(ProductThenAdded, name="product_then_added_" + act)
    def product_then_added(x, y, s, r):
        return multiplied(x, y, s, r, act=act, after=1)

    @pattern(name="OfSum" + name)
    def OfSum(x, y, s, b):
        return F(Sum(x, y, s, b), **attributes)

    @rule(OfSum, name="of_sum_" + act)
    def of_sum(x, y, s, b):
        return multiplied(x, y, s, b, before=1, act=act)

    @pattern(name="OfProduct" + name)
    def OfProduct(x, y, s):
        return F(Multiplied(x, y, s), **attributes)

    @rule(OfProduct, name="of_product_" + act)
    def of_product(x, y, s):
        assert x.elType in types_before(act)
        return multiplied(x, y, s, act=act)


for activation in ACTIVATIONS:
    activated_products(*activation[:3], **activation[3])


@pattern
def SumAndSum(x, y, s, b, r):
    adds(r, x, y)
    return Add(Sum(x, y, s, b), r)


@rule(SumAndSum)
def sum_and_sum(x, y, s, b, r):
    return multiplied(x, y, s, b, r, before=1, after=1)


@pattern
def OneSum(x, y, s, b):
    adds(b, x, y)
    assert x.elType in FLOATS
    return Add(Multiplied(x, y, s), b)


@rule(OneSum)
def one_sum(x, y, s, b):
    return multiplied(x, y, s, b, before=1)
