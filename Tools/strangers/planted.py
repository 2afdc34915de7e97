"""Chains with branches in many towns, and shops named after the same towns, to count merged payees.

In each language each chain is paid once in each town from one account, and one shop for each town from
another, whose name begins or ends with the town's. No two of these merchants may be shown as one payee.
"""

import datetime as dt
import json
import random
import tempfile
from pathlib import Path

import counts
import tables
from vaults import Vault, labels
from words import Fields, fill

SIZES = [(2, 5), (10, 10), (50, 50)]  # chains, towns
# What stands in a chain's name, and what a shop named after a town sells. No chain exists.
LANGUAGES = {
    "en": (
        ["green", "farm", "silver", "happy", "corner", "north", "royal", "little", "golden", "family"],
        ["basket", "table", "bean", "wheel", "lantern", "thread"],
        ["{} taxis", "{} motors", "{} florist", "{} cafe", "{} dental", "the {} arms", "{} books"],
    ),
    "de": (
        ["gute", "bunte", "frische", "alte", "neue", "kleine", "schnelle", "feine", "rote", "junge"],
        ["stube", "ecke", "feder", "schere", "kanne", "leiter"],
        ["{} taxi", "autohaus {}", "blumen {}", "cafe {}", "zahnarzt {}", "hotel {}", "buch {}"],
    ),
    "fr": (
        ["bon", "petit", "grand", "joli", "vrai", "beau", "vieux", "nouveau", "doux", "franc"],
        ["panier", "comptoir", "moulin", "tablier", "fil", "tonneau"],
        ["taxi {}", "garage {}", "fleurs {}", "cafe de {}", "dentaire {}", "hotel de {}", "librairie {}"],
    ),
    "it": (
        ["buon", "nuovo", "vecchio", "piccolo", "grande", "dolce", "vero", "primo", "bravo", "antico"],
        ["cesto", "forno", "filo", "tavolo", "fusto", "cappello"],
        ["taxi {}", "autofficina {}", "fiori {}", "bar {}", "ottica {}", "albergo {}", "libreria {}"],
    ),
    "es": (
        ["buen", "nuevo", "viejo", "gran", "lindo", "fresco", "primer", "alegre", "fino", "dulce"],
        ["canasto", "molino", "hilo", "farol", "barril", "sombrero"],
        ["taxi {}", "taller {}", "flores {}", "cafe {}", "dental {}", "hotel {}", "libros {}"],
    ),
}  # fmt: skip

# How the bank of a language writes them.
TEXTS = {
    "en": "{name}", "de": "{name:u22<}{town:u13<}", "fr": "ACHAT CB {name:ua} CARTE 4412",
    "it": "{name:ua25<}{town:ua13<}ITA", "es": "COMPRA EN {name:ua}, CON LA TARJETA : {m:6}XXXXXX{d:4}",
}  # fmt: skip


def towns(language):
    found = [
        town for row in tables.table("people")
        if row["kind"] == "town" and row["where"] == language for town in tables.names(row["names"])
    ]  # fmt: skip
    return found


def household(language, chains, places, seed=1):
    """A SimpleFIN answer with two accounts, and the label of each row.

    Banks of some languages glue columns with the town again, or put words of their own around.
    """
    first, second, forms = LANGUAGES[language]
    dice = random.Random(f"{seed}/{language}")
    pairs = dice.sample([f"{a} {b}" for a in first for b in second], chains)
    near = towns(language)[:places]
    paid = [(0, f"{chain} {town}", chain, town) for chain in pairs for town in near]
    shops = [(forms[number % len(forms)].format(town), town) for number, town in enumerate(near)]
    paid += [(1, shop, shop, town) for shop, town in shops for _ in range(2)]
    dice.shuffle(paid)
    start = dt.datetime(2026, 1, 1, 12, tzinfo=dt.timezone.utc)
    rows, truth = ([], []), []
    for number, (account, text, merchant, town) in enumerate(paid):
        fields = Fields(dice, text, name=text, town=town)
        text = fill(TEXTS[language], fields)["description"]
        day = start + dt.timedelta(number * 180 // len(paid))
        row = {"id": f"P-{number}", "posted": int(day.timestamp()), "amount": f"-{dice.randint(300, 9000) / 100:.2f}"}
        rows[account].append(row | {"description": text})
        label = {"account": f"ACT-{account}", "id": f"P-{number}", "class": "expense", "category": "other"}
        truth.append(label | {"known": False, "merchant": merchant})
    accounts = [
        {"org": {"domain": "bank.example", "name": "Bank", "sfin-url": "https://bridge.example/simplefin"},
         "id": f"ACT-{number}", "name": f"Account {number}", "currency": "EUR", "balance": "100.00",
         "balance-date": int((start + dt.timedelta(180)).timestamp()), "transactions": found}
        for number, found in enumerate(rows)
    ]  # fmt: skip
    return {"errors": [], "accounts": accounts}, truth


def measure(program, language, chains, places, seed=1):
    """Counts over one language's merchants; then its split merchants and its merged payees."""
    answer, truth = household(language, chains, places, seed)
    with tempfile.TemporaryDirectory() as place:
        (Path(place) / "answer.json").write_text(json.dumps(answer), encoding="utf-8")
        lines = [json.dumps(label) + "\n" for label in truth]
        (Path(place) / "labels.jsonl").write_text("".join(lines), encoding="utf-8")
        vault = Vault(program, Path(place) / "vault")
        vault.take(Path(place) / "answer.json")
        rows = vault.labelled(labels(Path(place) / "labels.jsonl"))
    return counts.payees(rows)
