"""The table of quirks: everything strange that banks, bridges, clocks and machines do.

A quirk that is a habit of a bank is a word that ``household.py`` and ``bank.py`` know. The others
happen now and then: their incidents are steps that a history mixes in.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Callable, Optional

from steps import Step

#: Makes the steps of one incident for a bank and its connection.
Incident = Callable[[random.Random, str, str], list[Step]]


@dataclass(frozen=True)
class Quirk:
    """Something strange, and whether it is a bank's habit or happens now and then."""

    name: str
    summary: str
    incident: Optional[Incident] = None
    #: Of quirks with the same word here a bank has one at most.
    excludes: str = ""
    #: A quirk of the first days of a connection; its steps come before the first sync.
    is_first: bool = False
    #: Whether the incident comes on top of a habit that has the quirk's name.
    is_habit: bool = False
    #: Whether it is about the clock or a kill, and so of no bank.
    is_global: bool = False


def _sync(**arguments: object) -> Step:
    return Step("sync", arguments)


def _day(count: int = 1) -> Step:
    return Step("day", {"count": count})


def _bank(bank: str, **condition: object) -> Step:
    return Step("bank", {"bank": bank, **condition})


def _for_some_syncs(on: dict[str, object], off: dict[str, object]) -> Incident:
    def steps(draw: random.Random, bank: str, connection: str) -> list[Step]:
        between: list[Step] = [_sync()]
        for _ in range(draw.choice((0, 0, 1, 2))):
            between += [_day(), _sync()]
        return [_bank(bank, **on), *between, _bank(bank, **off), _day(), _sync()]
    return steps


def _decided(draw: random.Random, bank: str, connection: str) -> list[Step]:
    """Decisions about pending charges, and days on which they settle."""
    steps: list[Step] = [_sync()]
    for what in ("note", "tag", "note"):
        steps.append(Step("decide", {
            "what": what, "pick": draw.randrange(10**6), "pending": True}))
    return [*steps, _day(), _sync(), _day(draw.choice((1, 3, 7))), _sync()]


def _errors(draw: random.Random, bank: str, connection: str) -> list[Step]:
    error = draw.choice(("absent", "empty", "half", "full"))
    return _for_some_syncs({"error": error}, {"error": None})(draw, bank, connection)


def _rotation(*changes: str) -> Incident:
    def steps(draw: random.Random, bank: str, connection: str) -> list[Step]:
        return [Step("rotate", {"bank": bank, "changes": list(changes)}), _sync()]
    return steps


def _later_days(draw: random.Random, bank: str, connection: str) -> list[Step]:
    return [
        Step("rotate", {"bank": bank, "changes": ["days"], "by": draw.choice((1, 2))}), _sync()]


def _block(draw: random.Random, bank: str, connection: str) -> list[Step]:
    """Ids of some days change, while the bank is well or not."""
    condition, on, off = draw.choice((
        ("is_silent", False, False), ("error", "full", None), ("ignores_windows", True, False)))
    return [
        Step("rotate", {"bank": bank, "block": draw.choice((3, 10, 40))}),
        _bank(bank, **{condition: on}), _sync(),
        _bank(bank, **{condition: off}), *([_day()] if draw.random() < 0.5 else []), _sync()]


def _rotation_with(condition: str, on: object, off: object) -> Incident:
    def steps(draw: random.Random, bank: str, connection: str) -> list[Step]:
        return [
            Step("rotate", {"bank": bank, "changes": []}), _bank(bank, **{condition: on}), _sync(),
            _bank(bank, **{condition: off}), *([_day()] if draw.random() < 0.5 else []), _sync()]
    return steps


def _rotation_with_error(draw: random.Random, bank: str, connection: str) -> list[Step]:
    return _rotation_with("error", draw.choice(("half", "full")), None)(draw, bank, connection)


def _fault(draw: random.Random, bank: str, connection: str) -> list[Step]:
    kind = draw.choice(("403", "402", "429", "500", "503", "html", "cut"))
    return [
        Step("fault", {"connection": connection, "kind": kind, "from": draw.choice((1, 1, 2))}),
        _sync(), _day(), _sync()]


def _clock(*skews: int) -> Incident:
    def steps(draw: random.Random, bank: str, connection: str) -> list[Step]:
        return [
            _sync(skew=draw.choice(skews)), _sync(), _day(2), _sync(),
            _day(draw.choice((1, 60))), _sync()]
    return steps


def _year_1970(draw: random.Random, bank: str, connection: str) -> list[Step]:
    return [_sync(today=0), _day(), _sync(), _day(draw.choice((1, 60))), _sync()]


def _right_clock(draw: random.Random, bank: str, connection: str) -> list[Step]:
    return [_sync(), _day(draw.choice((1, 60))), _sync()]


def _balance_ahead(draw: random.Random, bank: str, connection: str) -> list[Step]:
    return [
        _bank(bank, balance_ahead=draw.choice((1, 3, 400))), _sync(),
        _bank(bank, balance_ahead=0), _day(), _sync(), _day(2), _sync()]


def _redirects(draw: random.Random, bank: str, connection: str) -> list[Step]:
    on = Step("redirect", {"connection": connection, "hops": draw.choice((1, 1, 2))})
    off = Step("redirect", {"connection": connection, "hops": 0})
    many = [_sync() for _ in range(draw.choice((1, 8)))]
    return [on, *many, off, _day(), _sync()]


def _quota(draw: random.Random, bank: str, connection: str) -> list[Step]:
    return [*[_sync() for _ in range(14)], _day(), _sync()]


def _kill(draw: random.Random, bank: str, connection: str) -> list[Step]:
    if draw.random() < 0.5:
        kill = {"request": draw.choice((1, 2)), "phase": draw.choice(("before", "after"))}
    else:
        kill = {"milliseconds": round(draw.uniform(5, 150), 1)}
    return [_sync(kill=kill)]


def _relink(draw: random.Random, bank: str, connection: str) -> list[Step]:
    merge = Step("decide", {"what": "merge", "pick": 0})
    return [
        _sync(), Step("relink", {"bank": bank}), _day(), _sync(), _day(draw.choice((1, 5))),
        _sync(), merge, _day(), _sync()]


def _relink_moved(draw: random.Random, bank: str, connection: str) -> list[Step]:
    """The new connection has the days of earlier rows otherwise, as noon or as day of posting."""
    moved = draw.choice((-1, 1, 1, 2, 3))
    return [
        Step("relink", {"bank": bank, "moved": moved}) if step.action == "relink" else step
        for step in _relink(draw, bank, connection)]


def _for_months(**condition: object) -> Incident:
    def steps(draw: random.Random, bank: str, connection: str) -> list[Step]:
        between: list[Step] = []
        for _ in range(draw.choice((3, 5))):
            between += [_day(draw.choice((3, 9, 20, 30))), _sync()]
            between.append(Step("decide", {
                "what": draw.choice(("note", "tag", "confirm", "category", "rule-file")),
                "pick": draw.randrange(10**6), "pending": True}))
        off = {name: False for name in condition}
        return [_bank(bank, **condition), _sync(), *between, _bank(bank, **off), _day(), _sync()]
    return steps


def _rule_files(draw: random.Random, bank: str, connection: str) -> list[Step]:
    """Rule files that are edited, broken and mended while syncs go on."""
    steps: list[Step] = []
    for _ in range(draw.choice((2, 4))):
        for what in draw.sample(("rule-file", "break-file", "fail-file", "rule-file"), 3):
            steps += [
                Step("decide", {"what": what, "pick": draw.randrange(10**6)}), _day(), _sync()]
    return steps


def _reversed(draw: random.Random, bank: str, connection: str) -> list[Step]:
    """The person turns the signs of accounts round, and one perhaps back."""
    steps: list[Step] = [_sync()]
    for _ in range(draw.choice((1, 2, 3))):
        steps += [
            Step("decide", {"what": "reverse", "pick": draw.randrange(10**6)}), _day(), _sync()]
    return steps


def _empty_at_first(draw: random.Random, bank: str, connection: str) -> list[Step]:
    return [_bank(bank, history_begins=10**6)]


def _history_later(draw: random.Random, bank: str, connection: str) -> list[Step]:
    return [_bank(bank, recent_days=draw.choice((10, 30)))]


QUIRKS = {quirk.name: quirk for quirk in (
    # Pending charges
    Quirk("dropped-holds", "pending charges that come to nothing",
          _decided, is_habit=True),
    Quirk("tips", "pending charges that post with a tip",
          _decided, is_habit=True),
    Quirk("other-amounts", "pending charges of 1.00 that post with what was used",
          _decided, is_habit=True),
    Quirk("changing-holds", "pending charges whose amount changes while they are pending",
          _decided, is_habit=True),
    Quirk("holds-undated", "pending charges without a day",
          _decided, is_habit=True),
    Quirk("holds-dated-now", "pending charges dated with the moment of each answer",
          _decided, is_habit=True),
    Quirk("holds-rotate", "pending charges with a new id each day",
          _decided, is_habit=True),
    Quirk("holds-keep-ids", "pending charges that post under the same id",
          _decided, is_habit=True),
    Quirk("holds-missing-once", "pending charges that one day's answers lack",
          _decided, is_habit=True),
    Quirk("served-again", "settled charges that are served as pending too for some days",
          _decided, is_habit=True),
    Quirk("old-holds", "pending charges that are served for 75 days",
          _decided, is_habit=True),
    Quirk("neighbours", "a charge is dropped and another of the same amount is posted",
          _decided, is_habit=True),
    Quirk("equal-holds", "several equal charges that settle at once",
          _decided, is_habit=True),
    # Corrections
    Quirk("corrections", "posted rows that get another day, wording or amount"),
    Quirk("doubled", "posted rows that are there twice for some days"),
    Quirk("undated", "posted rows without any day"),
    # Ids
    Quirk("rotating-ids", "all ids of a bank change", _rotation()),
    Quirk("rotating-days", "all ids and days of a bank change at once", _rotation("days")),
    Quirk("rotating-later-days", "all ids of a bank change, and rows move to later days",
          _later_days),
    Quirk("rotating-block", "the ids of some days change", _block),
    Quirk("rotating-payees", "all ids and texts of a bank change at once", _rotation("payees")),
    Quirk("rotating-with-error", "ids change while the bank reports an error",
          _rotation_with_error),
    Quirk("rotating-unreadable", "ids change while some rows can't be read",
          _rotation_with("has_unreadable_rows", True, False)),
    Quirk("rotating-capped", "ids change while answers are capped",
          _rotation_with("is_capped", True, False)),
    Quirk("rotating-ignored-windows", "ids change while windows are ignored",
          _rotation_with("ignores_windows", True, False)),
    Quirk("ids-per-request", "ids that are new in each answer", excludes="ids"),
    Quirk("ids-twice", "one id for all rows of a day", excludes="ids"),
    Quirk("monthly-ids", "ids that count from 1 each month", excludes="ids"),
    Quirk("position-ids", "ids that are positions in the answer", excludes="ids"),
    # Banks
    Quirk("errors", "a bank that needs attention", _errors),
    Quirk("account-errors", "one account that fails",
          _for_some_syncs({"account_error": True}, {"account_error": False})),
    Quirk("unreadable", "rows that can't be read",
          _for_some_syncs({"has_unreadable_rows": True}, {"has_unreadable_rows": False})),
    Quirk("unreadable-for-weeks", "rows that can't be read for weeks",
          _for_months(has_unreadable_rows=True)),
    Quirk("capped", "answers that are cut to a part of the days",
          _for_some_syncs({"is_capped": True}, {"is_capped": False})),
    Quirk("ignored-windows", "a bank that serves 90 days whatever is asked for",
          _for_some_syncs({"ignores_windows": True}, {"ignores_windows": False})),
    Quirk("silent", "a bank that is missing for some days without a word",
          _for_some_syncs({"is_silent": True}, {"is_silent": False})),
    Quirk("silent-for-months", "a bank that is missing for weeks or months without a word",
          _for_months(is_silent=True)),
    Quirk("years", "a household with two years of history, and months between syncs"),
    Quirk("empty-at-first", "a bank without any row on the first days", _empty_at_first,
          excludes="first", is_first=True),
    Quirk("history-later", "a bank that has the last days first and the year later",
          _history_later, excludes="first", is_first=True),
    Quirk("pause", "a household without a movement for three months", excludes="first"),
    Quirk("balance-ahead", "a balance that is dated ahead once", _balance_ahead),
    Quirk("reversed-signs", "a bank that writes what is owed and spent on cards as positive",
          _reversed, is_habit=True),
    Quirk("relinked", "a bank that is connected again, with new ids for all", _relink),
    Quirk("relinked-moved", "a bank that is connected again, with new ids and days for all",
          _relink_moved),
    Quirk("shared-account-ids", "two banks that use the same account ids"),
    Quirk("id-thief", "a bank that falls silent while a new one uses its accounts' ids"),
    # The bridge, the clock and the machine
    Quirk("bridge-faults", "403, 402, 429, 5xx, HTML and answers that are cut off", _fault),
    Quirk("redirects", "requests that are redirected within the bridge", _redirects),
    Quirk("quota", "more syncs than a day has requests", _quota),
    Quirk("clock-ahead", "a clock that is ahead for one sync", _clock(1, 3, 60, 2000),
          is_global=True),
    Quirk("clock-behind", "a clock that is behind for one sync", _clock(-1, -5, -60),
          is_global=True),
    Quirk("clock-at-connect", "a clock that is wrong when the banks are connected",
          _right_clock, is_global=True),
    Quirk("clock-1970", "a clock in 1970 for one sync", _year_1970, is_global=True),
    Quirk("rule-files", "rule files that are edited and broken between syncs", _rule_files,
          is_global=True),
    Quirk("kills", "commands that are killed", _kill, is_global=True),
)}
