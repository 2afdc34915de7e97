"""What shops, trades and offices of each language call themselves, written by hand in trades/.

A line there names a kind and what it is called: "shop/florist: fleuriste, fleurs". Behind "- "
stand words that say nothing, and keep the words inside them from meaning another kind: a "ski
school" is no school.
"""

import pathlib
import re

import generate

FOLDER = pathlib.Path(__file__).parent / "trades"
# A word of fewer letters counts only where its language is spoken.
LEAST_EVERYWHERE = 9
LONGEST = 3
HEAD_FIRST = {"ca", "es", "fr", "it", "pt", "ro"}


def trades(sources):
    """By phrase and language: the category and the kind."""
    found = {}
    for path in sorted(FOLDER.glob("*.txt")):
        for kind, texts in lines(path):
            for text in texts:
                for spelling in spellings(text, path.stem):
                    phrase = " ".join(spelling)
                    if len(spelling) > LONGEST or len(phrase) < 3:
                        continue
                    about = generate.category(kind, sources.category_of_kind)
                    found.setdefault((phrase, path.stem), (about, kind))
    return found


def lines(path):
    """The kinds and their texts in a file; a line that begins with blanks goes on with the last."""
    text = re.sub(r"\n +", " ", path.read_text())
    for line in text.splitlines():
        if not line.startswith("#"):
            kind, texts = line.removeprefix("- ").split(":")
            yield kind, [text.strip() for text in texts.split(",") if text.strip()]


def spellings(text, language):
    """The spellings of a text, with and without the blank for an apostrophe: "d'art". Only German
    banks write ä as ae."""
    found = generate.spellings(text)[:2 if language == "de" else 1]
    return found + [s for s in generate.spellings(text.replace("'", " "))[:1] if s not in found]


def is_needless(phrase, language, listed, compounding):
    """Whether the program says the same without a phrase: a part of it does, or it says nothing
    and has no part that would say something."""
    words = phrase.split(" ")
    own = listed[phrase, language][0]
    if len(words) == 1 and language not in compounding:
        return not own
    if len(words) == 1:
        said = next((listed[phrase[start:], language][0] for start in range(3, len(phrase) - 5)
                     if (phrase[start:], language) in listed), "")
        return said == own
    said = {part: listed[part, language][0] for part in parts(words) if (part, language) in listed}
    if not own:
        return not said
    head = words[0] if language in HEAD_FIRST else words[-1]
    return set(said.values()) == {own} and any(
        " " in part or len(part) >= LEAST_EVERYWHERE or part == head for part in said)


def parts(words):
    return [" ".join(words[start:end]) for start in range(len(words))
            for end in range(start + 1, len(words) + 1) if end - start < len(words)]
