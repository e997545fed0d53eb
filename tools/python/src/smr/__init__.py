"""SMR from Python: programs compiled, modules rewritten, libraries built, reports read.

    import smr
    done = smr.compile("solver.f90", output="solver", flags=["-O3"])
    for rewrite in done.report.rewrites:
        print(rewrite)
    result = smr.rewrite_mlir(text, library="mine.pfa", fp="exact")

The tools are found by $SMR_HOME (an installed SMR, or a build tree), beside this package, or on PATH.
"""
from .errors import Diagnostic, SmrError, ToolNotFound
from .report import Estimate, Missed, Report, Rewrite
from .tools import Compiled, Rewritten, build_library, compile, find_tool, rewrite_mlir, rewrite_mlir_file
from .version import VERSION as __version__

__all__ = ["Compiled", "Diagnostic", "Estimate", "Missed", "Report", "Rewrite", "Rewritten", "SmrError", "ToolNotFound", "build_library",
           "compile", "find_tool", "rewrite_mlir", "rewrite_mlir_file", "__version__"]
