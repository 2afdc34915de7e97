"""What households of a country pay there and the other sources lack, as further lines of brands."""

import pathlib

import generate
import trades

FILE = pathlib.Path(__file__).parent / "national.txt"
BANK = "amenity/bank"


def with_national(sources, brand_lines):
    """The lines of brands with those of national.txt. A name counts in its country only, and
    comes before brands of other kinds there that are no shops of their own. A bank that is listed
    there is in no other country that has banks there."""
    found = {}
    for place, names in trades.lines(FILE):
        country, kind = place.split(" ")
        for name in names:
            is_word = name.endswith("!")
            for spelling in generate.spellings(name):
                key = "".join(spelling)
                if len(key) > 1 and not key.isdigit():
                    found.setdefault(
                        (key, country), (name.removesuffix("!"), kind, spelling, is_word))
    banks = {key for (key, _), (_, kind, _, _) in found.items() if kind == BANK}
    with_banks = {country for (_, country), (_, kind, _, _) in found.items() if kind == BANK}
    brand_lines = list(filter(None, (elsewhere(line, with_banks) if line[2] == BANK and line[0] in banks
                                     else line for line in brand_lines)))
    taken = {(key, country) for key, _, kind, where, flags in brand_lines
             if "d" not in flags and kind not in sources.side_kinds
             for country in where.split(",")}
    lines = {}
    for (key, country), (name, kind, spelling, is_word) in found.items():
        if (key, country) not in taken and (key, "") not in taken:
            flags = "wh" if is_word or generate.needs_whole_name(
                sources, key, spelling, 0) else "h"
            if is_word and kind == BANK:
                flags += "b"
            lines.setdefault((key, kind, flags), (name, set()))[1].add(country)
    return brand_lines + [(key, name, kind, ",".join(sorted(where)), flags)
                          for (key, kind, flags), (name, where) in lines.items()]


def elsewhere(line, countries):
    """A line without some countries; None if no country is left."""
    key, name, kind, where, flags = line
    left = [country for country in where.split(",") if country and country not in countries]
    return (key, name, kind, ",".join(left), flags) if left else None
