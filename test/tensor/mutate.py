"""Modules of patterns with something wrong are errors, never crashes.

  python3 mutate.py PATTERNS.mlir GRAPH.mlir COUNT [SEED]

Tokens of the module are left out, doubled, exchanged; bytes of its bytecode flipped, its end cut off. Each is read by
--pypm-rewrite: it works, or says what is wrong.
"""
import random
import re
import subprocess
import sys
import tempfile


def mutated(rng, text):
    tokens = re.findall(r"\s+|[\w.@%!\"]+|.", text)
    for _ in range(rng.choice([1, 1, 2, 4])):
        a, b = rng.randrange(len(tokens)), rng.randrange(len(tokens))
        way = rng.randrange(3)
        if way == 0:
            tokens[a] = " "
        elif way == 1:
            tokens.insert(a, tokens[b])
        else:
            tokens[a], tokens[b] = tokens[b], tokens[a]
    return "".join(tokens).encode()


def damaged(rng, data):
    data = bytearray(data)
    if rng.random() < 0.2:
        return bytes(data[:rng.randrange(len(data))])
    for _ in range(rng.choice([1, 1, 3])):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(data)


def run(*arguments):
    """None where it does not end."""
    try:
        return subprocess.run(["smr-opt", "--allow-unregistered-dialect", *arguments], capture_output=True, text=True,
                              errors="replace", timeout=20)
    except subprocess.TimeoutExpired:
        return None


def main():
    path, graph, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else 0
    with open(path, encoding="utf-8") as file:
        text = file.read()
    works = 0
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["smr-opt", path, "--emit-bytecode", "-o", f"{folder}/p.mlirbc"], check=True)
        with open(f"{folder}/p.mlirbc", "rb") as file:
            bytecode = file.read()
        for k in range(seed, seed + count):
            rng = random.Random(k)
            name = f"{folder}/m.mlir" if k % 2 else f"{folder}/m.mlirbc"
            with open(name, "wb") as file:
                file.write(mutated(rng, text) if k % 2 else damaged(rng, bytecode))
            done = run(f"--pypm-rewrite=patterns={name}", graph)
            if not done and not run(name):
                continue  # MLIR's own reader of bytecode goes round without end (seed 5170)
            if not done:
                sys.exit(f"{k}: does not end")
            works += done.returncode == 0
            if done.returncode not in (0, 1) or (done.returncode and "error:" not in done.stderr):
                sys.exit(f"{k}: exit {done.returncode}\n{done.stderr}")
    print(f"{count} modules, {works} of them work")


main()
