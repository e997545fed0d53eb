"""Servers on the loopback for tests of distributed builds; each is ended by its own process id."""
import contextlib
import os
import socket
import subprocess
import time


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@contextlib.contextmanager
def running(command, port, environment):
    """The command as a server, as soon as it answers at its port."""
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            for _ in range(200):
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    break
                time.sleep(0.05)
            yield port
        finally:
            server.terminate()


def distccd(path, folder):
    """A distcc server that finds compilers on this path."""
    port = free_port()
    os.makedirs(folder, exist_ok=True)
    os.chmod(folder, 0o777)  # (started by root, it works as another user)
    command = ["distccd", "--daemon", "--no-detach", "--port", str(port), "--listen", "127.0.0.1", "--allow", "127.0.0.1",
               "--jobs", "2", "--user", "nobody", "--log-stderr", "--enable-tcp-insecure"]
    return running(command, port, {**os.environ, "PATH": path, "TMPDIR": os.path.abspath(folder)})


def redis(folder):
    port = free_port()
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder]
    return running(command, port, dict(os.environ))


def run(*command, fails=False, **more):
    """Its output; the exit code is to be 0, or not to be."""
    environment = {**os.environ, **more}
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if (done.returncode != 0) != fails:
        raise SystemExit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout


def read(path):
    with open(path, "rb") as file:
        return file.read()


def check(truth, what):
    if not truth:
        raise SystemExit(f"not so: {what}")
