"""A browser without a screen, spoken to through two pipes in the protocol of its developers' tools."""
import base64
import fcntl
import json
import os
import subprocess
import tempfile


class Browser:
    def __init__(self, program):
        self.folder = tempfile.TemporaryDirectory()
        theirs, self.to = os.pipe()
        self.back, ours = os.pipe()
        command = [program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                   "--remote-debugging-pipe", f"--user-data-dir={self.folder.name}", "about:blank"]
        # It reads from its descriptor 3 and writes to 4: ours are moved out of the way first.
        high = [fcntl.fcntl(one, fcntl.F_DUPFD, 10) for one in (theirs, ours)]
        script = 'exec 3<&"$1" 4>&"$2"; shift 2; exec "$@"'
        self.process = subprocess.Popen(["bash", "-c", script, "bash", *map(str, high), *command], pass_fds=high,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for one in (theirs, ours, *high):
            os.close(one)
        self.number, self.rest, self.events, self.session = 0, b"", [], None
        target = next(one for one in self.ask("Target.getTargets")["targetInfos"] if one["type"] == "page")
        self.session = self.ask("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(domain + ".enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.to)
        os.close(self.back)
        self.folder.cleanup()

    def message(self):
        while b"\0" not in self.rest:
            more = os.read(self.back, 1 << 20)
            if not more:
                raise RuntimeError("the browser has ended")
            self.rest += more
        one, self.rest = self.rest.split(b"\0", 1)
        return json.loads(one)

    def ask(self, method, **parameters):
        self.number += 1
        wanted = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            wanted["sessionId"] = self.session
        os.write(self.to, json.dumps(wanted).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") != self.number:
                self.events.append(answer)
            elif "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']['message']}")
            else:
                return answer["result"]

    def open(self, path, part=""):
        """Loads a page, and waits until it is there."""
        self.events.clear()
        self.ask("Page.navigate", url="file://" + os.path.abspath(path) + part)
        while not any(one.get("method") == "Page.loadEventFired" for one in self.events):
            self.events.append(self.message())

    def eval(self, code):
        """What the expression is in the page."""
        answer = self.ask("Runtime.evaluate", expression=code, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{code}: {answer['exceptionDetails'].get('exception', {}).get('description')}")
        return answer["result"].get("value")

    def key(self, key, text=""):
        for kind in ("keyDown", "keyUp"):
            code = {"Enter": 13, "Escape": 27, "Tab": 9}.get(key, ord(key[0].upper()))
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code,
                     **({"text": text} if text and kind == "keyDown" else {}))

    def type(self, text):
        for letter in text:
            self.key(letter, letter)

    def media(self, scheme="light", kind=""):
        self.ask("Emulation.setEmulatedMedia", media=kind, features=[{"name": "prefers-color-scheme", "value": scheme}])

    def size(self, width, height):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def picture(self, whole=False):
        return base64.b64decode(self.ask("Page.captureScreenshot", captureBeyondViewport=whole)["data"])

    def complaints(self):
        """What the page said on the console, what it broke, and what it asked of anyone but itself."""
        said = []
        for one in self.events:
            method, values = one.get("method"), one.get("params", {})
            if method == "Runtime.consoleAPICalled":
                said.append(f"console: {values['args'][0].get('value')}")
            elif method == "Runtime.exceptionThrown":
                said.append(values["exceptionDetails"].get("exception", {}).get("description", "an exception"))
            elif method == "Log.entryAdded":
                said.append(values["entry"]["text"])
            elif method == "Network.requestWillBeSent" and not values["request"]["url"].startswith(("file:", "data:")):
                said.append("a request for " + values["request"]["url"])
        return said
