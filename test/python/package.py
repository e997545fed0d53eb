"""The package smr, installed without a network and used: package.py SOURCE BUILD WORK

Its wheel is unpacked and used by Debian's own Python, and installed by pip into a fresh environment where there is one.
"""
import os
import re
import shutil
import subprocess
import sys
import zipfile

SOURCE, BUILD, WORK = sys.argv[1:4]
PACKAGE = os.path.join(SOURCE, "tools", "python")
USES = os.path.join(SOURCE, "test", "python", "Inputs", "uses.py")
PYTHON = "/usr/bin/python3" if os.access("/usr/bin/python3", os.X_OK) else sys.executable


def run(*command, **variables):
    done = subprocess.run(command, env={**os.environ, "SMR_HOME": BUILD, "PYTHONDONTWRITEBYTECODE": "1", **variables},
                          capture_output=True, text=True, cwd=WORK)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def use(python, **variables):
    folder = os.path.join(WORK, "use")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    return run(python, USES, folder, **variables).strip()


shutil.rmtree(WORK, ignore_errors=True)
os.makedirs(WORK)
with open(os.path.join(SOURCE, "CMakeLists.txt")) as build:
    VERSION = re.search(r"project\(SMR VERSION (\S+)", build.read()).group(1)
with open(os.path.join(PACKAGE, "src", "smr", "version.py")) as version:
    assert f'VERSION = "{VERSION}"' in version.read(), "the package has another version than SMR"
wheels = []
for name in ("one", "two"):
    os.makedirs(os.path.join(WORK, name))
    wheels.append(run(PYTHON, "-c", f"import wheelwright; print(wheelwright.build_wheel({name!r}))",
                      PYTHONPATH=os.path.join(PACKAGE, "backend")).strip())
with open(os.path.join(WORK, "one", wheels[0]), "rb") as one, open(os.path.join(WORK, "two", wheels[1]), "rb") as two:
    assert one.read() == two.read(), "two wheels of one source differ"
with zipfile.ZipFile(os.path.join(WORK, "one", wheels[0])) as wheel:
    wheel.extractall(os.path.join(WORK, "unpacked"))
print("unpacked:", use(PYTHON, PYTHONPATH=os.path.join(WORK, "unpacked")))

if subprocess.run([PYTHON, "-m", "venv", os.path.join(WORK, "env")], capture_output=True).returncode:
    print("no environment: this Python has no venv or ensurepip")
else:
    python = os.path.join(WORK, "env", "bin", "python")
    run(python, "-m", "pip", "install", "--no-index", PACKAGE, PIP_DISABLE_PIP_VERSION_CHECK="1")
    print("installed:", use(python))
    assert "smr-tools" in run(python, "-m", "pip", "list", PIP_DISABLE_PIP_VERSION_CHECK="1")
