"""Runs the examples of Markdown files: readme.py BUILD WORK FILE.md…

A fence ```LANGUAGE FILE holds a file; a ```console fence holds commands (after "$ "; where a line ends with a
backslash, the next one begins with "> ") and exactly what they print, with {PWD} and {BUILD} for the folders.
`build/` in a command is the build under test. Each Markdown file has a folder of its own.
"""
import os
import re
import shutil
import subprocess
import sys


def run(path, build, work):
    """Runs one file's examples; returns how many commands there were."""
    os.makedirs(work)
    work = os.path.realpath(work)
    os.symlink(build, os.path.join(work, "build"))
    commands = 0
    for kind, name, body in re.findall(r"^```(\w+) ?([\w.]*)\n(.*?)^```$", open(path).read(), re.M | re.S):
        if name:
            with open(os.path.join(work, name), "w") as file:
                file.write(body)
        if kind != "console":
            continue
        for part in re.split(r"^\$ ", body, flags=re.M)[1:]:
            command, _, expected = re.sub(r"\\\n> *", "", part).partition("\n")
            command, expected = (t.replace("{PWD}", work).replace("{BUILD}", build) for t in (command, expected))
            done = subprocess.run(["sh", "-c", command], cwd=work, capture_output=True, text=True)
            commands += 1
            # (A build with sanitizers, or with SMR_VERIFY=OFF, ships pairs that nobody checked.)
            printed = done.stdout.replace(", not verified)", ")")
            if done.returncode or printed != expected or done.stderr:
                sys.exit(f"{path}: {command}\nexit {done.returncode}\n--- expected\n{expected}"
                         f"--- printed\n{printed}{done.stderr}")
    return commands


def main():
    build, work, files = os.path.realpath(sys.argv[1]), sys.argv[2], sys.argv[3:]
    shutil.rmtree(work, ignore_errors=True)
    for k, path in enumerate(files):
        if not run(path, build, os.path.join(work, str(k))):
            sys.exit(f"{path}: there are no commands in it")


main()
