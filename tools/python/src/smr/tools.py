"""SMR's programs, run: each function is one call of one of them."""
import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from typing import Callable, Dict, Iterable, Iterator, List, Optional, Sequence, Union

from .errors import Diagnostic, SmrError, ToolNotFound, diagnostics
from .report import Report

Path = Union[str, "os.PathLike[str]"]
Paths = Union[None, Path, Iterable[Path]]
Option = Union[bool, int, Paths]

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


def braced(path: str) -> str:
    """As a pass' option: blanks would end it."""
    return "{" + path + "}" if " " in path else path


def worded(options: Dict[str, Option], quote: Callable[[str], str] = str) -> Iterator[str]:
    """Each option that is given, as programs take it: dry_run=True is "dry-run", only=["ddot", "dgemm"] "only=ddot,dgemm"."""
    for name, value in options.items():
        if value is True:
            yield name.replace("_", "-")
        elif value is not None and value is not False:
            texts = [str(value)] if isinstance(value, int) else listed(value)
            yield f"{name.replace('_', '-')}={','.join(map(quote, texts))}"


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


def compile(sources: Paths, output: Path, *, flags: Iterable[str] = ("-O2",), tool: Optional[str] = None,
            **options: Option) -> Compiled:
    """Compiles and links with smr-clang, smr-clang++ or smr-flang, by the sources' names, or `tool`. With "-c" among the
    flags there is one source, and the output is an object. The options are the driver's: mode="exact" is
    --smr-mode=exact. Raises SmrError when that fails."""
    files = listed(sources)
    with tempfile.TemporaryDirectory(prefix="smr-") as folder:
        report = os.path.join(folder, "report.json")
        command = [find_tool(tool or driver(files)), *flags, *files, "-o", os.fspath(output), f"--smr-report={report}"]
        command += [f"--smr-{word}" for word in worded(options)]
        done = run(command)
        return Compiled(os.fspath(output), read_report(report), diagnostics(done.stderr))


def rewrite_mlir(text: str, *, before: Iterable[str] = (), after: Iterable[str] = (), tool: Optional[str] = None,
                 **options: Option) -> Rewritten:
    """Runs --smr-rewrite on a module's text, in smr-opt or another mlir-opt (`tool`, with the plugin among `before`).
    `before` and `after` are further options of it, other passes mostly, that stand in front and behind. The options are
    the pass's: fp="exact", library="mine.pfa"."""
    with tempfile.TemporaryDirectory(prefix="smr-") as folder:
        report = os.path.join(folder, "report.json")
        rewrite = " ".join([f"report={report}", *worded(options, braced)])
        done = run([tool or find_tool("smr-opt"), *before, "--smr-rewrite=" + rewrite, *after, "-"], text)
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
