"""The front end on one version of Python: versions.py VERSION SOURCE WORK

The figures' libraries are compiled to their golden text, and the table of mistakes is gone through. Exits with 77 where
that Python is not there.
"""
import glob
import os
import re
import subprocess
import sys

version, source, work = sys.argv[1:4]
here = os.path.join(source, "test", "python")
environment = {**os.environ, "PYTHONPATH": os.path.join(source, "tools", "pypm", "src"), "PYTHONDONTWRITEBYTECODE": "1"}


def runs(python):
    try:
        done = subprocess.run([python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"], capture_output=True,
                              text=True)
    except OSError:
        return False
    return done.returncode == 0 and done.stdout.strip() == version


def find():
    homes = [os.environ.get("PYENV_ROOT", os.path.expanduser("~/.pyenv"))]
    candidates = [f"python{version}", sys.executable] + [
        python for home in homes for python in sorted(glob.glob(f"{home}/versions/{version}.*/bin/python"))]
    return next((python for python in candidates if runs(python)), None)


def golden(python):
    wrong = []
    files = sorted(glob.glob(os.path.join(here, "F*.test")))
    for file in files:
        with open(file) as test:
            parts = dict(re.findall(r"^//--- (\S+)\n(.*?)(?=^//--- |\Z)", test.read(), re.M | re.S))
        path = os.path.join(work, "lib.py")
        with open(path, "w") as library:
            library.write(parts["lib.py"])
        done = subprocess.run([python, "-m", "pypm", "compile", path], env=environment, capture_output=True, text=True)
        if done.stdout != parts["golden.mlir"] or done.stderr:
            wrong.append(f"{file}: {done.stderr or 'another text'}")
    return wrong if len(files) >= 6 else [f"only {len(files)} figures"]


python = find()
if not python:
    print(f"skipped: there is no Python {version} here")
    sys.exit(77)
os.makedirs(work, exist_ok=True)
problems = golden(python)
table = subprocess.run([python, os.path.join(here, "errors.py"), os.path.join(here, "Inputs", "errors.txt"),
                        os.path.join(work, "errors")], env=environment)
print("\n".join(problems))
sys.exit(bool(problems) or table.returncode)
