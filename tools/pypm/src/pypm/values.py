"""What guards are about: numbers, symbols and tuples of dimensions that are known when a pattern is matched (C16).

Operands are values, or Python's integers, strings (symbols) and tuples of integers.
"""
from pypm import trace

NUMBER, SYMBOL, TUPLE, ANY = "a number", "a symbol", "a tuple", "anything"

ELEMENTS = ("f64", "f32", "f16", "bf16", "i1", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "index")


DEPTH = 400  # of a guard; the language's limit on nesting is 500


class Symbol(str):
    """An element type or an operator's class."""

    __slots__ = ()


def opclass(name):
    """The class of operators of that name."""
    if not isinstance(name, str) or not name.isidentifier() or not name.isascii():
        trace.fail(f"opclass takes a class's name, as in opclass(\"pointwise\"), not {name!r}")
    return Symbol(name)


class Symbolic:
    """What is known only when a pattern is matched. Names of its own begin with '_': others are attributes."""

    __slots__ = ()
    _what = "what is known only when a pattern is matched"

    def __bool__(self):
        trace.fail(f"{self._what} has no truth value here: Python decides by itself, which cannot be traced"
                   + self._instead)

    _instead = ""

    def __iter__(self):
        trace.fail(f"{self._what} cannot be gone through")

    def __len__(self):
        trace.fail(f"{self._what} has no length that is known here")

    def __hash__(self):
        return id(self)

    def __repr__(self):
        return f"<{self._what}>"

    def _no_bits(self, other=None):
        trace.fail("'&', '|' and '~' bind more tightly than comparisons: write 'and', 'or', 'not'")

    __and__ = __rand__ = __or__ = __ror__ = __invert__ = _no_bits


def sort_of(x):
    if isinstance(x, Value):
        return x._sort
    if isinstance(x, Condition):
        trace.fail("a condition stands where a value is wanted")
    if isinstance(x, Symbolic):
        trace.fail(f"{x._what} stands where a value is wanted: ask for an attribute, as in x.rank")
    if isinstance(x, int):
        return NUMBER
    if isinstance(x, str):
        return SYMBOL
    if isinstance(x, (tuple, list)) and all(isinstance(item, int) for item in x):
        return TUPLE
    trace.fail(f"{x!r} is none of what guards are about: whole numbers, symbols, tuples of whole numbers")


def key_of(x):
    return x.key() if isinstance(x, (Value, Condition)) else ("is", type(x) is bool, tuple(x)
                                                              if isinstance(x, list) else x)


def deeper(arguments):
    depth = 1 + max((a._depth for a in arguments if isinstance(a, (Value, Condition))), default=0)
    if depth > DEPTH:
        trace.fail(f"a guard deeper than {DEPTH}")
    return depth


class Value(Symbolic):
    """get (attribute, variable), index (tuple, position), add, sub, mul, div, mod, dynamic."""

    __slots__ = ("_op", "_args", "_sort", "_depth")
    _what = "a value"
    _instead = ": compare it, as in x.rank != 0"

    def __init__(self, op, args, sort):
        self._op, self._args, self._sort, self._depth = op, args, sort, deeper(args)

    def key(self):
        if self._op == "get":
            return "get", self._args[0], self._args[1]._number
        return (self._op,) + tuple(key_of(a) for a in self._args)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        if name == "rank" and self._op == "get" and self._args[0] == "shape":
            return Value("get", ("rank", self._args[1]), NUMBER)
        trace.fail(f"a value has no attribute '{name}'" + (": shapes have 'rank'" if self._sort == TUPLE else ""))

    def __getitem__(self, position):
        if self._sort not in (TUPLE, ANY):
            trace.fail(f"{self._sort} is indexed: only tuples have items")
        if isinstance(position, slice):
            return tuple(self[k] for k in of_slice(position))
        if sort_of(position) not in (NUMBER, ANY):
            trace.fail("a tuple is indexed by a number")
        return Value("index", (self, position), NUMBER)

    def __iter__(self):
        trace.fail("how many dimensions there are is not known here: index the shape, as in x.shape[0]")

    def __len__(self):
        trace.fail("how many dimensions there are is not known here: write x.rank")

    def __truediv__(self, other):
        trace.fail("'/' of dimensions is no whole number: write '//', which rounds down")

    __rtruediv__ = __truediv__

    def __neg__(self):
        return arithmetic("sub", 0, self)

    def __pos__(self):
        return self

    def __eq__(self, other):
        return compare("eq", self, other)

    def __ne__(self, other):
        return compare("ne", self, other)

    def __lt__(self, other):
        return compare("lt", self, other)

    def __le__(self, other):
        return compare("le", self, other)

    def __gt__(self, other):
        return compare("gt", self, other)

    def __ge__(self, other):
        return compare("ge", self, other)

    __hash__ = Symbolic.__hash__


def arithmetic(op, a, b):
    for x in (a, b):
        if sort_of(x) not in (NUMBER, ANY):
            trace.fail(f"a number is wanted here, and this is {sort_of(x)}")
    return Value(op, (a, b), NUMBER)


def _add_operators():
    for name, op in (("add", "add"), ("sub", "sub"), ("mul", "mul"), ("floordiv", "div"), ("mod", "mod")):
        setattr(Value, f"__{name}__", lambda self, other, op=op: arithmetic(op, self, other))
        setattr(Value, f"__r{name}__", lambda self, other, op=op: arithmetic(op, other, self))


_add_operators()


def of_slice(s):
    """The positions of a slice that do not depend on the length."""
    start, stop, step = s.start, s.stop, 1 if s.step is None else s.step
    whole = all(isinstance(x, int) for x in (start or 0, stop or 0, step))
    if whole and step > 0 and start is not None and start < 0 and (stop is None or start <= stop < 0):
        return range(start, 0 if stop is None else stop, step)
    if whole and step > 0 and (start or 0) >= 0 and stop is not None and stop >= 0:
        return range(start or 0, stop, step)
    trace.fail("how many dimensions this slice has is not known here: take as many from the beginning or the end, "
               "as in x.shape[-2:]")


NEGATIONS = {"ne": "eq", "ge": "lt", "gt": "le"}


class Condition(Symbolic):
    """eq, ne, lt, le, gt, ge of values; and, or, not of conditions."""

    __slots__ = ("_op", "_args", "_depth")
    _what = "a condition"
    _instead = ": write it in an if or an assert, or with 'and', 'or', 'not'"

    def __init__(self, op, args):
        self._op, self._args, self._depth = op, args, deeper(args)

    def key(self):
        return (self._op,) + tuple(key_of(a) for a in self._args)

    def plain(self):
        """The condition without negations (of comparisons: eq, lt, le), and whether it holds when this one does."""
        holds = True
        while self._op == "not":
            self, holds = self._args[0], not holds
        if self._op in NEGATIONS:
            return Condition(NEGATIONS[self._op], self._args), not holds
        return self, holds

    def negated(self):
        return self._args[0] if self._op == "not" else Condition("not", (self,))

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        trace.fail(f"a condition has no attribute '{name}'")

    def __eq__(self, other):
        trace.fail("a condition is compared: write 'and', 'or', 'not'")

    __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __eq__
    __hash__ = Symbolic.__hash__


def is_symbolic(x):
    """x, or an item of the tuple (list) x, is known only when a pattern is matched."""
    return isinstance(x, Symbolic) or (isinstance(x, (tuple, list)) and any(is_symbolic(item) for item in x))


def both(a, b):
    """`a and b`, where one is a condition."""
    if not isinstance(a, Symbolic):
        return b if a else a
    if not isinstance(b, Symbolic):
        return a if b else False
    return Condition("and", (checked(a), checked(b)))


def either(a, b):
    if not isinstance(a, Symbolic):
        return a if a else b
    if not isinstance(b, Symbolic):
        return True if b else a
    return Condition("or", (checked(a), checked(b)))


def checked(x):
    if not isinstance(x, Condition):
        bool(x)  # says why not
    return x


def not_(x):
    return checked(x).negated() if isinstance(x, Symbolic) else not x


def compare(op, a, b):
    """Two operands of which at least one is known only when a pattern is matched."""
    if isinstance(a, (tuple, list)) and is_symbolic(a):
        return compare_items(op, a, b)
    if isinstance(b, (tuple, list)) and is_symbolic(b):
        return compare_items(op, b, a)
    if a is None or b is None:
        trace.fail("a dimension that is not known makes a guard unknown, and then nothing fires: None is never met")
    left, right = sort_of(a), sort_of(b)
    if op not in ("eq", "ne"):
        for sort in (left, right):
            if sort not in (NUMBER, ANY):
                trace.fail(f"a number is wanted here, and this is {sort}")
    if ANY not in (left, right) and left != right:
        trace.fail(f"{left} is compared with {right}")
    return Condition(op, (a, b))


def compare_items(op, items, other):
    """A Python tuple that has symbolic items with another, or with a shape."""
    if op not in ("eq", "ne"):
        trace.fail("tuples are compared with '==' and '!=' alone")
    if isinstance(other, Value):
        if other._op != "get" or other._args[0] != "shape":
            trace.fail("how many items this has is not known here: compare them one by one")
        result = other.rank == len(items)
        pairs = zip(items, (other[k] for k in range(len(items))))
    elif isinstance(other, (tuple, list)) and len(other) == len(items):
        result, pairs = True, zip(items, other)
    else:
        return op == "ne"
    for x, y in pairs:
        result = both(result, equal(x, y))
    return not_(result) if op == "ne" else result


def equal(x, y):
    return compare("eq", x, y) if is_symbolic(x) or is_symbolic(y) else x == y


def contains(container, x):
    """`x in container`, where one or the other has what is known only when a pattern is matched."""
    if isinstance(container, Symbolic):
        trace.fail("'in' wants a tuple, a list, a set or a range that is known here")
    if isinstance(container, range) and isinstance(x, Value):
        if not container:
            return False
        low, high = min(container), max(container)
        result = both(x >= low, x <= high)
        return result if abs(container.step) == 1 else both(result, (x - low) % abs(container.step) == 0)
    result = False
    for item in container:
        result = either(result, equal(x, item))
    return result
