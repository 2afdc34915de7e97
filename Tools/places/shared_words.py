"""Words that brands of one category share in their names.

A local shop uses the same words as the brands of its trade. A word counts if nine of ten
brands that have it are of one category, in the countries of these brands.
"""

import collections

import generate
import operators

# So many brands share a word: a plain one, a long one that is no person's name, an ordinary one.
LEAST, LEAST_DISTINCT, LEAST_ORDINARY = 3, 2, 5
# Operators' names are mostly made of regions' names, so fewer of their words tell of a trade.
LEAST_OF_OPERATORS = 20
SHARE = 0.9
# A word in the names of so many towns is a part of towns' names.
MOST_TOWNS = 2
ARTICLES = set("la le les el los las il lo gli the der die das het un une".split())


def shared_words(sources):
    """Lines of words: word, kind and countries."""
    brands_with = collections.defaultdict(dict)
    operators_with = collections.defaultdict(set)
    for row, kind in sources.brands_and_operators():
        where = generate.countries(row)
        if where == {"?"}:
            continue
        about = generate.category(kind, sources.category_of_brands)
        name = generate.displayed(row["name"])
        brand = "".join(generate.words(name)) or name
        for word in words_of(name, row["also"]):
            brands_with[word].setdefault((about, brand), []).append((kind, where))
            if row["kind"] in operators.KIND_OF:
                operators_with[word].add((about, brand))
    towns = words_of_towns(sources)
    never = {"".join(generate.words(t)) for t in sources.exceptions["phrases"]["never"]["all"]}
    lines = []
    for word, brands in brands_with.items():
        if (len(word) <= generate.SHORT - 1 or not word.isalpha() or word in ARTICLES or word in never
                or word in sources.towns or towns[word] > MOST_TOWNS):
            continue
        counts = collections.Counter(about for about, _ in brands)
        best = min(counts, key=lambda about: (-counts[about], about))
        only_brands = sum(about == best for about, _ in brands.keys() - operators_with[word])
        if not best or counts[best] < SHARE * sum(counts.values()):
            continue
        if only_brands < least(sources, word) and (
                counts[best] < LEAST_OF_OPERATORS or word in sources.ordinary):
            continue
        rows = [row for (about, _), rows in brands.items() if about == best for row in rows]
        kinds = collections.Counter(kind for kind, _ in rows)
        where = set().union(*(where for _, where in rows))
        if any(not where for _, where in rows) or len(where) > generate.WORLDWIDE:
            where = set()
        kind = min(kinds, key=lambda kind: (-kinds[kind], kind))
        # What households call differently is known by its brand alone.
        if generate.category(kind, sources.category_of_kind):
            lines.append((word, kind, ",".join(sorted(where))))
    return sorted(lines, key=lambda line: line[0].encode())


def words_of(name, also):
    """The words of a brand's name and of its other names."""
    texts = [name, *filter(None, also.split("|"))]
    return sorted({word for text in texts if generate.is_written_by_banks(text)
                   for spelling in generate.spellings(generate.displayed(text)) for word in spelling})


def words_of_towns(sources):
    """By word: how many towns have it in their names."""
    return collections.Counter(word for name in sources.names_of_towns for word in generate.words(name))


def least(sources, word):
    """How many brands of its category must share a word."""
    if word in sources.ordinary:
        return LEAST_ORDINARY
    is_distinct = len(word) >= generate.DISTINCT and word not in sources.persons
    return LEAST_DISTINCT if is_distinct else LEAST
