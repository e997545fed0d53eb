"""Patterns, and the new terms of rules, as the functions of a file make them."""
import difflib
import math
import numbers
import re

from pypm import trace
from pypm.kinds import Kind, as_kind
from pypm.values import ANY, NUMBER, SYMBOL, TUPLE, Symbolic, Value, is_symbolic, sort_of

DEPTH = 400  # of a pattern; the language's limit on nesting is 500, parentheses included
PARTS = 65536  # of a pattern, as the language's limit

TERM_ATTRIBUTES = {"shape": TUPLE, "rank": NUMBER, "elType": SYMBOL, "uses": NUMBER}
HEAD_ATTRIBUTES = {"op_class": SYMBOL, "arity": NUMBER, "results": NUMBER}


class Role:
    """What a variable stands for: a term, or an operator of so many operands. Roles that must be one are joined."""

    def __init__(self, name):
        self.name = name
        self.parent = None
        self.arity = None  # TERM, or the operands; None: not known yet
        self.position = None

    TERM = -1

    def root(self):
        while self.parent:
            self = self.parent
        return self

    def become(self, arity, position):
        root = self.root()
        if root.arity is None:
            root.arity, root.position = arity, position
        elif root.arity != arity:
            trace.fail(f"'{self.name}' stands for {Role.said(arity)} here, and for {Role.said(root.arity)} at "
                       f"{root.position}")

    def join(self, other, position):
        a, b = self.root(), other.root()
        if a is b:
            return
        if b.arity is not None:
            self.become(b.arity, position)
        b.parent = a

    def is_head(self):
        return self.root().arity not in (None, Role.TERM)

    @staticmethod
    def said(arity):
        return "a term" if arity == Role.TERM else f"an operator of {arity} operand{'s' * (arity != 1)}"


class Term(Symbolic):
    """A pattern, or a new term."""

    __slots__ = ("_position", "_hint", "_depth", "_parts", "_alias")
    _what = "a pattern"

    def __init__(self, children=()):
        self._position = trace.active().where()
        self._hint = self._alias = None
        self._depth = 1 + max([child._depth for child in children], default=0)
        self._parts = 1 + sum(child._parts for child in children)
        if self._parts > PARTS:
            trace.fail(f"more than {PARTS} parts: what stands in several places is as many parts")
        if self._depth > DEPTH:
            trace.fail(f"a pattern deeper than {DEPTH}")

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        t = trace.active()
        if t and t.kind != "pattern":
            t.fail("nothing is known of a new term: ask the variables")
        return getattr(self._named(), name)

    def _named(self):
        """A variable for what this part of a pattern matches, so that attributes can be asked of it."""
        if self._alias is None:
            t = trace.active()
            self._alias = local_variable(t, self._hint)
            self._alias._role.become(Role.TERM, t.where())
            t.goals.append(("constraint", self._alias, self, t.where()))
        return self._alias

    def typed(self, kind):
        """The new term with that type."""
        trace.inside("a type", "rule")
        trace.fail("only new terms are given types")

    def __call__(self, *arguments, **attributes):
        trace.fail(f"{self._what} is no operator")

    def __getitem__(self, k):
        trace.fail("only operators of several results are indexed")

    def __le__(self, pattern):
        trace.fail("a match constraint is about a variable: write x <= pattern")

    def __eq__(self, other):
        trace.fail("patterns are compared: for equal terms use one variable twice, else compare attributes")

    __ne__ = __lt__ = __gt__ = __ge__ = __eq__
    __hash__ = Symbolic.__hash__


class Variable(Term):
    __slots__ = ("_name", "_number", "_role", "_local")
    _what = "a variable"

    def __init__(self, name, number, role, local=False):
        super().__init__()
        self._name, self._number, self._role, self._local = name, number, role, local

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return attribute(self, name)

    @property
    def type(self):
        trace.inside("a type", "rule", "operator")
        self._role.become(Role.TERM, trace.active().where())
        return Kind("kind_of", (self,))

    def __call__(self, *arguments, **attributes):
        trace.inside("a function variable", "pattern", "rule")
        if attributes:
            trace.fail(f"'{next(iter(attributes))}': a function variable takes operands alone")
        self._role.become(len(arguments), trace.active().where())
        return HeadApply(self, [as_term(a, f"operand {k}") for k, a in enumerate(arguments, 1)])

    def __le__(self, pattern):
        t = trace.inside("a match constraint", "pattern")
        self._role.become(Role.TERM, t.where())
        t.goals.append(("constraint", self, as_term(pattern, "the pattern of a match constraint"), t.where()))
        return Constraint()

    def typed(self, kind):
        trace.fail("a variable has a type already")

    __hash__ = Symbolic.__hash__


class Constraint(Symbolic):
    """What `x <= p` gives: nothing to be used."""

    __slots__ = ()
    _what = "a match constraint"
    _instead = ": x <= p is a statement of its own"

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        bool(self)


def attribute(variable, name):
    """x.α or F.α."""
    t = trace.active()
    name = "elType" if name == "eltType" else name
    role, declared = variable._role, t.definition.registry.attributes()
    if name in TERM_ATTRIBUTES:
        role.become(Role.TERM, t.where())
        return Value("get", (name, variable), TERM_ATTRIBUTES[name])
    if name in HEAD_ATTRIBUTES:
        if role.root().arity == Role.TERM:
            t.fail(f"'{name}' is an attribute of function variables, and '{variable._name}' stands for a term")
        return Value("get", (name, variable), HEAD_ATTRIBUTES[name])
    if name not in declared:
        close = difflib.get_close_matches(name, [*TERM_ATTRIBUTES, *HEAD_ATTRIBUTES, *declared, "type"], 1)
        t.fail(f"no operator declares an attribute '{name}'" + (f": is '{close[0]}' meant?" if close else ""))
    return Value("get", (name, variable), ANY)


class Apply(Term):
    """An operator on operands: f{…}(p, …)."""

    __slots__ = ("_operator", "_operands", "_given", "_wild", "_computed", "_result", "_kind")

    def __init__(self, operator, operands, given, wild, computed, result=None, kind=None):
        super().__init__(operands)
        self._operator, self._operands = operator, operands
        self._given, self._wild, self._computed = given, wild, computed
        self._result, self._kind = result, kind

    def _but(self, result, kind):
        return Apply(self._operator, self._operands, self._given, self._wild, self._computed, result, kind)

    def __getitem__(self, k):
        results = self._operator.results
        if results == 1:
            trace.fail(f"'{self._operator.name}' has one result, and it is this")
        if self._result is not None or not isinstance(k, int) or not 0 <= k < results:
            trace.fail(f"'{self._operator.name}' has {results} results, counted from 0")
        return self._but(k, None)

    def __iter__(self):
        if self._operator.results == 1 or self._result is not None:
            trace.fail("one result cannot be gone through")
        return iter([self._but(k, None) for k in range(self._operator.results)])

    def typed(self, kind):
        trace.inside("a type", "rule")
        return self._but(self._result, as_kind(kind))

    def _children(self):
        return self._operands


class HeadApply(Term):
    """A function variable on operands: F(p, …)."""

    __slots__ = ("_head", "_operands", "_kind")

    def __init__(self, head, operands, kind=None):
        super().__init__(operands)
        self._head, self._operands, self._kind = head, operands, kind

    def typed(self, kind):
        trace.inside("a type", "rule")
        return HeadApply(self._head, self._operands, as_kind(kind))

    def _children(self):
        return self._operands


class Constant(Term):
    """A number, matched within one unit in the last place (C9)."""

    __slots__ = ("_value", "_kind")

    def __init__(self, value, kind=None):
        super().__init__()
        self._value, self._kind = value, kind

    def typed(self, kind):
        trace.inside("a type", "rule")
        return Constant(self._value, as_kind(kind))

    def _children(self):
        return ()


class Call(Term):
    """An earlier pattern, or the pattern itself, for these arguments."""

    __slots__ = ("_pattern", "_arguments")

    def __init__(self, pattern, arguments):
        super().__init__(arguments)
        self._pattern, self._arguments = pattern, arguments

    def _children(self):
        return self._arguments


def number(x, what):
    """x as a constant's value."""
    if isinstance(x, bool) or not isinstance(x, numbers.Real):
        trace.fail(f"{what} is {x!r}, which is no pattern" if trace.active().kind == "pattern"
                   else f"{what} is {x!r}, which is no term")
    if isinstance(x, int) and abs(x) > 2 ** 53:
        trace.fail(f"{x} is beyond 2**53: declare an operator for such a constant")
    if math.isnan(float(x)):
        trace.fail("NaN matches nothing")
    return float(x)


def as_term(x, what):
    """An operand: a pattern, a variable, a number."""
    if isinstance(x, Variable):
        x._role.become(Role.TERM, trace.active().where())
    if isinstance(x, Term):
        return x
    if isinstance(x, Symbolic):
        trace.fail(f"{what} is {x._what}: it belongs in guards" + (" and attributes" if isinstance(x, Value) else ""))
    if hasattr(x, "_pypm_what"):
        trace.fail(f"{what} is {x._pypm_what}: give it operands")
    return Constant(number(x, what))


def const(value):
    """A number as a pattern or a new term of its own, as in const(0.5).typed(x.type)."""
    trace.inside("a constant", "pattern", "rule")
    return Constant(number(value, "a constant's value"))


def apply(operator, operands, attributes):
    """What an operator gives that is called in a pattern or a rule."""
    t = trace.inside(f"operator '{operator.name}' is used", "pattern", "rule")
    for name in attributes:
        if name in operator.parameters and name not in operator.attributes:
            t.fail(f"'{name}' is an operand of '{operator.name}': operands are given by position")
    if operator.takes is not None and len(operands) != operator.takes:
        t.fail(f"'{operator.name}' takes {operator.takes} operand{'s' * (operator.takes != 1)}, not {len(operands)}")
    terms = [as_term(x, f"operand {k} of '{operator.name}'") for k, x in enumerate(operands, 1)]
    given, wild, computed = {}, [], {}
    for name, value in attributes.items():
        if name not in operator.attributes:
            t.fail(f"'{operator.name}' declares no attribute '{name}'"
                   + (f": write attrs=[\"{name}\"] where it is declared" if not operator.attributes else ""))
        if name in operator.only:
            t.fail(f"'{name}' is {operator.only[name]!r} wherever '{operator.name}' stands: leave it out")
    for name in operator.attributes:
        if name in operator.only:
            continue
        if name not in attributes:
            t.fail(f"'{operator.name}' has an attribute '{name}': give its value"
                   + (", or ... for any" if t.kind == "pattern" else ""))
        value = attributes[name]
        if value is ...:
            if t.kind == "rule":
                t.fail(f"'{name}' of a new term has a value: ... is for patterns")
            wild.append(name)
        elif is_symbolic(value):
            computed[name] = computed_attribute(t, name, value)
        else:
            given[name] = plain_attribute(t, name, value)
    return Apply(operator, terms, given, wild, computed)


def computed_attribute(t, name, value):
    if t.kind == "pattern":
        t.fail(f"'{name}' is not known here: write ... and compare it in an assert")
    if not isinstance(value, Value):
        t.fail(f"'{name}' is computed from one value, as x.rank or x.shape, not from "
               + ("a tuple of such" if isinstance(value, (tuple, list)) else value._what))
    return value


def is_plain(value):
    """A number, a truth value, a string, a list of whole numbers."""
    return isinstance(value, (bool, int, float)) or (isinstance(value, str) and not re.search('["\n\0]', value)) or \
        (isinstance(value, (tuple, list)) and all(type(item) is int for item in value))


def plain_attribute(t, name, value):
    if is_plain(value):
        return tuple(value) if isinstance(value, (tuple, list)) else value
    if isinstance(value, str):
        t.fail(f"'{name}': a string has no quotes and no line breaks")
    t.fail(f"'{name}' is {value!r}: attributes are numbers, strings and tuples of whole numbers")


def call(pattern, arguments):
    """What a pattern gives that is called in a pattern."""
    t = trace.inside(f"pattern '{pattern.name}' is used", "pattern")
    if len(arguments) != len(pattern.roles):
        t.fail(f"'{pattern.name}' takes {len(pattern.roles)} argument{'s' * (len(pattern.roles) != 1)}, "
               f"not {len(arguments)}")
    terms = []
    for role, x in zip(pattern.roles, arguments):
        if isinstance(x, Variable):
            role.join(x._role, t.where())
        else:
            x = as_term(x, f"argument '{role.name}' of '{pattern.name}'")
            role.become(Role.TERM, t.where())
        terms.append(x)
    t.definition.calls.setdefault(pattern, t.where())
    return Call(pattern, terms)


def local_variable(t, name=None):
    variable = Variable(name, len(t.definition.parameters) + len(t.variables), Role(name or "var()"), local=True)
    variable._hint = name
    t.variables.append(variable)
    return variable


def var():
    """A variable that the pattern alone knows (P-EXISTS). It must be bound by what is returned or constrained."""
    return local_variable(trace.inside("var()", "pattern"))


def function_variable(operands, results):
    """Op(n, m): any operator of n operands and m results."""
    t = trace.inside("Op()", "pattern")
    for x in (operands, results):
        if not isinstance(x, int) or isinstance(x, bool) or x < 0:
            t.fail("Op takes the numbers of operands and of results, as in Op(1, 1)")
    variable = local_variable(t)
    variable._role.become(operands, t.where())
    t.require(Value("get", ("results", variable), NUMBER) == results)
    return variable
