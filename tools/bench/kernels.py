"""What sweep and calibrate share: the kernels compiled for one side of a comparison, and the program that runs both in turn."""
import os
import random
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
