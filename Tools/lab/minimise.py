"""Cuts a failing history down to what it needs to fail."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Callable, Iterator, Optional

from history import Outcome
from model import BankSpec
from steps import Plan, Step

#: Runs a plan.
Runner = Callable[[Plan], Outcome]


def minimise(outcome: Outcome, run: Runner, seconds: float) -> Outcome:
    """The smallest history found within some seconds that still fails in the same way."""
    best = outcome
    if best.finding is None:
        return best
    end = time.monotonic() + seconds
    kind = best.finding.kind

    def fails(plan: Plan) -> bool:
        nonlocal best
        if time.monotonic() > end:
            return False
        tried = run(plan)
        if tried.finding is None or tried.finding.kind != kind:
            return False
        best = tried
        return True

    fails(replace(best.plan, steps=best.plan.steps[: best.step]))
    _drop_steps(lambda: best.plan, fails)
    was_smaller = True
    while was_smaller and time.monotonic() < end:
        was_smaller = any(fails(plan) for plan in _smaller(best.plan))
    _drop_steps(lambda: best.plan, fails)
    return best


def _drop_steps(plan: Callable[[], Plan], fails: Callable[[Plan], bool]) -> None:
    """Drops ever smaller runs of steps from the end to the beginning."""
    size = max(1, len(plan().steps) // 2)
    while True:
        start = len(plan().steps) - size
        while start > -size:
            steps = plan().steps
            first = max(0, start)
            cut = tuple(
                step for place, step in enumerate(steps)
                if not first <= place < start + size or step.action == "connect")
            if len(cut) < len(steps):
                fails(replace(plan(), steps=cut))
            start -= size
        if size == 1:
            return
        size //= 2


def _smaller(plan: Plan) -> Iterator[Plan]:
    """Plans with one thing less: a connection, a bank, an account, a habit, some history."""
    for connection in plan.connections:
        if len(plan.connections) > 1:
            rest = tuple(c for c in plan.connections if c is not connection)
            yield _fitting(replace(plan, connections=rest))
        for bank in connection.banks:
            if len(connection.banks) > 1:
                yield _with_bank(plan, bank, None)
            if len(bank.accounts) > 1:
                for account in bank.accounts:
                    rest_of = tuple(a for a in bank.accounts if a is not account)
                    yield _with_bank(plan, bank, replace(bank, accounts=rest_of))
            for quirk in sorted(bank.quirks):
                yield _with_bank(plan, bank, replace(bank, quirks=bank.quirks - {quirk}))
    span = plan.connect_day - plan.first_day
    if span > 4:
        yield replace(plan, first_day=plan.connect_day - span // 2)


def _with_bank(plan: Plan, old: BankSpec, new: Optional[BankSpec]) -> Plan:
    connections = tuple(
        replace(connection, banks=tuple(
            new if bank is old else bank for bank in connection.banks
            if bank is not old or new is not None))
        for connection in plan.connections)
    return _fitting(replace(plan, connections=connections))


def _fitting(plan: Plan) -> Plan:
    """The plan without steps about banks and connections that it does not have."""
    banks = {bank.name for bank in plan.banks}
    names = {connection.name for connection in plan.connections}

    def fits(step: Step) -> bool:
        return step.arguments.get("bank", next(iter(banks))) in banks and step.arguments.get(
            "connection", next(iter(names))) in names

    return replace(plan, steps=tuple(step for step in plan.steps if fits(step)))
