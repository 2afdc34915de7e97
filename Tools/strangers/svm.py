"""A linear SVM over words, to compare with: what smart_importer does.

It is trained on nothing but the spending transactions that the person has seen, with the
categories that the person wants, and answers for all the rest. Needs scikit-learn; only
measure.py uses it.
"""

import collections
import tempfile
from pathlib import Path

import counts
import measure
from vaults import Vault, labels


def is_available():
    try:
        import sklearn  # noqa: F401
    except ImportError:
        return False
    return True


def text(row):
    return " ".join(row.get(field) or "" for field in ("description", "payee", "memo")).lower()


def predictions(seen, rest):
    """The categories of texts, by texts with known categories."""
    texts, categories = zip(*seen)
    if len(set(categories)) == 1:
        return [categories[0]] * len(rest)
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.svm import LinearSVC

    words = CountVectorizer(ngram_range=(1, 3), token_pattern=r"(?u)\b\w+\b")
    model = LinearSVC(random_state=0, dual=True, max_iter=10_000)
    model.fit(words.fit_transform(texts), categories)
    return list(model.predict(words.transform(rest)))


def spending(rows, order, seen_count):
    """Counts over the spending that the person has not seen.

    rows: all rows with their labels; order: those that the person sees, the first first.
    """
    count = counts.Count()
    seen = {row["id"] for row, _ in order[:seen_count]}
    rest = [(row, label) for row, label in rows if label["class"] == "expense" and row["id"] not in seen]
    if not seen or not rest:
        return count
    taught = [(text(row), counts.best(label)) for row, label in order[:seen_count]]
    for (_, label), category in zip(rest, predictions(taught, [text(row) for row, _ in rest])):
        right = category in counts.accepted(label)
        count["rows"] += 1
        count["right"] += right
        if category != "other":
            count["said"] += 1
            count["said right"] += right
        elif not right:
            count["other"] += 1
    return count


def household(program, name, folder):
    """By step, the counts of one household."""
    with tempfile.TemporaryDirectory() as place:
        vault = Vault(program, Path(place) / "vault")
        vault.take(folder / f"{name}.json")
        rows = vault.labelled(labels(folder / f"{name}.labels.jsonl"))
    order = [(row, label) for row, label in rows if label["class"] == row["class"] == "expense"]
    return {step: spending(rows, order, measure.amount(step, len(order))) for step in measure.STEPS}


def show(program, seeds, only):
    """Print the table of all households, or of those with the names in `only`."""
    regions = collections.defaultdict(counts.Count)
    with tempfile.TemporaryDirectory() as place:
        for seed in seeds:
            for name in measure.generated(place, seed, only):
                for step, count in household(program, name, Path(place)).items():
                    for region in (measure.REGIONS.get(name[:2], "elsewhere"), "all"):
                        regions[region, step].update(count)
    measure.table(
        ["a linear SVM over words, after so many seen", "rows", "right", "precision", "left as other"],
        [[f"{region}, {step}", count["rows"], count.share("right", "rows"), count.share("said right", "said"),
          count.share("other", "rows")]
         for region in ("US", "UK", "elsewhere", "all") for step in measure.STEPS
         if (count := regions[region, step])["rows"]])
