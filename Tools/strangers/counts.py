"""What is counted about a household's transactions: rows of the program beside their labels."""

import collections


class Count(collections.Counter):
    """Counts of rows, and shares of them in percent."""

    def share(self, part, whole):
        return f"{100 * self[part] / self[whole]:.1f}" if self[whole] else "–"


# The categories of the program that the households' labels don't have, with those that these
# labels call the same: who files a pet shop under shopping accepts pets.
FORMER = {
    "home": {"shopping", "other"}, "pets": {"shopping", "other"}, "children": {"shopping", "other"},
    "personal-care": {"shopping", "other"}, "education": {"other"}, "gifts": {"other"},
    "fees": {"bills"}, "insurance": {"bills"},
}


def accepted(label):
    """The categories that the household would accept."""
    category = label.get("category")
    return set(category) if isinstance(category, list) else {category}


def best(label):
    category = label["category"]
    return category[0] if isinstance(category, list) else category


def classes(label):
    return {label["class"], *label.get("also", [])}


def is_right(row, label):
    category = row["category"]
    return row["class"] == "expense" and not accepted(label).isdisjoint({category, *FORMER.get(category, ())})


def stage(row):
    return (row["reasons"].get("category") or {}).get("by", "")


def spending(rows, seen, before):
    """Counts over the spending that the person has not seen.

    seen: numbers of rows; before: whether each row was right before the person decided anything.
    """
    count = Count()
    for row, label in rows:
        if label["class"] != "expense" or row["id"] in seen:
            continue
        right, guess = is_right(row, label), row.get("guess")
        count["rows"] += 1
        count["right"] += right
        count["ceiling"] += label["known"] or "other" in accepted(label)
        count["spoiled"] += before.get(row["id"], False) and not right
        if row["class"] != "expense":
            continue
        if guess is not None:
            chance = float(guess) / 100
            count["guesses"] += 1
            count["guesses right"] += right
            tenth = min(9, int(10 * chance))
            count[f"tenth {tenth}"] += 1
            count[f"tenth {tenth} right"] += right
            count[f"tenth {tenth} sum"] += chance
            continue
        count["sure right"] += right
        if row["category"] == "other":
            count["other"] += "other" not in accepted(label)
        else:
            count["sure"] += 1
            count["sure wrong"] += not right
            count[f"by {stage(row)}"] += 1
            count[f"by {stage(row)} wrong"] += not right
    return count


def calibration_error(count):
    """How far probabilities of guesses are from what was right, in percent of the guesses."""
    off = sum(abs(count[f"tenth {tenth} sum"] - count[f"tenth {tenth} right"]) for tenth in range(10))
    return f"{100 * off / count['guesses']:.1f}" if count["guesses"] else "–"


def movements(rows):
    """Counts over classes, transfers and income."""
    count = Count()
    numbers = {(label["account"], label["id"]): row["id"] for row, label in rows}
    for row, label in rows:
        count["all"] += 1
        count["class right"] += row["class"] in classes(label)
        partner = label.get("partner")
        other = numbers.get((partner["account"], partner["id"])) if partner else None
        count["pairs"] += other is not None
        if row["partner"] is not None:
            count["paired"] += 1
            count["paired right"] += row["partner"] == other
        for kind in ("sides", "alone" if not partner else "with partner") if label["class"] == "transfer" else ():
            count[kind] += 1
            count[f"{kind} found"] += row["class"] in classes(label)
        if row["class"] == "transfer":
            count["called transfer"] += 1
            count["called transfer right"] += "transfer" in classes(label)
        if row["class"] == "income":
            count["income"] += 1
            count["no income"] += "income" not in classes(label)
    return count


def payees(rows):
    """Counts over merchants that were paid twice or more, and over payees; then both kinds of wrong ones."""
    count = Count()
    shown, merchants = collections.defaultdict(set), collections.defaultdict(set)
    times = collections.Counter()
    for row, label in rows:
        if merchant := label.get("merchant"):
            shown[merchant].add(row["payee"])
            merchants[row["payee"]].add(merchant)
            times[merchant] += 1
    merged = [(payee, sorted(found)) for payee, found in merchants.items() if len(found) > 1]
    split = [(merchant, sorted(found)) for merchant, found in shown.items() if len(found) > 1]
    count["merchants"] = sum(1 for merchant in shown if times[merchant] > 1)
    count["split"], count["payees"], count["merged"] = len(split), len(merchants), len(merged)
    count["all merchants"] = len(shown)
    count["in a merge"] = len({merchant for _, found in merged for merchant in found})
    return count, split, merged


def largest_first(count, prefix):
    """The names behind a prefix, such as stages, that were counted most first."""
    found = [key for key in count if key.startswith(prefix) and not key.endswith(" wrong")]
    return [key.removeprefix(prefix) for key in sorted(found, key=lambda key: (-count[key], key))]
