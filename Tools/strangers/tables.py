"""The tables: needs, and each country's banks, households, merchants and regular payments."""

import csv
import tomllib
from pathlib import Path

DATA = Path(__file__).parent / "data"
CATEGORIES = Path(__file__).parents[2] / "config" / "categories.toml"


def table(name):
    """The rows of a TSV file as dictionaries; missing last columns are empty."""
    with open(DATA / f"{name}.tsv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE, restval=""))
    for number, row in enumerate(rows, start=2):
        if None in row:
            raise ValueError(f"{name}.tsv:{number}: more columns than the heading has")
    return [{key: value.strip() for key, value in row.items()} for row in rows]


def toml(path):
    with open(path, "rb") as file:
        return tomllib.load(file)


def names(text):
    return [part.strip() for part in text.split(",") if part.strip()]


def categories():
    """The ids of the categories that labels may use."""
    return {category["id"] for category in toml(CATEGORIES)["category"]}


def countries():
    """Every country by its code, with all its tables."""
    found = {}
    for path in sorted(DATA.glob("*.toml")):
        code = path.stem
        found[code] = toml(path) | {
            "code": code,
            "merchants": table(f"{code}.merchants"),
            "regular": table(f"{code}.regular"),
        }
    return found


def shared():
    """The tables that all countries share."""
    return {
        "needs": {need["need"]: need for need in table("needs")},
        "abroad": table("abroad"),
        "via": {row["via"]: row["form"] for row in table("via")},
        "lands": {row["cc"]: row for row in table("lands")},
    }
