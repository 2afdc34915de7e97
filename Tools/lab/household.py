"""The household: what truly happens in each account, day by day.

Everything is a function of the seed, the account and the day, so that a history can be cut down
(fewer days, steps, accounts or quirks) without anything else changing.
"""

from __future__ import annotations

import random
from functools import lru_cache

from model import AccountSpec, BankSpec, Correction, Hold, Movement

MERCHANTS = (
    ("BLUE HERON COFFEE", "5814", 350, 900),
    ("GREENLEAF GROCERY", "5411", 1500, 14000),
    ("NORTHSIDE FUEL", "5541", 2500, 7000),
    ("CORNER BAKERY", "5462", 300, 1500),
    ("PAPER LANTERN BOOKS", "5942", 900, 4500),
    ("TWIN OAKS HARDWARE", "5200", 700, 20000),
    ("HARBOR SUSHI", "5812", 1800, 9000),
    ("MAPLE STREET DINER", "5812", 1200, 5000),
    ("CITY PARKING GARAGE", "7523", 200, 2400),
    ("SUNRISE YOGA STUDIO", "7997", 1500, 6000),
    ("RIVERBEND GARDEN", "5261", 900, 12000),
    ("CEDAR VETERINARY", "0742", 4000, 22000),
    ("VELVET RECORDS", "5735", 800, 4000),
    ("FOXGLOVE FLORIST", "5992", 1500, 7500),
)
STRANGERS = ("CINEMA ROYAL", "PHARMACY PLUS", "LAKESIDE HOTEL", "METRO TRANSIT", "ORCHID SALON")
BILLS = (
    (3, "CITY POWER UTILITY", 6400),
    (7, "BRIGHTLINE INTERNET", 5999),
    (12, "STREAMBOX SUBSCRIPTION", 1549),
    (20, "HILLTOP INSURANCE", 11250),
)


class Household:
    """The truth about all accounts of a history."""

    def __init__(self, seed: str, banks: list[BankSpec], first_day: int):
        self.seed = seed
        self.first_day = first_day
        self._quirks = {
            account.name: bank.quirks for bank in banks for account in bank.accounts
        }
        self._accounts = {account.name: account for bank in banks for account in bank.accounts}
        self._pairs = self._transfer_pairs()
        self.movements_on = lru_cache(maxsize=None)(self._movements_on)

    def movements(self, account: str, until: int) -> list[Movement]:
        """All movements that an account made from the first day until a day, that day included."""
        found: list[Movement] = []
        for day in range(self.first_day, until + 1):
            found += self.movements_on(account, day)
        return found

    # What happens on a day

    def _movements_on(self, name: str, day: int) -> tuple[Movement, ...]:
        account, quirks = self._accounts[name], self._quirks[name]
        if "pause" in quirks and self.first_day + 25 <= day < self.first_day + 130:
            return ()
        draw = self._random(name, day, "day")
        found = self._purchases(account, day, draw, quirks)
        found += self._regular(account, day)
        found += self._transfers(account, day)
        return tuple(found)

    def _purchases(
        self, account: AccountSpec, day: int, draw: random.Random, quirks: frozenset[str]
    ) -> list[Movement]:
        chance = {"credit": 0.55, "checking": 0.35, "savings": 0.04, "brokerage": 0.05}
        count = sum(draw.random() < chance[account.kind] / (place + 1) for place in range(3))
        found: list[Movement] = []
        for place in range(count):
            draw = self._random(account.name, day, f"purchase {place}")
            merchant, code, least, most = draw.choice(MERCHANTS)
            amount = -draw.randint(least, most)
            city = draw.choice(("SEATTLE WA", "TACOMA WA"))
            text = f"{merchant} {draw.randint(100, 9999)} {city}"
            found.append(
                self._charge(account, day, place, merchant, text, code, amount, quirks))
            # The same purchase twice a day, equal in everything that a bank says.
            if draw.random() < 0.05:
                found.append(
                    self._charge(account, day, place + 5, merchant, text, code, amount, quirks))
        return found + self._special(account, day, quirks)

    def _charge(
        self, account: AccountSpec, day: int, place: int, merchant: str, text: str, code: str,
        amount: int, quirks: frozenset[str],
    ) -> Movement:
        key = f"{account.name}/{day}/{place}"
        draw = self._random(account.name, day, f"life {place}")
        settles, tip, fate = draw.randint(1, 4), draw.random(), draw.random()
        has_hold = account.kind in ("credit", "checking") and draw.random() < 0.6
        hold, later = None, None
        posted: int | None = day + draw.choice((0, 0, 1))
        if has_hold:
            held, end = amount, day + settles
            posted = end
            if "tips" in quirks and tip < 0.3:
                amount = amount - abs(amount) * draw.randint(5, 25) // 100
            elif "other-amounts" in quirks and tip < 0.25:
                held = -100
            # Under another id at once it would be another charge to everyone but the bank.
            if "changing-holds" in quirks and tip > 0.6 and not (
                    quirks & {"holds-rotate", "ids-per-request"}):
                held, later = -100 if tip > 0.8 else amount * 3 // 2, amount
            if "dropped-holds" in quirks and fate < 0.25:
                posted = None
            missing = frozenset([day + 1]) if "holds-missing-once" in quirks else frozenset()
            hold = Hold(
                amount=held, text=f"PENDING {merchant}" if draw.random() < 0.5 else text,
                begins=day, ends=end, dated=self._dating(quirks, draw.random()),
                keeps_id="holds-keep-ids" in quirks and draw.random() < 0.5,
                new_id_each_day="holds-rotate" in quirks, missing_on=missing,
                served_again_until=end + 4 if "served-again" in quirks and fate > 0.5 else 0,
                later_amount=later)
            if "old-holds" in quirks and fate > 0.9:
                hold = Hold(held, hold.text, day, day + 75, hold.dated)
                posted = day + 75
        return Movement(
            key=key, account=account.name, made=day, posted=posted, amount=amount, text=text,
            memo=f"REF {draw.randint(10**5, 10**6)}" if draw.random() < 0.4 else "",
            payee=merchant.title() if draw.random() < 0.5 else "", code=code, hold=hold,
            correction=self._correction(quirks, draw, posted, amount, merchant),
            doubled_until=(
                posted + 6 if "doubled" in quirks and posted and draw.random() < 0.12 else 0),
            is_undated="undated" in quirks and hold is None and draw.random() < 0.3)

    @staticmethod
    def _dating(quirks: frozenset[str], chance: float) -> str:
        if "holds-undated" in quirks and chance < 0.6:
            return "none"
        if "holds-dated-now" in quirks and chance > 0.4:
            return "now"
        return "made"

    @staticmethod
    def _correction(
        quirks: frozenset[str], draw: random.Random, posted: int | None, amount: int, merchant: str
    ) -> Correction | None:
        chance, shift, delay = draw.random(), draw.choice((-1, 1, 2)), draw.randint(2, 6)
        if "corrections" not in quirks or posted is None or chance > 0.3:
            return None
        if chance < 0.1:
            return Correction(posted + delay, day_shift=shift)
        if chance < 0.2:
            return Correction(posted + delay, text=f"{merchant} CORRECTED")
        return Correction(posted + delay, amount=amount - draw.randint(1, 300))

    def _special(
        self, account: AccountSpec, day: int, quirks: frozenset[str]
    ) -> list[Movement]:
        """Charges that look like another one: the cases in which a decision may go astray."""
        draw = self._random(account.name, day, "special")
        found: list[Movement] = []
        if account.kind not in ("credit", "checking"):
            return found
        amount, one, other = -draw.randint(900, 4000), *draw.sample(STRANGERS, 2)
        if "neighbours" in quirks and draw.random() < 0.3:
            # One charge is dropped, and another of the same amount is posted.
            delay = draw.choice((1, 7))
            found.append(Movement(
                f"{account.name}/{day}/s0", account.name, day, None, amount, one,
                hold=Hold(amount, one, day, day + 1)))
            found.append(Movement(
                f"{account.name}/{day}/s1", account.name, day + delay, day + delay, amount,
                f"{other} {draw.randint(10, 99)}"))
        if "equal-holds" in quirks and draw.random() < 0.12:
            # Several equal charges settle at once.
            for place in range(draw.randint(2, 5)):
                found.append(Movement(
                    f"{account.name}/{day}/e{place}", account.name, day, day + 2, amount,
                    f"{one} 12", hold=Hold(amount, one, day, day + 2)))
        return found

    def _regular(self, account: AccountSpec, day: int) -> list[Movement]:
        found: list[Movement] = []
        of_month = (day % 30) + 1
        if account.kind == "checking":
            if day % 14 == 4:
                found.append(self._plain(account, day, "r0", 261_201, "ACME ROBOTICS PAYROLL"))
            for number, (when, text, amount) in enumerate(BILLS):
                if of_month == when:
                    found.append(self._plain(account, day, f"b{number}", -amount, text))
        if account.kind == "savings" and of_month == 28:
            found.append(self._plain(account, day, "i", 312, "INTEREST PAID"))
        if account.kind == "brokerage" and of_month == 15:
            found.append(self._plain(account, day, "d", 2240, "DIVIDEND EXAMPLE FUND"))
        if account.kind == "credit" and day % 37 == 9:
            found.append(self._plain(account, day, "f", 1999, "REFUND TWIN OAKS HARDWARE"))
        return found

    def _transfer_pairs(self) -> dict[str, tuple[str, str, int]]:
        """For each account that a checking account pays into: from, to and the cycle's day."""
        checking = [a for a in self._accounts.values() if a.kind == "checking"]
        pairs: dict[str, tuple[str, str, int]] = {}
        for place, account in enumerate(self._accounts.values()):
            if account.kind in ("savings", "credit") and checking:
                source = checking[place % len(checking)]
                if source.currency == account.currency:
                    pairs[account.name] = (source.name, account.name, 5 + 4 * place)
        return pairs

    def _transfers(self, account: AccountSpec, day: int) -> list[Movement]:
        found: list[Movement] = []
        for place, (source, target, cycle) in enumerate(self._pairs.values()):
            if account.name not in (source, target) or day % 30 != cycle % 30:
                continue
            amount = 20_000 + self._random(source, day, target).randint(0, 300) * 100
            kind = self._accounts[target].kind
            if account.name == source:
                text = "PAYMENT TO CARD" if kind == "credit" else "TRANSFER TO SAVINGS"
                found.append(self._plain(account, day, f"t{place}", -amount, text))
            else:
                text = "PAYMENT THANK YOU" if kind == "credit" else "TRANSFER FROM CHECKING"
                found.append(self._plain(account, day, f"t{place}", amount, text))
        return found

    @staticmethod
    def _plain(account: AccountSpec, day: int, place: str, amount: int, text: str) -> Movement:
        return Movement(f"{account.name}/{day}/{place}", account.name, day, day, amount, text)

    def _random(self, *parts: object) -> random.Random:
        return random.Random("/".join(map(str, (self.seed, *parts))))
