"""The ops of pat/tensor by their formulas (lib/runtime/smr_rt_tensor.h), in torch: what the kernels have to give."""
import torch
import torch.nn.functional as F

ACTS = {"none": lambda x: x, "relu": F.relu, "silu": F.silu, "tanh": torch.tanh, "sigmoid": torch.sigmoid,
        "gelu_erf": F.gelu, "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"), "relu6": F.relu6,
        "gelu_sigmoid": lambda x: x * torch.sigmoid(1.702 * x), "hard_sigmoid": F.hardsigmoid,
        "hard_swish": F.hardswish}  # fmt: skip


def widened(t):
    """Sums of bf16 and f16 are of f32."""
    return t.float() if torch.is_tensor(t) and t.dtype in (torch.bfloat16, torch.float16) else t


def attention(given):
    def run(operands):
        kind = operands[0].dtype
        q, k, v, *rest = map(widened, operands)
        if q.dim() == 4 and q.shape[1] != k.shape[1]:
            k, v = (t.repeat_interleave(q.shape[1] // k.shape[1], 1) for t in (k, v))
        scores = q @ k.transpose(-1, -2)
        if given["scaling"] == "root":
            scores = scores * q.shape[-1] ** -0.5
        elif given["scaling"] != "none":
            scale = rest.pop(0)
            scores = scores / scale if given["scaling"] == "over" else scores * scale
        for how in given["masks"].split("_") if given["masks"] != "none" else []:
            mask = rest.pop(0)
            if how == "add":
                scores = scores + mask
            else:
                scores = scores.masked_fill(~mask, float(rest.pop(0)) if how == "fill" else -torch.inf)
        if given["causal"]:
            allowed = torch.ones(scores.shape[-2:], dtype=torch.bool).tril()
            scores = scores.masked_fill(~allowed, -torch.inf)
        p = torch.softmax(scores, -1)
        if given["safe"]:
            p = torch.where((scores == -torch.inf).all(-1, keepdim=True), 0.0, p)
        return (p @ v).to(kind)

    return run


def linear(given):
    def run(operands):
        x, w, bias, *rest = operands
        y = ACTS[given["act"]](F.linear(x, w if given["layout"] == "nk" else w.t(), bias))
        return y + rest[0] if given["rest"] else y

    return run


def bmm(given):
    def run(operands):
        x, y, *rest = operands
        o = x @ (y.transpose(-1, -2) if given["transposed"] else y)
        o = o * rest.pop(0) if given["scaled"] else o
        o = ACTS[given["act"]](o + rest.pop(0) if given["before"] else o)
        return o + rest.pop(0) if given["after"] else o

    return run


def conv2d(given):
    def run(operands):
        x, w, bias, *rest = operands
        y = F.conv2d(x, w, bias, given["stride"], given["padding"], given["dilation"], given["groups"])
        if given["norm"]:
            y = F.batch_norm(y, rest[2], rest[3], rest[0], rest[1], eps=rest[4])
            rest = rest[5:]
        return ACTS[given["act"]](y + rest[0] if given["rest"] else y)

    return run


def layer_norm(x, w, b, eps):
    return F.layer_norm(x, x.shape[-1:], w, b, eps)


def rms_norm(x, w, eps):
    wide = widened(x)
    return w * (wide / torch.sqrt((wide * wide).mean(-1, keepdim=True) + eps)).to(x.dtype)


def of(function, added=False):
    """An op whose operands are the function's, or whose first two are added first."""
    if added:
        return lambda given: lambda operands: function(operands[0] + operands[1], *operands[2:])
    return lambda given: lambda operands: function(*operands)


def gelu(given):
    return lambda operands: ACTS["gelu_" + given["approximate"].replace("none", "erf")](operands[0])


def safe_softmax(x):
    return torch.where((x == -torch.inf).all(-1, keepdim=True), 0.0, torch.softmax(x, -1))


def reshape(given):
    return lambda operands: operands[0].reshape(given["shape"])


OPS = {"attention": attention, "reshape": reshape, "linear": linear, "bmm": bmm, "conv2d": conv2d, "gelu": gelu,
       "silu": of(F.silu), "softmax": of(safe_softmax), "layer_norm": of(layer_norm), "rms_norm": of(rms_norm),
       "add_layer_norm": of(layer_norm, True), "add_rms_norm": of(rms_norm, True)}  # fmt: skip
