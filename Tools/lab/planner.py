"""Draws a history: who banks where, which quirks there are, and what happens when."""

from __future__ import annotations

import random

from model import AccountSpec, BankSpec, ConnectionSpec, day_of
from quirks import QUIRKS, Quirk
from steps import Plan, Step

EARLIEST_DAY = day_of("2026-02-10")
KINDS = (
    ("checking", "credit"), ("credit",), ("checking", "credit"), ("checking", "brokerage"),
    ("checking", "savings", "credit"))
NAMES = {
    "checking": "Checking", "savings": "Savings", "credit": "Card", "brokerage": "Brokerage"}
DECISIONS = ("note", "note", "note", "tag", "category", "confirm", "confirm", "undo", "redo",
             "add-rule", "edit-rule", "transfer", "hide", "count", "apply-rules", "apply-all",
             "rule-file", "break-file", "fail-file")


def draw_plan(
    seed: str, only: list[str] | None = None, length: int = 14, is_small: bool = False
) -> Plan:
    """A history for a seed; ``only`` names its quirks, else some are drawn."""
    draw = random.Random(f"plan/{seed}")
    quirks = [QUIRKS[name] for name in only] if only is not None else _drawn(draw)
    # Small histories are quick, and most differences need no more.
    connections = _connections(draw, quirks, is_small or draw.random() < 0.5)
    connect_day = EARLIEST_DAY + draw.randint(0, 200)
    names = {quirk.name for quirk in quirks}
    span = draw.choice((5, 40, 70, 100))
    # Years of history cost time, so only those have some that are about it.
    if names & {"empty-at-first", "history-later", "clock-ahead", "clock-1970", "clock-at-connect"}:
        span = max(span, 100)
    if "years" in names:
        span = 700
    first_day = connect_day - (170 if "pause" in names else span)
    clock = draw.choice(({"today": 0}, {"skew": 60}, {"skew": -400}))
    steps = _first_steps(draw, quirks, connections) + [
        Step("connect", clock if "clock-at-connect" in names else {})]
    incidents = [q for q in quirks if q.incident and not q.is_first]
    banks = [(bank.name, c.name) for c in connections for bank in c.banks]
    rounds = draw.randint(max(3, length // 2), length)
    # Each incident happens once at least, if there are enough rounds.
    due = {draw.randrange(rounds): quirk for quirk in incidents}
    later = draw.randrange(2, rounds) if rounds > 2 else 1
    for number in range(rounds):
        pauses = (1, 9, 30, 60) if "years" in names else (1, 1, 1, 2, 3, 9)
        steps.append(Step("day", {"count": draw.choice(pauses)}))
        if number == later:
            steps += _end_of_first(quirks, banks)
        quirk = due.get(number)
        if quirk is None and incidents and draw.random() < 0.3:
            quirk = draw.choice(incidents)
        if quirk and quirk.incident:
            steps += quirk.incident(draw, *draw.choice(banks))
        else:
            steps.append(Step("sync", {"twice": True} if draw.random() < 0.2 else {}))
        for _ in range(draw.choice((0, 1, 1, 2))):
            steps.append(Step("decide", {
                "what": draw.choice(DECISIONS), "pick": draw.randrange(10**6),
                "pending": draw.random() < 0.5}))
    steps.append(Step("final"))
    return Plan(seed, tuple(connections), first_day, connect_day, tuple(steps))


def _drawn(draw: random.Random) -> list[Quirk]:
    """Some quirks, of which none excludes another."""
    chosen: list[Quirk] = []
    for quirk in draw.sample(list(QUIRKS.values()), draw.choice((0, 1, 2, 3, 5, 8))):
        if not quirk.excludes or all(other.excludes != quirk.excludes for other in chosen):
            chosen.append(quirk)
    return chosen


def _connections(
    draw: random.Random, quirks: list[Quirk], is_small: bool
) -> list[ConnectionSpec]:
    names = {quirk.name for quirk in quirks}
    habits = [q.name for q in quirks if q.is_habit or not q.incident]
    connections: list[ConnectionSpec] = []
    number = 0
    is_shared = bool(names & {"shared-account-ids", "id-thief"})
    for place in range(1 if is_small else draw.choice((1, 1, 2))):
        banks: list[BankSpec] = []
        others = 1 if is_small else draw.choice((1, 1, 2))
        for _ in range(2 if is_shared and place == 0 else others):
            accounts: list[AccountSpec] = []
            kinds = draw.choice(KINDS[:2] if is_small else KINDS)
            currency = draw.choice(("USD", "USD", "USD", "EUR"))
            for order, kind in enumerate(kinds):
                number += 1
                bank_id = f"{order + 1}" if is_shared else f"ACC-{number}"
                accounts.append(
                    AccountSpec(f"{NAMES[kind]} {number}", kind, currency, bank_id))
            # Each habit is one of some banks, but at least of the first.
            own = frozenset(
                name for name in habits if (not connections and not banks) or draw.random() < 0.5)
            letter = "ABCDEF"[len(banks) + 2 * place]
            banks.append(BankSpec(f"Bank {letter}", f"CON-{letter}", tuple(accounts), own))
        connections.append(ConnectionSpec(f"c{place + 1}", tuple(banks)))
    return connections


def _first_steps(
    draw: random.Random, quirks: list[Quirk], connections: list[ConnectionSpec]
) -> list[Step]:
    steps: list[Step] = []
    bank = connections[0].banks[0].name
    for quirk in quirks:
        if quirk.is_first and quirk.incident:
            steps += quirk.incident(draw, bank, connections[0].name)
    if any(quirk.name == "id-thief" for quirk in quirks):
        steps.append(Step("bank", {"bank": connections[0].banks[1].name, "is_silent": True}))
    return steps


def _end_of_first(quirks: list[Quirk], banks: list[tuple[str, str]]) -> list[Step]:
    """What ends the strange beginning of a connection."""
    steps: list[Step] = []
    names = {quirk.name for quirk in quirks}
    if names & {"empty-at-first", "history-later"}:
        steps.append(Step("bank", {"bank": banks[0][0], "history_begins": 0}))
    if "id-thief" in names:
        steps += [
            Step("bank", {"bank": banks[0][0], "is_silent": True}),
            Step("bank", {"bank": banks[1][0], "is_silent": False}),
            Step("sync"), Step("day", {"count": 1}), Step("sync"),
            Step("bank", {"bank": banks[0][0], "is_silent": False}),
        ]
    return steps
