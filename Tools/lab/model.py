"""Values that every part of the lab shares: days, money, accounts, movements and rows.

Days are whole numbers since 1970-01-01, amounts whole minor units. A *movement* is what truly
happened; a *row* is what a bank says about it in one answer.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from typing import Optional

SECONDS_A_DAY = 86_400


def epoch(day: int, hour: int = 12) -> int:
    """POSIX seconds of an hour of a day, in UTC."""
    return day * SECONDS_A_DAY + hour * 3600


def iso(day: int) -> str:
    """A day as people write it, such as "2026-03-15"."""
    return (datetime.date(1970, 1, 1) + datetime.timedelta(days=day)).isoformat()


def day_of(text: str) -> int:
    """The day that :func:`iso` wrote."""
    return (datetime.date.fromisoformat(text) - datetime.date(1970, 1, 1)).days


def money(minor_units: int) -> str:
    """An amount as SimpleFIN sends it, such as "-54.99"."""
    sign = "-" if minor_units < 0 else ""
    return f"{sign}{abs(minor_units) // 100}.{abs(minor_units) % 100:02d}"


def minor_units(text: str) -> int:
    """The amount that :func:`money` wrote."""
    sign = -1 if text.startswith("-") else 1
    whole, _, decimals = text.lstrip("+-").partition(".")
    return sign * (int(whole or "0") * 100 + int((decimals + "00")[:2]))


@dataclass(frozen=True)
class AccountSpec:
    """An account of the household. Its name is unique in a history, unlike the bank's id."""

    name: str
    kind: str
    currency: str
    bank_id: str
    #: The account whose life this one shows, where it is one that was connected again.
    source: str = ""

    @property
    def life(self) -> str:
        """The name under which the household knows it."""
        return self.source or self.name


@dataclass(frozen=True)
class BankSpec:
    """A bank, its accounts, and the quirks that it has."""

    name: str
    key: str
    accounts: tuple[AccountSpec, ...]
    quirks: frozenset[str]


@dataclass(frozen=True)
class ConnectionSpec:
    """A bridge's connection: one access URL with one or more banks behind it."""

    name: str
    banks: tuple[BankSpec, ...]


@dataclass(frozen=True)
class Hold:
    """The pending phase of a card's charge.

    ``dated`` says what the bank gives as its day: "made" (the day of the purchase), "none", or
    "now" (the moment of each answer).
    """

    amount: int
    text: str
    begins: int
    ends: int
    dated: str = "made"
    keeps_id: bool = False
    new_id_each_day: bool = False
    #: Days on which no answer has it although it is still pending.
    missing_on: frozenset[int] = frozenset()
    #: The day until which the pending row is served beside the posted one.
    served_again_until: int = 0
    #: The amount from the day after the purchase on, where it changes while it is pending.
    later_amount: Optional[int] = None

    def amount_on(self, day: int) -> int:
        """The amount that the bank gives on a day."""
        if self.later_amount is None or day <= self.begins:
            return self.amount
        return self.later_amount


@dataclass(frozen=True)
class Correction:
    """The bank's later word about a posted row, in force from a day on."""

    from_day: int
    day_shift: int = 0
    amount: Optional[int] = None
    text: Optional[str] = None


@dataclass(frozen=True)
class Movement:
    """Something that truly happened in one account.

    ``posted`` is None where a hold was dropped and nothing came of it. ``doubled_until`` is the
    day until which the bank serves the posted row twice, by its own mistake.
    """

    key: str
    account: str
    made: int
    posted: Optional[int]
    amount: int
    text: str
    memo: str = ""
    payee: str = ""
    code: str = ""
    hold: Optional[Hold] = None
    correction: Optional[Correction] = None
    doubled_until: int = 0
    is_undated: bool = False


@dataclass(frozen=True)
class Row:
    """A transaction in one answer, with the truth that stands behind it.

    ``key`` is the movement's key, and with "+double" behind it for the row that should not be.
    """

    key: str
    bank_id: str
    posted: Optional[int]
    transacted: Optional[int]
    amount: int
    text: str
    memo: str
    payee: str
    code: str
    is_pending: bool
    #: The day by which a bank decides whether a window has the row.
    window_day: int
    is_readable: bool = True

    @property
    def is_undated(self) -> bool:
        return self.posted is None and self.transacted is None

    @property
    def paid_day(self) -> Optional[int]:
        """The day of the payment, where the bank says it."""
        return None if self.transacted is None else self.transacted // SECONDS_A_DAY

    def __str__(self) -> str:
        days = [f"{name} {iso(at // SECONDS_A_DAY)}" for name, at in (
            ("posted", self.posted), ("transacted", self.transacted)) if at is not None]
        marks = ["pending"] * self.is_pending + ["unreadable"] * (not self.is_readable)
        return " ".join([self.bank_id, money(self.amount), self.text, *days, *marks])

    def json(self) -> dict[str, object]:
        """The row as SimpleFIN writes it."""
        fields: dict[str, object] = {
            "id": self.bank_id,
            "amount": money(self.amount) if self.is_readable else "12.3.4",
            "description": self.text,
            "payee": self.payee,
            "memo": self.memo,
        }
        if self.is_pending:
            fields["posted"] = self.posted or 0
            fields["pending"] = True
        elif self.posted is not None:
            fields["posted"] = self.posted
        if self.transacted is not None:
            fields["transacted_at"] = self.transacted
        if self.code:
            fields["mcc"] = self.code
        return fields


@dataclass
class ServedAccount:
    """What one answer had of one account."""

    name: str
    connection: str
    rows: list[Row]
    balance: Optional[int]
    balance_at: int
    #: Whether the answer has everything of the days that were asked for.
    is_whole: bool


@dataclass
class Exchange:
    """A request that reached the bridge, and what came of it."""

    connection: str
    kind: str
    window: Optional[tuple[int, int]] = None
    status: int = 200
    #: Whether a client gets a whole answer that it can read.
    is_answered: bool = True
    accounts: list[ServedAccount] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)
    has_trouble: bool = False
    #: Whether it has rows that could not be read, could be, and can't again.
    is_told_again: bool = False
