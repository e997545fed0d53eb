#!/usr/bin/env python3
"""A GPU against all cores, end to end: programs of plain loops, compiled with --smr-gpu, run with the GPU and without it.

  tools/bench/gpu.py [--sizes 256,1024,...] [--rounds N] [--build DIR] [--mode auto|on|lazy] [--counts] [kernel ...]

Arrays lie in the host's memory before and after each call, pageable or pinned; the first call, in which the GPU starts, does not count.
For each kernel and size: seconds of OpenBLAS on all cores, seconds with the GPU and the ratio, what was copied (SMR_GPU_STATS) beside the
least that there is to copy, and how many of the copies went without a buffer (pinned arrays). --counts compares copies and results alone,
without a clock (the tests' way, with a fake of CUDA).
Without a GPU it says so in one line and exits with 0. Exits with 1 when a result is further off than 1e-9, or, with a GPU, when `auto` takes
longer than 1/0.98 of the CPU's time.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import harness  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
SIZES = [256, 512, 1024, 2048, 4096, 8192, 16384]
# Bytes that have to go up, and down, for n: inputs once, results once (of syrk half the matrix).
LEAST = {"gemm": lambda n: (16 * n * n, 8 * n * n), "2mm": lambda n: (24 * n * n, 8 * n * n), "3mm": lambda n: (32 * n * n, 8 * n * n),
         "syrk": lambda n: (8 * n * n, 4 * n * (n + 1)), "gemver": lambda n: (8 * n * n + 48 * n, 8 * n * n + 16 * n),
         "cg": lambda n: (8 * n * n + 8 * n, 8 * n), "attention": lambda n: (3 * 512 * n, 512 * n)}
STATS = re.compile(r"GPU: (\d+) calls there \((\d+) in tiles\), (\d+) here; (\d+) arrays up \((\d+) bytes\), (\d+) down \((\d+) bytes\), (\d+) directly")


def sizes(text):
    """Orders of matrices, separated by commas."""
    numbers = [int(size) for size in text.split(",")]
    if min(numbers) < 1 or max(numbers) > 46340:
        raise argparse.ArgumentTypeError("sizes are from 1 to 46340")
    return numbers


def names():
    """The GPU's name and the processor's."""
    try:
        gpu = subprocess.run(["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"], capture_output=True, text=True).stdout.strip()
    except OSError:
        gpu = ""
    return gpu.replace("\n", ", ") or "unnamed GPU", harness.processor()


def build(where, folder):
    program = os.path.join(folder, "bench")
    sources = [os.path.join(HERE, "gpu", name) for name in ("kernels.c", "main.c")]
    subprocess.run([os.path.join(where, "bin", "smr-clang"), "-O3", "-march=native", "--smr-gpu=auto", *sources, "-lm", "-o", program],
                   check=True, env=os.environ | {"SMR_COSTS": "none"})
    return program


def run(program, kernel, n, rounds, memory, mode):
    environment = os.environ | {"SMR_GPU": mode, "SMR_GPU_STATS": "1", "SMR_RT": "verbose"}
    done = subprocess.run([program, kernel, str(n), str(rounds), memory], capture_output=True, text=True, env=environment)
    if done.returncode:
        sys.exit(f"gpu.py: {kernel} {n} {memory}: {done.stderr}")
    stats = STATS.search(done.stderr)
    seconds, total = map(float, done.stdout.split())
    return seconds, total, [int(group) for group in stats.groups()] if stats else [0] * 8, done.stderr


def why_not(program):
    """What the runtime says when there is no GPU."""
    _, _, stats, errors = run(program, "gemm", 64, 0, "pageable", "on")
    line = re.search(r"smr_rt: GPU: (.*); the CPU computes", errors)
    if not line and not stats[0]:
        sys.exit(f"gpu.py: no loop became a call of BLAS: {errors}")
    return line[1] if line else None


def main():
    parser = argparse.ArgumentParser(prog="gpu.py", description=__doc__.splitlines()[0])
    parser.add_argument("kernels", nargs="*", metavar="kernel")
    parser.add_argument("--sizes", type=sizes, default=SIZES)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--build", default=os.path.join(harness.ROOT, "build"))
    parser.add_argument("--mode", choices=("auto", "on", "lazy"), default="auto")
    parser.add_argument("--counts", action="store_true")
    options = parser.parse_args()
    for kernel in options.kernels:
        if kernel not in LEAST:
            parser.error(f"no kernel {kernel}; there are {', '.join(LEAST)}")
    with tempfile.TemporaryDirectory() as folder:
        program = build(os.path.abspath(options.build), folder)
        reason = why_not(program)
        if reason:
            print(f"gpu.py: no GPU: {reason}")
            return 0
        return table(program, options)


def table(program, options):
    wrong, counts = 0, options.counts
    print(f"{'kernel':10}{'n':>7} {'memory':9}", end="" if counts else f"{'CPU, s':>10}{'GPU, s':>10}{'ratio':>8}")
    print("  calls there/here, bytes up (least), down (least), copies without a buffer" + ("" if counts else "   " + "; ".join(names())))
    for kernel in options.kernels or LEAST:
        for n in options.sizes:
            for memory in ("pageable", "pinned"):
                wrong += row(program, options, kernel, n, memory)
    return wrong > 0


def row(program, options, kernel, n, memory):
    rounds = 0 if options.counts else options.rounds
    cpu, right, _, _ = run(program, kernel, n, rounds, memory, "off")
    gpu, total, stats, _ = run(program, kernel, n, rounds, memory, options.mode)
    there, _, here, _, up, _, down, directly = [count // (rounds + 1) for count in stats]
    least = LEAST[kernel](n)
    off = abs(total - right) > 1e-9 * abs(right)
    slow = not options.counts and options.mode == "auto" and cpu < 0.98 * gpu
    print(f"{kernel:10}{n:7} {memory:9}", end="" if options.counts else f"{cpu:10.4g}{gpu:10.4g}{cpu / gpu:8.2f}")
    print(f"  {there}/{here}, {up} ({least[0]}), {down} ({least[1]}), {directly}{'  WRONG' if off else ''}{'  SLOWER' if slow else ''}")
    return off or slow


if __name__ == "__main__":
    sys.exit(main())
