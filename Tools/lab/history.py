"""Runs one history: real commands, a simulated world, and a comparison after each step."""

from __future__ import annotations

import random
import shutil
import tempfile
import traceback
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Callable, Optional

from bank import Bank
from bridge import Bridge, Fault, World
from decisions import BROKEN_FILE, DECISIONS, mend_file
from household import Household
from knowledge import Knowledge
from model import Exchange, iso, money
from oracle import Oracle
from person import Person
from picture import Finding, Picture, Shown
from program import Kill, Program, Result, UnreadableAnswer
from sightings import merchant_name
from steps import Plan, Step

REQUESTS_A_DAY = 24
#: With so few requests left a sync may leave something for another day.
KEPT_REQUESTS = 4
#: Requests of a sync that finds nothing but rows of which is known that they can't be read: the
#: balances, up to three windows of the days since, and those of a look into empty history.
REQUESTS_OF_KNOWN = 7
#: Days before today of which every sync asks, so that nothing of them may be missing.
RECENT_DAYS = 30
FAULT_CODES = {"403": 6, "402": 7, "429": 9, "500": 5, "503": 5, "html": 8, "cut": 5}


@dataclass
class Outcome:
    """What a history came to."""

    plan: Plan
    finding: Optional[Finding] = None
    #: The number of the step that was wrong, from 1.
    step: int = 0
    allowances: set[str] = field(default_factory=set)
    commands: int = 0
    requests: int = 0
    trace: list[str] = field(default_factory=list)
    #: Each answer, with the bridge's day.
    answers: list[tuple[int, Exchange]] = field(default_factory=list)

    def rows_in_question(self) -> list[str]:
        """What the answers had of the merchants and amounts that the finding names, with the days
        of the first and the last answer that had it."""
        days: dict[str, list[int]] = {}
        text = self.finding.text if self.finding else ""
        for day, exchange in self.answers:
            for account in exchange.accounts:
                for row in account.rows:
                    if merchant_name(row.text) in text and (
                            row.is_pending or money(row.amount) in text):
                        days.setdefault(f"{account.name}: {row}", []).append(day)
        return [
            f"{iso(seen[0])}…{iso(seen[-1])} ×{len(seen)} {line}" for line, seen in days.items()]


#: The share of histories without the shipped lists of merchants and words. Reading those is most
#: of what a command costs, and nothing that is compared depends on them.
SHORT_PIPELINES = 0.8
SHORT_PIPELINE = """
[[stage]]
name = "user rules"
kind = "user-rules"

[[stage]]
name = "corrections"
kind = "corrections"

[[stage]]
name = "transfers"
kind = "transfers"
file = "transfers.toml"

[[stage]]
name = "payees"
kind = "payees"
file = "payees.toml"

[[stage]]
name = "learned"
kind = "memory"

[[stage]]
name = "default"
kind = "default"
"""
#: Payees without a list of words: the text up to its first number.
SHORT_PAYEES = "".join(f"{name} = []\n" for name in (
    "prefixes", "person_prefixes", "services", "bare_services", "services_with_branches",
    "endings", "trailing", "before_numbers", "numbered", "nameless", "legal_forms", "cities",
    "states", "ambiguous_states", "countries", "capitals", "abbreviations", "small_words",
    "same_words", "bank_texts", "payee"))

#: Does harm to a history after one of its steps.
Tamper = Callable[["History"], None]


class History:
    """A plan being run."""

    def __init__(self, plan: Plan, program: str, tamper: Optional[Tamper] = None):
        self.plan = plan
        self.outcome = Outcome(plan)
        self._household = Household(plan.seed, plan.banks, plan.first_day)
        self.banks = {spec.name: Bank(spec, self._household) for spec in plan.banks}
        self.world = World(
            {c.name: [self.banks[b.name] for b in c.banks] for c in plan.connections},
            plan.connect_day)
        self.person = Person()
        self.knowledge = Knowledge()
        self.oracle = Oracle(self.knowledge, self.person)
        self.folder = Path(tempfile.mkdtemp(prefix="ghostvault-lab-"))
        self.program = Program(program, self.folder, self.world)
        self.matched: dict[tuple[str, str], Shown] = {}
        self._tamper = tamper
        self._is_connected = False
        #: Requests that reached the bridge on each of its days, by connection.
        self._arrived: dict[tuple[str, int], int] = {}
        #: Days on which counts may differ: a command was killed or the clock was wrong.
        self._unsure_days: set[int] = set()
        self._is_count_ahead = False
        #: Rows that can't be read, as they were told; empty once they could be.
        self._unreadable: dict[tuple[str, str, str], str] = {}

    def run(self) -> Outcome:
        """Runs all steps, until one shows a difference."""
        try:
            with Bridge(self.world) as bridge:
                self._bridge = bridge
                for number, step in enumerate(self.plan.steps, 1):
                    self.outcome.step = number
                    self.note(f"[{number}] {iso(self.world.day)} {step}")
                    getattr(self, "_step_" + step.action.replace("-", "_"))(step)
                    if self._tamper:
                        self._tamper(self)
        except Finding as finding:
            self.outcome.finding = finding
        except UnreadableAnswer as error:
            self.outcome.finding = Finding("unreadable", str(error))
        except Exception:
            # A mistake of the lab's own must not end the run, nor pass for a good history.
            self.outcome.finding = Finding("lab", traceback.format_exc())
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)
        self.outcome.allowances = self.knowledge.allowances
        self.outcome.commands = self.program.commands
        self.outcome.requests = self.world.requests
        return self.outcome

    # The world

    def _step_day(self, step: Step) -> None:
        self.world.day += int(str(step.arguments["count"]))

    def _step_bank(self, step: Step) -> None:
        condition = self.banks[str(step.arguments["bank"])].condition
        for name, value in step.arguments.items():
            if name == "recent_days":
                condition.history_begins = self.world.day - int(str(value))
            elif name != "bank":
                setattr(condition, name, value)

    def _step_rotate(self, step: Step) -> None:
        condition = self.banks[str(step.arguments["bank"])].condition
        block = step.arguments.get("block")
        if block:
            first = self.world.day - int(str(block))
            condition.renamed_blocks += ((first - 15, first),)
            return
        condition.generation += 1
        changes = step.arguments["changes"]
        if isinstance(changes, (list, tuple)) and "days" in changes:
            condition.days_moved_before = self.world.day
            condition.days_moved_by = int(str(step.arguments.get("by", -1)))
        if isinstance(changes, (list, tuple)) and "payees" in changes:
            condition.reworded_before = self.world.day

    def _step_fault(self, step: Step) -> None:
        arguments = step.arguments
        self.world.faults[str(arguments["connection"])] = Fault(
            str(arguments["kind"]), int(str(arguments["from"])))

    def _step_redirect(self, step: Step) -> None:
        self.world.redirects[str(step.arguments["connection"])] = int(str(step.arguments["hops"]))

    def _step_relink(self, step: Step) -> None:
        """A bank is connected again: its accounts come under new ids, the old ones never more."""
        name = str(step.arguments["bank"])
        old = self.banks[name]
        if any(account.source for account in old.spec.accounts):
            return
        accounts = tuple(
            replace(account, name=f"{account.name} again", bank_id=f"{account.bank_id}-2",
                    source=account.name) for account in old.spec.accounts)
        new = Bank(
            replace(old.spec, key=f"{old.spec.key}-2", accounts=accounts), self._household)
        new.condition = old.condition
        if "moved" in step.arguments:
            new.condition = replace(
                old.condition, days_moved_before=self.world.day,
                days_moved_by=int(str(step.arguments["moved"])))
        self.banks[name] = new
        for banks in self.world.banks.values():
            banks[:] = [new if bank is old else bank for bank in banks]

    # The program

    def _step_connect(self, step: Step) -> None:
        self.command(["init"], codes={0})
        rules = self.program.vault / "rules"
        # The rules that a vault begins with would add tags of their own.
        for file in rules.glob("*.lua"):
            file.write_text("")
        if random.Random(f"pipeline/{self.plan.seed}").random() < SHORT_PIPELINES:
            config = self.program.vault / "config"
            config.mkdir(exist_ok=True)
            (config / "pipeline.toml").write_text(SHORT_PIPELINE)
            (config / "category-map.toml").write_text("rule = []\n")
            (config / "payees.toml").write_text(SHORT_PAYEES)
        self._is_connected = True
        today = self._clock(step)
        for connection in self.plan.connections:
            token = self.folder / "token"
            token.write_text(self._bridge.setup_token(connection.name))
            self._receive(
                ["connect", "--token-file", str(token), "--allow-http-on-loopback",
                 "--no-questions", "--name", connection.name], today)
        self.check()

    def _clock(self, step: Step) -> int:
        """The day that the program takes for today in a step."""
        today = self.world.day + int(str(step.arguments.get("skew", 0)))
        if "today" in step.arguments:
            today = int(str(step.arguments["today"]))
        if today != self.world.day or self._is_count_ahead:
            # Requests that lie ahead of the clock count from when that is found.
            self._unsure_days |= {self.world.day, today, self.world.day + 1}
            self._is_count_ahead = today > self.world.day
        return today

    def _step_sync(self, step: Step) -> None:
        if not self._is_connected:
            return
        arguments = step.arguments
        today = self._clock(step)
        kill = arguments.get("kill")
        result = self._receive(
            ["sync"], today, Kill(**kill) if isinstance(kill, dict) else None)
        if result.was_killed:
            self._unsure_days.add(self.world.day)
            self.world.faults.clear()
            # What the killed one stored is not known; what the next one brings is.
            self._receive(["sync"], today)
        self.world.faults.clear()
        self.check()
        if result.code == 0 and today == self.world.day:
            self._check_recent()
        if arguments.get("twice"):
            before = self.picture().without_ids()
            self._receive(["sync"], today)
            self.same(before, self.picture().without_ids(), "a second sync")

    def _step_final(self, step: Step) -> None:
        """All is well again: everything that the banks have must come."""
        if not self._is_connected:
            return
        for bank in self.banks.values():
            condition = bank.condition
            bank.condition = replace(
                type(condition)(), generation=condition.generation,
                renamed_blocks=condition.renamed_blocks,
                days_moved_before=condition.days_moved_before,
                days_moved_by=condition.days_moved_by,
                reworded_before=condition.reworded_before)
        self.world.redirects.clear()
        mend_file(self)
        months = (self.world.day - self.plan.first_day) // 30 + 2
        for number in range(3):
            self.world.day += 1
            # What a day's requests don't reach follows with the next sync, unless it is asked for
            # from the newest day on again.
            wanted = ["--months", str(max(12, months))] if number == 0 else []
            self._receive(["sync", *wanted], self.world.day)
        self.check()
        for bank in self.banks.values():
            self._check_served(bank, self.plan.first_day - 1, "after all is well again")
        for _ in range(2):
            again = self.program.json(["apply-rules", "--all"], self.world.day)
            if isinstance(again, dict) and again["changed"]:
                raise Finding(
                    "conclusions", f"apply-rules --all changed {again['changed']} transactions: "
                    + str(again["changes"])[:600])
        doctor = self.command(["doctor"], codes={0, 3})
        # The simulated bridge has no TLS, which doctor rightly says.
        wrong = [
            line for line in doctor.output.splitlines()
            if line.startswith("wrong") and "connection is encrypted" not in line]
        if wrong:
            raise Finding("doctor", "\n".join(wrong))

    def _receive(self, arguments: list[str], today: int, kill: Optional[Kill] = None) -> Result:
        """Runs a command that asks the bridge, and checks what it says."""
        self.world.begin_command()
        self.knowledge.begin_sync()
        result = self.command(arguments, today=today, kill=kill)
        exchanges = self.world.exchanges
        self.outcome.answers += [(self.world.day, exchange) for exchange in exchanges]
        for exchange in exchanges:
            if exchange.kind == "claim":
                continue
            place = (exchange.connection, self.world.day)
            self._arrived[place] = self._arrived.get(place, 0) + 1
            self.knowledge.receive(exchange, today, is_certain=not result.was_killed)
        self.note("    " + ", ".join(self._describe(exchange) for exchange in exchanges))
        self.knowledge.end_sync(result.text, today)
        if not result.was_killed:
            self._see_unreadable(exchanges)
            self._check_code(result, exchanges)
            self._check_messages(result, exchanges)
            self._check_requests()
        return result

    @staticmethod
    def _describe(exchange: Exchange) -> str:
        asked = "balances" if exchange.window is None else "…".join(
            iso(min(day, 60_000)) for day in exchange.window)
        rows = sum(len(account.rows) for account in exchange.accounts)
        return f"{exchange.connection} {asked}: {exchange.status}, {rows} rows"

    def command(
        self, arguments: list[str], today: Optional[int] = None, kill: Optional[Kill] = None,
        codes: Optional[set[int]] = None,
    ) -> Result:
        result = self.program.run(
            arguments, self.world.day if today is None else today, kill)
        if self.world.mistake:
            raise Finding("lab", self.world.mistake)
        self.note(f"    $ ghostvault {' '.join(arguments)}  → {result.code}")
        for line in result.text.splitlines():
            if line and not line.startswith("  "):
                self.note(f"        {line[:160]}")
        if result.code < 0 and not result.was_killed:
            raise Finding(
                "crash", f"{' '.join(arguments)} ended by signal {-result.code}: "
                f"{result.text[-400:]}")
        if codes is not None and self.person.is_file_broken:
            codes = codes | {BROKEN_FILE}
        if codes is not None and result.code not in codes:
            raise Finding(
                "exit", f"{' '.join(arguments)} ended with {result.code}, "
                f"not {sorted(codes)}: {result.text[-400:]}")
        return result

    # Decisions

    def _step_decide(self, step: Step) -> None:
        if self._is_connected:
            DECISIONS[str(step.arguments["what"])](self, step)
            self.check()

    # Checks

    def picture(self) -> Picture:
        today = self.world.day
        accounts = self.program.json(["accounts", "list", "--all"], today)
        names = {account["id"]: account["name_at_bank"] for account in accounts}
        rows = [
            Shown.read(row, names)
            for row in self.program.json(["transactions", "--all"], today)]
        # They are compared by the bank's signs.
        for row in rows:
            row.amount *= self.person.sign(row.account)
        holds = [
            (entry["hold"], [c["id"] for c in entry["candidates"]])
            for entry in self.program.json(["transactions", "holds"], today)
        ] if self.person.state.decisions else []
        return Picture(rows, list(accounts), holds)

    def check(self) -> None:
        picture = self.picture()
        self.matched = self.oracle.match(picture, self.world.day)
        self.oracle.check_decisions(picture, self.matched)
        self.oracle.check_accounts(picture)

    def _check_code(self, result: Result, exchanges: list[Exchange]) -> None:
        """Every trouble must be in the exit code, and nothing else."""
        codes: set[int] = set()
        is_trouble = "held back" in result.text
        is_short_of_requests = False
        is_told_again = False
        for connection in self.plan.connections:
            mine = [e for e in exchanges if e.connection == connection.name]
            fault = self.world.faults.get(connection.name)
            if fault and any(e.status != 302 and not e.is_answered for e in mine):
                codes |= {3, FAULT_CODES[fault.kind]}
                is_trouble = True
            is_trouble = is_trouble or any(e.has_trouble for e in mine)
            is_told_again |= any(e.is_told_again for e in mine)
            is_short_of_requests |= self._requests_left(connection.name) <= KEPT_REQUESTS
        if self.world.day in self._unsure_days:
            # By a clock that was set back, all earlier requests may be of one day.
            is_short_of_requests = True
        if is_trouble:
            codes.add(3)
        if is_told_again:
            codes.add(3)
        if not is_trouble or is_short_of_requests:
            codes.add(0)
        if self.person.is_file_broken:
            codes.add(BROKEN_FILE)
        if is_short_of_requests:
            codes |= {3, 9}
        if result.code not in codes:
            raise Finding(
                "exit", f"{' '.join(result.arguments)} ended with {result.code}, "
                f"not {sorted(codes)}:\n{result.text[-700:]}")

    def _see_unreadable(self, exchanges: list[Exchange]) -> None:
        """Rows that can't be read are told once, and then cost neither a code nor requests."""
        known = dict(self._unreadable)
        for exchange in exchanges:
            for served in exchange.accounts:
                for row in served.rows:
                    place = (served.connection, served.name, row.key)
                    if row.is_readable:
                        # It may be forgotten, and then is told again.
                        if place in self._unreadable:
                            self._unreadable[place] = ""
                        continue
                    content = str(row.json())
                    if known.get(place, "") != content:
                        if known.get(place) == "":
                            exchange.is_told_again = True
                        else:
                            exchange.has_trouble = True
                    self._unreadable[place] = content
        for connection in self.plan.connections:
            mine = [e for e in exchanges if e.connection == connection.name]
            is_calm = mine and not any(
                e.has_trouble or e.is_told_again or not e.is_answered for e in mine)
            if is_calm and any(not row.is_readable for e in mine for s in e.accounts
                               for row in s.rows) and len(mine) > REQUESTS_OF_KNOWN:
                raise Finding(
                    "requests", f"{connection.name}: {len(mine)} requests, although it is known "
                    "which rows can't be read")

    def _requests_left(self, connection: str) -> int:
        return REQUESTS_A_DAY - self._arrived.get((connection, self.world.day), 0)

    @staticmethod
    def _check_messages(result: Result, exchanges: list[Exchange]) -> None:
        text = " ".join(result.text.split())
        for exchange in exchanges:
            for message in exchange.messages:
                if message not in text:
                    raise Finding(
                        "message", f"not shown: {message}\n{result.text[-700:]}")

    def _check_requests(self) -> None:
        status = self.program.json(["status"], self.world.day)
        for connection in status["connections"] if isinstance(status, dict) else []:
            arrived = self._arrived.get((connection["name"], self.world.day), 0)
            left = connection["requests_left"]
            if self.world.day in self._unsure_days:
                # Nobody knows which hours a bridge counts as a day, nor by which clock.
                limit, is_right = 2 * REQUESTS_A_DAY, True
            else:
                limit, is_right = REQUESTS_A_DAY, left == REQUESTS_A_DAY - arrived
            if arrived > limit or not is_right:
                raise Finding(
                    "requests", f"{connection['name']}: {arrived} requests reached the bridge "
                    f"today, and {left} of {REQUESTS_A_DAY} are said to be left")

    def _check_recent(self) -> None:
        """After a sync that calls itself complete nothing of the last days may be missing."""
        for bank in self.banks.values():
            self._check_served(
                bank, self.world.day - RECENT_DAYS, "after a sync that ended with 0")

    def _check_served(self, bank: Bank, since: int, when: str) -> None:
        if bank.condition.is_silent:
            return
        for account in bank.spec.accounts:
            lacking = [
                row for row in bank.rows(account, self.world.day)
                if row.window_day >= since and row.is_readable
                and (account.name, row.key) not in self.knowledge.sightings]
            if lacking:
                raise Finding(
                    "gap", f"{account.name}: {len(lacking)} rows of the bank were never asked for "
                    f"{when}, such as {iso(lacking[0].window_day)} {lacking[0].text}")

    def same(self, before: list[str], after: list[str], what: str) -> None:
        if before != after:
            lost = [line for line in before if line not in after][:5]
            come = [line for line in after if line not in before][:5]
            raise Finding(
                "idempotence", f"{what} changed something:\n  before: " + "\n          ".join(lost)
                + "\n  after:  " + "\n          ".join(come))

    def note(self, line: str) -> None:
        self.outcome.trace.append(line)


def run_plan(plan: Plan, program: str, tamper: Optional[Tamper] = None) -> Outcome:
    """Runs a plan in a fresh vault."""
    return History(plan, program, tamper).run()
