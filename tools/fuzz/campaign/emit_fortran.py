"""Kernels as Fortran: one module per twin, and a C file with their tables. Indices are one more than in the tree."""
import ast

from kernels import ROW, bounds, indices, names

APPLIES = ("loop", "index", "size", "address", "leading", "type", "sum", "assign", "operands", "context")
KIND = {"int": "integer", "unsigned": "integer", "long": "integer(8)", "size_t": "integer(8)", "short": "integer(2)",
        "unsigned short": "integer(2)", "signed char": "integer(1)", "unsigned char": "integer(1)"}
OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Gt: ">", ast.Lt: "<"}


def linear(node):
    """{name: factor, "": constant} of an index or bound."""
    if isinstance(node, ast.Constant):
        return {"": node.value}
    if isinstance(node, ast.Name):
        return {node.id: 1}
    left, right = linear(node.left), linear(node.right)
    if isinstance(node.op, ast.Mult):
        factor, rest = (left, right) if set(left) <= {""} else (right, left)
        return {name: value * factor.get("", 0) for name, value in rest.items()}
    sign = 1 if isinstance(node.op, ast.Add) else -1
    return {name: left.get(name, 0) + sign * right.get(name, 0) for name in {**left, **right}}


def one_based(node, more):
    """The text of an index expression whose loop variables count from 1, plus `more`."""
    form = linear(node)
    constant = form.pop("", 0) + more - sum(value for name, value in form.items() if name in "ijlr")
    text = ""
    for name, value in sorted(form.items(), key=lambda item: item[1] < 0):
        if value:
            term = name if abs(value) == 1 else f"{abs(value)}*{name}"
            text += (" - " if value < 0 else " + " if text else "") + term
    if constant or not text:
        text += (f" {'-' if constant < 0 else '+'} {abs(constant)}" if text else str(constant))
    return text.strip()


class Emitter:
    def __init__(self, kernel):
        self.kernel, self.options, self.lines, self.pad = kernel, kernel.options, [], 2
        self.kind = 4 if self.options["type"] == "float" else 8
        address = self.options["address"]
        self.shape = {"static": "static", "struct": "assumed", "global": "assumed", "vla": "explicit", "swapped": "turned"}.get(address, "leading")
        if kernel.mutant and self.shape == "explicit":
            self.shape = "leading"  # indices may leave the declared shape
        self.target = self.shape == "assumed" and self.options["pointer"] == "plain"

    def expr(self, node, level=0):
        if isinstance(node, ast.Name):
            return node.id if node.id not in "ijlr" else f"({node.id} - 1)"
        if isinstance(node, ast.Constant):
            return f"{node.value:.3f}_{self.kind}" if not isinstance(node.value, int) or level >= 0 else str(node.value)
        if isinstance(node, ast.Subscript):
            index = [one_based(i, 1) for i in indices(node)]
            index = ["1" if i.lstrip("-").isdigit() and int(i) < 1 else i for i in index]  # flang refuses those
            return f"{node.value.id}({', '.join(reversed(index) if self.shape == 'turned' else index)})"
        if isinstance(node, ast.Call):
            return f"{ {'fabs': 'abs'}.get(node.func.id, node.func.id) }({self.expr(node.args[0])})"
        if isinstance(node, ast.Compare):
            return f"{self.expr(node.left, 1)} {OPERATORS[type(node.ops[0])]} {self.expr(node.comparators[0], 1)}"
        mine = 2 if isinstance(node.op, (ast.Mult, ast.Div)) else 1
        text = f"{self.expr(node.left, mine)} {OPERATORS[type(node.op)]} {self.expr(node.right, mine + 1)}"
        return f"({text})" if level > mine else text

    def line(self, text):
        self.lines.append("  " * self.pad + text)

    def assign(self, target, value):
        self.line(f"{self.expr(target)} = {value}")

    def whole(self, node):
        """An integer expression: the count of events."""
        return one_based(node, 0)  # counts are made of loop variables and constants

    def statement(self, node):
        if isinstance(node, ast.For):
            self.loop(node)
        elif isinstance(node, ast.If):
            flag = ast.unparse(node.test) == "flag > 0"
            self.line(f"if ({'flag > 0' if flag else self.expr(node.test)}) then")
            self.block(node.body)
            self.line("end if")
        elif isinstance(node, ast.Assign):
            self.assign(node.targets[0], self.expr(node.value))
        elif isinstance(node, ast.AugAssign) and ast.unparse(node.target) == "count" and any(
                isinstance(part, ast.Subscript) for part in ast.walk(node.value)):
            self.line(f"count = count + nint({self.expr(node.value)}, 8)")
        elif isinstance(node, ast.AugAssign) and ast.unparse(node.target) == "count":
            self.line(f"count = count + int({self.whole(node.value)}, 8)")
        elif isinstance(node, ast.AugAssign):
            operator = OPERATORS[type(node.op)]
            level = {"+": 1, "-": 2, "*": 3, "/": 3}[operator]
            self.assign(node.target, f"{self.expr(node.target)} {operator} {self.expr(node.value, level)}")
        elif isinstance(node, ast.Break):
            self.line("exit")
        elif isinstance(node, ast.Expr):
            self.line(f"call note(real({self.expr(node.value.args[0])}, 8))")

    def block(self, body):
        self.pad += 1
        for node in body:
            self.statement(node)
        self.pad -= 1

    def loop(self, node):
        variable, (low, high) = node.target.id, bounds(node)
        low, high = one_based(low, 1), one_based(high, 0)
        form = self.options["loop"] if variable != "r" else "for"
        if form in ("while", "goto", "do"):
            self.line(f"{variable} = {low}")
            self.line(f"do while ({variable} <= {high})")
            self.block(node.body)
            self.line(f"  {variable} = {variable} + 1_{ {'integer': 4, 'integer(8)': 8, 'integer(2)': 2, 'integer(1)': 1}[KIND[self.options['index']]] }")
        else:
            self.line(f"do {variable} = {high}, {low}, -1" if form == "down" else f"do {variable} = {low}, {high}")
            self.block(node.body)
        self.line("end do")

    def escaping(self):
        """(the vector that is a TARGET, the vector that becomes a pointer to it) or None."""
        vectors = [a for a in self.kernel.arrays() if a not in self.kernel.shapes]
        pairs = [(a, b) for a in vectors for b in vectors if a != b] if self.kernel.escape else []
        return self.kernel.random.choice(pairs) if pairs else None

    def escape_lines(self, source, to):
        part = f"{source}(1 + mod(int(ld), 5):{'' if self.shape == 'assumed' else '590'})"
        kind = self.kind
        return {"pointer": [f"{to} => {part}"],
                "module": [f"held{kind} => {part}", f"{to} => held{kind}"],
                "component": [f"place%at{kind} => {part}", f"{to} => place%at{kind}"],
                "function": [f"{to} => same{kind}({part})"],
                "c_loc": [f"call c_f_pointer(c_loc({source}(1 + mod(int(ld), 5))), {to}, [580])"]}[self.kernel.escape]

    def texts(self):
        """(the kernel, the C function that calls it)"""
        kernel, number = self.kernel, self.kernel.number
        used = names(kernel.tree)
        size, real = KIND[self.options["size"]], f"real({self.kind})"
        for node in kernel.tree.body:
            self.statement(node)
        pair = self.escaping()
        arguments, declarations, call = [], [], Call(self.kind, 8 if "8" in size else 4)
        sizes = [s for s in "mnk" if s in used or any(s in shape for a, shape in kernel.shapes.items() if a in used)]
        for name in sizes + ["ld"]:
            arguments.append(name)
            # The indices of a mutant may go further, and must not leave a column.
            call.size(name, " + 12" if name == "ld" and kernel.mutant else "")
        declarations.append(f"{size}, intent(in) :: {', '.join(sizes + ['ld'])}")
        section = self.shape == "assumed" and kernel.random.random() < 0.3
        for array in kernel.arrays():
            if pair and array == pair[1]:
                declarations.append(f"{real}, pointer :: {array}(:)")
                continue
            reached = pair and array == pair[0]
            target = ", target" if self.target or reached else ""
            intent = "inout" if array in kernel.written() or reached else "in"
            matrix = array in kernel.shapes
            rows, cols = kernel.shapes.get(array, ("", ""))
            if self.shape == "turned":
                rows, cols = cols, rows
            first = {"static": str(ROW), "explicit": rows}.get(self.shape, "ld")
            if self.shape == "leading" and self.options["leading"] == "natural" and matrix and not kernel.mutant:
                first = rows
            if self.shape == "assumed":
                shape = ":, :" if matrix else ":"
            elif matrix:
                shape = f"{first}, {cols}" if self.shape == "explicit" else f"{first}, *"
            else:
                shape = "*"
            declarations.append(f"{real}, intent({intent}){target} :: {array}({shape})")
            arguments.append(array)
            if self.shape != "assumed":
                call.array(array)
            elif matrix:
                call.matrix(array, "e->ld + 12" if kernel.mutant else "e->ld")
            else:
                call.vector(array, section)
        memory = self.options["sum"] == "memory"
        for name in ("alpha", "beta"):
            arguments.append(name)
            call.number(name)
        declarations.append(f"{real}, value :: alpha, beta")
        if memory:
            arguments.append("s")
            call.array("s")
            declarations.append(f"{real}, intent(inout){', target' if self.target else ''} :: s")
        arguments += ["flag", "sums"]
        declarations += ["integer(8), intent(in) :: flag", "real(8), intent(inout) :: sums(*)", "integer(8) :: count",
                         f"{real} :: {'' if memory else 's, '}t"]
        if kernel.variables():
            declarations.append(f"{KIND[self.options['index']]} :: {', '.join(kernel.variables())}")
        text = [f"  ! {kernel.describe()[:120]}", f"  subroutine k{number}({', '.join(arguments)})"]
        text += ["    " + d for d in declarations]
        if pair and kernel.escape == "component":
            text.insert(len(text), "    type(escaped) :: place")
        text += ["    " + line for line in self.escape_lines(*pair)] if pair else []
        text += [f"    {v} = 1" for v in kernel.variables()]
        text += ([] if memory else ["    s = beta"]) + ["    t = alpha", "    count = 0"] + self.lines
        text += (["    sums(1) = s"] if kernel.keeps_sum else []) + ["    sums(2) = t", "    sums(3) = real(count, 8)", f"  end subroutine k{number}"]
        return "\n".join(fold(line) for line in text), call.text(number, self.options["context"] == "called-twice")


class Call:
    """A C function that calls a kernel as flang does; flang takes ten times as long over such calls in Fortran."""

    def __init__(self, kind, size):
        self.real, self.integer = "float" if kind == 4 else "double", f"int{8 * size}_t"
        self.types, self.actual, self.before = [], [], []

    def argument(self, kind, actual):
        self.types.append(kind)
        self.actual.append(actual)

    def size(self, name, more):
        self.before.append(f"{self.integer} {name} = ({self.integer})(e->{name}{more});")
        self.argument(f"{self.integer} *", f"&{name}")

    def number(self, name):
        self.argument(self.real, f"({self.real})e->{name}")

    def array(self, name):
        self.argument("void *", f"e->{name}")

    def matrix(self, name, rows):
        self.before.append(f"array {name} = describe(e->{name}, sizeof({self.real}), 2, {rows}, 24, 1);")
        self.argument("array *", f"&{name}")

    def vector(self, name, section):
        extent, step = (200, 2) if section else (600, 1)
        self.before.append(f"array {name} = describe(e->{name}, sizeof({self.real}), 1, {extent}, 1, {step});")
        self.argument("array *", f"&{name}")

    def text(self, number, twice):
        lines = [f"typedef void kernel_{number}({', '.join(self.types + ['long *', 'double *'])});",
                 f"static void call_{number}(struct env *e, kernel_{number} *kernel) {{"]
        lines += ["  " + line for line in self.before]
        for sums in ["e->sums"] + ["e->sums + 3"] * twice:
            lines.append(f"  kernel({', '.join(self.actual)}, &e->flag, {sums});")
        lines.append("}")
        for twin in ("plain", "smr"):
            lines.append(f"kernel_{number} _QMcampaign_{twin}Pk{number};\n"
                         f"static void {twin}_{number}(struct env *e) {{ call_{number}(e, _QMcampaign_{twin}Pk{number}); }}")
        return "\n".join(lines)


def fold(line):
    """Lines of more than 130 characters are continued."""
    parts = []
    while len(line) > 125 and not line.lstrip().startswith("!"):
        at = line.rfind(",", 0, 120) + 1
        if at == 0:
            break
        parts.append(line[:at] + " &")
        line = "      " + line[at:]
    return "\n".join(parts + [line])


def texts(kernels):
    """(the module of kernels, whose name ends in TWIN; their table in C)"""
    modules, calls = [MODULE % kernels[0].seed], [TABLE]
    rows = []
    for kernel in kernels:
        emitter = Emitter(kernel)
        module, call = emitter.texts()
        modules.append(module)
        calls.append(call)
        negative = kernel.options["address"] != "vla" and kernel.options["leading"] == "given"
        rows.append(f"{{%s_{kernel.number}, {kernel.number}, {int(emitter.kind == 4)}, {int(emitter.target)}, {int(negative)}}},")
    for twin in ("plain", "smr"):
        calls.append(f"const struct kernel {twin}_table[] = {{\n  " + "\n  ".join(row % twin for row in rows) + "\n};")
        calls.append(f"const int {twin}_count = {len(kernels)};")
    return "\n".join(modules + ["end module campaign_TWIN", ""]), "\n".join(calls) + "\n"


def module_text(kernels, twin):
    return texts(kernels)[0].replace("campaign_TWIN", f"campaign_{twin}")


MODULE = """! Made by tools/fuzz/campaign: seed %d
module campaign_TWIN
  use, intrinsic :: iso_c_binding
  implicit none
  interface
    subroutine note(x) bind(c, name='campaign_note')
      import c_double
      real(c_double), value :: x
    end subroutine
  end interface
  type escaped
    real(4), pointer :: at4(:)
    real(8), pointer :: at8(:)
  end type
  real(4), pointer :: held4(:)
  real(8), pointer :: held8(:)
contains
  function same4(x) result(p)
    real(4), intent(in), target :: x(:)
    real(4), pointer :: p(:)
    p => x
  end function
  function same8(x) result(p)
    real(8), intent(in), target :: x(:)
    real(8), pointer :: p(:)
    p => x
  end function"""
# flang's descriptor of an array is that of the C standard's interface.
TABLE = """#include "driver.h"
#include <ISO_Fortran_binding.h>
#include <stdint.h>
typedef CFI_CDESC_T(2) array;
static array describe(void *at, size_t size, int rank, long first, long second, long step) {
  array it = {.base_addr = at, .elem_len = size, .version = CFI_VERSION, .rank = (CFI_rank_t)rank,
              .type = size == 4 ? CFI_type_float : CFI_type_double, .attribute = CFI_attribute_other};
  it.dim[0].extent = first, it.dim[0].sm = step * (long)size;
  if (rank == 2)
    it.dim[1].extent = second, it.dim[1].sm = first * (long)size;
  return it;
}
"""
