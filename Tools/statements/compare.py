#!/usr/bin/env python3
"""Compares what ghostvault-read-statement reads with what is expected of each file.

    python3 Tools/statements/compare.py FOLDER

FOLDER holds statement files, at any depth, each with NAME.expect.json beside it:
`outcome` (read, partly, nothing, refuse, ask, or several with "-or-"), `transactions`
(day, amount, texts, parts), `balances`, `rejects`, `account`.
"""

import argparse
import collections
import decimal
import json
import pathlib
import subprocess
import sys

VERDICTS = ["right", "asked", "wrong"]


def squeezed(text):
    return "".join(text.split())


def outcome(answer):
    error = answer.get("error")
    if error is not None:
        return "nothing" if error == "empty" else "refuse"
    if answer["questions"]:
        return "ask"
    if not any(account["rows"] for account in answer["accounts"]):
        return "nothing"
    # Trades of shares are listed, and no row of money is lost with them.
    lost = [row for row in answer["rejected"] if row["reason"] not in ("notMoney", "cancelled", "pending")]
    return "partly" if lost else "read"


def agrees(expected, account, row, factor):
    """Whether a row is the expected one, but for parts."""
    amount = decimal.Decimal(row["amount"]) * factor
    if amount != decimal.Decimal(str(expected["amount"])):
        return False
    days = {expected.get("day"), expected.get("value_day"), None} - {None}
    if days and row["day"] not in days:
        return False
    if expected.get("account") not in (None, account["id"], account["name"]):
        return False
    currency = row.get("currency") or account.get("currency")
    if expected.get("currency") and currency and currency != expected["currency"]:
        return False
    fields = ["payee", "description", "memo", "notes", "category", "otherAccount"]
    texts = [row[field] for field in fields] + [part["memo"] for part in row["parts"]]
    texts += row["tags"]
    found = squeezed(" ".join(texts))
    return all(
        squeezed(expected.get(field) or "") in found for field in ("payee", "description", "memo")
    )


def unmatched(expectation, answer, factor):
    """Expected rows that are missing, and rows that nobody expects."""
    rows = [(account, row) for account in answer["accounts"] for row in account["rows"]]
    missing = []
    for expected in expectation["transactions"]:
        choices = [expected]
        whole = None
        for number, (account, row) in enumerate(rows):
            if agrees(expected, account, row, factor):
                whole = number
                break
        if whole is not None:
            rows.pop(whole)
            continue
        parts = expected.get("parts") or []
        kept = list(rows)
        for part in parts:
            wanted = {"day": expected["day"], "value_day": expected.get("value_day"), **part}
            number = next(
                (n for n, (a, r) in enumerate(kept) if agrees(wanted, a, r, factor)), None
            )
            if number is None:
                break
            kept.pop(number)
        else:
            if parts:
                rows = kept
                continue
        if any(expected.get(key) for key in ("optional", "pending", "opening")):
            continue
        missing.append(expected)
    return missing, [row for _, row in rows]


def faults(expectation, answer):
    """What is wrong with the rows that were read."""
    signs = (1, -1) if expectation.get("sign") == "unknown" else (1,)
    results = [unmatched(expectation, answer, factor) for factor in signs]
    missing, extra = min(results, key=lambda result: len(result[0]) + len(result[1]))
    wrong = [
        "missing %s %s %s" % (row.get("day"), row["amount"], row.get("payee") or row.get("description") or "")
        for row in missing
    ]
    wrong += ["unexpected %s %s %s" % (row["day"], row["amount"], row["payee"]) for row in extra]

    known = {account["id"] for account in answer["accounts"]}
    known |= {account["name"] for account in answer["accounts"]}
    for name in [expectation.get("account")] + (expectation.get("accounts") or []):
        if name and name not in known:
            wrong.append("account %s" % name)
    currencies = {account.get("currency") for account in answer["accounts"]} - {None}
    if expectation.get("currency") and currencies and expectation["currency"] not in currencies:
        wrong.append("currency %s" % sorted(currencies))
    if len(answer["rejected"]) < len(expectation.get("rejects") or []):
        wrong.append("a row wasn't set aside")
    waiting = [row for row in answer["rejected"] if row["reason"] == "pending"]
    if len(waiting) < expectation.get("pending_rows", 0):
        wrong.append("a pending row wasn't set aside")
    return wrong + balance_faults(expectation, answer)


def balance_faults(expectation, answer):
    stated = {
        (balance["day"], balance["kind"], decimal.Decimal(balance["amount"]))
        for account in answer["accounts"]
        for balance in account["balances"]
    }
    wanted = {
        (balance["day"], balance["kind"], decimal.Decimal(balance["amount"]))
        for balance in expectation.get("balances") or []
        if balance["kind"] in ("opening", "closing") and not balance.get("currency")
        and not balance.get("unsure")
    }
    wrong = []
    for day, kind, amount in wanted:
        others = {a for d, k, a in stated if (d, k) == (day, kind)}
        if others and amount not in others:
            wrong.append("%s balance %s on %s" % (kind, amount, day))
        elif kind == "closing" and not others and stated:
            wrong.append("no closing balance on %s" % day)
    return wrong


def verdict(expectation, answer):
    allowed = expectation["outcome"].split("-or-")
    actual = outcome(answer)
    if actual in ("refuse", "nothing"):
        return ("right", "") if actual in allowed else ("wrong", "not read: %s" % answer.get("error"))
    if actual == "ask":
        state = "right" if "ask" in allowed else "asked"
        return state, ", ".join(answer["questions"])
    if not {"read", "partly"} & set(allowed):
        return "wrong", "read without a question"
    wrong = faults(expectation, answer)
    if actual == "partly" and not expectation.get("rejects") and "partly" not in allowed:
        wrong.append("%d rows set aside" % len(answer["rejected"]))
    return ("wrong", "; ".join(wrong)) if wrong else ("right", "")


def differences(expectation, answer):
    """What differs and does not decide: encoding, ids."""
    if answer.get("error"):
        return []
    notes = []
    plain = {"us-ascii", "utf-8", None}
    encoding = expectation.get("encoding")
    if answer["encoding"] != encoding and not {answer["encoding"], encoding} <= plain:
        notes.append("encoding %s for %s" % (answer["encoding"], encoding))
    ids = {row["id"] for account in answer["accounts"] for row in account["rows"]}
    lost = [row["id"] for row in expectation["transactions"] if row.get("id") and row["id"] not in ids]
    if lost:
        notes.append("without id %s" % lost[0])
    return notes


def main():
    parser = argparse.ArgumentParser(description="Compare statement files with expectations.")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--program", default=".build/debug/ghostvault-read-statement")
    parser.add_argument("--format", help="compare files of one format only")
    parser.add_argument("--all", action="store_true", help="show the right ones, too")
    arguments = parser.parse_args()

    counts = collections.defaultdict(collections.Counter)
    for path in sorted(arguments.folder.rglob("*.expect.json")):
        file = path.with_name(path.name.removesuffix(".expect.json"))
        if not file.exists():
            continue
        expectation = json.loads(path.read_text())
        format_name = expectation.get("format", "other")
        if arguments.format not in (None, format_name):
            continue
        run = subprocess.run(
            [arguments.program, str(file)], capture_output=True, text=True, timeout=60
        )
        if run.returncode != 0:
            state, why, notes = "wrong", "ended with %d" % run.returncode, []
        else:
            answer = json.loads(run.stdout)
            state, why = verdict(expectation, answer)
            notes = differences(expectation, answer)
        counts[format_name][state] += 1
        if state != "right" or notes or arguments.all:
            name = file.relative_to(arguments.folder)
            print("%-6s %-44s %s" % (state, name, "; ".join([why] * bool(why) + notes))[:400])

    print()
    print("%-8s" % "format" + "".join("%8s" % state for state in VERDICTS))
    for name in sorted(counts):
        print("%-8s" % name + "".join("%8d" % counts[name][state] for state in VERDICTS))
    return 1 if any(counts[name]["wrong"] for name in counts) else 0


if __name__ == "__main__":
    sys.exit(main())
