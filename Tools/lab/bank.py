"""Banks: what each says about the household on a day, with the quirks that real ones have."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace
from typing import Optional

from household import Household
from model import AccountSpec, BankSpec, Movement, Row, ServedAccount, epoch, iso, money
from sightings import merchant_name

DAYS_SERVED_WITHOUT_WINDOW = 90


@dataclass
class Condition:
    """What is the matter with a bank at present; steps of a history change it."""

    #: Counts up each time all ids change.
    generation: int = 0
    #: Blocks of days whose rows got other ids, as first and last day.
    renamed_blocks: tuple[tuple[int, int], ...] = ()
    #: Rows posted before this day are given so many days later.
    days_moved_before: int = 0
    days_moved_by: int = -1
    #: Rows posted before this day have another wording.
    reworded_before: int = 0
    #: How the bank fails: "absent", "empty", "half" or "full" says what its answers still have.
    error: Optional[str] = None
    #: Whether one account alone reports a failure.
    account_error: bool = False
    #: Whether the bank is missing from answers without a word.
    is_silent: bool = False
    is_capped: bool = False
    has_unreadable_rows: bool = False
    ignores_windows: bool = False
    #: Days by which balances are dated ahead.
    balance_ahead: int = 0
    #: Rows posted before this day are not served yet; a day far ahead hides everything.
    history_begins: int = 0


@dataclass
class Answer:
    """What one bank contributes to an answer."""

    is_present: bool
    accounts: list[ServedAccount]
    messages: list[dict[str, str]]


class Bank:
    """One bank with its condition."""

    def __init__(self, spec: BankSpec, household: Household):
        self.spec = spec
        self.condition = Condition()
        self._household = household

    def answer(
        self, today: int, window: Optional[tuple[int, int]], wanted: list[str], request: int
    ) -> Answer:
        """The bank's part of an answer.

        ``window`` is None for balances alone; ``wanted`` has the ids of the accounts asked for
        and is empty for all; ``request`` numbers all requests of a history.
        """
        condition = self.condition
        messages: list[dict[str, str]] = []
        if condition.is_silent:
            return Answer(False, [], [])
        if condition.error:
            messages.append({
                "code": "con.auth", "conn_id": self.spec.key,
                "msg": f"Connection to {self.spec.name} may need attention. Auth required"})
            if condition.error == "absent":
                return Answer(True, [], messages)
        if condition.is_capped and window:
            messages.append({
                "code": "gen.api",
                "msg": "Requested date range exceeds limit of 90 days and was capped."})
        accounts: list[ServedAccount] = []
        for account in self.spec.accounts:
            if wanted and account.bank_id not in wanted:
                continue
            served = self._account(account, today, window, request)
            if condition.account_error and account is self.spec.accounts[0]:
                served.is_whole = False
                served.rows = served.rows[: len(served.rows) // 2]
                messages.append({
                    "code": "act.missingdata", "conn_id": self.spec.key,
                    "account_id": account.bank_id,
                    "msg": f"Some transactions of {account.name} could not be retrieved"})
            accounts.append(served)
        return Answer(True, accounts, messages)

    def rows(self, account: AccountSpec, today: int, request: int = 0) -> list[Row]:
        """Everything that the bank has of an account today, the oldest first."""
        condition, quirks = self.condition, self.spec.quirks
        rows: list[Row] = []
        for movement in self._household.movements(account.life, today):
            rows += self._rows_of(movement, today)
        rows = [
            row for row in rows
            if row.window_day >= condition.history_begins
            and not (condition.history_begins > today)
        ]
        if self._is_reversed(account):
            rows = [replace(row, amount=-row.amount) for row in rows]
        rows.sort(key=lambda row: (row.window_day, row.key, row.is_pending))
        rows = self._numbered(rows, account, today, request)
        if condition.has_unreadable_rows:
            rows = [
                replace(row, is_readable=False)
                if not row.is_pending and zlib.crc32(row.key.encode()) % 9 == 0 else row
                for row in rows
            ]
        return rows

    def balance(self, account: AccountSpec, today: int) -> int:
        """The balance at the end of a day.

        It is not the sum of what is posted alone: markets move, and some banks count what is
        pending. So it can't be computed, and must be the bank's word.
        """
        drift = zlib.crc32(f"{account.life}/{today}".encode()) % 1000
        opening = {"credit": -31_500, "checking": 520_000, "savings": 1_250_000}
        balance = drift + opening.get(account.kind, 4_000_000) + sum(
            movement.amount for movement in self._household.movements(account.life, today)
            if movement.posted is not None and movement.posted <= today
        )
        return -balance if self._is_reversed(account) else balance

    def _is_reversed(self, account: AccountSpec) -> bool:
        return "reversed-signs" in self.spec.quirks and account.kind == "credit"

    # One account

    def _account(
        self, account: AccountSpec, today: int, window: Optional[tuple[int, int]], request: int
    ) -> ServedAccount:
        condition = self.condition
        rows = self.rows(account, today, request) if window else []
        if window and condition.ignores_windows:
            rows = [row for row in rows if row.window_day > today - DAYS_SERVED_WITHOUT_WINDOW]
        elif window:
            rows = [row for row in rows if window[0] <= row.window_day < window[1]]
        if condition.error == "empty":
            rows = []
        if condition.error == "half" or condition.is_capped:
            rows = rows[len(rows) // 2:]
        is_whole = not (condition.error or condition.is_capped) and all(
            row.is_readable for row in rows)
        balance_day = today if not window else min(window[1], today)
        ahead = condition.balance_ahead if not window else 0
        return ServedAccount(
            name=account.name, connection=self.spec.key, rows=rows,
            balance=self.balance(account, today), balance_at=epoch(max(balance_day, 1) + ahead, 4),
            is_whole=is_whole)

    def json(self, served: ServedAccount) -> dict[str, object]:
        """An account as SimpleFIN writes it."""
        account = next(a for a in self.spec.accounts if a.name == served.name)
        return {
            "id": account.bank_id, "name": account.name, "conn_id": self.spec.key,
            "currency": account.currency, "balance": money(served.balance or 0),
            "available-balance": money(served.balance or 0), "balance-date": served.balance_at,
            "transactions": [row.json() for row in reversed(served.rows)],
            "holdings": [],
        }

    # One movement

    def _rows_of(self, movement: Movement, today: int) -> list[Row]:
        rows: list[Row] = []
        hold = movement.hold
        if hold and hold.begins <= today:
            is_pending = today < hold.ends
            is_served_again = hold.ends < today < hold.served_again_until
            if (is_pending and today not in hold.missing_on) or is_served_again:
                dates = {"made": epoch(movement.made), "none": None, "now": epoch(today, 2)}
                rows.append(Row(
                    key=movement.key, bank_id="", posted=None,
                    transacted=dates[hold.dated], amount=hold.amount_on(today), text=hold.text,
                    memo="", payee=movement.payee, code=movement.code, is_pending=True,
                    window_day=movement.made if hold.dated == "made" else today))
        if movement.posted is None or movement.posted > today:
            return rows
        posted = self._posted(movement, movement.posted, today)
        rows.append(posted)
        if today < movement.doubled_until:
            rows.append(replace(posted, key=movement.key + "+double"))
        return rows

    def _posted(self, movement: Movement, day: int, today: int) -> Row:
        amount, text = movement.amount, movement.text
        correction = movement.correction
        if correction and today >= correction.from_day:
            day = min(day + correction.day_shift, today)
            amount = amount if correction.amount is None else correction.amount
            text = correction.text or text
        if day < self.condition.days_moved_before:
            day = min(day + self.condition.days_moved_by, self.condition.days_moved_before)
        if day < self.condition.reworded_before:
            text = f"CARD 4417 {text}"
        is_card = bool(movement.code)
        return Row(
            key=movement.key, bank_id="", posted=None if movement.is_undated else epoch(day),
            transacted=epoch(movement.made) if is_card and not movement.is_undated else None,
            amount=amount, text=text, memo=movement.memo, payee=movement.payee,
            code=movement.code, is_pending=False, window_day=day)

    # Ids

    def _numbered(
        self, rows: list[Row], account: AccountSpec, today: int, request: int
    ) -> list[Row]:
        """The rows with the ids that this bank gives them."""
        quirks, counted = self.spec.quirks, {}
        numbered: list[Row] = []
        # Nobody could tell such rows under one id from one row that is there twice or was reworded.
        named: set[tuple[str, int, str]] = set()
        for place, row in enumerate(rows):
            month = iso(row.window_day)[:7]
            counted[month] = counted.get(month, 0) + (0 if row.is_pending else 1)
            if row.is_pending:
                bank_id = self._hold_id(row, account, today)
            elif "monthly-ids" in quirks:
                bank_id = f"{counted[month]:04d}"
            elif "position-ids" in quirks:
                bank_id = str(len(rows) - place)
            elif "ids-twice" in quirks and row.window_day % 3 == 0 and (
                    iso(row.window_day), row.amount, merchant_name(row.text)) not in named:
                bank_id = f"DAY-{iso(row.window_day)}{self._suffix}"
                named.add((iso(row.window_day), row.amount, merchant_name(row.text)))
            else:
                bank_id = self._stable_id(row.key, "") + ".b" * sum(
                    first <= row.window_day <= last
                    for first, last in self.condition.renamed_blocks)
            if "ids-per-request" in quirks:
                bank_id += f"/{request}"
            numbered.append(replace(row, bank_id=bank_id))
        return numbered

    def _hold_id(self, row: Row, account: AccountSpec, today: int) -> str:
        day = int(row.key.split("/")[1])
        movement = next(
            m for m in self._household.movements_on(account.life, day) if m.key == row.key)
        hold = movement.hold
        if hold and hold.keeps_id:
            return self._stable_id(row.key, "")
        if hold and hold.new_id_each_day:
            return self._stable_id(f"{row.key} on {today}", "P")
        return self._stable_id(row.key, "P")

    def _stable_id(self, key: str, prefix: str) -> str:
        return f"{prefix}TRN-{zlib.crc32(f'{self.spec.key} {key}'.encode()):08x}{self._suffix}"

    @property
    def _suffix(self) -> str:
        generation = self.condition.generation
        return f".{generation}" if generation else ""
