"""A build back end (PEP 517, PEP 660) for one package of plain Python files: a wheel is a zip file with a list."""
import base64
import hashlib
import os
import re
import zipfile

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SOURCE = os.path.join(HERE, "src")
NAME, PACKAGE = "smr-tools", "smr"


def version():
    with open(os.path.join(SOURCE, PACKAGE, "version.py"), encoding="utf-8") as file:
        return re.search(r'VERSION = "([^"]+)"', file.read()).group(1)


def metadata():
    with open(os.path.join(HERE, "README.md"), encoding="utf-8") as file:
        readme = file.read()
    return (f"Metadata-Version: 2.1\nName: {NAME}\nVersion: {version()}\nRequires-Python: >=3.9\n"
            "Summary: SMR's compilers and passes from Python, and their reports as objects\n"
            f"License: Apache-2.0 WITH LLVM-exception\nDescription-Content-Type: text/markdown\n\n{readme}")


def write_wheel(directory, files):
    """files: name in the wheel → bytes. Times are fixed, so that the same sources give the same wheel."""
    base = f"{NAME.replace('-', '_')}-{version()}"
    files = dict(files)
    files[f"{base}.dist-info/METADATA"] = metadata().encode()
    files[f"{base}.dist-info/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: wheelwright\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = f"{base}.dist-info/RECORD"
    lines = []
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(data)}\n")
    files[record] = ("".join(lines) + f"{record},,\n").encode()
    wheel = f"{base}-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(directory, wheel), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), data)
    return wheel


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    files = {}
    for name in sorted(os.listdir(os.path.join(SOURCE, PACKAGE))):
        if name.endswith(".py"):
            with open(os.path.join(SOURCE, PACKAGE, name), "rb") as file:
                files[f"{PACKAGE}/{name}"] = file.read()
    return write_wheel(wheel_directory, files)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    return write_wheel(wheel_directory, {f"_{PACKAGE}_editable.pth": f"{SOURCE}\n".encode()})


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError("the source is SMR's own tree")
