"""Writes the tables in config/places/."""

import pathlib
import sys

OUT = pathlib.Path(__file__).resolve().parent.parent.parent / "config/places"

NOTICE = {
    "words.tsv": "# Words of brands' names, from the OpenStreetMap name-suggestion-index (22 August 2026;\n"
                 "# BSD 3-Clause, Copyright 2026 name-suggestion-index contributors; config/places/LICENSES.md).\n",
    "brands.tsv": "# Names of brands and operators, from the OpenStreetMap name-suggestion-index (22 August 2026;\n"
                  "# BSD 3-Clause, Copyright 2026 name-suggestion-index contributors); of airlines, from\n"
                  "# OpenTravelData (CC BY 4.0); and of services, from twofactorauth (MIT, Copyright 2014-2020 Josh\n"
                  "# Davis, 2021 2factorauth and contributors) and Simple Icons (CC0). See config/places/LICENSES.md.\n",
    "phrases.tsv": "# What kinds of places are called, from the OpenStreetMap id-tagging-schema (22 August 2026;\n"
                   "# ISC License, Copyright iD Contributors; config/places/LICENSES.md).\n",
    "kinds.tsv": "# Kinds of places with their English names, from the OpenStreetMap id-tagging-schema (22 August\n"
                 "# 2026; ISC License, Copyright iD Contributors; config/places/LICENSES.md), and their categories.\n",
}
WRITTEN = "# Written by Tools/places/generate.py, which says what the columns are; sorted by bytes.\n"


def write(name, columns, lines):
    with open(OUT / name, "w", encoding="utf-8") as file:
        file.write(NOTICE[name] + WRITTEN + "# " + columns + "\n")
        for line in lines:
            file.write("\t".join(line) + "\n")
    size = (OUT / name).stat().st_size
    print(f"{name}: {len(lines)} lines, {size // 1024} KB", file=sys.stderr)


def codes(kinds):
    """A short code for each kind, the same on every run: its place in base 36."""
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    return {k: digits[n // 36] + digits[n % 36] for n, k in enumerate(sorted(kinds))}
