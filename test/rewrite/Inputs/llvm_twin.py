#!/usr/bin/env python3
"""Compiles a C or C++ file to the llvm dialect, rewrites it, and runs the result beside its unrewritten twin.

llvm_twin.py SOURCE LIBRARY PREFIX [--flags=…] [--passes=…]
Both must print the same on stdout, without optimisation and with it. Prints what the rewritten program wrote to
stderr (how often replacements ran); the report is in PREFIX.json."""
import argparse
import os
import subprocess
import sys

parser = argparse.ArgumentParser()
parser.add_argument("source")
parser.add_argument("library")
parser.add_argument("prefix")
parser.add_argument("--flags", default="")
parser.add_argument("--passes", default="sroa,early-cse,simplifycfg,instcombine,simplifycfg,loop-simplify")
args = parser.parse_args()
out = os.path.abspath(args.prefix)
compiler = "clang++" if args.source.endswith("pp") else "clang"


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode:
        sys.exit("%s\n%s%s" % (" ".join(command), done.stdout.decode(), done.stderr.decode()))
    return done


run(compiler, "-O1", "-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes", *args.flags.split(), args.source,
    "-o", out + ".0.ll")
run("opt", "-passes=" + args.passes, "-S", out + ".0.ll", "-o", out + ".ll")
run("mlir-translate", "--import-llvm", "--mlir-print-debuginfo", out + ".ll", "-o", out + ".mlir")
run("smr-opt", "--mlir-print-debuginfo", "--smr-rewrite=library=%s report=%s.json" % (args.library, out), out + ".mlir",
    "-o", out + ".smr.mlir")
run("mlir-translate", "--mlir-to-llvmir", out + ".smr.mlir", "-o", out + ".smr.ll")
run("opt", "-passes=verify", out + ".smr.ll", "-o", "/dev/null")
for level in "-O0", "-O2":
    run(compiler, "-w", level, out + ".ll", "-o", out + ".plain.exe")
    run(compiler, "-w", level, out + ".smr.ll", "-o", out + ".smr.exe")
    plain, rewritten = run(out + ".plain.exe"), run(out + ".smr.exe")
    if plain.stdout != rewritten.stdout:
        for a, b in zip(plain.stdout.decode().split("\n"), rewritten.stdout.decode().split("\n")):
            if a != b:
                sys.exit("%s: expected\n%s\nfound\n%s" % (level, a, b))
        sys.exit(level + ": one of the outputs ends early")
    print(rewritten.stderr.decode(), end="")
