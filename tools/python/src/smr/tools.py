"""SMR's programs, run: each function is one call of one of them."""
import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from typing import Iterable, List, Optional, Sequence, Union

from .errors import Diagnostic, SmrError, ToolNotFound, diagnostics
from .report import Report

Path = Union[str, "os.PathLike[str]"]
Paths = Union[None, Path, Iterable[Path]]

FORTRAN = {".f", ".for", ".ftn", ".f77", ".f90", ".f95", ".f03", ".f08", ".f18"}
CXX = {".cc", ".cpp", ".cxx", ".c++", ".cp", ".C"}


@dataclass
class Compiled:
    """`output`: the file; `diagnostics`: what the compiler said besides."""
    output: str
    report: Report
    diagnostics: List[Diagnostic]


@dataclass
class Rewritten:
    """`text`: the module."""
    text: str
    report: Report
    diagnostics: List[Diagnostic]

    @property
    def link(self) -> List[str]:
        """What a program with the module is linked with: names for -l, or paths."""
        found = re.search(r"smr\.link = \[([^\]]*)\]", self.text)
        return re.findall(r'"([^"]*)"', found.group(1)) if found else []


def find_tool(name: str) -> str:
    """The program: in $SMR_HOME, in the SMR that this package was installed with, on PATH."""
    home = os.environ.get("SMR_HOME")
    installed = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), *[os.pardir] * 5))
    for root in [home] if home else [installed]:
        path = os.path.join(root, "bin", name)
        if os.access(path, os.X_OK):
            return path
    path = None if home else shutil.which(name)
    if not path:
        where = f"{home}/bin (SMR_HOME)" if home else "PATH; set SMR_HOME to an installed SMR or a build tree"
        raise ToolNotFound(f"there is no {name} in {where}")
    return path


def listed(paths: Paths) -> List[str]:
    if paths is None:
        return []
    return [os.fspath(paths)] if isinstance(paths, (str, os.PathLike)) else [os.fspath(p) for p in paths]


def run(command: Sequence[str], text: Optional[str] = None) -> "subprocess.CompletedProcess[str]":
    done = subprocess.run(command, input=text, stdin=None if text is not None else subprocess.DEVNULL, capture_output=True,
                          encoding="utf-8", errors="surrogateescape")
    if done.returncode:
        raise SmrError(command, done.returncode, done.stderr + done.stdout)
    return done


def read_report(path: str) -> Report:
    return Report.load(path) if os.path.getsize(path) else Report()


def driver(sources: Sequence[str]) -> str:
    """Of mixed languages Fortran's goes first: it links the libraries that Fortran needs."""
    endings = [os.path.splitext(source)[1] for source in sources]
    if any(ending.lower() in FORTRAN for ending in endings):
        return "smr-flang"
    return "smr-clang++" if any(ending in CXX for ending in endings) else "smr-clang"


def compile(sources: Paths, output: Path, *, flags: Iterable[str] = ("-O2",), library: Paths = None, pat: Paths = None,
            mode: Optional[str] = None, fp: Optional[str] = None, tool: Optional[str] = None) -> Compiled:
    """Compiles and links with smr-clang, smr-clang++ or smr-flang, by the sources' names, or `tool`. With "-c" among the
    flags there is one source, and the output is an object. Raises SmrError when that fails."""
    files = listed(sources)
    with tempfile.TemporaryDirectory(prefix="smr-") as folder:
        report = os.path.join(folder, "report.json")
        command = [find_tool(tool or driver(files)), *flags, *files, "-o", os.fspath(output), f"--smr-report={report}"]
        command += [f"--smr-library={','.join(listed(library))}"] if library is not None else []
        command += [f"--smr-pat={','.join(listed(pat))}"] if pat is not None else []
        command += [f"--smr-mode={mode}"] if mode else []
        command += [f"--smr-fp={fp}"] if fp else []
        done = run(command)
        return Compiled(os.fspath(output), read_report(report), diagnostics(done.stderr))


def braced(path: str) -> str:
    """As a pass' option: blanks would end it."""
    return "{" + path + "}" if " " in path else path


def rewrite_mlir(text: str, *, library: Paths = None, pat: Paths = None, mode: Optional[str] = None, fp: Optional[str] = None,
                 guards: Optional[str] = None, costs: Optional[Path] = None, before: Iterable[str] = (),
                 after: Iterable[str] = (), tool: Optional[str] = None) -> Rewritten:
    """Runs --smr-rewrite on a module's text, in smr-opt or another mlir-opt (`tool`, with the plugin among `before`).
    `before` and `after` are further options of it, other passes mostly, that stand in front and behind."""
    with tempfile.TemporaryDirectory(prefix="smr-") as folder:
        report = os.path.join(folder, "report.json")
        options = [f"report={report}"]
        for name, value in (("library", library), ("pat", pat)):
            if value is not None:
                options.append(f"{name}={','.join(braced(path) for path in listed(value))}")
        for name, value in (("mode", mode), ("fp", fp), ("guards", guards), ("costs", costs)):
            if value is not None:
                options.append(f"{name}={braced(os.fspath(value))}")
        done = run([tool or find_tool("smr-opt"), *before, "--smr-rewrite=" + " ".join(options), *after, "-"], text)
        return Rewritten(done.stdout, read_report(report) if os.path.exists(report) else Report(), diagnostics(done.stderr))


def rewrite_mlir_file(path: Path, **options) -> Rewritten:
    """The same for a file."""
    with open(path, encoding="utf-8") as file:
        return rewrite_mlir(file.read(), **options)


def build_library(sources: Paths, output: Path, *, verify: bool = True) -> List[Diagnostic]:
    """smr-build: pattern sources become a library; both sides of every pair are run and compared unless `verify` is
    false. The notes that it has."""
    command = [find_tool("smr-build"), *([] if verify else ["--no-verify"]), *listed(sources), "-o", os.fspath(output)]
    return diagnostics(run(command).stderr)
