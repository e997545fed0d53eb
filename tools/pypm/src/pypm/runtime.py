"""What instrumented code calls: Python's own operations, unless a symbolic value is met."""
import builtins
import functools
import operator
import types

from pypm import instrument, purity, source, values
from pypm.errors import Position, is_users
from pypm.trace import PathEnds, active
from pypm.values import Condition, Symbolic, Value, is_symbolic

FORBIDDEN = {
    "print": "this writes", "open": "this opens a file", "input": "this reads", "exec": "this runs other code",
    "eval": "this runs other code", "breakpoint": "this stops", "exit": "this ends the program",
    "quit": "this ends the program",
}
_forbidden = {id(getattr(builtins, name)): text for name, text in FORBIDDEN.items() if hasattr(builtins, name)}


class Runtime:
    """Of one file."""

    slice = slice

    def __init__(self, file):
        self.file = file
        self.stack = []  # of `and`, `or` and chained comparisons that are being evaluated

    def at(self, place, operation, *arguments, **keywords):
        """Messages about the operation are about that place."""
        t = active()
        before, t.position = t.position, Position(self.file, *place)
        try:
            return operation(*arguments, **keywords)
        finally:
            t.position = before

    # Decisions.

    def truth(self, place, x):
        if isinstance(x, Condition):
            return self.at(place, active().decide, x)
        return self.at(place, bool, x)

    def require(self, place, x):
        if isinstance(x, Condition):
            self.at(place, active().require, x)
        elif not self.at(place, bool, x):
            raise PathEnds

    def iterate(self, place, x):
        self.at(place, purity.check_iterator, x)
        return self.at(place, iter, x) if isinstance(x, Symbolic) else x

    def more(self, place, kind, x):
        self.stack.append(x)
        if isinstance(x, Symbolic):
            self.at(place, values.checked, x)
            return True
        return bool(x) == (kind == "and")

    def join(self, place, kind, x):
        return self.at(place, values.both if kind == "and" else values.either, self.stack.pop(), x)

    def last(self, place):
        return self.stack.pop()

    def negate(self, place, x):
        return self.at(place, values.not_, x)

    # Comparisons.

    def compare(self, place, op, a, b):
        return self.at(place, compare, op, a, b)

    def chain(self, place, op, a, b):
        """The first of a chain's comparisons; whether there is more to be evaluated."""
        return self.push(place, self.compare(place, op, a, b), b)

    def push(self, place, result, right):
        self.stack.append((result, right))
        return isinstance(result, Symbolic) or self.at(place, bool, result)

    def link(self, place, op, c):
        before, b = self.stack.pop()
        return self.push(place, self.at(place, values.both, before, self.compare(place, op, b, c)), c)

    def end(self, place, op, c):
        before, b = self.stack.pop()
        return self.at(place, values.both, before, self.compare(place, op, b, c))

    def drop(self, place):
        return self.stack.pop()[0]

    # Operations.

    def operate(self, place, op, *operands):
        return self.at(place, getattr(operator, op), *operands)

    def in_place(self, place, op, x, y):
        if isinstance(x, purity.MUTABLE):
            self.at(place, purity.check_change, x)
        return self.at(place, getattr(operator, "i" + op.rstrip("_")), x, y)

    def attribute(self, place, x, name):
        return self.at(place, getattr, x, name)

    def item(self, place, x, index):
        return self.at(place, operator.getitem, x, index)

    def target(self, place, x):
        """x, of which an attribute or an item is about to be set."""
        if isinstance(x, Symbolic):
            self.at(place, active().fail, f"{x._what} cannot be changed")
        self.at(place, purity.check_change, x)
        return x

    def name(self, place, name, x):
        if isinstance(x, Symbolic) and getattr(x, "_hint", name) is None:
            x._hint = name
        return x

    def importing(self, place):
        return source.reading()

    # Calls.

    def call(self, place, function, *arguments, **keywords):
        if is_of_users(function):
            return of_users(function)(*arguments, **keywords)
        return self.at(place, call_native, function, arguments, keywords)


@functools.lru_cache(None)
def runtime(file):
    return Runtime(file)


def is_of_users(function):
    """A function, a method, a partial application of one, written in a file of the user's."""
    if isinstance(function, types.MethodType):
        return is_of_users(function.__func__)
    if type(function) is functools.partial:
        return is_of_users(function.func)
    return isinstance(function, types.FunctionType) and is_users(function.__code__.co_filename)


def of_users(function):
    """A function of the user's, instrumented; any other as it is."""
    if not is_of_users(function):
        return function
    if isinstance(function, types.MethodType):
        return types.MethodType(of_users(function.__func__), function.__self__)
    if type(function) is functools.partial:
        return functools.partial(of_users(function.func), *function.args, **function.keywords)
    return instrument.convert(function, runtime)


def compare(op, a, b):
    if op in ("in", "not in"):
        found = contains(b, a)
        return values.not_(found) if op == "not in" else found
    if op in ("eq", "ne", "lt", "le", "gt", "ge") and not isinstance(a, Symbolic) and not isinstance(b, Symbolic):
        if is_symbolic(a) or is_symbolic(b):
            return values.compare(op, a, b)
    return getattr(operator, op)(a, b)


def contains(container, x):
    if isinstance(x, Symbolic) and not isinstance(x, Value) and not isinstance(container, Symbolic):
        return any(item is x for item in container)  # patterns, by identity
    if isinstance(container, Symbolic) or isinstance(x, Value) or is_symbolic(container):
        return values.contains(container, x)
    return x in container


def over(function, items):
    """all and any."""
    items = list(items)
    if not any(isinstance(x, Symbolic) for x in items):
        return function(items)
    join = values.both if function is all else values.either
    return functools.reduce(join, [values.checked(x) if isinstance(x, Symbolic) else bool(x) for x in items])


def check_native(function, arguments):
    if id(function) in _forbidden:
        active().fail(f"{_forbidden[id(function)]}: a function that is traced has no side effects")
    if function is next and arguments:
        purity.check_iterator(arguments[0])
    if function in (setattr, delattr) and arguments:
        purity.check_change(arguments[0])
    purity.check_method(function)


def call_native(function, arguments, keywords):
    """What is not written in Python, or a class, or an operator or pattern."""
    if isinstance(function, Symbolic):
        return function(*arguments, **keywords)
    if isinstance(function, (types.BuiltinFunctionType, type)) or id(function) in _forbidden:
        check_native(function, arguments)
        arguments = [of_users(a) for a in arguments]
        keywords = {name: of_users(a) for name, a in keywords.items()}
        if function in (all, any) and len(arguments) == 1:
            return over(function, arguments[0])
    return function(*arguments, **keywords)
