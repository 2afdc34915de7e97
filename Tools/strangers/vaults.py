"""Vaults in temporary folders, used through the program."""

import collections
import json
import os
import shutil
import subprocess
from pathlib import Path


class Vault:
    def __init__(self, program, folder, like=None):
        """An empty vault, or a copy of another."""
        self.program, self.folder = program, Path(folder)
        self.env = dict(os.environ, GHOSTVAULT_VAULT=str(folder), GHOSTVAULT_SECRETS="file")
        if like:
            shutil.copytree(like.folder, folder)
        else:
            self.run("init")

    def run(self, *arguments):
        done = subprocess.run([self.program, *arguments], env=self.env, capture_output=True, text=True)
        # 10: done, though something of the person's could not be applied.
        if done.returncode not in (0, 10):
            raise SystemExit(f"{' '.join(arguments)[:80]}: {done.stdout}{done.stderr}")
        return done.stdout

    def take(self, answer):
        """Import a file with a SimpleFIN answer."""
        self.run("import", "--format", "simplefin", str(answer))

    def transactions(self):
        return json.loads(self.run("transactions", "--all", "--json"))

    def correct(self, chosen):
        """Set the categories of transactions, by id."""
        by_category = collections.defaultdict(list)
        for number, category in chosen.items():
            by_category[category].append(str(number))
        for category, numbers in sorted(by_category.items()):
            self.run("transactions", "set", *numbers, "--category", category)

    def confirm(self, numbers):
        """Leave transactions as they are, having seen them."""
        if numbers:
            self.run("transactions", "confirm", *map(str, numbers))

    def labelled(self, labels):
        """The posted rows with their labels, in the order of their days."""
        rows = [(row, labels.get((row["account_bank_id"], row["bank_id"]))) for row in self.transactions()]
        rows = [(row, label) for row, label in rows if label and not row["pending"]]
        return sorted(rows, key=lambda pair: (pair[0]["day"], pair[0]["id"]))


def labels(file):
    """The truth of a household, by account and id."""
    found = map(json.loads, Path(file).read_text(encoding="utf-8").splitlines())
    return {(label["account"], label["id"]): label for label in found}
