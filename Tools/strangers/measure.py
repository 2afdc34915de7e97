#!/usr/bin/env python3
"""Measure how right the shipped classification is for households of strangers.

Each household is imported into a vault of its own. Then the person "sees" the first
spending transactions in the order of their days: wrong categories are corrected, right
ones are confirmed. The rest is measured.
"""

import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

GENERATE = Path(__file__).with_name("generate.py")

STEPS = ["0", "10", "50", "200", "30%"]
REGIONS = {"us": "US", "uk": "UK"}


class Vault:
    """A vault in a temporary folder, used through the program."""

    def __init__(self, program, folder):
        self.program = program
        self.env = dict(os.environ, GHOSTVAULT_VAULT=str(folder), GHOSTVAULT_SECRETS="file")
        self.run("init")

    def run(self, *arguments):
        done = subprocess.run([self.program, *arguments], env=self.env, capture_output=True, text=True)
        # 10: done, though something of the person's could not be applied.
        if done.returncode not in (0, 10):
            raise SystemExit(f"{' '.join(arguments)[:80]}: {done.stdout}{done.stderr}")
        return done.stdout

    def transactions(self):
        return json.loads(self.run("transactions", "--all", "--json"))

    def correct(self, chosen):
        """Set the categories of transactions, by id."""
        by_category = collections.defaultdict(list)
        for number, category in chosen.items():
            by_category[category].append(str(number))
        for category, numbers in sorted(by_category.items()):
            self.run("transactions", "set", *numbers, "--category", category)

    def confirm(self, numbers):
        """Leave transactions as they are, having seen them."""
        if numbers:
            self.run("transactions", "confirm", *map(str, numbers))


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
    return row["class"] == "expense" and row["category"] in accepted(label)


class Count(collections.Counter):
    """Counts of rows, and shares of them in percent."""

    def share(self, part, whole):
        return f"{100 * self[part] / self[whole]:5.1f}" if self[whole] else "    –"


def measure_spending(rows, seen, before):
    """Counts over the spending that the person has not seen."""
    count = Count()
    for row, label in rows:
        if label["class"] != "expense" or row["id"] in seen:
            continue
        count["rows"] += 1
        right = is_right(row, label)
        count["right"] += right
        count["spoiled"] += before.get(row["id"], False) and not right
        reason = (row["reasons"].get("category") or {}).get("text", "")
        if row["class"] == "expense" and row["category"] == "other" and "other" not in accepted(label):
            count["other"] += 1
        if row["category"] != "other" and row["class"] == "expense":
            count["said"] += 1
            count["said right"] += right
        for source in ("Learned", "Guess", "Brand", "Kind of place", "Processor"):
            if reason.startswith(source):
                count[source] += 1
                count[source + " right"] += right
    return count


def measure_classes(rows):
    """Counts over classes and transfers."""
    count = Count()
    numbers = {(label["account"], label["id"]): row["id"] for row, label in rows}
    for row, label in rows:
        count["rows"] += 1
        count["class right"] += row["class"] in classes(label)
        partner = label.get("partner")
        other = numbers.get((partner["account"], partner["id"])) if partner else None
        count["pairs"] += other is not None
        if row["partner"] is not None:
            count["found"] += 1
            count["found right"] += row["partner"] == other
    return count


def measure_alone(rows):
    """Counts over transfers to accounts that are not connected, and over income."""
    count = Count()
    for row, label in rows:
        if label["class"] == "transfer" and not label.get("partner"):
            count["alone"] += 1
            count["alone right"] += row["class"] in classes(label)
        if row["class"] == "income":
            count["income"] += 1
            count["income right"] += "income" in classes(label)
    return count


def measure_payees(rows):
    """Counts over merchants that were paid twice or more, and over payees."""
    count = Count()
    payees, merchants = collections.defaultdict(set), collections.defaultdict(set)
    times = collections.Counter()
    for row, label in rows:
        if merchant := label.get("merchant"):
            payees[merchant].add(row["payee"])
            merchants[row["payee"]].add(merchant)
            times[merchant] += 1
    for merchant, found in payees.items():
        count["merchants"] += times[merchant] > 1
        count["split"] += len(found) > 1
    for payee, found in merchants.items():
        count["payees"] += 1
        count["merged"] += len(found) > 1
    return count, [(merchant, sorted(found)) for merchant, found in payees.items() if len(found) > 1], [
        (payee, sorted(found)) for payee, found in merchants.items() if len(found) > 1]


def show_payees(regions):
    """Print the table of `measure_payees`."""
    print()
    table(["merchants paid twice or more", "merchants", "split, %", "payees", "of two merchants, %"],
          [[region, count["merchants"], count.share("split", "merchants"), count["payees"],
            count.share("merged", "payees")] for region, count in sorted(regions.items())])


def show_alone(regions):
    """Print the table of `measure_alone`."""
    print()
    table(["in percent", "transfers alone", "of these right", "income", "of that right"],
          [[region, count["alone"], count.share("alone right", "alone"), count["income"],
            count.share("income right", "income")] for region, count in sorted(regions.items())])


def show_svm(program, seed, only):
    """Print what a linear SVM makes of the same transactions, if scikit-learn is there."""
    import svm

    print()
    if svm.is_available():
        svm.show(program, seed, only)
    else:
        print("No scikit-learn for this Python: nothing to compare with.")


def joined(vault, labels):
    rows = [(row, labels.get((row["account_bank_id"], row["bank_id"]))) for row in vault.transactions()]
    rows = [(row, label) for row, label in rows if label and not row["pending"]]
    return sorted(rows, key=lambda pair: (pair[0]["day"], pair[0]["id"]))


def household(program, name, folder):
    """The counts of one household: (classes, by step the spending, wrong payees)."""
    labels = {}
    for line in (folder / f"{name}.labels.jsonl").read_text().splitlines():
        label = json.loads(line)
        labels[(label["account"], label["id"])] = label
    spending = {}
    with tempfile.TemporaryDirectory() as place:
        vault = Vault(program, Path(place) / "vault")
        vault.run("import", "--format", "simplefin", str(folder / f"{name}.json"))
        first = joined(vault, labels)
        counted = measure_classes(first)
        counted.update(measure_alone(first))
        payees, *wrong_payees = measure_payees(first)
        counted.update(payees)
        order = [(row, label) for row, label in first if label["class"] == row["class"] == "expense"]
        before = {row["id"]: is_right(row, label) for row, label in first}
        seen = set()
        for step in sorted(STEPS, key=lambda step: amount(step, len(order))):
            wrong = {}
            right = []
            now = {row["id"]: row for row, _ in joined(vault, labels)}
            for row, label in order[: amount(step, len(order))]:
                if row["id"] not in seen:
                    if is_right(now[row["id"]], label):
                        right.append(row["id"])
                    else:
                        wrong[row["id"]] = best(label)
                seen.add(row["id"])
            vault.confirm(right)
            vault.correct(wrong)
            spending[step] = measure_spending(joined(vault, labels), set(seen), before)
    return counted, spending, wrong_payees


def amount(step, count):
    """The number of transactions that the person has seen at a step."""
    return count * int(step[:-1]) // 100 if step.endswith("%") else min(int(step), count)


def table(heads, lines):
    widths = [max(len(str(line[column])) for line in [heads, *lines]) for column in range(len(heads))]
    for line in [heads, *lines]:
        print("  ".join(str(cell).ljust(width) if column == 0 else str(cell).rjust(width)
                        for column, (cell, width) in enumerate(zip(line, widths))))


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--program", required=True, help="the program to measure")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--only", nargs="*", help="names of households")
    arguments.add_argument("--each", action="store_true", help="a line for each household, too")
    arguments.add_argument("--payees", action="store_true", help="each merchant whose payee is wrong, too")
    arguments.add_argument("--svm", action="store_true", help="a linear SVM over words, too (needs scikit-learn)")
    given = arguments.parse_args()
    program = str(Path(given.program).resolve())
    regions = collections.defaultdict(Count)
    spending = collections.defaultdict(Count)
    lines = []
    with tempfile.TemporaryDirectory() as place:
        only = ["--only", *given.only] if given.only else []
        subprocess.run([sys.executable, GENERATE, "--out", place, "--seed", str(given.seed), *only],
                       check=True, stdout=subprocess.DEVNULL)
        for name in sorted(path.stem for path in Path(place).glob("*.json")):
            counted, steps, (split, merged) = household(program, name, Path(place))
            if given.payees:
                for merchant, payees in split:
                    print(f"{name}: {merchant} is split: {', '.join(payees)}")
                for payee, merchants in merged:
                    print(f"{name}: {payee} is several: {', '.join(merchants)}")
            for region in (REGIONS.get(name[:2], "elsewhere"), "all"):
                regions[region].update(counted)
                for step, count in steps.items():
                    spending[region, step].update(count)
            lines.append([name, counted.share("class right", "rows"), counted.share("found right", "pairs"),
                          *(steps[step].share("right", "rows") for step in STEPS)])
    if given.each:
        table(["household", "class", "transfers", *STEPS], lines)
        print()
    table(["in percent", "rows", "class right", "transfers found", "of those right"],
          [[region, count["rows"], count.share("class right", "rows"), count.share("found right", "pairs"),
            count.share("found right", "found")] for region, count in sorted(regions.items())])
    print()
    table(["spending, after so many seen", "rows", "right", "precision", "left as other", "spoiled",
           "learned", "guesses", "right of guesses"],
          [[f"{region}, {step}", count["rows"], count.share("right", "rows"), count.share("said right", "said"),
            count.share("other", "rows"), count.share("spoiled", "rows"), count.share("Learned", "rows"),
            count.share("Guess", "rows"), count.share("Guess right", "Guess")]
           for region in ("US", "UK", "elsewhere", "all") for step in STEPS
           if (count := spending[region, step])["rows"]])
    show_alone(regions)
    show_payees(regions)
    if given.svm:
        show_svm(program, given.seed, given.only)


if __name__ == "__main__":
    main()
