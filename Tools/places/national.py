"""What households of a country pay there and the other sources lack, as further lines of brands."""

import pathlib

import generate
import trades

FILE = pathlib.Path(__file__).parent / "national.txt"


def with_national(sources, brand_lines):
    """The lines of brands with those of national.txt. A name counts in its country only, and
    comes before brands of other kinds there that are no shops of their own."""
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
    taken = {(key, country) for key, _, kind, where, flags in brand_lines
             if "d" not in flags and kind not in sources.side_kinds
             for country in where.split(",")}
    lines = {}
    for (key, country), (name, kind, spelling, is_word) in found.items():
        if (key, country) not in taken and (key, "") not in taken:
            flags = "wh" if is_word or generate.needs_whole_name(
                sources, key, spelling, 0) else "h"
            lines.setdefault((key, kind, flags), (name, set()))[1].add(country)
    return brand_lines + [(key, name, kind, ",".join(sorted(where)), flags)
                          for (key, kind, flags), (name, where) in lines.items()]
