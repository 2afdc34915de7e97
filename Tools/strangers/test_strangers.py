"""Tests of the generator: `python3 -m unittest discover Tools/strangers`."""

import datetime as dt
import json
import random
import sys
import unittest
from decimal import Decimal
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import generate
import measure
import svm
import tables
from schedule import cents, days
from words import Text, clue, legible


class Written(unittest.TestCase):
    """Every household as it is written."""

    @classmethod
    def setUpClass(cls):
        cls.made = [
            (life, generate.answer(country, life), list(generate.labels(life)))
            for country, life in generate.households(1)
        ]

    def test_same_seed_same_rows(self):
        country, life = next(generate.households(1, ["us-duluth"]))
        first = next(made for made in self.made if made[0].home["name"] == "us-duluth")
        self.assertEqual(json.dumps(generate.answer(country, life)), json.dumps(first[1]))
        self.assertEqual(list(generate.labels(life)), first[2])

    def test_other_seed_other_rows(self):
        country, life = next(generate.households(2, ["us-duluth"]))
        first = next(made for made in self.made if made[0].home["name"] == "us-duluth")
        self.assertNotEqual(generate.answer(country, life), first[1])

    def test_as_many_households_and_rows_as_promised(self):
        self.assertGreaterEqual(len(self.made), 16)
        for life, _, labels in self.made:
            with self.subTest(life.home["name"]):
                self.assertTrue(400 <= len(labels) <= 1200, len(labels))
                self.assertTrue(12 <= life.home["months"] <= 18)
                self.assertTrue(2 <= len(life.home["account"]) <= 6)

    def test_balances_are_the_opening_and_every_posted_row(self):
        for life, answer, _ in self.made:
            for account, told in zip(life.home["account"], answer["accounts"]):
                rows = (row for row in told["transactions"] if not row.get("pending"))
                posted = sum(Decimal(row["amount"]) for row in rows)
                opening = Decimal(generate.opening(life, account)) / 100
                self.assertEqual(Decimal(told["balance"]), opening + posted, told["id"])

    def test_one_label_for_each_transaction(self):
        for _, answer, labels in self.made:
            told = [(a["id"], row["id"]) for a in answer["accounts"] for row in a["transactions"]]
            labelled = [(label["account"], label["id"]) for label in labels]
            self.assertEqual(len(set(told)), len(told))
            self.assertEqual(sorted(labelled), sorted(told))

    def test_both_sides_of_a_transfer_name_each_other(self):
        for _, answer, labels in self.made:
            amounts = {
                (account["id"], row["id"]): Decimal(row["amount"])
                for account in answer["accounts"]
                for row in account["transactions"]
            }
            found = {(label["account"], label["id"]): label for label in labels}
            for key, label in found.items():
                if "partner" in label:
                    partner = (label["partner"]["account"], label["partner"]["id"])
                    self.assertEqual((label["class"], found[partner]["class"]), ("transfer", "transfer"))
                    self.assertEqual(found[partner]["partner"], {"account": key[0], "id": key[1]})
                    self.assertNotEqual(partner[0], key[0])
                    self.assertEqual(amounts[key] + amounts[partner], 0)

    def test_expenses_have_categories_that_exist(self):
        known = tables.categories()
        for life, _, labels in self.made:
            for label in labels:
                self.assertIn(label["class"], {"income", "expense", "transfer", "ignore"})
                self.assertEqual("category" in label, label["class"] == "expense", label)
                category = label.get("category", [])
                accepted = {category} if isinstance(category, str) else set(category)
                self.assertLessEqual(accepted, known, life.home["name"])

    def test_no_text_is_empty_or_a_template(self):
        for life, answer, _ in self.made:
            for row in (row for account in answer["accounts"] for row in account["transactions"]):
                text = " ".join((row["description"], row.get("payee", ""), row.get("memo", "")))
                self.assertTrue(row["description"].strip(), (life.home["name"], row))
                self.assertNotRegex(text, r"[{}\[\]?№#]{2}|[{}№]|\|", life.home["name"])

    def test_equal_amounts_that_are_no_transfer_are_there(self):
        for life, _, _ in self.made:
            near = [
                (one, two) for one in life.rows for two in life.rows
                if one.cents == -two.cents >= 40000 and one.account != two.account
                and abs((one.day - two.day).days) <= 3
                and one.label["class"] != "transfer" != two.label["class"]
            ]  # fmt: skip
            self.assertTrue(near, life.home["name"])


class Words(unittest.TestCase):
    def test_text_as_banks_bend_it(self):
        self.assertEqual(f"{Text('Bäckerei Käsbohrer'):ug12}", "BAECKEREI KA")
        self.assertEqual(f"{Text('Crêperie d’Océane'):ua}", "CREPERIE D'OCEANE")
        self.assertEqual(f"{Text('Cafe'):u8<}|", "CAFE    |")

    def test_a_category_is_known_by_the_word_that_is_left(self):
        name, word = clue("Salon [Coiffure] Odile")
        self.assertEqual(name, "Salon Coiffure Odile")
        self.assertTrue(legible(word, {"description": "SALON COIFFURE O"}))
        self.assertFalse(legible(word, {"description": "SALON COIFF"}))
        self.assertFalse(legible(clue("?Lotte's")[1], {"description": "LOTTE'S"}))


class Schedules(unittest.TestCase):
    START, END = dt.date(2025, 10, 15), dt.date(2026, 3, 1)

    def found(self, when):
        return [day.isoformat() for day in days(when, self.START, self.END)]

    def test_months_and_weeks(self):
        ends = ["2025-10-31", "2025-11-30", "2025-12-31", "2026-01-31", "2026-02-28"]
        self.assertEqual(self.found("m31"), ends)
        self.assertEqual(self.found("y12-24"), ["2025-12-24"])
        fridays = ["2025-10-17", "2025-11-14", "2025-12-12", "2026-01-09", "2026-02-06"]
        self.assertEqual(self.found("4w5"), fridays)
        self.assertEqual(self.found("m5 2025-12..2026-01"), ["2025-12-05", "2026-01-05"])

    def test_a_price_changes(self):
        for day, price in ((dt.date(2025, 12, 31), 1299), (dt.date(2026, 1, 1), 1399)):
            self.assertEqual(cents("12.99>13.99@2026-01", day, random.Random(1)), price)


class Measured(unittest.TestCase):
    """What is counted, on a few rows."""

    def row(self, number, text, label, category="other", kind="expense"):
        row = {"id": number, "description": text, "payee": text, "memo": "", "class": kind,
               "category": category, "partner": None}
        return row, label

    def test_transfers_alone_and_income(self):
        count = measure.measure_alone([
            self.row(1, "POT", {"class": "transfer"}, kind="transfer"),
            self.row(2, "BROKER", {"class": "transfer"}),
            self.row(3, "TO SAVINGS", {"class": "transfer", "partner": {"account": "a", "id": "b"}}),
            self.row(4, "FRIEND", {"class": "expense", "also": ["income"]}, kind="income"),
            self.row(5, "SHOP", {"class": "expense"}, kind="income"),
        ])
        self.assertEqual((count["alone"], count["alone right"]), (2, 1))
        self.assertEqual((count["income"], count["income right"]), (2, 1))

    @unittest.skipUnless(svm.is_available(), "scikit-learn is not here")
    def test_the_svm_answers_for_what_was_not_seen(self):
        groceries = {"class": "expense", "category": "groceries"}
        dining = {"class": "expense", "category": ["dining", "groceries"]}
        rows = [
            self.row(1, "corner market", groceries), self.row(2, "blue cafe", dining),
            self.row(3, "hill market", groceries), self.row(4, "red cafe", dining),
            self.row(5, "lake cafe", {"class": "expense", "category": "travel"}),
            self.row(6, "wages", {"class": "income"}, kind="income"),
        ]
        count = svm.spending(rows, rows[:5], 2)
        self.assertEqual((count["rows"], count["right"], count["said"]), (3, 2, 3))
        self.assertEqual(svm.spending(rows, rows[:5], 0)["rows"], 0)


if __name__ == "__main__":
    unittest.main()
