#!/usr/bin/env python3
"""Runs parts.c's functions in a plain and a rewritten program: the same numbers, and one call wherever one pays."""
import os
import subprocess
import sys

plain, rewritten, fired = sys.argv[1:]
FUNCTIONS = "dot rest_first masked unsigned_mask shifted halves members product blocks_of_k rows_of_8 blocks_of_rows \
remainders quarters columns_by_two outer_by_four rows_by_two".split()
bad = 0
for function in FUNCTIONS:
    for n in [0, 1, 2, 3, 5, 7, 8, 9, 15, 17, 64, 65, 144, 145, 150, 151, 159, 160, 161]:
        same = subprocess.run([plain, function, str(n)], capture_output=True, text=True, check=True)
        env = dict(os.environ, SMR_FIRED="-", LD_PRELOAD=fired)
        ran = subprocess.run([rewritten, function, str(n)], capture_output=True, text=True, check=True, env=env)
        calls = ran.stderr.strip()
        wanted = n < 64 or calls in ("fired: ddot_ 1", "fired: dgemm_ 1")
        if ran.stdout != same.stdout or not wanted:
            print(f"{function} {n}: {same.stdout.strip()}, {ran.stdout.strip()}; {calls}")
            bad += 1
print(f"{bad} bad")
