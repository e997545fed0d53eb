"""The programs of test/cover: which functions there are, what is expected of them, and a main that runs them.

Above each function stands what serves it as a whole, `serves: gemv gemv`, or `none: why` for one that no routine may
serve (it looks like one). `data: diagonal a lda` asks for a large diagonal in a, whose rows are lda apart, `data: small
a` for small elements, so that solutions stay near 1.
"""
import collections
import math
import os
import re

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs")
ELEMENTS = 1 << 16  # of each array: more than any program touches
CASES = [[0] * 6, [1] * 6, [7, 5, 3, 4, 6, 2], [13, 11, 17, 6, 9, 8], [37, 29, 23, 31, 19, 7],
         [150, 9, 7, 8, 6, 5]]  # some replacements call for all but their first block

Function = collections.namedtuple("Function", "name serves why data head text")
Parameter = collections.namedtuple("Parameter", "name type kind declared")  # kind: size, number, pair, array, none


def sources():
    """[(language, path)], in order."""
    return [(language, os.path.join(HERE, language, name)) for language in ("c", "fortran")
            for name in sorted(os.listdir(os.path.join(HERE, language))) if name.endswith((".c", ".f90"))]


def read_functions(path):
    """The functions of a file, with what their comments say."""
    fortran = path.endswith(".f90")
    mark = "!" if fortran else "//"
    with open(path, encoding="utf-8") as stream:
        parts = re.split(rf"(?m)^{mark} (?=serves:|none:)", stream.read())[1:]
    result = []
    for part in parts:
        lines = part.splitlines()
        kind, text = lines[0].split(": ", 1)
        data = [line.split(": ", 1)[1].split() for line in lines[1:] if line.startswith(f"{mark} data: ")]
        body = "\n".join(line for line in lines[1:] if not line.startswith(mark))
        head = body[:body.index("{")] if not fortran else body
        name = re.search(r"(?:subroutine|function) (\w+)" if fortran else r"(\w+)\(", head).group(1)
        result.append(Function(name, text.split() if kind == "serves" else None, text if kind == "none" else "",
                               data, " ".join(head.split()) if not fortran else head, body))
    return result


# --- Parameters --------------------------------------------------------------------------------------------------

def split_top(text):
    """Splits at the commas that no parenthesis or bracket encloses."""
    parts, depth = [""], 0
    for c in text:
        depth += (c in "([") - (c in ")]")
        if c == "," and not depth:
            parts.append("")
        else:
            parts[-1] += c
    return [part.strip() for part in parts if part.strip()]


def c_parameter(text):
    if "(*" in text:
        return Parameter("callback", "", "none", text)
    name = re.match(r".*?(\w+)\s*(\[.*)?$", text).group(1)
    words = re.sub(r"\b(const|volatile)\b", "", text).split()
    array = "*" in text or "[" in text
    kind = "array" if array else "number" if words[0] in ("double", "float") else "size"
    return Parameter(name, words[0], kind, text)


def fortran_parameters(head):
    names = re.search(r"(?:subroutine|function) \w+\(([^)]*)\)", head).group(1)
    found = {}
    for kind, declared in re.findall(r"(?m)^  (integer|real\(\d\)|complex\(\d\))[^:]*:: (.*)$", head):
        for item in split_top(declared):
            name = re.match(r"\w+", item).group(0)
            element = {"integer": "int", "real(8)": "double", "real(4)": "float", "complex(8)": "double",
                       "complex(4)": "float"}[kind]
            found[name] = Parameter(name, element, "array" if "(" in item else "size" if element == "int"
                                    else "pair" if kind.startswith("complex") else "number", element + " *" + name)
    return [found[name.strip()] for name in names.split(",")]


def parameters(function, fortran):
    if fortran:
        return fortran_parameters(function.head)
    return [c_parameter(part) for part in split_top(function.head[function.head.index("(") + 1:-1])]


# --- The main ----------------------------------------------------------------------------------------------------

PROLOGUE = """#include "cover.h"
#include <stdio.h>
#include <string.h>
#define APART __attribute__((noinline)) // inlined, they take a compiler ten times as long
enum { ELEMENTS = %d, BYTES = 8 * ELEMENTS };
static uint64_t state;
static double next(void) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return ((double)(state >> 42) - 2097151.5) / 2097152.0;
}
static double buffers[12][ELEMENTS], before[12][ELEMENTS];
APART static void fill_double(double *a) { for (int i = 0; i < ELEMENTS; i++) a[i] = next(); }
APART static void fill_float(float *a) { for (int i = 0; i < ELEMENTS; i++) a[i] = (float)next(); }
APART static void fill_int(int *a) { for (int i = 0; i < ELEMENTS; i++) a[i] = (int)(4 * next() + 4) %% 4; }
#define SHAPE(type) \
  APART static void make_diagonal_##type(type *a, int stride) { \
    for (int i = 0; i < 192 && i * (stride + 1) < ELEMENTS; i++) a[i * (stride + 1)] = (type)(200 + next()); \
  } \
  APART static void make_small_##type(type *a) { for (int i = 0; i < ELEMENTS; i++) a[i] /= 64; }
SHAPE(double) SHAPE(float)
APART static void say(const char *function, int test, const char *what, double sum, double size) {
  printf("%%s %%d %%s %%.17g %%.17g\\n", function, test, what, sum, size);
}
#define KEEP(type) \\
  APART static void keep_##type(const char *function, int test, const char *what, const type *a, const type *old) { \\
    double sum = 0, size = 0; \\
    for (int i = 0; i < ELEMENTS; i++) { \\
      double change = (double)a[i] - (double)old[i]; \\
      sum += change * (1 + i * 37 %% 101 / 101.0); \\
      size += fabs(change); \\
    } \\
    say(function, test, what, sum, size); \\
  }
KEEP(double) KEEP(float) KEEP(int)
#pragma clang optimize off // main only calls these: it takes longer to optimise than to run
"""


def element_type(parameter):
    return {"Point": "double", "Body": "double"}.get(parameter.type, parameter.type)


def size_of(name, case, at):
    """The value of an integer parameter, by its name; `at`: how many sizes came before."""
    if name.startswith("ld") or name == "stride":
        return max(case) + 3 + len(name) + ord(name[-1]) % 3
    if name.startswith("inc"):
        return 1 if case[0] == 7 else 2 + (name[-1] == "y")
    fixed = {"steps": 3, "nt": case[0] // 8, "row": case[0] // 2, "column": case[0] // 2}
    if name in ("p", "q"):
        return case[0] // 2 if name == "p" else case[0] // 3
    return fixed.get(name, case[at % len(case)])


def call(function, fortran, number, case):
    """The lines that run the function once."""
    lines, arguments, kept, sizes, buffer = [], [], [], {}, 0
    found = parameters(function, fortran)
    for p in found:
        if p.kind == "size":
            sizes[p.name] = size_of(p.name, case, sum(q not in ("p", "q", "row", "column", "steps", "nt")
                                                      and not q.startswith(("ld", "inc")) for q in sizes))
    for p in found:
        if p.kind == "none":
            arguments.append("NULL")
        elif p.kind == "size":
            lines.append(f"    {p.type} {p.name} = {sizes[p.name]};")
            arguments.append("&" * fortran + p.name)
        elif p.kind == "number":
            lines.append(f"    {p.type} {p.name} = ({p.type})next();")
            arguments.append("&" * fortran + p.name)
            kept += [(p.type, p.name)] if fortran and "intent(in)" not in p.declared else []
        elif p.kind == "pair":
            lines.append(f"    {p.type} {p.name}[2] = {{({p.type})next(), ({p.type})next()}};")
            arguments.append(p.name)
            kept += [(p.type, f"{p.name}[{part}]") for part in (0, 1)]
        elif p.type == "Matrix":
            lines.append(f"    fill_double(buffers[{buffer}]);")
            lines.append(f"    Matrix {p.name} = {{{case[0]}, {case[1]}, {max(case) + 2}, buffers[{buffer}]}};")
            arguments.append("&" + p.name)
            buffer += 1
        else:
            element = element_type(p)
            lines.append(f"    fill_{element}((void *)buffers[{buffer}]);")
            for hint in function.data:
                if hint[1] == p.name and hint[0] == "small":
                    lines.append(f"    make_small_{element}((void *)buffers[{buffer}]);")
                elif hint[1] == p.name:
                    lines.append(f"    make_diagonal_{element}((void *)buffers[{buffer}], {sizes.get(hint[2], hint[2])});")
            lines.append(f"    memcpy(before[{buffer}], buffers[{buffer}], BYTES);")
            kept.append((element, buffer, p.name))
            arguments.append(f"(void *)buffers[{buffer}]")
            buffer += 1
    result = re.match(r"(double|int) \w+\(|(real\(8\)) function", function.head)
    called = f"{function.name}{'_' * fortran}({', '.join(arguments)})"
    what = f'"{function.name}", {number}'
    lines.append(f"    {called};" if not result else
                 f'    double result = {called};\n    say({what}, "result", result, fabs(result));')
    for item in kept:
        if len(item) == 3:
            lines.append(f'    keep_{item[0]}({what}, "{item[2]}", (void *)buffers[{item[1]}], '
                         f"(void *)before[{item[1]}]);")
        else:
            lines.append(f'    say({what}, "{item[1]}", {item[1]}, fabs({item[1]}));')
    return lines


def is_sized(function):
    """Has it parameters whose type has a size, which C does not allow to be 0?"""
    return re.search(r"\[[a-z]\w*\]", function.head)


def make_main(path):
    """C text that runs each function of the file with several sizes and prints a sum of each change."""
    fortran = path.endswith(".f90")
    text = [PROLOGUE % ELEMENTS]
    functions = read_functions(path)
    for function in functions:
        declared = ", ".join(p.declared for p in parameters(function, fortran))
        text.append(f"{'double' if function.head.startswith('real') else 'void'} "
                    f"{function.name}_({declared});" if fortran else function.head + ";")
    text.append("int main(void) {")
    for function in functions:
        for number, case in enumerate(CASES):
            if not fortran and not case[0] and is_sized(function):
                continue
            text += ["  {", f"    state = {number + 1};"] + call(function, fortran, number, case) + ["  }"]
    return "\n".join(text + ["  return 0;", "}", ""])


def differs(a, b, single):
    """Do two lines that a main printed say other results?"""
    x, y = a.split(), b.split()
    limit = (3e-4 if single else 1e-9) * max(float(x[4]), 1e-300)
    same = x[3] == y[3] or (math.isnan(float(x[3])) and math.isnan(float(y[3])))
    return x[:3] != y[:3] or not (same or abs(float(x[3]) - float(y[3])) <= limit)
