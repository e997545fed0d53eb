"""Ops of tools/pypm/export.py, and those that compute nothing: rules for these alone keep all bits (fp exact). The other
libraries import this one."""
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


@op(mlir="torch.aten.sub.Tensor")
def Sub(x, y):
    return 1


@op(mlir="torch.aten.pow.Tensor_Scalar")
def Pow(x, y):
    return 1


@op(mlir="torch.aten.rsqrt")
def Rsqrt(x):
    return x.type


@op(mlir="torch.aten.sqrt")
def Sqrt(x):
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


# (That of training draws numbers: it is nothing that one knows.)
@op(mlir="torch.aten.dropout", only={"train": False})
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


@op(mlir="torch.aten.mT")
def LastTurned(x):
    return 1


@op(mlir="torch.aten.numpy_T")
def NumpyT(x):
    return 1


# The elements of x in their order, in the shape of the result's type.
@op(mlir="smr_rt.reshape")
def ReshapeRt(x):
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


@op(mlir="torch.aten.mm")
def Mm(x, y):
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


@op(mlir="torch.aten.einsum", attrs=["equation"])
def Einsum(x, y):
    return 1


@op(mlir="torch.aten.logical_not")
def Not(x):
    return tensor(i1, x.shape)


@op(mlir="torch.aten.erf")
def Erf(x):
    return 1


@op(mlir="torch.aten.relu")
def Relu(x):
    return x.type


@op(mlir="torch.aten.tanh")
def Tanh(x):
    return x.type


@op(mlir="torch.aten.sigmoid")
def Sigmoid(x):
    return x.type


@op(mlir="torch.aten.silu")
def Silu(x):
    return x.type


@op(mlir="torch.aten.gelu", attrs=["approximate"])
def Gelu(x):
    return x.type


# approximate: none, tanh, or sigmoid: x * sigmoid(1.702 x), of which PyTorch has no op.
@op(mlir="smr_rt.gelu", attrs=["approximate"])
def GeluRt(x):
    return x.type


@op(mlir="torch.aten.hardsigmoid")
def HardSigmoid(x):
    return x.type


@op(mlir="torch.aten.hardswish")
def HardSwish(x):
    return x.type


@op(mlir="smr_rt.layer_norm")
def LayerNormRt(x, w, b, e):
    return 1


@op(mlir="smr_rt.rms_norm")
def RmsNormRt(x, w, e):
    return 1


# 0 where a row is -inf as a whole.
@op(mlir="torch.aten._safe_softmax", attrs=["dim"])
def SafeSoftmax(x):
    return 1


# x times y, or its transpose; times the scale; plus an operand before the activation, and one behind it: transposed,
# scaled, before, act and after say what there is, and the operands are in this order.
@op(mlir="smr_rt.bmm", attrs=["transposed", "scaled", "before", "act", "after"])
def BmmRt(*operands):
    return 1


FLOATS = (f32, f64)
# Kernels work on these in f32, and round once, at the end.
NARROW = (bf16, f16)


def floats(x):
    """Of what is one op of PyTorch's, which works so, too: its own attention, layer norms, softmax, gelu, silu."""
    return x.elType in (*FLOATS, *NARROW)


def spelled(x):
    """Of what models spell out: what several ops of bf16 round on their way is not rounded. Of f16 that would be
    another function: what is beyond 65504 on the way is infinite. (See attention.py.)"""
    return x.elType in (*FLOATS, bf16)


def types_before(act):
    """What a product may be of whose result act takes before it is rounded. relu and relu6 give x, 0 or 6, which are
    numbers of each type: they may stand before the rounding or behind it, and infinities make no difference. Others
    are not the same there: gelu, silu and hardswish of -inf are NaNs, of a number that becomes -inf about 0; the tanh
    of a rounded number is another. Nor are sums, which may come back from beyond 65504."""
    return (*FLOATS, *NARROW) if act in ("none", "relu", "relu6") else FLOATS


def number(s):
    """One real number: a complex one makes what is multiplied by it complex."""
    return s.rank == 0 and s.elType in (f64, f32, bf16, f16, i64)


def once(x):
    """x where nothing else uses it: what is computed for others, too, is not to be computed twice."""
    inner = x
    assert inner.uses == 1
    return x


# A name, what kernels call it, the op and its attributes.
ACTIVATIONS = (
    ("GeluErf", "gelu_erf", Gelu, {"approximate": "none"}),
    ("GeluTanh", "gelu_tanh", Gelu, {"approximate": "tanh"}),
    ("GeluSigmoid", "gelu_sigmoid", GeluRt, {"approximate": "sigmoid"}),
    ("Relu", "relu", Relu, {}),
    ("Silu", "silu", Silu, {}),
    ("Tanh", "tanh", Tanh, {}),
    ("Sigmoid", "sigmoid", Sigmoid, {}),
    ("HardSigmoid", "hard_sigmoid", HardSigmoid, {}),
    ("HardSwish", "hard_swish", HardSwish, {}),
)


def spans(m, q, keys):
    """Is m, whole or broadcast, of the shape of q times something of that many columns?"""
    def one_or(dim, whole):
        return dim == 1 or dim == whole

    return m.rank >= 1 and one_or(m.shape[-1], keys) and (m.rank == 1 or one_or(m.shape[-2], q.shape[-2])) and (
        m.rank <= 2
        or (m.rank == 3 and q.rank == 3 and one_or(m.shape[0], q.shape[0]))
        or (m.rank == 3 and q.rank == 4 and one_or(m.shape[0], q.shape[1]))
        or (m.rank == 4 and q.rank == 4 and one_or(m.shape[0], q.shape[0]) and one_or(m.shape[1], q.shape[1])))


def adds(m, q, y):
    """m can be added to q times y, whose shape and type stay."""
    assert m.elType == q.elType
    assert spans(m, q, y.shape[-1])


def multiplies(x, y):
    """Does smr_rt.bmm know x times y: batches of as many matrices, or y one matrix?"""
    return x.elType in types_before("none") and x.elType == y.elType and (
        (y.rank == 2 and x.rank >= 2 and x.rank <= 4) or (x.shape[0] == y.shape[0] and (
            (x.rank == 3 and y.rank == 3) or (x.rank == 4 and y.rank == 4 and x.shape[1] == y.shape[1]))))


@pattern
def Product(x, y):
    return Matmul(x, y)


@pattern
def Product(x, y):
    return Bmm(x, y)


@pattern
def Product(x, y):
    return Mm(x, y)


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


@pattern
def Back(x):
    twice = Transpose(LastTurned(x), dim0=..., dim1=...)
    assert turns_last(twice, x)
    return twice


@rule(Back, fp="exact")
def backs(x):
    return x


# Permuted from [batch, length, heads, d] at once.
@pattern
def HalfBack(x):
    twice = Transpose(Permute(x, dims=(0, 2, 3, 1)), dim0=..., dim1=...)
    assert x.rank == 4 and turns_last(twice, x)
    return twice


@rule(HalfBack, fp="exact")
def half_backs(x):
    return Permute(x, dims=(0, 2, 1, 3))


# Each gives its operand where that is of the result's type.
@pattern
def Drop(x, p):
    return Dropout(x, p)


@rule(Drop, fp="exact")
def drops(x, p):
    return x


@pattern
def Same(x):
    o = Contiguous(x)
    assert o.shape == x.shape
    assert o.elType == x.elType
    return o


@pattern
def Same(x):
    o = Clone(x)
    assert o.shape == x.shape
    assert o.elType == x.elType
    return o


@pattern
def Same(x):
    o = To(x, dtype=..., copy=...)
    assert o.shape == x.shape
    assert o.elType == x.elType
    return o


@pattern
def Same(x):
    o = Expand(x, size=..., implicit=...)
    assert o.shape == x.shape
    assert o.elType == x.elType
    return o


@pattern
def Same(x):
    o = Slice(x, dim=..., start=..., end=..., step=1)
    assert o.shape == x.shape
    assert o.elType == x.elType
    return o


@pattern
def Reshaped(x):
    return View(x, size=...)


@pattern
def Reshaped(x):
    return Reshape(x, shape=...)


@pattern
def Reshaped(x):
    return ReshapeRt(x)


@pattern
def Same(x):
    o = Reshaped(x)
    assert o.shape == x.shape
    assert o.elType == x.elType
    return o


@pattern
def Same(x):
    o = Reshaped(Reshaped(x))
    assert o.shape == x.shape
    return o


@rule(Same, fp="exact")
def sames(x):
    return x


@pattern
def SameAs(x, y):
    o = TypeAs(x, y)
    assert o.elType == x.elType
    return o


@rule(SameAs, fp="exact")
def sames_as(x, y):
    return x
