#!/usr/bin/env python3
"""Compares what ghostvault-read-statement reads of damaged files with independent readers.

    pip install ofxtools ofxparse mt-940
    python3 Tools/statements/mutate.py FOLDER --count 200

Each OFX and MT940 file below FOLDER is damaged COUNT times by a seed: values of amounts,
days and names are changed, and rows are doubled, moved or left out. Where two readers take
the file, their rows (day and amount) must be ours. Files that only one side refuses are
counted, and listed with --refused.
"""

import argparse
import collections
import contextlib
import decimal
import io
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
    formats = {".ofx": "ofx", ".qfx": "ofx", ".sta": "mt940", ".940": "mt940", ".mt940": "mt940"}
    source = random.Random(arguments.seed)
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted(arguments.folder.rglob("*")):
            format_name = formats.get(path.suffix)
            if format_name is None:
                continue
            pattern = OFX_ROW if format_name == "ofx" else MT940_ROW
            original = path.read_bytes()
            # The other readers leave corrections to their callers.
            if b"CORRECTFITID" in original:
                continue
            copies = [original] + [damaged(original, pattern, source) for _ in range(arguments.count)]
            files = []
            for number, data in enumerate(copies):
                files.append(pathlib.Path(folder, "%d%s" % (number, path.suffix)))
                files[-1].write_bytes(data)
            for number, (rows, why) in enumerate(ours(arguments.program, files)):
                for reader in readers[format_name]:
                    name = reader.__name__[3:]
                    if name == "ofxparse" and b"[" in copies[number]:
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
