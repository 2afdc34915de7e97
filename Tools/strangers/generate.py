#!/usr/bin/env python3
"""Write households of strangers: a SimpleFIN answer and the truth about each transaction."""

import argparse
import datetime as dt
import json
from pathlib import Path

import tables
from life import Life

BRIDGE = "https://bridge.example/simplefin"
PENDING_DAYS = 3


def epoch(day):
    """Noon of a day, as bridges send it."""
    return int(dt.datetime(day.year, day.month, day.day, 12, tzinfo=dt.timezone.utc).timestamp())


def money(cents):
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02}"


def households(seed=1, only=None):
    """Each household with its lived life: pairs of (country, Life)."""
    shared = tables.shared()
    for country in tables.countries().values():
        for household in country["household"]:
            if not only or household["name"] in only:
                life = Life(country, household, shared, seed)
                life.lived()
                hold(life)
                yield country, life


def hold(life):
    """Let the last purchases with a card be pending."""
    for row in life.rows:
        recent = (life.end - row.day).days <= PENDING_DAYS
        purchase = row.label["class"] == "expense" and "series" not in row.label and row.cents < 0
        row.pending = recent and purchase


def opening(life, account):
    """The first balance: none on a card, and elsewhere enough never to be overdrawn."""
    if account["kind"] == "card":
        return 0
    running = least = 0
    for row in life.rows:
        if row.account == account["id"]:
            running += row.cents
            least = min(least, running)
    return -least + account.get("buffer", 250) * 100


def answer(country, life):
    """A household's SimpleFIN answer, protocol 1."""
    accounts = []
    for account in life.home["account"]:
        bank = country["bank"][account["bank"]]
        rows = [row for row in life.rows if row.account == account["id"]]
        balance = opening(life, account) + sum(row.cents for row in rows if not row.pending)
        transactions = []
        for row in rows:
            posted = 0 if row.pending else epoch(row.day)
            transaction = {"id": row.id, "posted": posted, "amount": money(row.cents)}
            transaction |= {key: text for key, text in row.text.items() if text or key == "description"}
            if row.pending:
                transaction |= {"pending": True, "transacted_at": epoch(row.day)}
            transactions.append(transaction)
        accounts.append({
            "org": {"domain": bank["domain"], "name": bank["org"], "sfin-url": BRIDGE},
            "id": f"ACT-{life.home['name']}-{account['id']}",
            "name": account["name"],
            "currency": country["currency"],
            "balance": money(balance),
            "balance-date": epoch(life.end),
            "transactions": transactions,
        })  # fmt: skip
    return {"errors": [], "accounts": accounts}


def labels(life):
    """The truth, one dictionary for each transaction."""
    account = lambda row: f"ACT-{life.home['name']}-{row.account}"
    for row in life.rows:
        label = {"account": account(row), "id": row.id} | row.label
        if row.partner:
            label["partner"] = {"account": account(row.partner), "id": row.partner.id}
        yield label


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the folder for the files")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", help="only these households")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    counts = {}
    for country, life in households(options.seed, options.only):
        name = life.home["name"]
        content = json.dumps(answer(country, life), ensure_ascii=False, indent=1)
        (options.out / f"{name}.json").write_text(content + "\n", encoding="utf-8")
        lines = [json.dumps(label, ensure_ascii=False) + "\n" for label in labels(life)]
        (options.out / f"{name}.labels.jsonl").write_text("".join(lines), encoding="utf-8")
        known = sum(row.label["known"] for row in life.rows)
        print(f"{name:24} {len(life.rows):5} rows, {100 * known / len(life.rows):3.0f} % known")
        total = counts.setdefault(country["name"], [0, 0])
        total[0] += len(life.rows)
        total[1] += known
    for name, (rows, known) in counts.items():
        print(f"{name:24} {rows:5} rows, {100 * known / rows:3.0f} % known")


if __name__ == "__main__":
    main()
