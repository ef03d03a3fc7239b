"""look.py - open a page of pp-prof --html in a browser and use it.

look.py BROWSER PAGE NAME FOLDER

Prints what is wrong: a word on the console, a request, a table that does not sort or
filter, a stack that does not zoom.  Screenshots, light and dark, wide and narrow, go to
FOLDER/NAME-*.png.  It speaks the DevTools protocol over a pipe, so that no port is
opened and no driver is needed.
"""
import base64
import json
import os
import signal
import subprocess
import sys
import tempfile

OPTIONS = ["--headless=new", "--remote-debugging-pipe", "--disable-gpu", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--hide-scrollbars", "--disable-dev-shm-usage"]

# Each gives the list of what is wrong.
SORT = """(() => {
    const wrong = [];
    document.querySelectorAll("table").forEach((table, t) => {
        const body = () => [...table.tBodies[0].rows];
        const all = body().map(r => r.innerHTML).sort().join();
        [...table.tHead.rows[0].cells].forEach((th, i) => {
            const numeric = !th.classList.contains("t");
            for (const order of numeric ? ["descending", "ascending"] : ["ascending", "descending"]) {
                th.querySelector("button").click();
                if (th.getAttribute("aria-sort") !== order)
                    wrong.push(`table ${t}, column ${i}: not ${order}`);
                if (table.querySelectorAll("th:not([aria-sort=none])").length !== 1)
                    wrong.push(`table ${t}: sorted by several`);
                const known = body().map(r => r.cells[i]).map(c => c.classList.contains("m") ? null
                    : numeric ? parseFloat(c.title || c.textContent) : c.title || c.textContent);
                const sign = order === "ascending" ? 1 : -1;
                for (let k = 1; k < known.length; k++) {
                    if (known[k] !== null && known[k - 1] === null)
                        wrong.push(`table ${t}, column ${i}: unknown is not last`);
                    if (known[k] !== null && known[k - 1] !== null &&
                        (known[k - 1] < known[k] ? -1 : known[k - 1] > known[k] ? 1 : 0) * sign > 0)
                        wrong.push(`table ${t}, column ${i}: ${known[k - 1]} before ${known[k]}`);
                }
            }
        });
        if (body().map(r => r.innerHTML).sort().join() !== all)
            wrong.push(`table ${t}: other rows`);
    });
    return wrong;
})()"""

FILTER = """(() => {
    const wrong = [];
    document.querySelectorAll("section").forEach((section, s) => {
        const box = section.querySelector("input");
        if (!box)
            return;
        const rows = [...section.querySelector("tbody").rows];
        const word = rows[rows.length - 1].cells[0].textContent.toUpperCase();
        const type = text => {
            box.value = text;
            box.dispatchEvent(new Event("input"));
            return rows.filter(r => r.offsetParent !== null);
        };
        const found = type(word);
        if (found.length === 0 || !found.every(r => r.textContent.toUpperCase().includes(word)))
            wrong.push(`section ${s}: ${found.length} rows with ${word}`);
        if (!section.querySelector("output").textContent.startsWith(String(found.length)))
            wrong.push(`section ${s}: ${section.querySelector("output").textContent}`);
        if (type("no such row").length !== 0)
            wrong.push(`section ${s}: rows that do not have the text`);
        if (type("").length !== rows.length)
            wrong.push(`section ${s}: not all rows again`);
    });
    return wrong;
})()"""

ZOOM = """(() => {
    const wrong = [], picture = document.querySelector("svg.calls");
    if (!picture)
        return wrong;
    const frames = [...picture.querySelectorAll(".f")], before = picture.innerHTML;
    const wide = f => f.getBoundingClientRect().width, full = wide(frames[0]);
    const part = frames.find(f => wide(f) < full / 2 && wide(f) > 0);
    if (part) {
        const share = wide(part) / full;
        part.dispatchEvent(new MouseEvent("click", {bubbles: true}));
        if (Math.abs(wide(part) - full) > 1)
            wrong.push(`a click: ${wide(part)} of ${full} pixels`);
        if (Math.abs(wide(frames[0]) - full) > 1)
            wrong.push("a click: the top one is not all");
        frames[0].dispatchEvent(new MouseEvent("click", {bubbles: true}));
        if (Math.abs(wide(part) / full - share) > 0.001)
            wrong.push("a click on the top: not as before");
        part.focus();
        part.dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", bubbles: true}));
        if (Math.abs(wide(part) - full) > 1)
            wrong.push("Enter does not zoom");
        part.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true}));
        if (Math.abs(wide(part) / full - share) > 0.001)
            wrong.push("Escape: not as before");
        /* Widened to any, nothing stands outside of the picture. */
        const room = picture.getBoundingClientRect();
        frames.forEach((f, i) => {
            f.dispatchEvent(new MouseEvent("click", {bubbles: true}));
            frames.filter(g => wide(g) > 0).forEach(g => {
                const box = g.querySelector("rect").getBoundingClientRect();
                if (box.left < room.left - 1 || box.right > room.right + 1)
                    wrong.push(`a click on frame ${i}: one from ${box.left} to ${box.right}`);
            });
            frames[0].dispatchEvent(new MouseEvent("click", {bubbles: true}));
        });
        frames[0].focus();
        frames[0].dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowDown", bubbles: true}));
        if (document.activeElement !== frames[1])
            wrong.push("an arrow key does not go to the next frame");
    }
    document.activeElement.blur();
    return wrong;
})()"""

# Nothing of the profile may have run, and the page is no wider than the window.
STATE = """(() => {
    const wrong = [];
    if (document.querySelectorAll("script").length !== 1)
        wrong.push("another script");
    if (document.documentElement.scrollWidth > window.innerWidth)
        wrong.push(`${document.documentElement.scrollWidth} of ${window.innerWidth} pixels wide`);
    return wrong;
})()"""


class Browser:
    def __init__(self, program, folder):
        to, self.write = os.pipe()
        self.read, back = os.pipe()
        os.set_inheritable(to, True)
        os.set_inheritable(back, True)
        options = OPTIONS + ["--user-data-dir=" + folder]
        if os.geteuid() == 0:
            options.append("--no-sandbox")
        # the protocol is on descriptors 3 and 4
        self.process = subprocess.Popen(
            ["sh", "-c", 'exec "$0" "$@" 3<&%d 4>&%d' % (to, back), program] + options,
            pass_fds=(to, back), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to)
        os.close(back)
        self.buffer, self.n, self.session, self.events = b"", 0, None, []

    def message(self):
        while b"\0" not in self.buffer:
            data = os.read(self.read, 1 << 20)
            if not data:
                raise EOFError("the browser has ended")
            self.buffer += data
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **params):
        self.n += 1
        request = {"id": self.n, "method": method, "params": params}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.write, json.dumps(request).encode() + b"\0")
        while True:
            m = self.message()
            if m.get("id") == self.n:
                if "error" in m:
                    raise RuntimeError("%s: %s" % (method, m["error"]["message"]))
                return m["result"]
            self.events.append(m)

    def wait(self, method):
        while not any(e.get("method") == method for e in self.events):
            self.events.append(self.message())

    def evaluate(self, text):
        result = self.call("Runtime.evaluate", expression=text, returnByValue=True)
        if "exceptionDetails" in result:
            return ["exception: %s" % result["exceptionDetails"]]
        return result["result"]["value"]

    def close(self):
        os.close(self.write)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def shoot(browser, width, scheme, path):
    browser.call("Emulation.setEmulatedMedia",
        features=[{"name": "prefers-color-scheme", "value": scheme}])
    browser.call("Emulation.setDeviceMetricsOverride", width=width, height=900,
        deviceScaleFactor=1, mobile=False)
    height = browser.evaluate("document.documentElement.scrollHeight")
    shot = browser.call("Page.captureScreenshot", captureBeyondViewport=True,
        clip={"x": 0, "y": 0, "width": width, "height": min(height, 6000), "scale": 1})
    with open(path, "wb") as f:
        f.write(base64.b64decode(shot["data"]))


def said(event, url):
    """What of an event nobody wants to see."""
    method, params = event.get("method"), event.get("params", {})
    if method == "Runtime.consoleAPICalled":
        return "console: %s" % [a.get("value") for a in params["args"]]
    if method == "Runtime.exceptionThrown":
        return "exception: %s" % params["exceptionDetails"]["text"]
    if method == "Log.entryAdded":
        return "log: %s" % params["entry"]["text"]
    if method == "Network.requestWillBeSent" and params["request"]["url"] != url:
        return "request: %s" % params["request"]["url"]
    if method == "Page.javascriptDialogOpening":
        return "dialog: %s" % params["message"]
    return None


def look(browser, url, name, folder):
    target = browser.call("Target.createTarget", url="about:blank")["targetId"]
    browser.session = browser.call("Target.attachToTarget", targetId=target,
        flatten=True)["sessionId"]
    for domain in ("Runtime", "Log", "Network", "Page"):
        browser.call(domain + ".enable")
    browser.call("Emulation.setDeviceMetricsOverride", width=1280, height=900,
        deviceScaleFactor=1, mobile=False)
    browser.events = []
    browser.call("Page.navigate", url=url)
    browser.wait("Page.loadEventFired")
    wrong = browser.evaluate(STATE)
    for width, scheme in ((1280, "light"), (1280, "dark"), (390, "light")):
        shoot(browser, width, scheme, "%s/%s-%s-%d.png" % (folder, name, scheme, width))
        wrong += browser.evaluate(STATE)
    browser.call("Emulation.setDeviceMetricsOverride", width=1280, height=900,
        deviceScaleFactor=1, mobile=False)
    wrong += browser.evaluate(FILTER) + browser.evaluate(ZOOM) + browser.evaluate(SORT)
    return wrong + [s for s in (said(e, url) for e in browser.events) if s]


def main():
    program, page, name, folder = sys.argv[1:5]
    signal.alarm(120)
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        browser = Browser(program, scratch)
        try:
            wrong = look(browser, "file://" + os.path.abspath(page), name, folder)
        finally:
            browser.close()
    for line in wrong[:20]:
        print(line)
    return len(wrong) > 0


sys.exit(main())
