#!/usr/bin/env python3
"""Runs random histories of a household through the real program, and looks for differences.

See docs/lab.md.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
import traceback
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Optional

from history import Outcome, run_plan
from minimise import minimise
from planner import draw_plan
from plants import PLANTS, tampering
from picture import Finding
from program import LabError
from quirks import QUIRKS
from steps import Plan, Step


def main() -> int:
    options = _options()
    if options.list:
        for quirk in QUIRKS.values():
            print(f"{quirk.name:26} {quirk.summary}")
        return 0
    if not os.access(options.program, os.X_OK):
        raise LabError(f"there is no program {options.program}: build it, or name it by --program")
    only = None if options.only is None else [name for name in options.only.split(",") if name]
    unknown = set(only or []) - QUIRKS.keys()
    if unknown:
        raise LabError(f"no such quirk: {', '.join(sorted(unknown))}; --list names them")
    if options.plant:
        return _plant(options.program, options.seed, options.jobs)
    return _run(options, only)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default=".build/release/ghostvault")
    parser.add_argument("--runs", type=int, default=20, help="how many histories")
    parser.add_argument(
        "--seed", default="1", help="of all histories; with a number behind a point, of that one")
    parser.add_argument("--only", help="the only quirks, with commas between; empty for none")
    parser.add_argument("--jobs", type=int, default=1, help="histories at the same time")
    parser.add_argument("--length", type=int, default=14, help="the most rounds of a history")
    parser.add_argument("--small", action="store_true", help="one bank, few accounts")
    parser.add_argument("--seconds", type=float, help="begin no history after this time")
    parser.add_argument(
        "--minimise", type=float, default=120, help="seconds for making a failing history small")
    parser.add_argument("--plant", action="store_true", help="plant faults, which must be found")
    parser.add_argument("--trace", action="store_true", help="print what each history did")
    parser.add_argument("--list", action="store_true", help="list the quirks")
    return parser.parse_args()


# Histories

def _run(options: argparse.Namespace, only: Optional[list[str]]) -> int:
    begun = time.monotonic()
    seeds = [options.seed] if "." in options.seed else [
        f"{options.seed}.{number}" for number in range(options.runs)]
    task = partial(_one, options, only, begun)
    outcomes: list[Outcome] = []
    with multiprocessing.Pool(max(1, options.jobs)) as pool:
        for outcome in pool.imap(task, seeds):
            if outcome:
                outcomes.append(outcome)
                _report(outcome, options.trace)
    failed = [outcome for outcome in outcomes if outcome.finding]
    reasons = Counter(reason for outcome in outcomes for reason in outcome.allowances if reason)
    print(
        f"\n{len(outcomes)} histories, {sum(o.commands for o in outcomes)} commands, "
        f"{sum(o.requests for o in outcomes)} requests in {time.monotonic() - begun:.0f} s: "
        f"{len(failed)} failed" if failed else
        f"\n{len(outcomes)} histories, {sum(o.commands for o in outcomes)} commands, "
        f"{sum(o.requests for o in outcomes)} requests in {time.monotonic() - begun:.0f} s: "
        "no difference")
    for kind, count in Counter(o.finding.kind for o in failed if o.finding).most_common():
        print(f"  {count} × {kind}")
    if reasons:
        print("What can't be known, and was allowed:")
        for reason, count in reasons.most_common():
            print(f"  in {count:3} histories: {reason}")
    return 1 if failed or not outcomes else 0


def _one(
    options: argparse.Namespace, only: Optional[list[str]], begun: float, seed: str
) -> Optional[Outcome]:
    """Runs the history of a seed, and makes it small if it fails."""
    if options.seconds and time.monotonic() - begun > options.seconds:
        return None
    try:
        return _run_and_minimise(options, only, seed)
    except Exception:
        return Outcome(Plan(seed, (), 0, 0, ()), Finding("lab", traceback.format_exc()))


def _run_and_minimise(
    options: argparse.Namespace, only: Optional[list[str]], seed: str
) -> Outcome:
    run = partial(run_plan, program=options.program)
    outcome = run(draw_plan(seed, only, options.length, options.small))
    if outcome.finding and options.minimise:
        small = minimise(outcome, run, options.minimise)
        small.commands, small.requests = outcome.commands, outcome.requests
        return small
    return outcome


def _report(outcome: Outcome, is_traced: bool) -> None:
    if outcome.finding is None:
        print(f"{outcome.plan.seed}: {outcome.commands} commands, as it should be", flush=True)
        if is_traced:
            print(outcome.plan, *outcome.trace, sep="\n")
        return
    print(f"\n{outcome.plan.seed}: {outcome.commands} commands, {outcome.finding.kind} at step "
          f"{outcome.step}")
    print(outcome.plan)
    print("What happened:")
    lines = outcome.trace if is_traced else outcome.trace[-40:]
    print(*(f"  {line}" for line in lines), sep="\n")
    rows = outcome.rows_in_question()
    if rows:
        print("What the answers had of it:", *(f"  {row}" for row in rows[-60:]), sep="\n")
    print(outcome.finding.text, flush=True)


# Planted faults

def _plant(program: str, seed: str, jobs: int) -> int:
    """Plants each fault in a plain history. Fails where one is not found."""
    with multiprocessing.Pool(max(1, jobs)) as pool:
        results = pool.map(partial(_one_plant, program, seed), range(len(PLANTS)))
    is_missed = False
    for plant, (is_right, text) in zip(PLANTS, results):
        print(f"{'found' if is_right else 'MISSED'}  {plant.name}: {plant.summary}{text}")
        is_missed = is_missed or not is_right
    return 1 if is_missed else 0


def _one_plant(program: str, seed: str, number: int) -> tuple[bool, str]:
    plant = PLANTS[number]
    outcome = run_plan(_plain_plan(seed), program, tampering(plant))
    if outcome.finding is None:
        return False, " (no finding)"
    is_right = outcome.finding.kind in plant.kinds
    return is_right, "" if is_right else f" ({outcome.finding.kind}: {outcome.finding.text})"


def _plain_plan(seed: str) -> Plan:
    """A short history without quirks that has a decision before any fault is planted."""
    plan = draw_plan(f"plant {seed}", [])
    steps = [Step("connect")]
    for place in range(4):
        steps += [
            Step("decide", {"what": "note", "pick": place}), Step("day", {"count": 2}),
            Step("sync"), Step("sync", {"twice": True}),
            Step("decide", {"what": "apply-rules"}),
            *(Step("decide", {"what": "confirm", "pick": pick}) for pick in range(4))]
    return replace(plan, steps=(*steps, Step("final")))


if __name__ == "__main__":
    try:
        sys.path.insert(0, str(Path(__file__).parent))
        sys.exit(main())
    except LabError as error:
        print(f"lab: {error}", file=sys.stderr)
        sys.exit(2)
