"""SMR's report: what was rewritten, and what was not, with the reason."""
import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, Tuple


@dataclass(frozen=True)
class Estimate:
    """About how long the loops take, and the call, in seconds; `call` None: not known. `size` stands for each size that
    nobody knows when compiling (None: all are known); the formulas are in picoseconds, or ""."""
    code: float
    call: Optional[float] = None
    size: Optional[int] = None
    code_formula: str = ""
    call_formula: str = ""

    @property
    def factor(self) -> Optional[float]:
        return self.code / self.call if self.call else None


@dataclass(frozen=True)
class Rewrite:
    """A call in the place of code. `guards` are what is asked at run time before it, in the source's words; `loops` the
    lines of all loops that it stands for, where these are several. What else the report says of it is in `raw`."""
    file: str
    line: int
    column: int
    function: str
    idiom: str
    library: str
    tier: str
    guards: Tuple[str, ...] = ()
    loops: Tuple[int, ...] = ()
    verified: bool = True
    raw: Dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    estimate: Optional[Estimate] = None

    def __str__(self):
        asked = f" if {'; '.join(self.guards)}" if self.guards else ""
        return f"{self.file}:{self.line}:{self.column}: {self.function}: {self.idiom}{asked}"


@dataclass(frozen=True)
class Missed:
    """Code that stays, and why. `idiom` is "" where it resembles none."""
    file: str
    line: int
    column: int
    function: str
    idiom: str
    reason: str
    raw: Dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    estimate: Optional[Estimate] = None

    def __str__(self):
        return f"{self.file}:{self.line}:{self.column}: {self.function}: {self.idiom + ': ' if self.idiom else ''}{self.reason}"


def place(entry):
    return entry.get("file", ""), entry.get("line", 0), entry.get("column", 0), entry.get("function", ""), entry.get("idiom", "")


def estimate(entry):
    e = entry.get("estimate")
    if not e:
        return None
    call = e.get("call_ns")
    return Estimate(e["code_ns"] / 1e9, call / 1e9 if call else None, e.get("size"), e.get("code_ps", ""), e.get("call_ps", ""))


@dataclass
class Report:
    rewrites: List[Rewrite] = field(default_factory=list)
    missed: List[Missed] = field(default_factory=list)

    @classmethod
    def load(cls, path) -> "Report":
        """Of a file that --smr-report= or report= wrote."""
        with open(path, encoding="utf-8") as file:
            return cls.loads(file.read())

    @classmethod
    def loads(cls, text: str) -> "Report":
        """Raises ValueError for what is no report of a version that this package knows."""
        data = json.loads(text)
        if not isinstance(data, dict) or data.get("version") != 1:
            raise ValueError("no report of SMR's, or one of another version")
        rewrites = [Rewrite(*place(e), e.get("library", ""), e.get("tier", ""), tuple(e.get("guards", ())),
                            tuple(e.get("loops", ())), e.get("verified", True), e, estimate(e)) for e in data.get("rewrites", ())]
        missed = [Missed(*place(e), e.get("reason", ""), e, estimate(e)) for e in data.get("missed", ())]
        return cls(rewrites, missed)

    def idioms(self) -> Counter:
        """How often each idiom was replaced."""
        return Counter(rewrite.idiom for rewrite in self.rewrites)

    def of(self, function: str) -> "Report":
        """What is said of one function."""
        return Report([r for r in self.rewrites if r.function == function], [m for m in self.missed if m.function == function])

    def __add__(self, other: "Report") -> "Report":
        return Report(self.rewrites + other.rewrites, self.missed + other.missed)

    def __str__(self):
        return "\n".join([f"{r}" for r in self.rewrites] + [f"{m} (left)" for m in self.missed])
