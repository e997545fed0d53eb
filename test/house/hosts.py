"""Checks that who edits MLIR asks a table (lib/mlir/host) what can be built, and a description (dialect/*.yaml) what an op
means, and never which dialect it is; and that who reads MLIR takes ops, attributes and callees for what descriptions say.

    hosts.py SOURCE_TREE       checks lib/mlir/splice and READERS; prints file:line: message for each violation
    hosts.py --self-test       checks that the check bites
"""
import os
import re
import sys

DIALECTS = "acc|affine|arith|builtin|cf|cir|cuf|fir|func|gpu|hlfir|linalg|llvm|math|memref|nvvm|omp|rocdl|scf|spirv|tensor|vector"
RULES = [
    (re.compile(r'"[!#]?(?:' + DIALECTS + r')\.'), "a dialect's name: it belongs in a description, or in lib/mlir/host"),
    (re.compile(r'"[!#](?:' + DIALECTS + r')\b'), "a dialect's type: it belongs in lib/mlir/host"),
    (re.compile(r"\bsmr_host_(?:fir|std|llvm|cir)\b|\bSMR_HOST_(?:FIR|STD|LLVM|CIR)\b"), "asks which host it is"),
    (re.compile(r'#include "mlir/host/(?:std|llvm|cir\w*)\.h"'), "looks into one host"),
    (re.compile(r"\bsmr_(?:cir|llvm|fir|std)_"), "calls one host's own function"),
]
# Folders that read: they name no op, no dialect's attribute, no function of a run-time system.
READERS = ["lib/mlir/import", "lib/rewrite", "lib/build", "lib/verify"]
NAMES = re.compile(r'"(?:[!#]?(?:' + DIALECTS + r')\.|(?:_Zn|_Zd|_FortranA|cblas_|malloc|calloc|free\b))[^"]*')
# What stands there nevertheless: file, beginning of the literal, why.
EXCEPTIONS = [
    ("lib/mlir/import/affine.c", '"affine.', "kinds of affine expressions, which are no ops"),
    ("lib/mlir/import/cir.c", '"#cir.', "how ClangIR's attributes are written, which mlir-c has no calls for"),
    ("lib/mlir/import/type.c", '"!', "how types of dialects are written that mlir-c has no calls for"),
    ("lib/rewrite/context/own_names.c", '"cblas_', "the two forms of a BLAS routine's name"),
    ("lib/rewrite/context/own_names.c", '"!fir.ref<i64>', "how a type is written"),
    ("lib/rewrite/context/place.c", '"omp.', "attributes whose text says it, not their presence; this is their one table"),
    ("lib/rewrite/context/place.c", '"cuf.', "as above"),
    ("lib/rewrite/tell/answers.c", '"_FortranA', "what a message calls Fortran's run-time library"),
    ("lib/build/wrapper.c", '"!', "how types are written, for messages"),
    ("lib/verify/link.c", '"llvm.', "symbols of LLVM's intrinsics"),
    ("lib/verify/link.c", '"fir.', "symbols of Flang's"),
    ("lib/verify/tensors.c", '"func.func @', "the text of a wrapper, which mlir-opt reads"),
    ("lib/verify/tensors.c", '"memref.copy ', "text that mlir-opt printed"),
    ("lib/verify/tensors.c", '"linalg.copy ins(', "text that takes its place"),
]


def check_line(line):
    """The complaint about one line of who edits, or None."""
    return next((what for pattern, what in RULES if pattern.search(line)), None)


def check_reader(path, line, used):
    """The complaint about one line of who reads, or None; notes in `used` which exceptions there are."""
    if line.lstrip().startswith("//"):
        return None
    complaint = None
    for literal in NAMES.findall(line):
        exception = next((e for e in EXCEPTIONS if e[0] == path and literal.startswith(e[1])), None)
        used.add(exception)
        complaint = complaint or (None if exception else f"{literal}\": a name that belongs in a description (dialect/)")
    return complaint


def check_readers(root):
    complaints, used = [], set()
    for folder in READERS:
        for here, _, names in sorted(os.walk(os.path.join(root, folder))):
            for name in sorted(names):
                path = os.path.relpath(os.path.join(here, name), root).replace(os.sep, "/")
                if not name.endswith((".c", ".h")):
                    continue
                with open(os.path.join(here, name), encoding="utf-8") as text:
                    for number, line in enumerate(text, 1):
                        what = check_reader(path, line, used)
                        if what:
                            complaints.append(f"{path}:{number}: {what}")
    return complaints + [f"test/house/hosts.py: nothing needs the exception {path} {literal}"
                         for path, literal, why in EXCEPTIONS if (path, literal, why) not in used]


def check_tree(root):
    complaints = check_readers(root)
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
    read = ['"smr.box"', '"arg_attrs"', '// a "fir.load"', 'smr_mlir_attribute(op, "callee")']
    wrong = ['is(op, "cir.yield")', '"llvm.noalias"', '"_Znwm"', '{"malloc", "calloc"}', '"_FortranAFPow"', '"cblas_"', '"!fir.ref<"']
    return [f"{line}: refused" for line in good if check_line(line)] + \
           [f"{line}: accepted" for line in bad if not check_line(line)] + \
           [f"{line}: refused" for line in read if check_reader("lib/mlir/import/x.c", line, set())] + \
           [f"{line}: accepted" for line in wrong if not check_reader("lib/mlir/import/x.c", line, set())] + \
           ["an exception is refused"] * bool(check_reader("lib/mlir/import/type.c", '"!fir."', set())) + \
           ["an exception holds elsewhere"] * (not check_reader("lib/mlir/import/cir.c", '"!fir."', set()))


problems = self_test() if sys.argv[1] == "--self-test" else check_tree(sys.argv[1])
print("\n".join(problems))
sys.exit(bool(problems))
