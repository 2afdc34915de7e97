"""Deliberate faults that the lab has to find: the proof that its oracle can fail.

Each is done once, after a step at which it is possible: to the vault's database behind the
program's back, or to the bank, which then says other things than it wrote into its books.
"""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass, replace
from typing import Callable, Optional

from history import History
from model import AccountSpec, Exchange, Row, ServedAccount

POSTED = "is_pending = 0 AND account_id IN (SELECT id FROM accounts)"


@dataclass(frozen=True)
class Plant:
    """A fault, and the kinds of findings of which one is right."""

    name: str
    summary: str
    kinds: frozenset[str]
    #: Does the harm; returns whether it could.
    harm: Callable[[History], bool]
    #: The step after which it is done: one that is checked before the next sync mends it.
    after_step: int = 5


def _database(*statements: str) -> Callable[[History], bool]:
    def harm(history: History) -> bool:
        path = history.program.vault / "vault.sqlite"
        if not path.exists():
            return False
        with sqlite3.connect(path) as database:
            changes = [database.execute(statement).rowcount for statement in statements]
        database.close()
        return changes[-1] > 0
    return harm


def _swallowed_row(history: History) -> bool:
    """A bank that leaves the newest row out of its answers and keeps it in its books."""
    for bank in history.banks.values():
        honest = bank.json

        def json(served: ServedAccount, honest: Callable = honest) -> dict[str, object]:
            fields = honest(served)
            fields["transactions"] = fields["transactions"][1:]  # type: ignore[index]
            return fields

        bank.json = json  # type: ignore[method-assign]
    return True


def _swallowed_message(history: History) -> bool:
    """A bridge that notes a message and does not send it."""
    body = history.world._body

    def silenced(
        connection: str, window: Optional[tuple[int, int]], wanted: list[str], exchange: Exchange
    ) -> bytes:
        sent = body(connection, window, wanted, exchange)
        exchange.messages.append("Connection to Nowhere may need attention")
        return sent

    history.world._body = silenced  # type: ignore[method-assign]
    return True


def _withheld_rows(history: History) -> bool:
    """Banks that have rows in their books which no answer brings."""
    for bank in history.banks.values():
        honest = bank._account

        def account(
            spec: AccountSpec, *arguments: object, honest: Callable = honest
        ) -> ServedAccount:
            served = honest(spec, *arguments)
            served.rows = [
                row for row in served.rows
                if (spec.name, row.key) in history.knowledge.sightings]
            return served

        bank._account = account  # type: ignore[method-assign]
    return True


def _restless_memos(history: History) -> bool:
    """Banks that write another memo with each request."""
    for bank in history.banks.values():
        honest = bank.rows

        def rows(
            spec: AccountSpec, today: int, request: int = 0, honest: Callable = honest
        ) -> list[Row]:
            return [
                replace(row, memo=f"REQUEST {request}") for row in honest(spec, today, request)]

        bank.rows = rows  # type: ignore[method-assign]
    return True


def _untold_trouble(history: History) -> bool:
    """A bridge that sends a message and does not note it."""
    body = history.world._body

    def troubled(
        connection: str, window: Optional[tuple[int, int]], wanted: list[str], exchange: Exchange
    ) -> bytes:
        fields = json.loads(body(connection, window, wanted, exchange))
        fields["errlist"].append({
            "code": "con.auth", "conn_id": history.world.banks[connection][0].spec.key,
            "msg": "Something is wrong today."})
        return json.dumps(fields).encode()

    history.world._body = troubled  # type: ignore[method-assign]
    return True


def _replaced_program(script: str) -> Callable[[History], bool]:
    """Puts a shell script in the program's place."""
    def harm(history: History) -> bool:
        path = history.folder / "instead"
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o700)
        history.program._path = str(path)
        return True
    return harm


PLANTS = (
    Plant("lost-row", "a posted transaction is void", frozenset({"lost"}), _database(
        "UPDATE transactions SET is_pending = 1, voided_at = 1 WHERE id = "
        f"(SELECT max(id) FROM transactions WHERE {POSTED})")),
    Plant("doubled-row", "a posted transaction is there twice", frozenset({"extra"}), _database(
        "INSERT INTO transactions (account_id, bank_id, day, amount, description_id, payee_id,"
        " memo_id, merchant_code_id, is_pending, posted_at, transacted_at, first_received_at,"
        " bank_amount)"
        " SELECT account_id, bank_id || '-again', day, amount, description_id, payee_id, memo_id,"
        " merchant_code_id, 0, posted_at, transacted_at, first_received_at, bank_amount"
        " FROM transactions"
        f" WHERE id = (SELECT min(id) FROM transactions WHERE {POSTED})")),
    Plant("changed-amount", "an amount is off by a cent", frozenset({"changed"}), _database(
        "UPDATE transactions SET amount = amount + 1, bank_amount = bank_amount + 1 WHERE id = "
        f"(SELECT max(id) FROM transactions WHERE {POSTED})")),
    Plant("astray-decision", "a decision stands on another transaction", frozenset({"decision"}),
          _database(
              "UPDATE transaction_corrections SET transaction_id = (SELECT max(id) FROM"
              f" transactions WHERE {POSTED} AND id NOT IN (SELECT transaction_id FROM"
              " transaction_corrections)) WHERE transaction_id = (SELECT min(transaction_id)"
              " FROM transaction_corrections WHERE note IS NOT NULL)")),
    Plant("lost-confirmation", "what was confirmed is gone", frozenset({"decision"}), _database(
        "DELETE FROM confirmations"), after_step=14),
    Plant("old-balance", "a balance is off by a cent", frozenset({"balance"}), _database(
        "UPDATE accounts SET balance = balance + 1")),
    Plant("uncounted-request", "a request is not counted", frozenset({"requests"}), _database(
        "DELETE FROM requests WHERE id = (SELECT max(id) FROM requests)"), after_step=4),
    Plant("swallowed-row", "a row never leaves the bank", frozenset({"lost", "changed"}),
          _swallowed_row),
    Plant("swallowed-message", "a message is not shown", frozenset({"message"}),
          _swallowed_message),
    Plant("withheld-rows", "rows are in no answer of the bank", frozenset({"gap"}),
          _withheld_rows),
    Plant("restless-memos", "a second sync brings other memos", frozenset({"idempotence"}),
          _restless_memos),
    Plant("untold-trouble", "a sync ends with a code that has no cause", frozenset({"exit"}),
          _untold_trouble),
    Plant("crash", "the program is ended by a signal", frozenset({"crash"}),
          _replaced_program("kill -SEGV $$")),
    Plant("no-json", "the program answers no JSON", frozenset({"unreadable"}),
          _replaced_program("echo nothing")),
)


def tampering(plant: Plant) -> Callable[[History], None]:
    """What to call after each step of a history to plant a fault once."""
    is_done = False

    def tamper(history: History) -> None:
        nonlocal is_done
        if not is_done and history.outcome.step >= plant.after_step:
            is_done = plant.harm(history)

    return tamper
