"""same_code.py [--but-sites] ONE OTHER: two objects, or two texts of assembly, are the same but for the report that one of them
carries, and for what sites are called when a program counts. --but-sites: of texts, without site functions."""
import os
import re
import subprocess
import sys
import tempfile


def without_report(data):
    """The object with its report's section taken out, by a tool that lays both objects out alike."""
    if not data.startswith(b"\x7fELF"):
        data = re.sub(rb"\n\t\.type\t\.Lsmr\.report,@object.*?\n\t\.size\t\.Lsmr\.report, \d+\n", b"", data, flags=re.DOTALL)
        return re.sub(rb"\t\.type\t(\.Lsmr\.text\.[^\n]*),@object.*?\n\t\.size\t\1, \d+\n", b"", data, flags=re.DOTALL)
    with tempfile.TemporaryDirectory() as folder:
        before, after = os.path.join(folder, "before.o"), os.path.join(folder, "after.o")
        with open(before, "wb") as file:
            file.write(data)
        # (Symbols that name sections are symbols, too: objcopy then takes .llvm_addrsig, which counts them, for outdated.)
        for sections in [".smr.report", ".llvm_addrsig", ".relasmr_rt_sites"], ["smr_rt_texts"]:
            subprocess.run(["llvm-objcopy", *(f"--remove-section={name}" for name in sections), before, after], check=True)
            before = after
        with open(after, "rb") as file:
            return file.read()


def same(one, other):
    return one == other or without_report(one) == without_report(other)


def without_sites(text):
    site = rb"(?:\t\.section\t\.text\.unlikely\.,[^\n]*\n)?\t\.p2align\t\d+\n\t\.type\t(smr\.site\.[^\n]*),@function.*?\n\t\.size\t\1, [^\n]*\n"
    assert re.search(site, text, flags=re.DOTALL)
    return re.sub(site, b"", text, flags=re.DOTALL)


if __name__ == "__main__":
    one, other = (open(path, "rb").read() for path in sys.argv[-2:])
    if sys.argv[1] == "--but-sites":
        one, other = without_sites(one), without_sites(other)
    if not same(one, other):
        sys.exit(f"{sys.argv[-2]} {sys.argv[-1]} differ")
