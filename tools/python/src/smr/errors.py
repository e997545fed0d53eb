"""What goes wrong: a tool that is not there, or one that fails, with its messages taken apart."""
import re
from dataclasses import dataclass
from typing import List, Optional

MESSAGE = re.compile(r"^(?:(?P<file>[^\n:]+):(?P<line>\d+):(?P<column>\d+): |(?P<whole>[^\n:]+): )?"
                     r"(?P<severity>error|warning|note|remark): (?P<text>.*)$", re.M)


@dataclass(frozen=True)
class Diagnostic:
    """One message of a tool; file is None, line and column are 0 where it tells no place."""
    severity: str
    message: str
    file: Optional[str] = None
    line: int = 0
    column: int = 0

    def __str__(self):
        place = f"{self.file}:{self.line}:{self.column}: " if self.line else f"{self.file}: " if self.file else ""
        return f"{place}{self.severity}: {self.message}"


def diagnostics(text: str) -> List[Diagnostic]:
    """The messages in a tool's output, in order."""
    return [Diagnostic(found["severity"], found["text"], found["file"] or found["whole"], int(found["line"] or 0),
                       int(found["column"] or 0)) for found in MESSAGE.finditer(text)]


class SmrError(Exception):
    """A tool failed: `command` is what was run, `output` all that it said, `diagnostics` its messages."""

    def __init__(self, command, returncode, output):
        self.command, self.returncode, self.output = list(command), returncode, output
        self.diagnostics = diagnostics(output)
        first = next((str(d) for d in self.diagnostics if d.severity == "error"), output.strip().split("\n")[0])
        super().__init__(first or f"{self.command[0]} ended with {returncode}")


class ToolNotFound(Exception):
    """A tool is in no place where it is looked for."""
