#!/usr/bin/env python3
"""Long sums for sum.rules.

    sum.py KIND N     leaves: x1 + … + xN;  integers: 1 + … + N;  pairs: x1 - x1 + x2 - x2 … (N addends)
                      like: 2x + 3x + … (N addends);  product: a (x1 + … + xN);  factors: x1 * … * xN
"""
import argparse

KINDS = {
    "leaves": ("(+ %s)", lambda i: f"x{i}"),
    "integers": ("(+ %s)", str),
    "pairs": ("(+ %s)", lambda i: f"x{(i + 1) // 2}" if i % 2 else f"(* -1 x{i // 2})"),
    "like": ("(+ %s)", lambda i: f"(* {i + 1} x)"),
    "product": ("(* a (+ %s))", lambda i: f"x{i}"),
    "factors": ("(* %s)", lambda i: f"x{i}"),
}
parser = argparse.ArgumentParser()
parser.add_argument("kind", choices=KINDS)
parser.add_argument("n", type=int)
options = parser.parse_args()
text, addend = KINDS[options.kind]
print(text % " ".join(addend(i) for i in range(1, options.n + 1)))
