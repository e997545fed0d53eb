"""What the generators share: where the compilers are, running them in a folder, and a seed after the other."""
import collections
import concurrent.futures
import math
import os
import shutil
import subprocess
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LLVM = os.environ.get("SMR_LLVM_BIN", "/usr/lib/llvm-22/bin")


os.environ.setdefault("SMR_RT", "now")  # short programs call, too
PERCENT = int(os.environ.get("SMR_ROUNDS", "100"))  # how much of its usual work a test by chance does
SEED = int(os.environ.get("SMR_SEED", "0"))  # added to the first seed


def rounds(usual):
    """As many as SMR_ROUNDS says, at least one."""
    return -(-usual * PERCENT // 100)


def some(items):
    """A third of many, chosen by SMR_SEED, where random tests do a part of their work."""
    return items[SEED % 3::3] if PERCENT < 100 and len(items) > 2 else items


def by_chance(options, count, least=""):
    """Scales an option that counts and moves the seed; what must be found at least, only a whole run must find."""
    options.seed += SEED
    setattr(options, count, rounds(getattr(options, count)))
    if least and PERCENT < 100:
        setattr(options, least, 0)


def stock(name):
    """The path of one of LLVM's own tools."""
    return os.path.join(LLVM, name)


def run(command, folder=None, seconds=600, variables=None):
    """(exit code, or "timeout"; what it printed to standard output; to standard error). variables: added to the environment."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=seconds, check=False, errors="replace",
                              env={**os.environ, **(variables or {})})
    except subprocess.TimeoutExpired:
        return "timeout", "", ""
    return done.returncode, done.stdout, done.stderr


def call(command, folder, seconds=1800, variables=None):
    """What the command printed to standard output; RuntimeError if it fails."""
    code, out, errors = run(command, folder, seconds, variables)
    if code:
        raise RuntimeError(f"{folder}: {' '.join(command)}: exit {code}\n{errors[-3000:]}{out[-1000:]}")
    return out


def try_seeds(seeds, check, keep=None, jobs=1, until=math.inf):
    """check(seed, folder) -> ([what is wrong], counts), for each seed that begins before the time `until`. Prints what is wrong and
    keeps a copy of such folders in `keep`. How many seeds were tried, how many went wrong, and the sum of the counts."""
    def one(seed):
        if time.monotonic() > until:
            return 0, 0, collections.Counter()
        with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
            wrong, counts = check(seed, folder)
            for text in wrong:
                print(f"seed {seed}: {text}", flush=True)
            if wrong and keep:
                shutil.copytree(folder, os.path.join(keep, str(seed)), dirs_exist_ok=True)
        return 1, bool(wrong), collections.Counter(counts)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        tried, failed, counts = zip(*(pool.map(one, seeds) if jobs > 1 else map(one, seeds)))
    return sum(tried), sum(failed), sum(counts, collections.Counter())


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as stream:
        stream.write(text)
