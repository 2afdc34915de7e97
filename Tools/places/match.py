#!/usr/bin/env python3
"""Looks names up as the program does, to try a change of the tables without building it.

    Tools/places/match.py --country us NAME...
    Tools/places/match.py --country us --file FILE     one name a line; prints what was found
"""

import argparse
import collections
import re
import sys

import generate
import phrases
import tables

HEAD_FIRST = {"es", "fr", "it", "pt", "ca", "ro"}
ARTICLES = set("la le les l el los las il lo gli i the der die das dem den de het o os as a un une".split())
NEARNESS = set("am an at bei beim bij by im in near op vid ved vom zum zur".split())
STREETS = set("st street rd road ave avenue blvd boulevard dr drive ln lane way".split())
LANGUAGES = {
    "us": "en es", "gb": "en", "ca": "en fr", "au": "en", "ie": "en", "de": "de", "at": "de",
    "ch": "de fr it", "fr": "fr", "be": "nl fr", "nl": "nl", "es": "es ca", "it": "it", "pt": "pt",
    "br": "pt", "pl": "pl", "se": "sv", "dk": "da", "fi": "fi sv", "cz": "cs", "hu": "hu", "no": "no da",
}


class Tables:
    def __init__(self):
        self.brands, self.phrases, self.kinds, self.words = (collections.defaultdict(list) for _ in range(4))
        for name, table in [("brands", self.brands), ("phrases", self.phrases), ("kinds", self.kinds),
                            ("words", self.words)]:
            for line in (tables.OUT / f"{name}.tsv").read_text().splitlines():
                if not line.startswith("#"):
                    first, *rest = line.split("\t")
                    table[first].append(rest)

    def brand(self, words, countries, languages):
        for start in range(len(words)):
            for end in range(len(words), start, -1):
                key = "".join(words[start:end])
                if start and len(key.encode()) < 6:
                    continue
                found = []
                for name, kind, where, flags in self.brands.get(key, []):
                    if "d" in flags:
                        continue
                    where = set(filter(None, where.split(",")))
                    home = 0 if where & countries else 1 if not where else 2
                    if "w" in flags and end - start < len(words) or home == 2 and (
                            "h" in flags or start):
                        continue
                    found.append((home, name, self.kinds[kind][0]))
                if found:
                    home, name, kind = min(found, key=lambda f: f[0])
                    own = self.kind(words, languages) if home == 2 else None
                    if own and own[0] != kind[3]:
                        return None
                    other = self.kind(words[end:], languages) if words[end:] else None
                    if other and other[0] != kind[3]:
                        return None
                    if not kind[3]:
                        return None
                    return kind[3], f"Brand: {name} ({kind[1]})"
        return None

    def kind(self, words, languages):
        while len(words) > 1 and words[0] in ARTICLES:
            words = words[1:]
        found = []
        for start in range(len(words)):
            if words[start + 1:start + 2] and words[start + 1] in STREETS:
                continue
            before = start - 1
            while before > 0 and words[before] in ARTICLES:
                before -= 1
            if before > 0 and words[before] in NEARNESS:
                continue
            for end in range(len(words), start, -1):
                for kind, spoken, flags in self.phrases.get(" ".join(words[start:end]), []):
                    spoken = set(spoken.split(","))
                    if not spoken & languages and "a" not in flags:
                        continue
                    first = bool((spoken & languages or spoken) & HEAD_FIRST)
                    last = bool((spoken & languages or spoken) - HEAD_FIRST)
                    head = first and start == 0 or last and end == len(words)
                    if end - start == 1 and not head:
                        if "a" not in flags and ("n" not in flags or start and end < len(words)
                                                 or len(words[start]) < 4):
                            continue
                    found.append(((start - end, not head, "n" not in flags, -len("".join(words[start:end]))),
                                  kind))
        for word in ([words[-1], words[0]] if not found and words else []):
            for size in range(len(word) - 3, 5, -1):
                for kind, spoken, flags in self.phrases.get(word[-size:], []):
                    if "c" in flags and set(spoken.split(",")) & languages & phrases.COMPOUNDING:
                        found.append(((0,), kind))
                if found:
                    break
            if found:
                break
        if not found:
            return None
        kind = self.kinds[min(found)[1]][0]
        return kind[2], f"Kind of place: {kind[1]}"

    def shared_word(self, words, countries):
        found = []
        for word, behind in zip(words, [*words[1:], ""]):
            for kind, where in self.words.get(word, []) if behind not in STREETS else []:
                if not where or set(where.split(",")) & countries:
                    found.append((word, self.kinds[kind][0]))
        if not found or len({kind[3] for _, kind in found}) > 1:
            return None
        word, kind = found[0]
        return kind[3], f"Word of brands: {word} ({kind[1]})"

    def address(self, text):
        for part in re.findall(r"(?<![@\w.-])[\w-]+(?:\.[\w-]+)+", text):
            labels = part.replace("-", "").lower().split(".")
            for first in range(len(labels) - 1):
                for name, kind, _, flags in self.brands.get("".join(labels[first:]), []):
                    if "d" in flags:
                        kind = self.kinds[kind][0]
                        return kind[3], f"Brand: {name} ({kind[1]})"
        return None

    def look_up(self, name, country):
        words = generate.words(name.replace("-", " "))
        languages = set(LANGUAGES.get(country, "en").split())
        brand = self.address(name) or self.brand(words, {country}, languages)
        return brand or self.kind(words, languages) or self.shared_word(words, {country})


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--country", default="us")
    parser.add_argument("--file")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    names = arguments.names or open(arguments.file).read().splitlines()
    tables = Tables()
    for name in names:
        country, _, text = name.rpartition("\t")
        found = tables.look_up(text, country or arguments.country)
        print(f"{text}\t{found[0] + ' ' + found[1] if found else '-'}")


if __name__ == "__main__":
    main()
