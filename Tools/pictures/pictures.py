#!/usr/bin/env python3
"""Makes the pictures of README.md: SVGs of what the program really shows.

It runs `ghostvault demo` in a temporary folder, on a fixed day. tmux is the terminal: it
runs each command in a window of a fixed size, and tells what stands in it, with colours.

    Tools/pictures/pictures.py [--programs .build/release] [--out docs/pictures] [NAME …]
"""

import argparse
import html
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import xml.dom.minidom

TODAY = "2026-03-15"
PATIENCE = 120
LARGEST = 60_000

# Saved while `watch` runs.
RULE = """\
rule {
    name = "Weekend coffee is fun",
    when = { payee = contains "coffee", weekday = { "saturday", "sunday" } },
    set = { category = "entertainment", lens = "want" },
}
"""


# --- the terminal ---------------------------------------------------------------------


class Terminal:
    """A window of tmux in which a command runs."""

    def __init__(self, environment, columns, rows, command):
        self.environment = environment
        self.rows = rows
        self.socket = environment["HOME"] + "/tmux"
        self.tmux("new-session", "-d", "-x", str(columns), "-y", str(rows), command)
        # The window stays as it was when a command ends.
        self.tmux("set-option", "-g", "status", "off")

    def tmux(self, *arguments):
        return subprocess.run(
            ["tmux", "-S", self.socket, "-f", self.environment["HOME"] + "/tmux.conf", *arguments],
            env=self.environment, check=True, capture_output=True, text=True).stdout

    def press(self, *keys):
        self.tmux("send-keys", *keys)

    def lines(self, styled=True):
        arguments = ["capture-pane", "-p"] + (["-e"] if styled else [])
        lines = self.tmux(*arguments).split("\n")[:self.rows]
        while lines and not lines[-1].strip():
            lines.pop()
        return lines

    def wait(self, pattern):
        """Waits until the window shows the pattern and no longer changes."""
        end = time.monotonic() + PATIENCE
        before = None
        while time.monotonic() < end:
            text = "\n".join(self.lines(styled=False))
            if text == before and re.search(pattern, text):
                return
            before = text
            time.sleep(0.5)
        raise SystemExit(f"waited in vain for {pattern!r}; the window shows:\n{before}")

    def close(self):
        self.tmux("kill-server")


# --- the pictures ---------------------------------------------------------------------


def shell(command):
    """The command as typed after a prompt, which then waits."""
    return ["sh", "-c", f"printf '\\033[2m$\\033[0m %s\\n' '{command}'; {command}; cat"]


def ui(environment):
    terminal = Terminal(environment, 112, 28, "ghostvault ui")
    terminal.wait("transactions")
    # The seventh is one that the demo's rule decided.
    for _ in range(6):
        terminal.press("Down")
    terminal.wait("rules/20-coffee.lua|Coffee to go is fun")
    lines = terminal.lines()
    terminal.close()
    return lines


def networth(environment):
    return output(environment, "ghostvault networth 1y", 92, 40, "Net worth|net worth")


def output(environment, command, columns, rows, pattern):
    terminal = Terminal(environment, columns, rows, " ".join(map(quoted, shell(command))))
    terminal.wait(pattern)
    lines = terminal.lines()
    terminal.close()
    return lines


def watch(environment):
    terminal = Terminal(
        environment, 92, 40, " ".join(map(quoted, shell("ghostvault watch"))))
    # The last line of a watcher says until when it waits.
    terminal.wait(r"[Nn]ext sync|[Ww]aiting")
    path = pathlib.Path(environment["GHOSTVAULT_VAULT"], "rules/30-weekend.lua")
    path.write_text(RULE)
    terminal.wait(r"30-weekend")
    lines = terminal.lines()
    terminal.close()
    # The lines between name the temporary folder.
    first = next(number for number, line in enumerate(lines) if path.name in line)
    lines = lines[:1] + lines[first:]
    shown = ["\x1b[2m-- rules/30-weekend.lua, saved while the watcher runs\x1b[0m"]
    return shown + RULE.rstrip("\n").split("\n") + ["\x1b[2m" + "─" * 92 + "\x1b[0m"] + lines


PICTURES = {
    "ui": (ui, "The full screen of ghostvault ui: accounts, a month, and why the chosen "
               "transaction is classified as it is"),
    "networth": (networth, "The chart of ghostvault networth over a year"),
    "watch": (watch, "ghostvault watch applies a rule as soon as its file is saved, and lists "
                     "the changes"),
}


def quoted(word):
    return "'" + word.replace("'", "'\\''") + "'"


# --- SVG ------------------------------------------------------------------------------

WIDTH, HEIGHT, SIZE = 8, 18, 13.3
MARGIN = 14
PAPER, INK, FRAME = "#fbfbf9", "#1f2328", "#c9cdd2"
# Dark enough to be read on paper; the bright ones are the same.
COLOURS = ["#1f2328", "#b3261e", "#1a7f37", "#8a5a00", "#0a58ca", "#8250df", "#0b7285", "#59636e"]

# The sides of a cell that a line goes to: left, right, up, down.
LINES = {
    "─": "lr", "│": "ud", "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu", "├": "rud", "┤": "lud",
    "┬": "lrd", "┴": "lru", "┼": "lrud", "╭": "rd", "╮": "ld", "╰": "ru", "╯": "lu",
}


class Style:
    def __init__(self):
        self.ink = self.paper = None
        self.bold = self.dim = self.italic = self.underlined = self.reversed = False

    def apply(self, codes):
        codes = [int(code or 0) for code in codes.split(";")]
        while codes:
            code = codes.pop(0)
            if code == 0:
                self.__init__()
            elif code in (1, 2, 3, 4, 7):
                name = {1: "bold", 2: "dim", 3: "italic", 4: "underlined", 7: "reversed"}[code]
                setattr(self, name, True)
            elif code == 22:
                self.bold = self.dim = False
            elif code in (23, 24, 27):
                setattr(self, {23: "italic", 24: "underlined", 27: "reversed"}[code], False)
            elif 30 <= code <= 37 or 90 <= code <= 97:
                self.ink = COLOURS[code % 10]
            elif 40 <= code <= 47 or 100 <= code <= 107:
                self.paper = COLOURS[code % 10]
            elif code in (39, 49):
                setattr(self, "ink" if code == 39 else "paper", None)
            elif code in (38, 48):
                colour = self.extended(codes)
                setattr(self, "ink" if code == 38 else "paper", colour)

    @staticmethod
    def extended(codes):
        if codes.pop(0) == 2:
            return "#%02x%02x%02x" % (codes.pop(0), codes.pop(0), codes.pop(0))
        number = codes.pop(0)
        if number < 16:
            return COLOURS[number % 8]
        if number < 232:
            number -= 16
            steps = [0, 95, 135, 175, 215, 255]
            return "#%02x%02x%02x" % (
                steps[number // 36], steps[number // 6 % 6], steps[number % 6])
        grey = 8 + 10 * (number - 232)
        return "#%02x%02x%02x" % (grey, grey, grey)

    def key(self):
        ink, paper = self.ink or INK, self.paper
        if self.reversed:
            ink, paper = paper or PAPER, self.ink or "#44505c"
        return (ink, paper, self.bold, self.dim, self.italic, self.underlined)


def runs(line, style):
    """Stretches of one style: the column where each begins, its style and its text."""
    column = 0
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if part.startswith("\x1b["):
            style.apply(part[2:-1])
        elif part:
            yield column, style.key(), part
            column += len(part)


def cell(character, column, top, ink, opacity):
    """A block or a line as a shape, so that no font leaves gaps; None for letters."""
    left, code = MARGIN + column * WIDTH, ord(character)
    fade = f' opacity="{opacity}"' if opacity != 1 else ""
    if 0x2588 <= code <= 0x258F:
        width = WIDTH * (8 - (code - 0x2588)) / 8
        return (f'<rect x="{left}" y="{top + 3}" width="{width:g}" height="{HEIGHT - 6}" '
                f'fill="{ink}"{fade}/>')
    if 0x2581 <= code <= 0x2587:
        height = HEIGHT * (code - 0x2580) / 8
        return (f'<rect x="{left}" y="{top + HEIGHT - height:g}" width="{WIDTH}" '
                f'height="{height:g}" fill="{ink}"{fade}/>')
    if character in LINES:
        x, y = left + WIDTH / 2, top + HEIGHT / 2
        ends = {"l": f"H{left}", "r": f"H{left + WIDTH}", "u": f"V{top}", "d": f"V{top + HEIGHT}"}
        path = "".join(f"M{x:g} {y:g}{ends[side]}" for side in LINES[character])
        return f'<path d="{path}" stroke="{ink}"{fade}/>'
    return None


def svg(lines, title):
    longest = max(len(re.sub(r"\x1b\[[0-9;]*m", "", line).rstrip()) for line in lines)
    width, height = 2 * MARGIN + longest * WIDTH, 2 * MARGIN + len(lines) * HEIGHT
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" font-size="{SIZE}" fill="none" '
        'font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,\'DejaVu Sans Mono\',monospace">',
        f"<title>{html.escape(title)}</title>",
        f'<rect x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="8" fill="{PAPER}" '
        f'stroke="{FRAME}"/>',
    ]
    style = Style()
    for row, line in enumerate(lines):
        top = MARGIN + row * HEIGHT
        for column, (ink, paper, bold, dim, italic, underlined), text in runs(line, style):
            if paper:
                out.append(
                    f'<rect x="{MARGIN + column * WIDTH}" y="{top}" width="{len(text) * WIDTH}" '
                    f'height="{HEIGHT}" fill="{paper}"/>')
            opacity = 0.72 if dim else 1
            letters = []
            for offset, character in enumerate(text):
                shape = cell(character, column + offset, top, ink, opacity)
                letters.append(" " if shape else character)
                if shape:
                    out.append(shape)
            look = (' font-weight="600"' if bold else "") + (' opacity=".72"' if dim else "")
            look += ' font-style="italic"' if italic else ""
            look += ' text-decoration="underline"' if underlined else ""
            # Words apart from each other are placed by their columns, whatever the font's width.
            for word in re.finditer(r"\S+(?: \S+)*", "".join(letters)):
                left, length = MARGIN + (column + word.start()) * WIDTH, len(word.group())
                out.append(
                    f'<text x="{left}" y="{top + 13}" textLength="{length * WIDTH}" '
                    f'lengthAdjust="spacingAndGlyphs" fill="{ink}"{look}>'
                    f"{html.escape(word.group(), quote=False)}</text>")
    return "\n".join(merged(out)) + "\n</svg>\n"


def merged(shapes):
    """Neighbouring shapes of one look as one."""
    pattern = re.compile(r'<rect x="(\d+)" y="([\d.]+)" width="(\d+)" (.*/>)')
    path = re.compile(r'<path d="([^"]*)" (.*/>)')
    out = []
    for shape in shapes:
        last = out[-1] if out else ""
        one, other = pattern.fullmatch(last), pattern.fullmatch(shape)
        if one and other and int(one[1]) + int(one[3]) == int(other[1]) \
                and one[2] == other[2] and one[4] == other[4]:
            out[-1] = (f'<rect x="{one[1]}" y="{one[2]}" width="{int(one[3]) + int(other[3])}" '
                       f"{one[4]}")
            continue
        one, other = path.fullmatch(last), path.fullmatch(shape)
        if one and other and one[2] == other[2]:
            out[-1] = f'<path d="{one[1]}{other[1]}" {one[2]}'
            continue
        out.append(shape)
    return out


# --- the household --------------------------------------------------------------------


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--programs", default=".build/release")
    parser.add_argument("--out", default="docs/pictures")
    parser.add_argument("names", nargs="*", help=", ".join(PICTURES))
    options = parser.parse_args()
    if not shutil.which("tmux"):
        sys.exit("tmux is not installed; it shows the program's screens.")
    names = options.names or list(PICTURES)
    for name in names:
        if name not in PICTURES:
            sys.exit(f"There is no picture {name}; there are {', '.join(PICTURES)}.")

    with tempfile.TemporaryDirectory() as home:
        environment = {
            "HOME": home, "GHOSTVAULT_VAULT": home + "/vault", "GHOSTVAULT_TODAY": TODAY,
            "GHOSTVAULT_SECRETS": "file", "TZ": "UTC", "LANG": "C.UTF-8",
            "TERM": "xterm-256color", "PAGER": "cat",
            "PATH": os.path.abspath(options.programs) + ":" + os.environ["PATH"],
        }
        pathlib.Path(home, "tmux.conf").write_text('set -g default-terminal "tmux-256color"\n')
        run = dict(env=environment, cwd=home, check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["ghostvault", "demo", "--vault", home + "/vault"], **run)
        try:
            for name in names:
                make, title = PICTURES[name]
                picture = svg(make(environment), title)
                xml.dom.minidom.parseString(picture)
                if home in picture:
                    sys.exit(f"{name} shows the temporary folder.")
                if len(picture.encode()) > LARGEST:
                    sys.exit(f"{name} has {len(picture.encode())} bytes; {LARGEST} are allowed.")
                path = pathlib.Path(options.out, name + ".svg")
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(picture)
                print(f"{path}: {len(picture.encode())} bytes")
        finally:
            subprocess.run(
                ["ghostvault", "demo", "--vault", home + "/vault", "--stop"], **run)


if __name__ == "__main__":
    main()
