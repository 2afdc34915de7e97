"""What kinds of places are called, as lines of phrases."""

import collections
import re

import generate
import trades

SHOPWORDS = {"shop", "store", "office", "facility", "grounds", "center", "centre", "retailer"}
SPELLINGS = {"center": "centre", "jewelry": "jewellery", "theater": "theatre", "tire": "tyre"}
COMPOUNDING = {"de", "nl", "da", "no", "sv", "fi", "hu"}


def texts_of(row):
    """The phrases of a row with their weights."""
    for part in re.split(r"\s*/\s*", re.sub(r"\([^)]*\)", "", row["name"])):
        yield part, 3
        if row["language"].startswith("en"):
            parts = part.split()
            if parts[-1].lower() in SHOPWORDS and len(parts) > 2 or parts[-1] in {"Counter", "Grounds"}:
                yield " ".join(parts[:-1]), 3
            for american, british in SPELLINGS.items():
                if american in part.lower():
                    yield part.lower().replace(american, british), 3
    for part in row["words"].split("|"):
        yield part, 1


def phrases(sources):
    """Lines of phrases: phrase, kind, languages and flags."""
    claims = collections.defaultdict(lambda: collections.Counter())
    kinds = {}
    for row in sources.kinds:
        language = row["language"].replace("en-GB", "en").replace("pt-BR", "pt")
        for text, weight in texts_of(row):
            for spelling in trades.spellings(text, language):
                phrase = " ".join(spelling)
                if len(spelling) > 4 or len(phrase) < 3:
                    continue
                about = generate.category(row["kind"], sources.category_of_kind)
                place = (phrase, language)
                claims[place][about] += weight
                # The first name, else the first word, is shown; a plain kind before a part.
                order = (-weight, row["kind"].count("/"), row["kind"])
                known = kinds.get((place, about))
                if known is None or order < known:
                    kinds[place, about] = order

    seen_in_brands = brand_words(sources)
    names_of_brands = {" ".join(generate.words(generate.displayed(row["name"]))) for row in sources.brands}
    never = {l: {" ".join(spelling) for t in ts for spelling in generate.spellings(t)}
             for l, ts in sources.exceptions["phrases"]["never"].items()}
    never_anywhere = never.get("all", set())
    also = {(" ".join(spelling), l) for l, ts in sources.exceptions["phrases"]["also"].items()
            for t in ts for spelling in generate.spellings(t)}
    found = collections.defaultdict(dict)
    for (phrase, language), counts in claims.items():
        if phrase in never_anywhere or phrase in never.get(language, set()):
            continue
        best, votes = counts.most_common(1)[0]
        weight, _, kind = kinds[(phrase, language), best]
        if not best and kind not in sources.hiding or votes < 0.75 * sum(counts.values()):
            continue
        is_name = weight == -3 or (phrase, language) in also
        # Of a kind without a category only names are safe.
        if not best and not is_name:
            continue
        said = seen_in_brands.get(phrase, collections.Counter()) if best else {}
        said_total = sum(said.values())
        if said_total >= 3 and said[best] < 0.75 * said_total:
            continue
        if not is_name and phrase in names_of_brands and phrase not in sources.ordinary:
            continue
        if not is_name and (said[best] < 2 or said[best] < 0.75 * said_total):
            continue
        found[phrase][language] = (best, kind, is_name)

    by_hand = trades.trades(sources)
    for (phrase, language), (about, kind) in by_hand.items():
        if phrase not in never_anywhere and phrase not in never.get(language, set()):
            found[phrase][language] = (about, kind, True)
    listed = {(phrase, language): entry for phrase, entries in found.items()
              for language, entry in entries.items()}
    for phrase, language in listed:
        if language != "en" and trades.is_needless(phrase, language, listed, COMPOUNDING):
            del found[phrase][language]

    lines = []
    for phrase, languages in found.items():
        merged = collections.defaultdict(list)
        for language, (about, kind, is_name) in sorted(languages.items()):
            merged[kind, is_name].append(language)
        everywhere = is_known_everywhere(sources, phrase, languages, by_hand)
        for (kind, is_name), spoken in merged.items():
            flags = "n" if is_name else "s"
            if everywhere:
                flags += "a"
            if is_name and " " not in phrase and len(phrase) >= 6 and COMPOUNDING & set(spoken):
                flags += "c"
            lines.append((phrase, kind, ",".join(spoken), flags))
    return sorted(lines, key=lambda line: (line[0].encode(), line[1:]))


def is_known_everywhere(sources, phrase, languages, by_hand):
    """Whether a phrase means the same wherever it stands: "boulangerie"."""
    plain = phrase.replace(" ", "")
    is_by_hand = any((phrase, language) in by_hand for language in languages)
    return (len(plain) >= (trades.LEAST_EVERYWHERE if is_by_hand else 7) and plain not in sources.ordinary and plain not in sources.towns
            and len({about for about, _, _ in languages.values()}) == 1
            and any(is_name for _, _, is_name in languages.values()))


def brand_words(sources):
    """How often each phrase is in names of brands of a category, their other names included."""
    counts = collections.defaultdict(collections.Counter)
    seen = set()
    for row, kind in sources.brands_and_operators():
        # Names of lines say nothing: "PUB" is a bus in Manila.
        if kind == "route/public_transport":
            continue
        about = generate.category(kind, sources.category_of_brands)
        texts = [row["name"], *filter(None, row["also"].split("|"))]
        for spelling in [s for text in texts for s in generate.spellings(generate.displayed(text))]:
            for length in range(1, 4):
                for start in range(len(spelling) - length + 1):
                    phrase = " ".join(spelling[start:start + length])
                    if (phrase, tuple(spelling)) not in seen:
                        seen.add((phrase, tuple(spelling)))
                        counts[phrase][about] += 1
    return counts
