#!/usr/bin/env python3
"""Measure how often balances end inside the range that the program forecast.

Each household is imported into a vault of its own. At the end of every second week from
its fourth month on, the program forecasts with what was known then, and each day is
compared with the balance that came. The widening of ranges was set with the households
of the first half; the others only measure.
"""

import argparse
import collections
import datetime as dt
import json
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path

from vaults import Vault

GENERATE = Path(__file__).with_name("generate.py")
HORIZONS = [1, 7, 14, 30, 60]
FIRST = 92  # days of history before the first forecast
STEP = 14
DEMO_TODAY = "2026-11-20"
HALVES = ["set", "measured"]


def day_of(seconds):
    return dt.datetime.fromtimestamp(seconds, dt.timezone.utc).date()


class Account:
    """The true balances of an account."""

    def __init__(self, answer):
        self.last = day_of(answer["balance-date"])
        self.balance = Decimal(answer["balance"])
        self.rows = sorted(
            (day_of(row["posted"]), Decimal(row["amount"])) for row in answer["transactions"] if row["posted"]
        )

    def on(self, day):
        return self.balance - sum(amount for posted, amount in self.rows if posted > day)


def outcomes(program, name, file):
    """For each forecast day: the horizon, whether the account moves, and how it came out."""
    accounts = {answer["id"]: Account(answer) for answer in json.loads(file.read_text())["accounts"]}
    rows = [day for account in accounts.values() for day, _ in account.rows]
    first, last = min(rows), max(rows)
    found = []
    with tempfile.TemporaryDirectory() as place:
        vault = Vault(program, Path(place) / "imported")
        vault.take(file)
        ids = {one["id"]: one["bank_id"] for one in json.loads(vault.run("accounts", "--json"))}
        today = first + dt.timedelta(FIRST)
        while today + dt.timedelta(30) <= last:
            said = vault.run("forecast", "--as-of", str(today), "--days", str(max(HORIZONS)), "--json")
            for one in json.loads(said):
                found += list(compared(one, accounts.get(ids.get(one["account_id"])), today, last))
            today += dt.timedelta(STEP)
    return found


def compared(one, truth, today, last):
    if truth is None:
        return
    for day in one["days"]:
        when = dt.date.fromisoformat(day["day"])
        ahead = (when - today).days
        if ahead < 1 or when > last or day["low"] is None:
            continue
        low, high, came = Decimal(day["low"]), Decimal(day["high"]), truth.on(when)
        side = -1 if came < low else 1 if came > high else 0
        moves = high > low
        error = abs(came - Decimal(day["expected"]))
        yield one["account"], ahead, moves, side, float(high - low), float(error)


def table(title, halves):
    print(f"\n{title}\n")
    print("| days ahead | " + " | ".join(f"{half}: days | inside, % | below, % | above, %" for half in halves) + " |")
    print("| --- |" + " ---: | ---: | ---: | ---: |" * len(halves))
    lines = [(str(ahead), lambda row, ahead=ahead: row[1] == ahead) for ahead in HORIZONS]
    lines.insert(-1, ("1 to 30", lambda row: row[1] <= 30))
    for name, belongs in lines:
        cells = []
        for rows in halves.values():
            chosen = [row for row in rows if belongs(row)]
            sides = collections.Counter(row[3] for row in chosen)
            count = max(1, len(chosen))
            cells += [str(len(chosen))] + [f"{100 * sides[side] / count:.1f}" for side in (0, -1, 1)]
        print(f"| {name} | " + " | ".join(cells) + " |")


def generated(place, program, seeds, only, demos):
    """Write the households to a folder; the files by half."""
    halves = {half: [] for half in HALVES}
    for seed in seeds:
        folder = Path(place) / str(seed)
        chosen = ["--only", *only] if only else []
        subprocess.run([sys.executable, GENERATE, "--out", folder, "--seed", str(seed), *chosen],
                       check=True, stdout=subprocess.DEVNULL)
        for position, file in enumerate(sorted(folder.glob("*.json"))):
            halves[HALVES[position % 2]].append(file)
    bank = Path(program).with_name("ghostvault-demo-bank")
    for seed in range(1, demos + 1):
        file = Path(place) / f"demo-{seed}.json"
        subprocess.run([bank, "--write-answer", file, "--answer-version", "1", "--seed", str(seed),
                        "--months", "15", "--today", DEMO_TODAY], check=True, stdout=subprocess.DEVNULL)
        halves[HALVES[seed % 2]].append(file)
    return halves


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--program", required=True, help="the program to measure; the demo bank is beside it")
    arguments.add_argument("--seed", type=int, nargs="+", default=[1], help="of the strangers")
    arguments.add_argument("--only", nargs="*", help="names of strangers")
    arguments.add_argument("--demos", type=int, default=4, help="demo households, from seed 1")
    arguments.add_argument("--jobs", type=int, default=2, help="households at the same time")
    arguments.add_argument("--each", action="store_true", help="a line for each household and account, too")
    given = arguments.parse_args()
    program = str(Path(given.program).resolve())
    with ThreadPoolExecutor(given.jobs) as workers, tempfile.TemporaryDirectory() as place:
        halves = generated(place, program, given.seed, given.only, given.demos)
        futures = {
            half: [(file.stem, workers.submit(outcomes, program, file.stem, file)) for file in files]
            for half, files in halves.items()
        }
        rows = {half: [] for half in halves}
        for half, files in futures.items():
            for name, future in files:
                found = future.result()
                rows[half] += found
                if given.each:
                    show_each(name, half, found)
        moving = {half: [row for row in found if row[2]] for half, found in rows.items()}
        table("Accounts that move", moving)
        table("All accounts", rows)


def show_each(name, half, found):
    for account in sorted({row[0] for row in found}):
        chosen = [row for row in found if row[0] == account and row[1] == 30]
        inside = sum(row[3] == 0 for row in chosen)
        below, above = sum(row[3] < 0 for row in chosen), sum(row[3] > 0 for row in chosen)
        width = sorted(row[4] for row in chosen)[len(chosen) // 2] if chosen else 0
        error = sorted(row[5] for row in chosen)[len(chosen) // 2] if chosen else 0
        print(f"{name:18} {half:9} {account[:24]:24} {inside:3}/{len(chosen):3} inside, {below} below, {above} above, "
              f"width {width:.0f}, error {error:.0f}")


if __name__ == "__main__":
    main()
