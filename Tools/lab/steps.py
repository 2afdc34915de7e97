"""Histories as data: the banks, and the steps that happen one after the other."""

from __future__ import annotations

from dataclasses import dataclass, field

from model import BankSpec, ConnectionSpec, iso


@dataclass(frozen=True)
class Step:
    """One thing that happens: in the world, at a bank, or by the person."""

    action: str
    arguments: dict[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        arguments = " ".join(f"{name}={value}" for name, value in self.arguments.items())
        return f"{self.action} {arguments}".strip()


@dataclass(frozen=True)
class Plan:
    """A history before it is run."""

    seed: str
    connections: tuple[ConnectionSpec, ...]
    first_day: int
    connect_day: int
    steps: tuple[Step, ...]

    @property
    def banks(self) -> list[BankSpec]:
        return [bank for connection in self.connections for bank in connection.banks]

    def __str__(self) -> str:
        lines = [f"history {self.seed}: life since {iso(self.first_day)}, "
                 f"connected on {iso(self.connect_day)}"]
        for connection in self.connections:
            for bank in connection.banks:
                accounts = ", ".join(
                    f"{a.name} ({a.kind}, {a.currency}, id {a.bank_id})" for a in bank.accounts)
                habits = " ".join(sorted(bank.quirks)) or "no habits"
                lines.append(f"  {connection.name} / {bank.name}: {accounts}; {habits}")
        lines += [f"  {number:3} {step}" for number, step in enumerate(self.steps, 1)]
        return "\n".join(lines)
