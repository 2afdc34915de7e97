"""Tests of the generator: `python3 -m unittest discover Tools/strangers`."""

import datetime as dt
import json
import random
import re
import sys
import unittest
from decimal import Decimal
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import backtest
import counts
import generate
import measure
import planted
import svm
import tables
from schedule import cents, days
from shops import MARKS, Shops
from words import Fields, Text, clue, escaped, fill, legible, paid, respaced


class Backtest(unittest.TestCase):
    """What a forecast is compared with."""

    def test_balances_go_back_from_the_last(self):
        rows = [("2026-03-01", "-5.00"), ("2026-03-03", "-2.50"), ("2026-03-03", "10.00")]
        account = backtest.Account({
            "balance": "100.00", "balance-date": generate.epoch(dt.date(2026, 3, 4)),
            "transactions": [
                {"posted": generate.epoch(dt.date.fromisoformat(day)), "amount": amount} for day, amount in rows
            ] + [{"posted": 0, "amount": "-99.00"}],
        })  # fmt: skip
        found = [account.on(dt.date(2026, 3, day)) for day in (1, 2, 3)]
        self.assertEqual(found, [Decimal("92.50"), Decimal("92.50"), Decimal("100.00")])

    def test_days_are_below_inside_or_above(self):
        truth = backtest.Account({"balance": "5.00", "balance-date": 0, "transactions": []})
        today = dt.date(2026, 3, 1)
        days = [
            {"day": f"2026-03-{number:02}", "expected": "5", "low": low, "high": high}
            for number, low, high in [(1, "5", "5"), (2, "6", "7"), (3, "5", "5"), (4, "1", "4.99"), (5, None, None)]
        ]
        rows = backtest.compared({"account": "A", "days": days}, truth, today, dt.date(2026, 4, 1))
        self.assertEqual([row[1:4] for row in rows], [(1, True, -1), (2, False, 0), (3, True, 1)])


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


    def test_as_much_can_be_told_from_the_text_as_in_real_households(self):
        """The share that a careful person was right about, with the texts of sixteen real ones alone."""
        told = {}
        for life, _, labels in self.made:
            region = measure.REGIONS.get(life.home["name"][:2], "elsewhere")
            for label in labels:
                if label["class"] == "expense":
                    told.setdefault(region, []).append(label["known"] or "other" in counts.accepted(label))
        for region, share in (("US", 0.86), ("UK", 0.81), ("elsewhere", 0.73)):
            self.assertAlmostEqual(sum(told[region]) / len(told[region]), share, delta=0.03, msg=region)

    def test_pots_are_paid_into_and_out_of_with_the_same_words(self):
        pots = 0
        for life, _, _ in self.made:
            signs = {}
            for row in life.rows:
                if row.label["class"] == "transfer" and not row.partner and not row.label["known"]:
                    signs.setdefault((row.account, row.text["description"]), []).append(row.cents > 0)
            pots += sum(found.count(True) >= 2 and False in found for found in signs.values())
        self.assertGreaterEqual(pots, 8)

    def test_banks_have_their_habits(self):
        texts = {
            life.home["name"]: [row["description"] for account in answer["accounts"] for row in account["transactions"]]
            for life, answer, _ in self.made
        }  # fmt: skip
        for name, pattern in (
            ("nl-zwolle", r"^.{25}.{13}\(Nederland\)"),
            ("de-bremen", r"^.{25}.{13}DEUTSCHLAND$"),
            ("uk-leeds", r"^.{22}\S.{12}GBR$"),
            ("us-savannah", r"^.{22}.{13}GA$"),
            ("uk-swansea", r"&amp;(amp|#039);"),
            ("us-duluth", r"&(amp|#039);"),
            ("mx-queretaro", r"^COMPRA EN .+, CON LA TARJETA : "),
            ("se-umea", r"^SE-NOTA\d{4} \w"),
            ("fr-rennes", r"^VIR FR\d+$"),
        ):
            found = [text for text in texts[name] if re.search(pattern, text)]
            self.assertTrue(found, (name, pattern))


class Named(unittest.TestCase):
    """Shops with names as people have them."""

    def test_every_form_can_be_filled_and_says_by_one_word_what_it_is(self):
        known = tables.categories()
        for row in tables.table("names"):
            self.assertLessEqual(set(tables.names(row["categories"])), known)
            for form in row["forms"].split(";"):
                marks = set(re.findall(r"\{(.*?)\}", form))
                self.assertLessEqual(marks, set(MARKS), form)
                self.assertEqual(len(re.findall(r"\[.+?\]", form)), 0 if form.strip().startswith("?") else 1, form)

    def test_as_many_names_tell_as_the_country_asks_for(self):
        for code, country in tables.countries().items():
            shops, dice = Shops(country, country["household"][0]), random.Random(code)
            drawn = [shops.drawn("dinner", dice)["name"] for _ in range(400)]
            self.assertNotRegex(" ".join(drawn), "[{}#]")
            self.assertGreater(len(set(drawn)), 150, code)
            told = sum(not name.startswith("?") for name in drawn) / len(drawn)
            self.assertAlmostEqual(told, country["telling"], delta=0.1, msg=code)

    def test_names_of_people_have_a_source(self):
        for row in tables.table("people"):
            self.assertRegex(row["source"], r"^(own|Faker [a-z]{2}_[A-Z]{2})$")
        self.assertTrue((tables.DATA / "people.LICENSE").exists())

    def test_a_household_speaks_its_own_language(self):
        canada = tables.countries()["ca"]
        spoken = {home["name"]: Shops(canada, home).language for home in canada["household"]}
        self.assertEqual(spoken, {"ca-halifax": "en", "ca-sherbrooke": "fr"})


class Planted(unittest.TestCase):
    def test_each_chain_is_paid_in_each_town_and_no_shop_is_a_chain(self):
        for language in planted.LANGUAGES:
            answer, truth = planted.household(language, 50, 50)
            times = {}
            for label in truth:
                times.setdefault(label["account"], {}).setdefault(label["merchant"], []).append(label["id"])
            chains, shops = times["ACT-0"], times["ACT-1"]
            self.assertEqual((len(chains), len(shops)), (50, 50), language)
            self.assertEqual({len(rows) for rows in chains.values()}, {50})
            self.assertFalse(set(chains) & set(shops))
            self.assertEqual(sum(len(account["transactions"]) for account in answer["accounts"]), len(truth))


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

    def test_entities_hide_nothing_from_a_person(self):
        self.assertEqual(escaped("Joe's Fish & Chips", 1), "Joe&#039;s Fish &amp; Chips")
        self.assertEqual(escaped("A & B", 2), "A &amp;amp; B")
        self.assertTrue(legible(clue("Joe's [Fish & Chips]")[1], {"description": escaped("JOE'S FISH & CHIPS", 2)}))

    def test_who_was_paid_is_asked_only_where_the_text_shows_a_name(self):
        self.assertEqual(paid("{s}'s Pub", "Hale's Pub", {"description": "HALE&#039;S"}), {"merchant": "{s}'s Pub"})
        self.assertEqual(paid("Roofer", "Roofer", {"description": "CHECK 1101"}), {})

    def test_a_name_loses_one_blank_between_words(self):
        found = {respaced("The Blue Heron & Co", random.Random(seed)) for seed in range(20)}
        self.assertEqual(found, {"TheBlue Heron & Co", "The BlueHeron & Co"})
        self.assertEqual(respaced("Heron", random.Random(1)), "Heron")

    def test_columns_are_glued_where_a_name_fills_its_own(self):
        fields = Fields(random.Random(1), "x", name="Green Valley Orchard Produce", town="Kirkwall")
        self.assertEqual(fill("{name:ua22<}{town:ua13<}GB", fields)["description"],
                         "GREEN VALLEY ORCHARD PKIRKWALL     GB")


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
        self.assertEqual(self.found("m5 2025-11..2025-11,2026-02..2026-02"), ["2025-11-05", "2026-02-05"])

    def test_a_price_changes(self):
        for day, price in ((dt.date(2025, 12, 31), 1299), (dt.date(2026, 1, 1), 1399)):
            self.assertEqual(cents("12.99>13.99@2026-01", day, random.Random(1)), price)


class Measured(unittest.TestCase):
    """What is counted, on a few rows."""

    def row(self, number, text, label, category="other", kind="expense", guess=None, by="default"):
        row = {"id": number, "description": text, "payee": text, "memo": "", "class": kind, "guess": guess,
               "category": category, "partner": None, "reasons": {"category": {"by": by}}}
        return row, {"known": True, "account": "a", "id": str(number)} | label

    def test_transfers_alone_and_income(self):
        count = counts.movements([
            self.row(1, "POT", {"class": "transfer"}, kind="transfer"),
            self.row(2, "BROKER", {"class": "transfer"}),
            self.row(3, "TO SAVINGS", {"class": "transfer", "partner": {"account": "a", "id": "b"}, "account": "a", "id": "c"}),
            self.row(4, "FRIEND", {"class": "expense", "also": ["income"]}, kind="income"),
            self.row(5, "SHOP", {"class": "expense"}, kind="income"),
        ])
        self.assertEqual((count["alone"], count["alone found"], count["sides"]), (2, 1, 3))
        self.assertEqual((count["called transfer"], count["called transfer right"]), (1, 1))
        self.assertEqual((count["income"], count["no income"]), (2, 1))

    def test_sure_answers_guesses_and_what_is_left(self):
        dining = {"class": "expense", "category": "dining"}
        rows = [
            self.row(1, "right", dining, "dining", by="brands"),
            self.row(2, "wrong", dining, "travel", by="brands"),
            self.row(3, "left", dining, "other"),
            self.row(4, "guessed", dining, "dining", guess=74, by="guess"),
            self.row(5, "guessed wrong", dining, "bills", guess=72, by="guess"),
            self.row(6, "seen", dining, "dining"),
            self.row(7, "a fee", {"class": "expense", "category": ["other", "bills"]}, "other"),
            self.row(8, "pay", dining, "other", kind="income"),
        ]
        count = counts.spending(rows, {6}, {2: True, 3: False})
        self.assertEqual((count["rows"], count["right"], count["sure right"], count["other"]), (7, 3, 2, 1))
        self.assertEqual((count["sure"], count["sure wrong"], count["spoiled"]), (2, 1, 1))
        self.assertEqual((count["guesses"], count["guesses right"]), (2, 1))
        self.assertEqual((count["by brands"], count["by brands wrong"]), (2, 1))
        self.assertEqual(counts.largest_first(count, "by "), ["brands"])
        # Both guesses are of the same tenth: .73 expected on average, .50 right.
        self.assertEqual((count["tenth 7"], counts.calibration_error(count)), (2, "23.0"))

    def test_merged_and_split_merchants(self):
        shop = lambda merchant: {"class": "expense", "merchant": merchant}
        count, split, merged = counts.payees([
            self.row(1, "Blue", shop("blue cafe")), self.row(2, "Blue", shop("blue books")),
            self.row(3, "Red", shop("red cafe")), self.row(4, "Red Cafe", shop("red cafe")),
        ])
        self.assertEqual((split, merged), ([("red cafe", ["Red", "Red Cafe"])], [("Blue", ["blue books", "blue cafe"])]))
        self.assertEqual((count["in a merge"], count["all merchants"], count["merchants"]), (2, 3, 1))

    def test_a_person_who_confirms_nothing_only_corrects(self):
        dining = {"class": "expense", "category": "dining"}
        rows = [self.row(1, "right", dining, "dining"), self.row(2, "wrong", dining), self.row(3, "later", dining)]
        for confirming in (True, False):
            told = []

            class Told:
                def labelled(self, _):
                    return rows

                def confirm(self, numbers):
                    told.append(("confirm", numbers))

                def correct(self, chosen):
                    told.append(("correct", chosen))

            found = measure.taught(Told(), {}, rows, {}, confirming)
            self.assertEqual(("confirm", [1, 2, 3][:1]) in told, confirming)
            self.assertIn(("correct", {2: "dining", 3: "dining"}), told)
            self.assertEqual((found["0"]["rows"], found["50"]["rows"]), (3, 0))

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
