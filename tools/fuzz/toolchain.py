"""What the generators share: where the compilers are, and running them in a folder."""
import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LLVM = os.environ.get("SMR_LLVM_BIN", "/usr/lib/llvm-22/bin")


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


def call(command, folder, seconds=1800, variables=None):
    """What the command printed to standard output; RuntimeError if it fails. variables: added to the environment."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=seconds, check=False, errors="replace",
                          env={**os.environ, **(variables or {})})
    if done.returncode:
        raise RuntimeError(f"{folder}: {' '.join(command)}: exit {done.returncode}\n{done.stderr[-3000:]}{done.stdout[-1000:]}")
    return done.stdout


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as stream:
        stream.write(text)
