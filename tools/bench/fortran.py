"""Kernels in C as Fortran, so that each is written once: what the benches' tables use of C, and nothing else.

A KERNEL becomes a subroutine of a module, its arrays' indices in reverse order and counted from 1, so that loops and memory are the
same. NAME is what the symbols begin with; T, if it occurs, the kind of the reals.
"""
import ast
import re

TYPES = {"double": "real(real8)", "float": "real(c_float)", "T": "real(T)", "int": "integer(c_int)", "char": "integer(c_signed_char)"}
OPERATORS = {ast.Add: " + ", ast.Sub: " - ", ast.Mult: "*", ast.Div: "/", ast.Lt: " < ", ast.LtE: " <= ", ast.Gt: " > ", ast.GtE: " >= ",
             ast.Eq: " == ", ast.NotEq: " /= ", ast.And: " .and. ", ast.Or: " .or. "}
FUNCTIONS = {"MAXIMUM": "max", "ABS": "abs", "SQRT": "sqrt"}
LOOP = re.compile(r"for \(int (\w+) = (.*?); \1 (<|<=|>=) (.*?); (?:\1|\+\+|--)+\)")
MACROS = ((r"\bFOR\((\w), ([^)]*)\)", r"for (int \1 = 0; \1 < \2; \1++)"), (r"\bFROM\((\w), ([^,]*), ([^)]*)\)", r"for (int \1 = \2; \1 < \3; \1++)"),
          (r"\bBACK\((\w), ([^)]*)\)", r"for (int \1 = \2 - 1; \1 >= 0; \1--)"))


def closing(text, start):
    """The place behind the bracket that closes the one at `start`."""
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] in "([{") - (text[place] in ")]}")
        if depth == 0:
            return place + 1
    raise ValueError(text[start:start + 60])


def split(text, separator, most=1000):
    """The parts between separators that stand in no brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == separator and depth == 0 and len(parts) < most:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


class Subroutine:
    """name(parameters) { body }, as C; `sizes`: what lengths of arrays are called among the parameters."""

    def __init__(self, name, parameters, body, sizes=None):
        self.name, self.lines, self.depth, self.shifted = name, [], 2, set()
        self.integers, self.declared = set(), {}
        self.arguments, self.bounds = [], {}
        for parameter in split(parameters, ","):
            kind, variable, lengths = re.fullmatch(r"(\w+) (\w+)((?:\[\w*\])*)", parameter).groups()
            lengths = [(sizes or {}).get(length, length).lower() or "*" for length in re.findall(r"\[(\w*)\]", lengths)]
            self.arguments.append(variable)
            self.declare(kind, variable, f"({', '.join(lengths[::-1])})" if lengths else "")
        for pattern, by in MACROS:
            body = re.sub(pattern, by, body)
        self.indexed = " ".join(re.findall(r"\[([^]]*)\]", body))
        self.block(re.sub(r"//.*|#.*|\(T\)", "", body))

    def declare(self, kind, variable, lengths=""):
        self.declared.setdefault(TYPES[kind], {})[variable + lengths] = None
        if kind == "int" and not lengths:
            self.integers.add(variable)

    # --- Values

    def linear(self, node):
        """({variable: factor}, constant) of an integer; variables that count from 1 are one less here."""
        if isinstance(node, ast.Constant):
            return {}, node.value
        if isinstance(node, ast.Name):
            return {node.id: 1}, -(node.id in self.shifted)
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
            sign = 1 if isinstance(node.op, ast.Add) else -1
            (one, first), (other, second) = self.linear(node.left), self.linear(node.right)
            return {v: one.get(v, 0) + sign*other.get(v, 0) for v in {**one, **other}}, first + sign*second
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
            return {f"({self.integer(node.left)})*{self.integer(node.right)}": 1}, 0
        raise ValueError(ast.dump(node))

    def integer(self, node, more=0):
        factors, constant = self.linear(node)
        constant += more
        parts = [("- " if f < 0 else "+ ") + v for v, f in sorted(factors.items(), key=lambda item: -item[1]) if f]
        parts += [f"{'-' if constant < 0 else '+'} {abs(constant)}"] if constant or not parts else []
        return " ".join(parts).removeprefix("+ ").lower()

    def is_integer(self, node):
        return all(isinstance(n, (ast.BinOp, ast.Add, ast.Sub, ast.Load, ast.Constant)) or isinstance(n, ast.Name) and n.id in self.integers
                   for n in ast.walk(node)) and any(isinstance(n, ast.Name) for n in ast.walk(node))

    def value(self, node, level=0):
        if self.is_integer(node):
            text = self.integer(node)
            return f"({text})" if level > 1 and " " in text else text
        if isinstance(node, ast.Constant):
            return f"{node.value!r}_{'T' if 'real(T)' in self.declared else 'real8'}" if isinstance(node.value, float) else str(node.value)
        if isinstance(node, ast.Name):
            return node.id.lower()
        if isinstance(node, ast.Subscript):
            indices = []
            while isinstance(node, ast.Subscript):
                indices.append(self.integer(node.slice, 1))
                node = node.value
            return f"{node.id.lower()}({', '.join(indices)})"
        if isinstance(node, ast.Call):
            arguments = [self.value(a) for a in node.args]
            if node.func.id == "pow":
                return f"{arguments[0]}**({arguments[1]})"
            return f"{FUNCTIONS.get(node.func.id, node.func.id)}({', '.join(arguments)})"
        if isinstance(node, ast.UnaryOp):
            return "-" + self.value(node.operand, 3)
        if isinstance(node, ast.BoolOp):
            return OPERATORS[type(node.op)].join(self.value(v) for v in node.values)
        if isinstance(node, ast.Compare):
            text = self.value(node.left, 1) + OPERATORS[type(node.ops[0])] + self.value(node.comparators[0], 1)
            return f"merge(1, 0, {text})" if level else text
        own = 2 if isinstance(node.op, (ast.Mult, ast.Div)) else 1
        text = self.value(node.left, own) + OPERATORS[type(node.op)] + self.value(node.right, own + (not isinstance(node.op, (ast.Add))))
        return f"({text})" if own < level else text

    def parsed(self, text):
        return ast.parse(text.replace("&&", " and ").replace("||", " or ").strip(), mode="eval").body

    def chosen(self, text):
        """A value that may be `a < b ? c : d`."""
        found = re.fullmatch(r"(.*?) \? (.*) : (.*)", text)
        if not found:
            return self.value(self.parsed(text))
        test, one, other = (self.value(self.parsed(t)) for t in found.groups())
        return f"min({one}, {other})" if test == f"{one} < {other}" else f"merge({one}, {other}, {test})"

    # --- Statements

    def say(self, text):
        indent = "  "*self.depth
        while len(text) > 110:
            place = text.rindex(" ", 0, 110)
            self.lines.append(indent + text[:place] + " &")
            text = "  " + text[place + 1:]
        self.lines.append(indent + text)

    def inside(self, head, text, end):
        self.say(head)
        self.depth += 1
        rest = self.statement(text)
        self.depth -= 1
        if end:
            self.say(end)
        return rest

    def block(self, text):
        while text.strip():
            text = self.statement(text.strip())

    def statement(self, text):
        """Writes the first statement; what follows it."""
        text = text.strip()
        loop, declared = LOOP.match(text), re.match(r"(double|float|int|T) (\w+ = .*?|\w+);", text, flags=re.S)
        if text.startswith("{"):
            self.block(text[1:closing(text, 0) - 1])
            return text[closing(text, 0):]
        if loop:
            variable, low, compare, high = loop.groups()
            self.declare("int", variable)
            self.shifted -= {variable}
            more = int(bool(re.search(rf"\b{variable}\b", self.indexed)))
            first, last = (self.integer(self.parsed(bound), more + (k and compare == "<" and -1)) for k, bound in enumerate((low, high)))
            self.shifted |= {variable} if more else set()
            return self.inside(f"do {variable} = {first}, {last}" + (", -1" if compare == ">=" else ""), text[loop.end():], "end do")
        if text.startswith("if "):
            end = closing(text, 3)
            rest = self.inside(f"if ({self.value(self.parsed(text[3:end]))}) then", text[end:], "").strip()
            if rest.startswith("else"):
                return self.inside("else", rest[4:], "end if")
            self.say("end if")
            return rest
        if declared:
            for part in split(declared[2], ","):
                variable, _, value = part.partition(" = ")
                self.declare(declared[1], variable)
                if value:
                    self.say(f"{variable.lower()} = {self.chosen(value)}")
            return text[declared.end():]
        one, rest = text.split(";", 1)
        target, op, value = re.fullmatch(r"(.*?) ([-+*/]?)= (.*)", " ".join(one.split())).groups()
        target, value = self.value(self.parsed(target)), self.chosen(value)
        if op:
            value = f"{target} {op} " + (value if op == "+" or not re.search(r" [-+] ", re.sub(r"\([^()]*\)", "", value)) and op != "/" or
                                         re.fullmatch(r"\w+(\([^()]*\))?", value) else f"({value})")
        self.say(f"{target} = {value}")
        return rest

    def text(self, values):
        head = f"  subroutine {self.name}({', '.join(self.arguments)}) bind(c, name=NAME//\"{self.name}\")".lower().replace("name//", "NAME//")
        lines = []
        for kind, names in self.declared.items():
            for where, some in ((", value", [n for n in names if n in values]), ("", [n.lower() for n in names if n not in values])):
                lines += [f"    {kind}{where} :: {', '.join(some)}"] if some else []
        return "\n".join([head, *lines, *self.lines, "  end subroutine"]) + "\n"


def module(subroutines, values=()):
    """The module; arguments in `values` are passed by value."""
    return ("module kernels\n  use, intrinsic :: iso_c_binding, only: real8 => c_double, c_float, c_int, c_signed_char\n  implicit none\ncontains\n" +
            "\n".join(s.text(values) for s in subroutines) + "end module\n")


def columns(text):
    """The module of sweep/columns.def."""
    subroutines = []
    for found in re.finditer(r"^KERNEL\(", text, flags=re.M):
        name, _, arrays, body = split(text[found.end():closing(text, found.end() - 1) - 1], ",", 4)
        numbers = "int m, int n, int k, int ix, int iy, T s"
        subroutines.append(Subroutine(name, ", ".join([f"T {array}" for array in arrays.split()] + [numbers]), body))
    return module(subroutines, ("m", "n", "k", "ix", "iy", "s"))


def polybench(text):
    """(the module, the C functions that call its subroutines as the bench calls kernels) of polybench/kernels.c"""
    sizes = {name: by for name, by in re.findall(r"^#define (\w+) ([a-z]\w*)$", text, flags=re.M)}
    subroutines = []
    for found in re.finditer(r"^KERNEL kernel_(\w+)\((.*?)\) (?=\{)", text, flags=re.M | re.S):
        body = text[found.end() + 1:closing(text, found.end()) - 1]
        subroutines.append(Subroutine(found[1], " ".join(found[2].split()), body, sizes))
    entries = ['#include "polybench.h"']
    for kernel, arguments in re.findall(r"^ENTRY\((\w+), (.*)\)$", text, flags=re.M):
        passed = [re.sub(r"^S\((\w+)\)$", r"&(int){\1}", re.sub(r"^([\d.]+)$", r"&(double){\1}", re.sub("^(alpha|beta)$", r"&\1", a)))
                  for a in split(arguments, ",")]
        entries.append(f"void FORTRAN({kernel})();\nvoid NAME({kernel})(void **v, double alpha, double beta) {{\n"
                       f"  (void)alpha, (void)beta;\n  FORTRAN({kernel})({', '.join(passed)});\n}}")
    return module(subroutines), "\n".join(entries) + "\n"
