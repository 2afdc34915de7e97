"""A headless Chromium, driven by the DevTools protocol over a pipe."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


class Browser:
    def __init__(self, *arguments):
        program = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)
        if program is None:
            raise SystemExit("Chromium is not installed.")
        self.profile = tempfile.mkdtemp(prefix="ghostvault-web-")
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()

        def streams():
            # Above 4 first: one of the four may be 3 or 4 itself.
            reader, writer = os.dup2(to_browser, 103), os.dup2(from_browser, 104)
            os.dup2(reader, 3)
            os.dup2(writer, 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--disable-sync",
             "--disable-dev-shm-usage", "--remote-debugging-pipe", "--user-data-dir=" + self.profile,
             *arguments, "about:blank"],
            preexec_fn=streams, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.number = 0
        self.buffer = b""
        self.events = []

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.output)
        os.close(self.input)
        shutil.rmtree(self.profile, ignore_errors=True)

    def send(self, method, session=None, **parameters):
        """Sends a command and waits for its result; what happens meanwhile is kept."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(method + ": " + answer["error"]["message"])
                return answer["result"]
            self.events.append(answer)

    def receive(self, limit=30):
        end = time.monotonic() + limit
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.input], [], [], max(0, end - time.monotonic()))
            if not ready:
                raise TimeoutError("The browser does not answer.")
            self.buffer += os.read(self.input, 1 << 20)
        line, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(line)

    def tab(self):
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        return Tab(self, target, self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"])


class Tab:
    def __init__(self, browser, target, session):
        self.browser, self.target, self.session = browser, target, session
        for domain in ["Page", "Runtime", "Log", "Network", "Audits"]:
            self.send(domain + ".enable")

    def send(self, method, **parameters):
        return self.browser.send(method, self.session, **parameters)

    def close(self):
        self.browser.send("Target.closeTarget", targetId=self.target)

    def wait(self, expression, limit=15):
        """Waits until an expression is true on the page."""
        end = time.monotonic() + limit
        while time.monotonic() < end:
            try:
                if self.value(expression):
                    return True
            except RuntimeError:
                pass  # The page is changing.
            time.sleep(0.05)
        return False

    def open(self, address, referrer=None):
        more = {"referrer": referrer} if referrer else {}
        result = self.send("Page.navigate", url=address, **more)
        self.wait("document.readyState === 'complete'")
        return result

    def value(self, expression):
        result = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(str(result["exceptionDetails"].get("exception", {}).get("description")))
        return result["result"].get("value")

    def size(self, width, height=900, scale=1):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=scale, mobile=width < 600)

    def scheme(self, name):
        self.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def key(self, key):
        text = {"text": key} if len(key) == 1 else {}
        self.send("Input.dispatchKeyEvent", type="keyDown", key=key, **text)
        self.send("Input.dispatchKeyEvent", type="keyUp", key=key)

    def picture(self, path, whole=False, **kind):
        if whole:
            size = self.send("Page.getLayoutMetrics")["cssContentSize"]
            kind["clip"] = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
        data = self.send("Page.captureScreenshot", captureBeyondViewport=whole, **{"format": "png", **kind})["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def complaints(self):
        """What the browser reported since the last call: violations of the policy and errors."""
        kept, found = [], []
        for event in self.browser.events:
            if event.get("sessionId") != self.session:
                kept.append(event)
                continue
            method, parameters = event["method"], event["params"]
            if method == "Audits.issueAdded" and parameters["issue"]["code"] == "ContentSecurityPolicyIssue":
                found.append("policy: " + json.dumps(parameters["issue"]["details"])[:300])
            elif method == "Runtime.exceptionThrown":
                found.append("script: " + json.dumps(parameters["exceptionDetails"])[:300])
            elif method == "Log.entryAdded" and parameters["entry"]["level"] == "error":
                found.append("log: " + parameters["entry"]["text"][:300] + " " + parameters["entry"].get("url", ""))
            elif method == "Page.javascriptDialogOpening":
                found.append("dialog: " + parameters["message"])
        self.browser.events = kept
        return found
