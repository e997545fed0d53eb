"""Kernels as C. A file is compiled twice, with -DTWIN=plain and -DTWIN=smr, and linked with driver.c."""
import ast

from kernels import ABOVE, BELOW, ROW, WRAPS, bounds, indices, loops_of, names

PRELUDE = """// Made by tools/fuzz/campaign: %s
#include <math.h>
#include <stddef.h>
#include "driver.h"
#define GLUE2(a, b) a##_##b
#define GLUE(a, b) GLUE2(a, b)
#define NAME(x) GLUE(TWIN, x)

"""
# Where addresses get around. `shift` elements lie between the array and what is reached through its address.
ESCAPING = """#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#define APART static __attribute__((noinline))
struct place { void *at; long more; };
static void *held;
APART void *same(void *p) { __asm__ volatile("" : "+r"(p)); return p; }
APART void hold(void *p) { held = p; }
APART void *get_held(void) { return held; }
APART void hand_out(void *p, void **to) { *to = p; }
APART struct place wrap(void *p) { struct place place = {p, 1}; return place; }
APART void look_into(void *p) { __asm__ volatile("" : : "r"(p) : "memory"); }

"""
OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Gt: ">", ast.Lt: "<"}


class Emitter:
    def __init__(self, kernel):
        self.kernel, self.options = kernel, kernel.options
        self.real = self.options["type"]
        self.lines, self.pad, self.label, self.walkers = [], 1, 0, []
        self.rows, self.walked = {}, {}
        self.address = {}
        for array in kernel.arrays():
            form = self.options["address"]
            if array not in kernel.shapes and form in ("static", "vla", "row", "struct", "swapped"):
                form = "struct-vector" if form == "struct" and kernel.random.random() < 0.3 else "flat"
            self.address[array] = form
        self.leading = {}
        for array, (_, cols) in kernel.shapes.items():
            if self.address.get(array) == "static":
                self.leading[array] = str(ROW)
            elif self.address.get(array) == "struct":
                self.leading[array] = f"{array}->cols"
            elif self.options["leading"] == "given":
                self.leading[array] = "ld" + array
            else:
                self.leading[array] = cols
        # A global that is only used from its first element on has no room in front.
        self.below = {array: BELOW if low < 0 else 0 for array, (low, _) in kernel.reach().items()}
        self.ends = []  # labels for break in goto loops, None elsewhere

    # Expressions.

    def base(self, array):
        form = self.address[array]
        if form in ("struct", "struct-vector"):
            return f"{array}->data"
        if form == "offset":
            return f"({array} + 5)"
        if form == "global":
            name = f"NAME(g{self.kernel.number}_{array})"
            return f"({name} + {BELOW})" if self.below.get(array) else name
        return array

    def reference(self, node, text=None):
        key = ast.unparse(node)
        if key in self.walked:
            return "*" + self.walked[key]
        array, index = node.value.id, [self.expr(i) for i in indices(node)]
        form, base = self.address[array], self.base(array)
        if len(index) == 1:
            return f"{base}[{index[0]}]"
        if form in ("static", "vla"):
            return f"{base}[{index[0]}][{index[1]}]"
        if form == "row" and (array, index[0]) in self.rows:
            return f"{self.rows[array, index[0]]}[{index[1]}]"
        row, column = (f"({i})" if not i.isidentifier() and not i.isdigit() else i for i in index)
        ld = self.leading[array]
        return f"{base}[{column} + {ld} * {row}]" if form == "swapped" else f"{base}[{row} * {ld} + {column}]"

    def expr(self, node, level=0):
        if isinstance(node, ast.Name):
            if node.id == "s" and self.options["sum"] == "memory":
                return "*s"
            return node.id
        if isinstance(node, ast.Constant):
            if isinstance(node.value, float):
                return repr(node.value) + ("f" if self.real == "float" and self.options["assign"] != "last" else "")
            return str(node.value)
        if isinstance(node, ast.Subscript):
            return self.reference(node)
        if isinstance(node, ast.Call):
            function = node.func.id
            if function == "note":
                return f"campaign_note({self.expr(node.args[0])})"
            if function == "uchar":
                return f"(unsigned char)({self.expr(node.args[0])})"
            return f"{function}{'f' if self.real == 'float' else ''}({self.expr(node.args[0])})"
        if isinstance(node, ast.Compare):
            return f"{self.expr(node.left, 1)} {OPERATORS[type(node.ops[0])]} {self.expr(node.comparators[0], 1)}"
        if isinstance(node, ast.UnaryOp):
            return f"-{self.expr(node.operand, 3)}"
        mine = 2 if isinstance(node.op, (ast.Mult, ast.Div)) else 1
        text = f"{self.expr(node.left, mine)} {OPERATORS[type(node.op)]} {self.expr(node.right, mine + 1)}"
        return f"({text})" if level > mine else text

    # Statements.

    def line(self, text):
        self.lines.append("  " * self.pad + text)

    def statement(self, node):
        if isinstance(node, ast.For):
            self.loop(node)
        elif isinstance(node, ast.If):
            self.line(f"if ({self.expr(node.test)}) {{")
            self.block(node.body)
            self.line("}")
        elif isinstance(node, ast.Assign):
            self.line(f"{self.expr(node.targets[0])} = {self.expr(node.value)};")
        elif isinstance(node, ast.AugAssign):
            self.line(f"{self.expr(node.target)} {OPERATORS[type(node.op)]}= {self.expr(node.value)};")
        elif isinstance(node, ast.Break):
            self.line(f"goto {self.ends[-1]};" if self.ends[-1] else "break;")
        elif isinstance(node, ast.Expr):
            self.line(self.expr(node.value) + ";")

    def block(self, body):
        self.pad += 1
        for node in body:
            self.statement(node)
        self.pad -= 1

    def stride(self, reference, variable):
        """How far a reference moves when `variable` grows by one, as text; None when it does not."""
        parts = []
        for position, index in enumerate(indices(reference)):
            text = ast.unparse(index)
            if "uchar" in text and variable in names(index):
                return None
            factor = 2 if text.startswith("2*") else -1 if text.startswith("8 -") else 1
            if text.count(variable) > 1 or text.startswith("2*") and text.count("*") > 1 or text.count("8 -") > 1:
                return None
            if variable in names(index):
                row = len(indices(reference)) == 2 and position == 0
                parts.append(f"{factor}" + (f" * (ptrdiff_t){self.leading[reference.value.id]}" if row else ""))
        return " + ".join(parts) or None

    def loop(self, node):
        variable = node.target.id
        low, high = (self.expr(b) for b in bounds(node))
        form = self.options["loop"]
        plain = low == "0" and (high.isidentifier() or high.isdigit())
        if low == str(WRAPS):
            form, plain = "ne", True
        if variable == "r" or form == "ne" and not plain:
            form = "for"
        if form == "walk" and (any(isinstance(s, ast.For) for s in ast.walk(node) if s is not node)):
            form = "for"
        written = {ast.unparse(r.value) for r in ast.walk(node) if isinstance(r, ast.Subscript) and isinstance(r.ctx, ast.Store)}
        saved_rows, saved_walked = dict(self.rows), dict(self.walked)
        self.walked = {k: v for k, v in self.walked.items() if variable not in names(ast.parse(k))}
        self.rows = {k: v for k, v in self.rows.items() if variable not in names(ast.parse(k[1]))}
        steps = []
        if form == "walk":
            self.line("{")
            self.pad += 1
            self.line(f"{variable} = {low};")
            for reference in [n for n in ast.walk(node) if isinstance(n, ast.Subscript)]:
                key = ast.unparse(reference)
                stride = self.stride(reference, variable)
                if key in self.walked or stride is None:
                    continue
                name = f"p{len(self.walkers)}"
                self.walkers.append(name)
                constant = "" if reference.value.id in self.kernel.written() else "const "
                self.line(f"{constant}{self.real} *{name} = &{self.reference(reference)};")
                steps.append((key, name, stride))
            for key, name, _ in steps:
                self.walked[key] = name
        label = self.label
        self.label += 1
        heads = {
            "for": f"for ({variable} = {low}; {variable} < {high}; {variable}++) {{",
            "le": f"for ({variable} = {low}; {variable} <= {high} - 1; ++{variable}) {{" if self.kernel.signed else
                  f"for ({variable} = {low}; {variable} + 1 <= {high}; ++{variable}) {{",
            "ne": f"for ({variable} = {low}; {variable} != {high}; ++{variable}) {{",
            "while": f"while ({variable} < {high}) {{",
            "walk": f"for (; {variable} < {high}; {variable}++" + "".join(
                f", {name}++" if stride == "1" else f", {name} += {stride}" for _, name, stride in steps) + ") {",
            "down": f"for ({variable} = {high} - 1; {variable} >= {low}; {variable}--) {{" if self.kernel.signed else
                    f"for ({variable} = {high}; {variable}-- > {low};) {{",
        }
        if form in ("while", "goto", "do"):
            self.line(f"{variable} = {low};")
        if form == "goto":
            self.line(f"head{label}:")
            self.line(f"if ({variable} >= {high})")
            self.line(f"  goto end{label};")
            self.line("{")
        elif form == "do":
            self.line(f"if ({variable} < {high})")
            self.line("  do {")
        else:
            self.line(heads[form])
        self.ends.append(f"end{label}" if form == "goto" else None)
        self.pad += 1
        for reference in ast.walk(node):
            if isinstance(reference, ast.Subscript) and self.address[reference.value.id] == "row" and len(indices(reference)) == 2:
                index = indices(reference)[0]
                key = (reference.value.id, self.expr(index))
                if key not in self.rows and names(index) == {variable} and ast.unparse(reference) not in self.walked:
                    name = f"row{len(self.walkers)}"
                    self.walkers.append(name)
                    constant = "" if reference.value.id in self.kernel.written() else "const "
                    self.line(f"{constant}{self.real} *{name} = {reference.value.id} + ({key[1]}) * {self.leading[reference.value.id]};")
                    self.rows[key] = name
        self.pad -= 1
        self.block(node.body)
        self.ends.pop()
        if form == "while":
            self.line(f"  {variable}++;")
        if form == "goto":
            self.line(f"  {variable}++;")
            self.line(f"  goto head{label};")
            self.line("}")
            self.line(f"end{label}:;")
        elif form == "do":
            self.line("  } " + f"while (++{variable} < {high});")
        else:
            self.line("}")
        if form == "walk":
            self.pad -= 1
            self.line("}")
        self.rows, self.walked = saved_rows, saved_walked

    # Addresses that get around.

    def escaping(self):
        """(the array whose address gets around, the array that is reached through it) or None."""
        if not self.kernel.escape:
            return None
        plain = ("flat", "row", "swapped", "offset")
        to = [a for a in self.kernel.arrays() if self.address[a] in plain]
        source = [a for a in self.kernel.arrays() if self.address[a] in plain + ("static", "vla")]
        pairs = [(a, b) for a in source for b in to if a != b]
        return self.kernel.random.choice(pairs) if pairs else None

    def escape_text(self, source, to):
        """Statements at the kernel's start that declare `to`; and those at its end."""
        real = self.real
        start, way = f"(void *){source}", self.kernel.escape
        size = f"944 * sizeof({real})"  # with some of the room in front
        last = []
        if way == "call":
            lines = [f"void *at = same({start});"]
        elif way == "out":
            lines = ["void *at;", f"hand_out({start}, &at);"]
        elif way == "global":
            lines = [f"hold({start});", "void *at = held;"]
        elif way == "getter":
            lines = [f"hold({start});", "void *at = get_held();"]
        elif way == "struct":
            lines = [f"void *at = wrap({start}).at;"]
        elif way == "memory":
            lines = [f"struct place place = {{{start}, 1}};", "look_into(&place);", "void *at = place.at;"]
        elif way == "number":
            lines = [f"hold((void *)((uintptr_t){start} ^ 0x5550));", "void *at = (void *)((uintptr_t)get_held() ^ 0x5550);"]
        elif way == "bytes":
            lines = ["void *at;", f"void *kept = {start};", "look_into(&kept);", "memcpy(&at, &kept, sizeof at);"]
        elif way == "loop":
            lines = [f"void *at = {start};", "for (int turn = 0; turn < flag + 1; turn++)", "  at = same(at);"]
        elif way == "choice":
            lines = [f"void *at = flag > -7 ? {start} : get_held();"]
        elif way == "table":
            lines = [f"void *table[2] = {{{start}, same({start})}};", "void *at = table[flag & 1];"]
        elif way == "late":
            lines, last = [f"void *at = same({start});"], [f"hold({start});"]
        elif way == "heap":  # a copy of the array, from the pool's margin on
            lines = [f"{real} *copy = malloc({size});", f"memcpy(copy, {source} - 64, {size});", "hold(copy);",
                     f"{real} *{source}0 = {source}; {source} = copy + 64;", f"void *at = ({real} *)get_held() + 64;"]
            last = [f"memcpy({source}0 - 64, copy, {size});", "free(copy);"]
        else:
            lines = [f"{real} copy[944];", f"memcpy(copy, {source} - 64, {size});", f"{real} *{source}0 = {source}; {source} = copy + 64;",
                     f"void *at = ({real} *)same(copy) + 64;"]
            last = [f"memcpy({source}0 - 64, copy, {size});"]
        constant = "" if to in self.kernel.written() else "const "
        return ["  " + line for line in lines if line] + [f"  {constant}{real} *{to} = ({real} *)at + shift;"], ["  " + line for line in last]

    # The function.

    def kernel_text(self):
        kernel, number, options = self.kernel, self.kernel.number, self.options
        used, size = names(kernel.tree), options["size"]
        restrict = "restrict " if options["pointer"] == "restrict" else ""
        for node in kernel.tree.body:
            self.statement(node)
        pair = self.escaping()
        if pair and kernel.escape in ("heap", "local") and self.address[pair[0]] in ("static", "vla"):
            pair = None
        parameters, arguments, before = [], [], []
        sizes = [s for s in "mnk" if s in used | set(self.leading[a] for a in self.leading if a in used)]
        # The sizes stand before the arrays, whose types may need them.
        for name in sizes:
            parameters.append(f"{size} {name}")
            arguments.append(f"({size})e->{name}")
        for array in kernel.arrays():
            if self.leading.get(array) == "ld" + array:
                parameters.append(f"{size} ld{array}")
                arguments.append(f"({size})e->ld")
        for name in ("alpha", "beta"):
            parameters.append(f"{self.real} {name}")
            arguments.append(f"({self.real})e->{name}")
        for array in kernel.arrays():
            constant = "" if array in kernel.written() or pair and array == pair[0] else "const "
            form = self.address[array]
            if form == "global" or pair and array == pair[1]:
                continue
            if form == "static":
                parameters.append(f"{constant}{self.real} {array}[{restrict}][{ROW}]")
                arguments.append(f"e->{array}")
            elif form == "vla":
                parameters.append(f"{constant}{self.real} (*{restrict}{array})[{self.leading[array]}]")
                arguments.append(f"e->{array}")
            elif form in ("struct", "struct-vector"):
                parameters.append(f"{'const ' if kernel.random.random() < 0.5 else ''}struct m{number} *{array}")
                cols = kernel.shapes[array][1] if array in kernel.shapes else "n"
                value = f"e->{cols}" if options["leading"] == "natural" else "e->ld"
                before.append(f"  struct m{number} {array} = {{({size})e->m, ({size}){value}, e->{array}}};")
                arguments.append(f"&{array}")
            else:
                parameters.append(f"{constant}{self.real} *{restrict}{array}")
                arguments.append(f"({self.real} *)e->{array}" + (" - 5" if form == "offset" else ""))
        memory = options["sum"] == "memory"
        if memory:
            parameters.append(f"{self.real} *{restrict}s")
            arguments.append(f"e->{'s'}")
        parameters += ["int flag", "double *sums"]
        arguments += ["e->flag", "e->sums"]
        first, last = self.escape_text(*pair) if pair else ([], [])
        if pair:
            parameters.append("ptrdiff_t shift")
            arguments.append("(e->ld - 11) * (e->ld % 2 ? 1 : e->n > 0 ? e->n : 1)")
        head = []
        if "struct m" in " ".join(parameters):
            head.append(f"struct m{number} {{ {size} rows, cols; {self.real} *data; }};")
        globals_ = [a for a in kernel.arrays() if self.address[a] == "global"]
        for array in globals_:
            head.append(f"static {self.real} NAME(g{number}_{array})[{ABOVE + self.below.get(array, 0)}];")
        body = [f"  {options['index']} {', '.join(f'{v} = 0' for v in kernel.variables())};"] if kernel.variables() else []
        body.append(f"  {self.real} {'' if memory else 's = beta, '}t = alpha;")
        body.append("  long count = 0;")
        if kernel.keeps_sum:
            self.lines.append(f"  sums[0] = {'*s' if memory else 's'};")
        self.lines.append("  sums[1] = t;")
        self.lines.append("  sums[2] = (double)count;")
        inline = options["context"] in ("inlined", "called-twice")
        linkage = "static " if inline or kernel.random.random() < 0.3 else ""
        text = [f"// {kernel.describe()}"] + head
        text.append(f"{linkage}void NAME(k{number})({', '.join(parameters)}) {{")
        text += first + body + self.lines + last + ["  (void)flag, (void)alpha, (void)beta, (void)s;", "}"]
        text.append(f"void NAME(run_{number})(struct env *e) {{")
        text += before
        for array in globals_:
            text.append(f"  campaign_copy({self.base(array)}, e->{array}, 600 * sizeof({self.real}));")
        call = f"  NAME(k{number})({', '.join(arguments)});"
        text += [call]
        if options["context"] == "called-twice":
            text += ["  e->sums += 3;", call, "  e->sums -= 3;"]
        for array in globals_:
            text.append(f"  campaign_copy(e->{array}, {self.base(array)}, 600 * sizeof({self.real}));")
        return "\n".join(text + ["}"])


def file_text(kernels):
    seed = kernels[0].seed if kernels else 0
    parts = [PRELUDE % f"seed {seed}, kernels {kernels[0].number} to {kernels[-1].number}"]
    parts += [ESCAPING] if any(kernel.escape for kernel in kernels) else []
    table = []
    for kernel in kernels:
        parts.append(Emitter(kernel).kernel_text() + "\n")
        # With restrict, or with globals, which are copied in and out, no arguments overlap.
        overlap = kernel.options["pointer"] == "plain" and kernel.options["address"] != "global"
        signed = kernel.signed and kernel.options["loop"] not in ("ne",)
        table.append(f"  {{NAME(run_{kernel.number}), {kernel.number}, {int(kernel.options['type'] == 'float')}, {int(overlap)}, "
                     f"{int(signed)}}},")
    parts.append("const struct kernel NAME(table)[] = {\n" + "\n".join(table) + "\n};\n")
    parts.append(f"const int NAME(count) = {len(kernels)};\n")
    return "\n".join(parts)
