"""Types of new terms, over the variables' types."""
from pypm import trace
from pypm.values import ELEMENTS, SYMBOL, TUPLE, Value, sort_of


class Kind:
    """kind_of (a variable), kind (element, dimensions), broadcast (two types)."""

    def __init__(self, op, args):
        self.op, self.args = op, args
        self.position = trace.active().where()


def as_kind(x, what="a type"):
    if not isinstance(x, Kind):
        trace.fail(f"{what} is wanted here, as x.type, tensor(…) or broadcast(…), not {described(x)}")
    return x


def described(x):
    return getattr(type(x), "_what", None) or getattr(type(x), "_pypm_what", None) or repr(x)


def dynamic():
    return Value("dynamic", (), SYMBOL)


def tensor(element, shape):
    """The type of a tensor. `element`: f32, x.elType, None for one that is not known. `shape`: x.shape, or a tuple of
    numbers and dimensions, None for one that is not known."""
    trace.inside("a tensor's type", "rule", "operator")
    if element is None:
        element = dynamic()
    elif isinstance(element, str) and element not in ELEMENTS:
        trace.fail(f"'{element}' is no element type: they are {', '.join(ELEMENTS)}")
    elif sort_of(element) != SYMBOL:
        trace.fail(f"{described(element)} is no element type")
    if isinstance(shape, Value):
        if sort_of(shape) != TUPLE:
            trace.fail("a shape is wanted here, as x.shape or a tuple")
        return Kind("kind", (element, shape))
    if not isinstance(shape, (tuple, list)):
        trace.fail(f"a shape is wanted here, as x.shape or a tuple, not {described(shape)}")
    dims = [dynamic() if d is None else d for d in shape]
    for d in dims:
        if not isinstance(d, Value) and (not isinstance(d, int) or isinstance(d, bool) or d < 0):
            trace.fail(f"{described(d)} is no dimension")
    return Kind("kind", (element, *dims))


def broadcast(a, b):
    """The type of two types' shapes brought together."""
    trace.inside("broadcast", "rule", "operator")
    return Kind("broadcast", (as_kind(a), as_kind(b)))
