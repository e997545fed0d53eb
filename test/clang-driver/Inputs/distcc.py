"""distcc.py LIBRARY: two servers, one of them without SMR. What comes back is what this machine makes, or an error."""
import os
import shutil
import sys

from servers import check, distccd, read, run

library = sys.argv[1]
here = os.getcwd()
path = os.environ["PATH"]
without = os.pathsep.join(part for part in path.split(os.pathsep) if not os.path.exists(os.path.join(part, "smr-clang")))
os.environ["DISTCC_DIR"] = os.path.join(here, "distcc")
os.mkdir("distcc")


def compile_at(hosts, *words, fails=False, fallback=False):
    return run("distcc", "smr-clang", "-O2", "-c", *words, fails=fails, DISTCC_HOSTS=" ".join(hosts),
               DISTCC_FALLBACK="1" if fallback else "0")


# The third one has a smr-clang that finds no plugin.
os.mkdir("half")
with open("half/smr-clang", "w", encoding="utf-8") as script:
    script.write(f'#!/bin/sh\nSMR_CLANG_PLUGIN=/nowhere/x.so exec "{shutil.which("smr-clang")}" "$@"\n')
os.chmod("half/smr-clang", 0o755)
half_path = os.path.join(here, "half") + os.pathsep + path

with distccd(path, "one") as port, distccd(without, "other") as bare, distccd(half_path, "third") as half:
    ours, theirs = [f"127.0.0.1:{port}"], [f"127.0.0.1:{bare}"]

    # The object is the one that is made here, with and without a report; the server keeps no report's file.
    for words in ([], ["--smr-report"], ["--smr-report=r.json"], ["-g0", "--smr-mode=equality"]):
        run("smr-clang", "-O2", "-c", "dot.c", "-o", "local.o", *words)
        if os.path.exists("r.json"):
            os.rename("r.json", "local.json")
        compile_at(ours, "dot.c", "-o", "dot.o", *words)
        check(read("dot.o") == read("local.o"), f"the same object: {words}")
        check(not os.path.exists("r.json") and not os.path.exists("one/r.json"), "no report on the way")
    run("smr-clang", "-O2", "-c", "dot.c", "-o", "dot.o", "--smr-report")
    compile_at(ours, "dot.c", "-o", "dot.o", "--smr-report=r.json")
    run("smr-clang", "main.c", "dot.o", "-o", "program", "--smr-report=r.json")
    check(b'"function":"dot","idiom":"ddot"' in read("r.json"), "the link writes the report")

    # What is not in the command line goes along: .smr, SMR_FLAGS.
    shutil.copy(library, "mine.pfa")
    with open(".smr", "w", encoding="utf-8") as file:
        file.write("--smr-library=mine.pfa --smr-report\n")
    run("smr-clang", "-O2", "-c", "dot.c", "-o", "local.o")
    compile_at(ours, "dot.c", "-o", "dot.o")
    check(read("dot.o") == read("local.o") and b"mine.pfa" in read("dot.o"), "the same object with .smr")
    os.remove(".smr")
    os.environ["SMR_FLAGS"] = "--smr-mode=off"
    run("smr-clang", "-O2", "-c", "dot.c", "-o", "local.o")
    compile_at(ours, "dot.c", "-o", "dot.o")
    check(read("dot.o") == read("local.o"), "the same object with SMR_FLAGS")
    del os.environ["SMR_FLAGS"]

    # A library that the server does not find is an error there; then it is done here.
    said = compile_at(ours, "dot.c", "-o", "none.o", "--smr-library=mine.pfa", fails=True)
    check("smr-clang: error: cannot read mine.pfa: No such file or directory" in said, said)
    run("smr-clang", "-O2", "-c", "dot.c", "-o", "local.o", "--smr-library=mine.pfa")
    compile_at(ours, "dot.c", "-o", "dot.o", "--smr-library=mine.pfa", fallback=True)
    check(read("dot.o") == read("local.o"), "done here where the server cannot")

    # A server without SMR: no object, or one that is made here; never one without the rewrite.
    said = compile_at(theirs, "dot.c", "-o", "none.o", fails=True)
    check(not os.path.exists("none.o"), said)
    run("smr-clang", "-O2", "-c", "dot.c", "-o", "local.o")
    compile_at(theirs, "dot.c", "-o", "dot.o", fallback=True)
    check(read("dot.o") == read("local.o"), "done here where there is no SMR")

    said = compile_at([f"127.0.0.1:{half}"], "dot.c", "-o", "none.o", fails=True)
    check("smr-clang: error: this server has no SMR that works" in said and not os.path.exists("none.o"), said)

    # make -j8 over both.
    with open("Makefile", "w", encoding="utf-8") as file:
        file.write("CC = distcc smr-clang\nCFLAGS = -O2 --smr-report\nall: $(patsubst %,d%.o,1 2 3 4 5 6 7 8)\n"
                   "d%.o: d%.c\n\t$(CC) $(CFLAGS) -c $< -o $@\n")
    names = [f"d{k}" for k in range(1, 9)]
    for name in names:
        shutil.copy("dot.c", name + ".c")
    run("make", "-j8", DISTCC_HOSTS=" ".join(ours + theirs))
    objects = [name + ".o" for name in names]
    told = run("smr-dump", "--report", *objects)
    for name in names:
        run("smr-clang", "-O2", "--smr-report", "-c", name + ".c", "-o", "local.o")
        check(read("local.o") == read(name + ".o"), f"{name}.o is the same")
        check(f'/{name}.c","line":3' in told, told)
