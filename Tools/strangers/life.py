"""What a household does with its money, as its banks write it down and as it would label it."""

import datetime as dt
import math
import random
import re
from dataclasses import dataclass, field

from schedule import cents, days, month_day, working
from shops import Shops
from words import UNMISTAKABLE, Fields, Letters, clue, digits, escaped, fill, folded, legible, paid, respaced

# If a bank has no text of its own for something, the text that it uses for it.
FALLBACKS = {
    "online": "card", "foreign": "card", "refund": "card", "atm_abroad": "foreign", "paypal": "online", "so": "out",
    "rent": "out", "salary": "in", "benefit": "in", "p2p_out": "out", "p2p_in": "in", "billpay": "dd",
    "own_out": "out", "own_in": "in", "ext_out": "own_out", "ext_in": "own_in", "saving": "own_out",
    "pay_out": "dd", "pay_own": "pay_out", "round_out": "own_out", "round_in": "own_in",
    "deposit": "in", "check": "out", "foreign_fee": "fee", "back": "in",
}  # fmt: skip
NUMBER = "№"  # stands for the next number of a check
RETURNED = {"online", "clothes", "home", "gadget"}
RENAMED = 0.8  # the share of places without a telling name whose name is drawn instead
LOOSE = 0.15  # the share of places that not every terminal spells with the same blanks
FESTIVE = {"online", "clothes", "gadget", "books", "gift", "kids"}


@dataclass(eq=False)
class Row:
    """One transaction and its label."""

    account: str
    day: dt.date
    cents: int
    text: dict
    label: dict
    partner: "Row | None" = None
    pending: bool = False
    id: str = field(default="")


class Life:
    """One household's rows, the same for the same seed."""

    def __init__(self, country, household, shared, seed):
        self.country, self.home = country, household
        self.needs, self.abroad = shared["needs"], shared["abroad"]
        self.via, self.lands = shared["via"], shared["lands"]
        self.key = f"{seed}/{household['name']}"
        self.dice = random.Random(self.key)
        self.accounts = {account["id"]: account for account in household["account"]}
        self.shops = Shops(country, household)
        self.start = household["start"]
        self.end = month_day(self.start.year, self.start.month + household["months"], self.start.day)
        self.trips = [
            (trip, trip["start"], trip["start"] + dt.timedelta(trip["days"]))
            for trip in household.get("trip", [])
        ]  # fmt: skip
        self.rows = []

    def lived(self):
        """Everything that happened, in the order in which it was posted."""
        self.spend()
        self.travel()
        self.meet_friends()
        for entry in self.country["regular"]:
            if entry["household"] == self.home["name"]:
                self.regular(entry)
        self.round_up()
        self.pay_cards()
        self.rows = sorted((row for row in self.rows if row.day < self.end), key=lambda row: row.day)
        checks = 1100
        for number, row in enumerate(self.rows):
            if NUMBER in row.text["description"]:
                checks += 1
                row.text["description"] = row.text["description"].replace(NUMBER, str(checks))
            row.id = f"TRN-{random.Random(f'{self.key}/{number}').getrandbits(64):016x}"
            if row.partner and row.partner.day >= self.end:
                row.partner = None
        return self.rows

    # Texts

    def bank(self, account):
        return self.country["bank"][self.accounts[account]["bank"]]

    def words(self, account, kind, day, amount, name, lasting=None, **more):
        """A bank's text for something that happened."""
        bank, asked = self.bank(account), kind
        while kind not in bank["text"]:
            if kind not in FALLBACKS:
                raise KeyError(f"{self.accounts[account]['bank']} has no text for {asked}")
            kind = FALLBACKS[kind]
        lasting = f"{self.key}/{lasting or name}"
        template = random.Random(f"{lasting}/{kind}").choice(bank["text"][kind])
        dice, own = self.dice, self.accounts[account]
        values = {
            "name": name, "day": day, "time": f"{dice.randint(8, 21):02}:{dice.randint(0, 59):02}",
            "town": self.home["town"], "st": self.home.get("state", ""), "cc": self.country["cc"],
            "cc3": self.country["cc3"], "card": own.get("card", own["number"][-4:]),
            "memo": "", "no": NUMBER,
            "cur": self.country["currency"], "value": f"{abs(amount) / 100:.2f}", "rate": "1.00",
            "valuec": f"{abs(amount) / 100:.2f}".replace(".", ","), "me": self.home["people"][0],
            "other": name, "othernum": "", "otherbank": name, "number": own["number"],
            "iban": self.country.get("iban", "") + Fields(None, lasting)["m"].__format__("18"),
        }  # fmt: skip
        values |= more
        values["land"] = self.lands.get(values["cc"], {}).get(self.shops.language, "")
        text = fill(template, Fields(dice, lasting, **values))
        text = {part: escaped(said, bank.get("entities", 0)) for part, said in text.items()}
        return text | {"description": text["description"] or text.get("payee", "")}

    def add(self, account, day, amount, text, kind, categories=(), known=True, **label):
        label = {"class": kind, "known": known} | label
        if kind == "expense":
            label["category"] = categories[0] if len(categories) == 1 else list(categories)
        row = Row(account, day, amount, text, label)
        self.rows.append(row)
        return row

    def posted(self, account, day):
        """The day on which a bank books a purchase."""
        first, last = self.bank(account).get("lag", [0, 2])
        day += dt.timedelta(self.dice.randint(first, last))
        return day if self.bank(account).get("weekends") else working(day)

    # Spending

    def spend(self):
        pace = self.home.get("pace", 1)
        for need, about in self.needs.items():
            found = self.places(need)
            times = float(about["times"]) * pace * self.home.get("habits", {}).get(need, 1)
            for _ in range(self.count(times * self.home["months"]) if found else 0):
                day = self.start + dt.timedelta(self.dice.randrange((self.end - self.start).days))
                if about["weekend"] and day.weekday() < 4 and self.dice.random() < 0.5:
                    day += dt.timedelta(5 - day.weekday())
                if need not in FESTIVE or day.month == 12 or self.dice.random() < 0.8:
                    if not any(begin <= day < end for _, begin, end in self.trips):
                        self.buy(need, self.somewhere(need, found), day)

    def count(self, mean):
        return max(0, round(self.dice.gauss(mean, math.sqrt(mean))))

    def somewhere(self, need, found):
        """One of the places where the household goes, or a shop where it never was."""
        new = self.country["new"] * float(self.needs[need]["local"] or 0)
        place = self.dice.choices(*found)[0]
        if self.dice.random() >= new:
            return place
        beside = self.dice.choice([place for place in found[0] if not place["at"]] or [None])
        return self.shops.drawn(need, self.dice) | {"via": beside["via"] if beside else ""}

    def places(self, need):
        """Where a household goes, its favourites far more often than the long tail.

        Most places that say nothing, and some chains, are replaced by shops with names as people have them.
        """
        region = self.home.get("region")
        found = [
            place for place in self.country["merchants"]
            if place["need"] == need and (not place["region"] or region in place["region"].split(","))
        ]  # fmt: skip
        taste = random.Random(f"{self.key}/{need}")
        found.sort(key=lambda place: -math.log(taste.random()) / float(place["share"] or 1))
        for rank, place in enumerate(found):
            share = RENAMED if place["name"].startswith("?") else self.country["chains_replaced"]
            if not place["at"] and self.shops.has(need) and taste.random() < share:
                found[rank] = self.shops.drawn(need, taste) | {"via": place["via"]}
        return (found, [1 / (rank + 1) for rank in range(len(found))]) if found else None

    def purse(self, name):
        """The account that pays: mostly the same one for the same place."""
        spend = self.home["spend"]
        dice = self.dice if self.dice.random() < 0.15 else random.Random(f"{self.key}/{name}")
        return dice.choices(list(spend), list(spend.values()))[0]

    def price(self, about):
        amount = float(about["price"]) * math.exp(self.dice.gauss(0, float(about["spread"])))
        amount = max(float(about["least"]), amount) * self.country["level"]
        step = self.country["coin"] if about["round"] or self.dice.random() < 0.25 else 0.01
        return -max(1, round(amount / step)) * round(step * 100)

    def local(self, pattern):
        """An invented name of a place with its surname, first name, town and digits.

        `{b}` is one of a chain's branches, by town or street.
        """
        dice = random.Random(f"{self.key}/{pattern}")
        for mark, found in (("{s}", self.country["surnames"]), ("{f}", self.country["first"])):
            while mark in pattern:
                pattern = pattern.replace(mark, dice.choice(found), 1)
        branches = [self.home["town"], *self.home["nearby"], *dice.sample(self.shops.names["street"], 4)]
        pattern = pattern.replace("{b}", self.dice.choice(branches)) if "{b}" in pattern else pattern
        pattern = pattern.replace("{t}", self.home["town"])
        pattern = pattern.replace("{st}", self.home.get("state", ""))
        return digits(pattern, dice).replace("{k}", f"{Letters(self.dice, UNMISTAKABLE):9}")

    def buy(self, need, place, day):
        about = self.needs[need]
        name, word = clue(self.local(place["name"]))
        account, amount = self.purse(place["name"]), self.price(about)
        categories = (place["categories"] or about["categories"]).split(",")
        kind = "card"
        if need == "cash":
            kind, amount = "atm", -self.dice.choice(self.country["notes"]) * 100
            account = self.home.get("cash", next(iter(self.home["spend"])))
        elif place["at"]:
            kind = "online"
        elif about["abroad"]:
            kind = "foreign"
        elif place.get("person"):
            kind, account = "p2p_out", self.friends("out")
        near = [self.home["town"]] * 2 + self.home["nearby"]
        named = [town for town in near if town.lower() in name.lower()]
        town = place["at"] or random.Random(f"{self.key}/{name}").choice(named or near)
        loose = random.Random(f"{self.key}/{name}/spaces").random() < LOOSE
        shown = respaced(name, random.Random(name)) if loose and self.dice.random() < 0.4 else name
        if place["via"] == "paypal" and kind != "p2p_out" and "paypal" in self.bank(account)["text"]:
            kind = "paypal"
        elif place["via"] and kind != "p2p_out":
            shown = fill(self.via[place["via"]], Fields(self.dice, name, name=shown))["description"]
        where = {"town": town}
        if far := re.fullmatch(r"(.+) ([A-Z]{2})", place["at"]):
            where = {"town": far[1], "st": far[2]}
        text = self.words(account, kind, day, amount, shown, lasting=name, **where)
        merchant = clue(place["name"])[0].replace(" {b}", "")
        more = {"also": ["transfer", "ignore"]} if need == "cash" else paid(merchant, name, text)
        known = need == "cash" or legible(word, text)
        self.add(account, self.posted(account, day), amount, text, "expense", categories, known, **more)
        if need in RETURNED and self.dice.random() < 0.06:
            day += dt.timedelta(self.dice.randint(4, 24))
            part = -amount if self.dice.random() < 0.6 else -round(amount * self.dice.uniform(0.3, 0.8))
            text = self.words(account, "refund", day, part, shown, lasting=name, **where)
            known = legible(word, text)
            more = paid(merchant, name, text)
            self.add(account, self.posted(account, day), part, text, "expense", categories, known, **more)

    def travel(self):
        for trip, begin, end in self.trips:
            found = [place for place in self.abroad if place["cc"] == trip["to"]]
            for number in range((end - begin).days * 3):
                place = self.dice.choice(found)
                about, day = self.needs[place["need"]], begin + dt.timedelta(number // 3)
                account = self.home.get("abroad") or self.purse(place["town"])
                if place["need"] == "cash":
                    account = self.home.get("cash", next(iter(self.home["spend"])))
                if about["need"] == "hotel" and self.dice.random() < 0.8:
                    continue
                price = float(about["price"]) or 60
                amount = -max(150, round(price * self.country["level"] * self.dice.uniform(50, 140)))
                name, word = clue(place["name"])
                rate = float(place["rate"]) / self.country["usd"]
                foreign = f"{-amount / 100 * rate:.2f}"
                text = self.words(
                    account, "atm_abroad" if place["need"] == "cash" else "foreign", day, amount, name,
                    town=place["town"], st="", cc=place["cc"], cc3=place["cc3"], cur=place["currency"],
                    value=foreign, valuec=foreign.replace(".", ","), rate=f"{rate:.4f}",
                )  # fmt: skip
                categories = list(dict.fromkeys([*about["categories"].split(","), "travel"]))
                posted, known = self.posted(account, day), place["need"] == "cash" or legible(word, text)
                more = {"also": ["transfer", "ignore"]} if place["need"] == "cash" else {"merchant": name}
                self.add(account, posted, amount, text, "expense", categories, known, **more)
                if share := self.bank(account).get("foreign_fee"):
                    fee = round(amount * share)
                    money = {"cur": place["currency"], "value": foreign}
                    text = self.words(account, "foreign_fee", day, fee, name, **money)
                    self.add(account, posted, fee, text, "expense", ["other", "bills", "travel"])

    def friends(self, way):
        """The account from which friends are paid ("out"), or into which they pay ("in")."""
        return self.home.get("friends", {}).get(way, self.home["account"][0]["id"])

    def meet_friends(self):
        """Shared bills: money to friends, and friends who pay back."""
        ways = self.home.get("friends", {})
        for way, sign, times in (("out", -1, 0.9), ("in", 1, 0.6)):
            account = self.friends(way)
            for _ in range(self.count(times * ways.get("times", 1) * self.home["months"])):
                day = self.start + dt.timedelta(self.dice.randrange((self.end - self.start).days))
                share = self.dice.choice([8, 10, 12.5, 15, 20, 22, 25, 30, 40, 60])
                amount = sign * round(share * self.country["level"]) * 100
                note, category = self.dice.choice(self.country["chats"])
                dice = random.Random(f"{self.key}/friend{self.dice.randrange(5)}")
                friend = f"{dice.choice(self.country['first'])} {dice.choice(self.country['surnames'])}"
                text = self.words(account, f"p2p_{way}", day, amount, friend, memo=note)
                said = bool(category) and legible(note, text)
                if sign < 0:
                    accepted = list(dict.fromkeys([category or "other", "other"]))
                    self.add(account, day, amount, text, "expense", accepted, said)
                else:
                    self.add(account, day, amount, text, "income", known=said, also=["expense"])

    # Regular payments and transfers

    def regular(self, entry):
        """All payments of one line of the table."""
        account, _, to = entry["account"].partition(">")
        name, word = clue(self.local(entry["name"] or self.home["people"][0]))
        memo, memo_word = clue(entry["memo"])
        marked = "[" in entry["name"] + entry["memo"]
        if "[" in entry["memo"] or memo_word is None:
            word = memo_word
        if entry["kind"] in ("get", "skip") and word and not marked:
            word = ""  # the text says that it is income, whoever pays it
        where = {"town": memo} if entry["channel"] == "online" else {}
        once = entry["when"][:4].isdigit()
        title = clue(entry["name"])[0].replace("{k}", "") or memo or "own"
        label = {} if once else {"series": f"{title} {entry['account']} {entry['when']}"}
        if entry["also"]:
            label["also"] = entry["also"].split(",")
        for due in days(entry["when"], self.start, self.end):
            day = working(due, -1 if entry["kind"] == "get" else 1)
            amount = cents(entry["amount"], due, self.dice)
            if entry["kind"] == "move":
                first, _, second = entry["channel"].partition("/")
                lag = entry["lag"]
                self.move(account, to, day, amount, name, first, second, lag, memo=memo, **label)
                continue
            kind, sign, channel = {
                "pay": ("expense", -1, "dd"), "get": ("income", 1, "in"), "back": ("expense", 1, "back"),
                "skip": ("ignore", 1, "fee"),
            }[entry["kind"]]  # fmt: skip
            channel = entry["channel"] or channel
            text = self.words(account, channel, day, amount, name, memo=memo, **where)
            who = paid(clue(entry["name"])[0], name, text) if entry["name"] else {}
            categories, known = entry["categories"].split(","), legible(word, text)
            self.add(account, day, sign * amount, text, kind, categories, known, **label, **who)

    def move(self, source, target, day, amount, name="", first="", second="", lag="", **more):
        """A transfer's two sides, or one if the other account is not connected."""
        memo, sides = more.pop("memo", ""), []
        banks = {self.accounts[side]["bank"] for side in (source, target) if side}
        near = "own" if source and target and len(banks) == 1 else "ext"
        if lag == "":
            lag = 0 if len(banks) == 1 else self.dice.choice(self.country["transfer_days"])
        later = working(day + dt.timedelta(int(lag)))
        for account, other, sign, when, kind in (
            (source, target, -1, day, first or f"{near}_out"),
            (target, source, 1, later, second or f"{near}_in"),
        ):
            if not account:
                continue
            fields = {"memo": memo}
            if other:
                far = self.accounts[other]
                fields |= {"other": far["name"], "othernum": far["number"][-4:], "iban": far["number"]}
                fields["otherbank"] = self.bank(other)["short"]
            text = self.words(account, kind, when, amount, name or self.home["people"][0], **fields)
            shown = folded(" ".join(text.values()))
            said = any(folded(word) in shown for word in self.country["says_transfer"])
            sides.append(self.add(account, when, sign * amount, text, "transfer", known=said, **more))
        if len(sides) == 2:
            sides[0].partner, sides[1].partner = sides[1], sides[0]

    def round_up(self):
        """The change of a day's purchases, put aside."""
        way = self.home.get("roundup")
        spent = {}
        for row in self.rows if way else []:
            if row.account == way["from"] and row.cents < 0 and row.label["class"] == "expense":
                spent[row.day] = spent.get(row.day, 0) + -row.cents % 100
        for day, change in sorted(spent.items()):
            if change and day >= way.get("since", self.start):
                kinds = ("", "round_out", "round_in", 0)
                self.move(way["from"], way.get("to", ""), day, change, *kinds, series="round-ups")

    def pay_cards(self):
        """Each card's balance, paid from another account after its statement."""
        for account in self.home["account"]:
            if "pay" not in account:
                continue
            way, paid = account["pay"], 0
            issuer = self.bank(account["id"])
            same = account["bank"] == self.accounts[way["from"]]["bank"]
            for closing in days(f"m{way['close']}", self.start, self.end):
                spent = -sum(
                    row.cents for row in self.rows
                    if row.account == account["id"] and row.day <= closing
                    and row.label["class"] != "transfer"
                )  # fmt: skip
                amount, day = spent - paid, working(closing + dt.timedelta(way["due"]))
                if amount <= 0:
                    continue
                amount = round(amount * way.get("part", 1)) if amount > 5000 else amount
                paid += amount
                self.move(
                    way["from"], account["id"], day, amount, issuer.get("pays_as", issuer["short"]),
                    "pay_own" if same else "pay_out", "pay_in",
                    way.get("lag") or (0 if same else self.dice.choice([-1, 0, 0, 1, 2])),
                    memo=issuer.get("pays_memo", ""), series=f"payment of {account['id']}",
                )  # fmt: skip
