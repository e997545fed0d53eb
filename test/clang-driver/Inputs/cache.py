"""cache.py LIBRARY OTHER: ccache with a remote store, cold, warm on another machine, and after a library was changed; make and ninja."""
import os
import shutil
import sys

from servers import check, read, redis, run

library, other = sys.argv[1:3]
here = os.getcwd()
os.environ["CCACHE_CONFIGPATH"] = os.path.join(here, "none")
names = [f"d{k}" for k in range(1, 9)]
objects = [name + ".o" for name in names]

for name in names:
    with open("dot.c", encoding="utf-8") as source, open(name + ".c", "w", encoding="utf-8") as file:
        file.write(source.read().replace("dot", name).replace("next", name + "_next"))
with open("Makefile", "w", encoding="utf-8") as file:
    file.write(f"all: {' '.join(objects)}\nd%.o: d%.c\n\tccache smr-clang -O2 --smr-library=mine.pfa --smr-report=made.json -MD -c $< -o $@\n"
               "-include $(wildcard *.d)\n")
with open("build.ninja", "w", encoding="utf-8") as file:
    file.write("rule cc\n  command = ccache smr-clang -O2 --smr-library=mine.pfa --smr-report=made.json -MD -c $in -o $out\n"
               "  depfile = $base.d\n  deps = gcc\n")
    file.writelines(f"build {name}.o: cc {name}.c\n  base = {name}\n" for name in names)


def machine(name):
    """A machine has a cache of its own, and nothing that was built before."""
    os.environ["CCACHE_DIR"] = os.path.join(here, name)
    for left in os.listdir("."):
        if left.endswith((".o", ".d")) or left in ("made.json", ".ninja_deps", ".ninja_log"):
            os.remove(left)


def counted(what):
    return sum(int(line.split()[1]) for line in run("ccache", "--print-stats").splitlines() if line.split()[0] in what)


def linked_report():
    if os.path.exists("link.json"):
        os.remove("link.json")
    run("smr-clang", "-shared", *objects, "-o", "all.so", "--smr-report=link.json")
    return read("link.json")


shutil.copy(library, "mine.pfa")
with redis(here) as port:
    os.environ["CCACHE_REMOTE_STORAGE"] = f"redis://127.0.0.1:{port}"

    machine("first")
    run("make", "-j8", "all")
    check(counted(["cache_miss"]) == 8, run("ccache", "--print-stats"))
    cold, told = [read(one) for one in objects], linked_report()
    check(told.count(b'"tier"') == 8, told)
    check(run("smr-dump", "--report", *objects).encode() == told, "the dump is the link's report")
    check(" mine.pfa" in run("cat", "d1.d"), "the library is a dependency")

    machine("second")
    run("make", "-j8", "all")
    check(counted(["cache_miss"]) == 0 and counted(["direct_cache_hit", "preprocessed_cache_hit"]) == 8, run("ccache", "--print-stats"))
    check([read(one) for one in objects] == cold, "hits are the same objects")
    check(not os.path.exists("made.json"), "nobody compiled")
    check(linked_report() == told, "the link has the whole report")
    check(" mine.pfa" in run("cat", "d1.d"), "the library is a dependency of a hit, too")

    machine("third")
    run("ninja")
    check(counted(["cache_miss"]) == 0, run("ccache", "--print-stats"))
    check("no work to do" in run("ninja"), "nothing changed")

    # A changed library: ninja and make compile again, and no old object comes back.
    shutil.copy(other, "mine.pfa")
    check("[8/8]" in run("ninja"), "the library is a dependency")
    check(counted(["cache_miss"]) == 8, run("ccache", "--print-stats"))
    check(b'"reason"' in run("smr-dump", "--report", "d1.o").encode(), "what the new library says")
    check([read(one) for one in objects] != cold, "other objects")
    machine("fourth")
    shutil.copy(library, "mine.pfa")
    run("make", "-j8", "all")
    check([read(one) for one in objects] == cold and counted(["cache_miss"]) == 0, "the old library's objects are there again")
