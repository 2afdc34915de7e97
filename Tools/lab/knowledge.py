"""What the program can know: the newest word about each movement that reached it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Iterable, Optional

from model import SECONDS_A_DAY, Exchange, Row, ServedAccount
from sightings import (
    AGAIN, DOUBLE, Sighting, Version, agrees, agrees_but_for_amount, movement_key, same_merchant)

#: Days after which the program may take a hold for dropped that it could not ask for any more.
DAYS_OF_A_HOLD = 45
#: Days around a row in which others tell whether their bank gave it another id.
DAYS_AROUND = 3
REUSED = "an undated row has the id of an earlier one of its merchant, which is gone"
LONE = "one row alone gets another id, in an incomplete answer"


class Knowledge:
    """Updated with each answer that the program received."""

    def __init__(self) -> None:
        self.sightings: dict[tuple[str, str], Sighting] = {}
        self.balances: dict[str, tuple[int, int]] = {}
        #: Each allowance that was made, with its reason, once a movement.
        self.allowances: set[str] = set()
        self.syncs = 0
        #: The first of the last syncs that all said that they hold rows back.
        self.held_back_since: Optional[int] = None
        #: The numbers of posted rows of which a sync said that their bank no longer lists them.
        self.told_missing: set[int] = set()

    def begin_sync(self) -> None:
        self.syncs += 1

    def end_sync(self, text: str, today: int) -> None:
        """Takes in what a sync said of rows that it was in doubt about."""
        for sighting in self.sightings.values():
            # Nor could it ask for the holds of a bank that is silent.
            if sighting.version.is_pending and sighting.presence == "must" and (
                    sighting.version.last_day < today - DAYS_OF_A_HOLD
                    and sighting.seen_in < self.syncs):
                sighting.presence, sighting.doubt = "may", "a hold too old to be asked for"
        if "held back" not in text:
            self.held_back_since = None
        elif self.held_back_since is None:
            self.held_back_since = self.syncs
        for line in text.splitlines():
            if "no longer lists" in line:
                self.told_missing |= {int(number) for number in re.findall(r"#(\d+)", line)}

    def is_held_back(self, sighting: Sighting) -> bool:
        """Whether its last change may wait, since the program said that some do."""
        since = self.held_back_since
        return since is not None and max(sighting.changed_in, sighting.first_in) >= since

    def receive(self, exchange: Exchange, today: int, is_certain: bool = True) -> None:
        """Takes an answer in. ``today`` is the day that the program takes for today."""
        if not exchange.is_answered or exchange.kind != "accounts":
            return
        for served in exchange.accounts:
            if exchange.window is None:
                self._balance(served, today, is_certain)
            else:
                self._rows(served, exchange.window, today, is_certain)

    def of_account(self, account: str) -> Iterable[Sighting]:
        return (s for (name, _), s in self.sightings.items() if name == account)

    def has_rival(self, sighting: Sighting) -> bool:
        """Whether another movement could as well be what the hold became, or another hold it."""
        if sighting.held is None:
            return False
        fits = agrees if agrees(sighting.held, sighting.version) else agrees_but_for_amount
        return any(
            other is not sighting and movement_key(other.key) != sighting.key and (
                fits(sighting.held, other.version)
                or (other.held is not None and fits(other.held, sighting.version)))
            for other in self.of_account(sighting.account))

    # Balances

    def _balance(self, served: ServedAccount, today: int, is_certain: bool) -> None:
        if served.balance is None or not is_certain:
            return
        known = self.balances.get(served.name)
        # A balance dated ahead of now is no reason to leave out a later answer's.
        if known and known[1] > served.balance_at and known[1] <= (today + 1) * SECONDS_A_DAY:
            return
        self.balances[served.name] = (served.balance, served.balance_at)

    # Rows

    def _rows(
        self, served: ServedAccount, window: tuple[int, int], today: int, is_certain: bool
    ) -> None:
        self._see_again(served, window, today)
        best: dict[str, Row] = {}
        for row in served.rows:
            if row.is_readable and (row.key not in best or best[row.key].is_pending):
                best[row.key] = row
        self._end_lone(served, window, is_certain)
        # Rows beside the days that were asked for are of an incomplete answer, too.
        self._see_lone(served.name, [
            row for row in best.values()
            if not served.is_whole or not window[0] <= row.window_day < window[1]])
        # What is new first: a hold may be taken for it.
        for row in sorted(
                best.values(), key=lambda row: (served.name, row.key) in self.sightings):
            self._see(served.name, row, today, is_certain, served.is_whole)
        unreadable = {row.key for row in served.rows if not row.is_readable}
        for sighting in list(self.of_account(served.name)):
            if sighting.key.endswith(AGAIN):
                continue
            if sighting.key in unreadable and sighting.version.is_pending:
                sighting.presence, sighting.doubt = "may", "its posted row can't be read"
            elif sighting.key not in best and sighting.key not in unreadable:
                self._miss(sighting, window, served.is_whole, today, is_certain)
        self._see_undated(served.name, best.values())
        self._see_reused(served.name, best)

    def _see_undated(self, account: str, rows: Iterable[Row]) -> None:
        """Allows a new row without a day to have that of a dropped charge that it may be."""
        for row in rows:
            new = self.sightings[account, row.key]
            if row.is_pending or not row.is_undated or new.first_in != self.syncs:
                continue
            for hold in self.of_account(account):
                if hold.presence == "gone" and hold.version.is_pending and (
                        agrees(hold.version, new.version)
                        or agrees_but_for_amount(hold.version, new.version)):
                    first = min(new.version.first_day, hold.version.first_day)
                    new.version = replace(new.version, first_day=first)

    def _see_again(
        self, served: ServedAccount, window: tuple[int, int], today: int
    ) -> None:
        """Charges that are pending although their posted row is known or in the same answer.

        They look like two purchases, unless the program saw this hold settle before. It can't know
        that of one that came anew: the earlier one may have settled, and the later one not.
        """
        rows = [row for row in served.rows if row.is_readable]
        posted = {row.key for row in rows if not row.is_pending}
        known_posted = {s.key for s in self.of_account(served.name) if s.was_posted}
        again = {row.key for row in rows if row.is_pending and row.key in posted | known_posted}
        for row in rows:
            known = self.sightings.get((served.name, row.key))
            if known and row.key in posted and row.key not in again:
                known.was_settled = known.was_settled or known.was_posted or bool(known.hold_ids)
            if row.key not in again or not row.is_pending:
                continue
            if known and known.was_settled and row.bank_id in known.hold_ids and not (
                    known.came_anew or self.has_rival(known)):
                continue
            key = row.key + AGAIN
            before = self.sightings.get((served.name, key), known)
            if before and not before.version.is_pending:
                before = replace(before, version=before.held) if before.held else None
            self.sightings[served.name, key] = Sighting(
                key, served.name, self._version(row, before, today), row.bank_id, "may",
                "a charge that is pending beside its posted row looks like two")
        for sighting in list(self.of_account(served.name)):
            movement = movement_key(sighting.key)
            version = sighting.version
            if movement != sighting.key and movement not in again and served.is_whole and (
                    version.is_pending and window[0] <= version.first_day
                    and version.last_day < window[1]):
                del self.sightings[served.name, sighting.key]

    def _see_reused(self, account: str, rows: dict[str, Row]) -> None:
        """Allows new rows without a day to stand for known ones whose id and merchant they have.

        Each looks like its bank's later word about the known one, if that is gone.
        """
        for row in rows.values():
            new = self.sightings[account, row.key]
            if row.is_pending or not row.is_undated or new.first_in != self.syncs:
                continue
            for old in self.of_account(account):
                if old.key not in rows and old.is_undated and old.was_posted and (
                        old.seen_in < self.syncs and old.bank_id == row.bank_id
                        and same_merchant(old.version.text, row.text)):
                    old.presence, old.doubt = "may", REUSED
                    first = min(new.version.first_day, old.version.first_day)
                    new.version = replace(new.version, first_day=first)
                    self.allow(REUSED)

    def _see_lone(self, account: str, rows: Iterable[Row]) -> None:
        """Keeps rows that alone got another id in an incomplete answer, among some that keep theirs.

        Each may be an equal purchase, with the known one left out.
        """
        known = [
            (self.sightings[account, row.key], row) for row in rows
            if not row.is_pending and (account, row.key) in self.sightings
            and self.sightings[account, row.key].was_posted]
        known.sort(key=lambda pair: pair[1].window_day)
        days = sorted({row.window_day for _, row in known})
        changed = [(s, row) for s, row in known if s.bank_id != row.bank_id]
        kept = [row.window_day for s, row in known if s.bank_id == row.bank_id]
        for sighting, row in changed:
            place = days.index(row.window_day)
            nearest = days[max(0, place - 1):place + 2]
            is_alone = not any(
                other is not row and other.window_day in nearest for _, other in changed)
            are_kept = any(abs(day - row.window_day) <= DAYS_AROUND for day in kept)
            if is_alone and are_kept and len(changed) <= len(kept):
                self._keep(sighting, LONE)

    def _end_lone(
        self, served: ServedAccount, window: tuple[int, int], is_certain: bool
    ) -> None:
        """Forgets them with an answer that is complete: an equal row is that one."""
        for sighting in list(self.of_account(served.name)):
            version = sighting.version
            if sighting.doubt == LONE and sighting.key.endswith(AGAIN) and served.is_whole and (
                    is_certain and window[0] <= version.first_day
                    and version.last_day < window[1]):
                del self.sightings[served.name, sighting.key]

    def _see(
        self, account: str, row: Row, today: int, is_certain: bool, is_whole: bool
    ) -> None:
        known = self.sightings.get((account, row.key))
        version = self._version(row, known, today)
        if known is None:
            self.sightings[account, row.key] = Sighting(
                row.key, account, version, row.bank_id, "must" if is_certain else "may",
                "" if is_certain else "the command was killed", (),
                version if row.is_pending else None, row.paid_day if row.is_pending else None,
                row.paid_day, not row.is_pending,
                is_undated=row.is_undated, first_in=self.syncs, seen_in=self.syncs,
                hold_ids=frozenset([row.bank_id]) if row.is_pending else frozenset())
            return
        if row.is_undated and known.was_posted and known.version.first_day > today and all(
                other.version.last_day <= today for other in self.of_account(account)
                if other is not known and other.was_posted and not other.is_undated):
            # The clock was ahead when it came, and is right now.
            version = replace(version, first_day=today, last_day=today)
        was_left_out = known.seen_in < self.syncs - 1
        was_replaced = known.doubt == REUSED
        known.seen_in = self.syncs
        if row.is_pending:
            known.came_anew = known.came_anew or (
                known.presence == "gone" and row.bank_id not in known.hold_ids)
            known.hold_ids |= {row.bank_id}
            known.was_renewed = known.was_renewed or known.version.is_pending and (
                row.bank_id != known.bank_id and not agrees(known.version, version))
        if known.was_posted and row.is_pending:
            return
        if not is_certain and version != known.version:
            known.also = (*known.also, known.version)
        elif is_certain:
            known.also = ()
            known.doubt = ""
            known.presence = "must"
        if row.is_pending and known.looked_settled:
            known.presence = "may"
            known.doubt = "a hold was missing when a charge of its merchant came, and is listed again"
        if version != known.version:
            known.former, known.changed_in = known.version, self.syncs
        if not is_whole and row.bank_id != known.bank_id and not row.is_pending and (
                known.was_posted and version != known.version):
            self._keep(known, "a row changed its id and more at once, in an incomplete answer")
        is_other = (version.amount, version.text) != (known.version.amount, known.version.text)
        if row.is_undated and row.bank_id != known.bank_id and known.was_posted and (
                not is_whole or was_left_out or is_other):
            self._keep(known, "a row without a day was left out or changed, under another id")
            version = replace(version, last_day=today)
        if was_replaced and row.is_undated:
            version = replace(version, last_day=today)
        if not is_whole and row.bank_id != known.bank_id and row.is_pending:
            self._keep(known, "a hold comes under another id, in an incomplete answer")
        if known.version.is_pending and not row.is_pending and not is_whole and (
                known.came_anew or self.has_rival(known) or not agrees(known.version, version)
                or (account, row.key + AGAIN) in self.sightings):
            # Which of several ones settled is open, and the others may be pending still.
            self._keep(known, "one of several holds may have settled, in an incomplete answer")
        kept = self.sightings.get((account, row.key + AGAIN))
        if kept and kept.version.is_pending and known.version.is_pending and not row.is_pending:
            # Either of the two ids under which it was pending may be what settled.
            kept.also = (*kept.also, known.version)
        known.version, known.bank_id = version, row.bank_id
        known.is_undated = row.is_undated
        known.held = version if row.is_pending else known.held
        known.held_paid = row.paid_day if row.is_pending else known.held_paid
        known.paid = row.paid_day
        known.was_posted = known.was_posted or not row.is_pending

    def _keep(self, known: Sighting, doubt: str) -> None:
        """Allows what is known of a movement to be shown beside what an answer says now."""
        key = known.key + AGAIN
        while other := self.sightings.get((known.account, key)):
            # A hold with a new id in each of several incomplete answers may be as many.
            is_other_hold = known.version.is_pending and other.bank_id != known.bank_id
            if other.version.is_pending == known.version.is_pending and not is_other_hold:
                break
            key += AGAIN
        self.sightings[known.account, key] = Sighting(
            key, known.account, known.version, known.bank_id, "may", doubt)

    @staticmethod
    def _version(row: Row, known: Optional[Sighting], today: int) -> Version:
        instant = row.posted if row.posted is not None else row.transacted
        if instant is not None:
            first = last = instant // SECONDS_A_DAY
        else:
            # Without a day it has that of an answer: of the first, if it is posted.
            first = last = today
        if known and row.is_pending and known.version.is_pending:
            first, last = min(first, known.version.first_day), max(last, known.version.last_day)
        elif known and instant is None and known.was_posted:
            first, last = known.version.first_day, known.version.last_day
        elif known and instant is None and known.held:
            first = min(first, known.held.first_day)
        return Version(first, last, row.amount, row.text, row.memo, row.is_pending)

    def _miss(
        self, sighting: Sighting, window: tuple[int, int], is_whole: bool, today: int,
        is_certain: bool,
    ) -> None:
        version = sighting.version
        is_asked = window[0] <= version.first_day and version.last_day < window[1]
        if sighting.presence == "gone" or not is_asked:
            is_old = version.last_day < today - DAYS_OF_A_HOLD
            if version.is_pending and is_old and sighting.seen_in < self.syncs:
                sighting.presence, sighting.doubt = "may", "a hold too old to be asked for"
            return
        if version.is_pending:
            if is_whole and is_certain:
                sighting.presence = "gone"
                # A hold that is dated with each answer has the day of the last one.
                lately = replace(version, first_day=version.last_day)
                sighting.looked_settled = any(
                    not other.version.is_pending and any(
                        agrees(held, other.version) or agrees_but_for_amount(held, other.version)
                        for held in (version, lately))
                    for other in self.of_account(sighting.account))
            else:
                sighting.presence = "may"
                sighting.doubt = "a hold that an incomplete answer does not name"
        elif sighting.key.endswith(DOUBLE) and is_whole:
            sighting.presence = "gone" if is_certain and not sighting.is_undated else "may"
            sighting.doubt = "the bank took the row back" + (
                ", and never gave it a day" if sighting.is_undated else "")

    def allow(self, reason: str) -> None:
        self.allowances.add(reason)
