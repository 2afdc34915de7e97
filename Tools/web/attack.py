#!/usr/bin/env python3
"""Attacks the page of `ghostvault web` in a real Chromium, and looks at all of its pages.

    attack.py --program .build/debug/ghostvault [--pictures FOLDER]

It makes a vault of hostile names, serves it, and plays attacks from another site, a rebound name and
the vault itself. Each must come to nothing. Ends with 1 if one doesn't.
"""

import argparse
import http.client
import http.server
import json
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

from browser import Browser

SCRIPT = "<script>document.title='taken'</script>"
IMAGE = "\"><img src=x onerror=\"document.title='taken'\">"
SVG = "<svg onload=\"document.title='taken'\"><text>x</text></svg>"
RULES = """
rule { name = "<img src=x onerror=document.title='taken'>", when = { description = contains "MUSEUM" },
       set = { category = "travel", tags = "<b>x</b>", notes = "%s" } }
""" % SVG.replace('"', "'")
DAY = 1773057600


def answer():
    def row(number, amount, text, memo=""):
        return {"id": str(number), "posted": DAY - 86400 * number, "amount": amount, "description": text, "memo": memo}

    rows = [row(1, "3000.00", "PAYROLL " + SCRIPT), row(2, "-54.99", "GROCERY " + IMAGE, SCRIPT + IMAGE + SVG),
            row(3, "-9.99", "MUSEUM", "memo\r\nSet-Cookie: a=b\r\n\r\n" + SCRIPT), row(4, "-7.50", SVG)]
    rows += [row(5 + 30 * n, "-9.99", "STREAMING " + SVG) for n in range(6)]
    return {"errors": [], "accounts": [
        {"org": {"domain": "x.example", "sfin-url": "https://bridge.example/simplefin", "name": IMAGE}, "id": "C1",
         "name": "Checking " + SCRIPT + SVG, "currency": "USD", "balance": "2500.10", "balance-date": DAY,
         "transactions": rows},
        {"org": {"domain": "x.example", "sfin-url": "https://bridge.example/simplefin"}, "id": "S1",
         "name": "</title>" + IMAGE, "currency": "USD", "balance": "1200.00", "balance-date": DAY, "transactions": []}]}


class Served:
    """A vault with the program that serves it."""

    def __init__(self, program, vault=None):
        self.program = os.path.abspath(program)
        self.folder = tempfile.mkdtemp(prefix="ghostvault-web-")
        self.vault = vault or self.folder + "/vault"
        self.environment = {"HOME": self.folder, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "GHOSTVAULT_SECRETS": "file",
                            "GHOSTVAULT_VAULT": self.vault}
        if vault is None:
            self.environment["GHOSTVAULT_TODAY"] = "2026-03-15"
            self.make()
        self.process = subprocess.Popen([self.program, "web", "--no-open"], env=self.environment,
                                        stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            if "http://" in line:
                self.address = line.strip()
                break
        self.port = int(re.search(r":(\d+)/", self.address).group(1))
        self.origin = "http://127.0.0.1:%d" % self.port

    def make(self):
        self.run("init")
        with open(self.folder + "/answer.json", "w") as file:
            json.dump(answer(), file)
        with open(self.vault + "/rules/<img src=x onerror=alert(1)>.lua", "w") as file:
            file.write(RULES)
        self.run("import", "--format", "simplefin", self.folder + "/answer.json")
        self.run("apply-rules")

    def run(self, *words):
        done = subprocess.run([self.program, *words], env=self.environment, capture_output=True, text=True)
        if done.returncode not in (0, 3, 10):
            raise SystemExit("ghostvault %s: %s" % (" ".join(words), done.stderr))
        return done.stdout

    def close(self):
        """Ends it by Control-C, unless it has ended."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        code = self.process.wait(timeout=20)
        shutil.rmtree(self.folder, ignore_errors=True)
        return code


class OtherSite:
    """A page of somebody else, who remembers what reaches it."""

    def __init__(self):
        site = self
        self.pages, self.heard = {}, []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                site.heard.append(dict(self.headers, path=self.path))
                page = site.pages.get(self.path.split("?")[0], "<!DOCTYPE html><title>other</title>").encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(page)

            do_POST = do_GET

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def address(self, path, host="evil.example"):
        return "http://%s:%d%s" % (host, self.port, path)


class Attacks:
    def __init__(self, served, pictures):
        self.served, self.pictures = served, pictures
        self.other = OtherSite()
        self.browser = Browser("--host-resolver-rules=MAP evil.example 127.0.0.1,MAP rebound.example 127.0.0.1")
        self.failures, self.played = [], 0
        self.tab = self.browser.tab()

    def expect(self, holds, words):
        if not holds:
            self.failures.append(words)
            print("FAILED  " + words)

    def play(self, words, attack):
        self.played += 1
        before = len(self.failures)
        attack()
        if len(self.failures) == before:
            print("ok      " + words)

    def history(self):
        return self.served.run("history", "--json")

    def fetched(self, tab, expression):
        """What a script of another page gets, as a text."""
        return tab.value("(async () => { try { %s } catch (error) { return 'none: ' + error } })()" % expression)

    # The attacks, in the order in which they are played.

    def enter(self):
        token = self.served.address.split("#")[1]
        first = self.other
        first.pages["/file"] = "<meta http-equiv=refresh content='0; url=%s'>" % self.served.address
        # As from the file that opens the page: from elsewhere, by a redirect.
        self.tab.open(first.address("/file"))
        self.expect(self.tab.wait("location.pathname === '/dashboard'"), "the address leads to the dashboard")
        self.expect(self.tab.value("document.cookie") == "", "a script can read the cookie")
        self.expect(token not in self.tab.value("document.documentElement.outerHTML + location.href"),
                    "the token is in the page")
        self.tab.open(self.served.address)
        self.expect(self.tab.wait("location.pathname === '/dashboard'"), "the session goes on")

    def second_use(self):
        status = self.fetched(self.tab, "return String((await fetch('/enter', {method: 'POST', body: '%s'})).status)"
                              % self.served.address.split("#")[1])
        self.expect(status == "403", "the token opened twice: " + str(status))

    def rebinding(self):
        tab = self.browser.tab()
        for path in ["/", "/dashboard", "/transactions.csv", "/page.js", "/changes"]:
            tab.open("http://rebound.example:%d%s" % (self.served.port, path))
            text = tab.value("document.documentElement.textContent")
            self.expect("Not a name" in text, "%s answers to another name: %s" % (path, text[:80]))
        text = self.fetched(tab, "return await (await fetch('/transactions.csv')).text()")
        self.expect("PAYROLL" not in text, "a rebound page reads transactions")
        tab.close()

    def forged_host(self):
        for host in ["evil.example", "127.0.0.1", "localhost.:%d" % self.served.port, "127.0.0.1:%d@x" % self.served.port,
                     "LOCALHOST:%d" % self.served.port, "[::1]:%d" % self.served.port]:
            request = urllib.request.Request(self.served.origin + "/dashboard", headers={"Host": host})
            try:
                status = urllib.request.urlopen(request).status
            except urllib.error.HTTPError as error:
                status = error.code
            self.expect(status == 421, "host %s: %d" % (host, status))

    def cross_site(self, host):
        """Everything that another page can make a browser ask for."""
        before = self.history()
        origin = self.served.origin
        self.other.pages["/attack"] = """<!DOCTYPE html><title>other</title>
            <form id=form method=post action="%s/undo" target=frame><input name=form value=x></form>
            <iframe name=frame></iframe><iframe id=page src="%s/dashboard"></iframe>
            <img id=image src="%s/icon.svg"><script src="%s/page.js"></script>
            <link rel=stylesheet href="%s/page.css"><object data="%s/networth"></object>""" % ((origin,) * 6)
        tab = self.browser.tab()
        tab.open(self.other.address("/attack", host))
        tab.value("document.getElementById('form').submit()")
        for path in ["/dashboard", "/transactions.csv", "/changes", "/page.js"]:
            for mode in ["cors", "no-cors"]:
                text = self.fetched(tab, "return await (await fetch('%s%s', {credentials: 'include', mode: '%s'})).text()"
                                    % (origin, path, mode))
                self.expect("PAYROLL" not in text and "session" not in text and text in ("",) or text.startswith("none"),
                            "%s reads %s: %s" % (host, path, text[:60]))
        for body in ["new URLSearchParams({form: 'x'})", "'x'", "new FormData()"]:
            self.fetched(tab, "await fetch('%s/undo', {method: 'POST', mode: 'no-cors', credentials: 'include', body: %s})"
                         % (origin, body))
        stream = self.fetched(tab, """return await new Promise(done => {
            const stream = new EventSource('%s/changes', {withCredentials: true});
            stream.onmessage = () => done('message'); stream.onerror = () => done('none'); })""" % origin)
        self.expect(stream == "none", "an event stream of " + host)
        self.expect(tab.value("document.getElementById('image').naturalWidth") == 0, "a picture of " + host)
        self.expect(tab.value("document.styleSheets.length") == 0
                    or tab.value("(() => { try { return document.styleSheets[0].cssRules.length } catch { return 0 } })()") == 0,
                    "a style sheet of " + host)
        self.expect(tab.value("typeof keys") != "function", "the script ran on " + host)
        self.expect(tab.value("(() => { try { return !!document.getElementById('page').contentDocument.querySelector('main') } "
                              "catch { return false } })()") is False, "a frame of " + host)
        opened = self.fetched(tab, "const w = window.open('%s/dashboard'); await new Promise(r => setTimeout(r, 800)); "
                              "return String(w && w.length === 0 && !w.closed && w.document ? w.document.title : 'none')" % origin)
        self.expect(opened.startswith("none") or opened == "", "a window of " + host + ": " + opened)
        self.expect(self.history() == before, "another page changed something")
        tab.close()

    def navigation(self):
        tab = self.browser.tab()
        self.other.pages["/link"] = "<a id=link href='%s/transactions'>x</a>" % self.served.origin
        tab.open(self.other.address("/link"))
        tab.value("document.getElementById('link').click()")
        tab.wait("location.pathname === '/transactions'")
        text = tab.value("document.documentElement.textContent")
        self.expect("PAYROLL" not in text, "a link of another page opens transactions")
        tab.close()

    def referrer(self):
        self.other.heard.clear()
        self.tab.open(self.served.origin + "/dashboard")
        self.tab.value("location.href = '%s'" % self.other.address("/left"))
        self.tab.wait("location.pathname === '/left'")
        for heard in self.other.heard:
            if heard["path"] != "/left":
                continue
            self.expect("Referer" not in heard and "Cookie" not in heard, "another page heard %s" % heard)
        self.expect(len(self.other.heard) > 0, "the other page was not reached")

    def other_port(self):
        """Names of other ports on the same host are the same site to cookies, not to us."""
        self.cross_site("127.0.0.1")

    def smuggling(self):
        self.tab.open(self.served.origin + "/dashboard")
        for value in ["%0d%0aSet-Cookie:%20taken=1", "%0aLocation:%20http://evil.example", "%E5%98%8A%E5%98%8DSet-Cookie:taken=1"]:
            for path in ["/spending?period=" + value, "/transactions.csv?q=" + value, "/" + value]:
                names = self.fetched(self.tab, "const a = await fetch('%s', {redirect: 'manual'}); "
                                     "return [...a.headers.keys()].join()" % path)
                self.expect("location" not in names and not names.startswith("none"), "%s: %s" % (path, names))
            moved = self.fetched(self.tab, """const form = document.querySelector('input[name=form]').value;
                const a = await fetch('/undo', {method: 'POST', body: new URLSearchParams(
                    {form, page: decodeURIComponent('%s'), of: decodeURIComponent('%s')})}); return a.url""" % (value, value)) \
                if self.tab.value("!!document.querySelector('input[name=form]')") else self.served.origin
            self.expect(moved.startswith(self.served.origin), "a form leads to " + moved)
        self.expect(self.tab.value("document.cookie") == "", "a cookie was smuggled")

    def paths(self):
        text = self.tab.value("[...document.querySelectorAll('nav.pages a')].map(a => a.getAttribute('href')).join()")
        return text.split(",") + ["/transaction?id=1", "/transaction?id=2", "/transaction?id=3", "/transaction?id=4",
                                  "/account?name=1", "/category?name=travel", "/payee?name=museum"]

    def hostile_pages(self):
        """Names, memos, files and rules of the vault are text, and no page breaks the policy."""
        self.tab.open(self.served.origin + "/dashboard")
        self.tab.complaints()
        marks = 0
        for path in self.paths():
            self.tab.open(self.served.origin + path)
            self.expect(self.tab.wait("!!document.querySelector('article')"), path + " has no content")
            title = self.tab.value("document.title")
            self.expect(title.endswith("GhostVault"), "%s ran a script: %s" % (path, title))
            odd = self.tab.value("document.querySelectorAll('main img, main iframe, main script, main b, [onerror], [onload]').length")
            self.expect(odd == 0, path + " has markup of the vault")
            marks += self.tab.value("document.body.textContent.includes('<script>') || document.body.textContent.includes('<img')")
            found = [line for line in self.tab.complaints() if "status of 400" not in line]
            self.expect(not found, "%s: %s" % (path, found[:3]))
        self.expect(marks > 5, "the hostile names are not shown")

    def layout(self):
        self.tab.open(self.served.origin + "/dashboard")
        for width in [360, 1024, 3840]:
            self.tab.size(width)
            for path in self.paths():
                self.tab.open(self.served.origin + path)
                over = self.tab.value("document.scrollingElement.scrollWidth - innerWidth")
                self.expect(over <= 0, "%s is %s px too wide at %d" % (path, over, width))
        self.tab.size(1024)

    def looks(self):
        colours = []
        for scheme in ["light", "dark"]:
            self.tab.scheme(scheme)
            self.tab.open(self.served.origin + "/spending")
            poor = self.tab.value(CONTRAST)
            self.expect(not poor, "contrast in %s: %s" % (scheme, poor))
            colours.append(self.tab.value("getComputedStyle(document.body).backgroundColor"))
        self.expect(colours[0] != colours[1], "dark looks like light")
        self.tab.scheme("light")
        self.tab.send("Emulation.setEmulatedMedia", media="print")
        self.expect(self.tab.value("getComputedStyle(document.querySelector('nav.pages')).display") == "none", "paper has a menu")
        self.tab.send("Emulation.setEmulatedMedia", media="")
        size = len(self.tab.send("Page.printToPDF")["data"])
        self.expect(size > 5000, "nothing is printed")

    def keyboard(self):
        self.tab.open(self.served.origin + "/spending")
        self.tab.key("?")
        self.expect(self.tab.value("document.getElementById('keys').open"), "? shows no keys")
        self.tab.value("document.getElementById('keys').close()")
        self.tab.key("/")
        self.expect(self.tab.value("document.activeElement.id") == "filter", "/ is no filter")
        self.tab.value("document.activeElement.blur()")
        self.tab.key("ArrowLeft")
        self.expect(self.tab.wait("location.search === '?period=2026-02'"), "the arrow is no month before")
        self.tab.wait("document.readyState === 'complete'")
        self.tab.key("g")
        self.tab.key("t")
        self.expect(self.tab.wait("location.pathname === '/transactions'"), "g t is no list")
        first = self.tab.value("""(() => { const seen = []; for (const e of document.querySelectorAll('a, button, input, select'))
            { e.focus({focusVisible: true}); if (getComputedStyle(e).outlineStyle === 'none' && e.offsetParent) seen.push(e.outerHTML) }
            return seen.slice(0, 3).join() })()""")
        self.expect(first == "", "no focus is seen: " + first)

    def updates(self):
        self.tab.open(self.served.origin + "/transaction?id=3")
        time.sleep(0.3)
        self.served.run("transactions", "set", "3", "--note", "Seen from elsewhere")
        self.expect(self.tab.wait("document.body.textContent.includes('Seen from elsewhere')"), "the page does not update")

    def correction(self):
        self.tab.open(self.served.origin + "/transaction?id=3")
        self.tab.value("document.querySelector('form[action=\"/set\"] input[name=category]').value = 'dining';"
                       "document.querySelector('form[action=\"/set\"] button').click()")
        self.expect(self.tab.wait("!!document.querySelector('.answer')"), "no answer to a correction")
        self.expect("set 3 --category dining" in self.history(), "no correction")
        self.tab.value("document.querySelector('.answer form[action=\"/undo\"] button').click()")
        self.expect(self.tab.wait("document.querySelector('.answer')?.textContent.includes('Undone')"), "no undo")

    def beside_watcher(self):
        """The page of `watch --web` ends with the watcher, however that ends."""
        for end in [signal.SIGTERM, signal.SIGKILL]:
            terminal, inner = pty.openpty()
            watcher = subprocess.Popen([self.served.program, "watch", "--web"], env=dict(self.served.environment, TERM="xterm"),
                                       stdin=inner, stdout=inner, stderr=inner)
            os.close(inner)
            shown, limit = b"", time.monotonic() + 30
            while not re.search(rb":(\d+)/#\w+\s", shown) and time.monotonic() < limit:
                if select.select([terminal], [], [], 1)[0]:
                    shown += os.read(terminal, 1 << 12)
            found = re.search(rb"http://127.0.0.1:(\d+)/", shown)
            self.expect(found, "no address beside the watcher: %r" % shown[-200:])
            address = "http://127.0.0.1:%s/" % found.group(1).decode() if found else self.served.origin
            self.expect("#" not in urllib.request.urlopen(address).read().decode(), "the door has a token")
            watcher.send_signal(end)
            watcher.wait(timeout=20)
            self.expect(self.is_gone(address), "the page outlives the watcher after %s" % end.name)
            os.close(terminal)

    def is_gone(self, address):
        end = time.monotonic() + 20
        while time.monotonic() < end:
            try:
                urllib.request.urlopen(address, timeout=5)
            except TimeoutError:
                continue
            except (OSError, http.client.HTTPException):
                # Refused, or the server ended while it was asked.
                return True
            time.sleep(0.1)
        return False

    def last_window(self):
        """The program ends with its last window, not from one page to the next."""
        self.tab.open(self.served.origin + "/spending")
        self.tab.open(self.served.origin + "/rules")
        self.tab.send("Page.reload")
        time.sleep(1)
        self.expect(self.served.process.poll() is None, "a reload ends it")
        self.tab.close()
        try:
            self.expect(self.served.process.wait(timeout=60) == 0, "it ends with another code")
        except subprocess.TimeoutExpired:
            self.expect(False, "it goes on without a window")

    def photograph(self):
        """Takes all pages in light and dark, and puts those of a width on one sheet."""
        os.makedirs(self.pictures, exist_ok=True)
        self.tab.open(self.served.origin + "/dashboard")
        paths = self.tab.value("[...document.querySelectorAll('nav.pages a')].map(a => a.getAttribute('href')).join()").split(",")
        # One page of each kind that is about one thing.
        for page, kind in [("/spending", "category"), ("/review", "transaction"), ("/transactions", "payee"),
                           ("/accounts", "account"), ("/recurring", "series"), ("/rules", "rule")]:
            self.tab.open(self.served.origin + page)
            found = self.tab.value("document.querySelector('main a[href^=\"/%s?\"]')?.getAttribute('href')" % kind)
            self.expect(found, "no link to a " + kind)
            paths.append(found)
        for width, columns in [(360, 20), (1024, 10), (1920, 10)]:
            height = 740 if width == 360 else width * 10 // 16
            self.tab.size(width, height)
            rows = ""
            for scheme in ["light", "dark"]:
                self.tab.scheme(scheme)
                for path in paths:
                    self.tab.open(self.served.origin + path)
                    name = "%s-%s-%d.png" % (path.strip("/").split("?")[0], scheme, width)
                    self.tab.picture("%s/%s" % (self.pictures, name))
                    rows += "<img src='%s'>" % name
            with open("%s/sheet.html" % self.pictures, "w") as file:
                file.write("<!DOCTYPE html><style>body{margin:0;background:#888;display:grid;grid-template-columns:repeat(%d,1fr);"
                           "gap:6px;padding:6px}img{width:100%%;display:block}</style>%s" % (columns, rows))
            tab = self.browser.tab()
            tab.size(2400, 1000)
            tab.open("file://%s/sheet.html" % os.path.abspath(self.pictures))
            tab.picture("%s/pages-%d.jpg" % (self.pictures, width), whole=True, format="jpeg", quality=72)
            tab.close()

    def all(self):
        for words, attack in [
            ("a token is exchanged for a cookie that scripts can't read", self.enter),
            ("a token opens once", self.second_use),
            ("a rebound name reads nothing", self.rebinding),
            ("a forged host is refused in six spellings", self.forged_host),
            ("another site's form, fetch, picture, script, style, frame and event stream", lambda: self.cross_site("evil.example")),
            ("the same from another port of this machine", self.other_port),
            ("a link of another site opens nothing", self.navigation),
            ("no referrer and no cookie leave", self.referrer),
            ("a line feed begins no header", self.smuggling),
            ("markup in payees, memos, rules, files and drawings is text; no page breaks the policy", self.hostile_pages),
            ("nothing is wider than the window at 360, 1024 and 3840 px", self.layout),
            ("light, dark and paper", self.looks),
            ("the keyboard is enough", self.keyboard),
            ("a page updates by itself", self.updates),
            ("a correction and its undo", self.correction),
            ("the page beside a watcher ends with it", self.beside_watcher),
            ("the end with the last window", self.last_window),
        ]:
            self.play(words, attack)


# Elements whose text stands out too little, with what it stands on.
CONTRAST = """(() => {
  const light = c => { const v = c.match(/[\\d.]+/g).slice(0, 3).map(x => x / 255).map(x => x <= .03928 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4);
    return .2126 * v[0] + .7152 * v[1] + .0722 * v[2]; };
  const found = [];
  for (const e of document.querySelectorAll('body *')) {
    if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) || !e.offsetParent || e.closest('svg')) continue;
    let on = e; while (on && getComputedStyle(on).backgroundColor === 'rgba(0, 0, 0, 0)') on = on.parentElement;
    const [a, b] = [light(getComputedStyle(e).color), light(getComputedStyle(on || document.body).backgroundColor)];
    const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    if (ratio < 4.5 && getComputedStyle(e).opacity === '1') found.push(ratio.toFixed(1) + ' ' + e.className + ' ' + e.textContent.slice(0, 30));
  }
  return found.slice(0, 5).join('; ');
})()"""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--pictures", help="only take pictures of the vault in GHOSTVAULT_VAULT")
    options = parser.parse_args()
    began = time.monotonic()
    served = Served(options.program, os.environ["GHOSTVAULT_VAULT"] if options.pictures else None)
    attacks = Attacks(served, options.pictures)
    try:
        if options.pictures:
            attacks.enter()
            attacks.photograph()
        else:
            attacks.all()
    finally:
        attacks.browser.close()
        code = served.close()
    attacks.expect(code == 0, "it ended with %d" % code)
    print("%d played in %.0f s, %d failed" % (attacks.played, time.monotonic() - began, len(attacks.failures)))
    sys.exit(1 if attacks.failures else 0)


if __name__ == "__main__":
    main()
