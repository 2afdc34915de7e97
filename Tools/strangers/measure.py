#!/usr/bin/env python3
"""Measure how right the shipped classification is for households of strangers.

Each household is imported into a vault of its own. Then the person "sees" the first
spending transactions in the order of their days: wrong categories are corrected, and
right ones are confirmed or, in a second vault, left. The rest is measured.
"""

import argparse
import collections
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import counts
import planted
from counts import Count
from vaults import Vault, labels

GENERATE = Path(__file__).with_name("generate.py")

STEPS = ["0", "50", "30%"]
WAYS = ["confirmed", "left"]  # what the person does with right answers
REGIONS = {"us": "US", "uk": "UK"}
SHOWN = ["US", "UK", "elsewhere", "all"]


def amount(step, count):
    """The number of transactions that the person has seen at a step."""
    return count * int(step[:-1]) // 100 if step.endswith("%") else min(int(step), count)


def household(program, name, folder):
    """One household: its counts over movements and payees, its spending by step, its wrong payees."""
    truth = labels(folder / f"{name}.labels.jsonl")
    spending = {}
    with tempfile.TemporaryDirectory() as place:
        vault = Vault(program, Path(place) / "imported")
        vault.take(folder / f"{name}.json")
        first = vault.labelled(truth)
        counted = counts.movements(first)
        payees, *wrong_payees = counts.payees(first)
        counted.update(payees)
        order = [(row, label) for row, label in first if label["class"] == row["class"] == "expense"]
        before = {row["id"]: counts.is_right(row, label) for row, label in first}
        for way in WAYS:
            copy = Vault(program, Path(place) / way, like=vault)
            for step, count in taught(copy, truth, order, before, way == "confirmed").items():
                spending[step, way] = count
    return counted, spending, wrong_payees


def taught(vault, truth, order, before, confirming):
    """Counts over spending at each step, as the person corrects and perhaps confirms rows."""
    seen, found = set(), {}
    for step in sorted(STEPS, key=lambda step: amount(step, len(order))):
        wrong, right = {}, []
        now = {row["id"]: row for row, _ in vault.labelled(truth)}
        for row, label in order[: amount(step, len(order))]:
            if row["id"] not in seen:
                if counts.is_right(now[row["id"]], label):
                    right.append(row["id"])
                else:
                    wrong[row["id"]] = counts.best(label)
            seen.add(row["id"])
        if confirming:
            vault.confirm(right)
        vault.correct(wrong)
        found[step] = counts.spending(vault.labelled(truth), set(seen), before)
    return found


def table(heads, lines):
    widths = [max(len(str(line[column])) for line in [heads, *lines]) for column in range(len(heads))]
    for line in [heads, *lines]:
        print("  ".join(str(cell).ljust(width) if column == 0 else str(cell).rjust(width)
                        for column, (cell, width) in enumerate(zip(line, widths))))
    print()


def show_regions(regions, spending):
    """Print the main table: a line for each figure, a column for each region."""
    shown = [region for region in SHOWN if regions[region]]
    lines = []

    def line(title, figure):
        lines.append([title, *(figure(region) for region in shown)])

    def spent(title, step, way, figure):
        line(title, lambda region: figure(spending[region, step, way]))

    spent("spending transactions", "0", "confirmed", lambda count: count["rows"])
    spent("a careful person with the text alone", "0", "confirmed", lambda count: count.share("ceiling", "rows"))
    for step in STEPS:
        title = "untrained" if step == "0" else f"after {step}"
        spent(f"{title}: right", step, "confirmed", lambda count: count.share("right", "rows"))
        spent("  right by sure answers", step, "confirmed", lambda count: count.share("sure right", "rows"))
        spent("  sure answers wrong", step, "confirmed", lambda count: count.share("sure wrong", "sure"))
        spent("  left as other", step, "confirmed", lambda count: count.share("other", "rows"))
        spent("  guesses", step, "confirmed", lambda count: count.share("guesses", "rows"))
        spent("  right of guesses", step, "confirmed", lambda count: count.share("guesses right", "guesses"))
        spent("  calibration error of guesses", step, "confirmed", counts.calibration_error)
        if step != "0":
            spent("  right, became wrong", step, "confirmed", lambda count: count.share("spoiled", "rows"))
            spent("  nothing confirmed: right", step, "left", lambda count: count.share("right", "rows"))
            spent("  nothing confirmed: became wrong", step, "left", lambda count: count.share("spoiled", "rows"))
    line("classes right", lambda region: regions[region].share("class right", "all"))
    line("sides of transfers found", lambda region: regions[region].share("sides found", "sides"))
    line("  of those right", lambda region: regions[region].share("called transfer right", "called transfer"))
    line("  found if the other account isn't connected", lambda region: regions[region].share("alone found", "alone"))
    line("pairs of sides found", lambda region: regions[region].share("paired right", "pairs"))
    line("  of those right", lambda region: regions[region].share("paired right", "paired"))
    line("income that is none", lambda region: f"{regions[region]['no income']}/{regions[region]['income']}")
    line("merchants with several payees", lambda region: regions[region].share("split", "merchants"))
    line("payees of several merchants", lambda region: regions[region].share("merged", "payees"))
    line("merchants that share a payee", lambda region: regions[region].share("in a merge", "all merchants"))
    table(["in percent", *shown], lines)


def show_stages(count):
    """Print how often the sure answers of each stage are wrong, before the person decided anything."""
    stages = counts.largest_first(count, "by ")
    table(["untrained, by stage", "answers", "wrong, %"],
          [[stage, count[f"by {stage}"], count.share(f"by {stage} wrong", f"by {stage}")] for stage in stages])


def show_calibration(spending):
    """Print how often guesses are right, by tenths of their probability."""
    found = {step: spending["all", step, "confirmed"] for step in STEPS}
    heads = [head for step in STEPS for head in (f"guesses, {step}", "right, %")]
    lines = [
        [f".{tenth} to {(tenth + 1) / 10:.1f}".replace("0.", "."),
         *(cell for count in found.values() for cell in (
             count[f"tenth {tenth}"], count.share(f"tenth {tenth} right", f"tenth {tenth}")))]
        for tenth in range(10) if any(count[f"tenth {tenth}"] for count in found.values())
    ]  # fmt: skip
    if lines:
        table(["probability; guesses after so many seen", *heads], lines)


def show_planted(program, workers, seed, wrong):
    """Print how many of the planted merchants are merged or split."""
    lines = []
    for chains, towns in planted.SIZES:
        found = list(workers.map(
            lambda language: planted.measure(program, language, chains, towns, seed), planted.LANGUAGES))
        for title, figure in (("share a payee", "in a merge"), ("have several payees", "split")):
            lines.append([f"{chains} × {towns}: {title}", *(f"{count[figure]}/{count['all merchants']}"
                                                            for count, _, _ in found)])
        for language, (_, split, merged) in zip(planted.LANGUAGES, found) if wrong else []:
            show_wrong_payees(f"planted, {language}", split, merged)
    table(["chains × towns, a shop for each town", *planted.LANGUAGES], lines)


def show_wrong_payees(name, split, merged):
    for merchant, payees in split:
        print(f"{name}: {merchant} is split: {', '.join(payees)}")
    for payee, merchants in merged:
        print(f"{name}: {payee} is several: {', '.join(merchants)}")


def show_svm(program, seeds, only):
    """Print what a linear SVM makes of the same transactions, if scikit-learn is there."""
    import svm

    if svm.is_available():
        svm.show(program, seeds, only)
    else:
        print("No scikit-learn for this Python: nothing to compare with.")


def generated(place, seed, only):
    """Write the households to a folder; their names."""
    chosen = ["--only", *only] if only else []
    subprocess.run([sys.executable, GENERATE, "--out", place, "--seed", str(seed), *chosen],
                   check=True, stdout=subprocess.DEVNULL)
    return sorted(path.stem for path in Path(place).glob("*.json"))


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--program", required=True, help="the program to measure")
    arguments.add_argument("--seed", type=int, nargs="+", default=[1], help="their figures are added up")
    arguments.add_argument("--only", nargs="*", help="names of households; leaves out the planted chains")
    arguments.add_argument("--jobs", type=int, default=2, help="households at the same time")
    arguments.add_argument("--each", action="store_true", help="a line for each household, too")
    arguments.add_argument("--payees", action="store_true", help="each merchant whose payee is wrong, too")
    arguments.add_argument("--svm", action="store_true", help="a linear SVM over words, too (needs scikit-learn)")
    given = arguments.parse_args()
    program = str(Path(given.program).resolve())
    regions, spending = collections.defaultdict(Count), collections.defaultdict(Count)
    lines = []
    with ThreadPoolExecutor(given.jobs) as workers, tempfile.TemporaryDirectory() as place:
        made = [
            (Path(place) / str(seed), name)
            for seed in given.seed for name in generated(f"{place}/{seed}", seed, given.only)
        ]  # fmt: skip
        found = workers.map(lambda home: household(program, home[1], home[0]), made)
        for (_, name), (counted, steps, wrong_payees) in zip(made, found):
            if given.payees:
                show_wrong_payees(name, *wrong_payees)
            for region in (REGIONS.get(name[:2], "elsewhere"), "all"):
                regions[region].update(counted)
                for key, count in steps.items():
                    spending[region, *key].update(count)
            lines.append([name, counted.share("class right", "all"), counted.share("sides found", "sides"),
                          *(steps[step, "confirmed"].share("right", "rows") for step in STEPS)])
        if given.each:
            table(["household", "classes", "transfers", *STEPS], lines)
        show_regions(regions, spending)
        show_stages(spending["all", "0", "confirmed"])
        show_calibration(spending)
        if not given.only:
            show_planted(program, workers, given.seed[0], given.payees)
    if given.svm:
        show_svm(program, given.seed, given.only)


if __name__ == "__main__":
    main()
