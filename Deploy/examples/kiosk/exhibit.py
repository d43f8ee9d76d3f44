# SPDX-License-Identifier: Apache-2.0
"""The screen `exhibit`, a page in Chromium steered by its DevTools pipe.   way worker -- python3 exhibit.py

One window shows whichever exhibit lies topmost; where none lies on the path it is minimized.
"""

import json
import os
import pathlib
import select
import signal
import subprocess
import sys
import tempfile

from waykeeper_screen import BAR, HEIGHT, WIDTH, Worker

PAGE = pathlib.Path(__file__).with_name("exhibit.html").as_uri()


def has_sandbox():
    """Chromium has none for root, and none where users get no namespaces, as in many containers, unless its helper can make them."""
    if os.geteuid() == 0:
        return False
    if subprocess.run(["unshare", "--user", "true"], capture_output=True).returncode == 0:
        return True
    status = dict(line.split(":", 1) for line in open("/proc/self/status"))
    may_become_root = int(status["NoNewPrivs"]) == 0 and int(status["CapBnd"], 16) >> 21 & 1  # CAP_SYS_ADMIN
    return bool(may_become_root) and os.path.exists("/usr/lib/chromium/chrome-sandbox")


class Browser:
    """Chromium, and its DevTools protocol on two pipes: objects that each end with a zero byte."""

    def __init__(self, profile, pressed):
        (its, self.output), (self.input, other) = os.pipe(), os.pipe()
        words = [os.environ.get("KIOSK_BROWSER", "chromium"), "--remote-debugging-pipe", f"--app={PAGE}"]
        words += [f"--user-data-dir={profile}", "--no-first-run"]
        words += ["--disable-backgrounding-occluded-windows"]  # a covered page paints too
        # Chromium says in a bar above the page that it has none, unless this is a test.
        words += [] if has_sandbox() else ["--no-sandbox", "--test-type"]
        place = ["sh", "-c", f'exec "$@" 3<&{its} 4>&{other}', "sh"]
        self.process = subprocess.Popen(place + words, pass_fds=(its, other), stdin=subprocess.DEVNULL, stdout=sys.stderr)
        os.close(its), os.close(other)
        self.rest, self.number, self.pressed, self.session = b"", 0, pressed, None

    def open(self):
        """Finds the page, and waits until it is loaded."""
        self.call("Target.setDiscoverTargets", discover=True)
        page = None
        while page is None:
            event = self.read()
            info = event.get("params", {}).get("targetInfo", {})
            page = info["targetId"] if info.get("type") == "page" and info.get("url") == PAGE else None
        self.window = self.call("Browser.getWindowForTarget", targetId=page)["windowId"]
        self.session = self.call("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        for method, fields in (("Runtime.enable", {}), ("Runtime.addBinding", {"name": "command"})):
            self.call(method, **fields)
        self.evaluate("loaded")

    def read(self):
        """The next object; an end of the pipe is the end of Chromium, and so of this screen."""
        while b"\0" not in self.rest:
            data = os.read(self.input, 65536)
            if not data:
                sys.exit("Chromium has ended")
            self.rest += data
        text, self.rest = self.rest.split(b"\0", 1)
        message = json.loads(text)
        if message.get("method") == "Runtime.bindingCalled":
            self.pressed(json.loads(message["params"]["payload"]))
        return message

    def call(self, method, **params):
        self.number += 1
        session = {"sessionId": self.session} if self.session and not method.startswith("Browser.") else {}
        message = {"id": self.number, "method": method, "params": params, **session}
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while (answer := self.read()).get("id") != self.number:
            pass
        if "error" in answer:
            sys.exit(f"{method}: {answer['error']}")
        return answer["result"]

    def evaluate(self, expression):
        self.call("Runtime.evaluate", expression=expression, awaitPromise=True)

    def bounds(self, **bounds):
        self.call("Browser.setWindowBounds", windowId=self.window, bounds=bounds)


def show(elements):
    shown = [element for element in elements if element["visibility"] != "hidden"]
    if not shown:
        return browser.bounds(windowState="minimized")
    element = shown[-1]
    if element["visibility"] == "top":
        browser.bounds(windowState="normal")
        browser.bounds(left=0, top=BAR, width=WIDTH, height=HEIGHT - BAR)
        browser.call("Page.bringToFront")
    browser.evaluate(f"show({json.dumps(element)})")  # ends when it is painted
    for element in shown:
        worker.appeared(element)


def serve():
    """Until `way worker` has ended."""
    browser.bounds(windowState="minimized")
    while not worker.lines.ended:
        ready, _, _ = select.select([sys.stdin, browser.input], [], [])
        if browser.input in ready:
            browser.read()
        while b"\0" in browser.rest:
            browser.read()
        if sys.stdin in ready:
            worker.lines.read()


signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # so that the browser ends too, and then its profile goes
with tempfile.TemporaryDirectory(prefix="kiosk-chromium-", ignore_cleanup_errors=True) as profile:
    browser = Browser(profile, lambda fields: worker.command(**fields))
    try:
        browser.open()
        notes = {"screen": "notes", "presentation": "sheet"}
        worker = Worker("exhibits", {"exhibit": {"standing": {"show notes": {"present": notes}}}}, show)
        serve()
    finally:
        browser.process.terminate()
        browser.process.wait()
