"""@op, @pattern and @rule, and what a file has declared with them so far."""
import inspect
import re

from pypm import instrument, source, terms, trace
from pypm.errors import Error, Position, decorator_of, here
from pypm.kinds import Kind, described
from pypm.runtime import runtime
from pypm.terms import Role, Variable
from pypm.trace import fail
from pypm.values import ELEMENTS, Symbolic

# Words of PyPM's text form.
RESERVED = {"op", "pattern", "rule", "term", "exists", "mu", "guard", "inf", "nan", "_"}
OWN = {"op", "pattern", "rule", "var", "Op", "opclass", "const", "tensor", "broadcast", "serialize", *ELEMENTS}


class Registry:
    """What is declared, in order."""

    def __init__(self):
        self.clear()

    def clear(self):
        self.operators, self.patterns, self.rules = {}, {}, {}

    def attributes(self):
        return {name for operator in self.operators.values() for name in operator.attributes}

    def add(self, table, x):
        """Names are there once, but for a pattern's alternates."""
        for kind, others in (("operator", self.operators), ("pattern", self.patterns), ("rule", self.rules)):
            if x.name in others:
                raise Error((x.position, f"'{x.name}' is defined twice: it is {article(kind)} {kind} at "
                                         f"{others[x.name].position}"))
        table[x.name] = x


def article(word):
    return "an" if word[0] in "aeiou" else "a"


registry = Registry()


class Definition:
    """A decorated function."""

    def __init__(self, kind, function, name=None):
        code = function.__code__
        self.kind, self.function, self.registry = kind, function, registry
        self.name, self.file = function.__name__ if name is None else name, code.co_filename
        self.node = source.find(code)
        self.position = decorator_of(function)
        if self.node is None:
            raise Error((self.position, f"the source of '{self.name}' is not at hand: patterns are read from files"))
        self.position = self.place(self.node)
        self.roles, self.calls = [], {}
        check_name(self.name, self.position)
        self.read_parameters()

    def place(self, node):
        return Position(self.file, node.lineno, node.col_offset + 1)

    def read_parameters(self):
        a = self.node.args
        self.parameters = [p.arg for p in getattr(a, "posonlyargs", []) + a.args]
        self.variadic = a.vararg is not None
        for wrong, text in ((a.kwonlyargs, "attributes are declared in the decorator, as in @op(attrs=[\"stride\"])"
                             if self.kind == "operator" else "a parameter is a variable, given by position"),
                            (a.kwarg and [a.kwarg], "the parameters are listed"),
                            (a.vararg and self.kind != "operator" and [a.vararg], "the parameters are listed")):
            if wrong:
                raise Error((self.place(wrong[0]), f"'{wrong[0].arg}': {text}"))
        if a.defaults:
            raise Error((self.place(a.defaults[0]), "a parameter has no default: it is a variable"))
        self.places = [self.place(p) for p in getattr(a, "posonlyargs", []) + a.args]

    def arguments(self):
        return [Variable(name, k, role) for k, (name, role) in enumerate(zip(self.parameters, self.roles))]

    def traced(self):
        """The function's paths. What it calls is noted in `calls`."""
        return trace.paths(self, instrument.convert(self.function, runtime))


def check_name(name, position):
    if not isinstance(name, str):
        raise Error((position, f"name={name!r}: a name is a string"))
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name) or re.match(r"_v.", name):
        raise Error((position, f"'{name}': a name is made of the letters a to z, digits and '_', and does not begin with "
                               "'_v'"))
    if name in OWN:
        raise Error((position, f"'{name}' is PyPM's own: take another name"))
    if name in RESERVED:
        raise Error((position, f"'{name}' is a word of the language of patterns: take another name"))


class Operator(Definition):
    _pypm_what = "an operator"

    def __init__(self, function, attrs, only, commutative, effects, op_class, mlir):
        super().__init__("operator", function)
        self.only = self.checked_only(only)
        self.attributes = self.checked_attributes([*attrs, *self.only] if not isinstance(attrs, str) else attrs)
        self.commutative, self.effects = commutative, effects
        self.op_class, self.mlir = op_class, mlir
        self.takes = None if self.variadic else len(self.parameters)
        self.results, self.typing = 1, None
        self.roles = [Role(name) for name in self.parameters]
        self.check_options()
        registry.add(registry.operators, self)

    def complain(self, text):
        raise Error((self.position, text))

    def checked_attributes(self, attrs):
        if isinstance(attrs, str) or not all(isinstance(a, str) for a in attrs):
            self.complain("attrs is a list of names, as in attrs=[\"stride\"]")
        for name in attrs:
            if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name) or name in RESERVED:
                self.complain(f"'{name}' is no attribute's name: it is made of letters, digits and '_', and no word of the "
                              "language of patterns")
        if len(set(attrs)) != len(attrs):
            self.complain("an attribute is declared twice")
        return list(attrs)

    def checked_only(self, only):
        if not isinstance(only, dict):
            self.complain("only has attributes and their values, as in only={\"train\": False}")
        for name, value in only.items():
            if not terms.is_plain(value):
                self.complain(f"'{name}' is {value!r}: attributes are numbers, strings and tuples of whole numbers")
        return only

    def check_options(self):
        if self.commutative and self.takes != 2:
            self.complain(f"a commutative operator takes 2 operands, and '{self.name}' "
                          + ("any number" if self.takes is None else f"takes {self.takes}"))
        if self.op_class is not None and not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", str(self.op_class)):
            self.complain("op_class is a class's name, as in op_class=\"pointwise\"")
        if self.mlir is not None and (not isinstance(self.mlir, str) or not self.mlir or re.search(r'["\s\\]', self.mlir)):
            self.complain("mlir is an op's name, as in mlir=\"torch.aten.mm\"")

    def arguments(self):
        for role in self.roles:
            role.become(Role.TERM, self.position)
        rest = [Variable(self.node.args.vararg.arg, len(self.roles), Role("operands"))] if self.variadic else []
        return super().arguments() + rest

    def finish(self, given):
        """`return 1`: the number of results; or their types."""
        if isinstance(given, int) and not isinstance(given, bool) and given > 0:
            return given
        if given is None:
            return None
        kinds = given if isinstance(given, tuple) else (given,)
        if not kinds or not all(isinstance(kind, Kind) for kind in kinds):
            fail(f"'{self.name}' returns {described(given)}: an operator returns the number of its results, or their types")
        if self.variadic:
            fail(f"'{self.name}' takes any number of operands: it returns the number of its results")
        return kinds

    def trace(self):
        paths = self.traced()
        if not paths:
            self.complain(f"no way through '{self.name}' returns anything: an operator returns the number of its results, or "
                          "their types")
        if len(paths) != 1 or paths[0].goals:
            self.complain(f"'{self.name}' returns one thing, whatever its operands are")
        given = paths[0].result
        self.results, self.typing = (given, None) if isinstance(given, int) else (len(given), given)

    def __call__(self, *operands, **attributes):
        return terms.apply(self, operands, attributes)


class PatternDefinition(Definition):
    def __init__(self, function, name):
        super().__init__("pattern", function, name)

    def finish(self, given):
        if given is None:
            return None
        if not isinstance(given, terms.Term):
            fail(f"'{self.name}' returns {described(given)}, which is no pattern"
                 + (": is @op meant, or const(…)?" if isinstance(given, (int, float)) else ""))
        return terms.as_term(given, "what is returned")


class Pattern:
    """All definitions of a name, which are alternates."""

    _pypm_what = "a pattern of parameters"

    def __init__(self, definition):
        self.name, self.position, self.file = definition.name, definition.position, definition.file
        self.definitions, self.alternates = [], []
        self.roles = [Role(name) for name in definition.parameters]
        self.rules = []

    def add(self, definition):
        if definition.file != self.file:
            raise Error((definition.position, f"'{self.name}' is defined twice: alternates of a pattern stand in one file, "
                                              f"and it is defined at {self.position}"))
        if len(definition.parameters) != len(self.roles):
            raise Error((definition.position, f"this alternate of '{self.name}' has {len(definition.parameters)} "
                                              f"parameters, and the one at {self.position} has {len(self.roles)}"))
        definition.roles = self.roles
        self.definitions.append(definition)

    def trace(self):
        self.alternates = [path for d in self.definitions for path in d.traced()]
        if not self.alternates:
            raise Error((self.position, f"no way through '{self.name}' returns a pattern"))

    def calls(self):
        """Other patterns, and where they are called."""
        return {callee: place for d in self.definitions for callee, place in d.calls.items()}

    def __call__(self, *arguments, **named):
        if named:
            fail(f"'{next(iter(named))}': a pattern's arguments are given by position")
        return terms.call(self, arguments)


class Rule(Definition):
    def __init__(self, function, pattern, name, fp):
        super().__init__("rule", function, name)
        self.fp = fp
        names = pattern.definitions[0].parameters
        if len(self.parameters) != len(names):
            raise Error((self.position, f"'{self.name}' has {len(self.parameters)} parameters, and the pattern "
                                        f"'{pattern.name}' has {len(names)}"))
        if self.parameters != names and sorted(self.parameters) == sorted(names):
            raise Error((self.position, f"the parameters of '{self.name}' are those of '{pattern.name}' in another order: "
                                        f"they are bound by position, ({', '.join(names)})"))
        self.pattern, self.roles = pattern, pattern.roles
        registry.add(registry.rules, self)
        pattern.rules.append(self)

    def finish(self, given):
        if given is None:
            return None
        if not isinstance(given, terms.Term) and (isinstance(given, (bool, Symbolic)) or not isinstance(given, (int, float))):
            fail(f"'{self.name}' returns {described(given)}, which is no term")
        return terms.as_term(given, "what is returned")

    def trace(self):
        self.branches = self.traced()
        if not self.branches:
            raise Error((self.position, f"no way through '{self.name}' returns a term"))


# The decorators.


def checked_function(function, how):
    if not inspect.isfunction(function):
        raise Error((here(), f"{how} stands before a function's definition"))
    if inspect.iscoroutinefunction(function) or inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
        raise Error((decorator_of(function), f"'{function.__name__}' is no plain function: it yields, or is async"))
    if trace.active():
        trace.active().fail(f"{how} inside of a function that is traced: it is a side effect", decorator_of(function))
    return function


def op(function=None, *, attrs=(), only=None, commutative=False, effects=False, op_class=None, mlir=None, **unknown):
    """Declares an operator: its parameters are the operands (`*xs`: any number), it returns how many results there are, or
    their types. `mlir`: the op that it stands for; `attrs`: names of attributes that are compared; `only`: values of more
    attributes: it stands for ops that have these alone."""
    def declare(f):
        if unknown:
            raise Error((decorator_of(f), f"@op has no option '{next(iter(unknown))}': they are attrs, only, commutative, effects, "
                                          "op_class and mlir"))
        return Operator(checked_function(f, "@op"), attrs, {} if only is None else only, commutative, effects, op_class, mlir)
    return declare if function is None else declare(function)


def pattern(function=None, *, name=None):
    """Defines a pattern, or one more alternate of one; `name` stands for the function's, where a helper makes several."""
    def declare(f):
        definition = PatternDefinition(checked_function(f, "@pattern"), name)
        known = registry.patterns.get(definition.name)
        if known is None:
            known = Pattern(definition)
            registry.add(registry.patterns, known)
        known.add(definition)
        return known
    return declare if function is None else declare(function)


def rule(of, *, name=None, fp="reassoc"):
    """Defines a rule: what replaces a term that the pattern `of` matched. `name`: as @pattern has it. `fp`: "exact" says
    that what it makes computes the same bits; other rules do not fire under fp=exact."""
    if inspect.isfunction(of):
        node, line = source.find(of.__code__), here().line
        if node and of.__code__.co_firstlineno <= line <= node.lineno:
            raise Error((decorator_of(of), "write @rule(Pattern), with the pattern's name"))
        raise Error((here(), f"'{of.__name__}' is no pattern: '@pattern' is missing above its definition"))
    if not isinstance(of, Pattern):
        raise Error((here(), f"@rule takes a pattern, and this is {described(of)}"))
    if fp not in ("reassoc", "exact"):
        raise Error((here(), "fp is \"exact\" or \"reassoc\", as in @rule(Pattern, fp=\"exact\")"))

    def declare(f):
        return Rule(checked_function(f, "@rule"), of, name, fp)
    return declare
