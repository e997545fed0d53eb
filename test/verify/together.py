"""Many compilers at once check a pair once: together.py COMMAND… (run where total.mlir and counted.pat are).

The pair's library adds a byte to $COUNT wherever it is loaded. The name of a check's work is in the cache folder while
it lasts, also when whoever did it is dead.
"""
import os, signal, subprocess, sys, time

def start(cache):
    environment = dict(os.environ, XDG_CACHE_HOME=cache, COUNT=cache + '.count')
    return subprocess.Popen(sys.argv[1:], env=environment, stdout=subprocess.DEVNULL)

def checks(cache):
    return os.path.getsize(cache + '.count') if os.path.exists(cache + '.count') else 0

def files(cache):
    return sorted(name.split('.')[-1] if '.' in name else 'pair' for name in os.listdir(cache + '/smr'))

def finish(processes, what):
    for process in processes:
        assert process.wait(120) == 0, what

def all_at_once():
    cache = os.path.abspath('cold')
    finish([start(cache) for _ in range(6)], 'together')
    assert checks(cache) == 1, checks(cache)
    assert files(cache) == ['pair'], files(cache)

def after_a_death():
    cache = os.path.abspath('dead')
    first = start(cache)
    while not (os.path.isdir(cache + '/smr') and files(cache) == ['lock']):
        assert first.poll() is None
        time.sleep(0.001)
    others = [start(cache) for _ in range(3)]
    first.send_signal(signal.SIGKILL)
    first.wait()
    before = checks(cache)
    finish(others, 'after a death')
    assert before <= 1 and checks(cache) == before + 1, (before, checks(cache))
    assert files(cache) == ['pair'], files(cache)

def nowhere_to_write():
    cache = os.path.abspath('fixed')
    os.makedirs(cache + '/smr')
    os.chmod(cache + '/smr', 0o500)
    finish([start(cache) for _ in range(2)], 'nowhere to write')
    if os.geteuid() != 0:
        assert checks(cache) == 2, checks(cache)
    os.chmod(cache + '/smr', 0o700)

all_at_once()
after_a_death()
nowhere_to_write()
