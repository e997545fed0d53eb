"""The command: pypm compile lib.py -o lib.mlir"""
import argparse
import importlib.util
import linecache
import os
import re
import shutil
import subprocess
import sys
import tempfile
import types

import pypm
from pypm import declare, library, slips
from pypm.errors import Error, Position, of_exception, shown

EMPTY = "module {}\n"


class Failure(Exception):
    """About no place in a file."""


def arguments():
    parser = argparse.ArgumentParser(prog="pypm", description="Patterns over graphs of tensor operations, written in "
                                     "Python, as a module of MLIR's pypm dialect.")
    parser.add_argument("--version", action="version", version=f"pypm {pypm.__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    c = commands.add_parser("compile", help="write files of patterns as a module of the pypm dialect",
                            description="Writes files of patterns, and what they import, as one module of the pypm dialect, "
                                        "for smr-opt --pypm-rewrite=patterns=FILE.")
    c.add_argument("files", nargs="+", metavar="file",
                   help="Python file of @op, @pattern and @rule; - is standard input")
    c.add_argument("-o", dest="output", default="-", metavar="FILE",
                   help="where to (default and -: standard output); FILE.mlirbc: as bytecode, by smr-opt")
    c.add_argument("--check", action="store_true", help="load the result with smr-opt, too, which sees more mistakes")
    c.add_argument("--locations", action="store_true", help="each op says where in the Python file it comes from (bytecode "
                                                            "always does)")
    return parser


def smr_opt():
    """SMR_OPT, or beside this program, or on PATH."""
    beside = os.path.join(os.path.dirname(os.path.abspath(sys.argv[0])), "smr-opt")
    found = os.environ.get("SMR_OPT") or (beside if os.access(beside, os.X_OK) else shutil.which("smr-opt"))
    if not found:
        raise Failure("smr-opt is not found: put it on PATH, or set SMR_OPT")
    return found


def read(file):
    """The text, where messages and the tracer find it again."""
    name = "<stdin>" if file == "-" else file
    try:
        if file == "-":
            data = sys.stdin.buffer.read()
        else:
            with open(file, "rb") as source:
                data = source.read()
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise Failure(f"{file}: {error.strerror}")
    except UnicodeDecodeError as error:
        raise Error((Position(name, data[:error.start].count(b"\n") + 1, 1), "this is no UTF-8"))
    text = text.replace("\r\n", "\n")
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    return name, text


def module_name(path):
    """What another file imports it by, unless that is another module."""
    name = os.path.splitext(os.path.basename(path))[0]
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        spec = None
    mine = spec and spec.origin and os.path.realpath(spec.origin) == os.path.realpath(path)
    return name if mine else "pypm_library"


def execute(name, text):
    """Runs the file, which declares what it has; once, where an earlier one has imported it."""
    try:
        code = compile(text, name, "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        found = slips.find(name, text)
        raise (Error(*found) if found else of_exception(error, name)) from None
    sys.path.insert(0, os.path.dirname(os.path.abspath(name)))
    module = types.ModuleType(module_name(name))
    module.__file__ = os.path.abspath(name)
    if os.path.realpath(getattr(sys.modules.get(module.__name__), "__file__", None) or "") == os.path.realpath(name):
        return
    sys.modules[module.__name__] = module
    try:
        exec(code, module.__dict__)
    except Error:
        raise
    except Exception as error:
        raise of_exception(error) from None
    except SystemExit:
        raise Failure(f"{shown(name)} ends the program")


def run_smr_opt(options, text):
    try:
        return subprocess.run([smr_opt(), *options], input=text, capture_output=True, text=True)
    except OSError as error:
        raise Failure(f"{smr_opt()}: {error.strerror}")


def check(text):
    """What the loader says, at the places of the Python file."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "patterns.mlir")
        with open(path, "w") as out:
            out.write(text)
        done = run_smr_opt(["--pypm-rewrite=patterns=" + path], EMPTY)
    messages = [line for line in done.stderr.split("\n") if re.match(r".*:\d+:\d+: (error|warning): ", line)]
    for line in dict.fromkeys(messages):
        print(line.replace(path, "the compiled form"), file=sys.stderr)
    if done.returncode and not messages:
        raise Failure(f"smr-opt: {done.stderr.strip()}")
    return not done.returncode


def write_bytecode(text, output):
    done = run_smr_opt(["--emit-bytecode", "-o", output], text)
    if done.returncode:
        raise Failure(f"smr-opt: {done.stderr.strip()}")


def write(text, output):
    if output == "-":
        sys.stdout.write(text)
    elif output.endswith(".mlirbc"):
        write_bytecode(text, output)
    else:
        try:
            with open(output, "w", encoding="ascii") as out:
                out.write(text)
        except OSError as error:
            raise Failure(f"{output}: {error.strerror}")


def compile_file(options):
    declare.registry.clear()
    for file in options.files:
        name, text = read(file)
        execute(name, text)
    made = library.Library(Position(name, 1, 1))
    if options.check and not check(made.text(locations=True)):
        return 1
    write(made.text(locations=options.locations or options.output.endswith(".mlirbc")), options.output)
    return 0


def main(words=None):
    try:
        return compile_file(arguments().parse_args(words))
    except Error as error:
        print(error, file=sys.stderr)
    except Failure as failure:
        print(f"pypm: error: {failure}", file=sys.stderr)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return 130
    return 1
