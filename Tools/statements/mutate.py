#!/usr/bin/env python3
"""Compares what ghostvault-read-statement reads of damaged files with independent readers.

CSV is read by Python's own reader, with columns that the undamaged file shows.

    pip install ofxtools ofxparse mt-940
    python3 Tools/statements/mutate.py FOLDER --count 200

Each OFX, MT940 and CSV file below FOLDER is damaged COUNT times by a seed: values of amounts,
days and names are changed, and rows are doubled, moved or left out. Where two readers take
the file, their rows (day and amount) must be ours. Files that only one side refuses are
counted, and listed with --refused.
"""

import argparse
import collections
import contextlib
import csv
import datetime
import decimal
import io
import itertools
import json
import logging
import pathlib
import random
import re
import subprocess
import tempfile
import warnings


def ours(program, paths):
    run = subprocess.run([program, *map(str, paths)], capture_output=True, text=True, timeout=300)
    if run.returncode != 0:
        raise SystemExit("%s ended with %d" % (program, run.returncode))
    for line in run.stdout.splitlines():
        answer = json.loads(line)
        if answer.get("error"):
            yield None, answer["error"]
            continue
        rows = [
            (row["day"], decimal.Decimal(row["amount"]).normalize())
            for account in answer["accounts"]
            for row in account["rows"]
        ]
        if answer["questions"]:
            yield None, "asked"
            continue
        rejected = [row for row in answer["rejected"] if row["reason"] != "notMoney"]
        yield sorted(rows), rejected


def by_ofxtools(data):
    from ofxtools.Parser import OFXTree

    tree = OFXTree()
    tree.parse(io.BytesIO(data))
    rows = []
    for row in tree.getroot().iter("STMTTRN"):
        day = row.findtext("DTPOSTED").strip()[:8]
        amount = decimal.Decimal(row.findtext("TRNAMT").strip().replace(",", "."))
        rows.append(("%s-%s-%s" % (day[:4], day[4:6], day[6:8]), amount.normalize()))
    return sorted(rows)


def by_ofxparse(data):
    import ofxparse

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parsed = ofxparse.OfxParser.parse(io.BytesIO(data))
    rows = []
    for account in parsed.accounts:
        for row in account.statement.transactions:
            if not hasattr(row, "amount"):
                continue
            # Its days are in UTC; the bank's own are compared only where there is no zone.
            rows.append((row.date.date().isoformat(), row.amount.normalize()))
    return sorted(rows)


def by_mt940(data):
    import mt940

    rows = []
    text = data.decode("cp1252", "replace")
    for row in mt940.parse(text):
        day = row.data.get("entry_date") or row.data["date"]
        amount = row.data["amount"].amount
        # The reversal of a credit takes money away, which this reader leaves to its caller.
        amount = -abs(amount) if row.data["status"] == "RC" else amount
        rows.append((day.isoformat(), amount.normalize()))
    return sorted(rows)


class Columns:
    """Where Python's csv finds the rows of a table: the columns of day and amount, and how to read
    them, found in an undamaged file whose rows are known. None for files with more than that."""

    ORDERS = ["%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%Y/%m/%d", "%d-%m-%Y", "%m-%d-%Y",
              "%d.%m.%y", "%d/%m/%y", "%m/%d/%y", "%Y%m%d"]

    @classmethod
    def find(cls, data, rows):
        for separator in ",;\t|":
            records = cls.records(data, separator)
            for day, order in itertools.product(range(12), cls.ORDERS):
                if not any(cls.day(record, day, order) for record in records):
                    continue
                for amount, mark, sign in itertools.product(range(20), ".,", (1, -1)):
                    found = cls()
                    found.how = (separator, day, order, amount, mark, sign)
                    if found.read(records) == rows:
                        return found
        return None

    @staticmethod
    def records(data, separator):
        text = data.decode("utf-8-sig")
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))

    @staticmethod
    def day(record, column, order):
        try:
            return datetime.datetime.strptime(record[column].strip(), order).date().isoformat()
        except (IndexError, ValueError):
            return None

    def read(self, records):
        _, day, order, amount, mark, sign = self.how
        rows = []
        for record in records:
            found = self.day(record, day, order)
            if found is None:
                continue
            try:
                text = record[amount].strip().replace("," if mark == "." else ".", "").replace(mark, ".")
                value = decimal.Decimal(text.replace("$", "").replace("€", "").replace(" ", ""))
            except (IndexError, decimal.InvalidOperation):
                return None
            rows.append((found, (sign * value).normalize()))
        return sorted(rows)

    def __call__(self, data):
        return self.read(self.records(data, self.how[0]))


def damaged_table(data, columns, source):
    """A table with one to three of its rows left out, doubled, moved or with another amount."""
    separator, day, order, amount, mark, _ = columns.how
    lines = data.split(b"\n")
    for _ in range(source.randint(1, 3)):
        def row(number):
            return next(csv.reader([lines[number].decode("utf-8", "replace")], delimiter=separator), [])
        known = [number for number in range(len(lines)) if columns.day(row(number), day, order)]
        if len(known) < 4:
            return data
        number, other = source.choice(known), source.choice(known)
        kind = source.randrange(4)
        if kind == 0:
            del lines[number]
        elif kind == 1:
            lines.insert(other, lines[number])
        elif kind == 2:
            lines[number], lines[other] = lines[other], lines[number]
        else:
            text = row(number)[amount].encode()
            digits = re.sub(rb"[1-9]", lambda _: b"%d" % source.randint(1, 9), text)
            if text:
                lines[number] = lines[number].replace(text, digits, 1)
    return b"\n".join(lines)


OFX_ROW = re.compile(rb"<STMTTRN>.*?</STMTTRN>", re.S)
MT940_ROW = re.compile(rb"^:61:.*?(?=^:6[0-9]|^:20:|^-)", re.S | re.M)
NUMBER = re.compile(rb"(?<=TRNAMT>)[-+]?[0-9.]+|(?<=DTPOSTED>)[0-9]{8}")
LINE_61 = re.compile(rb"(?<=^:61:)([0-9]{6})([0-9]{4})?(R?[CD])([A-Z]?)([0-9]+,[0-9]*)", re.M)


def damaged(data, pattern, source):
    """A file with one to three of its rows changed."""
    for _ in range(source.randint(1, 3)):
        rows = list(pattern.finditer(data))
        if not rows:
            return data
        row = source.choice(rows)
        text = row.group()
        kind = source.randrange(5)
        if kind == 0:
            text = b""
        elif kind == 1:
            text = text + b"\n" * (pattern is OFX_ROW) + text
        elif kind == 2:
            text = NUMBER.sub(lambda found: changed(found.group(), source), text)
            text = LINE_61.sub(lambda found: changed_61(found, source), text)
        elif kind == 3:
            text = text.replace(b"<NAME>", b"<NAME>A & B - ").replace(b":86:", b":86:A-:B ")
        else:
            text = re.sub(rb"</(TRNAMT|NAME|MEMO|FITID|DTPOSTED)>", b"", text)
        data = data[: row.start()] + text + data[row.end() :]
    return data


def changed(value, source):
    if re.fullmatch(rb"[0-9]{8}", value):
        return b"2%03d%02d%02d" % (source.randrange(1000), source.randint(1, 12), source.randint(1, 28))
    sign = source.choice([b"", b"-", b"+"])
    return sign + b"%d.%02d" % (source.randrange(10**6), source.randrange(100))


def changed_61(found, source):
    day = b"%02d%02d%02d" % (source.randint(0, 60), source.randint(1, 12), source.randint(1, 28))
    entry = day[2:] if found.group(2) else b""
    mark = source.choice([b"C", b"D", b"RC", b"RD"])
    amount = b"%d,%s" % (source.randrange(10**6), source.choice([b"", b"5", b"%02d" % source.randrange(100)]))
    return day + entry + mark + found.group(4) + amount


def table_columns(program, path, data):
    """Nil for a table with questions or more than a column each of days and amounts."""
    rows, why = next(ours(program, [path]))
    try:
        return Columns.find(data, rows) if rows and not why else None
    except UnicodeDecodeError:
        return None


def main():
    parser = argparse.ArgumentParser(description="Compare damaged statements with other readers.")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--program", default=".build/debug/ghostvault-read-statement")
    parser.add_argument("--count", type=int, default=50, help="damaged copies of each file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--refused", action="store_true", help="list what only one side takes")
    arguments = parser.parse_args()
    logging.disable(logging.CRITICAL)

    readers = {"ofx": [by_ofxtools, by_ofxparse], "mt940": [by_mt940]}
    formats = {".ofx": "ofx", ".qfx": "ofx", ".sta": "mt940", ".940": "mt940", ".mt940": "mt940",
               ".csv": "csv"}
    source = random.Random(arguments.seed)
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted(arguments.folder.rglob("*")):
            format_name = formats.get(path.suffix)
            if format_name is None:
                continue
            original = path.read_bytes()
            # The other readers leave corrections to their callers.
            if b"CORRECTFITID" in original:
                continue
            if format_name == "csv":
                columns = table_columns(arguments.program, path, original)
                if columns is None:
                    counts["csv", "files left out"] += 1
                    continue
                readers["csv"] = [columns]
                copies = [damaged_table(original, columns, source) for _ in range(arguments.count)]
            else:
                pattern = OFX_ROW if format_name == "ofx" else MT940_ROW
                copies = [damaged(original, pattern, source) for _ in range(arguments.count)]
            copies = [original] + copies
            files = []
            for number, data in enumerate(copies):
                files.append(pathlib.Path(folder, "%d%s" % (number, path.suffix)))
                files[-1].write_bytes(data)
            for number, (rows, why) in enumerate(ours(arguments.program, files)):
                for reader in readers[format_name]:
                    name = "csv" if format_name == "csv" else reader.__name__[3:]
                    if name == "ofxparse" and b"[" in copies[number]:
                        continue
                    if why == "asked":
                        counts[name, "we ask"] += 1
                        continue
                    try:
                        with contextlib.redirect_stdout(io.StringIO()):
                            theirs = reader(copies[number])
                    except Exception as error:  # whatever a reader dislikes
                        counts[name, "only we take it" if rows else "both refuse"] += 1
                        continue
                    if rows is None:
                        state = "only it takes it" if theirs else "both refuse"
                    elif rows == theirs:
                        state = "same rows"
                    elif why and not set(rows) - set(theirs):
                        state = "rows set aside"
                    else:
                        state = "DIFFERENT"
                    counts[name, state] += 1
                    if state == "DIFFERENT" or (arguments.refused and state == "only it takes it"):
                        print(path.name, number, name, state, "ours only", sorted(set(rows or []) - set(theirs))[:3],
                              "theirs only", sorted(set(theirs) - set(rows or []))[:3], why if rows is None else "")
    for (name, state), count in sorted(counts.items()):
        print("%-10s %-18s %6d" % (name, state, count))
    return 1 if any(state == "DIFFERENT" for _, state in counts) else 0


if __name__ == "__main__":
    raise SystemExit(main())
