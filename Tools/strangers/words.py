"""How banks write: names cut to length, upper case, lost accents, numbers within the text."""

import html
import random
import re
import string
import unicodedata

UNMISTAKABLE = string.digits + "ABCDEFGHJKLMNPQRSTUVWXYZ"
GERMAN = str.maketrans(dict(zip("äöüÄÖÜß", ("ae", "oe", "ue", "Ae", "Oe", "Ue", "ss"))))


def plain(text):
    """A text without its accents, as most card networks carry it."""
    text = text.replace("ø", "o").replace("Ø", "O").replace("ß", "ss").replace("’", "'")
    text = unicodedata.normalize("NFKD", text)
    return "".join(c for c in text if not unicodedata.combining(c))


def folded(text):
    """A text for comparing: no accents, spaces, punctuation or case."""
    return re.sub(r"[^a-z0-9]", "", plain(text).lower())


class Text(str):
    """A text that a template can bend: `{name:ua22<}`.

    u upper case, l lower case, t title case, a no accents, g German umlauts as two letters,
    c no punctuation, s no spaces; a number cuts, and `<` then fills with blanks.
    """

    def __format__(self, spec):
        flags, width, fill = re.fullmatch(r"([ultagcs]*)(\d*)(<?)", spec).groups()
        text = str(self)
        if "g" in flags:
            text = text.translate(GERMAN)
        if "a" in flags:
            text = plain(text)
        if "c" in flags:
            text = re.sub(r"[^\w\s*/&]", "", text)
        if "s" in flags:
            text = text.replace(" ", "")
        if "u" in flags:
            text = text.upper()
        if "l" in flags:
            text = text.lower()
        if "t" in flags:
            text = string.capwords(text.lower())
        if width:
            text = text[: int(width)].rstrip()
            text = text.ljust(int(width)) if fill else text
        return text


class Letters:
    """Made-up characters of an alphabet: `{d:6}` is six of them."""

    def __init__(self, dice, alphabet):
        self.dice, self.alphabet = dice, alphabet

    def __format__(self, spec):
        return "".join(self.dice.choice(self.alphabet) for _ in range(int(spec.rstrip("<"))))


class Fields(dict):
    """The fields of a template; an unknown one is a mistake in the tables."""

    def __init__(self, dice, lasting, **values):
        """`dice` makes what differs each time, `lasting` seeds what stays the same for a payee."""
        super().__init__((k, Text(v) if isinstance(v, str) else v) for k, v in values.items())
        self["d"] = Letters(dice, string.digits)
        self["x"] = Letters(dice, UNMISTAKABLE)
        self["m"] = Letters(random.Random(f"{lasting}/m"), string.digits)
        self["k"] = Letters(random.Random(f"{lasting}/k"), UNMISTAKABLE)


def digits(text, dice):
    """A name with each `#` replaced by a digit, as for the number of a branch."""
    return re.sub("#", lambda _: dice.choice("123456789"), text)


def fill(template, fields):
    """Description, payee and memo: a template's parts, which `||` parts."""
    filled = string.Formatter().vformat(template, (), fields)
    parts = [part.strip() for part in filled.split("||")]
    return dict(zip(("description", "payee", "memo"), parts))


def escaped(text, times):
    """A text as a bank writes it that takes it for HTML, once or more often."""
    for _ in range(times):
        text = html.escape(text).replace("&#x27;", "&#039;")
    return text


def respaced(name, dice):
    """A name with one blank less, as another terminal of the same shop writes it."""
    blanks = [found.start() for found in re.finditer(r"(?<=\w\w) (?=\w\w)", name)]
    if not blanks:
        return name
    at = dice.choice(blanks)
    return name[:at] + name[at + 1 :]


def clue(name):
    """A name as banks write it, and what must be legible for a person to know what it is.

    `?Name` can't be known, `Salon [Hair]` by the word in brackets, and any other by its beginning.
    """
    marked = re.search(r"\[(.+?)\]", name)
    shown = re.sub(r"[\[\]]", "", name.removeprefix("?"))
    if name.startswith("?"):
        return shown, None
    return shown, marked.group(1) if marked else shown[:6]


def shown(text):
    """A text's parts as a person reads them, for comparing."""
    return folded(html.unescape(html.unescape(" ".join(text.values()))))


def paid(merchant, name, text):
    """The label of who was paid, unless the text shows nothing of the name."""
    return {"merchant": merchant} if folded(name)[:4] in shown(text) else {}


def legible(word, text):
    """Whether a person could tell the category from the text."""
    if word is None:
        return False
    read = shown(text)
    return folded(word) in read or folded(word.translate(GERMAN)) in read
