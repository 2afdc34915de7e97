"""Operators of transit, power, water, telephone and tolls, as further lines of brands.

An operator counts in its countries only, and where no brand has its name.
"""

import pathlib
import tomllib

import generate

TABLE = tomllib.loads((pathlib.Path(__file__).parent / "operators.toml").read_text())
KIND_OF = {own: kind for kind, owns in TABLE["kinds"].items() for own in owns}
# A transit company also operates power lines, and is paid for tickets.
ORDER = ["route/public_transport", "barrier/toll_booth", "office/telecommunication",
         "office/water_utility", "office/energy_supplier"]


def with_operators(sources, brand_lines):
    """The lines of brands with those of operators: key, name, kind, countries and flags.

    An operator comes before a charging point and other side kinds without a category.
    """
    best = {}
    for row in sources.operators:
        kind = KIND_OF.get(row["kind"])
        where = generate.countries(row) - {"?"}
        if not kind or not where:
            continue
        for key, spelling, also, is_short, name in names_of(row):
            if is_common(sources, key, spelling) or is_short:
                continue
            entry = (ORDER.index(kind), also, len(name), name, kind, spelling)
            for country in where:
                if (key, country) not in best or entry < best[key, country]:
                    best[key, country] = entry
    taken = {}
    yielding = yielding_kinds(sources)
    for key, _, kind, where, _ in brand_lines:
        if kind not in yielding:
            taken.setdefault(key, set()).update(where.split(","))
    found = {}
    for (key, country), (_, _, _, name, kind, spelling) in sorted(best.items()):
        if not taken.get(key, set()) & {"", country}:
            flags = "wh" if generate.needs_whole_name(sources, key, spelling, 0) else "h"
            shown = name.replace("\t", " ").replace("|", " ")
            found.setdefault((key, shown, kind, flags), set()).add(country)
    keys = {key for key, *_ in found}
    return [line for line in brand_lines if line[0] not in keys or line[2] not in yielding] + [
        (key, name, kind, ",".join(sorted(where)), flags)
        for (key, name, kind, flags), where in found.items()]


def yielding_kinds(sources):
    """Kinds without a category whose brands yield to every other of their name."""
    return {kind for kind in sources.side_kinds if kind not in sources.hiding
            and not generate.category(kind, sources.category_of_brands)}


def names_of(row):
    """The keys, spellings, whether they are other names and too short for that, and the name."""
    name = generate.displayed(row["name"])
    for also, text in [(False, name)] + [(True, t) for t in row["also"].split("|") if t]:
        # Lines of a company are listed by their names, too.
        shown = text if text != text.lower() else name
        if generate.is_written_by_banks(text):
            for spelling in generate.spellings(generate.displayed(text)):
                key = "".join(spelling)
                if not key.isdigit():
                    is_short = also and len(key) < generate.SHORT and "&" not in text
                    yield key, spelling, also, is_short, shown


def is_common(sources, key, spelling):
    """Whether a name is a town or one common word."""
    return key in sources.towns or len(spelling) == 1 and (
        len(key) < 3 or key in sources.ordinary or key in sources.kind_words)
