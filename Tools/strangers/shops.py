"""Independent shops, named as their owners name them: people, streets, towns, dishes and trades."""

import random
import re

import tables
from words import digits

SPOKEN = {"us": "en", "uk": "en", "ca": "en", "au": "en", "mx": "es", "br": "pt", "se": "sv"}
WORLD = 0.15  # the share of places that are named in another country's language
PERSON = "?{f} {s}"  # who is paid by name, as sellers without a terminal are
PERSONS = 0.2  # their share of the places that say nothing
MARKS = {"f": "first", "s": "surname", "t": "town", "r": "street", "q": "word", "d": "dish"}


class Shops:
    """What independent shops of one household's country are called.

    A form with `?` at its front says nothing of what is sold; of any other, the word in brackets does.
    """

    def __init__(self, country, household):
        code = country["code"]
        self.telling = country["telling"]
        self.language = household.get("language") or SPOKEN.get(code, code)
        self.names = {"town": [household["town"]] * 2 + household["nearby"]}
        for row in tables.table("people"):
            here = {code, self.language} if row["kind"] != "town" else set()
            if here & set(row["where"].split(",")):
                self.names.setdefault(row["kind"], []).extend(tables.names(row["names"]))
        self.forms = {}
        for row in tables.table("names"):
            for form in row["forms"].split(";"):
                self.forms.setdefault((row["where"], row["need"]), []).append((form.strip(), row["categories"]))

    def has(self, need):
        return (self.language, need) in self.forms

    def drawn(self, need, dice):
        """A place with a marked name and its own categories, if it has any."""
        where = "world" if dice.random() < WORLD and ("world", need) in self.forms else self.language
        says = dice.random() < self.telling
        found = [form for form in self.forms[where, need] if form[0].startswith("?") != says]
        form, categories = dice.choice(found)
        form = PERSON if not says and dice.random() < PERSONS else form
        name = re.sub(r"\{(\w)\}", lambda mark: dice.choice(self.names[MARKS[mark[1]]]), form)
        name = digits(name.upper() if dice.random() < 0.3 else name, dice)
        return {"need": need, "name": name, "categories": categories, "at": "", "person": form == PERSON}
