"""Writes routines.pat: `routines.py FILE`, which the build does: routines.in for real(8) and for real(4) (what stands behind
`Once` is there once), each pair with what
routines.costs says of it, where it has no `pays` clause of its own."""

import os
import re
import sys

from costs import Costs

KINDS = [("real(8)", "d", "0.0d0", "1.0d0"), ("real(4)", "s", "0.0", "1.0")]


def main():
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "routines.in"), encoding="utf-8") as file:
        head, _, pairs = file.read().partition("//--- Vectors")
    costs = Costs("routines.costs")
    with open(sys.argv[1], "w", encoding="utf-8") as out:
        out.write(head)
        for kind, letter, zero, one in KINDS:
            both, _, once = pairs.partition("//--- Once")
            text = "//--- Vectors" + both + ("//--- Once" + once if letter == "d" else "")
            for mark, value in (("${T}", kind), ("${P}", letter), ("${0}", zero), ("${1}", one)):
                text = text.replace(mark, value)
            out.write(re.sub(r'^name "(.*)"(\nwhen .*)?$(?!\npays)', lambda pair: f"{pair[0]}\n{costs.pays(pair[1])}", text, flags=re.M))


main()
