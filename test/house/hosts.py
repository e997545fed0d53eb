"""Checks that who edits MLIR asks a table (lib/mlir/host) what can be built, and a description (dialect/*.yaml) what an op
means, and never which dialect it is.

    hosts.py SOURCE_TREE       checks lib/mlir/splice; prints file:line: message for each violation
    hosts.py --self-test       checks that the check bites
"""
import os
import re
import sys

DIALECTS = "acc|affine|arith|cf|cir|cuf|fir|func|gpu|hlfir|llvm|math|memref|omp|scf|spirv"
RULES = [
    (re.compile(r'"[!#]?(?:' + DIALECTS + r')\.'), "a dialect's name: it belongs in a description, or in lib/mlir/host"),
    (re.compile(r'"[!#](?:' + DIALECTS + r')\b'), "a dialect's type: it belongs in lib/mlir/host"),
    (re.compile(r"\bsmr_host_(?:fir|std|llvm|cir)\b|\bSMR_HOST_(?:FIR|STD|LLVM|CIR)\b"), "asks which host it is"),
    (re.compile(r'#include "mlir/host/(?:std|llvm|cir\w*)\.h"'), "looks into one host"),
    (re.compile(r"\bsmr_(?:cir|llvm|fir|std)_"), "calls one host's own function"),
]


def check_line(line):
    """The complaint about one line, or None."""
    return next((what for pattern, what in RULES if pattern.search(line)), None)


def check_tree(root):
    complaints = []
    for here, _, names in sorted(os.walk(os.path.join(root, "lib", "mlir", "splice"))):
        for name in sorted(names):
            if not name.endswith((".c", ".h")):
                continue
            with open(os.path.join(here, name), encoding="utf-8") as text:
                for number, line in enumerate(text, 1):
                    what = check_line(line)
                    if what:
                        complaints.append(f"{os.path.join(here, name)}:{number}: {what}")
    return complaints


def self_test():
    good = ['smr_ref("smr.replacement")', "smr_emit_binary(e, SMR_HOST_ADD, a, b)", "e->s->host->flat",
            '#include "mlir/host/host.h"', '"a store between parts. llvm.store is one"', "smr_host_of(function)"]
    bad = ['smr_mlir_named(op, "llvm.store")', '"!llvm.ptr"', '"fir.if"', "host == &smr_host_cir", "SMR_HOST_LLVM",
           '#include "mlir/host/cir_build.h"', "smr_cir_type(type)", '"#llvm.linkage<internal>"']
    return [f"{line}: refused" for line in good if check_line(line)] + \
           [f"{line}: accepted" for line in bad if not check_line(line)]


problems = self_test() if sys.argv[1] == "--self-test" else check_tree(sys.argv[1])
print("\n".join(problems))
sys.exit(bool(problems))
