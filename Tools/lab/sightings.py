"""What an answer told of a movement, and how well a pending and a posted row agree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from model import iso, money

SETTLES_WITHIN = 14
#: Days within which the same merchant may settle a hold with any amount, as fuel pumps do.
ANY_AMOUNT_WITHIN = 7
TIP_PERCENT = 30
#: Behind the key of a row that should not be: the posted one's double, the settled hold.
DOUBLE, AGAIN = "+double", "+again"


@dataclass(frozen=True)
class Version:
    """How a movement should be shown. An undated one may be shown on any day of a range."""

    first_day: int
    last_day: int
    amount: int
    text: str
    memo: str
    is_pending: bool

    def fits(self, day: int, amount: int, text: str, memo: str, is_pending: bool) -> bool:
        return (
            self.first_day <= day <= self.last_day and self.amount == amount
            and self.text == text and self.memo == memo and self.is_pending == is_pending)

    def __str__(self) -> str:
        days = iso(self.first_day)
        if self.last_day != self.first_day:
            days += f"…{iso(self.last_day)}"
        pending = " pending" if self.is_pending else ""
        memo = f" ({self.memo})" if self.memo else ""
        return f"{days} {money(self.amount)} {self.text}{memo}{pending}"


def movement_key(key: str) -> str:
    """The key of the movement that a sighting is of."""
    return key.split(AGAIN)[0]


def same_merchant(one: str, other: str) -> bool:
    """Whether two texts of the household name the same merchant."""
    return merchant_name(one) == merchant_name(other)


def merchant_name(text: str) -> str:
    """The first two words of a merchant's name, without a bank's own words."""
    words = [word for word in text.split() if word not in ("PENDING", "CARD") and
             not word.isdigit()]
    return " ".join(words[:2])


def agrees(held: Version, posted: Version) -> bool:
    """Whether a hold and a posted row agree as far as a bank's words can tell."""
    if not same_merchant(held.text, posted.text):
        return False
    if not 0 <= posted.last_day - held.first_day <= SETTLES_WITHIN:
        return False
    more = abs(posted.amount) - abs(held.amount)
    return more == 0 or 0 < more * 100 <= abs(held.amount) * TIP_PERCENT


def agrees_but_for_amount(held: Version, posted: Version) -> bool:
    """Whether the merchant is the same and the days are near, whatever the amounts."""
    return same_merchant(held.text, posted.text) and (
        0 <= posted.last_day - held.first_day <= ANY_AMOUNT_WITHIN)


@dataclass
class Sighting:
    """The state of one movement in one account, as far as answers told of it."""

    key: str
    account: str
    version: Version
    bank_id: str
    #: "must" be shown, "may" be, or is "gone" and must not be.
    presence: str = "must"
    #: Why it may be shown or not, or in another version.
    doubt: str = ""
    #: Versions that are right too, while the program may be in doubt.
    also: tuple[Version, ...] = ()
    #: The pending version, where there was one, and the day of its payment, where the bank said it.
    held: Optional[Version] = None
    held_paid: Optional[int] = None
    #: The day of the payment, where the bank says it.
    paid: Optional[int] = None
    was_posted: bool = False
    #: The version before this one, and the sync of the history that brought this one.
    former: Optional[Version] = None
    changed_in: int = 0
    first_in: int = 0
    seen_in: int = 0
    #: The ids under which it was pending.
    hold_ids: frozenset[str] = frozenset()
    #: Whether an answer had it as posted and not as pending too.
    was_settled: bool = False
    is_undated: bool = False
    #: Whether it was missing once while another charge could be what it became.
    looked_settled: bool = False
    #: Whether it got another id and quite another amount at once while it was pending.
    was_renewed: bool = False
    #: Whether a complete answer lacked it, and a later one had it as pending under another id.
    came_anew: bool = False
