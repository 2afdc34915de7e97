"""Airlines and online services, as further lines of brands.

They count in every country. A name that is one word of a dictionary counts only as the
service's web address: "NOTION.SO", not "NOTION".
"""

import collections
import pathlib
import tomllib

import generate
import operators

HERE = pathlib.Path(__file__).parent
TABLE = tomllib.loads((HERE / "services.toml").read_text())
CATEGORY_OF_KIND = {kind: about for about, kinds in TABLE["categories"].items() for kind in kinds}
AIRLINE = "travel/airline"
WHOLE, ADDRESS = "w", "d"
# A shorter word is the whole name.
DISTINCT = 6


def rows():
    """The reviewed rows: names, kind and web addresses."""
    for file, kind_of in [("airlines.tsv", lambda row: AIRLINE),
                          ("services.tsv", lambda row: "web/" + row["kind"])]:
        for row in generate.rows(HERE / file):
            names = [row["name"], *filter(None, row["also"].split("|"))]
            yield names, kind_of(row), [a for a in row["addresses"].split("|") if a]


def with_services(sources, brand_lines):
    """The lines of brands with those of services, which yield to every brand of their name."""
    yielding = operators.yielding_kinds(sources)
    taken = {key for key, _, kind, _, flags in brand_lines if kind not in yielding}
    parts = words_in_longer_names(sources)
    dictionary, parted = read_dictionary()
    whole, addresses_only = ({"".join(generate.words(name)) for name in TABLE[names]}
                             for names in ["whole", "addresses_only"])
    found = {}
    for names, kind, addresses in rows():
        for address in addresses:
            found["".join(generate.words(address)), ADDRESS] = (names[0], kind)
        about = CATEGORY_OF_KIND[kind].split("/")[-1]
        for spelling in [s for name in names for s in generate.spellings(name)]:
            key = "".join(spelling)
            if key in taken | addresses_only or (key, "") in found or (key, WHOLE) in found:
                continue
            is_word = len(spelling) == 1
            if is_word and (key in dictionary or operators.is_common(sources, key, spelling)):
                continue
            others = sum(parts[spelling[0]].values()) - parts[spelling[0]][about]
            needs_whole = key in whole or generate.needs_whole_name(sources, key, spelling, 0) or (
                is_word and (len(key) < DISTINCT or key in parted or others > 0))
            found[key, WHOLE if needs_whole else ""] = (names[0], kind)
    keys = {key for key, flag in found if flag != ADDRESS}
    return [line for line in brand_lines if line[0] not in keys] + [
        (key, name, kind, "", flag) for (key, flag), (name, kind) in found.items()]


def read_dictionary():
    """The words of dictionary.txt, and those that are two words or a rare name."""
    lines = (HERE / "dictionary.txt").read_text().splitlines()
    distinct = {"".join(generate.words(name)) for name in TABLE["distinct"]}
    return ({line for line in lines if " " not in line} - distinct,
            {line.replace(" ", "") for line in lines if " " in line})


def words_in_longer_names(sources):
    """By word, how many brands of each category have it in names of several words."""
    parts = collections.defaultdict(collections.Counter)
    for row in sources.brands:
        spelling = generate.words(generate.displayed(row["name"]))
        if len(spelling) > 1:
            for word in set(spelling):
                parts[word][generate.category(row["kind"], sources.category_of_brands)] += 1
    return parts
