"""The bite of the tests, measured: mutants of lib/, all in one build, each switched on by SMR_MUTANT; see tools/mutants.sh."""
import argparse
import concurrent.futures
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time

import cases
import places

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
WORK = os.path.join(ROOT, "build-mutants")
SOURCE, BUILD = os.path.join(WORK, "source"), os.path.join(WORK, "build")
EVERYWHERE = "lib/base/str.c"  # is in all that has code of lib/, the compilers' plugins, too: gets mutant.c
SLOW = 20  # tests of more processor seconds run after all others
SLACK = 10  # a test may take so many times what it takes unmutated
LEAST = {"processor": 2, "wall": 120}  # and at least so many seconds (other programs may be running)
START = time.monotonic()


def say(text):
    seconds = int(time.monotonic() - START)
    print(f"mutants: {seconds // 60}:{seconds % 60:02} {text}", flush=True)


def load(name, default):
    path = os.path.join(WORK, name)
    if not os.path.exists(path):
        return default
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def save(name, value):
    path = os.path.join(WORK, name)
    with open(path + ".new", "w", encoding="utf-8") as file:
        json.dump(value, file)
    os.replace(path + ".new", path)


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def put(path, text):
    """Writes a file only if its text differs, so that ninja builds what has changed."""
    old = None
    if os.path.isfile(path):
        with open(path, encoding="latin-1", newline="") as file:
            old = file.read()
    if old != text:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="latin-1", newline="") as file:
            file.write(text)


def read(name):
    with open(os.path.join(HERE, name), encoding="latin-1") as file:
        return file.read()


def copy_sources(mutants):
    """Copies the source tree, with the mutants in it; removes copies of files that are gone."""
    listed = subprocess.run(["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True)
    names = {name for name in listed.stdout.decode().split("\0") if name and os.path.lexists(os.path.join(ROOT, name))}
    by_file = {}
    for place in mutants:
        by_file.setdefault(place["file"], []).append(place)
    for name in names:
        source, target = os.path.join(ROOT, name), os.path.join(SOURCE, name)
        if os.path.islink(source):
            if not os.path.lexists(target):
                os.makedirs(os.path.dirname(target), exist_ok=True)
                os.symlink(os.readlink(source), target)
            continue
        with open(source, encoding="latin-1", newline="") as file:
            text = places.rewrite(file.read(), by_file.get(name, []))
        put(target, text + read("mutant.c") if name == EVERYWHERE else text)
        shutil.copymode(source, target)
    put(os.path.join(SOURCE, "lib/base/mutant.h"), read("mutant.h"))
    names.add("lib/base/mutant.h")
    for name in load("sources.json", []):
        if name not in names and os.path.lexists(os.path.join(SOURCE, name)):
            os.remove(os.path.join(SOURCE, name))
    save("sources.json", sorted(names))


def configure(root, build, *options):
    command = ["cmake", "-S", root, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DSMR_VERIFY=OFF", *options]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)


def find_places():
    """All places of lib/. libsmr_rt is left out: it is linked into programs, which would be mutated, too."""
    configure(ROOT, os.path.join(WORK, "plain"))
    with open(os.path.join(WORK, "plain", "compile_commands.json"), encoding="utf-8") as file:
        files = {entry["file"]: entry for entry in json.load(file)}
    lib, runtime = os.path.join(ROOT, "lib", ""), os.path.join(ROOT, "lib", "runtime", "")
    files = [files[name] for name in sorted(files) if name.startswith(lib) and not name.startswith(runtime)]
    finder = digest(os.path.join(HERE, "places.py"))
    for entry in files:
        entry["name"] = os.path.relpath(entry["file"], ROOT)
    known, states = load("places.json", {}), {entry["name"]: finder + digest(entry["file"]) for entry in files}
    new = [entry for entry in files if known.get(entry["name"], [""])[0] != states[entry["name"]]]
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for entry, found in zip(new, pool.map(places.find, new)):
            known[entry["name"]] = [states[entry["name"]], found]
    save("places.json", {name: known[name] for name in states})
    return [place for name in states for place in known[name][1]]


def read_equivalents():
    """Keys of places; after # each line says why no test can notice the mutant."""
    with open(os.path.join(HERE, "equivalent.txt"), encoding="utf-8") as file:
        return {line.split("  #")[0].strip() for line in file if line.strip() and not line.startswith("#")}


def build():
    say("looking for places")
    found = find_places()
    equivalents, keys = read_equivalents(), {places.key(place) for place in found}
    for line in sorted(equivalents - keys):
        print(f"mutants: equivalent.txt: no place has this key now: {line}")
    mutants = places.choose([place for place in found if places.key(place) not in equivalents], options.count, options.seed)
    say(f"{len(mutants)} mutants of {len(found)} places")
    copy_sources(mutants)
    for name, value in (("mutants.json", mutants), ("reached.json", {}), ("results.json", {"killers": {}, "done": []})):
        save(name, value)
    say("building")
    configure(SOURCE, BUILD)
    with open(os.path.join(WORK, "build.log"), "w", encoding="utf-8") as log:
        if subprocess.run(["ninja", "-k0", "-C", BUILD, "-j", str(options.jobs)], stdout=log, stderr=log).returncode:
            sys.exit(f"mutants: the build failed, see {log.name}")
    return mutants


def trace(test, reached):
    """What the test reaches, {processor and wall seconds, ids}; None if it fails without a mutant. Kept in `reached`."""
    path = os.path.join(WORK, "trace")
    if test["name"] not in reached:
        open(path, "w", encoding="utf-8").close()
        passed, processor, wall = cases.run(test, path, 3600, 3600)
        with open(path, encoding="utf-8") as file:
            ids = sorted({int(line) for line in file})
        reached[test["name"]] = {"processor": processor, "wall": wall, "ids": ids} if passed else None
        save("reached.json", reached)
        if not passed:
            say(f"not used, since it fails without a mutant: {test['name']}")
    return reached[test["name"]]


def attack(test, mutants, limits):
    """Those of the mutants that make the test fail. All are on at once, then halves: most tests pass with most mutants.
    (One that another one hides counts as not noticed.)"""
    if not mutants or cases.run(test, ",".join(str(mutant["id"]) for mutant in mutants), *limits)[0]:
        return []
    half = len(mutants) // 2
    return attack(test, mutants[:half], limits) + attack(test, mutants[half:], limits) if half else mutants


def measure(mutants, tests):
    """Runs each test with a trace, then with the mutants that it reaches and none before it killed; slow tests after all others.
    Returns the killers, {id: [test, whether at night only]}, and what the tests reach."""
    reached, results = load("reached.json", {}), load("results.json", {"killers": {}, "done": []})
    killers, queue = results["killers"], list(tests)
    for number, test in enumerate(queue, 1):  # which grows
        found, mark = trace(test, reached), f"{options.files}:{test['name']}"
        if not found or mark in results["done"]:
            continue
        if found["processor"] > SLOW and number <= len(tests):
            queue.append(test)
            continue
        alive = [mutant for mutant in mutants if mutant["id"] in found["ids"] and str(mutant["id"]) not in killers]
        killed = attack(test, alive, [max(SLACK * found[what], LEAST[what]) for what in ("processor", "wall")])
        killers.update((str(mutant["id"]), [test["name"], test["nightly"]]) for mutant in killed)
        results["done"].append(mark)
        save("results.json", results)
        if killed or number % 25 == 0:
            say(f"{number} of {len(queue)}, {len(killers)} killed: {test['name']} {len(killed)} of {len(alive)}")
    return killers, reached


def percent(part, whole):
    return 100 * part / whole if whole else 100.0


def report(mutants, killers, reached):
    """Prints the table and the survivors; whether few enough survive."""
    print(f"{'id':>4} {'kind':10} {'killed by':50} place")
    for mutant in mutants:
        name, _ = killers.get(str(mutant["id"]), ("-", False))
        print(f"{mutant['id']:4} {mutant['kind']:10} {name:50} {mutant['file']}:{mutant['line']}")
    print("\nsurvivors:")
    for mutant in mutants:
        if str(mutant["id"]) not in killers:
            tests = sum(mutant["id"] in found["ids"] for found in reached.values() if found)
            print(f"{mutant['file']}:{mutant['line']}: {mutant['function']}: {mutant['original']}  ->  {mutant['mutated']}"
                  f"  [{mutant['id']}, reached by {tests} tests]")
    every = len(killers)
    quick = sum(not nightly for _, nightly in killers.values())
    print(f"\n{len(mutants)} mutants: the quick check kills {quick} ({percent(quick, len(mutants)):.1f} %)", end="")
    if not options.nightly:
        print()
        return percent(quick, len(mutants)) >= options.least * options.least_quick / 100
    print(f", nightly {every} ({percent(every, len(mutants)):.1f} %), of which quick kills {percent(quick, every):.1f} %")
    return percent(every, len(mutants)) >= options.least and percent(quick, every) >= options.least_quick


def main(arguments):
    global options
    parser = argparse.ArgumentParser(description=__doc__, prog="mutants.sh")
    parser.add_argument("--quick", action="store_true", help="only the tests of the quick check (the default)")
    parser.add_argument("--nightly", action="store_true", help="then the nightly check's tests, on the survivors")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--least", type=float, default=85, help="percent that nightly has to kill")
    parser.add_argument("--least-quick", type=float, default=95, help="percent of those that the quick check has to kill")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes that build")
    parser.add_argument("--no-build", action="store_true", help="resume: keep the build and its results")
    parser.add_argument("--files", default="", metavar="REGEX", help="only mutants of such files")
    parser.add_argument("--tests", default="", metavar="REGEX", help="only such tests")
    options = parser.parse_args(arguments)
    os.makedirs(WORK, exist_ok=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    mutants = load("mutants.json", []) if options.no_build else build()
    if options.files:
        mutants = [mutant for mutant in mutants if re.search(options.files, mutant["file"])]
    tests = [test for test in cases.cases(SOURCE, BUILD) if re.search(options.tests, test["name"])]
    quick, nightly = ([test for test in tests if test["nightly"] == how] for how in (False, True))
    say(f"{len(quick)} tests of the quick check, {len(nightly)} of the nightly one")
    for some in (quick, nightly) if options.nightly else (quick,):
        killers, reached = measure(mutants, some)
    killers = {number: killer for number, killer in killers.items() if any(str(mutant["id"]) == number for mutant in mutants)}
    return 0 if report(mutants, killers, reached) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
