"""compare.py A B: two programs print the same, numbers up to rounding. Says where not."""
import subprocess
import sys


def lines(program):
    return subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines()


def same(a, b):
    if a == b:
        return True
    try:
        return abs(float(a) - float(b)) <= 1e-11 * max(1.0, abs(float(a)))
    except ValueError:
        return False


left, right = lines(sys.argv[1]), lines(sys.argv[2])
bad = len(left) != len(right)
for a, b in zip(left, right):
    x, y = a.split(), b.split()
    if len(x) != len(y) or not all(map(same, x, y)):
        print(f"{a}   became   {b}")
        bad = True
sys.exit(bad)
