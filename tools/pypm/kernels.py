"""The ops of pat/tensor by libsmr_rt's kernels (lib/runtime/smr_rt_tensor.h), on torch's tensors."""
import ctypes
import os

import torch

I64 = ctypes.c_int64
TIMES_NUMBER, CLAMP, TIMES, PLUS = 6, 8, 9, 10
SAFE, CAUSAL, BY_TANH, OVER, FILL, BY_SIGMOID = 1, 2, 4, 8, 16, 32
ACTS = {"relu": 0, "gelu_erf": 1, "gelu_tanh": 2, "silu": 3, "tanh": 4, "sigmoid": 5, "gelu_sigmoid": 11,
        "hard_sigmoid": 12, "hard_swish": 13}  # fmt: skip


class Tensor(ctypes.Structure):
    _fields_ = [("at", ctypes.c_void_p), ("strides", I64 * 4)]


class Step(ctypes.Structure):
    _fields_ = [("code", I64), ("first", ctypes.c_double), ("second", ctypes.c_double), ("operand", Tensor)]


class Product(ctypes.Structure):
    _fields_ = [("batch", I64 * 2), ("m", I64), ("n", I64), ("k", I64), ("a", Tensor), ("b", Tensor), ("c", Tensor),
                ("step_count", I64), ("steps", ctypes.POINTER(Step))]  # fmt: skip


class Attention(ctypes.Structure):
    _fields_ = [(n, I64) for n in ("batch", "heads", "key_heads", "lq", "lk", "d", "dv", "flags", "offset")] + [
        (n, ctypes.c_double) for n in ("scale", "fill")] + [
        (n, Tensor) for n in ("q", "k", "v", "mask", "allow", "second", "out")]  # fmt: skip


class Conv2d(ctypes.Structure):
    _fields_ = [("images", I64), ("channels", I64), ("size", I64 * 2), ("outputs", I64), ("kernel", I64 * 2),
                ("out_size", I64 * 2), ("groups", I64), ("stride", I64 * 2), ("padding", I64 * 4), ("dilation", I64 * 2),
                ("in_", Tensor), ("weight", Tensor), ("out", Tensor), ("step_count", I64),
                ("steps", ctypes.POINTER(Step))]  # fmt: skip


class Rows(ctypes.Structure):
    _fields_ = [("sizes", I64 * 4), ("flags", I64), ("eps", ctypes.c_double)] + [
        (n, Tensor) for n in ("x", "add", "sum", "weight", "bias", "out")]  # fmt: skip


def library():
    """SMR_RT_TENSOR names it, or it is the build's."""
    if not hasattr(library, "loaded"):
        root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        path = os.environ.get("SMR_RT_TENSOR", os.path.join(root, "build", "lib", "libsmr_rt_tensor.so"))
        library.loaded = ctypes.CDLL(path)
        library.loaded.smr_rt_status_text.restype = ctypes.c_char_p
    return library.loaded


def call(name, dtype, descriptor, gpu=None):
    """gpu: what the op is marked with, where it may run on a GPU (lib/runtime/gpu/smr_rt_gpu_tensor.h)."""
    suffix = {torch.float32: "f32", torch.float64: "f64", torch.bfloat16: "bf16", torch.float16: "f16"}[dtype]
    if gpu in ("auto", "on"):
        kernel = getattr(library(), f"smr_rt_gpu_{name}_{suffix}")
        status = kernel({"auto": 1, "on": 2}[gpu], ctypes.byref(descriptor))
    else:
        status = getattr(library(), f"smr_rt_{name}_{suffix}")(ctypes.byref(descriptor))
    if status:
        raise RuntimeError(f"smr_rt_{name}: {library().smr_rt_status_text(status).decode()}")


def tensor(t, strides=None):
    """Its strides stand behind zeros where it has fewer than four dimensions."""
    strides = t.stride() if strides is None else strides
    return Tensor(t.data_ptr(), (I64 * 4)(*([0] * (4 - len(strides))), *strides))


def steps(items):
    """[(code, operand or None, strides, first, second)]"""
    made = (Step * max(len(items), 1))()
    for k, (code, operand, strides, first, second) in enumerate(items):
        made[k] = Step(code, first, second, tensor(operand, strides) if operand is not None else Tensor())
    return len(items), made


def act_step(act):
    if act == "relu6":
        return [(CLAMP, None, None, 0.0, 6.0)]
    return [] if act == "none" else [(ACTS[act], None, None, 0.0, 0.0)]


def attention(given):
    def run(operands):
        q, k, v, *rest = operands
        flat = q.dim() == 3
        q, k, v = (t.unsqueeze(1) if flat else t for t in (q, k, v))
        scale = 1.0
        if given["scaling"] == "root":
            scale = q.shape[-1] ** -0.5
        elif given["scaling"] != "none":
            scale = float(rest.pop(0))
        flags = SAFE * given["safe"] | CAUSAL * given["causal"] | OVER * (given["scaling"] == "over")
        out = torch.empty(*q.shape[:3], v.shape[3], dtype=q.dtype)
        a = Attention(q.shape[0], q.shape[1], k.shape[1], q.shape[2], k.shape[2], q.shape[3], v.shape[3], flags, 0,
                      scale, 0.0, tensor(q), tensor(k), tensor(v), Tensor(), Tensor(), Tensor(), tensor(out))  # fmt: skip
        kept = []  # what is pointed to
        for k_th, how in enumerate(given["masks"].split("_") if given["masks"] != "none" else []):
            mask = rest.pop(0)
            mask = mask.unsqueeze(1) if flat and mask.dim() == 3 else mask
            kept.append(mask.expand(*q.shape[:3], k.shape[2]))
            setattr(a, "allow" if how != "add" else "second" if k_th else "mask", tensor(kept[-1]))
            if how == "fill":
                a.flags |= FILL
                a.fill = float(rest.pop(0))
        call("attention", q.dtype, a, given.get("gpu"))
        return out.squeeze(1) if flat else out

    return run


def linear(given):
    def run(operands):
        x, w, bias, *rest = operands
        w = w.t() if given["layout"] == "nk" else w
        rows = x.reshape(x.shape[:-1].numel(), x.shape[-1])
        out = torch.empty(rows.shape[0], w.shape[1], dtype=x.dtype)
        items = [] if bias is None else [(PLUS, bias, (0, 0, 0, bias.stride(0)), 0.0, 0.0)]
        items += act_step(given["act"])
        if given["rest"]:
            other = rest[0].reshape(out.shape)
            items.append((PLUS, other, None, 0.0, 0.0))
        count, made = steps(items)
        call("linear", x.dtype, Product((I64 * 2)(1, 1), *out.shape, rows.shape[1], tensor(rows), tensor(w),
                                        tensor(out), count, made), given.get("gpu"))  # fmt: skip
        return out.reshape(*x.shape[:-1], out.shape[1])

    return run


def bmm(given):
    def run(operands):
        x, y, *rest = operands
        y = y.transpose(-1, -2) if given["transposed"] else y
        shape = (*x.shape[:-1], y.shape[-1])
        if y.dim() == 2:
            x = x.reshape(x.shape[:-1].numel(), x.shape[-1])
        out = torch.empty(*x.shape[:-1], y.shape[-1], dtype=x.dtype)
        items = [(TIMES_NUMBER, None, None, float(rest.pop(0)), 0.0)] if given["scaled"] else []
        for there, steps_then in ((given["before"], act_step(given["act"])), (given["after"], [])):
            if there:
                items.append((PLUS, rest.pop(0).expand(shape).reshape(out.shape), None, 0.0, 0.0))
            items += steps_then
        batch = [1] * (4 - x.dim()) + list(x.shape[:-2])
        call("bmm", x.dtype, Product((I64 * 2)(*batch), out.shape[-2], out.shape[-1], x.shape[-1], tensor(x), tensor(y),
                                     tensor(out), *steps(items)), given.get("gpu"))  # fmt: skip
        return out.reshape(shape)

    return run


def conv2d(given):
    def run(operands):
        x, w, bias, *rest = operands
        items = []

        def step(code, operand):  # with one number for each channel
            items.append((code, operand, (0, operand.stride(0), 0, 0), 0.0, 0.0))

        if bias is not None:
            step(PLUS, bias)
        if given["norm"]:
            gain, shift, mean, variance, eps = rest[:5]
            rest = rest[5:]
            gain = gain / torch.sqrt(variance + eps)
            shift = shift - mean * gain
            step(TIMES, gain)
            step(PLUS, shift)
        if given["rest"]:
            items.append((PLUS, rest[0], None, 0.0, 0.0))
        count, made = steps(items + act_step(given["act"]))
        s, p, d = (given[n] * (2 // len(given[n])) for n in ("stride", "padding", "dilation"))  # one is for both
        size = [(x.shape[2 + k] + 2 * p[k] - d[k] * (w.shape[2 + k] - 1) - 1) // s[k] + 1 for k in (0, 1)]
        out = torch.empty(x.shape[0], w.shape[0], *size, dtype=x.dtype)
        call("conv2d", x.dtype, Conv2d(
            x.shape[0], x.shape[1], (I64 * 2)(*x.shape[2:]), w.shape[0], (I64 * 2)(*w.shape[2:]), (I64 * 2)(*size),
            given["groups"], (I64 * 2)(*s), (I64 * 4)(p[0], p[1], p[0], p[1]), (I64 * 2)(*d), tensor(x), tensor(w),
            tensor(out), count, made))  # fmt: skip
        return out

    return run


def of_rows(name, x, flags=0, eps=0.0, add=None, weight=None, bias=None):
    """A kernel over rows of the last dimension."""
    def there(t):
        return Tensor() if t is None else tensor(t)

    rows = x.reshape(x.shape[:-1].numel(), x.shape[-1])
    add = None if add is None else add.reshape(rows.shape)
    out = torch.empty(rows.shape, dtype=x.dtype)
    call(name, x.dtype, Rows((I64 * 4)(1, 1, *rows.shape), flags, eps, tensor(rows), there(add), Tensor(), there(weight),
                             there(bias), tensor(out)))  # fmt: skip
    return out.reshape(x.shape)


def norm(name, added=False):
    def run(operands):
        x, *rest = operands
        add = rest.pop(0) if added else None
        bias = rest[1] if len(rest) == 3 else None
        return of_rows(name, x, eps=float(rest[-1]), add=add, weight=rest[0], bias=bias)

    return lambda given: run


def gelu(given):
    flags = {"none": 0, "tanh": BY_TANH, "sigmoid": BY_SIGMOID}[given["approximate"]]
    return lambda operands: of_rows("gelu", operands[0], flags)


def silu(given):
    return lambda operands: of_rows("silu", operands[0])


def softmax(given):
    return lambda operands: of_rows("softmax", operands[0], SAFE * given["safe"])


def reshape(given):
    return lambda operands: operands[0].reshape(given["shape"])


OPS = {"attention": attention, "reshape": reshape, "linear": linear, "bmm": bmm, "conv2d": conv2d, "gelu": gelu,
       "silu": silu, "softmax": softmax, "layer_norm": norm("layer_norm"), "rms_norm": norm("rms_norm"),
       "add_layer_norm": norm("layer_norm", added=True), "add_rms_norm": norm("rms_norm", added=True)}  # fmt: skip
