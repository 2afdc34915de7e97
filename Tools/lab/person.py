"""The person: decisions about movements, and a journal that undoes and redoes them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Optional

CATEGORIES = ("groceries", "dining", "shopping", "entertainment")


@dataclass(frozen=True)
class Decision:
    """What the person said about one movement."""

    note: Optional[str] = None
    tags: frozenset[str] = frozenset()
    category: Optional[str] = None
    #: Whether the category was seen and left. Setting one takes its place.
    is_confirmed: bool = False

    def __str__(self) -> str:
        parts = [f'note "{self.note}"'] if self.note else []
        parts += [f"tag {tag}" for tag in sorted(self.tags)]
        parts += [f"category {self.category}"] if self.category else []
        parts += ["category confirmed"] if self.is_confirmed else []
        return ", ".join(parts) or "nothing"


NOTHING = Decision()


@dataclass(frozen=True)
class StoredRule:
    """A rule in the vault: rows whose text contains a text get a tag."""

    number: int
    contains: str
    tag: str


@dataclass(frozen=True)
class State:
    """Everything decided at one time. Movements are named by account and key."""

    decisions: dict[tuple[str, str], Decision] = field(default_factory=dict)
    #: Pairs of movements that the person marked as transfers.
    transfers: frozenset[frozenset[tuple[str, str]]] = frozenset()
    hidden: frozenset[str] = frozenset()
    rules: tuple[StoredRule, ...] = ()
    #: Accounts that go on as another one, by name.
    merged: dict[str, str] = field(default_factory=dict)


class Person:
    """The current state, and what can be undone and redone."""

    def __init__(self) -> None:
        self.state = State()
        self._before: list[State] = []
        self._undone: list[State] = []
        self.rules_made = 0
        #: The only rule in a file: a text and its tag. Files are not undone.
        self.file_rule: Optional[tuple[str, str]] = None
        #: Whether its file has a mistake now, so that the rule before stays in use.
        self.is_file_broken = False
        #: Accounts whose signs are turned round, which is not undone either.
        self.reversed: set[str] = set()
        self.words = 0

    def new_word(self) -> str:
        """A word for a note or a tag that is used once in a history."""
        self.words += 1
        return f"word{self.words}"

    def decide(self, account: str, key: str, decision: Decision) -> None:
        """Replaces the decision about a movement."""
        self._change(replace(
            self.state, decisions={**self.state.decisions, (account, key): decision}))

    def mark_transfer(self, one: tuple[str, str], other: tuple[str, str]) -> None:
        kept = frozenset(p for p in self.state.transfers if one not in p and other not in p)
        self._change(replace(
            self.state, transfers=kept | {frozenset((one, other))}))

    def set_hidden(self, account: str, is_hidden: bool) -> None:
        hidden = self.state.hidden
        self._change(replace(
            self.state, hidden=hidden | {account} if is_hidden
            else hidden - {account, *self.former(account)}))

    def is_hidden(self, account: str) -> bool:
        """Whether an account is hidden, or one that goes on as it was."""
        return not self.state.hidden.isdisjoint({account, *self.former(account)})

    def reverse(self, account: str) -> None:
        """Turns the signs of an account round, or back."""
        self.reversed ^= {account}

    def sign(self, account: str) -> int:
        """1, or -1 where an account's signs are turned round."""
        return -1 if account in self.reversed else 1

    def former(self, account: str) -> list[str]:
        """The accounts that go on as this one."""
        return [old for old, new in self.state.merged.items() if new == account]

    def add_rule(self, contains: str, tag: str) -> None:
        self.rules_made += 1
        self._change(replace(
            self.state, rules=(*self.state.rules, StoredRule(self.rules_made, contains, tag))))

    def edit_rule(self, number: int, tag: str) -> None:
        self._change(replace(self.state, rules=tuple(
            replace(rule, tag=tag) if rule.number == number else rule
            for rule in self.state.rules)))

    def merge(self, old: str, new: str) -> None:
        self._change(replace(self.state, merged={**self.state.merged, old: new}))

    def undo(self) -> bool:
        """Returns whether there was anything to undo."""
        if not self._before:
            return False
        self._undone.append(self.state)
        self.state = self._before.pop()
        return True

    def redo(self) -> bool:
        """Returns whether there was anything to redo."""
        if not self._undone:
            return False
        self._before.append(self.state)
        self.state = self._undone.pop()
        return True

    def decision(self, account: str, key: str) -> Decision:
        """What the person said about a movement."""
        return self.state.decisions.get((account, key), NOTHING)

    def tags_by_rules(self, text: str) -> frozenset[str]:
        """The tags that the person's rules give a row with this text."""
        tags = {rule.tag for rule in self.state.rules if rule.contains in text}
        if self.file_rule and self.file_rule[0] in text:
            tags.add(self.file_rule[1])
        return frozenset(tags)

    def _change(self, state: State) -> None:
        self._before.append(self.state)
        self._undone.clear()
        self.state = state
