"""What the program shows at one time, and a difference from what it should."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from model import day_of, iso, minor_units, money
from person import Decision
from sightings import Version


class Finding(Exception):
    """A difference between what the program shows and the truth."""

    def __init__(self, kind: str, text: str):
        super().__init__(kind, text)
        self.kind = kind
        self.text = text


@dataclass
class Shown:
    """A row of ``transactions --all --json``."""

    number: int
    account: str
    bank_id: str
    day: int
    amount: int
    text: str
    memo: str
    is_pending: bool
    note: Optional[str]
    tags: frozenset[str]
    #: The category that the person set.
    category: Optional[str]
    #: Whether the reason for the category is that the person confirmed it.
    is_confirmed: bool
    #: Class and category, whoever decided them.
    conclusion: str
    #: Whether it is money spent.
    is_spending: bool
    partner: Optional[int]

    @classmethod
    def read(cls, row: dict, names: dict[int, str]) -> "Shown":
        reason = row["reasons"].get("category") or {"by": "", "text": ""}
        return cls(
            row["id"], names.get(row["account_id"], f"account {row['account_id']}"),
            row["bank_id"], day_of(row["day"]), minor_units(row["amount"]), row["description"],
            row["memo"], row["pending"], row["notes"], frozenset(row["tags"]),
            row["category"] if reason["by"] == "corrections" else None,
            reason["text"] == "Confirmed by you", f"{row['class']} {row['category']}",
            row["class"] == "expense" and row["amount"].startswith("-"), row["partner"])

    def __str__(self) -> str:
        pending = " pending" if self.is_pending else ""
        memo = f" ({self.memo})" if self.memo else ""
        return f"{iso(self.day)} {money(self.amount)} {self.text}{memo}{pending}"

    def is_version(self, version: Version) -> bool:
        return version.fits(self.day, self.amount, self.text, self.memo, self.is_pending)


@dataclass
class Picture:
    """What the program shows at one time."""

    rows: list[Shown]
    accounts: list[dict]
    #: Vanished holds in doubt: the hold's row and the rows it may have become.
    holds: list[tuple[dict, list[int]]]

    def without_ids(self) -> list[str]:
        """All of it as comparable text, without the banks' ids."""
        return sorted(
            f"{row.number} {row.account} {row} {row.note} {sorted(row.tags)} {row.conclusion} "
            f"{row.is_confirmed}"
            for row in self.rows
        ) + [f"{a['name_at_bank']} {a['balance']} {a['visibility']}" for a in self.accounts]


def has_category_of(row: Shown, wanted: Decision) -> bool:
    """Whether a row has the category that was set or confirmed; other rows may have the same."""
    return wanted.is_confirmed and row.is_confirmed or (
        wanted.category is not None and row.category == wanted.category)


def has_some_of(row: Shown, wanted: Decision) -> bool:
    """Whether a decision stands on a row; each of its words is used once in a history."""
    return bool((wanted.note and row.note == wanted.note) or wanted.tags & row.tags)
