#!/usr/bin/env python3
"""A chain of matrix products: the term, and what dynamic programming says its cheapest order costs.

    chain.py N [SEED] [--same K]     N matrices; --same K: all dimensions are K

Prints a file of terms for chain.rules; the first line is a comment with the cheapest number of multiplications.
A product is (* rows inner columns left right).
"""
import argparse
import random


def cheapest(d):
    """Multiplications of the best order of matrices of d[i] x d[i + 1]."""
    n = len(d) - 1
    best = [[0] * n for _ in range(n)]
    for length in range(2, n + 1):
        for i in range(n - length + 1):
            j = i + length - 1
            best[i][j] = min(best[i][k] + best[k + 1][j] + d[i] * d[k + 1] * d[j + 1] for k in range(i, j))
    return best[0][n - 1]


parser = argparse.ArgumentParser()
parser.add_argument("n", type=int)
parser.add_argument("seed", type=int, nargs="?", default=1)
parser.add_argument("--same", type=int)
options = parser.parse_args()
draw = random.Random(options.seed)
dimensions = [options.same or draw.randint(2, 99) for _ in range(options.n + 1)]
term = "m0"
for i in range(1, options.n):
    term = f"(* {dimensions[0]} {dimensions[i]} {dimensions[i + 1]} {term} m{i})"
print(f"; cheapest: {cheapest(dimensions)}")
print(term)
