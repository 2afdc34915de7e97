"""What the person decides: each a real command, and a change of what the oracle expects."""

from __future__ import annotations

import zlib
from dataclasses import replace
from typing import TYPE_CHECKING, Callable, Optional

from household import MERCHANTS
from person import CATEGORIES, Decision
from picture import Finding
from sightings import AGAIN, DOUBLE
from steps import Step

if TYPE_CHECKING:
    from history import History


def picked(history: History, step: Step) -> Optional[tuple[str, str]]:
    """A movement that is shown; which one does not depend on how many there are."""
    keys = [
        key for key in history.matched
        if not key[1].endswith((DOUBLE, AGAIN)) and (key[0], key[1] + DOUBLE) not in history.matched
        and (key[0], key[1] + AGAIN) not in history.matched]
    pending = [key for key in keys if history.matched[key].is_pending]
    if step.arguments.get("pending") and pending:
        # Charges that look like another one are where decisions go astray.
        alike = [key for key in pending if key[1].split("/")[2][0] in "se"]
        keys = alike or pending
    pick = step.arguments["pick"]
    return min(keys, key=lambda key: zlib.crc32(f"{pick}/{key}".encode()), default=None)


def _set(
    history: History, step: Step, options: list[str], change: Callable[[Decision], Decision]
) -> None:
    key = picked(history, step)
    if key is not None:
        _decide(history, key, "set", options, change)


def _decide(
    history: History, key: tuple[str, str], command: str, options: list[str],
    change: Callable[[Decision], Decision],
) -> None:
    decision = history.oracle.decision(*key)
    # The same again would be no decision.
    if change(decision) != decision:
        history.note(f"      on {key[0]}: {history.matched[key]}")
        number = history.matched[key].number
        history.command(["transactions", command, str(number), *options], codes={0})
        history.person.decide(*key, change(decision))


def note(history: History, step: Step) -> None:
    word = history.person.new_word()
    _set(history, step, ["--note", word], lambda decision: replace(decision, note=word))


def tag(history: History, step: Step) -> None:
    word = history.person.new_word()
    _set(history, step, ["--tag", word],
         lambda decision: replace(decision, tags=decision.tags | {word}))


def category(history: History, step: Step) -> None:
    name = CATEGORIES[int(str(step.arguments["pick"])) % len(CATEGORIES)]
    _set(history, step, ["--category", name],
         lambda decision: replace(decision, category=name, is_confirmed=False))


def confirm(history: History, step: Step) -> None:
    """A purchase whose category is right. One that was set is the person's already."""
    key = picked(history, step)
    if key and key[1].split("/")[2].isdigit() and history.matched[key].is_spending and (
            history.oracle.decision(*key).category is None):
        _decide(history, key, "confirm", [],
                lambda decision: replace(decision, is_confirmed=True))


def undo(history: History, step: Step) -> None:
    history.command(["undo"], codes={0 if history.person.undo() else 1})


def redo(history: History, step: Step) -> None:
    history.command(["redo"], codes={0 if history.person.redo() else 1})


def add_rule(history: History, step: Step) -> None:
    pick = int(str(step.arguments["pick"]))
    text, word = MERCHANTS[pick % len(MERCHANTS)][0], history.person.new_word()
    history.command(
        ["rules", "add", "--description-contains", text, "--tag", word], codes={0})
    history.person.add_rule(text, word)


def edit_rule(history: History, step: Step) -> None:
    rules, word = history.person.state.rules, history.person.new_word()
    if rules:
        rule = rules[int(str(step.arguments["pick"])) % len(rules)]
        history.command(["rules", "edit", f"stored-{rule.number}", "--tag", word], codes={0})
        history.person.edit_rule(rule.number, word)


def transfer(history: History, step: Step) -> None:
    sides: dict[str, list[tuple[str, str]]] = {}
    for key, row in history.matched.items():
        if key[1].split("/")[2].startswith("t") and not row.is_pending:
            sides.setdefault(key[1].split("/", 1)[1], []).append(key)
    pairs = [
        keys for keys in sides.values()
        if len(keys) == 2 and frozenset(keys) not in history.person.state.transfers
        and history.oracle.is_opposite(*((key, history.matched[key]) for key in keys))]
    if pairs:
        pick = step.arguments["pick"]
        one, other = min(
            pairs, key=lambda keys: zlib.crc32(f"{pick}/{keys}".encode()))
        history.command(
            ["transfers", "mark", str(history.matched[one].number),
             str(history.matched[other].number)], codes={0})
        history.person.mark_transfer(one, other)


def hide(history: History, step: Step) -> None:
    _show_or_hide(history, step, True)


def count(history: History, step: Step) -> None:
    _show_or_hide(history, step, False)


def _show_or_hide(history: History, step: Step, is_hidden: bool) -> None:
    names = sorted(
        name for name in history.knowledge.balances
        if name not in history.person.state.merged
        and history.person.is_hidden(name) != is_hidden)
    if names:
        name = names[int(str(step.arguments["pick"])) % len(names)]
        history.command(["accounts", "hide" if is_hidden else "count", name], codes={0})
        history.person.set_hidden(name, is_hidden)


def merge(history: History, step: Step) -> None:
    """An account that was connected again goes on as what it was."""
    known, merged = history.knowledge.balances, history.person.state.merged
    for bank in history.banks.values():
        for account in bank.spec.accounts:
            if account.source in known and account.name in known and (
                    account.source not in merged):
                if history.person.sign(account.source) != history.person.sign(account.name):
                    _reverse(history, account.name)
                history.command(
                    ["accounts", "merge", account.source, account.name, "--yes"], codes={0})
                history.person.merge(account.source, account.name)
                return


def reverse(history: History, step: Step) -> None:
    # A merge can't be undone once the signs of its account were turned round.
    names = sorted(
        name for name in history.knowledge.balances if name not in history.oracle.ever_merged)
    if names:
        _reverse(history, names[int(str(step.arguments["pick"])) % len(names)])


def _reverse(history: History, name: str) -> None:
    is_reversed = name in history.person.reversed
    options = ["--off"] if is_reversed else ["--balance", "--transactions"]
    history.command(["accounts", "reverse", name, *options], codes={0})
    history.person.reverse(name)


def _write_rule(history: History, text: str, word: str, rest: str = "", test: str = "") -> None:
    file = history.program.vault / "rules" / "50-lab.lua"
    file.write_text(
        f'rule {{ name = "Lab", when = {{ description = contains "{text}" }}, '
        f'set = {{ tags = {{ "{word}" }} }}{test} }}\n{rest}')


def _drawn_rule(step: Step) -> tuple[str, str]:
    pick = int(str(step.arguments["pick"]))
    return MERCHANTS[pick % len(MERCHANTS)][0], f"file{pick}"


def rule_file(history: History, step: Step) -> None:
    """A rule in a file, which can't be undone, instead of the one before."""
    text, word = _drawn_rule(step)
    _write_rule(history, text, word)
    history.person.is_file_broken = False
    history.command(["apply-rules"], codes={0})
    history.person.file_rule = (text, word)


def break_file(history: History, step: Step) -> None:
    """The rule's file gets another rule and a mistake: the one before stays in use."""
    _write_rule(history, *_drawn_rule(step), rest="rule { when = {")
    _apply_broken(history)


def fail_file(history: History, step: Step) -> None:
    """The rule's file gets another rule whose own test fails."""
    _write_rule(history, *_drawn_rule(step), test=', tests = { match = { "NOBODY" } }')
    _apply_broken(history)


def _apply_broken(history: History) -> None:
    history.person.is_file_broken = True
    result = history.command(["apply-rules"])
    if result.code != BROKEN_FILE:
        raise Finding("exit", f"apply-rules ended with {result.code} over a broken file")


def mend_file(history: History) -> None:
    """What stands in the file is what is in use."""
    if not history.person.is_file_broken:
        return
    if history.person.file_rule:
        _write_rule(history, *history.person.file_rule)
    else:
        (history.program.vault / "rules" / "50-lab.lua").unlink()
    history.person.is_file_broken = False


def apply_rules(history: History, step: Step) -> None:
    history.command(["apply-rules"], codes={0})
    again = history.program.json(["apply-rules"], history.world.day)
    if isinstance(again, dict) and again["changed"]:
        raise Finding("conclusions", f"a second apply-rules changed {again['changed']}")


def apply_all(history: History, step: Step) -> None:
    before = history.picture().without_ids()
    history.command(["apply-rules", "--all"], codes={0})
    history.same(before, history.picture().without_ids(), "apply-rules --all")


#: A rule file has a mistake, and what it was before stays in use.
BROKEN_FILE = 10

#: What can be decided, by the name that steps have for it.
DECISIONS: dict[str, Callable[["History", Step], None]] = {
    "note": note, "tag": tag, "category": category, "confirm": confirm, "undo": undo, "redo": redo,
    "add-rule": add_rule, "edit-rule": edit_rule, "rule-file": rule_file,
    "break-file": break_file, "fail-file": fail_file,
    "transfer": transfer, "hide": hide, "count": count, "merge": merge,
    "reverse": reverse,
    "apply-rules": apply_rules, "apply-all": apply_all,
}
