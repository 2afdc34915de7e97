"""The real program, as a person at a shell would run it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from bridge import World
from model import iso

TIMEOUT = 60


class LabError(Exception):
    """The lab itself could not go on; no finding about the program."""


@dataclass(frozen=True)
class Kill:
    """When to kill a command: at a request ("before" or "after" its answer), or after a time."""

    request: int = 0
    phase: str = "before"
    milliseconds: float = 0


@dataclass
class Result:
    """What a command came to."""

    arguments: list[str]
    code: int
    output: str
    errors: str
    was_killed: bool = False

    @property
    def text(self) -> str:
        """Everything that a person saw."""
        return self.output + self.errors


class Program:
    """One vault, and the program that works on it."""

    def __init__(self, path: str, folder: Path, world: World):
        self.vault = folder / "vault"
        self.commands = 0
        self._path = path
        self._world = world
        self._environment = {
            "PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": str(folder), "TZ": "UTC",
            "GHOSTVAULT_VAULT": str(self.vault), "GHOSTVAULT_SECRETS": "file", "NO_COLOR": "1",
            "LC_ALL": "C.UTF-8",
        }

    def run(self, arguments: list[str], today: int, kill: Optional[Kill] = None) -> Result:
        """Runs a command on a day."""
        self.commands += 1
        process = subprocess.Popen(
            [self._path, *arguments], env={**self._environment, "GHOSTVAULT_TODAY": iso(today)},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            errors="replace")
        timer: Optional[threading.Timer] = None
        if kill and kill.request:
            self._world.on_request = lambda number, phase: (
                self._kill(process) if (number, phase) == (kill.request, kill.phase) else None)
        elif kill:
            timer = threading.Timer(kill.milliseconds / 1000, self._kill, [process])
            timer.start()
        try:
            output, errors = process.communicate(timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            process.kill()
            output, errors = process.communicate()
            errors += f"\n(did not end within {TIMEOUT} s)"
        finally:
            self._world.on_request = lambda number, phase: None
            if timer:
                timer.cancel()
        was_killed = kill is not None and process.returncode == -signal.SIGKILL
        return Result(arguments, process.returncode, output, errors, was_killed)

    @staticmethod
    def _kill(process: subprocess.Popen[str]) -> None:
        process.kill()
        process.wait()

    def json(self, arguments: list[str], today: int) -> list | dict:
        """What a command answers in JSON."""
        result = self.run([*arguments, "--json"], today)
        try:
            return json.loads(result.output)
        except json.JSONDecodeError as error:
            raise UnreadableAnswer(result) from error


class UnreadableAnswer(Exception):
    """A command that should answer in JSON did not."""

    def __init__(self, result: Result):
        super().__init__(
            f"{' '.join(result.arguments)} ended with {result.code} and answered no JSON: "
            f"{result.text[-500:]}")
