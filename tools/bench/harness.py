"""What the benchmarks share: compilers, the processor's name, means, machine code, and two versions of nests timed in turn."""
import math
import os
import random
import re
import shutil
import subprocess

import fortran

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SWEEP = os.path.join(HERE, "sweep")
LLVM = os.environ.get("SMR_LLVM_BIN", "/usr/lib/llvm-22/bin")
LETTERS = {"d": 8, "s": 4}  # double and float: bytes of a number


def stock(name):
    """One of LLVM's own tools; the environment's CLANG, CLANGXX, FLANG come first."""
    return os.environ.get(name.upper().replace("+", "X")) or os.path.join(LLVM, name)


def smr(build, name):
    return os.path.join(os.path.abspath(build), "bin", "smr-" + name)


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as text:
        name = next((line.partition(":")[2].strip() for line in text if line.startswith("model name")), "unknown processor")
    return f"{name}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"


def build_loops(where, *flags):
    """Builds WHERE.so from WHERE.mlir, which lib/loops printed, with the passes of lib/loops/print.h."""
    with open(os.path.join(ROOT, "lib", "loops", "print.h"), encoding="utf-8") as file:
        text = file.read()
    passes = "".join(re.findall(r'"([^"\n]*)"', text[text.index("#define SMR_LOOPS_PASSES"):])).split()
    for command in (["mlir-opt", *passes, where + ".mlir", "-o", where + ".llvm.mlir"], ["mlir-translate", "--mlir-to-llvmir", where + ".llvm.mlir", "-o", where + ".ll"],
                    ["clang", *flags, "-Wno-override-module", "-shared", "-fPIC", where + ".ll", "-o", where + ".so"]):
        subprocess.run([os.path.join(LLVM, command[0]), *command[1:]], check=True)


def mean(values):
    """The geometric mean."""
    values = [v for v in values if v > 0]
    return math.exp(sum(map(math.log, values))/len(values)) if values else math.nan


def real_time():
    """What begins a command that runs at real-time priority, where that is allowed."""
    allowed = shutil.which("chrt") and subprocess.run(["chrt", "-f", "20", "true"], capture_output=True).returncode == 0
    return ["chrt", "-f", "20"] if allowed else []


def machine_code(path):
    """{function: its instructions, without what depends on where it lies}"""
    shown = subprocess.run([stock("llvm-objdump"), "-d", "-r", "--no-show-raw-insn", "--no-leading-addr", path], capture_output=True,
                           text=True, check=True).stdout
    functions, body = {}, []
    for line in shown.splitlines():
        label = re.fullmatch(r"(?:[0-9a-f]+ )?<(\S+)>:", line)
        if label:
            body = functions.setdefault(label[1], [])
        elif line[:1].isspace() and "nop" not in line:
            body.append(re.sub(r"^\s+(j\w+|call\w*)\s+0x[0-9a-f]+|#.*|<[^>]*>|\.(L|rodata)\S*", r"\1", line).strip())
    return functions


# --- Nests of sweep/, two versions in one program --------------------------------------------------------------------

def table(name):
    with open(os.path.join(SWEEP, name), encoding="utf-8") as file:
        return file.read()


def nests(name):
    """[(kernel, group)] of a table in C, or in Fortran (columns.def)."""
    return re.findall(r"^(?:KERNEL|LAYER)\((\w+), (\w),", table(name), flags=re.M)


def compile_side(compiler, flags, side, letter, folder, name):
    """The object file of a table's nests as `side`, "first" or "second", of one kind of number."""
    own = os.path.join(folder, f"{side}_{letter}")
    os.mkdir(own)  # of its module files
    source = os.path.join(SWEEP, name)
    defines = [*(["-DFLOAT"] if letter == "s" else []), f"-DNAME(f)={side}_{letter}_##f"]
    if name.endswith(".def"):
        source = os.path.join(own, "columns.F90")
        with open(source, "w", encoding="utf-8") as file:
            file.write(fortran.columns(table(name)))
        defines = [f"-DT={LETTERS[letter]}", f'-DNAME="{side}_{letter}_"']
    subprocess.run([compiler, *flags, *defines, "-c", source, "-o", own + ".o"], check=True, cwd=own)
    return own + ".o"


def compile_main(compiler, flags, folder, name):
    """The object of the program that runs both versions of a table's nests."""
    with open(os.path.join(folder, "table.h"), "w", encoding="utf-8") as file:
        file.write("#define KERNELS(X) " + " ".join(f"X({kernel}, {group})" for kernel, group in nests(name)) + "\n")
    subprocess.run([compiler, "-O2", *flags, "-I", folder, "-c", os.path.join(SWEEP, "sweep.c"), "-o", os.path.join(folder, "main.o")], check=True)
    return os.path.join(folder, "main.o")


def run(program, rounds, kernels, environment, more=()):
    """[(kernel, letter, m, n, k, ix, iy, first's least time, second's, ratio)]"""
    out = subprocess.run([program, f"--rounds={rounds}", *more, *kernels], check=True, text=True, stdout=subprocess.PIPE,
                         env={**environment, "SMR_RT": "now"}).stdout  # each call is to be measured, from the first one on
    rows = [line.split() for line in out.splitlines()]
    return [(row[0], row[1], *map(int, row[2:7]), *map(float, row[7:10])) for row in rows]


def link(driver, main_object, objects, places, folder):
    """Programs that differ in the distances between their parts: where code lies can make short loops twice as slow."""
    programs, distances = [], random.Random(1)
    for place in range(places):
        pads = []
        for part in range(3):
            source = os.path.join(folder, f"pad{place}{part}.s")
            with open(source, "w", encoding="utf-8") as file:
                file.write(f".text\n.p2align 6\n.fill {16*distances.randrange(4096 >> 4) + 16*place}, 1, 0x90\n")
                file.write('.section .note.GNU-stack,"",@progbits\n')
            pads.append(source[:-1] + "o")
            subprocess.run(["cc", "-c", source, "-o", pads[-1]], check=True)
        order = [objects[0], objects[2], pads[1], objects[1], objects[3]]
        programs.append(os.path.join(folder, f"run{place}"))
        subprocess.run([*driver, main_object, pads[0], *(order if place % 2 else order[::-1]), pads[2], "-lm", "-o", programs[-1]], check=True)
    return programs


def least(programs, rounds, kernels, environment, more=()):
    """{(kernel, letter, m, n, k, ix, iy): [first's least time, second's]} of all programs"""
    best = {}
    for program in programs:
        for *case, first, second, _ in run(program, rounds, kernels, environment, more):
            times = best.setdefault(tuple(case), [first, second])
            times[:] = [min(times[0], first), min(times[1], second)]
    return best
