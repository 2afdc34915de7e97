#!/usr/bin/env python3
"""Writes the tables in config/places/, the names and words that the stages
"brands" and "kinds" look for. Run by hand; its output is committed.

    Tools/places/generate.py --data FOLDER

FOLDER holds brands.tsv, operators.tsv, kinds.tsv and places.tsv (see README.md beside this file).
"""

import argparse
import collections
import pathlib
import re
import string
import tomllib
import unicodedata

from tables import codes, write

HERE = pathlib.Path(__file__).resolve().parent

# Letters that no decomposition makes plain. The program knows the same ones
# (Sources/Classification/Places/PlaceWords.swift).
PLAIN = {
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "ı": "i", "þ": "th",
    "ħ": "h", "ŋ": "n", "ŧ": "t", "ĸ": "k", "ŀ": "l", "ŉ": "n", "ſ": "s",
}
LAST_PLAIN = 0x24F
# How banks write letters that they lack.
SPELT_OUT = {"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"}
JOINING = {"and", "und"}

SHORT = 4
DISTINCT = 6
OFTEN_PART = 4
# A brand of more countries counts everywhere.
WORLDWIDE = 15
# Ranks of kinds beside those that are listed.
ANY, SIDE = 50, 100


def plain(text, spelt_out=False):
    letters = []
    for letter in unicodedata.normalize("NFC", text).lower():
        if spelt_out and letter in SPELT_OUT:
            letters.append(SPELT_OUT[letter])
        elif letter in PLAIN:
            letters.append(PLAIN[letter])
        elif 0x80 <= ord(letter) <= LAST_PLAIN or 0x1E00 <= ord(letter) < 0x1F00:
            letters.append(
                "".join(c for c in unicodedata.normalize("NFD", letter) if not 0x300 <= ord(c) < 0x370))
        else:
            letters.append(letter)
    return "".join(letters)


def words(text, spelt_out=False):
    """The words of a text as they are compared: no accents, apostrophes or points."""
    text = re.sub(r"['’‘´`.]", "", plain(text, spelt_out))
    return [w for w in re.findall(r"[a-z0-9\u0370-\u052f]+", text) if w not in JOINING]


def spellings(text):
    found = [words(text)]
    other = words(text, spelt_out=True)
    if other != found[0]:
        found.append(other)
    return [f for f in found if f]


def is_written_by_banks(text):
    """Whether all letters are Latin, Greek or Cyrillic."""
    return all(ord(c) < 0x530 or 0x1E00 <= ord(c) < 0x2100 for c in displayed(text) if c.isalpha())


def rows(path):
    with open(path, encoding="utf-8") as file:
        lines = (line.rstrip("\n").split("\t") for line in file if not line.startswith("# "))
        names = next(lines)
        for line in lines:
            yield dict(zip(names, line))


def category(kind, table, parts=True):
    while kind:
        if kind in table:
            return table[kind]
        kind = kind.rpartition("/")[0] if parts else ""
    return ""


class Sources:
    def __init__(self, data):
        kinds = tomllib.loads((HERE / "kinds.toml").read_text())
        self.exceptions = tomllib.loads((HERE / "exceptions.toml").read_text())
        self.written_categories = {k: c for c, ks in kinds["categories"].items() for k in ks}
        self.written_categories |= operators.TABLE["categories"] | services.CATEGORY_OF_KIND
        self.written_of_brands = self.written_categories | kinds["brands"]
        # "pets/shopping" is pets, or shopping without pets. Phrases and brands are compared by
        # the wider one, which more of them share.
        self.category_of_kind = {k: c.split("/")[-1] for k, c in self.written_categories.items()}
        self.category_of_brands = {k: c.split("/")[-1] for k, c in self.written_of_brands.items()}
        self.unused = set(kinds["unused"]["brands"])
        self.side_kinds = kinds["ranks"]["side_kinds"]
        self.hiding = set(kinds["ranks"]["hiding"])
        self.main_kinds = kinds["ranks"]["main_kinds"]
        self.ordinary = set((HERE / "ordinary.txt").read_text().split())
        self.persons = set((HERE / "persons.txt").read_text().split())
        self.brands = list(rows(data / "brands.tsv"))
        self.operators = list(rows(data / "operators.tsv"))
        self.kinds = list(rows(data / "kinds.tsv"))
        self.names_of_towns = [row["name"] for row in rows(data / "places.tsv")]
        self.towns = {"".join(words(name)) for name in self.names_of_towns}
        self.kind_words = self.words_of_kinds()

    def words_of_kinds(self):
        """What kinds are called. Of the words people search them by those of several kinds: the
        others hold brands, too."""
        found = set()
        searched = collections.defaultdict(set)
        for row in self.kinds:
            for part in row["name"].split("/"):
                found |= {"".join(s) for s in spellings(part)}
            for text in row["words"].split("|"):
                for spelling in spellings(text):
                    searched["".join(spelling)].add(row["kind"])
        return found | {w for w, kinds in searched.items() if len(kinds) > 2}

    def brands_and_operators(self):
        """The rows of businesses that households pay, with their kinds."""
        for row in self.brands:
            if row["kind"] not in self.unused and row["kind"] not in self.side_kinds:
                yield row, row["kind"]
        for row in self.operators:
            if row["kind"] in operators.KIND_OF:
                yield row, operators.KIND_OF[row["kind"]]

    def rank(self, kind):
        if kind in self.main_kinds:
            return self.main_kinds.index(kind)
        return SIDE if kind in self.side_kinds else ANY


# Regions of brands by their UN codes; of the rest a brand counts in its single countries.
REGIONS = {
    "fx": "fr",
    "150": "ad al at ba be bg by ch cy cz de dk ee es fi fr gb gr hr hu ie is it li lt lu lv mc md me "
           "mk mt nl no pl pt ro rs ru se si sk sm ua xk",
    "419": "ar bo br cl co cr cu do ec gt hn mx ni pa pe pr py sv uy ve",
    "145": "ae am az bh cy ge il iq jo kw lb om ps qa sa sy tr ye",
    "002": "", "202": "", "142": "", "029": "", "005": "",
}


def countries(row):
    found = set()
    for code in filter(None, row["countries"].split(",")):
        found.update(REGIONS.get(code, code).split())
    without = {c for c in row["not_in"].split(",") if len(c) == 2}
    if "001" in found:
        return set()
    return {c for c in found if len(c) == 2 and c.isalpha()} - without or {"?"}


def displayed(name):
    return re.sub(r"\s*[(（][^)）]*[)）]", "", name).strip()


def brands(sources):
    """Lines of brands: key, name, kind, countries and flags."""
    entries = []
    for row in sources.brands:
        if row["kind"] in sources.unused:
            continue
        where = countries(row)
        if where == {"?"}:
            continue
        name = displayed(row["name"])
        seen = set()
        for also, text in [(False, name)] + [(True, t) for t in row["also"].split("|") if t]:
            if not is_written_by_banks(text):
                continue
            for spelling in spellings(displayed(text)):
                key = "".join(spelling)
                if key in seen or len(key) < 2 or key.isdigit():
                    continue
                seen.add(key)
                entries.append((key, spelling, also, name, row["kind"], where, displayed(text)))
    # What several brands are also called is mostly the company of them all, and none of them.
    names_with = collections.defaultdict(set)
    for key, _, also, name, *_ in entries:
        if also:
            names_with[key].add(name)

    others_with = collections.Counter()
    for word, kinds_of_names in parts_of_names(sources, entries).items():
        for about, count in kinds_of_names.items():
            others_with[word, about] = sum(kinds_of_names.values()) - count
    never = {"".join(words(t)) for t in sources.exceptions["brands"]["never"]}
    whole = {"".join(words(t)) for t in sources.exceptions["brands"]["whole"]}
    distinct = {"".join(words(t)) for t in sources.exceptions["brands"]["distinct"]}

    # One answer for each name and country: the best kind, and a name before another name.
    best = {}
    for key, spelling, also, name, kind, where, text in entries:
        if key in never or also and len(key) < 4:
            continue
        about = category(kind, sources.category_of_brands)
        rank = sources.rank(kind)
        entry = (rank >= SIDE, also, rank, not words(name), len(name), name, kind, about, spelling,
                 text)
        for country in where or {""}:
            place = (key, country)
            if place not in best or entry < best[place]:
                best[place] = entry
    of_key = collections.defaultdict(list)
    for (key, country), entry in best.items():
        of_key[key].append((entry, country))

    lines = []
    for key, found in of_key.items():
        found.sort()
        # Side kinds yield to every other, and other names to a name.
        found = [f for f in found if f[0][:2] == found[0][0][:2]]
        world = [entry for entry, country in found if not country]
        if world:
            found = [f for f in found if not f[1] or f[0][2] < world[0][2]
                     or f[0][2] == world[0][2] == ANY]
        merged = {}
        for entry, country in found:
            merged.setdefault(entry[7], (entry, set()))[1].add(country)
        for about, (entry, where) in merged.items():
            if "" in where or len(where) > WORLDWIDE:
                where = set()
            name, kind, spelling, text = entry[5], entry[6], entry[8], entry[9]
            if entry[1] and len(names_with[key]) > 1:
                name = string.capwords(text) if text.islower() else text
            flags = ""
            is_whole = key in whole or key not in distinct and needs_whole_name(
                sources, key, spelling, others_with[spelling[0], about])
            if is_whole:
                flags += "w"
            if is_whole or len(key) < DISTINCT or len(key) < 8 and len(spelling) == 1:
                flags += "h"
            shown = re.sub(r"[\t\n|]", " ", name)
            lines.append((key, shown, kind, ",".join(sorted(where)), flags))
    return sorted(lines, key=lambda line: (line[0].encode(), line[1:]))


def parts_of_names(sources, entries):
    """How many names of brands of each category a word is in, beside other words."""
    names = collections.defaultdict(set)
    for key, spelling, also, name, kind, where, _ in entries:
        if not also and len(spelling) > 1:
            about = category(kind, sources.category_of_brands)
            for word in set(spelling):
                names[word].add((key, about))
    return {word: collections.Counter(about for _, about in found) for word, found in names.items()}


def needs_whole_name(sources, key, spelling, others):
    """Whether a brand counts only as the whole name of a payee.

    others: the number of brands of other kinds of spending that have its word in their names.
    """
    def is_plain(word):
        return (word in sources.ordinary or word in sources.kind_words or word in sources.towns
                or word.isdigit() or len(word) < 3)
    if len(spelling) == 1:
        return len(key) <= SHORT or is_plain(key) or others >= OFTEN_PART
    return (key in sources.towns or key in sources.kind_words or len(key) <= SHORT
            or all(is_plain(w) for w in spelling))


def kind_lines(sources, used):
    """Lines of kinds: code, name in English, category of places and of brands."""
    english = {}
    for row in sources.kinds:
        if row["language"] == "en":
            first = re.split(r"\s*/\s*", re.sub(r"\s*\([^)]*\)", "", row["name"]))[0]
            english[row["kind"]] = re.sub(r" (Counter|Grounds|Office)$", "", first).lower()
    names = sources.exceptions["kinds"]["names"] | operators.TABLE["names"] | services.TABLE["names"]
    for kind in used:
        name = names.get(kind) or english.get(kind) or kind.split("/")[1].replace("_", " ")
        yield (kind, name, category(kind, sources.written_categories),
               category(kind, sources.written_of_brands))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    sources = Sources(parser.parse_args().data)
    brand_lines = operators.with_operators(sources, brands(sources))
    brand_lines = national.with_national(sources, brand_lines)
    brand_lines = sorted(services.with_services(sources, brand_lines),
                         key=lambda line: (line[0].encode(), line[1:]))
    word_lines = shared_words.shared_words(sources)
    phrase_lines = phrases.phrases(sources)
    code = codes({l[2] for l in brand_lines} | {l[1] for l in phrase_lines + word_lines})
    write("kinds.tsv", "code, kind, name, category of places, category of brands",
          [(code[l[0]], *l) for l in kind_lines(sources, sorted(code))])
    write("brands.tsv", "key, name, kind, countries, flags",
          [(l[0], l[1], code[l[2]], l[3], l[4]) for l in brand_lines])
    write("phrases.tsv", "phrase, kind, languages, flags",
          [(l[0], code[l[1]], *l[2:]) for l in phrase_lines])
    write("words.tsv", "word, kind, countries", [(l[0], code[l[1]], l[2]) for l in word_lines])


# They use what stands above.
import national  # noqa: E402
import operators  # noqa: E402
import phrases  # noqa: E402
import services  # noqa: E402
import shared_words  # noqa: E402

if __name__ == "__main__":
    main()
