"""Terms that are as deep as memory holds: deep.py KIND N prints one."""
import sys

KINDS = {
    "call": lambda n: "(f " * n + "a" + ")" * n,
    "rule": lambda n: "(g (f " * n + "a" + "))" * n,
    "beta": lambda n: "(app (lam " + "(app f " * n + "%0" + ")" * n + ") a)",
    "quote": lambda n: "(f (quote " + "(" * n + "1" + ")" * n + "))",
}
print(KINDS[sys.argv[1]](int(sys.argv[2])))
