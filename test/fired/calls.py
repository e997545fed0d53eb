"""What a run under libfired.so called, by source line, beside what a report says was replaced."""
import collections
import fnmatch
import json
import os
import re
import subprocess

Frame = collections.namedtuple("Frame", "function place")  # place: (file, line, column)
Call = collections.namedtuple("Call", "routine stem address frames through")  # through: idioms whose replacement is a function
Uncalled = collections.namedtuple("Uncalled", "function idiom place guards")

LINES = ["-gline-tables-only"]  # what a program has to be compiled with
LLVM = os.environ.get("SMR_LLVM_BIN", "/usr/lib/llvm-22/bin")


def flags(build):
    """Of the link: calls of libsmr_rt are counted, too."""
    return ["@" + os.path.join(build, "test", "fired.rsp")]


def environment(build, log):
    return {"LD_PRELOAD": os.path.join(build, "test", "libfired.so"), "SMR_FIRED": log}


def read_log(path):
    """[(routine, [(object, offset), …])]; None where no process wrote to it."""
    if not os.path.exists(path):
        return None
    rows = []
    with open(path, encoding="utf-8") as stream:
        for line in stream:
            words = line.split()
            if words[0] == "call":
                rows.append((words[2], [(words[k], int(words[k + 1], 16)) for k in range(3, len(words), 2)]))
    return rows


def bare(function, file=""):
    """The last name of a function, in a report or in line tables, of C, C++ or Fortran."""
    if file.endswith((".f90", ".F90", ".f")):
        function = function.removesuffix("_")
    if function.startswith("_Q"):
        return "main program" if function == "_QQmain" else function.rsplit("P", 1)[-1]
    if function == "main program":
        return function
    while (shorter := re.sub(r"<[^<>]*>", "", function)) != function:
        function = shorter
    return re.search(r"(operator\W+|~?\w+)$", function.removesuffix(" const").partition("(")[0]).group(1)


def symbols(llvm, addresses):
    """{(object, offset of a return address): the functions it is in, innermost first, as llvm-symbolizer has them}"""
    found, objects = {}, collections.defaultdict(set)
    for name, offset in addresses:
        if os.path.exists(name):
            objects[name].add(offset)
    for name, offsets in objects.items():
        out = subprocess.run([os.path.join(llvm, "llvm-symbolizer"), "--output-style=JSON", f"--obj={name}"], check=True, text=True,
                             input="".join(f"{offset - 1:#x}\n" for offset in sorted(offsets)), capture_output=True).stdout
        for offset, line in zip(sorted(offsets), out.splitlines()):
            found[name, offset] = json.loads(line).get("Symbol", [])
    return found


def symbolize(llvm, addresses):
    """{(object, offset of a return address): (its frames, innermost first, without those of replacements and sites; idioms of
    the former; is it in a site?)}"""
    found = {}
    for address, frames_of in symbols(llvm, addresses).items():
        frames = tuple(Frame(bare(f["FunctionName"], f["FileName"]), (os.path.basename(f["FileName"]), f["Line"], f["Column"]))
                       for f in frames_of if f["FileName"] and (f["Line"] or f["Column"]) and  # (libsmr_rt has no lines)
                       not f["FunctionName"].startswith("smr.") and not f["FileName"].endswith(".pat"))
        own = [f["FunctionName"] for f in frames_of if re.match(r"smr\.\w+\.", f["FunctionName"])]
        found[address] = (frames, [f.split(".")[2] for f in own if not f.startswith("smr.site.")],
                               any(f.startswith("smr.site.") for f in own))
    return found


def calls(llvm, rows):
    """{Call}; a replacement or site that is a function of its own stands for the place that it is called from. (A site makes
    all calls of a plan: they are told apart by their addresses in it.)"""
    found = symbolize(llvm, {address for row in rows for address in row[1]})
    result = set()
    for routine, addresses in rows:
        addresses = [a for a in addresses if a in found]
        address = next((a for a in addresses if found[a][0]), ("", 0))
        through = {idiom for a in addresses for idiom in found[a][1]}
        within = next((a for a in addresses if found[a][2]), None)
        result.add(Call(routine, stem(routine), (address, within), found.get(address, ((), [], False))[0], frozenset(through)))
    return result


CALL_BACK = ("smr_rt_product_", "smr_rt_centred_")


def by_replacements(llvm, path):
    """How many calls of the processes came from replacements and site functions, without those that functions of libsmr_rt made
    there (but smr_rt_product_ and smr_rt_centred_, which call the replacement back)."""
    with open(path, encoding="utf-8") as stream:
        lines = [line.split() for line in stream if line.startswith("call ")]
    rows = [(int(words[1]), [(words[k], int(words[k + 1], 16)) for k in range(3, len(words), 2)]) for words in lines]
    names = symbols(llvm, {address for _, addresses in rows for address in addresses})
    total = 0
    for count, addresses in rows:
        chain = [name for address in addresses for name in (f["FunctionName"] for f in names.get(address, ()))]
        own = max((k for k, name in enumerate(chain) if name.startswith("smr.")), default=-1)
        total += count if own >= 0 and not any(name.startswith("smr_rt_") and name not in CALL_BACK for name in chain[:own]) else 0
    return total


def counted(path):
    """How many calls the processes counted themselves (SMR_RT=count=FILE)."""
    with open(path, encoding="utf-8") as stream:
        return sum(site["numbers"][0] for site in json.load(stream)["sites"])


def stem(routine):
    """cblas_dgemm and dgemm_ → gemm, smr_rt_pool_f32 → pool"""
    return re.sub("^smr_rt_|_f(32|64)$|_$|^(cblas_)?[sdcz]", "", routine)


def routines(build):
    """{idiom: the stems of its routines}, without idioms that have code of their own alone."""
    text = subprocess.run([os.path.join(build, "bin", "smr-dump"), "--list=all"], capture_output=True, text=True, check=True).stdout
    result = {}
    text = re.sub(r"(?m)^(  \S.*\S)\n {20,}(?=\S)", r"\1  ", text)  # a long list of names has a line of its own
    for names, called in re.findall(r"(?m)^  (\S+(?: \S+)*)  +(\S+(?:, \S+)*) +[fci]\d", text):
        stems = {stem(name) for name in called.split(", ") if not re.fullmatch("(exp|tanh|sqrt)f?|.*[()].*", name)}
        for name in names.split() if stems else []:
            result[name] = stems
    return result


def sites(made, function, stems):
    """How many calls of the function there are from each place: of each routine (templates call dgemm_ and sgemm_ from one place)
    those of the copy of the function that has most, as it may have been inlined more than once."""
    copies = collections.defaultdict(collections.Counter)
    for c in made:
        inner = next((k for k, frame in enumerate(c.frames) if frame.function == function), None)
        if inner is not None and c.stem in stems:
            copies[c.frames[0].place, c.routine][c.frames[inner + 1:]] += 1
    result = collections.Counter()
    for (place, _), counts in copies.items():
        result[place] += max(counts.values())
    return result


def is_elsewhere(made, groups, function, stems, rewrite, place):
    """Is there a call from these lines in another function, into which they were inlined before they were replaced? Or one by
    the replacement as a function whose caller has no frame any more, as that was the last thing it did? (None of the frames is then
    of a function with rewrites to the routine.)"""
    return any(c.stem in stems and all(f.function != function for f in c.frames) and
               (any(f.place == place for f in c.frames) or rewrite["idiom"] in c.through and
                not {name for name, own in groups if c.stem in own} & {f.function for f in c.frames})
               for c in made)


def uncalled(rewrites, made, known):
    """The rewrites whose routine no process called, and how many were looked at. known: routines().

    Lines say which function a call is in, but not always which loop: what several loops became has the first one's line. So a
    function has to call a routine from as many places as it has rewrites to it; if not, those of other lines are named."""
    groups = collections.defaultdict(list)
    for r in rewrites:
        if r["idiom"] in known:
            groups[bare(r["function"]), frozenset(known[r["idiom"]])].append(r)
    result = []
    for (function, stems), some in groups.items():
        here = sites(made, function, stems)
        some.sort(key=lambda r: (os.path.basename(r["file"]), r["line"], r["column"]) in here)
        for r in some[:max(0, len(some) - sum(here.values()))]:
            place = os.path.basename(r["file"]), r["line"], r["column"]
            if not is_elsewhere(made, groups, function, stems, r, place):
                result.append(Uncalled(function, r["idiom"], ":".join(map(str, place)), r["guards"]))
    return result, sum(map(len, groups.values()))


class Gate:
    """Is everything called that a report says is replaced, unless uncalled.txt says why not? A line is
      SUITE/PROGRAM FUNCTION IDIOM: why          (* and ? as in names of files)
    and a violation, too, if its programs are examined and all their routines are called. Idioms without a routine are not looked at."""

    def __init__(self, build):
        self.known, self.excuses, self.used, self.programs, self.total, self.lost = routines(build), {}, set(), set(), 0, 0
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "uncalled.txt"), encoding="utf-8") as stream:
            for line in stream:
                if line.strip() and not line.startswith("#"):
                    what, why = line.rstrip("\n").split(": ", 1)
                    self.excuses[what] = why

    def violations(self, program, report, log):
        """[text]; `program`: SUITE/NAME, log: what its processes wrote."""
        self.programs.add(program)
        with open(report, encoding="utf-8") as stream:
            rewrites = json.load(stream)["rewrites"]
        missing, count = uncalled(rewrites, calls(LLVM, read_log(log)), self.known)
        self.total, self.lost, bad = self.total + count, self.lost + len(missing), []
        for u in missing:
            what = f"{program} {u.function} {u.idiom}"
            lines = [line for line in self.excuses if fnmatch.fnmatchcase(what, line)]
            self.used.update(lines)
            if not lines:
                bad.append(f"{what}: never called ({u.place}; guards: {'; '.join(u.guards) or 'none'})")
        return bad

    def unused(self):
        """[text] of lines whose routines are all called."""
        return [f"{what}: is called, or is not there any more; uncalled.txt says it is not"
                for what in sorted(set(self.excuses) - self.used) if fnmatch.filter(self.programs, what.split()[0])]
