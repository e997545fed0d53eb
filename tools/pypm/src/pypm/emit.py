"""Operators, patterns and rules as text of the pypm dialect (dialect/PypmDialect.td)."""
import math

from pypm.errors import Error, shown
from pypm.terms import Apply, Call, Constant, HeadApply, Variable
from pypm.values import Condition, Value


def number(x):
    """A number as MLIR reads a float."""
    if math.isinf(x):
        return "0x7FF0000000000000" if x > 0 else "0xFFF0000000000000"
    text = repr(float(x))
    return text if "." in text else text.replace("e", ".0e")


def attribute(x):
    if isinstance(x, bool):
        return "true" if x else "false"
    if isinstance(x, float):
        return number(x) + " : f64"
    if isinstance(x, str):
        return string(x)
    if isinstance(x, (tuple, list)):
        return f"[{', '.join(str(int(item)) for item in x)}]"
    return str(x)


def string(x):
    return '"' + "".join(c if 32 <= ord(c) < 127 and c not in '"\\' else "".join(f"\\{b:02X}" for b in c.encode())
                         for c in x) + '"'


def strings(names):
    return f"[{', '.join(string(name) for name in names)}]"


class Item:
    """The text of an operator, a pattern or a rule."""

    def __init__(self, locations, sharing=False):
        self.locations = locations
        self.lines, self.indent = [], 0
        self.names, self.taken = {}, set()
        self.values = [{}]  # by region: names of the values and types that are there
        self.place = None
        self.named = set()  # parts of a pattern that stand where their alias is
        self.sharing = sharing  # new terms may stand in several places; a pattern is a tree
        self.made = {}

    # Names and lines.

    def fresh(self, hint=None):
        hint = "".join(c for c in hint or "" if c.isascii() and (c.isalnum() or c == "_"))
        if not hint or hint.isdigit():
            name, k = "0", 0
            while name in self.taken:
                k += 1
                name = str(k)
        else:
            name, k = hint, 0
            while name in self.taken:
                k += 1
                name = f"{hint}_{k}"
        self.taken.add(name)
        return "%" + name

    def put(self, text):
        self.lines.append("  " * self.indent + text)

    def at(self, place):
        return f" loc({string(shown(place.file))}:{place.line}:{place.column})" if self.locations and place else ""

    def op(self, text, place, hint=None):
        name = self.fresh(hint)
        self.put(f"{name} = {text}{self.at(place)}")
        return name

    def open(self, text):
        self.put(text + " {")
        self.indent += 1
        self.values.append({})

    def close(self, text="}", place=None):
        self.indent -= 1
        self.values.pop()
        self.put(text + self.at(place))

    # Variables.

    def declare(self, variable, arity, hint):
        """As an argument: `%x: !pypm.term`."""
        name = self.fresh(hint)
        self.names[variable._number] = name
        return f"{name}: {self.type_of(arity)}"

    @staticmethod
    def type_of(arity):
        return f"!pypm.head<{arity}>" if arity is not None and arity >= 0 else "!pypm.term"

    def variable_type(self, variable):
        return self.type_of(variable._role.root().arity)

    def variable(self, variable):
        return self.names[variable._number]

    # Values, conditions and types. What a region has is named once.

    def value(self, x):
        key = ("constant", type(x), x if not isinstance(x, list) else tuple(x)) if not isinstance(x, (Value, Condition)) else x.key()
        for region in self.values:
            if key in region:
                return region[key]
        self.values[-1][key] = result = self.op(self.value_text(x), self.place)
        return result

    def value_text(self, x):
        if not isinstance(x, (Value, Condition)):
            return "pypm.value " + attribute(int(x) if isinstance(x, bool) else x)
        if x._op == "get":
            name, variable = x._args
            return f"pypm.get {string(name)} of {self.variable(variable)} : {self.variable_type(variable)}"
        arguments = [self.value(a) for a in x._args]
        if x._op == "index":
            return f"pypm.index {arguments[0]}[{arguments[1]}]"
        return f"pypm.{x._op} {', '.join(arguments)}".rstrip()

    def kind(self, kind):
        if kind.op == "kind_of":
            return self.op(f"pypm.kind_of {self.variable(kind.args[0])}", kind.position)
        if kind.op == "broadcast":
            return self.op(f"pypm.broadcast {self.kind(kind.args[0])}, {self.kind(kind.args[1])}", kind.position)
        self.place = kind.position
        element, *dims = [self.value(a) for a in kind.args]
        return self.op(f"pypm.kind {element}[{', '.join(dims)}]", kind.position)

    # Patterns and new terms.

    def term(self, node, within=None):
        """The name of a pattern or a new term; `within`: the part that an alias names, where it is given its name."""
        if node._alias is not None and node is not within:
            if id(node) in self.named:
                raise Error((node._position, "this stands in several places, and an attribute is asked of it: of which? Give "
                                             "the one a variable, y = var() and y <= …"))
            self.named.add(id(node))
            node = node._alias
        if isinstance(node, Variable):
            return self.variable(node)
        if id(node) in self.made:
            return self.made[id(node)]
        if isinstance(node, Apply):
            text = self.apply(node)
        elif isinstance(node, HeadApply):
            operands = ", ".join([self.term(x) for x in node._operands])
            text = f"pypm.apply_head {self.variable(node._head)}({operands})" + self.typed(node._kind) + \
                   f" : {self.variable_type(node._head)}"
        elif isinstance(node, Constant):
            text = "pypm.constant " + number(node._value) + self.typed(node._kind)
        else:
            text = self.call(node)
        name = self.op(text, node._position, node._hint)
        if self.sharing:
            self.made[id(node)] = name
        return name

    def typed(self, kind):
        return f" typed {self.kind(kind)}" if kind else ""

    def apply(self, node):
        text = f"pypm.apply @{node._operator.name}({', '.join([self.term(x) for x in node._operands])})"
        self.place = node._position
        if node._given:
            text += " where {" + ", ".join(f"{name} = {attribute(x)}" for name, x in node._given.items()) + "}"
        if node._wild:
            text += f" any {strings(node._wild)}"
        if node._computed:
            values = ", ".join([self.value(x) for x in node._computed.values()])
            text += f" with {strings(node._computed)} ({values})"
        if node._result is not None:
            text += f" result {node._result}"
        return text + self.typed(node._kind)

    def call(self, node):
        arguments = [self.term(x) for x in node._arguments]
        types = [self.variable_type(x) if isinstance(x, Variable) else "!pypm.term" for x in node._arguments]
        return f"pypm.call @{node._pattern.name}({', '.join(arguments)}) : ({', '.join(types)}) -> !pypm.term"

    # Paths.

    def require(self, conditions):
        """Ends a region: all conditions hold."""
        result = None
        for condition, place in conditions:
            self.place = place
            value = self.value(condition)
            result = value if result is None else self.op(f"pypm.and {result}, {value}", place)
        self.put(f"pypm.require {result}" + self.at(conditions[-1][1]))

    def goals(self, path):
        """The pattern of a path, and behind it what the path requires."""
        result = self.term(path.result)
        for goal in path.goals:
            if goal[0] == "constraint":
                _, variable, pattern, place = goal
                matched = self.term(pattern, within=pattern if pattern._alias is variable else None)
                result = self.op(f"pypm.constrain {result} where {self.variable(variable)} is {matched}", place)
            else:
                _, condition, place = goal
                name = self.fresh()
                self.open(f"{name} = pypm.guard {result} if")
                self.require([(condition, place)])
                self.close(place=place)
                result = name
        return result

    def path(self, path):
        """Up to the match, inside of what declares its variables."""
        opened = []
        for variable in path.variables:
            name = self.fresh()
            declared = self.declare(variable, variable._role.root().arity, variable._hint)
            self.open(f"{name} = pypm.exists ({declared})")
            opened.append((name, variable._position))
        result = self.goals(path)
        for name, place in reversed(opened):
            self.put(f"pypm.match {result}")
            self.close(place=place)
            result = name
        self.put(f"pypm.match {result}" + self.at(path.position))


class Items:
    """Texts of operators, patterns and rules; with `locations`, ops say where in the user's files they come from."""

    def __init__(self, locations):
        self.locations = locations

    def parameters(self, item, names, roles):
        variables = [item.fresh(name) for name in names]
        item.names = dict(enumerate(variables))
        return "(" + ", ".join(f"{v}: {item.type_of(role.root().arity)}" for v, role in zip(variables, roles)) + ")"

    def operator(self, o):
        item = Item(self.locations)
        text = f"pypm.operator @{o.name}"
        text += f" takes {o.takes}" if o.takes is not None else ""
        text += f" gives {o.results}" if o.results != 1 else ""
        text += f" attributes {strings(o.attributes)}" if o.attributes else ""
        text += f" for {string(o.mlir)}" if o.mlir else ""
        text += f" class {string(o.op_class)}" if o.op_class else ""
        text += " commutative" if o.commutative else ""
        text += " effects" if o.effects else ""
        text += " only {" + ", ".join(f"{name} = {attribute(x)}" for name, x in o.only.items()) + "}" if o.only else ""
        if not o.typing:
            item.put(text + item.at(o.position))
            return item.lines
        item.open(text + " types " + self.parameters(item, o.parameters, o.roles))
        kinds = ", ".join([item.kind(kind) for kind in o.typing])
        item.put(f"pypm.types {kinds}")
        item.close(place=o.position)
        return item.lines

    def pattern(self, p):
        item = Item(self.locations)
        item.open(f"pypm.pattern @{p.name}{self.parameters(item, p.definitions[0].parameters, p.roles)}")
        if len(p.alternates) == 1:
            item.path(p.alternates[0])
        else:
            name = item.fresh()
            for k, path in enumerate(p.alternates):
                if k == 0:
                    item.open(f"{name} = pypm.alternates")
                item.path(path)
                if k + 1 < len(p.alternates):
                    item.close("} or {")
                    item.indent += 1
                    item.values.append({})
            item.close(place=p.position)
            item.put(f"pypm.match {name}")
        item.close(place=p.position)
        return item.lines

    def rule(self, r):
        item = Item(self.locations, sharing=True)
        exact = " fp exact " if r.fp == "exact" else ""
        item.open(f"pypm.rule @{r.name} for @{r.pattern.name}{exact}{self.parameters(item, r.parameters, r.roles)}")
        for path in r.branches:
            item.made = {}
            conditions = [(condition, place) for _, condition, place in path.goals]
            if conditions:
                item.open("pypm.branch if")
                item.require(conditions)
                item.indent -= 1
                item.values[-1] = {}
                item.put("} then {")
                item.indent += 1
            else:
                item.open("pypm.branch")
            item.put(f"pypm.match {item.term(path.result)}" + item.at(path.position))
            item.close(place=path.position)
        item.close(place=r.position)
        return item.lines
