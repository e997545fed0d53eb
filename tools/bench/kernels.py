"""What sweep and calibrate share: the kernels compiled for one side of a comparison, and the program that runs both in turn."""
import os
import subprocess

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "sweep")
LETTERS = {"d": 8, "s": 4}  # double and float: bytes of a number


def compile_side(compiler, flags, side, letter, folder, fortran=False, name="kernels"):
    """The object file of the kernels (of kernels.*, or routines.*) as `side`, "first" or "second", of one kind of number."""
    own = os.path.join(folder, f"{side}_{letter}")
    os.mkdir(own)  # of its module files
    source, *defines = [f"{name}.F90", f"-DT={LETTERS[letter]}", f'-DNAME="{side}_{letter}_"'] if fortran else [
        f"{name}.c", *(["-DFLOAT"] if letter == "s" else []), f"-DNAME(f)={side}_{letter}_##f"]
    subprocess.run([compiler, *flags, *defines, "-c", os.path.join(FOLDER, source), "-o", own + ".o"], check=True, cwd=own)
    return own + ".o"


def run(program, rounds, kernels, environment, more=()):
    """[(kernel, letter, m, n, k, ix, iy, first's least time, second's, ratio)]"""
    out = subprocess.run([program, f"--rounds={rounds}", *more, *kernels], check=True, text=True, stdout=subprocess.PIPE,
                         env={**environment, "SMR_RT": "now"}).stdout  # each call is to be measured, from the first one on
    rows = [line.split() for line in out.splitlines()]
    return [(row[0], row[1], *map(int, row[2:7]), *map(float, row[7:10])) for row in rows]
