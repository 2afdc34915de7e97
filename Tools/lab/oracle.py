"""The oracle: compares what the program shows with what it should."""

from __future__ import annotations

from dataclasses import replace
from typing import Optional

from knowledge import Knowledge
from model import iso, minor_units, money
from person import NOTHING, Decision, Person
from picture import Finding, Picture, Shown, has_category_of, has_some_of
from sightings import (
    AGAIN, DOUBLE, SETTLES_WITHIN, TIP_PERCENT, Sighting, agrees, agrees_but_for_amount,
    same_merchant)

#: Rows that are no longer listed and count on are at most one of so many, or so few.
TOLD_AT_MOST = 10
TOLD_ALWAYS = 5
#: Days that lie between equal purchases of which one may be taken for the other.
TWINS_WITHIN = 3
LOOKED_SETTLED = "a hold was missing when another purchase of its merchant came, and settled later"
IN_MERGE = "a hold that settled while two accounts were one stays with the one that had it"


class Oracle:
    """Knows what should be shown, and compares."""

    def __init__(self, knowledge: Knowledge, person: Person):
        self.knowledge = knowledge
        self.person = person
        #: Accounts that were made one with another, even if that was undone.
        self._ever_merged: dict[str, str] = {}
        #: The sync before which each of them was made two again.
        self._undone_in: dict[str, int] = {}

    def match(self, picture: Picture, today: int) -> dict[tuple[str, str], Shown]:
        """Matches each shown row with the movement it is.

        Raises :class:`Finding` where a row is missing, is there twice, or is not what the bank
        said.
        """
        self._ever_merged |= self.person.state.merged
        matched: dict[tuple[str, str], Shown] = {}
        differences: list[str] = []
        kinds: set[str] = set()
        names = {s.account for s in self.knowledge.sightings.values()}
        names |= {row.account for row in picture.rows}
        for name in sorted(names):
            expected = [s for s in self._expected(name) if s.presence != "gone"]
            # What lies ahead of today is not shown, nor need it be.
            sightings = [s for s in expected if s.version.last_day <= today]
            ahead = [s for s in expected if s.version.last_day > today]
            rows = [row for row in picture.rows if row.account == name]
            pairs, missing, extra = self._pair(sightings, rows)
            missing, extra = self._without_settled_in_merge(name, picture, missing, extra)
            extra = [row for row in extra if not any(row.is_version(s.version) for s in ahead)]
            told = [row for row in extra if self._was_told_of(row, expected)]
            if len(told) <= max(TOLD_ALWAYS, len(rows) // TOLD_AT_MOST):
                extra = [row for row in extra if row not in told]
                missing = self._without_twins(missing, told)
            for sighting, row in pairs:
                matched[name, sighting.key] = row
            for sighting in missing:
                kinds.add("lost")
                differences.append(f"  {name}: missing  {sighting.version}")
            for row in extra:
                kinds.add("extra")
                differences.append(f"  {name}: too many {row}  [#{row.number}, {row.bank_id}]")
        if differences:
            kind = "changed" if len(kinds) == 2 else kinds.pop()
            shown = differences[:12]
            if len(differences) > 12:
                shown.append(f"  … and {len(differences) - 12} more")
            raise Finding(kind, "transactions differ:\n" + "\n".join(shown))
        return matched

    def _without_settled_in_merge(
        self, name: str, picture: Picture, missing: list[Sighting], extra: list[Shown]
    ) -> tuple[list[Sighting], list[Shown]]:
        """Leaves out holds of an account that settled in another, which was then made two again.

        Each goes back with its account, and the other has it with its bank's next answer.
        """
        undone = {
            old: new for old, new in self._ever_merged.items()
            if old not in self.person.state.merged}
        self._undone_in = {
            old: self._undone_in.get(old, self.knowledge.syncs) for old in undone}

        def settled(account: str, row: Shown) -> Optional[str]:
            return next((
                s.key for s in self.knowledge.of_account(undone[account])
                if row.is_version(s.version) and not s.version.is_pending
                and (hold := self.knowledge.sightings.get((account, s.key)))
                and hold.version.is_pending), None)

        if name in undone:
            kept = [row for row in extra if settled(name, row) is None]
            if len(kept) < len(extra):
                self.knowledge.allow(IN_MERGE)
            return missing, kept
        olds = [old for old, new in undone.items() if new == name]
        found = {
            key: self._undone_in[row.account] for row in picture.rows if row.account in olds
            if (key := settled(row.account, row))}
        return [
            sighting for sighting in missing
            if sighting.seen_in > found.get(sighting.key, -1)], extra

    def _was_told_of(self, row: Shown, sightings: list[Sighting]) -> bool:
        """Whether a row is one of which the program said that the bank no longer lists it."""
        if row.number in self.knowledge.told_missing:
            self.knowledge.allow("a row counts on of which was said that it is no longer listed")
            return True
        if not self.knowledge.told_missing:
            return False
        if any(s.former and row.is_version(s.former) for s in sightings):
            self.knowledge.allow(
                "a row that changed its id and its amount at once looks like two, which was said")
            return True
        if any(s.is_undated and (s.version.amount, s.version.text) == (row.amount, row.text)
               for s in sightings):
            self.knowledge.allow(
                "a row without a day that comes with other days and another id looks like two, "
                "which was said")
            return True
        return False

    def _without_twins(self, missing: list[Sighting], told: list[Shown]) -> list[Sighting]:
        """Those for which none of the told rows stands in."""
        free = list(told)
        rest = []
        for sighting in missing:
            version = sighting.version
            twin = next((row for row in free if (
                row.amount == version.amount and same_merchant(row.text, version.text)
                and abs(row.day - version.first_day) <= TWINS_WITHIN)), None)
            if twin is None:
                rest.append(sighting)
                continue
            free.remove(twin)
            self.knowledge.allow(
                "equal purchases stand in for each other at the edge of an answer, which was said")
        return rest

    def _expected(self, account: str) -> list[Sighting]:
        """What should be in an account, with what it got from accounts that it goes on as."""
        if account in self.person.state.merged:
            return []
        own = {s.key: s for s in self.knowledge.of_account(account)}
        found = list(own.values())
        if account in self._ever_merged:
            found = [
                replace(sighting, presence="may", doubt="it changed while its account was merged")
                if sighting.version.is_pending or sighting.key.endswith(DOUBLE) else sighting
                for sighting in found]
        for old in self._former(account):
            for sighting in self.knowledge.of_account(old):
                same = own.get(sighting.key)
                if same is None and sighting.version.is_pending:
                    found.append(replace(
                        sighting, account=account, presence="may",
                        doubt="a hold of an account that was relinked"))
                elif same is None and sighting.key.endswith(DOUBLE):
                    found.append(replace(
                        sighting, account=account, presence="may",
                        doubt="a row taken back after its bank was relinked"))
                elif same is None:
                    found.append(replace(sighting, account=account))
                elif same.presence == "gone" and sighting.presence != "gone":
                    found.append(replace(
                        sighting, account=account, key=f"{sighting.key} of {old}",
                        presence="may", doubt="a row taken back after its bank was relinked"))
                elif self._was_moved(sighting, same):
                    continue
                elif same.version != sighting.version:
                    found.append(replace(
                        sighting, account=account, key=f"{sighting.key} of {old}",
                        presence="may", doubt="a row that changed after its bank was relinked"))
        return found

    @staticmethod
    def _was_moved(old: Sighting, new: Sighting) -> bool:
        """Whether a row came on another day with a new connection, and is otherwise the same."""
        return not (old.is_undated or new.is_undated) and replace(
            old.version, first_day=new.version.first_day, last_day=new.version.last_day
        ) == new.version

    def _former(self, account: str) -> list[str]:
        return self.person.former(account)

    def _shown_in(self, key: tuple[str, str]) -> tuple[str, str]:
        """The same movement in the account in which it is shown."""
        return self.person.state.merged.get(key[0], key[0]), key[1]

    def decision(self, account: str, key: str) -> Decision:
        """What the person said about a movement, also under a former account."""
        for place in (account, *self._former(account)):
            decision = self.person.decision(place, key)
            if decision != NOTHING:
                return decision
        return NOTHING

    def _sighting(self, account: str, key: str) -> Sighting:
        found = [
            self.knowledge.sightings[place, key] for place in (account, *self._former(account))
            if (place, key) in self.knowledge.sightings]
        # What was pending in a former account may be known in the other as posted only.
        held = next((sighting for sighting in found if sighting.held), found[0])
        return replace(found[0], held=held.held, held_paid=held.held_paid)

    def _pair(
        self, sightings: list[Sighting], rows: list[Shown]
    ) -> tuple[list[tuple[Sighting, Shown]], list[Sighting], list[Shown]]:
        """A largest matching of sightings and rows; those that must be shown come first."""
        candidates: dict[int, list[int]] = {}
        by_content: dict[tuple[int, str, bool], list[int]] = {}
        for place, row in enumerate(rows):
            by_content.setdefault((row.amount, row.text, row.is_pending), []).append(place)
        for place, sighting in enumerate(sightings):
            found: list[int] = []
            waiting = (sighting.former,) if self.knowledge.is_held_back(sighting) else ()
            for version in (sighting.version, *sighting.also, *filter(None, waiting)):
                for row in by_content.get((version.amount, version.text, version.is_pending), []):
                    if rows[row].is_version(version) and row not in found:
                        found.append(row)
            wanted = self.decision(sighting.account, sighting.key)
            # Of equal rows each may be the one on which a decision stands.
            found.sort(key=lambda row: (
                rows[row].note != wanted.note, not wanted.tags <= rows[row].tags,
                (wanted.category is not None or wanted.is_confirmed)
                and not has_category_of(rows[row], wanted),
                rows[row].bank_id != sighting.bank_id))
            candidates[place] = found
        taken: dict[int, int] = {}

        def take(place: int, seen: set[int]) -> bool:
            free = next((row for row in candidates[place] if row not in taken), None)
            if free is not None:
                taken[free] = place
                return True
            for row in candidates[place]:
                if row in seen:
                    continue
                seen.add(row)
                if row not in taken or take(taken[row], seen):
                    taken[row] = place
                    return True
            return False

        order = sorted(range(len(sightings)), key=lambda place: (
            sightings[place].presence != "must",
            self.decision(sightings[place].account, sightings[place].key) == NOTHING,
            len(candidates[place])))
        missing = [
            sightings[place] for place in order
            if not take(place, set()) and sightings[place].presence == "must"
            and not (sightings[place].former is None
                     and self.knowledge.is_held_back(sightings[place]))]
        pairs = [(sightings[place], rows[row]) for row, place in taken.items()]
        for sighting, row in pairs:
            if not row.is_version(sighting.version) and self.knowledge.is_held_back(sighting):
                self.knowledge.allow("rows in another form are held back, which was said")
            elif sighting.presence == "may" or not row.is_version(sighting.version):
                self.knowledge.allow(sighting.doubt)
        return pairs, missing, [row for place, row in enumerate(rows) if place not in taken]

    @property
    def ever_merged(self) -> set[str]:
        """Accounts that were made one with another, even if that was undone."""
        return {*self._ever_merged, *self._ever_merged.values()}

    # Decisions

    def check_decisions(
        self, picture: Picture, matched: dict[tuple[str, str], Shown]
    ) -> None:
        """Compares each decision, and looks for decisions that stand on another movement."""
        keys = {row.number: key for key, row in matched.items()}
        for (account, key), row in matched.items():
            if " of " in key:
                continue
            wanted = self.decision(account, key)
            rules = self.person.tags_by_rules(row.text)
            # A confirmation shows while the row is spending: it may have become a transfer.
            has = Decision(
                row.note, row.tags - rules, row.category if wanted.category else None,
                wanted.is_confirmed and (row.is_confirmed or not row.is_spending))
            wanted = replace(wanted, tags=wanted.tags - rules)
            if has == wanted and row.tags >= rules:
                continue
            reason = self._reason_for(picture, account, key, row, wanted, has, matched)
            if reason:
                self.knowledge.allow(reason)
                continue
            raise Finding(
                "decision", f"{account}: {row} [#{row.number}] should have {wanted}"
                f"{', tags by rules ' + str(sorted(rules)) if rules else ''}, and has {has}"
                + self._whereabouts(picture, wanted, has, account))
        self._check_transfers(matched, keys)

    def _reason_for(
        self, picture: Picture, account: str, key: str, row: Shown, wanted: Decision,
        has: Decision, matched: dict[tuple[str, str], Shown],
    ) -> str:
        """Why a decision may stand elsewhere; empty where it may not."""
        sighting = self._sighting(account, key)
        if has.note or has.tags:
            owner = self._owner(has)
            if owner is None:
                return ""
            origin = self._sighting(*owner)
            if owner[0] == account and key == owner[1] + AGAIN:
                return "a decision stays with a hold while the bank serves it beside the posted row"
            if owner[0] != account or origin.held is None:
                return ""
            if owner not in matched and agrees(origin.held, sighting.version):
                return "a hold was dropped, and an equal purchase of the same merchant came"
            if owner not in matched and agrees_but_for_amount(origin.held, sighting.version):
                return "a hold was dropped, and another purchase of the same merchant came"
            if owner in matched and agrees(origin.held, sighting.version) and agrees(
                    origin.held, origin.version):
                return "two equal charges of one merchant: which of them a hold became is unknown"
            if owner in matched and self._looked_settled(origin, sighting):
                return LOOKED_SETTLED
            return ""
        again = matched.get((account, key + AGAIN))
        if again and again.note == wanted.note:
            return "a decision stays with a hold while the bank serves it beside the posted row"
        # It is missing here: it may wait on the hold, if the person is asked.
        asked = any(row.number in candidates for _, candidates in picture.holds)
        if sighting.held and asked:
            if not agrees(sighting.held, sighting.version):
                return "a hold's decision waits: texts or amounts differ, and holds asks"
            if self.knowledge.has_rival(sighting):
                return "a hold's decision waits: several equal charges, and holds asks"
            if len(sighting.hold_ids) > 1 or (account, key + AGAIN) in self.knowledge.sightings:
                return "a hold's decision waits: it came under another id, and holds asks"
        # If the bank gave both the same day of payment, the person must be asked.
        is_paid_alike = sighting.paid is not None and sighting.paid == sighting.held_paid
        if sighting.was_renewed and (sighting.version.is_pending or not is_paid_alike):
            return "a hold's decision waits: its id and its amount changed at once"
        if sighting.held and not is_paid_alike and not agrees(sighting.held, sighting.version):
            apart = abs(sighting.version.amount) - abs(sighting.held.amount)
            if abs(apart) * 100 > abs(sighting.held.amount) * TIP_PERCENT:
                return "a hold posted with quite another amount"
        if self._former(account) and any(
                has_some_of(row, wanted) or (
                    sighting.held and row.is_version(sighting.held)
                    and has_category_of(row, wanted))
                for row in picture.rows if row.is_pending and row.account == account):
            return "a hold of an account that was relinked goes on with the next sync"
        if self.knowledge.told_missing and sighting.former and any(
                row.is_version(sighting.former)
                and (has_some_of(row, wanted) or has_category_of(row, wanted))
                for row in picture.rows):
            return "a row that changed its id and its amount at once looks like two, which was said"
        if sighting.held and not sighting.version.is_pending and (
                sighting.version.last_day - sighting.held.first_day > SETTLES_WITHIN):
            return "a hold that was posted after more than two weeks"
        # A category is no word of its own: it tells the place among one merchant's rows alone.
        elsewhere = [
            place for place, row in matched.items() if has_some_of(row, wanted) or (
                place[0] == account and has_category_of(row, wanted)
                and same_merchant(row.text, sighting.version.text))]
        if any(place == account and self._looked_settled(sighting, self._sighting(place, other))
               for place, other in elsewhere):
            return LOOKED_SETTLED
        if sighting.held and elsewhere and self.knowledge.has_rival(sighting):
            return "two equal charges of one merchant: which of them a hold became is unknown"
        return ""

    @staticmethod
    def _looked_settled(hold: Sighting, other: Sighting) -> bool:
        """Whether a hold was missing once while another movement could be what it became."""
        return hold.looked_settled and hold.held is not None and not other.version.is_pending and (
            agrees(hold.held, other.version) or agrees_but_for_amount(hold.held, other.version))

    def _owner(self, has: Decision) -> Optional[tuple[str, str]]:
        for place, decision in self.person.state.decisions.items():
            if (has.note and decision.note == has.note) or (
                    not has.note and has.tags and decision.tags & has.tags):
                return self._shown_in(place)
        return None

    def _whereabouts(
        self, picture: Picture, wanted: Decision, has: Decision, account: str
    ) -> str:
        text = ""
        for row in picture.rows:
            if wanted.note and row.note == wanted.note:
                text += f"\n  its note stands on {row.account}: {row} [#{row.number}]"
        owner = self._owner(has) if has != NOTHING else None
        if owner:
            sighting = self._sighting(*owner)
            held = f", held as {sighting.held}" if sighting.held else ""
            text += (
                f"\n  that was said about {owner[0]}: {sighting.version}{held} "
                f"({sighting.presence})")
        return text

    def _check_transfers(
        self, matched: dict[tuple[str, str], Shown], keys: dict[int, tuple[str, str]]
    ) -> None:
        for pair in self.person.state.transfers:
            one, other = sorted(map(self._shown_in, pair))
            if one not in matched or other not in matched or not self.is_opposite(
                    (one, matched[one]), (other, matched[other])):
                continue
            partner = matched[one].partner
            if partner != matched[other].number:
                raise Finding(
                    "decision", f"a transfer that was marked is gone: {one[0]}: {matched[one]} "
                    f"[#{matched[one].number}] has partner {partner}, not "
                    f"#{matched[other].number}")

    def is_opposite(
        self, one: tuple[tuple[str, str], Shown], other: tuple[tuple[str, str], Shown]
    ) -> bool:
        """Whether two rows that are shown can be the sides of a transfer."""
        return sum(self.person.sign(key[0]) * row.amount for key, row in (one, other)) == 0

    # Accounts

    def check_accounts(self, picture: Picture) -> None:
        """Compares balances and what is hidden."""
        shown = {account["name_at_bank"]: account for account in picture.accounts}
        for name, (balance, at) in self.knowledge.balances.items():
            if name in self.person.state.merged:
                continue
            account = shown.get(name)
            if account is None:
                raise Finding("lost", f"account {name} is not listed")
            shown_balance = self.person.sign(name) * balance
            if account["balance"] is None or minor_units(account["balance"]) != shown_balance:
                raise Finding(
                    "balance", f"{name}: the bank said {money(balance)} "
                    f"on {iso(at // 86_400)}, shown is {account['balance']} "
                    f"of {account['balance_day']}")
            is_hidden = account["visibility"] == "hidden"
            if is_hidden != self.person.is_hidden(name):
                raise Finding("decision", f"{name} is {account['visibility']}")
