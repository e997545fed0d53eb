"""The user's functions, rewritten so that what Python would decide by itself is asked of the tracer (§2.4).

`and`, `or`, `not`, comparisons, `in`, ifs, loops, assertions, calls, attributes, items, operators and stores become
calls of `__pypm__`, a Runtime, which does what Python does where no symbolic value is met.
"""
import ast
import copy
import types

from pypm import source
from pypm.errors import Error, Position, decorator_of
from pypm.trace import fail
from pypm.trace import active

RUNTIME = "__pypm__"
MADE = "__pypm_made__"
UNTOUCHED = {"super", "locals", "vars", "dir", "globals"}  # look at who calls them
OPERATORS = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.FloorDiv: "floordiv", ast.Mod: "mod",
    ast.Pow: "pow", ast.LShift: "lshift", ast.RShift: "rshift", ast.BitOr: "or_", ast.BitXor: "xor",
    ast.BitAnd: "and_", ast.MatMult: "matmul", ast.UAdd: "pos", ast.USub: "neg", ast.Invert: "invert",
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge", ast.Is: "is_",
    ast.IsNot: "is_not", ast.In: "in", ast.NotIn: "not in",
}

_converted = {}  # code → code
_made = set()  # code that is converted


class Instrument(ast.NodeTransformer):
    def __init__(self, file):
        self.file = file
        self.scopes = []  # names that the functions around here bind

    def run(self, name, node, *arguments, keywords=()):
        """`__pypm__.name((line, column), …)`"""
        place = ast.Constant((node.lineno, node.col_offset + 1))
        function = ast.Attribute(ast.Name(RUNTIME, ast.Load()), name, ast.Load())
        call = ast.Call(function, [place, *arguments], list(keywords))
        return ast.fix_missing_locations(ast.copy_location(call, node))

    def fail(self, node, text):
        place = Position(self.file, node.lineno, node.col_offset + 1)
        if active():
            active().fail(text, place)
        raise Error((place, text))

    # Functions.

    def visit_function(self, node):
        self.scopes.append(bound_names(node))
        node.args = self.visit(node.args)
        node.body = [self.visit(statement) for statement in node.body]
        self.scopes.pop()
        return node

    def visit_FunctionDef(self, node):
        node.returns = None
        for a in ast.walk(node.args):
            if isinstance(a, ast.arg):
                a.annotation = None
        return self.visit_function(node)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node):
        self.scopes.append(bound_names(node))
        self.generic_visit(node)
        self.scopes.pop()
        return node

    def visit_Global(self, node):
        self.fail(node, f"this changes the global '{node.names[0]}': a function that is traced has no side effects")

    def visit_Nonlocal(self, node):
        for name in node.names:
            if not any(name in scope for scope in self.scopes[:-1]):
                self.fail(node, f"this changes '{name}' from outside of the function: a function that is traced has "
                                "no side effects")
        return node

    # Decisions.

    def visit_If(self, node):
        self.generic_visit(node)
        node.test = self.run("truth", node.test, node.test)
        return node

    visit_While = visit_IfExp = visit_If

    def visit_comprehension(self, node):
        self.generic_visit(node)
        node.iter = self.run("iterate", node.iter, node.iter)
        node.ifs = [self.run("truth", test, test) for test in node.ifs]
        return node

    def visit_For(self, node):
        self.generic_visit(node)
        node.iter = self.run("iterate", node.iter, node.iter)
        return node

    def visit_Assert(self, node):
        return ast.copy_location(ast.Expr(self.run("require", node.test, self.visit(node.test))), node)

    def visit_Try(self, node):
        for inside in ast.walk(ast.Module(node.body, [])):
            if isinstance(inside, ast.Assert) and node.handlers:
                self.fail(inside, "an assertion that is not true raises nothing: the pattern or rule does not match; "
                                  "write an if in place of 'try'")
        self.generic_visit(node)
        return node

    visit_TryStar = visit_Try

    def visit_BoolOp(self, node):
        """`a and b`: `join(b) if more(a) else last()`, which evaluates b where Python does, or where a is symbolic."""
        values = [self.visit(v) for v in node.values]
        kind = ast.Constant("and" if isinstance(node.op, ast.And) else "or")
        result = values[0]
        for value in values[1:]:
            result = ast.IfExp(self.run("more", node, kind, result), self.run("join", value, kind, value),
                               self.run("last", node))
        return ast.fix_missing_locations(ast.copy_location(result, node))

    def visit_Compare(self, node):
        self.generic_visit(node)
        names = [ast.Constant(OPERATORS[type(op)]) for op in node.ops]
        if len(names) == 1:
            return self.run("compare", node, names[0], node.left, node.comparators[0])
        result = self.run("end", node, names[-1], node.comparators[-1])
        for name, value in zip(names[-2:0:-1], node.comparators[-2:0:-1]):
            result = ast.IfExp(self.run("link", node, name, value), result, self.run("drop", node))
        first = self.run("chain", node, names[0], node.left, node.comparators[0])
        result = ast.IfExp(first, result, self.run("drop", node))
        return ast.fix_missing_locations(ast.copy_location(result, node))

    # Operations.

    def visit_UnaryOp(self, node):
        self.generic_visit(node)
        if isinstance(node.op, ast.Not):
            return self.run("negate", node, node.operand)
        if isinstance(node.operand, ast.Constant):
            return node
        return self.run("operate", node, ast.Constant(OPERATORS[type(node.op)]), node.operand)

    def visit_BinOp(self, node):
        self.generic_visit(node)
        return self.run("operate", node, ast.Constant(OPERATORS[type(node.op)]), node.left, node.right)

    def visit_Call(self, node):
        if isinstance(node.func, ast.Name) and node.func.id in UNTOUCHED:
            return self.generic_visit(node)
        self.generic_visit(node)
        return self.run("call", node, node.func, *node.args, keywords=node.keywords)

    def visit_Attribute(self, node):
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load):
            return self.run("attribute", node, node.value, ast.Constant(node.attr))
        node.value = self.run("target", node, node.value)
        return node

    def visit_Subscript(self, node):
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load):
            return self.run("item", node, node.value, as_expression(node.slice))
        node.value = self.run("target", node, node.value)
        return node

    # Statements.

    def visit_Assign(self, node):
        self.generic_visit(node)
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            node.value = self.run("name", node, ast.Constant(node.targets[0].id), node.value)
        return node

    def visit_AnnAssign(self, node):
        node.annotation = ast.copy_location(ast.Constant(None), node)
        return self.generic_visit(node)

    def visit_AugAssign(self, node):
        self.generic_visit(node)
        if not isinstance(node.target, ast.Name):
            return node
        value = self.run("in_place", node, ast.Constant(OPERATORS[type(node.op)]),
                         ast.copy_location(ast.Name(node.target.id, ast.Load()), node), node.value)
        return ast.copy_location(ast.Assign([node.target], value), node)

    def visit_Import(self, node):
        manager = ast.withitem(self.run("importing", node), None)
        return ast.fix_missing_locations(ast.copy_location(ast.With([manager], [node]), node))

    visit_ImportFrom = visit_Import


def as_expression(index):
    """A subscript's slices as calls of slice()."""
    if isinstance(index, ast.Slice):
        none = ast.copy_location(ast.Constant(None), index)
        runtime = ast.Attribute(ast.Name(RUNTIME, ast.Load()), "slice", ast.Load())
        return ast.copy_location(ast.Call(runtime, [index.lower or none, index.upper or none, index.step or none], []),
                                 index)
    if isinstance(index, ast.Tuple):
        index.elts = [as_expression(item) for item in index.elts]
    return index


def bound_names(node):
    """What a function's own code binds."""
    names = {a.arg for a in ast.walk(node.args) if isinstance(a, ast.arg)}
    stack = list(node.body) if isinstance(node.body, list) else []
    while stack:
        at = stack.pop()
        if isinstance(at, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(at.name)
        elif isinstance(at, ast.Name) and isinstance(at.ctx, ast.Store):
            names.add(at.id)
        else:
            stack += ast.iter_child_nodes(at)
    return names


def without_defaults(arguments):
    """The function gets its defaults from the one that it is made of."""
    arguments.defaults = [ast.Constant(None) for _ in arguments.defaults]
    arguments.kw_defaults = [d and ast.Constant(None) for d in arguments.kw_defaults]


def convert_code(code):
    """The instrumented code of a function's; None where its source is not at hand."""
    node = source.find(code)
    if node is None:
        return None
    file = code.co_filename
    node = copy.deepcopy(node)  # other functions are found in the file's tree
    without_defaults(node.args)
    if isinstance(node, ast.Lambda):
        made = "<lambda>"
        body = [ast.Return(Instrument(file).visit(node))]
    else:
        node.decorator_list, node.name = [], MADE  # not its own, which it means the file's by
        made = MADE
        body = [Instrument(file).visit(node), ast.Return(ast.Name(MADE, ast.Load()))]
    free = [ast.arg(n) for n in (RUNTIME, *code.co_freevars)]
    outer = ast.FunctionDef(MADE, ast.arguments([], free, None, [], [], None, []), body, [])
    outer.type_params = []
    module = ast.fix_missing_locations(ast.copy_location(ast.Module([ast.copy_location(outer, node)], []), node))
    return inner(inner(compile(module, file, "exec", dont_inherit=True), MADE), made).replace(co_name=code.co_name)


def inner(code, name):
    return next(c for c in code.co_consts if isinstance(c, types.CodeType) and c.co_name == name)


def remember(code):
    _made.add(code)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            remember(constant)


def convert(function, runtime):
    """The function, instrumented; itself where its source is not at hand. `runtime(file)` is what its code calls."""
    code = function.__code__
    if code in _made:
        return function
    if code not in _converted:
        try:
            _converted[code] = convert_code(code)
        except RecursionError:
            raise Error((decorator_of(function), f"an expression in '{function.__name__}' is nested too deep")) from None
        if _converted[code]:
            remember(_converted[code])
    new = _converted[code]
    if new is None:
        return function
    cells = dict(zip(code.co_freevars, function.__closure__ or ()))
    cells[RUNTIME] = types.CellType(runtime(code.co_filename))
    closure = tuple(cells[name] for name in new.co_freevars)
    result = types.FunctionType(new, function.__globals__, function.__name__, function.__defaults__, closure)
    result.__kwdefaults__ = function.__kwdefaults__
    result.__qualname__ = function.__qualname__
    return result
