"""Runs the README's examples: readme.py README.md BUILD WORK

A fence ```LANGUAGE FILE holds a file; a ```console fence holds commands (after "$ ") and exactly what they print, with
{PWD} and {BUILD} for the folders. `build/` in a command is the build under test.
"""
import os
import re
import shutil
import subprocess
import sys


def main():
    readme, build, work = sys.argv[1:4]
    build = os.path.realpath(build)
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    work = os.path.realpath(work)
    os.symlink(build, os.path.join(work, "build"))
    commands = 0
    for kind, name, body in re.findall(r"^```(\w+) ?([\w.]*)\n(.*?)^```$", open(readme).read(), re.M | re.S):
        if name:
            with open(os.path.join(work, name), "w") as file:
                file.write(body)
        if kind != "console":
            continue
        for part in re.split(r"^\$ ", body, flags=re.M)[1:]:
            command, _, expected = part.partition("\n")
            done = subprocess.run(["sh", "-c", command], cwd=work, capture_output=True, text=True)
            expected = expected.replace("{PWD}", work).replace("{BUILD}", build)
            commands += 1
            if done.returncode or done.stdout != expected or done.stderr:
                sys.exit(f"README: {command}\nexit {done.returncode}\n--- expected\n{expected}--- printed\n{done.stdout}{done.stderr}")
    if commands < 5:
        sys.exit(f"README: only {commands} commands found")


main()
