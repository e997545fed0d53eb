"""Every mistake is one line, at its place: errors.py ERRORS.TXT WORK

A case of the table is `--- name`, a file's text, and `=== ` before each line of what `pypm compile name.py` says of it.
"""
import contextlib
import io
import os
import re
import sys

from pypm import command


def cases(text):
    for part in re.split(r"^--- ", text, flags=re.M)[1:]:
        name, _, rest = part.partition("\n")
        lines = rest.split("\n")
        yield (name, "".join(line + "\n" for line in lines if not line.startswith("===") and line),
               [line[4:] for line in lines if line.startswith("=== ")])


def said(name, text):
    with open(name + ".py", "w", encoding="utf-8") as file:
        file.write(text)
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = command.main(["compile", name + ".py"])
    if status != 1 or out.getvalue():
        return [f"exit {status}, {out.getvalue()}"]
    return re.sub(r"<built-in [^>]*>", "<built-in>", err.getvalue()).rstrip("\n").split("\n")


def main():
    table, work = os.path.abspath(sys.argv[1]), sys.argv[2]
    os.makedirs(work, exist_ok=True)
    os.chdir(work)
    count, wrong = 0, 0
    with open(table, encoding="utf-8") as file:
        for name, text, expected in cases(file.read()):
            count += 1
            lines = said(name, text)
            if lines != expected:
                wrong += 1
                print(f"{name}:\n  expected", *expected, "  said", *lines, sep="\n    ")
    print(f"{count} mistakes, {wrong} wrong")
    sys.exit(bool(wrong) or count < 80)


main()
